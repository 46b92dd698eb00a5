"""Sentences of balances name all their rows and all cells that they decide."""

import re

import pytest
from hypothesis import given
from strategies import examples, views

from logicsweep.boards.board import View
from logicsweep.csp.position import Position
from logicsweep.reasons.balance import balance
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.wording import balance_sentence


@examples(200)
@given(views(most_covered=12))
def test_a_sentence_names_every_row_and_every_cell_that_it_decides(view):
    position = Position(view)
    for cell in view.covered:
        found = balance(position, cell)
        if found:
            said = balance_sentence(view, found)
            names = set(re.findall(r"r\d+c\d+", said))
            assert names >= set(
                view.graph.names([r for r in (*found.added, *found.subtracted) if r != TOTAL])
            )
            if "every other cell" not in said and "every covered cell" not in said:
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
        (
            "01## 02## 01##",
            None,
            "r3c3",
            "r2c2 needs one mine more than r1c2, and sees only r3c3 besides r1c2's cells: r3c3 is a mine.",
        ),
        ("#1### #####", 1, "r1c5", "r1c2 needs one mine, all that is left: every other cell is safe."),
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
