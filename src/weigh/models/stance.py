"""Which of two objects does a sentence favour?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weigh.models import stance_input
from weigh.models.session import Session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Span = tuple[int, int]
WINS = 0.4
"""The chance from which an object is said to win. F1 is best where it is half its own value, which is 0.8 to 0.86."""
STANCES = ("FIRST", "SECOND", "EQUAL", "NONE")


class StanceModel:
    """The stance transformer over sentences whose two objects are known by their character spans.

    Many sentences are plain: they compare nothing, or say "better than". A one-layer model (`quick`) sees to these, at
    a twentieth of the cost; what it leaves open is read by the whole model.
    """

    def __init__(self, session: Session, quick: Session | None = None) -> None:
        self._session = session
        self._room, self._names, *markers = _input(session)
        self._markers: tuple[int, int] = (markers[0], markers[1])
        # A first step must read the same input; a larger model made by the user may see more, or the names.
        self._quick = quick if quick is not None and _input(quick) == _input(session) else None
        if self._quick is not None:
            self._surely_none = float(self._quick.config["surely_none"])
            self._surely_sided = float(self._quick.config.get("surely_sided", 1.0))

    def whole(self) -> StanceModel:
        """The same model without its first step: slower, for who reads little and wants the best."""
        return StanceModel(self._session)

    def probabilities(self, items: Sequence[tuple[str, Span, Span]]) -> NDArray[np.float32]:
        """Rows of probabilities for FIRST, SECOND, EQUAL, NONE; spans in the caller's order.

        The model always reads the pair in text order, so asking for (b, a) is exactly asking for (a, b) mirrored.
        """
        import numpy as np

        if not items:
            return np.zeros((0, len(STANCES)), np.float32)
        session = self._session
        rows, places, mirrored = [], [], []
        for encoding, (_, first, second) in zip(session.encodings([item[0] for item in items]), items, strict=True):
            swap = second < first
            one, other = (second, first) if swap else (first, second)
            ids, at, to = stance_input.build(
                encoding.ids, encoding.offsets, one, other, self._markers, self._room, self._names
            )
            rows.append([session.start, *ids, session.end])
            places.append([0, at + 1, to + 1])
            mirrored.append(swap)
        chances = self._read(rows, places)
        swapped = np.array(mirrored)
        chances[swapped, :2] = chances[swapped, 1::-1]
        return chances

    def _read(self, rows: list[list[int]], places: list[list[int]]) -> NDArray[np.float32]:
        """The chances of each row: the first step's where it is sure, else the model's."""
        import numpy as np

        if self._quick is None:
            return self._session.chances(rows, places)
        found = self._quick.chances(rows, places)
        none = 1 - found[:, 3] < self._surely_none
        sided = found[:, :2].max(1) >= self._surely_sided
        open_ = np.flatnonzero(~none & ~sided)
        if len(open_):
            found[open_] = self._session.chances([rows[at] for at in open_], [places[at] for at in open_])
        return found


def _input(session: Session) -> tuple[int, ...]:
    """What a model reads: so many tokens of a sentence, so many of each name, and its two markers."""
    config = session.config
    return int(config["room"]), int(config.get("names", 0)), *map(int, config["markers"])


def decide(row: NDArray[np.float32]) -> tuple[str, float]:
    """The stance of a row of probabilities: first whether one object wins at all, then EQUAL or NONE."""
    if max(row[0], row[1]) >= WINS:
        return ("FIRST", float(row[0])) if row[0] >= row[1] else ("SECOND", float(row[1]))
    return ("EQUAL", float(row[2])) if row[2] > row[3] else ("NONE", float(row[3]))
