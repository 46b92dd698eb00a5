"""The longest capture of a checkers piece that jumps both ways: the puzzle *MegaCheckers*.

No search over moves is needed, for this reason. A jump changes a piece's row and its column by 2. So a piece
on (r, c) can land only on squares (r + 2a, c + 2b) with a and b of the same parity. It jumps over squares (r
+ odd, c + odd). The four diagonal neighbours of such a square are (r + 2a, c + 2b) for two neighbouring
values of a and two of b. In exactly two of them, which lie opposite each other, a and b have the same parity.
So one moving piece can jump an opponent along one diagonal only, back and forth: the opponent is *one edge*
between two landing squares. It may be jumped once, so a capture is a trail in that graph. A piece never lands
on an opponent that it could jump. So it makes no difference whether captured pieces leave the board at once
or after the move.

Other own pieces block the landing squares on which they stand. So the capture with the most jumps is a
longest trail that begins at an own piece and touches no other own piece. `longest_trail` finds it exactly,
for all own pieces of a connected part at once.

By Euler, a set of edges is a trail if and only if it is connected and has at most two nodes of odd degree.
These are the trail's ends; a closed trail has none and may begin at any of its nodes. So it is enough to
choose edges, by frontier dynamic programming (Simpath: Knuth, The Art of Computer Programming 4A, 7.1.4). It
takes or leaves one edge after another. The *frontier* is the set of nodes with both decided and undecided
edges. The ways to continue a choice, and whether it becomes a trail, depend only on its `_State`. So for each
state it is enough to keep one choice with the most edges, and the answer is exact. The cost grows
exponentially with the width of the frontier and linearly with the number of edges.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.errors import InvalidInput, of_kind, whole_number
from logicsweep.formats.common import filled_lines, read_numbers, require_end

if TYPE_CHECKING:
    import networkx as nx

MOST_WORK = 10_000_000
"""The time budget, in the states that `estimate_states` estimates: two to five minutes."""
MOST_STATES = 1 << 18
"""The memory budget: more states at a time would take hundreds of megabytes."""

EMPTY, OWN, OPPONENT = 0, 1, 2
Square = tuple[int, int]
Edge = tuple[Hashable, Hashable]


@dataclass(frozen=True)
class CheckersBoard:
    """The pieces on the houses: 0 for none, 1 for one of the player's own, 2 for an opponent's.

    Houses are the playable squares. They are numbered from 0, the nearest row first, from the player's left;
    the square at the player's left hand is a house. Squares are (row, column) from there, 0-based. `str`
    draws the board as the player sees it.

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
        """Draw the board, the farthest row on top; `labels` replace the pieces on their houses."""
        shown = [labels.get(house, ".ox"[piece]) for house, piece in enumerate(self.houses)]
        width = max(map(len, shown))
        rows = [[" " * width] * self.cols for _ in range(self.rows)]
        for (row, col), label in zip(self.squares, shown, strict=True):
            rows[row][col] = label.rjust(width)
        return "\n".join(" ".join(row).rstrip() for row in reversed(rows))


class Capture(NamedTuple):
    """One move: the houses on which the piece stands, from its start, and those that it jumps, in order."""

    houses: tuple[int, ...] = ()
    jumped: tuple[int, ...] = ()


def checkers(board: CheckersBoard) -> Capture:
    """A capture with the most jumps by one own piece; an empty one if no piece can jump.

    >>> checkers(CheckersBoard(3, 5, (1, 0, 0, 2, 2, 0, 0, 0)))
    Capture(houses=(0, 6, 2), jumped=(3, 4))

    The answer is exact: the module says why. A board of 20 by 20 full of opponents takes a second or two. Not
    promised: which of the longest captures this returns, though it is the same on every run. Raises
    InvalidInput before the search if that is expected to exceed `MOST_WORK`, which never happens on boards of
    up to 20 by 20.
    """
    import networkx as nx

    graph = jump_graph(of_kind("board", board, CheckersBoard))
    parts = [graph.subgraph(nodes) for nodes in nx.connected_components(graph)]
    trails = [_find_longest_trail(board, part) for part in parts]
    return _order_jumps(board, max(trails, key=nx.Graph.size, default=nx.Graph()))


def jump_graph(board: CheckersBoard) -> nx.Graph:
    """The graph of all possible jumps: nodes are the houses to start from or land on, edges are the jumps.

    The jumped house is the edge's attribute `over`. An opponent may be two edges, one for each diagonal, but
    these are in different connected parts, and a piece stays in one part.

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


def _find_longest_trail(board: CheckersBoard, part: nx.Graph) -> nx.Graph:
    own = {house for house in part if board.houses[house] == OWN}
    edges = order_edges(board, part) if own else []
    return part.edge_subgraph([edges[i] for i in longest_trail(edges, own)])


def order_edges(board: CheckersBoard, part: nx.Graph) -> list[Edge]:
    """Order the edges of a part by rows or by columns, whichever makes less work for `longest_trail`."""
    middle = {(a, b): board.squares[over] for a, b, over in part.edges(data="over")}
    return min(
        sorted(middle, key=middle.__getitem__),
        sorted(middle, key=lambda e: middle[e][::-1]),
        key=estimate_states,
    )


def _order_jumps(board: CheckersBoard, trail: nx.Graph) -> Capture:
    """Put the jumps of a trail in order (Hierholzer, by networkx)."""
    import networkx as nx

    if not trail.size():
        return Capture()
    [start] = (house for house in trail if board.houses[house] == OWN)
    jumps = [*nx.eulerian_path(trail, source=start)]
    return Capture((start, *(land for _, land in jumps)), tuple(trail.edges[jump]["over"] for jump in jumps))


# --- longest trails ----------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """The decision on one edge; positions are places in the frontier at this step."""

    enters: int  # the number of nodes with their first edge here, which join at the frontier's end
    ends: tuple[tuple[int, bool], tuple[int, bool]]  # the edge's two positions; whether each is a start
    leaves: tuple[int, ...]  # the positions whose last edge this is, descending


class _State(NamedTuple):
    """All that later steps need to know about the edges decided so far.

    A frontier node's mark is 0 if it has no chosen edges. Else it is twice the number of its component, plus
    1 if its number of chosen edges is odd. A start always counts as even, since the trail may end there.
    `started`: whether the edges touch a start; `ended`: whether an end of the trail has left the frontier.
    """

    marks: tuple[int, ...] = ()
    started: bool = False
    ended: bool = False


class _Choice(NamedTuple):
    """The number of chosen edges, and their mask: bit i is edge i. A choice with more edges is greater."""

    size: int = 0
    chosen: int = 0


def longest_trail(edges: Sequence[Edge], starts: Collection[Hashable]) -> tuple[int, ...]:
    """The edges (positions in `edges`, ascending) of a longest trail that begins at one of the starts.

    It touches no other start. Edges are undirected, each pair of nodes at most once, no loops. The order of
    the edges changes only the time: give them in the order of a sweep over the graph.

    >>> longest_trail([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "e"), ("c", "f")], {"a"})
    (0, 1, 3, 4)
    >>> longest_trail([("a", "b")], {"a", "b"})
    ()

    Raises InvalidInput before the search if the work is expected to exceed MOST_WORK, and during it if it
    would have to keep more than MOST_STATES states at a time.
    """
    if estimate_states(edges) > MOST_WORK:
        raise InvalidInput("longest trail", f"work of at most {MOST_WORK} states", "more")
    best = _Choice()
    choices = {_State(): best}
    for number, step in enumerate(_plan_steps(edges, starts)):
        next_choices: dict[_State, _Choice] = {}
        for state, choice in choices.items():
            with_new_nodes = state._replace(marks=state.marks + (0,) * step.enters)
            _keep_longer(next_choices, _drop_finished_nodes(with_new_nodes, step), choice)
            with_edge = _take_edge(with_new_nodes, step)
            if with_edge:
                longer = _Choice(choice.size + 1, choice.chosen | 1 << number)
                if longer > best and _is_trail(with_edge):
                    best = longer
                _keep_longer(next_choices, _drop_finished_nodes(with_edge, step), longer)
        if len(next_choices) > MOST_STATES:
            raise InvalidInput("longest trail", f"at most {MOST_STATES} states at a time", "more")
        choices = next_choices
    return tuple(number for number in range(len(edges)) if best.chosen >> number & 1)


def estimate_states(edges: Sequence[Edge]) -> float:
    """Estimate how many states `longest_trail` meets if it decides the edges in this order, up to MOST_WORK.

    Each connected part of the decided edges multiplies the states by five for each of its frontier nodes
    except one. That is right to within a third on full boards of checkers, and up to twenty times too many on
    others.
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


def _plan_steps(edges: Sequence[Edge], starts: Collection[Hashable]) -> Iterator[_Step]:
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


def _keep_longer(choices: dict[_State, _Choice], state: _State | None, choice: _Choice) -> None:
    if state is not None and choice > choices.get(state, (-1, 0)):
        choices[state] = choice


def _take_edge(state: _State, step: _Step) -> _State | None:
    """Choose the step's edge; None if that touches a second start."""
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
    """Whether the chosen edges already are one trail from a start."""
    loose = sum([mark & 1 for mark in state.marks]) + state.ended
    return state.started and loose <= 1 and len({mark >> 1 for mark in state.marks if mark}) == 1


def _drop_finished_nodes(state: _State, step: _Step) -> _State | None:
    """Drop the nodes without further edges from the frontier; None if no trail is possible any more."""
    marks, ended = [*state.marks], state.ended
    for position in step.leaves:
        mark = marks.pop(position)
        if mark & 1:
            if ended:
                return None
            ended = True
        if mark and not any(mark >> 1 == other >> 1 for other in marks):
            return None  # the component cannot grow; if it is a whole trail, its last edge made it the best
    return _State(_renumber_components(marks), state.started, ended)


def _renumber_components(marks: list[int]) -> tuple[int, ...]:
    numbers = {0: 0}
    return tuple([numbers.setdefault(mark >> 1, len(numbers)) << 1 | mark & 1 for mark in marks])


# --- the statement's text -----------------------------------------------------------------------------------


def checkers_text(text: str, source: str = "text", show: bool = False) -> Iterator[str]:
    """The most captures by one move on each board of a text; with `show`, also a drawing of such a move.

    A board is a line `N M` (rows and columns, at least 3 each; more than the statement's 20 are allowed) and
    a line of its houses. The boards end with `0 0` or with the text. The boards before a bad one are answered
    before InvalidInput is raised; `source` names the text in it.

    In drawings `@` is the start of the piece, `o` another own piece, `x` an opponent that stays, `.` an empty
    house. A number is the jump that takes an opponent. Houses are numbered from 1.
    """
    for board, place in _read_boards(text, source):
        try:
            capture = checkers(board)
        except InvalidInput as error:
            raise InvalidInput(f"{place}: {error.place}", error.expected, error.found) from None
        yield _draw_capture(board, capture) if show else str(len(capture.jumped))


def _read_boards(text: str, source: str) -> Iterator[tuple[CheckersBoard, str]]:
    lines = filled_lines(text, source)
    expected = "two numbers N M, or 0 0 at the end"
    size = read_numbers(lines, 2, expected)
    while any(number.value for number in size):
        rows, cols = size
        count = (rows.check_range(3) * cols.check_range(3) + 1) // 2
        pieces = tuple([house.check_range(0, 2) for house in read_numbers(lines, count, f"{count} houses")])
        yield CheckersBoard(rows.value, cols.value, pieces), rows.place.rpartition(":")[0]
        size = read_numbers(lines, 2, expected, may_end=True)
    if size:
        require_end(lines, "'0 0'")


def _draw_capture(board: CheckersBoard, capture: Capture) -> str:
    labels = {house: str(number) for number, house in enumerate(capture.jumped, 1)}
    labels |= dict.fromkeys(capture.houses[:1], "@")
    moves = [" ".join([str(house + 1) for house in capture.houses])] if capture.houses else []
    return "\n".join([str(len(capture.jumped)), *moves, board.draw(labels)])
