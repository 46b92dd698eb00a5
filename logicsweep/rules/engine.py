"""A small forward-chaining rule engine over a networkx graph. It knows no Minesweeper.

Working memory holds facts, each an attribute of a subject with a value. The engine looks at a production
from one site, a node of the graph: its condition reads the memory there and says which facts follow. A place
is a production at a site; when a fact arrives, the places of its subject and of its neighbours go on the
agenda. The agenda gives the highest salience first, and a strategy breaks ties (conflict resolution). A
place whose condition holds and finds something new is an activation; it fires: its new facts are asserted.
Terms and printed forms follow CLIPS (https://www.clipsrules.net/documentation).

What the engine does not do:

- No refraction memory. Novelty replaces it: an activation whose facts are all known does not fire. One that
  concludes old and new facts asserts only the new ones.
- No retraction and no truth maintenance. The memory is monotone: a fact, once asserted, keeps its value.
  A condition may ask for the absence of facts; its conclusion stands when they arrive later.
- No joins and no RETE network. A condition is a function that matches at its own site and reads everything
  there again; the engine keeps no partial matches.
- No refiring by itself. After a look a place waits again only when a fact arrives near its site.

Complexity: a fact wakes each production at the sites near it, and a place waits at most once at a time.
So a run looks at no more than (facts x sites near a fact x productions) places, whatever the number of
sites. A place with several matches gets one more look for each that fires. Taking the next place costs the
same under every strategy, except that `level` goes through the whole agenda once per level.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from logicsweep.errors import InvalidInput, describe
from logicsweep.rules.firing import Fact, Firing, Lack, Match
from logicsweep.rules.production import PROVEN, Production

if TYPE_CHECKING:
    import networkx as nx

_T = TypeVar("_T")
STRATEGIES = ("breadth", "depth", "random", "level")
"""The order among activations of equal salience: oldest first, newest first, or random with a seed. Or level
by level: everything of any salience that applies to the facts so far, then everything that applies to the new
ones. Productions that look everywhere then wait until no other applies."""

_Place = tuple[int, Hashable]  # the index of a production, and a site
_Queue = deque[_Place] | list[_Place]


class WorkingMemory:
    """The facts known so far, each once, in the order in which they came.

    The nodes of `graph` are the sites: a fact about one is seen there and by its neighbours (of a directed
    graph, its successors). `memory[attribute]` maps subjects to facts; an attribute of a subject keeps its
    value. A production may cache intermediate results in `notes`, but must find the same without them. A
    condition can only read the memory; it returns its conclusions.

    >>> import networkx as nx
    >>> memory = WorkingMemory(nx.Graph([("Ada", "Bob"), ("Bob", "Cyd")]))
    >>> memory.near("Ada")
    ('Ada', 'Bob')
    >>> memory.add(Fact("heard", "Ada")), memory.add(Fact("heard", "Ada"))
    (True, False)
    >>> "Ada" in memory["heard"], Fact("heard", "Bob") in memory
    (True, False)
    """

    def __init__(self, graph: nx.Graph) -> None:
        self.graph = graph
        self._near: dict[Hashable, tuple[Hashable, ...]] = {}  # as walks of the graph found them
        self.notes: dict[str, Any] = {}
        self._facts: list[Fact] = []
        self._by_attribute: dict[str, dict[Any, Fact]] = {}
        self._shown: dict[str, Mapping[Any, Fact]] = {}
        self._is_read = False

    def __setattr__(self, name: str, value: object) -> None:
        if self.__dict__.get("_is_read"):
            raise _refuse_writing(f"memory.{name} = ...")
        self.__dict__[name] = value

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.count} facts>"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in the order in which they came."""
        return tuple(self._facts)

    @property
    def count(self) -> int:
        """How many facts there are."""
        return len(self._facts)

    def near(self, subject: Hashable) -> tuple[Any, ...]:
        """The sites that can see a fact about a subject; none if it is no node of the graph."""
        sites = self._near.get(subject)
        if sites is None:
            sites = (subject, *self.graph.adj[subject]) if subject in self.graph else ()
            self._near[subject] = sites
        return sites

    def since(self, count: int) -> list[Fact]:
        """The facts that came after the first `count`."""
        return self._facts[count:]

    def read_by(self, function: Callable[[Self, Any], _T], site: Hashable) -> _T:
        """Call a function at a site; meanwhile the memory is read-only."""
        state = vars(self)
        state["_is_read"] = True
        try:
            return function(self, site)
        finally:
            state["_is_read"] = False

    def conclusion(self, fact: Fact) -> Fact | None:
        """A conclusion in this memory's form, or None if it adds nothing; InvalidInput if it is wrong."""
        return fact

    def looks_at(self, production: str, site: Hashable) -> str:
        """The production and the site, in words."""
        return f"production {production} at {site!r}"

    def aside(self) -> Self:
        """The same facts, including later ones, with separate notes: reading them leaves no trace."""
        other = copy(self)
        other.notes = {}
        return other

    def __getitem__(self, attribute: str) -> Mapping[Any, Fact]:
        found = self._shown.get(attribute)
        if found is None:
            facts = self._by_attribute.setdefault(attribute, {})
            found = self._shown[attribute] = MappingProxyType(facts)
        return found

    def __contains__(self, fact: Fact) -> bool:
        return self._by_attribute.get(fact[0], {}).get(fact[1]) == fact

    def add(self, fact: Fact) -> bool:
        """Assert a fact; False if it was known. Raises InvalidInput if another value was known."""
        if self._is_read:
            raise _refuse_writing("memory.add(...)")
        known = self._by_attribute.setdefault(fact[0], {}).setdefault(fact[1], fact)
        if known is fact:
            self._facts.append(fact)
            return True
        if known != fact:
            raise InvalidInput(f"{fact.attribute} of {fact.subject}", str(known.value), str(fact.value))
        return False


def _refuse_writing(found: str) -> InvalidInput:
    expected = "a condition that only reads and returns Match(used, concluded)"
    return InvalidInput("working memory", expected, found)


def forward_chain(
    memory: WorkingMemory, productions: Sequence[Production], strategy: str = "breadth", seed: int = 0
) -> Iterator[Firing]:
    """Fire productions until none applies, yielding each firing after its facts are asserted.

    The generator reads facts that others assert between two firings, so a referee can answer a firing in a
    `for` loop; a step limit is `itertools.islice`. Ends when nothing applies: "stuck" or done.

    >>> import networkx as nx
    >>> memory = WorkingMemory(nx.DiGraph([("Ada", "Bob"), ("Bob", "Cyd")]))
    >>> def gossip(memory, person):
    ...     heard = memory["heard"].get(person)
    ...     return heard and Match((heard,), tuple(Fact("heard", one) for one in memory.graph.adj[person]))
    >>> memory.add(Fact("heard", "Ada"))
    True
    >>> [(f.site, f.concluded[0].subject) for f in forward_chain(memory, [Production("gossip", gossip)])]
    [('Ada', 'Bob'), ('Bob', 'Cyd')]
    """
    if not isinstance(productions, Iterable):
        raise InvalidInput("productions", "a sequence of productions", describe(productions))
    return run(memory, Agenda(memory, productions, strategy, seed).take)


def run(memory: WorkingMemory, take: Callable[[], Firing | None]) -> Iterator[Firing]:
    """Fire what `take` gives until it gives none: `forward_chain` with a custom agenda."""
    while firing := take():
        for fact in firing.concluded:
            memory.add(fact)
        yield firing


class Agenda:
    """The places that wait in a run over a working memory, the highest salience first.

    After CLIPS' `agenda`. `len` is the number of waiting places. Iterating gives the firings that are due,
    in the order in which they would come if none of them changed the others. It changes neither the agenda
    nor the memory, since conditions get separate notes. The first is exactly the one that fires next, under
    every strategy. The others may fire later, with fewer facts, or not at all if their facts are known by
    then, and places that a firing wakes may come before them.

    >>> from logicsweep import View, player_of
    >>> from logicsweep.rules import Knowledge
    >>> waiting = Agenda(Knowledge.of(View.parse("1#1#")), player_of("casual").productions)
    >>> len(waiting), list(waiting)
    (4, [<Firing 1 of all-mines at 0: 1 used, 1 concluded>])
    """

    def __init__(
        self,
        memory: WorkingMemory,
        productions: Sequence[Production],
        strategy: str = "breadth",
        seed: int = 0,
    ) -> None:
        """At first every fact of the memory is new. Raises InvalidInput for an unknown strategy."""
        self.memory, self.productions, self.strategy = memory, tuple(productions), strategy
        self._aside: WorkingMemory | None = None
        self._heard = 0  # facts of the memory that have woken their places
        self._fired = 0
        levels = sorted({p.salience for p in self.productions}, reverse=True)
        kinds = {(p.everywhere, p.needs): p for p in self.productions}
        self._kinds, numbers = [*kinds.values()], [*kinds]  # productions that look at the same sites
        self._ways = [
            (numbers.index((p.everywhere, p.needs)), levels.index(p.salience)) for p in self.productions
        ]
        self._take, queue = _choose_order(strategy, seed)
        self._queues = [queue() for _ in levels]
        self._waiting: set[_Place] = set()
        self._found: deque[tuple[_Place, Match]] = deque()  # of the strategy `level`

    def __repr__(self) -> str:
        return f"<Agenda, {self.strategy}: {len(self)} waiting>"

    def __len__(self) -> int:
        twin = self._copy_aside()
        return len({*twin._list_places(), *(place for place, _ in twin._found)})

    def __iter__(self) -> Iterator[Firing]:
        twin = self._copy_aside()
        return _drop_repeats(iter(twin.take, None)) if self.strategy == "level" else twin._fire_in_turn()

    def take(self) -> Firing | None:
        """Take the next firing off the agenda; None if no condition finds anything new."""
        self._hear_news()
        return self._take_from_level() if self.strategy == "level" else self._take_first()

    def _hear_news(self) -> None:
        for fact in self.memory.since(self._heard):
            self._wake_sites(self.memory.near(fact[1]))
        self._heard = self.memory.count

    def _wake_sites(self, sites: Sequence[Hashable]) -> None:
        """Look again at these sites, which see a new fact."""
        waiting, seen = self._waiting, [_list_sites(self.memory, one, sites) for one in self._kinds]
        for index, (kind, level) in enumerate(self._ways):
            queue = self._queues[level]
            for site in seen[kind]:
                place = index, site
                if place not in waiting:
                    waiting.add(place)
                    queue.append(place)

    def _take_first(self) -> Firing | None:
        """Take the first place in order whose condition holds and finds something new."""
        for queue in self._queues:
            while queue:
                place = self._take(queue)
                self._waiting.discard(place)
                found = self._look_at(place)
                for match in found:
                    if news := news_of(match, self.memory):
                        if len(found) > 1:  # the others need another look
                            self._waiting.add(place)
                            queue.append(place)
                        return self._make_firing(place, news)
        return None

    def _take_from_level(self) -> Firing | None:
        """Take the next firing of a level, whose matches are all found before any of them fires."""
        while True:
            while self._found:
                place, match = self._found.popleft()
                if news := news_of(match, self.memory):
                    return self._make_firing(place, news)
            self._look_at_level()
            if not self._found:
                return None

    def _look_at_level(self) -> None:
        """Look at all waiting places; productions that look everywhere wait until the others find nothing."""
        places = self._list_places()
        for everywhere in (False, True):
            for place in places:
                if self.productions[place[0]].everywhere == everywhere and not (everywhere and self._found):
                    self._waiting.discard(place)
                    self._found.extend([(place, match) for match in self._look_at(place)])
        for queue in self._queues:
            left = [place for place in queue if place in self._waiting]
            queue.clear()
            queue.extend(left)

    def _fire_in_turn(self) -> Iterator[Firing]:
        """Fire each place at each of its turns without asserting anything; this empties the agenda."""
        left: dict[_Place, Sequence[Match]] = {}
        for queue in self._queues:
            while queue:
                place = self._take(queue)
                found = left.pop(place, None) or self._look_at(place)
                if news := all_news(found, self.memory):
                    yield self._make_firing(place, news[0])
                if news[1:]:
                    left[place] = news[1:]
                    queue.append(place)

    def _make_firing(self, place: _Place, news: Match) -> Firing:
        self._fired += 1
        return Firing(self._fired, self.productions[place[0]].name, place[1], *news)

    def _look_at(self, place: _Place) -> Sequence[Match]:
        return found_at(self.productions[place[0]], self.memory, place[1])

    def _list_places(self) -> list[_Place]:
        return [place for queue in self._queues for place in queue]

    def _copy_aside(self) -> Agenda:
        """A copy of the agenda on a copy of the memory: taking from it leaves this one as it is."""
        self._aside = self._aside or self.memory.aside()
        twin = copy(self)
        twin.memory, twin._take = self._aside, deepcopy(self._take)
        twin._queues = [copy(queue) for queue in self._queues]
        twin._waiting, twin._found = copy(self._waiting), copy(self._found)
        twin._hear_news()
        return twin


def _drop_repeats(firings: Iterable[Firing]) -> Iterator[Firing]:
    """Drop repeated firings: a place whose match waits in its level may have been woken again."""
    met = set()
    for one in firings:
        key = one.production, one.site, tuple([fact[:2] for fact in one.concluded])
        if key not in met:
            met.add(key)
            yield one


def _choose_order(strategy: str, seed: int) -> tuple[Callable[[Any], _Place], Callable[[], _Queue]]:
    """How the strategy takes the next place from a queue, and the kind of queue."""
    if strategy in ("breadth", "level"):
        return deque.popleft, deque
    if strategy == "depth":
        return list.pop, list
    if strategy == "random":
        return partial(_draw, random.Random(seed)), list
    raise InvalidInput("strategy", "one of " + ", ".join(STRATEGIES), repr(strategy))


def _draw(rng: random.Random, queue: list[_Place]) -> _Place:
    at = rng.randrange(len(queue))
    queue[at], queue[-1] = queue[-1], queue[at]
    return queue.pop()


def found_at(production: Production, memory: WorkingMemory, site: Hashable) -> Sequence[Match]:
    """The findings of a condition at a site; meanwhile the memory is read-only.

    Raises InvalidInput, with the line of the condition, if it returns anything but correct Matches.
    """
    return _find_at(production, production.condition, Match, memory, site)


_Finding = TypeVar("_Finding", Match, Lack)


def _find_at(
    production: Production,
    function: Callable[[Any, Any], object],
    kind: type[_Finding],
    memory: WorkingMemory,
    site: Hashable,
) -> Sequence[_Finding]:
    try:
        found = memory.read_by(function, site)
        if not found:
            return ()
    except TypeError as error:
        if error.__traceback__ and error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next:
            raise  # the function itself raised it
        place = _say_place(production, function, memory, site)
        raise InvalidInput(place, "a function of (memory, site)", f"TypeError: {error}") from None
    if function in PROVEN:
        return (found,) if isinstance(found, kind) else found  # type: ignore[return-value]  # tested
    several = found if isinstance(found, list | tuple) and not isinstance(found, kind) else (found,)
    try:
        return [_check_finding(one, kind, memory) for one in several]
    except InvalidInput as wrong:
        place = _say_place(production, function, memory, site)
        raise InvalidInput(place, wrong.expected, wrong.found) from None


def _check_finding(found: Any, kind: type, memory: WorkingMemory) -> Any:  # noqa: ANN401
    """Check the form of each part of a finding; return it with its conclusions in the memory's form."""
    _expect(isinstance(found, kind), f"a {kind.__name__}, a list of them or None", found)
    facts = _check_facts("concluded", found.concluded)
    try:
        concluded = tuple([fact for fact in map(memory.conclusion, facts) if fact])
    except InvalidInput as error:
        raise InvalidInput("", f"{error.expected} in `concluded`", error.found) from None
    bound = found.bindings
    named = isinstance(bound, Mapping) and all(type(one) in (int, str) for one in (*bound, *bound.values()))
    _expect(named, "`bindings` to map names to numbers or names", bound)
    if kind is Lack:
        _expect(type(found.short) is int and found.short > 0, "`short` to be 1 or more", found.short)
        _expect(type(found.words) is str and "\n" not in found.words, "`words` to be one line", found.words)
        return found._replace(concluded=concluded)
    used = _check_facts("used", found.used)
    for fact in used:
        _expect(fact in memory, "only known facts in `used`", tuple(fact))
    return found if (used, concluded) == found[:2] else found._replace(used=used, concluded=concluded)


def _expect(fine: bool, expected: str, value: object) -> None:
    if not fine:
        raise InvalidInput("", expected, describe(value))  # the caller adds the place


def _check_facts(part: str, values: Any) -> tuple[Fact, ...]:  # noqa: ANN401
    """Check that a part of a Match or Lack consists of facts; return these."""
    several = isinstance(values, Iterable) and not isinstance(values, str | Fact)
    _expect(several, f"`{part}` to be a tuple of Facts", values)
    facts = tuple(values)
    for fact in facts:
        try:
            is_fact = isinstance(fact, Fact) and hash(fact) is not None
        except TypeError:  # it cannot be looked up
            is_fact = False
        _expect(is_fact, f"Facts in `{part}`", fact)
    return facts


def _say_place(
    production: Production, function: Callable[..., object], memory: WorkingMemory, site: Hashable
) -> str:
    """The line of the function, if it has one, then the production and the site."""
    from inspect import unwrap  # few runs need it

    code = getattr(unwrap(function), "__code__", None)
    line = f"{code.co_filename}:{code.co_firstlineno}: " if code else ""
    return f"{line}{memory.looks_at(production.name, site)}"


def news_of(match: Match, memory: WorkingMemory) -> Match | None:
    """The match with only its new facts; None if all are known, since it then does not fire."""
    news = tuple([fact for fact in match.concluded if fact not in memory])
    return match._replace(concluded=news) if news else None


def all_news(found: Iterable[Match], memory: WorkingMemory) -> tuple[Match, ...]:
    """The matches with new facts, each with only these."""
    return tuple([news for match in found if (news := news_of(match, memory))])


def misses(
    memory: WorkingMemory, productions: Iterable[Production], sites: Iterable[Hashable]
) -> tuple[Lack, ...]:
    """What productions lack at some sites, the nearest miss first; ties are broken by the order of sites.

    Only productions with `lacks` count: at each site that has the attribute they need, and those that look
    everywhere once, at None. The memory stays as it is.

    >>> from logicsweep import View, player_of
    >>> from logicsweep.rules import Knowledge
    >>> nearest = misses(Knowledge.of(View.parse("#1#")), player_of("casual").productions, [1])[0]
    >>> nearest.production, nearest.site, nearest.short
    ('all-found', 1, 1)
    """
    aside, sites = memory.aside(), tuple(sites)
    found = [
        lack._replace(production=production.name, site=site)
        for production in productions
        if production.lacks
        for site in _list_sites(aside, production, sites)
        for lack in _find_at(production, production.lacks, Lack, aside, site)
    ]
    order = {site: at for at, site in enumerate((None, *sites))}
    return tuple(sorted(found, key=lambda lack: (lack.short, order[lack.site])))


def _list_sites(
    memory: WorkingMemory, production: Production, sites: Sequence[Hashable]
) -> Sequence[Hashable]:
    if production.everywhere:
        return (None,)
    if not production.needs:
        return sites
    having = memory[production.needs]
    return [site for site in sites if site in having]
