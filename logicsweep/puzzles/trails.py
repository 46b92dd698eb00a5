"""A longest trail of a graph from one of some starts: each edge at most once, nodes as often as one likes.

By Euler, the edges of a trail are exactly the edge sets that are connected and have at most two nodes of odd
degree, the trail's ends; a closed trail has none and may begin at any of its nodes. So the order of the edges
does not matter, and no search over paths is needed: it is enough to choose edges. The choice is a frontier
dynamic programme (Simpath: Knuth, The Art of Computer Programming 4A, 7.1.4). The edges are decided one by
one, to take or to leave out. The *frontier* are the nodes with both decided and undecided edges. What may
still follow a choice, and whether it will be a trail, depends only on

- for each frontier node: whether it has chosen edges, with which others these connect it, and their parity;
- whether a start has been touched, and whether an end of the trail has been left behind;

so of all choices that agree in these only one with the most edges is kept. Nothing else is dropped but what
can no longer become one trail; hence the answer is exact. The cost grows with the number of such states, that
is, exponentially with the width of the frontier and linearly with the edges, and not with the number of
trails.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import NamedTuple

from logicsweep.errors import InvalidInput

MOST_WORK = 10_000_000
"""The budget of time, in states as `states_expected` estimates them: two to five minutes."""
MOST_STATES = 1 << 18
"""The budget of memory: more states at a time would take hundreds of megabytes."""

Edge = tuple[Hashable, Hashable]


class _Step(NamedTuple):
    """The decision on one edge. Positions are those in the frontier as it is at this step."""

    enters: int  # how many nodes join at the frontier's end, for this is their first edge
    ends: tuple[tuple[int, bool], tuple[int, bool]]  # the edge's two positions; whether each is a start
    leaves: tuple[int, ...]  # the positions whose last edge this is, descending


class _State(NamedTuple):
    """What matters later of the edges decided so far.

    A node's mark is 0 without chosen edges, else twice the number of its component, plus 1 if it has an odd
    number of them. A start always counts as even: an end of the trail costs nothing there.
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
    """About how many states `longest_trail` meets when the edges are decided in this order.

    Each frontier node but one of every part that the decided edges connect multiplies the states by
    five. Measured on boards of checkers, that is right to within a third where they are full, and too many,
    by up to twenty times, where they are half empty. The count ends where it passes MOST_WORK.

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
    """The same marks with components numbered in the order in which they appear."""
    numbers = {0: 0}
    return tuple([numbers.setdefault(mark >> 1, len(numbers)) << 1 | mark & 1 for mark in marks])
