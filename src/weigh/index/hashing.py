"""64-bit hashes that are the same on every machine and in every run."""

from __future__ import annotations

from hashlib import blake2b


def hash_text(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
