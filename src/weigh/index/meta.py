"""What is known of a document. A file of its own, so that the workers of a build need not load the store."""

from __future__ import annotations

from typing import NamedTuple


class DocumentMeta(NamedTuple):
    """What is known of a document."""

    id: str
    url: str | None
    title: str | None
    date: str | None
    collection: str
