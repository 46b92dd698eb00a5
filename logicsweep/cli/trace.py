"""`trace` and `why`: a game firing by firing, and the firings that lead to one cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Unpack

import click
from click.core import ParameterSource

from logicsweep.cli.games import OwnSetup, own_options, player_with, refuted, start_name, start_on
from logicsweep.cli.inputs import FILE, FROM, Reader, board_at, opened, view_of
from logicsweep.cli.output import colours, echo_lines, json_option
from logicsweep.formats import Deal, Kind
from logicsweep.game import Game, play
from logicsweep.players import PLAYERS, Player
from logicsweep.rules.engine import STRATEGIES

if TYPE_CHECKING:
    from logicsweep.answers import Answer
    from logicsweep.show.forms import TraceJson


class Setup(OwnSetup):
    """How a game is played, as the options say."""

    start: str | None
    player: str
    strategy: str
    seed: int
    limit: int | None


_SETUP = (
    click.option(
        "--start",
        show_default="the first click that FILE tells, or best",
        metavar="r1c2|best|worst",
        help="The first cell that is cleared.",
    ),
    click.option(
        "--player", default="casual", show_default=True, metavar="|".join(PLAYERS), help="Who plays."
    ),
    own_options("Give the player your own productions too; may be given several times."),
    click.option(
        "--strategy",
        type=click.Choice(STRATEGIES),
        default="breadth",
        show_default=True,
        help="Which goes first among productions of equal salience.",
    ),
    click.option(
        "--seed", type=int, default=0, metavar="N", show_default=True, help="The seed of the strategy random."
    ),
    click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Stop after this many firings."),
)
BOARD = click.option(
    "--board",
    "number",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    show_default=True,
    help="Which board of FILE, counted from 1.",
)


def _with_setup(command: Callable[..., object]) -> Callable[..., object]:
    """The command with the options of a game, in their order."""
    for option in reversed(_SETUP):
        command = option(command)
    return command


def _played(deal: Deal, player: Player, setup: Setup) -> Game:
    start = start_on(deal.board, start_name(deal, setup["start"]))
    checked = not setup["unchecked"]
    return play(deal.board, start, player, setup["strategy"], setup["seed"], setup["limit"], checked)


def _player(setup: Setup) -> Player:
    return player_with(setup["player"], setup)


@click.command(
    cls=Reader,
    short_help="Play a board firing by firing.",
    epilog="Example: logicsweep trace --start r1c1 --limit 5 --agenda samples/boards.txt",
)
@FILE
@FROM
@BOARD
@_with_setup
@click.option(
    "--agenda",
    is_flag=True,
    help="Show also what waits before each firing, and at the end what each production lacks.",
)
@json_option("One JSON object per line")
def trace(
    file: str | None, form: str | None, number: int, agenda: bool, as_json: bool, **setup: Unpack[Setup]
) -> None:
    """Play one board and print each firing: what matched, what it used and what followed.

    Facts are numbered f-1, f-2, ... A firing names its cell, the numbers of flagged (f) and covered (c)
    neighbours, the clue (m), and the facts that it used. The referee answers each safe cell with its clue.

    With --agenda, a line before each firing tells how many places wait (a place is a production at a
    cell where something is new), how many of them would fire, and the first of these in order. When none
    would fire, a line LACKS for each production tells where it comes nearest to firing, and what it lacks.
    """
    player = _player(setup)
    deal = board_at(opened(file, form), number)
    with refuted(as_json):
        game = _played(deal, player, setup)
    if as_json:
        from logicsweep.show.jsonl import dumps

        echo_lines(dumps(event) for event in _events(game, agenda))
    else:
        from logicsweep.show.trace import game_text

        echo_lines(game_text(game, f"board {number}", colours(), _agendas(game) if agenda else ()))


def _agendas(game: Game) -> Iterator[Iterator[str]]:
    from logicsweep.show.agenda import agendas_text

    return agendas_text(game)


def _events(game: Game, agenda: bool) -> Iterator[TraceJson]:
    from logicsweep.show.agenda import agendas_json
    from logicsweep.show.trace import game_json

    return agendas_json(game, game_json(game)) if agenda else game_json(game)


@click.command(
    cls=Reader,
    short_help="Why a cell is decided, or why not.",
    epilog="Example: logicsweep why r3c3 --start r1c1 samples/boards.txt",
)
@click.argument("cell")
@FILE
@FROM
@BOARD
@_with_setup
@click.option(
    "--mines", type=int, metavar="N", help="The mine total of a position, in place of the one in FILE."
)
@click.option("--chain", is_flag=True, help="Show all firings of the game that lead to the cell.")
@json_option("One JSON object")
def why(
    cell: str,
    file: str | None,
    form: str | None,
    number: int,
    mines: int | None,
    chain: bool,
    as_json: bool,
    **setup: Unpack[Setup],
) -> int:
    """Say why the player decides CELL, or why not; exit status 1 if the player cannot decide it.

    FILE holds boards (a game is played from --start) or a position. For a decided cell: the shortest
    proof, a tree of firings that ends in clues, and the smallest set of clues that forces the cell. For
    an undecided cell: that the player finds it later, or which clues it takes together, or that it takes
    the mine total, or two layouts, one with a mine there and one without.
    """
    from logicsweep.answers import ClearedFirst, Decided, Seen
    from logicsweep.why import why_in_game, why_in_position

    who = _player(setup)
    found = opened(file, form)
    _refuse_idle(found.form.holds)
    game = None
    if found.form.holds == "position":
        view = view_of(found, mines)
        index = view.graph.find(cell, "CELL")
        with refuted(as_json):
            answer = why_in_position(view, index, who, not setup["unchecked"])
    else:
        deal = board_at(found, number)
        index = deal.board.graph.find(cell, "CELL")
        with refuted(as_json):
            game = _played(deal, who, setup)
            answer = why_in_game(game, index)
    if as_json:
        from logicsweep.show.jsonl import dumps
        from logicsweep.show.why import answer_json

        click.echo(dumps(answer_json(answer, game)))
    else:
        echo_lines(_lines(answer, who, game if chain else None, index))
    return 0 if isinstance(answer, ClearedFirst | Seen | Decided) else 1


_IDLE = {"position": ("number", "start", "strategy", "seed", "limit", "chain"), "boards": ("mines",)}


def _refuse_idle(holds: Kind) -> None:
    """An option that says nothing about what was read is a mistake, not to be passed over."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        if name in _IDLE[holds] and given:
            what = "a position" if holds == "position" else holds
            raise click.UsageError(f"{parameter.opts[0]} does not apply to {what}")


def _lines(answer: Answer, player: Player, game: Game | None, index: int) -> Iterator[str]:
    from logicsweep.show.trace import chain_text
    from logicsweep.show.why import answer_text

    verdict = game.trace.verdict(index) if game else None
    if game and verdict:
        return chain_text(game.board.graph, game.trace.why(index), verdict, player.productions)
    return answer_text(answer, player.name, player.productions, colours())
