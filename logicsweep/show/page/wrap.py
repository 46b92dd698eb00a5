"""A page's data put into its template: one file that needs no other, and that asks nothing of a network."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logicsweep.show.page.records import PageRecord

SCRIPTS = ("data.js", "places.js", "board.js", "chart.js", "reason.js", "page.js")
"""The parts of the script, in their order."""
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def page_html(told: PageRecord) -> str:
    """The whole page."""
    style = _part("page.css")
    script = "".join([_part(name) for name in SCRIPTS])
    return Template(_part("page.html")).substitute(
        title=escape(f"{told['title']} · {told['verb']}"),
        style_hash=_hash(style),
        script_hash=_hash(script),
        style=style,
        data=escaped_json(told),
        script=script,
    )


def escaped_json(value: object) -> str:
    """JSON that ends no element and begins none, whatever texts are in it.

    >>> escaped_json({"</script>": "&"})
    '{"\\\\u003c/script\\\\u003e":"\\\\u0026"}'
    """
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return told.encode("utf-8", "backslashreplace").decode("utf-8")


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """What a Content-Security-Policy knows an element's text by."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
