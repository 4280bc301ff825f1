"""The documentation is complete and up to date: every command, setting, measure, policy and source is in it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tidings.event.keys import KEYS
from tidings.lab.bench.strategies import STRATEGIES
from tidings.relevance import MEASURES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def _generate():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_generated_documents_are_up_to_date() -> None:
    for path, content in _generate().generated().items():
        assert path.read_text(encoding="utf-8") == content, f"{path.name} is old: run make docs"


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.dotted)
def test_every_setting_is_documented(key) -> None:
    assert re.search(rf"\b{re.escape(key.name)}\b", _text("docs/event-file.md"))


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_is_documented(name: str) -> None:
    assert f"## `{name}`" in _text("docs/relevance.md")


@pytest.mark.parametrize("name", next(key for key in KEYS if key.dotted == "order.policy").choices)
def test_every_policy_is_documented(name: str) -> None:
    assert f"`{name}`" in _text("docs/relevance.md")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src/tidings/sources").glob("[a-z]*.py")), ids=lambda path: path.stem
)
def test_every_source_is_in_the_architecture(path: Path) -> None:
    assert f"`{path.stem}`" in _text("docs/architecture.md")


def test_the_architecture_names_only_modules_that_exist() -> None:
    for name in re.findall(r"`(?!tests)((?:\w+/)*\w+\.py)`", _text("docs/architecture.md")):
        assert list((ROOT / "src/tidings").rglob(name)), name


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "src/tidings").glob("[a-z]*/__init__.py")),
    ids=lambda path: path.parent.name,
)
def test_every_package_is_in_the_architecture(path: Path) -> None:
    assert f"`{path.parent.name}/`" in _text("docs/architecture.md")


def test_every_strategy_of_the_lab_is_documented() -> None:
    for name in STRATEGIES:
        assert name in _text("docs/lab.md")


def test_the_tests_that_work_the_formulas_of_papers_by_hand_exist() -> None:
    text = _text("docs/papers.md")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(named) > 40
    for path, name in named:
        assert re.search(rf"\bdef {name}\(", _text(path)), f"{path} has no {name}"
    for module in re.findall(r"`(?!tests)((?:\w+/)+\w+\.py)`", text):
        assert (ROOT / "src/tidings" / module).exists(), module


@pytest.mark.parametrize(
    "path", ["README.md", *(f"docs/{path.name}" for path in sorted(DOCS.glob("*.md")))]
)
def test_links_between_documents_lead_somewhere(path: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", _text(path)):
        assert ((ROOT / path).parent / target).exists(), f"{path} -> {target}"
