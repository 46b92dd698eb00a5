"""Declared rules: a mistake in one is one line; they conclude what their definitions say, and no more."""

import json
import pickle

import oracles_rules
import pytest
from conftest import SAMPLES, refusal
from hypothesis import given as drawn
from hypothesis import strategies as st
from strategies import examples, views

from logicsweep import PLAYERS, Fact, InvalidInput, Unsound, View, expert, play, player_of
from logicsweep.games.players import strongest
from logicsweep.rules import (
    clue,
    count,
    covered,
    given,
    m,
    mine,
    mines,
    near,
    possible,
    rule,
    safe,
    some,
    x,
    y,
)
from logicsweep.rules.clues import ALL_FOUND, ALL_MINES, OVERLAP, TOTAL_ALONE
from logicsweep.rules.declared import Rule, declaration_of
from logicsweep.rules.engine import misses
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.own import LIBRARY, load_productions

HEAD = "from logicsweep.rules import *\nfrom logicsweep.rules.language import Site\n"
PATTERN = "a pattern for each variable, such as clue(x) == m, got none for "
SET = "a set of cells, such as covered.near(x), got "
TIED = "one cell, or two that some(covered.near(x, y)) ties, got "
AND = "premises with commas between them in given(...), no `and`, `or` or `if`, got "
COMPARE = "==, <= or >= to compare numbers, got !=, < or > with clue(x)"
GIVEN = "given(...) >> safe(...) or mine(...), got "
NUMBER = "a number, such as count(mines.near(x)), got "
TEST = "a test in given(...), such as count(mines.near(x)) == m, got "
NEAR = "covered.near(x), or covered.near(x, y) with two different cells, got "
FOLLOWS = "safe(...) or mine(...) after >>, got "
SIGNS = "only + and - between numbers, got another sign with m"
SIZE = "count(...) around a set of cells to calculate or compare, got a set of cells ("
FOUND = "given(clue(x) == m, count(mines.near(x)) == m)"
WRONG = [
    # of a declaration as a whole
    ("given(clue(x) == m, count(mines.near(y)) == m) >> safe(covered.near(x))", PATTERN + "y"),
    ("given(clue(x) == 1, count(mines.near(x)) == n) >> safe(covered.near(x))", PATTERN + "n"),
    ("given(clue(x) == 1) >> safe(covered.near(y))", PATTERN + "y"),
    ("given(clue(x) == m, clue(y) == m) >> safe(covered.near(x))", TIED + "x and y"),
    ("given(clue(x) == 1, clue(y) == 1, some(covered.near(x))) >> safe(covered)", TIED + "x and y"),
    (
        "given(clue(x) == 1, clue(y) == 1, clue(Site('z')) == 1, some(covered.near(x, y))) >> safe(covered)",
        TIED + "x and y and z",
    ),
    (
        "given(clue(x) == m) >> safe(covered.near(x))",
        TEST + "only patterns (clue(x) = m)",
    ),
    ("given() >> safe(covered)", TEST + "no premises"),
    (FOUND, ">> safe(...) or >> mine(...) after given(...), got no conclusion"),
    ("safe(covered)", GIVEN + "Conclusion("),
    (
        f"{FOUND} >> safe(covered)",
        "only sets of cells near x or y in a rule about clues, got a set of cells on the whole board",
    ),
    (
        f"{FOUND} >> safe(covered.near(x)), balance=(x, y)",
        "`balance` to be the two cells of the rule, got",
    ),
    # of an expression in it
    ("given(clue(x) == covered.near(x))", NUMBER + "a set of cells (covered near x)"),
    ("given(clue(x) == '1')", NUMBER + "'1'"),
    ("given(1 + count(mines) - '1' == m)", NUMBER + "'1'"),
    ("given(clue(x) == 1 and count(mines.near(x)) == 1)", AND + "a comparison (clue(x) = 1)"),
    ("given(1 <= clue(x) <= 3)", AND + "a comparison (clue(x) >= 1)"),
    (
        "given(some(covered.near(x, y)) and clue(x) == 1)",
        AND + "some of a set (some covered near x and y)",
    ),
    ("given(clue(x) != 1)", COMPARE),
    ("given(clue(x) < 2)", COMPARE),
    ("given(2 < clue(x))", COMPARE),
    (
        "given(covered.near(x))",
        "a comparison or some(...) in given(...), got a set of cells (covered near x)",
    ),
    ("given(True)", "a comparison or some(...) in given(...), got True"),
    (f"{FOUND} >> covered.near(x)", FOLLOWS + "a set of cells (covered near x)"),
    (f"{FOUND} >> ()", FOLLOWS),
    (f"{FOUND} >> (safe(covered.near(x)), m)", FOLLOWS + "a number (m)"),
    ("safe(clue(x))", SET + "a number (clue(x))"),
    *[
        (f"given(clue(x) == {one})", SIGNS)
        for one in ("2*m", "m*2", "-m", "m/2", "m//2", "m%2", "m**2", "abs(m)")
    ],
    *[(f"given({one})", SIZE + "near x)") for one in ("near(x) > 2", "near(x) + 1", "2 * near(x)")],
    ("given(mines.near(x) >= 2)", SIZE + "mines near x)"),
    ("given(near(x))", "a comparison or some(...) in given(...), got a set of cells (near x)"),
    ("safe(near(x))", SET + "a set of cells (near x)"),
    ("count(near(x))", SET + "a set of cells (near x)"),
    ("count(3)", SET + "3"),
    ("clue(1)", "a variable for a cell in clue(...), got 1"),
    ("covered.near(m)", "a variable for a cell in covered.near(...), got a number (m)"),
    ("covered.near()", NEAR + "no cell"),
    ("covered.near(x, x)", NEAR + "2 cells: x, x"),
    (
        "covered.near(x, y, Site('z'))",
        NEAR + "3 cells: x, y, z",
    ),
    (
        "covered.near(x).near(y)",
        NEAR + "covered near x.near(...)",
    ),
    (
        "covered.near(x) - mines.near(y)",
        "near(y) to subtract from a set of cells, got a set of cells (mines near y)",
    ),
    ("covered - near(y)", "a set such as covered.near(x) to subtract near(y) from, once, got a set of cells"),
    (
        "covered.near(x, y) - near(y)",
        "a set such as covered.near(x) to subtract near(y) from, once, got a set of",
    ),
]


def test_sides_of_a_pattern_and_parts_of_a_conclusion_can_be_written_either_way():
    found, both = clue(x) == m, given(clue(x) == m, count(mines.near(x)) == m)
    assert str(m == clue(x)) == str(found) == "clue(x) = m"
    concluded = safe(covered.near(x)), mine(covered.near(x))
    assert str(both >> concluded) == str(both >> concluded[0] >> concluded[1])


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_mistake_in_a_declaration_is_one_line_with_file_line_rule_and_part(tmp_path, text, message):
    path = tmp_path / "my_rules.py"
    path.write_text(f"{HEAD}PRODUCTIONS = [\n    rule('one', 'A sentence.',\n    {text})\n]\n")
    told = refusal(load_productions, path)
    assert "\n" not in told
    assert told.startswith(tuple([f"{path}:{line}: rule one: expected {message}" for line in (4, 5)]))


def test_outside_of_a_rule_the_line_alone_tells_where(tmp_path):
    path = tmp_path / "my_rules.py"
    path.write_text(f"{HEAD}FOUND = safe(near(x))\nPRODUCTIONS = [rule('one', '', FOUND)]\n")
    assert refusal(load_productions, path).startswith(f"{path}:3: rule: expected {SET}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rule('a', 'b')", "rule a: expected given(...) >> safe(...) after the sentence, got nothing"),
        ("rule('a', given(clue(x) == 1) >> safe(covered.near(x)))", "rule a: expected a str, got Given("),
        (
            f"rule('a', 'b', {FOUND} >> safe(covered.near(x)), salience='hi')",
            "production a: expected a whole number as salience, got 'hi'",
        ),
        ("rule(3, 'b')", "rule name: expected a str, got 3"),
        ("given(clue(z) == 1)", "expected a file that runs, got NameError: name 'z' is not defined"),
        ("covered.around(x)", "expected a file that runs, got AttributeError: 'CellSet' object has no"),
    ],
)
def test_so_is_a_wrong_name_or_argument(run, tmp_path, text, message):
    path = tmp_path / "my_rules.py"
    path.write_text(f"{HEAD}PRODUCTIONS = [{text}]\n")
    done = run("trace", "--rules", path, SAMPLES / "first.txt")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"{path}:3: {message}")


UNSOUND = """
from logicsweep.rules import *

PRODUCTIONS = [rule("turned", "All of these are mines.",
    given(clue(x) == m, count(mines.near(x)) == m) >> mine(covered.near(x)), salience=9)]
"""


def test_a_rule_whose_conclusion_does_not_follow_is_refused_with_layouts_that_refute_it(run, tmp_path):
    path = tmp_path / "my_rules.py"
    path.write_text(UNSOUND)
    done = run("trace", "--rules", path, input="mines 3\n00##\n12##\n####\n")
    assert done.returncode == 2
    assert done.stderr == "turned at r1c2 says r1c3 is a mine; the clues force it to be safe\n"
    done = run("trace", "--json", "--rules", path, input="###\n#0#\n###\n")
    assert done.stderr == "turned at r2c2 says r1c1 is a mine; the clues force it to be safe\n"
    assert '"says": "mine", "layouts": [[' in done.stdout


def test_a_declared_guess_is_refused_with_a_layout_each_way():
    hope = rule("hope", "Around a 1 all is safe.", given(clue(x) == 1) >> safe(covered.near(x)))
    with pytest.raises(
        Unsound, match="hope at r1c2 says r1c1 is safe; the clues allow a mine there"
    ) as found:
        play(View.parse("#1#"), player=[hope])
    assert [*map(set, found.value.layouts)] == [{2}, {0}]


# --- what follows, what it rests on, what is lacking --------------------------------------------------------

MINE = SAMPLES / "my_rules.py"
ONE_ONE = load_productions(MINE)[0]
ORACLES = {
    ALL_FOUND: oracles_rules.all_found,
    ALL_MINES: oracles_rules.all_mines,
    OVERLAP: oracles_rules.overlap,
    TOTAL_ALONE: oracles_rules.total_alone,
    ONE_ONE: oracles_rules.one_one,
}
ODD = [
    rule(
        "one-found",
        "The mine of a 1 is found.",
        given(clue(x) == 1, some(mines.near(x))) >> safe(covered.near(x)),
    ),
    rule(
        "last",
        "One cell is left.",
        given(clue(x) - count(mines.near(x)) >= 1, count(covered.near(x)) <= 1) >> mine(covered.near(x)),
    ),
    rule(
        "less",
        "No more.",
        given(
            clue(x) == m, clue(y) == m, some(covered.near(x, y)), 1 - count(possible.near(y) - near(x)) >= 1
        )
        >> safe(covered.near(x) - near(y)),
    ),
]
"""Sound ones that use what the library's do not."""


@st.composite
def memories(draw):
    """What is visible in a position, with some of the cells that are forced known."""
    view = draw(views())
    memory, found = Knowledge.of(view), expert(view)
    forced = [Fact("safe", cell) for cell in found.safe] + [Fact("mine", cell) for cell in found.mines]
    for fact in draw(st.permutations(forced))[: draw(st.integers(0, len(forced)))]:
        memory.add(fact)
    return memory


def sites_of(production, memory):
    return [None] if production.everywhere else sorted(memory[production.needs])


def matches(production, memory):
    return [one for site in sites_of(production, memory) for one in production.condition(memory, site)]


def facts_of(look):
    return {Fact("safe", cell) for cell in look.safe} | {Fact("mine", cell) for cell in look.mines}


@drawn(memories())
@examples(200)
def test_the_rules_conclude_exactly_what_their_definitions_say(memory):
    for production, oracle in ORACLES.items():
        looks = oracle(oracles_rules.Seen(memory))
        expected = {fact for look in looks if not look.apart for fact in facts_of(look)}
        assert {fact for one in matches(production, memory) for fact in one.concluded} == expected, production


@drawn(memories())
@examples(200)
def test_what_a_firing_used_is_enough_for_it(memory):
    for production in (*ORACLES, *ODD):
        for site in sites_of(production, memory):
            for match in production.condition(memory, site):
                alone = Knowledge(memory.field)
                assert all(map(memory.__contains__, match.used))
                assert all(map(alone.add, match.used))
                again = [one for one in production.condition(alone, site) if one.bindings == match.bindings]
                concluded = {fact for one in again for fact in one.concluded}
                assert {fact for fact in concluded if fact.subject in memory.covered} >= {*match.concluded}


def test_that_there_is_some_mine_rests_on_the_mines():
    memory = Knowledge.of(View.parse("#1#"))
    memory.add(Fact("mine", 0))
    [match] = matches(ODD[0], memory)
    assert match[:2] == ((Fact("clue", 1, 1), Fact("mine", 0)), (Fact("safe", 2),))


@drawn(memories())
@examples(200)
def test_the_sound_ones_among_them_are_never_refused(memory):
    for production in (ONE_ONE, *ODD):
        play(memory.view, player=[production])


@drawn(memories())
@examples(200)
def test_what_is_lacking_is_the_difference_of_the_two_sides(memory):
    for production, oracle in ORACLES.items():
        looks = oracle(oracles_rules.Seen(memory))
        expected = [
            (look.cells, look.apart, facts_of(look)) for look in looks if look.apart and facts_of(look)
        ]
        found = set()
        for lack in misses(memory, [production], range(len(memory.field))):
            cells = [memory.field.locate(lack.bindings[name]) for name in "xy" if name in lack.bindings]
            found.add((tuple(cells), lack.short, frozenset(lack.concluded)))
        assert found == {(cells, apart, frozenset(facts)) for cells, apart, facts in expected}, production


def test_a_comparison_that_holds_lacks_nothing():
    memory = Knowledge.of(View.parse("1#2"))
    wide = rule("wide", "No more.", given(clue(x) >= 1, count(mines.near(x)) <= 3) >> safe(covered.near(x)))
    assert misses(memory, [wide], [0, 2]) == ()
    tight = rule(
        "tight", "At least three.", given(clue(x) >= 3, some(covered.near(x))) >> mine(covered.near(x))
    )
    assert [(lack.short, lack.words) for lack in misses(memory, [tight], [0, 2])] == [
        (1, "clue(x) is 2, 3 is 3"),
        (2, "clue(x) is 1, 3 is 3"),
    ]


# --- rules as values ----------------------------------------------------------------------------------------

PRINTED = {
    "all-found": "clue(x) = m, |mines near x| = m => covered near x are safe",
    "all-mines": "clue(x) = m, |possible mines near x| = m => covered near x are mines",
    "overlap": "clue(x) = m, clue(y) = n, some covered near x and y, "
    "m - n = |possible mines near x but not y| - |mines near y but not x| => "
    "covered near x but not y are mines, covered near y but not x are safe",
    "total-alone": "mine total = m, |mines on the board| = m => covered on the board are safe; "
    "mine total = m, |possible mines on the board| = m => covered on the board are mines",
}
DECLARED = [one.condition for one in (*LIBRARY, *ODD) if isinstance(one.condition, Rule)]


def test_the_librarys_rules_print_as_a_person_reads_them():
    assert {one.name: str(one) for one in DECLARED[: len(PRINTED)]} == PRINTED


@pytest.mark.parametrize("declared", DECLARED, ids=lambda one: one.name)
def test_a_rule_pickles_and_equals_what_is_declared_alike(declared):
    for again in (
        pickle.loads(pickle.dumps(declared)),
        Rule(declared.name, declared.sentence, declared.ways, declared.balance),
    ):
        assert (again, hash(again), str(again)) == (declared, hash(declared), str(declared))
        assert again is not declared
    assert len({*DECLARED}) == len(DECLARED)


def test_numbers_print_so_that_another_sum_prints_otherwise():
    texts = [str(m - (m - 1)), str(m - m - 1), str(1 + m), str(2 - m + 1)]
    assert texts == ["m - (m - 1)", "m - m - 1", "1 + m", "2 - m + 1"]


def test_a_declaration_of_a_program_is_refused_too():
    with pytest.raises(InvalidInput, match=r"^rule found: expected a pattern for each variable"):
        rule("found", "All are found.", given(count(mines.near(x)) == m) >> safe(covered.near(x)))


# --- the verb -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [*PLAYERS, "rows-4"])
def test_the_verb_lists_a_players_rules_in_their_order(run, player):
    done = run("rules", player)
    productions = player_of(player).productions
    title, *blocks = done.stdout.rstrip("\n").split("\n\n")
    assert (done.returncode, title) == (0, f"{player}: {len(productions)} rules")
    for block, production in zip(blocks, productions, strict=True):
        declared = production.condition if isinstance(production.condition, Rule) else "a function"
        head = f"{production.name}, salience {production.salience}"
        assert block.split("\n") == [head, f"  {declared}", f"  {production.sentence}"]


def test_without_a_player_it_is_the_expert_and_a_rules_file_adds_to_one(run):
    assert run("rules").stdout == run("rules", strongest().name).stdout
    told = [
        json.loads(line) for line in run("rules", "casual", "--rules", MINE, "--json").stdout.splitlines()
    ]
    assert [one["name"] for one in told] == ["all-found", "all-mines", "one-one"]
    assert told[-1]["declared"] == str(declaration_of(ONE_ONE))
    assert [(one["clues"], one["looks"]) for one in told] == [(1, "clues"), (1, "clues"), (2, "clues")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["nobody"],
            f"player: expected one of {', '.join(PLAYERS)}, or rows-N with N from 3 to 16 (nearest: local), ",
        ),
        (["casual", "--rules", "nowhere.py"], "nowhere.py: cannot read: no such file"),
    ],
)
def test_an_unknown_player_or_file_is_refused_in_one_line(run, arguments, message):
    done = run("rules", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(message)


@pytest.mark.parametrize("name", ["", " ", "a\nb", " one", "\t"])
def test_a_rule_has_a_name_of_one_line(name):
    with pytest.raises(
        InvalidInput, match=r"^production name: expected one line without blanks around it, got "
    ):
        rule(name, "A sentence.", given(clue(x) == 1, count(mines.near(x)) == 1) >> safe(covered.near(x)))


def test_no_rule_is_called_like_a_guess():
    one = rule(
        "guess", "A sentence.", given(clue(x) == 1, count(mines.near(x)) == 1) >> safe(covered.near(x))
    )
    with pytest.raises(InvalidInput, match=r"^player own: expected no production named guess, which stands"):
        player_of([one])
