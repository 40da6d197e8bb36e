"""A question log becomes insight: clean it, classify every question, analyse, report.

    rows → (readers) → entries → (clean, by user) → genuine questions → (classify, by question)
         → tallies → (analyse) → report

Every step works on bounded pieces, so that a log of any size passes through flat memory; the pieces are the same on one
machine (`run`) and on Spark (`spark`). Raw user ids are hashed with a salt before anything is written anywhere.
"""

from weigh.log.options import CleaningRules, Columns, LogOptions
from weigh.log.result import LogReport

__all__ = ["CleaningRules", "Columns", "LogOptions", "LogReport", "analyze"]


def analyze(files: "list[str]", options: LogOptions) -> LogReport:
    """Run the whole study over log files and write the report into `options.out`."""
    from weigh.log.run import analyze as run

    return run(files, options)
