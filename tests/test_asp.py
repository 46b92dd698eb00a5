"""Declared rules as a program for clingo: round by round it ends where the rule engine ends."""

import random

import networkx as nx
import pytest
from conftest import SAMPLES
from hypothesis import given
from strategies import examples, started_boards, views

from logicsweep import Board, CellGraph, Fact, InvalidInput, Production, View, play, player_of
from logicsweep.rules import clue, count, covered, mines, possible, rule, safe, total, x
from logicsweep.rules import given as premises
from logicsweep.rules.asp import asp_program, name_cells
from logicsweep.rules.clues import CASUAL, TOTAL_ALONE
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.own import load_productions

clingo = pytest.importorskip("clingo", reason="clingo comes with the extra `test`")
WHO = {
    "casual": player_of("casual").productions,
    "overlap": player_of("overlap").productions,
    "total-alone": (*CASUAL, TOTAL_ALONE),
    "one-one": (*CASUAL, *load_productions(SAMPLES / "my_rules.py")),
}


def concluded(program):
    """What clingo derives in one round: verdicts and the cells as the program names them."""
    control, found = clingo.Control(["--warn=none", "0"]), []
    control.add("base", [], program)
    control.ground([("base", [])])
    control.solve(on_model=lambda model: found.append(model.symbols(shown=True)))
    [symbols] = found  # a single answer
    return {(symbol.name.removeprefix("new_"), str(symbol.arguments[0])) for symbol in symbols}


def closure(productions, memory, board=None):
    """Round by round until nothing is new; of a board with the clues of the cells that are found safe."""
    cells = {name: cell for cell, name in enumerate(name_cells(memory.field))}
    while found := concluded(asp_program(productions, memory)):
        for verdict, name in sorted(found):
            cell = cells[name]
            assert memory.add(Fact(verdict, cell))
            if board and verdict == "safe":
                memory.add(Fact("clue", cell, board.clue(cell)))
    return {*memory.safe}, {*memory.mines}


def require_the_same_on_a_view(view):
    for name, productions in WHO.items():
        run = play(view, player=productions)
        known = {cell for cell, fact in Knowledge.of(view)["safe"].items()}
        safe, mines = closure(productions, Knowledge.of(view))
        assert (safe - known, mines) == ({*run.safe} - known, {*run.mines}), name


def require_the_same_on_a_board(board, start):
    for name, productions in WHO.items():
        run = play(board, start, productions)
        memory = Knowledge.of(board.view([start], total=True))
        safe, mines = closure(productions, memory, board)
        assert (safe | {start}, mines) == ({*run.cleared}, {*run.mines}), name


@given(views())
@examples(150)
def test_clingo_ends_where_the_engine_ends_in_a_position(view):
    require_the_same_on_a_view(view)


@given(started_boards())
@examples(100)
def test_and_on_a_board_of_any_field_or_graph(started):
    require_the_same_on_a_board(*started)


def drawn_board(seed):
    rng = random.Random(seed)
    field = rng.choice((CellGraph.grid, CellGraph.torus, CellGraph.hexagonal))(
        rng.randint(3, 6), rng.randint(5, 8)
    )
    mined = set(rng.sample(range(len(field)), len(field) // 6))
    board = Board(field, bytes(cell in mined for cell in range(len(field))))
    return board, rng.choice([cell for cell in range(len(field)) if cell not in mined])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_so_it_does_on_500_boards_and_their_positions(part):
    for seed in range(100 * part, 100 * part + 100):
        board, start = drawn_board(seed)
        require_the_same_on_a_board(board, start)
        shown = [cell for cell in range(len(board.graph)) if not board.mined[cell] and cell % 3]
        require_the_same_on_a_view(board.view(shown, total=True))


def test_what_is_known_goes_into_the_program():
    view = View.parse("mines 2\nF?#\n11#")
    lines = asp_program(CASUAL, Knowledge.of(view)).splitlines()
    assert {"clue(r2c1, 1).", "safe(r1c2).", "total(2)."} <= {*lines}
    assert "mine(r1c1)." not in lines  # a flag is a claim


def test_names_of_free_graphs_are_texts():
    board = Board.of(
        nx.Graph([('say "hi"', "back\\slash"), ("back\\slash", "two\nlines"), (1, 'say "hi"')]), [1]
    )
    require_the_same_on_a_board(board, 0)
    assert name_cells(board.graph)[:2] == ['"say \\"hi\\""', '"back\\\\slash"']
    assert name_cells(CellGraph.of(nx.path_graph([0, "0"]))) == ["0", "1"]


def test_sums_and_bounds_mean_in_clingo_what_they_mean_in_the_engine():
    odd = rule(
        "odd",
        "No mine is left.",
        premises(
            clue(x) <= 2, 1 + count(possible.near(x)) - clue(x) >= 1, 3 - count(mines.near(x)) == 3 - clue(x)
        )
        >> safe(covered.near(x)),
    )
    rest = rule("rest", "No mine is left.", premises(total - count(mines) <= 0) >> safe(covered))
    for text in ("0#1#", "mines 1\n#10#", "mines 0\n###", "2#\n##\n##"):
        view = View.parse(text)
        run = play(view, player=[odd, rest])
        assert closure([odd, rest], Knowledge.of(view)) == ({*run.safe}, {*run.mines})


def test_functions_are_left_out_by_name_and_without_a_declared_rule_there_is_no_program(run):
    position = Knowledge.of(View.parse("1#"))
    assert asp_program(player_of("expert").productions, position).splitlines()[-2:] == [
        "% entailed is a function: left out",
        "% counted is a function: left out",
    ]
    with pytest.raises(
        InvalidInput, match=r"^rules: expected at least one that is declared, got functions only$"
    ):
        asp_program([Production("idle", lambda memory, site: None)], position)


def test_the_verb_prints_the_program_of_a_position_or_of_a_board_where_casual_is_stuck(run):
    done = run("rules", "casual", "--to", "asp", "--trust-flags", input="F1#\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert concluded(done.stdout) == {("safe", "r1c3")}
    done = run("rules", "overlap", "--to", "asp", "--start", "r1c8", SAMPLES / "ladder.txt")
    assert ("safe", "r3c6") in concluded(done.stdout)
    done = run(
        "rules",
        "casual",
        "--rules",
        SAMPLES / "my_rules.py",
        "--to",
        "asp",
        "--start",
        "r1c8",
        SAMPLES / "ladder.txt",
    )
    assert ("safe", "r3c6") in concluded(done.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["casual", SAMPLES / "first.txt"], "FILE needs --to"),
        (["casual", "--start", "best"], "--start needs --to"),
        (["--to", "asp", "--json"], "--json does not go with --to"),
        (["--to", "asp", SAMPLES / "first.txt"], "player: expected one of casual, "),
        (["--to", "lp"], "--to: expected one of asp, got 'lp'"),
        (
            ["expert", "--to", "asp", "--start", "r9c9", SAMPLES / "first.txt"],
            "--start: expected a cell from r1c1 to r3c3",
        ),
    ],
)
def test_options_that_say_nothing_are_refused(run, arguments, message):
    done = run("rules", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_a_position_without_a_layout_has_no_program(run):
    done = run("rules", "casual", "--to", "asp", input="1#2#0\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "r1c3=2 and r1c5=0 cannot both hold\n"
