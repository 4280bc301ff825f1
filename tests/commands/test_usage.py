"""Mistakes on the command line are named in a sentence, with what may be meant."""

from __future__ import annotations

import pytest

from tidings.cli import main


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("crwal flood", "tidings: there is no command crwal; did you mean crawl?"),
        ("lab rnu", "tidings lab: there is no command rnu; did you mean run?"),
        ("", "tidings: a command is missing"),
        ("--hlep", "tidings: there is no option --hlep; did you mean --help?"),
        ("crawl --plian flood", "tidings crawl: there is no option --plian; did you mean --plain?"),
        ("search flood x --lmit=3", "there is no option --lmit; did you mean --limit?"),
        ("why --figurs", "tidings why: there is no option --figurs; did you mean --figures?"),
        ("why", "tidings why: url: found nothing"),
        ("status one two", "tidings status: found two, which is one argument too many"),
        ("new x --contact", "--contact: found nothing; a value must follow"),
        ("serve --port a", "--port: found 'a', which cannot be read"),
        ("export -o a --sort socre", "--sort: found socre; allowed: discovery, priority, score, newest; did you mean score?"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_what_may_be_meant(
    typed: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    assert ended.value.code == 2
    first, second = capsys.readouterr().err.splitlines()
    assert told in first
    assert second.endswith("--help` says what is allowed")
