"""From tallies to the study: corrected volumes, trend, seasons, tables, answerability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from weigh.log.characteristics import CHARACTERISTICS
from weigh.log.classify import versions
from weigh.log.clean import BOT_RULES, Removed
from weigh.log.comparative import measured as shipped_measure
from weigh.log.comparative import sources, thresholds
from weigh.log.entries import months_between
from weigh.log.estimate import periods, seasons
from weigh.log.intents import INTENTS
from weigh.log.linear import load
from weigh.log.options import RULE_NAMES, LogOptions
from weigh.log.result import (
    Compared,
    Cross,
    Frequent,
    Guarded,
    Likeness,
    LogReport,
    Measured,
    Reading,
    RuleCount,
    TopicRow,
)
from weigh.log.run import Found
from weigh.log.tally import Asked, Tally, Volume
from weigh.log.transfer import UNLIKE, likeness, wider
from weigh.parse.kinds import KINDS

ESTIMATE_POINT = "precise"
"""The estimates rest on this point, as in the paper: nearly no false positives to correct for."""


def make_report(paths: Sequence[str], options: LogOptions, found: Found) -> LogReport:
    """Everything that the report shows."""
    from weigh import __version__

    tally, removed = found.tally, found.removed
    names = months_between(removed.by_month)
    measured = _measured(options)
    like = _likeness(options, tally)
    overall, months, trend = periods(tally.volumes, names, measured[0], options.seed, wider(like[0]) if like else 1.0)
    topics = load("topic").classes
    return LogReport(
        title=options.title,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        weigh_version=__version__,
        reading=_reading(paths, found.counts),
        cleaning=_cleaning(options, found.counts, removed),
        questions=removed.kept,
        distinct=tally.distinct,
        users=removed.kept_users if options.columns.user else None,
        overall=overall,
        months=months,
        trend=trend,
        measured=measured,
        likeness=like,
        thresholds=thresholds(options.transformer),
        models=versions(options.transformer),
        deciders=dict(tally.steps.most_common()),
        kinds={kind: tally.kinds[kind] for kind in KINDS},
        kinds_by_topic=_cross(KINDS, topics, tally.kinds_by_topic),
        topics=_topics(topics, tally),
        topics_by_month=_cross(topics, names, tally.topics_by_month),
        intents=_intents(tally),
        characteristics=_cross((*CHARACTERISTICS, "all"), INTENTS, tally.characteristics),
        frequent=_listed(tally, "all", 50),
        frequent_comparative=_listed(tally, "comparative", 50),
        frequent_by_topic={topic: _listed(tally, f"topic {topic}", 10) for topic in topics},
        seasons=seasons(tally.seasonal, tally.volumes, names),
        objects=_compared(tally, {(name,): n for name, n in tally.objects.items()}, options.min_users),
        pairs=_compared(tally, tally.pairs, options.min_users),
        guarded=Guarded(
            *(tally.guarded[k] for k in ("sensitive", "sensitive questions", "offensive", "offensive questions"))
        ),
        answerable=_answerable(options, tally),
        settings=_settings(options),
        seconds={name: round(value, 2) for name, value in found.times.seconds.items()},
        cpu_seconds=_cpu_seconds(found),
        notes=_notes(options, tally, names, like),
    )


def _cpu_seconds(found: Found) -> dict[str, float]:
    """By step, where classifying is told apart into its halves and the counting around them."""
    steps = dict(found.times.cpu)
    if "classify" in steps:
        steps["classify"] -= sum(found.tally.spent.values())
    steps |= {f"classify: {name}": seconds for name, seconds in found.tally.spent.items()}
    return {name: round(max(0.0, seconds), 2) for name, seconds in steps.items()}


def _measured(options: LogOptions) -> tuple[Measured, ...]:
    if options.calibration is None:
        return shipped_measure(options.transformer)
    from weigh.log.calibrate import calibrate

    return calibrate(options.calibration, options.transformer)


def _likeness(options: LogOptions, tally: Tally) -> tuple[Likeness, ...]:
    """This log, then the sources it is corrected by."""
    if options.calibration is not None:
        return ()
    volume, known = tally.volumes.get("", Volume()), sources(options.transformer)
    return (likeness(volume.precise, volume.balanced, tally.doubted, volume.questions, known), *known)


def _reading(paths: Sequence[str], counts: Counter[str]) -> Reading:
    names = tuple("standard input" if path == "-" else Path(path).name for path in paths)
    return Reading(names, *(counts[key] for key in ("rows", "unreadable", "empty", "too_long", "no_time")))


def _cleaning(options: LogOptions, counts: Counter[str], removed: Removed) -> tuple[RuleCount, ...]:
    rules = options.rules
    settings = {
        "question-like": "has no English question indicator",
        "per-year": f"user with more than {rules.per_year} questions in a year",
        "per-minute": f"user with more than {rules.per_minute} questions within a minute",
        "mean-words": f"user with more than {rules.mean_words:g} words on average, from "
        f"{rules.mean_words_entries} questions on",
        "same-start": f"user with at least {rules.same_start_entries} questions of which "
        f"{rules.same_start_share:.0%} share their "
        f"first {rules.same_start_characters} characters",
        "duplicates": "same question as the user's one before",
        "crossword": "crossword clue",
        "quiz": "quiz question",
        "titles": "look-up of a title",
    }
    entries = Counter(removed.entries)
    entries["question-like"] = counts["question-like"]
    about_users = (*BOT_RULES, "duplicates")
    return tuple(
        RuleCount(
            rule,
            rules.on(rule) and (options.columns.user is not None or rule not in about_users),
            settings[rule],
            entries[rule],
            removed.users[rule] if rule in BOT_RULES else None,
        )
        for rule in RULE_NAMES
    )


def _topics(names: Sequence[str], tally: Tally) -> tuple[TopicRow, ...]:
    rows = []
    for name in names:
        asked, comparative = tally.topics[name], tally.comparative_topics[name]
        shown = _listed(tally, f"topic {name}", 1)
        rows.append(
            TopicRow(
                name, asked, comparative, comparative / asked if asked else 0.0, shown[0].question if shown else None
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.share))


def _intents(tally: Tally) -> Cross:
    rows = [
        f"{classifier}, {which} questions"
        for which in ("all", "comparative")
        for classifier in ("rule", "linear", "transformer")
        if any(tally.intents[f"{classifier}, {which} questions", intent] for intent in INTENTS)
    ]
    return _cross(rows, INTENTS, tally.intents)


def _cross(rows: Sequence[str], columns: Sequence[str], counts: Mapping[tuple[str, str], int]) -> Cross:
    table = tuple(tuple(counts.get((row, column), 0) for column in columns) for row in rows)
    return Cross(tuple(rows), tuple(columns), table)


def _listed(tally: Tally, name: str, limit: int) -> tuple[Frequent, ...]:
    items = sorted(tally.lists.get(name, []), key=lambda item: (-item.times, item.text))[:limit]
    return tuple(_frequent(item) for item in items)


def _frequent(item: Asked) -> Frequent:
    return Frequent(item.text, item.times, item.topic, item.comparative)


def _compared(tally: Tally, counts: Mapping[Any, int], min_users: int) -> tuple[Compared, ...]:
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = (Compared(names, n) for names, n in order if tally.may_be_shown(names, n, min_users))
    return tuple(islice(shown, 50))


def _answerable(options: LogOptions, tally: Tally) -> Any:
    if options.index is None and options.answers is None:
        return None
    from weigh.log.answerable import answerable

    return answerable(options, tally.samples.get("comparative", []))


def _settings(options: LogOptions) -> dict[str, str]:
    return {
        "question column": options.columns.question,
        "time column": options.columns.time or "none",
        "user column": options.columns.user or "none",
        "rules switched off": ", ".join(sorted(options.rules.off)) or "none",
        "least users of a shown question": str(options.min_users),
        "transformer": "on" if options.transformer else "off",
        "correction": str(options.calibration.name) if options.calibration else "shipped measurement",
        "estimates from the operating point": ESTIMATE_POINT,
        "seed": str(options.seed),
        "engine": f"Spark {options.spark}"
        if options.spark
        else f"{options.workers} process{'' if options.workers == 1 else 'es'}",
        "user ids": "hashed with a salt of the caller's"
        if options.salt
        else "hashed with a random salt, thrown away after the run",
    }


def _notes(options: LogOptions, tally: Tally, names: Sequence[str], like: Sequence[Likeness]) -> tuple[str, ...]:
    notes = []
    if options.columns.user is None:
        notes.append("The log has no user column: rules about bots and repeated questions could not be applied.")
    if options.columns.time is None:
        notes.append("The log has no time column: there are no months, no trend, no seasons.")
    elif len(names) < 3:
        notes.append("The log spans fewer than three months: no trend is given.")
    if options.calibration is None:
        notes.append(
            "Estimates are corrected by recall and precision measured on public English questions (identify/test of "
            "Webis-CompQuestions-22). These differ much between the sources of those questions, and the interval "
            "allows for a log that differs from them as much as they do from each other. For a narrow interval label "
            "a sample of this log (sample-to-label.csv) and give it with --calibration. Months can be compared with "
            "each other more surely than their level is known."
        )
    if like and (like[0].distance or 0.0) > UNLIKE:
        notes.append(
            f"This log looks unlike the questions that the classification was measured on (by {like[0].distance:.1f} "
            "standard deviations, see Method): intervals are widened, and only labelled questions of this log can tell "
            "its true share."
        )
    if tally.pruned:
        notes.append(
            "So many different things were compared that the rarest were dropped while counting; counts of "
            "pairs are lower bounds."
        )
    notes.append(
        "Topics come from a small model trained on weak labels; see docs/log.md for how good it is. Factual, "
        "method and "
        "argumentative were learned mostly from comparative questions and are less sure for other questions."
    )
    return tuple(notes)
