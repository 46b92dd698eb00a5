"""What a person at a terminal gets: labels, lines that fit, colours, progress; and that nobody else does."""

import io
import os
import pty
import re
import subprocess
import sys
import termios
from itertools import count, islice
from threading import Thread
from time import sleep

import pyte
import pytest
from conftest import ROOT, SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console
from rich.progress_bar import ProgressBar
from strategies import BY_CLUES, STRONGEST

from logicsweep import View, random_board
from logicsweep.boards.cells import CellGraph
from logicsweep.cli import progress as progress_module
from logicsweep.cli.progress import Loop, Progress, _draw_line
from logicsweep.closures import closure
from logicsweep.formats.judge import write as board_text
from logicsweep.show.drawing import Screen, draw_cells, draw_side_by_side, seen_length
from logicsweep.show.hint_text import hint_text
from logicsweep.verbs.hint import hint
from logicsweep.verbs.reading import Numbered
from logicsweep.work.progress import watched_by, with_progress

NO_COLOR = {"NO_COLOR": "1"}
CODES = re.compile(r"\x1b\[\d*m")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """An expert board, and a position of one half as high, as files; the position's risks are many."""
    board = random_board((16, 30), mines=99, seed=1)
    folder = tmp_path_factory.mktemp("expert")
    (folder / "board.txt").write_text("".join(board_text([board])))
    board = random_board((8, 30), mines=49, seed=1)
    shown = [i for i, mine in enumerate(board.mined) if not mine and i % 7 in (0, 3, 5)]
    (folder / "position.txt").write_text(f"mines 49\n{board.view(shown).drawing}\n")
    return folder


CALLS = [
    ("hint", "--why", "position.txt"),
    ("compare", "--start", "worst", "--limit", "3", "board.txt"),
    ("trace", "--agenda", "--player", STRONGEST, "--start", "best", "--limit", "60", "board.txt"),
    ("why", "r16c22", "--start", "best", "--all", "board.txt"),
    ("why", "r9c9", "--player", BY_CLUES, "--start", "best", "board.txt"),
]


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_no_line_is_wider_than_the_terminal_and_the_words_are_those_of_a_pipe(call, files, terminal, run):
    *arguments, name = call
    shown = terminal(*arguments, files / name)
    assert max(map(seen_length, shown.splitlines())) <= 80
    piped, letters = run(*arguments, files / name).stdout, "".join(CODES.sub("", shown).split())
    assert "\x1b" not in piped
    for line in piped.splitlines():
        if " " in line.strip() and not re.search(r"\d%|% risk|\S  ", line):  # drawings, tables: laid out anew
            assert "".join(line.split()) in letters


def test_a_pseudo_terminal_tells_its_width():
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (40, 30))
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    line = [sys.executable, "-m", "logicsweep", "hint", "samples/position.txt"]
    subprocess.run(line, stdout=slave, env=env, cwd=ROOT, check=True)
    os.close(slave)
    shown = CODES.sub("", os.read(master, 1 << 16).decode())
    os.close(master)
    assert 20 < max(map(len, shown.splitlines())) <= 30


def test_rows_and_columns_are_labelled_where_cells_are_named(terminal, run):
    shown = terminal("hint", SAMPLES / "endgame.txt", env=NO_COLOR)
    assert shown.splitlines()[:7] == [
        "Clear r1c1: it is safe.",
        "expert: 8 covered cells, 3 mines",
        "      1   2   3   4",
        "r1   !s   s   s   1",
        "r2    m   s   m   1",
        "r3   50%  3   1   1",
        "r4   50%  1   0   0",
    ]
    shown = terminal("compare", "--start", "r1c8", SAMPLES / "ladder.txt", env=NO_COLOR)
    assert "\n    12345678\nr1  eeeeeoc@\n" in shown
    shown = terminal("trace", "--start", "r1c1", SAMPLES / "first.txt", env=NO_COLOR)
    assert "\nbefore    after\n    123       123\nr1  0##   r1  000\n" in shown
    piped = run("compare", "--start", "r1c8", "--limit", "0", SAMPLES / "ladder.txt").stdout
    assert "\n    12345678\nr1  eeeeeoc@\n" in piped


def test_a_wide_drawing_comes_in_blocks_and_drawings_side_by_side_only_where_they_fit():
    graph, shown = CellGraph.grid(2, 30), "#" * 60
    pictures = {"a title": shown, "another title": shown}
    both = draw_side_by_side(graph, pictures, Screen(width=80)).splitlines()
    assert [line.count("title") for line in both] == [2, 0, 0, 0, 0]
    below = draw_side_by_side(graph, pictures, Screen(width=60)).splitlines()
    assert [line.count("title") for line in below] == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    narrow = draw_side_by_side(graph, {"title": shown}, Screen(width=30)).splitlines()
    assert narrow[1:3] == [" " * 13 + "1         2", "    12345678901234567890"]
    assert narrow[5:] == ["", "    2        3", "    1234567890", *[f"r{row}  " + "#" * 10 for row in (1, 2)]]


@example(1, 100, 1, 13)
@given(st.integers(1, 4), st.integers(1, 130), st.integers(1, 4), st.integers(12, 200))
def test_each_column_stands_under_its_number(rows, cols, room, width):
    """Read back as a person does: the number above, or the units, and the tens that end above each tenth, or
    begin there where a block does."""
    glyphs = [chr(256 + i).rjust(room) for i in range(rows * cols)]
    lines = list(draw_cells(CellGraph.grid(rows, cols), glyphs, Screen(width=width)))
    assert max(map(len, lines)) <= max(width, 4 + room)
    column, met = 0, {}
    for block in "\n".join(lines).split("\n\n"):
        *heads, first = block.split("\n")[: -rows + 1 or None]
        at = {position: glyph for position, glyph in enumerate(first[4:]) if ord(glyph) > 255}
        for position in at:
            column += 1
            if len(heads) == 1 and room > 1:
                near = [
                    m
                    for m in re.finditer(r"\d+", heads[0][4:])
                    if m.start() <= position < m.end() + (room > 3)
                ]
                assert int(near[-1][0]) == column
            else:
                assert int(heads[-1][4 + position]) == column % 10
                if len(heads) == 2 and column % 10 == 0:
                    assert heads[0][4:][: max(2, position + 1)].split()[-1] == str(column // 10)
            met[column] = at[position]
    assert list(met.values()) == [chr(256 + i) for i in range(cols)]


@given(st.integers(2, 4), st.integers(1, 120), st.integers(1, 4), st.integers(14, 200))
def test_odd_rows_of_hexagons_stand_half_a_cell_to_the_right_and_even_ones_under_their_numbers(
    rows, cols, room, width
):
    glyphs = [chr(256 + i).rjust(room) for i in range(rows * cols)]
    lines = list(draw_cells(CellGraph.hexagonal(rows, cols), glyphs, Screen(width=width)))
    assert max(map(len, lines)) <= max(width, 4 + room + (room + 1) // 2)
    met, pitch = "", max(2, room)
    for block in "\n".join(lines).split("\n\n"):
        *heads, even, odd = block.split("\n")[: 2 - rows or None]
        at = [[place for place, one in enumerate(row) if ord(one) > 255] for row in (even, odd)]
        assert at[1] == [place + (pitch + 1) // 2 for place in at[0]]
        assert at[0] == list(range(at[0][0], at[0][0] + pitch * len(at[0]), pitch))
        for place in at[0]:
            met += even[place]
            number = re.search(r"\d+$", heads[-1][: place + 1])[0]
            assert len(met) % 10 == int(number) % 10
    assert met == "".join([chr(256 + i) for i in range(cols)])


@given(st.lists(st.text("ab,.", min_size=1, max_size=9), max_size=30), st.integers(0, 6), st.integers(12, 60))
def test_lines_are_broken_between_words_alone(words, indent, width):
    line = " " * indent + " ".join(words)
    shown = list(Screen(width=width).fit_lines([line]))
    assert "".join("".join(shown).split()) == "".join(words)
    assert all(seen_length(one) <= width or len(one.split()) < 2 for one in shown)
    assert len(shown) == 1 or all(one.startswith(" " * min(indent + 2, width // 2)) for one in shown[1:])
    for word in words:
        if "," not in word:
            assert any(word in one for one in shown)


@pytest.mark.parametrize("width", [100, 40])
def test_risks_keep_apart_and_are_no_clues(width, files):
    view = View.parse("\n".join((files / "position.txt").read_text().splitlines()[1:]), 49)
    hinted = hint(Numbered(1, view), STRONGEST)
    lines = list(hint_text(hinted, Screen(width=width)))
    rows = [line for line in lines if re.match(r"r\d+ ", line)]
    assert len(rows) == 8 * (1 if width > 40 else 3)
    assert all(len(line) <= width for line in lines[1 : 1 + len(rows)])
    risky = sum(0 < risk < 1 for risk in hinted.found.risks.values())
    marks = [cell for row in rows for cell in re.findall(r"\.\d|[^\s.!]+", row[4:])]
    assert all(re.fullmatch(r"[0-8sm#?]|\d{1,2}%|\d\d|\.\d", cell) for cell in marks)
    assert sum(len(mark) > 1 for mark in marks) + marks.count("#") == risky
    assert len(marks) == 240


def test_colour_as_the_terminal_and_the_option_say(terminal, run):
    call = ["trace", "--limit", "1", SAMPLES / "boards.txt"]
    for env, coloured in [({}, True), ({"TERM": "dumb"}, False), (NO_COLOR, False), ({"NO_COLOR": ""}, True)]:
        assert ("\x1b[" in terminal(*call, env=env)) is coloured
        option = "never" if coloured else "always"
        assert ("\x1b[" in terminal(*call, "--color", option, env=env)) is not coloured
    plain = run(*call).stdout
    assert run(*call, "--color", "never").stdout == run(*call, "--color", "auto").stdout == plain
    coloured = run(*call, "--color", "always").stdout
    assert coloured != plain
    assert CODES.sub("", coloured) == plain


def test_a_verb_that_waits_for_the_keyboard_says_so(terminal, run):
    streams = ("stdin", "stdout", "stderr")
    shown = terminal("hint", streams=streams, input="1#\n", env=NO_COLOR)
    assert "waiting for a position or boards on standard input (Ctrl-D ends it; see --help)\n" in shown
    assert "mines (1): r1c2" in shown
    shown = terminal("why", "r1c2", streams=streams, input="1#\n")
    assert "waiting for boards or a position on" in shown
    assert "waiting for input on" in terminal("reveal", streams=streams, input="M\n")
    assert "waiting" not in terminal("solve", SAMPLES / "first.txt", streams=streams)
    assert run("solve", input="1 2\n.M\n0 0\n").stderr == ""


# --- progress ---------------------------------------------------------------------------------------------


@pytest.fixture
def slow(monkeypatch):
    """Tables of starts take their time, and progress is shown soon."""

    def slowly(board):
        sleep(0.03)
        return quickly(board)

    quickly = closure.start_classes
    monkeypatch.setattr(closure, "start_classes", slowly)
    monkeypatch.setattr(progress_module, "PATIENCE", 0.005)
    monkeypatch.setattr(progress_module, "_PERIOD", 0.005)


STARTS = ["solve", "--starts", SAMPLES / "boards.txt"]


def test_progress_is_shown_while_work_goes_on_and_gone_before_the_answers(terminal, run, slow):
    shown = terminal(*STARTS, streams=("stderr",))
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"\bsolve \d s: boards [0-3]\b", text)
    assert left_on(shown) == ""
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")  # there is a cursor again
    assert left_on(terminal(*STARTS, streams=("stdout", "stderr"))) == run(*STARTS).stdout


def left_on(sent, lines=200):
    """What stands on a terminal of 80 columns in the end."""
    screen = pyte.Screen(80, lines)
    pyte.Stream(screen).feed(sent.replace("\r\n", "\n").replace("\n", "\r\n"))
    return "\n".join([line.rstrip() for line in screen.display]).rstrip("\n") + "\n" * any(
        map(str.strip, screen.display)
    )


def printed(what, width):
    console = Console(file=io.StringIO(), force_terminal=True, width=width)
    console.print(what)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


@pytest.mark.parametrize("done", [0, 10, 40])
def test_where_the_end_is_known_there_is_a_bar(done):
    loops = [Loop("boards", None, 100.0, 1), Loop("starts", 40, 100.0, done)]
    bar = printed(ProgressBar(40, done, width=20), 20).strip()
    assert printed(_draw_line("solve 5 s", loops), 60).split() == [bar, "solve", "5", "s"]
    assert printed(_draw_line("solve 5 s", loops[:1]), 60).split() == ["solve", "5", "s"]


def test_without_a_terminal_there_is_no_progress_and_quick_work_shows_none(terminal, run, slow, monkeypatch):
    assert terminal(*STARTS, env=NO_COLOR) == run(*STARTS).stdout
    monkeypatch.setattr(progress_module, "PATIENCE", 600)
    assert terminal(*STARTS, streams=("stderr",)) == ""


def test_the_line_tells_the_loops_that_last(monkeypatch):
    now = 100.0
    monkeypatch.setattr(progress_module, "monotonic", lambda: now)
    progress = Progress("compare", io.StringIO())
    assert progress.line(105.0) == "compare 5 s"
    with watched_by(progress.watch):
        for _ in with_progress(iter("ab"), "players", 2):
            for at, _ in enumerate(with_progress(range(40), "starts")):
                if at == 10:
                    assert progress.line(100.1) == "compare 0 s: players 0 of 2"
                    assert (
                        progress.line(120.0)
                        == "compare 20 s: players 0 of 2, starts 10 of 40, 0.5/s, 60 s left"
                    )
            assert progress.line(101.0).startswith("compare 1 s: players")
            break
        for _ in islice(with_progress(count(), "boards"), 1):  # while the first is read
            assert progress.line(105.0) == "compare 5 s"
        assert progress.line(600.0) == "compare 8 min"
    assert list(with_progress("ab", "letters")) == ["a", "b"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_what_is_printed_and_the_line_do_not_mix(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    progress = Progress("solve", stream)
    progress._show(progress._began + 1)
    assert left_on(stream.getvalue()) == "solve 1 s\n"
    with progress.aside():
        stream.write("answer\n")
    progress._show(progress._began + 2)
    assert left_on(stream.getvalue()) == "answer\nsolve 2 s\n"
    progress.stop()
    assert left_on(stream.getvalue()) == "answer\n"
    shown = stream.getvalue()
    thread = Thread(target=progress.run)
    thread.start()  # once stopped it shows nothing
    thread.join(timeout=20)
    assert not thread.is_alive()
    assert stream.getvalue() == shown


def test_a_terminal_that_is_gone_ends_nothing(monkeypatch):
    stream = Terminal()
    progress = Progress("solve", stream)
    progress._show(progress._began + 1)
    monkeypatch.setattr(stream, "write", lambda text: os.close(-1))
    with progress.aside():
        pass  # nothing is raised
    progress.stop()


# --- hint --why -------------------------------------------------------------------------------------------


def test_reasons_take_the_mine_total_only_for_the_player_who_knows_it(run):
    shown = run("hint", "--why", SAMPLES / "endgame.txt").stdout
    assert "The board has three mines and two are found, so one is left." in shown
    shown = run("hint", "--why", "--player", BY_CLUES, SAMPLES / "endgame.txt").stdout
    assert "The board" not in shown and "The 1 at r3c4 has just one" in shown
