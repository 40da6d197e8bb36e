"""schemathesis over the whole OpenAPI document, compatible adapters included: no 5xx, no answer outside its schema."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from weigh import Weigh
from weigh.settings import Settings
from weigh.store import Store
from weigh.web.app import create_app

EXAMPLES = int(os.environ.get("WEIGH_TEST_EXAMPLES", "5"))
"""Per operation; more for a thorough run."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


OPERATIONS = [
    (path, verb)
    for path, verbs in create_app(None, None, Settings()).openapi()["paths"].items()  # type: ignore[arg-type]
    for verb in verbs
]


@pytest.fixture(scope="session")
def api(machine: Weigh, store: Store, base_settings: Settings) -> Any:
    app = create_app(machine, store, replace(base_settings, compat_writes=True, admin_token="t"))
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)


@pytest.mark.parametrize(("path", "verb"), OPERATIONS, ids=lambda value: value)
def test_no_request_breaks_the_server_or_the_schema(api: Any, path: str, verb: str) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=api[path][verb].as_strategy())
    def run(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    run()


def test_the_document_has_examples_and_one_error_shape_everywhere(client: TestClient) -> None:
    document = client.get("/api/v1/openapi.json").json()
    for path, methods in document["paths"].items():
        for verb, operation in methods.items():
            where = f"{verb} {path}"
            error = operation["responses"]["default"]["content"]
            assert error == {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}}, where
            assert operation["summary"], where
            assert operation["description"], where
            assert "422" not in operation["responses"], where
    body = document["paths"]["/api/v1/ask"]["post"]["requestBody"]["content"]["application/json"]
    assert body["examples"]
