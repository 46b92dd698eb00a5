"""The player, the rules and the start, as a user writes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from logicsweep.boards.board import Board, View
from logicsweep.boards.names import find_repeated
from logicsweep.errors import InvalidInput, quote
from logicsweep.games.players import Player, load_players, player_of, sort_by_effort
from logicsweep.games.setup import Setup

if TYPE_CHECKING:
    from logicsweep.games.run import Run
    from logicsweep.verbs.reading import Numbered


@dataclass(frozen=True)
class Playing:
    """How to play a board, or reason from a position.

    - `start`: the first cell, `best` or `worst`; None: the first click in the input, or else the best.
    - `player`, `rules`: who plays (None: the verb's default), and files with your own productions.
    - `strategy`, `seed`: which of several firings comes first.
    - `limit`: the most firings.
    - `guess`: the policy that guesses when the player finds nothing more, if any.
    """

    start: str | None = None
    player: str | None = None
    rules: tuple[str, ...] = ()
    strategy: str = "breadth"
    seed: int = 0
    limit: int | None = None
    guess: str | None = None


def player_with(name: str | None, rules: Sequence[str]) -> Player:
    """A player by name (None: casual), with the productions of rules files added."""
    player = player_of(name or "casual")
    if not rules:
        return player
    from logicsweep.rules.own import load_productions

    more = [one for spec in rules for one in load_productions(spec)]
    known = {*player.productions}
    productions = (*player.productions, *[one for one in dict.fromkeys(more) if one not in known])
    called = f"{player.name} with {' and '.join(rules)}"
    return replace(player, name=called, productions=productions, complete=False)


def players_with(names: Collection[str], rules: Sequence[str]) -> list[Player]:
    """The named players and those of rules files, in order of effort."""
    more = load_players(*rules)
    taken = [player.name for player in more]
    if twice := find_repeated(taken):
        raise InvalidInput("rules", "players with different names", quote(twice))
    if twice := find_repeated(names):
        raise InvalidInput("players", "each once", quote(twice))
    named = [player_of(name) for name in names if name not in taken]
    return sort_by_effort([*more, *named])


def start_of(item: Numbered, name: str | None, guessed: bool = False) -> int | None:
    """The first cell of a board: as asked, else the first click in the input, else the best.

    None for a position. `guessed`: it may be a mine, on which the game is lost.
    """
    return start_on(item.what, start_name(item, name), guessed) if isinstance(item.what, Board) else None


def with_start(item: Numbered, name: str | None, guessed: bool = False) -> Numbered:
    """The item with the start as `start_of` finds it, and why."""
    chosen = start_name(item, name)
    why = f"the casual player's {chosen}" if chosen in ("best", "worst") else ""
    if name is None and item.start is not None:
        why = "the first click in the input"
    return item._replace(start=start_of(item, name, guessed), why_start=why) if item.kind == "board" else item


def start_name(item: Numbered, name: str | None) -> str:
    """The start as asked, or else the first click in the input, or else the best."""
    if name is not None:
        return name
    return "best" if item.start is None else item.what.graph.name(item.start)


def start_on(board: Board, name: str, guessed: bool = False) -> int:
    """The index of a start: a cell's name, or `best` or `worst` (the first such cell).

    Raises InvalidInput for a mine unless the start may be `guessed`.
    """
    if name in ("best", "worst"):
        from logicsweep.closures.closure import start_classes

        if not board.safe_count:
            raise InvalidInput("start", "a board with a safe cell", "mines only")
        choose = min if name == "best" else max
        return choose(start_classes(board), key=lambda start: start.remaining).starts[0]
    start = board.graph.find(name, "start")
    if board.mined[start] and not guessed:
        raise InvalidInput("start", "a safe cell", f"a mine at {board.graph.name(start)}")
    return start


def position_of(item: Numbered, start: str | None = None) -> View:
    """The position itself, or for a board the one where the casual player gets stuck from a start."""
    if isinstance(item.what, View):
        return item.what
    from logicsweep.closures.closure import closure

    return closure(item.what, start_on(item.what, start_name(item, start)))


def play_item(item: Numbered, how: Playing) -> Run:
    """The game that the player plays, or what they conclude from a position.

    >>> from logicsweep.verbs.reading import Numbered
    >>> play_item(Numbered(1, Board.parse("...M")), Playing("r1c1")).remaining
    0
    """
    from logicsweep.games.game import play

    setup = Setup(player_with(how.player, how.rules), how.strategy, how.seed, guess=how.guess)
    return play(item.what, start_of(item, how.start, bool(how.guess)), setup, how.limit)
