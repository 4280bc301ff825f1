"""Prints the pages found by a search, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.search.searching import PageHit, SearchAnswer
from tidings.commands.terminal.printing import harmless, more, say
from tidings.index.snippets import Snippet
from tidings.model import FacetCount, SearchQuery

_TITLE = 160
"""Characters of a title."""
_INDENT = " " * 5
_HIGHLIGHT = "bold yellow"
_BARS = "▁▂▃▄▅▆▇█"
_COLUMNS = 40
"""Bars of a timeline."""
_VALUES = 8
"""Values of a facet on its line."""


def print_answer(
    console: Console, answer: SearchAnswer, query: SearchQuery, others: int, *, several: bool
) -> None:
    """Print hits, facets and how many pages were found."""
    if not answer.count:
        say(console, _nothing(answer, others, several=several))
        return
    for number, hit in enumerate(answer.hits, query.offset + 1):
        _print_hit(console, number, hit, several=several)
    if any(answer.facets.values()):
        console.print(_facets(answer))
        console.print()
    console.print(_summary(answer, several=several), soft_wrap=True)


def _nothing(answer: SearchAnswer, others: int, *, several: bool) -> str:
    where = "the collections" if several else "the collection"
    text = f"no page matches; {_pages(answer.pages)} in {where}"
    if others:
        verb = "matches" if others == 1 else "match"
        text += f"; {_pages(others)} with another outcome {verb}, `--outcome any` shows them"
    return text


def _summary(answer: SearchAnswer, *, several: bool) -> Text:
    where = "the collections" if several else "the collection"
    folded = answer.count - answer.stories
    text = f"{_pages(answer.count)} of {answer.pages:,} that were read for {where}"
    text += f", {folded:,} of them nearly the same as another" if folded else ""
    rest = more(answer.stories, len(answer.hits))
    return Text(f"{text}; {rest}, `--limit` shows them" if rest else text, style="dim")


def _pages(count: int) -> str:
    return f"{count:,} page{'' if count == 1 else 's'}"


def _print_hit(console: Console, number: int, hit: PageHit, *, several: bool) -> None:
    entry = hit.entry
    title = _marked(hit.title, "bold", _TITLE) if entry.title else Text("without a title", "italic")
    line = Text(f"{number:>3}  ").append_text(title)
    console.print(line, overflow="ellipsis", no_wrap=True)
    console.print(Text(_INDENT + harmless(entry.url), style="cyan"), soft_wrap=True)
    facts = Text(" · ".join(_facts(hit, several=several)), style="dim")
    console.print(Text(_INDENT) + facts, soft_wrap=True)
    if entry.content.text:
        snippet = _marked(hit.snippet, "", len(hit.snippet.text))
        start = Text("" if hit.snippet.begins else "… ")
        whole = start + snippet + Text("" if hit.snippet.ends else " …")
        for line in whole.wrap(console, max(20, console.width - len(_INDENT))):
            line.rstrip()
            console.print(Text(_INDENT) + line, soft_wrap=True)
    console.print()


def _facts(hit: PageHit, *, several: bool) -> list[str]:
    entry = hit.entry
    dated = f"{entry.published:%Y-%m-%d} by {entry.dated_by}" if entry.published else "undated"
    facts = [harmless(dated), f"score {entry.score.value:.2f}" if entry.score else "no score"]
    if entry.outcome != "kept":
        facts.append(entry.outcome)
    if entry.language:
        facts.append(harmless(entry.language))
    if entry.type:
        facts.append(harmless(entry.type.name))
    if hit.copies:
        facts.append(f"{hit.copies:,} {'copy' if hit.copies == 1 else 'copies'}")
    if several:
        facts.append(f"in {harmless(str(hit.folder))}")
    return facts


def _marked(snippet: Snippet, style: str, most: int) -> Text:
    """Return a snippet with its highlights; replacing control characters keeps their places."""
    shown = harmless(snippet.text.replace("\n", " "))
    text = Text(shown[:most] + ("…" if len(shown) > most else ""), style=style)
    for start, end in snippet.highlights:
        text.stylize(_HIGHLIGHT, start, min(end, most))
    return text


def _facets(answer: SearchAnswer) -> Table:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim")
    rows.add_column()
    for facet, counts in answer.facets.items():
        if counts and facet == "day":
            rows.add_row(facet, timeline(counts))
        elif counts:
            rows.add_row(facet, _values(counts))
    return rows


def _values(counts: Sequence[FacetCount]) -> Text:
    line = Text()
    for value, pages in counts[:_VALUES]:
        line.append(" · " if line else "", style="dim")
        line.append(harmless(value)).append(f" {pages:,}", style="bold")
    rest = more(len(counts), _VALUES)
    return line.append(f" · {rest}", style="dim") if rest else line


def timeline(counts: Sequence[FacetCount]) -> Text:
    """Return pages by day as a row of bars between the first day and the last."""
    days = [(date.fromisoformat(value), pages) for value, pages in counts]
    first, last = days[0][0], days[-1][0]
    step = max(1, -(-((last - first).days + 1) // _COLUMNS))
    bars = [0] * (((last - first).days // step) + 1)
    for day, pages in days:
        bars[(day - first).days // step] += pages
    highest = max(bars)
    drawn = "".join(_BARS[-(-each * (len(_BARS) - 1) // highest)] if each else " " for each in bars)
    best = bars.index(highest)
    start = first + timedelta(days=best * step)
    each = "a day" if step == 1 else f"in {step} days"
    text = Text(f"{first} ").append(drawn, style="green").append(f" {last}")
    return text.append(f"  most from {start}: {highest:,} {each}", style="dim")


def as_json(answer: SearchAnswer) -> str:
    """Return an answer as JSON in ASCII, which is harmless on a terminal, too."""
    document = {
        "count": answer.count,
        "stories": answer.stories,
        "pages": answer.pages,
        "hits": [_hit(hit) for hit in answer.hits],
        "facets": {
            facet: [{"value": value, "pages": pages} for value, pages in counts]
            for facet, counts in answer.facets.items()
        },
        "next": answer.next or None,
    }
    return json.dumps(document, indent=1)


def _hit(hit: PageHit) -> dict[str, Any]:
    entry = hit.entry
    return {
        "collection": str(hit.folder),
        "url": entry.url,
        "title": entry.title,
        "published": entry.published.isoformat() if entry.published else None,
        "dated_by": entry.dated_by,
        "score": entry.score.value if entry.score else None,
        "outcome": entry.outcome,
        "language": entry.language,
        "type": entry.type.name if entry.type else None,
        "rank": round(hit.rank, 3),
        "copies": hit.copies,
        "snippet": hit.snippet.text,
        "highlights": hit.snippet.highlights,
    }
