"""Custom productions: loaded from a file, and checked.

`my_rules.py:PRODUCTIONS` names a list in a Python file. Its items are productions, such as declared rules, or
plain functions `(memory, site) -> Match` whose docstring is the sentence that a player would say. A function
`corner_trick` becomes the production `corner-trick`, with a salience below the casual ones. The name can also
be that of a `Player`, or a key of the dict `PLAYERS`. Its values are such lists and Players, so that one file
can hold several players.

The file runs as Python code with your rights, like a plugin; each of its errors is reported in one line. The
library checks a production's conclusions against all layouts of the visible board, and refuses lucky guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, cast

from logicsweep.boards.board import COVERED, View
from logicsweep.boards.names import looked_at
from logicsweep.boards.words import are
from logicsweep.csp.position import Position
from logicsweep.csp.solution import Verdict
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import row_sum
from logicsweep.errors import InvalidInput, LimitReached, Unsound, describe, quote, with_article
from logicsweep.rules.clues import CASUAL, OVERLAP, TOTAL_ALONE
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Firing, Lack, Match
from logicsweep.rules.production import PROVEN, Condition, Lacks, Production, is_own
from logicsweep.rules.solver import CASES, CASES_WITH_TOTAL, COUNTED, ENTAILED, ROWS, WITH_TOTAL
from logicsweep.rules.trace import verdict_of
from logicsweep.work.user_file import own_code, run_file

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = (*CASUAL, OVERLAP, *ROWS, CASES, ENTAILED, TOTAL_ALONE, WITH_TOTAL, CASES_WITH_TOTAL, COUNTED)
"""The productions that need no check, since tests check each of them against all layouts."""
PROVEN.update([one for production in LIBRARY for one in (production.condition, production.lacks) if one])


def load_productions(spec: str | Path) -> tuple[Production, ...]:
    """The productions that `file.py:NAME` names (without NAME: PRODUCTIONS).

    NAME is a list in the file, a Player there, or one of its PLAYERS. Unpickling the productions runs the
    same file again. Raises InvalidInput for a file that is missing or does not run, and for a name without
    productions.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "my_rules.py"
    ...     _ = file.write_text("def lazy(memory, site):\\n    'I find nothing.'\\nPRODUCTIONS = [lazy]")
    ...     [production] = load_productions(f"{file}:PRODUCTIONS")
    >>> production.name, production.sentence
    ('lazy', 'I find nothing.')
    """
    rules = RulesFile.of(spec)
    return rules.productions(rules.name or "PRODUCTIONS")


@dataclass(frozen=True)
class RulesFile:
    """A Python file with productions after it ran: its content by name; `name` is the requested name."""

    file: str
    name: str
    content: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, spec: str | Path) -> RulesFile:
        """Run the file of `file.py:NAME`. Raises InvalidInput if it cannot be read or does not run."""
        if not isinstance(spec, str | PathLike):
            raise InvalidInput("productions", "a file's name, or file.py:NAME", describe(spec))
        file, _, name = str(spec).partition(":")
        return cls(file, name, run_file(file))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of its PLAYERS, in their order."""
        named = self.content.get("PLAYERS", {})
        if not isinstance(named, dict) or not all(map(_is_name, named)):
            expected = "PLAYERS to be a dict with names such as 'my-player'"
            raise InvalidInput(self.file, expected, quote(repr(named)))
        return tuple(named)

    def found(self, name: str) -> tuple[str, object]:
        """Look a name up among the PLAYERS, then in the file: its place in the file, and the value."""
        if name in self.players:
            return f"PLAYERS[{name}]", self.content["PLAYERS"][name]
        if name in self.content:
            return name, self.content[name]
        players = f", or one of its PLAYERS ({', '.join(self.players)})" if self.players else ""
        raise InvalidInput(self.file, f"a list of productions named {name}{players}", "no such name")

    def productions(self, name: str) -> tuple[Production, ...]:
        """The productions of the list or Player that a name stands for."""
        from pathlib import Path  # few calls need it

        place, value = self.found(name)
        listed = getattr(value, "productions", value)
        if not isinstance(listed, list | tuple) or not listed:
            wrong = "an empty list" if listed in ([], ()) else with_article(type(listed).__name__)
            raise InvalidInput(self.file, f"a list of productions named {place}", wrong)
        spec = f"{Path(self.file).absolute()}:{name}"
        return tuple([self._make_production(item, spec, at) for at, item in enumerate(listed)])

    def _make_production(self, item: object, spec: str, at: int) -> Production:
        if not isinstance(item, Production):
            if not callable(item):
                raise InvalidInput(self.file, "productions or functions", quote(repr(item)))
            item = Production(getattr(item, "__name__", "own").replace("_", "-"), item, salience=-1)
        if not is_own(item):
            return item
        condition = _Function(item.name, spec, at, Match, self.file, item.condition)
        lacks = item.lacks and _Function(item.name, spec, at, Lack, self.file, item.lacks)
        return replace(item, condition=cast(Condition, condition), lacks=cast(Lacks, lacks))


def _is_name(name: object) -> bool:
    """Whether a name can stand in a list with commas on the command line."""
    return isinstance(name, str) and name.replace("-", "_").isidentifier()


_load_once = lru_cache(maxsize=32)(load_productions)


def _load_function(spec: str, at: int, kind: type) -> object:
    production = _load_once(spec)[at]
    return production.condition if kind is Match else production.lacks


@dataclass(frozen=True)
class _Function:
    """A condition from a file, or its `lacks`; functions from the same place of the same file are equal."""

    production: str
    spec: str
    at: int
    kind: type[Match] | type[Lack]
    file: str = field(compare=False)
    function: Callable[..., object] = field(compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "__wrapped__", self.function)

    def __reduce__(self) -> tuple[object, ...]:
        return _load_function, (self.spec, self.at, self.kind)

    def __call__(self, memory: Knowledge, site: Any) -> object:  # noqa: ANN401  # as the engine calls it
        where = partial(memory.looks_at, self.production, site)
        with own_code(self.file, self.function, f"a {self.kind.__name__} or None", where):
            found: Any = self.function(memory, site) or ()
            is_one = isinstance(found, self.kind) or not isinstance(found, Iterator | list | tuple)
            several = [found] if is_one else [*found]
        # the library finds the reason
        return [one._replace(reason=None) if isinstance(one, Match) else one for one in several]


_STATES = 20_000  # of one component; past it a SAT solver finds the forced cells


class Checker:
    """Checks the conclusions of custom productions in a run against all layouts of the board before them.

    Firings of the library's productions pass. `unproven` holds the cells whose conclusions the solver could
    neither prove nor refute within its limits.
    """

    def __init__(self, memory: Knowledge, productions: Iterable[Production]) -> None:
        self.memory = memory
        self.unproven: list[int] = []
        self._own = {one.name for one in productions if is_own(one)}

    def check(self, firing: Firing) -> None:
        """Raise Unsound if a layout refutes a conclusion."""
        if firing.production in self._own:
            position = Position(self.memory.view, True, _STATES)
            decided = self._decide_alone(position, firing)
            for fact in firing.concluded:
                verdict = verdict_of(fact)
                if verdict and (fact.subject, verdict) not in decided:
                    self._check_cell(position, firing, fact.subject, verdict)

    def _decide_alone(self, position: Position, firing: Firing) -> set[tuple[int, Verdict]]:
        """The cells that a single clue of a firing decides: this alone proves most firings."""
        clues = [fact.subject for fact in firing.used if fact.attribute == "clue"]
        sums = [row_sum(position, clue) for clue in clues if position.view.marks[clue] >= 0]
        alone = [(cells, need) for cells, need in sums if need in (0, len(cells))]
        return {(cell, "mine" if need else "safe") for cells, need in alone for cell in cells}

    def _check_cell(self, position: Position, firing: Firing, cell: int, verdict: Verdict) -> None:
        """Look for a layout that refutes a conclusion, by the clues alone, then with the mine total."""
        view, mark, mine = position.view, position.view.marks[cell], verdict == "mine"
        if mark != COVERED:  # the firing contradicts a known cell
            raise _make_unsound(view, firing, cell, mine, (), "force")
        by_clues = find_solution(position, total=False).verdict(cell)
        if by_clues == verdict or find_solution(position).verdict(cell) == verdict:
            return
        from logicsweep.reasons.twins import counter_layout  # right rules never need it

        try:
            refuting = counter_layout(position, cell, "safe" if mine else "mine")
            if refuting is None:  # a long search shows that it is forced
                return
            agreeing = counter_layout(position, cell, verdict)
        except LimitReached:
            self.unproven.append(cell)
            return
        layouts = (refuting, agreeing) if mine else (agreeing, refuting)
        forced = agreeing is None
        total = any(fact.attribute == "total" for fact in firing.used) or (forced and by_clues is None)
        raise _make_unsound(view, firing, cell, mine, layouts, "force" if forced else "allow", total)


def _make_unsound(
    view: View,
    firing: Firing,
    cell: int,
    mine: bool,
    layouts: Iterable[frozenset[int] | None],
    do: str,
    total: bool = False,
) -> Unsound:
    where, says = looked_at(view.graph, firing.production, firing.site), are(view.graph.name(cell), 1, mine)
    who = f"the clues{' and the mine total' if total else ''}"
    message = f"{where} says {says}; {who} {do} {'it to be safe' if mine else 'a mine there'}"
    return Unsound(message, firing, cell, view, tuple([found for found in layouts if found is not None]))
