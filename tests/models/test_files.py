"""Batch prediction over files: broken input is refused with its line, and nothing stored is lost."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from weigh.errors import BadInput
from weigh.models.files import predict
from weigh.models.rows import table
from weigh.models.stance import WINS, decide

GOOD = "question,id\nIs tea better than coffee?,1\nWho was Goethe?,2\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a result of an earlier run."""
    (tmp_path / "out").write_text("earlier result\n")
    return tmp_path


def refused(folder: Path, task: str, content: bytes) -> str:
    """The message of a refused file; the earlier result must be there as it was, and nothing beside it."""
    source = folder / "in"
    source.write_bytes(content)
    with pytest.raises(BadInput) as raised:
        predict(task, source, folder / "out")
    assert (folder / "out").read_text() == "earlier result\n"
    assert {path.name for path in folder.iterdir()} == {"in", "out"}
    return str(raised.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"text\nhello\n", "lacks the column 'question'; it has: 'text'"),
        (b"", "lacks the column 'question'; it has: none"),
        (b"question,question\na,b\n", "names twice the column 'question'"),
        (b"question,id\nIs tea good?,1\nIs tea, or coffee, better?,2\n", "line 3: got 4 fields"),
        (b"question,id\n\nIs tea good?\n", "line 3: got 1 field "),
        (b'question\n"Is tea good?\nWho was Goethe?\n', "lines 2 to 3: got a row that is no CSV"),
        (b'question\n"Is tea good?\n"Who" was Goethe?\nHow?\n', "lines 2 to 3: got a row that is no CSV"),
        (b"question\nWho was Goethe?\nIs a caf\xe9 better?\n", "line 3: got the byte 0xe9 as character 9"),
        (GOOD.encode("utf-16"), "line 1: got the byte 0xff"),
    ],
)
def test_a_broken_table_is_refused_with_its_line_and_the_old_result_stays(
    content: bytes, said: str, folder: Path
) -> None:
    assert said in refused(folder, "identify", content)


@pytest.mark.parametrize(
    "line",
    [
        b'{"words": "abc"}', b'{"words": {"tea": 1}}', b'{"words": ["tea", 1]}', b'{"question": 5}', b"{broken", b"5",
        b'{"words": ["\\ud800"]}', b'{"words": ["caf\xe9"]}', b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_broken_json_line_is_refused_with_its_line_and_the_old_result_stays(line: bytes, folder: Path) -> None:
    good = b'{"words": ["tea", "or", "coffee"]}\n'
    assert "line 4: got " in refused(folder, "label", good + b"\n\n" + line + b"\n" + good)


def test_a_long_text_in_quotation_marks_is_read_whatever_was_read_before(tmp_path: Path) -> None:
    csv.field_size_limit(131_072)  # Python's own
    source = tmp_path / "in.csv"
    answer = "Tea is better than coffee, they say. " * 5000
    source.write_text(f'question,object_1,object_2,answer\nTea or coffee?,tea,coffee,"{answer}"\n')
    assert [len(row[3]) for row in table(source)] == [6, len(answer)]
    assert predict("answers", source, tmp_path / "out.csv") == 1


def test_a_text_that_is_too_long_is_refused_for_its_length(folder: Path) -> None:
    content = b'question\nWho?\n"Is tea good?\n' + b"or not?\n" * 200_000
    said = refused(folder, "identify", content)
    assert "lines 3 to " in said
    assert "the field is longer than 1,048,576 characters" in said


def test_a_broken_row_after_many_good_ones_leaves_the_old_result(folder: Path) -> None:
    assert "line 3002: got 2 fields" in refused(folder, "identify", b"question\n" + b"who\n" * 3000 + b"a,b\n")


def test_columns_that_are_not_needed_are_kept_whatever_their_names(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(',question,note,note,prediction\n7,"Tea, or\ncoffee?",a,b,old\n')
    assert predict("identify", source, out) == 1
    with out.open(newline="") as file:
        header, row = csv.reader(file)
    assert header == ["", "question", "note", "note", "prediction", "probability"]
    assert row[:4] == ["7", "Tea, or\ncoffee?", "a", "b"]
    assert row[4] in ("0", "1")


def test_the_result_keeps_the_links_and_rights_of_the_file_it_replaces(folder: Path) -> None:
    source, link = folder / "in.csv", folder / "link"
    source.write_text(GOOD)
    (folder / "out").chmod(0o600)
    link.symlink_to("out")
    assert predict("identify", source, link) == 2
    assert link.is_symlink()
    assert (folder / "out").read_text().startswith("question,id,prediction,probability")
    assert (folder / "out").stat().st_mode & 0o777 == 0o600


def test_a_result_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(GOOD)
    with pytest.raises(BadInput, match=r"absent/out\.csv cannot be written"):
        predict("identify", source, tmp_path / "absent" / "out.csv")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from weigh.cli import main; main()", "predict", *arguments]


def test_pipes_can_be_read_and_written() -> None:
    done = subprocess.run(
        command("identify", "/dev/stdin", "-o", "/dev/stdout"), input=GOOD, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_leaves_the_old_result_and_nothing_beside_it(sent: signal.Signals, folder: Path) -> None:
    source = folder / "in"
    os.mkfifo(source)
    running = subprocess.Popen(
        command("identify", str(source), "-o", str(folder / "out")),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored where tests run in the background
    )
    with source.open("w") as pipe:  # the run has its header and waits for rows that never come
        pipe.write(GOOD)
        pipe.flush()
        until = time.monotonic() + 60
        while not list(folder.glob(".out.*")) and time.monotonic() < until:
            time.sleep(0.05)
        assert list(folder.glob(".out.*"))
        running.send_signal(sent)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert (folder / "out").read_text() == "earlier result\n"
    assert {path.name for path in folder.iterdir()} == {"in", "out"}


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("identify", "probability (of being comparative)"),
        ("label", "probabilities the probability of each of them"),
        ("kinds", "probability is that of the likeliest kind"),
        ("kinds", "knows comparative questions only"),
        ("stance", "probability is that of the prediction"),
        ("stance", f"one object wins from a chance of {WINS} on"),
        ("answers", "probability is that of the prediction"),
    ],
)
def test_help_says_what_prediction_and_probability_are(task: str, said: str) -> None:
    done = subprocess.run(command(task, "--help"), capture_output=True, text=True, timeout=60)
    assert said in " ".join(done.stdout.split())


def test_a_stance_towards_nothing_is_none(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("object_a,object_b,sentence\ntea,,Tea is better\n , ,Tea is better\n")
    assert predict("stance", source, out) == 2
    assert [line.rsplit(",", 2)[1:] for line in out.read_text().splitlines()[1:]] == [["NONE", "1.000000"]] * 2


@pytest.mark.parametrize(("chance", "said"), [(WINS, "FIRST"), (WINS - 0.01, "NONE")])
def test_one_object_wins_from_the_chance_on_that_the_help_tells(chance: float, said: str) -> None:
    assert decide(np.array([chance, 0, 0, 1 - chance]))[0] == said
