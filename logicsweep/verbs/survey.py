"""`survey`: how far players get on many random boards, as a user asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.errors import InvalidInput
from logicsweep.games.players import PLAYERS
from logicsweep.surveying.plan import Plan, plan_of
from logicsweep.verbs.playing import players_with
from logicsweep.verbs.sizes import mines_of, size_of

SIZE = "ROWSxCOLS[/MINES]"
"""The name of a size in help and errors."""


@dataclass(frozen=True)
class Survey:
    """Which boards to play, and who plays them, as a user writes it.

    - `size`, `mines`: such as `16x30`, and `40:160:10` or `0.1,0.2`; or `16x30/99` alone.
    - `players`, `rules`: who plays, and files with your own players or productions.
    - `start`, `first`: how to choose the first click, and the promise if it is chosen before the mines.
    - `guess`: the policies that also play each game to its end.
    - `grade`: whether to grade paths too.

    >>> Survey("4x5", "2:6:2", ["casual"]).plan().mines, Survey("4x5/2").plan().mines
    ((2, 4, 6), (2,))
    """

    size: str
    mines: str | None = None
    players: Sequence[str] = tuple(PLAYERS)
    start: str | None = None
    first: str | None = None
    guess: Sequence[str] = ()
    field: FieldMaker = CellGraph.grid
    seed: int = 1
    grade: bool = False
    rules: tuple[str, ...] = ()

    def plan(self) -> Plan:
        """The plan, which `logicsweep.surveying.survey` takes; raises InvalidInput for an invalid one."""
        who = [player.name for player in players_with(self.players, self.rules)]
        whole = "/" in self.size
        rows, cols, count = size_of(self.size, SIZE, "rows x columns such as 16x30 or 16x30/99", mines=whole)
        if whole == (self.mines is not None):
            found = "both" if whole else "neither"
            raise InvalidInput("mines", "numbers, or a size with mines such as 16x16/40", found)
        field = self.field(rows, cols)
        mines = [count] if self.mines is None else mines_of(self.mines, len(field))
        more = {"graded": self.grade, "rules": self.rules, "guess": self.guess, "first": self.first or ""}
        return plan_of(field, mines, who, self.start, self.seed, **more)
