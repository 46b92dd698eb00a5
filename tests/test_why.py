"""Why and why not: each answer held to the layouts, and what it says to the clues that it names."""

import json
import re
from unittest import mock

import pytest
from child import read_lone, read_two
from conftest import LADDER, SAMPLES
from hypothesis import assume, example, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, satisfies
from strategies import BY_CLUES, STRONGEST, examples, started_boards, views

from logicsweep.boards.board import COVERED, View
from logicsweep.boards.random import random_board
from logicsweep.closures.closure import least_remaining
from logicsweep.csp import position
from logicsweep.csp.position import Position
from logicsweep.csp.sat import backbone, layout
from logicsweep.csp.sums import TOTAL, row_sum
from logicsweep.errors import LimitReached
from logicsweep.games.game import play
from logicsweep.games.players import PLAYERS, Player
from logicsweep.games.session import Session
from logicsweep.games.setup import Setup
from logicsweep.games.why import Answers, full_answer, opposite, why
from logicsweep.kernel import PYTHON
from logicsweep.reasons import twins
from logicsweep.reasons.check import check_refutation
from logicsweep.reasons.reason import decided_by, rows_in
from logicsweep.reasons.telling import MOST_NAMED
from logicsweep.rules.clues import CASUAL, OVERLAP
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.firing import Fact
from logicsweep.rules.production import Production
from logicsweep.show.steps import decided_text
from logicsweep.show.why import answer_text, refuted_text, twins_text

START = LADDER.graph.find("r1c8")
BEYOND_CASUAL = """
################
22113###########
11014###2223####
#212##421002####
12#222100112####
0122100001#2####
001#1000123#####
001111223#3#####
000123##6#######
0001##4#########
"""


def decided_by_rounds(view, productions):
    """The cells that some productions decide, by rounds: slow, and obviously right."""
    knowledge = Knowledge.of(view)
    while True:
        matches = [
            match
            for production in productions
            for site in knowledge.clues
            for match in as_list(production.condition(knowledge, site))
        ]
        news = {fact for match in matches for fact in match.concluded if fact not in knowledge}
        if not news:
            return {*knowledge.mines, *knowledge.safe}
        for fact in sorted(news):
            knowledge.add(fact)


def as_list(found):
    return found if isinstance(found, list) else [found] if found else []


@given(started_boards(), st.integers(0, 5), st.sampled_from(["casual", "overlap", BY_CLUES]))
def test_a_proof_takes_the_easiest_way_and_stands_on_clues(started, limit, player):
    """Clues together are in it only where clues one by one do not get there, the whole board only last."""
    board, start = started
    game = play(board, start, limit=limit)
    view, productions = board.view(game.cleared), PLAYERS[player].productions
    one_by_one = decided_by_rounds(view, CASUAL)
    together = decided_by_rounds(view, [one for one in productions if not one.everywhere])
    for cell in view.covered:
        answer = Answers(view, player).answer_decided(cell)
        assert answer or cell not in together
        if answer:
            assert cell not in one_by_one or all(step.production in CASUAL for step in answer.steps)
            assert cell not in together or not any(step.production.everywhere for step in answer.steps)
            assert all(rests(step, answer.steps, view) for step in answer.steps)


def rests(step, steps, view):
    """Everything a step uses is a clue of the view or given by one of the steps that it rests on."""
    below = [one for one in steps if one.number in step.rests_on]
    assert len(below) == len(step.rests_on)
    given = {Fact(verdict, cell) for one in below for cell, verdict in one.decides.items()}
    return all(fact in given or view.marks[fact.subject] == fact.value for fact in step.firing.used)


def early_overlap(memory, site):
    """What two clues tell, while few mines are known: sound, but what it finds depends on the order."""
    return OVERLAP.condition(memory, site) if len(memory.mines) < 2 else None


@given(views())
@example(View.parse("###10 01110 0#01# #00##"))  # a path to r1c2 begins elsewhere
def test_a_cell_that_one_clue_decides_at_once_is_told_by_it(view):
    asked, position = Answers(view), Position(view)
    for row in [cell for cell, mark in enumerate(view.marks) if mark >= 0]:
        cells, need = row_sum(position, row)
        for cell in cells if need in (0, len(cells)) else ():
            assert len(asked.answer(cell).steps) == 1


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
    game = play(board, start, Setup(player, **options), limit)
    whole = play(board, start, Setup(player, **options)).trace
    left, cells = Answers(game), list(range(len(board.graph)))
    view = board.view(game.cleared, [cell for cell in game.mines if board.mined[cell]])
    shared = Answers(Position(view, trust_flags=flags), Setup(player, checked=False))
    random.shuffle(cells)
    for cell in cells:
        alone = why(Position(view, trust_flags=flags), cell, Setup(player, checked=False))
        assert shared.answer(cell) == alone
        if game.trace.verdict(cell) is None:
            answer, fact = left.answer(cell), whole.verdict(cell)
            assert answer == why(game, cell)
            assert (answer.kind == "later") == bool(fact)
            assert not fact or answer.firing == whole.giver[fact].number
            if answer.kind == "not forced":
                able = [one for one in PLAYERS.values() if play(board, start, one).trace.verdict(cell)]
                assert answer.player == next(iter(able), None)


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


WIDE = "#######\n#2#2#2#\n#######\n"


@pytest.fixture
def no_time(monkeypatch):
    """Counting may meet one state, and searching what cannot be counted may take no step.

    The kernel hands on what the real budgets are sure to allow; here it must not.
    """
    monkeypatch.setattr(position, "backend_for", lambda *_: PYTHON)
    monkeypatch.setattr(position, "CSP_CHECKS", 0)
    tabulate = position.tabulate
    monkeypatch.setattr(position, "tabulate", lambda *args: tabulate(*args[:3], min(args[3], 1)))
    monkeypatch.setattr(position, "backbone", lambda part: backbone(part, propagations=0))
    monkeypatch.setattr(twins, "layout", lambda part: layout(part, propagations=0))


@pytest.mark.usefixtures("no_time")
def test_the_command_line_says_what_is_past_the_limits(run):
    done = run("why", "r1c1", input=WIDE)
    expected = "r1c1 is undecided, and it is past the solver's limits to tell whether it is forced.\n"
    assert (done.stdout, done.returncode) == (expected, 1)
    answer = json.loads(run("why", "r1c1", "--json", input=WIDE).stdout)
    assert (answer["kind"], answer["verdict"], answer["risk"]) == ("unknown", None, None)
    hint = run("hint", input=WIDE).stdout
    assert "Missing: 18 risks (too wide to count within the budget): r1c1, " in hint
    assert "Undecided, perhaps forced: r1c1, r1c2, " in hint
    [missing] = json.loads(run("hint", "--json", input=WIDE).stdout)["missing"]
    view = View.parse(WIDE)
    assert missing["may_be_forced"] == missing["cells"] == list(view.graph.names(view.covered))


@pytest.mark.parametrize(
    ("arguments", "status", "says", "refuted"),
    [
        (
            "r1c7",
            0,
            "r1c7 is safe. One clue is enough.",
            "were a mine:\n  The 0 at r1c8 would have one mine: r1c7.\n",
        ),
        (
            "r3c6",
            0,
            "r3c6 is safe, but a casual player can't tell",
            "With r1c6 and r2c6 safe, the 1 at r1c7 would have no mine.\nThat is impossible",
        ),
        (
            "r3c6 --player casual",
            1,
            "you need two clues together",
            "With r1c6 and r2c6 safe, the 1 at r1c7 would have no mine.\nThat is impossible",
        ),
        (
            "r3c6 --player overlap --tags",
            0,
            "[1-1; overlap, 2 clues",
            "That is impossible, so r3c6 is safe.\n",
        ),
        ("r3c3 --player expert", 0, "r3c3 is safe", "    ------------\nSuppose r3c3 were a mine:\n"),
        ("r5c1 --player local", 1, "you need the number of mines", "That is impossible, so r5c1 is safe.\n"),
        (
            "r5c1 --player casual",
            1,
            "(a) if r5c1 is a mine   (b) if r5c1 is safe",
            "Nothing to refute: r5c1 is not forced.\n",
        ),
        ("r5c1", 0, "a casual player does not get that far. Here", "That is impossible, so r5c1 is safe.\n"),
        (
            f"r5c1 --rules {SAMPLES / 'my_rules.py'}",
            0,
            "r5c1 is safe, but a casual player does not get that far.",
            "That is impossible, so r5c1 is safe.\n",
        ),
        ("r3c7 --limit 1", 1, "casual finds it later, in firing 2", "That is impossible, so r3c7 is safe.\n"),
        ("r3c7 --all", 0, "2 steps of the game to r3c7:", "That is impossible, so r3c7 is safe.\n"),
        ("r1c8", 0, "r1c8 is", "Nothing to refute: r1c8 is cleared.\n"),
    ],
)
def test_why_says_each_answer_and_its_refutation_below_it(run, arguments, status, says, refuted):
    call = ("why", *arguments.split(), "--start", "r1c8", SAMPLES / "ladder.txt")
    done, more = run(*call), run(*call, "--refute")
    assert done.returncode == more.returncode == status
    assert says in done.stdout
    steps = r"Here is how, |Then:|The board|   1\. |      r"  # the refutation is in their place
    before = re.split(steps, done.stdout)[0].rstrip("\n")
    if "the number of mines" not in before:  # a refutation by clues needs no more
        before = re.sub(
            r": (?:you need|one step needs) [^.]*", ". Here is what would go wrong if it were a mine", before
        )
    assert more.stdout.startswith(before)
    assert refuted in more.stdout.removeprefix(before)


def test_the_refutation_of_an_easy_cell_starts_from_the_board_that_is_drawn(run):
    done = run("why", "r1c4", "--refute", input="1#1#\n")
    assert "One clue at a time is enough. It takes two steps." in done.stdout
    assert done.stdout.count("\nr1") == 1
    assert "so r1c4 is safe.\nFrom the board above:\nSuppose r1c4 were a mine:\n" in done.stdout


def test_a_proof_of_many_steps_needs_no_recursion_and_shares_its_steps(run):
    chain = "1#" * 901 + "1\n"
    done = run("why", "r1c1700", input=chain)
    assert (done.returncode, done.stderr) == (0, "")
    height = json.loads(run("why", "r1c1700", "--json", input=chain).stdout)["height"]
    assert height > 50
    assert f"It takes {height} steps." in done.stdout


@pytest.mark.slow
def test_the_way_to_a_cell_is_that_of_the_weakest_player_who_finds_it():
    """Held to what each player concludes in a run of their own."""
    kinds = set()
    for index in range(16):
        size, mines = ((9, 12), 24) if index % 2 else ((5, 6), 7)
        board = random_board(size, mines, seed=3, index=14 + index)
        view = board.view(play(board, least_remaining(board).best_starts[0]).cleared)
        decided = {name: {*play(view, player=name).decided} for name in PLAYERS}
        for cell in view.covered[::3]:
            answer = why(view, cell)
            if answer.kind.startswith("needs"):
                able = [name for name in PLAYERS if cell in decided[name]]
                steps = answer.steps
                assert answer.player.name == able[0]
                assert cell in steps[-1].cells
                assert answer.hardest.grade == max(step.grade for step in steps)
                assert ("total" in answer.hardest.firing.production) == (answer.kind == "needs total")
                at_once = answer.hardest.production.clues
                if at_once and answer.kind == "needs clues":
                    assert at_once == max(len(clues(view, step)) for step in steps)
                kinds.add(answer.player.name)
    assert len(kinds) > 2 and STRONGEST in kinds  # a player between others may be needed for none


def clues(view, step):
    """The clues that a step's words name."""
    names = re.findall(r"r\d+c\d+", " ".join(step.sentences))
    return {name for name in names if view.marks[view.graph.locate(name)] >= 0}


def words_of(view, cell, player="casual", **options):
    return list(answer_text(full_answer(view, cell, player, **options)))


ANEW = ("", " (new letters)")  # what follows a step's result


def test_a_way_tells_every_step_in_full_or_in_short():
    board = random_board((16, 16), 48, seed=9, index=24)
    view = board.view(play(board, least_remaining(board).best_starts[0]).cleared)
    steps = why(view, "r3c11").steps
    short, whole = words_of(view, "r3c11"), words_of(view, "r3c11", every=True)
    assert len(steps) == 50
    for step in steps:
        said = step.lines[-1] if step.lines else step.sentences[0]
        assert any(said in line for line in whole)
        for name in view.graph.names(step.cells):
            assert any(said in line or f" {name} (" in line for line in short) or "at a time" in short[1]
    heads = [f"{decided_text(step, MOST_NAMED)}{anew}:" for step in steps if step.lines for anew in ANEW]
    assert sum(head in line for head in heads for line in short) == sum(bool(step.lines) for step in steps)
    assert short[1] == "One clue at a time, you can find 43 mines (add --all to see how)."
    assert "Then, in 8 steps:" in short


def test_a_refutation_goes_on_from_no_more_steps_than_it_needs(run):
    """The 3 at r3c2 tells the three mines that the 2 at r1c2 and the 3 at r2c2 tell, too."""
    board = "02#######\n03#######\n03#######\n14#######\n" + 5 * "#########\n"
    out = run("why", "r5c3", "--refute", input=f"mines 21\n{board}").stdout
    first = "The 3 at r3c2 has just three covered neighbours, so r2c3, r3c3 and r4c3 are mines."
    assert f"First:\n      {first}\nThe board now (F = known mine):\n" in out and "r2 | 0  3  F" in out


def test_safe_cells_are_found_before_a_refutation_only_for_clues_that_lack_cells(run):
    """The 1 at r7c3 would have two mines, whether r6c2 and r7c2 are safe or not."""
    board = "0002####\n0002#2##\n000112##\n122102##\n2##103##\n##2102##\n##122###\n########\n"
    out = run("why", "r8c5", "--refute", input=board).stdout
    assert "First" not in out and "The board:" in out
    board = "#2##101#\n#3221011\n#2000000\n#2110000\n###20122\n########\n"
    out = run("why", "r2c1", "--refute", input=f"mines 11\n{board}").stdout
    assert "so r5c3 is a mine.\nThe board now (F = known mine):" in out


def test_five_mines_of_a_clue_are_named(run):
    """Not all of them are drawn in the supposition."""
    board = "####2####\n###4##5#4\n12###6##2\n013####31\n00124##10\n"
    out = run("why", "r1c7", input=f"mines 17\n{board}").stdout
    assert "all five of its mines (r1c7, r1c8, r2c8, r3c7 and r3c8)" in out


def test_an_unknown_policy_is_refused_also_for_a_certain_cell(run):
    done = run("why", "r1c1", "--policy", "bet", SAMPLES / "endgame.txt")
    assert done.returncode == 2 and "expected least-risk" in done.stderr and not done.stdout


def test_a_safe_cell_that_only_a_clue_without_room_sees_is_not_found_first(run):
    """The 1 at r7c3 sees r6c2 and r7c2; where its mine is does not depend on them."""
    board = "0002####\n0002#2##\n000112##\n122102##\n2##103##\n##2102##\n##122###\n########\n"
    out = run("why", "r8c2", input=board).stdout
    assert "?" not in out and "F" not in out.split()


@given(views())
@example(View.parse(BEYOND_CASUAL))
def test_a_refutation_begins_with_just_the_steps_that_lead_to_it(view):
    marks, around = view.without_flags().marks, view.graph.neighbours
    solution = Position(view).solution()
    for cell in (*solution.safe, *solution.mines):
        opposite = full_answer(view, cell, "casual", refuted=True).opposite
        steps, known = opposite.steps or (), {}
        for at, step in enumerate(steps):
            ((clue, _),) = step.stands_on.items()
            unknown = {near for near in around[clue] if marks[near] == COVERED} - known.keys()
            need = marks[clue] - sum(known.get(near) == "mine" for near in around[clue])
            assert need in (0, len(unknown)) and {*step.cells} <= unknown
            assert {*step.decides.values()} == {"mine" if need else "safe"}
            used = rows_in(opposite.refutation).union(*[later.stands_on for later in steps[at + 1 :]])
            assert TOTAL in used or not view.graph.around(used).isdisjoint(step.cells)
            known |= step.decides


def test_wrong_flags_are_told_and_not_believed(run):
    without = run("why", "r1c2", input="1#1#\n").stdout
    assert run("why", "r1c2", input="1#1F\n").stdout == (
        f"{without}The flag at r1c4 is wrong: that cell is safe.\n"
    )
    assert json.loads(run("why", "r1c2", "--json", input="1#1F\n").stdout)["wrong_flags"] == ["r1c4"]
    clash = run("why", "r1c2", input="F#\n1F\n").stdout.splitlines()
    assert clash[-1].startswith("The flags cannot all be right: with the flags as mines, r2c1=1")


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.sampled_from([None, 0, 2]), st.data())
@examples(80)
def test_a_refutation_stands_on_what_was_known_by_then(started, player, limit, data):
    board, start = started
    game = play(board, start, player, limit=limit)
    cell = data.draw(st.integers(0, len(board.graph) - 1))
    found = opposite(game, cell)
    firings = [one for one in game.trace.firings if any(fact.subject == cell for fact in one.concluded)]
    assert found.before == (firings[0].number if firings else None)
    before = game.trace.firings[: firings[0].number - 1] if firings else ()
    earlier = [fact for one in before for fact in one.concluded]
    known = {fact.subject: fact.attribute for fact in earlier}
    if firings:
        assert {start, *known} == set(range(len(board.graph))) - set(found.view.covered) | set(
            found.view.flags
        )
    for flag in found.view.flags:
        assert board.mined[flag]
    if cell == start:
        assert found.nothing == "cleared"
    elif found.refutation:
        assert found.refutation.verdict == ("mine" if board.mined[cell] else "safe")
        assert check_refutation(found.view, found.refutation)
    else:
        fits = [one for one in all_layouts(found.view, board.mine_count) if one >= set(found.view.flags)]
        assert {cell in one for one in fits} == {True, False}
        assert found.nothing == "not forced"


def test_what_is_past_the_limits_is_said():
    view = View.parse("####### #2#2#2# #######")
    with mock.patch("logicsweep.games.why.refute", return_value=None):
        assert "is not forced" in next(refuted_text(opposite(view, "r1c1")))
        forced = opposite(View.parse("1#"), "r1c2")
    assert list(refuted_text(forced)) == ["No refutation of r1c2 within the budget."]
    unknown = mock.Mock(verdict=lambda _: None, missing=[mock.Mock(may_be_forced=(0,))])
    with (
        mock.patch("logicsweep.games.why.refute", return_value=None),
        mock.patch("logicsweep.games.why.find_solution", return_value=unknown),
    ):
        found = opposite(view, "r1c1")
    assert list(refuted_text(found)) == [
        "Nothing to refute: the solver cannot tell within its limits whether r1c1 is forced."
    ]


@given(views(most_covered=10), st.data())
@examples(100)
def test_two_drawings_show_where_layouts_differ(view, data):
    assume(view.covered)
    cell = data.draw(st.sampled_from(view.covered))
    asked = full_answer(view, cell, every=True)
    answer = asked.answer
    if answer.kind != "not forced":
        return
    lines = "\n".join(twins_text(asked)).split("\n")
    end = next(at for at, line in enumerate(lines) if not re.match(r"\(\*|\([ab]\) if|r\d+[ |]| ", line))
    one, other = answer.mine, answer.safe
    lone = read_lone(lines, str(view.mine_total))
    pictures, in_one, in_other = read_two(lines[:end], lone)
    for mines, drawn in zip((one, other), pictures, strict=True):
        covered = {view.graph.name(one): "*" if one in mines else "." for one in view.covered}
        assert {name: glyph for name, glyph in drawn.items() if name in covered}.items() <= covered.items()
        assert {view.graph.name(one) for one in answer.differ} <= drawn.keys()
    assert cell in one - other
    for mines in (one, other):
        assert satisfies(view, mines)
        assert view.mine_total in (None, len(mines))
    assert in_one | in_other == {*view.graph.names(answer.differ)}
    named = re.findall(r"r\d+c\d+", next(twins_text(asked, draw=False)).split(":")[0])
    assert named[: len(answer.differ)] == list(view.graph.names(answer.differ))
    layouts = all_layouts(view, view.mine_total)
    for near in answer.telling:
        assert near not in agreed(view, layouts)[1]
        pairs = {(len(mines.intersection(view.graph.neighbours[near])), cell in mines) for mines in layouts}
        assert len({clue for clue, _ in pairs}) == len(pairs)
        assert view.graph.name(near) in " ".join(lines[end:])


def test_past_the_limits_there_are_two_drawings_and_no_word_of_what_would_tell(run):
    view = View.parse("#1#?")
    with (
        mock.patch("logicsweep.games.why.twins_of", side_effect=LimitReached),
        mock.patch("logicsweep.games.why.find_telling_cells", side_effect=LimitReached),
    ):
        answer = why(view, "r1c3")
        lines = run("why", "r1c3", input="#1#?\n").stdout.splitlines()
    assert lines[1:-1] == ["r1c3 safe   r1c3 a mine", "    1234        1234", "r1  *1.?    r1  .1*?"]
    assert (answer.closest, answer.telling, answer.differ) == (False, None, (0, 2))


def test_a_proof_rests_on_no_mine_that_its_words_pass_over():
    view = View.parse("mines 7 #10#01# 11##02# ##2123# 1###3#3 1#21###")
    steps = why(view, "r5c6").steps
    assert {number for step in steps for number in step.rests_on} <= {step.number for step in steps}


def decided_by_clues(view, clues):
    """The cells that these clues decide, one after another and each alone."""
    mines, safe = set(), set()
    for clue in clues:
        unknown = {cell for cell in view.graph.neighbours[clue] if view.marks[cell] < 0} - safe
        need = view.marks[clue] - len(unknown & mines)
        if need == 0:
            safe |= unknown - mines
        elif need == len(unknown - mines):
            mines |= unknown
    return mines | safe


@pytest.mark.slow
def test_a_proof_by_single_clues_has_no_step_to_spare():
    longest = 0
    for seed in range(12):
        board = random_board((9, 9), 12, seed, first="opening", start=40)
        view = Session(board).click("r5c5")
        asked = Answers(view)
        for cell, steps in ((cell, asked.answer(cell).steps) for cell in view.covered):
            if not 2 < len(steps) < 10 or any(step.production not in CASUAL for step in steps):
                continue
            clues, longest = [step.site for step in steps], max(longest, len(steps))
            assert cell in decided_by_clues(view, clues)
            for at in range(len(clues)):
                assert cell not in decided_by_clues(view, clues[:at] + clues[at + 1 :])
    assert longest > 4


def test_the_last_step_of_a_proof_has_only_the_reason_for_the_cell():
    """The step of the path decides r4c2 first, by other clues."""
    told = why(View.parse("mines 5 ##### 3432# ##??0 1###0"), "r4c3").steps[-1]
    assert [rows_in(reason) for reason in told.reasons] == [{TOTAL, 5, 8}]


def test_a_proof_has_no_step_of_two_clues_that_the_next_two_do_without(run):
    rows = (
        "1#101#12###### 11101223#31### 121101#2111### #5#31111013### "
        "####100001#### ###42001122### ####3223#10### #####2##211### ##############"
    )
    told = run("why", "r1c12", "--player", "casual", input=rows.replace(" ", "\n")).stdout
    assert "r1c12 is safe" in told and told.count(" touches the a's too") == 1
    first = told.split("\nThen")[0]
    assert "r1c9" in first and "r2c9" in first and "safe" not in first.split("\n", 1)[1]


def test_a_proof_of_single_clues_tells_all_mines_of_one_clue_at_once(run):
    """The 3 has three covered neighbours: it needs no word of the two mines that the 2 beside it tells."""
    told = run("why", "r1c5", "1####\n12321\n00000").stdout
    assert "takes two steps" in told and "The 3 at r2c3 has just three covered neighbours" in told


def test_a_step_of_a_proof_is_told_by_one_clue_if_that_does_by_then(run):
    """The run took it by two clues; by then the proof has told the mine of one of them."""
    told = run("why", "r1c1", "--player", STRONGEST, SAMPLES / "endgame.txt").stdout
    assert "r3c3 has its mine (r2c3), so r2c2 is safe." in told
    assert "none of ." not in told


def test_each_reason_of_a_step_decides_a_cell_that_the_others_do_not():
    view = View.parse(
        "######1002#21### ######1002#211## ######10012221## ######21102#4### ######3#102#5### "
        "######3110113### ######2100001### #######4321000## ##########2110## " + "################ " * 3,
        mines=46,
    )
    asked = Answers(view)
    found = [step for cell in view.covered for step in asked.answer(cell).steps]
    cells = [[{*decided_by(reason)} for reason in step.reasons] for step in found]
    for own, *others in (some[at:] + some[:at] for some in cells for at in range(len(some))):
        assert not own <= set().union(*others)
