"""The formats of boards and positions: one table, from which sniffing, `--from`, `--to` and help follow.

A new format is a file in this folder, with `sniff`, `read` and `write`, and a row of `FORMATS`; a format
from elsewhere is a row for `register`. The module of a format is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, NamedTuple, get_args

from logicsweep.boards.cells import MOST_CELLS
from logicsweep.errors import InvalidInput, describe, of_kind

Kind = Literal["boards", "position"]
"""What a format may hold: boards, or what a player sees of boards; one or many."""

_LONGEST = MOST_CELLS + 1024  # bytes in a line of text that streams: more is no board that is taken
_IN_TEXT = bytes({*range(256)} - {*range(9), *range(14, 32), 127})  # bytes that a text may have


class Format(NamedTuple):
    """One row of the table.

    `read` takes its content in blocks, of whole lines of text, or of bytes as they come where the format is
    `binary`: `[text]` is a whole one. All other functions take text, or bytes, of one piece. A format that
    can hold boards and positions has two rows with the same name.

    >>> judge = FORMATS[0]
    >>> judge.name, judge.holds, [list(batch) for batch in judge.read(["1 3\\nM..\\n0 0\\n"])]
    ('judge', 'boards', [[Board.parse('M..')]])
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
    read: Callable[..., Iterator[Any]]
    """For boards, `read(blocks, source)` gives `Boards`, with their first clicks, in batches: what is in a
    block before the next is asked for. For positions, `read(blocks, source, mines)` gives the views one by
    one; `mines` overrides the totals that are told. What stands before a mistake comes first. Raises
    InvalidInput for whatever is not in the format; its place is `source:line:column`, of bytes
    `source: byte N`."""
    write: Callable[[Any], str | bytes] | None = None
    """`write(boards)`, an iterable of boards or `Boards` with their first clicks, or `write(views)`: what
    `read` reads. Raises InvalidInput, with `format NAME` as its place, for what the format cannot hold."""
    one_by_one: bool = False
    """Whether what it writes of many is what it writes of each, one after another."""
    endings: tuple[str, ...] = ()
    """File-name endings such as `.abf` that say the format."""
    binary: bool = False
    streams: bool = False
    """Whether two lines, or what comes first of bytes, tell the format: then what comes alone is answered at
    once. Else `read` gets all content as one block."""
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
    """A function of a module of this folder, which is imported when it is called."""

    module: str
    name: str
    given: tuple[str, ...]
    """What goes before the other arguments."""

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401  # whatever the function gives
        function = getattr(import_module(f"logicsweep.formats.{self.module}"), self.name)
        return function(*self.given, *arguments)


def _of(module: str, ending: str = "", *given: str) -> dict[str, Any]:
    """The functions of a format; their names may have an ending."""
    return {name: _Of(module, name + ending, given) for name in ("sniff", "read", "write")}


_A_LINE: dict[str, Any] = {"inline": True, "streams": True, "one_by_one": True}
FORMATS: list[Format] = [
    Format(
        "judge",
        "boards",
        "Boards: a line 'rows cols', then rows of M (mine) and . (safe); at the end 0 0.",
        **_of("judge"),
        streams=True,
        fields=True,
    ),
    Format(
        "position",
        "position",
        "A position: rows of 0-8 (clue), # (covered), F (flag), ? (cleared, no number), "
        "after an optional line 'mines N'; several, with blank lines between. Blanks, | or , may part "
        "the cells. Read too: keycap digits and flag emoji.",
        **_of("position"),
        fields=True,
    ),
    Format(
        "mine",
        "boards",
        "Boards of JSMinesweeper: a line WxHxM, then rows of M, F, ? (mines) and H, 0-8 (safe).",
        **_of("mine", "_boards"),
        endings=(".mine",),
        streams=True,
        one_by_one=True,
    ),
    Format(
        "mine",
        "position",
        "Positions of JSMinesweeper: a line WxHxM, then rows of 0-8 (clue), H (covered), F (flag).",
        **_of("mine", "_views"),
        endings=(".mine",),
        one_by_one=True,
    ),
    Format(
        "mbf",
        "boards",
        "Boards of Minesweeper Arbiter as bytes: width, height, number of mines, column and row of each.",
        **_of("mbf"),
        endings=(".mbf", ".abf"),
        binary=True,
        streams=True,
        one_by_one=True,
    ),
    Format(
        "mbf-hex",
        "boards",
        "The bytes of mbf as hex, a board in each line.",
        **_of("mbf", "_hex"),
        **_A_LINE,
    ),
    Format(
        "ptt",
        "boards",
        "Links to the ZiNi Calculator of PTTACGfans, one a line, or what they ask: '?b=SIZE&m=MINES'.",
        **_of("links", "_ptt"),
        **_A_LINE,
        sites=("pttacgfans.github.io",),
    ),
    Format(
        "tatham",
        "boards",
        "Game IDs of Mines in Simon Tatham's puzzle collection, one a line: 'WxH:x,y,m' and hex digits, "
        "masked (m) or clear (u), alone or behind its page's address.",
        **_of("tatham"),
        **_A_LINE,
        sites=("www.chiark.greenend.org.uk",),
        starts=True,
    ),
    Format(
        "puzzlink",
        "position",
        "Links to Minesweeper on puzz.link, pzplus.tck.mn and their kin, one a line; "
        "the mine total is not told.",
        **_of("links", "_puzzlink"),
        **_A_LINE,
        sites=("puzz.link", "pzplus.tck.mn", "pzprxs.vercel.app", "pzv.jp"),
    ),
    Format(
        "graph",
        "boards",
        "Boards on any graph: JSON as networkx's node_link_data gives it, nodes with mine: true.",
        **_of("graph", "_boards"),
        endings=(".graph.json",),
        **_A_LINE,
        starts=True,
    ),
    Format(
        "graph",
        "position",
        "A position on any graph: the same JSON, nodes with clue: N, flag: true or safe: true; "
        "all others are covered.",
        **_of("graph", "_views"),
        endings=(".graph.json",),
        inline=True,
        one_by_one=True,
    ),
    *(
        Format(
            name,
            "boards",
            f"Replays of {program}: needs the extra `replays`.",
            **_of("replays", "", name) | {"write": None},
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
"""All formats, in the order in which they are tried; `register` adds one. Content that none recognises is
read as the first format that the verb reads.
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
    if row.holds not in get_args(Kind):
        raise InvalidInput("format holds", " or ".join(map(repr, get_args(Kind))), describe(row.holds))
    if any((row.name, row.holds) == (known.name, known.holds) for known in FORMATS):
        raise InvalidInput("format", "a new name", f"{row.name!r}, which is there already")
    FORMATS.append(row)


def holding(*kinds: Kind) -> tuple[Format, ...]:
    """The formats that hold one of these: those of the first kind in the table's order, then of the next.

    >>> holding("boards")[0].name, holding("position", "boards")[0].name
    ('judge', 'position')
    """
    return tuple(row for kind in kinds for row in FORMATS if row.holds == kind)


def recognised(data: bytes | str, file: str = "", among: Sequence[Format] | None = None) -> Format | None:
    """The format that content is in: by the ending of its file's name, then by what it looks like.

    The first row of `among` (by default the whole table) that recognises it; None where no row does. Where
    it has bytes that texts do not have, binary formats are asked first: they look at every byte.

    >>> recognised("2 3\\nM..\\n...\\n").name, recognised("1#\\n").name, recognised("Hello")
    ('judge', 'position', None)
    """
    rows = FORMATS if among is None else among
    raw, text = (data, decoded(data)) if isinstance(data, bytes) else (encoded(data), data)
    if raw.translate(None, _IN_TEXT):
        rows = sorted(rows, key=lambda row: not row.binary)
    ended = [row for row in rows if row.ends(file)]
    found = (row for row in ended or rows if row.sniff(raw if row.binary else text))
    return next(found, ended[0] if ended else None)


def foreign(data: bytes) -> str | None:
    """What content is that no format recognises, from its first bytes; None where it may be meant as text.

    >>> foreign(b"PK\\3\\4..."), foreign(b"\\x1e\\x10\\0"), foreign(b"Hello")
    ('a zip archive', 'bytes that are no text', None)
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some Windows shells write
        return "UTF-16 text, where only UTF-8 is read"
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return "a zip archive"
    return "bytes that are no text" if b"\0" in data[: 1 << 12] else None


def decoded(data: bytes) -> str:
    """The text of a file's bytes: UTF-8, CRLF line ends as LF.

    Bytes that are no UTF-8 stay in as surrogates: the reader meets them in their place, after the
    answers that come before, and refuses them like any other wrong character.
    """
    return _as_text(data, "utf-8-sig")


def whole_lines(blocks: Iterable[bytes], source: str = "<text>") -> Iterator[str]:
    """The same for bytes that come in blocks, whatever they are cut through: text in blocks of whole lines.

    >>> list(whole_lines([b"1 2\\r", b"\\nM.\\r\\n1", b" 2", b"\\n.M"]))
    ['1 2\\nM.\\n', '1 2\\n', '.M']
    """
    parts: list[bytes] = []
    encoding, line = "utf-8-sig", 1
    for block in blocks:
        end = block.rfind(b"\n") + 1
        parts.append(block[:end] if end else block)
        if end:
            line += block.count(b"\n")
            data, parts = b"".join(parts), [block[end:]]
            yield _as_text(data, encoding)
            encoding = "utf-8"
        elif sum(map(len, parts)) > _LONGEST:
            raise InvalidInput(f"{source}:{line}:1", f"a line of at most {_LONGEST} bytes", "a longer one")
    if any(parts):
        yield _as_text(b"".join(parts), encoding)


def _as_text(data: bytes, encoding: str) -> str:
    text = data.decode(encoding, "surrogateescape")
    return text.replace("\r\n", "\n") if "\r" in text else text


def encoded(text: str) -> bytes:
    """The bytes whose text this is."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a pair, which no file holds
        return text.encode("utf-8", "surrogatepass")
