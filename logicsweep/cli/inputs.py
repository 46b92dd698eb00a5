"""What the verbs read: the inputs, the format that each is in, its boards or its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NoReturn

import click

from logicsweep import formats
from logicsweep.cli.source import BLOCK, Source
from logicsweep.errors import InvalidInput, shown
from logicsweep.formats import Deal, Format, Kind
from logicsweep.grouped import Grouped, batches
from logicsweep.words import both_or_all

if TYPE_CHECKING:
    from logicsweep.board import Board, View

READS: dict[str, tuple[Kind, ...]] = {
    "solve": ("boards",),
    "trace": ("boards",),
    "why": ("boards", "position"),
    "compare": ("boards",),
    "hint": ("position",),
}
"""What each verb reads; the first format that holds it is the verb's own."""
_SAID = {"boards": ("boards", "'M' and '.'"), "position": ("a position", "clues and '#'")}

FILE = click.argument("file", required=False, metavar="[FILE|-]")
"""The one input of a verb; `-` or none is standard input."""
FILES = click.argument("files", nargs=-1, metavar="[FILE|-]...")
"""The inputs of a verb, one after another; `-` or none is standard input."""
FROM = click.option(
    "--from", "form", metavar="FORMAT", help="The format of FILE.  [default: seen from its text]"
)


class Reader(click.Command):
    """A verb that reads boards or positions: its help lists their formats, as the table has them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the formats."""
        super().format_options(ctx, formatter)
        with formatter.section("Formats"):
            formatter.write_dl([(row.name, row.about) for row in formats.holding(*READS[self.name or ""])])


@dataclass(frozen=True)
class Opened:
    """An input whose format is known, and its name in errors. What is in it can be gone through once."""

    form: Format
    source: str
    blocks: Iterator[bytes]

    def content(self) -> str | bytes:
        """All of it: text, or bytes where the format is binary."""
        data = b"".join(self.blocks)
        return data if self.form.binary else formats.decoded(data)

    def batches(self) -> Iterator[Iterable[Board | Deal]]:
        """The boards, in batches as they can be had."""
        if self.form.holds != "boards":
            _refuse_kind(self.form.holds, ("boards",), self.source)
        if not self.form.stream:
            return iter([self.form.read(self.content(), self.source)])
        blocks = self.blocks if self.form.binary else formats.whole_lines(self.blocks, self.source)
        return self.form.stream(blocks, self.source)

    def grouped(self) -> Iterator[Grouped]:
        """The same batches, those boards of one cell graph side by side."""
        for batch in self.batches():
            if isinstance(batch, Grouped):
                yield batch
            else:
                yield from batches(formats.as_deal(one).board for one in batch)

    def deals(self) -> Iterator[Deal]:
        """The boards, one by one."""
        return map(formats.as_deal, chain.from_iterable(self.batches()))

    def views(self, mines: int | None) -> Iterator[View]:
        """The positions; `mines` goes before the total that they tell."""
        yield self.form.read(self.content(), self.source, mines)


def opened(files: Sequence[str], name: str | None) -> Iterator[Opened]:
    """The inputs of the verb that runs, each in the format of a name or the one that is seen from it.

    That all files are there is checked before the first is read.
    """
    kinds = READS[click.get_current_context().command.name or ""]
    rows = formats.holding(*kinds)
    if name is not None:
        rows = tuple(row for row in rows if row.name == name) or _refuse_name(name, rows)
    others = () if name is not None else tuple(row for row in formats.FORMATS if row not in rows)
    if files.count("-") > 1:
        raise InvalidInput("FILE", "'-', standard input, once", f"it {files.count('-')} times")
    inputs = [Source(file) for file in files or ["-"]]
    for one in inputs:
        one.check()
    return (_opened(one, kinds, (*rows, *others)) for one in inputs)


def _opened(found: Source, kinds: tuple[Kind, ...], rows: Sequence[Format]) -> Opened:
    """An input in the first of these formats that recognises it, or else in the first of all.

    Two lines tell a format that streams, so that a board that comes alone is answered at once.
    """
    blocks = found.blocks()
    head = _longer(b"", blocks, _has_two_lines)
    form = formats.recognised(head, found.name, rows)
    if not (form and form.stream):
        head = _longer(head, blocks)
        form = formats.recognised(head, found.name, rows) or rows[0]
    if form.holds not in kinds:
        _refuse_kind(form.holds, kinds, found.name)
    return Opened(form, found.name, chain([head], blocks))


def _longer(head: bytes, blocks: Iterator[bytes], enough: Callable[[bytes], bool] = lambda _: False) -> bytes:
    while len(head) < BLOCK and not enough(head) and (block := next(blocks, b"")):
        head += block
    return head


def _has_two_lines(head: bytes) -> bool:
    """Whether two lines that are not blank are there to their ends."""
    return b"\n" in head[: head.rfind(b"\n") + 1].strip()


def _refuse_name(name: str, rows: tuple[Format, ...]) -> NoReturn:
    raise InvalidInput("--from", " or ".join(dict.fromkeys(row.name for row in rows)), shown(name))


def _refuse_kind(found: Kind, kinds: tuple[Kind, ...], source: str) -> NoReturn:
    verbs = [f"`{verb}`" for verb, read in READS.items() if found in read]
    others = f"{both_or_all(verbs)[0]} {'read' if len(verbs) > 1 else 'reads'}"
    expected = " or ".join("{} ({})".format(*_SAID[kind]) for kind in kinds)
    raise InvalidInput(source, expected, f"{_SAID[found][0]}: {others} those")


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    source = Source("-" if file is None else file)
    return formats.decoded(b"".join(source.blocks())), source.name


def numbered(inputs: Iterable[Opened], only: int | None = None) -> Iterator[tuple[int, Deal]]:
    """The boards of all inputs, with their numbers from 1; or the one of a number alone."""
    count, sources = 0, []
    for one in inputs:
        sources.append(one.source)
        for deal in one.deals():
            count += 1
            if only in (None, count):
                yield count, deal
            if only == count:
                return
    if only is None:
        return
    where = sources[0] if len(sources) == 1 else f"{len(sources)} files"
    if not count:
        raise InvalidInput(where, "a board", "none")
    raise InvalidInput("--board", f"a number from 1 to {count} (the boards of {where})", str(only))


def board_at(inputs: Iterable[Opened], number: int) -> Deal:
    """The board of a number, from 1 through all inputs."""
    return next(numbered(inputs, number))[1]
