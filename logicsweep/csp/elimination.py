"""Exact counting of layouts: groups are eliminated one by one along an order.

A state is the number of mines that each open sum still needs, in one integer of fixed fields. The value of a
state is a polynomial: the coefficient of x^k counts the layouts so far with k mines. One Python integer holds
a whole polynomial, in fields so wide that no coefficient overflows (Kronecker substitution). So a product of
integers is a product of polynomials. Fields of width 0 set x = 1 and count layouts only. A forward pass
counts the beginnings of layouts, a backward pass their ends. The product of both at a group counts the
layouts by the mines in that group (the sum-product algorithm; Dechter, "Bucket elimination", 1999).

The mine total connects components and untouched cells. A component has some number of layouts with k mines,
and U untouched cells have comb(U, k). Products of such polynomials weigh each against all the rest.

The order matters: a sum is open from its first group in the order to its last. So the width of an order is a
vertex separation (pathwidth), which is hard to minimise: several greedy orders are scored (cf. Bodlaender, "A
tourist guide through treewidth", 1993).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, count
from math import comb, gcd, log2
from typing import NamedTuple

from logicsweep.boards.cells import find_reached
from logicsweep.csp.model import Component
from logicsweep.csp.solution import SolverName
from logicsweep.errors import Clash, LimitReached

_Move = tuple[int, int, int]
"""The effect of one number of mines in a group on a state: the change, the factor, the number itself."""

MOST_BITS = 1 << 31
"""Bits of all values in one count: a quarter of a gigabyte. The mine total makes values long."""
_WIDE = 128  # bits of a coefficient above which it pays to count all layouts first


class Table(NamedTuple):
    """The number of layouts of a component, by their number of mines.

    `layouts[k]` counts those with k mines; `mined[g][k]` is the sum of the mines in group g over them. If the
    layouts were not counted by mines, all are under k = 0.
    """

    layouts: dict[int, int]
    mined: tuple[dict[int, int], ...]
    solver: SolverName = "elimination"


class _Step(NamedTuple):
    """One group's elimination: the fields that it touches, the sums that it opens, its unit, its choices.

    A field is its shift and the most mines that the sum's later groups can hold; `factors[v]` is the factor
    for v mines.
    """

    mask: int
    opening: int
    unit: int
    fields: list[tuple[int, int]]
    factors: list[int]


def tabulate(component: Component, order: Sequence[int], by_mines: bool, most: int) -> Table:
    """Count the layouts of a component along an order of its groups.

    `by_mines` counts them by their number of mines. Raises `LimitReached` past `most` states or `MOST_BITS`,
    and `Clash` if there is no layout. Time and memory grow with both.
    """
    counted, base, width = _plan_counting(component) if by_mines else ([False] * len(order), 0, 0)
    if width > _WIDE:  # the exact number of layouts often needs far fewer bits than its bound
        layers, _ = _run_forward(component, order, [False] * len(order), 0, most)
        width = layers[-1][0].bit_length() + max(component.sizes).bit_length()
    layers, made = _run_forward(component, order, counted, width, most)
    mined: list[dict[int, int]] = [{}] * len(order)
    ends = {0: 1}
    for at in range(len(order) - 1, -1, -1):
        ends, met = _step_backward(layers[at], ends, *made[at])
        mined[order[at]] = unpack(met, width, base)
    return Table(unpack(layers[-1][0], width, base), tuple(mined))


_Layer = dict[int, int]
_Moves = tuple[int, dict[int, list[_Move]]]  # a mask of fields, and the moves by the content of these fields


def _run_forward(
    component: Component, order: Sequence[int], counted: list[bool], width: int, most: int
) -> tuple[list[_Layer], list[_Moves]]:
    """Layers of states, and the moves between them."""
    bits = max([s.need for s in component.sums]).bit_length()
    layers, moves, states, bits_in_all = [{0: 1}], [], 0, 0
    for step in _plan_steps(component, order, counted, width, bits):
        layer, made = _step_forward(layers[-1], step, (1 << bits) - 1)
        states += len(layer)
        bits_in_all += sum([value.bit_length() for value in layer.values()])
        if states > most or bits_in_all > MOST_BITS:
            raise LimitReached
        layers.append(layer)
        moves.append((step.mask, made))
    if not layers[-1]:
        raise Clash
    return layers, moves


def mine_span(component: Component) -> tuple[int, int]:
    """Bounds on the mines of a component from disjoint sums alone: quick, and often not tight."""
    outside, base, _ = _plan_counting(component)
    return base, base + sum(compress(component.sizes, outside))


def unpack(packed: int, width: int, base: int) -> dict[int, int]:
    """The non-zero coefficients of a packed polynomial by their power plus `base`."""
    if not width:
        return {0: packed} if packed else {}
    found = {}
    field = (1 << width) - 1
    while packed:
        if low := packed & field:
            found[base] = low
        packed >>= width
        base += 1
    return found


def _plan_counting(component: Component) -> tuple[list[bool], int, int]:
    """Plan how to count mines: the groups to count, the mines in the others, the bits of a coefficient.

    Disjoint sums hold a fixed number of mines, so only the mines outside them need counting, which keeps the
    polynomials short. The bits bound the layouts and leave room for one group's mines as a factor.
    """
    sizes = component.sizes
    outside, base, bound = [True] * len(sizes), 0, 1
    for groups, need in sorted(component.sums, key=lambda one: -len(one.groups)):
        if all(outside[group] for group in groups):
            for group in groups:
                outside[group] = False
            base += need
            bound *= comb(sum([sizes[group] for group in groups]), need)
    return outside, base, bound.bit_length() + sum(compress(sizes, outside)) + max(sizes).bit_length()


def _plan_steps(
    component: Component, order: Sequence[int], outside: list[bool], width: int, bits: int
) -> Iterator[_Step]:
    """The eliminations in order; a closing sum frees its field."""
    sizes, sums_of = component.sizes, component.sums_of()
    left = [sum([sizes[g] for g in groups]) for groups, _ in component.sums]
    shift: dict[int, int] = {}
    fresh = count(0, bits)
    free: list[int] = []
    for group in order:
        size = sizes[group]
        unit = opening = 0
        fields = []
        for number in sums_of[group]:
            if number not in shift:
                shift[number] = free.pop() if free else next(fresh)
                opening |= component.sums[number].need << shift[number]
            left[number] -= size
            unit |= 1 << shift[number]
            fields.append((shift[number], left[number]))
        free.extend([shift[number] for number in sums_of[group] if not left[number]])
        power = width if outside[group] else 0
        most = min([size, *[component.sums[number].need for number in sums_of[group]]])
        factors = [1, 1 << power] if size == 1 else [comb(size, v) << power * v for v in range(most + 1)]
        yield _Step(unit * ((1 << bits) - 1), opening, unit, fields, factors)


def _list_moves(key: int, step: _Step, field: int) -> list[_Move]:
    """The moves for each number of mines that a group may hold in the states with these fields."""
    key += step.opening
    low, high = 0, len(step.factors) - 1
    for shift, left in step.fields:
        need = key >> shift & field
        if need < high:
            high = need
        if need - left > low:
            low = need - left
    return [(step.opening - v * step.unit, step.factors[v], v) for v in range(low, high + 1)]


def _step_forward(layer: _Layer, step: _Step, field: int) -> tuple[_Layer, dict[int, list[_Move]]]:
    made: dict[int, list[_Move]] = {}
    mask = step.mask
    after: dict[int, int] = {}
    for state, value in layer.items():
        key = state & mask
        if key in made:
            moves = made[key]
        else:
            moves = made[key] = _list_moves(key, step, field)
        for change, factor, _ in moves:
            to = state + change
            if to in after:
                after[to] += value * factor
            else:
                after[to] = value * factor
    return after, made


def _step_backward(
    layer: dict[int, int], ends: dict[int, int], mask: int, made: dict[int, list[_Move]]
) -> tuple[dict[int, int], int]:
    """The ends of layouts one group earlier, and the mines in that group over all layouts."""
    before: dict[int, int] = {}
    met = 0
    for state, value in layer.items():
        all_ends = mined = 0
        for change, factor, mines in made[state & mask]:
            end = ends.get(state + change)
            if end is not None:
                end *= factor
                all_ends += end
                mined += mines * end
        if all_ends:
            before[state] = all_ends
            met += value * mined
    return before, met


def quick_order(component: Component) -> list[int]:
    """One greedy order, from a sum with few groups: always finish the open sum with the fewest left."""
    sums = [groups for groups, _ in component.sums]
    return _finish_nearest(sums, component.sums_of(), min(range(len(sums)), key=lambda s: len(sums[s])))


def best_order(component: Component) -> list[int]:
    """The best of several orders: greedy ones from far ends, and the order of the indices."""
    return min(_list_orders(component), key=lambda order: score(component, order))


def score(component: Component, order: list[int]) -> float:
    """Estimate the states of an elimination: add up the possible needs of the open sums along the order."""
    left = [sum([len(component.groups[g]) for g in groups]) for groups, _ in component.sums]
    placed = [0] * len(left)
    width = [0.0] * len(left)
    states, open_width = 0.0, 0.0
    sums_of = component.sums_of()
    for group in order:
        size = len(component.groups[group])
        for number in sums_of[group]:
            need = component.sums[number].need
            left[number] -= size
            placed[number] += size
            now = log2(1 + min(need, placed[number]) - max(0, need - left[number]))
            open_width += now - width[number]
            width[number] = now
        states += 2.0 ** (0.7 * open_width)
    return states


def _list_orders(component: Component) -> Iterator[list[int]]:
    sums = [groups for groups, _ in component.sums]
    sums_of = component.sums_of()
    for start in _find_far_ends(sums, sums_of):
        yield _finish_nearest(sums, sums_of, start)
    yield list(range(len(sums_of)))


def _find_far_ends(sums: list[tuple[int, ...]], sums_of: list[list[int]]) -> list[int]:
    """A few sums at the rim of the component: the ends of repeated breadth-first walks."""
    ends = [0]
    for _ in range(4):
        walk = find_reached([ends[-1]], lambda number: [other for g in sums[number] for other in sums_of[g]])
        if walk[-1] in ends:
            break
        ends.append(walk[-1])
    return ends[1:] or ends


def _finish_nearest(sums: list[tuple[int, ...]], sums_of: list[list[int]], start: int) -> list[int]:
    """Repeatedly place all groups of the open sum with the fewest left; among equals, of the oldest."""
    lacks = [len(groups) for groups in sums]
    order: list[int] = []
    placed = [False] * len(sums_of)
    opened = {start: None}
    while opened:
        number = min(opened, key=lacks.__getitem__)
        del opened[number]
        for group in sums[number]:
            if not placed[group]:
                placed[group] = True
                order.append(group)
                for other in sums_of[group]:
                    lacks[other] -= 1
                    if other != number:
                        if lacks[other]:
                            opened[other] = None
                        else:
                            opened.pop(other, None)
    return order


ByMines = dict[int, int]
"""Layouts by their number of mines."""


class Weights(NamedTuple):
    """The number of layouts of the rest of the board, divided by `unit`.

    `parts[i][k]` counts the layouts of the rest if component i holds k mines; `untouched[k]` counts those of
    the whole board if the untouched cells hold k mines.
    """

    parts: tuple[ByMines, ...]
    untouched: ByMines
    unit: int


def weigh(parts: Sequence[ByMines], untouched: int, mines: int) -> Weights:
    """Weigh the layouts of components if these and `untouched` more cells hold `mines` together.

    >>> weigh([{1: 2, 2: 1}], 3, 2)
    Weights(parts=({2: 1, 1: 3},), untouched={1: 6, 0: 1}, unit=1)
    """
    fewest = [min(part) for part in parts]
    spans = [max(part) - low for part, low in zip(parts, fewest, strict=True)]
    span, spare = sum(spans), mines - sum(fewest)
    rest = _list_binomials(untouched, spare, span)
    unit = gcd(*rest) or 1
    rest = [layouts // unit for layouts in rest]
    width = sum([sum(part.values()).bit_length() for part in parts]) + sum(rest).bit_length()
    leaves = [
        _Node(_pack({k - low: layouts for k, layouts in part.items()}, width), reach)
        for part, low, reach in zip(parts, fewest, spans, strict=True)
    ]
    tree = _multiply_parts(leaves or [_Node(1, 0)])
    outside = _weigh_parts(tree, _pack(dict(enumerate(reversed(rest))), width), width) if parts else []
    weights = [
        {low + reach - k: layouts for k, layouts in unpack(others, width, 0).items()}
        for low, reach, others in zip(fewest, spans, outside, strict=True)
    ]
    together = unpack(tree.packed, width, 0).items()
    free = {spare - k: layouts * rest[k] for k, layouts in together if rest[k]}
    return Weights(tuple(weights), free, unit)


def _list_binomials(untouched: int, spare: int, span: int) -> list[int]:
    """comb(untouched, spare - k) for k = 0..span, each from the one before: computing large ones is slow."""
    ways = [comb(untouched, spare) if spare >= 0 else 0]
    for k in range(spare, spare - span, -1):
        if k > untouched:
            ways.append(1 if k == untouched + 1 else 0)
        else:
            ways.append(ways[-1] * k // (untouched - k + 1) if k > 0 else 0)
    return ways


def _pack(polynomial: Mapping[int, int], width: int) -> int:
    return sum([coefficient << power * width for power, coefficient in polynomial.items()])


class _Node(NamedTuple):
    """A packed polynomial of some degree: a part's, or the product of the two nodes below."""

    packed: int
    degree: int
    below: tuple[_Node, ...] = ()


def _multiply_parts(leaves: Sequence[_Node]) -> _Node:
    if len(leaves) == 1:
        return leaves[0]
    half = len(leaves) // 2
    one, other = _multiply_parts(leaves[:half]), _multiply_parts(leaves[half:])
    return _Node(one.packed * other.packed, one.degree + other.degree, (one, other))


def _weigh_parts(node: _Node, room: int, width: int) -> list[int]:
    """For each part below a node, the weights of all others, most mines first.

    `room` weighs the mines of all these parts together, most first. The room and one half weigh the other
    half, and so on down (a transposed product tree; cf. Bernstein, "Scaled remainder trees", 2004). Only the
    coefficients that matter are kept.
    """
    if not node.below:
        return [room]
    found = []
    for own, other in (node.below, node.below[::-1]):
        weighed = other.packed * room >> other.degree * width
        found += _weigh_parts(own, weighed & (1 << (own.degree + 1) * width) - 1, width)
    return found
