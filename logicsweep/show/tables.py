"""Tables as a page for a browser: one file that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from logicsweep.show.palette import css

_STYLE = (
    css()
    + """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
body { background: var(--surface); color: var(--ink) }
h1, h2 { line-height: 1.25; overflow-wrap: anywhere }
.wide { overflow-x: auto }
svg { width: 100%; max-width: calc(30rem * var(--plots)); height: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600 }
th, td { text-align: right; padding: .15rem .8rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { position: sticky; left: 0; text-align: left; background: var(--surface) }
@media (max-width: 45rem) {
  body { margin: 1rem auto }
  h1, h2 { font-size: 1.3rem }
  svg { width: calc(100% * var(--plots)) }
  table { font-size: .8rem }
  th, td { padding: .15rem .3rem }
}
"""
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def tables_html(title: str, heading: str, parts: Iterable[str]) -> str:
    """A self-contained page; its parts are HTML."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{escape(heading)}</h1>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def plot_html(svg: str, plots: int) -> str:
    """A plot that scrolls if it is wider than the screen; `plots` are side by side."""
    return _scroll_by_itself("plot", svg, f' style="--plots: {plots}"')


def table_html(name: str, caption: str, rows: Sequence[Sequence[str]]) -> str:
    """A table of texts with its header first; `name` says what it is to those who do not see it."""
    head, *others = rows
    lines = "".join([_html_row(row, "td") for row in others])
    table = f"<caption>{escape(caption)}</caption>\n{_html_row(head, 'th')}{lines}"
    return _scroll_by_itself(escape(name), f"<table>\n{table}</table>")


def _scroll_by_itself(name: str, content: str, more: str = "") -> str:
    """Content that scrolls, also by keys, if it is wider than the screen."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{name}"{more}>\n{content}</div>\n'


def _html_row(row: Sequence[str], tag: str) -> str:
    """A row of cells; intervals of numbers never break."""
    scope = ' scope="col"' if tag == "th" else ""
    texts = [escape(text if any(map(str.isalpha, text)) else text.replace("-", "\u2011")) for text in row]
    return f"<tr>{''.join([f'<{tag}{scope}>{text}</{tag}>' for text in texts])}</tr>\n"
