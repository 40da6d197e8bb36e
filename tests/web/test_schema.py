"""schemathesis over the whole OpenAPI document, compatible adapters included: no 5xx, no answer outside its schema."""

from __future__ import annotations

from dataclasses import replace

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, settings
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

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


@pytest.fixture(scope="session")
def api(machine: Weigh, store: Store, base_settings: Settings):  # type: ignore[no-untyped-def]
    app = create_app(machine, store, replace(base_settings, compat_writes=True, admin_token="t"))
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_no_request_breaks_the_server_or_the_schema(case) -> None:  # type: ignore[no-untyped-def]
    case.call_and_validate(checks=CHECKS)


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
