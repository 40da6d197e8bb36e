"""What the filter of comparative sentences loses is counted against the answers of the full index."""

from __future__ import annotations

import json
from pathlib import Path

from weigh.bench.prefilter import against_full_index
from weigh.ingest.keep import could_be_evidence

KEPT = ("Tea is much cheaper than coffee in this town.", "Coffee is stronger than tea on most days of the year.")
LOST = "Coffee loses to tea in this old house."


def test_arguments_that_only_the_full_index_finds_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "sentences.jsonl"
    texts = [*KEPT, LOST, "The house stands at the end of the road."]
    file.write_text("\n".join(json.dumps({"id": str(i), "text": text}) for i, text in enumerate(texts)))
    found = against_full_index([str(file)], pairs=5, classifier="markers")
    assert not could_be_evidence(LOST)
    assert found["sentences"] == {"full": 4, "kept": 2}
    assert (found["arguments"], found["arguments_lost"]) == (3 * found["pairs"], found["pairs"])
    assert found["pairs"] > 0
    assert set(found["examples"]) == {LOST}
    assert 0 < found["score_lost"] < 1
    assert found["pairs_that_lose_all"] == 0
