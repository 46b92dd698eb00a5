"""The formats of boards and positions: one table, from which sniffing, `--from` and help follow.

A new format is a file in this folder, with `sniff`, `read` and `write`, and a row of `FORMATS`; a format
from elsewhere is a row for `register`. A module is imported when its format is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from logicsweep.arguments import of_kind, said
from logicsweep.cells import MOST_CELLS
from logicsweep.errors import InvalidInput

if TYPE_CHECKING:
    from logicsweep.board import Board, View

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
    endings: tuple[str, ...] = ()
    """File-name endings such as `.abf` that say the format."""
    binary: bool = False
    stream: Callable[[Any, str], Iterator[Iterable[Any]]] | None = None
    """Without it, content is read as a whole. `stream(blocks, source)` takes an iterator of text in blocks
    of whole lines (of bytes as they come, where the format is `binary`), and gives the same boards in
    batches, each as soon as its boards are there: any iterables, or `Grouped`, which is fastest."""
    inline: bool = False
    """Whether a line of it is content on the command line, where the name of a file is taken: such a line
    looks like no name, and `sniff` tells it from all others."""


@dataclass(frozen=True)
class _Of:
    """A function of a module of this folder, which is imported when the function is called."""

    module: str
    name: str

    def __call__(self, *arguments: object) -> Any:  # noqa: ANN401  # whatever the function gives
        return getattr(import_module(f"logicsweep.formats.{self.module}"), self.name)(*arguments)


FORMATS: list[Format] = [
    Format(
        "judge",
        "boards",
        "Boards: a line 'rows cols', then rows of M (mine) and . (safe); at the end 0 0.",
        sniff=_Of("judge", "sniff"),
        read=_Of("judge", "read"),
        write=_Of("judge", "write"),
        stream=_Of("judge", "stream"),
    ),
    Format(
        "position",
        "position",
        "A position: rows of 0-8 (clue), # (covered), F (flag), ? (cleared, no number), "
        "after an optional line 'mines N'; several, with blank lines between. Blanks, | or , may part "
        "the cells. Read too: keycap digits and flag emoji; . - _ and square emoji for # or 0, and * for #, "
        "where the whole text leaves them one meaning.",
        sniff=_Of("position", "sniff"),
        read=_Of("position", "read"),
        write=_Of("position", "write"),
    ),
    Format(
        "tatham",
        "boards",
        "Game IDs of Mines in Simon Tatham's puzzle collection, one a line: 'WxH:x,y,m' and hex digits, "
        "masked (m) or clear (u), alone or behind its page's address.",
        sniff=_Of("tatham", "sniff"),
        read=_Of("tatham", "read"),
        write=_Of("tatham", "write"),
        stream=_Of("tatham", "stream"),
        inline=True,
    ),
    Format(
        "ptt",
        "boards",
        "Links to the ZiNi Calculator of PTTACGfans, one a line, or what they ask: '?b=SIZE&m=MINES'.",
        sniff=_Of("ptt", "sniff"),
        read=_Of("ptt", "read"),
        write=_Of("ptt", "write"),
        stream=_Of("ptt", "stream"),
        inline=True,
    ),
    Format(
        "puzzlink",
        "position",
        "Links to Minesweeper on puzz.link, pzplus.tck.mn and their kin, one a line; "
        "the mine total is not told.",
        sniff=_Of("puzzlink", "sniff"),
        read=_Of("puzzlink", "read"),
        write=_Of("puzzlink", "write"),
        inline=True,
    ),
]
"""All formats, in the order in which they are tried; `register` adds one.

Content that none of them recognises is read as the first format that the verb reads.
"""


_LONGEST = MOST_CELLS + 1024  # bytes in a line of text that streams: more is no board that is taken


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
        raise InvalidInput("format name", "one word", said(row.name))
    if row.holds not in get_args(Kind):
        raise InvalidInput("format holds", " or ".join(map(repr, get_args(Kind))), said(row.holds))
    for what, function in (("sniff", row.sniff), ("read", row.read)):
        if not callable(function):
            raise InvalidInput(f"format {what}", "a function", said(function))
    if any((row.name, row.holds) == (known.name, known.holds) for known in FORMATS):
        raise InvalidInput("format", "a new name", f"{row.name!r}, which is there already")
    FORMATS.append(row)


def holding(*kinds: Kind) -> tuple[Format, ...]:
    """The formats that hold one of these, in the table's order.

    >>> [row.name for row in holding("boards")]
    ['judge', 'tatham', 'ptt']
    """
    return tuple(row for row in FORMATS if row.holds in kinds)


def recognised(data: bytes | str, file: str = "", among: Sequence[Format] | None = None) -> Format | None:
    """The format that content is in: by the ending of its file's name, then by what it looks like.

    The first row of `among` (by default the whole table) that recognises it; None where no row does.

    >>> recognised("2 3\\nM..\\n...\\n").name, recognised("1#\\n").name, recognised("Hello")
    ('judge', 'position', None)
    """
    rows = FORMATS if among is None else among
    ended = [row for row in rows if file.lower().endswith(row.endings)]
    raw, text = (data, decoded(data)) if isinstance(data, bytes) else (_encoded(data), data)
    found = (row for row in ended or rows if row.sniff(raw if row.binary else text))
    return next(found, ended[0] if ended else None)


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


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def deals(row: Format, content: bytes | str, source: str = "<text>") -> Iterator[Deal]:
    """The boards of content in a format that holds boards, one by one, with their first clicks.

    >>> [str(board) for board, start in deals(FORMATS[0], "1 3\\nM..\\n0 0\\n")]
    ['M..']
    """
    return map(as_deal, row.read(content, source))


def as_deal(one: Board | Deal) -> Deal:
    """What a format gives for a board, told with its first click or without."""
    return one if isinstance(one, Deal) else Deal(one)


def views(
    row: Format, content: bytes | str, source: str = "<text>", mines: int | None = None
) -> Iterator[View]:
    """The views of content in a format that holds positions, one by one; `mines` overrides their totals.

    >>> [view.drawing for view in views(FORMATS[1], "1#\\n1#\\n\\n#1\\n11\\n")]
    ['1#\\n1#', '#1\\n11']
    """
    found = row.read(content, source, mines)
    yield from found if isinstance(found, Iterable) else (found,)
