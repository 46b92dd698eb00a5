"""The files of the page that answers: its own, and those of the pages of `--html`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from logicsweep.boards.board import View
from logicsweep.boards.fields import KINDS
from logicsweep.live.answer import lesson_json
from logicsweep.show.json import Json, dumps
from logicsweep.show.page import asking_page, ladder
from logicsweep.show.svg import picture_of
from logicsweep.verbs.convert import SITES, format_names
from logicsweep.verbs.lesson import read_samples
from logicsweep.verbs.reading import MAKERS

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the page."""
READY = """mines 10
0000001##
0000002##
0000001##
0001111##
0001#21##
00023####
0001#####
00013####
00001####
"""
"""The position of the first visit."""
_SCRIPTS = ("game.js", "play.js", "setup.js", "learn.js", "live.js")
"""The parts of the script, in order; the last one begins."""
_HEADLINE = "Five of these cells are certainly safe. Find one."
_ABOUT = (
    "Click a covered cell: you are told whether you could know it, and why. Or start with your own board."
)


def page_files() -> dict[str, bytes]:
    """All files by name, as the local program serves them."""
    folder = Path(__file__).parent / "static"
    own = {path.name: path.read_text("utf-8") for path in folder.glob("*.*")}
    form, style = own.pop("form.html"), own.pop("live.css")
    script = "".join([own.pop(name) for name in _SCRIPTS])
    form = form.replace("$ready", READY).replace("$tables", json.dumps(_tables()))
    files = own | asking_page(POLICY, _HEADLINE, _ABOUT, form, style, script, picture_of(View.parse(READY)))
    files["lessons.json"] = dumps({name: lesson_json(one) for name, one in read_samples().items()})
    return {name: text.encode() for name, text in files.items()}


def _tables() -> Json:
    """What the page offers and draws before it asks: the players, the kinds of field, the formats to copy."""
    kinds = {name: maker(1, 1).kind for name, maker in MAKERS.items()}
    return {
        "ladder": ladder(),
        "fields": {name: {"kind": kind, **asdict(KINDS[kind])} for name, kind in kinds.items()},
        "formats": format_names("position"),
        "sites": [name for name, rows in SITES.items() if "position" in rows],
    }
