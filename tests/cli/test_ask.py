"""The command line as a user meets it: a real process, its output, its exit code."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def run(data_dir: Path, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs `weigh …` in an empty folder with the tests' own data folder."""

    def call(*arguments: str, stdin: str | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("WEIGH_")}
        environment |= {"WEIGH_DATA_DIR": str(data_dir), "COLUMNS": "120", "NO_COLOR": "1"} | variables
        return subprocess.run(
            [sys.executable, "-c", "from weigh.cli import main; main()", *arguments],
            capture_output=True, text=True, errors="surrogateescape", cwd=tmp_path, env=environment, input=stdin, timeout=60,
        )  # fmt: skip

    return call


def test_a_question_is_answered_with_arguments_by_side(run) -> None:  # type: ignore[no-untyped-def]
    done = run("Is Python better than Java for web development?")
    assert done.returncode == 0, done.stderr
    for part in ("For Python", "For Java", "overall", "█", "[1]", "starter library only"):
        assert part in done.stdout


def test_json_is_the_answer_and_nothing_else(run) -> None:  # type: ignore[no-untyped-def]
    done = run("python vs java", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["comparison"]["objects"][0]["name"] == "python"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("What is the capital of France?",), 7, "does not look like a comparative question"),
        (("zeppelin vs marmalade",), 7, "evidence"),
        (("   ",), 2, "empty question"),
        (("compare", "tea"), 2, "takes 2 to 8"),
        (("compare", "tea", "coffee", "--aspect", "price:nine"), 2, "expected NAME"),
        (("search", "(tea"), 2, "bracket"),
        (("search", "-python"), 2, "set -- before"),
        (("search", "python", "-java"), 2, "set -- before"),
        (("search", "--", "-python"), 2, "only says what must not be there"),
        (("tea or coffee", "--index", "/no/such/place"), 3, "/no/such/place"),
        (("tea or coffee", "--classifier", "tarot"), 2, "tarot"),
        (("index", "add", "--index", "x", "no-such-file.txt"), 4, "no-such-file.txt"),
    ],
)
def test_failures_say_what_is_wrong_and_leave_no_trace(run, arguments, code, said) -> None:  # type: ignore[no-untyped-def]
    done = run(*arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_questions_are_parsed_line_by_line(run, arguments: list[str]) -> None:  # type: ignore[no-untyped-def]
    done = run("parse", *arguments, stdin="is tea cheaper than coffee\nwho wrote hamlet\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["comparative"], first["objects"], first["aspects"]) == (True, ["tea", "coffee"], ["price"])
    assert second["comparative"] is False


def test_own_text_is_indexed_and_answers(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "reviews.jsonl").write_text(
        "\n".join(
            json.dumps({"id": str(i), "url": f"https://site{i}.example/", "text": text})
            for i, text in enumerate(
                [
                 "The Zorp is much faster than the Blip in every test that we made.", "The Blip is cheaper than the Zorp in most shops today.",
                 "The Zorp is more reliable than the Blip after a year of daily use."]
            )
        )
    )  # fmt: skip
    assert run("index", "create", "mine").returncode == 0
    added = run("index", "add", "--index", "mine", "reviews.jsonl")
    assert added.returncode == 0, added.stderr
    done = run("Is the Zorp better than the Blip?", "--index", "mine", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert len(answer["arguments"]) == 3
    assert not any("starter" in note for note in answer["notes"])


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_an_answer_fits_the_terminal_and_has_no_spaces_at_line_ends(run, columns: int) -> None:  # type: ignore[no-untyped-def]
    done = run("Is Python better than Java for web development?", COLUMNS=str(columns))
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert not [line for line in lines if line != line.rstrip()]
    assert any(line.startswith("overall") and "Java" in line for line in lines)


def test_nothing_found_says_what_to_do_instead_of_empty_lists(run) -> None:  # type: ignore[no-untyped-def]
    done = run("gym or home workout")
    assert "not enough evidence" in done.stdout
    assert "For gym" not in done.stdout
    command = next(line.strip() for line in done.stdout.splitlines() if line.strip().startswith("weigh search"))
    assert run(*shlex.split(command)[1:]).returncode == 0


def test_an_empty_index_says_that_it_is_and_how_to_fill_it(run) -> None:  # type: ignore[no-untyped-def]
    assert run("index", "create", "mine").returncode == 0
    done = run("--index", "mine", "tea or coffee")
    assert done.returncode == 7
    assert "The index is empty. Add your own text with: weigh index add FILE…" in done.stdout
    assert "weigh search" not in done.stdout


def test_a_typing_slip_is_met_with_the_name_that_was_meant(run) -> None:  # type: ignore[no-untyped-def]
    assert "Did you mean Python?" in run("Is Pyhton better than Java?").stdout
    done = run("suggest", "pyhton")
    assert (done.returncode, done.stdout) == (7, "")
    assert "Did you mean Python?" in done.stderr
    assert run("suggest", "python").stderr == ""


def test_a_filter_that_leaves_nothing_is_blamed(run) -> None:  # type: ignore[no-untyped-def]
    said = " ".join(run("Python or Java?", "--collection", "nope").stdout.split())
    assert "The filter (collection nope) lets none of" in said
    assert "Other names" not in said


def test_a_question_held_for_not_comparative_comes_with_the_command_that_overrules_this(run) -> None:  # type: ignore[no-untyped-def]
    lines = run("What's the capital of France?").stdout.splitlines()
    command = next(line.strip() for line in lines if "--comparative" in line)
    assert "does not look like a comparative" not in run(*shlex.split(command)[1:]).stdout


def test_a_query_may_begin_with_a_minus_behind_two(run) -> None:  # type: ignore[no-untyped-def]
    found = json.loads(run("search", "-n5", "--json", "--", "-java python").stdout)["hits"]
    assert len(found) == 5
    assert all("Python" in (text := hit["sentence"]["text"]) and "Java " not in text for hit in found)


def test_three_objects_come_in_their_order_with_what_each_won(run) -> None:  # type: ignore[no-untyped-def]
    question = "Is Python, Java or Go faster?"
    order = json.loads(run(question, "--json").stdout)["ranking"]["order"]
    lines = run(question, COLUMNS="80").stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if line.endswith("strength  won  lost"))
    for place, (name, line) in enumerate(zip(order, lines[head + 1 :], strict=False), start=1):
        assert line.startswith(f"{place}. {name} ")
        assert len(line) <= 80
    assert lines[head + 4].startswith("speed: ")


def test_without_model_files_rules_and_cue_words_answer_and_say_so(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = run("Is Python better than Java?", WEIGH_MODELS=str(tmp_path / "none"))
    assert done.returncode == 0, done.stderr
    assert "For Python" in done.stdout
    said = " ".join(done.stdout.split())
    for task in ("identify", "kinds", "label", "stance"):
        assert (f"The {task} model could not be loaded" in said) == (task != "identify"), "R1 decides without it"
    assert "cue words were used instead" in said
    assert "WEIGH_MODELS" in said


def test_questions_read_without_the_models_are_told_to_be(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for command in (("hello there",), ("parse", "hello there"), ("parse",)):
        done = run(*command, stdin="hello there", WEIGH_MODELS=str(tmp_path / "none"))
        said = " ".join((done.stderr if command[0] == "parse" else done.stdout).split())
        assert "The identify model could not be loaded; rules alone decided" in said
        assert "The label model could not be loaded" in said


def test_a_data_folder_that_cannot_be_made_is_named(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "file").write_text("")
    done = run("tea or coffee", WEIGH_DATA_DIR=str(tmp_path / "file" / "data"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "file") in done.stderr


def test_a_bad_line_does_not_end_the_reading_of_questions(run) -> None:  # type: ignore[no-untyped-def]
    done = run("parse", stdin="tea or coffee\n?!\npython vs java\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)
    assert "line 2: A question without words" in done.stderr


def test_bytes_that_are_no_utf8_are_refused_and_told(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for encoding in ("utf-8:strict", "utf-8:surrogateescape", "latin-1"):  # as the user's system may have it
        piped = os.fsdecode(b"tea or coffee\r\n\n\xff or b\ngold or silver")
        done = run("parse", stdin=piped, PYTHONIOENCODING=encoding)
        assert [json.loads(line)["objects"] for line in done.stdout.splitlines()] == [
            ["tea", "coffee"],
            ["gold", "silver"],
        ]
        assert done.stderr == (
            "weigh: line 3: A question with the byte 0xff as character 1 arrived; expected text in UTF-8. "
            "Save or send it as UTF-8.\n"
        )
        assert done.returncode == 2
    for command in ("ask", "parse"):
        done = run(command, os.fsdecode(b"caf\xe9 or tea"))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("weigh: A question with the byte 0xe9 as character 4 arrived")
