"""Arrays in and out: type, shape, order in memory, values; with numpy and without."""

from array import array

import numpy as np
import pytest
from conftest import refusal

from logicsweep.boards import many
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, array_of, games, is_array, numbers_in
from logicsweep.errors import InvalidInput

BOARDS = np.array([[[0, 1, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 1]]], dtype=np.uint8)


@pytest.mark.parametrize(
    "given",
    [
        BOARDS,
        BOARDS.astype(bool),
        memoryview(BOARDS),
        np.asfortranarray(BOARDS),
        np.repeat(BOARDS, 2, axis=0)[::2],
        memoryview(BOARDS.tobytes()).cast("B", (2, 2, 3)),
        np.frombuffer(BOARDS.tobytes(), np.uint8).reshape(2, 2, 3),
    ],
    ids=["numpy", "bool", "memoryview", "by columns", "every second", "bytes", "read-only"],
)
def test_boards_in_an_array_are_read_in_order_whatever_their_memory(given):
    assert list(games(given, 2)) == [Boards.alike(CellGraph.grid(2, 3), BOARDS.tobytes(), [2, 2])]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (BOARDS.astype(np.int64), "boards: expected values of the type uint8 or bool, got int64"),
        (BOARDS.astype(float), "boards: expected values of the type uint8 or bool, got float64"),
        (BOARDS.astype(np.int8), "boards: expected values of the type uint8 or bool, got int8"),
        (BOARDS.astype("m8[s]"), "boards: expected values of the type uint8 or bool, got timedelta64[s]"),
        (np.ma.masked_equal(BOARDS, 1), "boards: expected an array without masked values, got one with some"),
        (
            BOARDS[0],
            "boards: expected shape (n, rows, cols), or (n, cells) with their CellGraph as field, got (2, 3)",
        ),
        (BOARDS[:, :0], "boards: expected at least one cell in each, got shape (2, 0, 3)"),
        (BOARDS * 2, "boards[0] r1c2: expected 0 or 1, got 2"),
    ],
)
def test_other_arrays_are_refused_in_one_line(given, message):
    assert refusal(lambda: list(games(given, 2))) == message


def test_a_wrong_value_is_found_past_the_first_block(monkeypatch):
    monkeypatch.setattr(many, "_AT_ONCE", 5)
    boards = BOARDS.copy()
    boards[1, 1, 0] = 9
    with pytest.raises(InvalidInput, match=r"boards\[1\] r2c1: expected 0 or 1, got 9"):
        list(games(boards, 2))


@pytest.mark.parametrize("numpy", [np, None])
def test_what_goes_out_shares_its_memory(monkeypatch, numpy):
    monkeypatch.setattr(many, "_import_numpy", lambda: numpy)
    counts = array("q", [1, -2, 3, 4])
    found = array_of(counts, "q", (2, 2))
    counts[3] = 7
    assert isinstance(found, np.ndarray if numpy else memoryview)
    assert (found.tolist(), tuple(found.shape)) == ([[1, -2], [3, 7]], (2, 2))
    assert len(array_of(bytearray(), "?", (0, 3, 4))) == 0
    assert array_of(bytearray([0, 1]), "?", (1, 2)).tolist() == [[False, True]]


def test_an_array_is_told_from_text():
    assert [is_array(one) for one in (BOARDS, array("b"), b"M.", bytearray(2), "M.", [1], None)] == [
        *[True] * 2,
        *[False] * 5,
    ]


def test_numbers_come_from_whole_numbers_of_one_dimension():
    assert numbers_in(np.array([2, 3], np.int32), "starts") == [2, 3]
    for wrong in (np.array([1.0]), np.array([[1]]), np.array([1], "M8[s]")):
        with pytest.raises(InvalidInput, match="starts: expected whole numbers, in one dimension"):
            numbers_in(wrong, "starts")
