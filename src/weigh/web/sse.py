"""Server-sent events: one event as bytes. Data is JSON on one line, so that no text in it can end the event."""

from __future__ import annotations

import json
from typing import Any

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def sse(event: str, data: Any) -> bytes:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f"event: {event}\ndata: {text}\n\n".encode("utf-8", "replace")
