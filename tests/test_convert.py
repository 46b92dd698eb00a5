"""`convert`: whatever is read, in any format that holds it; and content in the place of a file's name."""

import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, mistake
from test_formats import judge_boards

from logicsweep import View, formats, play
from logicsweep.boards.many import Boards
from logicsweep.formats import links, tatham

ID = "9x9:4,4,mb071b49fbd1cb6a0d5868"
CLEAR = "9x9:4,4,004000007c00010022080"
JUDGE, POSITION = formats.FORMATS[:2]
WRITTEN = [row for row in formats.FORMATS if row.write]
UNKNOWN = "cannot read: no such file, and not an ID, link or text in a known format\n"
LADDER = (SAMPLES / "ladder.txt").read_bytes()


def started(row, board, start):
    """The option that tells the first click, where a format has a place for it or the board is played."""
    return ["--start", board.graph.name(start)] if row.starts or row.holds == "position" else []


def text_of(content):
    """What a call prints for what a format writes."""
    return content if isinstance(content, str) else content.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: f"{row.name}, {row.holds}")
@given(board=judge_boards(), data=st.data())
def test_a_board_is_written_as_each_format_writes_it(row, board, data):
    start = data.draw(st.sampled_from([i for i, mine in enumerate(board.mined) if not mine]))
    line = ["convert", "--to", row.name, "--as", row.holds.removesuffix("s"), *started(row, board, start)]
    found = board if row.holds == "boards" else play(board, start).after
    done = called(line, JUDGE.write([board]).encode())
    if done.status:
        assert row.holds == "position" and done.err.startswith(f"format {row.name}: expected ")
        done = called([*line, "--clues-only"], JUDGE.write([board]).encode())
        found = View(found.graph, found.without_flags().marks)
    assert (done.status, done.err, done.out) == (
        0,
        "",
        text_of(row.write(Boards.of([found], [start]) if row.starts else [found])),
    )


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: f"{row.name}, {row.holds}")
def test_what_is_written_reads_back_from_a_file_of_that_ending_or_from_its_text(row, tmp_path):
    file = tmp_path / f"ladder{row.endings[0] if row.endings else '.txt'}"
    line = ["convert", "--to", row.name, "--as", row.holds.removesuffix("s")]
    line += ["--start", "r1c8"] if row.starts or row.holds == "position" else []
    line += ["--clues-only"] if row.name == "puzzlink" else []
    told = [one for one in line if one not in ("--to", row.name)] if row.endings else line
    assert called([*told, "--out", str(file)], LADDER) == (0, "", f"wrote {file}\n")
    assert text_of(file.read_bytes()) == called(line, LADDER).out
    back = called(["convert", "--to", "judge" if row.holds == "boards" else "position", str(file)])
    expected = called(["convert", "--to", "position", "--start", "r1c8", *line[7:]], LADDER).out
    assert back == (0, LADDER.decode() if row.holds == "boards" else expected, "")


def test_an_id_is_content_where_no_file_has_that_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    masked = called(["convert", ID, "--to", "judge"])
    assert masked == called(["convert", CLEAR, "--to", "judge"]) and masked.out.startswith("9 9\n")
    assert called(["solve", ID]).out == called(["solve"], masked.out.encode()).out
    compared = called(["compare", ID])
    assert compared.status == 0 and "start r5c5" in compared.out
    (tmp_path / CLEAR).write_bytes(LADDER)
    assert called(["convert", CLEAR, "--to", "judge"]).out == LADDER.decode()


def test_a_row_with_a_covered_cell_and_text_of_several_lines_are_content():
    assert called(["hint", "###1"]).out == called(["hint"], b"###1\n").out
    assert called(["hint", "mines 1\n1#\n1#\n"]).out == called(["hint"], b"mines 1\n1#\n1#\n").out
    told = called(["hint"], b"no\nsuch file").err
    assert called(["hint", "no\nsuch file"]).err == told.replace("<stdin>", "<argument>")


@pytest.mark.parametrize(
    "name", ["a#", "11", "nowhere.txt", "9x9", "mines 3", "M..", "0-0", "02010000", "{}", "http:/"]
)
def test_what_may_be_the_name_of_a_file_is_no_content(name):
    assert called(["compare", name]).err == f"{name}: {UNKNOWN}"


def test_links_to_other_sites_and_to_other_puzzles_are_named_as_such(tmp_path):
    file = tmp_path / "links.txt"
    file.write_text("\nhttps://example.com/a?b=1 \n")
    for line, place in (("https://example.com/a?b=1", "<argument>"), (str(file), str(file))):
        assert called(["solve", line]).err == (
            f"{place}: expected boards ('M' and '.'), or a link to one of pttacgfans.github.io, "
            "www.chiark.greenend.org.uk, got 'https://example.com/a?b=1'\n"
        )
    assert ", or a link to one of puzz.link, " in called(["hint", "HTTP://x"]).err
    assert called(["hint", "--from", "position", "http://x"]).err == (
        "<argument>: expected a position (clues and '#') or boards ('M' and '.'), got 'http://x'\n"
    )
    for verb in ("solve", "hint"):
        done = called([verb, "https://puzz.link/p?slither/5/5/abc"])
        assert done == (2, "", "<argument>:1:21: expected the puzzle 'mines', got 'slither'\n")
    assert "got a position" in called(["solve", "https://puzz.link/p?mines/1/1/0"]).err


def test_the_sites_of_the_table_are_those_whose_links_are_read():
    sites = {row.name: row.sites for row in formats.FORMATS if row.sites}
    assert sites.pop("puzzlink") == links._HOSTS
    pages = {"ptt": links.CALCULATOR, "tatham": tatham.PAGE}
    assert {name: [page.split("/")[2]] for name, page in pages.items()} == {
        name: [*hosts] for name, hosts in sites.items()
    }


WRONG = [
    ("convert", "--to: expected one of judge, "),
    (
        "convert --out some.where",
        "--to: expected one of judge, position, mine, mbf, mbf-hex, ptt, tatham, puzzlink, graph, or --out "
        "with a file extension among .mine, .mbf, .abf, .graph.json, got --out 'some.where'\n",
    ),
    ("convert --to mbf --as position", "--as: expected boards (mbf holds nothing else), got position"),
    ("convert --to position", "--start: expected the first click"),
    (
        "convert --to judge --start r1c1",
        "--start: expected a format that holds a board's first click, got judge",
    ),
    (
        "convert --out x.abf --start r1c1",
        "--start: expected a format that holds a board's first click, got mbf",
    ),
    ("convert --to judge --start r1c1 --open tatham", "logicsweep convert: --to does not go with --open"),
    ("convert --to tatham --start r2c3", "--start: expected a safe cell, got a mine at r2c3"),
    ("convert --to tatham 1#", "format tatham: expected boards (it holds nothing else), got position 1\n"),
    ("convert 9x9:4,4,mb071b49fbd1cb6a0d5868 --open nowhere", "--open: expected one of "),
    ("solve 9x9:4,4,mb071b49fbd1cb6a0d586x", "<argument>:1:"),
    ("solve 9x9:9,9,004000007c00010022080", "<argument>:1:5: expected "),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_what_cannot_be_written_is_one_line(line, message):
    assert mistake(line.split(), LADDER).startswith(message)


BARE = "expected a position without {} (--clues-only leaves it out), got "


@pytest.mark.parametrize("where", [["--to", "puzzlink"], ["--open", "pzplus"], ["--out", "/dev/null"]])
def test_the_option_that_leaves_out_what_a_format_cannot_hold_is_named_where_it_does(where):
    line = ["convert", *where, *(["--to", "puzzlink"] if where[0] == "--out" else [])]
    total, flag = b"1#\n1#\n\nmines 1\n1#\n1#\n", b"1#\n1F\n"
    for text, what in ((total, "a mine total"), (flag, "flags")):
        done = called(line, text)
        assert done.status == 2 and done.err.startswith(f"format puzzlink: {BARE.format(what)}")
        assert called([*line, "--clues-only"], text).status == 0
    for text in (b"1 2\n1 1\n", b"1#\n1?\n"):
        assert "--clues-only" not in called(["convert", "--to", "mine"], text).err
    torus = called(["convert", "--field", "torus", "--to", "graph"], total).out.encode()
    assert "--clues-only" not in called(line, torus).err


def test_rows_do_not_hold_a_torus_unless_they_are_told_to():
    torus = called(["convert", "--field", "torus", "--to", "graph"], LADDER).out.encode()
    assert mistake(["convert", "--to", "judge"], torus) == (
        "format judge: expected a grid, or --field too (rows do not show their field), got a torus field\n"
    )
    assert called(["convert", "--to", "judge", "--field", "torus"], torus).out == LADDER.decode()


@pytest.mark.parametrize("row", [row for row in WRITTEN if row.one_by_one], ids=lambda row: row.name)
def test_what_is_written_apart_is_what_is_written_of_many(row):
    [boards] = JUDGE.read([(SAMPLES / "boards.txt").read_text()])
    shown = [board.view([0], total=row.name == "mine") for board in boards if not board.mined[0]]
    found = boards if row.holds == "boards" else shown
    one_by_one = [text_of(row.write([one])) for one in found]
    assert len(found) > 1 and "".join(one_by_one) == text_of(row.write(found))
