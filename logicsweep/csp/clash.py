"""What a position tells, or the contradiction that it holds: which clues cannot hold together, the fewest.

The cells that are the same in every layout, exact risks, doubtful flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Annotated, Final, NamedTuple

from logicsweep.boards.board import COVERED, FLAG, View
from logicsweep.boards.cells import CellLike
from logicsweep.boards.words import CellIndex, both_or_all, plural
from logicsweep.csp.cores import BUDGET, Clue, Clues
from logicsweep.csp.position import STATES, Cache, Position
from logicsweep.csp.solution import Risks, Solution
from logicsweep.errors import Clash, Clashing, Contradiction, InvalidInput
from logicsweep.kernel import warm_up

WORTH = 200_000
"""Cells of positions for which plain Python takes as long as the kernel's start, half a second."""
_NAMED = 12  # clues in one sentence


def clue_sums(view: View, trust_flags: bool = False) -> dict[int, Clue]:
    """Every clue that has covered cells around it, or that cannot hold, as a sum, by its cell's index.

    With `trust_flags` flags are mines, and no covered cells.

    >>> clue_sums(View.parse('1F1#'), trust_flags=True)
    {2: Clue(cells=frozenset({3}), need=0)}
    """
    mines = {i for i, mark in enumerate(view.marks) if mark == FLAG} if trust_flags else set()
    covered = {i for i, mark in enumerate(view.marks) if mark in (COVERED, FLAG)} - mines
    sums = {}
    for clue, (mark, around) in enumerate(zip(view.marks, view.graph.neighbours, strict=True)):
        if mark >= 0:
            cells = covered.intersection(around)
            need = mark - len(mines.intersection(around))
            if cells or need:
                sums[clue] = Clue(frozenset(cells), need)
    return sums


def clue_names(view: View, clues: Iterable[int]) -> list[str]:
    """Clues (cell indices) as sentences name them.

    >>> clue_names(View.parse("1#2"), [0, 2])
    ['r1c1=1', 'r1c3=2']
    """
    return [f"{view.graph.name(clue)}={view.marks[clue]}" for clue in clues]


def require_covered(position: Position, cell: CellLike) -> int:
    """The index of a covered cell, trusted flags left out; `InvalidInput` for any other."""
    view = position.view
    index = view.graph.locate(cell)
    mark = view.marks[index]
    if mark == COVERED or (mark == FLAG and not position.trust_flags):
        return index
    found = "a flag" if mark == FLAG else "a cleared cell"
    raise InvalidInput(view.graph.name(index), "a covered cell", found)


def solved(position: Position, total: bool | None = None) -> Solution:
    """A position's solution, with the mine total or not (None: where it is told).

    Raises `Contradiction` where there is no layout, `InvalidInput` where the total is asked for but not told.

    >>> from logicsweep.boards.board import View
    >>> solved(Position(View.parse("1#1#"))).mines
    (1,)
    """
    try:
        return position.solution(total)
    except Clash:
        raise contradiction(position, total) from None


def require_layout(position: Position) -> Position:
    """The position, where some layout fits all that it tells, the mine total too; `Contradiction` where none.

    >>> from logicsweep.boards.board import View
    >>> require_layout(Position(View.parse("mines 1 000 121 ###")))
    Traceback (most recent call last):
    ...
    logicsweep.errors.Contradiction: r2c2=2 cannot hold with 1 mine in all
    """
    if not position.has_layout:
        raise contradiction(position, None)
    return position


def expert(
    view: View | Position, *, trust_flags: bool = False, states: int = STATES, cache: Cache | None = None
) -> Solution:
    """What follows from the clues alone: the forced cells, and the exact risk of every other.

    The mine total plays no part, told or not. Every layout of the clues weighs the same, so a cell that no
    clue touches has the risk 1/2.
    `trust_flags` makes flags mines instead of claims. `states` bounds the count of one component; past it
    `missing` says what is not there, and what is there stays exact. `cache`: a dict to hand to later calls,
    as a bot does, so that only components that changed are solved again. Where the kernel is loaded, forced
    cells come at once, and risks are counted when one is first read. Give a `Position` to share its
    work with other questions; its own options then hold. Raises `Contradiction` where there is no layout.

    >>> found = expert(View.parse('''
    ... 01##
    ... 01##
    ... 01##
    ... '''))
    >>> found.safe, found.mines, found.layouts, str(found.risks[7])
    ((2, 10), (6,), 8, '1/2')
    """
    return _single(Position.of(view, trust_flags, states, cache), False)


def counter(
    view: View | Position, *, trust_flags: bool = False, states: int = STATES, cache: Cache | None = None
) -> Solution:
    """What follows from the clues and the mine total; see `expert`.

    Raises `InvalidInput` where the view does not tell the total.

    >>> found = counter(View.parse('1###', mines=1))
    >>> found.safe, found.mines, found.layouts
    ((2, 3), (1,), 1)
    """
    return _single(Position.of(view, trust_flags, states, cache), True)


def _single(position: Position, total: bool) -> Solution:
    """A position asked about by itself: many such are worth the kernel's start."""
    warm_up("_solve_each", len(position.view.graph), WORTH)
    return solved(position, total)


def risks(view: View | Position) -> dict[int, Fraction]:
    """The exact risk of each covered cell by index; the mine total is used where it is told.

    >>> {cell: str(risk) for cell, risk in risks(View.parse('#1###', mines=2)).items()}
    {0: '1/2', 2: '1/2', 3: '1/2', 4: '1/2'}
    """
    position = Position.of(view)
    return Risks(position.view.graph, solved(position).risks)


class Doubts(NamedTuple):
    """What is wrong about the flags of a position."""

    wrong_flags: Annotated[tuple[CellIndex, ...], "of a position: flags on cells that are safe"] = ()
    flags_clash: Annotated[Contradiction | None, "what speaks against all flags together, if anything"] = None


NO_DOUBTS: Final = Doubts()


def check_flags(view: View | Position, found: Solution | None = None) -> Doubts:
    """The flags that a solution refutes; where it refutes none, what speaks against all of them together.

    Without a solution: what all that is told says. Flags that are trusted are not doubted.

    >>> check_flags(View.parse("1#1F")).wrong_flags
    (3,)
    >>> wrong, together = check_flags(View.parse('F#\\n1F'))
    >>> wrong, str(together)
    ((), 'with the flags as mines, r2c1=1 cannot hold: there can be 2 to 3 mines around it')
    """
    position = Position.of(view)
    flags = position.view.flags
    if position.trust_flags or not flags:
        return NO_DOUBTS
    found = found or solved(position)
    if wrong := tuple([cell for cell in flags if cell in found.safe]):
        return Doubts(wrong)
    try:
        solved(replace(position, trust_flags=True), found.total)
    except Contradiction as clash:
        return Doubts((), clash)
    return NO_DOUBTS


def contradiction(position: Position, total: bool | None) -> Contradiction:
    """The error that a position without a layout raises."""
    return Contradiction(partial(_clash_of, position, total))


def _clash_of(position: Position, total: bool | None) -> Clashing:
    found = smallest_clash(position, total=total)
    # None: too wide for a set to be shown, though a search has found no layout.
    return found or Clashing((), False, False, "the clues cannot all hold")


def smallest_clash(
    view: View | Position, *, total: bool | None = None, trust_flags: bool = False, budget: int = BUDGET
) -> Clashing | None:
    """A smallest set of clues, and the mine total if it must be, that no layout satisfies; else None.

    `total`: whether the mine total counts (None: where it is told). `trust_flags`: flags are mines.
    `budget` is as for `explain`; past it the set may not be smallest, and says so.

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
    if not position.holds(False):
        return _core(position, Clues(sums), False, budget)
    if position.uses_total(total) and not position.holds(True):
        return _core(position, totalled(position, sums), True, budget)
    return None


def totalled(position: Position, sums: Mapping[int, Clue]) -> Clues:
    """A position's clues together with its mine total."""
    view, fixed = position.view, position.fixed
    assert view.mines is not None
    covered = {*view.covered}.difference(view.flags if position.trust_flags else ())
    return Clues(sums, covered, view.mines - fixed)


def _core(position: Position, clues: Clues, total: bool, budget: int) -> Clashing:
    core = clues.core(None, budget)
    return Clashing(core.clues, total, core.smallest, _together(position, core.clues, total, core.smallest))


def _one_clue(position: Position, clue: int, found: Clue) -> str:
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
    verb = "is" if room.startswith("1 ") else "are"
    return f"{plural(view.mines or 0, 'mine')} in all cannot be: there {verb} {room}"


def _flags(position: Position) -> str:
    return "with the flags as mines, " if position.fixed else ""
