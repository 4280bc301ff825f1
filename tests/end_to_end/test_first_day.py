"""What a person meets on the first day: advice, corrections and plain words, through the command line."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.crawl.test_copies import report
from tests.end_to_end.hostile_world import GOOD, address, hostile, write
from tidings.cli import main
from tidings.collection.folder import read_store, slug
from tidings.commands.crawling.extract import without_limit
from tidings.commands.terminal.endings import ending_lines
from tidings.crawl.progress import Progress
from tidings.event.file import load
from tidings.frontier.stopping import Outlook
from tidings.model import Reason, State, Totals
from tidings.read.words.language import detect
from tidings.settings import UNLIMITED

SEED = address("/start")
START = {"/start": GOOD.encode()}


def run(*arguments: str | Path) -> int:
    return main([str(argument) for argument in arguments])


def add(folder: Path, old: str, new: str) -> None:
    """Change a line of the event file as its author would."""
    path = folder / "event.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_new_and_crawl_tell_a_place_that_nobody_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--seed", SEED, "--keyword", "typhoon", "--place", "Phillipines"]
    assert run("new", "x", *flags, "--folder", tmp_path / "new") == 0
    assert 'did you mean "Philippines"?' in capsys.readouterr().out
    with hostile(START) as server:
        folder = write(tmp_path, server.port, SEED, workers=1)
        add(folder, "[relevance]", '[where]\nplaces = ["Phillipines"]\n[relevance]')
        assert run("crawl", folder) == 0
        assert 'did you mean "Philippines"?' in capsys.readouterr().out
        assert run("crawl", folder) == 0
        assert "did you mean" not in capsys.readouterr().out


FLOOD = "The flood in Riverton rose again on Monday and the flood water reached the old town. "
FIRE = "The fire in Riverton burned all night and the fire brigade could not save the mill. "


def story(text: str, *links: str) -> bytes:
    anchors = "".join(f'<p><a href="{link}">more</a></p>' for link in links)
    page = f"<html><head><title>News</title></head><body><p>{text * 3}</p>{anchors}</body></html>"
    return page.encode()


def test_a_reference_that_uses_none_of_the_keywords_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile({"/start": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED)
        add(folder, "[what]\n", '[what]\nreferences = ["moved.txt"]\n')
        (folder / "moved.txt").write_text("Grain board figures, month by month. " * 20, "utf-8")
        assert run("crawl", folder) == 0
        assert "use none of the keywords" in " ".join(capsys.readouterr().out.split())


def test_a_reference_that_fits_nothing_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile({"/start": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED, workers=1)
        add(folder, "[what]\n", '[what]\nreferences = ["moved.txt"]\n')
        add(folder, "[relevance]", '[where]\nplaces = ["Riverton"]\n[relevance]')
        (folder / "moved.txt").write_text("Grain board figures, month by month. " * 20, "utf-8")
        assert run("crawl", folder) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "moved.txt does not count" in told
        assert outcomes(folder)["start"] == "kept"


def outcomes(folder: Path) -> dict[str, str]:
    with closing(read_store(folder)) as stored:
        rows = stored.ledger.entries()
        return {entry.url.rpartition("/")[2]: entry.outcome for entry in rows}


@pytest.mark.parametrize("command", ["crawl", "rejudge"])
def test_a_corrected_event_file_takes_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    flood, fire, far = (address(f"/{name}") for name in ("flood", "fire", "far"))
    pages = {
        "/start": story(FLOOD, flood, fire),
        "/flood": story(
            f"{FLOOD} Dykes broke along the river at noon, and boats took children out. "
        ),
        "/fire": story(FIRE, far),
        "/far": story(f"{FIRE} Smoke lay over the valley for days, so the schools stayed closed. "),
    }
    with hostile(pages) as server:
        folder = write(tmp_path, server.port, SEED)
        add(folder, "[relevance]", "[scope]\ndepth = 1\n[relevance]")
        assert run("crawl", folder) == 0
        assert outcomes(folder) == {
            "start": "kept", "flood": "kept", "fire": "rejected", "far": "refused",
        }  # fmt: skip
        add(folder, 'keywords = ["flood"]', 'keywords = ["fire"]')
        add(folder, "depth = 1", "depth = 5")
        capsys.readouterr()
        assert run(command, folder) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert (
            "The event file was changed: 3 pages judged again, 1 kept now, 2 rejected now" in text
        )
        assert "1 links in scope now" in text
        assert run("crawl", folder) == 0
        assert outcomes(folder) == {
            "start": "rejected", "flood": "rejected", "fire": "kept", "far": "kept",
        }  # fmt: skip
        capsys.readouterr()
        assert run("rejudge", folder) == 0
        assert "Nothing to do" in capsys.readouterr().out


def test_programs_can_follow_a_crawl(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with hostile({"/start": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED)
        assert run("crawl", folder, "--json") == 0
    printed, said = capsys.readouterr()
    lines = [json.loads(line) for line in printed.splitlines()]
    assert {"state": "finished", "pages": 1, "kept": 1}.items() <= lines[-1].items()
    assert "Collecting Riverton flood" in said


def test_a_narrower_scope_lets_links_wait_no_longer(tmp_path: Path) -> None:
    other = address("/other")
    with hostile({"/start": story(FLOOD, other), "/other": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED)
        add(folder, "[relevance]", "[budget]\npages = 1\n[relevance]")
        run("crawl", folder)
        assert outcomes(folder)["other"] == "waiting"
        add(folder, "[relevance]", '[scope]\nexclude = ["other.example"]\n[relevance]')
        assert run("rejudge", folder) == 0
        assert outcomes(folder)["other"] == "refused"


def test_why_says_by_which_event_file_a_page_was_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile({"/start": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED)
        assert run("crawl", folder) == 0
        assert run("why", folder, SEED) == 0
        assert "judged by event.toml as it was on" in capsys.readouterr().out
        add(folder, 'keywords = ["flood"]', 'keywords = ["fire"]')
        assert run("why", folder, SEED) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "event.toml was changed since; tidings rejudge" in text


def test_rejudging_nothing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, 1, SEED)
    assert run("rejudge", folder) == 1
    assert "holds no pages yet" in capsys.readouterr().err


def test_a_scan_needs_no_seeds_and_no_budget(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {"/start": story(FLOOD), "/other": story(f"{FLOOD} Boats took the children out. ")}
    with hostile(pages) as server:
        first = write(tmp_path / "first", server.port, SEED, address("/other"))
        assert run("crawl", first) == 0
    folder = write(tmp_path / "second", 1, SEED)
    add(folder, f'seeds = ["{SEED}"]\n', "")
    capsys.readouterr()
    assert run("extract", folder, "--from", first / "archive", "--scan", "--plain") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "2 pages to look at, of 2 captures in the archives" in text
    assert "2 of 2 captures passed" in text
    assert set(outcomes(folder)) == {"start", "other"}
    assert without_limit(load(folder / "event.toml", needs_seeds=False)).budget.pages == UNLIMITED


def test_the_order_of_a_scan_is_no_basis_for_an_estimate() -> None:
    outlook = Outlook()
    for _ in range(100_000):
        outlook.visited(kept=False)
    assert outlook.estimate(5) is not None
    outlook.is_ordered = False
    assert outlook.estimate(5) is None


SENTENCE = "On 12 May 2024 floods in Porto Alegre, Brazil, killed 150 people"


def test_one_good_sentence_is_enough_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    flags = ["--seed", SEED, "--contact", "me@tidings.example", "--folder", "a folder"]
    assert run("new", SENTENCE, *flags) == 0
    text = capsys.readouterr().out
    assert "check it, then run" in text
    assert "tidings crawl 'a folder'" in text
    event = load(Path("a folder/event.toml")).event
    assert list(event.keywords) == ["floods"]
    assert list(event.places) == ["Porto Alegre", "Brazil"]
    assert event.when
    assert f"{event.when.start:%Y-%m-%d}" == "2024-05-12"


def test_new_says_what_a_crawl_still_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", SENTENCE, "--folder", tmp_path / "x") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "add seeds (pages to start from) and fetch.contact (your mail or web address)" in text


def progress(state: State, reason: str, waiting: int = 0, cause: Reason | None = None) -> Progress:
    totals = Totals(0, 0, 0)
    return Progress(state, reason, totals, 1.0, 0.0, 0.0, waiting, 0, 0, 0, (), None, cause=cause)


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (
            progress(State.STARVED, "no page could be fetched: failed, dns", cause=Reason.DNS),
            "No page could be fetched: the server start.example was not found. Is this computer online?",
        ),
        (
            progress(State.OUT_OF_BUDGET, "10 pages fetched", waiting=7),
            "7 links wait; to go on, raise budget.pages in flood/event.toml, then run the same command",
        ),
        (progress(State.STOPPED, "interrupted", waiting=7), "the same command goes on with them"),
    ],
)
def test_an_ending_says_what_happened_and_what_to_do(ending: Progress, expected: str) -> None:
    assert expected in "\n".join(ending_lines(ending, (SEED,), Path("flood")))


def test_every_archive_file_says_who_made_it_and_for_what(tmp_path: Path) -> None:
    with hostile({"/start": story(FLOOD)}) as server:
        folder = write(tmp_path, server.port, SEED)
        assert run("crawl", folder) == 0
    (path,) = (folder / "archive").glob("*.warc.gz")
    first = gzip.decompress(path.read_bytes()).split(b"WARC/1.1")[1].decode()
    facts = dict(line.split(": ", 1) for line in first.splitlines() if ": " in line)
    assert facts["operator"] == "test@tidings.example"
    assert facts["http-header-user-agent"].endswith("(+test@tidings.example)")
    assert facts["robots"] == "classic"
    assert facts["isPartOf"] == "Riverton flood"
    assert json.loads(facts["event-file"]) == (folder / "event.toml").read_text(encoding="utf-8")


def test_the_next_report_of_a_series_is_kept_and_why_names_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    urls = [address(f"/report-{number}") for number in (1, 2, 3)]
    pages = {"/start": story(FLOOD, *urls)}
    for number in (1, 2, 3):
        body = report(number).replace("\n", "</p><p>")
        pages[f"/report-{number}"] = f"<html><body><p>{body}</p></body></html>".encode()
    with hostile(pages) as server:
        folder = write(tmp_path, server.port, SEED)
        assert run("crawl", folder) == 0
    assert {name: outcomes(folder)[name] for name in ("report-1", "report-2", "report-3")} == {
        "report-1": "kept", "report-2": "kept", "report-3": "kept",
    }  # fmt: skip
    capsys.readouterr()
    assert run("why", folder, urls[2]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"much of its text is also on {urls[1]} (kept too;" in shown
    assert run("why", folder, urls[2], "--json") == 0
    versions = json.loads(capsys.readouterr().out)["versions"]
    assert {version["url"] for version in versions} <= set(urls[:2])


def test_names_are_not_cut_within_a_word() -> None:
    name = "Floods in the north of the country and what the ministries knew about them"
    assert slug(name) == "floods-in-the-north-of-the-country-and-what-the-ministries"
    assert len(slug("x" * 80)) == 60


@pytest.mark.parametrize(
    "text",
    ["Praying for Boulder tonight!! #boulderflood", "RT @user: wow omg", "Typhoon Pablo PH update", "Flood pics"],
)  # fmt: skip
def test_short_texts_are_in_usual_languages(text: str) -> None:
    assert detect(text) in ("en", "tl", "")


def test_a_server_that_cannot_be_found_is_not_said_to_refuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, 1, "http://nowhere.invalid/")
    assert run("crawl", folder) == 3
    text = " ".join(capsys.readouterr().out.split())
    assert "the server nowhere.invalid was not found. Is this computer online?" in text


def test_errors_of_the_system_name_the_file_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, 1, SEED)
    assert run("status", folder) == 1
    assert "only an event file; run tidings crawl" in " ".join(capsys.readouterr().err.split())
    with hostile(START) as server:
        assert run("crawl", write(tmp_path, server.port, SEED)) == 0
    capsys.readouterr()
    missing = tmp_path / "missing" / "kept.csv"
    assert run("export", folder, "-o", missing) == 1
    error = capsys.readouterr().err.replace("\n", "")
    assert error == f"tidings: {missing}: No such file or directory"
