"""Types to JSON and back, and the published JSON schema of an answer.

pydantic reads the frozen dataclasses as they are, so that the schema can never drift from the types.
It is imported on first use: a program that only asks for an answer object does not pay for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from weigh.errors import BadInput

T = TypeVar("T")


_adapters: dict[type[Any], Any] = {}


def _adapter(kind: type[Any]) -> Any:
    """The reader and writer of a type, made once: that costs milliseconds."""
    from pydantic import TypeAdapter

    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def to_dict(value: Any) -> dict[str, Any]:
    """Any of the types as plain JSON data."""
    result: dict[str, Any] = _adapter(type(value)).dump_python(value, mode="json")
    return result


def from_dict(kind: type[T], data: Mapping[str, Any]) -> T:
    """The inverse of `to_dict`."""
    from pydantic import ValidationError

    try:
        result: T = _adapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise BadInput(
            f"This is no {kind.__name__} as JSON: {where}: {first['msg']} ({error.error_count()} problems in all). "
            "Expected what to_dict() gives; see docs/reference/answer.schema.json."
        ) from None
    return result


def json_schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of one of the types, as `to_dict` writes it."""
    schema: dict[str, Any] = _adapter(kind).json_schema(mode="serialization")
    return schema
