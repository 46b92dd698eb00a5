"""What refutes a conclusion of one's own production, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from logicsweep.boards.words import site_name
from logicsweep.errors import Unsound
from logicsweep.rules.knowledge import verdict_of
from logicsweep.show.jsonl import VERSION, names, numbered_json
from logicsweep.show.screen import PLAIN, Screen
from logicsweep.show.why import layouts_text

if TYPE_CHECKING:
    from logicsweep.show.forms import UnsoundJson


def unsound_text(error: Unsound, screen: Screen = PLAIN) -> Iterator[str]:
    """A layout with the cell safe and one with a mine there; where it is forced, the one that there is."""
    cell = error.view.graph.name(error.cell)
    titled = {f"{cell} a mine" if error.cell in mines else f"{cell} safe": mines for mines in error.layouts}
    return layouts_text(error.view, titled, screen)


def unsound_json(error: Unsound, kind: str = "board", number: int = 1) -> UnsoundJson:
    """The firing on a board or position of a number, what it says of the cell, and the layouts."""
    graph, firing = error.view.graph, error.firing
    says = next(fact for fact in firing.given if fact.subject == error.cell and verdict_of(fact))
    told: UnsoundJson = {
        "version": VERSION,
        "event": "unsound",
        "error": str(error),
        "firing": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        "about": graph.name(error.cell),
        "says": "mine" if says.attribute == "mine" else "safe",
        "layouts": [names(graph, sorted(mines)) for mines in error.layouts],
    }
    return numbered_json(told, kind, number)
