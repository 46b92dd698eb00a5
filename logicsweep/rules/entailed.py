"""The constraint solver as two more productions, which fire only when nothing cheaper applies.

`entailed` gives, in one firing, every cell that the clues alone force; `counted` every cell that they
force together with the mine total. What was solved stays in the working memory, so that only the
components that changed since the last call are solved again.
"""

from __future__ import annotations

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.csp.clash import solved
from logicsweep.csp.component import Cache
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Solution
from logicsweep.rules.engine import Fact, Match, Production
from logicsweep.rules.knowledge import BOARD, Knowledge


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


ENTAILED = Production("entailed", entailed, salience=-100, everywhere=True)
COUNTED = Production("counted", entailed_by_total, salience=-200, everywhere=True)
