"""Whether code that runs in this process rewrote what decides: functions, methods and constants in memory.

What is here before productions of one's own run is noted, and looked at again after: nobody replaces a part
of the checker, the solver or the referee without a word. It is no wall: who rewrites this module too is past
it. The command line lets such productions run in another process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from operator import is_
from types import FunctionType, ModuleType
from typing import Any

from logicsweep.errors import InvalidInput

_DECIDE = ("board", "cells", "csp.", "deduction", "game", "grouped", "reasons.", "rules.", "words")
_STATE = {"logicsweep.rules.limits"}  # what changes while it works
_MODULES = tuple([f"logicsweep.{name}" for name in _DECIDE])


class Seal:
    """The parts of the modules that decide, as they were when it was made.

    >>> from logicsweep.rules import knowledge
    >>> seal, right = Seal(), knowledge.verdict_of
    >>> seal.look("rule")
    >>> knowledge.verdict_of = lambda fact: "safe"
    >>> try:
    ...     seal.look("rule")
    ... except InvalidInput as error:
    ...     print(error)
    ... finally:
    ...     knowledge.verdict_of = right
    rule: expected productions that leave logicsweep as it is, got another rules.knowledge.verdict_of
    """

    __slots__ = ("_codes", "_homes")

    def __init__(self) -> None:
        """Note what is there."""
        modules = [module for name, module in [*sys.modules.items()] if name.startswith(_MODULES)]
        self._homes = [(home, dict(home), of) for home, of in _homes(modules)]
        functions = {id(one): one for _, parts, _ in self._homes for one in parts.values() if _is_code(one)}
        self._codes = [(one, *_inside(one)) for one in functions.values()]

    def look(self, place: str) -> None:
        """Raise InvalidInput, with the place, where a part is another now."""
        for home, parts, of in self._homes:
            same = all(map(is_, map(home.get, parts), parts.values()))
            if not (same and len(home) == len(parts)) and (other := _other(home, parts)):
                raise _spoilt(place, f"{of}.{other}")
        for function, code, defaults in self._codes:
            if function.__code__ is not code or function.__defaults__ is not defaults:
                raise _spoilt(place, f"{function.__module__}.{function.__qualname__}")


@contextmanager
def sealed(place: str) -> Iterator[None]:
    """Look whether a part is another where this ends without an error."""
    seal = Seal()
    yield
    seal.look(place)


def _homes(modules: list[ModuleType]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Where parts are found: each module, its classes, and its tables; and what these are called."""
    for module in modules:
        if module.__name__ in _STATE:
            continue
        yield vars(module), module.__name__
        for name, one in [*vars(module).items()]:
            if isinstance(one, type) and one.__module__ == module.__name__:
                yield vars(one), f"{module.__name__}.{one.__qualname__}"
            elif type(one) is dict and not name.startswith("__"):
                yield one, f"{module.__name__}.{name}"


def _is_code(part: object) -> bool:
    return type(part) is FunctionType


def _inside(function: FunctionType) -> tuple[object, object]:
    return function.__code__, function.__defaults__


def _other(home: Mapping[str, Any], parts: Mapping[str, Any]) -> str | None:
    """The name of a part that is not what it was, or is new and takes the place of another."""
    for name, part in parts.items():
        if home.get(name) is not part:
            return name
    return next((name for name in home if name not in parts and _is_code(home[name])), None)


def _spoilt(place: str, part: str) -> InvalidInput:
    found = f"another {part.removeprefix('logicsweep.')}"
    return InvalidInput(place, "productions that leave logicsweep as it is", found)
