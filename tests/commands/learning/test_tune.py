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


def test_texts_are_not_scored_without_a_contact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = tmp_path / "flood.toml"
    event.write_text(EVENT.format(threshold=0.5, contact=""))
    assert main(["tune", str(event), "--labels", str(labelled(tmp_path))]) == 1
    assert "fetch.contact: found nothing; allowed" in capsys.readouterr().err
