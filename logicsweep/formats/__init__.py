"""The formats of boards and positions: one table, from which sniffing, `--from`, `--to` and help follow.

A new format is a file in this folder, with `sniff`, `read` and `write`, and a row of `FORMATS`; a format
from elsewhere is a row for `register`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from logicsweep.boards.board import Board, View, on_field
from logicsweep.boards.cells import MOST_CELLS, CellGraph, FieldMaker
from logicsweep.boards.many import Boards
from logicsweep.errors import InvalidInput
from logicsweep.formats.table import FORMATS, Deal, Format, Kind, holding, register

__all__ = [
    "FORMATS",
    "Deal",
    "Format",
    "Kind",
    "as_deal",
    "as_deals",
    "deals",
    "decoded",
    "foreign",
    "holding",
    "recognised",
    "refielded",
    "register",
    "views",
    "whole_lines",
]

_LONGEST = MOST_CELLS + 1024  # bytes in a line of text that streams: more is no board that is taken
_IN_TEXT = bytes({*range(256)} - {*range(9), *range(14, 32), 127})  # bytes that a text may have


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


_BEGINNINGS = {
    b"PK\3\4": "a zip archive",
    b"PK\5\6": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\0": "an xz archive",
    b"(\xb5/\xfd": "a zstd archive",
    b"7z\xbc\xaf'\x1c": "a 7z archive",
    b"Rar!\x1a\7": "a rar archive",
    b"%PDF-": "a PDF document",
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"RIFF": "a RIFF file, such as a WebP picture or a sound",
    b"\x7fELF": "a program",
    b"SQLite format 3\0": "an SQLite database",
    b"\xff\xfe": "UTF-16 text, where only UTF-8 is read",
    b"\xfe\xff": "UTF-16 text, where only UTF-8 is read",
}
"""What begins with certain bytes, by the magic numbers that its own specification gives."""
_TAR = slice(257, 262)
_MUCH = 1 << 12  # bytes that are looked at


def foreign(data: bytes) -> str | None:
    """What content is that no format recognises, from its first bytes; None where it may be meant as text.

    >>> foreign(b"PK\\3\\4..."), foreign(b"\\x1e\\x10\\0"), foreign(b"Hello")
    ('a zip archive', 'bytes that are no text', None)
    """
    known = (what for beginning, what in _BEGINNINGS.items() if data.startswith(beginning))
    tar = "a tar archive" if data[_TAR] == b"ustar" else None
    other = "bytes that are no text" if b"\0" in data[:_MUCH] else None
    return next(known, tar or other)


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


def deals(
    row: Format, content: bytes | str, source: str = "<text>", field: FieldMaker | None = None
) -> Iterator[Deal]:
    """The boards of content in a format that holds boards, one by one, with their first clicks.

    `field` says of which field the cells are, such as `CellGraph.torus`; None: as the format tells it.
    Raises InvalidInput with `field` as its place where the format tells another.

    >>> [str(board) for board, start in deals(FORMATS[0], "1 3\\nM..\\n0 0\\n")]
    ['M..']
    >>> [board.graph for board, _ in deals(FORMATS[0], "1 3\\nM..\\n", field=CellGraph.torus)]
    [CellGraph.torus(1, 3)]
    """
    return as_deals(refielded(row, row.read(content, source), field))


def as_deal(one: Board | Deal) -> Deal:
    """What a format gives for a board, told with its first click or without."""
    return one if isinstance(one, Deal) else Deal(one)


def as_deals(boards: Iterable[Board | Deal]) -> Iterator[Deal]:
    """The same for all that a format gives at once."""
    if isinstance(boards, Boards) and boards.starts is not None:
        return map(Deal, boards, boards.starts)
    return map(as_deal, boards)


def refielded(
    row: Format, boards: Iterable[Board | Deal], field: FieldMaker | None
) -> Iterable[Board | Deal]:
    """Boards of a format on another field, where one is asked for; `Boards` stay so."""
    if field is None:
        return boards
    if isinstance(boards, Boards):
        groups = [(_on(row, graph, field), mined) for graph, mined in boards.groups]
        return Boards(groups, boards.order, boards.starts)
    return (_deal_on(row, as_deal(one), field) for one in boards)


def _deal_on(row: Format, deal: Deal, field: FieldMaker) -> Deal:
    graph = _on(row, deal.board.graph, field)
    return Deal(type(deal.board)(graph, deal.board.mined), deal.start)


def _on(row: Format, own: CellGraph, field: FieldMaker) -> CellGraph:
    """The cell graph of a field that stands for the one a format tells, or that one itself."""
    wanted = on_field(field, *(own.shape or (1, 1)))
    if row.fields and own.shape and len(wanted) == len(own):
        return wanted
    if wanted != own:
        kind = own.kind if own.shape else "its own"
        raise InvalidInput("field", f"no other field than {kind} for {row.name}", wanted.kind)
    return own


def views(
    row: Format,
    content: bytes | str,
    source: str = "<text>",
    mines: int | None = None,
    field: FieldMaker | None = None,
) -> Iterator[View]:
    """The views of content in a format that holds positions, one by one; `mines` overrides their totals.

    `field` as `deals` has it.

    >>> [view.drawing for view in views(FORMATS[1], "1#\\n1#\\n\\n#1\\n11\\n")]
    ['1#\\n1#', '#1\\n11']
    """
    more = (field,) if field and row.fields else ()
    found = row.read(content, source, mines, *more)
    for view in found if isinstance(found, Iterable) else (found,):
        if field:
            _on(row, view.graph, field)
        yield view
