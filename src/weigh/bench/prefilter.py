"""What `--keep comparative` loses and keeps, beside a linear classifier over words set to keep as much or less.

    python -m weigh.bench.prefilter DATA CORPUS

DATA is the folder of the public data, CORPUS a JSONL file (also .gz) of any text. Lost is counted over the test part of
the sentences that people labelled as favouring one object, kept over sentences of the corpus unseen in training.
"""

from __future__ import annotations

import csv
import json
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weigh.ingest.documents import Options, Report
from weigh.ingest.files import clean_file
from weigh.ingest.keep import could_be_evidence
from weigh.text.tokens import words

SHARES = (0.06, 0.04, 0.03, 0.02, 0.01)
_SENTENCES = 40_000


def measure(data: Path, corpus: Path) -> dict[str, Any]:
    """Lost and kept by the list of cues, and by the classifier at several sizes."""
    import numpy as np
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    text = _sentences(corpus)
    learnt, seen = text[: len(text) // 2], text[len(text) // 2 :]
    for_training = [row for part in ("train", "validation") for row in _labelled(data, part)]
    favouring = [_without(row) for row in for_training if row["label"] != "NONE"]
    others = [_without(row) for row in for_training if row["label"] == "NONE"]
    evidence = [row["sentence"] for row in _labelled(data, "test") if row["label"] != "NONE"]
    counter = CountVectorizer(tokenizer=words, token_pattern=None, lowercase=False, min_df=5, binary=True)
    found = counter.fit_transform([*favouring, *others, *learnt])
    wanted = [True] * len(favouring) + [False] * (len(others) + len(learnt))
    model = LogisticRegression(C=0.5, max_iter=200, class_weight="balanced", solver="liblinear").fit(found, wanted)
    scores = model.decision_function(counter.transform(seen))
    theirs = model.decision_function(counter.transform(evidence))
    theirs[[sentence.rstrip().endswith("?") for sentence in evidence]] = -np.inf
    limits = {share: float(np.quantile(scores, 1 - share)) for share in SHARES}
    return {
        "evidence": len(evidence),
        "corpus": len(seen),
        "cues": {"lost": _share(evidence, False), "kept": _share(seen, True)},
        "linear": [
            {"kept": share, "lost": round(float(np.mean(theirs < limit)), 4)} for share, limit in limits.items()
        ],
    }


def _share(sentences: Sequence[str], kept: bool) -> float:
    return round(sum(could_be_evidence(sentence) is kept for sentence in sentences) / max(1, len(sentences)), 4)


def _sentences(corpus: Path) -> list[str]:
    found: list[str] = []
    for document in clean_file(corpus, Options(), Report()):
        found += document.sentences
        if len(found) >= 4 * _SENTENCES:
            break
    random.Random(0).shuffle(found)
    return found[:_SENTENCES]


def _labelled(data: Path, part: str) -> list[dict[str, str]]:
    with (data / "stance" / "sentences" / f"{part}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _without(row: dict[str, str]) -> str:
    """The sentence without its objects, or brands would be learnt as signs of comparison."""
    return re.sub(f"{re.escape(row['object_a'])}|{re.escape(row['object_b'])}", " ", row["sentence"], flags=re.I)


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2])), indent=2))
