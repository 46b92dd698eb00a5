"""The command line: each verb is a file's function, imported only when it is called."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

import click

from logicsweep import __version__
from logicsweep.work import heard_by

VERBS = {
    "solve": "solve",
    "trace": "trace",
    "why": "why",
    "compare": "compare",
    "path": "path",
    "hint": "hint",
    "convert": "convert",
    "graph": "graph",
    "generate": "generate",
    "reveal": "puzzles",
    "oneclick": "puzzles",
    "checkers": "puzzles",
    "survey": "surveys",
    "report": "surveys",
    "sample": "puzzles",
}
"""The module of `logicsweep.cli` that holds each verb, in the order in which help lists them."""


class _Verbs(click.Group):
    """Imports a verb's module when the verb is asked for: `--version` and `solve` stay quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = getattr(import_module(f"logicsweep.cli.{VERBS[name]}"), name)
        return command


@click.group(
    cls=_Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: logicsweep sample boards | logicsweep solve",
)
@click.version_option(__version__, message="logicsweep %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """How far each kind of Minesweeper reasoning gets on the same board, and why.

    Every command but generate, survey, report, and sample reads FILE, or standard input if FILE is
    missing or -. Exit status: 0 done, 1 the answer is no, 2 wrong usage or wrong input.
    """
    context.with_resource(heard_by(_remarked))
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    elif sys.stderr and sys.stderr.isatty():
        from logicsweep.cli.progress import progress_of

        context.obj = context.with_resource(progress_of(context.invoked_subcommand, sys.stderr))


def _remarked(text: str) -> None:
    """What the library says to whoever waits; the work goes on where it cannot be written."""
    from logicsweep.cli.output import echo

    with suppress(OSError):
        echo(text, err=True)
