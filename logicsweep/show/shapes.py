"""Tiles as SVG shapes round (0, 0): a cell is 32 wide. All is drawn by shapes but digits and letters."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from math import sqrt

from logicsweep.show.places import Outline
from logicsweep.show.tiles import Tile

SIZE = 32
"""How wide a cell is."""
_DIGITS = ("", "#1d4ed8", "#15703b", "#c01f2e", "#3b1a8f", "#8a2d0c", "#0b6b78", "#1f2328", "#57606a")
_INK, _PAPER = "#1f2328", "#ffffff"
_CLEARED, _LINE = "#f4f6f8", "#ccd3da"
_COVERED, _SHADE = "#c6ced7", "#8d98a5"
_SAFE, _SAFE_INK = "#7fd494", "#15703b"
_MINE, _MINE_INK = "#f08c84", "#a11c12"
_RINGS = {"stands on": "#6d3fc4", "added": "#6d3fc4", "subtracted": "#a34a00", "asked": "#1f2328"}
TINTS = ("#c9ecd1", "#c3e6f2", "#c9d6fb", "#e5cff5", "#fbe3a8", "#f9cdd3", "#dfe3c0")
_PALE, _STRONG = (255, 247, 230), (252, 208, 172)  # risk 0, risk 1: paler than what is certain
_SPIKES = "M-9 0H9M0-9V9M-6.4-6.4 6.4 6.4M-6.4 6.4 6.4-6.4"


@lru_cache(maxsize=4096)
def shapes(tile: Tile, outline: Outline) -> str:
    """A tile as SVG elements; there are few different ones, so each is made once.

    >>> shapes(Tile("cleared", "3"), "node")[:46]
    '<circle r="15.5" fill="#f4f6f8" stroke="#ccd3d'
    """
    x, y = (9.5, 9) if outline == "square" else (6.5, 8)
    flag = _flag(x, y, 0.45) if _is_flagged(tile) else ""
    mine = _cross(9.5, -9.5, 4.5) if tile.corner == "mine" else ""
    return _face(tile, outline) + _text(tile) + flag + mine + _ring(tile, outline)


def _is_flagged(tile: Tile) -> bool:
    """Whether a flag stands in the corner: a mine that is found has it in the middle."""
    return tile.corner == "flag" and tile.face != "found mine"


def _face(tile: Tile, outline: Outline) -> str:
    match tile.face:
        case "cleared" | "mine" | "start":
            ground = _CLEARED if tile.tint is None else TINTS[tile.tint % len(TINTS)]
            flat = _body(outline, 15.5, f'fill="{ground}" stroke="{_LINE}"')
            return flat + {"mine": _spiked(), "start": _start()}.get(tile.face, "")
        case "safe":
            return _body(outline, 15.5, f'fill="{_SAFE}" stroke="{_SAFE_INK}"') + _check()
        case "found mine":
            found = _flag(0, 0, 1) if tile.corner == "flag" else _cross(0, 0, 10.5)
            return _body(outline, 15.5, f'fill="{_MINE}" stroke="{_MINE_INK}"') + found
    cap = _COVERED if tile.risk is None else _shade(tile.risk.numerator / tile.risk.denominator)
    cap = cap if tile.tint is None else TINTS[tile.tint % len(TINTS)]
    raised = _body(outline, 15.5, f'fill="{_SHADE}"') + _body(outline, 14, f'fill="{cap}"', -1.2)
    return raised + {"flag": _flag(0, 0, 1), "hidden mine": _spiked()}.get(tile.face, "")


def _body(outline: Outline, half: float, look: str, up: float = 0) -> str:
    """The outline of a cell, `half` as wide to each side, a little further up and left for a raised cap."""
    if outline == "square":
        at, side = f"{up - half:g}", f"{2 * half:g}"
        return f'<rect x="{at}" y="{at}" width="{side}" height="{side}" rx="2" {look}/>'
    if outline == "node":
        return f'<circle r="{half:g}" {look}/>' if not up else f'<circle cy="{up:g}" r="{half:g}" {look}/>'
    radius = half * 2 / sqrt(3)
    corners = [(0, -radius), (half, -radius / 2), (half, radius / 2), (0, radius)]
    corners += [(-half, radius / 2), (-half, -radius / 2)]
    points = " ".join([f"{x:.4g},{y + up:.4g}" for x, y in corners])
    return f'<polygon points="{points}" {look}/>'


def _shade(risk: float) -> str:
    return "#" + "".join([f"{round(p + (s - p) * risk):02x}" for p, s in zip(_PALE, _STRONG, strict=True)])


def _text(tile: Tile) -> str:
    if not tile.text:
        return ""
    small = {1: 19, 2: 16, 3: 13}.get(len(tile.text), 10)
    size = 12.5 if tile.risk is not None else small
    low = 0.36 * size - (3.5 if _is_flagged(tile) else 0)
    return f'<text y="{low:.2f}" font-size="{size:g}" fill="{_ink(tile)}">{escape(tile.text)}</text>'


def _ink(tile: Tile) -> str:
    """The classic colour of a digit; black on what is shaded."""
    if tile.risk is not None:
        return "#000000"
    clue = tile.text.isdecimal() and tile.tint is None
    return _DIGITS[min(int(tile.text), 8)] if clue else _INK


def _spiked() -> str:
    """A mine: a disc with spikes and a glint."""
    spikes = f'<path d="{_SPIKES}" stroke="{_INK}" stroke-width="2.2" stroke-linecap="round"/>'
    return f'{spikes}<circle r="6.3" fill="{_INK}"/><circle cx="-2" cy="-2" r="1.7" fill="{_PAPER}"/>'


def _flag(x: float, y: float, size: float) -> str:
    pole = f'<path d="M-3-9.5V9M-7 9H4" fill="none" stroke="{_INK}" stroke-width="2"/>'
    cloth = f'<path d="M-3.5-10 8-5-3.5 0Z" fill="{_MINE_INK}"/>'
    moved = f'<g transform="translate({x:g} {y:g}) scale({size:g})">'
    return f"{moved}{pole}{cloth}</g>" if (x, y, size) != (0, 0, 1) else pole + cloth


def _check() -> str:
    """Safe: a disc with a hook."""
    hook = f'<path d="M-4.5.5-1.2 4 4.8-3.6" fill="none" stroke="{_PAPER}" stroke-width="2.4"/>'
    return f'<circle r="9" fill="{_SAFE_INK}"/>{hook}'


def _cross(x: float, y: float, half: float) -> str:
    """A mine that is found: a diamond with a cross, of another shape than what is safe."""
    arm = 0.3 * half
    diamond = f'<path d="M{x:g} {y - half:g} {x + half:g} {y:g} {x:g} {y + half:g} {x - half:g} {y:g}Z" '
    cross = f"M{x - arm:.3g} {y - arm:.3g} {x + arm:.3g} {y + arm:.3g}"
    cross += f"M{x - arm:.3g} {y + arm:.3g} {x + arm:.3g} {y - arm:.3g}"
    look = f'stroke="{_PAPER}" stroke-width="{half / 5:.2g}"'
    return f'{diamond}fill="{_MINE_INK}"/><path d="{cross}" {look}/>'


def _start() -> str:
    """The first click: a triangle, as on a button that plays."""
    return f'<path d="M-6-8 9 0-6 8Z" fill="{_INK}"/>'


def _ring(tile: Tile, outline: Outline) -> str:
    """A ring: whole, or dashed where something is subtracted; with a sign, drawn as a badge in the corner."""
    if not tile.ring:
        return ""
    colour = _RINGS[tile.ring]
    dashes = ' stroke-dasharray="5.5 3.5"' if tile.ring == "subtracted" else ""
    ring = _body(outline, 13.8, f'fill="none" stroke="{colour}" stroke-width="3.4"{dashes}')
    sign = {"added": "M7-10H13M10-13V-7", "subtracted": "M7-10H13"}.get(tile.ring)
    if sign is None:
        return ring
    badge = f'<circle cx="10" cy="-10" r="6" fill="{colour}" stroke="{_PAPER}"/>'
    return f'{ring}{badge}<path d="{sign}" stroke="{_PAPER}" stroke-width="1.8"/>'
