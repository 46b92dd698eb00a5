"""The formats of boards and positions: one table that sniffing, `--from`, `--to` and help all use.

To add a format, write a file in this folder with `sniff`, `read` and `write`, and add a row to `FORMATS`;
`register` adds a format from elsewhere. The module of a format is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, NamedTuple, get_args

from logicsweep.boards.cells import MOST_CELLS
from logicsweep.errors import InvalidInput, describe, of_kind

Holds = Literal["boards", "position"]
"""The content of a format: boards, or positions (what a player sees of boards); one or many."""
Kind = Holds | Literal["games"]
"""What a verb reads. A format of boards may hold games too: the clicks of a person on each board."""

_LONGEST = MOST_CELLS + 1024  # bytes in a line of text that streams: no accepted board has a longer one
_IN_TEXT = bytes({*range(256)} - {*range(9), *range(14, 32), 127})  # bytes that may occur in a text


class Format(NamedTuple):
    """One row of the table.

    `read` takes its content in blocks: whole lines of text, or bytes of any length if the format is `binary`.
    All other functions take all text, or all bytes, at once. A format that can hold boards and positions has
    two rows with the same name.

    >>> judge = FORMATS[0]
    >>> judge.name, judge.holds, [list(batch) for batch in judge.read(["1 3\\nM..\\n0 0\\n"])]
    ('judge', 'boards', [[Board.parse('M..')]])
    """

    name: str
    """The name that `--from` takes."""
    holds: Holds
    about: str
    """One line for help."""
    sniff: Callable[[Any], bool]
    """Whether content is meant to be in this format, even with mistakes. It gets the beginning: some lines if
    the format streams, else all or at least the first million bytes. If several formats say yes, those that
    hold what the verb reads come first; ties are broken by the table's order."""
    read: Callable[..., Iterator[Any]]
    """For boards, `read(blocks, source)` yields `Boards`, with their first clicks, in batches: all boards of
    a block before it asks for the next. For positions, `read(blocks, source, mines)` yields the views one by
    one; `mines` overrides their totals. It yields everything before a mistake, then raises InvalidInput; the
    place is `source:line:column`, or `source: byte N` for bytes."""
    write: Callable[[Any], str | bytes] | None = None
    """`write(boards)`, with an iterable of boards or `Boards` with their first clicks, or `write(views)`: the
    inverse of `read`. Raises InvalidInput, with `format NAME` as its place, for what the format cannot
    hold."""
    one_by_one: bool = False
    """Whether it writes several boards or views by writing one after another."""
    endings: tuple[str, ...] = ()
    """Endings of file names, such as `.abf`, that mean this format."""
    binary: bool = False
    streams: bool = False
    """Whether two lines, or the first bytes, are enough to recognise the format. If so, each block is
    answered at once; else `read` gets all content as one block."""
    inline: bool = False
    """Whether the command line takes a line of it in place of a file name. Such a line does not look like a
    name, and `sniff` distinguishes it from all other formats."""
    sites: tuple[str, ...] = ()
    """The hosts of the links that it reads."""
    starts: bool = False
    """Whether it holds the first click of a board."""
    fields: bool = False
    """Whether `--field` may make its rectangles tori or hexagons. For positions and games, `read` and `games`
    then take the field as a last argument, a function such as `CellGraph.torus`."""
    games: Callable[..., Iterator[Any]] | None = None
    """`games(blocks, source)` yields a `PlayedGame` for each board, if the format holds clicks."""
    write_games: Callable[[Any], str] | None = None
    """`write_games(games)`: the inverse of `games`."""

    def has(self, kind: Kind) -> bool:
        """Whether it holds boards, positions or games."""
        return kind == self.holds or (kind == "games" and self.games is not None)

    def ends(self, file: str) -> bool:
        """Whether the name of a file has an ending of this format."""
        return file.lower().endswith(self.endings)


@dataclass(frozen=True)
class _LazyFunction:
    """A function of a module in this folder; calling it imports the module."""

    module: str
    name: str
    first_arguments: tuple[str, ...]

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401  # whatever the function returns
        function = getattr(import_module(f"logicsweep.formats.{self.module}"), self.name)
        return function(*self.first_arguments, *arguments)


@dataclass(frozen=True)
class _BoardsOfGames:
    """Reads the board of each game, with its first click if that opened a safe cell."""

    games: _LazyFunction

    def __call__(self, *arguments: object) -> Iterator[Any]:
        from logicsweep.boards.many import Boards

        return (Boards.of([game.board], [game.start]) for game in self.games(*arguments))


def _functions_of(module: str, ending: str = "", *first_arguments: str) -> dict[str, Any]:
    """The functions `sniff`, `read` and `write` of a module; `ending` follows their names there."""
    return {
        name: _LazyFunction(module, name + ending, first_arguments) for name in ("sniff", "read", "write")
    }


def _game_functions_of(module: str, *first_arguments: str) -> dict[str, Any]:
    """The functions of a format of games, which does not write boards alone."""
    names = {"sniff": "sniff", "games": "read_games", "write_games": "write"}
    found = {field: _LazyFunction(module, name, first_arguments) for field, name in names.items()}
    return {**found, "read": _BoardsOfGames(found["games"])}


_A_LINE: dict[str, Any] = {"inline": True, "streams": True, "one_by_one": True}
FORMATS: list[Format] = [
    Format(
        "judge",
        "boards",
        "Boards: a line 'rows cols', then rows of M (mine) and . (safe); at the end 0 0.",
        **_functions_of("judge"),
        streams=True,
        fields=True,
    ),
    Format(
        "position",
        "position",
        "A position: rows of 0-8 (clue), # (covered), F (flag), ? (cleared, no number), "
        "after an optional line 'mines N'; several, with blank lines between. Blanks, | or , may separate "
        "the cells. Keycap digits and flag emoji are read too.",
        **_functions_of("position"),
        fields=True,
    ),
    Format(
        "mine",
        "boards",
        "Boards of JSMinesweeper: a line WxHxM, then rows of M, F, ? (mines) and H, 0-8 (safe).",
        **_functions_of("mine", "_boards"),
        endings=(".mine",),
        streams=True,
        one_by_one=True,
    ),
    Format(
        "mine",
        "position",
        "Positions of JSMinesweeper: a line WxHxM, then rows of 0-8 (clue), H (covered), F (flag).",
        **_functions_of("mine", "_views"),
        endings=(".mine",),
        one_by_one=True,
    ),
    Format(
        "mbf",
        "boards",
        "Boards of Minesweeper Arbiter as bytes: width, height, number of mines, column and row of each.",
        **_functions_of("mbf"),
        endings=(".mbf", ".abf"),
        binary=True,
        streams=True,
        one_by_one=True,
    ),
    Format(
        "mbf-hex",
        "boards",
        "The bytes of mbf as hex, a board in each line.",
        **_functions_of("mbf", "_hex"),
        **_A_LINE,
    ),
    Format(
        "ptt",
        "boards",
        "Links to the ZiNi Calculator of PTTACGfans, one a line, or only their query: '?b=SIZE&m=MINES'.",
        **_functions_of("links", "_ptt"),
        **_A_LINE,
        sites=("pttacgfans.github.io",),
    ),
    Format(
        "tatham",
        "boards",
        "Game IDs of Mines in Simon Tatham's puzzle collection, one a line: 'WxH:x,y,m' and hex digits, "
        "masked (m) or clear (u), alone or after its page's address.",
        **_functions_of("tatham"),
        **_A_LINE,
        sites=("www.chiark.greenend.org.uk",),
        starts=True,
    ),
    Format(
        "puzzlink",
        "position",
        "Links to Minesweeper on puzz.link, pzplus.tck.mn and their kin, one a line; "
        "the mine total is unknown.",
        **_functions_of("links", "_puzzlink"),
        **_A_LINE,
        sites=("puzz.link", "pzplus.tck.mn", "pzprxs.vercel.app", "pzv.jp"),
    ),
    Format(
        "graph",
        "boards",
        "Boards on any graph: JSON as networkx's node_link_data gives it, nodes with mine: true.",
        **_functions_of("graph", "_boards"),
        endings=(".graph.json",),
        **_A_LINE,
        starts=True,
    ),
    Format(
        "graph",
        "position",
        "A position on any graph: the same JSON, nodes with clue: N, flag: true or safe: true; "
        "all others are covered.",
        **_functions_of("graph", "_views"),
        endings=(".graph.json",),
        inline=True,
        one_by_one=True,
    ),
    Format(
        "moves",
        "boards",
        "A game: a board as in judge, then a line for each click, such as '2.41 open r3c5', 'flag r3c4' or "
        "'chord r2c2' (the time in seconds may be left out).",
        **_game_functions_of("moves"),
        endings=(".moves",),
        starts=True,
        fields=True,
    ),
    Format(
        "rawvf",
        "boards",
        "Replays as text: lines such as 'Width: 9', 'Board:' and rows of * (mine) and 0, then 'Events:'.",
        **_game_functions_of("rawvf"),
        endings=(".rawvf",),
        starts=True,
    ),
    *(
        Format(
            name,
            "boards",
            f"Replays of {program}: needs the extra `replays`.",
            **_game_functions_of("replays", name) | {"write_games": None},
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
"""All formats, in the order in which they are tried; `register` adds one. Content that none of them
recognises is read as the first format that the verb reads.
"""


def register(row: Format) -> None:
    """Add a format to the table, so that sniffing, `--from` and help find it.

    Raises InvalidInput if a format of this name already holds the same.

    >>> register(FORMATS[0])
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: format: expected a new name, got 'judge', which already exists
    """
    of_kind("format", row, Format)
    if row.holds not in get_args(Holds):
        raise InvalidInput("format holds", " or ".join(map(repr, get_args(Holds))), describe(row.holds))
    if any((row.name, row.holds) == (known.name, known.holds) for known in FORMATS):
        raise InvalidInput("format", "a new name", f"{row.name!r}, which already exists")
    FORMATS.append(row)


def rows_holding(*kinds: Kind) -> tuple[Format, ...]:
    """The rows that hold one of these kinds: first those of the first kind, in the table's order."""
    return tuple(row for kind in kinds for row in FORMATS if row.has(kind))


def recognise(data: bytes | str, file: str = "", among: Sequence[Format] | None = None) -> Format | None:
    """Recognise the format of content by the ending of its file name, then by sniffing.

    Returns the first row of `among` (by default the whole table) that recognises it, or None. If it has bytes
    that no text has, binary formats come first: they check every byte.

    >>> recognise("2 3\\nM..\\n...\\n").name, recognise("1#\\n").name, recognise("Hello")
    ('judge', 'position', None)
    """
    rows = FORMATS if among is None else among
    raw, text = (data, decode_text(data)) if isinstance(data, bytes) else (encode_text(data), data)
    if raw.translate(None, _IN_TEXT):
        rows = sorted(rows, key=lambda row: not row.binary)
    ended = [row for row in rows if row.ends(file)]
    found = (row for row in ended or rows if row.sniff(raw if row.binary else text))
    return next(found, ended[0] if ended else None)


def describe_foreign(data: bytes) -> str | None:
    """Say what unrecognised content is, judging by its first bytes; None if it may be meant as text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some Windows shells write
        return "UTF-16 text, but only UTF-8 is read"
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return "a zip archive"
    return "bytes that are not text" if b"\0" in data[: 1 << 12] else None


def decode_text(data: bytes) -> str:
    """Decode a file's bytes: UTF-8, with CRLF and CR line ends as LF.

    Bytes that are not UTF-8 become surrogates. So the reader answers everything before them, then refuses
    them with their place, like any other wrong character.
    """
    return _decode(data, "utf-8-sig")


def whole_lines(blocks: Iterable[bytes], source: str = "<text>") -> Iterator[str]:
    """Decode bytes that come in blocks, cut anywhere; yields text in blocks of whole lines.

    >>> list(whole_lines([b"1 2\\r", b"\\nM.\\r\\n1", b" 2", b"\\n.M"]))
    ['1 2\\nM.\\n', '1 2\\n', '.M']
    """
    parts: list[bytes] = []
    encoding, line = "utf-8-sig", 1
    for block in blocks:
        end = (block.rfind(b"\n") + 1) or (block.rfind(b"\r", 0, -1) + 1)  # the last CR may begin a CRLF
        parts.append(block[:end] if end else block)
        if end:
            line += block.count(b"\n") or block.count(b"\r", 0, end)
            data, parts = b"".join(parts), [block[end:]]
            yield _decode(data, encoding)
            encoding = "utf-8"
        elif sum(map(len, parts)) > _LONGEST:
            raise InvalidInput(f"{source}:{line}:1", f"a line of at most {_LONGEST} bytes", "a longer one")
    if any(parts):
        yield _decode(b"".join(parts), encoding)


def _decode(data: bytes, encoding: str) -> str:
    text = data.decode(encoding, "surrogateescape")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def encode_text(text: str) -> bytes:
    """Undo `decode_text`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate, which no file holds
        return text.encode("utf-8", "surrogatepass")
