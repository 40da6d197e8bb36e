"""What was removed, how it was measured, and how to cite it."""

from __future__ import annotations

from html import escape

from weigh.log.report.charts import number, percent
from weigh.log.report.table import cell, table
from weigh.log.result import LogReport
from weigh.log.transfer import UNLIKE


def cleaning(report: LogReport) -> str:
    """Every rule with what it removed, from the rows read to the questions kept."""
    read = report.reading
    lost = [
        ("unreadable rows", read.unreadable),
        ("rows without a question", read.empty),
        ("entries too long for a question", read.too_long),
        ("rows without a readable time", read.no_time),
    ]
    rows = [[cell("Rows read", head=True), cell(""), cell(read.rows), cell("")]]
    rows += [[cell(name, head=True), cell("left out when read"), cell(n), cell("")] for name, n in lost if n]
    for rule in report.cleaning:
        users = "" if rule.users is None else rule.users
        rows.append(
            [
                cell(rule.rule, head=True),
                cell(rule.setting if rule.on else f"switched off ({rule.setting})"),
                cell(rule.entries),
                cell(users),
            ]
        )
    rows.append(
        [
            cell("Genuine questions", head=True),
            cell("kept"),
            cell(report.questions),
            cell(report.users if report.users is not None else ""),
        ]
    )
    return "<p>Rules apply in this order; an entry counts under the first that removes it.</p>" + table(
        "From rows to genuine questions", ("Step or rule", "What it removes", "Entries", "Users"), rows
    )


def _sources(report: LogReport) -> str:
    """Where the labelled questions are from elsewhere: how much their sources differ, and how this log looks."""
    if not report.likeness:
        return "<p>The labelled questions are a sample of this log, so its own recall is what was measured.</p>"
    own, *others = report.likeness
    counts = {m.source: m for m in report.measured[0].sources}
    rows = []
    for item in (*others, own):
        known = counts.get(item.source)
        said = "not known"
        if known:
            said = f"{known.recall:.2f} ({known.true_positive} of {known.true_positive + known.false_negative})"
        rows.append([cell(item.source, head=True), cell(said), cell(percent(item.plain)), cell(percent(item.doubted))])
    heads = ("Source", "Recall", "Plain: precise of balanced", "In doubt: of those not taken")
    verdict = (
        "Too few questions were found to compare this log with the sources."
        if own.distance is None
        else f"By the last two columns this log lies {own.distance:.1f} standard deviations from the sources"
        + (": unlike them, and the intervals are widened." if own.distance > UNLIKE else ": not unlike them.")
    )
    return (
        "<p>Recall was measured on questions from elsewhere and differs between their sources. The recall on this log "
        "is taken as one more draw from the same distribution (random effects), which makes the interval as wide as it "
        f"is. {verdict} A labelled sample of this log gives a narrower one.</p>"
        + table("Sources of the labelled questions beside this log", heads, rows)
    )


def method(report: LogReport) -> str:
    """Enough to repeat the study and to cite it."""
    measured = [
        [
            cell(m.point, head=True),
            cell(m.source),
            cell(f"{m.recall:.3f}"),
            cell(f"{m.precision:.3f}"),
            cell(m.true_positive),
            cell(m.false_negative),
            cell(m.false_positive),
            cell(m.true_negative),
        ]
        for m in report.measured
    ]
    heads = ("Point", "Measured on", "Recall", "Precision", "True pos.", "Missed", "False pos.", "True neg.")
    limits = [[cell(name, head=True), cell(f"{value:.4f}")] for name, value in report.thresholds.items()]
    steps = [[cell(name, head=True), cell(n)] for name, n in report.deciders.items()]
    models = [[cell(name, head=True), cell(value, left=True)] for name, value in report.models.items()]
    settings = [[cell(name, head=True), cell(value, left=True)] for name, value in report.settings.items()]
    notes = "".join(f"<li>{escape(note)}</li>" for note in report.notes)
    files = ", ".join(report.reading.files[:5]) + (
        f" and {len(report.reading.files) - 5} more" if len(report.reading.files) > 5 else ""
    )
    share = report.overall.share
    return (
        "<p>Questions were cleaned and classified after Bondarenko et al. (Comparative Web Search Questions, "
        "WSDM 2020): rules of nearly "
        "perfect precision, classifiers at their own near-perfect thresholds, consensus at relaxed ones, and "
        "one last rule. Question types "
        "and characteristics follow Ajjour et al. (Identifying Argumentative Questions in Web Search Logs, "
        "SIGIR 2022).</p>"
        "<p>The estimated share solves observed = recall × share + false-positive rate × (1 − share), at the "
        f"{escape(report.measured[0].point)} point. Its 95 % interval carries the "
        "uncertainty of recall and false-positive rate as counted on labelled questions, and the chance of "
        "which questions are missed, "
        "counted by distinct question because a frequent question is found or missed as a whole.</p>"
        + table("Quality of the classification", heads, measured)
        + _sources(report)
        + '<div class="columns">'
        + table("Thresholds", ("Threshold", "Value"), limits)
        + table("Which step decided (comparative entries)", ("Step", "Entries"), steps)
        + "</div>"
        + table("Models", ("Model", "Version"), models)
        + table("Settings", ("Setting", "Value"), settings)
        + f"<h3>Limits</h3><ul>{notes}</ul>"
        + f'<h3>To cite</h3><p class="cite">{escape(report.title)}: {number(report.questions)} questions from '
        f"{escape(files)}; comparative share "
        f"{percent(share.value)} (95 % interval {percent(share.low)} to {percent(share.high)}). Weigh "
        f"{escape(report.weigh_version)}, cascade "
        f"{escape(report.models.get('cascade', ''))}, {escape(report.created[:10])}.</p>"
    )
