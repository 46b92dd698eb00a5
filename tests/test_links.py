"""The formats that are links and IDs: Tatham's game IDs, PTT links, puzz.link; and the links of sites."""

import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from reading import boards_in, boards_of, games_in

from logicsweep import COVERED, FLAG, SAFE, Board, CellGraph, InvalidInput, View, formats
from logicsweep.formats import links, tatham
from logicsweep.formats.links import analysis
from logicsweep.verbs.convert import SITES

TATHAM_PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#"
PTT_PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?"
MASKED, CLEAR = "9x9:4,4,mb071b49fbd1cb6a0d5868", "9x9:4,4,004000007c00010022080"
PTT = "b=1616&m=0000024ki120000082049k03048022444000o00240u04g268140"
PUZZLE = "https://puzz.link/p?mines/8/8/g0l1g1g0g0o1g1i1j45g2m20234g4g1h0g1j"
ROWS = {row.name: row for row in formats.FORMATS if row.name in ("tatham", "ptt", "puzzlink")}


def link_to(site, what, start=None):
    kind = "position" if isinstance(what, View) else "boards"
    return SITES[site][kind].write(boards_of([(what, start)]) if kind == "boards" else [what])


def puzzles_in(text, *more):
    return links.read_puzzlink([text], *more)


@st.composite
def boards(draw, most=12):
    """Boards of any size and any mines, long ones too."""
    shape = draw(
        st.one_of(
            st.tuples(st.integers(1, most), st.integers(1, most)),
            st.sampled_from([(1, 1), (1, 70), (70, 1), (3, 101), (101, 2), (16, 30), (7, 65), (9, 100)]),
        )
    )
    cells = shape[0] * shape[1]
    mined = draw(st.integers(0, (1 << cells) - 1))
    return Board(CellGraph.grid(*shape), bytes(map(int, f"{mined:0{cells}b}")))


@st.composite
def deals(draw):
    """The same, with a first click or without."""
    board = draw(boards())
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    return board, draw(st.sampled_from([None, *safe]))


@st.composite
def untold(draw):
    """Positions that puzz.link can hold: no flags, no mine total, clues that their neighbours allow."""
    board = draw(boards())
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    view = board.view(draw(st.sets(st.sampled_from(safe))) if safe else (), total=False)
    cleared = [i for i, mark in enumerate(view.marks) if mark >= 0]
    hidden = draw(st.sets(st.sampled_from(cleared))) if cleared else ()
    return View(view.graph, tuple(SAFE if i in hidden else m for i, m in enumerate(view.marks)))


@given(st.lists(deals(), min_size=1, max_size=4))
def test_ids_read_back_masked_and_clear(several):
    assert list(games_in(tatham.read, tatham.write(boards_of(several)))) == several
    clear = [tatham.game_id(*deal, masked=False) for deal in several]
    assert list(games_in(tatham.read, "\n".join(clear))) == several
    mixed = "\r\n".join([*clear, *tatham.write(boards_of(several)).split()]).encode()
    assert list(games_in(tatham.read, formats.decode_text(mixed))) == several * 2
    pages = "".join(f" {TATHAM_PAGE}{one} \n\n" for one in clear)
    assert list(games_in(tatham.read, pages)) == several


@given(st.lists(boards(), min_size=1, max_size=4))
def test_ptt_links_read_back(several):
    text = links.write_ptt(several)
    assert list(boards_in(links.read_ptt, text)) == several
    assert list(boards_in(links.read_ptt, text.replace(PTT_PAGE, "?"))) == several
    assert list(boards_in(links.read_ptt, text.replace(PTT_PAGE, ""))) == several
    assert list(boards_in(links.read_ptt, re.sub("b=(.*)&m=(.*)", r"m=\2&b=\1", text))) == several


@given(st.lists(untold(), min_size=1, max_size=4), st.integers(0, 3))
def test_puzzle_links_read_back(several, host):
    text = links.write_puzzlink(several)
    assert list(puzzles_in(text)) == several
    kin = [
        "http://pzv.jp/p.html?",
        "pzplus.tck.mn/p?",
        "https://pzprxs.vercel.app/p?",
        "HTTPS://Puzz.link/p?",
    ][host]
    assert list(puzzles_in(text.replace(PUZZLE[:20], kin).replace("mines", "mines_edit"))) == several
    assert list(puzzles_in(text.replace("\n", "/\n"))) == several


def test_the_worked_example_of_the_mask_goes_both_ways():
    [masked], [clear] = games_in(tatham.read, MASKED), games_in(tatham.read, CLEAR)
    assert masked == clear
    assert masked[1] == masked[0].graph.locate((4, 4))
    assert tatham.game_id(*masked) == MASKED
    assert tatham.game_id(*masked, masked=False) == CLEAR.replace("4,4,", "4,4,u")
    assert tatham._mask_bits(bytes(50), 400).hex() == (  # as a test in `mines.c` has it
        "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a210b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
    )


@pytest.mark.parametrize("name", ROWS)
def test_the_real_samples_are_read_and_written_back(data, name):
    file = data / "formats" / {"tatham": "tatham_ids", "ptt": "ptt_urls", "puzzlink": "puzzlink_urls"}[name]
    file = file.with_suffix(".txt")
    if not file.is_file():
        pytest.skip("the samples are not beside this checkout")
    content, row = file.read_text(), ROWS[name]
    found = list(games_in(row.read, content) if row.holds == "boards" else row.read([content]))
    assert formats.recognise(content) is row
    for line, one in zip(content.split(), found, strict=True):
        masked = name != "tatham" or ",m" in line
        wanted = boards_of([one]) if row.holds == "boards" else [one]
        written = row.write(wanted).strip() if masked else tatham.game_id(*one, masked=False).replace("u", "")
        assert written == line


PLACED = "the mines, as ':', a first click and hex digits"
BAD_IDS = [
    ("", ":1:1", "a game ID", "an empty text"),
    ("\n\n  9x9", ":3:3", "a game ID such as 9x9:4,4,m...", "'9x9'"),
    ("http://x/#9x9:m0", ":1:1", f"a game ID, alone or after {TATHAM_PAGE}", "'http://x/#9x9:m0'"),
    ("99999x99999:m00", ":1:1", "a board of at most 67108864 cells", "'99999x99999'"),
    ("8192x8192:m00", ":1:14", "16777216 hex digits for 67108864 cells", "2"),
    ("9x9n10#123", ":1:7", PLACED, "'#123': a seed, which only the game can turn into a board"),
    (" 9x9:r10,u,abcdef", ":1:6", PLACED, "'r10,u,abcdef': no mines are placed yet"),
    ("9x9:9,4,m", ":1:5", "a first click with x from 0 to 8", "'9'"),
    ("2x2:1,0,u4", ":1:5", "a first click on a safe cell", "1,0, a mine"),
    ("2x2n2:u4", ":1:5", "1, the number of mines in it", "'2'"),
    (MASKED[:-1], ":1:30", "21 hex digits for 81 cells", "20"),
    (MASKED[:-1] + "9", ":1:30", "a last digit that ends in 3 bits of 0", "'9'"),
    (CLEAR[:-1] + "g", ":1:29", "'0' to '9' or 'a' to 'f'", "'g'"),
]
BAD_LINKS = [
    ("\n", ":1:1", "a link with b= and m=", "an empty text"),
    ("http://x/?b=11&m=0", ":1:1", f"b=...&m=..., alone or after {PTT_PAGE}", "'http://x/?b=11&m=0'"),
    ("?b=11", ":1:1", f"b=...&m=..., alone or after {PTT_PAGE}", "'?b=11'"),
    ("?b=161&m=0", ":1:4", "1, 2, 3 or a width and a height with equally many digits, such as 3016", "'161'"),
    ("?b=0109&m=0", ":1:12", "2 digits for 9 cells", "1"),
    ("?" + PTT.replace("ki1", "kw1"), ":1:19", "'0' to '9' or 'a' to 'v'", "'w'"),
]
SIZE_EXPECTED = "a width, a height and cells: W/H/..."
KIN = "https://puzz.link/p?mines/..., or the same on pzplus.tck.mn, pzprxs.vercel.app, pzv.jp"
LETTERS = "'0' to '8', '.' or 'g' to 'z'"
BAD_PUZZLES = [
    ("", ":1:1", "a link to a puzzle", "an empty text"),
    ("https://example.org/p?mines/2/1/11", ":1:1", KIN, "'https://example.org/p?mines/2/1/11'"),
    ("puzz.link/p?sudoku/9/9/a", ":1:13", "the puzzle 'mines'", "'sudoku'"),
    ("puzz.link/p?mines/9/", ":1:19", SIZE_EXPECTED, "'9/'"),
    ("puzz.link/p?mines/3/1/1g", ":1:25", "3 cells", "2"),
    ("puzz.link/p?mines/3/1/g-10g", ":1:24", "a clue from 0 to 8", "'-10'"),
    ("puzz.link/p?mines/3/1/g3g", ":1:24", "a clue of at most 2 (its covered neighbours)", "3"),
    ("puzz.link/p?mines/3/1/.\udcffg", ":1:24", LETTERS, "'\\xff'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "place", "expected", "found"),
    [
        (name, *case)
        for name, cases in (("tatham", BAD_IDS), ("ptt", BAD_LINKS), ("puzzlink", BAD_PUZZLES))
        for case in cases
    ],
)
def test_mistakes_are_said_with_place_expectation_and_found(name, text, place, expected, found):
    with pytest.raises(InvalidInput) as error:
        list(ROWS[name].read([text], "l.txt"))
    assert (error.value.place, error.value.expected) == ("l.txt" + place, expected)
    assert found in (None, error.value.found)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("solve", "board 3"),
        ("compare", "board 3"),
        ("path --grade", "board 3: --start"),
        ("hint --start best", "board 3: --start"),
        ("convert --to tatham --start best", "board 3: --start"),
    ],
)
def test_a_board_of_mines_alone_among_others_is_named_after_the_answers_before_it(line, place):
    before, after = "2x2:u8\n1x3:u8\n", "2x2:uf\n2x2:u8\n"
    done = called(line.split(), (before + after).encode())
    assert done.status == 2
    assert re.fullmatch(f"{place}: expected a .*safe cell.*, got mines only\n", done.err)
    answers = called(line.split(), before.encode()).out
    assert answers and done.out.strip() == ("" if "--to position" in line else answers.strip())


def decompressed(link):
    """What JSMinesweeper makes of its parameter `analysis`: size, mines and letters."""
    base62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    bases = zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True)
    owner = [(letter, digit, base) for letter, base in bases for digit in range(base)]
    assert len(owner) == len(base62)

    def number(text):
        return sum(base62.index(digit) * 62**at for at, digit in enumerate(reversed(text)))

    owners = [owner[base62.index(digit)] for digit in link[8:]]
    cells = ""
    for (letter, base), run in groupby(owners, lambda one: (one[0], one[2])):
        digits = [digit for _, digit, _ in run]
        length = len(digits) if base == 1 else sum(d * base**at for at, d in enumerate(reversed(digits)))
        cells += letter * length
    return number(link[:2]), number(link[2:4]), number(link[4:8]), cells


def without_first_flag(cells):
    """The letters that are written: the site's reader loses a flag on the first cell."""
    return "H" + cells[1:] if cells[0] == "O" else cells


@given(boards(), st.data())
def test_jsminesweeper_reads_positions_and_boards_from_their_links(board, data):
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    cleared = data.draw(st.sets(st.sampled_from(safe))) if safe else set()
    others = sorted(set(range(len(board.mined))) - cleared)
    flagged = data.draw(st.sets(st.sampled_from(others))) if others else set()
    view = board.view(cleared, flagged)
    rows, cols = board.graph.shape
    letters = {COVERED: "H", FLAG: "O"}
    cells = without_first_flag("".join(letters.get(mark, str(mark)) for mark in view.marks))
    assert decompressed(analysis(view)) == (cols, rows, board.mine_count, cells)
    link = link_to("jsminesweeper", board).strip()
    assert link.startswith("https://davidnhill.github.io/JSMinesweeper/?analysis=")
    cells = "".join("O" if mine else str(board.clue(i)) for i, mine in enumerate(board.mined))
    cells = without_first_flag(cells)
    assert decompressed(link.partition("=")[2]) == (cols, rows, board.mine_count, cells)


@given(untold(), deals())
def test_sites_open_what_their_formats_read(view, deal):
    assert list(puzzles_in(link_to("pzplus", view))) == [view]
    assert list(games_in(tatham.read, link_to("tatham", *deal))) == [deal]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (View.parse("?#", mines=1), "expected a clue from 0 to 8 in every cleared cell, got '?' in r1c1"),
        (Board(CellGraph.grid(1, 251), bytes(251)), "expected at most 250 rows and columns, got 1 x 251"),
    ],
)
def test_what_jsminesweeper_cannot_open_is_refused_by_name(found, message):
    with pytest.raises(InvalidInput, match=f"^format jsminesweeper: {re.escape(message)}$"):
        analysis(found)
