"""The best play: exactly how many layouts of a set are won if a cell is cleared; for `best` and `perfect`.

The game tree is that of `guessing.perfect`. The covered cells are numbered. A *layout* is a word: bit i is 1
if cell i is a mine. A set of layouts is a list of their numbers in `sets`. The memo keeps its wins under a
key, the exclusive or of its layouts' codes, the least of all symmetries. An entry also holds 32 bits of the
sum of these codes, against two sets with one key. The memo does not grow: a new entry replaces the
one with the fewest wins nearby.

Recursive functions are called with ZERO instead of 0. A literal has another type, so numba would compile two
versions that call each other, and it cannot load such code from disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from logicsweep.errors import LimitReached
from logicsweep.kernel import MOST_COVERED, MOST_LAYOUTS, NONE
from logicsweep.kernel.casual import KNOWN, LEFT, NEED, SHOWN, UNKNOWN, ZERO, State
from logicsweep.kernel.compiled import Ints, Longs, Words, compiled, inlined
from logicsweep.kernel.drawing import mix_state
from logicsweep.kernel.positions import OF_CELL, ORDER

_NODES, _STEPS = 1 << 17, 1 << 20
_DEPTH = 40  # the room for lists of layouts one after another, in multiples of the first
_MEMO = 1 << 18
_MOST_NODES = 1 << 30  # for `perfect`, as the next two; 5 x 5 with 6 mines takes 40 million
_SETS_OF_LAYOUT = 256  # entries of the memo for a layout
_MOST_MEMO = 24  # the binary digits of the most entries
NODES, STEPS, ENTRIES = range(3)
"""Places in `left`: the remaining sets to visit, steps of listing layouts, and entries of the memo."""
_ONE, _NO = np.uint64(1), np.uint64(0)
_LOW = (1 << 32) - 1


class Tree(NamedTuple):
    """Arrays for the search."""

    around: Words  # uint64 (cells,): the cells around each
    cells: Ints  # int32 (cells,): their indices on the field
    layouts: Words  # uint64 (layouts,)
    codes: Words  # uint64 (layouts, symmetries), of the layouts
    twins: Ints  # int32 (cells,): of cells with the same number, only one is tried
    sets: Ints  # int32
    keys: Words  # uint64, of the memo
    wins: Longs  # int64, in the memo: wins in the upper half, the check of the set in the lower
    left: Longs  # int64 (3,): see NODES


def new_tree() -> Tree:
    """Room for searches, one after another."""
    codes = np.array([mix_state(np.uint64(number)) for number in range(1, MOST_LAYOUTS + 1)], np.uint64)
    return Tree(
        np.empty(MOST_COVERED, np.uint64),
        np.empty(MOST_COVERED, np.int32),
        np.empty(MOST_LAYOUTS, np.uint64),
        codes.reshape(MOST_LAYOUTS, 1),
        np.arange(MOST_COVERED, dtype=np.int32),
        np.empty(_DEPTH * MOST_LAYOUTS, np.int32),
        np.zeros(_MEMO, np.uint64),
        np.empty(_MEMO, np.int64),
        np.zeros(3, np.int64),
    )


@compiled
def list_layouts(spare: int, groups: Ints, state: State, tree: Tree) -> tuple[int, int]:
    """List all layouts of a position with `spare` mines left. Returns the numbers of cells and of layouts.

    NONE means too many. `groups` comes from `find_agreement` and gives the order. All forced cells must be
    settled. `state` is the same afterwards.
    """
    count, many = _number_cells(groups, state, tree), NONE
    tree.left[STEPS] = _STEPS
    if count != NONE:
        many = _list_from(ZERO, count, spare, _NO, ZERO, state, tree)
    return count, many


@inlined
def _number_cells(groups: Ints, state: State, tree: Tree) -> int:
    """Number the unknown cells in the order of elimination, untouched cells last. Returns their number."""
    of_cell, order = groups[OF_CELL], groups[ORDER]
    count = placed = 0
    for cell in range(len(of_cell)):
        placed += of_cell[cell] == cell
    for at in range(placed + 1):
        group = order[at] if at < placed else NONE
        for cell in range(len(of_cell)):
            if of_cell[cell] == group and state.cells[cell, KNOWN] == UNKNOWN:
                if count == MOST_COVERED:
                    return NONE
                tree.cells[count] = cell
                count += 1
    for at in range(count):
        tree.around[at] = _NO
        for other in range(count):
            for cell in state.around[tree.cells[at]]:
                if cell == tree.cells[other]:
                    tree.around[at] |= _ONE << np.uint64(other)
    return count


@compiled
def _list_from(
    at: int, count: int, spare: int, layout: np.uint64, listed: int, state: State, tree: Tree
) -> int:
    """List all layouts whose first `at` cells are those of `layout`. Returns how many are listed, or NONE."""
    tree.left[STEPS] -= 1
    if tree.left[STEPS] < 0 or listed == NONE:
        return NONE
    if at == count:
        if listed == MOST_LAYOUTS:
            return NONE
        tree.layouts[listed] = layout
        return listed + 1
    cell = tree.cells[at]
    for mine in range(2):
        if 0 <= spare - mine < count - at and _clues_allow(cell, mine, state):
            _place_cell(cell, mine, 1, state)
            listed = _list_from(
                at + 1, count, spare - mine, layout | np.uint64(mine) << np.uint64(at), listed, state, tree
            )
            _place_cell(cell, mine, -1, state)
    return listed


@inlined
def _clues_allow(cell: int, mine: int, state: State) -> bool:
    """Whether every clue around a cell allows it to be a mine (or, if `mine` is 0, to be safe)."""
    for clue in state.around[cell]:
        if clue < 0:
            break
        if state.cells[clue, KNOWN] == SHOWN:
            need, left = state.cells[clue, NEED] - mine, state.cells[clue, LEFT] - 1
            if need < 0 or need > left:
                return False
    return True


@inlined
def _place_cell(cell: int, mine: int, by: int, state: State) -> None:
    """Make a cell a mine or safe for the clues around it, or undo that with `by` = -1."""
    for clue in state.around[cell]:
        if clue < 0:
            break
        state.cells[clue, NEED] -= by * mine
        state.cells[clue, LEFT] -= by


@compiled
def find_best_cell(many: int, count: int, ranks: Ints, tree: Tree) -> int:
    """Find the number of the cell whose clearing wins most of the `many` layouts; NONE if it takes too long.

    None of the `count` cells may be forced. Ties are broken by the lowest of `ranks`.
    """
    left = tree.left
    if left[ENTRIES]:
        tree.keys[:] = _NO
    left[NODES], left[ENTRIES] = _NODES, 0
    for number in range(many):
        tree.sets[number] = number
    safe = np.empty(count, np.int64)
    for cell in range(count):
        safe[cell] = _count_safe_layouts(cell, 0, many, tree)
    best, at = 0, NONE
    while True:
        cell = int(np.argmax(safe))
        if safe[cell] < max(best, 1):
            break
        earlier = at != NONE and ranks[tree.cells[cell]] < ranks[tree.cells[at]]
        won = _count_wins_after(
            cell, 0, many, safe[cell], best - earlier, many, _ONE << np.uint64(cell), count, tree
        )
        safe[cell] = -1
        if left[NODES] < 0:
            return NONE
        if won > best or (won == best and earlier):
            best, at = won, cell
    return at


@compiled
def count_wins(first: int, end: int, free: int, cleared: np.uint64, count: int, tree: Tree) -> int:
    """Count how many of the layouts `sets[first:end]` the best play wins; `sets` is free from `free` on.

    `cleared`: a bit for each cleared cell. If `left[NODES]` falls below 0, the limit is exceeded and the
    result has no meaning.
    """
    if end - first == 1:
        return 1
    sets, layouts, left = tree.sets, tree.layouts, tree.left
    key, check, best = _NO, ZERO, 0
    if end - first > 2:  # pairs are as quick to play out as to find
        key, check = _find_key(first, end, tree)
        entry = _find_entry(key, tree)
        if tree.keys[entry] == key and tree.wins[entry] & _LOW == check:
            return int(tree.wins[entry] >> 32)
    left[NODES] -= 1
    if left[NODES] < 0 or free + end - first > len(sets):
        left[NODES] = -1
        return 0
    mined, always = _NO, ~_NO
    for at in range(first, end):
        mined |= layouts[sets[at]]
        always &= layouts[sets[at]]
    differ = mined & ~always
    for cell in range(count):
        bit = _ONE << np.uint64(cell)
        told = not (mined | cleared) & bit and tree.around[cell] & differ
        if told and _shows_more(cell, first, end, tree):
            best = _count_wins_after(cell, first, end, end - first, 0, free, cleared | bit, count, tree)
            break
    else:
        safe = np.zeros(count, np.int64)
        for cell in range(count):
            if differ >> np.uint64(cell) & _ONE:
                safe[cell] = _count_safe_layouts(cell, first, end, tree)
        cell = int(np.argmax(safe))
        while safe[cell] > best:
            bits = cleared | _ONE << np.uint64(cell)
            best = max(best, _count_wins_after(cell, first, end, safe[cell], best, free, bits, count, tree))
            for other in range(count):
                safe[other] *= tree.twins[other] != tree.twins[cell]
            cell = int(np.argmax(safe))
    if end - first > 2:
        entry = _find_entry(key, tree)
        tree.keys[entry], tree.wins[entry] = key, best << 32 | check
        left[ENTRIES] += 1
    return best


@inlined
def _find_key(first: int, end: int, tree: Tree) -> tuple[np.uint64, int]:
    """Find the key of a set of layouts, and its check."""
    sets, codes = tree.sets, tree.codes
    keys = np.zeros(codes.shape[1], np.uint64)
    for at in range(first, end):
        for turn in range(len(keys)):
            keys[turn] ^= codes[sets[at], turn]
    least, total = int(np.argmin(keys)), _NO
    for at in range(first, end):
        total += codes[sets[at], least]
    return keys[least], int(np.int64(total >> np.uint64(32)))  # signed, like all numbers other than words


@inlined
def _find_entry(key: np.uint64, tree: Tree) -> int:
    """Find the place of a key in the memo, or a place for it."""
    start = int(key >> np.uint64(20)) & (len(tree.keys) - 8)
    least = start
    for at in range(start, start + 8):  # in one line of the processor's cache
        if tree.keys[at] == key or not tree.keys[at]:
            return at
        if tree.wins[at] < tree.wins[least]:
            least = at
    return least


@inlined
def _count_safe_layouts(cell: int, first: int, end: int, tree: Tree) -> int:
    """Count the layouts in which a cell is safe."""
    count = end - first
    for at in range(first, end):
        count -= int(tree.layouts[tree.sets[at]] >> np.uint64(cell) & _ONE)
    return count


@inlined
def _shows_more(cell: int, first: int, end: int, tree: Tree) -> bool:
    """Whether a cell that is safe in all layouts shows different clues in them."""
    around = tree.around[cell]
    clue = _count_bits(tree.layouts[tree.sets[first]] & around)
    for at in range(first + 1, end):  # noqa: SIM110  # compiled code has no generators
        if _count_bits(tree.layouts[tree.sets[at]] & around) != clue:
            return True
    return False


@inlined
def _count_wins_after(
    cell: int, first: int, end: int, safe: int, least: int, free: int, cleared: np.uint64, count: int,
    tree: Tree,
) -> int:  # fmt: skip
    """Count the layouts won by clearing a cell, which is safe in `safe` of them; exact if above `least`."""
    sets, around = tree.sets, tree.around[cell]
    ends = np.zeros(10, np.int64)
    for at in range(first, end):
        layout = tree.layouts[sets[at]]
        if not layout >> np.uint64(cell) & _ONE:
            ends[_count_bits(layout & around) + 1] += 1
    for clue in range(9):
        ends[clue + 1] += ends[clue]
    place = ends + free
    for at in range(first, end):
        layout = tree.layouts[sets[at]]
        if not layout >> np.uint64(cell) & _ONE:
            clue = _count_bits(layout & around)
            sets[place[clue]] = sets[at]
            place[clue] += 1
    won = safe
    for clue in range(9):
        size = ends[clue + 1] - ends[clue]
        if size > 1:
            won -= size
            won += count_wins(free + ends[clue], free + ends[clue + 1], free + safe, cleared, count, tree)
            if won <= least:
                break
    return won


@inlined
def _count_bits(word: np.uint64) -> int:
    """Count the bits of a word that are 1."""
    word = word - ((word >> _ONE) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


# --- all layouts of a field or of a part of a position, for `perfect` ---------------------------------------


def new_memo(layouts: int, turns: int) -> tuple[Words, Longs]:
    """A memo for sets of so many layouts with so many symmetries: at most 270 MB, 16 bytes an entry."""
    entries = 1 << min(max(10, (_SETS_OF_LAYOUT * layouts // turns).bit_length()), _MOST_MEMO)
    return np.zeros(entries, np.uint64), np.zeros(entries, np.int64)


def new_layouts_tree(
    layouts: Sequence[Iterable[int]],
    around: Sequence[Iterable[int]],
    twins: Sequence[int],
    turns: Sequence[Sequence[int]],
    memo: tuple[Words, Longs],
) -> Tree:
    """A tree of layouts, each given by its mines; see `guessing.perfect`."""
    words = np.array([_mark_cells(layout) for layout in layouts], np.uint64)
    keys, wins = memo
    tree = Tree(
        np.array([_mark_cells(near) for near in around], np.uint64),
        np.arange(len(around), dtype=np.int32),
        words,
        np.empty((len(words), len(turns)), np.uint64),
        np.array(twins, np.int32),
        np.empty((len(around) + 2) * len(words), np.int32),
        keys,
        wins,
        np.zeros(3, np.int64),
    )
    _fill_codes(np.array(turns, np.int32), tree)
    return tree


def _mark_cells(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def play_out(tree: Tree, cell: int | None = None) -> int:
    """Count the layouts of a tree that the best play wins, perhaps if it clears a cell first.

    Works in another thread, so that Ctrl-C ends it. Raises `LimitReached` past a billion sets.
    """
    tree.left[NODES] = _MOST_NODES
    with ThreadPoolExecutor(1) as pool:
        won = pool.submit(play_layouts, NONE if cell is None else cell, len(tree.around), tree)
        try:
            wins = int(won.result())
        finally:
            while not won.done():  # Ctrl-C; the thread may just have written another number
                tree.left[NODES] = NONE
    if tree.left[NODES] < 0:
        raise LimitReached
    return wins


@compiled
def play_layouts(cell: int, count: int, tree: Tree) -> int:
    """Count the wins of all layouts; NONE for no first cell."""
    many = len(tree.layouts)
    for number in range(many):
        tree.sets[number] = number
    if cell == NONE:
        return count_wins(ZERO, many, many, _NO, count, tree)
    safe, bit = _count_safe_layouts(cell, 0, many, tree), _ONE << np.uint64(cell)
    return _count_wins_after(cell, ZERO, many, safe, NONE, many, bit, count, tree)


@compiled
def _fill_codes(turns: Ints, tree: Tree) -> None:
    """Fill the layouts' codes: by `turns`, a symmetry in each row."""
    for number in range(len(tree.layouts)):
        for turn in range(len(turns)):
            turned = _NO
            for cell in range(turns.shape[1]):
                mine = tree.layouts[number] >> np.uint64(cell) & _ONE
                turned |= mine << np.uint64(turns[turn, cell])
            tree.codes[number, turn] = mix_state(turned + _ONE)
