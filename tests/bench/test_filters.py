"""What the cheap steps before the stance model drop is counted against the whole model."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from typer.testing import CliRunner

from weigh import models
from weigh.bench import filters
from weigh.cli.bench import app

DROPPED = "Ruby was born in 1995 and Python in 1991."
ROWS = [
    ("Python", "Ruby", "Python is much faster than Ruby for this.", "BETTER"),
    ("Ruby", "Python", "Ruby is slower than Python.", "WORSE"),
    ("Ruby", "Python", DROPPED, "WORSE"),
    ("Canon", "Nikon", "They sold a Canon and a Nikon in town.", "NONE"),
]


def _folder(path: Path) -> Path:
    (path / "stance" / "sentences").mkdir(parents=True)
    for part in filters.PARTS:
        with (path / "stance" / "sentences" / f"{part}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("object_a", "object_b", "sentence", "label"), *ROWS])
    return path


def test_filtered_sentences_are_counted_and_shown(tmp_path: Path) -> None:
    linear = models.load("stance-linear")
    assert linear.probabilities([DROPPED])[0] < linear.thresholds["none"]
    told = CliRunner().invoke(app, ["run", "filters", "--data", str(_folder(tmp_path)), "--json"])
    assert told.exit_code == 0, told.output
    for part in filters.PARTS:
        found = json.loads(told.stdout)["filters"][part]
        assert (found["sentences"], found["favouring"]) == (4, 3)
        assert (found["filtered"], found["examples"]) == (1, [DROPPED])
        assert found["neutral_spared"] == 1
        assert found["filtered_lost"] == 0  # nor would the model have seen that it favours anybody
        assert found["weighted_f1"] < 1
