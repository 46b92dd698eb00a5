"""The command line: each verb is a file's function, imported only when it is called."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

import click

from logicsweep import __version__
from logicsweep.work import heard_by

GROUPS = {
    "Ask about a position or a game": {
        "hint": "hint",
        "why": "why",
        "path": "path",
        "compare": "compare",
        "trace": "trace",
    },
    "Make and convert boards": {
        "generate": "generate",
        "convert": "convert",
        "formats": "puzzles",
        "graph": "graph",
    },
    "Measure players": {"survey": "surveys", "report": "surveys"},
    "Puzzles": {"solve": "solve", "reveal": "puzzles", "oneclick": "puzzles", "checkers": "puzzles"},
    "To try all that with": {"sample": "puzzles"},
}
"""What people want, and the verbs for it, each with the module of `logicsweep.cli` that holds it."""
VERBS = {verb: module for verbs in GROUPS.values() for verb, module in verbs.items()}


class _Verbs(click.Group):
    """Imports a verb's module when the verb is asked for: `--version` and `solve` stay quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = getattr(import_module(f"logicsweep.cli.{VERBS[name]}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for wish, verbs in GROUPS.items():
            commands = {verb: self.get_command(ctx, verb) for verb in verbs}
            with formatter.section(wish):
                rows = [(verb, one.get_short_help_str(80)) for verb, one in commands.items() if one]
                formatter.write_dl(rows)


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

    Verbs that read boards or positions take files, or standard input. Exit status: 0 done, 1 the answer
    is no, 2 wrong usage or wrong input.
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
