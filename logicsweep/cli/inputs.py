"""Read the input of the verbs: files, standard input, or text given as an argument."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from io import BufferedIOBase
from select import select
from typing import TYPE_CHECKING, cast

import click

from logicsweep import formats
from logicsweep.cli.options import (
    Showing,
    Verb,
    complete_files,
    complete_words,
    field_option,
    gather_options,
    hint_at_policy,
    number_option,
    refuse_given,
)
from logicsweep.cli.output import echo, say_waiting
from logicsweep.errors import InvalidInput, Unreadable, quote, reading
from logicsweep.formats import Kind
from logicsweep.verbs.reading import BLOCK, READS, WORDS, Numbered, Reading, Source, is_link, whole
from logicsweep.verbs.reading import items as items_of

if TYPE_CHECKING:
    from click.decorators import FC

FILE = click.argument("file", required=False, metavar="[FILE|-]", shell_complete=complete_files)
"""A verb's only input; `-` or no argument means standard input."""
FILES = click.argument("files", nargs=-1, metavar="[FILE|-|TEXT]...", shell_complete=complete_files)
"""A verb's inputs in order; `-` or no argument means standard input, TEXT is content given directly."""
FROM = click.option(
    "--from",
    "form",
    metavar="FORMAT",
    shell_complete=complete_words(lambda context: _list_formats(context.info_name or "")),
    help="The input format.  [default: recognised from the text]",
)
FIELD = field_option(
    "The kind of field. torus: opposite edges touch; hex: six neighbours, every second row half a cell "
    "to the right.  [default: grid, or as in FILE]"
)
EACH = number_option(
    "--board", "number", least=1, about="Take only board or position N, counted over all files."
)
BOARD = number_option(
    "--board", "number", least=1, default=1, about="Take board or position N, counted over all files."
)
MINES = number_option("--mines", about="The mine total of a position.")


def _signs_option(name: str, about: str) -> Callable[[FC], FC]:
    return click.option(name, default="", metavar="SIGNS", callback=_check_signs, help=about)


def _check_signs(_: click.Context, option: click.Parameter, signs: str) -> str:
    """The signs as given; `--json` is another option, before which they were forgotten."""
    if signs.startswith("--"):
        raise InvalidInput(option.opts[0], "signs such as .", quote(signs))
    return signs


SIGNS = (
    _signs_option("--covered", "Other signs for covered cells of a position."),
    _signs_option("--empty", "Other signs for 0, such as --empty ' '."),
)
READING = gather_options("reading", Reading, FILES, FROM, FIELD, EACH, MINES, *SIGNS)
READING_ONE = gather_options("reading", Reading, FILES, FROM, FIELD, BOARD, MINES, *SIGNS)
"""The options of `Reading`, for a verb that takes all boards or positions, and for one that takes one."""


def _list_formats(verb: str) -> list[str]:
    return list(dict.fromkeys(row.name for row in formats.rows_holding(*READS[verb])))


class Reader(Verb):
    """A verb that reads boards or positions; its help lists their formats."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the formats."""
        super().format_options(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(f"Formats: {', '.join(_list_formats(self.name or ''))}. See: logicsweep formats")


# --- the bytes --------------------------------------------------------------------------------------------

_MOST_TEXT = 1 << 24  # bytes of a puzzle's text
_MUCH, _PATIENCE = 1 << 15, 0.005  # after this many bytes, wait this many seconds for more


def _read_blocks(file: str, what: str) -> Iterator[bytes]:
    """Read a file block by block; from a pipe, yield what has arrived without waiting for more.

    `-` is standard input; at a terminal, a message says `what` the verb waits for.
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
        while not ended:  # a typed end of input is seen only once: reading on would wait for another
            block, ended = _read_block(cast(BufferedIOBase, stream))
            if block:
                yield block


def _name_source(file: str) -> str:
    return "<stdin>" if file == "-" else file


def _read_block(stream: BufferedIOBase) -> tuple[bytes, bool]:
    """The bytes available, at most a block, and whether the input has ended."""
    parts = [stream.read1(BLOCK)]
    size = len(parts[0])
    while parts[-1] and size < BLOCK and _has_more(stream, _PATIENCE if size >= _MUCH else 0):
        parts.append(stream.read1(BLOCK - size))
        size += len(parts[-1])
    return b"".join(parts), not parts[-1]


def _has_more(stream: BufferedIOBase, patience: float) -> bool:
    try:
        return bool(select([stream], [], [], patience)[0])
    except (OSError, ValueError):  # it has no file descriptor, or the system cannot tell
        return False


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    file = "-" if file is None else file
    return formats.decode_text(
        whole(_read_blocks(file, "input"), _name_source(file), _MOST_TEXT)
    ), _name_source(file)


def kinds_read() -> tuple[Kind, ...]:
    """Whether the running verb reads boards, positions or both."""
    return READS[click.get_current_context().command.name or ""]


def sources(files: Sequence[str], kinds: Sequence[Kind] = (), signs: str = "") -> list[Source]:
    """The inputs of the running verb, or of one that reads these kinds; `-` or none is standard input.

    An argument of nothing but cells is content, also with these other `signs` for cells.
    """
    if files.count("-") > 1:
        raise InvalidInput("FILE", "'-' (standard input) once", f"it {files.count('-')} times")
    what = " or ".join(WORDS[kind][0] for kind in kinds or kinds_read())
    return [_find_source(argument, what, signs) for argument in files or ["-"]]


def _find_source(argument: str, what: str, signs: str) -> Source:
    """The bytes of a file, or of an argument that looks like content, and its name for error messages.

    Content is an ID, a link or another line that cannot be a file name, a row with a `#`, or several lines.
    """
    if argument and os.path.isdir(argument):  # noqa: PTH112
        raise Unreadable(argument, "it is a directory")
    if not argument or _is_there(argument):
        return _name_source(argument), _read_blocks(argument, what)
    data = formats.encode_text(argument)
    cells = signs and {*argument} <= {*"012345678#F? ", *signs}
    rows = [row for row in formats.FORMATS if row.inline or ("#" in argument and not row.binary)]
    if not (cells or "\n" in argument or is_link(data) or formats.recognise(data, among=rows)):
        known = "no such file, and not an ID, link or text in a known format"
        raise Unreadable(argument, known + hint_at_policy(argument))
    return "<argument>", iter([data])


def _is_there(file: str) -> bool:
    """Whether it is standard input, or a file or folder of that name exists or may exist."""
    try:
        return file == "-" or bool(os.stat(file))  # noqa: PTH116
    except PermissionError:  # its folder cannot be read
        return True
    except (OSError, ValueError):
        return False


def items(
    reading: Reading, position: Collection[str] = ("start",), boards: Collection[str] = ("mines",)
) -> Iterator[Numbered]:
    """The boards or positions to read; raises for these options if they do not apply to what was read.

    `position` and `boards` name the options that do not apply to a position, or to boards.
    """
    signs = reading.covered + reading.empty
    for item in items_of(sources(reading.files, signs=signs), kinds_read(), reading):
        what, idle = ("boards", boards) if item.kind == "board" else ("a position", position)
        refuse_given(f"does not apply to {what}", *idle)
        yield item


def keep_apart(items: Iterable[Numbered], showing: Showing) -> Iterator[Numbered]:
    """The same boards or positions; in text, print a blank line before each answer but the first."""
    for at, item in enumerate(items):
        if at and not showing.as_json:
            echo("")
        yield item


def only_one(items: Iterator[Numbered], showing: Showing) -> Iterator[Numbered]:
    """These boards or positions; raises InvalidInput if there are several for one picture or page."""
    option = "--html" if showing.picture is None else "--svg"
    first = next(items, None) if showing.picture or showing.html else None
    if first and next(items, None):
        raise InvalidInput(option, "one board or position (--board N takes one)", "several")
    yield from [first] if first else []
    yield from items
