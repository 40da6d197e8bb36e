"""How a sentence with two objects becomes token ids: objects replaced by markers, a window kept around them.

Used alike when training and when predicting, so that both see the same input.
"""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[int, int]


def build(
    ids: Sequence[int],
    offsets: Sequence[Span],
    first: Span,
    second: Span,
    markers: tuple[int, int],
    room: int,
    names: int = 0,
) -> tuple[list[int], int, int]:
    """Token ids with the two objects replaced by markers, cut to `room`, and where the markers stand.

    A larger model may see the names as well: as many tokens of each as `names` says, after its marker.

    `ids` and `offsets` are those of the bare sentence, without special tokens. Tokens are kept by their distance
    to the nearer object; those between the two objects count half, because that is where comparisons are made.
    """
    tokens: list[int] = []
    places = [-1, -1]
    seen = [0, 0]
    for token, (start, end) in zip(ids, offsets, strict=True):
        which = 0 if start < first[1] and end > first[0] else 1 if start < second[1] and end > second[0] else -1
        if which >= 0 and places[which] < 0:
            places[which] = len(tokens)
            tokens.append(markers[which])
        if which >= 0:
            seen[which] += 1
        if which < 0 or seen[which] <= names:
            tokens.append(token)
    for which in (0, 1):  # an object that left no token of its own (overlap, odd characters) stands at the end
        if places[which] < 0:
            places[which] = len(tokens)
            tokens.append(markers[which])
    if len(tokens) <= room:
        return tokens, places[0], places[1]
    low, high = min(places), max(places)

    def distance(at: int) -> float:
        if at < low:
            return low - at
        if at > high:
            return at - high
        return min(at - low, high - at) / 2

    kept = sorted(sorted(range(len(tokens)), key=distance)[:room])
    return [tokens[at] for at in kept], kept.index(places[0]), kept.index(places[1])
