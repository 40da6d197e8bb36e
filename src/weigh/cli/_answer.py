"""An answer in the terminal: verdict, bars, arguments by side, cited summary."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from weigh.cli._output import plain
from weigh.types import GENERAL, MULTIPLE, OVERALL, Answer, Argument, Share

_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red", "bright_cyan", "bright_magenta")
_FILLS = "█▒▓▚▞▤▥▦"
"""One filling per object, so that bars can be told apart without colour."""
_BAR = 40


def print_answer(answer: Answer, out: Console, show: int) -> None:
    """Everything a reader needs, top down: what it says, how sure, why."""
    understanding = answer.understanding
    if answer.comparison is None or understanding.message:
        out.print(plain(understanding.message or answer.verdict.text), markup=False)
        if answer.related:
            out.print("Often compared: " + plain(", ".join(s.name for s in answer.related)), style="dim", markup=False)
        return
    names = answer.comparison.names
    colours = dict(zip(names, _COLOURS, strict=False))
    out.print()
    out.print(plain(answer.verdict.text), style="bold", markup=False)
    out.print()
    for category in answer.shares:
        _print_bar(category, answer.shares[category], colours, out)
    if answer.ranking:
        out.print("Order: " + plain(" > ".join(answer.ranking.order)), markup=False)
    if answer.summary.claims:
        out.print()
        for part in ("overall", "aspect", "choice"):
            for claim in (c for c in answer.summary.claims if c.part == part):
                marks = "".join(f"[{number}]" for number in claim.citations)
                bullet = "• " if part == "aspect" else ""
                out.print(Padding(Text.assemble(bullet, plain(claim.text), " ", (marks, "dim")), (0, 0, 0, 2)))
        if answer.summary.note:
            out.print(plain(answer.summary.note), style="dim", markup=False)
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
                out.print(
                    Text.assemble("Said of ", (plain(name), colours[name]), ": ", plain(", ".join(found_aspects)))
                )
    for note in answer.notes:
        out.print()
        out.print(plain(note), style="dim", markup=False)


def _print_bar(category: str, share: Share, colours: dict[str, str], out: Console) -> None:
    total = sum(share.counts.values())
    if not total and not share.equal_count and category not in (OVERALL,):
        return
    line = Text(f"{plain(category)[:20]:<21}")
    left = _BAR
    for at, (name, colour) in enumerate(colours.items()):
        value = share.values.get(name, 0.0)
        width = left if at == len(colours) - 1 and total else round(value * _BAR)
        line.append(_FILLS[at % len(_FILLS)] * min(width, left), style=colour)
        left -= min(width, left)
    line.append("·" * left, style="dim")
    for name, colour in colours.items():
        line.append(f"  {plain(name)} ", style=colour)
        line.append(f"{share.values.get(name, 0.0):.0%}" if total else "–")
    label = {GENERAL: "general", MULTIPLE: "several"}.get(category)
    line.append(f"  {total} arguments" if label is None else f"  {total}", style="dim")
    out.print(line, overflow="ellipsis", no_wrap=True)


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
        out.print(Padding(text.append_text(body).append(f"  — {site}{more}", style="dim"), (0, 0, 0, 1)))
