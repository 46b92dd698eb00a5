"""Which clues cannot hold together: a smallest set, proven so where a budget allows."""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep.boards.board import View
from logicsweep.boards.words import both_or_all, plural
from logicsweep.csp.position import Position
from logicsweep.csp.propagation import Clash
from logicsweep.errors import Clashing
from logicsweep.reasons.clues import Clue, clue_names, clue_sums
from logicsweep.reasons.cores import STEPS, smallest_core
from logicsweep.reasons.hitting import members
from logicsweep.reasons.relaxing import Pinned, Relaxed
from logicsweep.reasons.totals import Totalled

_NAMED = 12  # clues in one sentence


def smallest_clash(
    view: View | Position, *, total: bool | None = None, trust_flags: bool = False, steps: int = STEPS
) -> Clashing | None:
    """A smallest set of clues, and the mine total if it must be, that no layout satisfies; else None.

    `total`: whether the mine total counts (None: where it is told). `trust_flags`: flags are mines.
    `steps` are those of `explain`; past them the set may not be smallest, and says so.

    >>> smallest_clash(View.parse('1#2#0'))
    Clashing(clues=(2, 4), total=False, smallest=True, sentence='r1c3=2 and r1c5=0 cannot both hold')
    >>> smallest_clash(View.parse('1#1##1', mines=3)).sentence
    'r1c3=1 cannot hold with 3 mines in all'
    """
    position = Position.of(view, trust_flags)
    sums = clue_sums(position.view, position.trust_flags)
    for clue, (cells, need) in sums.items():
        if not 0 <= need <= len(cells):
            return Clashing((clue,), False, True, _one_clue(position, clue, sums[clue]))
    if not _has_layout(position, False):
        return _core(position, sums, Pinned(Relaxed(sums)), False, steps)
    if position.uses_total(total) and not _has_layout(position, True):
        return _core(position, sums, totalled(position, sums), True, steps)
    return None


def _has_layout(position: Position, total: bool) -> bool:
    try:
        position.solution(total)
    except Clash:
        return False
    return True


def totalled(position: Position, sums: Mapping[int, Clue], pin: Clue | None = None) -> Totalled:
    """A position's clues together with its mine total, and one more sum that always counts."""
    view, fixed = position.view, position.fixed
    assert view.mines is not None
    return Totalled(tuple(sums.values()), len(view.covered) - fixed, view.mines - fixed, pin)


def _core(
    position: Position, sums: Mapping[int, Clue], constraints: Pinned | Totalled, total: bool, steps: int
) -> Clashing:
    core = smallest_core(constraints, len(sums), steps)
    every = tuple(sums)
    clues = tuple([every[number] for number in members(core.members)])
    return Clashing(clues, total, core.smallest, _together(position, clues, total, core.smallest))


def _one_clue(position: Position, clue: int, found: Clue) -> str:
    """What is wrong with a clue that cannot hold whatever else is true."""
    view = position.view
    low = view.marks[clue] - found.need
    high = low + len(found.cells)
    span = f"{low} to {high} mines" if low < high else plural(low, "mine")
    return f"{_flags(position)}{clue_names(view, [clue])[0]} cannot hold: there can be {span} around it"


def _together(position: Position, clues: tuple[int, ...], total: bool, smallest: bool) -> str:
    view = position.view
    if not clues:
        return _total_alone(position)
    names = clue_names(view, clues)
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    joined, both = both_or_all(names)
    mines = f" with {plural(view.mines or 0, 'mine')} in all" if total else ""
    more = "" if smallest else " (perhaps fewer would do)"
    return f"{_flags(position)}{joined} cannot {both}hold{mines}{more}"


def _total_alone(position: Position) -> str:
    view = position.view
    room = plural(len(view.covered), "covered cell")
    if (view.mines or 0) <= len(view.covered):
        room = plural(position.fixed, "flag")
    return f"{plural(view.mines or 0, 'mine')} in all cannot be: there {_verb(room)} {room}"


def _verb(counted: str) -> str:
    return "is" if counted.startswith("1 ") else "are"


def _flags(position: Position) -> str:
    return "with the flags as mines, " if position.fixed else ""
