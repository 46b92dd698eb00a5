"""What the verbs read: the bytes of files, of standard input or of the arguments themselves."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from io import BufferedIOBase
from select import select
from typing import cast

import click

from logicsweep import formats
from logicsweep.boards.board import Board, View
from logicsweep.cli.options import (
    Showing,
    Verb,
    among,
    complete_files,
    field_option,
    gathered,
    number_option,
    refuse_given,
)
from logicsweep.cli.output import say_waiting
from logicsweep.errors import InvalidInput, Unreadable, reading
from logicsweep.formats import Kind
from logicsweep.verbs.reading import BLOCK, READS, WORDS, Numbered, Reading, Source, is_link, whole
from logicsweep.verbs.reading import items as items_of

FILE = click.argument("file", required=False, metavar="[FILE|-]", shell_complete=complete_files)
"""The one input of a verb; `-` or none is standard input."""
FILES = click.argument("files", nargs=-1, metavar="[FILE|-|TEXT]...", shell_complete=complete_files)
"""The inputs of a verb, one after another; `-` or none is standard input, TEXT is content itself."""
FROM = click.option(
    "--from",
    "form",
    metavar="FORMAT",
    shell_complete=among(lambda context: _list_formats(context.info_name or "")),
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
READING = gathered("reading", Reading, FILES, FROM, FIELD, EACH, MINES)
READING_ONE = gathered("reading", Reading, FILES, FROM, FIELD, BOARD, MINES)
"""The options of `Reading`: for a verb that takes all boards or positions, or one of them."""


def _list_formats(verb: str) -> list[str]:
    return list(dict.fromkeys(row.name for row in formats.rows_holding(*READS[verb])))


class Reader(Verb):
    """A verb that reads boards or positions: its help names their formats."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the formats."""
        super().format_options(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(f"Formats: {', '.join(_list_formats(self.name or ''))}. See: logicsweep formats")


# --- the bytes --------------------------------------------------------------------------------------------

_MOST_TEXT = 1 << 24  # bytes of a puzzle's
_MUCH, _PATIENCE = 1 << 15, 0.005  # bytes: who sends so many sends more soon, in seconds


def _read_blocks(file: str, what: str) -> Iterator[bytes]:
    """What is in a file, block by block; of a pipe, what is there, so that none waits for the next.

    `-` is standard input; where somebody types it, they are told `what` is waited for.
    """
    if not file:
        raise InvalidInput("FILE", "the name of a file", "an empty name")
    if file == "-" and sys.stdin is None:
        raise Unreadable(_name_source(file), "standard input is closed")
    if file == "-" and sys.stdin.isatty():
        say_waiting(what)
    # open: pathlib takes milliseconds to import
    with (
        reading(_name_source(file)),
        nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream,  # noqa: PTH123
    ):
        ended = False
        while not ended:  # an end that was typed is met once: to read on would wait for another
            block, ended = _read_block(cast(BufferedIOBase, stream))
            if block:
                yield block


def _name_source(file: str) -> str:
    return "<stdin>" if file == "-" else file


def _read_block(stream: BufferedIOBase) -> tuple[bytes, bool]:
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


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    file = "-" if file is None else file
    return formats.decode_text(
        whole(_read_blocks(file, "input"), _name_source(file), _MOST_TEXT)
    ), _name_source(file)


def kinds_read() -> tuple[Kind, ...]:
    """What the verb that runs reads."""
    return READS[click.get_current_context().command.name or ""]


def sources(files: Sequence[str]) -> list[Source]:
    """The inputs of the verb that runs; `-` or none is standard input."""
    if files.count("-") > 1:
        raise InvalidInput("FILE", "'-', standard input, once", f"it {files.count('-')} times")
    what = " or ".join(WORDS[kind][0] for kind in kinds_read())
    return [_find_source(argument, what) for argument in files or ["-"]]


def _find_source(argument: str, what: str) -> Source:
    """The name in errors and the bytes of this file, or of the argument itself where it looks like content.

    That is an ID, a link, or another line that no name of a file is like; a row with a `#`; several lines.
    """
    if argument and os.path.isdir(argument):  # noqa: PTH112
        raise Unreadable(argument, "it is a directory")
    if not argument or _is_there(argument):
        return _name_source(argument), _read_blocks(argument, what)
    data = formats.encode_text(argument)
    looks = "\n" in argument or "#" in argument
    rows = [row for row in formats.FORMATS if row.inline or (looks and not row.binary)]
    if not (is_link(data) or formats.recognised(data, among=rows)):
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


def items(
    reading: Reading, position: Collection[str] = ("start",), boards: Collection[str] = ("mines",)
) -> Iterator[Numbered]:
    """What the options tell to read; options of these names say nothing about a position, or about boards."""
    for item in items_of(sources(reading.files), kinds_read(), reading):
        refuse_idle(item.what, {"position": position, "boards": boards})
        yield item


def refuse_idle(what: Board | View, idle: Mapping[Kind, Collection[str]]) -> None:
    """An option that says nothing about what was read is a mistake, not to be passed over."""
    kind: Kind = "boards" if isinstance(what, Board) else "position"
    refuse_given(f"does not apply to {WORDS[kind][0]}", *idle[kind])


def only_one(items: Iterator[Numbered], showing: Showing) -> Iterator[Numbered]:
    """These boards or positions; where a picture or a page is asked for there may be only one."""
    option = "--html" if showing.picture is None else "--svg"
    first = next(items, None) if showing.picture or showing.html else None
    if first and next(items, None):
        raise InvalidInput(option, "one board or position (--board N takes one)", "several")
    yield from [first] if first else []
    yield from items
