"""A page: one HTML file, made from a template, that opens on the answer and explains each cell and step.

Its data are the objects that verbs print with `--json`, lines that they print, and how to draw the field.
Without JavaScript it shows the answer in words, and its picture as a table.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import visible
from logicsweep.games.players import PLAYERS
from logicsweep.show.json import VERSION, Json, to_json
from logicsweep.show.palette import css, player_shades, risk_shade
from logicsweep.show.places import places_of
from logicsweep.show.svg import Picture, Tile, clean

UNSHOWN = {"productions", "facts", "fired", "used", "bindings", "tag", "agenda"}
"""The fields of a run's lines that no page shows."""


class Page(NamedTuple):
    """All that a page shows.

    - `verb`: the verb that made it.
    - `headline`, `about`: the answer in a sentence or two, and more about it in another.
    - `title`: the board or position, and its size.
    - `field`: the field as the objects have it, and how to draw it.
    - `runs`: each player's lines of `path --json` or `trace --json`, without the fields that the page never
      shows; only the first if nobody plays.
    - `found`: the object of `compare --json`, `hint --json` or `why --json`.
    - `cells`: objects of `why --json`, about cells that no run decides.
    - `text`: lines that the verb prints.
    - `ladder`: the players of the ladder, the effort that each makes, and whether they know the mine total.
    - `shades`: the number of each player's colour.
    - `still`: gives the picture that is shown without JavaScript; only a file of `--html` needs it.
    """

    version: int
    verb: str
    headline: str
    about: str
    title: str
    field: Json
    runs: Sequence[Sequence[Json]]
    found: Json | None
    cells: Sequence[Json]
    text: Sequence[str]
    ladder: Sequence[tuple[str, int, bool]]
    shades: Mapping[str, int]
    still: Callable[[], Picture]

    def data(self) -> Json:
        """All but the picture."""
        return {name: value for name, value in self._asdict().items() if name != "still"}


def page_of(
    verb: str,
    headline: str,
    about: str,
    title: str,
    graph: CellGraph,
    still: Callable[[], Picture],
    runs: Sequence[Sequence[Json]] = (),
    text: Iterable[str] = (),
    cells: Iterable[Json] = (),
    found: Json | None = None,
) -> Page:
    """The page of a verb; `title` is, say, `board 1: 9 x 9, 10 mines`."""
    shades = player_shades(dict.fromkeys([*[run[0]["player"] for run in runs], *PLAYERS]))
    shown = [[{key: one for key, one in line.items() if key not in UNSHOWN} for line in run] for run in runs]
    told = verb, headline, about, title, _field(graph), shown, found, [*cells], [*text]
    return Page(VERSION, *told, ladder(), shades, still)


def ladder() -> list[tuple[str, int, bool]]:
    """The players, the effort that each makes, and whether they know the mine total."""
    return [
        (name, max(-one.salience for one in player.productions), player.knows_total)
        for name, player in PLAYERS.items()
    ]


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


_SCRIPTS = ("data.js", "board.js", "words.js", "time.js", "try.js", "page.js")
_OWN = ("review",)  # verbs with a script and a style of their own, which only their pages need
_NO_SCRIPT = (
    "Without JavaScript this page shows only this sample, whatever its address holds.",
    "Allow JavaScript, or ask on the command line: logicsweep hint, why, path or compare.",
    "With --html these write a page that shows its answer without JavaScript.",
)
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}  # without them, JSON cannot end an element
_FACES = {"safe": "tick", "found mine": "mine", "hidden mine": "mine", "mine": "mine", "flag": "flag"}


def page_html(page: Page) -> str:
    """The whole page."""
    style, script = _style_and_script(page.verb)
    hashes = f"style-src {_hash(style)}; script-src {_hash(script)}"
    data = json.dumps(page.data(), separators=(",", ":")).translate(_UNSAFE)
    return Template(_part("page.html")).substitute(
        policy=f"default-src 'none'; {hashes}; img-src data:; base-uri 'none'; form-action 'none'",
        title=escape(f"{page.headline} · {page.title}"),
        description=escape(" ".join([page.about, *page.text[:3]]).strip() or page.title),
        headline=escape(visible(page.headline)),
        about=escape(visible(page.about)),
        verb=page.verb,
        facts=escape(visible(page.title)),
        still="\n".join(_still_lines(page.still(), page.text)),
        style=f"<style>{style}</style>",
        form="",
        script=f'<script type="application/json" id="data">{data}</script>\n'
        f'<script type="module">{script}</script>',
    )


def asking_page(
    policy: str, headline: str, about: str, form: str, style: str, script: str, still: Picture
) -> dict[str, str]:
    """The files of a page that has no answer yet: its form and its script ask for one.

    `style` and `script` follow those of all pages; `policy` is its Content-Security-Policy; `still` is the
    picture that is shown without JavaScript.
    """
    frame = Template(_part("page.html")).substitute(
        policy=policy,
        title="logicsweep",
        description=escape(headline),
        headline=escape(headline),
        about=escape(about),
        verb="hint",
        facts="",
        still="\n".join(["<noscript>", *_still_lines(still, _NO_SCRIPT), "</noscript>"]),
        style='<link rel="stylesheet" href="page.css">',
        form=form,
        script='<script type="module" src="page.js"></script>',
    )
    shared_style, shared_script = _style_and_script(*_OWN)
    return {"index.html": frame, "page.css": shared_style + style, "page.js": shared_script + script}


def _style_and_script(*verbs: str) -> tuple[str, str]:
    """The style and the script of the pages of some verbs."""
    own = [verb for verb in _OWN if verb in verbs]
    styles, scripts = ["page.css", *[f"{verb}.css" for verb in own]], [f"{verb}.js" for verb in own]
    return css() + "".join(map(_part, styles)), "".join(map(_part, [*scripts, *_SCRIPTS]))


def _still_lines(picture: Picture, text: Sequence[str]) -> Iterator[str]:
    """The picture as a table, or a free graph as text; what its letters mean, its notes, and some text."""
    shape = picture.graph.shape
    if shape:
        yield f'<table class="board"><caption>{clean(picture.title)}</caption>'
        for first in range(0, len(picture.tiles), shape[1]):
            yield f"<tr>{''.join(map(_still_cell, picture.tiles[first : first + shape[1]]))}"
        yield "</table>"
    else:
        yield f"<pre>{clean(picture.text)}</pre>"
    yield '<div class="card">'
    tinted = [(tile.text, words) for tile, words in picture.legend if tile.tint is not None and tile.text]
    letters = [f"{letter}: safe, known to {who}; {letter.upper()}: a mine" for letter, who in tinted]
    lines = dict.fromkeys([*letters, *picture.notes, *text])
    yield from [f"<p>{clean(line)}</p>" for line in lines]
    yield "</div>"


def _still_cell(tile: Tile) -> str:
    """A cell without its end tag, which HTML does not need; a covered cell without marks is the plainest."""
    marks = {
        "mark": (tile.text or 0) if tile.face == "cleared" and tile.tint is None else "",
        "as": {"safe": "safe", "found mine": "mine"}.get(
            tile.face, "ring" if tile.ring == "stands on" else ""
        ),
        "letter": tile.text if tile.face == "covered" and tile.text.isalpha() else "",
        "risk": "" if tile.risk is None else risk_shade(float(tile.risk)),
        "player": "" if tile.tint is None else tile.tint,
        "asked": tile.ring if tile.ring in ("asked", "guess") else "",
    }
    told = "".join([f" data-{name}={value}" for name, value in marks.items() if value != ""])
    face = _FACES.get(tile.face)
    drawn = f'<svg><use href="#s-{face}"/></svg>' if face else escape(tile.text.rstrip("%"))
    return f"<td class=cell{told}>{drawn}"


def _part(name: str) -> str:
    """A file beside this one, without indentation and comments, which would be a sixth of it."""
    lines = [line.lstrip() for line in files(__package__).joinpath(name).read_text("utf-8").splitlines()]
    return "".join([f"{line}\n" for line in lines if not line.startswith(("//", "/*"))])


def _hash(text: str) -> str:
    """The hash that lets an element's text pass the Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
