"""Hashed word n-grams of many texts at once, in numpy: the features of the linear models.

All words of all texts are hashed together: with S the running sum of byte * P^place, the bytes from a to b have the
hash (S[b] - S[a]) * P^-a, in 64-bit arithmetic that wraps round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PRIME = 0x100000001B3
_INVERSE = pow(_PRIME, -1, 1 << 64)
_MIXERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
_LONGEST = 1000  # characters of a text that are looked at
_WORD_BYTES = np.zeros(256, bool)
_WORD_BYTES[[*range(48, 58), *range(97, 123), *range(128, 256)]] = True
_BREAK = 1  # the byte that stands before every text: a word of its own, so that n-grams know the beginning
_WORD_BYTES[_BREAK] = True


def rows_and_features(
    texts: Sequence[str], buckets: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """For every word, pair and triple of words: the row of its text and its bucket; and how many a text has."""
    joined = "\x00".join("\x01\x00" + text[:_LONGEST].lower().replace("\x01", " ") for text in texts)
    data = np.frombuffer(joined.encode("utf-8", "replace"), np.uint8)
    inside = _WORD_BYTES[data]
    edges = np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    powers = np.full(len(data) + 1, _PRIME, np.uint64)
    powers[0] = 1
    powers = np.cumprod(powers, dtype=np.uint64)
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(data.astype(np.uint64) * powers[:-1], dtype=np.uint64)])
    back = np.full(len(data) + 1, _INVERSE, np.uint64)
    back[0] = 1
    back = np.cumprod(back, dtype=np.uint64)
    words = (sums[ends] - sums[starts]) * back[starts]
    row = np.cumsum(data[starts] == _BREAK) - 1
    hashes, rows = [words * np.uint64(_MIXERS[0])], [row]
    joint = words
    for size, mixer in ((2, _MIXERS[1]), (3, _MIXERS[2])):
        joint = joint[:-1] * np.uint64(0xFF51AFD7ED558CCD) + words[size - 1 :]
        same = row[: len(joint)] == row[size - 1 :]
        hashes.append((joint * np.uint64(mixer))[same])
        rows.append(row[: len(joint)][same])
    every = np.concatenate(hashes)
    every ^= every >> np.uint64(31)
    every *= np.uint64(0xD6E8FEB86659FD93)
    bits = int(buckets).bit_length() - 1
    all_rows = np.concatenate(rows)
    return all_rows, (every >> np.uint64(64 - bits)).astype(np.int64), np.bincount(all_rows, minlength=len(texts))
