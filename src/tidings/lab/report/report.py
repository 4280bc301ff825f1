"""Write a comparison as a report: HTML with curves, Markdown with the same tables, JSON; computes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from tidings.lab.bench.experiment import Generated
from tidings.lab.report.pictures import figure, pictures
from tidings.lab.report.summary import FIGURES, Mean, Summary

EARLY = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20", "recall_50", "pages_90")
YIELD = (
    "harvest", "found", "accumulated", "considered", "pages", "sources", "hosts", "hours_half", "hours",
)  # fmt: skip
KEPT = ("kept_precision", "kept_recall", "kept_f1")
AGE = ("new", "fresh_25", "fresh_50", "fresh_75")
TABLES = {
    "How early the relevant pages are found": EARLY,
    "What a whole crawl brings": YIELD,
    "How good the decisions to keep a page are": KEPT,
    "How old the relevant pages are when they are visited": AGE,
}

_LEAD_FIGURES = ("recall_10", "recall_5", "recall_2", "recall_1")
"""Figures for the first sentence; the first one that the crawls have is used."""


def write(summary: Summary, folder: Path) -> Path:
    """Write report.html, report.md and report.json into a folder; return the first."""
    folder.mkdir(parents=True, exist_ok=True)
    document = json.dumps(summary.document(), ensure_ascii=False)
    (folder / "report.json").write_text(document + "\n", encoding="utf-8")
    (folder / "report.md").write_text(markdown(summary), encoding="utf-8")
    page = folder / "report.html"
    page.write_text(html(summary), encoding="utf-8")
    return page


# Sentences and tables that both formats share.


def lead(summary: Summary) -> str:
    """Return a sentence about the best and the worst strategy, early in the crawl."""
    figure = next((name for name in _LEAD_FIGURES if summary.has(name)), "")
    names = list(summary.experiment.strategies)
    if not figure or len(names) < 2:
        return ""
    means = {name: summary.mean(name, figure).value.mean for name in names}
    ranked = sorted(means, key=lambda name: -means[name])
    best, last = ranked[0], ranked[-1]
    percent = figure.partition("_")[2]
    return (
        f"After {percent} % of the pages, {best} has found {means[best]:.0%} of the relevant pages, "
        f"{last} {means[last]:.0%}."
    )


def setting(summary: Summary) -> str:
    """Return a sentence about the number of crawls and their conditions."""
    experiment, conditions = summary.experiment, summary.experiment.conditions
    tasks = sum(len(web.tasks) for web in summary.webs)
    pace = (
        "one request a second to each host, as in a polite crawl"
        if conditions.polite
        else "one page after the other, without politeness"
    )
    limit = (
        "all pages it could reach"
        if conditions.share >= 1
        else f"{conditions.share:.0%} of the pages"
    )
    growing = (
        f" The web grows: crawls begin on {conditions.begin:%Y-%m-%d} and see only what had been captured by then."
        if conditions.begin
        else ""
    )
    strategies = _counted(len(experiment.strategies), "strateg", "y", "ies")
    seeds = ", ".join(map(str, summary.seeds()))
    return (
        f"{strategies}, {_counted(tasks, 'task', '', 's')}, seeds {seeds}: "
        f"{len(summary.results)} crawls by the same crawler, each allowed to visit {limit}, "
        f"in simulated time with {pace}.{growing}"
    )


def _counted(number: int, word: str, one: str, many: str) -> str:
    return f"{number} {word}{one if number == 1 else many}"


def webs(summary: Summary) -> str:
    """Return a sentence about the webs that were crawled."""
    count = len(summary.webs)
    pages = sum(web.url_count for web in summary.webs)
    if all(isinstance(spec, Generated) for spec in summary.experiment.webs):
        return (
            f"{_counted(count, 'generated news web', '', 's')} with {pages:,} pages; "
            "which page is about which event is known."
        )
    outside = sum(web.outside for web in summary.webs)
    return (
        f"A recorded web of {pages:,} addresses. Its pages also link to {outside:,} addresses that were not recorded: "
        "they are not part of the experiment and are never fetched."
    )


def cell(figure: str, mean: Mean) -> str:
    """Format a mean with its margin, or with the number of crawls that have it if not all do."""
    if not mean.runs:
        return "-"
    form = FIGURES[figure].form
    text = form(mean.value.mean)
    if mean.value.margin is not None and mean.runs == mean.all_runs:
        text += f" ±{form(mean.value.margin)}"
    return text if mean.runs == mean.all_runs else f"{text} ({mean.runs} of {mean.all_runs})"


def rows(summary: Summary, shown: Sequence[str]) -> Iterable[list[str]]:
    """Yield the rows of a table, one for each strategy."""
    for name in summary.experiment.strategies:
        yield [name, *(cell(figure, summary.mean(name, figure)) for figure in shown)]


def _tables(summary: Summary) -> Iterable[tuple[str, list[str]]]:
    for title, figures in TABLES.items():
        shown = [figure for figure in figures if summary.has(figure)]
        if shown:
            yield title, shown


def explained(shown: Sequence[str]) -> str:
    """Return the meaning of the columns of a table."""
    recalls = [name for name in shown if name.startswith("recall_")]
    meanings = [
        f"{FIGURES[name].label}: {FIGURES[name].meaning}" for name in shown if name not in recalls
    ]
    if recalls:
        meanings.insert(
            0,
            "found at N %: share of all relevant pages found when N % of the reachable pages were visited",
        )
    return "; ".join(meanings) + "."


INTERVALS = (
    "Means over all crawls; ± is Student's 95 % interval over the tasks (the crawls of one task with several seeds "
    "count as one value, their mean; with a single task it is over the seeds). A number such as (3 of 9) says how many "
    "crawls came that far: then the mean is over those."
)


# Markdown.


def markdown(summary: Summary) -> str:
    """Return the report as Markdown."""
    parts = [f"# {summary.experiment.title}", lead(summary), setting(summary), webs(summary)]
    abouts = [[name, strategy.about] for name, strategy in summary.experiment.strategies.items()]
    parts.append(_table(["strategy", "what it does"], abouts))
    for title, shown in _tables(summary):
        labels = ["strategy", *(FIGURES[name].label for name in shown)]
        parts += [f"## {title}", _table(labels, rows(summary, shown)), explained(shown)]
    parts += [INTERVALS, "Repeat it with", f"    {summary.command}", _versions(summary)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    cells = [head, ["---"] * len(head), *lines]
    return "\n".join(
        "| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in cells
    )


def _versions(summary: Summary) -> str:
    document = summary.document()
    versions = ", ".join(f"{name} {version}" for name, version in document["versions"].items())
    digests = ", ".join(web["digest"] for web in document["webs"])
    return f"Versions: {versions}. Webs: {digests}."


# HTML.


def html(summary: Summary) -> str:
    """Return the report as one self-contained page."""
    experiment = summary.experiment
    style = files("tidings.lab.report").joinpath("report.css").read_text(encoding="utf-8")
    abouts = [[name, strategy.about] for name, strategy in experiment.strategies.items()]
    body = [
        f"<h1>{escape(experiment.title)}</h1>",
        f'<p class="lead">{escape(lead(summary))}</p>',
        f"<p>{escape(setting(summary))}</p><p>{escape(webs(summary))}</p>",
        "<h2>What was compared</h2>",
        _html_table(["strategy", "what it does"], abouts, words=True),
        "<h2>The tasks</h2>",
        _tasks(summary),
        "<h2>The curves</h2>",
        *(figure(svg, caption) for svg, caption in pictures(summary)),
        "<h2>The numbers</h2>",
        f'<p class="note">{escape(INTERVALS)}</p>',
    ]
    for title, shown in _tables(summary):
        labels = ["strategy", *(FIGURES[name].label for name in shown)]
        body.append(f"<h3>{escape(title)}</h3>")
        body.append(_html_table(labels, rows(summary, shown)))
        body.append(f'<p class="note">{escape(explained(shown))}</p>')
    body.append("<h2>Repeat it</h2>")
    body.append(f"<pre>{escape(summary.command)}</pre>")
    body.append(
        f'<p class="note">{escape(_versions(summary))} All numbers of all crawls are in report.json.</p>'
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(experiment.title)}</title><style>{style}</style></head>\n"
        "<body><main>\n" + "\n".join(body) + "\n</main></body></html>\n"
    )


def _html_table(head: Sequence[str], lines: Iterable[Sequence[str]], *, words: bool = False) -> str:
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in line) + "</tr>" for line in lines
    )
    kind = ' class="words"' if words else ""
    return f'<div class="wide"><table{kind}><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table></div>'


def _tasks(summary: Summary) -> str:
    lines = [
        [id_, description, f"{reachable:,}", f"{relevant:,}"]
        for web in summary.webs
        for id_, (description, reachable, relevant) in web.tasks.items()
    ]
    table = _html_table(
        ["task", "description", "reachable pages", "relevant pages"], lines, words=True
    )
    if len(lines) <= 6:
        return table
    return f"<details><summary>{len(lines)} tasks</summary>{table}</details>"
