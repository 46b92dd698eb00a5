"""What the verbs that write boards or positions write: a format, or links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from logicsweep import formats
from logicsweep.boards.board import View
from logicsweep.errors import InvalidInput, quoted
from logicsweep.formats import Deal, Format, Kind

Write: TypeAlias = Callable[[Iterable[Deal | View]], str | bytes]
"""What writes many boards or positions."""


class Target(NamedTuple):
    """What is written: its name, the option that says so, and for each kind that it holds the function that
    writes many of them."""

    name: str
    option: str
    writes: Mapping[Kind, Write]
    starts: bool = False
    """Whether first clicks are written."""
    one_by_one: bool = False
    """Whether each is written by itself, as soon as it is there."""
    fields: bool = False
    """Whether its rows may be cells of any field, of which they do not tell."""

    @property
    def holds(self) -> str:
        """What it holds, as errors say it."""
        return " or ".join("boards" if kind == "boards" else "positions" for kind in self.writes)


def format_names(kind: Kind | None = None) -> list[str]:
    """The formats that are written; of this kind, if told."""
    return list(dict.fromkeys(row.name for row in _written(kind)))


def _written(kind: Kind | None) -> list[Format]:
    return [row for row in formats.FORMATS if row.write and kind in (None, row.holds)]


def format_named(name: str | None, out: str | None, kind: Kind | None = None) -> Target:
    """The format to write: by its name, or by the ending of a file's name; of this kind, if told."""
    rows = _written(kind)
    if name is None:
        ended = [row.name for row in rows if row.ends(out or "")]
        if not ended:
            endings = ", ".join(dict.fromkeys(ending for row in rows for ending in row.endings))
            expected = (
                f"one of {', '.join(format_names(kind))}, or --out with a name that ends in one of {endings}"
            )
            raise InvalidInput("--to", expected, "none" if out is None else f"--out {quoted(out)}")
        name, option = ended[0], f"--out {quoted(out or '')}"
    else:
        option = f"--to {name}"
    found = [row for row in rows if row.name == name]
    if not found:
        raise InvalidInput("--to", f"one of {', '.join(format_names(kind))}", quoted(name))
    writes = {row.holds: row.write for row in found if row.write}
    row = found[0]
    return Target(name, option, writes, row.starts, row.one_by_one, row.fields)
