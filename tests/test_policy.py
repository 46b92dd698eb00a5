"""Policies: each choice's numbers against all layouts, their order, what one of a user's own may name.

And what is said of them: why one cell comes before another, and which 50/50 cannot be avoided.
"""

import json
import pickle
import re
from fractions import Fraction
from itertools import permutations
from math import prod

import pytest
from conftest import ROOT, refusal
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles_csp import agreed, all_layouts, by_clue
from strategies import BY_CLUES, GRAPHS, SMALL_FIELDS, STRONGEST, examples, views

from logicsweep import (
    SAFE,
    Board,
    CellGraph,
    Contradiction,
    InvalidInput,
    LimitReached,
    Position,
    Setup,
    View,
    play,
    rank_guesses,
    svg,
)
from logicsweep.boards.board import with_marks
from logicsweep.guessing.advice import advise, fifty_fifty
from logicsweep.guessing.influence import influences, swaps_of
from logicsweep.guessing.perfect import values
from logicsweep.guessing.policy import POLICIES, look_ahead, policy_of

FIELDS = [*SMALL_FIELDS, *map(CellGraph.of, GRAPHS.values())]


@st.composite
def guesses(draw, total=None):
    """A view where nothing is certainly safe but something is open, and its layouts; all safe is cleared."""
    view = draw(views(total=total, graph=draw(st.sampled_from(FIELDS))))
    layouts = all_layouts(view, view.mine_total)
    truth = draw(st.sampled_from(layouts))
    while safe := agreed(view, layouts)[0]:
        around = view.graph.neighbours
        clues = {cell: len(truth.intersection(around[cell])) for cell in safe}
        view = with_marks(view, [clues.get(cell, mark) for cell, mark in enumerate(view.marks)])
        layouts = all_layouts(view, view.mine_total)
    assume(len(layouts) > 1)
    return view, layouts


def least(view, layouts):
    """The risk of the next guess in some layouts; 0 where none is needed."""
    safe, _, risks = agreed(view, layouts)
    return 0 if safe else min([risk for risk in risks.values() if risk < 1], default=0)


def rest(view, cell):
    return View(view.graph, tuple([0 if i == cell else mark for i, mark in enumerate(view.marks)]))


def looks(view, layouts, cell):
    """The chance to survive two guesses, how often a cell is safe after one, whether it is dead."""
    shown, left = by_clue(view.graph, layouts, cell), rest(view, cell)
    survive = sum(len(some) * (1 - least(left, some)) for some in shown.values())
    clear = sum(len(some) for some in shown.values() if not least(left, some))
    whole = sum(map(len, shown.values()))
    return Fraction(survive, len(layouts)), Fraction(clear, whole), len(shown) == 1


def tells(view, layouts):
    """Whether some cell that is safe in all layouts shows different clues in them; or all is won."""
    safe = agreed(view, layouts)[0]
    around = [view.graph.neighbours[cell] for cell in safe]
    won = {*view.covered} == {*layouts[0]}
    return won or any(len({len(one.intersection(near)) for one in layouts}) > 1 for near in around)


@examples(120)
@given(guesses())
def test_each_choice_has_the_numbers_of_all_layouts(guess):
    view, layouts = guess
    position, (_, mines, risks) = Position(view), agreed(*guess)
    found = rank_guesses(position, "least-risk")
    assert {one.cell: one.risk for one in found} == {c: risks[c] for c in view.covered if c not in mines}
    for one in found:
        seen = look_ahead(position, one)
        assert (seen.next, seen.clear, seen.dead) == looks(view, layouts, one.cell)
        parts = by_clue(view.graph, layouts, one.cell)
        telling = sum(len(some) for some in parts.values() if tells(rest(view, one.cell), some))
        assert Fraction(telling, sum(map(len, parts.values()))) <= seen.news <= seen.clear


@examples(100)
@given(guesses())
def test_the_first_choice_is_the_best_of_all_and_ties_go_to_the_fewest_neighbours(guess):
    view, layouts = guess
    _, mines, risks = agreed(view, layouts)
    open_cells = [cell for cell in view.covered if cell not in mines]
    around = view.graph.neighbours
    value = {
        "least-risk": lambda cell: 1 - risks[cell],
        "safest-two": lambda cell: looks(view, layouts, cell)[0],
    }
    for name, chance in value.items():
        best = min(open_cells, key=lambda cell: (-chance(cell), len(around[cell]), cell))
        first, *others = rank_guesses(view, name)
        assert first.cell == best
        assert sorted([first.cell, *[one.cell for one in others]]) == open_cells


@examples(60)
@given(guesses(total=True))
def test_best_plays_out_to_the_end_where_few_layouts_are_left(guess):
    view, _ = guess
    found = rank_guesses(view, "best")
    if SAFE in view.marks:
        assert {one.win for one in found} == {None}
        return
    wins = values(view).cells
    around = view.graph.neighbours
    assert [one.win for one in found] == [wins[one.cell] for one in found]
    assert list(found) == sorted(found, key=lambda one: (-one.win, len(around[one.cell]), one.cell))


def influence_of(view, layouts, risks):
    """Of each cell how often it is in a swap that no clue would decide, one way round, or tells of one."""
    found = dict.fromkeys(risks, Fraction(0))
    for ones, others, tellers in swaps_of(view.graph.neighbours):
        cells, mines = {*ones, *others, *tellers}, {*ones, *tellers}
        if cells <= {*risks} and all(risks[cell] < 1 for cell in (*ones, *others)):
            likely = prod([risks[cell] if cell in mines else 1 - risks[cell] for cell in cells])
            share = Fraction(sum(one >= mines and not one & {*others} for one in layouts), len(layouts))
            for cell in cells.difference(tellers if share <= Fraction("0.0125") else ()):
                found[cell] += share * (likely >= Fraction("0.003"))
    return {cell: min(share, risks[cell], 1 - risks[cell]) for cell, share in found.items()}


def two_least(view, layouts):
    """The two least risks of the next guess, dead cells aside where there are others."""
    risks = {cell: risk for cell, risk in agreed(view, layouts)[2].items() if risk < 1}
    undecided, around = {cell for cell in risks if risks[cell]}, view.graph.neighbours
    seen = [undecided.intersection(around[clue]) for clue, mark in enumerate(view.marks) if mark >= 0]
    sees = {cell: undecided.intersection(around[cell]) for cell in risks}
    living = sorted([risks[c] for c in risks if sees[c] and all(one - {c} != sees[c] for one in seen)])
    return (living[0], living[:2][-1]) if living else (min(risks.values(), default=Fraction(0)),) * 2


@examples(100)
@given(guesses(total=False))
def test_best_clears_what_is_worth_most_where_it_cannot_play_out(guess):
    view, layouts = guess
    risks, around = agreed(view, layouts)[2], view.graph.neighbours
    influence, worths = influence_of(view, layouts, risks), {}
    for cell in [cell for cell, risk in risks.items() if risk < 1]:
        parts = by_clue(view.graph, layouts, cell).values()
        then = [(len(part), *two_least(rest(view, cell), part)) for part in parts]
        chance = sum(size * (1 - (4 * first + second) / 5) for size, first, second in then) / len(layouts)
        worths[cell] = chance * (1 + Fraction("0.9") * influence[cell] / (1 - risks[cell]))
    found = rank_guesses(view, "best")
    told = {one.cell: one.worth for one in found if one.worth is not None}
    assert told == {cell: worths[cell] for cell in told}
    touched = {cell for clue, mark in enumerate(view.marks) if mark >= 0 for cell in around[clue]}
    far = {cell for cell in worths if not touched.intersection(around[cell]) and {*around[cell]} <= {*risks}}
    rivals = [cell for cell in worths if cell in told or cell not in far]
    assert found[0].cell == min(rivals, key=lambda cell: (-worths[cell], len(around[cell]), cell))
    assert len(far & {*told}) == len({len(around[cell]) for cell in far & {*told}})


@examples(50)
@given(guesses())
def test_what_is_known_of_one_guess_does_not_change_the_next(guess):
    position = Position(guess[0])
    for policy in POLICIES.values():
        assert rank_guesses(position, policy) == rank_guesses(guess[0], policy)


STUCK = View.parse("1#?##", mines=2)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("r1c1", "policy mine: expected a covered cell that may be safe, got r1c1, which is not covered"),
        (
            "r1c2",
            "policy mine: expected a covered cell that may be safe, got r1c2, which is certainly a mine",
        ),
        ("r9c9", "policy mine: expected a cell, got 'r9c9'"),
        (None, "policy mine: expected a cell, got None"),
    ],
)
def test_a_policy_of_ones_own_names_an_open_cell(cell, message):
    def mine(position):
        return cell

    assert refusal(rank_guesses, STUCK, mine) == message


def test_a_policy_is_a_name_a_value_or_a_function():
    with pytest.raises(InvalidInput, match="policy: expected a str, got 3"):
        policy_of(3)
    policy = policy_of(lambda position: position.view.covered[-1])
    assert policy == policy_of(policy)
    assert [one.cell for one in rank_guesses(STUCK, policy)] == [4, 3]


def test_where_there_is_nothing_to_guess_there_is_no_choice():
    with pytest.raises(Contradiction):
        rank_guesses(View.parse("1#1#", mines=3))
    with pytest.raises(InvalidInput, match="expected an undecided cell, got none"):
        rank_guesses(View.parse("1#"))
    with pytest.raises(LimitReached):
        rank_guesses(Position(View.parse("####### #2#2#2# #######"), max_states=1))


def test_of_cells_far_from_all_clues_one_of_each_kind_is_looked_at():
    found = rank_guesses(View(CellGraph.grid(4, 6), (-1,) * 24, 5), "safest-two")
    assert [one.cell for one in found if one.next is not None] == [0, 1, 7]
    assert found[0].cell == 0


def mirror(view, layouts, cell):
    """The cells that with this one are a pair of which one is a mine, and that no clue can tell apart."""
    silent = set.intersection(*map(set, layouts))
    for other in view.covered:
        pair = {cell, other}
        one_each = other != cell and all(len(pair & mines) == 1 for mines in layouts)
        others = [i for i, mark in enumerate(view.marks) if mark < 0 and i not in silent | pair]
        if one_each and all(len(pair.intersection(view.graph.neighbours[i])) != 1 for i in others):
            yield other


@examples(120)
@given(guesses())
def test_a_50_50_that_cannot_be_avoided_is_the_same_in_all_layouts_and_to_all_clues(guess):
    view, layouts = guess
    silent = set.intersection(*map(set, layouts))
    for cell in view.covered:
        found = fifty_fifty(Position(view), cell)
        pairs = [*mirror(view, layouts, cell)]
        both_ways = {*layouts} == {mines ^ {cell, other} for mines in layouts for other in pairs}
        assert not (pairs and both_ways) or found
        if not found:
            continue
        one, other = found.halves
        halves = [mines & {*found.differ} for mines in layouts]
        assert halves.count(one) == halves.count(other) == len(layouts) / 2
        assert {mines ^ {*found.differ} for mines in layouts} == {*layouts}
        for i, mark in enumerate(view.marks):
            around = view.graph.neighbours[i]
            if mark < 0 and i not in silent.union(found.differ):
                assert len(one.intersection(around)) == len(other.intersection(around))


def look_alike(view, one, other):
    """Whether two layouts look alike to every clue but those of the cells where they differ."""
    others = [i for i, mark in enumerate(view.marks) if mark < 0 and i not in one | other]
    return all(
        len(one & {*(around := view.graph.neighbours[i])}) == len(other.intersection(around)) for i in others
    )


@examples(100)
@given(guesses())
def test_a_50_50_comes_about_at_least_as_often_as_is_said(guess):
    view, layouts = guess
    if len(layouts) > 100:  # pairs of them are compared
        return
    near = [(one, other) for one, other in permutations(layouts, 2) if len(one ^ other) <= 4]
    mirrored = [(one, one ^ other) for one, other in near if look_alike(view, one, other)]
    for cell, (share, most) in influences(Position(view)).items():
        often = len({one for one, differ in mirrored if cell in differ})
        assert 0 <= 2 * most <= Fraction(often, len(layouts))
        assert 0 < share <= agreed(view, layouts)[2][cell]


SHARE = r"((?:\d+|none) of \d+|all \d+|[\d.]+%(?: of)?|no|all)"


def says(text, share, whole):
    """Whether a text is a share: of so many, or in percent."""
    count, _, of = text.replace("none", "0").replace("all ", f"{whole} of ").partition(" of ")
    if text in ("no", "all"):
        return share == (text == "all")
    if "%" in text:
        number = text.partition("%")[0]
        return abs(100 * share - Fraction(number)) <= Fraction(10) ** -len(number.partition(".")[2]) / 2
    return (Fraction(count), int(of)) == (share * whole, whole)


def same(shares):
    """The one share of two cells of which it is said together; none where they differ."""
    return shares[:1] if len({share for share, _ in shares}) == 1 else []


@examples(120)
@given(guesses(), st.data())
def test_what_is_said_of_two_cells_is_so_in_all_layouts(guess, data):
    view, layouts = guess
    advice = advise(view, data.draw(st.sampled_from([*POLICIES])))
    one, other = advice.ranked[0].cell, data.draw(st.sampled_from(advice.ranked[1:] or advice.ranked)).cell
    if one == other:
        return
    a, b = map(re.escape, view.graph.names([one, other]))
    risks = agreed(view, layouts)[2]
    (next_one, clear_one, _), (next_other, clear_other, _) = (looks(view, layouts, c) for c in (one, other))
    whole, safe = len(layouts), [len(layouts) * (1 - risks[cell]) for cell in (one, other)]
    then = "no guess is needed" if view.mine_total is None else "there is a safe cell"
    mined = [(risks[one], whole), (risks[other], whole)]
    cleared = [(clear_one, safe[0]), (clear_other, safe[1])]
    survived = [(next_one, whole), (next_other, whole)]
    wins = values(view).cells if advice.ranked[0].win is not None else {}
    won = [(wins[cell], whole) for cell in (one, other) if wins]
    found = {choice.cell: choice for choice in advice.ranked}
    news = [(found[cell].news, whole) for cell in (one, other)]
    worths = [(found[cell].worth, whole) for cell in (one, other)]
    evens = [(2 * influences(Position(view))[one].most, whole)] if found[one].even else []
    first, second = rf"{SHARE} layouts with {a} first", rf"{SHARE}(?: layouts)? with {b}"
    first_then, second_then = rf"after {a} in {SHARE} cases", rf"after {b} in {SHARE}"
    forms = {
        rf"{a} is a mine in {SHARE} layouts, {b} in {SHARE}(?: layouts)?": mined,
        rf"{a} and {b} are mines in {SHARE} layouts each": same(mined),
        rf"after {a} {then} in {SHARE} cases, after {b} in {SHARE}(?: cases)?": cleared,
        rf"after either {then} in {SHARE} cases": same(cleared),
        rf"This guess and the next are survived in {first}, in {second}": survived,
        rf"This guess and the next are survived in {SHARE} layouts with either first": same(survived),
        rf"Played on as well as can be, {a} first wins in {SHARE} layouts, {b} first in {SHARE}\D*": won,
        rf"Played on as well as can be, either first wins in {SHARE} layouts": same(won),
        rf"A safe cell that may tell something is there {first_then}, {second_then}\D*": news,
        rf"With all that may come then, 50/50s too, {a} is worth {SHARE}, {b} {SHARE}": worths,
        rf"With all that may come then, 50/50s too, {a} is worth {SHARE}, {b} no more": worths[:1],
        rf"With all that may come then, 50/50s too, either is worth {SHARE}": same(worths),
        rf"A 50/50 with {a} that no clue will decide comes in (?:at least )?{SHARE} layouts": evens,
        r"Just one safe cell is left, so this is the last guess": [],
        rf"In (?:this|risk) they are equal; {a} comes first on the board": [],
        rf"In (?:this|risk) they are equal; {a} has \w+ neighbours?, {b} \w+": [],
    }
    text = "\n".join(advice.sentences(other))
    for claim in re.split(r"(?:; (?:and |but )?(?=after)|\. (?=Just))|\.$", text, flags=re.M):
        claim = claim.strip()
        if "points of 100" in claim:  # as if they were percent
            claim = re.sub(r" (\d[\d.]*)(?: points of 100|$)", r" \1%", claim)
        if not claim or claim.startswith(("Either", "Every")):
            continue
        matches = [
            (match, expected) for form, expected in forms.items() if (match := re.fullmatch(form, claim))
        ]
        assert len(matches) == 1, claim
        match, expected = matches[0]
        assert len(match.groups()) == len(expected), claim
        assert all(says(share, *value) for share, value in zip(match.groups(), expected, strict=True)), claim
    if "Just one safe" in text:
        assert {len(view.covered) - len(mines) for mines in layouts} == {1}


@examples(120)
@given(guesses(), st.sampled_from([*POLICIES]))
def test_a_reason_never_speaks_only_for_the_other(guess, policy):
    advice = advise(guess[0], policy)
    one, other, text = advice.ranked[0], advice.rival, " ".join(advice.sentences())
    if not other or advice.even or other.next is None:
        return
    better = one.risk < other.risk or (policy != "least-risk" and one.next > other.next)
    told = ("they are equal", "With all that", "Played on", "last guess")
    assert better or any(words in text for words in told)


def test_a_reason_says_why_one_of_equal_risks_comes_first():
    text = advise(View.parse("1### ####", mines=2), "least-risk").sentences()[-1]
    assert text == "In risk they are equal; r1c4 has three neighbours, r1c3 five."
    text = advise(View.parse("1### ####", mines=2), lambda position: "r1c4").sentences()
    assert "equal" not in "".join(text)


def test_a_reason_says_what_a_guess_is_worth_beside_a_cell_that_was_not_looked_at():
    advice = advise(View.parse("01### 02### 13F## #####"))
    assert advice.rival.worth is None
    assert (
        advice.sentences()[-1]
        == "With all that may come then, 50/50s too, r4c3 is worth 83 points of 100, r4c2 no more."
    )


EVEN = "mines 2\n1##\n1##\n"


def test_hint_says_which_cell_to_guess_and_draws_a_50_50(run):
    text = run("hint", "--policy", "safest-two", input=EVEN).stdout
    drawn = "     2  3\n    ------\nr1   #  a |\nr2   #  b |\n    ------\n"
    assert text.endswith(f"waiting does not help.\n{drawn}a or b: the mines\n")
    assert run("hint", "--guess", input="1#1#\n").stdout.endswith("No guess is needed: r1c4 is safe.\n")
    assert run("hint", "--guess", input="1#\n").stdout.endswith("No guess is needed: all is certain.\n")


def test_no_policy_can_choose_where_no_risk_was_counted(run, little_effort):
    wide = run("hint", "--guess", input="#######\n#2#2#2#\n#######\n").stdout
    assert "No policy can choose: no risk was counted.\n" in wide


def test_guess_is_a_flag_and_a_policy_implies_it(run, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text(EVEN)
    by_best = [["--guess"], ["--policy", "best"], ["--policy", "best", "--guess"]]
    assert len({run("hint", *asked, file).stdout for asked in by_best}) == 1
    both = ["--guess", "--policy", "least-risk"]
    for asked in (both, both[1:], both[::-1][:2][::-1], [*both[1:], "--guess"]):
        assert "To guess, by least-risk" in run("hint", *asked, file).stdout


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("hint --guess=best", "--guess: expected no value (--policy NAME names a policy), got one"),
        ("hint --guess least-risk", "no such file, and not an ID, link or text in a known format (--policy"),
        ("hint --policy no.py:policy", "no.py: cannot read: no such file"),
        ("hint --policy=", "--policy: expected the name of a policy, got ''"),
        ("hint --policy :policy", "--policy: expected the name of a Python file, got an empty name"),
        ("hint --policy {file}:", "--policy: expected FILE.py:NAME, got '"),
        (
            "hint --policy best,least-risk",
            "--policy: expected one policy (survey and perfect take several), got 'best,least-risk'",
        ),
        ("hint --policy {file}:other", "expected a function (position) -> cell named other, got no such"),
        ("hint --policy {file}:careless", "{file}:5: policy careless raised ZeroDivisionError: division by"),
        ("hint --policy {file}:outside", "policy outside: expected a cell, got 'r9c9'"),
        ("path --start r1c5 --player casual --policy {file}:careless", "{file}:5: policy careless raised"),
        ("hint --stage 1 --policy best", "--policy does not go with --stage"),
        ("hint --stage 1 --guess", "--guess does not go with --stage"),
    ],
)
def test_what_is_no_policy_is_refused_in_one_line(run, own_policies, asked, message):
    text = "3 6\n.M....\n......\nM..M..\n" if asked.startswith("path") else EVEN
    found = run(*asked.format(file=own_policies).split(), input=text)
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert message.format(file=own_policies) in found.stderr


LAST = "[cell for cell in position.view.covered if not position.solution().verdict(cell)][-1]"


@pytest.fixture
def own_policies(tmp_path):
    file = tmp_path / "my_bot.py"
    lines = ["def policy(position):", "    print('thinking')", f"    return {LAST}"]
    lines += ["def careless(position):", "    return 1 / 0", "def outside(position):", "    return 'r9c9'"]
    file.write_text("\n".join(lines))
    return file


def test_every_verb_takes_a_policy_of_a_file(run, own_policies):
    own = f"{own_policies}:policy"
    assert (
        "You have to guess: r2c4 is the choice of policy"
        in run("hint", "--policy", own, input="mines 2\n1###\n####\n").stdout
    )
    assert "policy clears r2c4" in run("why", "r1c2", "--policy", own, input="mines 2\n1###\n####\n").stdout
    assert run("perfect", "2x2/1", "--policy", f"best,{own}").stdout.splitlines()[-1].startswith("policy ")
    board = "3 6\n.M....\n......\nM..M..\n"
    for verb in ("path", "trace", "compare"):
        found = run(verb, "--start", "r1c5", "--policy", own, input=board)
        assert (found.returncode, "guess" in found.stdout) == (0, True)


def test_a_game_by_a_policy_of_a_file_can_be_stored(own_policies):
    run = play(Board.parse(".M.... ...... M..M.."), "r1c5", Setup(guess=f"{own_policies}:policy"))
    assert pickle.loads(pickle.dumps(run)) == run


@pytest.mark.parametrize(("player", "next_too"), [(BY_CLUES, "3/8"), (STRONGEST, "1/4")])
def test_who_does_not_know_the_mine_total_guesses_without_it(run, player, next_too):
    guess = json.loads(run("hint", "--guess", "--json", "--player", player, input=EVEN).stdout)["guess"]
    assert guess["ranked"][0]["next"] == next_too


def test_why_weighs_a_cell_against_the_one_of_the_policy(run):
    lines = run("why", "r1c2", "--policy", "safest-two", input="mines 2\n1###\n####\n").stdout.splitlines()
    assert lines[-3] == "The policy safest-two clears r1c3, not r1c2."
    assert "r1c3 is a mine in 3 of 12 layouts, r1c2 in 4 of 12" in lines[-2]
    own = json.loads(run("why", "r1c3", "--guess", "--json", input="mines 2\n1###\n####\n").stdout)
    assert own["guess"]["ranked"][0]["win"] == "1/3"
    assert json.loads(run("why", "r1c2", "--guess", "--json", input="1#\n").stdout)["guess"] is None


def test_the_page_of_a_hint_rings_the_cell_and_says_why(run, tmp_path):
    page = tmp_path / "page.html"
    assert run("hint", "--guess", "--html", page, input=EVEN).returncode == 0
    text = page.read_text()
    assert '"ranked":[{"cell":"r1c3"' in text
    assert text.partition('id="data"')[2].count("waiting does not help") == 1
    picture = run("why", "r1c2", "--guess", "--html", page, "--svg", "-", input=EVEN).stdout
    for text in (page.read_text(), picture):
        assert "The policy best clears r1c3, not r1c2." in text
    assert '"ranked":[{"cell":"r1c3"' in page.read_text()
    assert picture.count("a guess<") == 1


def test_an_advice_has_a_picture_that_rings_its_cell():
    picture = svg(advise(View.parse(EVEN)))
    assert picture.count("a guess") == 1
    assert "r1c3" in picture


def test_the_guide_says_where_compiled_code_gives_up_perfect_play():
    endgame = pytest.importorskip("logicsweep.kernel.endgame", reason="the extra `fast` is not installed")
    guide = (ROOT / "docs" / "guessing.md").read_text()
    assert f"after {endgame._NODES:,} sets of layouts" in guide
