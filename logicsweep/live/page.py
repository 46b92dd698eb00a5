"""The files of the page that answers: its own, and those of the pages of `--html`."""

from __future__ import annotations

from pathlib import Path

from logicsweep.show.page import asking_page

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
_HEADLINE = "What is certain in a Minesweeper position, how risky is the rest, and why?"
_ABOUT = "Paste a board, a position or a link, or drop a file. Then click a cell to ask why."


def page_files() -> dict[str, bytes]:
    """All files by name, as the local program serves them."""
    folder = Path(__file__).parent / "static"
    own = {path.name: path.read_text("utf-8") for path in folder.glob("*.*")}
    form, style, script = (own.pop(name) for name in ("form.html", "live.css", "live.js"))
    form = form.replace("$ready", READY)
    files = own | asking_page(POLICY, _HEADLINE, _ABOUT, form, style, script)
    return {name: text.encode() for name, text in files.items()}
