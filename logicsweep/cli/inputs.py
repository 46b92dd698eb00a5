"""What the verbs read: the input, the format that it is in, one board or position of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, cast

import click

from logicsweep import formats
from logicsweep.cli.usage import Verb
from logicsweep.errors import InvalidInput, Unreadable, shown
from logicsweep.formats import Deal, Format, Kind
from logicsweep.words import both_or_all

if TYPE_CHECKING:
    from logicsweep.board import View

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
"""The input of a verb; `-` or none is standard input."""
FROM = click.option(
    "--from", "form", metavar="FORMAT", help="The format of FILE.  [default: seen from its text]"
)


class Reader(Verb):
    """A verb that reads boards or positions: its help lists their formats, as the table has them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the formats."""
        super().format_options(ctx, formatter)
        with formatter.section("Formats"):
            formatter.write_dl([(row.name, row.about) for row in formats.holding(*READS[self.name or ""])])


class Opened(NamedTuple):
    """An input whose format is known: text, or bytes where the format is binary, and its name in errors."""

    form: Format
    content: str | bytes
    source: str

    def deals(self) -> Iterator[Deal]:
        """The boards, one by one."""
        return formats.deals(*self)


def opened(file: str | None, name: str | None) -> Opened:
    """The input of the verb that runs, in the format of a name or the one that is seen from it."""
    kinds = READS[click.get_current_context().command.name or ""]
    rows = formats.holding(*kinds)
    if name is not None:
        rows = tuple(row for row in rows if row.name == name) or _refuse_name(name, rows)
    data, source = _read(file)
    others = () if name is not None else tuple(row for row in formats.FORMATS if row not in rows)
    form = formats.recognised(data, source, (*rows, *others)) or rows[0]
    if form.holds not in kinds:
        _refuse_kind(form.holds, kinds, source)
    return Opened(form, data if form.binary else formats.decoded(data), source)


def _refuse_name(name: str, rows: tuple[Format, ...]) -> NoReturn:
    raise InvalidInput("--from", " or ".join(dict.fromkeys(row.name for row in rows)), shown(name))


def _refuse_kind(found: Kind, kinds: tuple[Kind, ...], source: str) -> NoReturn:
    verbs = [f"`{verb}`" for verb, read in READS.items() if found in read]
    others = f"{both_or_all(verbs)[0]} {'read' if len(verbs) > 1 else 'reads'}"
    expected = " or ".join("{} ({})".format(*_SAID[kind]) for kind in kinds)
    raise InvalidInput(source, expected, f"{_SAID[found][0]}: {others} those")


def read_text(file: str | None) -> tuple[str, str]:
    """The text of a file (`-` or None: standard input) and its name for error messages."""
    data, source = _read(file)
    return formats.decoded(data), source


def _read(file: str | None) -> tuple[bytes, str]:
    source = "<stdin>" if file in (None, "-") else str(file)
    if source == "<stdin>" and sys.stdin is None:
        raise Unreadable(source, "standard input is closed")
    if not source:
        raise InvalidInput("FILE", "the name of a file", "an empty name")
    try:
        return (sys.stdin.buffer.read() if file in (None, "-") else Path(str(file)).read_bytes()), source
    except IsADirectoryError:
        raise Unreadable(source, "it is a directory") from None
    except FileNotFoundError:
        raise Unreadable(source, "no such file") from None
    except (OSError, ValueError) as error:
        raise Unreadable(source, str(getattr(error, "strerror", error))) from None


def board_at(found: Opened, number: int) -> Deal:
    """Board `number` (from 1) of an input."""
    count = 0
    for count, deal in enumerate(found.deals(), 1):
        if count == number:
            return deal
    if not count:
        raise InvalidInput(found.source, "a board", "none")
    raise InvalidInput("--board", f"a number from 1 to {count} (the boards of {found.source})", str(number))


def view_of(found: Opened, mines: int | None) -> View:
    """The view of an input that holds a position; `mines` goes before the total that it tells."""
    return cast("View", found.form.read(found.content, found.source, mines))
