"""What the verbs play: the player, and the start of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logicsweep.errors import InvalidInput
from logicsweep.formats import Deal

if TYPE_CHECKING:
    from logicsweep.board import Board
    from logicsweep.players import Player


def player_with(name: str, rules: str | None) -> Player:
    """A player by name, with the productions of a rules file besides their own."""
    from dataclasses import replace

    from logicsweep.players import player_of

    player = player_of(name)
    if rules is None:
        return player
    from logicsweep.rules.own import load_productions

    productions = (*player.productions, *load_productions(rules))
    return replace(player, name=f"{name} with {rules}", productions=productions, complete=False)


def start_name(deal: Deal, name: str | None) -> str:
    """The start that is asked for, or else the first click that the input tells, or else the best."""
    if name is not None:
        return name
    return "best" if deal.start is None else deal.board.graph.name(deal.start)


def start_on(board: Board, name: str) -> int:
    """The index of a start: a cell's name, or `best` or `worst` (the first such cell)."""
    if name in ("best", "worst"):
        from logicsweep.closures.closure import start_classes

        choose = min if name == "best" else max
        return choose(start_classes(board), key=lambda start: start.remaining).starts[0]
    start = board.graph.find(name, "--start")
    if board.mined[start]:
        raise InvalidInput("--start", "a safe cell", f"a mine at {board.graph.name(start)}")
    return start
