"""Boards drawn as text (rows of glyphs, or the nodes of a free graph), tables, and the screen to draw for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from logicsweep.boards.board import COVERED, FLAG, SAFE, View, is_shifted
from logicsweep.boards.cells import CellGraph
from logicsweep.csp.sums import TOTAL

Window = tuple[Sequence[int], range]
"""Some rows and columns, from 0."""
_CODE = r"\x1b\[\d*m"
_BREAK = r"(?<= )|(?<=,)(?=[^ ])"  # lists of facts have no blanks: f-1,f-2
_NUMBERED = r" *\d+\. +"
_BEGUN = r" *(\d\) )?"


@dataclass(frozen=True)
class Screen:
    """Whether glyphs have colours, how many characters a line may have (None: any number), and whether steps
    have tags: how hard each is, in brackets.

    >>> print(*Screen(width=24).fit_lines(["  12. r1c1 is safe: r1c2=1 has 1 flag around it."]), sep="\\n")
      12. r1c1 is safe:
          r1c2=1 has 1
          flag around it.
    """

    colour: bool = False
    width: int | None = None
    tags: bool = False

    def fit_lines(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; long ones are wrapped between words, and indented a little further."""
        if self.width is None:
            yield from lines
            return
        for line in (one for text in lines for one in text.split("\n")):
            numbered = re.match(_NUMBERED, line)
            hang = numbered.end() if numbered else len(line) - len(re.sub(_BEGUN, "", line, count=1)) + 2
            yield from self.break_line(line, min(hang, self.width // 2))

    def break_line(self, line: str, hang: int) -> Iterator[str]:
        """One line, wrapped if it is too long; the continuation lines are indented by `hang`.

        A no-break space keeps two words together, and is printed as a blank.
        """
        if self.width is None or seen_length(line) <= self.width:
            yield line.replace("\xa0", " ")
            return
        start = len(line) - len(line.lstrip())
        begun = line[:start]
        for piece in re.split(_BREAK, line[start:]):
            if begun.strip() and seen_length(begun + piece.rstrip()) > self.width:
                yield begun.rstrip(" ").replace("\xa0", " ")
                begun = " " * hang
            begun += piece
        yield begun.rstrip(" ").replace("\xa0", " ")

    def tint(self, text: str, code: int | None) -> str:
        """The text in a colour (an ANSI code) if the screen shows colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code is not None else text


PLAIN = Screen()
"""No terminal: plain text for files and other programs."""


def seen_length(text: str) -> int:
    """The visible length of a text, without the codes of colours."""
    return len(re.sub(_CODE, "", text))


COLOURS = {"1": 34, "2": 32, "3": 31, "4": 35, "5": 33, "6": 36, "7": 90, "8": 90, "#": 2, "F": 1, "0": 2}
"""The game's usual colours, by glyph."""
REVERSED = 7
_DIM = 2
_BESIDE = 100  # characters that drawings side by side may take if the screen sets no width


def draw_cells(
    graph: CellGraph,
    glyphs: Sequence[str],
    screen: Screen,
    colours: Mapping[str, int] = COLOURS,
    marked: Collection[int] = (),
    part: Window | None = None,
) -> Iterator[str]:
    """A board line by line; a glyph has the colour of its first character with a colour.

    A free graph has a line for each node. If a row is wider than the screen, the columns come in blocks. All
    `glyphs` have the same width; `marked` cells are in reverse video. `part`: what to draw, with the edges of
    the board that it touches; dots stand for rows between.

    >>> print(*draw_cells(CellGraph.grid(2, 3), "##11##", Screen(width=6)), sep="\\n")
        12
    r1  ##
    r2  1#
    <BLANKLINE>
        3
    r1  1
    r2  #
    >>> print(*draw_cells(CellGraph.hexagonal(2, 3), "##11##", PLAIN), sep="\\n")
        1 2 3
    r1  # # 1
    r2   1 # #
    """
    if not graph.shape:
        yield from draw_nodes(graph, {"": glyphs}, screen)
        return
    rows, cols = part or tuple(map(range, graph.shape))
    above, right, below, left = _find_edges(graph, part)
    gap = " " * (is_shifted(graph) and len(glyphs[0]) == 1)
    width, margin = len(glyphs[0] + gap), label_width(rows[-1] + 1)
    shift = half(graph, width)
    step, fitting = len(cols), ((screen.width or 0) - margin - shift - right + len(gap)) // width
    if screen.width and fitting < step:  # in whole tens
        step = max(1, fitting - fitting % 10 if fitting > 10 else fitting)

    def tint_glyph(cell: int) -> str:
        code = next((colours[sign] for sign in glyphs[cell] if sign in colours), None)
        return screen.tint(glyphs[cell], REVERSED if cell in marked else code)

    paint = tint_glyph if screen.colour else glyphs.__getitem__
    behind = " " * (width > 1 and {glyph[-1] for glyph in glyphs} <= {*" %]"})
    for first in range(0, len(cols), step):
        block = cols[first : first + step]
        yield from [""] * bool(first)
        for head in _number_columns(block, width, behind):
            yield " " * (margin - len(gap)) + screen.tint(head, _DIM)
        border = [" " * margin + "-" * (len(block) * width - len(gap) + shift)]
        sides = "|" * (left and not first), "|" * (right and block.stop == cols.stop)
        yield from border * above
        for row in rows:
            yield from ["..."] * (row > rows[0] and row - 1 not in rows)
            label = screen.tint(f"r{row + 1}".ljust(margin - len(sides[0])), _DIM) + sides[0]
            shown = gap.join([paint(row * graph.shape[1] + col) for col in block])
            shown = " " * shift + shown if row % 2 else shown + " " * shift
            yield f"{label}{shown}{sides[1]}".rstrip()
        yield from border * below


def _find_edges(graph: CellGraph, part: Window | None) -> tuple[bool, ...]:
    """Whether a part ends at an edge of the board: above, right, below, left. A torus has no edges."""
    if not part or not graph.shape or graph.kind == "torus":
        return (False,) * 4
    (rows, cols), (height, width) = part, graph.shape
    return rows[0] == 0, cols.stop == width, rows[-1] + 1 == height, cols.start == 0


def half(graph: CellGraph, width: int) -> int:
    """How far the odd rows are shifted to the right if cells are `width` characters wide."""
    return (width + 1) // 2 if is_shifted(graph) else 0


def label_width(rows: int) -> int:
    """The width of the names of rows, with the gap after them."""
    return len(f"r{rows}") + 2


def _number_columns(cols: range, width: int, behind: str = "") -> list[str]:
    """Column numbers in one line if blanks separate them, or else a line of tens and one of units.

    `behind` follows each number if a sign follows each glyph.
    """
    numbers = [col + 1 for col in cols]
    if len(str(cols.stop)) < max(2, width):
        return ["".join([f"{number}{behind}".rjust(width) for number in numbers]).rstrip()]
    tens = ""
    ten_comes = any(number % 10 == 0 for number in numbers)
    for at, number in enumerate(numbers, 1):
        first = at == 1 and (number % 10 < 5 or not ten_comes)  # else too near the next
        if number > 9 and (number % 10 == 0 or first):
            tens = tens.ljust(at * width - len(str(number // 10))) + str(number // 10)
    return [tens, "".join([str(number % 10).rjust(width) for number in numbers])]


def columns_text(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> Iterator[str]:
    """The rows of a table, its titles first: the columns `left` to the left, the others to the right.

    >>> print(*columns_text([["", "safe"], ["overlap", "5"]]), sep="\\n")
             safe
    overlap     5
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        yield "  ".join([cell.ljust(w) if at in left else cell.rjust(w) for at, (cell, w) in cells]).rstrip()


def draw_side_by_side(
    graph: CellGraph,
    pictures: Mapping[str, Sequence[str]],
    screen: Screen = PLAIN,
    cells: Collection[int] = (),
    asked: Collection[int] = (),
) -> str:
    """Drawings with their titles, side by side, or one below the other if they do not fit.

    Of the whole board, or of the part in which `cells` lie; see `draw_part`.
    """
    if not graph.shape:
        return "\n".join(draw_nodes(graph, pictures, screen))

    part = measure_part(graph, cells) if cells else None

    def draw_picture(shown: Sequence[str], on: Screen) -> Iterator[str]:
        return draw_part(graph, shown, part, on, asked=asked) if part else draw_cells(graph, shown, on)

    blocks = [[title, *draw_picture(shown, replace(screen, width=None))] for title, shown in pictures.items()]
    widths = [max(map(seen_length, block)) for block in blocks]
    if sum(widths) + 3 * len(widths) > (screen.width + 3 if screen.width else _BESIDE):
        below = [(title, *draw_picture(shown, screen)) for title, shown in pictures.items()]
        return "\n\n".join(map("\n".join, below))
    return "\n".join(
        "   ".join(
            part + " " * (width - seen_length(part)) for part, width in zip(parts, widths, strict=True)
        ).rstrip()
        for parts in zip_longest(*blocks, fillvalue="")
    )


HIT = "* the mine that was hit"
"""The line below the drawing of a lost game."""


def glyphs(view: View, lost: int | None = None) -> list[str]:
    """What each cell of a view shows, by index; `*` is the mine that was hit, `lost`."""
    return ["*" if cell == lost else glyph for cell, glyph in enumerate(view.glyphs)]


def draw_nodes(
    graph: CellGraph, columns: Mapping[str, Sequence[str]], screen: Screen = PLAIN
) -> Iterator[str]:
    """The nodes one below the other, each with its glyph in every column, below the columns' titles.

    >>> import networkx as nx
    >>> graph = CellGraph.of(nx.path_graph(["ant", "eel in a pot"]))
    >>> print(*draw_nodes(graph, {"before": "1#", "after": "1F"}), sep="\\n")
                  before  after
    ant           1       1
    eel in a pot  #       F
    """
    names = graph.names(range(len(graph)))
    margin = max(map(len, names))
    if any(columns):
        yield (" " * margin + "".join([f"  {title}" for title in columns])).rstrip()
    for cell, name in enumerate(names):
        line = name.ljust(margin)
        behind = 0  # blanks that are due once something follows
        for title, shown in columns.items():
            line += " " * behind + "  " + screen.tint(shown[cell], COLOURS.get(shown[cell]))
            behind = max(0, len(title) - len(shown[cell]))
        yield line


def known_then(
    when: str, view: View, looked_at: Set[int], cells: Collection[int], screen: Screen, asked: Collection[int]
) -> Iterator[str]:
    """The board around some clues and cells at one point, below a heading; `asked` cells are in brackets.

    >>> for line in known_then("The board", View.parse("F2## 0###"), {1}, [2], PLAIN, [2]):
    ...     print(line)
    The board (F = known mine):
         1  2  3
        ---------
    r1 | F  2 [#]
    r2 | 0  #  #
        ---------
    """
    shown = [*draw_around(view, looked_at, cells, screen, asked)] if looked_at or cells else []
    if shown:
        meanings = {"F": "F = known mine", "?": "? = known to be safe"} if view.graph.shape else {}
        seen = ", ".join([what for glyph, what in meanings.items() if any(glyph in one for one in shown)])
        yield f"{when} ({seen}):" if seen else f"{when}:"
        yield from shown


def draw_around(
    view: View,
    looked_at: Set[int],
    cells: Collection[int],
    screen: Screen,
    asked: Collection[int] = (),
    letters: Mapping[int, str] = {},
) -> Iterator[str]:
    """The rows and columns of a board around some clues and cells; `asked` cells are in brackets.

    `letters` stand on their cells. If the mine total is looked at, this is the part around all covered cells;
    dots stand for rows that are not near them. For a free graph this is a list of the clues and the decided
    cells there.
    """
    graph, around = view.graph, view.graph.around(looked_at - {TOTAL})
    if not graph.shape:
        there = [
            (graph.name(cell), mark)
            for cell, mark in enumerate(view.marks)
            if cell in around or TOTAL in looked_at
        ]
        seen = [f"{name}={mark}" for name, mark in there if mark >= 0]
        mines, safe = ([name for name, mark in there if mark == found] for found in (FLAG, SAFE))
        for what, some in (("seen", seen), ("mines found", mines), ("found safe", safe)):
            yield from [f"  {what}: {', '.join(some)}"] if some else []
        return
    unknown = [cell for cell, mark in enumerate(view.marks) if mark == COVERED and TOTAL in looked_at]
    near = (*around, *cells, *graph.around(unknown))
    rows, cols = measure_part(graph, near)
    if TOTAL in looked_at:
        rows = _skip_rows(rows, {cell // graph.shape[1] for cell in near})
    cut = TOTAL in looked_at and len(graph) > _WHOLE and len(rows) * len(cols) <= _MOST_PART * len(graph)
    if TOTAL in looked_at and not cut:
        rows, cols = map(range, graph.shape)
    shown = [letters.get(cell, glyph) for cell, glyph in enumerate(view.glyphs)]
    colours = COLOURS | dict.fromkeys(letters.values(), 1)
    yield from draw_part(graph, shown, (rows, cols), screen, colours, asked)
    if cut:
        also = ", including the rows left out (...)" if rows[-1] - rows[0] >= len(rows) else ""
        yield f"Every cell outside this picture is known{also}."


def _skip_rows(rows: Sequence[int], near: Set[int]) -> Sequence[int]:
    """The rows without those that are not near anything, if there are several one below the other."""
    runs = [(far, [*run]) for far, run in groupby(rows, lambda row: row not in near)]
    return [row for far, run in runs if not far or len(run) < _SKIPPED for row in run]


_MOST_PART = 2 / 3  # of a board: a larger part is not worth cutting out
_WHOLE = 100  # cells of a board that is always drawn whole, to count its mines
_SKIPPED = 3  # so many rows in a row are worth skipping


def measure_part(graph: CellGraph, cells: Iterable[int]) -> Window:
    """The rows and the columns in which some cells lie."""
    assert graph.shape
    rows, cols = zip(*[divmod(cell, graph.shape[1]) for cell in cells], strict=True)
    return range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1)


def draw_part(
    graph: CellGraph,
    shown: Sequence[str],
    part: Window,
    screen: Screen,
    colours: Mapping[str, int] = COLOURS,
    asked: Collection[int] = (),
) -> Iterator[str]:
    """Some rows and columns, with the edges of the board; `shown` are the glyphs of all cells.

    `asked` cells are in brackets. If the screen is too narrow, there are no brackets, and no blanks between.
    """
    if label_width(part[0][-1] + 1) + 3 * len(part[1]) + 2 <= (screen.width or _BESIDE):
        shown = [f"[{one}]" if cell in asked else f" {one} " for cell, one in enumerate(shown)]
    yield from draw_cells(graph, shown, screen, colours, part=part)
