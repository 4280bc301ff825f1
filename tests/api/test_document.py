"""The OpenAPI document: what it promises holds for any request, valid or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from schemathesis.core.failures import Failure, FailureGroup

from tests.api.conftest import PAGES
from tests.collection.stored_pages import Shelf
from tidings.api.app import ServerSettings, make_app

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
DOCUMENT = "/api/v1/openapi.json"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the schema of a server with one collection, whose rate is not limited."""
    home = tmp_path_factory.mktemp("home")
    Shelf(home / "flood").save(*PAGES)
    app = make_app(ServerSettings(folders=[home], hosts=("testserver",), requests_per_second=1e6))
    app.state.open_web = _no_web
    document = schemathesis.openapi.from_asgi(DOCUMENT, app)
    return document.exclude(path_regex="/events$")


def _no_web(contact: str) -> Any:
    raise ValueError("these tests go nowhere")


BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_every_answer_is_as_documented(served: Any) -> None:
    failures: dict[str, str] = {}
    operations = [result.ok() for result in served.get_all_operations()]
    assert len(operations) > 40
    for operation in operations:
        for mode in GenerationMode:
            try:
                _attack(operation, mode)
            except Unsatisfiable:  # nothing is invalid for some operations
                continue
            except (Failure, FailureGroup) as error:
                failures[f"{operation.label} {mode}"] = str(getattr(error, "exceptions", error))
    assert failures == {}


def _attack(operation: Any, mode: GenerationMode) -> None:
    """Send valid or invalid requests, many of them to the collection that exists."""

    @BOUNDED
    @given(case=operation.as_strategy(generation_mode=mode), known=booleans())
    def attack(case: schemathesis.Case, known: bool) -> None:
        if known and "collection" in case.path_parameters:
            case.path_parameters["collection"] = "flood"
        case.call_and_validate(checks=CHECKS, timeout=120)

    attack()


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
