"""Boards made by several processes: the same, whoever makes them, and nothing lost where one ends."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from threading import Lock
from time import sleep

import pytest
from test_generate import listed

from logicsweep import work as pace
from logicsweep.games.players import PLAYERS, Player
from logicsweep.generating import generate as generate_module
from logicsweep.generating import maker as maker_module
from logicsweep.generating import shared as shared_module
from logicsweep.generating.demand import Demand
from logicsweep.generating.generate import generate
from logicsweep.generating.maker import How
from logicsweep.work import heard_by

HARD = Demand((6, 7), 10, None, finisher="expert", not_for="overlap", steps={"rows-3": (1, None)})


@pytest.fixture
def shared(monkeypatch):
    """Others help from the start: threads take the place of processes. What they were asked is noted."""
    asked = []

    def noted(packed, index, first, upto):
        asked.append((index, first, upto))
        return some_tries(packed, index, first, upto)

    some_tries = shared_module.some_tries
    monkeypatch.setattr(shared_module, "some_tries", noted)
    monkeypatch.setattr(shared_module, "pool", ThreadPoolExecutor)
    monkeypatch.setattr(generate_module, "_ALONE", 0.0)
    return asked


@pytest.mark.parametrize("how", [{}, {"uniform": True}, {"kernel": False, "checked": False}], ids=str)
@pytest.mark.parametrize(
    "demand", [HARD, Demand((5, 6), 6, finisher="casual"), Demand((9, 9), 10, "r5c5", not_for="casual")]
)
def test_several_processes_make_the_same_boards(shared, demand, how):
    alone = list(generate(demand, 7, seed=3, **how))
    assert shared == []
    assert list(generate(demand, 7, seed=3, jobs=3, **how)) == alone
    assert {*range(1, 7)} <= {index for index, _, _ in shared}


def test_the_tries_of_one_board_are_shared_too(shared):
    [alone] = generate(HARD, 1, seed=12)
    assert alone.tries > 100
    assert list(generate(HARD, 1, seed=12, jobs=2)) == [alone]
    assert len(shared) > 2 and {index for index, _, _ in shared} == {0}
    firsts = sorted(first for _, first, _ in shared)
    assert firsts == [min(firsts), *sorted(upto for _, _, upto in shared)[:-1]]  # no try twice, none left out


def test_several_processes_tell_what_was_tried(shared):
    demand = Demand((3, 3), 4, "r2c2", "safe", finisher="casual")
    alone = listed(demand, 3, tries=50)
    assert "none in 50 tries" in alone[-1]
    assert listed(demand, 3, tries=50, jobs=2) == alone and shared


def test_tries_that_were_taken_alone_are_not_taken_again(shared, monkeypatch):
    demand = Demand((9, 9), 25, None, finisher="casual", not_for=None, steps={"all-mines": (25, None)})
    [alone] = listed(demand, 1, tries=400, uniform=True)
    assert alone.startswith("board 1: none in 400 tries")
    monkeypatch.setattr(generate_module, "_ALONE", 0.02)
    assert listed(demand, 1, tries=400, uniform=True, jobs=2) == [alone]
    assert 0 < min(first for _, first, _ in shared) < 400


@pytest.mark.parametrize("end", [BrokenProcessPool, shared_module.Unloadable])
def test_where_a_process_ends_by_itself_the_rest_is_made_alone(shared, monkeypatch, end):
    def broken(*given):
        with lock:
            if len(shared) > 2:
                raise end
            return some_tries(*given)

    lock, some_tries, said = Lock(), shared_module.some_tries, []
    monkeypatch.setattr(shared_module, "some_tries", broken)
    monkeypatch.setattr(pace, "_SAID", set())
    with heard_by(said.append):
        assert list(generate(HARD, 6, seed=3, jobs=2)) == list(generate(HARD, 6, seed=3))
    assert len(shared) == 3
    assert said == ["a process ended, or could not load a player: the boards are made by one alone"]


def test_what_a_process_cannot_load_it_says():
    packed = shared_module.Task(HARD, 1, How(False, True, 1, None)).packed()
    assert shared_module.some_tries(packed, 0, 0, 1).making.tries == 1
    for broken in (packed[:-9], pickle.dumps(replace)[:-9] + b"s_that_is_none."):
        with pytest.raises(shared_module.Unloadable):
            shared_module.some_tries(broken, 0, 0, 1)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("tries", [1, 3])
def test_no_try_is_taken_past_the_last_however_long_one_takes(monkeypatch, jobs, tries):
    """The time alone is over while a try is taken."""
    monkeypatch.setattr(generate_module, "_ALONE", 0.02)
    monkeypatch.setattr(shared_module, "pool", ThreadPoolExecutor)
    monkeypatch.setattr(maker_module, "player_settles", lambda player: slow)

    def slow(board, start):
        sleep(0.03)
        return bytes(len(board.mined))

    [said] = listed(Demand((4, 5), 3), 1, tries=tries, jobs=jobs, uniform=True, kernel=False)
    assert said.startswith(f"board 1: none in {tries} tr")


def test_boards_ahead_of_a_slow_one_are_bounded(shared, monkeypatch):
    def slow_first(packed, index, first, upto):
        if index == 0:
            sleep(0.5)
        asked.add(index)
        return some_tries(packed, index, first, upto)

    some_tries, asked = shared_module.some_tries, set()
    monkeypatch.setattr(shared_module, "some_tries", slow_first)
    made = generate(Demand((4, 5), 2, "r1c1", finisher="casual"), 10_000, jobs=2)
    assert next(made).index == 0
    assert 1 < len(asked) <= 2 * shared_module._WAITING
    made.close()


def test_the_time_may_be_as_long_as_one_likes(shared):
    [made] = generate(HARD, 1, seed=12, seconds=1e300, jobs=2)
    assert made.tries > 100 and shared


def test_several_processes_stop_in_time(shared):
    found = listed(Demand((16, 30), 60, None, finisher="rows-3", grade=(3, None)), 1000, seconds=0.5, jobs=2)
    assert found[-1].startswith(f"board {len(found)}: none in ") or "the time was over" in found[-1]


def test_a_player_who_cannot_leave_the_process_plays_in_it(shared):
    casual = PLAYERS["casual"]
    odd = replace(casual.productions[0], condition=lambda *given: casual.productions[0].condition(*given))
    demand = Demand((4, 5), 3, finisher=Player("odd", "q", (odd, casual.productions[1])))
    assert len(list(generate(demand, 3, jobs=2))) == 3
    assert shared == []


@pytest.mark.slow
def test_real_processes_make_the_same_boards(monkeypatch):
    monkeypatch.setattr(generate_module, "_ALONE", 0.0)
    assert list(generate(HARD, 5, seed=3, jobs=2)) == list(generate(HARD, 5, seed=3))
