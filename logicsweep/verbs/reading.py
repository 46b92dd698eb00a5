"""Read texts as boards and positions: find the format, apply the field and number the items.

A source is a name for error messages and blocks of bytes. The numbers go on from source to source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, Literal, NamedTuple, NoReturn

from logicsweep import formats
from logicsweep.boards.board import Board, View, on_field
from logicsweep.boards.cells import FIELDS, CellGraph, FieldMaker
from logicsweep.boards.many import Boards, with_starts
from logicsweep.boards.played import PlayedGame
from logicsweep.boards.words import both_or_all
from logicsweep.errors import Contradiction, InvalidInput, quote
from logicsweep.formats import Format, Kind

Source = tuple[str, Iterator[bytes]]
"""The name of an input in errors, and its bytes in blocks."""
READS: dict[str, tuple[Kind, ...]] = {
    "solve": ("boards",),
    "trace": ("boards", "position"),
    "why": ("boards", "position"),
    "compare": ("boards", "position"),
    "path": ("boards", "position"),
    "hint": ("position", "boards"),
    "perfect": ("position", "boards"),
    "rules": ("position", "boards"),
    "convert": ("boards", "position"),
    "graph": ("boards", "position"),
    "review": ("games",),
}
"""What each verb reads, its main kind first: the first format that holds it is the verb's default."""
WORDS: dict[Kind, tuple[str, str]] = {
    "boards": ("boards", "'M' and '.'"),
    "position": ("a position", "clues and '#'"),
    "games": ("a game", "a board and its clicks"),
}
"""The words for each kind, and the characters of its texts."""
SHORT = {"hexagonal": "hex"}
"""The names of fields that users write shorter."""
MAKERS = {SHORT.get(kind, kind): make for kind, make in FIELDS.items()}
"""The kinds of field by the names that users write."""
BLOCK = 1 << 21  # bytes read at a time: more boards together take more memory and are not faster
_DIGITS = 4  # a longer word of digits is no size
MOST = 1 << 27  # bytes of an input that is read whole


def whole(blocks: Iterable[bytes], name: str, most: int = MOST) -> bytes:
    """All blocks together; raises InvalidInput if there are more than `most` bytes."""
    parts, size = [], 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > most:
            raise InvalidInput(name, f"at most {most} bytes", "more")
    return b"".join(parts)


class Opened(NamedTuple):
    """An input whose format is known, and its name in errors. Its content can be read only once."""

    form: Format
    source: str
    blocks: Iterator[bytes]
    field: FieldMaker | None = None

    def content(self) -> Iterable[Any]:
        """Its content as the format reads it: text or bytes, in blocks or as a whole."""
        if self.form.streams:
            return self.blocks if self.form.binary else formats.whole_lines(self.blocks, self.source)
        data = whole(self.blocks, self.source)
        return [data if self.form.binary else formats.decode_text(data)]

    def boards(self) -> Iterator[Boards]:
        """The boards with their first clicks, in batches as they arrive."""
        for batch in self.form.read(
            self.content(), self.source, *(self._own_field if self.form.games else ())
        ):
            groups = [(self._choose_graph(graph), mined) for graph, mined in batch.groups]
            yield Boards(groups, batch.order, batch.starts)

    def games(self) -> Iterator[PlayedGame]:
        """The games, each a board with the clicks of the person who played it."""
        assert self.form.games
        for game in self.form.games(self.content(), self.source, *self._own_field):
            self._choose_graph(game.board.graph)
            yield game

    def views(self, mines: int | None) -> Iterator[View]:
        """The positions, one by one; `mines` overrides their mine totals."""
        for view in self.form.read(self.content(), self.source, mines, *self._own_field):
            self._choose_graph(view.graph)
            yield view

    @property
    def _own_field(self) -> tuple[FieldMaker, ...]:
        """The field asked for, as a last argument of a format that can have it; empty for any other."""
        return (self.field,) if self.field and self.form.fields else ()

    def _choose_graph(self, own: CellGraph) -> CellGraph:
        """The cell graph of the field asked for, or else the input's own."""
        if self.field is None:
            return own
        wanted = on_field(self.field, *(own.shape or (1, 1)))
        if self.form.fields and own.shape:
            return wanted
        if wanted != own:
            kind = own.kind if own.shape else "its own"
            raise InvalidInput("field", f"no other field than {kind} for {self.form.name}", wanted.kind)
        return own


def open_inputs(
    sources: Iterable[Source],
    kinds: tuple[Kind, ...],
    form: str | None = None,
    field: FieldMaker | None = None,
) -> Iterator[Opened]:
    """Open the sources of a verb that reads these kinds, in the named format or the one recognised.

    Their cells are those of `field`, or else of the field in the input. Raises InvalidInput for a format
    that the verb does not read.
    """
    rows = formats.rows_holding(*kinds)
    if form is None:
        rows = (*rows, *(row for row in formats.FORMATS if row not in rows))
    elif form in (names := [row.name for row in rows]):
        rows = tuple(row for row in rows if row.name == form)
    else:
        raise InvalidInput("format", f"one of {', '.join(dict.fromkeys(names))}", quote(form))
    return (_open_source(*source, kinds, rows)._replace(field=field) for source in sources)


def _open_source(
    source: str, blocks: Iterator[bytes], kinds: tuple[Kind, ...], rows: Sequence[Format]
) -> Opened:
    """An input in the first of these formats that recognises it, or else in the first format.

    Two lines, or one that is a board, are enough to recognise a format that streams; so such a line is
    answered at once.
    """
    inline = [row for row in rows if row.inline]
    streams = any(row.streams for row in rows if any(map(row.has, kinds)))
    head = _read_on(b"", blocks, lambda data: streams and _is_enough(data, inline))
    form = formats.recognise(head, source, rows)
    if not (form and form.streams):
        head = _read_on(head, blocks)
        form = formats.recognise(head, source, rows) or _refuse_or_take_first(head, kinds, rows, source)
    one = Opened(form, source, chain([head], blocks))
    if not any(map(form.has, kinds)):
        _refuse_kind(one, kinds)
    return one


def _refuse_or_take_first(
    head: bytes, kinds: tuple[Kind, ...], rows: Sequence[Format], source: str
) -> Format:
    """The first format, to read such content; raises InvalidInput if it is a link or not even text."""
    first = rows[0]
    if {*kinds} == {"boards", "position"} and {row.name for row in rows} >= {"judge", "position"}:
        name = "judge" if _begins_like_boards(head) else "position"
        first = next(row for row in rows if row.name == name)
    if is_link(head) and not first.sites:
        sites = ", ".join(site for row in rows if row.holds in kinds for site in row.sites)
        expected = _name_kinds(kinds) + (f", or a link to one of {sites}" if sites else "")
        link = head.split(maxsplit=1)[0].decode(errors="surrogateescape")
        raise InvalidInput(source, expected, quote(link))
    what = None if first.binary else formats.describe_foreign(head)
    if what:
        unknown = what.startswith("bytes")
        names = [row.name for row in rows if unknown and row.binary and any(map(row.has, kinds))]
        unnamed = f", or --from for a file without its ending ({', '.join(names)})" if names else ""
        raise InvalidInput(source, _name_kinds(kinds) + unnamed, what)
    return first


def _begins_like_boards(head: bytes) -> bool:
    """Whether a text in no known format is taken for boards: numbers begin it, or its first line has an M."""
    words, line = head.split(maxsplit=2)[:2], head.lstrip().partition(b"\n")[0]
    return b"M" in line or (bool(words) and all(one.isdigit() and len(one) < _DIGITS for one in words))


def is_link(data: bytes) -> bool:
    """Whether these bytes begin like the address of a page."""
    return data.lstrip()[:8].lower().startswith((b"http://", b"https://"))


def _read_on(
    head: bytes, blocks: Iterator[bytes], enough: Callable[[bytes], bool] = lambda _: False
) -> bytes:
    while len(head) < BLOCK and not enough(head) and (block := next(blocks, b"")):
        head += block
    return head


def _is_enough(head: bytes, rows: Sequence[Format]) -> bool:
    """Whether there are two complete lines that are not blank, or one in one of these formats."""
    if b"\n" in head[: head.rfind(b"\n") + 1].strip():
        return True
    return bool(rows) and b"\n" in head.lstrip() and formats.recognise(head, among=rows) is not None


def _refuse_kind(one: Opened, kinds: tuple[Kind, ...]) -> NoReturn:
    """Raise an error that says what an input holds and which verbs read that.

    If the first item is wrong in itself, such as a link to another puzzle, the error is about that.
    """
    if one.form.streams:
        next(one.form.read(one.content(), one.source), None)
    verbs = [f"`{verb}`" for verb, read in READS.items() if any(map(one.form.has, read))]
    others = f"{both_or_all(verbs)[0]} {'read' if len(verbs) > 1 else 'reads'}"
    raise InvalidInput(one.source, _name_kinds(kinds), f"{WORDS[one.form.holds][0]}: {others} those")


def _name_kinds(kinds: tuple[Kind, ...]) -> str:
    return " or ".join("{} ({})".format(*WORDS[kind]) for kind in kinds)


class Numbered(NamedTuple):
    """A board, with its first click if the input has one, or a position; `several`: one of several positions.

    `number` counts from 1 over all inputs. `why_start` says why a game starts at `start`, in words.
    """

    number: int
    what: Board | View
    start: int | None = None
    several: bool = False
    why_start: str = ""

    @property
    def kind(self) -> Literal["board", "position"]:
        """The word for it in answers."""
        return "board" if isinstance(self.what, Board) else "position"

    @property
    def title(self) -> str:
        """The word for it, with its number."""
        return f"{self.kind} {self.number}"

    @property
    def start_text(self) -> str:
        """The name of the start, and why it is the start unless the caller named the cell."""
        name = "" if self.start is None else self.what.graph.name(self.start)
        return name + (f" ({self.why_start})" if self.why_start else "")


@dataclass(frozen=True)
class Reading:
    """How to read texts.

    - `files`: their names on the command line, or the texts themselves.
    - `form`: the name of their format; None: recognise each.
    - `field`: the kind of field; None: as in the input.
    - `number`: the number of the only board or position to read, if any.
    - `mines`: overrides the mine totals of positions.
    - `covered`, `empty`: other signs for covered cells and for cells without mines around them, in positions.
    """

    files: tuple[str, ...] = ()
    form: str | None = None
    field: FieldMaker | None = None
    number: int | None = None
    mines: int | None = None
    covered: str = ""
    empty: str = ""


_ALL = Reading()


def items(sources: Iterable[Source], kinds: tuple[Kind, ...], how: Reading = _ALL) -> Iterator[Numbered]:
    """The boards and positions of some sources, or the one with a number; yields those before an error first.

    `kinds` are those that the verb reads. Raises InvalidInput if there is nothing, or no board or position
    with that number.

    >>> [item] = items([("text", iter([b"1#1#"]))], ("position",))
    >>> item.title, item.what.drawing
    ('position 1', '1#1#')
    """
    read, count, number, form = list[Opened](), 0, how.number, how.form
    if how.covered or how.empty:
        sources, form = (_with_usual_signs(*one, how) for one in sources), form or "position"
    inputs = open_inputs(sources, kinds, form, how.field)
    found = chain.from_iterable(_read_source(one, read, how.mines) for one in inputs)
    each = (Numbered(at, *one) for at, one in enumerate(found, 1))
    for item in _note_others(each) if number is None else each:
        count = item.number
        if number in (None, count):
            yield item
        if number == count:
            return
    if number is not None or not count:
        raise _make_number_error(read, number, count)


def _with_usual_signs(name: str, blocks: Iterable[bytes], how: Reading) -> Source:
    """An input with `#` and `0` for the signs of covered and empty cells.

    If a blank is such a sign, blanks at the end of a row may be missing.

    >>> name, blocks = _with_usual_signs("text", [b"1 .\\n.\\n"], Reading(covered=".", empty=" "))
    >>> [*blocks]
    [b'10#\\n#00\\n']
    """
    if both := {*how.covered} & {*how.empty}:
        raise InvalidInput("empty", "other signs than those for covered cells", quote(min(both)))
    usual = str.maketrans(dict.fromkeys(how.covered, "#") | dict.fromkeys(how.empty, "0"))
    lines = formats.decode_text(whole(blocks, name)).replace("\r\n", "\n").split("\n")
    told, fills = list[str](), " " in how.covered + how.empty
    for _, group in groupby(lines, bool):  # an empty line ends a position
        rows = [*group]
        heads = [row for row in rows[:1] if row.lstrip().lower().startswith("mines")]
        rows = rows[len(heads) :]
        width = max(map(len, rows), default=0) if fills else 0
        told += [*heads, *[row.ljust(width).translate(usual) for row in rows]]
    return name, iter([formats.encode_text("\n".join(told))])


def _read_source(
    one: Opened, sources: list[Opened], mines: int | None
) -> Iterable[tuple[Board | View, int | None]]:
    """The content of an input with first clicks; appends the input to `sources`."""
    sources.append(one)
    if one.form.holds == "position":
        return with_starts(one.views(mines))
    return chain.from_iterable(map(with_starts, one.boards()))


def _note_others(each: Iterator[Numbered]) -> Iterator[Numbered]:
    """Set `several`; a first position is yielded once it is known whether there are others."""
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


def _make_number_error(sources: Sequence[Opened], number: int | None, count: int) -> InvalidInput:
    kinds = {one.form.holds for one in sources}
    one, several = ("a position", "positions") if kinds == {"position"} else ("a board", "boards")
    where = sources[0].source if len(sources) == 1 else f"{len(sources)} files"
    if not count:
        return InvalidInput(where, one, "none")
    return InvalidInput("number", f"a number from 1 to {count} (the {several} of {where})", str(number))


@contextmanager
def naming(item: Numbered) -> Iterator[None]:
    """Name the item in errors: a position without a layout if there are several, other items unless first."""
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
