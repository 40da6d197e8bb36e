"""The command line: `weigh "question"`, and one file per group of commands.

Heavy imports live inside the commands and groups are loaded when named, so that `weigh --help` is instant.

Exit codes: 0 answered · 1 something went wrong · 2 bad input · 3 index · 4 unreadable source · 5 missing model or
extra · 6 a service failed · 7 understood, but nothing to show (not comparative, one object only, no evidence) ·
130 stopped.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

GROUPS = {
    "index": "Create an index, add text to it, look at it.",
    "corpus": "Fetch public corpora; prepare big ones on a cluster.",
    "serve": "Open the web app and the HTTP API.",
    "feedback": "What users said of the answers, as training data.",
    "log": "Study a log of questions.",
    "bench": "Measure every part on public data.",
    "train": "Train the models.",
    "predict": "Run the models over files.",
}
NOTHING_TO_SHOW = 7
_COMPLETING = "_WEIGH_COMPLETE"


class _Groups(TyperGroup):
    """Loads a group's file only when it is named."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *GROUPS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in GROUPS:
            return super().get_command(ctx, cmd_name)
        if _COMPLETING in os.environ:
            return _loaded(cmd_name)
        return TyperCommand(cmd_name, help=GROUPS[cmd_name])  # all that the list of commands shows

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in GROUPS:
            return args[0], _loaded(args[0]), args[1:]
        return super().resolve_command(ctx, args)


def _loaded(name: str) -> Any:
    command = typer.main.get_command(import_module(f"weigh.cli.{name}").app)
    command.name = name
    command.help = command.help or GROUPS[name]
    return command


app = typer.Typer(
    cls=_Groups,
    help="Weigh answers comparative questions with arguments.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its rendering costs more than all the rest of --help
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _root() -> None:
    """Weigh answers comparative questions with arguments: weigh "Is tea healthier than coffee?" """


def _register() -> None:
    from weigh.cli import ask

    ask.register(app)


def _with_default_command(arguments: list[str]) -> list[str]:
    """`weigh "question"` is short for `weigh ask "question"`."""
    known = {*GROUPS, *(command.name for command in app.registered_commands)}
    first = next((word for word in arguments if not word.startswith("-")), None)
    if first is None or first in known or arguments[0] in ("--help", "-h", "--install-completion", "--show-completion"):
        return arguments
    return ["ask", *arguments]


def main() -> None:
    """Entry point: runs a command and turns every error raised on purpose into one line and an exit code."""
    from weigh.errors import WeighError

    _register()
    if "--version" in sys.argv[1:2]:
        from weigh import __version__

        print(__version__)
        return
    try:
        app(_with_default_command(sys.argv[1:]), prog_name="weigh")
    except WeighError as error:
        print(f"weigh: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("weigh: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # the reader of our output went away, as `head` does; nothing is wrong
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # a full disk, a folder that may not be read: the system's own words say most, and name the place
        print(f"weigh: {error.strerror or error}: {error.filename or 'while reading or writing'}", file=sys.stderr)
        sys.exit(1)
