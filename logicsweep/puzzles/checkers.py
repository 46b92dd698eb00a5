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
piece; `longest_trail` finds it for all own pieces of a connected part at once, exactly.

By Euler, the edges of a trail are exactly the edge sets that are connected and have at most two nodes of odd
degree, the trail's ends; a closed trail has none and may begin at any of its nodes. So it is enough to choose
edges, by a frontier dynamic programme (Simpath: Knuth, The Art of Computer Programming 4A, 7.1.4). The edges
are decided one by one, to take or to leave out. The *frontier* are the nodes with both decided and undecided
edges. What may still follow a choice, and whether it will be a trail, depends only on its `_State`. So of all
choices with one state only one with the most edges is kept, and the answer is exact. The cost grows
exponentially with the width of the frontier and linearly with the edges.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.errors import InvalidInput, of_kind, whole_number
from logicsweep.formats.common import end_of, filled_lines, numbers_of

if TYPE_CHECKING:
    import networkx as nx

MOST_WORK = 10_000_000
"""The budget of time, in states as `states_expected` estimates them: two to five minutes."""
MOST_STATES = 1 << 18
"""The budget of memory: more states at a time would take hundreds of megabytes."""

EMPTY, OWN, OPPONENT = 0, 1, 2
Square = tuple[int, int]
Edge = tuple[Hashable, Hashable]


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
        for number, piece in enumerate(self.houses, 1):
            if piece not in (EMPTY, OWN, OPPONENT):
                raise InvalidInput(f"house {number}", "0, 1 or 2", repr(piece))

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The square of each house."""
        return tuple((row, col) for row in range(self.rows) for col in range(row % 2, self.cols, 2))

    @cached_property
    def house_at(self) -> dict[Square, int]:
        """The house on each playable square."""
        return {square: house for house, square in enumerate(self.squares)}

    def __str__(self) -> str:
        return self.draw({})

    def draw(self, labels: Mapping[int, str]) -> str:
        """The board, the farthest row on top, with labels on some houses instead of their pieces."""
        shown = [labels.get(house, ".ox"[piece]) for house, piece in enumerate(self.houses)]
        width = max(map(len, shown))
        rows = [[" " * width] * self.cols for _ in range(self.rows)]
        for (row, col), label in zip(self.squares, shown, strict=True):
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

    Exact: the module says why. A board of 20 by 20 full of opponents takes a second or two. Not promised:
    which of the longest captures it is, save that it is the same on every run. Raises InvalidInput,
    beforehand, if the search is expected to pass `MOST_WORK`, which boards of up to 20 by 20 never do.
    """
    import networkx as nx

    graph = jump_graph(of_kind("board", board, CheckersBoard))
    parts = [graph.subgraph(nodes) for nodes in nx.connected_components(graph)]
    trails = [_longest_within(board, part) for part in parts]
    return _in_order(board, max(trails, key=nx.Graph.size, default=nx.Graph()))


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
    own = {house for house in part if board.houses[house] == OWN}
    edges = swept(board, part) if own else []
    return part.edge_subgraph([edges[i] for i in longest_trail(edges, own)])


def swept(board: CheckersBoard, part: nx.Graph) -> list[Edge]:
    """The edges of a part row by row or column by column, whichever takes `longest_trail` less work."""
    middle = {(a, b): board.squares[over] for a, b, over in part.edges(data="over")}
    return min(
        sorted(middle, key=middle.__getitem__),
        sorted(middle, key=lambda e: middle[e][::-1]),
        key=states_expected,
    )


def _in_order(board: CheckersBoard, trail: nx.Graph) -> Capture:
    """The jumps of a trail, one after the other (Hierholzer, as networkx has it)."""
    import networkx as nx

    if not trail.size():
        return Capture()
    [start] = (house for house in trail if board.houses[house] == OWN)
    jumps = [*nx.eulerian_path(trail, source=start)]
    return Capture((start, *(land for _, land in jumps)), tuple(trail.edges[jump]["over"] for jump in jumps))


# --- longest trails ----------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """The decision on one edge. Positions are those in the frontier as it is at this step."""

    enters: int  # how many nodes join at the frontier's end, for this is their first edge
    ends: tuple[tuple[int, bool], tuple[int, bool]]  # the edge's two positions; whether each is a start
    leaves: tuple[int, ...]  # the positions whose last edge this is, descending


class _State(NamedTuple):
    """What matters later of the edges decided so far.

    A frontier node's mark is 0 without chosen edges, else twice the number of its component, plus 1 if it has
    an odd number of them. A start always counts as even: an end of the trail costs nothing there. `started`:
    whether a start has been touched; `ended`: whether an end of the trail has been left behind.
    """

    marks: tuple[int, ...] = ()
    started: bool = False
    ended: bool = False


class _Choice(NamedTuple):
    """How many edges are chosen, and which: bit i is edge i. More edges compare as greater."""

    size: int = 0
    chosen: int = 0


def longest_trail(edges: Sequence[Edge], starts: Collection[Hashable]) -> tuple[int, ...]:
    """Which edges (positions in `edges`, ascending) a longest trail uses that begins at one of the starts.

    It touches no other start. Edges are undirected, each pair of nodes at most once, no loops. The order of
    the edges does not change the length but the time: give them as a sweep over the graph meets them.

    >>> longest_trail([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "e"), ("c", "f")], {"a"})
    (0, 1, 3, 4)
    >>> longest_trail([("a", "b")], {"a", "b"})
    ()

    Raises InvalidInput, beforehand, where the work is expected to pass MOST_WORK, and where more than
    MOST_STATES states would have to be kept at a time.
    """
    if states_expected(edges) > MOST_WORK:
        raise InvalidInput("longest trail", f"work of at most {MOST_WORK} states", "more")
    best = _Choice()
    choices = {_State(): best}
    for number, step in enumerate(_plan(edges, starts)):
        following: dict[_State, _Choice] = {}
        for state, choice in choices.items():
            entered = state._replace(marks=state.marks + (0,) * step.enters)
            _keep(following, _left_behind(entered, step), choice)
            taken = _taken(entered, step)
            if taken:
                grown = _Choice(choice.size + 1, choice.chosen | 1 << number)
                if grown > best and _is_trail(taken):
                    best = grown
                _keep(following, _left_behind(taken, step), grown)
        if len(following) > MOST_STATES:
            raise InvalidInput("longest trail", f"at most {MOST_STATES} states at a time", "more")
        choices = following
    return tuple(number for number in range(len(edges)) if best.chosen >> number & 1)


def states_expected(edges: Sequence[Edge]) -> float:
    """About how many states `longest_trail` meets when the edges are decided in this order, up to MOST_WORK.

    Each frontier node but one of every part that the decided edges connect multiplies the states by five:
    right to within a third on full boards of checkers, up to twenty times too many on half empty ones.

    >>> states_expected([("a", "b"), ("b", "c"), ("c", "d")])
    3.0
    """
    import networkx as nx

    last = {node: number for number, edge in enumerate(edges) for node in edge}
    parts: nx.utils.UnionFind = nx.utils.UnionFind()
    frontier: set[Hashable] = set()
    states = 0.0
    for number, edge in enumerate(edges):
        parts.union(*edge)
        frontier.update(edge)
        frontier.difference_update([node for node in edge if last[node] == number])
        states += 5.0 ** (len(frontier) - len({parts[node] for node in frontier}))
        if states > MOST_WORK:
            break
    return states


def _plan(edges: Sequence[Edge], starts: Collection[Hashable]) -> Iterator[_Step]:
    last = {node: number for number, edge in enumerate(edges) for node in edge}
    frontier: list[Hashable] = []
    for number, edge in enumerate(edges):
        new = [node for node in edge if node not in frontier]
        frontier += new
        one, two = ((frontier.index(node), node in starts) for node in edge)
        leaves = sorted((frontier.index(node) for node in edge if last[node] == number), reverse=True)
        yield _Step(len(new), (one, two), tuple(leaves))
        for position in leaves:
            del frontier[position]


def _keep(choices: dict[_State, _Choice], state: _State | None, choice: _Choice) -> None:
    if state is not None and choice > choices.get(state, (-1, 0)):
        choices[state] = choice


def _taken(state: _State, step: _Step) -> _State | None:
    """The state with the step's edge chosen; None where that touches a second start."""
    marks = [*state.marks]
    (one, _), (two, _) = step.ends
    starts = state.started + sum(is_start and not marks[end] for end, is_start in step.ends)
    if starts > 1:
        return None
    joined = marks[one] >> 1 or marks[two] >> 1 or len(marks) + 1  # numbers go up to len(marks)
    other = marks[two] >> 1
    if other not in (0, joined):
        marks = [joined << 1 | mark & 1 if mark >> 1 == other else mark for mark in marks]
    for end, is_start in step.ends:
        marks[end] = joined << 1 | (marks[end] & 1) ^ (not is_start)
    return _State(tuple(marks), starts == 1, state.ended)


def _is_trail(state: _State) -> bool:
    """Whether the chosen edges are one trail from a start as they stand."""
    loose = sum([mark & 1 for mark in state.marks]) + state.ended
    return state.started and loose <= 1 and len({mark >> 1 for mark in state.marks if mark}) == 1


def _left_behind(state: _State, step: _Step) -> _State | None:
    """The state without the nodes that have no edges left; None where what they leave cannot be one trail."""
    marks, ended = [*state.marks], state.ended
    for position in step.leaves:
        mark = marks.pop(position)
        if mark & 1:
            if ended:
                return None
            ended = True
        if mark and not any(mark >> 1 == other >> 1 for other in marks):
            return None  # a component that cannot grow: as a whole trail it was seen when its last edge came
    return _State(_renumbered(marks), state.started, ended)


def _renumbered(marks: list[int]) -> tuple[int, ...]:
    numbers = {0: 0}
    return tuple([numbers.setdefault(mark >> 1, len(numbers)) << 1 | mark & 1 for mark in marks])


# --- the statement's text -----------------------------------------------------------------------------------


def checkers_text(text: str, source: str = "text", show: bool = False) -> Iterator[str]:
    """The most captures of one move on each board of a text, with `show` also such a move, drawn.

    A board is a line `N M` (rows and columns, at least 3 each, more than the statement's 20 allowed) and a
    line of its houses; `0 0` ends. Answers before a bad board come before the InvalidInput, where `source`
    names the text. In drawings `@` is where the piece starts, `o` other own pieces, `x` opponents that stay,
    `.` empty houses, a number the opponent that this jump takes; houses are numbered from 1.

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
    lines = filled_lines(text, source)
    while True:
        rows, cols = numbers_of(lines, 2, "two numbers N M, or 0 0 at the end")
        if rows.value == cols.value == 0:
            return end_of(lines, "'0 0'")
        count = (rows.within(3) * cols.within(3) + 1) // 2
        pieces = tuple([house.within(0, 2) for house in numbers_of(lines, count, f"{count} houses")])
        yield CheckersBoard(rows.value, cols.value, pieces), rows.place.rpartition(":")[0]


def _drawn(board: CheckersBoard, capture: Capture) -> str:
    labels = {house: str(number) for number, house in enumerate(capture.jumped, 1)}
    labels |= dict.fromkeys(capture.houses[:1], "@")
    moves = [" ".join([str(house + 1) for house in capture.houses])] if capture.houses else []
    return "\n".join([str(len(capture.jumped)), *moves, board.draw(labels)])
