"""Each rule is counted by itself, and those that decide alone together."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from weigh.bench.rules import PARTS
from weigh.cli.bench import app

ROWS = [
    ("Which is better, tea or coffee?", 1),
    ("Is tea better than coffee or the other way round?", 0),
    ("What is the difference between tea and coffee?", 1),
    ("Who sang it?", 0),
    ("tea versus coffee", 1),
]


def test_a_rule_is_measured_by_the_questions_that_it_matches(tmp_path: Path) -> None:
    folder = tmp_path / "questions" / "identify"
    folder.mkdir(parents=True)
    for part in PARTS:
        rows = [f'"{text}",{comparative}' for text, comparative in ROWS]
        (folder / f"{part}.csv").write_text("\n".join(["question,comparative", *rows]))
    told = CliRunner().invoke(app, ["run", "rules", "--data", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.output
    for part in PARTS:
        found = json.loads(told.stdout)["rules"][part]
        assert found["R1"] == {"matches": 2, "precision": 0.5, "recall": 1 / 3}
        assert found["R8"] == {"matches": 1, "precision": 1.0, "recall": 1 / 3}
        assert found["R3"] == {"matches": 0, "precision": None, "recall": 0.0}
        assert found["those that decide alone"]["matches"] == 2
    parser = json.loads(told.stdout)["rules"]["validation"]["the parser, balanced"]
    assert parser == {"matches": 4, "precision": 0.75, "recall": 1.0}
