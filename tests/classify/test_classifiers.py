"""Every classifier keeps the same contract; the markers also know negation and equality."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh import models
from weigh.classify import make_classifier
from weigh.classify.memory import Remembering
from weigh.errors import BadSetting
from weigh.models.session import shipped
from weigh.stages import Classifier
from weigh.types import Judgement, Object, Stance

PYTHON, JAVA = Object("Python"), Object("Java")


@pytest.fixture(scope="module", params=["markers", "bow", "transformer"])
def classifier(request: pytest.FixtureRequest) -> Classifier:
    return make_classifier(request.param)


CLEAR = [
    ("Python is easier to learn than Java.", Stance.FIRST),
    ("Java is faster than Python.", Stance.SECOND),
    ("Python is better than Java for data science.", Stance.FIRST),
    ("I live in Java and own a python.", Stance.NONE),
]


@pytest.mark.parametrize(("sentence", "stance"), CLEAR)
def test_clear_sentences(classifier: Classifier, sentence: str, stance: Stance) -> None:
    assert classifier.classify([sentence], PYTHON, JAVA)[0].stance is stance


@pytest.mark.parametrize(("sentence", "stance"), CLEAR)
def test_swapping_the_objects_swaps_the_stance(classifier: Classifier, sentence: str, stance: Stance) -> None:
    one = classifier.classify([sentence], PYTHON, JAVA)[0]
    other = classifier.classify([sentence], JAVA, PYTHON)[0]
    assert other.stance is one.stance.swapped()
    assert other.confidence == pytest.approx(one.confidence, abs=1e-3)


def test_a_sentence_without_both_objects_takes_no_stance(classifier: Classifier) -> None:
    for sentence in ("Python is better than Ruby.", "JavaScript is better than Python.", "", "…"):
        assert classifier.classify([sentence], PYTHON, JAVA)[0].stance is Stance.NONE


def test_no_sentences_give_no_judgements(classifier: Classifier) -> None:
    assert classifier.classify([], PYTHON, JAVA) == []


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Python",
                "Java",
                "is",
                "not",
                "better",
                "than",
                "as",
                "good",
                "worse",
                "more",
                ",",
                ".",
                "the",
                "no",
                "C++",
                "(",
                ")",
                "\u202e",
                "\x00",
                "😀",
            ]
        ),
        max_size=40,
    )
)
def test_any_words_get_a_judgement(words: list[str]) -> None:
    for name in ("markers", "bow"):
        (judgement,) = make_classifier(name).classify([" ".join(words)], PYTHON, JAVA)
        assert 0 <= judgement.confidence <= 1


@pytest.mark.parametrize(
    ("sentence", "stance"),
    [
        ("Python is not as fast as Java.", Stance.SECOND),
        ("Python is as fast as Java.", Stance.EQUAL),
        ("Python is just as safe as Java.", Stance.EQUAL),
        ("There is no real difference between Python and Java in tooling.", Stance.EQUAL),
        ("Python is no better than Java.", Stance.EQUAL),
        ("Python is slower than Java.", Stance.SECOND),
        ("Python is more expensive than Java.", Stance.SECOND),
        ("Python is less expensive than Java.", Stance.FIRST),
        ("Python needs less memory than Java.", Stance.FIRST),
        ("Python costs more than Java.", Stance.SECOND),
        ("Compared with Java, Python is easier.", Stance.FIRST),
        ("Python beats Java at scripting.", Stance.FIRST),
        ("Many teams prefer Python over Java.", Stance.FIRST),
        ("Python takes longer to start than Java.", Stance.SECOND),
        ("Python is fine, but I like Java better.", Stance.SECOND),
        ("Python and Java are taught here, where summers are warmer.", Stance.NONE),
    ],
)
def test_markers_read_negation_equality_and_cost(sentence: str, stance: Stance) -> None:
    assert make_classifier("markers").classify([sentence], PYTHON, JAVA)[0].stance is stance


def test_markers_point_at_the_cue() -> None:
    sentence = "Python is easier than Java."
    (cue,) = make_classifier("markers").classify([sentence], PYTHON, JAVA)[0].cues
    assert sentence[cue.start : cue.end] == "easier"


def test_an_unknown_classifier_is_named_in_the_error() -> None:
    with pytest.raises(BadSetting, match="no classifier 'tarot'"):
        make_classifier("tarot")


class _Counting:
    name = "counting"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def classify(self, sentences: list[str], first: Object, second: Object) -> list[Judgement]:
        self.seen.extend(sentences)
        return [Judgement(Stance.NONE, len(text) / 100) for text in sentences]


def test_a_sentence_is_read_once_per_pair_and_memory_stays_bounded() -> None:
    inner = _Counting()
    memory = Remembering(inner, capacity=3)
    first = memory.classify(["a", "bb", "a"], PYTHON, JAVA)
    assert [judgement.confidence for judgement in first] == [0.01, 0.02, 0.01]
    assert inner.seen == ["a", "bb"]
    memory.classify(["a", "bb"], PYTHON, JAVA)
    assert inner.seen == ["a", "bb"]
    memory.classify(["c", "d"], JAVA, PYTHON)  # over capacity: the older pair is forgotten
    memory.classify(["a"], PYTHON, JAVA)
    assert inner.seen == ["a", "bb", "c", "d", "a"]


def test_a_folder_with_a_stance_model_alone_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stance", "trunk", "words.gz", "tokenizer.json"):
        (tmp_path / name).symlink_to(shipped(name))
    monkeypatch.setenv("WEIGH_MODELS", str(tmp_path))
    models.forget()
    try:
        alone = make_classifier("transformer")
        assert alone.name == "transformer"
        judged = alone.classify([sentence for sentence, _ in CLEAR], PYTHON, JAVA)
        assert [one.stance for one in judged] == [stance for _, stance in CLEAR]
    finally:
        models.forget()
