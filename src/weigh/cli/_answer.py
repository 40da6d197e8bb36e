"""An answer in the terminal: verdict, bars, arguments by side, cited summary."""

from __future__ import annotations

from collections import Counter
from shlex import quote

from rich.console import Console
from rich.text import Text

from weigh.cli._output import plain
from weigh.types import GENERAL, MULTIPLE, OVERALL, Answer, Argument, Comparison, Ranking, Share

_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red", "bright_cyan", "bright_magenta")
_FILLS = "█▒▓▚▞▤▥▦"
"""One filling per object, so that bars can be told apart without colour."""
_BAR = 40
_SHORTEST_BAR = 8
_LABEL = 21


def print_answer(answer: Answer, out: Console, show: int) -> None:
    """Everything a reader needs, top down: what it says, how sure, why."""
    understanding = answer.understanding
    if answer.comparison is None or understanding.message:
        _print_wrapped(Text(plain(understanding.message or answer.verdict.text)), out)
        _print_meant(answer, out)
        if understanding.outcome == "not comparative":
            _print_wrapped(Text("If it is comparative all the same:"), out)
            _print_wrapped(Text(f"weigh --comparative {quote(plain(understanding.question))}", style="bold"), out, 2)
        if answer.related:
            _print_wrapped(
                Text("Often compared: " + plain(", ".join(s.name for s in answer.related)), style="dim"), out
            )
        _print_notes(answer, out)
        return
    names = answer.comparison.names
    colours = dict(zip(names, _COLOURS, strict=False))
    out.print()
    _print_wrapped(Text(plain(answer.verdict.text), style="bold"), out)
    out.print()
    if not answer.arguments:
        _print_nothing_found(answer, out)
        return
    if answer.ranking:
        _print_order(answer, answer.ranking, colours, out)
    else:
        _print_bars(answer, colours, out)
    if answer.summary.claims:
        out.print()
        for part in ("overall", "aspect", "choice"):
            for claim in (c for c in answer.summary.claims if c.part == part):
                marks = "".join(f"[{number}]" for number in claim.citations)
                bullet = "• " if part == "aspect" else ""
                _print_wrapped(Text.assemble(bullet, plain(claim.text), " ", (marks, "dim")), out, 2)
        if answer.summary.note:
            _print_wrapped(Text(plain(answer.summary.note), style="dim"), out)
    cited = {number for claim in answer.summary.claims for number in claim.citations}
    for name in names:
        found = answer.arguments_for(name)
        _print_arguments(f"For {name}", found, cited, colours[name], out, show)
    if answer.equal_arguments:
        _print_arguments("Calls them equal", answer.equal_arguments, cited, "white", out, min(show, 3))
    if answer.aspects:
        out.print()
        for name in names:
            found_aspects = [aspect.name for aspect in answer.aspects if aspect.object == name]
            if found_aspects:
                _print_wrapped(
                    Text.assemble("Said of ", (plain(name), colours[name]), ": ", plain(", ".join(found_aspects))), out
                )
    if answer.meant:
        out.print()
        _print_meant(answer, out)
    _print_notes(answer, out)


def _print_notes(answer: Answer, out: Console) -> None:
    for note in answer.notes:
        out.print()
        _print_wrapped(Text(plain(note), style="dim"), out)


def _print_nothing_found(answer: Answer, out: Console) -> None:
    """What one can do where the index says nothing: no bars of nothing, no empty lists."""
    index = answer.provenance.index
    held = f"The index holds {index.sentences:,} sentences from {index.documents:,} documents."
    names = [plain(name).replace("'", " ").replace('"', " ") for name in (answer.comparison or Comparison(())).names]
    query = " OR ".join(f'"{name}"' if " " in name else name for name in names)
    _print_meant(answer, out)
    if not index.sentences:
        _print_wrapped(Text(plain(" ".join(answer.notes))), out)
        return
    _print_wrapped(Text(plain(" ".join((held, *answer.notes, "What it says of either:")))), out)
    _print_wrapped(Text(f"weigh search '{query}'", style="bold"), out, 2)


def _print_meant(answer: Answer, out: Console) -> None:
    if answer.meant:
        _print_wrapped(Text(f"Did you mean {plain(' and '.join(answer.meant.values()))}?", style="bold"), out)


def _print_bars(answer: Answer, colours: dict[str, str], out: Console) -> None:
    """One bar a category, all of one length, so that they can be compared."""
    shown = [
        (category, share, _legend(share, colours))
        for category, share in ((name, answer.shares[name]) for name in answer.shares)
        if category == OVERALL or share.equal_count or sum(share.counts.values())
    ]
    widest = max((legend.cell_len for _, _, legend in shown), default=0)
    size = min(_BAR, max(_SHORTEST_BAR, out.width - _LABEL - widest))
    for category, share, legend in shown:
        line = Text(f"{plain(category)[: _LABEL - 1]:<{_LABEL}}")
        left, total = size, sum(share.counts.values())
        for at, (name, colour) in enumerate(colours.items()):
            width = left if total and at == len(colours) - 1 else min(left, round(share.values.get(name, 0.0) * size))
            line.append(_FILLS[at % len(_FILLS)] * width, style=colour)
            left -= width
        line.append("·" * left, style="dim")
        _print_wrapped(line.append_text(legend), out)


def _print_order(answer: Answer, ranking: Ranking, colours: dict[str, str], out: Console) -> None:
    """Many objects, best first, each with a bar of its own; then who leads in which aspect."""
    counted = [argument for argument in answer.arguments if not argument.dropped]
    won = Counter(argument.winner for argument in counted)
    lost = Counter(argument.loser for argument in counted)
    label = 4 + min(_LABEL, max(len(plain(name)) for name in ranking.order))
    figures = 26
    size = min(_BAR, max(_SHORTEST_BAR, out.width - label - figures))
    top = ranking.strengths[ranking.order[0]]
    out.print(Text(f"{'':<{label}}{'':<{size}} strength  won  lost", style="dim"), no_wrap=True)
    for place, name in enumerate(ranking.order, start=1):
        strength = ranking.strengths[name]
        line = Text(f"{place}. {plain(name)[:_LABEL]}".ljust(label))
        if name in ranking.hardly_compared:
            line.append("hardly compared".ljust(size) + f"  {'–':>7}", style="dim")
        else:
            width = round(strength / top * size)
            line.append(_FILLS[0] * width, style=colours[name]).append("·" * (size - width), style="dim")
            line.append(f"  {strength:7.2f}")
        _print_wrapped(line.append(f"  {won[name]:>3}  {lost[name]:>4}"), out)
    for category, share in answer.shares.categories.items():
        if category in (GENERAL, MULTIPLE) or not sum(share.counts.values()):
            continue
        met = {name for argument in counted if argument.category == category for name in argument.objects}
        parts = sorted(((value, name) for name, value in share.values.items() if name in met), reverse=True)
        told = ", ".join(f"{plain(name)} {value:.0%}" for value, name in parts)
        _print_wrapped(Text.assemble(f"{plain(category)}: {told}", (f"  {_arguments(share)}", "dim")), out)


def _arguments(share: Share) -> str:
    total = sum(share.counts.values())
    return f"{total} argument{'s' if total != 1 else ''}"


def _legend(share: Share, colours: dict[str, str]) -> Text:
    """What a bar says, in figures."""
    total = sum(share.counts.values())
    legend = Text()
    for name, colour in colours.items():
        legend.append(f"  {plain(name)} ", style=colour)
        legend.append(f"{share.values.get(name, 0.0):>4.0%}" if total else "   –")
    return legend.append(f"  {_arguments(share)}", style="dim")


def _print_wrapped(text: Text, out: Console, indent: int = 0) -> None:
    """Text in lines that fit the terminal, without spaces at their ends (which a pipe would keep)."""
    for line in text.wrap(out, max(20, out.width - indent)):
        line.rstrip()
        out.print(Text(" " * indent).append_text(line), no_wrap=True, crop=False, overflow="ignore")


def _print_arguments(
    title: str, arguments: tuple[Argument, ...], cited: set[int], colour: str, out: Console, show: int
) -> None:
    out.print()
    out.print(f"{plain(title)} ({len(arguments)})", style=f"bold {colour}", markup=False)
    first = [argument for argument in arguments if not argument.dropped][:show]
    further = [argument for argument in arguments if argument.id in cited and argument not in first]
    for argument in (*first, *further):
        text = Text(f"{f'[{argument.id}]':>5} ", style="dim")
        body = Text(plain(argument.sentence.text))
        for span in argument.spans:
            body.stylize("bold" if span.kind == "object" else "underline", span.start, span.end)
        source = argument.sentence.sources[0]
        site = plain(source.title or source.site)
        more = f" +{argument.sentence.source_count - 1}" if argument.sentence.source_count > 1 else ""
        _print_wrapped(text.append_text(body).append(f"  — {site}{more}", style="dim"), out, 1)
