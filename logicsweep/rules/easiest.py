"""An agenda that orders activations by grade, the easiest first, not by salience alone.

Of all activations that are there one with the least grade is taken, so every place of the highest salience
that holds one is looked at before any fires. What was found at a place is kept until a fact arrives that it
may rest on: near its site, or for productions that compare sites near a site that shares a neighbour with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import groupby
from typing import Any, NamedTuple

from logicsweep.rules.engine import Activation, Match, Production, WorkingMemory, all_news, found_at

Grading = Callable[[Production, Hashable, Match], tuple[int, ...]]
"""How hard an activation is, least first: a production, a site, and what it finds there."""


class Easiest:
    """An agenda whose next activation is one with the least grade.

    Salience comes before the grade. Ties: in the order of productions, then of sites. Of the last activation
    `grade` is its grade, and `choices` how many of the same salience were there, itself among them.

    >>> from logicsweep import Knowledge, View, player_of
    >>> from logicsweep.rules.engine import run
    >>> memory = Knowledge.of(View.parse("#2##0"))
    >>> agenda = Easiest(memory, player_of("casual").productions, lambda p, site, match: (len(match.given),))
    >>> [(firing.site, len(firing.given), agenda.choices) for firing in run(agenda)]
    [(4, 1, 2), (1, 2, 1)]
    """

    def __init__(self, memory: WorkingMemory, productions: Sequence[Production], grading: Grading) -> None:
        """Every fact of the memory is news."""
        self.memory, self.choices, self.grade = memory, 0, tuple[int, ...]()
        self._heard = 0
        ordered = sorted(enumerate(productions), key=lambda pair: -pair[1].salience)
        levels = groupby(ordered, lambda pair: pair[1].salience)
        self._levels = [_Level(memory, dict(pairs), grading) for _, pairs in levels]

    def take(self) -> Activation | None:
        """The easiest activation, taken off the agenda; None where no condition tells anything new."""
        news = [fact[1] for fact in self.memory.since(self._heard)]
        self._heard = self.memory.count
        for level in self._levels:
            level.hear(news)
        for level in self._levels:
            if found := level.take():
                self.choices, self.grade = level.choices, level.grade
                return found
        return None


class _Found(NamedTuple):
    """What a place gives: a version that is current until it is looked at anew, and its matches by grade."""

    version: int
    matches: list[tuple[tuple[int, ...], Match]]


_Place = tuple[int, Hashable]


class _Level:
    """Productions of one salience."""

    def __init__(self, memory: WorkingMemory, productions: dict[int, Production], grading: Grading) -> None:
        self.memory, self.productions, self.grading = memory, productions, grading
        self.choices, self.grade = 0, tuple[int, ...]()
        self._stale: dict[_Place, None] = {}
        self._news: list[Hashable] = []
        self._found: dict[_Place, _Found] = {}
        self._ways: dict[Hashable, int] = {}  # activation -> at how many places it was found
        self._heap: list[tuple[tuple[int, ...], int, tuple[bool, Any], int]] = []
        self._version = 0

    def hear(self, subjects: Iterable[Hashable]) -> None:
        """Facts arrived about these."""
        self._news += subjects

    def take(self) -> Activation | None:
        """The easiest activation of the level, if it has any."""
        self._wake()
        for place in self._stale:
            self._look(place)
        self._stale.clear()
        self.choices = len(self._ways)
        while self._heap:
            self.grade, index, (_, site), version = heappop(self._heap)
            found = self._found.get((index, site))
            if found and found.version == version:
                news = all_news([found.matches[0][1]], self.memory)
                if not news:  # a production looked far away from its site
                    self._look((index, site))
                    continue
                self._stale[index, site] = None  # the others want another look
                return Activation(self.productions[index], site, news[0])
        return None

    def _wake(self) -> None:
        """Have what the news may change looked at anew."""
        if not self._news:
            return
        near = dict.fromkeys([site for subject in self._news for site in self.memory.near(subject)])
        wide: dict[Hashable, None] | None = None
        for index, production in self.productions.items():
            if production.everywhere:
                self._stale[index, None] = None
                continue
            having = self.memory[production.needs] if production.needs else near
            self._stale.update(dict.fromkeys([(index, site) for site in near if site in having]))
            if production.rows != 1:  # None: one's own may look anywhere
                wide = wide or dict.fromkeys(self._further(self._further(near)))
                places = [place for place in self._found if place[0] == index]
                met = [place for place in places if production.rows is None or place[1] in wide]
                self._stale.update(dict.fromkeys(met))
        self._news = []

    def _further(self, sites: Iterable[Hashable]) -> list[Hashable]:
        return list(dict.fromkeys([further for site in sites for further in self.memory.near(site)]))

    def _look(self, place: _Place) -> None:
        """Find anew what a place gives."""
        index, site = place
        production = self.productions[index]
        before = self._found.pop(place, None)
        for _, match in before.matches if before else ():
            self._forget(_key(place, match))
        news = all_news(found_at(production, self.memory, site), self.memory)
        if not news:
            return
        graded = sorted(
            [(self.grading(production, site, match), match) for match in news], key=lambda pair: pair[0]
        )
        for _, match in graded:
            key = _key(place, match)
            self._ways[key] = self._ways.get(key, 0) + 1
        self._version += 1
        self._found[place] = _Found(self._version, graded)
        heappush(self._heap, (graded[0][0], index, (site is not None, site), self._version))

    def _forget(self, key: Hashable) -> None:
        left = self._ways[key] - 1
        if left:
            self._ways[key] = left
        else:
            del self._ways[key]


def _key(place: _Place, match: Match) -> Hashable:
    """An activation that is found at several places is one: where it says by which clues, these tell."""
    return (place[0], match.reason or place[1])
