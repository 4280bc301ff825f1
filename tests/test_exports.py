"""The public names: all there, each what it says, and cheap to import."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tidings


def test_all_public_names_are_exported() -> None:
    assert tidings.__all__ == sorted(tidings.__all__)
    assert {"__version__", *tidings._HOMES} == set(tidings.__all__)
    assert set(tidings.__all__) <= set(dir(tidings))


@pytest.mark.parametrize("name", tidings.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(tidings, name)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        tidings.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_of_it() -> None:
    code = (
        "import sys, tidings; print([name for name in sys.modules if name.startswith('tidings.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
