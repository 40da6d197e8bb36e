"""How good the summaries are: ROUGE against people's texts, whether citations hold, and a rubric checked by program.

Two references: the best answers to 51 comparative questions (as in CAM 2.0's table) and the summaries that experts
edited for 34 pairs. All methods get the same arguments, found in the same index. Citations are taken out before ROUGE.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weigh.bench.corpus import corpus_index
from weigh.bench.judge import Judge
from weigh.bench.rubric import rubric
from weigh.settings import Settings
from weigh.stages import Summarizer
from weigh.summarize import make_summarizer
from weigh.summarize.check import Checker
from weigh.types import Answer, Comparison, Summary

METHODS = ("extractive", "bullets", "template")
PUBLISHED_COLUMNS = {
    "CTRL (1.6 B)": "CTRL:does-x-better-y-for-z",
    "CAM bullets": "CAM-Bullet",
    "CAM template": "Template-CAM-Aspects",
    "first snippets": "CAM-First-Snippet",
}
_MARKS = re.compile(r"\[[^\]]{0,40}\]|\*\*")
_MEASURES = ("rouge1", "rouge2", "rougeL")


Key = tuple[tuple[str, str], tuple[str, ...]]
"""What was asked: the objects and the aspects."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A pair with the texts that people wrote about it; `others` are older systems' texts by name."""

    objects: tuple[str, str]
    aspects: tuple[str, ...]
    """What the question asks about, where it says so."""
    texts: tuple[str, ...]
    others: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.objects, self.aspects


def questions(data: Path) -> list[Reference]:
    """The 51 questions with the asker's best answer."""
    with (data / "summaries" / "yahoo_answers.csv").open(encoding="utf-8", newline="") as rows:
        return [
            Reference(
                (row["Object1"], row["Object2"]),
                _aspects(row["Aspect"]),
                (row["Best Answer"],),
                {name: row[column] for name, column in PUBLISHED_COLUMNS.items()},
            )
            for row in csv.DictReader(rows)
        ]


def experts(data: Path) -> list[Reference]:
    """The pairs with summaries edited by experts."""
    rows = json.loads((data / "summaries" / "gold_summaries.json").read_text(encoding="utf-8"))
    return [
        Reference((row["object1"], row["object2"]), _aspects(row["aspect"]), tuple(row["comparison"])) for row in rows
    ]


def _aspects(written: str | None) -> tuple[str, ...]:
    """The aspects as written in the data: "quality, power, fuel economy", "for website", or nothing."""
    return tuple(name.strip().removeprefix("for ") for name in (written or "").split(",") if name.strip())


def plain(text: str) -> str:
    """A text without citation marks and bold signs."""
    return " ".join(_MARKS.sub(" ", text).split())


def rouge(pairs: Iterable[tuple[Sequence[str], str]]) -> dict[str, float]:
    """Mean F-measures (with stemming) of texts against the best fitting of their references."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(list(_MEASURES), use_stemmer=True)
    rows = []
    for references, text in pairs:
        scores = [scorer.score(plain(reference), plain(text)) for reference in references]
        rows.append({name: max(score[name].fmeasure for score in scores) for name in _MEASURES})
    return {name: round(sum(row[name] for row in rows) / max(1, len(rows)), 4) for name in _MEASURES}


def run(
    data: Path,
    *,
    settings: Settings | None = None,
    classifier: str = "transformer",
    limit: int | None = None,
    on_progress: Callable[[str], None] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """All measures of all methods, over an index of the web sentences of the corpus."""
    from weigh.pipeline import Weigh

    settings = settings or Settings()
    asked, edited = questions(data)[:limit], experts(data)[:limit]
    with Weigh(Settings(index=corpus_index(data, settings=settings), classifier=classifier)) as weigh:
        answers: dict[Key, Answer] = {}
        for reference in (*asked, *edited):
            if reference.key not in answers:
                answers[reference.key] = weigh.compare(*reference.objects, aspects=reference.aspects)
                if on_progress:
                    on_progress(" / ".join(reference.objects))
    return measured(answers, asked, edited, Judge(classifier))


def measured(
    answers: dict[Key, Answer], asked: Sequence[Reference], edited: Sequence[Reference], judge: Judge
) -> dict[str, Any]:
    """The measures of answers that are there already."""
    results: dict[str, Any] = {}
    for method in METHODS:
        summarizer = make_summarizer(Settings(summarizer=method))
        texts = {pair: _summary(summarizer, answer) for pair, answer in answers.items()}
        results[method] = {
            "questions": rouge((ref.texts, texts[ref.key].text) for ref in asked),
            "experts": rouge((ref.texts, texts[ref.key].text) for ref in edited),
            "citations": _citations(answers, texts, judge),
            "rubric": _mean([rubric(answers[pair], summary) for pair, summary in texts.items() if summary.claims]),
            "words": round(sum(len(plain(s.text).split()) for s in texts.values()) / max(1, len(texts)), 1),
            "longest": max((len(summary.text.split()) for summary in texts.values()), default=0),
            "empty": sum(not summary.claims for summary in texts.values()),
        }
    older = {name: rouge((ref.texts, ref.others[name]) for ref in asked) for name in PUBLISHED_COLUMNS}
    return {
        "task": "summary",
        "questions": len(asked),
        "experts": len(edited),
        "results": results,
        "older systems on the questions": older,
        "goal": {"rouge1 on the questions": 0.25, "words": 200, "precision by checker": 1.0, "by judge": 0.95},
    }


def _summary(summarizer: Summarizer, answer: Answer) -> Summary:
    assert answer.comparison is not None
    return summarizer.summarize(answer.comparison, answer.arguments, answer.shares, answer.verdict, answer.aspects)


def _citations(answers: dict[Key, Answer], texts: dict[Key, Summary], judge: Judge) -> dict[str, float]:
    """Precision and recall in the sense of ALCE, by the checker and by the judge, and what was dropped."""
    by_checker: list[bool] = []
    by_judge: list[bool] = []
    borne_out: list[bool] = []
    cited, claims, dropped = 0, 0, 0
    for pair, summary in texts.items():
        answer = answers[pair]
        comparison = answer.comparison or Comparison(())
        checker = Checker(comparison, answer.arguments)
        by_id = {argument.id: argument for argument in answer.arguments}
        dropped += summary.dropped
        for claim in summary.claims:
            claims += 1
            cited += bool(claim.citations)
            by_checker += [checker.problem(claim) is None] * len(claim.citations)
            held = judge.supports(claim, [by_id[number] for number in claim.citations], comparison)
            by_judge += held
            borne_out.append(any(held))
    return {
        "claims": claims,
        "claims with citations": _share([True] * cited + [False] * (claims - cited)),
        "precision by checker": _share(by_checker),
        "precision by judge": _share(by_judge),
        "recall by judge": _share(borne_out),
        "dropped": round(dropped / max(1, claims + dropped), 4),
    }


def _share(values: Sequence[bool]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _mean(rows: Sequence[dict[str, bool]]) -> dict[str, float]:
    return {name: _share([row[name] for row in rows]) for name in rows[0]} if rows else {}
