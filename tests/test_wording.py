"""Sentences name their rows and cells; in refutations a walk of its own counts each numeral again."""

import re

import pytest
from hard_views import lattice
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, views

from logicsweep.boards.board import FLAG, View
from logicsweep.csp.clash import solved
from logicsweep.csp.position import Position
from logicsweep.reasons.balance import balance
from logicsweep.reasons.explanation import rows_in
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import refute
from logicsweep.reasons.wording import balance_sentence, refutation_sentences


@examples(200)
@given(views(most_covered=12))
def test_a_sentence_names_every_row_and_every_cell_that_it_decides(view):
    position = Position(view)
    for cell in view.covered:
        found = balance(position, cell)
        if found:
            sentence = balance_sentence(view, found)
            names = set(re.findall(r"r\d+c\d+", sentence))
            assert names >= set(
                view.graph.names([r for r in (*found.added, *found.subtracted) if r != TOTAL])
            )
            if "every other cell" not in sentence and "every covered cell" not in sentence:
                for cells in (found.safe, found.mines):
                    assert len(cells) > 8 or names >= set(view.graph.names(cells))


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
        ("F####", 1, "r1c4", "All mines are found: every other cell is safe."),
        ("##", 0, "r1c2", "There is no mine: every covered cell is safe."),
        ("#", 1, "r1c1", "One mine is left for r1c1: it is a mine."),
        ("##", 2, "r1c2", "Two mines are left for r1c1 and r1c2: each is a mine."),
    ],
)
def test_sentences(text, mines, cell, sentence):
    view = View.parse(text, mines=mines)
    found = balance(view, cell, trust_flags="F" in text)
    others = "r1c2, r1c3, r2c3, r3c1, r3c2 and r3c3"
    assert balance_sentence(view, found) == sentence.format(others)


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NAME = r"r\d+c\d+"
NUMBER = rf"(?:{'|'.join(WORDS)}|\d+)"


def number(text):
    text = text.lower()
    return WORDS.index(text) if text in WORDS else int(text)


def cells(group):
    return rf"(?P<{group}>{NAME}(?:, {NAME})*(?: and {NAME})?|\d+ cells)"


def clue(k):
    return rf"(?P<clue{k}>{NAME})=(?P<shown{k}>\d+)"


BOARD = rf"The board has (?:(?P<need1_of>{NUMBER}) of its )?(?P<total1>{NUMBER}) mines?(?P<left> left)?"
NEEDS = (
    rf"(?:{clue(1)} (?P<how1>(?:still )?needs) (?P<need1>{NUMBER}) mines?"
    rf"|{BOARD},) in {cells('left1')}"
)
JUST = rf"(?:(?P<how2>(?:still )?needs) just (?P<need2>{NUMBER})|needs (?P<none2>no more|none))"
TOO = rf"{clue(2)}, which sees (?P<them>it|both|them all) too, {JUST}"
SAID = rf"(?:{cells('decided')} (?:is|are) (?:safe|a mine|mines)(?:, and {cells('also')} (?:is|are) safe)?)\."
OTHERS = r"every other cell is safe\."
SENTENCES = [
    rf"{clue(1)} has (?:its mine|both its mines|all (?P<all>{NUMBER}) of its mines) "
    rf"\((?P<held1>{NAME}(?:, {NAME})*)\), so {SAID}",
    rf"{clue(1)} has no mine around it, so {SAID}",
    rf"{clue(1)} needs (?P<need1>{NUMBER}) (?:more )?mines?(?: besides {cells('found1')})?, and has just "
    rf"(?P<just>{NUMBER}) covered neighbours?(?P<last> left)?: {SAID}",
    rf"{NEEDS}, all that (?:is|are) left of the (?P<total>{NUMBER}): {OTHERS}",
    rf"{NEEDS}, and {TOO}: {SAID}",
    rf"{NEEDS}, and {clue(2)} {JUST} in {cells('left2')}: {SAID}",
    rf"{BOARD}, for (?P<many>\d+) cells?: (?:it|each) is a mine\.",
    rf"(?:There is no mine|The board's mine is found|Both mines are found|All (?P<total>{NUMBER}) mines are "
    rf"found): {OTHERS}",
    rf"{clue(1)} would have (?:only )?(?P<would>{NUMBER}) mines?(?:: {cells('found1')})?\.",
    rf"{clue(1)} could have at most (?P<most>{NUMBER}) mines?: {cells('most1')}\.",
    rf"There would be (?P<would>{NUMBER}) mines?, and there (?:is|are) (?:only (?P<total>{NUMBER})|none)\.",
    rf"There would be only (?P<would>{NUMBER}) mines?, and there (?:is|are) (?P<total>{NUMBER})\.",
    rf"There could be at most (?P<most>{NUMBER}) mines?, and there (?:is|are) (?P<total>{NUMBER})\.",
    rf"{NEEDS}, but {TOO}\.",
    rf"{NEEDS}, but (?:only (?P<need2_of>{NUMBER})|none) of the (?P<total>{NUMBER}) mines? (?:is|are) left\.",
    rf"{NEEDS}, but {clue(2)} {JUST} in {cells('left2')}, and besides (?:it sees|there (?:is|are)) only "
    rf"{cells('besides')}: at most (?P<at_most>{NUMBER})\.",
    rf"{NEEDS}",  # of a clue that is split
]


class Row:
    """A row of a sentence, counted straight from the marks."""

    def __init__(self, view, mines, unknown, name, shown):
        around = set(view.graph.neighbours[view.graph.locate(name)]) if name else set(view.covered)
        self.number = view.marks[view.graph.locate(name)] if name else view.mines or 0
        self.covered = around & set(view.covered)
        self.found, self.left = around & mines, around & unknown
        self.need = self.number - len(self.found)
        assert shown is None or int(shown) == self.number


def hold(view, known_mines, values, sentence):
    """The one form that a sentence has, and each numeral and list of cells in it counted again."""
    [match] = [match for match in (re.fullmatch(one, sentence) for one in SENTENCES) if match]
    words = {name: text for name, text in match.groupdict().items() if text}
    mines = known_mines | {cell for cell, mine in values.items() if mine}
    unknown = set(view.covered) - mines - values.keys()
    one, two = (Row(view, mines, unknown, words.get(f"clue{k}"), words.get(f"shown{k}")) for k in "12")
    only = one.left - two.left
    counts = {
        "all": len(one.found),
        "need1": one.need,
        "need2": two.need,
        "just": len(one.left),
        "need1_of": one.need,
        "need2_of": two.need,
        "total1": view.mines,
        "many": len(unknown),
        "would": len(one.found),
        "most": len(one.found | one.left),
        "total": view.mines,
        "at_most": two.need + len(only),
    }
    named = {
        "found1": one.found,
        "most1": one.found | one.left,
        "left1": one.left,
        "left2": two.left,
        "besides": only,
    }
    if "held1" in words:
        assert words["held1"].split(", ") == list(view.graph.names(sorted(one.found)))
    for name, text in words.items():
        if name in counts:
            assert number(text) == counts[name], (sentence, name)
        if name in named:
            assert (
                len(named[name]) == int(text[:-6]) if "cells" in text else listing(view, named[name]) == text
            )
    for row, how in ((one, "how1"), (two, "how2")):
        assert how not in words or words[how].startswith("still") == (row.need < row.number)
    require_consistent(sentence, words, one, two)


def require_consistent(sentence, words, one, two):
    """The words that are no numerals."""
    if "them" in words:
        assert one.left <= two.left
        assert words["them"] == {1: "it", 2: "both"}.get(len(one.left), "them all")
    if " has its mine " in sentence or " has both its mines " in sentence:
        assert len(one.found) == 1 + (" both " in sentence)
    if "none2" in words:
        assert two.need == 0
        assert (words["none2"] == "none") == (two.number == 0)
    if "there is none" in sentence or "There is no" in sentence:
        assert one.number == 0
    if "total1" in words:
        assert ("left" in words) == ("need1_of" in words) == (one.need < one.number)
    if "none of the" in sentence:
        assert two.need == 0
    if "mine is found" in sentence or "Both mines" in sentence:
        assert one.number == 1 + ("Both" in sentence)
    if " has just " in sentence:
        assert bool(words.get("last")) == (one.left < one.covered)
        assert bool(words.get("found1")) == bool(one.found)
    if "would" in words or "most" in words:
        assert not 0 <= one.need <= len(one.left)
        assert ("would" in words) == (one.need < 0 or not one.left)
    if "would" in words and "clue1" in words:
        assert (" only " in sentence) == (bool(one.found) and one.need > 0)


def listing(view, cells):
    *names, last = view.graph.names(sorted(cells))
    return f"{', '.join(names)} and {last}" if names else last


SPLIT = (
    r"(.*?)(?:: |\. Cells that the same clues see may change places: (.*)\. So )"
    rf"there (?:is|are) ({NUMBER}) ways?, and (neither works|none works|it does not work)\."
)
PARTLY = rf"({NUMBER}) of ([^;]*) (?:is|are) (?:a mine|mines), say ([^;]*)"


def follow(view, flags, line, sentences, outer):
    known = {cell for cell, mark in enumerate(view.marks) if flags and mark == FLAG}
    values = {**outer, **dict.fromkeys(line.safe, 0), **dict.fromkeys(line.mines, 1)}
    for step, sentence in zip(line.steps, sentences.steps, strict=True):
        hold(view, known, values, sentence)
        for decided in (step.safe, step.mines):
            if decided and "every other cell" not in sentence and not sentence.startswith("The board has"):
                count = listing(view, decided) if len(decided) < 9 else f"{len(decided)} cells"
                assert count in re.split("[:,] (?:so )?", sentence, maxsplit=1)[1]
        values |= dict.fromkeys(step.safe, 0) | dict.fromkeys(step.mines, 1)
    if line.split is None:
        hold(view, known, values, sentences.ending)
        return
    needs, alike, count, works = re.fullmatch(SPLIT, sentences.ending).groups()
    hold(view, known, values, needs)
    assert number(count) == len(line.cases)
    assert works == {1: "it does not work", 2: "neither works"}.get(len(line.cases), "none works")
    for case, words in zip(line.cases, sentences.cases, strict=True):
        for count, some, which in re.findall(PARTLY, words.supposed):
            mined = {view.graph.locate(name) for name in re.findall(NAME, which)}
            assert mined <= set(case.mines)
            assert number(count) == len(mined)
            assert some in alike.split("; ")
        supposed = {view.graph.locate(one) for one in re.findall(NAME, words.supposed)}
        others = set(case.safe) if "the others are safe" in words.supposed else set()
        assert {*case.safe, *case.mines} - supposed <= others
        follow(view, flags, case, words, values)


@examples(250)
@given(views(most_covered=12), st.data())
def test_what_the_words_claim_is_so_at_that_moment(view, data):
    mines = solved(Position(view), False).mines
    flagged = data.draw(st.sets(st.sampled_from(mines))) if mines else set()
    marks = tuple(FLAG if cell in flagged else mark for cell, mark in enumerate(view.marks))
    view = View(view.graph, marks, view.mines)
    for cell in set(view.covered) - flagged:
        found = refute(view, cell, trust_flags=True)
        if found:
            sentences = refutation_sentences(view, found)
            rows = rows_in(found)
            seen = {cell for row in rows - {TOTAL} for cell in view.graph.neighbours[row]}
            given = (
                "Given the flags, suppose"
                if flagged & seen or (flagged and TOTAL in rows_in(found))
                else "Suppose"
            )
            opposite = "safe" if found.verdict == "mine" else "a mine"
            assert sentences.supposed == f"{given} {view.graph.name(cell)} were {opposite}"
            follow(view, True, found.line, sentences, {})


@pytest.mark.parametrize(("side", "density", "seed"), [(7, 0.3, 198), (9, 0.3, 127), (11, 0.4, 71)])
def test_so_it_is_in_cases(side, density, seed):
    view = lattice(side, density, seed)
    known = solved(Position(view), False)
    found = [refute(view, cell) for cell in (*known.safe, *known.mines)]
    for one in found:
        sentences = refutation_sentences(view, one)
        follow(view, False, one.line, sentences, {})
    assert any("say" in case.supposed for one in found for case in refutation_sentences(view, one).cases)
