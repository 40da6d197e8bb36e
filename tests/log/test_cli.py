"""The commands: results on standard output, clear errors, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from weigh.cli.log import app
from weigh.errors import BadInput, SourceProblem

runner = CliRunner()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.tsv"
    lines = [f"u{n % 7}\t2025-0{1 + n % 3}-1{n % 9} 10:00:00\twhich is better tea or coffee" for n in range(30)]
    path.write_text("who\twhen\tasked\n" + "\n".join(lines) + "\n")
    return path


def test_analyze_prints_a_summary_and_writes_the_report(log: Path, tmp_path: Path) -> None:
    flags = [
        "--question",
        "asked",
        "--time",
        "when",
        "--user",
        "who",
        "--out",
        str(tmp_path / "r"),
        "--workers",
        "1",
        "--no-transformer",
    ]
    result = runner.invoke(app, ["analyze", str(log), *flags, "--off", "duplicates"])
    assert result.exit_code == 0, result.output
    assert "30 genuine questions of 7 users" in result.output
    assert "duplicates (off)" in result.output
    assert (tmp_path / "r" / "report.html").is_file()
    again = runner.invoke(app, ["analyze", str(log), *flags, "--json"])
    assert json.loads(again.stdout)["distinct"] == 1


def test_a_wrong_column_or_rule_or_file_is_a_clear_error(log: Path, tmp_path: Path) -> None:
    wrong = runner.invoke(app, ["analyze", str(log), "--out", str(tmp_path / "r"), "--workers", "1"])
    assert isinstance(wrong.exception, BadInput)
    assert "It has: who, when, asked" in str(wrong.exception)
    assert isinstance(runner.invoke(app, ["analyze", str(log), "--off", "bots"]).exception, BadInput)
    assert isinstance(runner.invoke(app, ["analyze", str(tmp_path / "no.csv")]).exception, SourceProblem)


def test_classify_gives_one_json_line_a_question(log: Path) -> None:
    result = runner.invoke(app, ["classify", str(log), "--question", "asked", "--no-transformer"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(lines) == 30
    assert lines[0]["balanced"] is True
    assert lines[0]["objects"] == ["coffee", "tea"]


def test_generate_writes_a_log_and_its_truth(tmp_path: Path) -> None:
    source = tmp_path / "labelled.csv"
    source.write_text(
        "question,comparative\n"
        + "".join(f"is number {n} better than {n + 1},1\nwhere is number {n},0\n" for n in range(40))
    )
    result = runner.invoke(app, ["generate", str(source), str(tmp_path / "log.csv.gz"), "--lines", "500"])
    assert result.exit_code == 0, result.output
    truth = json.loads((tmp_path / "log.csv.gz.truth.json").read_text())
    assert len(truth["bots"]) == 12
    assert sum(truth["genuine"].values()) > 300
