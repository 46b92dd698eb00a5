"""Random boards: the published generator, no bias, and the same board for the same question for ever."""

from collections import Counter
from itertools import combinations, islice

import networkx as nx
import pytest
from conftest import refusal
from hypothesis import given
from hypothesis import strategies as st

from logicsweep import CellGraph, random_board
from logicsweep.boards.random import draw_below, splitmix64

WORD = st.integers(0, 2**64 - 1)
VIGNA = [  # what the reference implementation prints for the seed 1234567
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


class Reference:
    """The recipe once more, as the module's text gives it, but written by division and with a set."""

    def __init__(self, state):
        self.state = state

    def output(self):
        self.state = (self.state + 11400714819323198485) % 2**64
        z = self.state
        for shift, factor in ((30, 13787848793156543929), (27, 10723151780598845931)):
            z = ((z ^ (z // 2**shift)) * factor) % 2**64
        return z ^ (z // 2**31)

    def below(self, size):
        while True:
            quotient, rest = divmod(self.output() // 2**32 * size, 2**32)
            if rest >= 2**32 % size:
                return quotient

    def mines(self, cells, mines):
        chosen = set()
        for last in range(cells - mines, cells):
            cell = self.below(last + 1)
            chosen.add(last if cell in chosen else cell)
        return chosen


def test_the_generator_gives_the_published_numbers():
    assert list(islice(splitmix64(1234567), 5)) == VIGNA


@given(WORD, WORD, st.data())
def test_a_board_follows_the_recipe(seed, index, data):
    shape = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    mines = data.draw(st.integers(0, shape[0] * shape[1]))
    reference = Reference(Reference(Reference(seed).output() ^ index).output())
    board = random_board(shape, mines, seed, index)
    assert {i for i, mine in enumerate(board.mined) if mine} == reference.mines(shape[0] * shape[1], mines)
    assert board.mine_count == mines


@pytest.mark.parametrize(("shape", "mines"), [((2, 3), 2), ((1, 5), 3), ((2, 3), 5)])
def test_every_layout_is_equally_likely(shape, mines):
    cells = shape[0] * shape[1]
    layouts = [bytes(i in mined for i in range(cells)) for mined in combinations(range(cells), mines)]
    many = 400 * len(layouts)
    for name, other in (("seed", "index"), ("index", "seed")):
        seen = Counter(random_board(shape, mines, **{name: 3, other: n}).mined for n in range(many))
        assert seen.keys() == set(layouts)
        squares = sum((seen[layout] - 400) ** 2 / 400 for layout in layouts)
        freedom = len(layouts) - 1
        assert squares < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations; the seeds are fixed


def test_draws_that_would_favour_some_numbers_are_taken_again():
    words = [0, 1 << 32, 2 << 32]  # the word 0 is the one of 2**32 that is too many for three numbers
    outputs = iter(words)
    assert draw_below(3, outputs) == 0
    assert next(outputs) == 2 << 32
    outputs = iter(words)
    assert draw_below(4, outputs) == 0
    assert next(outputs) == 1 << 32
    assert draw_below(3, iter([2**64 - 1])) == 2


def test_any_cell_graph_takes_random_mines():
    petersen = nx.petersen_graph()
    board = random_board(petersen, 4, seed=1)
    assert board == random_board(CellGraph.from_networkx(petersen), 4, seed=1)
    assert board.mined == random_board(CellGraph.torus(2, 5), 4, seed=1).mined
    assert random_board((2, 2), 4, 0).safe_count == 0
    assert random_board((2, 2), 0, 0).mine_count == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3, 4), 13, 0), "mines: expected a whole number from 0 to 12, got 13"),
        (((3, 4), 2, 2**64), f"seed: expected a whole number from 0 to {2**64 - 1}, got {2**64}"),
        (((3, 4), 2, 0, True), f"index: expected a whole number from 0 to {2**64 - 1}, got True"),
        ((12, 2, 0), "field: expected a CellGraph, a networkx graph or a pair (rows, cols), got 12"),
    ],
)
def test_what_names_no_board_is_refused(arguments, message):
    assert refusal(random_board, *arguments) == message


@pytest.mark.parametrize("first", ["safe", "opening"])
def test_a_promise_keeps_the_first_click_free_and_favours_no_layout(first):
    field, start, mines = CellGraph.grid(3, 4), 5, 2
    kept = {5} if first == "safe" else {0, 1, 2, 4, 5, 6, 8, 9, 10}
    free = [cell for cell in range(12) if cell not in kept]
    layouts = [bytes(i in mined for i in range(12)) for mined in combinations(free, mines)]
    many = 100 * len(layouts)
    boards = [random_board(field, mines, 4, index, first=first, start="r2c2") for index in range(many)]
    seen = Counter(board.mined for board in boards)
    assert seen.keys() == {*layouts}
    freedom = len(layouts) - 1
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < freedom + 4 * (2 * freedom) ** 0.5
    for index, board in enumerate(boards[:50]):
        usual = random_board(field, mines, 4, index)
        assert board == usual or any(usual.mined[cell] for cell in kept)  # nothing else is moved
        assert random_board(field, mines, 4, index, first="any", start=start) == usual


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": "each"}, "first: expected one of any, safe, opening, got 'each'"),
        (
            {"first": "safe"},
            "start: expected an index, a pair (row, col) or a name such as r1c1, got None",
        ),
        (
            {"first": "opening", "start": "r2c2"},
            "mines: expected a whole number from 0 to 3 (with first=opening), got 4",
        ),
    ],
)
def test_a_promise_that_cannot_be_kept_is_refused(options, message):
    assert refusal(random_board, (3, 4), 4, 1, **options) == message
