"""An agenda that orders firings by grade, the easiest first, not by salience alone.

A firing with the least grade comes first, so the agenda looks at every place of the highest salience that is
awake before any fires. It keeps the findings at a place until a fact arrives that they may rest on. That is a
fact near its site, or for productions that compare sites, near a site that shares a neighbour with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import count, groupby
from typing import Any

from logicsweep.rules.engine import WorkingMemory, all_news, found_at, news_of
from logicsweep.rules.firing import Firing, Match
from logicsweep.rules.production import Production

Grading = Callable[[Production, Hashable, Match], tuple[int, ...]]
"""How hard a firing would be, easiest first, from a production, a site, and what it finds there."""
_Place = tuple[int, Hashable]  # the index of a production, and a site


class Easiest:
    """An agenda whose next firing is one with the least grade.

    Salience comes before the grade. Ties are broken by the order of productions, then of sites. `candidates`:
    how many firings with the last one's salience there were, including it.
    """

    def __init__(self, memory: WorkingMemory, productions: Sequence[Production], grading: Grading) -> None:
        self.memory, self.candidates = memory, 0
        self._heard = self._fired = 0
        ordered = sorted(enumerate(productions), key=lambda pair: -pair[1].salience)
        levels = groupby(ordered, lambda pair: pair[1].salience)
        self._levels = [_Level(memory, dict(pairs), grading) for _, pairs in levels]

    def take(self) -> Firing | None:
        """Take the easiest firing off the agenda; None if no condition finds anything new."""
        for fact in self.memory.since(self._heard):
            for level in self._levels:
                level.news.append(fact[1])
        self._heard = self.memory.count
        for level in self._levels:
            if found := level.take():
                production, site, match = found
                self.candidates = level.candidates
                self._fired += 1
                return Firing(self._fired, production.name, site, *match)
        return None


class _Level:
    """Productions of one salience and their findings; `news`: the subjects of new facts."""

    def __init__(self, memory: WorkingMemory, productions: dict[int, Production], grading: Grading) -> None:
        self.memory, self.productions, self.grading = memory, productions, grading
        self.candidates = 0
        self.news: list[Hashable] = []
        self._stale: dict[_Place, None] = {}  # to look at again
        self._found: dict[_Place, tuple[int, list[Hashable]]] = {}  # the current look, and its findings
        self._ways = Counter[Hashable]()  # how many places found the same
        self._heap: list[tuple[tuple[int, ...], int, tuple[bool, Any], int, Match]] = []
        self._looks = count(1)

    def take(self) -> tuple[Production, Hashable, Match] | None:
        self._wake_places()
        for place in self._stale:
            self._look_at(place)
        self._stale.clear()
        self.candidates = len(self._ways)
        while self._heap:
            _, index, (_, site), look, match = heappop(self._heap)
            if self._found.get((index, site), (0, ()))[0] == look:
                if news := news_of(match, self.memory):
                    self._stale[index, site] = None  # the other findings there need another look
                    return self.productions[index], site, news
                self._look_at((index, site))  # the production looked far away from its site
        return None

    def _wake_places(self) -> None:
        for index, production in self.productions.items() if self.news else ():
            if production.everywhere:
                self._stale[index, None] = None
                continue
            near = self._list_sites_near(self.news)
            having = self.memory[production.needs] if production.needs else near
            self._stale.update(dict.fromkeys([(index, site) for site in near if site in having]))
            if production.clues != 1:
                places = [place for place in self._found if place[0] == index]
                if places and production.clues:  # without a number of clues it may look anywhere
                    wide = self._list_sites_near(self._list_sites_near(near))
                    places = [place for place in places if place[1] in wide]
                self._stale.update(dict.fromkeys(places))
        self.news = []

    def _list_sites_near(self, subjects: Iterable[Hashable]) -> dict[Hashable, None]:
        return dict.fromkeys([site for subject in subjects for site in self.memory.near(subject)])

    def _look_at(self, place: _Place) -> None:
        """Look at a place again, and keep its easiest finding at hand."""
        index, site = place
        production = self.productions[index]
        for way in self._found.pop(place, (0, ()))[1]:
            self._ways[way] -= 1
            if not self._ways[way]:
                del self._ways[way]
        news = all_news(found_at(production, self.memory, site), self.memory)
        if not news:
            return
        graded = [(self.grading(production, site, match), match) for match in news]
        grade, match = min(graded, key=lambda pair: pair[0])
        # Several places may find the same: a reason with the same clues shows it.
        ways: list[Hashable] = [(index, match.reason or site) for match in news]
        for way in ways:
            self._ways[way] += 1
        look = next(self._looks)
        self._found[place] = look, ways
        heappush(self._heap, (grade, index, (site is not None, site), look, match))
