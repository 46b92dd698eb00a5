"""Sentences name their rows and cells, and each claim in them is counted again on what is known then."""

import re

import pytest
from hard_views import lattice
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, views

from logicsweep.boards.board import COVERED, FLAG, SAFE, View
from logicsweep.boards.random import random_board
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.games.path import path
from logicsweep.reasons.balance import Balance, balance, balance_of
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import refute
from logicsweep.reasons.wording import balance_sentence, refutation_lines, refutation_sentences

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = rf"(?:{'|'.join(WORDS)}|\d+)"
NAME = r"r\d+c\d+"
CELLS = rf"(?:{NAME}(?:, {NAME})*(?: (?:and|or) {NAME})?|\d+ cells)"
FOUND = rf"(?:, (?P<found>{NUMBER}) found(?: \((?P<mines>{CELLS})\))?[,:]?(?: it)?)?"
CLUE = rf"(?P<clue>{NAME})=(?P<shown>\d+){FOUND}"
MORE = r"(?P<more> more)?"
CLAIMS = {  # in a sentence; what is counted stands in groups
    "needs": rf"{CLUE} needs (?P<need>one)(?: mine|{MORE}), in (?P<left>{CELLS})\.",
    "needs of": rf"{CLUE} needs (?P<need>{NUMBER}){MORE} of (?P<left>{CELLS})\.",
    "just": rf"{CLUE} sees (?:it|both|all {NUMBER}) and needs just (?P<need>{NUMBER}){MORE}[:.]",
    "more": rf"{CLUE} sees (?:it|both|all {NUMBER}) and needs (?P<need>{NUMBER}){MORE}: the other",
    "alone": rf"(?P<clue>{NAME})(?:=(?P<shown>\d))? needs (?P<need>{NUMBER}) (?:more )?mines?"
    rf"(?: besides (?P<mines>{CELLS}))?, and has just (?P<just>{NUMBER}) covered neighbours?(?: left)?: "
    rf"(?P<left>{CELLS}) (?:is a mine|are mines)\.",
    "has": rf"(?P<clue>{NAME})(?:=(?P<shown>\d))? has "
    rf"(?:its mine|both its mines|all {NUMBER} of its mines) \((?P<mines>{CELLS})\), "
    rf"so (?P<left>{CELLS}) (?:is|are) safe\.",
    "none": rf"(?P<clue>{NAME})(?:=(?P<shown>\d))? has no mine around it, "
    rf"so (?P<left>{CELLS}) (?:is|are) safe\.",
    "board": rf"The board has (?P<mines_shown>{NUMBER}) mines?"
    rf"(?:, (?P<found>{NUMBER}) found: (?P<need>{NUMBER}) (?:is|are) left)?\.",
}


def number(text):
    return WORDS.index(text) if text in WORDS else int(text)


def cells(view, text):
    return {view.graph.locate(name) for name in re.findall(NAME, text)}


def hold(view, text):
    """Every claim of a text about what a clue or the board needs, counted on what is known; how many."""
    claims = [match for one in CLAIMS.values() for match in re.finditer(one, text)]
    for match in claims:
        words = {name: word for name, word in match.groupdict().items() if word}
        clue = view.graph.locate(words["clue"]) if "clue" in words else None
        around = range(len(view.marks)) if clue is None else view.graph.neighbours[clue]
        found = {cell for cell in around if view.marks[cell] == FLAG}
        left = {cell for cell in around if view.marks[cell] == COVERED}
        shown = view.mines if clue is None else view.marks[clue]
        counts = {
            "shown": shown,
            "mines_shown": shown,
            "found": len(found),
            "need": shown - len(found),
            "just": len(left),
        }
        for name, word in words.items():
            if name in counts:
                assert number(word) == counts[name], (text, name)
        for name, some in (("left", left), ("mines", found)):
            if name in words:
                assert words[name] == f"{len(some)} cells" or cells(view, words[name]) == some, (text, name)
        assert not words.get("more") or found
    for sees in re.finditer(rf"({NAME})=\d[^.:]*? sees (it|both|all {NUMBER}) and needs", text):
        before = cells(view, text[: sees.start()])
        seen = [cell for cell in view.graph.neighbours[view.graph.locate(sees[1])] if cell in before]
        count = {"it": 1, "both": 2}.get(sees[2]) or number(sees[2].removeprefix("all "))
        assert len([cell for cell in seen if view.marks[cell] == COVERED]) >= count
    for room in re.finditer(rf"({CELLS})(?:, because of | \()({NAME})", text):
        if "at most" in text[: room.start()].lower() and "found (" not in room[0]:
            assert cells(view, room[1]) <= {*view.graph.neighbours[view.graph.locate(room[2])]}
    return len(claims)


def known(view, found):
    """What is known once a balance has decided."""
    marks = {**dict.fromkeys(found.safe, SAFE), **dict.fromkeys(found.mines, FLAG)}
    now = tuple(marks.get(cell, mark) for cell, mark in enumerate(view.marks))
    return View(view.graph, now, view.mines)


def hold_balance(view, found, text):
    """All rows are spoken of and all cells decided, no more; and they follow from these rows."""
    rows = {row for row in (*found.added, *found.subtracted) if row != TOTAL}
    assert cells(view, text) >= rows
    again = balance_of(view, found.added, found.subtracted, trust_flags=True)
    assert (again.safe, again.mines) == (found.safe, found.mines)
    assert hold(view, text) >= (1 if len(rows) == found.rows else 0)
    for some, words in ((found.safe, r"(?:is|are) safe"), (found.mines, r"(?:is a mine|are mines)")):
        if some and len(some) <= 8 and found.rows > 1 and "left for" not in text:
            assert set().union(*[cells(view, one) for one in re.findall(rf"({CELLS}) {words}", text)]) == {
                *some
            }


@examples(200)
@given(views(most_covered=12))
def test_a_sentence_holds_on_what_is_known_and_names_every_row_and_cell(view):
    position = Position(view.without_flags(), trust_flags=True)
    for cell in position.view.covered:
        if found := balance(position, cell):
            hold_balance(position.view, found, balance_sentence(position.view, found))


@pytest.mark.parametrize(
    ("text", "mines", "cell", "sentence"),
    [
        ("F## F2# ###", None, "r1c2", "r2c2 has both its mines (r1c1, r2c1), so {} are safe."),
        ("1# 11", None, "r1c2", "r1c1 needs one mine, and has just one covered neighbour: r1c2 is a mine."),
        (
            "F2#",
            None,
            "r1c3",
            "r1c2 needs one more mine besides r1c1, and has just one covered neighbour left: r1c3 is a mine.",
        ),
        ("0# ##", None, "r1c2", "r1c1 has no mine around it, so r1c2, r2c1 and r2c2 are safe."),
        ("F####", 1, "r1c4", "The one mine is found, so r1c2, r1c3, r1c4 and r1c5 are safe."),
        ("##", 0, "r1c2", "There is no mine, so r1c1 and r1c2 are safe."),
        ("#", 1, "r1c1", "The board has one mine, for the last covered cell r1c1: it is a mine."),
        (
            "##",
            2,
            "r1c2",
            "The board has two mines, for the last covered cells r1c1 and r1c2: each is a mine.",
        ),
    ],
)
def test_sentences_of_one_row(text, mines, cell, sentence):
    view = View.parse(text, mines=mines)
    found = balance(view, cell, trust_flags="F" in text)
    others = "r1c2, r1c3, r2c3, r3c1, r3c2 and r3c3"
    assert balance_sentence(view, found) == sentence.format(others)


def follow(view, line, sentences):
    """The sentences of a line hold at their moments; each way to place the mines of a split is a case."""
    view = follow_steps(known(view, line), line.steps, sentences.steps)
    hold(view, sentences.ending)
    if line.broken:
        assert cells(view, sentences.ending) >= {
            row for row in (*line.broken.added, *line.broken.subtracted) if row != TOTAL
        }
        return
    assert sentences.ending.startswith(f"{view.graph.name(line.split)}=")
    count, works = re.search(
        rf"[Tt]here (?:is only|are) ({NUMBER}) ways?, and (.*) works?\.", sentences.ending
    ).groups()
    assert number(count) == len(line.cases) == len(sentences.cases)
    assert works == {1: "it does not", 2: "neither"}.get(len(line.cases), "none")
    for case, words in zip(line.cases, sentences.cases, strict=True):
        spoken = cells(view, words.supposed)
        assert {*case.mines} <= spoken
        assert {*case.safe} <= spoken or "the others are safe" in words.supposed or "say" in words.supposed
        follow(view, case, words)


def follow_steps(view, steps, sentences):
    for step, sentence in zip(steps, sentences, strict=True):
        hold_balance(view, step, sentence)
        view = known(view, step)
    return view


def hold_refutation(view, found):
    sentences = refutation_sentences(view, found)
    opposite = "safe" if found.verdict == "mine" else "a mine"
    assert sentences.supposed == f"Suppose {view.graph.name(found.cell)} were {opposite}"
    view = view if found.flags else view.without_flags()
    follow(follow_steps(view, found.certain, sentences.certain), found.line, sentences)
    return sentences


@examples(250)
@given(views(most_covered=12), st.data())
def test_a_refutation_claims_what_is_so_at_that_moment(view, data):
    mines = solved(Position(view), False).mines
    flagged = data.draw(st.sets(st.sampled_from(mines))) if mines else set()
    marks = tuple(FLAG if cell in flagged else mark for cell, mark in enumerate(view.marks))
    view = View(view.graph, marks, view.mines)
    for cell in set(view.covered) - flagged:
        if found := refute(view, cell, trust_flags=True):
            hold_refutation(view, found)
            *_, last = refutation_lines(view, found)
            assert last == f"So {view.graph.name(cell)} is {'safe' if found.verdict == 'safe' else 'a mine'}."


@pytest.mark.parametrize(("side", "density", "seed"), [(7, 0.3, 198), (11, 0.35, 98), (11, 0.4, 71)])
def test_so_it_is_in_cases(side, density, seed):
    view = lattice(side, density, seed)
    known = solved(Position(view), False)
    found = [refute(view, cell) for cell in (*known.safe, *known.mines)]
    assert any("say" in case.supposed for one in found for case in hold_refutation(view, one).cases)


@pytest.mark.parametrize("index", range(12))
def test_the_steps_of_a_path_hold_on_what_was_known_before_them(index):
    board = random_board((7, 9), 13, seed=8, index=index)
    cleared = [cell for cell in range(len(board.graph)) if not board.mined[cell]][:: 2 + index % 3]
    for step in path(board.view(cleared)).steps:
        for reason, text in zip(step.reasons, step.sentences, strict=True):
            hold_balance(step.before, reason, text) if isinstance(reason, Balance) else None


def test_rows_that_decide_alone_are_told_one_after_the_other():
    view = View.parse("1#2#1")
    alone = "r1c1 needs one mine, and has just one covered neighbour: r1c2 is a mine."
    for rows in ((0, 4), ()), ((), (0, 4)):
        assert balance_sentence(view, balance_of(view, *rows)).startswith(f"{alone} r1c5 needs one mine")
