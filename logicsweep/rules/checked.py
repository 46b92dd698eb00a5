"""What productions of one's own conclude, checked against all layouts of what was visible.

The checker keeps its own record of what is visible, made from what the referee shows: a production can
reach the working memory and its notes by tricks of the interpreter, and what it changes there convinces
nobody here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import are, looked_at
from logicsweep.csp.clash import solved
from logicsweep.csp.component import settle
from logicsweep.csp.conclude import without_total
from logicsweep.csp.model import Component, Network, split_up
from logicsweep.csp.position import Position
from logicsweep.csp.propagation import alike
from logicsweep.csp.solution import Verdict
from logicsweep.errors import TooWide, Unsound
from logicsweep.reasons.witness import counter_layout
from logicsweep.rules.engine import Firing
from logicsweep.rules.knowledge import verdict_of

_STATES = 20_000  # of one component: a SAT solver tells what is forced where counting takes more

_Forced = Mapping[int, Verdict]
Settlements = dict[Component, _Forced]
"""What components force, by content: checkers of one board share it."""


class Checker:
    """Checks each firing of a run against what was visible before it.

    It begins with a view, whose flags count as mines; `see` tells it what changes. It takes nobody's word,
    not even that of the library's productions: in a run with own ones those read what these may have
    spoilt. `unproven` holds the cells whose conclusions the solver, within its limits, could neither
    prove nor refute.

    >>> checker = Checker(View.parse("#1#"))
    >>> from logicsweep.rules.engine import Fact
    >>> try:
    ...     checker.check(Firing(1, "guess", 1, (Fact("clue", 1, 1),), (Fact("safe", 0),)))
    ... except Unsound as error:
    ...     print(error, [sorted(layout) for layout in error.layouts])
    guess at r1c2 says r1c1 is safe; the clues allow a mine there [[2], [0]]
    """

    __slots__ = ("_settlements", "graph", "marks", "mines", "unproven")

    def __init__(self, view: View, settlements: Settlements | None = None) -> None:
        """What is visible to begin with."""
        self.graph: CellGraph = view.graph
        self.mines = view.mines
        self.marks = list(view.marks)
        self.unproven: list[int] = []
        self._settlements: Settlements = {} if settlements is None else settlements

    def see(self, cell: int, mark: int) -> None:
        """A cell is cleared (its clue), known to be safe (SAFE) or a mine (FLAG)."""
        self.marks[cell] = mark

    def check(self, firing: Firing) -> None:
        """Raise Unsound where a layout of what is visible refutes a conclusion.

        Mostly the clues that the firing used prove it, or else all that bear on the cell.
        """
        verdicts = [(fact.subject, verdict) for fact in firing.given if (verdict := verdict_of(fact))]
        by_used = self._forced(self._used(firing), verdicts)
        for one in verdicts:
            cell, verdict = one
            if by_used.get(cell) != verdict and self._forced(self._bearing(cell), [one]).get(cell) != verdict:
                self._search(firing, cell, verdict)

    def conclude(self, firing: Firing) -> None:
        """Check a firing and, where no referee answers, take what it concludes for known."""
        self.check(firing)
        for fact in firing.given:
            if verdict := verdict_of(fact):
                self.see(fact.subject, FLAG if verdict == "mine" else SAFE)

    def _used(self, firing: Firing) -> Iterable[int]:
        """The clues among the facts used: where they are, for what they are is on record."""
        cells = [fact.subject for fact in firing.used if fact.attribute == "clue"]
        return [cell for cell in dict.fromkeys(cells) if self.marks[cell] >= 0]

    def _bearing(self, cell: int) -> Iterable[int]:
        """The clues that chains of covered cells tie to a cell."""
        clues: dict[int, None] = {}
        met, walk = {cell}, [cell]
        for one in walk:
            for clue in self.graph.neighbours[one]:
                if self.marks[clue] >= 0 and clue not in clues:
                    clues[clue] = None
                    beside = [c for c in self._covered(clue) if c not in met]
                    met.update(beside)
                    walk += beside
        return clues

    def _covered(self, clue: int) -> Sequence[int]:
        return [cell for cell in self.graph.neighbours[clue] if self.marks[cell] == COVERED]

    def _forced(self, clues: Iterable[int], verdicts: Sequence[tuple[int, Verdict]]) -> _Forced:
        """What these clues force, with the mines and the safe cells that are known.

        Only what each forces alone, where that gives these verdicts.
        """
        decided: dict[int, Verdict] = {}
        around, needs = [], []
        for clue in clues:
            cells = self._covered(clue)
            need = self.marks[clue] - sum([self.marks[cell] == FLAG for cell in self.graph.neighbours[clue]])
            if need in (0, len(cells)):
                decided.update(dict.fromkeys(cells, "mine" if need else "safe"))
            else:
                around.append(cells)
                needs.append(need)
        if around and not all(decided.get(cell) == verdict for cell, verdict in verdicts):
            groups = alike(around)
            facts, parts = split_up(list(groups.values()), groups, needs)
            decided.update({cell: "mine" if mine else "safe" for cell, mine in facts.items()})
            for part in parts:
                decided.update(self._settled(part))
        return decided

    def _settled(self, part: Component) -> _Forced:
        found = self._settlements.get(part)
        if found is None:
            nothing = Network((), (), (), ())
            solution = without_total(nothing, [settle(part, False, _STATES)])
            safe: dict[int, Verdict] = dict.fromkeys(solution.safe, "safe")
            found = self._settlements[part] = safe | dict.fromkeys(solution.mines, "mine")
        return found

    def _search(self, firing: Firing, cell: int, verdict: Verdict) -> None:
        """Look for a layout of all that is visible, with the mine total, that refutes the conclusion."""
        view = View(self.graph, tuple(self.marks), self.mines)
        if self.marks[cell] != COVERED:
            if (self.marks[cell] == FLAG) == (verdict == "mine"):
                return
            raise _unsound(view, firing, cell, verdict, (), forced=True, total=False)
        position = Position(view, trust_flags=True, states=_STATES)
        other: Verdict = "safe" if verdict == "mine" else "mine"
        if solved(position).verdict(cell) == verdict:
            return
        try:
            refuting = counter_layout(position, cell, other)
            agreeing = refuting is not None and counter_layout(position, cell, verdict)
        except TooWide:
            self.unproven.append(cell)
            return
        if refuting is None or agreeing is False:  # no layout: it is forced, though by a long search
            return
        layouts = {verdict: agreeing, other: refuting}
        both = tuple([found for found in (layouts["safe"], layouts["mine"]) if found is not None])
        by_clues = solved(position, total=False).verdict(cell) is not None
        total = any(fact.attribute == "total" for fact in firing.used)
        forced = agreeing is None
        raise _unsound(view, firing, cell, verdict, both, forced, total or (forced and not by_clues))


def _unsound(
    view: View,
    firing: Firing,
    cell: int,
    verdict: Verdict,
    layouts: tuple[frozenset[int], ...],
    forced: bool,
    total: bool,
) -> Unsound:
    where = looked_at(view.graph, firing.production, firing.site)
    says = are(view.graph.name(cell), 1, verdict == "mine")
    who = f"the clues{' and the mine total' if total else ''}"
    really = "it to be safe" if verdict == "mine" else "a mine there"
    message = f"{where} says {says}; {who} {'force' if forced else 'allow'} {really}"
    return Unsound(message, firing, cell, view, layouts)
