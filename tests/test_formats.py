"""The formats of files that hold boards, judge, `.mine` and MBF: there and back, likeness, every mistake."""

import json
from random import Random

import pytest
from conftest import SAMPLES
from hypothesis import assume, given
from hypothesis import strategies as st
from in_process import called
from reading import boards_in, views_in

from logicsweep import COVERED, FLAG, Board, CellGraph, InvalidInput, View, formats
from logicsweep.formats import judge, mbf, mine, position

SAMPLE = "3 3\n...\n...\nMM.\n1 3\n.M.\n0 0\n"


@st.composite
def judge_boards(draw):
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(2, 7))
    mined = draw(
        st.lists(st.integers(0, 1), min_size=rows * cols, max_size=rows * cols).filter(
            lambda m: 0 < sum(m) < len(m)
        )
    )
    return Board(CellGraph.grid(rows, cols), bytes(mined))


def got(found):
    """What is read, and the mistake that ends it."""
    read = []
    try:
        read.extend(found)
    except InvalidInput as mistake:
        return read, str(mistake)
    return read, None


@given(st.lists(judge_boards(), min_size=1, max_size=3), st.data())
def test_boards_read_in_groups_are_those_read_line_by_line(boards, data):
    text = judge.write(boards)
    whole, *rest = judge.read_whole_boards(text)
    assert (list(whole), rest) == (boards, [len(text), 0])
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from(["", "M", ".", "0", "7", " ", "\n", "x"]))
    changed = text[:at] + sign + text[at + 1 :]
    assume(changed.strip())
    assert got(boards_in(judge.read, changed, "x")) == got(
        found[0] for found in judge._read_by_word([changed], "x", "a board") if found
    )


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace("\n", "\r\n"),
        SAMPLE[:-1],
        SAMPLE.replace("0 0\n", ""),
        SAMPLE.replace("1 3", "\n\n1 3"),
        SAMPLE.replace("1 3", " 1   3 "),
        SAMPLE.replace("...\nMM.", "...  \nMM. "),
        SAMPLE.replace("...\nMM.", "...\n\n \nMM."),
        SAMPLE.replace("\n", " "),
        SAMPLE.replace("\n", "\t\v\f\r"),
        SAMPLE.replace(" ", "\n"),
        SAMPLE.replace("1 3\n", "1 3 "),
        SAMPLE.replace("...\n...", "... ..."),
        SAMPLE + "\n \n",
        SAMPLE.replace("1 3", "0 0\n\n1 3"),
        SAMPLE.replace("1 3", " 0  0 \n1 3"),
        "0 0\n" + SAMPLE + "0 0\n",
    ],
)
def test_judge_text_with_harmless_differences_reads_the_same(text):
    assert list(boards_in(judge.read, text)) == list(boards_in(judge.read, SAMPLE))


# --- mine --------------------------------------------------------------------------------------------------

BOARDS, POSITION = (row for row in formats.FORMATS if row.name == "mine")


def played(board, letters="M", clues=True):
    """A board's text with clues in its safe cells, its mines in letters that take turns."""
    marks = [
        letters[i % len(letters)] if mine else (str(board.clue(i)) if clues else "H")
        for i, mine in enumerate(board.mined)
    ]
    rows, cols = board.graph.shape
    lines = ["".join(marks[at : at + cols]) for at in range(0, len(marks), cols)]
    return "\n".join([f"{cols}x{rows}x{board.mine_count}", *lines, ""])


@given(judge_boards(), st.text("FM?", min_size=1, max_size=5), st.booleans())
def test_all_letters_of_a_mine_and_right_clues_are_read(board, letters, clues):
    assert list(boards_in(mine.read_boards, played(board, letters, clues))) == [board]


@pytest.mark.parametrize(
    ("text", "boards", "position"),
    [
        ("3x1x1\nH1M\n", True, False),
        ("3x1x1\nH1F\n", True, True),  # all mines have a flag: a verb that reads positions takes it as one
        ("3x1x1\n?1H\n", True, True),
        ("3x1x1\nH1H\n", False, True),
        ("3x1x2\nF2H\n", False, True),
        ("3x1x0\n000\n", False, True),
        ("2x2x1\nF1\n", False, True),  # cut off
        ("2x1x1\nF1\n2x1x1\nMH\n", True, True),  # the first one tells
        ("3x1x\nH1H\n", False, True),
        ("", False, False),
    ],
)
def test_what_a_text_is_meant_as(text, boards, position):
    assert (mine.sniff_boards(text), mine.sniff_views(text)) == (boards, position)


def test_each_verb_takes_the_text_as_what_it_reads():
    assert json.loads(called(["solve", "--json"], b"3x2x2\n2F1\nF21\n").out)["mine_total"] == 2
    assert called(["hint"], b"3x1x1\nF1H\n") == called(["hint"], b"mines 1\nF1#\n")
    assert ", got a position: `trace`" in called(["solve"], b"3x1x1\nH1H\n").err
    assert called(["hint"], b"3x1x1\nH1M\n").out.startswith("board 1, begun at ")


def test_a_game_is_recognised_as_one_by_every_verb_that_reads_boards():
    game = str(SAMPLES / "game.txt")
    for line in (
        ["hint", game],
        ["path", game],
        ["solve", "--json", game],
        ["convert", "--to", "tatham", game],
    ):
        assert called(line) == called([line[0], "--from", "moves", *line[1:]])
    assert "starts at r5c5" in called(["path", game]).out


def test_a_hint_for_a_board_says_that_it_is_one_and_begins_without_a_blank_line():
    third = ["hint", str(SAMPLES / "boards.txt"), "--board", "3"]
    assert called(third).out.startswith("board 3, begun at ")
    for more in ([], ["--stage", "2"]):
        told = json.loads(called([*third, "--json", *more]).out)
        assert (told["board"], told["position"]) == (3, None)


def test_the_ending_says_the_format_and_the_text_which_of_its_two(tmp_path):
    board, position = tmp_path / "board.mine", tmp_path / "position.MINE"
    board.write_text("3x1x1\nH1M\n")
    position.write_text("3x1x1\nH1H\n")
    assert formats.recognise(board.read_bytes(), board.name) is BOARDS
    assert formats.recognise(position.read_bytes(), position.name) is POSITION
    position.write_text("nothing")
    assert f"{position}:1:1: expected a size 'WxHxM'" in called(["solve", str(position)]).err


def test_a_position_takes_flags_as_flags_and_every_other_unknown_as_covered():
    assert [*views_in(mine.read_views, "5x1x2\r\nF2M?H\r\n", "x", 3)] == [
        View(CellGraph.grid(1, 5), (FLAG, 2, COVERED, COVERED, COVERED), 3)
    ]


# --- MBF ---------------------------------------------------------------------------------------------------

MBF = next(row for row in formats.FORMATS if row.binary and row.name == "mbf")


@st.composite
def mbf_boards(draw):
    """A board of any shape and number of mines that the format holds."""
    rows, cols = draw(st.integers(1, 255)), draw(st.integers(2, 255))
    cells, chance = rows * cols, Random(draw(st.integers(0, 1 << 32)))
    mines = set(chance.sample(range(cells), draw(st.integers(1, cells - 1))))
    return Board(CellGraph.grid(rows, cols), bytes(i in mines for i in range(cells)))


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
        assert formats.recognise(content) is formats.recognise(content, file.name) is MBF
        assert list(boards_in(judge.read, judge.write([board]))) == [board]


@pytest.mark.parametrize(
    "data",
    [b"", b"\0", b"\3\3\0", b"\0" * 64, b"\3\3\0\2\0\0", b"\3\3\0\0", b"3 3\n...\n", b"PK\3\4" + bytes(96)],
)
def test_what_is_no_whole_board_does_not_look_like_it(data):
    assert not mbf.sniff(data)


def test_bytes_that_begin_like_position_text_are_boards():
    board = Board.of((40, 48), [(3, 35), (35, 3)])  # begins with '0', and has a '#'
    data = mbf.write([board])
    assert position.sniff(formats.decode_text(data[:1] + data[5:6])) and not position.sniff(
        formats.decode_text(data)
    )
    assert formats.recognise(data) is MBF
    order = sorted(formats.FORMATS, key=lambda row: row.holds != "position")
    assert formats.recognise(data, among=order) is MBF
    assert not any(
        row.holds == "boards" and row.sniff(formats.decode_text(data)) for row in order if not row.binary
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


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\3\4\x14\0", "a zip archive"),
        ("3 3\n".encode("utf-16"), "UTF-16 text, but only UTF-8 is read"),
        (b"\3\3\0\2\0\0", "bytes that are not text"),
    ],
)
def test_other_content_is_named(data, what, tmp_path):
    done = called(["solve"], data)
    assert done.err.startswith("<stdin>: expected boards (") and done.err.endswith(f", got {what}\n")
    binary = [row.name for row in formats.rows_holding("boards") if row.binary]
    assert (f", or --from for a file without its ending ({', '.join(binary)})" in done.err) == (
        "bytes" in what
    )


# --- mistakes ----------------------------------------------------------------------------------------------

BAD_JUDGE = [
    ("", "1:1: expected a board, got an empty text"),
    ("2 3\n...\n....\n", "3:4: expected row 2 of 2 with 3 cells, got 4 in '....'"),
    ("2 3\n..M\n.?.\n", "3:2: expected 'M' or '.', got '?'"),
    ("2 x\n", "1:3: expected a size 'rows cols', got 'x'"),
    ("2 3 4\n", "1:6: expected row 1 of 2 with 3 cells, got 1 in '4'"),
    ("1 3\n.M.\n2", "3:1: expected a size 'rows cols', got '2'"),
    ("3 3\n...\n..\nM..\n0 0\n", "3:3: expected row 2 of 3 with 3 cells, got 2 in '..'"),
    ("2 3 ..M ...  1 3 .M 0 0", "1:20: expected row 1 of 1 with 3 cells, got 2 in '.M'"),
    ("2 3 ..M\t.?.", "1:10: expected 'M' or '.', got '?'"),
    ("1 3\n.M\xa0\n", "2:3: expected 'M' or '.', got '\\xa0'"),
    ("0 3\n", "1:1: expected a size of at least 1x1, got '0 3'"),
    (
        "99999999 99999999\n",
        "1:1: expected a board of at most 67108864 cells, got '99999999 99999999'",
    ),
    ("2 3\n..M", "2:4: expected row 2 of 2, got the end of the text"),
    ("1 3\n...\n", "2:1: expected a board with at least one mine, got none"),
    ("1 3\n.M.\n0 0\n\nmore\n", "5:1: expected a size 'rows cols', got 'more'"),
]
BAD_MINE = [
    ("", "1:1: expected a board, got an empty text"),
    (
        "1000000000x1000000000x5\n",
        "1:1: expected a board of at most 67108864 cells, got '1000000000x1000000000x5'",
    ),
    ("\n  3X1x1\nMHH\n", "2:3: expected a size 'WxHxM' (width, height, mines), got '3X1x1'"),
    ("0x5x1\n", "1:1: expected a size of at least 1x1, got '0x5x1'"),
    ("99999x99999x1\n", "1:1: expected a board of at most 67108864 cells, got '99999x99999x1'"),
    ("3x2x1\nMHH\n", "2:4: expected row 2 of 2, got the end of the text"),
    ("3x2x1\nMHHH\nHHH\n", "2:4: expected row 1 of 2 with 3 cells, got 4 in 'MHHH'"),
    ("3x2x1\nMHH\nH.H\n", "3:2: expected '0' to '8', 'H', 'F', 'M' or '?', got '.'"),
    ("3x1x2\nMHH\n", "1:5: expected a mine total of 1, the number of 'F', 'M' and '?', got 2"),
    ("2x1x2\nMM\n", "1:5: expected a board with at least one safe cell, got none"),
    (
        "3x2x1\nM1H\n1H0\n3x2x1\nM1H\n120\n",
        "6:2: expected a clue of 1 (the mines around it), got 2",
    ),
]
BAD_HEX = [
    ("", "1:1: expected a board, got an empty text"),
    (" 0301 00", "1:6: expected two hex digits for each byte, got ' 0'"),
    ("030100010", "1:9: expected two hex digits for each byte, got '0'"),
    ("030100010000\n030100", "2:7: expected 1 byte more, got the end"),
    ("0301000100000301", "1:17: expected 2 bytes more, got the end"),
]


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read, *case)
        for read, cases in ((judge.read, BAD_JUDGE), (mine.read_boards, BAD_MINE), (mbf.read_hex, BAD_HEX))
        for case in cases
    ],
)
def test_mistakes_are_said_with_place_expectation_and_found(read, text, message):
    assert got(boards_in(read, text, "t"))[1] == f"t:{message}"


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("", None, "t:1:1: expected a position, got an empty text"),
        ("3x1x1\nH3H\n", None, "t:2:2: expected a clue of at most 2 (its covered neighbours), got 3"),
        ("3x1x3\nH1H\n", None, "t:1:5: expected a mine total from 0 to 2 (the covered cells), got 3"),
        ("3x1x1\nH1H\n", 3, "mines: expected a mine total from 0 to 2 (the covered cells), got 3"),
    ],
)
def test_mistakes_of_positions_are_said_with_place_expectation_and_found(text, mines, message):
    assert got(views_in(mine.read_views, text, "t", mines))[1] == message


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
def test_mistakes_in_bytes_are_said_with_the_byte_or_the_column(data, place, message):
    assert got(boards_in(mbf.read, bytes.fromhex(data), "b"))[1] == f"b: byte {(place or 0) + 1}: {message}"
    if data:
        error = got(boards_in(mbf.read_hex, f"\n {data}\n", "h"))[1]
        assert error == f"h:2:{2 + 2 * place}: {message}"
