"""An answer in the terminal: verdict, bars, arguments by side, cited summary."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from weigh.cli._output import plain
from weigh.types import GENERAL, MULTIPLE, OVERALL, Answer, Argument, Share

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
        if answer.related:
            _print_wrapped(
                Text("Often compared: " + plain(", ".join(s.name for s in answer.related)), style="dim"), out
            )
        return
    names = answer.comparison.names
    colours = dict(zip(names, _COLOURS, strict=False))
    out.print()
    _print_wrapped(Text(plain(answer.verdict.text), style="bold"), out)
    out.print()
    for category in answer.shares:
        _print_bar(category, answer.shares[category], colours, out)
    if answer.ranking:
        _print_wrapped(Text("Order: " + plain(" > ".join(answer.ranking.order))), out)
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
    for note in answer.notes:
        out.print()
        _print_wrapped(Text(plain(note), style="dim"), out)


def _print_bar(category: str, share: Share, colours: dict[str, str], out: Console) -> None:
    total = sum(share.counts.values())
    if not total and not share.equal_count and category not in (OVERALL,):
        return
    label = {GENERAL: "general", MULTIPLE: "several"}.get(category)
    legend = Text()
    for name, colour in colours.items():
        legend.append(f"  {plain(name)} ", style=colour)
        legend.append(f"{share.values.get(name, 0.0):.0%}" if total else "–")
    legend.append(f"  {total} argument{'s' if total != 1 else ''}" if label is None else f"  {total}", style="dim")
    left = size = min(_BAR, max(_SHORTEST_BAR, out.width - _LABEL - legend.cell_len))
    line = Text(f"{plain(category)[: _LABEL - 1]:<{_LABEL}}")
    for at, (name, colour) in enumerate(colours.items()):
        value = share.values.get(name, 0.0)
        width = left if at == len(colours) - 1 and total else round(value * size)
        line.append(_FILLS[at % len(_FILLS)] * min(width, left), style=colour)
        left -= min(width, left)
    line.append("·" * left, style="dim")
    _print_wrapped(line.append_text(legend), out)


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
