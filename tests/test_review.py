"""Reviews: the moves that another reader finds, the verdicts by all layouts, luck, and what is printed."""

import csv
import errno
import io
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import isclose, log10, prod

import pytest
from conftest import DATA, SAMPLES
from hypothesis import assume, given
from hypothesis import strategies as st
from in_process import called, mistake, printed
from oracles_csp import agreed, all_layouts
from strategies import boards

from logicsweep import PLAYERS, Board, CellGraph, InvalidInput, Session, expert, formats, play, random_board
from logicsweep.boards.board import FLAG
from logicsweep.boards.cells import FIELDS
from logicsweep.boards.played import CLICKS, Click, PlayedGame
from logicsweep.csp.position import Position
from logicsweep.formats import replays
from logicsweep.formats.mouse import MouseEvent, clicks_of
from logicsweep.games.review import GUESSES
from logicsweep.games.reviewing import review
from logicsweep.guessing.perfect import values
from logicsweep.guessing.policy import rank_guesses
from logicsweep.show.review import luck_line
from logicsweep.show.totals import totals_html, totals_text
from logicsweep.verbs.review import FEWEST, reviews, total_of
from logicsweep.verbs.review import review as review_file

REPLAYS = DATA / "replays"
FILES = sorted(REPLAYS.glob("*.[aermv]*[fv]")) if REPLAYS.is_dir() else []
READABLE = [file for file in FILES if file.stem != "unreadable"]
LONG = "large-36x60"
each_replay = pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.name, marks=[pytest.mark.slow] * (file.stem == LONG)) for file in READABLE]
    or [None],
)
GAME = (SAMPLES / "game.txt").read_text()


@pytest.fixture(scope="module")
def reviewed():
    """The review of a shared replay, made once."""
    found = {}

    def get(file):
        if file is None:
            pytest.skip("the shared replays are not beside this checkout")
        pytest.importorskip("ms_toollib", reason="ms-toollib, the extra `replays`, is not installed")
        if file not in found:
            [found[file]] = review_file(file.name, file.read_bytes())
        return found[file]

    return get


# Another reading of the same files

THEIRS = """
import json, sys, ms_toollib
video = getattr(ms_toollib, sys.argv[1])("", sys.stdin.buffer.read())
video.parse(); video.analyse(); video.analyse_for_features(["pluck"])
last, found, plucks = None, [], [0.0]
for one in video.events:
    board = one.next_game_board
    if board is None: continue
    cells = [cell for row in board.game_board for cell in row]
    cleared = [cell if cell < 9 else -1 for cell in cells]
    if cleared != last and max(cleared) >= 0: found.append([round(one.time, 3), cleared])
    last = cleared
    plucks.append(one.key_dynamic_params.pluck)
print(json.dumps([found, [one for one in plucks if one < 1e300][-1], plucks[-1] > 1e300]))
"""


@pytest.fixture(scope="module")
def theirs():
    """What ms-toollib, in its own process, finds in a file: boards by time, pluck, whether it is lost."""

    def find(file):
        command = [sys.executable, "-c", THEIRS, replays._VIDEOS[file.suffix[1:]]]
        done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
        return json.loads(done.stdout)

    return find


@pytest.mark.slow
@each_replay
def test_moves_and_boards_are_those_of_ms_toollib(file, reviewed, theirs):
    found = reviewed(file)
    after = [move.view for move in found.moves[1:]] + [found.last]
    ours = [
        [move.time, [max(mark, -1) for mark in view.marks]]
        for move, view in zip(found.moves, after, strict=True)
        if move.cleared
    ]
    assert ours == theirs(file)[0]


@pytest.mark.slow
@each_replay
def test_pluck_is_our_luck_except_for_a_guess_that_was_lost(file, reviewed, theirs):
    found, (_, pluck, is_lost) = reviewed(file), theirs(file)
    last = found.moves[-1]
    assert is_lost == (last.hit is not None)
    lost_by_guess = -log10(1 - last.risk) if is_lost else 0.0
    assert isclose(found.summary.luck - lost_by_guess, pluck, abs_tol=1e-9)


NEEDLESS = """
import json, sys
from ms_toollib import is_guess_while_needless
print(json.dumps([is_guess_while_needless(board, tuple(cell)) for board, cell in json.load(sys.stdin)]))
"""


@pytest.mark.slow
@each_replay
def test_ms_toollib_calls_the_same_guesses_needless(file, reviewed):
    """It does not use the mine total, and gives the number 4 to a mine and to a cell beside no clue.

    A guess between two cells of the same clues, which nothing later helps, is forced for it at any time. Here
    it is needless as long as a safe cell is there.
    """
    moves = [move for move in reviewed(file).judged if move.kind == "open" and move.pattern != "mines left"]
    shape = reviewed(file).game.board.graph.shape
    asked = [
        (
            [[mark if mark >= 0 else 10 for mark in row] for row in _rows(move.view, shape[1])],
            divmod(move.cell, shape[1]),
        )
        for move in moves
    ]
    done = subprocess.run(
        [sys.executable, "-c", NEEDLESS], input=json.dumps(asked), capture_output=True, check=True, text=True
    )
    words = {1: "known", 2: "forced guess", 3: "needless guess"}
    for code, move in zip(json.loads(done.stdout), moves, strict=True):
        marks = [move.view.marks[cell] for cell in move.view.graph.neighbours[move.cell]]
        sealed = code == 2 and move.risk == Fraction(1, 2) and _has_twin(move)
        expected = (
            "needless guess" if sealed and move.verdict != "forced guess" else words.get(code, "mistake")
        )
        assert move.verdict == expected or (code == 4 and max(marks) < 0)


def _has_twin(move):
    view, near = move.view.without_flags(), move.view.graph.neighbours

    def clues(cell):
        return [one for one in near[cell] if view.marks[one] >= 0]

    return any(clues(cell) == clues(move.cell) for cell in view.covered if cell != move.cell)


def _rows(view, cols):
    marks = view.without_flags().marks
    return [marks[at : at + cols] for at in range(0, len(marks), cols)]


HANDS = """
import json, sys, ms_toollib
for numbers, events in json.load(sys.stdin):
    board = ms_toollib.MinesweeperBoard(numbers)
    for name, row, col in events:
        board.step(name, (row, col))
    print(json.dumps([int(cell < 10) for row in board.game_board for cell in row]))
"""


def _hold_buttons(rng):
    down = {"l": False, "r": False}
    for _ in range(rng.randrange(40)):
        button = rng.choice("llr")
        down[button] = not down[button]
        yield button + ("c" if down[button] else "r"), rng.randrange(4), rng.randrange(5)


@pytest.mark.slow
def test_what_hands_clear_on_a_board_is_what_ms_toollib_clears():
    pytest.importorskip("ms_toollib", reason="ms-toollib, the extra `replays`, is not installed")
    rng, asked, ours = random.Random(5), [], []
    while len(asked) < 400:
        board = Board.of((4, 5), rng.sample(range(20), 3))
        start = divmod(board.mined.index(0), 5)  # before a cell is cleared, their right button is odd
        events = [("lc", *start), ("lr", *start), *_hold_buttons(rng)]
        clicks = [*clicks_of([MouseEvent(0.0, name, row * 5 + col) for name, row, col in events])]
        found = review(PlayedGame(board, tuple(clicks)))
        if found.moves[-1].hit is not None:  # a lost game shows its mines
            continue
        numbers = [
            [-1 if board.mined[at] else board.clue(at) for at in range(row, row + 5)]
            for row in range(0, 20, 5)
        ]
        asked.append((numbers, events))
        ours.append([int(mark >= 0) for mark in found.last.marks])
    done = subprocess.run(
        [sys.executable, "-c", HANDS], input=json.dumps(asked), capture_output=True, check=True, text=True
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == ours


# Verdicts


@st.composite
def played_games(draw):
    """A small board, and clicks of any kind on it, with times."""
    board = draw(boards().filter(lambda one: one.safe_count and one.mine_count))
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    cells = st.sampled_from([*safe * 3, *range(len(board.graph))])  # few games end at once
    kinds = st.sampled_from(["open", "open", *CLICKS])
    clicks = draw(st.lists(st.tuples(kinds, cells, st.integers(0, 2000)), max_size=25))
    time, found = 0, [Click("open", draw(st.sampled_from(safe)), 0.0)]
    for kind, cell, took in clicks:
        time += took
        found.append(Click(kind, cell, time / 1000))
    return PlayedGame(board, tuple(found))


@given(played_games())
def test_each_verdict_is_that_of_all_layouts(game):
    for move in review(game).judged:
        view = move.view.without_flags()
        layouts = all_layouts(view, view.mine_total)
        safe, mines, risks = agreed(view, layouts)
        targets = {*move.targets}
        if targets.intersection(mines):
            expected, risk = "mistake", 1
        elif targets.issubset(safe):
            expected, risk = "known", 0
        else:
            expected = "needless guess" if safe else "forced guess"
            risk = Fraction(sum(not targets.isdisjoint(one) for one in layouts), len(layouts))
        assert (move.verdict, move.risk) == (expected, risk)
        if expected == "needless guess":
            assert move.known.cell in safe
            assert (move.least_risk, move.cost) == (0, round(float(risk), 9))
        if expected == "forced guess":
            assert move.least_risk == min(one for cell, one in risks.items() if cell not in mines)
            assert move.best == rank_guesses(Position(view))[0].cell


@given(played_games())
def test_the_player_named_is_the_weakest_who_knows_and_the_step_is_within_their_rules(game):
    for move in review(game).judged:
        if not move.known:
            continue
        view = move.view.without_flags()
        found = {name: play(view, player=name) for name in PLAYERS}
        wanted = move.targets if move.verdict == "known" else [move.known.cell]
        able = [
            name
            for name, run in found.items()
            if {*wanted} <= {*(run.mines if move.verdict == "mistake" else run.safe)}
        ]
        assert move.known.player.name == able[0]
        if move.verdict == "needless guess":
            assert able[0] == next(name for name, run in found.items() if run.safe)
        if able[0] == "casual":
            assert (move.level, move.known.grade.clues) == ("one clue", 1)
        if able[0] == "overlap":
            assert move.level == "two clues"


@given(played_games())
def test_flags_are_listed_if_wrong_or_before_they_could_be_known(game):
    found = review(game)
    flags, expected, at = set(), [], 0
    views = [move.view for move in found.moves] + [found.last]
    made = [Click(one.kind, one.cell, one.time, number) for number, one in enumerate(game.clicks)]
    again = review(PlayedGame(game.board, tuple(made)))
    passed = {one.line for one in again.passed}
    for click in made:
        if click.line in passed or (click.kind == "flag" and views[at].marks[click.cell] >= 0):
            continue
        if click.kind != "flag":
            at += 1
            continue
        flags ^= {click.cell}
        view = views[at].without_flags()
        known = click.cell in agreed(view, all_layouts(view, view.mine_total))[1]
        if click.cell in flags and not (known and at):
            expected.append((click.cell, at, not game.board.mined[click.cell]))
    assert [(flag.cell, flag.move, flag.wrong) for flag in found.flags] == expected
    assert {cell for cell, mark in enumerate(found.last.marks) if mark == FLAG} == {
        cell for cell in flags if found.last.marks[cell] < 0
    }


@each_replay
def test_the_expert_agrees_with_the_verdicts_of_a_replay(file, reviewed):
    for move in reviewed(file).judged[::7]:
        solution = expert(move.view)
        verdicts = {solution.verdict(cell) for cell in move.targets}
        told = {"known": {"safe"}, "mistake": {"mine"}}.get(move.verdict)
        assert verdicts == told if told else None in verdicts
        if move.verdict == "needless guess":
            assert solution.verdict(move.known.cell) == "safe"
        if move.verdict == "forced guess":
            assert not solution.safe
            assert move.kind == "chord" or move.risk == solution.risks.get(move.cell, move.risk)


def test_a_chord_is_one_move_and_known_if_all_its_cells_are():
    board = Board.parse("..... .M.M. ..... .....")
    found = review(board, [("open", "r4c1"), ("flag", "r2c2"), ("chord", "r3c2")])
    [chord] = found.judged
    assert (chord.kind, chord.verdict) == ("chord", "known")
    assert len(chord.targets) > 1
    wrong = review(board, [("open", "r4c1"), ("flag", "r2c1"), ("chord", "r3c1")]).judged
    assert [(move.verdict, board.graph.name(move.hit), move.risk) for move in wrong] == [
        ("mistake", "r2c2", 1)
    ]


@pytest.mark.slow
def test_the_cost_of_a_forced_guess_is_exact_if_few_layouts_are_left():
    game = [
        move
        for seed in range(150)
        for move in review(*_random_game(seed)).judged
        if move.verdict == "forced guess" and move.measure == "win"
    ]
    assert len(game) > 10
    assert any(move.cost for move in game)
    for move in game:
        won = values(Position(move.view.without_flags())).cells
        assert isclose(move.cost, max(won.values()) - won[move.cell], abs_tol=1e-8)


def _random_game(seed):
    rng = random.Random(seed)
    board = random_board((4, 5), mines=5, seed=seed)
    cells = rng.sample(range(20), 20)
    return board, [("open", cell) for cell in cells]


@pytest.mark.slow
def test_worth_is_found_for_the_cell_that_was_clicked():
    board = random_board((9, 9), mines=20, seed=1)
    found = [move for seed in range(30) for move in _worth_moves(board, seed)]
    assert len(found) > 5
    assert all(0 <= move.cost < 1 for move in found)
    assert all(move.cost == 0 for move in found if move.cell == move.best)
    assert any(move.cost > 0 for move in found)


def _worth_moves(board, seed):
    rng = random.Random(seed)
    safe = [cell for cell, mine in enumerate(board.mined) if not mine]
    moves = review(board, [("open", cell) for cell in rng.sample(safe, 12)]).judged
    return [move for move in moves if move.measure == "worth"]


# Luck


def test_luck_is_fair():
    """Over all boards of a size with a safe first cell, the mean of won / survival is exactly 1."""
    graph = CellGraph.grid(2, 4)
    total = won = Fraction(0)
    for mines in combinations(range(1, 8), 3):
        found = _bot_review(Board(graph, bytes(cell in mines for cell in range(8))), 0)
        total += 1
        if found.summary.ending == "won":
            won += 1 / prod([1 - move.risk for move in found.judged], start=Fraction(1))
    assert won == total


def _bot_review(board, start):
    session = Session(board)
    session.click(start)
    while session.state == "going on":
        found = expert(session.view)
        for cell in found.safe or found.least_risk[-1:]:
            session.click(cell)
    return review(session.played)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_a_bot_guesses_never_needlessly_and_its_log_tells_the_same(seed, field):
    board = Board(field(8, 9), random_board((8, 9), mines=14, seed=seed).mined)
    start = next(cell for cell, mine in enumerate(board.mined) if not mine)
    found = _bot_review(board, start)
    assert {move.verdict for move in found.judged} <= {"known", "forced guess"}
    session = Session(board)
    for move in found.moves:
        session.click(move.cell)
    [again] = review_file("log", session.log().encode(), field=field)
    assert [move.verdict for move in again.moves] == [move.verdict for move in found.moves]


def test_a_field_is_that_of_the_game_or_refused(run, tmp_path):
    (tmp_path / "game.moves").write_text("3 4\n...M\n....\n....\n0 0\nfirst opening\nopen r2c2\nopen r3c4\n")
    torus = run("review", "--field", "torus", tmp_path / "game.moves").stdout
    assert "3 x 4 torus, 1 mine" in torus and "You could have known 0 of 1 move." in torus
    assert (
        "3 x 4, 1 mine\nWon. There was only the first click." in run("review", tmp_path / "game.moves").stdout
    )
    error = mistake(["review", "--field", "torus"], RAWVF.encode())
    assert error == "--field: expected no other field than grid for rawvf, got torus\n"


def test_only_guesses_count_as_luck():
    board = Board.parse("... ... MM.")
    found = review(board, [("open", "r1c1"), ("open", "r3c1")])
    assert (found.summary.ending, found.summary.guesses, found.summary.luck) == ("lost", 0, 0.0)


# Text formats


WRITING = [row for row in formats.FORMATS if row.write_games]


@pytest.mark.parametrize("row", WRITING, ids=lambda row: row.name)
@given(played_games())
def test_a_format_of_games_reads_what_it_writes(row, game):
    kind = game.board.graph.kind
    assume(kind == "grid" or (row.fields and kind in FIELDS))
    text, field = row.write_games([game]), (FIELDS[kind],) if row.fields else ()
    [again] = row.games([text], "text", *field)
    assert again.board == game.board
    assert [click[:3] for click in again.clicks] == [click[:3] for click in game.clicks]
    assert formats.recognise(text, among=formats.rows_holding("games")) is row
    [boards] = [*row.read([text], "text", *field)]
    assert [*boards] == [game.board]


def test_clicks_without_times_are_written_too_but_not_as_rawvf():
    game = PlayedGame(Board.parse("..M"), (Click("open", 0),), "opening")
    moves, rawvf = (row for row in WRITING)
    [again] = moves.games([moves.write_games([game])])
    assert (again.clicks[0].time, again.promise) == (None, "opening")
    with pytest.raises(InvalidInput, match="expected clicks with times, got one without"):
        rawvf.write_games([game])


RAWVF = """RawVF_Version: Rev6
Program: Any
Player: Ann
Width: 3
Height: 2
Mines: 1
Board:
00*
000
Events:
0.000 start
0.10 mv 1 1 (8 8)
0.20 lc 1 1 (8 8)
0.30 lr 1 1 (8 8)
0.30 opened 1 1
"""


@pytest.mark.parametrize("promise", ["safe", "opening"])
def test_a_promise_that_the_first_click_keeps_is_told(promise):
    told, clicks = f"first {promise}\n", "flag r1c3\nopen r1c1\n"
    for text in (f"{BOARD}{told}{clicks}", f"# Ann\n\n{told}{BOARD}0 0\n# clicks\n{clicks}"):
        [found] = review_file("game", text.encode())
        assert found.game.promise == promise
        assert found.moves[0].line == text.count("\n")


@pytest.mark.parametrize("text", ["1 2\n# #\n\nmines 1\n1 #\n", "# #\n1 1\n10 mines\n"])
def test_a_position_that_begins_like_a_board_is_no_game(text):
    assert not formats.rows_holding("games")[0].sniff(text)


def test_rawvf_of_other_programs_is_read():
    [game] = formats.rows_holding("games")[1].games([RAWVF])
    assert (game.player, [*game.clicks]) == ("Ann", [Click("open", 0, 0.3, 14)])
    [game] = formats.rows_holding("games")[1].games([RAWVF.replace("0.30 lr", "0.15 lr")])
    assert game.clicks[0].time == 0.15  # before the button went down


BOARD = "2 3\n..M\n...\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOARD + "open r3c1\n", "game:4:1: expected a cell of a board of 2 x 3, such as r1c1, got 'r3c1'"),
        (
            BOARD + "1.5 open r1c1\n\n1.4 open r2c1\n",
            "game:6:1: expected a time of at least 1.5, that of the click before, got 1.4",
        ),
        (
            BOARD + "open r1c1\njump r1c2\n",
            "game:5:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got 'jump r1c2'",
        ),
        (
            BOARD + "opn r1c1\n0.7 open r2c1\n",
            "game:4:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got 'opn r1c1'",
        ),
        (
            BOARD + "\n0 0\n0.5 r1c1\n0.7 open r2c1\n",
            "game:6:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got '0.5 r1c1'",
        ),
        (
            BOARD + "Open r1c1\n",
            "game:4:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got 'Open r1c1'",
        ),
        (
            BOARD + "0,5 open r1c1\n",
            "game:4:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got '0,5 open r1c1'",
        ),
        (
            BOARD + "2 3\n..M\n...\nopen r1c1\n",
            "game:4:1: expected a click such as '2.41 open r3c5' (open, flag, chord), got '2 3'",
        ),
        ("2 3\n..X\n...\nopen r1c1\n", "game:2:3: expected 'M' or '.', got 'X'"),
        (
            BOARD + "first chance\nopen r1c1",
            "game:4:1: expected 'first safe' or 'first opening', got 'first chance'",
        ),
        (
            BOARD + "open r1c1\nfirst safe\n",
            "game:5:1: expected 'first safe' or 'first opening', once and before the clicks, got ",
        ),
        (
            "first opening\n" + BOARD + "first safe\nopen r1c1\n",
            "game:5:1: expected 'first safe' or 'first opening', once and before the clicks, got ",
        ),
        (
            BOARD + "first safe\nflag r1c3\nopen r1c3\nflag r1c3\nopen r1c3\n",
            "game:8:1: expected a first click on a cell without a mine, "
            "since 'first safe' promises it, got r1c3, a mine",
        ),
        (
            BOARD + "first opening\nopen r1c2\n",
            "game:5:1: expected a first click on a 0, since 'first opening' promises it, got r1c2, a 1",
        ),
        ("\nopen r1c1\n" + BOARD, "game:2:1: expected a board before the clicks, got 'open r1c1'"),
        (BOARD + "flag r1c1\n", "game: expected a game with a click that opens a cell, got none"),
        ("2 3\n..M\nopen r1c1\n", "game:2:4: expected row 2 of 2, got the end of the text"),
        (BOARD, "game: expected a game (a board and its clicks), got boards: "),
        ("hello", "game:1:1: expected a size 'rows cols', got 'hello'"),
        (RAWVF.replace("00*", "00"), "game:8:1: expected a row of 3 cells, got 2"),
        (
            RAWVF.replace("Mines: 1", "Mines: 2"),
            "game:7:1: expected a board with 2 mines, as the text says, got 1",
        ),
        (
            RAWVF.replace("0.30 lr", "0,30 lr"),
            "game:14:1: expected an event such as '0.52 lr 3 5', got '0,30 lr 1 1",
        ),
    ],
)
def test_a_text_that_is_no_game_is_refused_in_one_line(text, message):
    with pytest.raises(InvalidInput) as found:
        review_file("game", text.encode())
    assert str(found.value).startswith(message)
    assert "\n" not in str(found.value)


def test_clicks_that_do_nothing_are_passed_over_and_counted():
    clicks = "open r1c1, open r1c2, flag r1c1, chord r3c1, flag r3c1, open r3c1, open r3c3, open r3c2"
    text = "3 3\n...\n...\nMM.\n" + clicks.replace(", ", "\n")
    [found] = review_file("game", text.encode())
    assert [(one.kind, one.line, one.why) for one in found.passed] == [
        ("open", 6, "it is cleared already"),
        ("chord", 8, "no cell around it to clear"),
        ("open", 10, "it has a flag"),
        ("open", 12, "the game is over"),
    ]
    assert found.summary.ending == "won"


def test_the_library_names_a_move_that_is_none():
    board = Board.parse("..M")
    with pytest.raises(InvalidInput, match="move 2: expected one of open, flag, chord, got 'jump'"):
        review(board, [("open", "r1c1"), ("jump", "r1c2")])
    for time in (float("nan"), float("inf"), True, -1, 10**400, "1"):
        with pytest.raises(InvalidInput, match="move 2: expected a time in seconds, at least 0 and below"):
            review(board, [("open", "r1c1", 0), ("open", "r1c2", time)])
    with pytest.raises(InvalidInput, match="move 1: expected a Click, or a kind, a cell and perhaps a time"):
        review(board, [("open", "r1c1", 0.5, 7)])
    with pytest.raises(InvalidInput, match="move 1: expected a cell from r1c1 to r1c3, got 'r9c9'"):
        review(board, [("open", "r9c9")])
    assert review(board, [Click("open", 0, 0.5, 7), ["open", "r1c2"]]).moves[0].line == 7
    with pytest.raises(InvalidInput, match="a click that opens a cell, got none"):
        review(board, [])


# Reports


def test_the_headline_says_how_it_ended():
    board = Board.parse("..M. M...")
    ends = {
        (("open", "r1c3"),): "Lost at r1c3. It was the first click.",
        (("open", "r1c1"),): "Not finished. There was only the first click.",
        (("open", "r1c1"), ("open", "r1c3")): "Lost at r1c3. Nothing was certain there.",
    }
    for clicks, headline in ends.items():
        text = formats.FORMATS[0].write([board]).removesuffix("0 0\n")
        [told] = printed("review", input=text + "".join([f"{kind} {cell}\n" for kind, cell in clicks]))
        assert told["headline"] == headline


def test_a_game_of_one_click_has_no_counts_and_no_table_of_verdicts():
    text = called(["review"], b"1 4\n..M.\nopen r1c1\n").out
    assert text.splitlines()[1:] == [
        "Not finished. There was only the first click.",
        "There was no guess.",
        "",
        "The first click, r1c1, is not judged: nobody knows what the program promised about it.",
    ]
    lost = called(["review"], b"1 4\n..M.\nopen r1c3\n").out
    assert "\nLost at r1c3. It was the first click.\nThere was no guess.\n\nThe first" in lost


@pytest.mark.parametrize(
    ("clicks", "told"),
    [
        ([0, 9], "0 of 1 move could have been known; 1 needless guess a game."),
        ([0, 8], "1 of 1 move could have been known; 0 needless guesses a game."),
        ([0], "No move has a verdict."),
    ],
)
def test_totals_count_in_the_singular_and_the_plural(clicks, told):
    found = review(Board.parse("... ... MM. ..M"), [("open", cell) for cell in clicks])
    lines = [*totals_text(total_of([found]))]
    assert lines[1] == told
    assert len(lines) > 2 or len(clicks) == 1


def test_costs_are_rounded_alike():
    game = _random_game(13)
    [needless] = [move for move in review(*game).moves if move.verdict == "needless guess"]
    assert needless.cost == 0.363636364


def test_json_and_csv_hold_each_move():
    [told] = printed("review", input=GAME)
    [found] = review_file("game", GAME.encode())
    rows = [*csv.DictReader(io.StringIO(called(["review", "--csv", "-"], GAME.encode()).out))]
    name = found.game.board.graph.name
    for row, one, move in zip(rows, told["moves"], found.moves, strict=True):
        assert row["verdict"] == one["verdict"] == move.verdict
        assert row["cell"] == one["cell"] == name(move.cell)
        assert float(row["time"]) == one["time"] == move.time
        assert (row["pattern"] or None) == one["pattern"] == move.pattern
    needless = next(one for one in told["moves"] if one["verdict"] == "needless guess")
    cell = needless["known"]["cell"]
    assert needless["proofs"][cell][-1]["words"][-1].endswith(f"so {cell} is safe.")
    assert needless["certain"][cell] == "safe"
    assert cell in told["words"]["moves"][str(needless["number"])][0]
    assert told["words"]["moves"]["18"] == ["A forced guess at 20% risk. No cell was better."]


def test_a_cell_flagged_several_times_is_listed_once():
    clicks = ["open r1c1", *["flag r2c3"] * 3, *["flag r1c3"] * 5]
    out = called(["review"], "\n".join(["2 4", "..M.", "....", *clicks]).encode()).out
    assert "\nFlags on safe cells: r2c3\nFlags before they could be known: r1c3\n" in out


def test_without_times_there_is_no_column_for_them():
    timed, bare = (
        called(["review"], text.encode()).out for text in (GAME, re.sub(r"(?m)^[\d.]+ (?=[a-z])", "", GAME))
    )
    assert "verdict           moves  median time\n" in timed
    assert "verdict           moves\n" in bare and "known to casual" in bare


def test_a_chord_of_several_cells_is_compared_as_a_whole():
    clicks = ["open r2c2", "flag r1c1", "flag r1c2", "chord r2c2"]
    out = called(["review"], "\n".join(["3 3", "M..", "..M", "...", *clicks]).encode()).out
    assert "chord r2c2: a forced guess at 96% risk. r1c1 was better by 71.4 points of risk.\n" in out
    assert "\n   The chord opens six cells at once; one cell alone risks 25% at best.\n" in out
    assert "clears" not in out and "r1 |[#] # [#]|" in out


@pytest.mark.slow
def test_in_a_folder_only_files_count_and_the_others_go_on(tmp_path):
    (tmp_path / "x.moves").mkdir()
    os.mkfifo(tmp_path / "y.moves")
    game = tmp_path / "game"
    game.write_text(GAME)
    done = called(["review", str(tmp_path), str(game)])
    assert done.status == 2 and done.err.startswith(f"Error: {tmp_path}: expected a folder with files that ")
    assert f"{game}: Lost" in done.out


def test_a_folder_that_cannot_be_listed_is_named(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    assert mistake(["review", str(tmp_path)]) == f"{tmp_path}: cannot read: Permission denied\n"


def test_csv_overwrites_only_a_table(tmp_path):
    kept, table = tmp_path / "kept.txt", tmp_path / "table.csv"
    for file in (kept, table):
        file.write_text("before")
        called(["review", "--csv", str(file)], GAME.encode())
    assert kept.read_text() == "before" and table.read_text().startswith("file,game,move,")


@pytest.mark.slow
def test_files_are_written_although_nobody_reads_the_text(tmp_path):
    page, table = tmp_path / "game.html", tmp_path / "game.csv"
    command = [sys.executable, "-m", "logicsweep", "review", "--html", str(page), "--csv", str(table)]
    with subprocess.Popen([*command, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.close()
        process.stdin.write(GAME.encode())
        process.stdin.close()
    assert page.read_text().endswith("</html>\n") and table.read_text().startswith("file,")


def test_the_page_beside_a_printed_table_says_why_another_guess_was_better(tmp_path):
    pages = [tmp_path / name for name in ("a.html", "b.html")]
    called(["review", "--html", str(pages[0])], GAME.encode())
    called(["review", "--csv", "-", "--html", str(pages[1])], GAME.encode())
    assert pages[0].read_text() == pages[1].read_text()


def test_a_missing_folder_is_refused_before_the_review():
    for flag in ("--html", "--csv"):
        told = "no/such: cannot write: no such folder\n"
        assert called(["review", flag, "no/such"], b"no game") == (2, "", told)


def test_all_lists_every_move():
    [found] = review_file("game", GAME.encode())
    lines = called(["review", "--all"], GAME.encode()).out.splitlines()
    listed = lines[lines.index(next(line for line in lines if line.startswith("move  "))) + 1 :]
    assert len(listed) == len(found.moves)
    assert all(move.verdict in line for move, line in zip(found.moves, listed, strict=True))


@pytest.mark.slow
def test_a_file_that_is_no_game_is_named_and_the_others_go_on(tmp_path):
    for name in ("a.moves", "c.moves"):
        (tmp_path / name).write_text(GAME)
    (tmp_path / "b.moves").write_text(BOARD + "open r9c9\n")
    (tmp_path / "notes.txt").write_text("not a replay")
    done = called(["review", "-j", "1", str(tmp_path)])
    assert done.status == 2
    assert (
        done.err
        == f"Error: {tmp_path}/b.moves:4:1: expected a cell of a board of 2 x 3, such as r1c1, got 'r9c9'\n"
    )
    assert [line.split(":")[0] for line in done.out.splitlines()[:2]] == [
        str(tmp_path / n) for n in ("a.moves", "c.moves")
    ]
    assert "\n2 games, 2 without a name: 0 won.\n" in done.out
    missing = called(["review", str(tmp_path / "none"), str(tmp_path / "a.moves")])
    assert (missing.status, "no such file" in missing.err) == (2, True)
    assert mistake(["review", str(SAMPLES)]).startswith(
        f"{SAMPLES}: expected a folder with files that end in .moves"
    )


def test_a_folder_stands_for_its_games_by_endings_that_the_documentation_names(tmp_path):
    for name, text in {"a.MOVES": GAME, "b.rawvf": RAWVF, "c.txt": GAME}.items():
        (tmp_path / name).write_text(text)
    out = called(["review", "-j", "1", str(tmp_path)]).out
    assert [line.split(":")[0] for line in out.split("\n\n")[0].splitlines()] == [
        str(tmp_path / name) for name in ("a.MOVES", "b.rawvf")
    ]
    page = (SAMPLES.parent / "docs" / "review.md").read_text()
    for row in formats.rows_holding("games"):
        assert all(f"`{ending}`" in page for ending in row.endings)


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing():
    files = [("game", GAME.encode()), ("other", b"2 3\n..M\n...\nopen r1c1\n"), ("none", b"")]
    told = [
        [(one.name, str(getattr(one, "error", ""))) for one in reviews(files, jobs=jobs)] for jobs in (1, 2)
    ]
    assert told[0] == told[1]
    one, two = ([*reviews(files[:2], jobs=jobs)] for jobs in (1, 2))
    assert [r.review.summary for r in one] == [r.review.summary for r in two]
    assert [r.review.moves for r in one] == [r.review.moves for r in two]


@pytest.mark.slow
def test_a_page_of_few_timed_moves_has_no_plot(run, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text("1 4\n..M.\nopen r1c1\n")
    page = tmp_path / "t.html"
    assert run("review", tmp_path / "a", tmp_path / "b", "--html", page).returncode == 0
    assert "<svg" not in page.read_text()


def test_a_chord_that_surely_hits_a_mine_is_no_luck(run):
    done = run("review", input="2 5\n.....\n..M..\nopen r2c1\nflag r2c5\nopen r2c4\nchord r2c4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Luck" not in done.stdout


@pytest.mark.slow
def test_luck_of_very_many_guesses_is_said():
    board = random_board((10, 14), 60, seed=1)
    clicks = [("open", cell) for cell in range(140) if not board.mined[cell]]
    found = review(board, clicks)
    exact = prod(1 - move.risk for move in found.judged if move.risk)
    assert 0 < exact < 1e-8 and isclose(found.summary.survival, exact) and found.summary.luck > 8
    assert "one of 10^" in luck_line(found)


def test_no_figure_is_drawn_from_fewer_than_twenty_moves():
    [found] = review_file("game", GAME.encode())
    for count in (1, 2, 4):
        totals = total_of([found] * count)
        for one in totals.timings:
            assert (one.median is None) == (one.moves < FEWEST)
        for one in totals.patterns:
            assert (one.share is None) == (one.known + one.missed < FEWEST)
        assert totals.games == count
        assert totals.per_game == 1.0
    assert any(one.median for one in totals.timings)


@pytest.mark.slow
def test_the_page_of_many_games_shows_their_figures_and_loads_nothing(run, tmp_path):
    files, page = [tmp_path / name for name in ("a.txt", "b<b>.txt")], tmp_path / "table.html"
    for file in files:
        file.write_text(GAME)
    text = run("review", *files, "--html", page).stdout
    html = page.read_text().replace("\u2011", "-")
    for line in text.split("\n\n")[1:]:
        for row in line.splitlines()[1:]:
            assert row.split("  ")[0] in html
    assert "b&lt;b&gt;.txt" in html and "<b>" not in html
    assert "src=" not in html and 'href="http' not in html
    totals = total_of([found.review for found in reviews([("a", GAME.encode())] * 9)])
    drawn = totals_html([], totals)
    assert drawn.count("<circle") == sum(one.median is not None for one in totals.timings) > 0


def test_totals_count_each_name_once():
    [found] = review_file("game", GAME.encode())
    named = [replace(found, game=replace(found.game, player=name)) for name in ("Ann", "Bob", "Ann", "")]
    totals = total_of(named)
    assert (totals.players, totals.nameless, totals.games) == (2, 1, 4)


def test_practice_puts_what_was_missed_first():
    [found] = review_file("game", GAME.encode())
    missed = [one.missed for one in found.summary.practice]
    assert missed == sorted(missed, reverse=True)
    known = [move for move in found.moves if move.verdict == "known"]
    assert sum(one.known for one in found.summary.practice) == len(known) == found.summary.known
    assert sum(one.missed for one in found.summary.practice) == 2
    assert sum(one.moves for one in found.summary.tallies) == found.summary.judged


def test_moments_are_the_costliest_moves():
    found = review(*_random_game(3))
    costs = [(move.verdict != "mistake", -move.cost) for move in found.moments]
    assert costs == sorted(costs)
    assert all(move.cost > 0 for move in found.moments)
    for one, other in pairwise(sorted([move.cost for move in found.moves], reverse=True)[:3]):
        assert one >= other
    assert {move.verdict for move in found.moments} <= {*GUESSES, "mistake"}


def test_the_page_holds_what_json_prints_and_the_board_before_each_move(tmp_path):
    """Marks are not printed: what is cleared, and where flags come and go, gives them."""
    file = tmp_path / "game.html"
    called(["review", "--html", str(file)], GAME.encode())
    page = file.read_text("utf-8")
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    [told] = printed("review", input=GAME)
    assert data["found"] == told and data["headline"] == told["headline"]
    [found] = review_file("game", GAME.encode())
    board, name = found.game.board, found.game.board.graph.name
    cleared, flags = set(), set()
    for one, move in zip(told["moves"], found.moves, strict=True):
        flags ^= {*one["flag_changes"]}
        signs = [
            "F" if name(cell) in flags else str(board.clue(cell)) if name(cell) in cleared else "#"
            for cell in range(len(board.graph))
        ]
        assert signs == [move.view.glyph(cell) for cell in range(len(board.graph))]
        cleared |= {*one["cleared"]}


@given(st.integers(0, 10_000))
def test_what_was_certain_before_a_guess_or_mistake_is_what_all_layouts_agree_on(seed):
    for move in review(*_random_game(seed)).moves:
        if move.proofs:
            found = expert(move.view.without_flags())
            assert move.certain == dict.fromkeys(found.safe, "safe") | dict.fromkeys(found.mines, "mine")
            assert any(move.certain[cell] == "safe" for cell in move.proofs) == bool(found.safe)
            for cell, steps in move.proofs.items():
                assert steps[-1].decides[cell] == move.certain[cell]


def test_json_says_as_the_text_does_why_another_guess_was_better(tmp_path):
    board = random_board((4, 5), mines=6, seed=0)
    text = f"{board}\n" + "".join([f"open {board.graph.name(cell)}\n" for cell in range(20)])
    [told] = printed("review", input=f"4 5\n{text}")
    moment = str(told["moments"][0])
    assert told["moves"][int(moment) - 1]["verdict"] == "forced guess"
    said = called(["review"], f"4 5\n{text}".encode()).out
    first, *better = told["words"]["moves"][moment]
    assert len(better) > 1 and all(line in said for line in (first[1:], *better))
    files = tmp_path / "1.moves", tmp_path / "2.moves"
    for file in files:
        file.write_text(f"4 5\n{text}")
    among = printed("review", "-j", "1", *map(str, files))
    assert [one["words"] for one in among[:2]] == [told["words"]] * 2
