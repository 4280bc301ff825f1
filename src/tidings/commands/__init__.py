"""The table of commands: name, one line of help, and the function that describes its arguments.

Nothing is imported here, so that ``tidings --help`` is quick; ``cli`` loads the command that is used.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One command, or a group of commands."""

    name: str
    """As it is typed; a command of a group has the group's name before its own."""
    text: str
    """What it does, for the help."""
    describe: str = ""
    """``module:function``, which adds the arguments and sets ``run``; empty for a group."""
    intermixed: bool = False
    """Whether options may stand between its arguments."""


COMMANDS = (
    Command("new", "write an event file to start from", "tidings.commands.new:describe"),
    Command(
        "crawl", "collect an event, or resume collecting it", "tidings.commands.crawl:describe"
    ),
    Command(
        "extract",
        "collect an event out of existing web archives",
        "tidings.commands.extract:describe",
    ),
    Command(
        "pause",
        "pause a running crawl until `tidings continue`",
        "tidings.commands.control:describe",
    ),
    Command("continue", "resume a paused crawl", "tidings.commands.control:describe"),
    Command("stop", "stop a running crawl cleanly", "tidings.commands.control:describe"),
    Command("why", "explain what happened to a URL", "tidings.commands.why:describe"),
    Command(
        "search",
        "find pages of one collection or several, with facets",
        "tidings.commands.search:describe",
        intermixed=True,
    ),
    Command("export", "write a collection for other programs", "tidings.commands.export:describe"),
    Command(
        "demo", "try everything on a generated news web, offline", "tidings.commands.demo:describe"
    ),
    Command("status", "show the state of a collection", "tidings.commands.status:describe"),
    Command(
        "judge",
        "say which pages are about the event; the collection learns from it",
        "tidings.commands.judge:describe",
    ),
    Command("sources", "keep what collections learned about hosts, by type of event"),
    Command(
        "sources learn",
        "add the hosts of a collection to a file of sources",
        "tidings.commands.sources:describe_learn",
    ),
    Command(
        "sources show",
        "print the hosts in a file of sources, the best first",
        "tidings.commands.sources:describe_show",
    ),
    Command(
        "terms",
        "find the terms of a genre in example pages",
        "tidings.commands.learning.terms:describe",
    ),
    Command("train", "learn from labelled texts"),
    Command(
        "train types",
        "learn to recognise types of crises, or any other types",
        "tidings.commands.learning.train:describe_types",
    ),
    Command(
        "tune",
        "find the best weights and threshold for labelled pages",
        "tidings.commands.learning.tune:describe",
    ),
    Command("lab", "compare strategies on recorded and generated webs"),
    Command(
        "lab run",
        "crawl a web with several strategies and write a report",
        "tidings.lab.commands:describe_run",
    ),
    Command(
        "lab recipe",
        "repeat an experiment of a paper on generated webs",
        "tidings.lab.commands:describe_recipe",
    ),
)
