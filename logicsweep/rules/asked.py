"""What a user's code says, whatever it does: an answer in the right form, or one line that names it.

It may raise anything, not end, give matches without end, or give facts that say something else each time
they are looked at: what goes on from here is checked and made anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from math import inf
from types import CoroutineType
from typing import TypeVar

from logicsweep.boards.words import looked_at
from logicsweep.errors import Interrupted, InvalidInput, late, shown
from logicsweep.rules.engine import Fact, Lack, Match
from logicsweep.rules.knowledge import Knowledge
from logicsweep.rules.limits import TimeUp, in_time
from logicsweep.rules.reading import ReadOnly

_MATCHES = 10_000  # that one site may give, or as many as the board has cells
_LONGEST = 200  # letters of another's message
_T = TypeVar("_T")
_Found = TypeVar("_Found", Match, Lack)


class _Wrong(Exception):
    """What a user's code raised, in words."""


def bounded(
    place: Callable[[], str], expected: str, seconds: float, function: Callable[..., _T], *arguments: object
) -> _T:
    """What a user's code returns, in time; one line with the place in words for whatever else it does.

    >>> bounded(lambda: "rule", "an answer", 10, lambda: 1 / 0)
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: rule: expected an answer, got ZeroDivisionError: division by zero
    """
    output = sys.stdout
    try:
        sys.stdout = sys.stderr
        if seconds == inf:  # somebody else sees to that
            return _worded(place, function, *arguments)
        return in_time(seconds, lambda: _worded(place, function, *arguments))
    except TimeUp:
        raise late(place(), seconds) from None
    except _Wrong as wrong:
        raise InvalidInput(place(), expected, str(wrong)) from wrong.__cause__
    except KeyboardInterrupt:
        raise Interrupted(place()) from None
    finally:
        sys.stdout = output


def _worded(place: Callable[[], str], function: Callable[..., _T], *arguments: object) -> _T:
    """The same, with what it raised in words, while its time runs: the words are the user's too."""
    try:
        return function(*arguments)
    except (TimeUp, KeyboardInterrupt, ReadOnly):
        raise
    except BaseException as error:
        if issubclass(type(error), InvalidInput) and getattr(error, "place", "") == place():  # ours
            raise
        raise _Wrong(_in_words(error)) from error


def _in_words(error: BaseException) -> str:
    """The kind of an error, and its text in one line where that can be had."""
    try:
        text = " ".join(str(error).split())
    except TimeUp:
        raise
    except BaseException:
        text = ""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    name = type.__getattribute__(type(error), "__name__")  # whatever its metaclass says
    return f"{name}: {text}" if text else name


def found_by(
    function: Callable[..., object], production: str, memory: Knowledge, site: Hashable, seconds: float = inf
) -> Sequence[Match]:
    """What a condition finds at a site, checked, without what the referee has answered already."""
    return _asked(function, production, memory, site, seconds, Match, _match)


def lacked_by(
    function: Callable[..., object], production: str, memory: Knowledge, site: Hashable, seconds: float = inf
) -> Sequence[Lack]:
    """What a condition lacks at a site, as another function says, checked."""
    return _asked(function, production, memory, site, seconds, Lack, _lack)


def _asked(
    function: Callable[..., object],
    production: str,
    memory: Knowledge,
    site: Hashable,
    seconds: float,
    kind: type[_Found],
    read: Callable[[object, Knowledge, str], _Found],
) -> Sequence[_Found]:
    """What a function says at a site, each answer read; what it prints goes to standard error."""

    def place() -> str:
        where = looked_at(memory.graph, production, site)
        return f"production {where}" if isinstance(site, int) else f"production {where} at the board"

    def answers() -> Sequence[_Found]:
        found = function(memory, site)
        if not found:
            return ()
        if isinstance(found, CoroutineType):
            found.close()
            raise InvalidInput(place(), f"a {kind.__name__} or None", "a coroutine")
        if isinstance(found, kind):
            return (read(found, memory, place()),)
        several = _taken(found, max(_MATCHES, len(memory.graph)), place, f"{kind.__name__}es")
        return [read(one, memory, place()) for one in several]

    return bounded(place, f"a {kind.__name__} or None", seconds, answers)


def _taken(values: object, most: int, place: Callable[[], str], what: str) -> tuple[object, ...]:
    """The values of something iterable that may have no end."""
    taken = tuple(islice(iter(values), most + 1))  # type: ignore[call-overload]
    if len(taken) > most:
        raise InvalidInput(place(), f"at most {most} {what}", "more")
    return taken


def _match(match: object, memory: Knowledge, place: str) -> Match:
    if not isinstance(match, Match):
        raise InvalidInput(place, "a Match or None", shown(repr(match)))
    used, given, counts, _ = tuple.__getitem__(match, slice(None))  # how it follows is for the library to say
    used, verdicts = _facts(used, memory, place), _verdicts(given, memory, place)
    for fact in used:
        if fact not in memory:
            raise InvalidInput(place, "only known facts in `used`", shown(repr(tuple(fact))))
    held = tuple([memory[fact.attribute][fact.subject] for fact in used])
    known = memory.clues
    news = tuple([f for f in verdicts if not (f.attribute == "safe" and f.subject in known)])
    return Match(held, news, _numbers(counts, place))


def _lack(lack: object, memory: Knowledge, place: str) -> Lack:
    """Something is short, and the words for it are one line."""
    if not isinstance(lack, Lack):
        raise InvalidInput(place, "a Lack or None", shown(repr(lack)))
    short, words, given, counts = tuple.__getitem__(lack, slice(None))
    if type(short) is not int or short < 1:
        raise InvalidInput(place, "`short` to be 1 or more", shown(repr(short)))
    if type(words) is not str or "\n" in words:
        raise InvalidInput(place, "`words` to be one line", shown(repr(words)))
    verdicts = _verdicts(given, memory, place)
    return Lack(short, words, verdicts, _numbers(counts, place))


def _facts(values: object, memory: Knowledge, place: str) -> tuple[Fact, ...]:
    """Facts, each as it says now."""
    facts = []
    for fact in _taken(values, max(_MATCHES, 3 * len(memory.graph)), lambda: place, "facts"):
        if not isinstance(fact, Fact):
            raise InvalidInput(place, "facts", shown(repr(fact)))
        facts.append(Fact(*tuple.__iter__(fact)))
    return tuple(facts)


def _verdicts(values: object, memory: Knowledge, place: str) -> tuple[Fact, ...]:
    facts = _facts(values, memory, place)
    for fact in facts:
        is_cell = type(fact.subject) is int and 0 <= fact.subject < len(memory.graph)
        if fact.attribute not in ("safe", "mine") or fact.value is not True or not is_cell:
            raise InvalidInput(place, "facts 'safe' or 'mine' about cells", shown(repr(tuple(fact))))
    return tuple([Fact("mine" if fact.attribute == "mine" else "safe", fact.subject) for fact in facts])


def _numbers(counts: object, place: str) -> tuple[int, ...]:
    """A NamedTuple of numbers, or nothing."""
    if type(counts) is tuple and not counts:
        return ()
    names = getattr(counts, "_fields", None)
    if not isinstance(counts, tuple) or not names:
        raise InvalidInput(place, "`counts` to be a NamedTuple", shown(repr(counts)))
    if not all(type(count) is int for count in tuple.__iter__(counts)):
        raise InvalidInput(place, "numbers in `counts`", shown(repr(counts)))
    return counts
