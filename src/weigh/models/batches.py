"""Batches of texts with the same number of tokens: nothing is padded, so no prediction depends on its batch mates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def batches(lengths: Sequence[int], size: int, room: int) -> list[list[int]]:
    """Positions grouped by equal length, longest first: at most `size` texts and (but for one alone) `room` tokens.

    >>> batches([3, 5, 3, 3, 3], 3, 6)
    [[1], [0, 2], [3, 4]]
    """
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for at, length in enumerate(lengths):
        groups[length].append(at)
    found = []
    for length, group in sorted(groups.items(), reverse=True):
        most = max(1, min(size, room // max(1, length)))
        found += [group[start : start + most] for start in range(0, len(group), most)]
    return found
