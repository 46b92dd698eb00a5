"""The files of the page that answers: its own, and those of the pages of `--html`."""

from __future__ import annotations

from pathlib import Path

from logicsweep.live.answer import lesson_json
from logicsweep.show.json import dumps
from logicsweep.show.page import asking_page
from logicsweep.verbs.lesson import read_samples

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
_HEADLINE = "Five of these cells are certainly safe. Find one."
_ABOUT = (
    "Click a covered cell: you are told whether you could know it, and why. Or start with your own board."
)


def page_files() -> dict[str, bytes]:
    """All files by name, as the local program serves them."""
    folder = Path(__file__).parent / "static"
    own = {path.name: path.read_text("utf-8") for path in folder.glob("*.*")}
    form, style, *scripts = (own.pop(name) for name in ("form.html", "live.css", "learn.js", "live.js"))
    form = form.replace("$ready", READY)
    files = own | asking_page(POLICY, _HEADLINE, _ABOUT, form, style, "".join(scripts))
    files["lessons.json"] = dumps({name: lesson_json(one) for name, one in read_samples().items()})
    return {name: text.encode() for name, text in files.items()}
