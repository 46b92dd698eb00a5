"""MBF, as bytes and as hex: round trips, the files of others, what looks like it, every mistake."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from reading import boards_in
from test_formats import got

from logicsweep import formats
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.formats import judge, mbf, position

MBF = next(row for row in formats.FORMATS if row.binary and row.name == "mbf")


@st.composite
def mbf_boards(draw):
    """A board of any shape and number of mines that the format holds."""
    rows, cols = draw(st.integers(1, 255)), draw(st.integers(2, 255))
    cells, chance = rows * cols, Random(draw(st.integers(0, 1 << 32)))
    mines = set(chance.sample(range(cells), draw(st.integers(1, cells - 1))))
    return Board(CellGraph.grid(rows, cols), bytes(i in mines for i in range(cells)))


# --- round trips -------------------------------------------------------------------------------------------


@given(mbf_boards())
def test_every_size_reads_back(board):
    data = mbf.write([board])
    assert len(data) == 4 + 2 * board.mine_count
    assert list(boards_in(mbf.read, data)) == [board]
    assert list(boards_in(mbf.read_hex, mbf.write_hex([board]).upper() * 2)) == [board] * 2
    pairs = [data[at : at + 2] for at in range(4, len(data), 2)]
    assert pairs == sorted(pairs)
    assert list(boards_in(mbf.read, data[:4] + b"".join(reversed(pairs)))) == [board]


def test_files_of_others_are_read_and_written_byte_for_byte(data):
    files = sorted((data / "formats").glob("*.abf"))
    if not files:
        pytest.skip("no .abf files among the public data")
    for file in files:
        content = file.read_bytes()
        [board] = boards_in(mbf.read, content)
        assert (board.graph.shape, board.mine_count) == ((16, 30), 99)
        assert mbf.write([board]) == content
        assert formats.recognised(content) is formats.recognised(content, file.name) is MBF
        assert list(boards_in(judge.read, judge.write([board]))) == [board]


# --- what looks like it ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"", b"\0", b"\3\3\0", b"\0" * 64, b"\3\3\0\2\0\0", b"\3\3\0\0", b"3 3\n...\n", b"PK\3\4" + bytes(96)],
)
def test_what_is_no_whole_board_does_not_look_like_it(data):
    assert not mbf.sniff(data)


def test_bytes_that_begin_like_position_text_are_boards():
    board = Board.of((40, 48), [(3, 35), (35, 3)])  # begins with '0', and has a '#'
    data = mbf.write([board])
    assert position.sniff(formats.decoded(data[:1] + data[5:6])) and not position.sniff(formats.decoded(data))
    assert formats.recognised(data) is MBF
    order = sorted(formats.FORMATS, key=lambda row: row.holds != "position")
    assert formats.recognised(data, among=order) is MBF
    assert not any(
        row.holds == "boards" and row.sniff(formats.decoded(data)) for row in order if not row.binary
    )


@pytest.mark.parametrize(
    ("text", "is_hex"),
    [
        ("1e1000630000\n", True),  # cut off, but no position has an e
        ("030300010102\n", True),
        ("03 03 00 01 01 02", False),
        ("03030001010\n", False),
        ("020200010101\n############\n", False),  # a row of clues
        ("F1F10001F0F0\n", False),  # a row of flags and clues
        ("f1f10001f0f0\n", True),
        ("000000000000\n", False),
        ("", False),
    ],
)
def test_which_texts_look_like_hex(text, is_hex):
    assert mbf.sniff_hex(text) is is_hex
    assert not (is_hex and position.sniff(text))


# --- mistakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        ("", None, "expected a board, got no bytes"),
        ("0300", 1, "expected at least one row, got 0"),
        ("0003", 0, "expected at least one column, got 0"),
        ("03030009", 2, "expected at least one mine and one safe cell among 3 x 3 cells, got 9 mines"),
        ("0303000200", 5, "expected 3 bytes more, got the end"),
        ("030200010300", 4, "expected a column from 0 to 2, got 3"),
        ("030200010202", 5, "expected a row from 0 to 1, got 2"),
        ("0302000201010101", 6, "expected each mine once, got r2c2 again"),
    ],
)
def test_mistakes_are_said_with_the_byte_or_the_column(data, place, message):
    assert got(boards_in(mbf.read, bytes.fromhex(data), "b"))[1] == f"b: byte {(place or 0) + 1}: {message}"
    if data:
        error = got(boards_in(mbf.read_hex, f"\n {data}\n", "h"))[1]
        assert error == f"h:2:{2 + 2 * place}: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "h:1:1: expected a board, got an empty text"),
        (" 0301 00", "h:1:6: expected two hex digits for each byte, got ' 0'"),
        ("030100010", "h:1:9: expected two hex digits for each byte, got '0'"),
        ("030100010000\n030100", "h:2:7: expected 1 byte more, got the end"),
        ("0301000100000301", "h:1:17: expected 2 bytes more, got the end"),
    ],
)
def test_mistakes_in_hex_are_said_with_line_and_column(text, message):
    assert got(boards_in(mbf.read_hex, text, "h"))[1] == message


# --- the command line --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\3\4\x14\0", "a zip archive"),
        ("3 3\n".encode("utf-16"), "UTF-16 text, where only UTF-8 is read"),
        (b"\3\3\0\2\0\0", "bytes that are no text"),
    ],
)
def test_other_content_is_named(data, what, tmp_path):
    done = called(["solve"], data)
    assert done.err.startswith("<stdin>: expected boards (") and done.err.endswith(f", got {what}\n")
