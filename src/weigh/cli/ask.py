"""The commands around a question: ask, compare, parse, search, suggest."""

from __future__ import annotations

import sys
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from weigh.cli._output import IndexOption, JsonOption, console, echo_json, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from weigh.types import Answer, Event, Filters

ClassifierOption = Annotated[
    str | None, typer.Option(help="transformer, bow or markers.", envvar="WEIGH_CLASSIFIER", show_default=False)
]
ScoringOption = Annotated[str | None, typer.Option(help="weigh or cam.", envvar="WEIGH_SCORING", show_default=False)]
SummarizerOption = Annotated[
    str | None,
    typer.Option(help="extractive, llm, bullets or template.", envvar="WEIGH_SUMMARIZER", show_default=False),
]
FastOption = Annotated[bool, typer.Option("--fast", help="Look at 500 general sentences only.")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
CollectionOption = Annotated[list[str] | None, typer.Option(help="Only from this collection; may be repeated.")]
DomainOption = Annotated[list[str] | None, typer.Option(help="Only from this site; may be repeated.")]
SinceOption = Annotated[str | None, typer.Option(help="Only documents from this date on (2019, 2019-05, 2019-05-30).")]
UntilOption = Annotated[str | None, typer.Option(help="Only documents up to this date.")]
MoreOption = Annotated[int, typer.Option("--show", "-n", help="Arguments shown per object.", min=1, max=1000)]

_QUERY = 'Words with AND, OR, -, "quotes" and (brackets), as one argument; behind -- if it begins with a minus.'


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    for command in (ask, compare, parse, suggest):
        app.command(name=command.__name__)(command)
    app.command(name="search", cls=_Keywords)(search)


class _Keywords(TyperCommand):
    """A command whose words may begin with a minus, which is no option then."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        from weigh.errors import BadInput

        known = {option for parameter in self.params for option in parameter.opts} | {*ctx.help_option_names}
        for word in takewhile(lambda word: word != "--", args):
            if word.startswith("-") and not word.startswith("--") and word[:2] not in known:
                raise BadInput(
                    f"{word!r} is no option. Quote the whole query, and set -- before one that begins with a minus: "
                    "weigh search -- '-java python'"
                )
        return super().parse_args(ctx, args)


def ask(
    question: Annotated[list[str], typer.Argument(help="The question; quotes may be left out.")],
    index: IndexOption = None,
    classifier: ClassifierOption = None,
    scoring: ScoringOption = None,
    summarizer: SummarizerOption = None,
    fast: FastOption = False,
    yes: Annotated[bool, typer.Option("--comparative", help="It is comparative, whatever Weigh thinks.")] = False,
    collection: CollectionOption = None,
    domain: DomainOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    show: MoreOption = 5,
    as_json: JsonOption = False,
    as_markdown: MarkdownOption = False,
) -> None:
    """Answer a comparative question."""
    with _weigh(index=index, classifier=classifier, scoring=scoring, summarizer=summarizer, fast=fast or None) as weigh:
        filters = _filters(collection, domain, since, until)
        _answer(
            weigh.stream(" ".join(question), overrule=True if yes else None, filters=filters),
            as_json,
            as_markdown,
            show,
        )


def compare(
    objects: Annotated[list[str], typer.Argument(help="Two or more things; quote names of several words.")],
    aspect: Annotated[
        list[str] | None,
        typer.Option("--aspect", "-a", help="NAME, NAME:WEIGHT (1–5) or NAME:WEIGHT:less; may be repeated."),
    ] = None,
    index: IndexOption = None,
    classifier: ClassifierOption = None,
    scoring: ScoringOption = None,
    summarizer: SummarizerOption = None,
    fast: FastOption = False,
    collection: CollectionOption = None,
    domain: DomainOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    show: MoreOption = 5,
    as_json: JsonOption = False,
    as_markdown: MarkdownOption = False,
) -> None:
    """Compare things given by name."""
    from weigh.given import aspect_from_text, given_comparison

    with _weigh(index=index, classifier=classifier, scoring=scoring, summarizer=summarizer, fast=fast or None) as weigh:
        aspects = [aspect_from_text(text) for text in aspect or ()]
        comparison = given_comparison(objects, aspects, None, weigh.settings)
        _answer(
            weigh.stream(comparison, filters=_filters(collection, domain, since, until)), as_json, as_markdown, show
        )


def parse(
    question: Annotated[
        list[str] | None,
        typer.Argument(help="The question; without one or with '-', a question a line on standard input."),
    ] = None,
    precise: Annotated[bool, typer.Option("--precise", help="Call only the surest questions comparative.")] = False,
) -> None:
    """Print what is understood of questions, as JSON lines."""
    import json

    from weigh.errors import BadInput
    from weigh.parse import make_parser
    from weigh.parse.lines import parsed_line
    from weigh.settings import Settings

    parser = make_parser(Settings.load({"operating_point": "precise" if precise else None}))
    if question and question != ["-"]:
        print(json.dumps(parsed_line(parser.parse(" ".join(question))), ensure_ascii=False))
        _tell_lost_models()
        return
    refused = False
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.decode("utf-8", "surrogateescape").strip()  # the parser refuses what is no UTF-8
        try:
            if text:
                print(json.dumps(parsed_line(parser.parse(text)), ensure_ascii=False))
        except BadInput as error:
            refused = True  # one bad line must not end the reading of a file
            print(f"weigh: line {number}: {error}", file=sys.stderr)
    _tell_lost_models()
    if refused:
        raise typer.Exit(BadInput.exit_code)


def _tell_lost_models() -> None:
    from weigh.hints import without_models

    for told in without_models(""):
        print(f"weigh: {told}", file=sys.stderr)


def search(
    query: Annotated[str, typer.Argument(help=_QUERY)],
    index: IndexOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=500)] = 20,
    offset: Annotated[int, typer.Option(min=0)] = 0,
    collection: CollectionOption = None,
    domain: DomainOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    as_json: JsonOption = False,
) -> None:
    """Search sentences by keywords."""
    from weigh.cli import NOTHING_TO_SHOW
    from weigh.schema import to_dict

    with _weigh(index=index) as weigh:
        page = weigh.search(query, _filters(collection, domain, since, until), offset=offset, limit=limit)
    if as_json:
        echo_json(to_dict(page))
    else:
        out = console()
        for number, hit in enumerate(page.hits, start=page.offset + 1):
            out.print(f"[dim]{number:>3}[/]  ", end="")
            out.print(plain(hit.sentence.text), markup=False)
            source = hit.sentence.sources[0]
            more = f" and {hit.sentence.source_count - 1} more" if hit.sentence.source_count > 1 else ""
            out.print(f"     {plain(source.url or source.title or source.document)}{more}", markup=False, style="dim")
        out.print(f"{page.total:,} sentence{'s' if page.total != 1 else ''}", style="dim")
    if not page.hits:
        raise typer.Exit(NOTHING_TO_SHOW)


def suggest(
    name: Annotated[
        str, typer.Argument(help="A thing, or the beginning of its name; empty for what is compared most.")
    ] = "",
    index: IndexOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100)] = 10,
    complete: Annotated[
        bool, typer.Option("--complete", help="Names that begin so, instead of what it is compared with.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """What a thing is often compared with."""
    from weigh.cli import NOTHING_TO_SHOW
    from weigh.schema import to_dict

    with _weigh(index=index) as weigh:
        found = weigh.complete(name, limit=limit) if complete else weigh.candidates(name, limit=limit)
        meant = () if found else weigh.similar(name)
    if as_json:
        echo_json([to_dict(suggestion) for suggestion in found])
    else:
        for suggestion in found:
            beside = f"  ({', '.join(suggestion.compared_with[:3])})" if suggestion.compared_with else ""
            console().print(f"{plain(suggestion.name)}{plain(beside)}", markup=False)
    if not found:
        told = f"The index knows nothing to compare{f' by the name {name}' if name.strip() else ''}."
        told += f" Did you mean {' or '.join(known.name for known in meant)}?" if meant else ""
        print(f"weigh: {plain(told)}", file=sys.stderr)
        raise typer.Exit(NOTHING_TO_SHOW)


def _weigh(**overrides: Any) -> Any:
    from weigh.pipeline import Weigh

    return Weigh(**{name: value for name, value in overrides.items() if value is not None})


def _filters(collection: list[str] | None, domain: list[str] | None, since: str | None, until: str | None) -> Filters:
    from weigh.types import Filters

    return Filters(tuple(collection or ()), tuple(domain or ()), since, until)


def _answer(events: Iterator[Event], as_json: bool, as_markdown: bool, show: int) -> None:
    """Follow the stages on standard error, print the answer on standard output."""
    from weigh.cli import NOTHING_TO_SHOW
    from weigh.cli._answer import print_answer
    from weigh.cli._output import err

    answer: Answer | None = None
    with err().status("Reading the question …") as status:
        for event in events:
            answer = event.answer
            status.update(f"{event.stage}: {event.detail} …")
    assert answer is not None
    if as_json:
        echo_json(answer.to_dict())
    elif as_markdown:
        print(answer.to_markdown())
    else:
        print_answer(answer, console(), show)
    if not answer.arguments:
        raise typer.Exit(NOTHING_TO_SHOW)
