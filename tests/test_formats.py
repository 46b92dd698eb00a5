import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reading import boards_in

from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.formats import judge

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
    taken = judge.read_grouped(text)
    assert (list(taken.boards), taken.end, taken.missing) == (boards, len(text), 0)
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from(["", "M", ".", "0", "7", " ", "\n", "x"]))
    changed = text[:at] + sign + text[at + 1 :]
    assume(changed.strip())
    assert got(boards_in(judge.read, changed, "x")) == got(
        found[0] for found in judge._boards([changed], "x", "a board") if found
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
        SAMPLE + "\n \n",
        SAMPLE.replace("1 3", "0 0\n\n1 3"),
        SAMPLE.replace("1 3", " 0  0 \n1 3"),
        "0 0\n" + SAMPLE + "0 0\n",
    ],
)
def test_judge_text_with_harmless_differences_reads_the_same(text):
    assert list(boards_in(judge.read, text)) == list(boards_in(judge.read, SAMPLE))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "b.txt:1:1: expected a board, got an empty text"),
        ("2 3\n...\n....\n", "b.txt:3:4: expected row 2 of 2 with 3 cells, got 4 in '....'"),
        ("2 3\n..M\n.?.\n", "b.txt:3:2: expected 'M' or '.', got '?'"),
        ("2 x\n", "b.txt:1:1: expected a size 'rows cols', got '2 x'"),
        ("2 3 4\n", "b.txt:1:1: expected a size 'rows cols', got '2 3 4'"),
        ("0 3\n", "b.txt:1:1: expected a size of at least 1x1, got '0 3'"),
        (
            "99999999 99999999\n",
            "b.txt:1:1: expected a board of at most 67108864 cells, got '99999999 99999999'",
        ),
        ("2 3\n..M", "b.txt:3:1: expected row 2 of 2, got the end of the text"),
        ("1 3\n...\n", "b.txt:2:1: expected a board with at least one mine, got none"),
        ("1 3\n.M.\n0 0\n\nmore\n", "b.txt:5:1: expected a size 'rows cols', got 'more'"),
    ],
)
def test_judge_mistakes_are_said_with_place_expectation_and_found(text, message):
    with pytest.raises(InvalidInput) as error:
        list(boards_in(judge.read, text, "b.txt"))
    assert str(error.value) == message
