"""Training of the small linear models of `weigh log` (needs the bench extra and the public question data).

    python -m weigh.log.train /path/to/data/questions

intent        kinds/train (comparative questions) mapped to factual, method, argumentative, and our hand labels
topic         words of questions and of encyclopedia articles by their seed words, and our hand labels

Writes weights/*.npz and weights/*.json with what was measured on questions that were not trained on.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from weigh.log import linear
from weigh.log.features import PLACES, places
from weigh.log.intents import INTENTS, by_rule
from weigh.log.linear import LinearModel, bag, by_row, save
from weigh.log.wordlists import sections
from weigh.text.tokens import words

WEIGHTS = Path(__file__).parent / "weights"


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def matrix(questions: Sequence[str]) -> Any:
    """Sparse counts, rows scaled by the square root of the number of n-grams, as `LinearModel` does when it runs."""
    from scipy.sparse import csr_matrix

    indices: list[int] = []
    pointers, values = [0], []
    for question in questions:
        found = places(question)
        indices += found
        values += [1 / np.sqrt(max(1, len(found)))] * len(found)
        pointers.append(len(indices))
    result = csr_matrix((values, indices, pointers), shape=(len(questions), PLACES), dtype=np.float32)
    result.sum_duplicates()
    return result


def fit(rows: Sequence[tuple[str, str]], classes: Sequence[str], strength: float = 10.0, keep: int = 20_000) -> Weights:
    """Logistic regression, one class against the rest, on n-grams seen at least twice; the `keep` heaviest stay."""
    from sklearn.linear_model import LogisticRegression

    found = matrix([question for question, _ in rows])
    used = np.flatnonzero(np.asarray((found > 0).sum(axis=0)).ravel() >= 2)
    truth = np.asarray([label for _, label in rows])
    weights = np.zeros((len(used), len(classes)), dtype=np.float32)
    bias = np.zeros(len(classes), dtype=np.float32)
    for column, label in enumerate(classes):
        model = LogisticRegression(C=strength, solver="liblinear", tol=1e-2, class_weight="balanced")
        model.fit(found[:, used], truth == label)
        weights[:, column] = model.coef_[0]
        bias[column] = model.intercept_[0]
    heavy = np.argsort(-np.abs(weights).max(axis=1))[:keep]
    return Weights(used[heavy].astype(np.int32), weights[heavy], bias)


class Weights(NamedTuple):
    places: Any
    weights: Any
    bias: Any

    def model(self, classes: Sequence[str], *, scaled: bool = True) -> LinearModel:
        return LinearModel("trial", tuple(classes), *by_row(self.places, self.weights), self.bias, scaled=scaled)


def word_votes(
    texts: Iterable[str], seeds: dict[str, frozenset[str]], longest: int, least: float
) -> tuple[dict[str, Any], Any]:
    """How often each word stands in texts of each topic, where a text's topic is what its seed words vote for."""
    topics = tuple(seeds)
    votes = {word: np.asarray([word in seeds[t] for t in topics], dtype=float) for word in set().union(*seeds.values())}
    votes = {word: vote / vote.sum() for word, vote in votes.items()}
    counts: dict[str, Any] = defaultdict(lambda: np.zeros(len(topics)))
    for text in texts:
        found = set(content_words(text[:longest]))
        total = sum((votes[word] for word in found if word in votes), np.zeros(len(topics)))
        if total.sum() < least or total.max() < 0.5 * total.sum():
            continue
        for word in found:
            counts[word] += total**2 / (total**2).sum()
    return counts, sum(counts.values())


def content_words(text: str) -> list[str]:
    """Words that can say what a question is about."""
    return [word for word in words(text) if len(word) > 1 and word not in _function_words()]


@cache
def _function_words() -> frozenset[str]:
    grammar = {
        name: items
        for name, items in sections("closed_classes.txt").items()
        if name not in ("VB", "JJ", "VBD", "VBZ", "JJR", "QM")
    }
    return frozenset(word for items in grammar.values() for word in items)


def word_weights(
    sources: Sequence[tuple[dict[str, Any], Any]], seeds: dict[str, frozenset[str]], smooth: float = 3.0
) -> dict[str, Any]:
    """Log-odds of a word for each topic (naive Bayes), averaged over the sources; seed words get two points more."""
    weights: dict[str, Any] = defaultdict(lambda: np.zeros(len(seeds)))
    for counts, total in sources:
        base = total / total.sum()
        for word, count in counts.items():
            if count.sum() >= 1:
                weights[word] += np.log((count + smooth * base) / (count.sum() + smooth) / base) / len(sources)
    for at, listed in enumerate(seeds.values()):
        for word in listed:
            weights[word][at] += 2.0
    return weights


def hand_labels() -> dict[str, dict[str, str]]:
    text = files("weigh.log").joinpath("data", "hand_labels.csv").read_text("utf-8")
    return {row["question_sha256"]: row for row in csv.DictReader(text.splitlines())}


def labelled_by_hand(data: Path, part: str) -> list[tuple[str, str, str]]:
    """(question, topic, intent) of the questions of a part that were labelled by hand, found again by their hash."""
    known = hand_labels()
    found = []
    for row in table(data / "identify" / f"{part}.csv"):
        label = known.get(hashlib.sha256(row["question"].encode()).hexdigest()[:16])
        if label and label["part"] == part:
            found.append((row["question"], label["topic"], label["intent"]))
    return found


def _write(name: str, classes: Sequence[str], made: Weights, card: dict[str, Any], *, scaled: bool = True) -> None:
    WEIGHTS.mkdir(exist_ok=True)
    size = save(str(WEIGHTS / f"{name}.npz"), classes, *made, scaled=scaled)
    digest = hashlib.sha256((WEIGHTS / f"{name}.npz").read_bytes()).hexdigest()[:12]
    (WEIGHTS / f"{name}.json").write_text(
        json.dumps({"name": name, "version": digest, "bytes": size, **card}, indent=1) + "\n"
    )
    linear.load.cache_clear()
    print(name, json.dumps(card, indent=1))


def intent_of(row: dict[str, str]) -> str:
    """The three classes out of the ten kinds: opinion or argument wins over method, method over fact and reason."""
    if row["opinion"] == "1" or row["argument"] == "1":
        return "argumentative"
    return "method" if row["method"] == "1" else "factual"


def scores(truth: Sequence[str], guess: Sequence[str], classes: Sequence[str]) -> dict[str, Any]:
    from sklearn.metrics import accuracy_score, f1_score

    each = f1_score(truth, guess, labels=list(classes), average=None, zero_division=0)
    present = [value for name, value in zip(classes, each, strict=True) if name in truth]
    return {
        "n": len(truth),
        "accuracy": round(float(accuracy_score(truth, guess)), 3),
        "macro F1": round(float(np.mean(present)), 3),
        **{f"F1 {name}": round(float(value), 3) for name, value in zip(classes, each, strict=True)},
    }


def _guess(model: LinearModel, questions: Sequence[str]) -> list[str]:
    return [model.classes[i] for i in model.probabilities(bag(questions)).argmax(axis=1)]


def train_intent(data: Path) -> None:
    kinds = {
        part: [(r["question"], intent_of(r)) for r in table(data / "kinds" / f"{part}.csv") if r["comp"] == "1"]
        for part in ("train", "validation", "test")
    }
    by_hand = {part: [(q, intent) for q, _, intent in labelled_by_hand(data, part)] for part in ("train", "test")}
    card: dict[str, Any] = {
        "trained on": f"kinds/train, comparative questions mapped to three classes: {len(kinds['train'])}, "
        f"and {len(by_hand['train'])} questions of identify/train labelled by hand for this project",
        "features": "word and part-of-speech 1- to 3-grams, hashed; our own coarse tagger",
    }
    made = fit([*kinds["train"], *by_hand["train"]], INTENTS)
    alone, both = fit(kinds["train"], INTENTS).model(INTENTS), made.model(INTENTS)
    for name, rows in (("kinds/test (comparative)", kinds["test"]), ("hand labels, any question", by_hand["test"])):
        questions, truth = [q for q, _ in rows], [label for _, label in rows]
        majority = Counter(truth).most_common(1)[0][0]
        card[name] = {
            "majority": scores(truth, [majority] * len(truth), INTENTS),
            "rule": scores(truth, [by_rule(q) for q in questions], INTENTS),
            "linear, kinds only": scores(truth, _guess(alone, questions), INTENTS),
            "linear": scores(truth, _guess(both, questions), INTENTS),
        }
    card["cross-topic"] = {
        "how": "one topic left out at a time, over all of kinds; topics by our topic model",
        **_cross_topic(kinds),
    }
    _write("intent", INTENTS, made, card)


def _cross_topic(kinds: dict[str, list[tuple[str, str]]]) -> dict[str, Any]:
    """Every topic once as test, trained on the others; pooled. Topics with fewer than ten questions count as one."""
    rows = [row for part in kinds.values() for row in part]
    topics = np.asarray(_guess(linear.load("topic"), [q for q, _ in rows]))
    small = {name for name, n in Counter(topics.tolist()).items() if n < 10}
    topics = np.asarray(["other" if name in small else name for name in topics])
    truth, guess, ruled = [], [], []
    for topic in sorted(set(topics.tolist())):
        inside = topics == topic
        model = fit([row for row, t in zip(rows, inside, strict=True) if not t], INTENTS).model(INTENTS)
        held = [row for row, t in zip(rows, inside, strict=True) if t]
        truth += [label for _, label in held]
        guess += _guess(model, [q for q, _ in held])
        ruled += [by_rule(q) for q, _ in held]
    return {
        "rule": scores(truth, ruled, INTENTS),
        "linear": scores(truth, guess, INTENTS),
        "topics": len(set(topics.tolist())),
    }


def weak_topic(question: str, seeds: dict[str, frozenset[str]]) -> str | None:
    """The topic with clearly the most seed words, or None."""
    counts = Counter({topic: sum(word in listed for word in words(question)) for topic, listed in seeds.items()})
    (first, most), (_, second) = counts.most_common(2)
    return first if most > second else None


def train_topic(data: Path) -> None:
    """Words vote for topics: learned from questions and encyclopedia articles whose seed words agree on one."""
    seeds = {name: frozenset(" ".join(items).split()) for name, items in sections_in_case().items()}
    classes = tuple(seeds)
    hands = {part: labelled_by_hand(data, part) for part in ("train", "test")}
    pool = {row["question"] for part in ("train", "validation") for row in table(data / "identify" / f"{part}.csv")}
    pool |= {row["question"] for row in table(data / "identify_extra" / "mintaka_train.csv")[:4000]}
    pool -= {q for q, _, _ in hands["train"]} | {row["question"] for row in table(data / "identify" / "test.csv")}
    from_questions = word_votes(sorted(pool), seeds, 300, 1)
    for question, topic, _ in hands["train"]:
        for word in set(content_words(question)):
            from_questions[0][word] += 2 * (np.arange(len(classes)) == classes.index(topic))
    articles = _articles(data.parent.parent / "corpus" / "simplewiki.jsonl.gz", 23_000)
    votes = word_weights((from_questions, word_votes(articles, seeds, 700, 2)), seeds)
    heavy = sorted(votes, key=lambda word: -float(np.abs(votes[word]).max()))[:40_000]
    by_place = {crc32(word.encode()) & (PLACES - 1): votes[word] for word in reversed(heavy)}
    labels = Counter(topic for _, topic, _ in hands["train"])
    prior = np.asarray([labels[name] + 1 for name in classes], dtype=np.float32)
    made = Weights(
        np.asarray(list(by_place), dtype=np.int32),
        np.asarray(list(by_place.values()), dtype=np.float32),
        np.log(prior / prior.sum()),
    )
    questions, truth = [q for q, _, _ in hands["test"]], [topic for _, topic, _ in hands["test"]]
    model = made.model(classes, scaled=False)
    majority = labels.most_common(1)[0][0]
    card = {
        "trained on": f"{len(pool)} questions and 23,000 articles of the simple English Wikipedia by their seed words, "
        f"{len(hands['train'])} questions labelled by hand",
        "features": "single words, hashed",
        "hand labels, test": {
            "majority": scores(truth, [majority] * len(truth), classes),
            "seed words alone": scores(truth, [weak_topic(q, seeds) or majority for q in questions], classes),
            "model": scores(truth, _guess(model, questions), classes),
        },
    }
    _write("topic", classes, made, card, scaled=False)


def _articles(path: Path, count: int) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in islice(lines, count):
            item = json.loads(line)
            yield f"{item.get('title') or ''} {item['text'][:600]}"


def sections_in_case() -> dict[str, tuple[str, ...]]:
    return {name: items for name, items in sections("topic_seeds.txt").items() if name}


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("data/questions")
    for step in sys.argv[2:] or ["topic", "intent"]:
        {"topic": train_topic, "intent": train_intent}[step](folder)
