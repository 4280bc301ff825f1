from __future__ import annotations

from pathlib import Path

import pytest

from tidings.cli import main

EVENT = """\
name = "Flood"
seeds = ["http://a.example/"]

[what]
keywords = ["flood"]

[relevance]
measure = "topic"
threshold = {threshold}

[fetch]
contact = "{contact}"
"""
CONTACT = "test@tidings.example"


def labelled(folder: Path) -> Path:
    """Return a file of texts that are easy to tell apart."""
    rows = [f"relevant,The flood number {n} in the town" for n in range(5)]
    rows += [f"not,The match number {n} in the town" for n in range(5)]
    path = folder / "labels.csv"
    path.write_text("label,text\n" + "\n".join(rows))
    return path


@pytest.mark.parametrize(("threshold", "changed"), [(0.0, True), (0.9, False)])
def test_what_does_not_improve_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], threshold: float, changed: bool
) -> None:
    event, before = tmp_path / "flood.toml", EVENT.format(threshold=threshold, contact=CONTACT)
    event.write_text(before)
    assert main(["tune", str(event), "--labels", str(labelled(tmp_path))]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert ("F1 does not improve: threshold and weights are left as they are" in output) != changed
    assert (event.read_text() != before) == changed


WORDS = [f"{first}{second}um" for first in "bdfgklmnprstvz" for second in ("ar", "el")]
"""28 words that no stemmer knows."""


def test_the_numbers_of_words_are_tuned_for_pages_and_for_links_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The reference has the first word 29 times, the second 28 times and so on, so they are ranked as they stand here.
    # Good pages have a word of the second ten, which the ten strongest do not show. Links have one of the first five.
    (tmp_path / "reference.txt").write_text(
        " ".join(word for n, word in enumerate(WORDS) for _ in range(29 - n)), encoding="utf-8"
    )
    event = tmp_path / "flood.toml"
    event.write_text(
        EVENT.format(threshold=0.5, contact=CONTACT).replace(
            'keywords = ["flood"]', 'references = ["reference.txt"]'
        )
    )
    rows = [f"relevant,{WORDS[12]} sunshine {n},http://a.example/{n},{WORDS[1]}" for n in range(6)]
    rows += [f"not,moonlight sunshine {n},http://b.example/{n},{WORDS[20]}" for n in range(6)]
    labels = tmp_path / "labels.csv"
    labels.write_text("label,text,url,anchor\n" + "\n".join(rows))
    assert main(["tune", str(event), "--labels", str(labels)]) == 0
    written = event.read_text()
    assert "\nterms = 15\n" in written
    assert "link_terms" not in written  # links are told apart with any number of words
    assert "links, 5 words" in " ".join(capsys.readouterr().out.split())


def test_links_get_weights_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Four good links have the day and one of them the place; of four bad ones two have the place. All have the word.
    # Topic or place alone: keeping all 8 is best, F1 2 * 4 / (8 + 4) = 2/3. Date alone: 1. Weights 2/7, 2/7, 3/7.
    # Good without the place: 2/7 + 3/7 = .714, bad with it: 4/7 = .571, so all are right from .643 up.
    # As it was: .36 + .22 = .58 against .36 + .42 = .78; four right and two wrong at best.
    event = tmp_path / "flood.toml"
    event.write_text(
        EVENT.format(threshold=0.5, contact=CONTACT)
        .replace('measure = "topic"', 'measure = "event"')
        .replace(
            "[relevance]", '[where]\nplaces = ["Ghent"]\n[when]\nstart = 2016-03-22\n[relevance]'
        )
    )
    rows = []
    for n in range(4):
        good, bad = f"http://a.example/2016/03/22/{n}", f"http://a.example/2001/03/22/{n}"
        rows.append(f"relevant,The flood in Ghent {n},{good},A flood{' in Ghent' if n < 1 else ''}")
        rows.append(f"not,The flood in Paris {n},{bad},A flood{' in Ghent' if n < 2 else ''}")
    rows.append("relevant,The flood in Ghent,,")
    rows.append("not,The flood in Paris,,")
    labels = tmp_path / "labels.csv"
    labels.write_text("label,text,url,anchor\n" + "\n".join(rows))
    assert main(["tune", str(event), "--labels", str(labels)]) == 0
    written = event.read_text()
    for line in ("topic = 0.286", "place = 0.286", "date = 0.429"):
        assert f"\nlink_weight_{line}\n" in written
    assert "\nweight_" not in written  # pages were told apart before
    assert "links, 1 words 0.643 1.00 1.00 1.00" in " ".join(capsys.readouterr().out.split())


def test_texts_are_not_scored_without_a_contact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = tmp_path / "flood.toml"
    event.write_text(EVENT.format(threshold=0.5, contact=""))
    assert main(["tune", str(event), "--labels", str(labelled(tmp_path))]) == 1
    assert "fetch.contact: found nothing; allowed" in capsys.readouterr().err
