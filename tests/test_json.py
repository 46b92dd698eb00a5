"""The JSON of every verb against the forms that `--fields` prints, by a validator that is itself tested."""

import copy
import json
import re
from collections import namedtuple
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict
from unittest import mock

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from strategies import doubtful_views, examples, views
from test_players import started_boards

from logicsweep import Board, Fact, Match, Player, Production, compare, over_starts, path, play, solve
from logicsweep.cli import VERBS, cli
from logicsweep.csp.position import Position
from logicsweep.errors import Contradiction, InvalidInput, TooWide, Unsound
from logicsweep.games.hints import check_flags, expert
from logicsweep.games.players import PLAYERS
from logicsweep.games.why import opposite, why
from logicsweep.show.compare import Listing, comparison_json, position_json
from logicsweep.show.fields import fields_text
from logicsweep.show.forms import (
    COUNTING,
    PRINTED,
    CompareJson,
    ComparePositionJson,
    HintJson,
    SolveJson,
    TraceEnd,
    TraceFiring,
    TraceStart,
    UnsoundJson,
    WhyJson,
)
from logicsweep.show.hint import concluded_json, hint_json
from logicsweep.show.jsonl import VERSION, dumps
from logicsweep.show.path import path_grade_json, path_json
from logicsweep.show.path_forms import PathEnd, PathGradeJson, PathStart, PathStep
from logicsweep.show.solve import solution_json
from logicsweep.show.stage_forms import StageJson
from logicsweep.show.trace import agendas_json, run_json
from logicsweep.show.why import answer_json

LINES = {"start": TraceStart, "firing": TraceFiring, "end": TraceEnd, "unsound": UnsoundJson}
PATH_LINES = {"start": PathStart, "step": PathStep, "end": PathEnd, "unsound": UnsoundJson}
NAME = r"r[1-9]\d*c[1-9]\d*"
WORDS = {"cell name": NAME, "cell name or 'total'": f"{NAME}|total", "fraction": r"0|1|[1-9]\d*/[1-9]\d*"}

# --- the validator ------------------------------------------------------------------------------------------


def faults(value, hint, place="", free=False):
    """What is wrong with a value for a declared type, one line each; on a `free` graph any text is a name."""
    told, parts = get_origin(hint), get_args(hint)
    if told in (Annotated, NotRequired):
        return [*faults(value, parts[0], place, free), *_misspelt(value, parts[1:], place, free)]
    if told in (Union, UnionType):
        fits = any(not faults(value, part, place, free) for part in parts)
        return [] if fits else [f"{place}: {value!r} is none of {parts}"]
    if told is Literal:
        fits = any(value == one and type(value) is type(one) for one in parts)
        return [] if fits else [f"{place}: {value!r} is not among {parts}"]
    if told is list:
        items = [(one, parts[0]) for one in value] if type(value) is list else []
    elif told is dict:
        items = [pair for item in value.items() for pair in zip(item, parts, strict=True)] if value else []
    elif is_typeddict(hint):
        return _of(dict, value, place) or form_faults(value, hint, place, free)
    else:
        return _of(hint, value, place)
    inner = [fault for one, part in items for fault in faults(one, part, f"{place}.", free)]
    return _of(told, value, place) or inner


def _misspelt(value, words, place, free):
    """A name of a cell that is none, a fraction that is none."""
    known = [WORDS[word] for word in words if word in WORDS and not (free and word.startswith("cell name"))]
    wrong = isinstance(value, str) and not all(re.fullmatch(pattern, value) for pattern in known)
    return [f"{place}: {value!r} is no {words[0]}"] if wrong else []


def _of(kind, value, place):
    return [] if type(value) is kind else [f"{place}: {value!r} is no {kind.__name__}"]


@cache
def hints_of(form):
    return get_type_hints(form, include_extras=True)


def form_faults(value, form, place, free):
    hints = hints_of(form)
    missing = [f"{place}.{name} is missing" for name in sorted(form.__required_keys__ - set(value))]
    counts = {name for name, one in value.items() if form in COUNTING and type(one) is int}
    undeclared = [f"{place}.{name} is not declared" for name in value if name not in {*hints, *counts}]
    declared = [(name, one) for name, one in value.items() if name in hints]
    wrong = [fault for name, one in declared for fault in faults(one, hints[name], f"{place}.{name}", free)]
    return [*missing, *undeclared, *wrong]


def form_of(verb, value):
    """The form of an object that a verb printed: its `event` tells, where it has one."""
    if "event" in value:
        return (PATH_LINES if verb == "path" else LINES)[value["event"]]
    if verb == "path":
        return PathGradeJson
    if "stage" in value:
        return StageJson
    if verb == "compare":
        return ComparePositionJson if "position" in value else CompareJson
    return PRINTED[verb][0]


def require(value, form, free=False):
    """What JSON makes of it agrees with its form; its version comes first."""
    told = json.loads(dumps(value))
    assert faults(told, form, form.__name__, free) == []
    assert next(iter(told.items())) == ("version", VERSION)


# --- what the verbs print ---------------------------------------------------------------------------------

RULES = '''
from logicsweep import Fact, Lack, Match, Production


def told(memory, site):
    """Somebody told me."""
    return Match((memory["clue"][site],), (Fact("safe", 32),)) if len(memory.neighbours) == 40 else None


def wishes(memory, site):
    """I wish I knew."""


def short(memory, site):
    covered = sorted(memory.covered)
    return Lack(1, "a wish short", tuple(Fact(kind, c) for c in covered for kind in ("safe", "mine")))


def lies(memory, _):
    """It is there."""
    return Match((), (Fact("mine", 32),)) if 32 in memory.covered else None


PRODUCTIONS = [Production("wishes", wishes, -1, everywhere=True, lacks=short)]
LIES = [Production("lies", lies, -1, everywhere=True)]
TOLD = [Production("told", told, -1, needs="clue")]
'''
BOARDS = ["boards.txt", "first.txt", "ladder.txt"]
STUCK = "#######\n#2#2#2#\n#######\n"


def calls(rules):
    """Arguments and input of calls that show all that the verbs can print."""
    ladder, endgame, position = (SAMPLES / f"{name}.txt" for name in ("ladder", "endgame", "position"))
    for cell in ("r1c2", "r4c1"):
        yield ["why", cell, "--refute", endgame], ""
    yield ["why", "r2c1", "--refute", "--player", "counter", "--start", "r1c8", ladder], ""
    yield ["why", "r2c1", "--refute"], "2#3#\n####\n##10\n"
    for name in BOARDS:
        file = SAMPLES / name
        yield ["solve", file], ""
        yield ["compare", file], ""
        yield ["trace", "--agenda", "--limit", "0", file], ""
        yield ["trace", file, "--start", "worst", "--player", "counter"], ""
    for text in ("1 1\n.\n0 0\n", "2 3\n...\n...\n0 0\n", "2 3\nM.M\n.M.\n0 0\n"):
        yield from (([verb, "-"], text) for verb in ("solve", "trace", "compare"))
    for player in PLAYERS:
        yield ["trace", "--agenda", "--player", player, "--start", "r1c8", ladder], ""
        yield ["trace", "--player", player, "--limit", "2", "--start", "best", ladder], ""
    yield ["trace", "--agenda", "--rules", rules, ladder, "--start", "r1c8"], ""
    for start in ("r1c8", "worst", "r3c3"):
        yield ["compare", "--start", start, "--limit", "3", ladder], ""
        yield ["compare", "--start", start, "--limit", "3", "--from-clues", ladder], ""
    yield ["compare", "--start", "all", ladder], ""
    for more in ([], ["--player", "casual"], ["--grade"], ["--limit", "0"]):
        yield ["path", *more, "--start", "worst", SAMPLES / "boards.txt"], ""
        yield ["path", *more, endgame], ""
        yield ["path", *more], "##F1\n###1\n#311\n#100\n"
    yield ["path", "--start", "r1c8", ladder], ""
    yield ["path", "--rules", f"{rules}:LIES", "--start", "r1c8", ladder], ""
    yield ["path", "--rules", rules, "--start", "r1c8", ladder], ""
    yield ["compare", "--players", "casual", ladder], ""
    yield ["compare", "--players", "casual,counter", "--steps", "1", "--start", "r1c8", ladder], ""
    for more in (["--unchecked"], []):
        one = ["compare", "--rules", f"{rules}:TOLD", "--players", "casual,own"]
        yield [*one, "--start", "r1c8", ladder, *more], ""
        yield ["compare", "--rules", rules, "--players", "casual", "--start", "best", ladder, *more], ""
        yield ["trace", "--rules", f"{rules}:TOLD", "--start", "r1c8", ladder, *more], ""
        yield ["path", "--grade", "--rules", f"{rules}:TOLD", "--start", "r1c8", ladder, *more], ""
    yield ["trace", "--rules", f"{rules}:LIES", "--start", "r1c8", ladder], ""
    yield ["why", "r1c1", "--rules", f"{rules}:LIES", "--start", "r1c8", ladder], ""
    yield ["trace", "--rules", f"{rules}:LIES"], "#######1\n" + "########\n" * 4
    for cell in ("r1c8", "r1c7", "r3c3", "r3c6", "r3c7", "r2c2", "r5c1"):
        yield ["why", cell, "--start", "r1c8", ladder], ""
        yield ["why", cell, "--start", "r1c8", "--player", "expert", ladder], ""
        yield ["why", cell, "--start", "r1c8", "--player", "rows-3", ladder], ""
        yield ["why", cell, "--start", "r1c8", "--limit", "1", ladder], ""
        yield ["why", cell, "--start", "r1c8", "--rules", f"{rules}:TOLD", "--unchecked", ladder], ""
        yield ["why", cell, "--start", "r1c8", "--rules", rules, ladder], ""
    for cell in ("r1c1", "r1c2", "r2c2", "r4c4"):
        yield ["why", cell, endgame], ""
        yield ["why", cell, "--player", "counter", endgame], ""
    yield ["why", "r1c3", "--rules", rules], "01##\n02##\n01##\n"
    for text in ("1#1F\n", "F#\n1F\n"):
        yield ["why", "r1c2"], text
    for text in ("0#\n", "mines 1\n#1##\n", "mines 2\n#1##\n", "#1#\n"):
        yield ["why", "r1c1"], text
        yield ["why", f"r1c{len(text.split()[-1])}"], text
    for file in (endgame, position):
        yield ["hint", file], ""
        yield ["hint", "--player", "expert", "--solver", "search", file], ""
        yield ["hint", "--states", "1", file], ""
        yield ["hint", "--why", file], ""
        yield ["hint", "--why", "--trust-flags", "--steps", "1", file], ""
    yield ["hint", "--why", "--trust-flags"], "F1##\n"
    yield ["hint", "--why"], "01##\n02##\n01##\n"
    yield from (([*which, "-"], STUCK) for which in (["hint"], ["hint", "--states", "1"]))
    for text in ("#F#\n121\n000\n", "F#\n1F\n"):
        yield ["compare"], text
    for text in ("#F#\n121\n000\n", "F#\n1F\n", "00\n00\n", "F#\n1#\n"):
        yield ["hint", "-"], text
    yield ["hint", "--trust-flags", "-"], "F#\n1#\n"
    for player in ("casual", "overlap"):
        yield ["hint", "--player", player, endgame], ""
        yield ["hint", "--player", player], "00\n00\n\n\n1F1F\n\n\n1#1"
    later = ["--start", "r1c8", "--limit", "1", "--player", "counter"]
    for stage in (1, 2, 3, 4):
        yield ["why", "r3c6", "--stage", stage, "--start", "r1c8", ladder], ""
        yield ["hint", "--stage", stage], "01##\n02##\n01##\n"
        yield ["hint", "--stage", stage], "#F#\n121\n000\n"
        yield ["hint", "--stage", stage], "mines 1\n#1##\n"
        yield ["hint", "--stage", stage, "-"], "F#\n1F\n"
        yield ["why", "r2c5", "--stage", stage, *later, ladder], ""
        yield ["why", "r2c2", "--stage", stage, endgame], ""
    for text in ("0#\n", "mines 1\n#1##\n", "#1#\n", "00\n00\n"):
        yield ["compare"], text
        yield ["trace", "--agenda"], text
    for file in (endgame, position):
        yield ["compare", file], ""
        yield ["compare", "--players", "casual,counter", "--steps", "1", "--limit", "2", file], ""
        yield ["compare", "--players", "casual,counter", "--steps", "1", "--from-clues", file], ""
        yield ["compare", "--players", "casual", file], ""
        yield ["compare", "--rules", rules, file], ""
        yield ["trace", "--player", "counter", file], ""
    yield ["generate", "9x9/10", "-n", "3", "--for", "casual"], ""
    yield ["generate", "4x5/3", "--field", "torus"], ""
    yield ["generate", "1x1/0"], ""
    yield ["generate", "2x1/1", "--first", "safe"], ""
    yield ["generate", "5x6/4", "--field", "hex", "--start", "any"], ""
    for field in ("torus", "hex"):
        for verb in ("solve", "trace", "compare", "path"):
            yield [verb, "--field", field, SAMPLES / "torus.txt"], ""
        for verb in ("trace", "compare", "path"):
            yield [verb, "--field", field, SAMPLES / "hexagons.txt"], ""


def printed(arguments, text):
    """The lines of a call with `--json`, each with its form."""
    done = CliRunner().invoke(cli, [*map(str, arguments), "--json"], input=text, catch_exceptions=True)
    if isinstance(done.exception, InvalidInput):  # a start on a mine, a board of mines only: no JSON
        return []
    assert done.exit_code in (0, 1) or isinstance(done.exception, Unsound), (arguments, done.exception)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines
    return [(form_of(arguments[0], line), line) for line in lines]


def noted(memory, site):
    """I keep a note."""
    return Match((memory.clues[site],), (Fact("noted", "a note"),))


def library():
    """What the library makes of what the verbs do not read: a free graph, and facts about no cell."""
    board = Board.of(nx.petersen_graph(), mines=[0])
    game = play(board, 7, "counter")
    results = {"casual": over_starts(board, "casual")}
    yield SolveJson, solution_json(1, solve(board))
    yield CompareJson, comparison_json(1, board, compare(board, 7), results)
    yield from ((form_of("trace", line), line) for line in agendas_json(game, run_json(game)))
    for cell in range(10):
        yield WhyJson, answer_json(why(game, cell), game, opposite=opposite(game, cell))
    view = game.board.view([7], total=True)
    yield HintJson, hint_json(view, "expert", expert(view), ((), None))
    yield HintJson, concluded_json(play(view))
    yield ComparePositionJson, position_json(2, compare(view))
    yield from ((form_of("trace", line), line) for line in run_json(play(view, player="counter"), 2))
    for found in (path(board, 7), path(view)):
        yield from ((form_of("path", line), line) for line in path_json(found, "board", 1))
        yield PathGradeJson, path_grade_json(found, "board", 1)
    player = Player("notes", "n", (Production("noted", noted, needs="clue"), *PLAYERS["casual"].productions))
    noting = play(Board.parse("... ... MM."), 0, player)
    yield from ((form_of("trace", line), line) for line in agendas_json(noting, run_json(noting)))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Forms and objects: all that the calls print, and what the library makes besides."""
    rules = tmp_path_factory.mktemp("rules") / "rules.py"
    rules.write_text(RULES)
    found = [pair for call in calls(rules) for pair in printed(*call)]
    with mock.patch("logicsweep.games.why.undecided", side_effect=TooWide):
        found += printed(["why", "r1c1"], "#1#\n")
    with mock.patch("logicsweep.rules.own.counter_layout", side_effect=TooWide):
        own = ["--rules", f"{rules}:TOLD", SAMPLES / "ladder.txt"]
        for call in (["trace"], ["why", "r5c1", "--start", "r1c8"], ["compare"], ["path"]):
            found += printed([*call, *own], "")
        for call in (["trace"], ["compare"], ["path"]):
            found += printed([*call, *own[:2]], "#######1\n" + "########\n" * 4)
    return found, [(form, json.loads(dumps(value))) for form, value in library()]


def test_all_that_the_verbs_print_agrees_with_the_forms(corpus):
    for form, value in corpus[0]:
        require(value, form)
    assert {form for form, _ in corpus[0]} == {form for forms in PRINTED.values() for form in forms}


def test_so_does_what_the_library_makes_of_free_graphs_and_facts_about_no_cell(corpus):
    for form, value in corpus[1]:
        require(value, form, free=True)
    assert any(value.get("cells") == 10 for _, value in corpus[1])
    assert any(fact["attribute"] == "noted" for _, line in corpus[1] for fact in line.get("given", ()))


@given(started_boards(), st.sampled_from(sorted(PLAYERS)), st.integers(0, 6), st.booleans())
@examples(40)
def test_every_game_answer_and_comparison_agrees_with_its_form(started, player, limit, agenda):
    board, start = started
    game = play(board, start, player, limit=limit)
    for line in agendas_json(game, run_json(game)) if agenda else run_json(game):
        require(line, form_of("trace", line))
    for cell in range(0, len(board.graph), 3):
        require(answer_json(why(game, cell), game), WhyJson)
    results = {player: over_starts(board, player)} if agenda else {}
    require(
        comparison_json(1, board, compare(board, start), results, Listing(limit, from_clues=agenda)),
        CompareJson,
    )
    require(solution_json(1, solve(board)), SolveJson)


@given(views() | doubtful_views(), st.sampled_from([1, 5, 10**6]), st.data())
@examples(60)
def test_every_hint_and_answer_of_a_position_agrees_with_its_form(view, states, data):
    flags = data.draw(st.sets(st.sampled_from(view.covered))) if view.covered else set()
    marks = [-2 if i in flags else mark for i, mark in enumerate(view.marks)]
    position = Position(type(view)(view.graph, tuple(marks), view.mines), states=states)
    try:
        found = expert(position)
        doubts = check_flags(position, found)
        answers = [why(view, cell) for cell in range(0, len(marks), 4)]
        deduction = play(view, player=data.draw(st.sampled_from(sorted(PLAYERS))))
    except (Contradiction, InvalidInput):  # a doubtful view may have no layout
        return
    require(hint_json(position.view, "expert", found, doubts), HintJson)
    require(concluded_json(deduction), HintJson)
    for line in agendas_json(deduction, run_json(deduction, 3)):
        require(line, form_of("trace", line))
    require(position_json(4, compare(view), Listing(2)), ComparePositionJson)
    for answer in answers:
        require(answer_json(answer), WhyJson)


def test_risks_are_exact_shares_and_steps_stand_on_steps_before_them(corpus):
    for form, value in corpus[0]:
        if form is HintJson:
            assert all(0 <= Fraction(risk) <= 1 for risk in value.get("risks", {}).values())
        if form is WhyJson:
            numbers = [step["step"] for step in value["proof"]]
            assert all(set(step["rests_on"]) <= set(numbers[:at]) for at, step in enumerate(value["proof"]))


# --- the validator finds what is wrong --------------------------------------------------------------------


def reached():
    """Every form that is printed, or inside one."""
    return within_it(list(dict.fromkeys(form for forms in PRINTED.values() for form in forms)))


def within_it(found):
    """These forms and all inside them."""
    for form in found:
        for hint in get_type_hints(form).values():
            found += [one for one in dict.fromkeys(inside(hint)) if one not in found]
    return found


def inside(hint):
    return [hint] if is_typeddict(hint) else [one for part in get_args(hint) for one in inside(part)]


def narrower(hint):
    """The same type with one of its alternatives left out, in each way."""
    told, parts = get_origin(hint), get_args(hint)
    if told in (Annotated, NotRequired):
        yield from narrower(parts[0])
    elif told is list:
        yield from (list[part] for part in narrower(parts[0]))
    elif told is Literal and len(parts) > 1:
        for one in parts:
            yield Literal[tuple(other for other in parts if other != one)]
    elif told in (Union, UnionType):
        for at, one in enumerate(parts):
            yield Union[parts[:at] + parts[at + 1 :]]  # noqa: UP007  # of a tuple
            yield from (Union[(*parts[:at], part, *parts[at + 1 :])] for part in narrower(one))


def holding(form, corpus):
    """What was printed in a form, or in others that hold it, and whether by a library's board."""
    found, free = corpus
    pairs = [(one, value, False) for one, value in found] + [(one, value, True) for one, value in free]
    within = {one: form in within_it([one]) for one in {pair[0] for pair in pairs}}
    return [pair for pair in pairs if within[pair[0]]]


def refuses(pairs):
    return any(faults(value, form, "", free) for form, value, free in pairs)


@pytest.mark.parametrize("form", reached(), ids=lambda form: form.__name__)
def test_forms_that_declare_less_or_more_or_otherwise_are_refused(form, corpus, monkeypatch):
    """So every field is printed somewhere, with and without it where it is optional, in all its kinds."""
    hints, required = hints_of(form), form.__required_keys__
    numbers = {
        name for name, hint in get_type_hints(form).items() if hint in (int, Literal[2]) and form in COUNTING
    }
    corpus = holding(form, corpus)
    assert not refuses(corpus)
    for name, hint in [*hints.items()]:
        with monkeypatch.context() as patch:
            patch.delitem(hints, name)
            assert refuses(corpus) or name in numbers, f"{name} is never printed"
        for other in [Literal["nothing"], *narrower(hint)]:
            with monkeypatch.context() as patch:
                patch.setitem(hints, name, other)
                assert refuses(corpus), f"{name} is always {other}"
        if name not in required:
            with monkeypatch.context() as patch:
                patch.setattr(form, "__required_keys__", required | {name})
                assert refuses(corpus), f"{name} is always there"
    with monkeypatch.context() as patch:
        patch.setattr(form, "__required_keys__", required | {"more"})
        assert refuses(corpus)


@pytest.mark.parametrize(
    ("form", "place", "wrong"),
    [
        (SolveJson, "mines", True),
        (SolveJson, "mines", "2"),
        (SolveJson, "mines", None),
        (SolveJson, "version", 1),
        (SolveJson, "best_starts", ["r0c1"]),
        (SolveJson, "best_starts", [3]),
        (SolveJson, "best_starts", "r1c1"),
        (SolveJson, "more", 1),
        (HintJson, "risks", {"r1c1": "0.5"}),
        (HintJson, "risks", {"a": "1/2"}),
        (HintJson, "complete", "no"),
        (WhyJson, "answer", "maybe"),
        (TraceFiring, "more", "1"),
        (TraceFiring, "given", [{"fact": 1}]),
        (CompareJson, "players", []),
    ],
)
def test_objects_that_are_wrong_in_one_place_are_refused(form, place, wrong, corpus):
    value = copy.deepcopy(next(value for one, value in corpus[0] if one is form))
    assert faults(value, form) == []
    assert faults(value | {place: wrong}, form) != []
    del value["version"]
    assert faults(value, form) == [".version is missing"]


def test_what_a_production_counts_never_replaces_a_field():
    counts = namedtuple("Counts", ["used", "f"])(7, 3)

    def counting(memory, site):
        """I count."""
        return Match((memory.clues[site],), (Fact("safe", 1),), counts)

    board = Board.of((1, 4), ["r1c4"])
    game = play(board, 0, [Production("counting", counting, needs="clue")], limit=1)
    _, firing, _ = run_json(game)
    assert list(firing)[:6] == ["version", "event", "firing", "production", "cell", "f"]
    assert (firing["f"], firing["used"]) == (3, [2])
    require(firing, TraceFiring)


# --- `--fields` ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", PRINTED)
def test_fields_lists_each_field_of_each_object_and_leaves(verb):
    done = CliRunner().invoke(cli, [verb, "--fields"], catch_exceptions=False)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == list(fields_text(verb))
    tables = {lines[0]: lines[2:] for block in done.stdout.split("\n\n") if (lines := block.splitlines())}
    mine = [form for form in reached() if form.__name__ in tables]
    assert len(mine) == len(tables)
    for form in mine:
        rows = [line.split()[0] for line in tables[form.__name__] if not line.startswith("   ")]
        assert rows == [*get_type_hints(form), *(["f,"] if form in COUNTING else [])]
    assert all(len(line) <= 100 for line in done.stdout.splitlines())


def test_fields_names_every_object_that_is_mentioned():
    for verb in PRINTED:
        text = "\n".join(fields_text(verb))
        assert set(re.findall(r"\w+Json", text)) <= set(re.findall(r"^(\w+)$", text, re.MULTILINE)), verb


def test_help_tells_of_fields_where_there_is_json():
    for verb in VERBS:
        shown = CliRunner().invoke(cli, [verb, "--help"]).stdout
        assert ("--fields lists the fields." in " ".join(shown.split())) == (verb in PRINTED)


def test_a_board_on_a_free_graph_has_a_number_of_cells_in_place_of_rows_and_columns():
    board = Board.of(nx.path_graph(3), mines=[2])
    told = solution_json(1, solve(board))
    assert told["cells"] == 3
    assert not {"rows", "cols"} & set(told)
