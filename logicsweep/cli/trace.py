"""`trace` and `why`: a game firing by firing, and the firings that lead to one cell."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.cli.complete import among
from logicsweep.cli.games import OwnSetup, own_options, player_with, refuted, start_name, start_on
from logicsweep.cli.inputs import FILES, FROM, MINES, Reader, item_at, opened, refuse_idle
from logicsweep.cli.output import COLOR, echo, echo_text, json_option, screen
from logicsweep.cli.stages import STAGE, answer_in_stages
from logicsweep.cli.usage import refuse_given
from logicsweep.errors import InvalidInput, shown
from logicsweep.formats import Deal
from logicsweep.game import Game, play
from logicsweep.players import PLAYERS, Player
from logicsweep.rules.engine import STRATEGIES

if TYPE_CHECKING:
    from logicsweep.answers import Answer
    from logicsweep.board import View
    from logicsweep.deduction import Deduction
    from logicsweep.refuting import RefutedCell
    from logicsweep.show.forms import TraceJson
    from logicsweep.show.screen import Screen


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
        shell_complete=among(lambda _: ("best", "worst")),
        help="The first cell that is cleared.",
    ),
    click.option(
        "--player",
        default="casual",
        show_default=True,
        metavar="|".join(PLAYERS),
        shell_complete=among(lambda _: PLAYERS),
        help="Who plays.",
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
    help="Which board or position, counted from 1 through all files.",
)


def _with_setup(command: Callable[..., object]) -> Callable[..., object]:
    """The command with the options of a game, in their order."""
    for option in reversed(_SETUP):
        command = option(command)
    return command


def _deduced(view: View, player: Player, setup: Setup) -> Deduction:
    from logicsweep.deduction import deduce

    _refuse_idle_seed(setup)
    strategy, seed, checked = setup["strategy"], setup["seed"], not setup["unchecked"]
    return deduce(view, player, strategy, seed, setup["limit"], checked=checked)


def _played(deal: Deal, player: Player, setup: Setup) -> Game:
    _refuse_idle_seed(setup)
    start = start_on(deal.board, start_name(deal, setup["start"]))
    checked = not setup["unchecked"]
    return play(deal.board, start, player, setup["strategy"], setup["seed"], setup["limit"], checked)


def _refuse_idle_seed(setup: Setup) -> None:
    if setup["strategy"] != "random":
        refuse_given("says nothing without --strategy random", "seed")


def _player(setup: Setup) -> Player:
    return player_with(setup["player"], setup)


@click.command(
    cls=Reader,
    short_help="Play a board, or conclude from a position, firing by firing.",
    epilog="Example: logicsweep sample first | logicsweep trace --limit 5 --agenda",
)
@FILES
@FROM
@BOARD
@MINES
@_with_setup
@click.option(
    "--agenda",
    is_flag=True,
    help="Show also what waits before each firing, and at the end what each production lacks.",
)
@COLOR
@json_option("One JSON object per line")
def trace(
    files: tuple[str, ...],
    form: str | None,
    number: int,
    mines: int | None,
    agenda: bool,
    as_json: bool,
    **setup: Unpack[Setup],
) -> None:
    """Play one board and print each firing: what matched, what it used and what followed.

    FILE holds boards (a game is played from --start) or positions: then the player concludes what they can
    from what is visible, and no cell is cleared.

    Facts are numbered f-1, f-2, ... A firing names its cell, the numbers of flagged (f) and covered (c)
    neighbours, the clue (m), and the facts that it used. The referee answers each safe cell with its clue.

    With --agenda, a line before each firing tells how many places wait (a place is a production at a
    cell where something is new), how many of them would fire, and the first of these in order. When none
    would fire, a line LACKS for each production tells where it comes nearest to firing, and what it lacks.
    """
    who = _player(setup)
    item = item_at(opened(files, form), number, mines)
    found = item.found
    refuse_idle(found, {"position": ("start",), "boards": ("mines",)})
    on = None if as_json else screen()
    with refuted(item, on):
        if isinstance(found, Deal):
            lines = _of_game(_played(found, who, setup), number, agenda, on)
        else:
            lines = _of_position(_deduced(found, who, setup), number, agenda, on)
    echo_text(lines, on)


def _of_game(game: Game, number: int, agenda: bool, on: Screen | None) -> Iterator[str]:
    """The lines of a game for a screen, or without one as JSON."""
    from logicsweep.show.trace import game_json, game_text

    if on is None:
        return _events(game, game_json(game, number), agenda)
    return game_text(game, f"board {number}", on, _agendas(game, agenda))


def _of_position(found: Deduction, number: int, agenda: bool, on: Screen | None) -> Iterator[str]:
    """The same of what was concluded from a position."""
    from logicsweep.show.trace import deduction_json, deduction_text

    if on is None:
        return _events(found, deduction_json(found, number), agenda)
    return deduction_text(found, f"position {number}", on, _agendas(found, agenda))


def _agendas(run: Game | Deduction, shown: bool) -> Iterable[Iterator[str]]:
    from logicsweep.show.agenda import agendas_text

    return agendas_text(run) if shown else ()


def _events(run: Game | Deduction, events: Iterator[TraceJson], agenda: bool) -> Iterator[str]:
    from logicsweep.show.agenda import agendas_json
    from logicsweep.show.jsonl import dumps

    return map(dumps, agendas_json(run, events) if agenda else events)


@click.command(
    cls=Reader,
    short_help="Why a cell is decided, or why not.",
    epilog="Example: logicsweep sample first | logicsweep why r3c3 --start r1c1",
)
@click.argument("cell")
@FILES
@FROM
@BOARD
@MINES
@_with_setup
@click.option("--chain", is_flag=True, help="Show all firings of the game that lead to the cell.")
@click.option("--refute", is_flag=True, help="Suppose the opposite, and show step by step what breaks.")
@STAGE
@COLOR
@json_option("One JSON object")
def why(
    cell: str,
    files: tuple[str, ...],
    form: str | None,
    number: int,
    mines: int | None,
    chain: bool,
    refute: bool,
    stage: int | None,
    as_json: bool,
    **setup: Unpack[Setup],
) -> int:
    """Say why the player decides CELL, or why not; exit status 1 if the player cannot decide it.

    FILE holds boards (a game is played from --start) or positions. For a decided cell: the shortest
    proof, a tree of firings that ends in clues, and the smallest set of clues that forces the cell. For
    an undecided cell: that the player finds it later, or which clues it takes together, or that it takes
    the mine total, or two layouts, one with a mine there and one without.

    The two layouts differ in as few cells as can be, and are drawn as one board: M and . where they agree,
    a for a mine in the one alone, b in the other alone; below it the safe cells whose clue would decide CELL.

    With --refute, what speaks against the opposite: each step by one clue or two, with what is known by
    then; where nothing follows, one clue is split into the ways in which its mines may lie. In a game the
    mines that the player had found before count as known.

    With --stage, the step that decides the cell, up to that stage; the strongest player's if need be.
    """
    from logicsweep.answers import ClearedFirst, Decided, Seen

    if not files and os.path.isfile(cell):  # noqa: PTH113  # of no name does it complain
        raise InvalidInput("CELL", "a cell such as r1c2", f"the file {shown(cell)}")
    if chain and as_json:
        raise click.UsageError("--chain and --json do not go together")
    if stage:
        refuse_given("does not go with --stage", "chain", "refute")
    who = _player(setup)
    item = item_at(opened(files, form), number, mines)
    unsaid = ("start", "strategy", "seed", "limit", "chain")
    refuse_idle(item.found, {"position": unsaid, "boards": ("mines",)})
    on, checked = None if as_json else screen(), not setup["unchecked"]
    with refuted(item, on):
        run, index = _asked(item.found, cell, who, setup)
        if stage:
            return answer_in_stages(run, index, item, who, checked, stage, on)
        answer = _answer(run, index, who, checked)
    game = run if isinstance(run, Game) else None
    opposite = _opposite(run, index) if refute else None
    if on is None:
        from logicsweep.show.jsonl import dumps, numbered_json
        from logicsweep.show.why import answer_json

        echo(dumps(numbered_json(answer_json(answer, game, opposite), item.kind, item.number)))
    else:
        echo_text(_lines(answer, who, game if chain else None, index, on), on)
        if opposite:
            from logicsweep.show.refutation import refuted_text

            echo_text(refuted_text(opposite, on), on)
    return 0 if isinstance(answer, ClearedFirst | Seen | Decided) else 1


def _asked(found: Deal | View, cell: str, player: Player, setup: Setup) -> tuple[Game | View, int]:
    """The game that is played, or the position, and the index of the cell."""
    if isinstance(found, Deal):
        index = found.board.graph.find(cell, "CELL")
        return _played(found, player, setup), index
    return found, found.graph.find(cell, "CELL")


def _answer(run: Game | View, index: int, player: Player, checked: bool) -> Answer:
    from logicsweep.why import why_in_game, why_in_position

    if isinstance(run, Game):
        return why_in_game(run, index)
    return why_in_position(run, index, player, checked)


def _opposite(run: Game | View, index: int) -> RefutedCell:
    from logicsweep.refuting import refute_in_game, refute_in_position

    return refute_in_game(run, index) if isinstance(run, Game) else refute_in_position(run, index)


def _lines(answer: Answer, player: Player, game: Game | None, index: int, on: Screen) -> Iterator[str]:
    from logicsweep.show.trace import chain_text
    from logicsweep.show.why import answer_text

    verdict = game.trace.verdict(index) if game else None
    if game and verdict:
        return chain_text(game.board.graph, game.trace.why(index), verdict, player.productions)
    return answer_text(answer, player.name, player.productions, on)
