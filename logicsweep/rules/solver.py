"""What lies beyond two clues, as productions that look at the whole board: balances, refutations, the solver.

`rows-3`, `rows-4`, ... take so many clues together, `total` the mine total besides; `cases` and `total-cases`
refute the opposite where no balance decides. Each tells only what is easiest: one match for each balance of
the fewest rows, or for each refutation with the fewest splits. `entailed` gives, in one firing, every cell
that the clues alone force; `counted` every cell that they force together with the mine total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Cache, Position
from logicsweep.csp.solution import Solution, Verdict
from logicsweep.reasons.given import MOST_ROWS, TOTAL, Rows
from logicsweep.rules.engine import Fact, Match, Production
from logicsweep.rules.knowledge import BOARD, Knowledge

if TYPE_CHECKING:
    from logicsweep.reasons.balance import Balance, Balancer
    from logicsweep.reasons.given import Kept
    from logicsweep.reasons.refutation import Refutation

    _Refuting = Callable[[Position, int, int], Refutation | None]

_SPLITS = 3
_STEPS = 20_000  # rows that the search for one refutation may look at


def entailed(memory: Knowledge, _: None) -> Match | None:
    """In every layout that the clues allow, these cells are the same."""
    return _match(memory, solved(position_of(memory), total=False), ())


def entailed_by_total(memory: Knowledge, _: None) -> Match | None:
    """In every layout that the clues and the mine total allow, these cells are the same."""
    total = memory["total"].get(BOARD)
    if total is None:
        return None
    return _match(memory, solved(position_of(memory), total=True), (total,))


def seen(memory: Knowledge) -> View:
    """The working memory as a view; the mines that were found are its flags."""
    marks = [COVERED] * len(memory.graph)
    for cell in memory.safe:
        marks[cell] = SAFE
    for cell in memory.mines:
        marks[cell] = FLAG
    for cell, clue in memory.clues.items():
        marks[cell] = clue.value
    total = memory["total"].get(BOARD)
    return View(memory.graph, tuple(marks), total.value if total else None)


def position_of(memory: Knowledge) -> Position:
    """What is known now, as a solved position: made anew only when more is known than at the last call."""
    known, position = memory.notes.get("position", (0, None))
    if position is None or known != memory.count:
        cache: Cache = memory.notes.setdefault("components", {})
        position = Position(seen(memory), trust_flags=True, cache=cache)
        known_as(memory, position)
    solved_so_far: Position = position
    return solved_so_far


def known_as(memory: Knowledge, position: Position) -> None:
    """Take what was solved of a position for what is known now; it must show the same."""
    memory.notes["position"] = (memory.count, position)


def _match(memory: Knowledge, found: Solution, total: tuple[Fact, ...]) -> Match | None:
    """What is news in a solution, resting on the total if it was used and on the clues that bear on it."""
    given = [Fact("mine", i) for i in found.mines if i in memory.covered]
    given += [Fact("safe", i) for i in found.safe if i in memory.covered]
    if not given:
        return None
    if total:
        bare = [fact for cell, fact in memory.safe.items() if cell not in memory.clues]
        return Match((*total, *memory.clues.values(), *bare, *memory.mines.values()), tuple(given))
    clues = _bearing(memory, [fact.subject for fact in given])
    return Match(rests_on(memory, sorted(clues)), tuple(given))


def _bearing(memory: Knowledge, cells: list[int]) -> set[int]:
    """The clues that chains of covered cells tie to these cells."""
    clues: set[int] = set()
    met, walk = set(cells), list(cells)
    for cell in walk:
        for clue in memory.neighbours[cell]:
            if clue in memory.clues and clue not in clues:
                clues.add(clue)
                beside = (memory.covered & memory.neighbours[clue]) - met
                met |= beside
                walk.extend(sorted(beside))
    return clues


def rests_on(memory: Knowledge, clues: list[int]) -> tuple[Fact, ...]:
    """These clues, and what is known of the cells around them."""
    around = dict.fromkeys(j for clue in clues for j in memory.neighbours[clue])
    known = [memory.clues.get(j) or memory.safe.get(j) or memory.mines.get(j) for j in around]
    return tuple(dict.fromkeys((*[memory.clues[clue] for clue in clues], *[fact for fact in known if fact])))


class _Together:
    """These clues together leave no choice: what they need is the most, or the least, that their cells can
    give.
    """

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """A pickle makes no second one: the library's own productions are told by what they are."""
        return _together, (self.rows,)

    def __call__(self, memory: Knowledge, _: None) -> list[Match]:
        balancer, kept = _shared(memory)
        cells = balancer.given(False).kinds
        found = [kept.once(cell, self.rows, partial(balancer.of, cell, self.rows)) for cell in cells]
        return [_balanced(memory, one) for one in dict.fromkeys(found) if one]


def _together(rows: int) -> _Together:
    return _TOGETHER[rows]


def by_total(memory: Knowledge, _: None) -> list[Match]:
    """The mine total, perhaps with clues, leaves no choice: what is needed is the most, or the least, that
    the cells can give.
    """
    if not memory["total"]:
        return []
    balancer = _shared(memory)[0]
    return [_balanced(memory, one) for one in balancer.easiest(True, range(1, MOST_ROWS + 1))]


def by_cases(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues would lead step by step to one that cannot hold."""
    kept = _shared(memory)[1]

    def once(position: Position, cell: int, splits: int) -> Refutation | None:
        return kept.once(cell, ("splits", splits), partial(_refutation, position, cell, splits))

    return _refuted(memory, False, once)


def by_cases_and_total(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues and the mine total would lead step by step to what cannot hold."""
    return _refuted(memory, True, _refutation) if memory["total"] else []


def _balanced(memory: Knowledge, one: Balance) -> Match:
    return _reasoned(memory, Rows(one.added, one.subtracted), {"mine": one.mines, "safe": one.safe})


def _shared(memory: Knowledge) -> tuple[Balancer, Kept]:
    """What the productions of one moment share: what finds balances, and what was found in each part."""
    from logicsweep.reasons.balance import Balancer
    from logicsweep.reasons.given import Kept

    position = position_of(memory)
    last: tuple[Balancer, Kept] | None = memory.notes.get("balances")
    if last and last[0].position is position:
        return last
    alike = last and last[0].position.trust_flags == position.trust_flags  # a refutation tells of flags
    balancer = Balancer(position)
    found = balancer, Kept(balancer.given(False), last[1] if last and alike else None)
    memory.notes["balances"] = found
    return found


def _refutation(position: Position, cell: int, splits: int) -> Refutation | None:
    from logicsweep.reasons.refutation import refute

    return refute(position, cell, splits=splits, steps=_STEPS)


def _refuted(memory: Knowledge, total: bool, refutation: _Refuting) -> list[Match]:
    position = position_of(memory)
    found = solved(position, total)
    cells = [cell for cell in (*found.safe, *found.mines) if cell in memory.covered]
    for splits in range(_SPLITS + 1):
        refuted = [refutation(position, cell, splits) for cell in cells]
        if any(refuted):
            return [_reasoned(memory, one, {one.verdict: (one.cell,)}) for one in refuted if one]
    return []


def _reasoned(memory: Knowledge, reason: Rows | Refutation, cells: dict[Verdict, Sequence[int]]) -> Match:
    from logicsweep.reasons.reason import rows_in

    given = [Fact(verdict, cell) for verdict, some in cells.items() for cell in some]
    rows = rows_in(reason)
    if TOTAL not in rows:
        return Match(rests_on(memory, sorted(rows)), tuple(given), (), reason)
    bare = [fact for cell, fact in memory.safe.items() if cell not in memory.clues]
    used = (*memory["total"].values(), *memory.clues.values(), *bare, *memory.mines.values())
    return Match(used, tuple(given), (), reason)


_TOGETHER = {rows: _Together(rows) for rows in range(3, MOST_ROWS + 1)}
ROWS = tuple(
    [
        Production(f"rows-{rows}", together, salience=-rows, everywhere=True, rows=rows)
        for rows, together in _TOGETHER.items()
    ]
)
"""Productions that take three clues together, four, and so on."""
CASES = Production("cases", by_cases, salience=-50, everywhere=True)
WITH_TOTAL = Production("total", by_total, salience=-150, everywhere=True)
CASES_WITH_TOTAL = Production("total-cases", by_cases_and_total, salience=-160, everywhere=True)
ENTAILED = Production("entailed", entailed, salience=-100, everywhere=True)
COUNTED = Production("counted", entailed_by_total, salience=-200, everywhere=True)
