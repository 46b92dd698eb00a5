"""A page: one HTML file, made from a template, that plays runs step by step and explains each cell.

Its data are the objects that verbs print with `--json`, lines that they print, and how to draw the field.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template
from typing import NamedTuple

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import sized
from logicsweep.games.guess import GUESS
from logicsweep.rules.own import LIBRARY
from logicsweep.show.json import VERSION, Json, to_json
from logicsweep.show.palette import LIGHT, SHADES
from logicsweep.show.places import places_of

_FAMILIES = [
    [production.name for production in family]
    for _, family in groupby(LIBRARY, lambda one: "rows" if (one.rows or 0) > 2 else one.name)
]
"""The library's productions in order, by family; all that combine more than two rows are one family."""


class Page(NamedTuple):
    """All that a page shows.

    - `verb`, `title`: the verb that made it, and what it is about.
    - `field`: the field as the objects have it, and how to draw it.
    - `runs`: each player's lines of `path --json` or `trace --json`; only the first if nobody plays.
    - `found`: the object of `compare --json`, `hint --json` or `why --json`.
    - `cells`: objects of `why --json`, about cells that no run decides.
    - `text`: lines that the verb prints.
    - `colours`: the family of each production, and its number in the family.
    """

    version: int
    verb: str
    title: str
    field: Json
    runs: Sequence[Sequence[Json]]
    found: Json | None
    cells: Sequence[Json]
    text: Sequence[str]
    colours: Mapping[str, tuple[int, int]]


def page_of(
    verb: str,
    title: str,
    view: View,
    runs: Sequence[Sequence[Json]],
    text: Iterable[str] = (),
    cells: Iterable[Json] = (),
    found: Json | None = None,
) -> Page:
    """The page of a verb; `title` is, say, `board 1`, and `view` is what was visible at first."""
    used = dict.fromkeys([line["production"] for run in runs for line in run if "production" in line])
    titled, field = f"{title}: {sized(view.graph, view.mine_total)}", _field(view.graph)
    return Page(VERSION, verb, titled, field, runs, found, [*cells], [*text], colours_of(used))


def _field(graph: CellGraph) -> Json:
    """The field as all objects have it, each cell's neighbours, and how to draw the cells.

    `places` is null if the cells are squares, and `names` is null if they are in rows.
    """
    outline, points, _, sides = places_of(graph)
    return {
        **to_json(graph, graph),
        "neighbours": graph.neighbours,
        "outline": outline,
        "closed": graph.closed,
        "places": None if outline == "square" else [(round(x, 3), round(y, 3)) for x, y in points],
        "names": None if graph.shape else graph.names(range(len(graph))),
        "sides": sides,
    }


def colours_of(productions: Collection[str]) -> dict[str, tuple[int, int]]:
    """The family of each production, and its number in the family; custom ones follow the library's.

    >>> colours_of(["rows-4", "overlap"])
    {'rows-4': (3, 1), 'overlap': (2, 0)}
    """
    known = {name for family in _FAMILIES for name in family}
    own = [[name] for name in productions if name not in known and name != GUESS.name]
    places = {
        name: (number, at)
        for number, family in enumerate([*_FAMILIES, *own, [GUESS.name]])
        for at, name in enumerate(family)
    }
    return {name: places[name] for name in productions}


SCRIPTS = ("data.js", "board.js", "chart.js", "reason.js", "try.js", "page.js")
"""The parts of the script, in order."""
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}  # without them, JSON cannot end an element


def page_html(page: Page) -> str:
    """The whole page."""
    tints = "".join([f"--t{number}:{LIGHT[f'player{number}']};" for number in range(SHADES)])
    style = f":root{{{tints}}}\n{_part('page.css')}"
    script = "".join([_part(name) for name in SCRIPTS])
    return Template(_part("page.html")).substitute(
        title=escape(f"{page.title} · {page.verb}"),
        style_hash=_hash(style),
        script_hash=_hash(script),
        style=style,
        data=json.dumps(page._asdict(), separators=(",", ":")).translate(_UNSAFE),
        script=script,
    )


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """The hash that lets an element's text pass the Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
