"""Drawings of boards in plain text, coloured where a terminal shows colours."""

from __future__ import annotations

_COLOURS = {"1": 34, "2": 32, "3": 31, "4": 35, "5": 33, "6": 36, "7": 90, "8": 90, "#": 2, "F": 1, "0": 2}


def paint(text: str, colour: bool) -> str:
    """The drawing of a board with its glyphs in the game's usual colours, or as it is."""
    if not colour:
        return text
    return "".join(f"\x1b[{_COLOURS[glyph]}m{glyph}\x1b[0m" if glyph in _COLOURS else glyph for glyph in text)


def beside(*pictures: tuple[str, str], colour: bool = False) -> str:
    """Titled drawings side by side, or one below the other where that would pass 100 columns."""
    blocks = [[title, *drawing.split("\n")] for title, drawing in pictures]
    widths = [max(map(len, block)) for block in blocks]
    if sum(widths) + 3 * len(widths) > 100:
        return "\n\n".join(f"{block[0]}\n{paint(chr(10).join(block[1:]), colour)}" for block in blocks)
    height = max(map(len, blocks))
    lines = []
    for row in range(height):
        parts = [block[row] if row < len(block) else "" for block in blocks]
        padded = [part.ljust(width) for part, width in zip(parts, widths, strict=True)]
        lines.append("   ".join(paint(part, colour and row > 0) for part in padded).rstrip())
    return "\n".join(lines)
