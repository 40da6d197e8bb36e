"""An answer as Markdown: for export, for the command line, for a colleague."""

from __future__ import annotations

import re

from weigh.types import Answer, Argument, cited

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!~])")
_PARTS = ("overall", "aspect", "choice")
_WEB = ("http://", "https://")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: nothing in it becomes a link, a tag or a heading."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def answer_to_markdown(answer: Answer) -> str:
    """The whole answer: verdict, shares, summary with citations, numbered arguments with their sources."""
    lines: list[str] = []
    comparison = answer.comparison
    title = answer.understanding.question or (" or ".join(comparison.names) if comparison else "")
    lines += [f"# {escaped(title)}", ""]
    if comparison is None or answer.understanding.message:
        return "\n".join([*lines, escaped(answer.understanding.message or answer.verdict.text), ""])
    lines += [f"**{escaped(answer.verdict.text)}**", ""]
    lines += ["| | " + " | ".join(escaped(name) for name in comparison.names) + " | arguments |"]
    lines += ["| --- |" + " ---: |" * (len(comparison.names) + 1)]
    for category in answer.shares:
        share = answer.shares[category]
        count = sum(share.counts.values())
        cells = " | ".join(f"{share.values.get(name, 0.0):.0%}" if count else "–" for name in comparison.names)
        lines.append(f"| {escaped(category)} | {cells} | {count} |")
    lines.append("")
    if answer.ranking:
        few = answer.ranking.hardly_compared
        order = "Order: " + " > ".join(escaped(name) for name in answer.ranking.order if name not in few)
        lines += [f"{order} (hardly compared: {', '.join(map(escaped, few))})" if few else order, ""]
    if answer.summary.claims:
        lines += ["## Summary", ""]
        said = {part: [escaped(cited(c)) for c in answer.summary.claims if c.part == part] for part in _PARTS}
        lines += [" ".join(said["overall"]), "", *(f"- {text}" for text in said["aspect"]), ""]
        lines += [" ".join(said["choice"]), ""]
    for name in comparison.names:
        lines += [f"## For {escaped(name)}", ""]
        lines += [_argument(argument) for argument in answer.arguments_for(name)] or ["No argument."]
        lines.append("")
    if answer.equal_arguments:
        lines += ["## Calls them equal", ""] + [_argument(argument) for argument in answer.equal_arguments] + [""]
    lines += [f"> Did you mean {escaped(' and '.join(answer.meant.values()))}?"] if answer.meant else []
    lines += [f"> {escaped(note)}" for note in answer.notes]
    made = answer.provenance
    lines += [
        "",
        f"Weigh {made.weigh_version}, {made.created}, classifier {made.classifier}, index {made.index.version}.",
    ]
    return "\n".join(lines).rstrip() + "\n"


def _argument(argument: Argument) -> str:
    sources = []
    for source in argument.sentence.sources[:3]:
        name = escaped(source.title or source.site)
        link = source.url if source.url and source.url.startswith(_WEB) else None
        sources.append(f"[{name}](<{link.replace('>', '%3E').replace('<', '%3C')}>)" if link else name)
    more = f" and {argument.sentence.source_count - 3} more" if argument.sentence.source_count > 3 else ""
    struck = "~~" if argument.dropped else ""
    return f"- \\[{argument.id}\\] {struck}{escaped(argument.sentence.text)}{struck} ({', '.join(sources)}{more})"
