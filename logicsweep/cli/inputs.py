"""What the verbs read: the input, the format that it is in, one board or position of it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

import click
from click.core import ParameterSource

from logicsweep import formats
from logicsweep.cli.complete import among, files
from logicsweep.cli.output import say_waiting
from logicsweep.errors import Contradiction, InvalidInput, Unreadable, shown
from logicsweep.formats import Deal, Format, Kind
from logicsweep.words import both_or_all

if TYPE_CHECKING:
    from logicsweep.board import View

READS: dict[str, tuple[Kind, ...]] = {
    "solve": ("boards",),
    "trace": ("boards", "position"),
    "why": ("boards", "position"),
    "compare": ("boards", "position"),
    "hint": ("position",),
}
"""What each verb reads; the first format that holds it is the verb's own."""
T = TypeVar("T")
_SAID = {"boards": ("boards", "'M' and '.'"), "position": ("a position", "clues and '#'")}

FILE = click.argument("file", required=False, metavar="[FILE|-]", shell_complete=files)
"""The input of a verb; `-` or none is standard input."""
FROM = click.option(
    "--from",
    "form",
    metavar="FORMAT",
    shell_complete=among(lambda context: _format_names(context.info_name or "")),
    help="The format of FILE.  [default: seen from its text]",
)
MINES = click.option(
    "--mines", type=int, metavar="N", help="The mine total of a position, in place of the one in FILE."
)


def _format_names(verb: str) -> list[str]:
    return list(dict.fromkeys(row.name for row in formats.holding(*READS[verb])))


class Reader(click.Command):
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

    def views(self, mines: int | None = None) -> Iterator[View]:
        """The positions, one by one; `mines` goes before the totals that they tell."""
        return formats.views(*self, mines)


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
    if source == "<stdin>" and sys.stdin.isatty():
        kinds = READS.get(click.get_current_context().command.name or "")
        say_waiting(" or ".join(_SAID[kind][0] for kind in kinds) if kinds else "input")
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
    return _at(found.deals(), number, found)


def view_at(found: Opened, number: int, mines: int | None = None) -> View:
    """Position `number` (from 1) of an input; `mines` goes before the total that it tells."""
    return _at(found.views(mines), number, found)


def _at(several: Iterator[T], number: int, found: Opened) -> T:
    count = 0
    for count, one in enumerate(several, 1):
        if count == number:
            return one
    raise _no_number(found, number, count)


def _no_number(found: Opened, number: int, count: int) -> InvalidInput:
    """What is wrong with the number of a board or position that an input, with `count` of them, has not."""
    one, several = ("a position", "positions") if found.form.holds == "position" else ("a board", "boards")
    if not count:
        return InvalidInput(found.source, one, "none")
    expected = f"a number from 1 to {count} (the {several} of {found.source})"
    return InvalidInput("--board", expected, str(number))


def positions(found: Opened, number: int | None, mines: int | None) -> Iterator[tuple[int, View, bool]]:
    """The positions of an input, or that of a `number`: with their numbers, and whether there are several.

    Those before a mistake come first.
    """
    if number is not None:
        yield number, view_at(found, number, mines), False
        return
    views = found.views(mines)
    first = next(views, None)
    if first is None:
        raise _no_number(found, 1, 0)
    try:
        second = next(views, None)
    except InvalidInput:
        yield 1, first, True
        raise
    yield 1, first, second is not None
    if second is not None:
        yield from ((at, view, True) for at, view in enumerate(chain([second], views), 2))


@contextmanager
def naming_position(number: int, several: bool) -> Iterator[None]:
    """A position without a layout is named where there are several."""
    try:
        yield
    except Contradiction as found:
        clash = found.clash
        if several:
            clash = clash._replace(sentence=f"position {number}: {clash.sentence}")
        raise Contradiction(lambda: clash) from None


def refuse_idle(found: Opened, idle: Mapping[Kind, Collection[str]]) -> None:
    """An option that says nothing about what was read is a mistake, not to be passed over."""
    holds = found.form.holds
    refuse_options(idle[holds], "a position" if holds == "position" else holds)


def refuse_options(idle: Collection[str], what: str) -> None:
    """Refuse the first of these parameters that was given on the command line."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        if given and name in idle:
            raise click.UsageError(f"{parameter.opts[0]} does not apply to {what}")
