"""Page models trained before a crawl: from tables, folders and judgements; tried on other collections."""

from __future__ import annotations

import json
import random
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.cli import main
from tidings.collection.folder import judgements_path
from tidings.collection.models.page_model import start_model
from tidings.errors import CollectionError, EventFileError, TidingsError
from tidings.feedback.labels import LabelColumns, LabelledPage, read_labels, sampled_negatives
from tidings.feedback.training import logits_of, quality, train, try_on
from tidings.learn.page_model import base_of
from tidings.learn.page_words import terms_of
from tidings.learn.trained import TRAINED, Trained, read_trained, write_trained
from tidings.model import Outcome, Page, Score
from tidings.settings import RelevanceSettings
from tidings.store.sqlite.judgements import SqliteJudgements

COLUMNS = LabelColumns()
RELEVANT = [
    "river",
    "burst",
    "dam",
    "rescue",
    "water",
    "flood",
    "town",
    "evacuated",
    "levee",
    "rain",
]
OTHER = [
    "match",
    "goal",
    "league",
    "coach",
    "season",
    "striker",
    "team",
    "stadium",
    "referee",
    "club",
]


def text(rng: random.Random, relevant: bool) -> str:
    return " ".join(
        rng.choices(RELEVANT if relevant else OTHER, k=6) + rng.choices(RELEVANT + OTHER, k=4)
    )


def examples(count: int, seed: int = 1) -> list[dict[str, str]]:
    rng = random.Random(seed)
    rows = []
    for number in range(count):
        relevant = number % 2 == 0
        rows.append(
            {
                "text": text(rng, relevant),
                "label": "yes" if relevant else "no",
                "event": f"e{number % 6}",
            }
        )
    return rows


def write_json(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def write_csv(path: Path, rows: list[dict[str, str]]) -> Path:
    lines = [",".join(rows[0])] + [",".join(row.values()) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_xlsx(path: Path, rows: list[dict[str, str]]) -> Path:
    """Write a workbook with shared texts, as spreadsheet programs do, and labels inside their cells."""
    texts = [*rows[0], *(row["text"] for row in rows)]
    shared = "".join(f"<si><r><t>{each[:3]}</t></r><r><t>{each[3:]}</t></r></si>" for each in texts)
    names = "".join(f'<c r="{letter}1" t="s"><v>{n}</v></c>' for n, letter in enumerate("ABC"))
    cells = "".join(
        f'<row r="{n + 2}"><c r="A{n + 2}" t="s"><v>{n + 3}</v></c>'
        f'<c r="B{n + 2}" t="inlineStr"><is><t>{row["label"]}</t></is></c></row>'
        for n, row in enumerate(rows)
    )
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/sharedStrings.xml", f"<sst>{shared}</sst>")
        sheet = f'<worksheet><sheetData><row r="1">{names}</row>{cells}</sheetData></worksheet>'
        book.writestr("xl/worksheets/sheet1.xml", sheet)
    return path


WRITERS = {"labels.jsonl": write_json, "labels.csv": write_csv, "labels.xlsx": write_xlsx}


@pytest.mark.parametrize("name", WRITERS)
def test_every_table_gives_the_same_labels(tmp_path: Path, name: str) -> None:
    rows = examples(30)
    pages = read_labels(WRITERS[name](tmp_path / name, rows), COLUMNS)
    assert [page.relevant for page in pages] == [row["label"] == "yes" for row in rows]
    assert pages[0].terms == terms_of(Page("", text=rows[0]["text"], language="en"))


def test_two_folders_are_labels(tmp_path: Path) -> None:
    for folder, words in (("relevant", "the river burst"), ("not", "a goal")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(words, encoding="utf-8")
        (tmp_path / folder / "b.html").write_text(f"<p>{words}</p>", encoding="utf-8")
    pages = read_labels(tmp_path, COLUMNS)
    assert [page.relevant for page in pages] == [True, True, False, False]


def stored(number: int, relevant: bool, **more: object) -> StoredPage:
    words = text(random.Random(number), relevant)
    url = f"http://site{number % 3}.example/{'flood' if relevant else 'news'}/{number}"
    outcome = Outcome.KEPT if relevant else Outcome.REJECTED
    return replace(StoredPage(url, words, score=0.5, outcome=outcome), **more)  # type: ignore[arg-type]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "collection"
    Shelf(folder).save(*(stored(number, number % 2 == 0) for number in range(40)))
    return folder


def judge(folder: Path, count: int) -> None:
    store = SqliteJudgements(judgements_path(folder))
    judged = [(stored(n, n % 2 == 0).url, n % 2 == 0, "") for n in range(count)]
    numbers = store.record(judged, datetime.now(UTC))
    store.add_revision("some", numbers, b"", {}, datetime.now(UTC))
    store.close()


def test_the_judgements_of_a_collection_are_labels(collection: Path) -> None:
    with pytest.raises(CollectionError, match="no judgements"):
        read_labels(collection, COLUMNS)
    judge(collection, 24)
    pages = read_labels(collection, COLUMNS)
    assert [page.relevant for page in pages] == [n % 2 == 0 for n in range(24)]


def test_urls_are_looked_up_in_collections_or_fetched(tmp_path: Path, collection: Path) -> None:
    rows = [{"url": stored(0, True).url, "label": "1"}, {"url": "http://x.example/", "label": "0"}]
    table = write_json(tmp_path / "urls.jsonl", rows)
    fetched = Page("http://x.example/", text="a goal", language="en")
    pages = read_labels(table, COLUMNS, [collection], lambda url: fetched)
    assert pages[1].terms == terms_of(fetched)
    with pytest.raises(TidingsError, match=r"line 2: found neither a text .* --pages FOLDER"):
        read_labels(table, COLUMNS, [collection])


def test_negatives_are_sampled_near_the_seeds_without_words_of_crises(collection: Path) -> None:
    positives = [LabelledPage(b"", True, url=stored(n, True).url) for n in (0, 6, 12)]
    sampled = sampled_negatives(positives, collection)
    assert len(sampled) == 3
    for page in sampled:
        assert not page.relevant
        assert "/news/" in page.url
        assert page.url.startswith("http://site0.example/")


@pytest.mark.parametrize(
    ("content", "columns", "message"),
    [
        (
            '{"text": "a", "label": "maybe"}',
            COLUMNS,
            r"line 1: found label 'maybe'; allowed: relevant",
        ),
        (
            '{"text": "a"}',
            COLUMNS,
            "line 1: found no label in column 'label'; the columns are: text",
        ),
        ('{"text": "", "label": "1"}', COLUMNS, "line 1: found neither a text"),
        ("[1]", COLUMNS, "line 1: found no object"),
        ("{", COLUMNS, "line 1: not JSON"),
    ],
)
def test_a_wrong_row_is_named(
    tmp_path: Path, content: str, columns: LabelColumns, message: str
) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(TidingsError, match=message):
        read_labels(path, columns)


HOSTILE_BOOKS = {
    "no zip": b"PK nonsense",
    "no sheet": {"xl/other.xml": "<a/>"},
    "no xml": {"xl/worksheets/sheet1.xml": "<row"},
    "entities": {"xl/worksheets/sheet1.xml": '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'},
    "a text that is not there": {
        "xl/worksheets/sheet1.xml": '<s><row r="1"><c r="A1" t="s"><v>7</v></c></row></s>'
    },
}


@pytest.mark.parametrize("book", HOSTILE_BOOKS.values(), ids=HOSTILE_BOOKS)
def test_a_broken_workbook_is_named(tmp_path: Path, book: bytes | dict[str, str]) -> None:
    path = tmp_path / "labels.xlsx"
    if isinstance(book, bytes):
        path.write_bytes(book)
    else:
        with zipfile.ZipFile(path, "w") as made:
            for name, content in book.items():
                made.writestr(name, content)
    with pytest.raises(TidingsError, match="not an XLSX workbook"):
        read_labels(path, COLUMNS)


def test_labels_may_have_other_names(tmp_path: Path) -> None:
    rows = [{"tweet": "a", "kind": kind} for kind in ("on topic", "off topic", "unsure")]
    columns = LabelColumns("tweet", "kind", "", ("on topic",), ("unsure",))
    pages = read_labels(write_json(tmp_path / "x.jsonl", rows), columns)
    assert [page.relevant for page in pages] == [True, False]


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> list[LabelledPage]:
    path = write_json(tmp_path_factory.mktemp("labels") / "x.jsonl", examples(200))
    return read_labels(path, LabelColumns(group="event"))


def test_a_model_finds_what_it_was_not_trained_on(labelled: list[LabelledPage]) -> None:
    trained = train(labelled)
    assert trained.quality.f1 > 0.9
    assert trained.quality.error < 0.2
    other = [
        LabelledPage(
            terms_of(Page("", text=text(random.Random(n), n % 2 == 0), language="en")), n % 2 == 0
        )
        for n in range(1000, 1100)
    ]
    assert quality(logits_of(trained.model, other), [page.relevant for page in other]).f1 > 0.9


def test_a_group_is_tested_by_a_model_that_saw_none_of_it() -> None:
    # within a group, one word says everything; in other groups it says nothing
    pages = [
        LabelledPage(
            terms_of(Page("", text=f"{'yes' if n % 2 else 'no'}word{n % 7}", language="en")),
            bool(n % 2),
            f"g{n % 7}",
        )
        for n in range(140)
    ]
    assert train(pages).quality.f1 < 0.75
    alone = train([page._replace(group="") for page in pages])
    assert alone.quality.f1 == 1.0


def test_too_few_labels_are_refused(labelled: list[LabelledPage]) -> None:
    with pytest.raises(TidingsError, match="found 9 relevant pages and 8 others; allowed: 10"):
        train(labelled[:17])


class Constant:
    """A measure that gives every page the same score."""

    def score(self, page: Page) -> Score:
        return Score(0.3, {"topic": 0.3})


def test_a_measure_starts_from_a_trained_model(labelled: list[LabelledPage]) -> None:
    measure = Trained(Constant(), train(labelled).model, 0.3)
    good, bad = (
        measure.score(Page("http://a.example/", text=words, language="en"))
        for words in ("the river burst the dam", "a goal by the striker")
    )
    assert good.value > 0.3 > bad.value
    assert good.parts["topic"] == 0.3
    assert good.parts[TRAINED] > 0.5 > bad.parts[TRAINED]
    assert any(each.aspect == TRAINED and each.amount > 0 for each in good.evidence)
    assert base_of(good) == good.value  # judgements learn on top of it


def test_a_model_comes_back_from_its_file(tmp_path: Path, labelled: list[LabelledPage]) -> None:
    model = train(labelled).model
    write_trained(tmp_path / "models" / "a.model", model)
    again = start_model(RelevanceSettings(start_model="models/a.model"), tmp_path)
    assert again
    assert np.array_equal(again.weights, model.weights)
    assert start_model(RelevanceSettings(), tmp_path) is None
    (tmp_path / "bad.model").write_bytes(b"rubbish")
    for name in ("bad.model", "missing.model"):
        with pytest.raises(EventFileError, match=r"relevance\.start_model: cannot read"):
            start_model(RelevanceSettings(start_model=name), tmp_path)


def test_a_model_is_tried_on_another_collection(
    collection: Path, labelled: list[LabelledPage]
) -> None:
    judge(collection, 20)
    trial = try_on(train(labelled).model, collection)
    assert trial.pages == 40
    assert trial.before
    assert trial.after
    assert trial.after.f1 > 0.9 >= trial.before.f1
    assert trial.kept + trial.rejected > 0


def test_the_command_trains_tests_and_tries(
    tmp_path: Path, collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels, others = (write_json(tmp_path / f"{n}.jsonl", examples(80, n)) for n in (1, 2))
    model = tmp_path / "out.model"
    arguments = ["train", "relevance", str(labels), "--group", "event", "-o", str(model)]
    assert main([*arguments, "--test", str(others), "--try", str(collection)]) == 0
    out = capsys.readouterr().out
    assert "cross-validated" in out
    assert "on 2.jsonl" in out
    assert "40 pages:" in out
    assert "no page is judged there" in out
    assert read_trained(model).shift
    assert main(["train", "relevance", str(model), "--try", str(collection)]) == 0
    assert main(["train", "relevance", str(model)]) == 1


def test_the_command_samples_negatives(
    tmp_path: Path, collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"url": stored(n, True).url, "label": "relevant"} for n in range(0, 40, 2)]
    labels = write_json(tmp_path / "urls.jsonl", rows)
    out = ["-o", str(tmp_path / "out.model")]
    assert main(["train", "relevance", str(labels), "--pages", str(collection), *out]) == 0
    assert f"took 20 other pages of {collection} as not relevant" in capsys.readouterr().out
