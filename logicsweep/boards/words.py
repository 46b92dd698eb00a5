"""Words that several sentences share: counts, verdicts, cells in a list; how JSON names cells and rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from logicsweep.boards.cells import CellGraph

if TYPE_CHECKING:
    from fractions import Fraction


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "mine"), plural(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def capital(text: str) -> str:
    """A text with its first letter large.

    >>> capital("casual finds it")
    'Casual finds it'
    """
    return text[:1].upper() + text[1:]


def repeated(names: Iterable[str]) -> str | None:
    """The first name that comes a second time.

    >>> repeated(["a", "b", "c", "b", "a"]), repeated(["a", "b"])
    ('b', None)
    """
    met = set[str]()
    for name in names:
        if name in met:
            return name
        met.add(name)
    return None


def extent(graph: CellGraph) -> str:
    """How large a field is, by rows and columns where it has them, and which it is unless a grid.

    >>> extent(CellGraph.grid(3, 4)), extent(CellGraph.torus(3, 4)), extent(CellGraph.hexagonal(3, 4))
    ('3 x 4', '3 x 4 torus', '3 x 4 hexagons')
    """
    if not graph.shape:
        return f"{len(graph)} cells"
    return "{} x {}".format(*graph.shape) + {"torus": " torus", "hexagonal": " hexagons"}.get(graph.kind, "")


def sized(graph: CellGraph, mines: int | None) -> str:
    """How large a board is, and how many mines it has if that is told.

    >>> sized(CellGraph.grid(2, 3), mines=1), sized(CellGraph.grid(2, 3), mines=None)
    ('2 x 3, 1 mine', '2 x 3, mine total not told')
    """
    return f"{extent(graph)}, {total_text(mines)}"


def total_text(mines: int | None) -> str:
    """The mine total in words, or that it is not told.

    >>> total_text(2), total_text(None)
    ('2 mines', 'mine total not told')
    """
    return "mine total not told" if mines is None else plural(mines, "mine")


def verdict(mine: bool) -> str:
    """What a cell is.

    >>> verdict(True), verdict(False)
    ('a mine', 'safe')
    """
    return "a mine" if mine else "safe"


def are(cells: str, count: int, mine: bool) -> str:
    """What one or several cells are.

    >>> are("r1c2", 1, True), are("r1c2, r1c3", 2, True), are("r1c2, r1c3", 2, False)
    ('r1c2 is a mine', 'r1c2, r1c3 are mines', 'r1c2, r1c3 are safe')
    """
    return f"{cells} is {verdict(mine)}" if count == 1 else f"{cells} are {'mines' if mine else 'safe'}"


def both_or_all(names: Sequence[str]) -> tuple[str, str]:
    """Names with `and` before the last, and the word for all of them: none for one, `both` for two.

    >>> both_or_all(["r1c1=1", "r1c3=2"])
    ('r1c1=1 and r1c3=2', 'both ')
    """
    joined = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return joined, {1: "", 2: "both "}.get(len(names), "all ")


def listed(graph: CellGraph, cells: Iterable[int], limit: int = 20) -> str:
    """Cells (indices) by name, the first `limit` of them.

    >>> listed(CellGraph.grid(2, 2), [0, 1, 2], limit=2)
    'r1c1, r1c2 and 1 more'
    """
    indices = list(cells)
    more = f" and {len(indices) - limit} more" if len(indices) > limit else ""
    return ", ".join([graph.name(i) for i in indices[:limit]]) + more


def site_name(graph: CellGraph, site: Hashable) -> str | None:
    """The name of the cell at which a production fired; None where it looked at the whole board.

    >>> site_name(CellGraph.grid(2, 2), 3), site_name(CellGraph.grid(2, 2), None)
    ('r2c2', None)
    """
    return graph.name(site) if isinstance(site, int) else None


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_text(count: int) -> str:
    """A number as a word; above ten in figures.

    >>> number_text(0), number_text(3), number_text(11)
    ('no', 'three', '11')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def looked_at(graph: CellGraph, production: str, site: Hashable, counts: Mapping[str, int] = {}) -> str:
    """A production with where it looked and what it counted.

    >>> looked_at(CellGraph.grid(2, 2), "all-found", 3, {"f": 0, "c": 2})
    'all-found at r2c2 (f=0 c=2)'
    """
    name = site_name(graph, site)
    return f"{production}{f' at {name}' if name else ''}{counted(counts)}"


def row_names(graph: CellGraph, rows: Sequence[int]) -> list[str]:
    """Rows by name: clues by their cells, and `total` for the mine total, which has no cell.

    >>> row_names(CellGraph.grid(2, 2), [3, -1])
    ['r2c2', 'total']
    """
    return [graph.name(row) if row >= 0 else "total" for row in rows]


def signed(graph: CellGraph, added: Sequence[int], subtracted: Sequence[int]) -> str:
    """Rows that are added and subtracted, as a sum.

    >>> signed(CellGraph.grid(2, 2), [3, 1], [0])
    'r2c2 + r1c2 - r1c1'
    """
    return " - ".join([" + ".join(row_names(graph, added)) or "0", *row_names(graph, subtracted)])


def visible(text: str) -> str:
    """A text in which all can be seen: what is invisible or turns text round is escaped, blanks are usual.

    >>> print(visible("a\u202eb\xa0c\u3164"))
    a\\u202eb c\\u3164
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_seen, text))


def _seen(letter: str) -> str:
    if letter == "\n" or (letter.isprintable() and letter not in _BLANK):
        return letter
    return " " if letter.isspace() else ascii(letter)[1:-1]


_BLANK = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))),
}
"""What Python would print, and nobody sees; not the sign after an emoji that asks for colours."""


def counted(counts: Mapping[str, int]) -> str:
    """What a production counted: ` (f=0 c=2 m=1)`, or nothing.

    >>> counted({"f": 0, "c": 2}), counted({})
    (' (f=0 c=2)', '')
    """
    return f" ({' '.join(f'{name}={value}' for name, value in counts.items())})" if counts else ""


def share(risk: Fraction) -> str:
    """A risk as a fraction and in percent, without the fraction where that is too long to read.

    >>> from fractions import Fraction
    >>> share(Fraction(4, 15))
    '4/15 (26.67 %)'
    """
    percent = f"{float(100 * risk):.4g} %"
    fraction = str(risk) if risk.denominator < 10**12 else ""
    return f"{fraction} ({percent})" if fraction else f"about {percent}"


def risked(risk: Fraction | None) -> str:
    """A risk, or that it was not counted.

    >>> from fractions import Fraction
    >>> risked(Fraction(1, 2)), risked(None)
    ('risk 1/2 (50 %)', 'risk not counted')
    """
    return "risk not counted" if risk is None else f"risk {share(risk)}"


class Mark(NamedTuple):
    """How marked values are written where a program reads them: their kind in words, and one of them.

    A field or a property whose hint is `Annotated[type, "what it means"]` goes out as JSON: see `show.json`.
    """

    words: str
    write: Callable[[CellGraph, Any], object]


CellIndex = Annotated[int, Mark("cell name", CellGraph.name)]
"""A cell by its index; written as its name."""
RowIndex = Annotated[int, Mark("row name", lambda graph, row: row_names(graph, [row])[0])]
"""A clue by its cell's index, or `TOTAL` for the mine total."""
NAMED = Mark("name", lambda _, value: value and value.name)
"""What is written as its name: a player, a production."""
