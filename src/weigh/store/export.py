"""Feedback → training data, in the shapes of the public data sets that the models are trained on.

    questions/identify/feedback.csv      question,comparative
    questions/label/feedback.jsonl       {"words": […], "labels": ["OBJ" | "ASP" | "O", …]}
    stance/sentences/feedback.csv        object_a,object_b,sentence,label    (object_a comes first in the sentence)
    summaries/feedback.csv               input,output                        (judged useful and fluent)

Where people disagree on the same item the majority counts; a tie is left out.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from weigh.store.records import ArgumentFeedback, LabelFeedback, StoredFeedback, SummaryFeedback, VerdictFeedback
from weigh.text.mentions import aspect_phrase, find, object_spans, phrase
from weigh.text.tokens import same_key, tokenize
from weigh.types import Object, Stance

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def export_training_data(items: Iterable[StoredFeedback], folder: Path) -> dict[str, int]:
    """Writes the four files (only those with rows) and returns the number of rows of each."""
    comparative: dict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    labels: dict[str, Counter[tuple[tuple[str, ...], tuple[str, ...]]]] = defaultdict(Counter)
    stances: dict[tuple[str, str, str], Counter[tuple[str, str, str, str]]] = defaultdict(Counter)
    summaries: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    for item in items:
        match item.feedback:
            case VerdictFeedback(comparative=word) if item.question.strip():
                comparative[same_key(item.question)][(item.question, word)] += 1
            case LabelFeedback() as given:
                if row := label_row(item.question, given):
                    labels[same_key(item.question)][row] += 1
            case ArgumentFeedback() as given:
                if stance := stance_row(given):
                    stances[(stance[0].lower(), stance[1].lower(), same_key(stance[2]))][stance] += 1
            case SummaryFeedback(summary=text, arguments=arguments, useful=useful, fluent=fluent):
                if text.strip() and arguments and useful is not None and fluent is not None:
                    summaries[("Summarize: " + "\n".join(arguments), text)][useful and fluent] += 1
            case _:
                pass
    identify = [(question, int(word)) for question, word in _majority(comparative).values()]
    silver = [key for key, good in _majority(summaries).items() if good]
    return {
        name: count
        for name, count in (
            _csv(folder / "questions/identify/feedback.csv", ("question", "comparative"), identify),
            _jsonl(folder / "questions/label/feedback.jsonl", list(_majority(labels).values())),
            _csv(
                folder / "stance/sentences/feedback.csv",
                ("object_a", "object_b", "sentence", "label"),
                list(_majority(stances).values()),
            ),
            _csv(folder / "summaries/feedback.csv", ("input", "output"), silver),
        )
        if count
    }


def label_row(question: str, given: LabelFeedback) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The question's words with their labels; None where it names none of the objects (they were added freely)."""
    tokens = tokenize(question)
    found = ["O"] * len(tokens)
    for name in given.aspects:
        for i, j in find(tokens, aspect_phrase(name)):
            found[i:j] = ["ASP"] * (j - i)
    for name in given.objects:
        for i, j in find(tokens, phrase(name)):
            found[i:j] = ["OBJ"] * (j - i)
    if "OBJ" not in found:
        return None
    return tuple(token.text for token in tokens), tuple(found)


def stance_row(given: ArgumentFeedback) -> tuple[str, str, str, str] | None:
    """Objects in text order, as in the data set; None where the sentence does not name both."""
    first, second = given.objects
    order = [span.name for span in object_spans(given.sentence, (Object(first), Object(second)))]
    if first not in order or second not in order:
        return None
    swap = order.index(second) < order.index(first)
    stance = given.stance.swapped() if swap else given.stance
    label = {Stance.FIRST: "BETTER", Stance.SECOND: "WORSE"}.get(stance, "NONE")
    a, b = (second, first) if swap else (first, second)
    return a, b, given.sentence, label


def _majority(votes: Mapping[K, Counter[V]]) -> dict[K, V]:
    result = {}
    for key, counter in votes.items():
        ranked = counter.most_common(2)
        if len(ranked) == 1 or ranked[0][1] > ranked[1][1]:
            result[key] = ranked[0][0]
    return result


def _csv(path: Path, header: tuple[str, ...], rows: Sequence[Sequence[object]]) -> tuple[str, int]:
    if rows:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(header)
            writer.writerows(rows)
    return str(path), len(rows)


def _jsonl(path: Path, rows: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> tuple[str, int]:
    if rows:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps({"words": words, "labels": labels}, ensure_ascii=False) + "\n" for words, labels in rows)
        path.write_text("".join(lines), encoding="utf-8")
    return str(path), len(rows)
