"""`trace --agenda`: what waits before each firing, and what is lacking at the end."""

from itertools import product

from conftest import SAMPLES
from strategies import BY_CLUES

from logicsweep import PLAYERS, Setup, play, random_board
from logicsweep.games.finish import list_waiting
from logicsweep.rules.engine import STRATEGIES
from logicsweep.show.trace import agenda_lines, run_json
from logicsweep.verbs.path import finish


def lines(done, *words):
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line.startswith(words)]


def test_the_agenda_is_told_between_the_firings(run):
    arguments = ("trace", "--start", "r1c1", SAMPLES / "first.txt")
    told = run(*arguments, "--agenda").stdout.splitlines()
    assert [line for line in told if line[:6] != "AGENDA"] == run(*arguments).stdout.splitlines()


def test_salience_and_how_many_more_are_named(run):
    done = run(
        "trace", "--agenda", "--player", BY_CLUES, "--limit", "4", "--start", "r1c8", SAMPLES / "ladder.txt"
    )
    assert lines(done, "AGENDA")[1::2] == [
        "AGENDA 13 places to look at, 4 would fire: all-found at r2c8 (salience 0); "
        "overlap at r1c7, overlap at r2c7 (salience -2); entailed (salience -100)",
        "AGENDA 17 places to look at, 8 would fire: all-found at r4c8 (salience 0); "
        "overlap at r1c7, overlap at r2c7, overlap at r3c7, overlap at r4c7 (salience -2); 3 more",
    ]


def test_text_and_json_tell_the_same_of_every_game():
    for seed, (player, strategy) in enumerate(product(PLAYERS, STRATEGIES)):
        board = random_board((5, 7), 7, seed)
        game = play(board, board.mined.index(0), Setup(player, strategy))
        waits = list_waiting(game)
        texts = [list(agenda_lines(game, one)) for one in waits]
        events = [event for event in run_json(finish(game, agenda=True)) if event["event"] != "start"]
        assert len(texts) == len(events) == len(game.trace.firings) + 1
        for block, event in zip(texts, events, strict=True):
            places, waits = event["agenda"]["places"], event["agenda"]["activations"]
            assert block[0].startswith(f"AGENDA {places} place")
            assert f", {waits or 'none'} would fire" in block[0]
            words = [one["words"] for one in event["agenda"]["lacks"]]
            assert [line.split(": ")[1] for line in block[1:]] == words
