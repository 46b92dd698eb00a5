"""Productions of a user's own, from a Python file: `my_rules.py:PRODUCTIONS`.

The name stands for a list whose items are productions, or plain functions `(memory, site) -> Match`
with the sentence a player would say as docstring. A function `corner_trick` becomes the production
`corner-trick`, looked at after the casual ones.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from logicsweep.arguments import said
from logicsweep.errors import InvalidInput, LogicsweepError, Unreadable, shown
from logicsweep.rules.engine import Fact, Lack, Match, Production
from logicsweep.rules.knowledge import Knowledge
from logicsweep.words import site_name


def load_productions(spec: str | Path) -> tuple[Production, ...]:
    """The productions that `file.py:NAME` names (without NAME: PRODUCTIONS).

    They pickle by their place in the file, which is run again where they are unpickled; there the same
    file must be. Raises InvalidInput for a file that is not there or does not run, and for a name that
    holds none; on unpickling also for a file that has changed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "my_rules.py"
    ...     _ = file.write_text("def lazy(memory, site):\\n    'I find nothing.'\\nPRODUCTIONS = [lazy]")
    ...     [production] = load_productions(f"{file}:PRODUCTIONS")
    >>> production.name, production.sentence
    ('lazy', 'I find nothing.')
    """
    if not isinstance(spec, str | PathLike):
        raise InvalidInput("productions", "a file's name, or file.py:NAME", said(spec))
    file, _, name = str(spec).partition(":")
    return _listed(file, name or "PRODUCTIONS", _digest(file))


_Found = TypeVar("_Found", Match, Lack)


class _Origin(NamedTuple):
    """Where a production was loaded from: what another process needs to load the same one."""

    file: str
    name: str
    position: int
    digest: str


def _listed(file: str, name: str, digest: str) -> tuple[Production, ...]:
    listed = _run(file).get(name)
    if not isinstance(listed, list | tuple) or not listed:
        found = "no such name" if listed is None else f"a {type(listed).__name__}"
        found = "an empty list" if listed in ([], ()) else found
        raise InvalidInput(file, f"a list of productions named {name}", found)
    origins = [_Origin(str(Path(file).absolute()), name, i, digest) for i in range(len(listed))]
    return tuple([_production(item, origin, file) for item, origin in zip(listed, origins, strict=True)])


def _digest(file: str) -> str:
    """What tells one content of a file from another."""
    from hashlib import sha256

    if not file:
        raise InvalidInput("productions", "the name of a Python file", "an empty name")
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except IsADirectoryError:
        raise Unreadable(file, "it is a directory") from None
    except FileNotFoundError:
        raise Unreadable(file, "no such file") from None
    except (OSError, ValueError) as error:  # a name that is too long, or with a zero byte
        raise Unreadable(file, str(getattr(error, "strerror", error))) from None


def _run(file: str) -> dict[str, Any]:
    try:
        with redirect_stdout(sys.stderr):
            return runpy.run_path(file)
    except (Exception, SystemExit) as error:
        raise InvalidInput(file, "a file that runs", f"{type(error).__name__}: {error}") from error


_listed_once = lru_cache(maxsize=32)(_listed)


def _again(origin: _Origin) -> Production:
    """The production that was loaded from a place of a file, loaded again where it is unpickled."""
    if _digest(origin.file) != origin.digest:
        raise InvalidInput(origin.file, "the productions that were loaded from it", "a changed file")
    return _listed_once(origin.file, origin.name, origin.digest)[origin.position]


def _production(item: object, origin: _Origin, file: str) -> Production:
    if isinstance(item, Production):
        return item if _ours(item) else _guarded(item, origin)
    if not callable(item):
        raise InvalidInput(file, "productions or functions", shown(repr(item)))
    name = getattr(item, "__name__", "own").replace("_", "-")
    return _guarded(Production(name, item, salience=-1), origin)


def _ours(production: Production) -> bool:
    """Whether it is one of the library's, which need no guard and pickle by reference."""
    return str(getattr(production.condition, "__module__", "")).partition(".")[0] == "logicsweep"


def _guarded(production: Production, origin: _Origin) -> Production:
    lacks = production.lacks and _Lacks(production.name, origin, production.lacks)
    return replace(
        production, condition=_Condition(production.name, origin, production.condition), lacks=lacks
    )


@dataclass(frozen=True)
class _Condition:
    """A condition from a file, with what it does wrong said in one line and what is known left out.

    Two are equal that come from the same place of the same file.
    """

    production: str
    origin: _Origin
    function: Callable[..., object] = field(compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.function.__doc__)

    def __call__(self, memory: Knowledge, site: Any) -> Sequence[Match]:  # noqa: ANN401  # as the engine calls it
        return _asked(self.function, self.production, memory, site, Match, _fresh)

    def __reduce__(self) -> tuple[object, ...]:
        return _condition_again, (self.origin,)


@dataclass(frozen=True)
class _Lacks:
    """What says what a condition from a file lacks, guarded in the same way."""

    production: str
    origin: _Origin
    function: Callable[..., object] = field(compare=False)

    def __call__(self, memory: Knowledge, site: Any) -> Sequence[Lack]:  # noqa: ANN401  # as the engine calls it
        return _asked(self.function, self.production, memory, site, Lack, _checked)

    def __reduce__(self) -> tuple[object, ...]:
        return _lacks_again, (self.origin,)


def _condition_again(origin: _Origin) -> object:
    return _again(origin).condition


def _lacks_again(origin: _Origin) -> object:
    return _again(origin).lacks


def _asked(
    function: Callable[..., object],
    production: str,
    memory: Knowledge,
    site: Hashable,
    kind: type[_Found],
    read: Callable[[object, Knowledge, str], _Found],
) -> Sequence[_Found]:
    """What a function says at a site, each answer read; what it prints goes to standard error."""
    try:
        with redirect_stdout(sys.stderr):
            found = function(memory, site)
        if not found:
            return ()
        place = _place(production, memory, site)
        several: Sequence[object] = [found] if isinstance(found, kind) else list(found)  # type: ignore[call-overload]
        return [read(one, memory, place) for one in several]
    except LogicsweepError:
        raise
    except (Exception, SystemExit) as error:
        place, wrong = _place(production, memory, site), f"{type(error).__name__}: {error}"
        raise InvalidInput(place, f"a {kind.__name__} or None", wrong) from error


def _place(production: str, memory: Knowledge, site: Hashable) -> str:
    return f"production {production} at {site_name(memory.graph, site) or 'the board'}"


def _fresh(match: object, memory: Knowledge, place: str) -> Match:
    """A match, checked, without what the referee has answered already."""
    if not isinstance(match, Match):
        raise InvalidInput(place, "a Match or None", shown(repr(match)))
    used, given = tuple(match.used), tuple(match.given)
    _require_facts(place, (*used, *given))
    _require_verdicts(place, given, memory)
    _require_named(place, match.counts)
    for fact in used:
        if fact not in memory:
            raise InvalidInput(place, "only known facts in `used`", shown(repr(tuple(fact))))
    known = memory.clues
    news = tuple([f for f in given if not (f.attribute == "safe" and f.subject in known)])
    return Match(used, news, match.counts)


def _checked(lack: object, memory: Knowledge, place: str) -> Lack:
    """A lack, checked: something is short, and the words for it are one line."""
    if not isinstance(lack, Lack):
        raise InvalidInput(place, "a Lack or None", shown(repr(lack)))
    if type(lack.short) is not int or lack.short < 1:
        raise InvalidInput(place, "`short` to be 1 or more", shown(repr(lack.short)))
    if not isinstance(lack.words, str) or "\n" in lack.words:
        raise InvalidInput(place, "`words` to be one line", shown(repr(lack.words)))
    given = tuple(lack.given)
    _require_facts(place, given)
    _require_verdicts(place, given, memory)
    _require_named(place, lack.counts)
    return Lack(lack.short, lack.words, given, lack.counts)


def _require_facts(place: str, facts: tuple[object, ...]) -> None:
    for fact in facts:
        if not isinstance(fact, Fact):
            raise InvalidInput(place, "facts", shown(repr(fact)))


def _require_verdicts(place: str, given: tuple[Fact, ...], memory: Knowledge) -> None:
    for fact in given:
        is_cell = type(fact.subject) is int and 0 <= fact.subject < len(memory.graph)
        if fact.attribute not in ("safe", "mine") or fact.value is not True or not is_cell:
            raise InvalidInput(place, "facts 'safe' or 'mine' about cells", shown(repr(tuple(fact))))


def _require_named(place: str, counts: tuple[int, ...]) -> None:
    if counts and not hasattr(counts, "_fields"):
        raise InvalidInput(place, "`counts` to be a NamedTuple", shown(repr(counts)))
