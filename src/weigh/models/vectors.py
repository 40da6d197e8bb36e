"""The vectors of word pieces, which all models of one base have in common.

They stay as pretrained in training, so the table stands once beside the models (`words.gz`) and not in each of
them: it would be half of every file. A model of another base brings a table of its own in its folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from weigh.errors import ModelMissing
from weigh.models import packed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WordVectors:
    """One row of int8 a word piece, with one scale a row."""

    rows: NDArray[np.int8]
    steps: NDArray[np.float32]

    @classmethod
    def of(cls, table: NDArray[np.float32], grain: float | None = None) -> WordVectors:
        """The table of an encoder in steps of a row's spread divided by `grain`; without one as fine as int8 allows."""
        import numpy as np

        finest = np.maximum(np.abs(table).max(1, keepdims=True), 1e-9) / 127
        steps = finest if grain is None else np.maximum(finest, table.std(1, keepdims=True) / grain)
        return cls(np.round(table / steps).astype(np.int8), steps.astype(np.float32))

    @classmethod
    def load(cls, file: Path) -> WordVectors:
        """The table that `save` wrote: its shape, the steps, the rows. Nothing is copied, as such a table is large."""
        import numpy as np

        try:
            content = packed.read(file)
            count, width = np.frombuffer(content, "<i8", 2)
            steps = np.frombuffer(content, "<f4", count, 16).reshape(count, 1)
            return cls(np.frombuffer(content, np.int8, count * width, 16 + 4 * count).reshape(count, width), steps)
        except (ModelMissing, ValueError) as error:
            raise ModelMissing(f"The word vectors {file} cannot be read ({error}). Reinstall weigh.") from error

    def save(self, file: Path) -> None:
        """Write the table."""
        import numpy as np

        shape = np.array(self.rows.shape, "<i8")
        packed.write(file, shape.tobytes() + self.steps.astype("<f4").tobytes() + self.rows.tobytes())

    def of_ids(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The vectors (texts, tokens, width) of texts that have the same number of tokens."""
        import numpy as np

        chosen = np.array(ids, np.int64)
        found: NDArray[np.float32] = self.rows[chosen] * self.steps[chosen]
        return found
