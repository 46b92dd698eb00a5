"""`trace` and `why`: a game firing by firing, and the firings that lead to one cell."""

from __future__ import annotations

import click

from logicsweep.cli.common import FILE, board_at, colours, echo_lines, start_on
from logicsweep.game import Game, play
from logicsweep.players import productions_of
from logicsweep.rules.engine import STRATEGIES

BOARD = click.option(
    "--board",
    "number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Which board of the file.",
)
START = click.option(
    "--start",
    default="best",
    show_default=True,
    metavar="r1c2|best|worst",
    help="The first cell that is cleared.",
)
STRATEGY = click.option(
    "--strategy",
    type=click.Choice(STRATEGIES),
    default="breadth",
    show_default=True,
    help="Order among equals.",
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Seed of the strategy random.")
JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines.")


@click.command(
    short_help="Play a board firing by firing.",
    epilog="Example: logicsweep trace --start r1c1 --limit 5 samples/boards.txt",
)
@FILE
@BOARD
@START
@STRATEGY
@SEED
@click.option("--limit", type=click.IntRange(min=0), help="Stop after this many firings.")
@JSON
def trace(
    file: str | None, number: int, start: str, strategy: str, seed: int, limit: int | None, as_json: bool
) -> None:
    """Play one board as the casual player and print each firing: what matched, used and followed.

    Facts are numbered f-1, f-2, ...; a firing names the cell it matched on, the numbers of flagged (f)
    and covered (c) neighbours and the clue (m), and the facts it used. The referee answers each safe
    cell with its clue.
    """
    board = board_at(file, number)
    game = play(board, start_on(board, start), strategy=strategy, seed=seed, limit=limit)
    if as_json:
        from logicsweep.show.jsonl import dumps, game_json

        echo_lines(dumps(event) for event in game_json(game))
    else:
        from logicsweep.show.text import game_text

        echo_lines(game_text(game, f"board {number}", colours()))


@click.command(
    short_help="The firings that lead to a cell.",
    epilog="Example: logicsweep why r3c2 --start r1c1 samples/boards.txt",
)
@click.argument("cell")
@FILE
@BOARD
@START
@STRATEGY
@SEED
@JSON
def why(cell: str, file: str | None, number: int, start: str, strategy: str, seed: int, as_json: bool) -> int:
    """Print the least chain of firings that leads the casual player to CELL; status 1 if none does."""
    board = board_at(file, number)
    index = board.graph.find(cell, "CELL")
    game = play(board, start_on(board, start), strategy=strategy, seed=seed)
    if as_json:
        from logicsweep.show.jsonl import dumps, why_json

        click.echo(dumps(why_json(game, index)))
    else:
        echo_lines(_why_lines(game, index))
    return 0 if game.trace.verdict(index) else 1


def _why_lines(game: Game, index: int) -> list[str]:
    from logicsweep.show.text import chain_text

    graph, trace = game.board.graph, game.trace
    verdict = trace.verdict(index)
    if verdict is None:
        return [f"{graph.name(index)} is undecided: from {graph.name(game.start)} no firing reaches it."]
    return list(chain_text(graph, trace.why(index), verdict, productions_of(game.player)))
