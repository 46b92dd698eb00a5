"""Games that go on by guesses, against a game played by other code on all placements of mines."""

import json
import pickle
from fractions import Fraction
from math import log10, prod

import pytest
from conftest import SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from in_process import invoke, mistake
from oracles_csp import agreed, all_layouts
from strategies import BY_CLUES, GRAPHS, STRONGEST, examples, started_boards

from logicsweep import Board, Position, View, play, play_many, random_board
from logicsweep.boards.cells import CellGraph
from logicsweep.errors import InvalidInput
from logicsweep.games.answer import FullAnswer
from logicsweep.games.compare import compare
from logicsweep.games.finish import known_better
from logicsweep.games.path import path
from logicsweep.games.players import PLAYERS
from logicsweep.games.setup import Setup
from logicsweep.games.why import why
from logicsweep.guessing.policy import POLICIES, policy_of
from logicsweep.kernel import is_installed
from logicsweep.rules.engine import STRATEGIES
from logicsweep.show.svg import svg
from logicsweep.show.why import answer_text

KNOWN_MINE = Board.parse("...MM ...MM ..M..")  # of two mines left, r3c4 sees one of the other two cells
players = st.sampled_from(sorted(PLAYERS))
policies = st.sampled_from(sorted(POLICIES))


def forced(board, cleared, total):
    """What all layouts agree on, and the risks, of what is seen when these cells are cleared."""
    view = board.view(sorted(cleared), total=total)
    return agreed(view, all_layouts(view, board.mine_count if total else None))


def casual_finds(board, cleared, flagged):
    """What one clue alone decides: safe cells and mines."""
    safe, mines = set(), set()
    for clue in cleared:
        around = set(board.graph.neighbours[clue]) - cleared
        need = board.clue(clue) - len(around & flagged)
        left = around - flagged
        safe |= left if need == 0 else set()
        mines |= left if need == len(left) else set()
    return safe, mines


def finds(board, player, cleared, flagged):
    if player == "casual":
        return casual_finds(board, cleared, flagged)
    safe, mines, _ = forced(board, cleared, total=player == STRONGEST)
    return set(safe), set(mines)


def chosen(board, cleared, flagged):
    """The least risk of what the clues leave open; ties go to fewest neighbours, then to the first."""
    safe, mines, by_clues = forced(board, cleared, total=False)
    if not (unsure := set(by_clues) - {*safe, *mines} - flagged):
        return safe[0], Fraction(0)
    risks = forced(board, cleared, total=True)[2]
    if not all(0 < risks[cell] < 1 for cell in unsure):
        risks = by_clues
    return min(
        ((cell, risks[cell]) for cell in unsure),
        key=lambda one: (one[1], len(board.graph.neighbours[one[0]]), one[0]),
    )


def played(board, start, player):
    """The guesses of a game (cell, risk), the cells cleared, the mine that ended it."""
    cleared, flagged, guesses = {start}, set(), []
    while len(cleared) < board.safe_count:
        safe, mines = finds(board, player, cleared, flagged)
        if safe or mines - flagged:
            cleared, flagged = cleared | safe, flagged | mines
            continue
        cell, risk = chosen(board, cleared, flagged)
        guesses.append((cell, risk))
        if board.mined[cell]:
            return guesses, cleared, cell
        cleared.add(cell)
    return guesses, cleared, None


@examples(60)
@given(
    started_boards().filter(lambda found: len(found[0].graph) < 13),
    st.sampled_from(["casual", BY_CLUES, STRONGEST]),
)
@example((Board.parse(".M..M ...MM", CellGraph.torus), 3), STRONGEST)  # the total alone found mines before
def test_a_game_with_guesses_is_the_one_played_on_all_placements(found, player):
    board, start = found
    game = play(board, start, Setup(player, guess="least-risk"))
    guesses, cleared, lost = played(board, start, player)
    assert [(guess.cell, guess.risk) for guess in game.guesses] == guesses
    assert (set(game.cleared), game.lost, game.won) == (cleared, lost, lost is None)


@examples(60)
@given(started_boards(), players, policies)
def test_a_guess_comes_where_the_player_finds_nothing_and_spares_what_is_known(found, player, policy):
    board, start = found
    game = play(board, start, Setup(player, guess=policy))
    for step in [step for step in game.steps if step.guess]:
        known = Position(step.before, trust_flags=True)
        assert play(known, player=player).trace.firings == ()
        assert step.guess.cell in step.before.covered
        assert step.guess.cell not in step.before.flags
        assert step.guess.mine == board.mined[step.guess.cell]
        assert 0 <= step.guess.risk < 1
        if player == STRONGEST:
            assert known.solution().risks[step.guess.cell] == step.guess.risk > 0
    assert game.won + (game.lost is not None) == 1
    assert [guess.mine for guess in game.guesses[:-1]] == [False] * len(game.guesses[:-1])
    assert game.luck == round(game.luck, 12)  # the same on each platform
    assert game.luck == pytest.approx(-log10(prod([1 - guess.risk for guess in game.guesses])))


@examples(30)
@given(started_boards(), players, st.sampled_from(STRATEGIES), st.integers(0, 3))
def test_the_guesses_do_not_depend_on_the_order_of_firings(found, player, strategy, seed):
    board, start = found
    first = play(board, start, Setup(player, guess="least-risk"))
    again = play(board, start, Setup(player, strategy, seed, guess="least-risk"))
    easiest = path(board, start, Setup(player, guess="least-risk"))
    assert first.guesses == again.guesses == easiest.guesses
    assert first.cleared == again.cleared == easiest.cleared
    for game in (first, again, easiest):
        assert [one.number for one in game.trace.firings] == [*range(1, len(game.trace.firings) + 1)]
    assert [count == 0 for count in easiest.candidates] == [bool(step.guess) for step in easiest.steps]
    assert play(board, start, Setup(player, guess="least-risk")).trace == first.trace


@examples(60)
@given(started_boards(), players)
@example((Board.parse("."), 0), "casual")  # won before the first firing
@example((KNOWN_MINE, 10), BY_CLUES)
def test_who_could_have_known_better_is_told_where_somebody_could(found, player):
    board, start = found
    game = play(board, start, Setup(player, guess="least-risk"))
    better = known_better(game)
    if game.lost is None:
        assert better is None
        return
    seen = Position(game.steps[-1].before, trust_flags=True)
    by_player = {name: play(seen, player=name) for name in PLAYERS}
    able = [name for name, known in by_player.items() if known.safe or game.lost in known.mines]
    assert [better and better.player.name] == able[:1] or (not able and better is None)
    if better:
        assert seen.solution().verdict(better.cell) == better.verdict
        assert better.verdict == "safe" or better.cell == game.lost


@pytest.mark.parametrize("verb", ["trace", "path", "compare"])
def test_a_mine_that_somebody_would_have_known_is_told(verb):
    players = "--players" if verb == "compare" else "--player"
    asked = [verb, "--start", "r3c1", players, BY_CLUES, "--policy", "least-risk", "-"]
    board = "3 5\n...MM\n...MM\n..M..\n"
    assert "). It was certainly a mine (expert knows it).\n" in invoke(*asked, input=board).out
    last = json.loads(invoke(*asked, "--json", input=board).out.splitlines()[-1])
    ended = last["games"][BY_CLUES] if verb == "compare" else last
    assert ended["known_better"] == {"cell": "r1c5", "player": STRONGEST, "verdict": "mine"}


@pytest.mark.parametrize("verb", ["trace", "path --draw"])
def test_a_mine_that_was_hit_is_drawn_as_one(verb):
    asked = [*verb.split(), "--start", "r3c1", "--player", BY_CLUES, "--policy", "least-risk"]
    lines = invoke(*asked, input="3 5\n...MM\n...MM\n..M..\n").out.splitlines()
    hit = lines.index("* the mine that was hit")
    assert lines[hit - 1].endswith("01F3#") and lines[hit - 3].endswith("002F*")


@pytest.mark.parametrize("name", sorted(GRAPHS))
def test_each_player_of_a_comparison_plays_to_the_end(name):
    graph = CellGraph.of(GRAPHS[name])
    board = Board(graph, bytes(cell % 4 == 3 for cell in range(len(graph))))
    found = compare(board, 0, [Setup(name, guess="safest-two") for name in PLAYERS])
    for run in found.runs.values():
        assert run.won or run.lost is not None
        assert not any(step.guess for step in found.beyond)
        assert hash(run.guess) == hash(policy_of("safest-two"))


@pytest.mark.parametrize("verb", ["trace", "path", "compare"])
def test_a_verb_that_guesses_loses_at_once_on_a_mine(verb):
    board = "2 4\n..M.\nMMMM\n"
    assert "lost at r1c3: 0 guesses" in invoke(verb, "--start", "r1c3", "--guess", input=board).out
    told = mistake([verb, "--start", "r1c3"], board.encode())
    assert told == "--start: expected a safe cell, got a mine at r1c3\n"


STUCK = Board.parse(".M.... ...... M..M..")  # casual is, from r1c5, before r2c1 and r3c1


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_who_guesses_loses_at_once_on_a_mine(name):
    board, setup = Board.parse("..M. MMMM"), Setup(name, guess="best")
    with pytest.raises(InvalidInput, match="expected a safe cell, got a mine"):
        play(board, "r1c3", name)
    for run in (play(board, "r1c3", setup), path(board, "r1c3", setup), compare(board, 2, [setup]).first):
        assert (run.lost, run.won, run.remaining, run.cleared, run.luck) == (2, False, 3, (), 0)
        assert (run.trace.firings, run.steps.hardest, known_better(run)) == ((), None, None)
        assert run.after == board.view() and [*run.views()] == [board.view()]
        assert "lost at r1c3" in svg(run)
    assert compare(board, 2, [setup]).outcomes[name].ended.lost == 2


def test_a_position_has_no_referee():
    with pytest.raises(InvalidInput, match=r"^guess: expected a board \(a position has no referee"):
        play(View.parse("1#1#"), player=Setup(guess="best"))


LADDER = str(SAMPLES / "ladder.txt")


@pytest.mark.parametrize("verb", ["trace", "path", "compare"])
def test_the_verbs_refuse_what_is_no_policy_and_a_position_in_one_line(verb):
    assert mistake([verb, "--policy", "bold", LADDER]).startswith("--policy: expected least-risk")
    message = "--guess: expected a board (a position has no referee to answer), got a position\n"
    assert mistake([verb, "--policy", "best"], b"1#1#\n") == message


def test_a_cell_that_was_guessed_has_no_proof():
    game = play(Board.parse("..M. M..."), "r1c1", Setup(guess="least-risk"))
    answer = why(game, game.guesses[0].cell)
    assert (answer.kind, answer.risk, answer.firing) == ("guessed", Fraction(1, 4), 1)
    assert [*answer_text(FullAnswer(answer, game.player))] == [
        "r1c4 is safe: it was cleared as a guess, risk 1/4 (25%)."
    ]
    assert why(game, game.lost).kind == "not forced"


def test_a_picture_shows_the_guess_and_the_mine_that_it_cleared():
    game = play(STUCK, "r1c5", Setup(guess="least-risk"))
    assert "Casual from r1c5, 3 x 6, 3 mines: 2 remaining, lost at r3c1" in svg(game)
    assert "Step 8 of 8: guess, risk 1/2 (50%)" in svg(game, 8)
    assert [svg(*how).count(">a guess<") for how in ((game,), (game, 8), (game, 1))] == [1, 1, 0]
    won = play(STUCK, "r1c5", Setup(guess=lambda position: "r2c1"))
    assert won.guesses[0].policy == "lambda"
    assert "lost" not in svg(won)


def last_open(position):
    return [cell for cell in position.view.covered if not position.solution().verdict(cell)][-1]


@pytest.mark.parametrize("kernel", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("player", ["casual", STRONGEST])
@pytest.mark.parametrize("policy", ["least-risk", "best", last_open])
def test_many_boards_of_ones_own_are_played_to_their_ends(player, policy, kernel):
    if kernel and not is_installed():
        pytest.skip("the extra `fast` is not installed")
    many = [random_board((4, 5), 5, seed=3, index=index) for index in range(12)]
    starts = [board.mined.index(0) for board in many]
    found = play_many(many, starts, player, guess=policy, kernel=kernel)
    games = [play(board, at, Setup(player, guess=policy)) for board, at in zip(many, starts, strict=True)]
    assert [*found.won] == [game.won for game in games]
    assert [*found.guesses] == [len(game.guesses) for game in games]
    assert [*found.luck] == pytest.approx([game.luck for game in games])
    alone = play_many(many, starts, player)
    assert [*found.remaining] == [*alone.remaining]
    assert (alone.won, alone.guesses, alone.luck, alone == found) == (None, None, None, False)
    assert pickle.loads(pickle.dumps(found)) == found
