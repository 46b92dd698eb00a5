"""The longest capture of a checkers piece that jumps both ways: the puzzle *MegaCheckers*.

Why no search over moves is needed. Call a piece's square (row, column); its jumps change both by 2. So all
squares that it can land on are (r + 2a, c + 2b) with a and b of one parity, for each jump changes both.
It jumps over (r + odd, c + odd). The four diagonal neighbours of such a square are (r + 2a, c + 2b) for two
neighbouring values of a and two of b, and a and b have one parity in exactly two of them, which lie opposite
each other. So for one moving piece an opponent can be jumped along one diagonal only, back and forth: it is
*one edge* between two landing squares, and that it may be jumped once makes a capture a trail in that graph.
A piece never lands where an opponent stands that it could jump, so whether captured pieces leave the board
at once or after the move makes no difference.

An own piece elsewhere on the landing squares blocks its square, unless it is itself the one that moves. So
the capture with the most jumps is a longest trail that begins at an own piece and touches no other own
piece; `trails.longest_trail` finds it for all own pieces of a connected part at once, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.errors import InvalidInput, quoted, whole_number
from logicsweep.puzzles.numbers import CaseLines
from logicsweep.puzzles.trails import Edge, longest_trail, states_expected

if TYPE_CHECKING:
    import networkx as nx

EMPTY, OWN, OPPONENT = 0, 1, 2
Square = tuple[int, int]


@dataclass(frozen=True)
class CheckersBoard:
    """What stands on each house: 0 nothing, 1 a piece of the player's own, 2 an opponent's.

    Houses are the playable squares. They are numbered, here from 0, from the player's left, the nearest row
    first; the square at the player's left hand is a house. Squares are (row, column) from there, 0-based.
    `str` draws the board as the player sees it.

    >>> board = CheckersBoard(4, 5, (1, 0, 0, 2, 2, 0, 0, 0, 0, 0))
    >>> board.squares[3:5]
    ((1, 1), (1, 3))
    >>> print(board)
      .   .
    .   .   .
      x   x
    o   .   .
    """

    rows: int
    cols: int
    houses: tuple[int, ...]

    def __post_init__(self) -> None:
        for name, size in (("rows", self.rows), ("cols", self.cols)):
            whole_number(name, size, 3)
        count = (self.rows * self.cols + 1) // 2
        if len(self.houses) != count:
            raise InvalidInput("houses", f"{count} of them", str(len(self.houses)))
        if not set(self.houses) <= {EMPTY, OWN, OPPONENT}:
            number = next(i for i, piece in enumerate(self.houses) if piece not in (EMPTY, OWN, OPPONENT))
            raise InvalidInput(f"house {number + 1}", "0, 1 or 2", repr(self.houses[number]))

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The square of each house."""
        return tuple((row, col) for row in range(self.rows) for col in range(row % 2, self.cols, 2))

    @cached_property
    def house_at(self) -> dict[Square, int]:
        """The house on each playable square."""
        return {square: house for house, square in enumerate(self.squares)}

    def __str__(self) -> str:
        return self.draw([".ox"[piece] for piece in self.houses])

    def draw(self, labels: Sequence[str]) -> str:
        """The board with a label on each house, the farthest row on top."""
        width = max(map(len, labels))
        rows = [[" " * width] * self.cols for _ in range(self.rows)]
        for (row, col), label in zip(self.squares, labels, strict=True):
            rows[row][col] = label.rjust(width)
        return "\n".join(" ".join(row).rstrip() for row in reversed(rows))


class Capture(NamedTuple):
    """One move: the houses that the piece stands on, from its start, and those that it jumps, in order."""

    houses: tuple[int, ...] = ()
    jumped: tuple[int, ...] = ()


def checkers(board: CheckersBoard) -> Capture:
    """A capture with the most jumps that one own piece has; an empty one where no piece can jump.

    >>> checkers(CheckersBoard(3, 5, (1, 0, 0, 2, 2, 0, 0, 0)))
    Capture(houses=(0, 6, 2), jumped=(3, 4))

    Exact: the module says why. Time grows linearly with the longer side of the board and exponentially with
    the shorter: a second or two at 20 by 20 full of opponents. Not promised: which of the longest captures it
    is, save that it is the same on every run. Raises InvalidInput, beforehand, where the exact search is
    expected to pass `trails.MOST_WORK`, which boards of up to 20 by 20 never do.
    """
    import networkx as nx

    graph = jump_graph(board)
    best: nx.Graph = nx.Graph()
    for nodes in nx.connected_components(graph):
        trail = _longest_within(board, graph.subgraph(nodes))
        if trail.size() > best.size():
            best = trail
    return _in_order(board, best)


def jump_graph(board: CheckersBoard) -> nx.Graph:
    """All jumps that may come up: houses to land on or to start from are nodes, jumps edges.

    The jumped house is the edge's attribute `over`. An opponent may be two edges, one for each diagonal, but
    these lie in different connected parts, and a piece stays in one.

    >>> jump_graph(CheckersBoard(3, 5, (1, 0, 0, 2, 2, 0, 0, 0))).edges(data="over")
    EdgeDataView([(0, 6, 3), (6, 2, 4), (1, 5, 3), (1, 7, 4)])
    """
    import networkx as nx

    graph = nx.Graph()
    for house, (row, col) in enumerate(board.squares):
        for step in (-1, 1):
            over = board.house_at.get((row + 1, col + step))
            land = board.house_at.get((row + 2, col + 2 * step))
            if over is None or land is None or board.houses[over] != OPPONENT:
                continue
            if OPPONENT not in (board.houses[house], board.houses[land]):
                graph.add_edge(house, land, over=over)
    return graph


def _longest_within(board: CheckersBoard, part: nx.Graph) -> nx.Graph:
    """The longest trail of a connected part from an own piece, as a graph of its edges."""
    own = {house for house in part if board.houses[house] == OWN}
    edges = _swept(board, part) if own else []
    return part.edge_subgraph([edges[i] for i in longest_trail(edges, own)])


def _swept(board: CheckersBoard, part: nx.Graph) -> list[Edge]:
    """The edges row by row or column by column, whichever takes less work."""

    def along(*axes: int) -> list[Edge]:
        middle = {edge: board.squares[part.edges[edge]["over"]] for edge in part.edges}
        return sorted(middle, key=lambda edge: [middle[edge][axis] for axis in axes])

    return min(along(0, 1), along(1, 0), key=states_expected)


def _in_order(board: CheckersBoard, trail: nx.Graph) -> Capture:
    """The jumps of a trail, one after the other (Hierholzer, as networkx has it)."""
    import networkx as nx

    if not trail.size():
        return Capture()
    [start] = (house for house in trail if board.houses[house] == OWN)
    jumps = [*nx.eulerian_path(trail, source=start)]
    return Capture((start, *(land for _, land in jumps)), tuple(trail.edges[jump]["over"] for jump in jumps))


def is_capture(board: CheckersBoard, houses: Sequence[int]) -> bool:
    """Whether an own piece may go along these houses (from 0) in one move of one jump or more.

    Plays the move by the rules, without the graph that `checkers` uses.

    >>> board = CheckersBoard(3, 5, (1, 0, 0, 2, 2, 0, 0, 0))
    >>> is_capture(board, [0, 6, 2]), is_capture(board, [0, 6, 0]), is_capture(board, [0])
    (True, False, False)
    """
    pieces = dict(enumerate(board.houses))
    if len(houses) < 2 or pieces.get(houses[0]) != OWN:
        return False
    pieces[houses[0]] = EMPTY
    for leave, land in pairwise(houses):
        if pieces.get(land) != EMPTY:
            return False
        (row, col), (to_row, to_col) = board.squares[leave], board.squares[land]
        if {abs(to_row - row), abs(to_col - col)} != {2}:
            return False
        over = board.house_at[(row + to_row) // 2, (col + to_col) // 2]
        if pieces[over] != OPPONENT:
            return False
        pieces[over] = -1  # jumped: neither to jump again nor to land on
    return True


# --- the statement's text -----------------------------------------------------------------------------------


def checkers_text(text: str, source: str = "text", show: bool = False) -> Iterator[str]:
    """The most captures of one move on each board of a text, with `show` also such a move, drawn.

    A board is a line `N M` (rows and columns, at least 3 each, more than the statement's 20 allowed) and a
    line of its houses; `0 0` ends. An answer is made when it is asked for, so that those before a bad board
    are out when InvalidInput comes; `source` names the text there. In drawings `@` is where the piece starts,
    `o` other own pieces, `x` opponents that stay, `.` empty houses, a number the opponent that falls by this
    jump; the houses of the piece are numbered from 1 as in the statement.

    >>> for answer in checkers_text("3 5\\n1 0 0 2 2 0 0 1\\n0 0\\n", show=True):
    ...     print(answer)
    2
    1 7 3
    .   .   o
      1   2
    @   .   .
    """
    for board, place in _boards(text, source):
        try:
            capture = checkers(board)
        except InvalidInput as error:
            raise InvalidInput(f"{place}: {error.place}", error.expected, error.found) from None
        yield _drawn(board, capture) if show else str(len(capture.jumped))


def _boards(text: str, source: str) -> Iterator[tuple[CheckersBoard, str]]:
    lines = CaseLines(text, source)
    while True:
        line = lines.demand("a board 'N M', or '0 0' at the end")
        rows, cols = line.numbers(2, "two numbers N M, rows and columns")
        if rows.value == cols.value == 0:
            break
        count = (rows.within(3) * cols.within(3) + 1) // 2
        houses = lines.demand(f"{count} houses").numbers(count, f"{count} houses")
        pieces = tuple(house.within(0, 2) for house in houses)
        yield CheckersBoard(rows.value, cols.value, pieces), line.place
    for line in lines:
        raise InvalidInput(line.place, "nothing after '0 0'", quoted(" ".join(line.words)))


def _drawn(board: CheckersBoard, capture: Capture) -> str:
    labels = [".ox"[piece] for piece in board.houses]
    for number, house in enumerate(capture.jumped, 1):
        labels[house] = str(number)
    if capture.houses:
        labels[capture.houses[0]] = "@"
    moves = " ".join(str(house + 1) for house in capture.houses)
    return "\n".join([str(len(capture.jumped)), *([moves] if moves else []), board.draw(labels)])
