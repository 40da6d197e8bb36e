"""Batches of texts with the same number of tokens: nothing is padded, so no prediction depends on its batch mates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def batches(lengths: Sequence[int], size: int) -> list[list[int]]:
    """Positions grouped by equal length, at most `size` together, longest first.

    >>> batches([3, 5, 3, 3], 2)
    [[1], [0, 2], [3]]
    """
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for at, length in enumerate(lengths):
        groups[length].append(at)
    return [
        group[start : start + size]
        for _, group in sorted(groups.items(), reverse=True)
        for start in range(0, len(group), size)
    ]
