"""Productions of a user's own, from a Python file: `my_rules.py:PRODUCTIONS`.

The name stands for a list whose items are productions, or plain functions `(memory, site) -> Match`
with the sentence a player would say as docstring. A function `corner_trick` becomes the production
`corner-trick`, looked at after the casual ones.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

from logicsweep.errors import InvalidInput, LogicsweepError, shown
from logicsweep.rules.engine import Fact, Match, Production
from logicsweep.rules.knowledge import Knowledge


def load_productions(spec: str) -> tuple[Production, ...]:
    """The productions that `file.py:NAME` names (NAME may be left out: PRODUCTIONS).

    Raises InvalidInput for a file that is not there or does not run, and for a name that holds none.
    """
    file, _, name = spec.partition(":")
    names = _run(file)
    listed = names.get(name or "PRODUCTIONS")
    if not isinstance(listed, list | tuple) or not listed:
        found = "no such name" if listed is None else f"a {type(listed).__name__}"
        found = "an empty list" if listed in ([], ()) else found
        raise InvalidInput(file, f"a list of productions named {name or 'PRODUCTIONS'}", found)
    return tuple(_production(item, file) for item in listed)


def _run(file: str) -> dict[str, Any]:
    if not Path(file).is_file():
        found = "a directory" if Path(file).is_dir() else "no such file"
        raise InvalidInput(file, "a Python file", found)
    try:
        with redirect_stdout(sys.stderr):
            return runpy.run_path(file)
    except (Exception, SystemExit) as error:
        raise InvalidInput(file, "a file that imports", f"{type(error).__name__}: {error}") from error


def _production(item: object, file: str) -> Production:
    if isinstance(item, Production):
        return replace(item, condition=_guarded(item.condition, item.name))
    if not callable(item):
        raise InvalidInput(file, "productions or functions", shown(repr(item)))
    name = getattr(item, "__name__", "own").replace("_", "-")
    return Production(name, _guarded(item, name), salience=-1)


def _guarded(condition: Callable[..., object], name: str) -> Callable[[Knowledge, Any], Sequence[Match]]:
    """The condition, with what it does wrong said in one line and what is known already left out.

    What it prints goes to standard error: standard output is for answers.
    """

    def guarded(memory: Knowledge, site: Any) -> Sequence[Match]:  # noqa: ANN401  # whatever the engine has
        place = f"production {name} at {memory.graph.name(site) if isinstance(site, int) else 'the board'}"
        try:
            with redirect_stdout(sys.stderr):
                found = condition(memory, site)
            matches = [found] if isinstance(found, Match) else list(found or ())  # type: ignore[call-overload]
            return [_fresh(match, memory, place) for match in matches]
        except LogicsweepError:
            raise
        except (Exception, SystemExit) as error:
            raise InvalidInput(place, "a Match or None", f"{type(error).__name__}: {error}") from error

    guarded.__doc__ = condition.__doc__
    return guarded


def _fresh(match: object, memory: Knowledge, place: str) -> Match:
    if not isinstance(match, Match):
        raise InvalidInput(place, "a Match or None", shown(repr(match)))
    used, given = tuple(match.used), tuple(match.given)
    if match.counts and not hasattr(match.counts, "_fields"):
        raise InvalidInput(place, "counts as a NamedTuple", shown(repr(match.counts)))
    for fact in (*used, *given):
        if not isinstance(fact, Fact):
            raise InvalidInput(place, "facts", shown(repr(fact)))
    for fact in given:
        is_cell = type(fact.subject) is int and 0 <= fact.subject < len(memory.graph)
        if fact.attribute not in ("safe", "mine") or fact.value is not True or not is_cell:
            raise InvalidInput(place, "facts 'safe' or 'mine' about cells", shown(repr(tuple(fact))))
    for fact in used:
        if fact not in memory:
            raise InvalidInput(place, "used facts that are known", shown(repr(tuple(fact))))
    known = memory.clues
    news = tuple([f for f in given if not (f.attribute == "safe" and f.subject in known)])
    return Match(used, news, match.counts)
