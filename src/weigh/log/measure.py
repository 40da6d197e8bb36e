"""The three classifiers of factual, method and argumentative questions, side by side on questions not trained on.

python -m weigh.log.measure /path/to/data/questions

Prints macro F1 and the F1 of each class as JSON: on kinds/test (comparative questions mapped to the three classes) and
on questions of any kind that were labelled by hand. Cross-topic figures are in weights/intent.json, from training.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from weigh.log.intents import INTENTS, by_rule
from weigh.log.linear import bag, load
from weigh.log.train import intent_of, labelled_by_hand, scores, table
from weigh.parse.kinds import kinds_of


def intents(data: Path) -> dict[str, Any]:
    """Scores by test set and classifier."""
    comparative = [row for row in table(data / "kinds" / "test.csv") if row["comp"] == "1"]
    sets = {
        "kinds/test": [(row["question"], intent_of(row)) for row in comparative],
        "hand labels": [(question, intent) for question, _, intent in labelled_by_hand(data, "test")],
    }
    linear = load("intent")
    found: dict[str, Any] = {}
    for name, rows in sets.items():
        questions, truth = [question for question, _ in rows], [intent for _, intent in rows]
        said = {
            "rule": [by_rule(question) for question in questions],
            "linear": [linear.classes[at] for at in linear.probabilities(bag(questions)).argmax(axis=1)],
            "transformer": [str(item.intent) for item in kinds_of(questions)],
        }
        found[name] = {which: scores(truth, guess, INTENTS) for which, guess in said.items()}
    return found


if __name__ == "__main__":
    print(json.dumps(intents(Path(sys.argv[1] if len(sys.argv) > 1 else "data/questions")), indent=1))
