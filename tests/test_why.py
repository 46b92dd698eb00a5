"""Why and why not: proofs of least height, and each kind of answer reached by a board."""

import json
from functools import cache

import pytest
from click.testing import CliRunner
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, satisfies
from strategies import examples
from test_players import random_board, started_boards

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.random import random_board as board_of
from logicsweep.cli import cli
from logicsweep.closures.closure import solve
from logicsweep.csp import position
from logicsweep.csp.model import model
from logicsweep.csp.position import Position
from logicsweep.csp.sat import backbone, layout
from logicsweep.formats import judge
from logicsweep.games.game import play
from logicsweep.games.players import PLAYERS, Player, enlist
from logicsweep.games.why import Answer, Why, why
from logicsweep.reasons import witness
from logicsweep.reasons.balance import balance
from logicsweep.rules.casual import CASUAL
from logicsweep.rules.engine import Fact, Match, Production, forward_chain
from logicsweep.rules.knowledge import Knowledge
from logicsweep.rules.overlap import OVERLAP

LADDER = next(judge.read((SAMPLES / "ladder.txt").read_text()))
START = LADDER.graph.find("r1c8")


def heights(view, productions):
    """For each decided cell the least height of a proof, by rounds: slow, and obviously right."""
    knowledge, found = Knowledge.of(view), {}
    for height in range(1, 99):
        matches = [
            match
            for production in productions
            for site in knowledge.clues
            for match in as_list(production.condition(knowledge, site))
        ]
        news = {fact for match in matches for fact in match.given if fact not in knowledge}
        if not news:
            return found
        for fact in sorted(news):
            knowledge.add(fact)
            found[fact.subject] = height
    raise AssertionError("no end")


def as_list(found):
    return found if isinstance(found, list) else [found] if found else []


@given(started_boards(), st.integers(0, 5), st.sampled_from(["casual", "overlap", "expert"]))
def test_a_proof_has_the_least_height_and_stands_on_clues(started, limit, player):
    """The solver, which looks at the whole board, is in it only where the others do not get to the cell."""
    board, start = started
    view = play(board, start, limit=limit).board.view(play(board, start, limit=limit).cleared)
    least = heights(view, [one for one in PLAYERS[player].productions if not one.everywhere])
    for cell in view.covered:
        answer = Why(view, player).decided(cell)
        if answer and any(step.firing.site is None for step in answer.steps):
            assert cell not in least
            continue
        assert (answer.height if answer else None) == least.get(cell)
        if answer:
            assert all(rests(step, answer.steps, view) for step in answer.steps)


def rests(step, steps, view):
    """Everything a step uses is a clue of the view or given by one of the steps that it rests on."""
    below = [one for one in steps if one.number in step.rests_on]
    assert len(below) == len(step.rests_on)
    given = {fact for one in below for fact in one.firing.given}
    return all(fact in given or view.marks[fact.subject] == fact.value for fact in step.firing.used)


def early_overlap(memory, site):
    """What two clues tell, while few mines are known: sound, but what it finds depends on the order."""
    return OVERLAP.condition(memory, site) if len(memory.mines) < 2 else None


ORDERED = Production("early-overlap", early_overlap, needs="clue", salience=CASUAL[-1].salience)
ASKED = [*PLAYERS.values(), Player("casual", "z", (*CASUAL, ORDERED)), Player("own", "z", (ORDERED, *CASUAL))]


@given(
    started_boards(),
    st.sampled_from(ASKED),
    st.sampled_from(["breadth", "depth", "random"]),
    st.integers(0, 9),
    st.booleans(),
    st.randoms(),
)
@examples(40)
def test_answers_that_share_their_work_are_those_given_alone(started, player, strategy, limit, flags, random):
    board, start = started
    options = {"strategy": strategy, "seed": 3, "checked": False}
    game = play(board, start, player, limit=limit, **options)
    whole = play(board, start, player, **options).trace
    left, cells = Why(game), list(range(len(board.graph)))
    view = board.view(game.cleared, [cell for cell in game.mines if board.mined[cell]])
    asked = Why(Position(view, trust_flags=flags), player, checked=False)
    random.shuffle(cells)
    for cell in cells:
        alone = why(Position(view, trust_flags=flags), cell, player, checked=False)
        assert asked.answer(cell) == alone
        if game.trace.verdict(cell) is None:
            answer, fact = left.answer(cell), whole.verdict(cell)
            assert answer == why(game, cell)
            assert (answer.kind == "later") == bool(fact)
            assert not fact or answer.firing == whole.giver[fact].number
            if answer.kind == "not forced":
                able = [one for one in PLAYERS.values() if play(board, start, one).trace.verdict(cell)]
                assert answer.player == next(iter(able), None)


@pytest.mark.parametrize("strategy", ["depth", "random"])
def test_later_is_what_the_game_itself_comes_to_whatever_its_order(strategy):
    """An own production that gets farther in one order than in another, on boards where it does."""
    options, differ = {"strategy": strategy, "seed": 3, "checked": False}, 0
    for seed in range(60):
        board = board_of((6, 6), 7, seed=seed)
        start = next((i for i, mine in enumerate(board.mined) if not mine and not board.clue(i)), None)
        if start is None:
            continue
        whole = play(board, start, ASKED[-1], **options)
        differ += {*whole.decided} != {*play(board, start, ASKED[-1], checked=False).decided}
        left = Why(play(board, start, ASKED[-1], limit=2, **options))
        for cell in set(whole.decided).difference(left.game.decided):
            assert left.answer(cell).kind == "later"
    assert differ > 1


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.data())
@examples(60)
def test_every_cell_has_an_answer_that_the_layouts_confirm(started, player, data):
    board, start = started
    game = play(board, start, player)
    cell = data.draw(st.integers(0, len(board.graph) - 1))
    answer = why(game, cell)
    decided = cell in game.cleared or cell in game.mines
    assert (answer.kind in ("first", "decided")) == decided
    total = board.mine_count
    if answer.kind in ("decided", "needs clues", "needs total"):
        assert answer.verdict == ("mine" if board.mined[cell] else "safe")
        explanation = answer.explanation
        assert explanation.verdict == answer.verdict
        layouts = all_layouts(answer.view, total if explanation.total else None)
        safe, mines, _ = agreed(answer.view, layouts)
        assert cell in (mines if answer.verdict == "mine" else safe)
    if answer.kind == "needs total":
        safe, mines, _ = agreed(answer.view, all_layouts(answer.view))
        assert cell not in safe + mines
    if answer.kind == "not forced":
        assert cell in answer.mine - answer.safe
        for layout in (answer.safe, answer.mine):
            assert satisfies(answer.view, layout)
            assert len(layout) == total
        assert answer.risk == agreed(answer.view, all_layouts(answer.view, total))[2][cell]


def test_the_casual_player_would_have_found_it_later():
    answer = why(play(LADDER, START, limit=0), LADDER.graph.find("r3c7"))
    assert (answer.kind, answer.verdict, answer.firing) == ("later", "safe", 2)


def test_it_needs_several_clues_at_once():
    answer = why(play(LADDER, START), LADDER.graph.find("r3c6"))
    assert (answer.kind, answer.verdict, answer.player) == ("needs clues", "safe", PLAYERS["overlap"])
    assert [LADDER.graph.name(clue) for clue in answer.explanation.clues] == ["r1c7", "r2c7"]
    assert (answer.miss.production, answer.miss.short) == ("all-found", 1)


def test_it_needs_the_mine_total():
    answer = why(play(LADDER, START, "expert"), LADDER.graph.find("r5c1"))
    assert (answer.kind, answer.verdict, answer.player) == ("needs total", "safe", PLAYERS["counter"])


def test_it_is_not_forced():
    answer = why(play(LADDER, START), LADDER.graph.find("r5c1"))
    assert (answer.kind, str(answer.risk), answer.player) == ("not forced", "7/25", PLAYERS["counter"])


@pytest.mark.parametrize(
    ("text", "cell", "kind"),
    [
        ("01## 02## 01##", "r3c3", "needs clues"),
        ("mines 1 #1##", "r1c4", "needs total"),
        ("mines 2 #1##", "r1c1", "not forced"),
    ],
)
def test_an_undecided_cell_of_a_position_takes_one_model(text, cell, kind, monkeypatch):
    made = []
    monkeypatch.setattr(position, "model", lambda *args: made.append(args) or model(*args))
    assert why(View.parse(text), cell).kind == kind
    assert len(made) == 1


WIDE = "#######\n#2#2#2#\n#######\n"


@pytest.fixture
def no_time(monkeypatch):
    """Counting may meet one state, and searching what cannot be counted may take no step."""
    tabulate = position.tabulate
    monkeypatch.setattr(position, "tabulate", lambda *args: tabulate(*args[:3], min(args[3], 1)))
    monkeypatch.setattr(position, "backbone", lambda part: backbone(part, propagations=0))
    monkeypatch.setattr(witness, "layout", lambda part: layout(part, propagations=0))


@pytest.mark.usefixtures("no_time")
def test_it_is_past_the_limits_to_tell():
    view = View.parse(WIDE)
    assert why(view, "r1c1") == Answer(Position(view), 0, "unknown")


@pytest.mark.usefixtures("no_time")
def test_it_is_past_the_limits_to_tell_in_a_game_too():
    answer = why(play(LADDER, START, "overlap"), "r1c1")
    assert (answer.kind, answer.cell) == ("unknown", 0)


@pytest.mark.usefixtures("no_time")
def test_the_command_line_says_what_is_past_the_limits():
    invoke = CliRunner().invoke
    why = invoke(cli, ["why", "r1c1"], input=WIDE)
    expected = "r1c1 is undecided, and it is past the solver's limits to tell whether it is forced.\n"
    assert why.output == expected
    assert invoke(cli, ["why", "r1c1"], input=WIDE, standalone_mode=False).return_value == 1
    told = json.loads(invoke(cli, ["why", "r1c1", "--json"], input=WIDE).output)
    assert (told["answer"], told["verdict"], told["risk"]) == ("unknown", None, None)
    hint = invoke(cli, ["hint"], input=WIDE).output
    assert "Missing: 18 risks (too wide to count within the budget): r1c1, " in hint
    assert "Undecided, perhaps forced: r1c1, r1c2, " in hint
    [missing] = json.loads(invoke(cli, ["hint", "--json"], input=WIDE).output)["complete"]
    view = View.parse(WIDE)
    assert missing["undecided"] == missing["no_risk"] == list(view.graph.names(view.covered))


def test_a_cleared_cell_is_seen():
    assert why(play(LADDER, START), START).kind == "first"
    assert why(View.parse("1#"), 0).kind == "seen"


@given(started_boards())
def test_the_nearest_miss_lacks_something_and_sits_beside_the_cell(started):
    board, start = started
    game = play(board, start)
    for cell in set(range(len(board.graph))) - set(game.cleared) - set(game.mines):
        verdict = "mine" if board.mined[cell] else "safe"
        answer = why(game, cell)
        if miss := answer.miss:
            assert miss.short > 0
            assert cell in board.graph.neighbours[miss.site]
            assert Fact(verdict, cell) in miss.given


def test_level_play_decides_what_any_play_decides():
    for seed in range(20):
        board = random_board(7, 9, 12, seed)
        start = board.mined.index(0)
        games = [play(board, start, "overlap", strategy) for strategy in ("level", "breadth")]
        assert games[0].cleared == games[1].cleared
        knowledge = Knowledge.of(games[0].after.without_flags())
        list(forward_chain(knowledge, PLAYERS["overlap"].productions, "level"))
        assert set(knowledge.mines) == set(games[0].mines)


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ("r1c7 --start r1c8", 0, "r1c7 is safe. Casual finds it in 1 step:"),
        ("r3c6 --start r1c8", 1, "it takes 2 clues at once"),
        ("r3c6 --start r1c8 --player overlap", 0, "overlap at r"),
        ("r5c1 --start r1c8 --player expert", 1, "it takes the mine total"),
        ("r5c1 --start r1c8", 1, "r5c1 is a mine in one (a), r4c1 in the other (b)."),
        ("r3c7 --start r1c8 --limit 1", 1, "casual finds it later, in firing 2"),
        ("r3c7 --start r1c8 --chain", 0, "2 firings lead to it"),
    ],
)
def test_why_says_each_answer(run, arguments, status, says):
    done = run("why", *arguments.split(), SAMPLES / "ladder.txt")
    assert done.returncode == status
    assert says in done.stdout


def test_why_reads_positions_too(run):
    done = run("why", "r2c2", SAMPLES / "endgame.txt")
    assert "r2c3 is a mine: all-mines at r3c4 (f=0 c=1 m=1)" in done.stdout
    answer = json.loads(run("why", "r1c2", "--json", SAMPLES / "endgame.txt").stdout)
    assert (answer["answer"], answer["explanation"]["total"]) == ("needs total", True)
    assert run("why", "r1c1", input="0#\n").stdout == "r1c1 is safe: it is cleared and shows 0.\n"


def test_a_proof_of_many_steps_needs_no_recursion_and_shares_its_steps(run):
    chain = "1#" * 901 + "1\n"
    done = run("why", "r1c1700", input=chain)
    assert (done.returncode, done.stderr) == (0, "")
    height = json.loads(run("why", "r1c1700", "--json", input=chain).stdout)["height"]
    assert height > 50
    assert f"{height} steps, {height} deep" in done.stdout


def test_the_game_goes_on_as_it_was_played():
    for seed in range(5):
        board = random_board(9, 12, 16, seed)
        start = solve(board).best_starts[0]
        whole, part = play(board, start, strategy="depth"), play(board, start, strategy="depth", limit=9)
        for cell in {*whole.cleared, *whole.mines} - {*part.cleared, *part.mines}:
            giver = whole.trace.giver[whole.trace.verdict(cell)]
            assert why(part, cell).firing == giver.number


def test_why_refuses_options_that_say_nothing_about_the_input(run):
    for option in (["--seed", "2"], ["--start", "r1c1"], ["--limit", "0"], ["--chain"]):
        done = run("why", "r1c1", *option, SAMPLES / "endgame.txt")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"logicsweep why: {option[0]} does not apply to a position\n"
    done = run("why", "r1c1", "--mines", "3", SAMPLES / "first.txt")
    assert (done.returncode, done.stderr) == (2, "logicsweep why: --mines does not apply to boards\n")


def noted(memory, site):
    """What decides no cell."""
    return Match((), (Fact("corner", site),)) if site in memory.clues else None


NOTING = Player("noting", "n", (*CASUAL, Production("noted", noted, salience=-1)))


def test_facts_that_decide_nothing_are_no_verdicts():
    view = View.parse("01# 01# 01#")
    assert why(view, "r2c3", NOTING).kind == "needs clues"
    game = play(LADDER, START, NOTING)
    assert (game.cleared, game.mines) == (play(LADDER, START).cleared, play(LADDER, START).mines)
    for cell in (*game.cleared, *game.mines):
        assert why(game, cell).verdict == ("mine" if LADDER.mined[cell] else "safe")


def test_the_hardest_production_of_the_proof_is_named_and_the_last():
    never = Production("never", lambda memory, site: None, salience=-3)
    enlist(Player("odd", "d", (*CASUAL, PLAYERS["overlap"].productions[-1], never)))
    try:
        answer = why(View.parse("####\n11##\n00##"), "r1c3")
        assert (answer.player.name, answer.hardest.firing.production) == ("overlap", "overlap")
    finally:
        del PLAYERS["odd"]
    answer = why(View.parse("###\n121\n000"), "r1c2")
    assert [step.production.name for step in answer.steps] == [
        "overlap",
        "all-found",
    ]  # overlap found both mines
    assert (answer.player.name, answer.hardest) == ("overlap", answer.steps[0])


def test_a_position_that_trusts_its_flags_is_reasoned_about_so():
    position = Position(View.parse("F1#"), trust_flags=True)
    answer = why(position, "r1c3")
    assert (answer.kind, answer.verdict, answer.explanation.clues) == ("decided", "safe", (1,))
    assert why(position, "r1c1").kind == "seen"


@pytest.mark.slow
def test_no_fewer_clues_at_once_lead_to_a_cell_than_an_answer_says():
    """Held to the closure under all balances of fewer rows, found by trying every cell."""
    told = []
    for index in range(16, 22):
        board = board_of((9, 12), 24, seed=3, index=index)
        game = play(board, solve(board).best_starts[0], "casual")
        for cell in game.after.covered:
            answer = why(game.board.view(game.cleared), cell)
            at_once = answer.hardest.production.rows if answer.kind == "needs clues" else None
            if at_once and (told.count(2) < 8 or at_once != 2):
                assert cell not in closed(game.board.view(game.cleared), at_once - 1)
                assert cell in closed(game.board.view(game.cleared), at_once)
                told.append(at_once)
    assert {*told} >= {2, 3}


@cache
def closed(view, rows):
    """What balances of at most so many rows decide, each given what the others found."""
    marks = list(view.marks)
    while True:
        seen = View(view.graph, tuple(marks), None)
        left = [i for i, mark in enumerate(marks) if mark == COVERED]
        found = [balance(seen, i, trust_flags=True, most_rows=rows) for i in left]
        if not any(found):
            return [i for i in view.covered if marks[i] != COVERED]
        for one in filter(None, found):
            for cell in (*one.safe, *one.mines):
                marks[cell] = SAFE if cell in one.safe else FLAG


def test_a_flag_that_is_trusted_is_seen():
    answer = why(Position(View.parse("F1#"), trust_flags=True), "r1c1")
    assert (answer.kind, answer.verdict, str(answer)) == ("seen", "mine", "<Answer r1c1: seen, a mine>")
    assert why(View.parse("F1#"), "r1c1").kind == "not forced"
