"""What the verbs read: the bytes of files, the format that each is in, its boards or positions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from io import BufferedIOBase
from itertools import chain
from select import select
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypedDict, cast

import click

from logicsweep import formats
from logicsweep.boards.board import Board, View, on_field
from logicsweep.boards.cells import CellGraph, FieldMaker
from logicsweep.boards.many import Boards, with_starts
from logicsweep.boards.words import both_or_all
from logicsweep.cli.options import (
    Verb,
    among,
    complete_files,
    field_option,
    number_option,
    refuse_given,
    several,
)
from logicsweep.cli.output import say_waiting
from logicsweep.errors import Contradiction, InvalidInput, Unreadable, quoted, reading
from logicsweep.formats import Format, Kind

if TYPE_CHECKING:
    from logicsweep.cli.options import Showing

READS: dict[str, tuple[Kind, ...]] = {
    "solve": ("boards",),
    "trace": ("boards", "position"),
    "why": ("boards", "position"),
    "compare": ("boards", "position"),
    "path": ("boards", "position"),
    "hint": ("position", "boards"),
    "perfect": ("position", "boards"),
    "convert": ("boards", "position"),
    "graph": ("boards", "position"),
}
"""What each verb reads, its own first: the first format that holds that is the verb's own."""
_WORDS = {"boards": ("boards", "'M' and '.'"), "position": ("a position", "clues and '#'")}
FILE = click.argument("file", required=False, metavar="[FILE|-]", shell_complete=complete_files)
"""The one input of a verb; `-` or none is standard input."""
FILES = click.argument("files", nargs=-1, metavar="[FILE|-|TEXT]...", shell_complete=complete_files)
"""The inputs of a verb, one after another; `-` or none is standard input, TEXT is content itself."""
FROM = click.option(
    "--from",
    "form",
    metavar="FORMAT",
    shell_complete=among(lambda context: _format_names(context.info_name or "")),
    help="The format.  [default: seen from the text]",
)
FIELD = field_option(
    "How rows of cells lie: torus, opposite edges touch; hex, six neighbours, every second row half a cell "
    "to the right.  [default: grid, or what FILE tells]"
)
EACH = number_option("--board", "number", least=1, about="Only board or position N of all files.")
BOARD = number_option(
    "--board",
    "number",
    least=1,
    default=1,
    about="Take board or position N of all files.",
)
MINES = number_option("--mines", about="The mine total of a position.")
READING, READING_ONE = several(FILES, FROM, FIELD, EACH, MINES), several(FILES, FROM, FIELD, BOARD, MINES)
"""The options of `Reading`: for a verb that takes all boards or positions, or one of them."""


class Reading(TypedDict):
    """What to read, as the options say."""

    files: tuple[str, ...]
    form: str | None
    field: FieldMaker | None
    number: int | None
    mines: int | None


def _format_names(verb: str) -> list[str]:
    return list(dict.fromkeys(row.name for row in formats.holding(*READS[verb])))


class Reader(Verb):
    """A verb that reads boards or positions: its help names their formats."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the formats."""
        super().format_options(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(f"Formats: {', '.join(_format_names(self.name or ''))}. See: logicsweep formats")


# --- the bytes --------------------------------------------------------------------------------------------

BLOCK = 1 << 23  # bytes taken together where they are there: boards are answered faster together (measured)
MOST = 1 << 27  # bytes of an input that is read whole
_MOST_TEXT = 1 << 24  # bytes of a puzzle's
_MUCH, _PATIENCE = 1 << 15, 0.005  # bytes: who sends so many sends more soon, in seconds


def _blocks(file: str, what: str) -> Iterator[bytes]:
    """What is in a file, block by block; of a pipe, what is there, so that none waits for the next.

    `-` is standard input; where somebody types it, they are told `what` is waited for.
    """
    if not file:
        raise InvalidInput("FILE", "the name of a file", "an empty name")
    if file == "-" and sys.stdin is None:
        raise Unreadable(_name(file), "standard input is closed")
    if file == "-" and sys.stdin.isatty():
        say_waiting(what)
    # open: pathlib takes milliseconds to import
    with (
        reading(_name(file)),
        nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream,  # noqa: PTH123
    ):
        ended = False
        while not ended:  # an end that was typed is met once: to read on would wait for another
            block, ended = _block(cast(BufferedIOBase, stream))
            if block:
                yield block


def _name(file: str) -> str:
    return "<stdin>" if file == "-" else file


def _block(stream: BufferedIOBase) -> tuple[bytes, bool]:
    """What is there, up to a block, and whether the end came with it."""
    parts = [stream.read1(BLOCK)]
    size = len(parts[0])
    while parts[-1] and size < BLOCK and _has_more(stream, _PATIENCE if size >= _MUCH else 0):
        parts.append(stream.read1(BLOCK - size))
        size += len(parts[-1])
    return b"".join(parts), not parts[-1]


def _has_more(stream: BufferedIOBase, patience: float) -> bool:
    try:
        return bool(select([stream], [], [], patience)[0])
    except (OSError, ValueError):  # no file is behind it, or the system cannot tell
        return False


def whole(blocks: Iterable[bytes], name: str, most: int = MOST) -> bytes:
    """All blocks together; InvalidInput where they do not end in time."""
    parts, size = [], 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > most:
            raise InvalidInput(name, f"at most {most} bytes", "more")
    return b"".join(parts)


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    file = "-" if file is None else file
    return formats.decoded(whole(_blocks(file, "input"), _name(file), _MOST_TEXT)), _name(file)


# --- the formats ------------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """An input whose format is known, and its name in errors. What is in it can be gone through once."""

    form: Format
    source: str
    blocks: Iterator[bytes]
    field: FieldMaker | None = None

    def content(self) -> Iterable[Any]:
        """What is in it as its format reads it: in blocks, of text or of bytes, or all of it as one."""
        if self.form.streams:
            return self.blocks if self.form.binary else formats.whole_lines(self.blocks, self.source)
        data = whole(self.blocks, self.source)
        return [data if self.form.binary else formats.decoded(data)]

    def boards(self) -> Iterator[Boards]:
        """The boards with their first clicks, in batches as they can be had."""
        for batch in self.form.read(self.content(), self.source):
            groups = [(self._on(graph), mined) for graph, mined in batch.groups]
            yield Boards(groups, batch.order, batch.starts)

    def views(self, mines: int | None) -> Iterator[View]:
        """The positions, one by one; `mines` goes before the totals that they tell."""
        more = (self.field,) if self.field and self.form.fields else ()
        for view in self.form.read(self.content(), self.source, mines, *more):
            self._on(view.graph)
            yield view

    def _on(self, own: CellGraph) -> CellGraph:
        """The cell graph of the field that stands for the one that is told, or that one itself."""
        if self.field is None:
            return own
        wanted = on_field(self.field, *(own.shape or (1, 1)))
        if self.form.fields and own.shape:
            return wanted
        if wanted != own:
            kind = own.kind if own.shape else "its own"
            raise InvalidInput("field", f"no other field than {kind} for {self.form.name}", wanted.kind)
        return own


def opened(files: Sequence[str], name: str | None, field: FieldMaker | None = None) -> Iterator[Opened]:
    """The inputs of the verb that runs, each in the format of a name or the one that is seen from it.

    Their cells are those of a `field`, or of the one that their formats tell.
    """
    kinds = READS[click.get_current_context().command.name or ""]
    rows = formats.holding(*kinds)
    if name is None:
        rows = (*rows, *(row for row in formats.FORMATS if row not in rows))
    elif name in (names := [row.name for row in rows]):
        rows = tuple(row for row in rows if row.name == name)
    else:
        raise InvalidInput("--from", f"one of {', '.join(dict.fromkeys(names))}", quoted(name))
    if files.count("-") > 1:
        raise InvalidInput("FILE", "'-', standard input, once", f"it {files.count('-')} times")
    what = " or ".join(_WORDS[kind][0] for kind in kinds)
    sources = [_source(argument, what) for argument in files or ["-"]]
    return (_opened(*source, kinds, rows)._replace(field=field) for source in sources)


def _source(argument: str, what: str) -> tuple[str, Iterator[bytes]]:
    """The name in errors and the bytes of this file, or of the argument itself where it looks like content.

    That is an ID, a link, or another line that no name of a file is like; a row with a `#`; several lines.
    """
    if argument and os.path.isdir(argument):  # noqa: PTH112
        raise Unreadable(argument, "it is a directory")
    if not argument or _is_there(argument):
        return _name(argument), _blocks(argument, what)
    data = formats.encoded(argument)
    looks = "\n" in argument or "#" in argument
    rows = [row for row in formats.FORMATS if row.inline or (looks and not row.binary)]
    if not (_is_link(data) or formats.recognised(data, among=rows)):
        raise Unreadable(argument, "no such file, nor an ID, link or text in a known format")
    return "<argument>", iter([data])


def _is_there(file: str) -> bool:
    """Whether it is standard input, or a file or folder of that name is there or may be."""
    try:
        return file == "-" or bool(os.stat(file))  # noqa: PTH116
    except PermissionError:  # its folder is closed
        return True
    except (OSError, ValueError):
        return False


def _opened(source: str, blocks: Iterator[bytes], kinds: tuple[Kind, ...], rows: Sequence[Format]) -> Opened:
    """An input in the first of these formats that recognises it, or else in the first of all.

    Two lines tell a format that streams, or one that is a board: what comes alone is answered at once.
    """
    inline = [row for row in rows if row.inline]
    head = _longer(b"", blocks, lambda data: _is_enough(data, inline))
    form = formats.recognised(head, source, rows)
    if not (form and form.streams):
        head = _longer(head, blocks)
        form = formats.recognised(head, source, rows) or _unrecognised(head, kinds, rows, source)
    one = Opened(form, source, chain([head], blocks))
    if form.holds not in kinds:
        _refuse_kind(one, kinds)
    return one


def _unrecognised(head: bytes, kinds: tuple[Kind, ...], rows: Sequence[Format], source: str) -> Format:
    """The first format, as which such content is read; InvalidInput where it is a link, or not even text."""
    first = rows[0]
    if _is_link(head) and not first.sites:
        sites = ", ".join(site for row in rows if row.holds in kinds for site in row.sites)
        expected = _in_words(kinds) + (f", or a link to one of {sites}" if sites else "")
        link = head.split(maxsplit=1)[0].decode(errors="surrogateescape")
        raise InvalidInput(source, expected, quoted(link))
    what = None if first.binary else formats.foreign(head)
    if what:
        raise InvalidInput(source, _in_words(kinds), what)
    return first


def _is_link(data: bytes) -> bool:
    return data.lstrip()[:8].lower().startswith((b"http://", b"https://"))


def _longer(head: bytes, blocks: Iterator[bytes], enough: Callable[[bytes], bool] = lambda _: False) -> bytes:
    while len(head) < BLOCK and not enough(head) and (block := next(blocks, b"")):
        head += block
    return head


def _is_enough(head: bytes, rows: Sequence[Format]) -> bool:
    """Whether two whole lines that are not blank are there, or one in one of these formats."""
    if b"\n" in head[: head.rfind(b"\n") + 1].strip():
        return True
    return bool(rows) and b"\n" in head.lstrip() and formats.recognised(head, among=rows) is not None


def _refuse_kind(one: Opened, kinds: tuple[Kind, ...]) -> NoReturn:
    """Say what an input holds, and who reads that; or what is wrong with its first, such as a link to
    another puzzle, where that can be told at once."""
    if one.form.streams:
        next(one.form.read(one.content(), one.source), None)
    verbs = [f"`{verb}`" for verb, read in READS.items() if one.form.holds in read]
    others = f"{both_or_all(verbs)[0]} {'read' if len(verbs) > 1 else 'reads'}"
    raise InvalidInput(one.source, _in_words(kinds), f"{_WORDS[one.form.holds][0]}: {others} those")


def _in_words(kinds: tuple[Kind, ...]) -> str:
    return " or ".join("{} ({})".format(*_WORDS[kind]) for kind in kinds)


class Item(NamedTuple):
    """A board, with its first click if that is told, or a position; `several`: a position among others.

    `number` counts from 1 through all inputs.
    """

    number: int
    what: Board | View
    start: int | None = None
    several: bool = False

    @property
    def kind(self) -> Literal["board", "position"]:
        """What it is, as answers call it."""
        return "board" if isinstance(self.what, Board) else "position"

    @property
    def title(self) -> str:
        """What it is, with its number."""
        return f"{self.kind} {self.number}"


def items(
    reading: Reading, position: Collection[str] = ("start",), boards: Collection[str] = ("mines",)
) -> Iterator[Item]:
    """What the options tell to read, or the one of their number; those before a mistake come first.

    The parameters of these names say nothing of a position, or of boards.
    """
    sources, only, count = list[Opened](), reading["number"], 0
    inputs = opened(reading["files"], reading["form"], reading["field"])
    found = chain.from_iterable(_of(one, sources, reading["mines"]) for one in inputs)
    each = (Item(number, *one) for number, one in enumerate(found, 1))
    for item in _named_by_others(each) if only is None else each:
        count = item.number
        if only in (None, count):
            refuse_idle(item.what, {"position": position, "boards": boards})
            yield item
        if only == count:
            return
    if only is not None or not count:
        raise _no_number(sources, only, count)


def _of(one: Opened, sources: list[Opened], mines: int | None) -> Iterable[tuple[Board | View, int | None]]:
    """What is in an input, which is noted down, with first clicks."""
    sources.append(one)
    if one.form.holds == "position":
        return with_starts(one.views(mines))
    return chain.from_iterable(map(with_starts, one.boards()))


def _named_by_others(each: Iterator[Item]) -> Iterator[Item]:
    """The same; where the first is a position, it comes when it is known whether there are others."""
    first = next(each, None)
    if first is None or first.kind == "board":
        yield from [first] if first else []
        yield from each
        return
    try:
        second = next(each, None)
    except InvalidInput:
        yield first._replace(several=True)
        raise
    yield first._replace(several=second is not None)
    for item in chain([second] if second else [], each):
        yield item._replace(several=True)


def _no_number(sources: Sequence[Opened], number: int | None, count: int) -> InvalidInput:
    kinds = {one.form.holds for one in sources}
    one, several = ("a position", "positions") if kinds == {"position"} else ("a board", "boards")
    where = sources[0].source if len(sources) == 1 else f"{len(sources)} files"
    if not count:
        return InvalidInput(where, one, "none")
    return InvalidInput("--board", f"a number from 1 to {count} (the {several} of {where})", str(number))


@contextmanager
def naming(item: Item) -> Iterator[None]:
    """A position without a layout is named where there are several, what cannot be played where it is not
    the first."""
    try:
        yield
    except Contradiction as found:
        clash = found.clash
        if item.several:
            clash = clash._replace(sentence=f"position {item.number}: {clash.sentence}")
        raise Contradiction(lambda: clash) from None
    except InvalidInput as error:
        if item.number == 1:
            raise
        place = item.title + ("" if error.place == item.kind else f": {error.place}")
        raise InvalidInput(place, error.expected, error.found) from None


def refuse_idle(what: Board | View, idle: Mapping[Kind, Collection[str]]) -> None:
    """An option that says nothing about what was read is a mistake, not to be passed over."""
    kind: Kind = "boards" if isinstance(what, Board) else "position"
    refuse_given(f"does not apply to {_WORDS[kind][0]}", *idle[kind])


def only_one(items: Iterator[Item], showing: Showing) -> Iterator[Item]:
    """These boards or positions; where a picture or a page is asked for there may be only one."""
    option = "--html" if showing["picture"] is None else "--svg"
    first = next(items, None) if showing["picture"] or showing["html"] else None
    if first and next(items, None):
        raise InvalidInput(option, "one board or position (--board N takes one)", "several")
    yield from [first] if first else []
    yield from items
