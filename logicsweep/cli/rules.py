"""Productions of rules files for the verbs: here they stand for those that run in another process.

What they find is read anew and checked as if they ran here: it is data, whatever happened over there.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

from logicsweep.boards.words import looked_at
from logicsweep.cli.apart import Apart, running
from logicsweep.errors import Interrupted, InvalidInput, Unreadable
from logicsweep.games import players
from logicsweep.games.players import Player
from logicsweep.rules import own
from logicsweep.rules.asked import found_by, lacked_by
from logicsweep.rules.engine import Fact, Lack, Match, Production
from logicsweep.rules.knowledge import Knowledge
from logicsweep.rules.library import LIBRARY

_MOST = 64  # sites of one question


def load_productions(spec: str, seconds: float) -> tuple[Production, ...]:
    """The productions of a rules file, as `rules.own.load_productions` has them."""
    if process := running():
        return _Asker.of(process).loaded(False, spec, seconds)
    return own.load_productions(spec, seconds)


def load_players(spec: str, seconds: float, *name: str) -> tuple[Player, ...]:
    """The players of a rules file, as `players.load_players` has them."""
    if process := running():
        return _Asker.of(process).loaded(True, spec, seconds, *name)
    return players.load_players(spec, seconds, *name)


class _Asker:
    """Asks the process; it keeps a memory of its own, and is told what is new in the one here."""

    def __init__(self, process: Apart) -> None:
        self.process = process
        self.memory: Knowledge | None = None  # whose facts it knows
        self.told = 0  # how many of them

    @classmethod
    def of(cls, process: Apart) -> _Asker:
        if (asker := _ASKERS.get(process)) is None:
            _ASKERS[process] = asker = cls(process)
        return asker

    def loaded(self, players: bool, spec: str, seconds: float, *name: str) -> tuple[Any, ...]:
        file = spec.partition(":")[0]
        [found] = self.asked(lambda: file, seconds, ["load", players, spec, seconds, *name])
        make = _player if players else _production
        try:
            return tuple([make(one, self, seconds) for one in found])
        except InvalidInput:
            raise
        except (TypeError, ValueError, LookupError):
            raise InvalidInput(file, "productions whose values are of their kinds", "others") from None

    def look(self, one: _Asked, memory: Knowledge, sites: Sequence[Any]) -> tuple[int, Any]:
        """What a production finds, or lacks, at the first site where it does, and how many passed."""
        graph = None
        if self.memory is None or memory.facts is not self.memory.facts:
            self.memory, self.told = memory, 0
            graph = (memory.graph.kind, *(memory.graph.shape or ()))
        news = memory.facts[self.told :]
        self.told += len(news)
        question = [one.at, one.lacks, sites, memory is not self.memory, graph, news]

        def place() -> str:
            site = sites[min(self.process.count, len(sites) - 1)]
            where = looked_at(memory.graph, one.production, site)
            return f"production {where}" if isinstance(site, int) else f"production {where} at the board"

        match self.asked(place, one.seconds, question):
            case [int(done), list(found)] if 0 <= done < len(sites) if found else 0 < done <= len(sites):
                return done, found
        raise InvalidInput(place(), "an answer", "what is none")

    def asked(self, place: Callable[[], str], seconds: float, question: object) -> Any:  # noqa: ANN401
        """What the process finds; an error where it says what is wrong."""
        match self.process.ask(place, seconds, question):
            case ["found", *found]:
                return found
            case ["wrong", str(where), str(expected), str(got)]:
                raise InvalidInput(where, expected, got)
            case ["unreadable", str(where), str(reason)]:
                raise Unreadable(where, reason)
            case ["interrupted", str(where)]:
                raise Interrupted(where)
            case _:
                raise InvalidInput(place(), "an answer", "what is none")


_ASKERS: WeakValueDictionary[Apart, _Asker] = WeakValueDictionary()
"""Of each process the one that asks it, as long as there are productions that need it."""


@dataclass(frozen=True)
class _Asked:
    """A function of a rules file. Two are equal that come from the same place of the same file."""

    production: str
    origin: tuple[object, ...]
    lacks: bool
    asker: _Asker = field(compare=False, repr=False)
    at: int = field(compare=False)
    seconds: float = field(compare=False)


class _Ahead:
    """What a condition finds at sites that come next: asked together, more each time, as all was needed."""

    def __init__(self) -> None:
        self.memory: Knowledge | None = None
        self.facts = 0  # of the memory: one more, and nothing is known
        self.known: dict[Any, Sequence[Any]] = {}
        self.many = 1
        self.coming: Iterable[Any] = ()

    def found(self, ask: _Asked, memory: Knowledge, site: Any) -> Sequence[Any]:  # noqa: ANN401
        coming, self.coming = self.coming, ()  # for this call alone
        if memory is not self.memory or len(memory.facts) != self.facts:
            self.memory, self.facts = memory, len(memory.facts)
            self.many = 1 if self.known else self.many
            self.known.clear()
        if site not in self.known:
            sites = [site, *islice(coming, self.many - 1)]
            done, found = ask.asker.look(ask, memory, sites)
            self.known.update(dict.fromkeys(sites[:done], ()))
            if found:
                self.known[sites[done]] = found
            self.many = min(2 * self.many, _MOST)
        return self.known.pop(site)


@dataclass(frozen=True)
class _Condition(_Asked):
    """A condition from a rules file."""

    sentence: str = field(compare=False)
    ahead: _Ahead = field(default_factory=_Ahead, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.sentence)

    def foresee(self, sites: Iterator[Any]) -> None:
        """These sites come next, if nothing fires."""
        self.ahead.coming = sites

    def __call__(self, memory: Knowledge, site: Any) -> Sequence[Match]:  # noqa: ANN401  # as the engine calls it
        if found := self.ahead.found(self, memory, site):
            return found_by(lambda *_: [_match(one, memory) for one in found], self.production, memory, site)
        return ()


@dataclass(frozen=True)
class _Lacks(_Asked):
    """What says what a condition from a rules file lacks."""

    def __call__(self, memory: Knowledge, site: Any) -> Sequence[Lack]:  # noqa: ANN401  # as the engine calls it
        _, found = self.asker.look(self, memory, [site])
        return lacked_by(lambda *_: [_lack(one) for one in found], self.production, memory, site)


def _player(told: Any, asker: _Asker, seconds: float) -> Player:  # noqa: ANN401  # JSON, here and below
    name, letter, complete, productions = told
    return Player(
        name, letter, tuple([_production(one, asker, seconds) for one in productions]), bool(complete)
    )


def _production(told: Any, asker: _Asker, seconds: float) -> Production:  # noqa: ANN401
    """One of the library's, or one that stands for one there; TypeError where a value is of another kind."""
    kind, at, about, *more = told
    name, salience, needs, everywhere, rows = [_kept(*one) for one in zip(about, _KINDS, strict=True)]
    if kind == "library":
        same: Production = LIBRARY[at]
        if (needs, everywhere) != (same.needs, same.everywhere):
            raise InvalidInput(f"production {name}", f"the sites of {same.name}", "others")
        return replace(same, name=name, salience=salience, rows=rows)
    lacks, sentence, origin = more
    whence = tuple([_kept(one, (str, int, float)) for one in origin])
    condition = _Condition(name, whence, False, asker, at, seconds, _kept(sentence, (str,)))
    there = _Lacks(name, whence, True, asker, at, seconds) if lacks else None
    return Production(name, condition, salience, needs, everywhere, there, rows)


_NONE = type(None)
_KINDS: tuple[tuple[type, ...], ...] = ((str,), (int, float), (str, _NONE), (bool,), (int, _NONE))
"""Of a production's name, salience, needs, everywhere and rows."""


def _kept(value: Any, kinds: tuple[type, ...]) -> Any:  # noqa: ANN401
    if type(value) not in kinds:
        raise TypeError
    return value


def _match(told: Any, memory: Knowledge) -> Match:  # noqa: ANN401
    used, given, counts, names = told
    return Match(
        tuple([memory[attribute][subject] for attribute, subject in used]),
        _facts(given),
        _named(counts, names),
    )


def _lack(told: Any) -> Lack:  # noqa: ANN401
    short, words, given, counts, names = told
    return Lack(short, words, _facts(given), _named(counts, names))


def _facts(told: Any) -> tuple[Fact, ...]:  # noqa: ANN401
    return tuple([Fact(attribute, cell) for attribute, cell in told])


def _named(counts: Any, names: Any) -> tuple[int, ...]:  # noqa: ANN401
    return _counts(tuple(names))(*counts) if counts else ()


@lru_cache(maxsize=99)
def _counts(names: tuple[str, ...]) -> Callable[..., tuple[int, ...]]:
    return namedtuple("Counts", names)  # its names come from the other process
