"""The report on disk: report.html, report.json, tables/*.csv, and the samples for judging and labelling by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from weigh.log.options import LogOptions
from weigh.log.result import Cross, Frequent, LogReport
from weigh.log.tally import Tally


def write_outputs(report: LogReport, tally: Tally, options: LogOptions) -> None:
    """Write everything into `options.out`."""
    from weigh.log.report import render

    out = options.out
    (out / "tables").mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(
        json.dumps(report.to_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    (out / "report.html").write_text(render(report), encoding="utf-8", errors="replace")
    for name, (heads, rows) in tables(report).items():
        write_csv(out / "tables" / f"{name}.csv", heads, rows)
    write_csv(
        out / "sample-to-label.csv",
        ("question", "comparative", "asked", "precise", "balanced"),
        ((s.text, "", s.times, int(s.precise), int(s.balanced)) for s in tally.samples.get("all", [])),
    )


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """CSV that a spreadsheet may open: a text that begins like a formula gets an apostrophe in front."""
    with path.open("w", encoding="utf-8", errors="replace", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(heads)
        writer.writerows([_harmless(value) for value in row] for row in rows)


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def tables(report: LogReport) -> dict[str, tuple[Sequence[str], list[Sequence[object]]]]:
    """Every table by the name of its file."""
    periods = (
        "month",
        "questions",
        "precise",
        "balanced",
        "share",
        "share_low",
        "share_high",
        "total",
        "total_low",
        "total_high",
        "share_by_chance_low",
        "share_by_chance_high",
    )
    return {
        "months": (
            periods,
            [
                (
                    p.name,
                    p.questions,
                    p.precise,
                    p.balanced,
                    *_three(p.share),
                    *_three(p.total),
                    *_three(p.by_chance)[1:],
                )
                for p in (*report.months, report.overall)
            ],
        ),
        "cleaning": (
            ("rule", "on", "removes", "entries", "users"),
            [(r.rule, r.on, r.setting, r.entries, r.users) for r in report.cleaning],
        ),
        "topics": (
            ("topic", "questions", "comparative", "share", "example"),
            [(t.topic, t.questions, t.comparative, t.share, t.example) for t in report.topics],
        ),
        "topics_by_month": _cross("topic", report.topics_by_month),
        "kinds": (("kind", "questions"), list(report.kinds.items())),
        "kinds_by_topic": _cross("kind", report.kinds_by_topic),
        "intents": _cross("classifier", report.intents),
        "characteristics": _cross("characteristic", report.characteristics),
        "frequent": _frequent(report.frequent),
        "frequent_comparative": _frequent(report.frequent_comparative),
        "frequent_by_topic": _frequent([item for items in report.frequent_by_topic.values() for item in items]),
        "seasons": (
            ("month", "question", "asked", "total", "lift", "rank", "rank_before", "p"),
            [
                (s.month, s.question, s.count, s.total, round(s.lift, 2), s.rank, s.rank_before, f"{s.p:.3g}")
                for s in report.seasons
            ],
        ),
        "pairs": (("first", "second", "questions"), [(*item.names, item.count) for item in report.pairs]),
        "objects": (("thing", "questions"), [(item.names[0], item.count) for item in report.objects]),
        "measured": (
            ("point", "source", "true_positive", "false_negative", "false_positive", "true_negative"),
            [
                (m.point, m.source, m.true_positive, m.false_negative, m.false_positive, m.true_negative)
                for m in report.measured
            ],
        ),
    }


def _three(value: object) -> tuple[float, float, float]:
    return tuple(round(float(getattr(value, name)), 6) for name in ("value", "low", "high"))  # type: ignore[return-value]


def _cross(name: str, cross: Cross) -> tuple[Sequence[str], list[Sequence[object]]]:
    return (name, *cross.columns), [(row, *counts) for row, counts in zip(cross.rows, cross.counts, strict=True)]


def _frequent(items: Sequence[Frequent]) -> tuple[Sequence[str], list[Sequence[object]]]:
    return ("question", "asked", "topic", "comparative"), [
        (i.question, i.count, i.topic, int(i.comparative)) for i in items
    ]
