"""The OpenAPI document: what it promises holds for any request, valid or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import PAGES
from tests.collection.stored_pages import Shelf
from tidings.api.app import ServerSettings, make_app

DOCUMENT = "/api/v1/openapi.json"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the schema of a server with one collection, whose rate is not limited."""
    from tests.api.attacking import documented  # here, as it takes seconds to load

    home = tmp_path_factory.mktemp("home")
    Shelf(home / "flood").save(*PAGES)
    app = make_app(ServerSettings(folders=[home], hosts=("testserver",), requests_per_second=1e6))
    app.state.open_web = _no_web
    return documented(DOCUMENT, app)


def _no_web(contact: str) -> Any:
    raise ValueError("these tests go nowhere")


def test_every_answer_is_as_documented(served: Any) -> None:
    from tests.api.attacking import failures

    operations = [result.ok() for result in served.get_all_operations()]
    assert len(operations) > 40
    assert dict(failure for one in operations for failure in failures(one)) == {}


def test_every_operation_has_a_name_of_its_own(tmp_path: Path) -> None:
    document = make_app(ServerSettings(folders=[tmp_path])).openapi()
    assert document["openapi"].startswith("3.1")
    names = [
        operation["operationId"]
        for path in document["paths"].values()
        for operation in path.values()
    ]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert len(names) > 40
