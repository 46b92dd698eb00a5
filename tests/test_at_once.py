"""What is read at once, not line by line, is the same: boards, views, and every mistake."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import FIELDS, examples, views
from test_formats import judge_boards
from test_links import deals, untold
from test_mine import got

from logicsweep import formats
from logicsweep.boards.board import Board, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards
from logicsweep.cli.inputs import Opened
from logicsweep.errors import InvalidInput
from logicsweep.formats import checks, mbf, position, ptt, puzzlink, tatham

LINES = {"tatham": tatham._at_once, "ptt": ptt._at_once, "mbf-hex": mbf._at_once}
ROWS = {row.name: row for row in formats.FORMATS if row.name in LINES}
WRONG = {
    "tatham": ["9x9", "2x2:u_", "0x2:00", "2x2:1,0,u4", "2x2n1:u4", "2x2:u41", "2x2:2,0,u4", "3x1:u1"],
    "ptt": ["?b=161&m=0", "b=4&m=0", "?b=21&m=0&c=1", "m=g&b=21", "b=00&m=", "?b=21&m=1", "?b=21&m=00"],
    "mbf-hex": ["02 0100010000", "0201000100", "02010001000", "020100010002", "0201000201000100", "0x"],
}


def one_by_one(text):
    """The same text with a line of blanks at its end, which only the reading line by line takes."""
    return f"{text.removesuffix(chr(10))}\n \n"


@st.composite
def lines(draw, name):
    """Lines of a format, many of one size, among them what it does not write, or refuses."""
    some = draw(st.lists(deals().filter(lambda deal: 0 < deal.board.mine_count < len(deal.board.mined))))
    text = ROWS[name].write(some * draw(st.integers(1, 3)))
    told = text.splitlines() + draw(st.lists(st.sampled_from([*WRONG[name], *text.splitlines()]), max_size=3))
    return "\n".join(draw(st.permutations(told))) + draw(st.sampled_from(["", "\n"]))


@pytest.mark.parametrize("name", ROWS)
@examples(60)
@given(st.data())
def test_lines_at_once_are_those_one_by_one(name, data):
    text, row = data.draw(lines(name)), ROWS[name]
    assert LINES[name](one_by_one(text)) is None
    assert got(row.read(text, "x")) == got(row.read(one_by_one(text), "x"))
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text("0fgv:=&,x \n\u0663", max_size=2)) + text[at + 1 :]
        assert got(row.read(text, "x")) == got(row.read(one_by_one(text), "x"))


@pytest.mark.parametrize("name", ROWS)
@given(st.lists(judge_boards(), min_size=1, max_size=6))
def test_what_is_written_is_read_at_once(name, boards):
    found = LINES[name](ROWS[name].write(boards))
    assert isinstance(found, Boards)
    assert list(formats.as_deals(found)) == list(map(formats.as_deal, boards))
    blocks = [ROWS[name].write(boards).encode()]
    [batch] = Opened(ROWS[name], "x", iter(blocks)).grouped()
    assert len({graph for graph, _ in batch.groups}) == len(batch.groups)
    assert list(batch) == boards


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("number", range(6))
def test_a_block_with_what_is_unusual_or_wrong_is_not_read_at_once(name, number):
    good = ROWS[name].write([Board.parse("M.")])
    assert LINES[name](good + good) is not None
    assert LINES[name](f"{good}{WRONG[name][number]}\n{good}") is None


@given(st.lists(judge_boards(), max_size=4), st.integers(1, 2000))
def test_bytes_in_blocks_are_read_at_once(boards, size):
    data = mbf.write(boards)
    batches = list(mbf.stream([data[at : at + size] for at in range(0, len(data), size)])) if data else []
    assert list(chain.from_iterable(batches)) == boards
    taken = mbf._taken(data)
    assert (taken.ends[-1], list(taken.boards)) == (len(data), boards) if boards else taken is None


# --- positions ---------------------------------------------------------------------------------------------

GRID_VIEWS = views(graph=CellGraph.grid(3, 4)) | views(graph=CellGraph.grid(2, 3)) | untold()


@examples(100)
@given(st.lists(GRID_VIEWS, min_size=1, max_size=4), st.data())
def test_positions_at_once_are_those_row_by_row(several, data):
    text = position.write(several)
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + data.draw(st.text("01889#F? mn\n\u00e9", max_size=3)) + text[at + 1 :]
    mines = data.draw(st.none() | st.integers(-1, 9))
    field = FIELDS[data.draw(st.sampled_from(sorted(FIELDS)))]
    for one in (text, changed):
        spaced = f"{one} "
        assert not position._pieces(spaced)
        for more in ((), (mines,), (mines, field)):
            assert got(position.read(one, "x", *more)) == got(position.read(spaced, "x", *more))


@given(st.lists(GRID_VIEWS.filter(lambda view: view.graph.shape[0] > 1), min_size=1, max_size=4))
def test_positions_that_are_written_are_read_at_once(several):
    pieces = position._pieces(position.write(several))
    assert [position._sound(piece, None, CellGraph.grid) for piece in pieces] == several


@st.composite
def marked(draw):
    """Marks of a grid, good or not, and a mine total."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    marks = draw(
        st.lists(st.sampled_from([-1] * 6 + [*range(-3, 9)]), min_size=rows * cols, max_size=rows * cols)
    )
    return View(CellGraph.grid(rows, cols), tuple(marks), draw(st.none() | st.integers(0, 25)))


@examples(200)
@given(marked())
def test_all_clues_at_once_hold_where_each_alone_does(view):
    marks, cols = bytes(mark & 255 for mark in view.marks), view.graph.shape[1]
    assert checks.view_of(view.graph, marks, view.mines) == view
    covered = [mark in (-1, -2) for mark in view.marks]
    room = [sum(covered[j] for j in around) for around in view.graph.neighbours]
    fits = all(mark <= most for mark, most in zip(view.marks, room, strict=True))
    assert checks.holds(checks.parted(marks, cols), cols, view.mines) == (
        fits and (view.mines is None or view.mines <= sum(covered))
    )
    if not fits:
        wrong = next(i for i, mark in enumerate(view.marks) if mark > room[i])
        with pytest.raises(InvalidInput, match=rf"^{wrong}: expected a clue of at most {room[wrong]} "):
            checks.check_clues(view, str)
    else:
        checks.check_clues(view, str)


@given(untold(), st.data())
def test_links_to_puzzles_are_refused_where_a_clue_is_above_its_covered_neighbours(view, data):
    cell = data.draw(st.integers(0, len(view.marks) - 1))
    clue = data.draw(st.integers(0, 8))
    changed = View(view.graph, (*view.marks[:cell], clue, *view.marks[cell + 1 :]))
    found, error = got(puzzlink.read(puzzlink.write([changed]), "x"))
    broken = got([checks.check_clues(changed, str)] for _ in range(1))[1]
    assert (found == [changed]) == (broken is None)
    assert (error and error.partition("expected")[2]) == (broken and broken.partition("expected")[2])
