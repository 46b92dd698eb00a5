"""Productions that look at the whole board, beyond two clues: balances, refutations, the solver.

`rows-3`, `rows-4`, ... take 3, 4, ... clues together; `total` takes the mine total too. `cases` and
`total-cases` refute the opposite if no balance decides. Each finds only the easiest: a match for each balance
with the fewest rows, or for each refutation with the fewest splits. `entailed` concludes, in one firing,
every cell that the clues alone force; `counted` every cell that they force together with the mine total.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import partial

from logicsweep.boards.cells import find_reached
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL
from logicsweep.kernel import PYTHON
from logicsweep.reasons.balance import balance_with, easiest_balances
from logicsweep.reasons.known import MOST_CLUES, Kept, Known
from logicsweep.reasons.reason import Balance, Refutation, rows_in
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact, Match
from logicsweep.rules.production import Production

_SPLITS = 3
_BUDGET = 20_000  # rows that the search for one refutation may look at


@dataclass(frozen=True)
class _CluesTogether:
    """These clues together leave no choice: they need the most, or the least, that their cells can give."""

    clues: int

    def __call__(self, memory: Knowledge, _: None) -> list[Match]:
        known, kept, number = Known.of(position_of(memory), False), _share_findings(memory), self.clues
        found = [kept.once(cell, number, partial(balance_with, known, cell, number)) for cell in known.kinds]
        return [_match_balance(memory, one) for one in dict.fromkeys(found) if one]


def by_total(memory: Knowledge, _: None) -> list[Match]:
    """The mine total, perhaps with clues, leaves no choice: it needs the most, or the least, that the cells
    can give.
    """
    if not memory["total"]:
        return []
    return [_match_balance(memory, one) for one in easiest_balances(Known.of(position_of(memory), True))]


def by_cases(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues would lead step by step to one that cannot hold."""
    return _match_refutations(memory, total=False)


def by_cases_and_total(memory: Knowledge, _: None) -> list[Match]:
    """If it were otherwise, the clues and the mine total would lead step by step to what cannot hold."""
    return _match_refutations(memory, total=True) if memory["total"] else []


def entailed(memory: Knowledge, _: None) -> Match | None:
    """In every layout that the clues allow, these cells are the same."""
    return _match_forced(memory, total=False)


def entailed_by_total(memory: Knowledge, _: None) -> Match | None:
    """In every layout that the clues and the mine total allow, these cells are the same."""
    return _match_forced(memory, total=True) if memory["total"] else None


def position_of(memory: Knowledge) -> Position:
    """The known facts as a solved position; rebuilt only if there are more facts than at the last call."""
    count, position = memory.notes.get("position", (0, None))
    if position is None or count != memory.count:
        backend = position.backend if position else PYTHON
        position = Position(memory.view, trust_flags=True, backend=backend)
        known_as(memory, position)
    current: Position = position
    return current


def known_as(memory: Knowledge, position: Position) -> None:
    """Use a solved position for the known facts; it must show the same facts."""
    memory.notes["position"] = (memory.count, position)


def _share_findings(memory: Knowledge) -> Kept:
    """The findings in each part, shared by the productions of one moment."""
    position = position_of(memory)
    last: tuple[Position, Kept] | None = memory.notes.get("kept")
    if last and last[0] is position:
        return last[1]
    alike = last and last[0].trust_flags == position.trust_flags  # a refutation depends on flags
    kept = Kept(Known.of(position, False), last[1] if last and alike else None)
    memory.notes["kept"] = position, kept
    return kept


def _match_balance(memory: Knowledge, one: Balance) -> Match:
    return _make_match(memory, {*one.added, *one.subtracted}, _list_verdicts(one.mines, one.safe), one)


def _match_refutations(memory: Knowledge, total: bool) -> list[Match]:
    from logicsweep.reasons.refutation import refute  # few players need it

    position, kept = position_of(memory), None if total else _share_findings(memory)

    def find_refutation(cell: int, splits: int) -> Refutation | None:
        find = partial(refute, position, cell, splits=splits, budget=_BUDGET)
        return kept.once(cell, ("splits", splits), find) if kept else find()

    found = find_solution(position, total)
    forced = [cell for cell in (*found.safe, *found.mines) if cell in memory.covered]
    for splits in range(_SPLITS + 1):
        if refuted := [one for cell in forced if (one := find_refutation(cell, splits))]:
            return [_make_match(memory, rows_in(one), [Fact(one.verdict, one.cell)], one) for one in refuted]
    return []


def _match_forced(memory: Knowledge, total: bool) -> Match | None:
    found = find_solution(position_of(memory), total)
    concluded = [fact for fact in _list_verdicts(found.mines, found.safe) if fact.subject in memory.covered]
    if not concluded:
        return None
    rows = {TOTAL} if total else _find_tied_clues(memory, [fact.subject for fact in concluded])
    return _make_match(memory, rows, concluded)


def _list_verdicts(mines: Iterable[int], safe: Iterable[int]) -> list[Fact]:
    return [*[Fact("mine", cell) for cell in mines], *[Fact("safe", cell) for cell in safe]]


def _find_tied_clues(memory: Knowledge, cells: Iterable[int]) -> set[int]:
    """The clues that chains of covered cells tie to these cells."""

    def clues(cell: int) -> list[int]:
        return [one for one in memory.graph.adj[cell] if one in memory.clues]

    def list_tied(cell: int) -> list[int]:
        return [other for clue in clues(cell) for other in sorted(memory.covered & memory.graph.adj[clue])]

    return {clue for cell in find_reached(cells, list_tied) for clue in clues(cell)}


def _make_match(
    memory: Knowledge, rows: Set[int], concluded: Iterable[Fact], reason: Balance | Refutation | None = None
) -> Match:
    """The match of some rows; it rests on them and the cells around them, with the total on all facts."""
    if TOTAL in rows:
        bare = [fact for cell, fact in memory.safe.items() if cell not in memory.clues]
        used = (*memory["total"].values(), *memory.clues.values(), *bare, *memory.mines.values())
        return Match(used, tuple(concluded), reason=reason)
    clues = [memory.clues[clue] for clue in sorted(rows)]
    around = [memory.known(cell) for clue in clues for cell in memory.graph.adj[clue.subject]]
    used = tuple(dict.fromkeys([*clues, *[fact for fact in around if fact]]))
    return Match(used, tuple(concluded), reason=reason)


ROWS = tuple(
    [
        Production(f"rows-{number}", _CluesTogether(number), salience=-number, everywhere=True, clues=number)
        for number in range(3, MOST_CLUES + 1)
    ]
)
"""Productions that take three, four and more clues together."""
CASES = Production("cases", by_cases, salience=-50, everywhere=True)
ENTAILED = Production("entailed", entailed, salience=-100, everywhere=True)
WITH_TOTAL = Production("total", by_total, salience=-150, everywhere=True)
CASES_WITH_TOTAL = Production("total-cases", by_cases_and_total, salience=-160, everywhere=True)
COUNTED = Production("counted", entailed_by_total, salience=-200, everywhere=True)
