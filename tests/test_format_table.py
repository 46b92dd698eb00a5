"""The table of formats: what each row promises, and that a new row is found everywhere."""

import random
import re

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import ROOT
from fuzz import mutated
from hypothesis import given
from hypothesis import strategies as st
from reading import boards_of
from test_formats import judge_boards

from logicsweep import Board, CellGraph, InvalidInput, View, formats
from logicsweep.boards.many import Boards, with_starts
from logicsweep.cli import cli
from logicsweep.formats import Format
from logicsweep.verbs.reading import READS

WRITING = [row for row in formats.FORMATS if row.write]


def holds(row, view):
    """Whether a format can hold a view; it refuses by its name."""
    try:
        row.write([view])
    except InvalidInput as error:
        assert error.place == f"format {row.name}"
        return False
    return True


def representable(row, board, view):
    """The view, or what a format can hold of it: with its mine total, or neither that nor flags."""
    with_total = View(view.graph, view.marks, board.mine_count)
    return next(
        one for one in (view, with_total, View(view.graph, view.without_flags().marks)) if holds(row, one)
    )


EDITS = [str, lambda text: text + "\n", str.rstrip, "\n{}".format]
"""What leaves a text in its format."""


@pytest.mark.parametrize("row", WRITING, ids=lambda row: f"{row.name}, {row.holds}")
@given(st.data())
def test_every_format_reads_what_it_writes_and_recognises_it_as_its_own(row, data):
    board = data.draw(judge_boards())
    safe = [i for i, mine in enumerate(board.mined) if not mine]
    view = board.view(data.draw(st.sets(st.sampled_from(safe))), total=data.draw(st.booleans()))
    view = view if row.holds == "boards" else representable(row, board, view)
    content = row.write([view] if row.holds == "position" else [board])
    if row.holds == "position":
        assert list(row.read([content])) == [view]
    else:
        assert [one for batch in row.read([content]) for one in batch] == [board]
    content = content if row.binary else data.draw(st.sampled_from(EDITS))(content)
    assert formats.recognise(content) is row
    assert formats.recognise(content if row.binary else content.encode("utf-8-sig")) is row
    alike = [other for other in formats.FORMATS if other.binary == row.binary and other.sniff(content)]
    assert {other.name for other in alike} == {row.name}


TORUS = Board.parse("M.. ...", CellGraph.torus)
FREE = Board.of(nx.complete_graph(4), [0])
FULL, BARE = Board.parse("MM"), Board.of((2, 2), [])
NO_SAFE, NO_MINE = "a board with at least one safe cell, got none", "a board with at least one mine, got none"
CANNOT_HOLD = [
    *[(name, TORUS, "a grid, got 2 x 3 torus") for name in ("mine", "mbf", "mbf-hex", "ptt", "tatham")],
    *[(name, View(TORUS.graph, (-1,) * 6, 1), "a grid, got 2 x 3 torus") for name in ("mine", "puzzlink")],
    ("judge", FREE, "a rectangular field, got a free graph"),
    ("position", FREE.view(), "a rectangular field, got a free graph"),
    *[(name, FULL, NO_SAFE) for name in ("judge", "mine", "mbf", "mbf-hex")],
    *[(name, BARE, NO_MINE) for name in ("judge", "mine", "mbf", "mbf-hex")],
    ("mbf", Board.of((1, 256), [0]), "at most 255 rows and columns, got 1 x 256"),
    ("mine", View.parse("1#"), "a position with its mine total, got none"),
    ("mine", View.parse("#?", 1), "a clue from 0 to 8 in every cleared cell, got '?' in r1c2"),
    ("tatham", Boards.of([Board.parse("M.")], [0]), "a first click on a safe cell, got r1c1, a mine"),
    ("puzzlink", View.parse("1#", mines=1), "a position without a mine total, got 'mines 1'"),
    ("puzzlink", View.parse("1F"), "a position without flags, got a flag at r1c2"),
    ("puzzlink", View(CellGraph.grid(1, 1), (9,)), "clues from 0 to 8, got 9"),
]


@pytest.mark.parametrize(("name", "value", "message"), CANNOT_HOLD)
def test_what_a_format_cannot_hold_is_refused_by_name(name, value, message):
    kind = "position" if isinstance(value, View) else "boards"
    [row] = [row for row in WRITING if (row.name, row.holds) == (name, kind)]
    with pytest.raises(InvalidInput, match="^" + re.escape(f"format {name}: expected {message}") + "$"):
        row.write(value if isinstance(value, Boards) else [value])


@given(st.text("0123 M.#F?mines\n", max_size=40))
def test_no_text_looks_like_two_formats_but_bare_numbers_and_boards_with_a_wrong_letter(text):
    rows = [row.name for row in formats.FORMATS if not row.binary and row.sniff(text)]
    assert len(rows) < 2 or set(text) <= set("0123 \n") or "#" in text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("3 3\n...\n...\nMM.\n0 0\n", "judge"),
        ("0 0\n", "judge"),
        ("mines 3\n###\n", "position"),
        ("1 1\n1 #\n", "position"),
        ("012\n012\n", "position"),
        ("", None),
        ("Hello, world\n", None),
        ('{"board": ["1#"]}', None),
        ("...\nMM.\n", None),
    ],
)
def test_what_a_text_looks_like(text, name):
    found = formats.recognise(text)
    assert (found and found.name) == name
    assert formats.recognise(text.replace("\n", "\r\n").encode("utf-8-sig")) == found


# A format from elsewhere: lines of `x` and `o` between bars, and the first click as a capital O.


def bars_sniff(text):
    return text.startswith("|")


def bars_read(blocks, source):
    rows = [line.strip("|") for line in "".join(blocks).split()]
    for number, row in enumerate(rows, 1):
        if set(row) - set("xoO"):
            raise InvalidInput(f"{source}:{number}", "x or o", repr(row))
    start = "".join(rows).find("O")
    board = Board.from_rows([["M" if cell == "x" else "." for cell in row] for row in rows])
    yield Boards.of([board], [None if start < 0 else start])


def bars_write(boards):
    [board] = boards
    return "".join(f"|{row}|\n" for row in str(board).replace("M", "x").replace(".", "o").split())


BARS = Format("bars", "boards", "Boards between bars.", bars_sniff, bars_read, bars_write, endings=(".bars",))
BYTES = Format(
    "bytes",
    "position",
    "A view of one row, a byte a cell.",
    sniff=lambda data: data[:1] == b"\0",
    read=lambda blocks, source, mines=None: (
        View.from_rows([[byte - 1 for byte in data[1:]]], mines) for data in blocks
    ),
    write=lambda views: bytes([0, *(mark + 1 for view in views for mark in view.marks)]),
    endings=(".1d",),
    binary=True,
)


@pytest.fixture
def added():
    """The two formats from elsewhere, in the table for one test."""
    before = list(formats.FORMATS)
    formats.register(BARS)
    formats.register(BYTES)
    assert [*before, BARS, BYTES] == formats.FORMATS
    yield
    formats.FORMATS[:] = before


def invoke(*arguments, input=""):
    return CliRunner().invoke(cli, [str(one) for one in arguments], input=input, catch_exceptions=False)


@pytest.mark.usefixtures("added")
def test_the_first_click_that_a_format_tells_is_where_a_game_starts():
    text = "|oox|\n|xoO|\n"
    assert "casual starts at r2c3" in invoke("trace", input=text).output
    assert "casual starts at r1c1" in invoke("trace", "--start", "r1c1", input=text).output
    assert "casual starts at r2c3" not in invoke("trace", "--start", "best", input=text).output
    assert "start r2c3" in invoke("compare", input=text).output
    assert invoke("why", "r2c3", input=text).output == "r2c3 is safe: it was cleared first.\n"


@pytest.mark.usefixtures("added")
def test_a_registered_format_is_listed_in_help_and_taken_by_from():
    for verb, kinds in READS.items():
        shown = invoke(verb, "--help").output
        assert bool(re.search(r"Formats: [^.]*\bbars\b", shown)) is ("boards" in kinds)
    assert {"Boards between bars.", "A view of one row, a byte a cell."} <= set(
        re.findall(r"  ([A-Z].*)", invoke("formats").output)
    )
    assert invoke("solve", "--from", "bars", input="|ox|\n").output == "0\n"
    with pytest.raises(InvalidInput, match=r"^<stdin>:1: expected x or o, got '1'"):
        invoke("solve", "--from", "bars", input="1 2\nM.\n")
    with pytest.raises(InvalidInput, match=r"^format: expected one of judge,.* bars, got 'position'"):
        invoke("solve", "--from", "position", input="|ox|\n")


@pytest.mark.usefixtures("added")
def test_the_ending_of_a_file_name_goes_before_what_is_in_it(tmp_path):
    file = tmp_path / "board.BARS"
    file.write_text("1 2\nM.\n")
    with pytest.raises(InvalidInput, match="expected x or o, got '1'"):
        invoke("solve", file)
    assert invoke("solve", "--from", "judge", file).output == "0\n"


@pytest.mark.usefixtures("added")
def test_a_name_is_registered_once():
    with pytest.raises(InvalidInput, match="format: expected a new name, got 'bars', which already exists"):
        formats.register(BARS)
    formats.register(BARS._replace(holds="position"))
    assert [row.holds for row in formats.FORMATS if row.name == "bars"] == ["boards", "position"]


def test_the_docs_list_the_formats_of_the_table_and_what_they_hold():
    text = (ROOT / "docs" / "formats.md").read_text().partition("| format | holds |")[2].partition("\n\n")[0]
    listed = []
    for row in text.splitlines()[2:]:
        names, holds = row.split(" | ")[:2]
        kinds = [{"boards": "boards", "positions": "position"}.get(kind) for kind in holds.split(", ")]
        listed += [(name, kind) for name in re.findall("`(.+?)`", names) for kind in kinds if kind]
    assert listed == [(row.name, row.holds) for row in formats.FORMATS]


@pytest.mark.slow
@pytest.mark.parametrize("row", formats.FORMATS, ids=lambda row: f"{row.name}, {row.holds}")
def test_to_recognise_a_text_takes_time_in_proportion(row):
    for begin in ("https://", "?b=1&m=", "1x1x", "{", "mines "):
        for piece in ("b=", "m=1&", "0", "a", " ", "/", "x", "[", '"'):
            content = begin + piece * (50_000 // len(piece))  # hours, were it its square
            row.sniff(content.encode() if row.binary else content)


# What is refused: random bytes, and what a format wrote with mistakes put in.

REPLAYS = {"avf", "evf", "rmv", "mvf"}  # each is read in a process of its own: they have their tests
READERS = {f"{row.name}, {row.holds}": row for row in formats.FORMATS if row.name not in REPLAYS}
ODD = [b"", b"\0", b"\n", b"\xff\xfe", b"PK\3\4", b"\x1f\x8b\x08", b"9" * 40, b"-1", b"\xed\xa0\x80"]
ODD += [b"{" * 9000, b"[[" * 9000, b"1" * 9000]


def read_all(row, data):
    """Read content as a whole and in blocks, alike: boards with starts, or views; the line of a refusal."""
    cut = [data[at : at + 7] for at in range(0, len(data), 7)]
    whole = read_blocks(row, [data] if row.binary else [formats.decode_text(data)])
    assert read_blocks(row, cut if row.binary else formats.whole_lines(cut, "odd")) == whole
    return whole


def read_blocks(row, blocks):
    found, error = [], ""
    try:
        for one in row.read(blocks, "odd"):
            found += with_starts(one) if row.holds == "boards" else [one]
    except InvalidInput as refusal:
        error = str(refusal)
        assert "\n" not in error and refusal.place.startswith("odd"), error
    return found, error


@pytest.mark.parametrize("row", READERS.values(), ids=READERS)
def test_odd_content_is_read_or_refused_in_one_line(row):
    for data in ODD:
        read_all(row, data)


@pytest.mark.parametrize("row", READERS.values(), ids=READERS)
@given(st.binary(max_size=60))
def test_random_bytes_are_read_or_refused_in_one_line(row, data):
    read_all(row, data)


@pytest.mark.parametrize("row", WRITING, ids=lambda row: f"{row.name}, {row.holds}")
@given(board=judge_boards(), seed=st.integers(0, 2**32), total=st.booleans())
def test_what_a_format_wrote_with_mistakes_in_it_is_read_or_refused_in_one_line(row, board, seed, total):
    chance = random.Random(seed)
    cleared = [i for i, mine in enumerate(board.mined) if not mine and chance.random() < 0.5]
    one = board if row.holds == "boards" else board.view(cleared, total=total)
    try:
        content = row.write([one])
    except InvalidInput:
        content = row.write([board.view(cleared, total=not total)])
    data = content.encode() if isinstance(content, str) else content
    for _ in range(8):
        found, _ = read_all(row, mutated(mutated(data, chance), chance))
        content = row.write(boards_of(found) if row.holds == "boards" else found) if found else ""
        again = content if isinstance(content, bytes) else content.encode()
        assert not found or read_all(row, again) == (found, "")
