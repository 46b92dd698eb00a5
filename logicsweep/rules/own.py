"""Productions of a user's own, from a Python file: `my_rules.py:PRODUCTIONS`.

The name stands for a list whose items are productions, or plain functions `(memory, site) -> Match`
with the sentence a player would say as docstring. A function `corner_trick` becomes the production
`corner-trick`, looked at after the casual ones. It may also stand for a `Player`, or be a name of the
dict `PLAYERS`, whose values are such lists and Players: several players in one file.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from logicsweep.errors import InvalidInput, Unreadable, said, shown
from logicsweep.rules.asked import bounded, found_by, lacked_by
from logicsweep.rules.engine import Lack, Match, Production
from logicsweep.rules.knowledge import Knowledge
from logicsweep.rules.library import SECONDS, is_own
from logicsweep.rules.seal import sealed


def load_productions(spec: str | Path, seconds: float = SECONDS) -> tuple[Production, ...]:
    """The productions that `file.py:NAME` names (without NAME: PRODUCTIONS).

    NAME is a list in the file, a Player there, or one of its PLAYERS. `seconds` is how long one call of a
    production may take, and the file itself. They pickle by their place in the file, which is run again
    where they are unpickled; there the same file must be. Raises InvalidInput for a file that is not there
    or does not run, and for a name that holds none; on unpickling also for a file that has changed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "my_rules.py"
    ...     _ = file.write_text("def lazy(memory, site):\\n    'I find nothing.'\\nPRODUCTIONS = [lazy]")
    ...     [production] = load_productions(f"{file}:PRODUCTIONS")
    >>> production.name, production.sentence
    ('lazy', 'I find nothing.')
    """
    rules = RulesFile.of(spec, seconds)
    return rules.productions(*rules.found(rules.name or "PRODUCTIONS"))


@dataclass(frozen=True)
class RulesFile:
    """A Python file with productions, as it ran: its content by name; `name` is what was asked for.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w", suffix=".py") as file:
    ...     _ = file.write("def lazy(memory, site): ...\\nPLAYERS = {'idle': [lazy]}")
    ...     file.flush()
    ...     rules = RulesFile.of(f"{file.name}:idle")
    >>> rules.name, rules.players, [one.name for one in rules.productions(*rules.found("idle"))]
    ('idle', ('idle',), ['lazy'])
    """

    file: str
    name: str
    digest: str
    seconds: float
    content: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, spec: str | Path, seconds: float = SECONDS) -> RulesFile:
        """Run the file of `file.py:NAME`. Raises InvalidInput where it cannot be read or does not run."""
        if not isinstance(spec, str | PathLike):
            raise InvalidInput("productions", "a file's name, or file.py:NAME", said(spec))
        file, _, name = str(spec).partition(":")
        if not isinstance(seconds, int | float) or not 0 < seconds <= _LONGEST:
            raise InvalidInput("seconds", f"a number above 0, at most {_LONGEST}", shown(repr(seconds)))
        return cls(file, name, _digest(file), seconds, _run(file, seconds))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of its PLAYERS, in their order."""
        named = self.content.get("PLAYERS", {})
        if not isinstance(named, dict) or not all(_is_name(name) for name in named):
            raise InvalidInput(
                self.file, "PLAYERS to be a dict with names such as 'my-player'", shown(repr(named))
            )
        return tuple(named)

    def found(self, name: str) -> tuple[str, object]:
        """What one of the PLAYERS, or else any name, stands for: its place in the file, and the value."""
        if name in self.players:
            return f"PLAYERS[{name}]", self.content["PLAYERS"][name]
        if name in self.content:
            return name, self.content[name]
        players = f", or one of its PLAYERS ({', '.join(self.players)})" if self.players else ""
        raise InvalidInput(self.file, f"a list of productions named {name}{players}", "no such name")

    def productions(self, name: str, value: object) -> tuple[Production, ...]:
        """The productions of a list or a Player, guarded, each with its place in the file."""
        listed = getattr(value, "productions", value)
        if not isinstance(listed, list | tuple) or not listed:
            wrong = "an empty list" if listed in ([], ()) else f"a {type(listed).__name__}"
            raise InvalidInput(self.file, f"a list of productions named {name}", wrong)
        file = str(Path(self.file).absolute())
        origins = [_Origin(file, name, i, self.digest, self.seconds) for i in range(len(listed))]
        return tuple(
            [_production(item, origin, self.file) for item, origin in zip(listed, origins, strict=True)]
        )


_LONGEST = 1_000_000  # seconds


def _is_name(name: object) -> bool:
    """Whether a name can be told from others on the command line, in a list with commas."""
    return isinstance(name, str) and name.replace("-", "_").isidentifier()


class _Origin(NamedTuple):
    """Where a production was loaded from: what another process needs to load the same one."""

    file: str
    name: str
    position: int
    digest: str
    seconds: float


def _digest(file: str) -> str:
    """What tells one content of a file from another."""
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


def _run(file: str, seconds: float) -> dict[str, Any]:
    with sealed(file):
        return bounded(lambda: file, "a file that runs", seconds, runpy.run_path, file)


@lru_cache(maxsize=32)
def _listed_once(file: str, name: str, digest: str, seconds: float) -> tuple[Production, ...]:
    rules = RulesFile.of(file, seconds)
    return rules.productions(*rules.found(name.removeprefix("PLAYERS[").removesuffix("]")))


def _again(origin: _Origin) -> Production:
    """The production that was loaded from a place of a file, loaded again where it is unpickled."""
    file, name, position, digest, seconds = origin
    if _digest(file) != digest:
        raise InvalidInput(file, "the productions that were loaded from it", "a changed file")
    return _listed_once(file, name, digest, seconds)[position]


def _production(item: object, origin: _Origin, file: str) -> Production:
    if isinstance(item, Production):
        return _guarded(item, origin) if is_own(item) else item
    if not callable(item):
        raise InvalidInput(file, "productions or functions", shown(repr(item)))
    name = getattr(item, "__name__", "own").replace("_", "-")
    return _guarded(Production(name, item, salience=-1), origin)


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
        return found_by(self.function, self.production, memory, site, self.origin.seconds)

    def __reduce__(self) -> tuple[object, ...]:
        return _condition_again, (self.origin,)


@dataclass(frozen=True)
class _Lacks:
    """What says what a condition from a file lacks, guarded in the same way."""

    production: str
    origin: _Origin
    function: Callable[..., object] = field(compare=False)

    def __call__(self, memory: Knowledge, site: Any) -> Sequence[Lack]:  # noqa: ANN401  # as the engine calls it
        return lacked_by(self.function, self.production, memory, site, self.origin.seconds)

    def __reduce__(self) -> tuple[object, ...]:
        return _lacks_again, (self.origin,)


def _condition_again(origin: _Origin) -> object:
    return _again(origin).condition


def _lacks_again(origin: _Origin) -> object:
    return _again(origin).lacks
