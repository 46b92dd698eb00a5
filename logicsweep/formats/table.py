"""The table of formats: what a row says, the rows, and `register`, which adds one.

The module of a format is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from logicsweep.errors import InvalidInput, describe, of_kind

if TYPE_CHECKING:
    from logicsweep.boards.board import Board

Kind = Literal["boards", "position"]
"""What a format may hold: boards, or what a player sees of boards; one or many."""


class Deal(NamedTuple):
    """A board as its format tells it, with the first click (the index of a safe cell) if that is told."""

    board: Board
    start: int | None = None


class Format(NamedTuple):
    """One row of the table.

    All functions take text, or bytes where the format is `binary`. A format that can hold boards and
    positions has two rows with the same name.

    >>> from logicsweep.formats import FORMATS
    >>> judge = FORMATS[0]
    >>> judge.name, judge.holds, [str(board) for board in judge.read("1 3\\nM..\\n0 0\\n", "boards.txt")]
    ('judge', 'boards', ['M..'])
    """

    name: str
    """As `--from` takes it."""
    holds: Kind
    about: str
    """One line for help."""
    sniff: Callable[[Any], bool]
    """Whether content is meant to be in this format, even with mistakes. It sees the beginning: some lines
    of a format that streams, else all, or the first million bytes at least. Where several formats say so,
    one that holds what the verb reads goes first, then the table's order decides."""
    read: Callable[..., Any]
    """For boards, `read(content, source)` gives the boards (or deals) one by one, those before a mistake
    first. For positions, `read(content, source, mines)` gives their views likewise, or the one view;
    `mines` overrides the total that is told. `source` names the content in errors."""
    write: Callable[[Any], str | bytes] | None = None
    """`write(boards)`, an iterable of boards and deals, or `write(views)`: what `read` reads. Raises
    InvalidInput, with `format NAME` as its place, for what the format cannot hold."""
    one_by_one: bool = False
    """Whether what it writes of many is what it writes of each, one after another."""
    endings: tuple[str, ...] = ()
    """File-name endings such as `.abf` that say the format."""
    binary: bool = False
    stream: Callable[[Any, str], Iterator[Iterable[Any]]] | None = None
    """Without it, content is read as a whole. `stream(blocks, source)` takes an iterator of text in blocks
    of whole lines (of bytes as they come, where the format is `binary`), and gives the same boards or views
    in batches, each as soon as what is in it is there: any iterables, or `Boards`, which is fastest."""
    inline: bool = False
    """Whether a line of it is content on the command line, where the name of a file is taken: such a line
    looks like no name, and `sniff` tells it from all others."""
    sites: tuple[str, ...] = ()
    """The hosts whose links it reads."""
    starts: bool = False
    """Whether it tells the first click of a board."""
    fields: bool = False
    """Whether its rectangles may be cells of a torus or hexagons too, as `--field` says. For positions
    `read` then takes the field as a fourth argument, a function such as `CellGraph.torus`."""

    def ends(self, file: str) -> bool:
        """Whether the name of a file has an ending of this format."""
        return file.lower().endswith(self.endings)


@dataclass(frozen=True)
class _Of:
    """A function of a module of this folder, which is imported when the function is called.

    What is `given` here goes before the other arguments.
    """

    module: str
    name: str
    given: tuple[str, ...] = ()

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401  # whatever the function gives
        function = getattr(import_module(f"logicsweep.formats.{self.module}"), self.name)
        return function(*self.given, *arguments)


def _streaming(module: str, ending: str = "") -> dict[str, Any]:
    """The functions of a format that reads, writes and streams; their names may have an ending."""
    return {name: _Of(module, name + ending) for name in ("sniff", "read", "write", "stream")}


FORMATS: list[Format] = [
    Format(
        "judge",
        "boards",
        "Boards: a line 'rows cols', then rows of M (mine) and . (safe); at the end 0 0.",
        **_streaming("judge"),
        fields=True,
    ),
    Format(
        "position",
        "position",
        "A position: rows of 0-8 (clue), # (covered), F (flag), ? (cleared, no number), "
        "after an optional line 'mines N'; several, with blank lines between. Blanks, | or , may part "
        "the cells. Read too: keycap digits and flag emoji.",
        sniff=_Of("position", "sniff"),
        read=_Of("position", "read"),
        write=_Of("position", "write"),
        fields=True,
    ),
    Format(
        "mine",
        "boards",
        "Boards of JSMinesweeper: a line WxHxM, then rows of M, F, ? (mines) and H, 0-8 (safe).",
        sniff=_Of("mine", "sniff_boards"),
        read=_Of("mine", "read_boards"),
        write=_Of("mine", "write_boards"),
        endings=(".mine",),
        stream=_Of("mine", "stream"),
        one_by_one=True,
    ),
    Format(
        "mine",
        "position",
        "Positions of JSMinesweeper: a line WxHxM, then rows of 0-8 (clue), H (covered), F (flag).",
        sniff=_Of("mine", "sniff_position"),
        read=_Of("mine", "read_position"),
        write=_Of("mine", "write_position"),
        endings=(".mine",),
        one_by_one=True,
    ),
    Format(
        "mbf",
        "boards",
        "Boards of Minesweeper Arbiter as bytes: width, height, number of mines, column and row of each.",
        **_streaming("mbf"),
        endings=(".mbf", ".abf"),
        binary=True,
        one_by_one=True,
    ),
    Format(
        "mbf-hex",
        "boards",
        "The bytes of mbf as hex, a board in each line.",
        **_streaming("mbf", "_hex"),
        inline=True,
        one_by_one=True,
    ),
    Format(
        "ptt",
        "boards",
        "Links to the ZiNi Calculator of PTTACGfans, one a line, or what they ask: '?b=SIZE&m=MINES'.",
        **_streaming("ptt"),
        inline=True,
        sites=("pttacgfans.github.io",),
        one_by_one=True,
    ),
    Format(
        "tatham",
        "boards",
        "Game IDs of Mines in Simon Tatham's puzzle collection, one a line: 'WxH:x,y,m' and hex digits, "
        "masked (m) or clear (u), alone or behind its page's address.",
        **_streaming("tatham"),
        inline=True,
        sites=("www.chiark.greenend.org.uk",),
        starts=True,
        one_by_one=True,
    ),
    Format(
        "puzzlink",
        "position",
        "Links to Minesweeper on puzz.link, pzplus.tck.mn and their kin, one a line; "
        "the mine total is not told.",
        **_streaming("puzzlink"),
        inline=True,
        sites=("puzz.link", "pzplus.tck.mn", "pzprxs.vercel.app", "pzv.jp"),
        one_by_one=True,
    ),
    Format(
        "graph",
        "boards",
        "Boards on any graph: JSON as networkx's node_link_data gives it, nodes with mine: true.",
        sniff=_Of("graph", "sniff_boards"),
        read=_Of("graph", "read_boards"),
        write=_Of("graph", "write_boards"),
        endings=(".graph.json",),
        stream=_Of("graph", "stream"),
        inline=True,
        starts=True,
        one_by_one=True,
    ),
    Format(
        "graph",
        "position",
        "A position on any graph: the same JSON, nodes with clue: N, flag: true or safe: true; "
        "all others are covered.",
        sniff=_Of("graph", "sniff_positions"),
        read=_Of("graph", "read_views"),
        write=_Of("graph", "write_views"),
        endings=(".graph.json",),
        inline=True,
        one_by_one=True,
    ),
    *(
        Format(
            name,
            "boards",
            f"Replays of {program}: needs the extra `replays`.",
            sniff=_Of("replays", "sniff", (name,)),
            read=_Of("replays", "read", (name,)),
            endings=(f".{name}",),
            binary=True,
            starts=True,
        )
        for name, program in (
            ("avf", "Minesweeper Arbiter"),
            ("evf", "Metasweeper"),
            ("rmv", "Viennasweeper"),
            ("mvf", "Minesweeper Clone 0.97"),
        )
    ),
]
"""All formats, in the order in which they are tried; `register` adds one.

Content that none of them recognises is read as the first format that the verb reads.
"""


def register(row: Format) -> None:
    """Add a format to the table, from where sniffing, `--from` and help find it.

    Raises InvalidInput where a format of this name holds the same already.

    >>> register(FORMATS[0])
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: format: expected a new name, got 'judge', which is there already
    """
    of_kind("format", row, Format)
    if not of_kind("format name", row.name, str) or row.name.split() != [row.name]:
        raise InvalidInput("format name", "one word", describe(row.name))
    if row.holds not in get_args(Kind):
        raise InvalidInput("format holds", " or ".join(map(repr, get_args(Kind))), describe(row.holds))
    for what, function in (("sniff", row.sniff), ("read", row.read)):
        if not callable(function):
            raise InvalidInput(f"format {what}", "a function", describe(function))
    if any((row.name, row.holds) == (known.name, known.holds) for known in FORMATS):
        raise InvalidInput("format", "a new name", f"{row.name!r}, which is there already")
    FORMATS.append(row)


def holding(*kinds: Kind) -> tuple[Format, ...]:
    """The formats that hold one of these: those of the first kind in the table's order, then of the next.

    >>> holding("boards")[0].name, holding("position", "boards")[0].name
    ('judge', 'position')
    """
    return tuple(row for kind in kinds for row in FORMATS if row.holds == kind)
