"""Boards that come in streams: cut anywhere, from several files, very many, and stopped in the middle."""

import contextlib
import itertools
import json
import re
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest
from conftest import ROOT, SAMPLES, hears
from hypothesis import given
from hypothesis import strategies as st
from in_process import called
from reading import boards_in
from test_format_table import BARS
from test_formats import got, judge_boards

from logicsweep import Board, InvalidInput, formats
from logicsweep.boards.many import Boards, batches
from logicsweep.formats import Format, judge
from logicsweep.verbs import reading
from logicsweep.verbs.reading import Opened

LOGICSWEEP = [sys.executable, "-m", "logicsweep"]
IN_SMALL_BLOCKS = """
import sys
from logicsweep.__main__ import main
from logicsweep.cli import inputs
from logicsweep.verbs import reading
inputs.BLOCK = reading.BLOCK = 1 << 16
sys.argv[1:] = ["solve"]
main()
"""
BOARD = "3 3\n...\n...\nMM.\n"
LINES = st.sampled_from(
    [*BOARD.splitlines(), "1 2", "M.", "0 0", "", "  ", " 1  2 ", "M. ", "?", "MM", "2 x", "é"]
)


def cut(whole, places):
    """Bytes or text in pieces."""
    ends = sorted({0, len(whole), *(place % (len(whole) + 1) for place in places)})
    return [whole[start:end] for start, end in itertools.pairwise(ends)]


# --- cut anywhere, a stream gives what the whole text gives ------------------------------------------------


@st.composite
def texts(draw):
    """Boards as they are written, and lines of all kinds between them."""
    parts = draw(st.lists(judge_boards().map(lambda board: judge.write([board])) | LINES.map("{}\n".format)))
    text = "".join(parts)
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@given(texts(), st.lists(st.integers(0, 200)))
def test_blocks_of_lines_give_the_boards_and_the_error_of_the_whole_text(text, places):
    lines = text.splitlines(keepends=True)
    blocks = ["".join(some) for some in cut(lines, places)]
    boards = itertools.chain.from_iterable(judge.read(iter(blocks), "b.txt"))
    assert got(boards) == got(boards_in(judge.read, text, "b.txt"))


ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@given(st.binary() | texts().map(str.encode), st.lists(st.integers(0, 200)), ENDS, st.booleans())
def test_bytes_cut_anywhere_give_the_boards_and_the_error_of_the_whole(data, places, end, mark):
    data = b"\xef\xbb\xbf" * mark + data.replace(b"\n", end)
    blocks = list(formats.whole_lines(cut(data, places)))
    assert "".join(blocks) == formats.decode_text(data)
    assert all(block.endswith("\n") for block in blocks[:-1])
    found = Opened(formats.FORMATS[0], "b.txt", iter(cut(data, places)))
    boards = itertools.chain.from_iterable(found.boards())
    assert got(boards) == got(boards_in(judge.read, formats.decode_text(data), "b.txt"))


def test_each_board_is_there_with_the_block_that_ends_it():
    taken = []

    def blocks():
        for number, block in enumerate((BOARD + "3 3\n...\n", "...\n", "MM.\n" + BOARD, "0 0\n")):
            taken.append(number)
            yield block

    counts = [(taken[-1], len(batch)) for batch in judge.read(blocks())]
    assert [pair for pair in counts if pair[1]] == [(0, 1), (2, 2)]


def test_a_size_that_is_no_board_is_refused_before_its_rows_are_there():
    def blocks():
        yield "99999 99999\n"
        pytest.fail("more was asked for")

    assert got(judge.read(blocks()))[1].startswith("<text>:1:1: expected a board of at most 67108864 cells")


def test_blank_lines_within_a_board_are_skipped():
    blocks = itertools.chain(["1 2\nM.\n3 3\n...\n"], itertools.repeat("\n" * 99, 99), ["... M..\n"])
    boards = [[*batch] for batch in judge.read(blocks)]
    assert (boards[0], boards[-1]) == ([Board.parse("M.")], [Board.parse("... ... M..")])
    assert not any(boards[1:-1])


def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(formats, "_LONGEST", 10)
    lines = formats.whole_lines(itertools.chain([b"1 2\nM.\n"], itertools.repeat(b"M")), "b.txt")
    assert next(lines) == "1 2\nM.\n"
    with pytest.raises(
        InvalidInput, match=r"^b.txt:3:1: expected a line of at most 10 bytes, got a longer one$"
    ):
        next(lines)


def test_bytes_without_end_are_named_as_no_text(run):
    done = run("solve", "/dev/zero")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"/dev/zero: expected boards .*, got bytes that are not text\n", done.stderr)


# --- answers at once ------------------------------------------------------------------------------------


@contextlib.contextmanager
def talking(*arguments):
    process = subprocess.Popen(
        [*LOGICSWEEP, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=ROOT,
    )
    with process:
        yield process
        process.stdin.close()
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize(
    ("line", "answer", "more"),
    [
        ("solve", "0\n", 0),
        ("solve --starts --from judge -", "board {}: 3 x 3", 3),
        ("compare --json", '{{"version": 4, "board": {},', 0),
    ],
)
def test_a_board_is_answered_before_the_next_one_comes(line, answer, more):
    """A reader that waited for more would wait for ever here: the test would not end."""
    with talking(*line.split()) as process:
        for number in (1, 2, 3):
            process.stdin.write(BOARD)
            assert process.stdout.readline().startswith(answer.format(number))
            for _ in range(more):
                process.stdout.readline()


def test_no_more_is_read_than_was_asked_for():
    with talking("trace", "--board", "2") as process:
        process.stdin.write(BOARD * 2)
        process.stdin.flush()
        assert process.stdout.readline().startswith("board 2: 3 x 3")
        assert process.wait(timeout=20) == 0


# --- several files --------------------------------------------------------------------------------------


def test_boards_are_numbered_through_all_files(run, tmp_path):
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text(BOARD + "0 0\n" + BOARD + "0 0\n")
    second.write_text("1 3\n.M.\n")
    assert run("solve", first, "-", second, input=BOARD).stdout == "0\n0\n0\n1\n"
    lines = [json.loads(line) for line in run("solve", "--json", first, second).stdout.splitlines()]
    assert [(line["board"], line["remaining"]) for line in lines] == [(1, 0), (2, 0), (3, 1)]
    assert "board 3: 1 x 3, 1 mine\n" in run("solve", "--starts", first, second).stdout
    assert run("trace", "--board", "3", first, second).stdout.startswith("board 3: 1 x 3, 1 mine; casual")
    done = run("trace", "--board", "4", first, second)
    assert done.stderr == "--board: expected a number from 1 to 3 (the boards of 2 files), got 4\n"


def test_an_error_names_the_file_and_comes_after_the_answers_before_it(run, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(BOARD)
    bad.write_text(BOARD + "1 2\nM?\n")
    done = run("solve", good, bad, good)
    assert (done.returncode, done.stdout) == (2, "0\n0\n")
    assert done.stderr == f"{bad}:6:2: expected 'M' or '.', got '?'\n"
    position = SAMPLES / "position.txt"
    done = run("solve", good, position)
    assert (done.returncode, done.stdout) == (2, "0\n")
    assert done.stderr == (
        f"{position}: expected boards ('M' and '.'), got a position: "
        "`trace`, `why`, `compare`, `path`, `hint`, `perfect`, `rules`, `convert` and `graph` read those\n"
    )
    done = run("why", "r4c4", "--board", "2", good, position)
    assert done.stdout == run("why", "r4c4", position).stdout  # numbers go through both kinds


def test_formats_may_differ_from_file_to_file(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", [*formats.FORMATS, BARS])
    places = [tmp_path / name for name in ("a.txt", "b.bars", "c", "d.txt")]
    for place, data in zip(places, (BOARD, "|oox|\n", b"\2\1\0\1\0\0", BOARD), strict=True):
        place.write_bytes(data if isinstance(data, bytes) else data.encode())
    assert called(["solve", *map(str, places)]) == (0, "0\n" * 4, "")


def test_a_long_text_that_does_not_stream_is_seen_as_a_whole(monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 100)
    row = Format("long", "boards", "", lambda text: text.startswith("-"), print)
    sent = iter([b"-", b"\n" * 60, b"\n" * 60, b"x"])
    form = reading._open_source("wire", sent, ("boards",), [formats.FORMATS[0], row])
    assert (form.form, form.content()) == (row, ["-" + "\n" * 120 + "x"])
    with pytest.raises(InvalidInput, match="expected boards"):
        reading._open_source("wire", iter([b"##\n", b"11\n"]), ("boards",), formats.FORMATS)


@given(st.lists(judge_boards(), max_size=9))
def test_grouped_boards_come_back_in_their_order(boards):
    assert list(Boards.of(boards)) == boards
    assert [board for batch in batches(boards) for board in batch] == boards


# --- very many, and stopped in the middle ---------------------------------------------------------------


def test_of_very_many_boards_no_more_than_a_batch_is_held():
    met = []
    for batch in Opened(formats.FORMATS[0], "b.txt", itertools.repeat(BOARD.encode(), 50)).boards():
        met.append(weakref.ref(batch))
        assert len(batch) == 1
        assert sum(ref() is not None for ref in met) <= 2
    assert len(met) == 50


def feed(pipe, block, times):
    with contextlib.suppress(BrokenPipeError), pipe:
        for _ in range(times):
            pipe.write(block)


@pytest.mark.parametrize(("end", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_job_that_is_stopped_in_the_middle_leaves_whole_answers(tmp_path, end, status):
    answers = tmp_path / "answers"
    with (
        answers.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-c", IN_SMALL_BLOCKS],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            preexec_fn=hears,
        ) as process,
    ):
        feeder = threading.Thread(target=feed, args=(process.stdin, BOARD.encode() * 1000, 10**9))
        feeder.start()
        while answers.stat().st_size < 20_000 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(end)
        assert process.wait(timeout=20) == status
        feeder.join()
        assert process.stderr.read() == (b"interrupted\n" if status == 130 else b"")
    *lines, rest = answers.read_text().split("\n")
    assert rest in ("", "0") if end == signal.SIGKILL else rest == ""  # the system may end a write anywhere
    assert set(lines) == {"0"}


def test_an_input_that_is_read_whole_has_an_end():
    assert reading.whole([b"1" * 60, b"2" * 40], "x", 100) == b"1" * 60 + b"2" * 40
    with pytest.raises(InvalidInput, match="x: expected at most 100 bytes, got more"):
        reading.whole(itertools.repeat(b"1" * 60), "x", 100)
