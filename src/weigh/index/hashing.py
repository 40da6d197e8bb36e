"""64-bit hashes that are the same on every machine and in every run."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b


def hash_text(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def hash_all(texts: Iterable[str]) -> bytes:
    """The hashes of many texts one after another, eight bytes each, the low ones first: an array in one piece."""
    digests, new = [], blake2b(digest_size=8).copy
    for text in texts:
        digest = new()  # a copy is made faster than a new one
        digest.update(text.encode())
        digests.append(digest.digest())
    return b"".join(digests)
