"""Hints in stages: all tell of one step, the last one all of it, those before it nothing that follows."""

import json
import re

import networkx as nx
import pytest
from conftest import SAMPLES
from hypothesis import assume, given
from hypothesis import strategies as st
from in_process import invoke, printed
from strategies import ASKED, SHAPES, STRONGEST, flagged, started_boards, views

from logicsweep import CellGraph, Fact, Match, Player, Production, Unsound, View, answer, play
from logicsweep.boards.board import COVERED, FLAG, SAFE, Board
from logicsweep.boards.cells import FIELDS
from logicsweep.closures.closure import start_classes
from logicsweep.csp.position import Position
from logicsweep.csp.solve import find_solution
from logicsweep.csp.sums import TOTAL
from logicsweep.games.path import next_step, path
from logicsweep.games.players import PLAYERS, player_of, strongest
from logicsweep.games.setup import Setup
from logicsweep.games.step import reason_sentence
from logicsweep.games.why import full_answer, why
from logicsweep.reasons.reason import decided_by, rows_in
from logicsweep.show.stages import (
    cell_stage_json,
    clues_of,
    hint_stage_json,
    is_telling,
    place_text,
    region_of,
    stage_lines,
    staged_step,
    stages_text,
)
from logicsweep.show.why import answer_json
from logicsweep.verbs.hint import hint as find_hint
from logicsweep.verbs.reading import READS, Numbered, items

ENDGAME, LADDER, POSITION = (SAMPLES / f"{name}.txt" for name in ("endgame", "ladder", "position"))
TELLS = re.compile(r"\bsafe\b|\bmines? (is|are)\b|\b(is a|are) mines?\b|all-found|all-mines")


def free_views():
    """Views of free graphs, all neighbours of a few cells covered."""
    return st.builds(_free_view, st.integers(0, 40), st.integers(0, 10**6), st.booleans())


def _free_view(seed, bits, total):
    graph = CellGraph.of(nx.gnm_random_graph(14, 26, seed=seed))
    board = Board(graph, bytes([bits >> cell & bits >> (cell + 6) & 1 for cell in range(14)]))
    cleared = [cell for cell in range(14) if not board.mined[cell] and cell % 3]
    return board.view(cleared, total=total)


@given(views() | free_views(), st.sampled_from(ASKED))
def test_a_hint_is_the_first_step_of_the_path(view, name):
    if player_of(name).knows_total and view.mine_total is None:
        name = strongest(total=False).name
    hint, found = next_step(view, name), path(view, player=name)
    assert (hint is None) == (not found.steps)
    if hint is None:
        return
    step, before = found.steps[0], found.steps[0].before
    assert (hint.firing, hint.before) == (step.firing, before)
    [reason] = [one for one in step.reasons if one in hint.reasons]
    told = staged_step(hint, 4, name)
    assert told.sentence == reason_sentence(before, reason, hint.cells)
    assert {*told.clues, *([-1] * told.total)} == rows_in(reason)
    assert told.region is None or set(told.clues) <= set(told.region)
    truth = find_solution(Position(view))
    assert hint.decides
    assert all(truth.verdict(cell) == verdict for cell, verdict in decided_by(reason).items())


FIELDS_OF_STAGES = [
    {"region"},
    {"clues", "total"},
    {"kind", "production", "grade"},
    {"safe", "mines", "sentence"},
]


@given(views() | free_views(), st.sampled_from(ASKED), st.sampled_from([1, 2, 3]))
def test_no_stage_before_the_last_tells_what_follows(view, name, stage):
    assume(view.mine_total is not None or not player_of(name).knows_total)  # who needs it is refused
    if (hint := next_step(view, name)) is None:
        return
    told = staged_step(hint, stage, name)
    lines = list(stages_text(view, told, hint))
    drawn, words = "\n".join(lines[:-stage]), lines[-stage:]
    assert words == [*stage_lines(view, staged_step(hint, 4, name))][:stage]
    staged = hint_stage_json(find_hint(Numbered(1, view), name), stage)
    later = set().union(*FIELDS_OF_STAGES[stage:]) | ({"production"} if is_telling(hint) else set())
    assert {name for name in later if staged[name] is not None} == set()
    looked = set(staged["region"] or ())
    known = [staged[name] for name in staged.keys() - later if name not in ("field", "player", "region")]
    assert not looked or {*view.graph.names(staged_step(hint, 2, name).clues)} <= looked
    covered = {view.graph.name(cell) for cell in view.covered}
    assert not [text for text in (*words, drawn, json.dumps(known)) if TELLS.search(text)]
    if view.graph.shape:
        assert not covered & set(re.findall(r"r\d+c\d+", json.dumps(known) + "".join(words)))
        assert (
            re.sub(r"^.*\d$(?=\nr1 )|^r\d+ |[ :>]", "", drawn, flags=re.M)
            .lstrip("\n")
            .startswith(view.drawing.replace(" ", ""))
        )
    else:  # where to look is some cleared cells, the clues among them
        named = set(re.findall(r"\d+", words[0]))
        assert told.region is None or set(view.graph.names(staged_step(hint, 2, name).clues)) <= named
        assert not covered & named


def check_stages(staged, plain):
    """All stages of a cell are about the step with which `why` ends."""
    *first, last = plain["steps"]
    assert {*staged["clues"], *["total"] * staged["total"]} == last["stands_on"].keys()
    assert (staged["production"], staged["grade"]) == (last["production"], last["grade"])
    assert staged["player"] == (plain["player"] or plain["asked"])
    assert staged["after"] == len(first)
    assert plain["cell"] in staged["safe" if plain["verdict"] == "safe" else "mines"]


HOW = {
    "first": {"start": "r1c1"},
    "ladder": {"start": "r1c8"},
    "hexagons": {"field": "hex"},
    "position": {},
    "endgame": {},
}
"""Samples, and how they are read and played."""


@pytest.mark.slow
@pytest.mark.parametrize("sample", HOW)
@pytest.mark.parametrize("player", [None, "casual", STRONGEST])
def test_the_stages_of_a_cell_of_a_sample_are_about_the_step_with_which_why_ends(sample, player):
    text = (SAMPLES / f"{sample}.txt").read_text()
    request = {"verb": "why", "position": text, "player": player, **HOW[sample]}
    [item] = items([("text", iter([text.encode()]))], READS["why"])
    told = 0
    for cell in item.what.graph.names(range(len(item.what.graph))):
        [plain] = answer(request | {"cell": cell})["lines"]
        [staged] = answer(request | {"cell": cell, "stage": 4})["lines"]
        if plain["steps"]:
            check_stages(staged, plain)
            told += 1
        else:
            assert staged == plain
    assert told


@given(started_boards(), st.sampled_from(ASKED), st.integers(0, 8))
def test_in_a_game_the_step_takes_the_clues_that_were_seen_when_the_cell_was_decided(started, name, limit):
    board, start = started
    game = play(board, start, name, limit=limit)
    for cell in range(0, len(board.graph), 2):
        full, verdict = full_answer(game, cell), game.trace.verdict(cell)
        staged, plain, giver = cell_stage_json(full, 4), answer_json(full), game.trace.giver.get(verdict)
        if plain["steps"]:
            check_stages(staged, plain)
            seen = game.before(giver.number) if giver else game.after
            assert all(seen.marks[clue] >= 0 for clue in clues_of(full.answer.steps[-1]))
            assert board.graph.name(cell) in staged["mines" if board.mined[cell] else "safe"]
        elif plain["kind"] == "later":
            assert (staged["found"], staged["safe"], staged["mines"]) == (False, None, None)
            assert not TELLS.search(staged["lines"][0])
        else:
            assert staged == plain
            assert bool(verdict) == (plain["kind"] == "first")
            assert verdict or find_solution(Position(game.after, trust_flags=True)).verdict(cell) is None


@given(views() | free_views(), st.sampled_from(ASKED), st.data())
def test_in_a_position_the_step_is_that_of_the_player_or_of_the_weakest_who_finds_it(view, name, data):
    flags = data.draw(st.sets(st.sampled_from(view.covered))) if view.covered else set()
    claimed = flagged(view, flags)
    truth = find_solution(Position(view))
    decided = {one: play(view, player=one).decided for one in dict.fromkeys((name, *PLAYERS))}
    for cell in range(0, len(view.marks), 3):
        full = full_answer(claimed, cell, name)
        staged, plain = cell_stage_json(full, 4), answer_json(full)
        if cell not in view.covered or truth.verdict(cell) is None:
            assert staged == plain
            continue
        check_stages(staged, plain)
        assert plain["verdict"] == truth.verdict(cell)
        assert staged["player"] == next(one for one, cells in decided.items() if cell in cells)
        assert full.answer.steps[-1].before.marks[cell] == COVERED


@given(views(), st.data())
def test_right_flags_are_known_wrong_ones_are_safe_cells_and_others_say_nothing(view, data):
    flags = data.draw(st.sets(st.sampled_from(view.covered))) if view.covered else set()
    player, truth = strongest(view.mine_total is not None), find_solution(Position(view))
    hint = next_step(flagged(view, flags), player)
    forced = {*truth.safe, *truth.mines}
    assert (hint is None) == (not forced - flags)
    if hint:
        assert not hint.decides.keys() & flags & forced
        known = dict.fromkeys(flags.intersection(truth.mines), FLAG)
        known |= dict.fromkeys(flags.intersection(truth.safe), SAFE)
        assert [hint.before.marks[cell] for cell in view.covered] == [
            known.get(cell, COVERED) for cell in view.covered
        ]


def third_is_safe(memory, site):
    """The third cell is safe."""
    return Match((memory.clues[site],), (Fact("safe", 2),))


def test_flags_are_settled_without_checks_where_no_checks_are_asked_for():
    view = View.parse("F1#")
    player = Player("wrong", "y", (Production("third", third_is_safe, needs="clue"),))
    unchecked = Setup(player, checked=False)
    for found in (next_step(view, unchecked), why(view, "r1c3", unchecked).steps[-1]):
        assert staged_step(found, 4, "wrong").sentence == "r1c3 is safe: The third cell is safe."
    for ask in (next_step, lambda *one: why(one[0], "r1c3", one[1])):
        with pytest.raises(Unsound):
            ask(view, player)


@given(st.sampled_from(sorted(FIELDS)), st.sampled_from([*SHAPES, (9, 7), (1, 1)]), st.data())
def test_a_region_holds_cells_and_their_neighbours_in_the_rows_and_columns_that_it_says(kind, shape, data):
    graph = FIELDS[kind](*shape)
    cells = data.draw(st.sets(st.sampled_from(range(len(graph))), max_size=3))
    region = region_of(graph, cells)
    sentence = place_text(View(graph, (COVERED,) * len(graph)), region)
    if region is None:
        assert sentence == "the whole board"
        return
    assert graph.around(cells) <= {*region} < {*range(len(graph))}
    assert len(region) <= 16 * len(cells) + 8 * len(cells) * (kind == "torus")
    rows, cols = (_places(part) for part in sentence.split(", "))
    assert rows == {cell // shape[1] + 1 for cell in region}
    assert cols == {cell % shape[1] + 1 for cell in region}


def _places(text):
    """`rows 1-2 and 9` as a set."""
    spans = re.findall(r"(\d+)(?:-(\d+))?", text)
    return {place for first, last in spans for place in range(int(first), int(last or first) + 1)}


def test_hint_without_a_step_tells_the_least_risk_and_nothing_of_stages():
    assert invoke("hint", "--stage", "2", input="#1#\n").out.splitlines()[1:] == [
        "No cell is forced.",
        "least risk 1/2 (50%): r1c1, r1c3",
    ]
    [found] = printed("hint", "--stage", "2", input="#1#\n")
    assert (found["player"], found["found"], found["risk"]) == (STRONGEST, False, "1/2")
    assert found["least_risk"] == ["r1c1", "r1c3"]
    casual = ("hint", "--stage", "1", "--player", "casual")
    assert invoke(*casual, input="#1#\n").out.endswith("\nCasual is stuck: nothing more is certain.\n")
    done = "\nNothing is left to clear: each covered cell is a mine.\n"
    assert invoke(*casual, input="1F\n11\n").out.endswith(done)
    assert invoke("hint", "--stage", "1", input="00\n").out.startswith("The position is complete")


def test_which_flag_is_wrong_is_told_by_the_last_stage_alone():
    texts = [
        invoke("hint", "--stage", str(n), input="#F####\n121100\n").out.splitlines()[1] for n in (1, 2, 3, 4)
    ]
    place = "A flag is wrong: look at rows 1-2, columns 1-4."
    assert texts == ["A flag is wrong.", place, place, "The flag at r1c2 is wrong: that cell is safe."]
    clash = "F#\n1F\n"
    assert invoke("hint", "--stage", "3", input=clash).out.splitlines()[1] == "The flags cannot all be right."
    for stage in (3, 4):
        [found] = printed("hint", "--stage", str(stage), input="#F#\n121\n")
        assert (found["doubtful"], found["wrong_flags"]) == (True, ["r1c2"] * (stage == 4))


def test_why_tells_who_decides_and_how_many_steps_come_first():
    call = ["why", "r2c1", "--stage", "2", ENDGAME]
    assert invoke(*call).status == 0  # the expert knows it
    assert invoke(*call, "--rules", SAMPLES / "my_rules.py").status == 0
    done = invoke(*call, "--player", "casual")
    assert (done.status, done.out.splitlines()) == (
        1,
        [
            "Casual does not decide r2c1; overlap does, after 2 other steps.",
            "     1 2 3 4",
            "r1   # # # 1",
            "r2   # # # 1",
            "r3   #>3 1 1",
            "r4   #>1 0 0",
            "> these clues",
            "Look at the whole board.",
            "r3c2 and r4c2 together decide something.",
        ],
    )
    done = invoke("why", "r3c3", "--start", "r1c1", "--stage", "4", SAMPLES / "first.txt")
    assert done.status == 0
    assert done.out.splitlines()[0] == "Casual decides r3c3, after 1 other step."
    assert done.out.endswith("r2c2 has both its mines (r3c1 and r3c2), so r3c3 is safe.\n")
    third = invoke("why", "r3c3", "--start", "r1c1", "--stage", "3", SAMPLES / "first.txt")
    assert not TELLS.search(third.out)


@pytest.mark.parametrize("more", [["--json"], []])
def test_why_of_a_cell_without_a_step_says_what_why_says_but_nothing_that_is_found_later(more):
    for cell in ("r1c8", "r5c1"):
        call = ["why", cell, "--start", "r1c8", "--player", "casual", LADDER, *more]
        plain, staged = invoke(*call), invoke(*call, "--stage", "1")
        assert (staged.out, staged.status) == (plain.out, plain.status)
    call = ["why", "r2c5", "--start", "r1c8", "--limit", "1", "--player", STRONGEST, LADDER, *more]
    assert TELLS.search(invoke(*call).out) or '"verdict": "mine"' in invoke(*call).out
    staged = invoke(*call, "--stage", "4")
    assert staged.status == 1
    undecided = f"r2c5 is undecided so far: {STRONGEST} finds it later.\n"
    if more:
        one = json.loads(staged.out)
        assert (one["found"], one["cell"], one["after"], one["region"]) == (False, "r2c5", None, None)
    else:
        assert staged.out.endswith(undecided)


def test_the_clues_of_a_step_to_a_cell_are_those_of_its_reason():
    """The firing decides other cells, too, for another reason by a clue more."""
    board = Board.parse("........ .MM..M.. .M.....M ..M..... .M...... ...M.... .M......")
    game = play(board, min(start_classes(board), key=lambda one: one.remaining).starts[0], STRONGEST)
    told = 0
    for cell in (cell for cell in game.first.covered if (found := game.trace.verdict(cell))):
        step, whole = why(game, cell).steps[-1], game.steps[game.trace.giver[found].number - 1]
        told += len(step.stands_on) < len(whole.stands_on)
        assert not step.reasons or {*clues_of(step)} == rows_in(step.reasons[0]) - {TOTAL}
    assert told
