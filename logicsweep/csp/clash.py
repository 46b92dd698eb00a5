"""Finds a smallest set of clues that clash, and words the sentence that names them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from logicsweep.boards.board import View
from logicsweep.boards.names import clue_names
from logicsweep.boards.words import both_or_all, plural
from logicsweep.csp.cores import BUDGET, Clues
from logicsweep.csp.position import Position
from logicsweep.csp.sums import TOTAL, CellSum, clue_sums, row_sum
from logicsweep.errors import Clashing, Contradiction

_NAMED = 12  # clues in one sentence


def contradiction(position: Position, total: bool | None) -> Contradiction:
    """The error that a position without a layout raises."""
    return Contradiction(partial(_find_clash, position, total))


def _find_clash(position: Position, total: bool | None) -> Clashing:
    found = smallest_clash(position, total=total)
    # None: too wide to find a set, though a search has found no layout.
    return found or Clashing((), False, False, "the clues cannot all hold", ())


def smallest_clash(
    view: View | Position, *, total: bool | None = None, budget: int = BUDGET
) -> Clashing | None:
    """A smallest set of clues, with the mine total if needed, that no layout satisfies, or None.

    `total`: whether to use the mine total (None: if the view has one). `budget` is as for `explain`; past it
    the set may not be smallest, and its `smallest` is False.

    >>> smallest_clash(View.parse('1#2#0'))
    Clashing(clues=(2, 4), total=False, smallest=True, sentence='r1c3=2 and r1c5=0 cannot both hold', \
names=('r1c3', 'r1c5'))
    >>> smallest_clash(View.parse('1#1##1', mines=3)).sentence
    'r1c3=1 cannot hold with 3 mines in all'
    """
    position = Position.of(view)
    sums = clue_sums(position)
    for clue, (cells, need) in sums.items():
        if not 0 <= need <= len(cells):
            said = _say_one_clue(position, clue, sums[clue])
            return Clashing((clue,), False, True, said, (position.view.graph.name(clue),))
    if not position.holds(False):
        return _describe_core(position, Clues(sums), False, budget)
    if position.uses_total(total) and not position.holds(True):
        return _describe_core(position, clues_with_total(position, sums), True, budget)
    return None


def clues_with_total(position: Position, sums: Mapping[int, CellSum]) -> Clues:
    """A position's clues and its mine total."""
    covered, mines = row_sum(position, TOTAL)
    return Clues(sums, covered, mines)


def _describe_core(position: Position, clues: Clues, total: bool, budget: int) -> Clashing:
    core = clues.core(None, budget)
    said = _say_clues(position, core.clues, total, core.smallest)
    return Clashing(core.clues, total, core.smallest, said, tuple(position.view.graph.names(core.clues)))


def _say_one_clue(position: Position, clue: int, found: CellSum) -> str:
    view = position.view
    low = view.marks[clue] - found.need
    high = low + len(found.cells)
    span = f"{low} to {high} mines" if low < high else plural(low, "mine")
    return f"{_say_flags(position)}{clue_names(view, [clue])[0]} cannot hold: there can be {span} around it"


def _say_clues(position: Position, clues: tuple[int, ...], total: bool, smallest: bool) -> str:
    view = position.view
    if not clues:
        return _say_total(position)
    names = clue_names(view, clues)
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    joined, both = both_or_all(names)
    mines = f" with {plural(view.mine_total or 0, 'mine')} in all" if total else ""
    more = "" if smallest else " (fewer may be enough)"
    return f"{_say_flags(position)}{joined} cannot {both}hold{mines}{more}"


def _say_total(position: Position) -> str:
    view = position.view
    room = plural(len(view.covered), "covered cell")
    if (view.mine_total or 0) <= len(view.covered):
        room = plural(len(position.flagged), "flag")
    verb = "is" if room.startswith("1 ") else "are"
    return f"{plural(view.mine_total or 0, 'mine')} in all cannot fit: there {verb} {room}"


def _say_flags(position: Position) -> str:
    return "with the flags as mines, " if position.flagged else ""
