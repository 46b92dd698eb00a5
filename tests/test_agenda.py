"""`trace --agenda`: what waits before each firing, and what is lacking at the end."""

from conftest import SAMPLES

from logicsweep.boards.random import random_board
from logicsweep.games.game import play
from logicsweep.show.trace import agendas_text, run_json


def lines(done, *words):
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line.startswith(words)]


def test_before_each_firing_stands_what_waits_and_first_of_all_what_fires(run):
    done = run("trace", "--agenda", "--start", "r1c1", SAMPLES / "first.txt")
    assert lines(done, "AGENDA", "FIRE", "LACKS") == [
        "AGENDA 2 places wait, 1 would fire: all-found at r1c1 (salience 0)",
        "FIRE 1 all-found at r1c1 (f=0 c=3 m=0): f-2",
        "AGENDA 8 places wait, 2 would fire: all-found at r1c2, all-mines at r2c1 (salience 0)",
        "FIRE 2 all-found at r1c2 (f=0 c=2 m=0): f-6",
        "AGENDA 11 places wait, 1 would fire: all-mines at r2c1 (salience 0)",
        "FIRE 3 all-mines at r2c1 (f=0 c=2 m=2): f-7,f-2,f-6,f-8",
        "AGENDA 9 places wait, 2 would fire: all-found at r2c3, all-found at r2c2 (salience 0)",
        "FIRE 4 all-found at r2c3 (f=1 c=1 m=1): f-12,f-14",
        "AGENDA 9 places wait, none would fire",
    ]
    plain = run("trace", "--start", "r1c1", SAMPLES / "first.txt").stdout
    assert [line for line in done.stdout.splitlines() if line[:6] != "AGENDA"] == plain.splitlines()


def test_a_player_who_is_stuck_is_told_what_each_production_lacks(run):
    done = run("trace", "--agenda", "--start", "r1c8", SAMPLES / "ladder.txt")
    assert lines(done, "LACKS") == [
        "LACKS all-found at r1c7: f=0, m=1, 1 flag short",
        "LACKS all-mines at r1c7: f=0, c=2, m=1, 1 covered cell too many",
    ]
    cut = run("trace", "--agenda", "--limit", "0", "--start", "r1c8", SAMPLES / "ladder.txt")
    assert lines(cut, "AGENDA", "LACKS") == [
        "AGENDA 2 places wait, 1 would fire: all-found at r1c8 (salience 0)"
    ]


def test_salience_and_how_many_more_are_named(run):
    done = run(
        "trace", "--agenda", "--player", "expert", "--limit", "4", "--start", "r1c8", SAMPLES / "ladder.txt"
    )
    assert lines(done, "AGENDA")[1::2] == [
        "AGENDA 13 places wait, 4 would fire: all-found at r2c8 (salience 0); "
        "overlap at r1c7, overlap at r2c7 (salience -2); entailed (salience -100)",
        "AGENDA 17 places wait, 8 would fire: all-found at r4c8 (salience 0); "
        "overlap at r1c7, overlap at r2c7, overlap at r3c7, overlap at r4c7 (salience -2); 3 more",
    ]


def test_text_and_json_tell_the_same_of_every_game():
    for seed, player in enumerate(["casual", "overlap", "expert", "counter"] * 2):
        board = random_board((5, 7), 7, seed)
        game = play(board, board.mined.index(0), player, ("breadth", "depth", "level", "random")[seed % 4])
        texts = [list(block) for block in agendas_text(game)]
        events = [event for event in run_json(game, agenda=True) if event["event"] != "start"]
        assert len(texts) == len(events) == len(game.trace.firings) + 1
        for block, event in zip(texts, events, strict=True):
            places, waits = event["agenda"]["places"], event["agenda"]["activations"]
            assert block[0].startswith(f"AGENDA {places} place")
            assert f", {waits or 'none'} would fire" in block[0]
            words = [one["words"] for one in event["agenda"]["lacks"]]
            assert [line.split(": ")[1] for line in block[1:]] == words
