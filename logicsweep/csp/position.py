"""One solved position: what solving a view finds is made once, when it is first needed, and shared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from logicsweep.boards.board import View
from logicsweep.boards.words import extent, plural
from logicsweep.csp.component import STATES, Cache, Count, Settled, eliminate, settle
from logicsweep.csp.conclude import fits_every_layout, with_total, without_total
from logicsweep.csp.model import Component, Network, model
from logicsweep.csp.propagation import Clash
from logicsweep.csp.solution import Solution
from logicsweep.errors import InvalidInput, of_kind, whole_number
from logicsweep.work import paced


@dataclass(frozen=True, repr=False)
class Position:
    """A view with its network, its settled components and its solutions, for all who ask about it.

    `trust_flags`: flags are mines, not claims. `states` bounds the count of one component. `count` is the
    way to count one; `search.enumerate_layouts` is another. `cache`: a dict to hand to later positions, so
    that only components that changed are solved again.

    Each part raises `Clash` where it shows that there is no layout; `reasons.clash` makes it an error that
    names what clashes.

    >>> position = Position(View.parse("01## 01## 01##"))
    >>> position
    <Position on 3 x 4: 6 covered cells>
    >>> position.by_clues.safe, position.by_clues.mines
    ((2, 10), (6,))
    """

    view: View
    trust_flags: bool = False
    states: int = STATES
    count: Count = eliminate
    cache: Cache | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        view = self.view
        total = "" if view.mines is None else f", {plural(view.mines, 'mine')}"
        flags = f", trusting {plural(len(view.flags), 'flag')}" if self.trust_flags else ""
        covered = plural(len(view.covered), "covered cell")
        return f"<Position on {extent(view.graph)}: {covered}{total}{flags}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """A pickle holds the question alone, not what was found, nor the cache."""
        return type(self), (self.view, self.trust_flags, self.states, self.count)

    @classmethod
    def of(
        cls,
        view: View | Position,
        trust_flags: bool = False,
        states: int = STATES,
        cache: Cache | None = None,
    ) -> Position:
        """The position of a view, or a position as it is, with the options that it was made with."""
        if not isinstance(view, Position):
            return cls(view, trust_flags, states, cache=cache)
        if trust_flags > view.trust_flags or states not in (STATES, view.states):
            raise InvalidInput("position", "no other options than those it was made with", "other ones")
        return view

    def __post_init__(self) -> None:
        of_kind("view", self.view, View)
        whole_number("states", self.states, 0)

    @cached_property
    def network(self) -> Network:
        """What cheap reasoning finds, and the components that it leaves."""
        return model(self.view, self.trust_flags)

    def settled(self, total: bool) -> tuple[Settled, ...]:
        """The components settled, in the network's order; with `total`, counted by their number of mines."""
        return self._by_mines if total else self._at_large

    @cached_property
    def _by_mines(self) -> tuple[Settled, ...]:
        return tuple([self.settle_as(part, True) for part in self._parts()])

    @cached_property
    def _at_large(self) -> tuple[Settled, ...]:
        return tuple([self.settle_as(part, False) for part in self._parts()])

    def _parts(self) -> Iterable[Component]:
        return paced(self.network.components, "components")

    def settle_as(self, component: Component, total: bool) -> Settled:
        """Any component, settled as this position's own are."""
        return settle(component, total, self.states, self.count, self.cache)

    @cached_property
    def by_clues(self) -> Solution:
        """What the clues alone say."""
        return replace(without_total(self.network, self.settled(False)), view=self.view)

    @cached_property
    def by_total(self) -> Solution:
        """What the clues and the mine total say; InvalidInput where the view does not tell the total."""
        self.uses_total(True)
        assert self.view.mines is not None
        found = with_total(self.network, self.settled(True), self.view.mines)
        return replace(found, view=self.view)

    def solution(self, total: bool | None = None) -> Solution:
        """One of the two; None: with the mine total where the view tells it."""
        return self.by_total if self.uses_total(total) else self.by_clues

    def uses_total(self, total: bool | None) -> bool:
        """`total` itself; where it is None, whether the view tells the mine total.

        Raises InvalidInput where the total is to be used but not told.
        """
        if total and self.view.mines is None:
            raise InvalidInput("mines", "a view that tells the mine total", "one that does not")
        return self.view.mines is not None if total is None else total

    @cached_property
    def has_layout(self) -> bool:
        """Whether any layout fits; True too where the solver's limits end before that is told.

        The clues are solved, and the mine total besides where it does not plainly fit all that they allow.
        """
        try:
            mines = self.view.mines
            if self.by_clues and mines is not None and not fits_every_layout(self.network, mines):
                self.solution(True)
        except Clash:
            return False
        return True

    @cached_property
    def trusting(self) -> Position:
        """The same position with its flags taken as mines."""
        return self if self.trust_flags else replace(self, trust_flags=True)

    @property
    def fixed(self) -> int:
        """How many flags count as mines."""
        return len(self.view.flags) if self.trust_flags else 0
