"""The page: findings first for who decides, tables beneath for who checks, the method last for who cites."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from weigh.log.report import charts, method
from weigh.log.report.charts import number, percent
from weigh.log.report.table import cell, details, estimate, table
from weigh.log.result import Frequent, LogReport

_SECTIONS = (
    ("volume", "How many, and when"),
    ("kinds", "What kind of questions"),
    ("topics", "About what"),
    ("questions", "Most frequent questions"),
    ("seasons", "With the season"),
    ("compared", "What is compared"),
    ("answers", "Could they be answered"),
    ("care", "Questions that need care"),
    ("cleaning", "What was removed"),
    ("method", "Method"),
)


def render(report: LogReport) -> str:
    """The whole page. Every text from the log is escaped; the policy in the head forbids scripts and requests."""
    style = files("weigh.log.report").joinpath("style.css").read_text("utf-8")
    body = "".join(
        f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>{content}</section>'
        for (name, title) in _SECTIONS
        if (content := _content(name, report))
    )
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in _SECTIONS if _content(name, report))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(report.title)}: comparative questions</title><style>{style}</style></head><body>"
        f'<header><h1>{escape(report.title)}</h1><p class="sub">Which questions people asked, and how many of '
        f"them compare. "
        f"Made {escape(report.created[:10])} with Weigh {escape(report.weigh_version)}.</p>"
        f'<nav aria-label="Contents"><ul>{links}</ul></nav></header><main>{_summary(report)}{body}</main>'
        "<footer><p>This page holds no script and asks nothing from any server. The same figures are in "
        "report.json and in the "
        "folder tables.</p></footer></body></html>\n"
    )


def _content(name: str, report: LogReport) -> str:
    return {
        "volume": _volume,
        "kinds": _kinds,
        "topics": _topics,
        "questions": _questions,
        "seasons": _seasons,
        "compared": _compared,
        "answers": _answers,
        "care": _care,
        "cleaning": method.cleaning,
        "method": method.method,
    }[name](report)


def findings(report: LogReport) -> list[str]:
    """The study in a few sentences; also what the terminal prints."""
    share = report.overall.share
    found = [
        f"{number(report.questions)} genuine questions"
        + (f" of {number(report.users)} users" if report.users is not None else "")
        + f", {number(report.distinct)} of them different.",
        f"About {percent(share.value)} are comparative (95 % interval {percent(share.low)} to {percent(share.high)}): "
        f"some {number(report.overall.total.value)} questions.",
    ]
    if report.trend:
        found.append(report.trend.text)
    total = sum(report.intents.counts[-1]) if report.intents.counts else 0
    if total:
        asked = report.intents.counts[-1][report.intents.columns.index("argumentative")] / total
        found.append(
            f"{percent(asked)} of the comparative questions ask for arguments or opinions, not for a fact "
            f"(by the {report.intents.rows[-1].split(',')[0]} classifier)."
        )
    topics = [row for row in report.topics if row.questions >= max(50, report.questions // 200)]
    if topics and topics[0].comparative:
        found.append(
            f"The topic with the largest share of comparative questions is {topics[0].topic} "
            f"({percent(topics[0].share)})."
        )
    return found


def _summary(report: LogReport) -> str:
    share, total = report.overall.share, report.overall.total
    users = f"{number(report.users)} users" if report.users is not None else "users unknown"
    tiles = [
        ("Genuine questions", number(report.questions), f"{number(report.distinct)} different, {users}"),
        ("Comparative", percent(share.value), f"95 % interval {percent(share.low)} to {percent(share.high)}"),
        ("Comparative questions, estimated", number(total.value), f"{number(total.low)} to {number(total.high)}"),
        (
            "Identified, precise point",
            number(report.overall.precise),
            f"{number(report.overall.balanced)} at the balanced point",
        ),
    ]
    key = "".join(f"<div><dt>{a}</dt><dd>{b}<small>{c}</small></dd></div>" for a, b, c in tiles)
    said = "".join(f"<li>{escape(text)}</li>" for text in findings(report)[1:])
    return f'<dl class="key">{key}</dl><h2 id="findings">In short</h2><ul>{said}</ul>'


def _volume(report: LogReport) -> str:
    if not report.months:
        return "<p>The log has no times, so nothing can be said about months.</p>"
    names = [period.name for period in report.months]
    legend = (
        '<ul class="legend" aria-hidden="true"><li><i class="a"></i>identified (precise)</li>'
        '<li><i class="b"></i>estimated total</li><li><i class="w"></i>95 % interval</li></ul>'
    )
    volumes = charts.months(
        "Comparative questions by month",
        names,
        [p.total for p in report.months],
        [p.precise for p in report.months],
        share=False,
    )
    shares = charts.months(
        "Share of comparative questions by month",
        names,
        [p.share for p in report.months],
        inner=[p.by_chance for p in report.months],
        share=True,
    )
    two_intervals = (
        '<ul class="legend" aria-hidden="true"><li><i class="w"></i>95 % interval of the share</li>'
        '<li><i class="c"></i>95 % interval by chance alone</li></ul>'
    )
    rows = [
        [
            cell(p.name, head=True),
            cell(p.questions),
            cell(p.precise),
            cell(p.balanced),
            cell(estimate(p.total, number)),
            cell(estimate(p.share, percent)),
            cell(f"{percent(p.by_chance.low)} to {percent(p.by_chance.high)}"),
        ]
        for p in (*report.months, report.overall)
    ]
    heads = ("Month", "Questions", "Precise", "Balanced", "Estimated total (95 %)", "Share (95 %)", "By chance alone")
    trend = (
        f"<p>{escape(report.trend.text)} Slope {report.trend.slope.value:+.3f} points a month (95 % interval "
        f"{report.trend.slope.low:+.3f} to {report.trend.slope.high:+.3f}).</p>"
        if report.trend
        else ""
    )
    return (
        f"<figure>{volumes}{legend}<figcaption>Comparative questions a month: identified, and estimated from "
        f"the measured recall.</figcaption></figure>"
        f"<figure>{shares}{two_intervals}<figcaption>Estimated share of all questions that are comparative. The long "
        "interval is that of the level: it carries that recall on this log may differ from what was measured, in all "
        "months alike. The short one is of chance alone: by it months can be compared.</figcaption></figure>"
        f"{trend}"
        + details("The months as a table", table("Questions and comparative questions by month", heads, rows))
    )


def _kinds(report: LogReport) -> str:
    total = max(1, report.overall.balanced)
    order = sorted(report.kinds.items(), key=lambda item: -item[1])
    kinds = charts.rows(
        "Kinds of comparative questions", [k for k, _ in order], [n / total for _, n in order], share=True
    )
    intents = charts.stacks(
        "Factual, method and argumentative questions",
        report.intents.rows,
        report.intents.counts,
        report.intents.columns,
    )
    marks = report.characteristics
    every = marks.counts[-1]
    heads = ("Characteristic", *marks.columns, "all")
    rows = [
        [
            cell(name, head=True),
            *(cell(percent(n / max(1, e))) for n, e in zip(counts, every, strict=True)),
            cell(percent(sum(counts) / max(1, sum(every)))),
        ]
        for name, counts in zip(marks.rows[:-1], marks.counts[:-1], strict=True)
    ]
    return (
        "<p>Comparative questions may be of several kinds at once; shares are of the comparative questions at "
        "the balanced point.</p>"
        f"<figure>{kinds}<figcaption>Kinds of comparative questions.</figcaption></figure>"
        f"<figure>{intents}<figcaption>What is wanted: a fact, a method, or arguments; by three classifiers. "
        f"The transformer learned from "
        "comparative questions and is asked about these only.</figcaption></figure>"
        + details(
            "Question characteristics by class",
            table("Share of each class's questions with a characteristic", heads, rows),
        )
    )


def _topics(report: LogReport) -> str:
    shown = [row for row in report.topics if row.questions]
    bars = charts.rows(
        "Share of comparative questions by topic",
        [r.topic for r in shown],
        [r.share for r in shown],
        share=True,
        notes=[f"of {number(r.questions)}" for r in shown],
    )
    rows = [
        [
            cell(r.topic, head=True),
            cell(r.questions),
            cell(r.comparative),
            cell(percent(r.share)),
            cell(r.example or "none that may be shown"),
        ]
        for r in shown
    ]
    heads = ("Topic", "Questions", "Comparative", "Share", "Most frequent comparative question")
    cross = report.kinds_by_topic
    across = [
        [cell(name, head=True), *(cell(row[at]) for row in cross.counts)]
        for at, name in enumerate(cross.columns)
        if any(row[at] for row in cross.counts)
    ]
    return (
        f"<figure>{bars}<figcaption>Share of each topic's questions that are comparative (balanced point, not "
        f"corrected).</figcaption></figure>"
        f"{_topic_lines(report)}{table('Topics and their most frequent comparative question', heads, rows)}"
        + details(
            "Kinds and topics side by side",
            table("Comparative questions by topic and kind", ("Topic", *cross.rows), across),
        )
    )


def _topic_lines(report: LogReport) -> str:
    cross = report.topics_by_month
    if len(cross.columns) < 2:
        return ""
    largest = sorted(range(len(cross.rows)), key=lambda at: -sum(cross.counts[at]))[:5]
    series = [(cross.rows[at], cross.counts[at]) for at in largest if sum(cross.counts[at])]
    if not series:
        return ""
    title = "Comparative questions of the largest topics by month"
    chart = charts.lines(title, cross.columns, series)
    return f"<figure>{chart}<figcaption>{title} (balanced point).</figcaption></figure>"


def _frequent(caption: str, items: tuple[Frequent, ...]) -> str:
    rows = [[cell(at), cell(item.question), cell(item.topic), cell(item.count)] for at, item in enumerate(items, 1)]
    return table(caption, ("Rank", "Question", "Topic", "Asked"), rows)


def _questions(report: LogReport) -> str:
    by_topic = "".join(
        f"<h3>{escape(topic)}</h3>{_frequent(f'Most frequent comparative questions: {topic}', items)}"
        for topic, items in report.frequent_by_topic.items()
        if items
    )
    return (
        f'<p class="note">Counted after normalisation (case, punctuation, articles). Shown only if at least '
        f"{escape(report.settings['least users of a shown question'])} users asked it.</p>"
        + _frequent("Most frequent comparative questions", report.frequent_comparative[:20])
        + details("By topic", by_topic)
        + details("Most frequent questions of all", _frequent("Most frequent questions", report.frequent[:30]))
    )


def _seasons(report: LogReport) -> str:
    if not report.months:
        return ""
    if not report.seasons:
        return "<p>No question rose with the season beyond what chance explains.</p>"
    rows = [
        [
            cell(s.month, head=True),
            cell(s.question),
            cell(s.count),
            cell(f"{s.lift:.1f}" if s.lift < 100 else "over 100"),
            cell(s.rank),
            cell(s.rank_before or "not asked"),
        ]
        for s in report.seasons
    ]
    heads = ("Month", "Question", "Asked", "Times its usual share", "Rank", "Rank the month before")
    return (
        "<p>Comparative questions asked at least twice as much in one month as in the others, beyond chance.</p>"
        + table("Questions that rise in a month", heads, rows)
    )


def _compared(report: LogReport) -> str:
    if not report.pairs:
        return "<p>No pair was compared often enough to be shown.</p>"
    pairs = [
        [cell(at), cell(" and ".join(item.names)), cell(item.count)] for at, item in enumerate(report.pairs[:25], 1)
    ]
    things = [[cell(at), cell(item.names[0]), cell(item.count)] for at, item in enumerate(report.objects[:25], 1)]
    return (
        '<div class="columns">'
        + table("Pairs most often compared", ("Rank", "Pair", "Questions"), pairs)
        + table("Things most often compared", ("Rank", "Thing", "Questions"), things)
        + "</div>"
    )


def _answers(report: LogReport) -> str:
    found = report.answerable
    if found is None:
        return ""
    return (
        f"<p>Of {number(found.asked)} comparative questions that ask for opinions or arguments, "
        f"{number(found.any_hit)} had any hit in "
        f"{escape(found.source)} and {number(found.good_hit)} a good one: "
        f"<strong>{percent(found.share.value)}</strong> (95 % interval "
        f"{percent(found.share.low)} to {percent(found.share.high)}). A good hit: {escape(found.rule)}. Whether "
        f"it answers the question only a "
        "person can tell: judge the sample in sample-to-judge.csv and count it with <code>weigh log judge</code>.</p>"
    )


def _care(report: LogReport) -> str:
    found = report.guarded
    return (
        f"<p>{number(found.sensitive)} entries ({number(found.sensitive_questions)} different questions) speak "
        f"of self-harm or the like, and "
        f"{number(found.offensive)} ({number(found.offensive_questions)}) use offensive words. They are counted "
        f"here and kept out of every "
        "list and sample. Whoever runs the service that this log comes from should answer the former with care "
        "and with the way to help.</p>"
    )
