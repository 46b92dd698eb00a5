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

import pytest
from click.testing import CliRunner
from conftest import ROOT, SAMPLES, hears
from hypothesis import given
from hypothesis import strategies as st
from reading import boards_in
from test_format_table import BARS, BYTES
from test_formats import judge_boards

from logicsweep import formats
from logicsweep.boards.board import Board
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.many import Boards, batches
from logicsweep.cli import cli, inputs
from logicsweep.cli.inputs import Opened
from logicsweep.errors import InvalidInput
from logicsweep.formats import Format, judge

SOLVE = [sys.executable, "-m", "logicsweep", "solve"]
BOARD = "3 3\n...\n...\nMM.\n"
LINES = st.sampled_from(
    [*BOARD.splitlines(), "1 2", "M.", "0 0", "", "  ", " 1  2 ", "M. ", "?", "MM", "2 x", "é"]
)


def got(boards):
    """What is read, and the error that ends it."""
    found = []
    try:
        for board in boards:
            found.append(board)  # noqa: PERF402  # those before the error count
    except InvalidInput as error:
        return found, str(error)
    return found, None


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


@given(st.binary() | texts().map(str.encode), st.lists(st.integers(0, 200)), st.booleans(), st.booleans())
def test_bytes_cut_anywhere_give_the_boards_and_the_error_of_the_whole(data, places, crlf, mark):
    data = data.replace(b"\n", b"\r\n") if crlf else data
    data = b"\xef\xbb\xbf" * mark + data
    blocks = list(formats.whole_lines(cut(data, places)))
    assert "".join(blocks) == formats.decoded(data)
    assert all(block.endswith("\n") for block in blocks[:-1])
    found = Opened(formats.FORMATS[0], "b.txt", iter(cut(data, places)))
    boards = itertools.chain.from_iterable(found.boards())
    assert got(boards) == got(boards_in(judge.read, formats.decoded(data), "b.txt"))


def test_each_board_is_there_with_the_block_that_ends_it():
    asked = []

    def blocks():
        for number, block in enumerate((BOARD + "3 3\n...\n", "...\n", "MM.\n" + BOARD, "0 0\n")):
            asked.append(number)
            yield block

    counts = [(asked[-1], len(batch)) for batch in judge.read(blocks())]
    assert [pair for pair in counts if pair[1]] == [(0, 1), (2, 2)]


def test_a_size_that_is_no_board_is_refused_before_its_rows_are_there():
    def blocks():
        yield "99999 99999\n"
        pytest.fail("more was asked for")

    assert got(judge.read(blocks()))[1].startswith("<text>:1:1: expected a board of at most 67108864 cells")


def test_rows_that_are_blank_are_refused_without_waiting_for_more():
    blanks = itertools.chain(["1 2\nM.\n3 3\n...\n"], itertools.repeat("\n"))
    boards = itertools.chain.from_iterable(judge.read(blanks))
    assert got(boards) == ([Board.parse("M.")], "<text>:5:1: expected row 2 of 3 with 3 cells, got 0 in ''")


def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(formats, "_LONGEST", 10)
    lines = formats.whole_lines(itertools.chain([b"1 2\nM.\n"], itertools.repeat(b"M")), "b.txt")
    assert next(lines) == "1 2\nM.\n"
    with pytest.raises(
        InvalidInput, match=r"^b.txt:3:1: expected a line of at most 10 bytes, got a longer one$"
    ):
        next(lines)


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["solve", "trace"])
def test_a_line_without_end_on_standard_input_is_refused(verb):
    done = subprocess.run(
        ["bash", "-c", f"tr '\\0' M < /dev/zero | '{sys.executable}' -m logicsweep {verb}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("<stdin>:1:1: expected a line of at most ")


@pytest.mark.parametrize("verb", ["solve", "trace"])
def test_bytes_without_end_are_named_as_no_text(run, verb):
    done = run(verb, "/dev/zero")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"/dev/zero: expected boards .*, got bytes that are no text\n", done.stderr)


# --- answers at once ------------------------------------------------------------------------------------


@contextlib.contextmanager
def talking(*arguments):
    process = subprocess.Popen(
        [*SOLVE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT
    )
    with process:
        yield process
        process.stdin.close()
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("arguments", [[], ["-"], ["--json"], ["--starts", "--from", "judge"]])
def test_a_board_is_answered_before_the_next_one_comes(arguments):
    """A reader that waited for more would wait for ever here: the test would not end."""
    with talking(*arguments) as process:
        for number in (1, 2, 3):
            process.stdin.write(BOARD)
            answer = process.stdout.readline()
            assert answer.startswith(
                ("0\n", '{"version": 3, "board": ' + f"{number},", f"board {number}: 3 x 3")
            )
            for _ in range(3 if "--starts" in arguments else 0):
                process.stdout.readline()


def test_a_board_that_comes_in_pieces_is_answered_with_the_last_one():
    with talking() as process:
        for piece in ("3", " 3", "\n...\n..", ".\nMM.", "\n"):
            process.stdin.write(piece)
            process.stdin.flush()
            time.sleep(0.02)  # so that some pieces are read alone; the answers do not depend on it
        assert process.stdout.readline() == "0\n"
        process.stdin.write("0 0\n1 3\n.M.\n")
        assert process.stdout.readline() == "1\n"


def test_compare_and_trace_take_boards_as_they_come():
    with subprocess.Popen(
        [*SOLVE[:-1], "compare", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        for number in (1, 2):
            process.stdin.write(BOARD)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["board"] == number
    with subprocess.Popen(
        [*SOLVE[:-1], "trace", "--board", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        process.stdin.write(BOARD * 2)
        process.stdin.flush()
        assert process.stdout.readline().startswith("board 2: 3 x 3")
        assert process.wait(timeout=20) == 0  # no more is read than was asked for


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
    assert run("why", "r1c3", "--board", "3", first, second).returncode == 1
    numbers = [
        json.loads(line)["board"] for line in run("compare", "--json", first, second).stdout.splitlines()
    ]
    assert numbers == [1, 2, 3]
    assert run("compare", "--board", "3", first, second).stdout.startswith("board 3: 1 x 3")
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
        "`trace`, `why`, `compare`, `path`, `hint`, `convert` and `graph` read those\n"
    )
    done = run("why", "r4c4", "--board", "2", good, position)
    assert done.stdout == run("why", "r4c4", position).stdout  # numbers go through both kinds


def test_several_positions_are_answered_one_after_another(run):
    files = [SAMPLES / "endgame.txt", SAMPLES / "position.txt"]
    alone = [run("hint", file).stdout for file in files]
    titled = [f"position {at}: {text}" for at, text in enumerate(alone, 1)]
    assert run("hint", *files).stdout == "\n".join(titled)
    objects = [json.loads(line) for line in run("hint", "--json", *files).stdout.splitlines()]
    assert [one.pop("position") for one in objects] == [1, 2]
    singles = [json.loads(run("hint", "--json", file).stdout) for file in files]
    assert objects == [{key: one[key] for key in one if key != "position"} for one in singles]


def test_formats_may_differ_from_file_to_file(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", [*formats.FORMATS, BARS, BYTES, LETTERS, BITS])
    places = [tmp_path / name for name in ("a.txt", "b.bars", "c", "d", "e.txt")]
    for place, data in zip(places, (BOARD, "|oox|\n", "=M.\n=.M\n", b"\1\0\1\1", BOARD), strict=True):
        place.write_bytes(data if isinstance(data, bytes) else data.encode())
    done = CliRunner().invoke(cli, ["solve", *map(str, places)], catch_exceptions=False)
    assert done.output == "0\n" * 8


def letters_stream(blocks, source):
    """A board of one row in each line, told with its first click."""
    for block in blocks:
        yield Boards.of([Board.parse(line[1:]) for line in block.split()])


def bits_stream(blocks, source):
    """A board of two cells in each byte, however the bytes come."""
    for block in blocks:
        yield Boards.of([Board(CellGraph.grid(1, 2), bytes([byte, 1 - byte])) for byte in block[1:]])


LETTERS = Format(
    "letters", "boards", "A row a line.", lambda text: text.startswith("="), letters_stream, streams=True
)
BITS = Format(
    "bits",
    "boards",
    "A byte a board.",
    lambda data: data[:1] == b"\1",
    bits_stream,
    binary=True,
    streams=True,
)


def test_a_format_that_streams_gives_its_boards_block_by_block(monkeypatch):
    asked = []

    def blocks(*all_of_them):
        for block in all_of_them:
            asked.append(block)
            yield block

    found = Opened(LETTERS, "x", blocks(b"=M.\n=.", b"M\n", b"=MM.\n")).boards()
    assert list(next(found)) == [Board.parse("M.")]
    assert len(asked) == 1
    assert [*itertools.chain(*found)] == [Board.parse(".M"), Board.parse("MM.")]
    assert [len(batch) for batch in Opened(BITS, "x", blocks(b"\1\0", b"\1\1")).boards()] == [1, 1]


def test_a_long_text_that_does_not_stream_is_seen_as_a_whole(monkeypatch):
    monkeypatch.setattr(inputs, "BLOCK", 100)
    row = Format("long", "boards", "", lambda text: text.startswith("-"), print)
    sent = iter([b"-", b"\n" * 60, b"\n" * 60, b"x"])
    form = inputs._opened("wire", sent, ("boards",), [formats.FORMATS[0], row])
    assert (form.form, form.content()) == (row, ["-" + "\n" * 120 + "x"])
    with pytest.raises(InvalidInput, match="expected boards"):
        inputs._opened("wire", iter([b"##\n", b"11\n"]), ("boards",), formats.FORMATS)


@given(st.lists(judge_boards(), max_size=9))
def test_grouped_boards_come_back_in_their_order(boards):
    assert list(Boards.of(boards)) == boards
    assert [board for batch in batches(boards) for board in batch] == boards


# --- very many, and stopped in the middle ---------------------------------------------------------------

LIMITED = """
import resource, sys
from logicsweep.__main__ import main
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
sys.argv[1:] = ["solve", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(("number", "arguments"), [(700_000, []), (100_000, ["--json"])], ids=str)
def test_very_many_boards_take_little_memory(number, arguments):
    """200 megabytes of addresses, the interpreter's own among them: all boards at once would take more."""
    with subprocess.Popen(
        [sys.executable, "-c", LIMITED, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        feeder = threading.Thread(target=feed, args=(process.stdin, BOARD.encode() * 1000, number // 1000))
        feeder.start()
        lines = sum(block.count(b"\n") for block in iter(lambda: process.stdout.read(1 << 16), b""))
        feeder.join()
        assert process.wait(timeout=20) == 0
    assert lines == number


def feed(pipe, block, times):
    with contextlib.suppress(BrokenPipeError), pipe:
        for _ in range(times):
            pipe.write(block)


@pytest.mark.parametrize("arguments", [[], pytest.param(["--json"], marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("end", "status"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)],
)
def test_a_job_that_is_stopped_in_the_middle_leaves_whole_answers(tmp_path, arguments, end, status):
    answers = tmp_path / "answers"
    with (
        answers.open("wb") as output,
        subprocess.Popen(
            [*SOLVE, *arguments],
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
    told = list(map(json.loads, lines))
    if end != signal.SIGINT:  # the system may end a write between two pages
        following = lines[-1].replace(f'"board": {len(told)},', f'"board": {len(told) + 1},')
        assert following.startswith(rest)
    else:
        assert rest == ""  # the last line has its end
    if arguments:
        assert [line["board"] for line in told] == list(range(1, len(told) + 1))
    else:
        assert set(told) == {0}


def test_an_input_that_is_read_whole_has_an_end(monkeypatch):
    monkeypatch.setattr(inputs, "MOST", 100)
    assert inputs.whole([b"1" * 60, b"2" * 40], "x") == b"1" * 60 + b"2" * 40
    with pytest.raises(InvalidInput, match="x: expected at most 100 bytes, got more"):
        inputs.whole(itertools.repeat(b"1" * 60), "x")
