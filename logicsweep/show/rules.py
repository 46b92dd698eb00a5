"""A player's rules, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import plural
from logicsweep.show.drawing import PLAIN, Screen
from logicsweep.show.json import VERSION, Json, Printed
from logicsweep.verbs.rules import Listed, ListedRule


class Whose(NamedTuple):
    """The player whose rule this is."""

    version: Annotated[int, "of this format; raised when a field is removed or changes its meaning"]
    player: Annotated[str, "whose rule it is"]


_RULE = Printed("Rule", "A rule of a player.", (Whose, ListedRule))
PRINTED = (_RULE,)


def rules_json(listed: Listed) -> Iterator[Json]:
    """One object for each rule."""
    graph, whose = CellGraph.grid(1, 1), Whose(VERSION, listed.player)  # no cell is named
    return (_RULE.json(graph, whose, rule) for rule in listed.rules)


def rules_text(listed: Listed, _: Screen = PLAIN) -> Iterator[str]:
    """The rules in their order: name and salience, the declaration, the sentence."""
    yield f"{listed.player}: {plural(len(listed.rules), 'rule')}"
    for rule in listed.rules:
        yield ""
        yield f"{rule.name}, salience {rule.salience}"
        yield f"  {rule.declared or 'a function'}"
        yield f"  {rule.sentence}"
