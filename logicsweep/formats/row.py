"""What a row of the table of formats says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from logicsweep.boards.board import Board

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

    >>> from logicsweep import FORMATS
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
    apart: bool = False
    """Whether what it writes of many is what it writes of each, one after another."""
    endings: tuple[str, ...] = ()
    """File-name endings such as `.abf` that say the format."""
    binary: bool = False
    stream: Callable[[Any, str], Iterator[Iterable[Any]]] | None = None
    """Without it, content is read as a whole. `stream(blocks, source)` takes an iterator of text in blocks
    of whole lines (of bytes as they come, where the format is `binary`), and gives the same boards or views
    in batches, each as soon as what is in it is there: any iterables, or `Boards`, which are fastest."""
    inline: bool = False
    """Whether a line of it is content on the command line, where the name of a file is taken: such a line
    looks like no name, and `sniff` tells it from all others."""
    sites: tuple[str, ...] = ()
    """The hosts whose links it reads."""
    starts: bool = False
    """Whether it tells the first click of a board."""
    fields: bool = False
    """Whether its rectangles may be cells of a torus or hexagons too, as `--field` says. For positions
    `read` then takes the field as a fourth argument, a function such as `CellGraph.torus`."""

    def ends(self, file: str) -> bool:
        """Whether the name of a file has an ending of this format."""
        return file.lower().endswith(self.endings)
