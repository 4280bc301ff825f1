"""A parser that says what is wrong in a sentence, what may be meant, and where to look."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

_OPTION = r"argument (?:.*/)?(\S+): "
_SAID = {
    _OPTION + "expected (?:one|at least one) argument": r"\1: found nothing; a value must follow",
    _OPTION + "invalid .* value: (.*)": r"\1: found \2, which cannot be read",
    _OPTION + "(.*)": r"\1: \2",
    "the following arguments are required: COMMAND": "a command is missing",
    "the following arguments are required: (.*)": r"\1: found nothing",
    r"ambiguous option: (\S+) could match (.*)": r"\1 may be any of \2",
}
"""What argparse says, and how it is said here."""
_REQUIRED = "the following arguments are required"


class PlainParser(argparse.ArgumentParser):
    """A parser that prints no usage for a mistake, which would hide what was wrong, but what may be meant."""

    _given: Sequence[str] = ()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; end the program with a sentence about those that are unknown."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.refuse(unknown)
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments, and remember them for what must be said about them."""
        self._given = sys.argv[1:] if args is None else args
        return super().parse_known_args(args, namespace)

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """End the program: nobody knows these arguments."""
        flags = [text.partition("=")[0] for text in unknown if text.startswith("-") and text != "-"]
        if not flags:
            self.error(f"found {unknown[0]}, which is one argument too many")
        self.error(f"there is no option {flags[0]}{_meant(flags[0], self._option_string_actions)}")

    def error(self, message: str) -> NoReturn:
        """End the program with a sentence about a mistake."""
        if message.startswith(_REQUIRED) and self._given:
            first = self._given[0].partition("=")[0]  # a wrong option before what is missing
            if first.startswith("--") and not self._get_option_tuples(first):
                message = f"there is no option {first}{_meant(first, self._option_string_actions)}"
        for pattern, told in _SAID.items():
            if said := re.fullmatch(pattern, message):
                message = said.expand(told)
                break
        sys.stderr.write(f"{self.prog}: {message}\n`{self.prog} --help` says what is allowed\n")
        self.exit(2)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        if isinstance(action.choices, dict):  # commands
            self.error(f"there is no command {value}{_meant(str(value), choices)}")
        allowed = f"found {value}; allowed: {', '.join(choices)}"
        raise argparse.ArgumentError(action, f"{allowed}{_meant(str(value), choices)}")


def _meant(text: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # needed for mistakes only

    near = get_close_matches(text, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""
