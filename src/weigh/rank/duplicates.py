"""Near-duplicates: sentences that differ by a word or two are one argument, not several.

Two sentences are near-duplicates when at least `SIMILAR` of their word pairs are common (Jaccard). The search is exact:
sentences that alike must share one of their rarest pairs, so only those are looked up.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

SIMILAR = 0.7


def group(token_lists: Sequence[Sequence[str]], kinds: Sequence[Hashable]) -> list[int]:
    """For each sentence (given best first) the index of the sentence it stands under; its own where it leads.

    Sentences of different kinds (stances) are never grouped, however alike.
    """
    pairs = [set(zip(("", *words), (*words, ""), strict=True)) for words in token_lists]
    frequency = Counter(pair for found in pairs for pair in found)
    leaders: defaultdict[tuple[Hashable, tuple[str, str]], list[int]] = defaultdict(list)
    under = list(range(len(pairs)))
    for i, own in enumerate(pairs):
        rare = sorted(own, key=lambda pair: (frequency[pair], pair))
        rare = rare[: len(own) - math.ceil(SIMILAR * len(own)) + 1]
        seen: set[int] = set()
        for pair in rare:
            if frequency[pair] == 1:
                continue
            for leader in leaders[kinds[i], pair]:
                if leader in seen:
                    continue
                seen.add(leader)
                other = pairs[leader]
                common = len(own & other)
                if common >= SIMILAR * (len(own) + len(other) - common):
                    under[i] = leader
                    break
            if under[i] != i:
                break
        else:
            for pair in rare:
                leaders[kinds[i], pair].append(i)
    return under
