"""The clock and the ledger of one question: what was at work, on how much, and for how long."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from time import perf_counter

from weigh import __version__, models
from weigh.errors import ModelMissing
from weigh.stages import Classifier
from weigh.types import IndexInfo, Provenance, Stage, Timing


class Run:
    """The clock and the ledger of one question."""

    def __init__(self, index: IndexInfo, classifier: Classifier, scoring: str) -> None:
        self.index = index
        self.classifier = classifier
        self.scoring = scoring
        self.retrieved = 0
        self.timings: list[Timing] = []
        self._start = self._lap = perf_counter()

    def finished(self, stage: Stage) -> None:
        now = perf_counter()
        self.timings.append(Timing(stage, round(now - self._lap, 6)))
        self._lap = now

    @property
    def seconds(self) -> float:
        return self.timings[-1].seconds

    @property
    def total(self) -> float:
        return perf_counter() - self._start

    def provenance(self) -> Provenance:
        return Provenance(
            weigh_version=__version__,
            index=self.index.public(),
            classifier=self.classifier.name,
            scoring=self.scoring,
            models=model_marks(),
            retrieved=self.retrieved,
            classified=self.retrieved,
            timings=tuple(self.timings),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )


@cache
def model_marks() -> dict[str, str]:
    """Which models were at work, so that stored answers can be told apart: a mark of each one's settings and measures,
    which differ from training to training."""
    from weigh.models.session import read_config, shipped

    found = {}
    for task in models.TASKS:
        with suppress(ModelMissing):
            read_config(shipped(task))
            files = [shipped(task) / name for name in ("config.json", "metrics.json")]
            found[task] = sha256(b"".join(file.read_bytes() for file in files if file.is_file())).hexdigest()[:8]
    return found
