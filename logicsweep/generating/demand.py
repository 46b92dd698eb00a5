"""The requirements for a board made to order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from logicsweep.boards.cells import CellGraph, CellLike
from logicsweep.boards.names import say_size
from logicsweep.boards.random import mine_free
from logicsweep.boards.words import plural
from logicsweep.errors import InvalidInput, describe, of_kind, quote, whole_number
from logicsweep.games.path import stepwise
from logicsweep.games.players import PLAYERS, Player, PlayerLike, has_own, player_of
from logicsweep.games.run import Run
from logicsweep.rules.production import Production, is_own

if TYPE_CHECKING:
    import networkx as nx

First = Literal["safe", "opening"]
"""A promise about the first click: no mine on its cell, or none on the cell and its neighbours."""


class Bounds(NamedTuple):
    """Whole numbers from `low` to `high`, both included; no upper bound if `high` is None."""

    low: int
    high: int | None = None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number <= (inf if self.high is None else self.high)

    def __str__(self) -> str:
        return f"{self.low}.." if self.high is None else f"{self.low}..{self.high}"

    @classmethod
    def of(cls, place: str, value: object) -> Bounds:
        """Bounds from a pair (low, high), where high may be None; else raises InvalidInput, with `place`."""
        if not isinstance(value, tuple) or len(value) != 2:
            raise InvalidInput(place, "a pair (low, high), or (low, None)", describe(value))
        low, high = whole_number(place, value[0], 0), value[1]
        if high is None:
            return cls(low)
        high = whole_number(place, high, 0)
        if high < low:
            raise InvalidInput(place, "a low number, then a high one", f"{low}..{high}")
        return cls(low, high)


@dataclass(frozen=True, init=False)
class Demand:
    """The requirements for a board made to order.

    - `field`, `mines`: as for `random_board`.
    - `start`: the first cell; if None, any cell, drawn with each board.
    - `first`: whether it is only `safe`, or begins an `opening`.
    - `finisher`: a player who must finish the board from there; `not_for`: one who must not.
    - `grade`: the least and the most rows (clues at once) of the hardest step on the finisher's path; None as
      the most means no bound.
    - `steps`: the least and the most steps on that path by each of these productions.

    >>> Demand((16, 30), 99, "r8c15", finisher="overlap", not_for="casual", steps={"overlap": (3, None)})
    <Demand 16 x 30, 99 mines, opening at r8c15, for overlap, not for casual, steps overlap=3..>

    Raises InvalidInput for wrong values and for demands that no board can meet.
    """

    field: CellGraph
    mines: int
    start: int | None
    first: First
    finisher: Player
    not_for: Player | None
    grade: Bounds | None
    steps: tuple[tuple[str, Bounds], ...]

    def __init__(
        self,
        field: CellGraph | nx.Graph | tuple[int, int],
        mines: int,
        start: CellLike = None,
        first: First = "opening",
        finisher: PlayerLike = "expert",
        not_for: PlayerLike | None = None,
        grade: tuple[int, int | None] | None = None,
        steps: Mapping[str, tuple[int, int | None]] | None = None,
    ) -> None:
        graph = CellGraph.of(field)
        if first not in get_args(First):
            raise InvalidInput("first", " or ".join(get_args(First)), describe(first))
        values = {
            "field": graph,
            "mines": whole_number("mines", mines, 0, len(graph) - 1),
            "start": None if start is None else graph.locate(start, "start"),
            "first": first,
            "finisher": _resolve_player("finisher", finisher),
            "not_for": None if not_for is None else _resolve_player("not_for", not_for),
            "grade": None if grade is None else Bounds.of("grade", grade),
            "steps": tuple(
                (name, Bounds.of("steps", bounds))
                for name, bounds in of_kind("steps", steps or {}, dict).items()
            ),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _check_room(self)
        _check_players(self)
        _check_path(self)

    def __repr__(self) -> str:
        where = "any cell" if self.start is None else self.field.name(self.start)
        parts = [f"{self.first} at {where}", f"for {self.finisher.name}"]
        parts += [f"not for {self.not_for.name}"] if self.not_for else []
        parts += [f"grade {self.grade}"] if self.grade else []
        parts += [f"steps {name}={bounds}" for name, bounds in self.steps]
        return f"<Demand {say_size(self.field, self.mines)}, {', '.join(parts)}>"

    @property
    def judges_path(self) -> bool:
        """Whether the demand also concerns the finisher's path."""
        return bool(self.grade or self.steps)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The possible starts: the given cell, or every cell that leaves room for the mines."""
        cells = range(len(self.field)) if self.start is None else (self.start,)
        return tuple([cell for cell in cells if self.count_free(cell) >= self.mines])

    def mine_free(self, start: int) -> set[int]:
        """The cells that the first click keeps free of mines."""
        return {*mine_free(self.field, start, self.first)}

    def count_free(self, start: int) -> int:
        """Count the cells that may get a mine."""
        return len(self.field) - len(self.mine_free(start))

    @cached_property
    def excluded(self) -> tuple[Player, ...]:
        """Players who must not finish it: `not_for`, and the strongest one who can't meet grade and steps.

        >>> Demand((9, 9), 20, "r5c5", not_for="casual", steps={"rows-3": (1, None)}).excluded
        (<Player casual: all-found, all-mines>, <Player overlap: all-found, all-mines, overlap>)
        """
        known, ladder = {*stepwise(self.finisher).productions}, PLAYERS.values()
        weaker = [one for one in ladder if known.issuperset(stepwise(one).productions) and not has_own(one)]
        easier = [*filter(self._is_beyond, weaker)]
        return tuple(dict.fromkeys([*filter(None, [self.not_for]), *easier[-1:]]))

    def _is_beyond(self, weak: Player) -> bool:
        """Whether a board that the weak player finishes can't meet grade and steps."""
        least = min([one.salience for one in stepwise(weak).productions], default=1)
        productions = [one for one in stepwise(self.finisher).productions if one.salience >= least]
        names = {one.name for one in productions}
        most = _most_clues(productions)
        more = any(bounds.low and name not in names for name, bounds in self.steps)
        return more or bool(self.grade and most is not None and self.grade.low > most)

    def why_missed(self, found: Run) -> str | None:
        """Say why a path does not meet the demand; None if it does.

        >>> from logicsweep import Board, path
        >>> demand = Demand((3, 3), 2, "r1c1", grade=(2, None))
        >>> demand.why_missed(path(Board.parse("... ... MM."), "r1c1"))
        'of grade outside 2..'
        """
        for name, bounds in self.steps:
            if found.profile.get(name, 0) not in bounds:
                return f"with {name} outside {bounds}"
        clues = found.grade.clues if found.grade else 0
        return f"of grade outside {self.grade}" if self.grade and clues not in self.grade else None


def _resolve_player(place: str, player: PlayerLike) -> Player:
    try:
        return player_of(player)
    except InvalidInput as error:
        place = place if error.place == "player" else error.place
        raise InvalidInput(place, error.expected, error.found) from None


def _check_room(demand: Demand) -> None:
    if demand.starts:
        return
    cells = range(len(demand.field)) if demand.start is None else (demand.start,)
    where = "any start" if demand.start is None else demand.field.name(demand.start)
    most = f"at most {max(map(demand.count_free, cells))} for an opening at {where}"
    raise InvalidInput("mines", f"{most} ({len(demand.field) - 1} with first=safe)", str(demand.mines))


def _check_players(demand: Demand) -> None:
    weak, strong = demand.not_for, demand.finisher
    if weak is None:
        return
    more = {*stepwise(weak).productions}
    if more.issuperset(stepwise(strong).productions) or (
        weak.complete and weak.knows_total >= strong.knows_total
    ):
        raise InvalidInput("not_for", f"a player who sees less than {strong.name}", quote(weak.name))


def _check_path(demand: Demand) -> None:
    productions, cells = stepwise(demand.finisher).productions, len(demand.field)
    names = [production.name for production in productions]
    for name, _ in demand.steps:
        if name not in names:
            raise InvalidInput("steps", f"one of {demand.finisher.name}'s: {', '.join(names)}", quote(name))
    least = sum(bounds.low for _, bounds in demand.steps)
    if least > cells - 1:
        most = f"at most {plural(cells - 1, 'step')}, as each decides a cell"
        raise InvalidInput("steps", most, str(least))
    if demand.grade is None:
        return
    if demand.grade.high == 0 and all(demand.field.neighbours) and not any(map(is_own, productions)):
        raise InvalidInput("grade", "at least 1 row, as the first step takes one", str(demand.grade))
    most_clues = _most_clues(productions)
    if most_clues is None:
        largest, why = cells - demand.mines + 1, "a clue for each safe cell and the mine total"
    else:
        largest, why = most_clues, f"all that {demand.finisher.name} takes"
    if demand.grade.low > largest:
        raise InvalidInput("grade", f"at most {plural(largest, 'clue')}, {why}", str(demand.grade))


def _most_clues(productions: Iterable[Production]) -> int | None:
    """The most clues that any of these uses together; None if one has no limit."""
    clues = [one.clues for one in productions]
    return None if None in clues else max([one or 0 for one in clues], default=0)
