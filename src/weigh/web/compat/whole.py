"""Questions inside a path, whole. CAM 2.0's clients send `?` and `/` raw or percent-encoded; both must arrive.

A raw `?` begins the query for every HTTP parser, so the query is put back. A raw `?` at the very end leaves an empty
query, which a parser cannot tell from none: `WholeTarget` marks it before the parser sees it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from starlette.requests import Request

PREFIXES = (b"/isComparative/", b"/getObjectsAndAspects/", b"/report/")


def segments(request: Request, before: int) -> tuple[list[str], str]:
    """The path after its first segment: `before` decoded segments, and all the rest as one question."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    query: bytes = request.scope.get("query_string", b"")
    target = raw.split(b"?", 1)[0] + (b"?" + query if query else b"")
    parts = target.decode("latin-1").lstrip("/").split("/")[1:]
    head, rest = parts[:before], parts[before:]
    return [unquote(part) for part in head], unquote("/".join(rest))


def whole_target_protocol() -> Any:
    """uvicorn's HTTP protocol, with a trailing raw `?` of these paths kept as part of the question."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class WholeTarget(H11Protocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            plain = self.conn.next_event

            def next_event() -> Any:
                event = plain()
                if isinstance(event, h11.Request) and event.target.endswith(b"?") and event.target.startswith(PREFIXES):
                    marked = event.target[:-1] + b"%3F"
                    return h11.Request(method=event.method, headers=event.headers, target=marked)
                return event

            self.conn.next_event = next_event  # type: ignore[method-assign]

    return WholeTarget
