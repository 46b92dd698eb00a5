"""The command line: a function for each verb, imported only when the verb is called."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from shutil import get_terminal_size

import click

from logicsweep import __version__
from logicsweep.work.remarks import heard_by

GROUPS = {
    "Ask in a browser": {
        "live": ("live", "A page to set up or paste a position, and ask what is known and why."),
    },
    "Ask about a position or a game": {
        "hint": ("hint", "Which cells are certainly safe or mines, and how risky the others are."),
        "why": ("why", "Why a cell is safe or a mine, or why it can't be known."),
        "path": ("path", "A whole game that always takes the easiest step, with each step's grade."),
        "compare": ("compare", "Players side by side on the same board or position."),
        "review": (
            "review",
            "Your own games, move by move: what you could have known, and what to practise.",
        ),
        "trace": ("path", "Every firing of a player's rules, in a game or from a position."),
        "perfect": ("perfect", "How often the best strategy wins on a small field or from a position."),
        "rules": ("rules", "A player's rules as declared, or as a program for clingo."),
    },
    "Make and convert boards": {
        "generate": ("generate", "Boards that a given player can finish, as hard as you like."),
        "convert": ("convert", "Boards and positions in another format, or as links."),
        "formats": ("puzzles", "What each format looks like and what it can hold."),
        "graph": ("convert", "The cell graph of a board or position, as dot, GraphML, GEXF or JSON."),
    },
    "Measure players": {
        "survey": ("surveys", "How far players get on many random boards."),
        "report": ("surveys", "The results of surveys as a table, plot, page or CSV."),
    },
    "Puzzles": {
        "solve": ("puzzles", "The answer to the contest problem Data Mining? for each board."),
        "reveal": ("puzzles", "A field after one click (LeetCode 529)."),
        "oneclick": ("puzzles", "Boards that one click wins (Minesweeper Master)."),
        "checkers": ("puzzles", "The most pieces that one move captures (MegaCheckers)."),
    },
    "Samples": {"sample": ("puzzles", "A sample to experiment with.")},
}
"""The verbs, grouped by what people want: each with its module in `logicsweep.cli` and a line of help."""
VERBS = {verb: entry for verbs in GROUPS.values() for verb, entry in verbs.items()}


class _Formatter(click.HelpFormatter):
    """Fits a terminal of any width; click's own formatter needs at least 50 columns."""

    def __init__(self, **_: object) -> None:
        super().__init__(width=min(get_terminal_size().columns, 102) - 2)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, min(col_max, self.width // 2 - 4), col_spacing)


class Context(click.Context):
    """A verb's context, whose help fits the terminal."""

    formatter_class = _Formatter


class _Verbs(click.Group):
    """Imports a verb's module when the verb is called, so that help, `--version` and `solve` stay quick."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module, line = VERBS[name]
        command: click.Command = getattr(import_module(f"logicsweep.cli.{module}"), name)
        command.short_help = line
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in VERBS:
            near = get_close_matches(args[0], VERBS)
            meant = f" (Did you mean {' or '.join(near)}?)" if near else ""
            ctx.fail(f"No such verb '{args[0]}'.{meant} See logicsweep --help")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for wish, verbs in GROUPS.items():
            with formatter.section(wish):
                formatter.write_dl([(verb, line) for verb, (_, line) in verbs.items()])


@click.group(
    cls=_Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: logicsweep sample boards | logicsweep solve",
)
@click.version_option(__version__, message="logicsweep %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Show how far each kind of Minesweeper reasoning gets on the same board, and why.

    Verbs read boards and positions from files or from standard input. Exit status: 0 done, 1 the answer
    is no, 2 wrong usage or input.
    """
    context.with_resource(heard_by(_print_remark))
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    elif sys.stderr and sys.stderr.isatty():
        from logicsweep.cli.progress import progress_of

        context.obj = context.with_resource(progress_of(context.invoked_subcommand, sys.stderr))


def _print_remark(text: str) -> None:
    """Print a remark of the library; if it can't be written, the work goes on."""
    from logicsweep.cli.output import echo

    with suppress(OSError):
        echo(text, err=True)
