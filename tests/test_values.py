"""Every public value pickles; those that hold much show it in a line."""

import pickle

import networkx as nx
import pytest
from conftest import LADDER, SAMPLES
from strategies import BY_CLUES, STRONGEST

import logicsweep
from logicsweep import (
    Board,
    Cell,
    CellGraph,
    Contradiction,
    Demand,
    Fact,
    InvalidInput,
    LimitReached,
    LogicsweepError,
    Match,
    Position,
    Setup,
    Unsound,
    View,
    balance,
    closures,
    compare,
    expert,
    explain,
    games,
    generate,
    least_remaining,
    next_step,
    over_starts,
    path,
    play,
    play_many,
    player_of,
    puzzles,
    reasons,
    refute,
    review,
    rules,
    solve_many,
    start_classes,
    surveying,
    why,
)
from logicsweep.boards import many
from logicsweep.csp.bulk import Finding
from logicsweep.csp.clash import smallest_clash
from logicsweep.csp.solution import Missing
from logicsweep.errors import Clashing, Interrupted, NoneMade, Unreadable
from logicsweep.formats import FORMATS
from logicsweep.puzzles import CheckersBoard, Matrix
from logicsweep.reasons import Explanation, twin_layouts
from logicsweep.reasons.twins import both_ways
from logicsweep.rules import Agenda, Knowledge, Lack, WorkingMemory, misses
from logicsweep.surveying import Summary, Surveyed, plan_of

ENDGAME = View.parse((SAMPLES / "endgame.txt").read_text())
FREE = Board.of(nx.petersen_graph(), mines=[0])


def contradiction(text):
    with pytest.raises(Contradiction) as caught:
        expert(View.parse(text))
    return caught.value


def instances():
    """Public values, at least one of each public class."""
    game, free = play(LADDER, "r1c8", STRONGEST), play(FREE, 7, STRONGEST)
    casual, none = play(LADDER, "r1c8"), play(LADDER, "r1c8", limit=0)
    player, firing = player_of(STRONGEST), game.trace.firings[-1]
    knowledge = Knowledge.of(casual.after)
    yield from (LADDER, FREE, game.after, free.after, ENDGAME, LADDER.graph, FREE.graph, Cell(0, 1))
    yield from (CellGraph.torus(3, 4), CellGraph.hexagonal(2, 5), Position(ENDGAME), expert(ENDGAME))
    yield Position(ENDGAME, trust_flags=True, max_states=7)
    yield from (Missing((1, 2), (2,), "too wide"), explain(ENDGAME, "r1c3"), both_ways(ENDGAME, "r3c1"))
    yield from (game, free, player, game.trace, firing, game.player.productions[0])
    yield from (Fact("clue", 7, 2), Lack(1, "1 flag short", (Fact("safe", 3),)), *FORMATS)
    yield from misses(knowledge, casual.player.productions, range(40))[:1]
    yield from [next(iter(Agenda(knowledge, player.productions))), Match((), (Fact("safe", 3),))]
    yield from (compare(LADDER, "r1c8"), compare(FREE, 7, "casual"), over_starts(LADDER, "casual"))
    yield from (play(ENDGAME, player=STRONGEST), play(Position(View.parse("F1#"), True)), play(free.after))
    yield from (compare(ENDGAME), compare(free.after, players="casual", budget=5))
    yield from (least_remaining(LADDER), start_classes(LADDER)[0])
    questions = [
        (casual, "r1c8"),
        (casual, "r1c7"),
        (none, "r3c7"),
        (casual, "r3c6"),
        (casual, "r5c1"),
        (free, 0),
    ]
    answers = [why(*one) for one in questions] + [why(play(LADDER, "r1c8", BY_CLUES), "r5c1")]
    yield from (*answers, why(ENDGAME, "r1c4"), *answers[1].steps)
    yield from (Matrix.parse("EEM EEE"), CheckersBoard(4, 5, (1, 0, 0, 2, 2, 0, 0, 0, 0, 0)))
    yield from (contradiction("###\n131\n000\n"), InvalidInput("r1c1", "a clue", "9"), LimitReached())
    yield Unreadable("boards.txt", "no such file")
    found = path(LADDER, "r1c8")
    yield from (found, found.steps[10], found.grade, found.steps[10].firing.reason, path(ENDGAME))
    guessing = Setup(guess="least-risk")
    yield from (guessing, next_step(ENDGAME), play(Board.parse("..M M.."), "r1c1", guessing).guesses[0])
    comparison = compare(LADDER, "r1c8")
    yield from (comparison.scores[STRONGEST].hardest, *comparison.reasoned)
    yield from (balance(ENDGAME, "r1c3"), refute(ENDGAME, "r1c3"), twin_layouts(ENDGAME, "r3c1"))
    yield from (solve_many([ENDGAME] * 2, risks=True, exact=True), solve_many([]), Finding.SAFE)
    demand = Demand((4, 5), 5, None, "safe", BY_CLUES, "casual", (2, 3), {"overlap": (1, None)})
    yield from (
        demand,
        Demand(FREE.graph, 1, 3),
        next(generate(demand, 1)),
        next(generate(Demand((3, 3), 1), 1)),
    )
    yield NoneMade(1, 9, 20, 3, {"not finished by casual": 9})
    yield from (play_many(LADDER, "r1c8", STRONGEST), play_many([FREE] * 2, 7, cells=False), play_many([], 0))
    plan = plan_of((1, 2), 1, ["casual", BY_CLUES])
    yield review(LADDER, [("open", "r1c8"), ("open", "r1c1")])
    yield from (plan, Surveyed(boards=4, new=4, failed=0))
    yield Summary("folder", plan, {(1, "casual"): (3, 1, 0), (1, BY_CLUES): (4, 0, 0)})
    yield from (
        Unsound("firing 1 says so", firing, 3, ENDGAME, (frozenset([3]),)),
        Interrupted("production rule at r1c1"),
        LogicsweepError("no"),
        smallest_clash(View.parse("1#2#0")),
    )


VALUES = list(instances())
FACES = (logicsweep, closures, games, puzzles, reasons, rules, surveying)
CLASSES = {value for face in FACES for name in dir(face) if isinstance(value := getattr(face, name), type)}


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_there_is_a_value_of_each_public_class():
    """A class that becomes public needs an instance above; what changes is no value."""
    changing = {Agenda, Knowledge, WorkingMemory, logicsweep.Session}
    assert CLASSES - {type(value) for value in VALUES} == changing


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_every_public_value_pickles(value):
    copied = again(value)
    assert type(copied) is type(value)
    if type(value).__eq__ is not object.__eq__:
        assert copied == value
    else:  # errors
        assert (repr(copied), str(copied)) == (repr(value), str(value))
    for name in ("place", "expected", "found", "clash", "firing", "cell", "layouts"):
        assert getattr(copied, name, None) == getattr(value, name, None)


def test_without_numpy_arrays_pickle_too(monkeypatch):
    monkeypatch.setattr(many, "_import_numpy", lambda: None)
    found = play_many(LADDER, "r1c8", kernel=False), play_many([FREE] * 2, 7, cells=False, kernel=False)
    solved = solve_many([ENDGAME] * 2, risks=True, kernel=False)
    assert {type(one) for one in (found[0].cleared, found[1].remaining, solved.risks)} == {memoryview}
    assert again((*found, solved)) == (*found, solved)


def test_a_contradiction_pickles_before_and_after_it_found_its_clash():
    error = contradiction("###\n131\n000\n")
    unasked = again(error)
    assert isinstance(error.clash, Clashing)
    assert unasked.clash == error.clash == again(error).clash


def test_a_long_proof_pickles():
    view = View.parse("1#" * 901 + "1")
    answer = why(view, "r1c900")
    copied = again(answer)
    assert copied.height == answer.height > 400
    assert copied.steps == answer.steps


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (expert(View.parse("#" * 2000)), "<Solution: 0 safe, 0 mines, 2000 risks, about 10^602 layouts>"),
        (start_classes(LADDER)[-1], "<StartClass: 26 starts on numbers, 30 remaining>"),
        (Position(View.parse("F1#"), trust_flags=True),
         "<Position on 1 x 3: 2 covered cells, trusting 1 flag>"),
        (Explanation(470, "mine", tuple(range(440, 465)), True, False, True),
         "<Explanation of 470, mine: clues 440, 441, 442, 443 and 21 more, the mine total, the flags, "
         "perhaps fewer>"),
        (both_ways(ENDGAME, "r3c1"), "<BothWays 8: risk 1/2 (50%), layouts with 3 and 3 mines>"),
        (why(play(LADDER, "r1c8"), "r5c1"), "<Answer r5c1: not forced, risk 7/25 (28%), expert finds it>"),
        (why(play(LADDER, "r1c8", limit=0), "r3c7"), "<Answer r3c7: later, safe, firing 2>"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)  # fmt: skip
def test_a_value_shows_itself_in_a_line(value, line):
    assert repr(value) == line
