"""The rules of the house, kept by machine: who may import whom, who may touch what, how long things are."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tidings"
MODULES = sorted(SOURCE.rglob("*.py"))

LAYERS = [
    {"model"},
    {"settings", "errors", "odds", "urls"},
    {"ports", "disk", "documents"},
    {"read"},
    {"learn"},
    {"event", "relevance", "frontier", "index", "store", "web"},
    {"archive"},
    {"sources"},
    {"collection"},
    {"crawl"},
    {"feedback"},
    {"job"},
    {"lab"},
    {"api"},
    {"desk"},
    {"commands"},
    {"cli"},
]
"""A module imports only from layers below its own, or from its own package."""

LONG_FUNCTION = 60
LONG_FILE = 400
LONG_LINE = 120
"""Columns."""
LONG_SENTENCE = 28
"""Words."""
MOST_IN_THE_HALL = 10
MOST_SIBLINGS = 15

TABLES = (
    "event/keys.py", "event/template.py", "lab/web/markup.py", "lab/web/phrases/",
    "lab/web/places.py", "lab/web/sites.py", "learn/genres/", "learn/types/vocabulary.py", "read/about/hosts.py", "read/about/numbers/number_words.py",
    "read/about/numbers/triggers.py", "read/about/sections.py", "read/dates/month_names.py",
    "read/dates/shown.py", "read/html/parse.py", "read/html/taming.py", "read/names/tables.py",
    "read/places/people.py", "read/places/tables.py", "read/words/stopwords.py", "settings/",
)  # fmt: skip
"""Files with lists of words or texts, whose lines may be long."""
OPENERS = {"collection/collection.py", "collection/folder.py", "collection/shared/moving.py"}
"""Files that open or move the databases of a collection."""
LOCAL_PROTOCOLS = {
    "archive/files/members.py: Decoder", "archive/files/window.py: Hash", "archive/remote/__init__.py: Lists",
    "commands/terminal/view.py: View", "lab/bench/task_webs.py: TaskWeb", "lab/serving/in_process.py: Servers",
    "read/places/recognise.py: Recogniser",
}  # fmt: skip
"""Protocols that only their own room implements and uses; all others are in ``ports/``."""
BANNED = re.compile(
    r"\b(tell|tells|told|so many|of late|anew|what of|what lies behind|that is to say|whoever"
    r"|(?:write|writes|written|writing) down|for (?:it is|it was|it has|they))\b",
    re.IGNORECASE,
)
"""Phrases of docstrings and comments that a native reader would have to translate."""


@cache
def _tree(path: Path) -> ast.Module:
    """Return a module as a tree; many rules look at each of them."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _layer(part: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if part in layer)


def _part(path: Path) -> str:
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "tidings":
                yield from (f"tidings.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _ids(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in MODULES
        if (path.name not in ("__main__.py",) and path.parent != SOURCE)
        or path.stem not in ("__init__", "__main__")
    ],
    ids=_ids,
)
def test_imports_point_downwards(path: Path) -> None:
    part = _part(path)
    for module in _imports(path):
        names = module.split(".")
        if names[0] != "tidings" or len(names) == 1 or names[1] in (part, "__version__"):
            continue
        assert _layer(names[1]) < _layer(part), f"{path} imports {module}"


def test_only_the_web_touches_the_network() -> None:
    allowed = {"web", "archive", "lab", "crawl"}
    # archives are asked over the wire, the lab serves on loopback, workers talk over a socket pair
    for path in MODULES:
        if _part(path) not in allowed:
            modules = set(_imports(path))
            assert not modules & {"aiohttp", "socket", "http.client", "urllib.request"}, path


def test_only_those_who_open_a_collection_name_its_database() -> None:
    """All others know the ports of the store, so that it can be exchanged."""
    for path in MODULES:
        if _part(path) != "store" and _ids(path) not in OPENERS:
            named = [each for each in _imports(path) if re.match(r"tidings\.store\..*sqlite", each)]
            assert not named, f"{path} imports {named}"


def test_only_the_command_line_prints() -> None:
    for path in MODULES:
        if _part(path) not in ("cli", "commands"):
            calls = [
                node
                for node in ast.walk(_tree(path))
                if isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "print"
            ]
            assert not calls, path


def test_files_are_replaced_atomically_in_one_place() -> None:
    """``path.replace(target)`` has one argument, ``text.replace`` two, ``moment.replace`` only keywords."""
    for path in MODULES:
        if path == SOURCE / "disk" / "writing.py":
            continue
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                on_os = isinstance(node.func.value, ast.Name) and node.func.value.id == "os"
                on_path = len(node.args) == 1 and not node.keywords
                renames = node.func.attr in ("replace", "rename", "renames") and (on_os or on_path)
                assert not renames, f"{path}:{node.lineno} renames by hand"


def test_every_module_says_what_it_is_for() -> None:
    for path in MODULES:
        content = path.read_text(encoding="utf-8")
        if content.strip():
            assert ast.get_docstring(_tree(path)), path


def test_functions_and_files_stay_small() -> None:
    too_long = []
    for path in MODULES:
        content = path.read_text(encoding="utf-8")
        if content.count("\n") > LONG_FILE:
            too_long.append(str(path))
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONG_FUNCTION:
                    too_long.append(f"{path}:{node.lineno} {node.name} has {lines} lines")
    assert not too_long


def test_there_is_no_attic() -> None:
    assert not [path for path in MODULES if re.search(r"utils?|helpers?|common|misc", path.stem)]


def test_the_hall_and_the_rooms_are_not_crowded() -> None:
    hall = [path for path in SOURCE.iterdir() if path.suffix == ".py"]
    assert len(hall) <= MOST_IN_THE_HALL
    for folder in (
        path for path in SOURCE.rglob("*") if path.is_dir() and path.name != "__pycache__"
    ):
        siblings = [path for path in folder.iterdir() if path.name != "__pycache__"]
        assert len(siblings) <= MOST_SIBLINGS, folder


def test_lines_are_short_but_in_tables() -> None:
    found = []
    for path in MODULES:
        if not _ids(path).startswith(TABLES):
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            found += [f"{path}:{number}" for number, line in lines if len(line) > LONG_LINE]
    assert not found


def _classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield path, node


def test_every_seam_is_in_one_room() -> None:
    protocols = {
        f"{_ids(path)}: {node.name}"
        for path, node in _classes()
        if any(re.match(r"Protocol\b", ast.unparse(base)) for base in node.bases)
    }
    assert {each for each in protocols if not each.startswith("ports/")} <= LOCAL_PROTOCOLS


def test_a_name_means_one_class() -> None:
    homes = defaultdict(list)
    for path, node in _classes():
        homes[node.name].append(_ids(path))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def _docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every string that stands alone, with its line: docstrings, and descriptions of constants and fields."""
    for node in ast.walk(_tree(path)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def _comments(path: Path) -> Iterator[tuple[int, str]]:
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def test_docstrings_and_comments_are_in_plain_words() -> None:
    found = []
    for path in MODULES:
        for line, text in (*_docstrings(path), *_comments(path)):
            found += [f"{path}:{line}: {word}" for word in BANNED.findall(text)]
    assert not found


def test_sentences_of_docstrings_are_short() -> None:
    found = []
    for path in MODULES:
        for line, text in _docstrings(path):
            found += [
                f"{path}:{line}: {each}"
                for each in _sentences(text)
                if len(each.split()) > LONG_SENTENCE
            ]
    assert not found


def _sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text):
        yield from re.split(r"(?<=[.!?])\s+(?=[A-Z`])", " ".join(paragraph.split()))
