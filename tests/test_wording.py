"""Each form of a sentence with an example; that sentences are true, a child reads (`test_child`)."""

import pytest

from logicsweep import Position, View, balance, refute
from logicsweep.reasons.balance import balance_of
from logicsweep.reasons.wording import balance_sentence, refutation_lines

# a form, a view, a cell; below it the sentences
BALANCES = """
found: F## F2# ###: r1c2
    The 2 at r2c2 has both its mines (r1c1 and r2c1), so r1c2, r1c3, r2c3, r3c1, r3c2 and r3c3 are safe.
just: 1# 11: r1c2
    The 1 at r1c1 has just one covered neighbour, so r1c2 is a mine.
just, besides: F2#: r1c3
    The 2 at r1c2 already has a mine at r1c1. It has just one covered neighbour left, so r1c3 is a mine.
none: 0# ##: r1c2
    The 0 at r1c1 has no mines around it, so r1c2, r2c1 and r2c2 are safe.
board found: mines 1 F####: r1c4
    The one mine is found, so r1c2, r1c3, r1c4 and r1c5 are safe.
no mine: mines 0 ##: r1c2
    There is no mine, so r1c1 and r1c2 are safe.
last cell: mines 1 #: r1c1
    The board has one mine. Just one covered cell is left, so r1c1 is a mine.
last cells: mines 2 ##: r1c2
    The board has two mines. Just two covered cells are left, so r1c1 and r1c2 are mines.
fits, one: ##11 #21#: r1c2
    The 1 at r1c4 touches r2c4: that is a mine. The 1 at r1c3 touches r2c4 too: that mine is all it needs. So
    its other covered cell, r1c2, is safe.
fits, more: #222 ####: r2c2
    The 2 at r1c4 touches r2c3 and r2c4: two of them are mines. The 2 at r1c3 touches r2c3 and r2c4 too: those
    two mines are all it needs. So its other covered cell, r2c2, is safe.
fits, board: mines 2 #### 112#: r1c1
    The board has two mines. The 2 at r2c3 touches r1c2, r1c3, r1c4 and r2c4: two of them are mines. Those are
    the last two mines. So the other covered cell, r1c1, is safe.
rest: 111# ##10: r2c1
    The 0 at r2c4 touches r1c4: that is no mine. The 1 at r1c3 touches r1c4 too, and none of its mines is
    there. It still needs one, in r2c2. The 1 at r1c1 touches r2c2 too: that mine is all it needs. So its
    other covered cell, r2c1, is safe.
rest, of several: ?F?F?? #233F? #?##?? ?33#F? ####2?: r2c1
    1) The 3 at r2c3 already has mines at r1c2 and r1c4. It also touches r3c3 and r3c4: one of them is a
    mine (r1c3 and r3c2 are safe). The 2 at r5c5 already has a mine at r4c5. It also touches r4c4 and
    r5c4: one of them is a mine (r4c6 and r5c6 are safe). The 3 at r4c3 touches all of these cells too, so
    it has one in r3c3 or r3c4 and one in r4c4 or r5c4. It still needs one more, in r5c2 or r5c3 (r3c2 is
    safe). 2) The 3 at r4c2 touches r5c2 and r5c3 too, so one of its three mines is there. It still needs
    two more, in r3c1, r3c3 and r5c1 (r3c2 and r4c1 are safe). 3) The 2 at r2c2 already has a mine at r1c2
    and touches r3c1 and r3c3, so they can't both be mines. Only one of the two mines can be in r3c1 and
    r3c3, so r5c1 is a mine. 4) The other mine is in r3c1 or r3c3, so the 2 at r2c2 needs no more mines.
    So its other covered cell, r2c1, is safe.
rooms, one sure: ?FF3?? ?3#### ??##3? ???2F?: r2c6
    1) The 3 at r1c4 already has a mine at r1c3. It also touches r2c3, r2c4 and r2c5: two of them are
    mines (r1c5 is safe). The 2 at r4c4 already has a mine at r4c5. It also touches r3c3 and r3c4: one of
    them is a mine (r4c3 is safe). That makes 2 + 1 = 3 mines. 2) The 3 at r2c2 already has mines at r1c2
    and r1c3. It also touches r2c3 and r3c3: one of them is a mine (r1c1, r2c1, r3c1 and r3c2 are safe).
    So the other two are in r2c4, r2c5 and r3c4. The 3 at r3c5 already has a mine at r4c5 and touches
    r2c4, r2c5 and r3c4 too: those two mines are all it needs. So its other covered cell, r2c6, is safe.
twice: mines 2 #### 112#: r1c2
    The board has two mines. The 1 at r2c1 touches r1c1 and r1c2: one of them is a mine. The 2 at r2c3 touches
    r1c2, r1c3, r1c4 and r2c4: two of them are mines. That makes 1 + 2 = 3 mines (a mine in r1c2 would count
    twice). But there are only two, so one of them is counted twice. So r1c2 is a mine.
left: mines 3 ##2# 12##: r1c1
    The board has three mines. The 2 at r1c3 touches r1c2, r1c4, r2c3 and r2c4: two of them are mines. That
    leaves one mine, and only one other cell is left (r1c1). So r1c1 is a mine.
room: #2#1 F#2#: r2c2
    The 2 at r2c3 touches r1c3, r2c2 and r2c4: two of them are mines. The 1 at r1c4 touches r1c3 and r2c4: one
    of them is a mine. Only one of the two mines can be in r1c3 and r2c4, so r2c2 is a mine.
rooms: #### #31? #10? ????: r1c4
    The 1 at r3c2 touches r2c1 and r3c1: one of them is a mine (r4c1, r4c2 and r4c3 are safe). The 3 at r2c2
    touches r2c1 and r3c1 too, so one of its three mines is there. It still needs two more, in r1c1, r1c2 and
    r1c3. The 1 at r2c3 touches r1c2 and r1c3, so they can't both be mines. Only one of the two mines can be
    in r1c2 and r1c3, so r1c1 is a mine. The other mine is in r1c2 or r1c3, so the 1 at r2c3 needs no more
    mines. So its other covered cell, r1c4, is safe.
rooms, several outside: ?#### ?3?1? #1??? #????: r1c5
    The 3 at r2c2 touches r1c2, r1c3 and r3c1: three of them are mines (r1c1, r2c1, r2c3 and r3c3 are safe).
    The 1 at r2c4 touches r1c3, so at most one of them is a mine. Only one of the three mines can be in r1c3,
    so at least two are in r1c2 and r3c1. There are only two of those, so r1c2 and r3c1 are mines. The other
    mine is r1c3, so the 1 at r2c4 needs no more mines. So its other covered cells, r1c4 and r1c5, are safe.
room, full: ###00 11000: r1c1
    The 1 at r2c1 touches r1c1 and r1c2: one of them is a mine. The 0 at r2c3 touches r1c2, so that is no
    mine. That mine can't be in r1c2, so r1c1 is a mine. Then the 0 at r2c3 needs no more mines. So its other
    covered cell, r1c3, is safe.
rooms: 1##1## #22#0#: r2c1
    The 2 at r2c3 touches r1c2, r1c3 and r2c4: two of them are mines. The 1 at r1c1 touches r1c2, so at most
    one of them is a mine. The 1 at r1c4 touches r1c3 and r2c4, so they can't both be mines. At most 1 + 1 = 2
    mines can be in these cells, and we need two. So one is in r1c2 and one is in r1c3 or r2c4. Then the 1 at
    r1c1 needs no more mines. So its other covered cell, r2c1, is safe. Then the 1 at r1c4 needs no more
    mines. So its other covered cell, r1c5, is safe.
rooms, twice: mines 4 #1#### #11##2: r1c3
    The board has four mines. The 1 at r1c2 touches r1c1, r1c3 and r2c1: one of them is a mine. The 1 at r2c3
    touches r1c3, r1c4 and r2c4: one of them is a mine. The 2 at r2c6 touches r1c5, r1c6 and r2c5: two of them
    are mines. At most 1 + 1 + 2 = 4 mines can be in these cells, and we need four. A mine in r1c3 would count
    for both the 1 at r1c2 and the 1 at r2c3. Then only three of the four mines would fit. So r1c3 is safe.
compare: 1#2# ##43 12##: r2c2
    The 2 at r1c3 touches r1c2, r1c4 and r2c2: two of them are mines. The 1 at r3c1 touches r2c1 and r2c2: one
    of them is a mine. That makes 2 + 1 = 3 mines (a mine in r2c2 would count twice). The 1 at r1c1 touches
    r1c2, r2c1 and r2c2: one of them is a mine. The first sum is two more than the second. A mine in r1c4 or
    r2c2 counts one more in the first, and any other counts the same in both. So r1c4 and r2c2 are mines.
"""
REFUTATIONS = """
too many: 00## 002#: r1c3
    Suppose r1c3 were a mine: The 0 at r1c2 would have one mine: r1c3. That is impossible, so r1c3 is safe.
too few, certain: 1##0 #110: r1c2
    Before we suppose anything: 1. The 0 at r1c4 has no mines around it, so r1c3 is safe. Suppose r1c2 were
    safe: With r1c2 and r1c3 safe, the 1 at r2c3 would have no mine. That is impossible, so r1c2 is a mine.
at most: mines 3 ###1 #321: r1c2
    Suppose r1c2 were safe: With r1c2 safe, the 2 at r2c3 could have only one mine: r1c3. That is impossible,
    so r1c2 is a mine.
only: 0#2F 0##2: r2c3
    Suppose r2c3 were safe: With r2c3 safe, the 2 at r2c4 would have only one mine: r1c4. That is impossible,
    so r2c3 is a mine.
board, too many: mines 1 ####1 ##1F#: r1c1
    Suppose r1c1 were a mine: The board has one mine and one is found, so none are left. But there would be
    one more: r1c1. That is impossible, so r1c1 is safe.
found since: mines 3 ##### ##12F ?1??1 0000?: r1c2
    Suppose r1c2 were a mine: The 1 at r2c3 has its mine (r1c2), so r1c3, r1c4 and r2c2 are safe. The 2 at
    r2c4 already has a mine at r2c5. With r1c3, r1c4, r3c3 and r3c4 safe, it has just one covered neighbour
    left, so r1c5 is a mine. With r2c2, r3c1 and r3c3 safe, the 1 at r3c2 has just one covered neighbour left,
    so r2c1 is a mine. The board has three mines and one is found, so two are left. But there would be three
    more: r1c2, r1c5 and r2c1. That is impossible, so r1c2 is safe.
board, too few: mines 5 0001F 222## ##2##: r3c5
    Before we suppose anything: 1. The 1 at r1c4 has its mine (r1c5), so r2c4 and r2c5 are safe. Suppose r3c5
    were safe: The board has five mines and one is found, so four are left. But there are just three covered
    cells: r3c1, r3c2 and r3c4. That is impossible, so r3c5 is a mine.
not enough: mines 3 #1## 0###: r1c4
    Suppose r1c4 were safe: The board has three mines. The 1 at r1c2 touches r1c1, r1c3, r2c2 and r2c3: one of
    them is a mine. That leaves two mines, but only one other cell is left (r2c4). That is impossible, so r1c4
    is a mine.
cases: ####1# 24#3## ####4# #344## ##2##2: r2c5
    Before we suppose anything: 1. The 2 at r5c3 has just two covered neighbours, so r5c2 and r5c4 are mines.
    Suppose r2c5 were a mine: The 1 at r1c5 has its mine (r2c5), so r1c4 and r2c6 are safe. The 3 at r2c4
    already has a mine at r2c5. With r1c4 safe, it has only r1c3, r2c3, r3c3 and r3c4 left: two of them are
    mines. r1c3 and r2c3 are twins: they touch the same numbers. If only one of them is a mine, we try r1c3;
    r2c3 would fail in the same way. That leaves four ways, and none works: 1. r1c3 and r2c3 are mines; r3c3
    and r3c4 are safe: With r3c3 and r3c4 safe, the 4 at r4c3 could have only three mines: r3c2, r5c2 and
    r5c4. That is impossible. 2. r1c3 and r3c3 are mines; r2c3 and r3c4 are safe: The 4 at r4c4 already has
    mines at r3c3 and r5c4. With r3c4 safe, it has just two covered neighbours left, so r4c5 and r5c5 are
    mines. The 4 at r3c5 already has mines at r2c5 and r4c5. With r2c6 and r3c4 safe, it has just two covered
    neighbours left, so r3c6 and r4c6 are mines. The 2 at r5c6 would have three mines: r4c5, r4c6 and r5c5.
    That is impossible. 3. r1c3 and r3c4 are mines; r2c3 and r3c3 are safe: The 4 at r2c2 already has a mine
    at r1c3. With r2c3 and r3c3 safe, it has only r1c1, r1c2, r3c1 and r3c2 left: three of them are mines. But
    the 2 at r2c1 touches r1c1, r1c2, r3c1 and r3c2 too, and has room for only two. That is impossible. 4.
    r3c3 and r3c4 are mines; r1c3 and r2c3 are safe: The 4 at r4c3 has all four of its mines (r3c3, r3c4, r5c2
    and r5c4), so r3c2 is safe. The 4 at r2c2 already has a mine at r3c3. With r1c3, r2c3 and r3c2 safe, it
    has just three covered neighbours left, so r1c1, r1c2 and r3c1 are mines. The 2 at r2c1 would have three
    mines: r1c1, r1c2 and r3c1. That is impossible. So r2c5 is safe.
two sums: mines 6 ##### 2#13# #112# 1####: r4c5
    Suppose r4c5 were a mine: The 2 at r2c1 touches r1c1, r1c2, r2c2 and r3c1: two of them are mines. The 3 at
    r2c4 touches r1c3, r1c4, r1c5, r2c5 and r3c5: three of them are mines. The 1 at r3c3 touches r2c2, r4c2,
    r4c3 and r4c4: one of them is a mine. That makes 2 + 3 + 1 = 6 mines (a mine in r2c2 would count twice).
    The 1 at r2c3 touches r1c2, r1c3, r1c4 and r2c2: one of them is a mine. The 1 at r3c2 touches r2c2, r3c1,
    r4c2 and r4c3: one of them is a mine. The 2 at r3c4 already has a mine at r4c5. It also touches r2c5,
    r3c5, r4c3 and r4c4: one of them is a mine. That makes 1 + 1 + 1 = 3 mines (a mine in r2c2 or r4c3 would
    count twice). A mine in r1c1 or r1c5 counts one more in the first sum than in the second, and no other
    does. So the first sum is at most five, not six. That is impossible, so r4c5 is safe.
"""


def examples(table):
    """Form, view, cell and text of each; that of one who has flags to trust is known by its F."""
    for one in table.strip().replace("\n    ", "\t").split("\n"):
        head, *lines = one.split("\t")
        form, text, cell = head.split(": ")
        yield pytest.param(View.parse(text), cell, "F" in text, " ".join(lines), id=form)


@pytest.mark.parametrize(("view", "cell", "flags", "text"), [*examples(BALANCES)])
def test_a_balance_is_told_in_the_form_that_fits(view, cell, flags, text):
    assert balance_sentence(view, balance(Position(view, flags), cell)) == text


@pytest.mark.parametrize(("view", "cell", "flags", "text"), [*examples(REFUTATIONS)])
def test_a_refutation_is_told_from_what_is_supposed_to_what_breaks(view, cell, flags, text):
    lines = refutation_lines(view, refute(Position(view, flags), cell))
    assert " ".join(" ".join(lines).split()) == text


def test_rows_that_decide_alone_are_told_one_after_the_other():
    view = View.parse("1#2#1")
    alone = "The 1 at r1c1 has just one covered neighbour, so r1c2 is a mine."
    for rows in ((0, 4), ()), ((), (0, 4)):
        found = balance_sentence(view, balance_of(Position(view), *rows))
        assert found.startswith(f"{alone} The 1 at r1c5 has just one")
