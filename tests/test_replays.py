"""Replays: read by ms-toollib in a process of its own, of which nothing is believed and nothing is left."""

import json
import random
import subprocess
import sys
from collections import Counter

import pytest
from conftest import refusal
from in_process import called
from reading import games_in
from replay_files import CLICKS, MAKERS, MINES, SMALL, avf, click, evf

from logicsweep import Board, InvalidInput, formats
from logicsweep.boards.played import first_opened
from logicsweep.formats import replays
from logicsweep.formats.mouse import MouseEvent, clicks_of

pytest.importorskip("ms_toollib", reason="ms-toollib, the extra `replays`, is not installed")

ROWS = {row.name: row for row in formats.FORMATS if row.name in SMALL}
BOARD = Board.of((5, 4), MINES)
each_form = pytest.mark.parametrize("form", SMALL)


def read(form, data, source="game"):
    """The one board of a replay and its first click."""
    [game] = games_in(ROWS[form].read, data, source)
    return game


def refused(form, data):
    """What a replay is refused with, checked to be one line with its place."""
    found = refusal(read, form, data)
    assert found.startswith("game: ") and found.isprintable()
    return found


@each_form
def test_a_replay_tells_its_board_and_the_first_click_unless_that_is_a_mine(form):
    assert read(form, SMALL[form]) == (BOARD, BOARD.graph.index("r3c2"))
    assert read("avf", avf(5, 4, MINES, click(3, 3))) == (BOARD, None)


@pytest.mark.parametrize("form", MAKERS)
@pytest.mark.parametrize(("rows", "cols", "mines"), [(8, 8, 10), (16, 30, 99), (24, 30, 200), (1, 9, 3)])
def test_boards_of_many_sizes_read_as_they_were_made(form, rows, cols, mines):
    chosen = random.Random(f"{form} {rows}").sample(range(rows * cols), mines + 1)
    *mined, start = chosen
    data = MAKERS[form](rows, cols, [divmod(cell, cols) for cell in mined], click(*divmod(start, cols)))
    assert read(form, data) == (Board.of((rows, cols), mined), start)


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4])
def test_every_version_of_evf_is_read(version):
    data = bytes([version]) + evf(5, 4, MINES, CLICKS, version={1: 0}.get(version, version))[1:]
    assert read("evf", data) == (BOARD, 9)


@pytest.mark.parametrize(
    ("events", "opened"),
    [
        ("lc00 cc00 rr00 lr00 lc02 lr02", 2),
        ("r00 r00 l00 l00 l01 l01", 1),
        ("", None),
    ],
)
def test_what_the_first_left_click_opens(events, opened):
    events = [MouseEvent(0.0, one[:-2], int(one[-2]) * 3 + int(one[-1])) for one in events.split()]
    assert _first_cell(events) == opened


def _first_cell(events):
    click = first_opened(clicks_of(events))
    return click and click.cell


ORACLE = """
import json, sys, ms_toollib
for clicks in json.load(sys.stdin):
    board = ms_toollib.MinesweeperBoard([[0 if i == j == 0 else 1 for j in range(4)] for i in range(5)])
    found = None
    for event, row, col in clicks:
        board.step(event, (row, col))
        opened = [i * 4 + j for i in range(5) for j in range(4) if board.game_board[i][j] < 10]
        if opened:
            found = row * 4 + col
            break
    print(json.dumps(found))
"""


def test_the_first_opened_cell_is_the_one_that_ms_toollib_opens():
    rng = random.Random(7)
    games = [[*_hands(rng)] for _ in range(1000)]
    done = subprocess.run(
        [sys.executable, "-c", ORACLE], input=json.dumps(games), capture_output=True, text=True, check=True
    )
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    ours = [
        _first_cell([MouseEvent(0.0, event, row * 4 + col) for event, row, col in game]) for game in games
    ]
    assert ours == theirs
    assert min(Counter(one is None for one in ours).values()) > 300


def _hands(rng):
    """What a hand with two buttons may do on the board; often on few cells, so that flags are met."""
    down = {"l": False, "r": False}
    for _ in range(rng.randrange(12)):
        button = rng.choice("llr")
        down[button] = not down[button]
        yield button + ("c" if down[button] else "r"), rng.randrange(2), rng.randrange(2)


@each_form
def test_replays_are_known_by_their_ending_and_those_that_name_their_program_by_that(form):
    data = SMALL[form]
    assert [row.name for row in formats.FORMATS if row.binary and row.sniff(data)] == (
        [form] if form in ("rmv", "mvf") else []
    )
    assert formats.recognise(data, f"game.{form.upper()}") is ROWS[form]


# What is refused


@pytest.mark.parametrize(
    ("form", "data", "message"),
    [
        ("avf", b"", "game: expected an avf replay, got an empty file"),
        ("evf", b"hello", "game: expected an evf replay, got something that ms-toollib cannot read"),
        ("mvf", b"hello", "game: expected an mvf replay, got one whose board ms-toollib does not read"),
        (
            "avf",
            avf(5, 4, [(1, 1), (1, 1), (2, 2)], CLICKS),
            "game: expected a board with 3 mines, as the replay says, got 2",
        ),
        ("avf", avf(5, 4, [], CLICKS), "game: expected a board with at least one mine, got none"),
        ("evf", bytes(1 << 22) + b"\0", "game: expected an evf replay of at most 4194304 bytes, got 4194305"),
    ],
)
def test_what_is_no_replay_is_said_in_one_line(form, data, message):
    assert refused(form, data) == message


def damaged(form, count, seed=1):
    """A replay cut short, and with a bit changed, `count` times each."""
    rng, data = random.Random(f"{form} {seed}"), SMALL[form]
    for _ in range(count):
        yield data[: rng.randrange(len(data))]
        changed = bytearray(data)
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        yield bytes(changed)


def _holds(form, data):
    """Whatever the bytes: a board that is one, or a line that says what is wrong."""
    try:
        board, start = read(form, data)
    except InvalidInput as error:
        assert error.place == "game"
        assert str(error).isprintable()
        return False
    assert 0 < board.mine_count < len(board.graph)
    assert start is None or not board.mined[start]
    return True


@pytest.mark.slow
@each_form
def test_damaged_replays_are_read_or_refused(form):
    assert len({_holds(form, data) for data in damaged(form, 5)}) == 2


# The process that reads


@pytest.fixture
def instead(monkeypatch, tmp_path):
    """Have another program run as the process that reads."""

    def install(code):
        file = tmp_path / "child.py"
        file.write_text(f"import json, os, sys, time\n{code}\n")
        monkeypatch.setattr(replays, "_CHILD", str(file))

    return install


def test_a_process_that_does_not_end_is_ended(instead, monkeypatch):
    monkeypatch.setattr(replays, "_SECONDS", 0.5)
    instead("time.sleep(60)")
    expected = "game: expected an avf replay that ms-toollib reads within 0.5 seconds, got no answer"
    assert refused("avf", bytes(1 << 21)) == expected


@pytest.mark.parametrize("there", ["sys.modules['ms_toollib'] = None", "sys.modules['ms_toollib'] = OLD"])
def test_without_ms_toollib_or_with_an_old_one_the_way_to_it_is_said(instead, there):
    child = replays._CHILD
    instead(
        "import runpy, types\n"
        "OLD = types.SimpleNamespace(AvfVideo=type('AvfVideo', (), {'parse_video': None}))\n"
        f"{there}\n"
        f"runpy.run_path({str(child)!r}, run_name='__main__')"
    )
    assert refused("avf", SMALL["avf"]) == (
        "game: expected ms-toollib 1.5.20 or later to read it (pip install 'logicsweep[replays]'), "
        "got no such installation"
    )


def test_a_crash_leaves_no_file(tmp_path, monkeypatch):
    work, temporary = tmp_path / "work", tmp_path / "temporary"
    work.mkdir()
    temporary.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    for form in ("avf", "evf", "rmv"):  # each ends ms-toollib, which writes a file `crash.log` then
        assert "cannot read" in refused(form, SMALL[form][:50])
    assert not [*work.iterdir(), *temporary.iterdir()]


def test_where_no_process_can_be_started_that_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    assert (
        refused("avf", SMALL["avf"]) == "game: expected a process to read it, got No such file or directory"
    )


# The command line


@each_form
def test_a_game_starts_at_the_first_click_of_a_replay_or_where_it_is_told(form, tmp_path):
    file = tmp_path / f"game.{form}"
    file.write_bytes(SMALL[form])
    begun = called(["trace", "--limit", "1", str(file)]).out
    assert begun.startswith("board 1: 5 x 4, 2 mines; casual starts at r3c2 (the first click in the input)\n")
    assert "casual starts at r5c1" in called(["trace", "--start", "r5c1", str(file)]).out
    assert called(["trace", "--limit", "1", "--from", form], SMALL[form]).out == begun
