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
    Command("new", "write an event file to start from", "tidings.commands.crawling.new:describe"),
    Command(
        "seeds",
        "find seeds in the links of posts and pages",
        "tidings.commands.crawling.seeds:describe",
    ),
    Command(
        "streams",
        "show and change what a crawl listens for, with proposals",
        "tidings.commands.crawling.streams:describe",
    ),
    Command(
        "crawl",
        "collect an event, or resume collecting it",
        "tidings.commands.crawling.crawl:describe",
    ),
    Command(
        "recrawl",
        "visit the pages of a collection again, once",
        "tidings.commands.crawling.recrawl:describe",
    ),
    Command(
        "extract",
        "collect an event out of existing web archives",
        "tidings.commands.crawling.extract:describe",
    ),
    Command(
        "cdx",
        "turn CDX and CDXJ indexes into one sorted Parquet file",
        "tidings.commands.crawling.cdx:describe",
    ),
    Command(
        "rejudge",
        "judge the stored pages again by a corrected event file",
        "tidings.commands.crawling.rejudge:describe",
    ),
    Command(
        "patch",
        "fetch what kept pages need to be shown and the archive lacks",
        "tidings.commands.crawling.patch:describe",
    ),
    Command(
        "move",
        "move a collection into a PostgreSQL database, or back into a file",
        "tidings.commands.crawling.move:describe",
    ),
    Command(
        "pause",
        "pause a running crawl until `tidings continue`",
        "tidings.commands.crawling.control:describe",
    ),
    Command("continue", "resume a paused crawl", "tidings.commands.crawling.control:describe"),
    Command("stop", "stop a running crawl cleanly", "tidings.commands.crawling.control:describe"),
    Command("why", "explain what happened to a URL", "tidings.commands.reading.why:describe"),
    Command(
        "search",
        "find pages of one collection or several, with facets",
        "tidings.commands.reading.search:describe",
        intermixed=True,
    ),
    Command(
        "summary",
        "say what happened in sentences quoted from independent sources",
        "tidings.commands.reading.summary:describe",
    ),
    Command(
        "replay",
        "show archived pages with their scripts, by pywb",
        "tidings.commands.serving.replay:describe",
    ),
    Command(
        "export",
        "write a collection for other programs",
        "tidings.commands.reading.export:describe",
    ),
    Command(
        "serve",
        "serve the desk and the API for collections",
        "tidings.commands.serving.serve:describe",
    ),
    Command("users", "say who may use a server that others can reach"),
    Command(
        "users add",
        "add a user, or give one another role and password",
        "tidings.commands.serving.users:describe_add",
    ),
    Command(
        "users token",
        "make a token for a program",
        "tidings.commands.serving.users:describe_token",
    ),
    Command("users list", "list users and tokens", "tidings.commands.serving.users:describe_list"),
    Command(
        "users remove",
        "remove a user or a token",
        "tidings.commands.serving.users:describe_remove",
    ),
    Command(
        "demo", "try everything on a generated news web, offline", "tidings.commands.demo:describe"
    ),
    Command("status", "show the state of a collection", "tidings.commands.reading.status:describe"),
    Command(
        "check",
        "name what has fallen silent; the exit code is 6 if anything has",
        "tidings.commands.reading.check:describe",
    ),
    Command(
        "digest",
        "say what is new, as Markdown, HTML or a feed",
        "tidings.commands.reading.digest:describe",
    ),
    Command(
        "hubs",
        "list the pages that link to most recent kept pages",
        "tidings.commands.reading.hubs:describe",
    ),
    Command(
        "judge",
        "say which pages are about the event; the collection learns from it",
        "tidings.commands.judge:describe",
    ),
    Command("fields", "keep your own notes about pages"),
    Command(
        "fields import",
        "set own fields and tags of pages from a CSV file",
        "tidings.commands.fields:describe_import",
    ),
    Command("sources", "keep what collections learned about hosts, by type of event"),
    Command(
        "sources learn",
        "add the hosts of a collection to a file of sources",
        "tidings.commands.crawling.sources:describe_learn",
    ),
    Command(
        "sources show",
        "print the hosts in a file of sources, the best first",
        "tidings.commands.crawling.sources:describe_show",
    ),
    Command(
        "terms",
        "find the terms of a genre in example pages",
        "tidings.commands.learning.terms:describe",
    ),
    Command("train", "learn from labelled texts"),
    Command(
        "train relevance",
        "learn which pages are relevant, for a crawl to start from",
        "tidings.commands.learning.relevance:describe",
    ),
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
    Command(
        "lab serve",
        "serve a generated news web to practise on, offline",
        "tidings.lab.commands:describe_serve",
    ),
    Command(
        "completion",
        "print a script that completes commands and options in a shell",
        "tidings.commands.completion:describe",
    ),
)
