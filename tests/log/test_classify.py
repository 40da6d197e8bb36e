"""What is said of single questions: comparative, topic, intent, characteristics, compared things, care."""

from __future__ import annotations

import json
from importlib.resources import files
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weigh.log.characteristics import characteristics
from weigh.log.classify import QuestionClassifier, compared
from weigh.log.comparative import DOUBTED, Cascade, measured
from weigh.log.entries import normal_form
from weigh.log.features import PLACES, ngrams, places
from weigh.log.intents import INTENTS, by_rule
from weigh.log.linear import bag, card, load
from weigh.log.questions import withheld
from weigh.log.tagger import tag


@pytest.fixture(scope="module")
def classifier() -> QuestionClassifier:
    return QuestionClassifier(use_transformer=False)


@pytest.mark.parametrize(
    ("question", "comparative"),
    [
        ("Which is better, an xbox or a playstation?", True),
        ("what is the difference between a netbook and a laptop", True),
        ("what is the best laptop to buy", True),
        ("should i buy an iphone or a samsung", True),
        ("who sings the vocals on feel it still", False),
        ("when did table tennis change from 21 to 11", False),
        ("how to quit smoking", False),
    ],
)
def test_plain_questions_are_decided_at_the_balanced_point(
    classifier: QuestionClassifier, question: str, comparative: bool
) -> None:
    labels = next(classifier.classify([question]))
    assert labels.balanced is comparative
    assert labels.balanced or not labels.precise


def test_the_steps_of_algorithm_1_decide_in_order() -> None:
    limits = {
        "gate": 0.1,
        "linear perfect": 0.9,
        "transformer perfect": 0.95,
        "linear relaxed": 0.5,
        "transformer relaxed": 0.6,
        "balanced": 0.4,
    }
    cascade = Cascade(use_transformer=False, limits=limits)
    plain, r8 = "where is rome", "what is the difference between tea and coffee"
    assert cascade.combine(0.95, 0.0, plain)[::2] == (True, "linear model alone")
    assert cascade.combine(0.2, 0.99, plain)[::2] == (True, "transformer alone")
    assert cascade.combine(0.6, 0.7, plain)[::2] == (True, "consensus of the models")
    assert cascade.combine(0.6, 0.1, r8) == (True, True, "rule R8"), "they disagree, R8 decides"
    assert cascade.combine(0.2, 0.1, r8) == (False, True, "rule R8"), (
        "both say no: R8 is not asked at the precise point"
    )
    assert cascade.combine(0.2, 0.5, plain) == (False, True, "balanced threshold")
    assert cascade.combine(0.2, 0.1, plain) == (False, False, DOUBTED)


def test_the_precise_point_never_says_more_than_the_balanced_one_and_is_more_precise() -> None:
    precise, balanced = measured(use_transformer=False)
    assert precise.true_positive <= balanced.true_positive
    assert precise.false_positive <= balanced.false_positive
    assert precise.precision > balanced.precision
    assert precise.precision >= 0.97
    assert balanced.recall >= 0.8


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Which countries legalized marijuana?", "factual"),
        ("How to hold a referendum?", "method"),
        ("How many people live in Rome?", "factual"),
        ("Why are people in favor of it?", "argumentative"),
        ("Should marijuana be legalized?", "argumentative"),
        ("", "factual"),
    ],
)
def test_the_rule_baseline_goes_by_the_question_word(question: str, intent: str) -> None:
    assert by_rule(question) == intent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is marijuana legalization possible?", {"yes/no"}),
        ("Will marijuana be legalized in Russia?", {"yes/no", "prediction"}),
        ("what will happen to the economy", {"prediction", "question word"}),
        ("when is it going to rain", {"prediction", "question word"}),
        ("Do you think the president will resign?", {"yes/no", "personal pronoun"}),
        ("Why are people in favor?", {"question word", "why"}),
        ("how can i learn chess", {"question word", "how", "personal pronoun"}),
        ("How much does a house cost?", {"question word", "how much/many", "how much/many: money"}),
        ("how many people live here", {"question word", "how much/many", "how much/many: people"}),
        ("how long does it stay in the body", {"question word", "how much/many", "how much/many: time"}),
        ("restaurants near you open now", set()),
    ],
)
def test_characteristics_are_those_of_the_paper(question: str, expected: set[str]) -> None:
    assert set(characteristics(question, comparison=False)) == expected


def test_topics_of_plain_questions(classifier: QuestionClassifier) -> None:
    questions = {
        "what is the best treatment for kidney stones": "Health",
        "who won the super bowl": "Sports",
        "how do i install python on windows": "Computers & internet",
        "which tires are best for my car": "Cars & transportation",
        "what bank gives the cheapest mortgage loan": "Business & finance",
        "who sang the song in the movie": "Entertainment & music",
    }
    found = [labels.topic for labels in classifier.classify(list(questions))]
    assert found == list(questions.values())


def test_compared_things_are_named_in_one_form_whatever_the_order() -> None:
    asked = ["Which is better, Python or Java?", "is java better than python", "", "I code. Python / Java?"]
    pair = ("java", "python")
    assert compared(asked) == [pair, pair, (), pair]
    assert compared(["what is the best laptop"], use_transformer=False) == [()]


def test_questions_asked_together_are_labelled_as_when_asked_alone() -> None:
    asked = [
        "Which is better, Python or Java?",
        "should i buy an iphone or a samsung galaxy for my mother",
        "who sings feel it still",
        "is it cheaper to fly or to drive to denver",
        "what are the pros and cons of tea versus coffee for sleep",
        "Which are better, cats or dogs?",
    ]
    classifier = QuestionClassifier()
    together = list(classifier.classify(asked))
    assert [next(classifier.classify([question])) for question in asked] == together


@given(st.text(max_size=80))
def test_places_are_the_checksums_of_the_n_grams(text: str) -> None:
    for grammar in (True, False):
        written_out = [crc32(gram.encode("utf-8", "surrogatepass")) % PLACES for gram in ngrams(text, grammar=grammar)]
        assert places(text, grammar=grammar) == written_out


SENSITIVE = (
    "how can i kill myself",
    "What is the best way to commit suicide?",
    "painless ways to die",
    "How can I end my own life peacefully?",
    "What's the easiest way to kill yourself without pain?",
    "what is a lethal dose of sleeping pills",
    "how long does it take to die from drowning",
    "should i cut myself or starve myself",
    "which pills are best to overdose on",
    "is it better to be dead, i hate my life",
    "i was raped what should i do",
    "how do i hide my bulimia",
    "my husband beats me should i stay",
    "SELF-HARM or talking to someone: what helps more",
)


@pytest.mark.parametrize("question", SENSITIVE)
def test_sensitive_questions_are_withheld(question: str) -> None:
    assert withheld(question) == "sensitive"


@pytest.mark.parametrize(
    "question",
    [
        "which is better grapes or skyscrapers",
        "what is the syllabus",
        "how to kill weeds in the lawn",
        "is therapist a job",
    ],
)
def test_harmless_questions_with_like_words_are_not_withheld(question: str) -> None:
    assert withheld(question) is None


def test_the_tagger_sees_the_skeleton_of_a_question() -> None:
    assert tag(["should", "marijuana", "be", "legalized"]) == ["MD", "NN", "BE", "VBD"]
    assert tag(["which", "is", "better", "tea", "or", "coffee"]) == ["WDT", "BE", "JJR", "NN", "OR", "NN"]


def test_models_give_probabilities_also_for_empty_and_odd_questions() -> None:
    for name in ("intent", "topic"):
        rows = load(name).probabilities(bag(["", "?", "\ud800", "what is this", "ç" * 900]))
        assert rows.shape[0] == 5
        assert rows.sum(axis=1) == pytest.approx([1.0] * 5, abs=1e-4)


def test_shipped_models_say_how_good_they_are_and_are_small() -> None:
    topic = card("topic")["hand labels, test"]
    assert topic["model"]["accuracy"] > topic["seed words alone"]["accuracy"] > topic["majority"]["accuracy"]
    intent = card("intent")["kinds/test (comparative)"]
    assert intent["linear"]["macro F1"] > intent["rule"]["macro F1"]
    folder = files("weigh.log").joinpath("weights")
    assert sum(len(item.read_bytes()) for item in folder.iterdir()) < 3_000_000
    assert set(load("intent").classes) == set(INTENTS)
    assert json.loads(folder.joinpath("cascade.json").read_text())["without transformer"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_classified(text: str) -> None:
    labels = next(_one().classify([text]))
    assert labels.balanced or not labels.precise
    assert isinstance(normal_form(text), str)


_made: list[QuestionClassifier] = []


def _one() -> QuestionClassifier:
    if not _made:
        _made.append(QuestionClassifier(use_transformer=False))
    return _made[0]
