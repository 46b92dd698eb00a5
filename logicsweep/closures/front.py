"""The front of a game without a trace: the cleared cells with covered neighbours, kept up to date.

Here the casual player is stuck, and the next production looks: all that `overlap` concludes from what is
known is a *wave*; the parts of the front that changed are what a solver looks at anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from logicsweep.boards.cells import components
from logicsweep.closures.spread import Sweep


class Front:
    """The clues that still have covered neighbours, once both casual rules are followed to the end.

    `covers` maps each such clue to those neighbours; `known.mines` is what it still needs.

    >>> from logicsweep.boards.board import Board
    >>> from logicsweep.closures.spread import spread, untouched
    >>> known = untouched(Board.parse("... ... M.M"))
    >>> front = Front(known)
    >>> front.follow(spread(known, (0,))[0])
    >>> front.covers, front.wave()
    ({3: {6, 7}, 4: {8, 6, 7}, 5: {8, 7}}, {8: 1, 6: 1})
    """

    def __init__(self, known: Sweep) -> None:
        """Nothing is cleared yet."""
        self.known = known
        self.covers: dict[int, set[int]] = {}
        self._fresh: set[int] = set()  # clues that the next wave compares,
        self._unsolved: set[int] = set()  # and those that a solver has not seen as they are

    def follow(self, news: list[int]) -> None:
        """Take in the cells that `spread` settled: only the clues around them changed."""
        known, covers = self.known, self.covers
        neighbours, settled, mines, away = (
            known.board.graph.neighbours,
            known.settled,
            known.mines,
            known.away,
        )
        near = set(news).union(*map(neighbours.__getitem__, news))
        changed = [i for i in near if mines[i] < away]  # the others are no clues
        for clue in changed:
            if mines[clue]:
                covers[clue] = {j for j in neighbours[clue] if not settled[j]}
            else:
                covers.pop(clue, None)
        self._fresh.update(changed)
        self._unsolved.update(changed)

    def wave(self) -> dict[int, int]:
        """All that comparing two clues decides: cells that are mines (1) and cells that are safe (0).

        A clue that needs more mines than another by exactly the number of cells that only it sees has mines
        there; the cells that only the other sees are safe. Pairs of which neither changed said all before.
        """
        covers, mines, neighbours = self.covers, self.known.mines, self.known.board.graph.neighbours
        found: dict[int, int] = {}
        for clue in sorted(self._fresh & covers.keys()):
            cells, need = covers[clue], mines[clue]
            common: dict[int, int] = {}
            for cell in cells:
                for other in neighbours[cell]:
                    if other in covers:
                        common[other] = common.get(other, 0) + 1
            size = common.pop(clue)
            for other, shared in common.items():
                more = need - mines[other]
                if more == size - shared:
                    _conclude(cells, covers[other], found)
                if -more == len(covers[other]) - shared:
                    _conclude(covers[other], cells, found)
        self._fresh = set()
        return found

    def changed_parts(self) -> Iterator[list[int]]:
        """The parts of the front, as lists of clues in ascending order, in which something is new."""
        parts = self.parts(sorted(self._unsolved & self.covers.keys()))
        self._unsolved = set()
        return parts

    def parts(self, clues: Iterable[int]) -> Iterator[list[int]]:
        """The clues that covered cells tie to these, directly or through others, part by part."""
        covers, neighbours = self.covers, self.known.board.graph.neighbours

        def beside(clue: int) -> list[int]:
            return [one for cell in covers[clue] for one in neighbours[cell] if one in covers]

        return map(sorted, components(clues, beside))


def _conclude(cells: set[int], others: set[int], found: dict[int, int]) -> None:
    found.update(dict.fromkeys(cells - others, 1))
    found.update(dict.fromkeys(others - cells, 0))
