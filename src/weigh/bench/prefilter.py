"""What `--keep comparative` loses, in two ways.

    python -m weigh.bench.prefilter index FILE… --pairs 100
    python -m weigh.bench.prefilter labelled DATA CORPUS

`index` builds two indexes of the files, with and without the filter, asks both for the pairs that the full one compares
most often, and counts the arguments that only the full one finds and the verdicts that differ.

`labelled` counts what is lost of sentences that people labelled as favouring one object, beside a linear classifier
over words set to keep as much or less. DATA is the folder of the public data, CORPUS a JSONL file (also .gz) of any
text. Lost is counted over the test part, kept over sentences of the corpus unseen in training.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weigh.index import create
from weigh.index.build import add_files
from weigh.ingest.documents import Options, Report
from weigh.ingest.files import clean_file
from weigh.ingest.keep import could_be_evidence
from weigh.pipeline import Weigh
from weigh.text.tokens import words
from weigh.types import Answer

SHARES = (0.06, 0.04, 0.03, 0.02, 0.01)
_SENTENCES = 40_000


def against_full_index(files: Sequence[str], pairs: int, classifier: str) -> dict[str, Any]:
    """The answers of an index of all sentences, and of one of those that the filter keeps, for the same pairs."""
    with tempfile.TemporaryDirectory(prefix="weigh-prefilter-") as place:
        full = _built(Path(place) / "full", files, Options(), classifier)
        kept = _built(Path(place) / "kept", files, Options(keep="comparative"), classifier)
        asked = [(item.name, item.compared_with[0]) for item in full.candidates("", limit=pairs)]
        answers = [(full.compare(*pair), kept.compare(*pair)) for pair in asked]
        found = [(argument, _texts(other)) for answer, other in answers for argument in answer.arguments]
        lost = [argument for argument, others in found if argument.sentence.text not in others]
        shares = [abs((a.verdict.share or 0.5) - (b.verdict.share or 0.5)) for a, b in answers]
        return {
            "sentences": {"full": full.info().sentences, "kept": kept.info().sentences},
            "bytes": {"full": full.info().size_bytes, "kept": kept.info().size_bytes},
            "pairs": len(asked),
            "arguments": len(found),
            "arguments_lost": len(lost),
            "score_lost": round(sum(item.score for item in lost) / max(1e-9, sum(item.score for item, _ in found)), 4),
            "pairs_that_lose_all": sum(bool(a.arguments and not b.arguments) for a, b in answers),
            "other_winner": sum(
                None not in (won := {a.verdict.winner, b.verdict.winner}) and len(won) == 2 for a, b in answers
            ),
            "other_kind_of_verdict": sum(a.verdict.kind != b.verdict.kind for a, b in answers),
            "mean_difference_of_shares": round(sum(shares) / max(1, len(shares)), 4),
            "examples": [item.sentence.text for item in sorted(lost, key=lambda item: -item.score)[:10]],
        }


def _built(path: Path, files: Sequence[str], options: Options, classifier: str) -> Weigh:
    add_files(create(path), files, options)
    return Weigh(index=str(path), classifier=classifier)


def _texts(answer: Answer) -> frozenset[str]:
    """The sentences of all arguments, near-duplicates included: which of these speaks for the others may change."""
    return frozenset(text for item in answer.arguments for text in (item.sentence.text, *item.variants))


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


def main() -> None:
    parser = argparse.ArgumentParser(description="What the filter of comparative sentences loses.")
    ways = parser.add_subparsers(dest="way", required=True)
    index = ways.add_parser("index", help="against the answers of the full index")
    index.add_argument("files", nargs="+")
    index.add_argument("--pairs", type=int, default=100)
    index.add_argument("--classifier", default="transformer")
    labelled = ways.add_parser("labelled", help="against labelled sentences")
    labelled.add_argument("data", type=Path)
    labelled.add_argument("corpus", type=Path)
    asked = parser.parse_args()
    if asked.way == "index":
        found = against_full_index(asked.files, asked.pairs, asked.classifier)
    else:
        found = measure(asked.data, asked.corpus)
    print(json.dumps(found, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
