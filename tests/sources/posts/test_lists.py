"""Seeds out of reference pages and results of a search engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.cli import main
from tidings.errors import TidingsError
from tidings.sources.posts.lists import is_list, listed

RESULTS = """<html><body><main><p>
<a href="https://www.google.com/url?q=https://news.example/flood&sa=U">The flood in Harwick</a>
<a href="https://www.google.com/preferences">Settings</a>
<a href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fother.example%2Fdam">The dam</a>
<a href="https://plain.example/flood">Plain</a></p></main></body></html>"""


def test_results_are_found_behind_the_redirects_of_their_engine(tmp_path: Path) -> None:
    path = tmp_path / "results.html"
    path.write_text(RESULTS.replace('"//', '"https://'), "utf-8")
    assert [post.links[0] for post in listed(path)] == [
        "https://news.example/flood",
        "https://other.example/dam",
        "https://plain.example/flood",
    ]


def test_a_pasted_list_becomes_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "results.txt", tmp_path / "seeds.txt"
    path.write_text(
        "1. Flood http://a.example/flood\nhttp://a.example/flood-2 and https://b.example/x, too",
        "utf-8",
    )
    assert main(["seeds", str(path), "--out", str(out)]) == 0
    assert out.read_text("utf-8").split() == ["http://a.example/flood", "https://b.example/x"]
    assert "sources" in capsys.readouterr().out


def test_what_is_no_list_is_named(tmp_path: Path) -> None:
    assert is_list(Path("a.HTML"))
    assert not is_list(Path("a.jsonl"))
    with pytest.raises(TidingsError, match="no such file"):
        list(listed(tmp_path / "nowhere.txt"))
