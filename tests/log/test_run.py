"""The whole study on a generated log: what was put in is found again, whatever the number of processes, after a stop too."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from weigh.errors import BadInput
from weigh.log import pieces
from weigh.log.generate import Plan, Truth, write_log
from weigh.log.options import Columns, LogOptions
from weigh.log.result import LogReport
from weigh.log.run import analyze, find

from .made import labelled

SEASON = "Which is better, rome or paris?"
EXTRA = 65
"""Entries and users beside the generated ones."""
SENSITIVE = "what is the best way to kill myself"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    path = tmp_path_factory.mktemp("log") / "log.csv"
    truth = write_log(
        path, labelled(), Plan(lines=6_000, months=6, share=0.1, season=SEASON, season_lift=25, bots_of_each_kind=2)
    )
    with path.open("a", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        for n in range(12):
            rows.writerow((f"sad{n}", "2025-03-05T10:00:00Z", SENSITIVE))
            rows.writerow((f"mail{n}", "2025-03-05T12:00:00Z", "who is ann.smith@example.com"))
        for n in range(40):
            hostile = "which is better tea or <script>alert(1)</script> coffee"
            rows.writerow((f"bad{n}", "2025-03-05T11:00:00Z", hostile))
        rows.writerow(("once", "2025-03-05T12:00:00Z", "which is better for my neighbour mr unique tea or coffee"))
    return path, truth


@pytest.fixture(scope="module")
def report(log: tuple[Path, Truth], tmp_path_factory: pytest.TempPathFactory) -> tuple[LogReport, Path]:
    out = tmp_path_factory.mktemp("out")
    options = LogOptions(out=out, workers=2, transformer=False, keep_work=True, title="Test & log", sample=50)
    return analyze([str(log[0])], options), out


def test_every_bot_goes_by_the_rule_it_breaks_and_genuine_users_stay(
    report: tuple[LogReport, Path], log: tuple[Path, Truth]
) -> None:
    found, truth = report[0], log[1]
    removed = {rule.rule: rule.users for rule in found.cleaning if rule.users is not None}
    assert removed == dict.fromkeys(("per-year", "per-minute", "mean-words", "same-start"), 2)
    assert found.users is not None
    assert found.users - EXTRA >= 0.995 * truth.users


def test_duplicates_and_entries_that_are_no_questions_are_counted_by_rule(
    report: tuple[LogReport, Path], log: tuple[Path, Truth]
) -> None:
    found = {rule.rule: rule.entries for rule in report[0].cleaning}
    truth = log[1]
    assert found["duplicates"] == pytest.approx(truth.duplicates, abs=5)
    for rule, count in truth.not_genuine.items():
        assert found[rule] == count
    assert report[0].questions == sum(truth.genuine.values()) + EXTRA


def test_the_season_that_was_put_in_is_found(report: tuple[LogReport, Path], log: tuple[Path, Truth]) -> None:
    question, month = log[1].season
    assert (question.lower(), month) in {(s.question.lower(), s.month) for s in report[0].seasons}


def test_sensitive_personal_and_rare_questions_are_counted_but_shown_nowhere(report: tuple[LogReport, Path]) -> None:
    assert report[0].guarded.sensitive == 12
    assert report[0].guarded.sensitive_questions == 1
    shown = "".join(
        path.read_text(encoding="utf-8")
        for path in report[1].rglob("*")
        if path.is_file() and ".work" not in path.parts
    )
    assert "kill myself" not in shown
    assert "ann.smith" not in shown
    assert "mr unique" not in shown


def test_no_user_id_is_kept_anywhere(report: tuple[LogReport, Path]) -> None:
    for path in report[1].rglob("*"):
        if path.is_file():
            assert not re.search(rb"\buser\d+\b|\bsad\d+\b|bot-per", path.read_bytes()), path


def test_two_processes_give_what_one_gives(
    log: tuple[Path, Truth], report: tuple[LogReport, Path], tmp_path: Path
) -> None:
    alone = analyze(
        [str(log[0])],
        LogOptions(out=tmp_path, workers=1, partitions=3, transformer=False, title="Test & log", sample=50),
    )
    assert _comparable(alone) == _comparable(report[0])
    assert not (tmp_path / ".work").exists()


def _comparable(report: LogReport) -> dict[str, object]:
    found = report.to_dict()
    for name in ("created", "seconds", "cpu_seconds", "settings"):
        del found[name]
    return found


def test_a_stopped_run_is_taken_up_and_gives_the_same(
    log: tuple[Path, Truth], report: tuple[LogReport, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = LogOptions(out=tmp_path, workers=1, partitions=3, transformer=False, title="Test & log", sample=50)
    calls = []
    real = pieces.count_part

    def stops(*arguments: object) -> int:
        calls.append(arguments[1])
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pieces, "count_part", stops)
    with pytest.raises(KeyboardInterrupt):
        analyze([str(log[0])], options)
    again = analyze([str(log[0])], options)
    assert _comparable(again) == _comparable(report[0])
    assert calls == [0, 1, 1, 2], "the part that was done is not done again"


def test_a_folder_with_the_work_of_another_run_is_refused(log: tuple[Path, Truth], tmp_path: Path) -> None:
    options = LogOptions(out=tmp_path, workers=1, partitions=2, transformer=False)
    find([str(log[0])], options)
    with pytest.raises(BadInput, match="work of another run"):
        find([str(log[0])], replace(options, min_users=9))


def test_a_log_of_nothing_but_questions_gives_a_report_without_months_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "plain.csv"
    path.write_text("question\n" + "which is better tea or coffee\n" * 5 + "where is rome\n" * 4, encoding="utf-8")
    options = LogOptions(out=tmp_path / "out", columns=Columns("question", None, None), workers=1, transformer=False)
    found = analyze([str(path)], options)
    assert found.questions == 9
    assert found.overall.balanced == 5
    assert found.months == ()
    assert any("no user column" in note for note in found.notes)
    assert [item.count for item in found.frequent] == [5, 4]
    assert "<svg" in (tmp_path / "out" / "report.html").read_text()


def test_an_empty_log_gives_a_report_of_zeros(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("user,time,question\n")
    found = analyze([str(tmp_path / "empty.csv")], LogOptions(out=tmp_path / "out", workers=1, transformer=False))
    assert (found.questions, found.distinct, found.overall.share.value) == (0, 0, 0.0)


def test_the_html_is_self_contained_escapes_questions_and_names_every_chart(report: tuple[LogReport, Path]) -> None:
    page = (report[1] / "report.html").read_text(encoding="utf-8")
    assert "Test &amp; log" in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(charts) >= 4
    for chart in charts:
        assert 'role="img"' in chart
        assert re.search(r"<title id=\"t\d+\">.+?</title><desc id=\"d\d+\">.+?</desc>", chart)
    assert page.count("<caption>") == page.count("<table>")
    assert "{" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL), "a figure was not filled in"


def test_json_and_csv_hold_the_same_figures(report: tuple[LogReport, Path]) -> None:
    found, out = report
    data = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert data["questions"] == found.questions
    with (out / "tables" / "months.csv").open(newline="") as stream:
        rows = {row["month"]: row for row in csv.DictReader(stream)}
    for month in data["months"]:
        assert int(rows[month["name"]]["questions"]) == month["questions"]
        assert float(rows[month["name"]]["share"]) == pytest.approx(month["share"]["value"], abs=1e-5)
        whole, chance = month["share"], month["by_chance"]
        assert whole["low"] <= chance["low"] <= chance["value"] <= chance["high"] <= whole["high"]


def test_compared_pairs_are_counted(report: tuple[LogReport, Path]) -> None:
    assert report[0].pairs
    assert all(len(pair.names) == 2 and pair.count > 0 for pair in report[0].pairs)


def test_a_run_that_failed_before_it_read_anything_is_simply_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("asked\nwhich is better tea or coffee\n")
    wrong = LogOptions(out=tmp_path / "out", columns=Columns("question", None, None), workers=1, transformer=False)
    with pytest.raises(BadInput, match="no column 'question'"):
        analyze([str(path)], wrong)
    assert analyze([str(path)], replace(wrong, columns=Columns("asked", None, None))).questions == 1
