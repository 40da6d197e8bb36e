"""`weigh log`: a question log becomes a study; with helpers to label, judge and make test logs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weigh.cli._output import JsonOption, console, echo_json, plain, progress

if TYPE_CHECKING:
    from weigh.log.result import LogReport

app = typer.Typer(help="Study a log of questions: clean it, classify it, report.", no_args_is_help=True)

Files = Annotated[
    list[str], typer.Argument(help="Log files (CSV, TSV, JSONL, Parquet, also .gz), folders, or - for standard input.")
]


@app.command()
def analyze(
    files: Files,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for report.html, report.json, tables and samples.")
    ] = Path("log-report"),
    question: Annotated[
        str, typer.Option(help="Column with the question; a number from 1 with --no-header.")
    ] = "question",
    time: Annotated[str, typer.Option(help="Column with the time; 'none' if there is none.")] = "time",
    user: Annotated[str, typer.Option(help="Column with the user id; 'none' if there is none.")] = "user",
    header: Annotated[bool, typer.Option(help="Whether the first line names the columns.")] = True,
    time_format: Annotated[
        str | None, typer.Option(help="strptime pattern of the time, if it is not ISO 8601 or seconds.")
    ] = None,
    file_format: Annotated[str, typer.Option("--format", help="auto, csv, tsv, jsonl or parquet.")] = "auto",
    off: Annotated[list[str] | None, typer.Option(help="Switch a cleaning rule off; may be repeated.")] = None,
    per_year: Annotated[int, typer.Option(help="Bots: more questions a year than this.")] = 2_000,
    per_minute: Annotated[int, typer.Option(help="Bots: more questions within a minute than this.")] = 5,
    mean_words: Annotated[float, typer.Option(help="Bots: longer questions on average than this, in words.")] = 20.0,
    mean_words_entries: Annotated[int, typer.Option(help="From how many questions on that average counts.")] = 5,
    same_start_entries: Annotated[int, typer.Option(help="Bots: at least so many questions that begin alike.")] = 50,
    same_start_share: Annotated[float, typer.Option(help="What share of them begins alike.")] = 0.8,
    same_start_characters: Annotated[int, typer.Option(help="In how many first characters.")] = 15,
    titles: Annotated[
        Path | None, typer.Option(help="More titles whose look-ups are no questions, one a line.")
    ] = None,
    calibration: Annotated[
        Path | None, typer.Option(help="Labelled questions of this log (question,comparative) to correct by.")
    ] = None,
    transformer: Annotated[bool, typer.Option(help="Use the transformer models where they are installed.")] = True,
    min_users: Annotated[int, typer.Option(help="Show a question only if so many users asked it.")] = 3,
    index: Annotated[str | None, typer.Option("--index", "-i", help="Index to look for answers in.")] = None,
    answers: Annotated[
        Path | None, typer.Option(help="Q&A collection (question,answer; CSV or JSONL) to look for answers in.")
    ] = None,
    sample: Annotated[int, typer.Option(help="Questions in the samples for labelling and judging.")] = 200,
    workers: Annotated[int, typer.Option(help="Processes; as many as cores if 0.")] = 0,
    salt: Annotated[
        str | None, typer.Option(help="Salt for user ids; random if empty.", envvar="WEIGH_LOG_SALT")
    ] = None,
    spark: Annotated[str | None, typer.Option(help="Run on Spark with this master, for example local[2].")] = None,
    keep_work: Annotated[
        bool, typer.Option(help="Keep the work folder (hashed users, questions) after the run.")
    ] = False,
    title: Annotated[str, typer.Option(help="Title of the report.")] = "Question log",
    json: JsonOption = False,
) -> None:
    """Clean a log, classify every question, and write the study. A stopped run is taken up where it was."""
    from weigh.errors import BadInput
    from weigh.log.options import CleaningRules, Columns, LogOptions
    from weigh.log.run import analyze as run

    if file_format not in ("auto", "csv", "tsv", "jsonl", "parquet"):
        raise BadInput(f"--format got '{file_format}'; expected auto, csv, tsv, jsonl or parquet.")
    rules = CleaningRules(
        frozenset(off or ()),
        per_year,
        per_minute,
        mean_words,
        mean_words_entries,
        same_start_entries,
        same_start_share,
        same_start_characters,
    )
    options = LogOptions(
        out=out,
        columns=Columns(question, _column(time), _column(user), header, time_format),
        rules=rules,
        file_format=file_format,  # type: ignore[arg-type]
        titles=_file(titles),
        calibration=_file(calibration),
        transformer=transformer,
        min_users=min_users,
        index=index,
        answers=_file(answers),
        sample=sample,
        workers=workers or os.cpu_count() or 1,
        salt=salt,
        spark=spark,
        keep_work=keep_work,
        title=title,
    )
    with progress() as bar:
        tasks: dict[str, int] = {}

        def watch(step: str, done: int, total: int | None) -> None:
            if step not in tasks:
                tasks[step] = bar.add_task(step, total=total, rate="")
            bar.update(tasks[step], completed=done, total=total, rate=f"{done:,}")  # type: ignore[arg-type]

        report = run(files, options, watch)
    if json:
        echo_json(report.to_dict())
    else:
        _summary(report, out)


def _column(name: str) -> str | None:
    return None if name.lower() == "none" else name


def _file(path: Path | None) -> Path | None:
    from weigh.errors import SourceProblem

    if path is not None and not path.is_file():
        raise SourceProblem(f"There is no file {path}.")
    return path


def _summary(report: LogReport, out: Path) -> None:
    """The study in a screenful."""
    from rich.table import Table

    from weigh.log.report.charts import number, percent
    from weigh.log.report.page import findings

    screen = console()
    screen.print(f"[bold]{plain(report.title)}[/bold]", markup=True)
    for text in findings(report):
        screen.print(f"  {plain(text)}", markup=False, soft_wrap=True)
    removed = Table("Cleaning rule", "Entries removed", "Users", box=None, pad_edge=False)
    for rule in report.cleaning:
        removed.add_row(
            rule.rule if rule.on else f"{rule.rule} (off)",
            number(rule.entries),
            "" if rule.users is None else number(rule.users),
        )
    screen.print(removed)
    if report.months:
        months = Table("Month", "Questions", "Comparative", "Estimated share (95 %)", box=None, pad_edge=False)
        for p in report.months[-24:]:
            months.add_row(
                p.name,
                number(p.questions),
                number(p.balanced),
                f"{percent(p.share.value)} ({percent(p.share.low)} to {percent(p.share.high)})",
            )
        screen.print(months)
    for item in report.frequent_comparative[:5]:
        screen.print(f"  {number(item.count):>8}  {plain(item.question)}", markup=False, soft_wrap=True)
    screen.print(f"Report: {out / 'report.html'}", markup=False, soft_wrap=True)


@app.command()
def classify(
    file: Annotated[str, typer.Argument(help="Questions: a file as for analyze, or - for standard input.")],
    question: Annotated[str, typer.Option(help="Column with the question.")] = "question",
    header: Annotated[bool, typer.Option(help="Whether the first line names the columns.")] = True,
    file_format: Annotated[str, typer.Option("--format", help="auto, csv, tsv, jsonl or parquet.")] = "auto",
    transformer: Annotated[bool, typer.Option(help="Use the transformer models where they are installed.")] = True,
) -> None:
    """Label every question of a file; one JSON line each on standard output."""
    import json
    import sys
    from itertools import islice

    from weigh.log.classify import QuestionClassifier
    from weigh.log.options import Columns
    from weigh.log.readers import expand, read

    classifier = QuestionClassifier(transformer)
    rows = (
        row.question
        for path in expand([file])
        for row in read(path, Columns(question, None, None, header), file_format)
        if row
    )
    while batch := list(islice(rows, 4096)):
        for text, labels in zip(batch, classifier.classify(batch), strict=True):
            sys.stdout.write(json.dumps({"question": text, **labels._asdict()}, ensure_ascii=False) + "\n")


@app.command()
def judge(
    file: Annotated[Path, typer.Argument(help="sample-to-judge.csv with the column relevant filled in (1 or 0).")],
    json: JsonOption = False,
) -> None:
    """Count a judged sample: what share of questions the top hit answers, with its interval."""
    from weigh.log.answerable import judged
    from weigh.log.report.charts import percent

    count, share = judged(file)
    if json:
        echo_json({"judged": count, "relevant": share.value, "low": share.low, "high": share.high})
    else:
        console().print(
            f"{percent(share.value)} of {count} judged hits are relevant (95 % interval {percent(share.low)} to "
            f"{percent(share.high)})."
        )


@app.command()
def generate(
    questions: Annotated[Path, typer.Argument(help="Labelled questions: CSV with question,comparative.")],
    out: Annotated[
        Path, typer.Argument(help="The log to write (.csv, or .csv.gz); its truth goes beside it as .truth.json.")
    ],
    lines: Annotated[int, typer.Option(help="About how many lines.")] = 100_000,
    share: Annotated[float, typer.Option(help="Share of comparative questions.")] = 0.03,
    months: Annotated[int, typer.Option(help="Months from January 2025 on.")] = 12,
    variants: Annotated[
        bool, typer.Option(help="Make nearly all questions different, to measure time (not shares).")
    ] = False,
    seed: Annotated[int, typer.Option()] = 13,
) -> None:
    """Make a log with known shares, seasons, bots, duplicates and users, to test an analysis against."""
    from weigh.log.calibrate import labelled
    from weigh.log.generate import Plan, write_log

    truth = write_log(
        out, labelled(questions), Plan(lines=lines, share=share, months=months, variants=variants, seed=seed)
    )
    console().print(f"{truth.lines:,} lines in {out}; the truth is in {out}.truth.json", markup=False, soft_wrap=True)
