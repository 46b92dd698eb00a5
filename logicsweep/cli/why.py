"""`why`: how a cell is decided, or what it would take."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from logicsweep.boards.cells import FieldMaker
from logicsweep.cli.inputs import BOARD, FIELD, FILES, FROM, MINES, Item, Reader, item_at, opened, refuse_idle
from logicsweep.cli.options import COLOR, HTML, STAGE, SVG, check_picture, json_option, refuse_given
from logicsweep.cli.output import echo, echo_text, picture_and_page, screen, write_files
from logicsweep.cli.playing import PLAYING, TRUST_FLAGS, Playing, played, player_of_setup, refuted
from logicsweep.cli.stages import answer_in_stages, say_undecided
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal
from logicsweep.games.game import Run

if TYPE_CHECKING:
    from logicsweep.boards.board import View
    from logicsweep.csp.position import Position
    from logicsweep.games.players import Player
    from logicsweep.games.why import Answer, RefutedCell
    from logicsweep.show.drawing import Screen
    from logicsweep.show.hint import FlagDoubts
    from logicsweep.show.page.page import Page

_OF_GAMES = ("start", "strategy", "seed", "limit", "chain")  # options that say nothing of positions


@click.command(
    cls=Reader,
    short_help="Why a cell is decided, or why not.",
    epilog="Example: logicsweep sample first | logicsweep why r3c3 --start r1c1",
)
@click.argument("cell")
@FILES
@FROM
@FIELD
@BOARD
@MINES
@PLAYING
@TRUST_FLAGS
@click.option("--chain", is_flag=True, help="Show all firings of the game that lead to the cell.")
@click.option("--from-clues", is_flag=True, help="Tell also the fewest clues that force the cell.")
@click.option("--refute", is_flag=True, help="Suppose the opposite, and show step by step what breaks.")
@STAGE
@SVG
@HTML
@COLOR
@json_option("One JSON object")
def why(
    cell: str,
    files: tuple[str, ...],
    form: str | None,
    field: FieldMaker | None,
    number: int,
    mines: int | None,
    trust_flags: bool,
    chain: bool,
    from_clues: bool,
    refute: bool,
    stage: int | None,
    picture: str | None,
    html: str | None,
    as_json: bool,
    **setup: Unpack[Playing],
) -> int:
    """Say why the player decides CELL, or why not; exit status 1 if the player cannot decide it.

    FILE holds boards (a game is played from --start) or positions. For a decided cell: a proof, a tree of
    firings that ends in clues, each with its reasons in numbers. The solver's firings are in it only where
    nothing else applies; without any, no proof is less deep. For an undecided cell: that the player finds
    it later, or the easiest way to it and what that takes, or two layouts, one with a mine there and one
    without. The flags of a position are claims: none is believed (unless --trust-flags), and wrong ones are
    told.

    The two layouts differ in as few cells as can be, and are drawn as one board: M and . where they agree,
    a for a mine in the one alone, b in the other alone; below it the safe cells whose clue would decide CELL.

    With --refute, what speaks against the opposite: each step by one clue or two, with what is known by
    then; where nothing follows, one clue is split into the ways in which its mines may lie. In a game the
    mines that the player had found before count as known.

    With --stage, the step that decides the cell now, up to that stage; where the player has none, that of the
    weakest who has.
    """
    from logicsweep.games.why import opposite as opposite_of
    from logicsweep.games.why import why as why_of

    _check(None if files else cell, chain, stage, picture, as_json)
    who = player_of_setup(setup)
    item = item_at(opened(files, form, field), number, mines)
    refuse_idle(item.found, {"position": _OF_GAMES, "boards": ("mines", "trust_flags")})
    on, checked = None if as_json else screen(), not setup["unchecked"]
    with refuted(item, on):
        run, index = _asked(item.found, cell, who, setup, trust_flags)
        if stage and (status := answer_in_stages(run, index, item, who, checked, stage, on)) is not None:
            return status
        answer = why_of(run, index, who, checked)
    if stage and answer.kind == "later":
        return say_undecided(answer, item, who, stage, on)
    opposite = opposite_of(run, index) if refute else None
    page = partial(_page, answer, run, who, item, opposite, from_clues)
    write_files(picture_and_page(answer, page, picture, html))
    if on is None:
        echo(_json(answer, run, opposite, item))
    elif picture != "-":
        echo_text(_lines(answer, who, run, index, on, chain, from_clues), on)
        echo_text(_besides(answer.view, run, opposite, on), on)
    return 0 if answer.kind in ("first", "seen", "decided") else 1


def _check(alone: str | None, chain: bool, stage: int | None, picture: str | None, as_json: bool) -> None:
    """Refuse options that do not go together, and a file's name, `alone`, where the cell was forgotten."""
    if alone is not None and os.path.isfile(alone):  # noqa: PTH113  # of no name does it complain
        raise InvalidInput("CELL", "a cell such as r1c2", f"the file {quoted(alone)}")
    if chain and as_json:
        raise click.UsageError("--chain and --json do not go together")
    if stage:
        refuse_given("does not go with --stage", "chain", "from_clues", "refute", "picture", "html")
    check_picture(picture, as_json)


def _asked(
    found: Deal | View, cell: str, player: Player, setup: Playing, trust_flags: bool
) -> tuple[Run | Position, int]:
    """The game that is played, or the position, and the index of the cell."""
    from logicsweep.csp.position import Position

    if isinstance(found, Deal):
        index = found.board.graph.find(cell, "CELL")
        return played(found, player, setup), index
    return Position(found, trust_flags), found.graph.find(cell, "CELL")


def _json(answer: Answer, run: Run | Position, opposite: RefutedCell | None, item: Item) -> str:
    from logicsweep.show.json import dumps
    from logicsweep.show.why import answer_json

    game = run if isinstance(run, Run) else None
    return dumps(answer_json(answer, item.number, game, _doubts(run), opposite))


def _page(
    answer: Answer,
    run: Run | Position,
    player: Player,
    item: Item,
    opposite: RefutedCell | None,
    from_clues: bool,
) -> Page:
    from logicsweep.show.page.page import why_page

    return why_page(answer, run, player, f"{item.kind} {item.number}", opposite, from_clues)


def _lines(
    answer: Answer,
    player: Player,
    run: Run | Position,
    index: int,
    on: Screen,
    chain: bool,
    from_clues: bool,
) -> Iterator[str]:
    from logicsweep.show.trace import chain_text
    from logicsweep.show.why import answer_text

    if chain and isinstance(run, Run) and (verdict := run.trace.verdict(index)):
        return chain_text(run.graph, run.trace.why(index), verdict, player.productions)
    return answer_text(answer, player.name, player.productions, on, from_clues)


def _besides(view: View, run: Run | Position, opposite: RefutedCell | None, on: Screen) -> Iterator[str]:
    """What refutes the opposite, where that is asked for, and what is wrong about flags."""
    if opposite:
        from logicsweep.show.why import refuted_text

        yield from refuted_text(opposite, on)
    if not isinstance(run, Run):
        from logicsweep.show.hint import doubts_text

        yield from doubts_text(view, _doubts(run))


def _doubts(run: Run | Position) -> FlagDoubts:
    from logicsweep.games.hints import check_flags

    return ((), None) if isinstance(run, Run) else check_flags(run)
