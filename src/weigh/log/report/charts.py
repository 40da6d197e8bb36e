"""SVG charts as text, each with a title and a description for screen readers; colours come from the page's CSS."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import count

from weigh.log.result import Estimate

WIDTH = 760
_ids = count(1)


def number(value: float) -> str:
    """12,345 or 1.2 M: as short as it stays clear."""
    if value >= 10_000_000:
        return f"{value / 1_000_000:.0f} M"
    if value >= 1_000_000:
        return f"{value / 1_000_000:.1f} M"
    return f"{value:,.0f}"


def percent(share: float) -> str:
    """2.8 %, with enough digits for small shares."""
    points = 100 * share
    return (
        f"{points:.0f} %" if points >= 10 else f"{points:.1f} %" if points >= 0.95 or points == 0 else f"{points:.2f} %"
    )


def _figure(title: str, description: str, height: int, body: str) -> str:
    mark = next(_ids)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t{mark} d{mark}">'
        f'<title id="t{mark}">{escape(title)}</title><desc id="d{mark}">{escape(description)}</desc>{body}</svg>'
    )


def _ticks(top: float, wanted: int = 4) -> list[float]:
    """Round steps from zero to at least `top`."""
    if top <= 0:
        return [0.0, 1.0]
    rough = top / wanted
    base = 10 ** math.floor(math.log10(rough))
    step = next(m * base for m in (1, 2, 2.5, 5, 10) if m * base >= rough)
    return [step * i for i in range(math.ceil(top / step - 1e-9) + 1)]


def _month_label(name: str, at: int, total: int, x: float, y: float) -> str:
    """The month in short, beneath it the year where one begins; fewer labels where there are many months."""
    number, year = int(name[5:]), name[:4]
    shown = number % 3 == 1 if total > 14 else True
    text = (
        f'<text class="axis mid" x="{x:.1f}" y="{y:.0f}">{_MONTHS[number - 1] if shown and total <= 36 else ""}</text>'
    )
    if at == 0 or number == 1:
        text += f'<text class="axis mid" x="{x:.1f}" y="{y + 16:.0f}">{year}</text>'
    return text


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def months(
    title: str,
    names: Sequence[str],
    values: Sequence[Estimate],
    bars: Sequence[float] | None = None,
    inner: Sequence[Estimate] | None = None,
    *,
    share: bool,
) -> str:
    """By month: an estimate with its interval (light bar or line with whiskers) and, if given, counted bars (dark) or
    the interval of chance alone (a thick line)."""
    left, right, top, bottom, height = 64, 12, 14, 40, 300
    ticks = _ticks(max((v.high for v in values), default=1.0))
    scale = (height - top - bottom) / ticks[-1]
    step = (WIDTH - left - right) / max(1, len(names))
    text = percent if share else number

    def y(value: float) -> float:
        return height - bottom - value * scale

    parts = [
        f'<line class="grid" x1="{left}" x2="{WIDTH - right}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        f'<text class="axis end" x="{left - 8}" y="{y(t) + 4:.1f}">{text(t)}</text>'
        for t in ticks
    ]
    points = []
    for at, (name, value) in enumerate(zip(names, values, strict=True)):
        middle = left + step * (at + 0.5)
        wide = min(46.0, step * 0.68)
        if bars is not None:
            parts.append(_bar("estimated", middle - wide / 2, y(value.value), wide, value.value * scale))
            parts.append(_bar("counted", middle - wide / 2, y(bars[at]), wide, bars[at] * scale))
        else:
            points.append(f"{middle:.1f},{y(value.value):.1f}")
            parts.append(f'<circle class="dot" cx="{middle:.1f}" cy="{y(value.value):.1f}" r="3.5"/>')
        parts.append(
            f'<path class="whisker" d="M{middle:.1f} {y(value.low):.1f}V{y(value.high):.1f}'
            f'M{middle - 4:.1f} {y(value.low):.1f}h8M{middle - 4:.1f} {y(value.high):.1f}h8"/>'
        )
        if inner is not None:
            parts.append(f'<path class="chance" d="M{middle:.1f} {y(inner[at].low):.1f}V{y(inner[at].high):.1f}"/>')
        parts.append(_month_label(name, at, len(names), middle, height - bottom + 18))
    if points:
        parts.insert(len(ticks), f'<polyline class="line" points="{" ".join(points)}"/>')
    spoken = "; ".join(
        f"{n}: {text(v.value)} ({text(v.low)} to {text(v.high)})"
        + (f", by chance alone {text(inner[at].low)} to {text(inner[at].high)}" if inner else "")
        for at, (n, v) in enumerate(zip(names, values, strict=True))
    )
    return _figure(title, spoken, height, "".join(parts))


def _bar(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(0.0, height):.1f}"/>'


def rows(title: str, names: Sequence[str], values: Sequence[float], *, share: bool, notes: Sequence[str] = ()) -> str:
    """Horizontal bars with their values, one row each."""
    left, line = 190, 26
    height = line * len(names) + 8
    top = max(values, default=0.0) or 1.0
    room = WIDTH - left - 150
    text = percent if share else number
    parts = []
    for at, (name, value) in enumerate(zip(names, values, strict=True)):
        y = 4 + line * at
        label = text(value) + (f"  {notes[at]}" if notes else "")
        parts.append(f'<text class="label end" x="{left - 10}" y="{y + 16}">{escape(name)}</text>')
        parts.append(_bar("counted", left, y + 3, room * value / top, line - 8))
        parts.append(f'<text class="label" x="{left + room * value / top + 8:.1f}" y="{y + 16}">{escape(label)}</text>')
    spoken = "; ".join(f"{name}: {text(value)}" for name, value in zip(names, values, strict=True))
    return _figure(title, spoken, height, "".join(parts))


def stacks(title: str, names: Sequence[str], parts_of: Sequence[Sequence[int]], kinds: Sequence[str]) -> str:
    """Horizontal bars of 100 %, divided into kinds; shares of 8 % and more carry their number."""
    left, line = 250, 34
    height = line * len(names) + 30
    room = WIDTH - left - 16
    parts = []
    for at, (name, values) in enumerate(zip(names, parts_of, strict=True)):
        y, total, x = 4 + line * at, max(1, sum(values)), float(left)
        parts.append(f'<text class="label end" x="{left - 10}" y="{y + 18}">{escape(name)}</text>')
        for kind, value in enumerate(values):
            width = room * value / total
            parts.append(f'<rect class="kind{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{line - 8}"/>')
            if value / total >= 0.08:
                parts.append(
                    f'<text class="inside{kind} mid" x="{x + width / 2:.1f}" '
                    f'y="{y + 18}">{percent(value / total)}</text>'
                )
            x += width
    for kind, name in enumerate(kinds):
        x, y = left + 150 * kind, line * len(names) + 10
        parts.append(f'<rect class="kind{kind}" x="{x}" y="{y}" width="12" height="12"/>')
        parts.append(f'<text class="label" x="{x + 18}" y="{y + 11}">{escape(name)}</text>')
    spoken = "; ".join(
        f"{name}: "
        + ", ".join(f"{kind} {percent(v / max(1, sum(values)))}" for kind, v in zip(kinds, values, strict=True))
        for name, values in zip(names, parts_of, strict=True)
    )
    return _figure(title, spoken, height, "".join(parts))


def lines(title: str, names: Sequence[str], series: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Several lines over months, told apart by dash and marker as well as by colour, with their names at the end."""
    left, right, top, bottom, height = 64, 190, 14, 40, 320
    ticks = _ticks(max((max(values, default=0) for _, values in series), default=1))
    scale = (height - top - bottom) / ticks[-1]
    step = (WIDTH - left - right) / max(1, len(names))
    parts = [
        f'<line class="grid" x1="{left}" x2="{WIDTH - right}" y1="{height - bottom - t * scale:.1f}" '
        f'y2="{height - bottom - t * scale:.1f}"/>'
        f'<text class="axis end" x="{left - 8}" y="{height - bottom - t * scale + 4:.1f}">{number(t)}</text>'
        for t in ticks
    ]
    for at, name in enumerate(names):
        parts.append(_month_label(name, at, len(names), left + step * (at + 0.5), height - bottom + 18))
    ends = _apart([height - bottom - values[-1] * scale for _, values in series], 17, top + 6)
    for kind, ((name, values), end) in enumerate(zip(series, ends, strict=True)):
        points = [(left + step * (at + 0.5), height - bottom - value * scale) for at, value in enumerate(values)]
        parts.append(f'<polyline class="series s{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
        last = points[-1]
        parts.append(f'<path class="leader" d="M{last[0]:.1f} {last[1]:.1f}L{WIDTH - right + 8} {end:.1f}"/>')
        parts.append(f'<text class="label c{kind}" x="{WIDTH - right + 12}" y="{end + 4:.1f}">{escape(name)}</text>')
    spoken = "; ".join(
        f"{name}: " + ", ".join(f"{m} {number(v)}" for m, v in zip(names, values, strict=True))
        for name, values in series
    )
    return _figure(title, spoken, height, "".join(parts))


def _apart(places: Sequence[float], least: float, top: float) -> list[float]:
    """Places for labels, moved so far that they do not cover each other."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    result = list(places)
    floor = top
    for at in order:
        result[at] = max(result[at], floor)
        floor = result[at] + least
    return result
