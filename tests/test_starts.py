"""All starts: one run per opening against one run per start, for the ladder and for own productions."""

import json
import pickle
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, invoke
from strategies import STRONGEST, boards, examples, started_boards

from logicsweep import PLAYERS, Board, Fact, Match, Production, Setup, over_starts, play
from logicsweep.closures.spread import find_openings
from logicsweep.games import starts
from logicsweep.rules.clues import ALL_FOUND, ALL_MINES, CASUAL, OVERLAP
from logicsweep.rules.facts import BOARD
from logicsweep.rules.solver import COUNTED


def compared(memory, site):
    """What overlap says, by a production that is not the library's."""
    return OVERLAP.condition(memory, site)


def total_reached(memory, _):
    """Where the mines are all found, or none is left to find, the rest is safe."""
    total = memory["total"][BOARD]
    if total.value != len(memory.mines) or not memory.covered:
        return None
    return Match(
        (total, *memory.mines.values()), tuple(Fact("safe", cell) for cell in sorted(memory.covered))
    )


OWN = (
    *CASUAL,
    Production("compared", compared, salience=-1, needs="clue"),
    Production("told-all", total_reached, salience=-2, everywhere=True),
)


def one_by_one(board, player, checked=True):
    safe = [start for start, mine in enumerate(board.mined) if not mine]
    return {start: play(board, start, Setup(player, checked=checked)).remaining for start in safe}


@given(
    boards() | started_boards().map(itemgetter(0)),
    st.sampled_from(
        [
            *PLAYERS,
            OWN,
            OWN[1:],
            (ALL_FOUND,),
            (ALL_FOUND, OVERLAP),
            (*CASUAL, COUNTED),
            (OVERLAP, *reversed(CASUAL)),
        ]
    ),
)
@examples(60)
def test_one_start_an_opening_is_enough_for_monotone_productions(board, player):
    if board.safe_count:
        found = over_starts(board, player)
        assert found.remaining == one_by_one(board, player)
        assert found == over_starts(board, player, every_start=True)
        assert pickle.loads(pickle.dumps(found)) == found


def shy(memory, site):
    """As long as nothing but the first cell is cleared, the last one is safe: not monotone."""
    if memory.clues.keys() != {0} or 1 not in memory.covered:
        return None
    return Match((memory.clues[0],), (Fact("safe", len(memory.field) - 1),))


def test_every_start_is_played_where_productions_are_not_monotone():
    board = Board.parse("...M.\n...M.\n...M.")
    player = (*CASUAL, Production("shy", shy, salience=1))
    results = one_by_one(board, player, checked=False)  # it is unsound too
    assert over_starts(board, Setup(player, checked=False), every_start=True).remaining == results
    assert results[0] != results[1]  # two zero cells of one opening
    without = (ALL_MINES, Production("shy", shy, salience=1))
    results = one_by_one(board, without, checked=False)
    assert over_starts(board, Setup(without, checked=False)).remaining == results


@pytest.mark.parametrize(("player", "clues"), [("overlap", {0}), (STRONGEST, {0, 2}), (OWN, {0, 1, 2})])
def test_an_opening_is_played_once_and_a_number_only_where_it_may_lead_on(player, clues, monkeypatch):
    board = Board.parse("......\n......\n..M...\n......\n....M.")
    played = []
    referee, quick = starts.Referee, starts.QuickGame
    monkeypatch.setattr(starts, "Referee", lambda *a, **named: played.append(a[1]) or referee(*a, **named))
    monkeypatch.setattr(starts, "QuickGame", lambda *a, **named: played.append(a[1]) or quick(*a, **named))
    found = over_starts(board, player)
    clue = {start: board.clue(start) for start in found.remaining}
    assert len(found.remaining) == board.safe_count
    assert {clue[start] for start in played} == clues
    assert sum(clue[start] == 0 for start in played) == len(find_openings(board))
    assert [start for start in found.remaining if clue[start] in clues - {0}] == [
        s for s in played if clue[s]
    ]


MADE = ["generate", "4x6/3", "-n", "2", "--for", "casual"]


def test_generate_says_where_its_boards_start_unless_they_hold_it(tmp_path):
    out = ["--out", str(tmp_path / "boards.txt")]
    assert called([*MADE], b"").err == "start r3c4\n"
    assert called([*MADE, *out], b"").err == f"start r3c4\nwrote {out[1]}\n"
    assert called([*MADE, "--start", "any"], b"").err == "board 1: start r1c1\nboard 2: start r3c5\n"
    for holds in (["--json"], ["--to", "tatham"], ["--to", "graph"]):
        assert called([*MADE, *holds, "--start", "any"], b"").err == ""


def test_the_start_of_a_game_is_named_with_its_reason():
    board = "3 4\n....\n....\nMM.M\n"
    tatham = invoke("convert", "--to", "tatham", "--start", "r1c3", input=board).out
    for text, asked, start in (
        (board, [], "r1c1 (the casual player's best)"),
        (board, ["--start", "best"], "r1c1 (the casual player's best)"),
        (board, ["--start", "worst"], "r2c1 (the casual player's worst)"),
        (board, ["--start", "r1c2"], "r1c2"),
        (tatham, [], "r1c3 (the first click in the input)"),
        (tatham, ["--start", "best"], "r1c1 (the casual player's best)"),
    ):
        line = invoke("compare", *asked, input=text).out.splitlines()[0]
        assert line == f"board 1: 3 x 4, 3 mines, start {start}"
        assert invoke("path", "--grade", *asked, input=text).out.endswith(f"; start {start}\n")
        for verb, who in (("path", STRONGEST), ("trace", "casual")):
            line = invoke(verb, *asked, input=text).out.splitlines()[0]
            assert line == f"board 1: 3 x 4, 3 mines; {who} starts at {start}"
    assert "start" not in invoke("path", "--grade", input="1#1#\n").out
    graded = json.loads(invoke("path", "--grade", "--json", input=board).out)
    assert graded["start"] == "r1c1"
