"""The shipped models, as installed: present, quick to load, sensible, and deaf to their batch mates."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh import models
from weigh.bench import plain
from weigh.errors import ModelMissing
from weigh.models.data import spans_of
from weigh.models.session import PACKAGE, Session, shipped
from weigh.models.stance import StanceModel, decide
from weigh.models.vectors import WordVectors

SENTENCES = [
    ("Python is much faster than Ruby for this.", "Python", "Ruby"),
    ("Ruby is slower than Python.", "Ruby", "Python"),
    ("I bought a Canon and a Nikon last year in the little shop around the corner, where else?", "Canon", "Nikon"),
    ("There is no real difference between tea and coffee.", "tea", "coffee"),
    ("Beer is better than wine, they say, but only in summer and only with friends who do not mind.", "Beer", "wine"),
    ("Nobody compares trains with planes here.", "trains", "planes"),
]


def items() -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    return [(text, *spans_of(text, one, other)) for text, one, other in SENTENCES]


@pytest.mark.parametrize("task", models.TASKS)
def test_every_task_has_its_model(task: str) -> None:
    assert models.available(task)
    assert models.load(task) is models.load(task)  # type: ignore[call-overload]


def test_an_unknown_task_is_named_in_the_error() -> None:
    assert not models.available("nonsense")
    with pytest.raises(ModelMissing, match="nonsense"):
        models.load("nonsense")  # type: ignore[call-overload]


def test_shipped_models_stay_below_80_megabytes() -> None:
    assert sum(file.stat().st_size for file in shipped("").rglob("*") if file.is_file()) < 80_000_000


def test_stance_follows_the_sentence() -> None:
    said = [decide(row)[0] for row in models.load("stance").probabilities(items())]
    assert said[:2] == ["FIRST", "SECOND"]
    assert said[2] == "NONE"
    assert said[3] == "EQUAL"


def test_stance_of_the_mirrored_pair_is_the_mirrored_stance() -> None:
    model = models.load("stance")
    straight = model.probabilities(items())
    mirrored = model.probabilities([(text, second, first) for text, first, second in items()])
    np.testing.assert_array_equal(straight[:, [1, 0, 2, 3]], mirrored)


def test_stance_does_not_depend_on_batch_mates() -> None:
    model = models.load("stance")
    together = model.probabilities(items() * 9)
    for at, item in enumerate(items()):
        alone = model.probabilities([item])[0]
        np.testing.assert_allclose(together[at], alone, atol=1e-5)
        np.testing.assert_allclose(together[at + 5 * len(SENTENCES)], alone, atol=1e-5)


def test_the_first_step_decides_only_what_it_is_sure_of() -> None:
    quick, whole = Session(shipped("stance-quick")), Session(shipped("stance"))
    sentences = [(one.text, *spans_of(one.text, one.first, one.second)) for one in plain.load()]
    both = StanceModel(whole, quick).probabilities(sentences)
    first, last = StanceModel(quick).probabilities(sentences), StanceModel(whole).probabilities(sentences)
    sided = first[:, :2].max(1) >= quick.config["surely_sided"]
    sure = sided | (1 - first[:, 3] < quick.config["surely_none"])
    assert 20 < sided.sum() < len(sentences) - 20
    np.testing.assert_allclose(both[sure], first[sure], atol=1e-5)
    np.testing.assert_allclose(both[~sure], last[~sure], atol=1e-5)


@pytest.mark.parametrize("other", [{"room": 16}, {"names": 3}, {"markers": [6, 7]}])
def test_a_first_step_that_reads_another_input_is_not_asked(other: dict[str, object]) -> None:
    quick, whole = Session(shipped("stance-quick")), Session(shipped("stance"))
    alone = StanceModel(whole).probabilities(items())
    assert not np.array_equal(StanceModel(whole, quick).probabilities(items()), alone)
    quick.config = quick.config | other
    assert np.array_equal(StanceModel(whole, quick).probabilities(items()), alone)


def test_labels_and_kinds_do_not_depend_on_batch_mates() -> None:
    questions = [
        "is tea healthier than coffee",
        "which is the best phone for my mother",
        "who was the first man on the moon",
    ]
    label, kinds = models.load("label"), models.load("kinds")
    words = [question.split() for question in questions]
    many = label.labels(words * 7)
    rows, _ = kinds.arrays(questions * 7)
    for at, question in enumerate(questions):
        alone = label.labels([words[at]])[0]
        assert [name for name, _ in many[at + 12]] == [name for name, _ in alone]
        np.testing.assert_allclose([p for _, p in many[at + 12]], [p for _, p in alone], atol=1e-5)
        np.testing.assert_allclose(rows[at + 9], kinds.arrays([question])[0][0], atol=1e-5)
    for task in ("identify", "identify-quick"):
        model = models.load(task)  # type: ignore[call-overload]
        chances = model.probabilities(questions * 7)
        for at, question in enumerate(questions):
            assert chances[at + 3] == pytest.approx(model.probabilities([question])[0], abs=1e-5)


def test_threads_get_the_same_answers() -> None:
    model = models.load("stance")
    expected = model.probabilities(items())
    found: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: found.append(model.probabilities(items()))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    for one in found:
        np.testing.assert_allclose(one, expected, atol=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300), st.integers(1, 20))
def test_stance_takes_any_text_and_any_spans(text: str, first: int, second: int, length: int) -> None:
    row = models.load("stance").probabilities([(text, (first, first + length), (second, second + length))])
    assert row.shape == (1, 4)
    assert row.sum() == pytest.approx(1, abs=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=500))
def test_questions_take_any_text(text: str) -> None:
    assert 0 <= models.load("identify").probabilities([text])[0] <= 1
    assert 0 <= models.load("identify-linear").probabilities([text])[0] <= 1
    pieces = models.words(text)
    assert len(models.load("label").labels([[word for word, _, _ in pieces]])[0]) == len(pieces)


def test_nothing_in_gives_nothing_out() -> None:
    assert models.load("stance").probabilities([]).shape == (0, 4)
    assert models.load("label").labels([]) == []
    assert models.load("label").labels([[]]) == [[]]
    assert models.load("identify").probabilities([]) == []
    assert models.load("kinds").probabilities([]) == []
    assert models.load("answers").probabilities([]).shape == (0, 4)


def test_very_long_text_is_cut_and_answered() -> None:
    long = "word " * 5000
    text = "Java " + long + "Perl"
    assert models.load("stance").probabilities([(text, (0, 4), (len(text) - 4, len(text)))]).shape == (1, 4)
    assert len(models.load("label").labels([["tea"] * 3000])[0]) == 3000
    assert len(models.load("identify").probabilities([long])) == 1


def test_identify_knows_the_plain_cases() -> None:
    model = models.load("identify")
    yes, no = model.probabilities(["Which is better for web development, Python or Java?", "When was Goethe born?"])
    assert yes > model.thresholds["balanced"] > no
    assert model.thresholds["precise"] >= model.thresholds["balanced"]


def test_label_finds_objects_aspect_and_predicate() -> None:
    words = [word for word, _, _ in models.words("Which is better for web development, Python or Java?")]
    names = [name for name, _ in models.load("label").labels([words])[0]]
    assert dict(zip(words, names, strict=True)) | {
        "better": "PRED",
        "python": "OBJ",
        "java": "OBJ",
        "web": "ASP",
    } == dict(zip(words, names, strict=True))


def test_models_load_in_under_a_second() -> None:
    """Processor time, first use included, imports of the libraries left out; the best of three, as memory may be cold."""
    code = (
        "import time, numpy, onnxruntime, tokenizers\n"
        "from weigh import models\n"
        "for task, use in (('stance', lambda m: m.probabilities([('a b', (0, 1), (2, 3))])),"
        " ('label', lambda m: m.labels([['tea']])), ('identify', lambda m: m.probabilities(['tea']))):\n"
        "    began = time.process_time(); use(models.load(task)); print(time.process_time() - began)\n"
    )
    taken = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        taken.append(max(map(float, done.stdout.split())))
    assert min(taken) < 1.0, taken


@pytest.mark.parametrize("content", [b"", b"no table", b"PK\x03\x04 no table either"])
def test_damaged_word_vectors_are_said(tmp_path, content: bytes) -> None:
    (tmp_path / "words.gz").write_bytes(content)
    with pytest.raises(ModelMissing, match=r"words\.gz"):
        WordVectors.load(tmp_path / "words.gz")


def test_missing_files_are_said_and_not_crashed_on(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path /= "models"
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    try:
        assert not models.available("stance")
        with pytest.raises(ModelMissing, match=r"config\.json"):
            models.load("stance")
        (tmp_path / "stance").mkdir(parents=True)
        (tmp_path / "stance" / "config.json").write_text('{"start": 1, "end": 2}')
        with pytest.raises(ModelMissing, match=r"model\.onnx"):
            models.load("stance")
        (tmp_path / "stance" / "model.onnx.gz").write_bytes(b"no model")
        (tmp_path / "stance" / "tokenizer.json").write_text("{}")
        with pytest.raises(ModelMissing, match=r"words\.gz"):
            models.load("stance")
        (tmp_path / "words.gz").write_bytes(b"no table")
        with pytest.raises(ModelMissing, match="damaged"):
            models.load("stance")
    finally:
        models.forget()


def _without(key: str) -> Callable[[bytes], bytes]:
    """The same configuration without one of its keys."""

    def change(content: bytes) -> bytes:
        config = json.loads(content)
        del config[key]
        return json.dumps(config).encode()

    return change


@pytest.mark.parametrize(
    ("task", "file", "damage"),
    [
        *((task, "weights.npz", damage) for task in ("answers", "stance-linear") for damage in (b"", b"PK", 300)),
        *((task, "model.onnx.gz", damage) for task in ("kinds", "stance") for damage in (b"", 300)),
        *((task, "config.json", content) for task in models.TASKS for content in (b"", b"{}", b"[]", b"{", b"5")),
        ("stance", "config.json", _without("room")),
        ("stance-quick", "config.json", _without("surely_none")),
        ("label", "config.json", _without("labels")),
        ("label", "config.json", _without("start")),
        ("identify-linear", "config.json", _without("bias")),
    ],
)
def test_a_damaged_file_is_a_missing_model_and_named(
    task: str,
    file: str,
    damage: bytes | int | Callable[[bytes], bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for item in PACKAGE.iterdir():
        if item.name != task:
            (tmp_path / item.name).symlink_to(item)
    shutil.copytree(PACKAGE / task, tmp_path / task)
    whole = (tmp_path / task / file).read_bytes()
    broken = damage if isinstance(damage, bytes) else whole[:damage] if isinstance(damage, int) else damage(whole)
    (tmp_path / task / file).write_bytes(broken)
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    try:
        asked = "stance" if task == "stance-quick" else task
        models.available(asked)  # tells of files only, and must not fail over what they hold
        with pytest.raises(ModelMissing, match=re.escape(str(tmp_path / asked))):
            models.load(asked)  # type: ignore[call-overload]
    finally:
        models.forget()


def test_a_model_of_ones_own_is_used_without_the_first_steps_of_the_shipped_one(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    assert shipped("kinds") == PACKAGE / "kinds"
    (tmp_path / "identify").mkdir()
    (tmp_path / "stance-quick").mkdir()
    assert shipped("identify-quick") == tmp_path / "identify-quick"
    assert not models.available("identify-quick")
    assert shipped("stance-quick") == tmp_path / "stance-quick"
    assert shipped("stance") == PACKAGE / "stance"
