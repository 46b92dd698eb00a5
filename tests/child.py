"""A reader who knows the two basic rules: holds each sentence to the board and to what was said before.

The child gets the printed text of an answer and the board that it is about, and nothing of the library.
`FORMS` has a row for each phrase that sentences are made of: what it claims, and how it reads. `<need NUM>`
is a number that has to be what `Child.values` calls `need`, and so on. A phrase that fits no row, is untrue,
takes for known what was neither printed nor told, or does not follow from its line raises `Untrue`.
"""

import re
from collections import Counter
from functools import partial
from itertools import combinations, pairwise
from string import ascii_lowercase
from typing import NamedTuple

FORMS = r"""
claim    AT has <found no> mines around it
claim    AT has <found its mine|both its mines|all NUM of its mines>(?: \(<mines CELLS>\)|<few >)
claim    AT already has FOUND\. SINCEIT has just <just NUM> covered neighbours? left(?=, so)
claim    SINCEAT<unfound > has just <just NUM> covered neighbours?(?: left|<reduced >)(?=, so)
claim    BOARD<shown there is no mine|(?:the one|both) mines? ARE found>
claim    BOARDthe board has <shown NUM> mines, and all are found
claim+cannot <board >the board has <shown NUM> mines?\. But <sure NUM> (?:was|were) known before
         and <placed NUM> ARE new, which makes <found NUM>
claim+cannot <board >the board has <shown NUM> mines?\. But <found NUM> ARE found
claim+cannot <board >the board has <shown NUM> mines?\. But we have <placed NUM> so far
claim+cannot LEFT\. But there would be <taking NUM> more: <taken CELLS>
claim+these LEFT(?:\. <taken CELLS>
         (?:(?:takes it|take all <take NUM>)<more_left >|takes? <taking NUM> of these,
         so <need NUM|none> ARE left))?
told     just <just NUM> covered cells? ARE left(?=, so <left CELLS> (?:is a mine|are mines))

claim+these SINCEHAS (?:touches|has only) <left CELLS>(?: left)?:
         <need NUM|none> of them (?:is a mine|are mines)OPEN
claim+these SINCEHAS (?:touches|has only) <left CELLS>(?: left)?:
         that is (?:<single a mine>|<needless no mine>)OPEN
claim+these AT already has FOUND\. with <opened CELLS> safe, it has only <left CELLS> left:
         <need NUM|none> of them (?:is a mine|are mines)
claim+these AT already has FOUND\. with <opened CELLS> safe, it has only <left CELLS> left:
         that is (?:<single a mine>|<needless no mine>)
claim+these SINCEALSO touches <left CELLS>: <need NUM|none> of them (?:is a mine|are mines)OPEN
claim+these SINCEALSO touches <left CELLS>: that is (?:<single a mine>|<needless no mine>)OPEN
has_rest SINCEHAS touches all of these cells too, so it has <nests RESTS>
has_rest SINCEHAS touches <nested CELLS> too, and <nesting none> of its mines is there
has_rest SINCEHAS touches <nested CELLS> too, so <nesting NUM> of its <all_its NUM> mines? ARE there
has_rest SINCEHAS touches <nested CELLS> too: that makes <has_now NUM> of its <all_its NUM> mines
rest     it still needs <other NUM>(?: more)?, in <rest CELLS>OPEN
sees+fits ATHAS touches <those CELLS> too: (?:that mine is|those <count NUM> mines are) all it needsOPEN
sees     ATHAS touches <those CELLS> too, and has room for (?:only <need NUM>|<needless none>)OPEN
fits     (?:that mine is|those <count NUM> mines are) all that AT needs
fits     BOARD(?:that is the last mine|those are the last <need NUM> mines)
adds_in  <once (?:no cell is counted twice, so )?>that makes <sum NUM> mines: <places RESTS>
adds     (?:no cell is counted twice, so that|that)
         makes <parts \d+(?: \+ \d+)+> = <sum \d+>
         mines(?: in <summed CELLS>)?<often (?: \(a mine TIMES(?: and one TIMES)*\))?>
room     ATHAS touches <part CELLS>, so <need at most NUM|none> of them (?:is a mine|are mines)OPEN
room     ATHAS touches <part CELLS>, so they <single can't both> be minesOPEN
room     ATHAS touches <part CELLS>, so that is <need no> mineOPEN
at_most  <rooms >at most NUM ARE in CELLS \(the \d+ at NAME\)(?:, and
         at most NUM ARE in CELLS \(the \d+ at NAME\))+
room     <need at most NUM|none> ARE in <part CELLS>
remember remember that at most <limit NUM> ARE in <limited CELLS>
room_for <rooms >only <left_over NUM> of the <count NUM> mines can be in <roomy CELLS>
room_for at most <holds \d+(?: \+ \d+)+> = <left_over NUM> mines ARE
         in (?:these cells|<roomy CELLS>)\.\s+we need<rooms > <count NUM>
told     at least <missing NUM> ARE in <besides CELLS>
spare    there are only <others NUM> of (?:those|<besides CELLS>)
told     <rooms ><roomless none|neither> of the <count NUM> mines can be in <roomy CELLS>
told     <rooms ><one_mine that mine> <roomless can't> be in <roomy CELLS>
room_for <rooms >at most (?:<holds \d+(?: \+ \d+)+> = )?<left_over NUM> mines? can be
         in (?:these cells|<roomy CELLS>), and we need <count NUM>
others_in the other <other_count NUM>(?: one)? ARE in <others_in CELLS>
neither  neither<rooms > <either CELLS(?: nor CELLS)*> can hold <count both> mines(?=, so NUM ARE)
threes   put these cells in <threefold three> groups: <either CELLS(?:; CELLS)*>\.
         no group can hold more than one mine and we need<rooms > <count NUM>, so each has exactly <each one>
lettered every covered cell has a letter
holds    the other <holding mine|NUM mines> ARE (?:in )?<held CELLS>(?=, so|\.)
told     of the other <left_over NUM> mines(?=, NUM ARE)
full     <full the \d+ at NAME(?:(?:, | and )the \d+ at NAME)*|the board> needs? no more mines
others+so (?:its|their|the) other covered cells?, <given CELLS>, <is_it ARE safe>
so       (?:its|their|the) other covered cells <is_it are safe>, including <given CELLS>
so       (?:its|their|the) <given other (?:NUM) covered cells> <is_it are safe>(?:, including <them CELLS>)?
doubled  a mine in <doubled CELLS> would count for (?:both|all)
         <doubling (?:(?:, | and )?(?:the \d+ at NAME|the board))+>
emptied  <emptied CELLS> would have none
told     only <one_less NUM> of the <left_over NUM> mines would fit
told     <last_one no> mine would fit
only_if  <few NUM> mines? counts? as <count NUM> only if <only CELLS> IS
twofold  there ARE only <few NUM>, so <beyond NUM> of them ARE counted twice
within   <within the mine|both mines|all NUM mines> ARE in those cells(?=, so)
besides  the second sum counts all the cells of the first just as often, and <extra CELLS> besides
besides  no mine is left for <extra CELLS>
compared <beyond the two sums are equal|the first sum is NUM more than the second>
counts   (?:a mine|one) in <cells CELLS> counts <often NUM> more in the <which first|second>(?! sum)
alike_else any other counts the same in both
more_in  (?:a mine|one) in <cells CELLS> counts <often NUM> more
none_more in the first sum than in the second, and no other does
none_more <nowhere no> mine counts more in the first sum than in the second
bounded  the first sum is at most <bound NUM>, not <needed NUM>
lies     <there NUM> ARE in <lying CELLS>

claim+cannot SINCEAT would have <at_most no> mine
claim+cannot AT would have <found NUM> mines?: <mines CELLS>
claim+cannot AT would have <found NUM> mines?, <excess NUM> too many
claim+cannot SINCEAT (?:could have only|would have only) <at_most NUM> mines?: <most CELLS>
cannot   there ARE just <just NUM> covered cells?(?:: <left CELLS>)?
cannot   <just no> covered cell is left
cannot   there is room for (?:only <need NUM>|<needless none>) there
cannot   BOARD<need only NUM|none> ARE left
told     BOARDthat leaves <over NUM> mines?,
         and only <others NUM> other cells? ARE left(?: \(<besides CELLS>\))?
cannot   BOARDthat leaves <over NUM> mines?,
         but only <others NUM> other cells? ARE left(?: \(<besides CELLS>\))?
cannot   BOARDthat leaves <over NUM> mines?, but <others no> cell is left for (?:it|them)
makes    (?:<fewest NUM> mines? counts? as|(?:even if <besides CELLS> IS, )?that
         makes<rooms >) at most <most_there NUM>, not <needed NUM>
result   result: <result .*>
cannot   that is impossible
alike    <alike CELLS> touch the same numbers, so it does not matter which of them are mines
alike    <alike CELLS> are twins: they touch the same numbers\. if only one of them is a mine,
         we try NAME; NAME would fail in the same way
split    (?:there (?:are|is only)|that leaves) <ways NUM> ways?,
         and (?:neither works|none works|it does not work)

told     <found NUM> of its <shown NUM> mines ARE found \(<mines CELLS>\)
ends     <need NUM> of its (?:<just NUM> |one )covered neighbours? \(<left CELLS>\) (?:is a mine|are mines);
         it does not say which
claim    PLAIN has just <at_most NUM> covered neighbours?
claim    PLAIN has <found NUM> flags? around it
claim    BOARD(?:there are <shown no> mines|the flags are all the mines)
claim    BOARD<shown NUM> mines? in all fill every covered cell
claim    (?:at|[-+]) PLAIN
so       (?:the )?<given CELLS>(?: around it)? <is_it IS>(?:, including <them CELLS>)?
"""
AND = re.compile(r"(?:[.,:;]| |\d\) |\b(?:and|so|then|but|now)\b)*", re.IGNORECASE)  # between phrases
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS = {one: count for count, one in enumerate(WORDS)}
COUNTS |= {"none": 0, "it": 1, "mine": 1, "its": 1, "once": 1, "both": 2, "twice": 2}
NUM = rf"(?:{'|'.join(WORDS)}|\d+)"
NAME = r"(?:r\d+c\d+|n\d+)"
CELLS = (
    rf"(?:{NAME}(?:, {NAME})*(?: (?:and|or) {NAME})?|"
    rf"(?:one of |the )?(?:other )?{NUM} (?:covered |marked )?cells)"
)
IS = r"(?:is safe|are safe|is a mine|are mines)"
SHORT = {  # in this order
    "RESTS": r"NUM in CELLS(?:(?:, | and )NUM in CELLS)*",
    "LEFT": r"<board >the board has <shown NUM> mines?"
    r"(?:(?: and (?:<before NUM> ARE found|we have <placed_all NUM> so far)|"
    r"\. Of these, <sure NUM> (?:was|were) known before and <placed NUM> ARE new), "
    r"so <were NUM|none> ARE left)?",
    "SINCEHAS": r"(?:with <opened CELLS> safe, )?ATHAS",
    "SINCEALSO": r"(?:with <opened CELLS> safe, )?ATALSO",
    "ATHAS": r"AT(?: already has (?:<found NUM> Fs?|FOUND) and|<unfound >)",
    "ATALSO": r"AT already has FOUND\. it also",
    "FOUND": r"(?:(?:<one_found a mine>|<several mines>) at <mines CELLS>|<has NUM><listed > mines)",
    "SINCEIT": r"(?:with <safes CELLS> safe, )?it",
    "SINCEAT": r"(?:with <safes CELLS> safe, )?AT",
    "AT": r"the <shown \d+> at <clue NAME>",
    "TIMES": r"in CELLS would count (?:twice|NUM times)",
    "PLAIN": r"<clue NAME|the board|total>(?:=<shown \d+>)?",
    "BOARD": "<board >",
    "OPEN": r"(?: \(<opens CELLS> ARE safe\))?",
    "ARE": "(?:is|are)",
} | {"NUM": NUM, "NAME": NAME, "CELLS": CELLS, "IS": IS}
VERDICTS = rf"(?:(?:; )?{CELLS} {IS})+"
BRIEF = rf"(?:{NAME}|the mine total)(?:, {NAME})*: (?:(?:; )?{CELLS} {IS})+\."
TOTAL, LEFT_OUT = "the board", ("safes", "taken")


class Untrue(AssertionError):
    """What a child would object to."""


class Board(NamedTuple):
    """Each cell's neighbours; what is seen at first; the mine total, if told; where the mines are.

    Seen of a cell is its clue, `F` or, found safe, `?`. `played`: a cell that is found safe shows its clue.
    `words`: the sentences of own productions, which nobody can check.
    """

    near: dict
    marks: dict
    total: int | None
    mined: frozenset
    played: bool = False
    words: tuple = ()

    def clue(self, cell):
        return str(len(self.near[cell] & self.mined))


def field(kind, rows, cols):
    """The neighbours of each cell of a grid, a torus or hexagons (`hexagonal`), by names."""
    near = {}
    for row in range(rows):
        far = 1 if row % 2 else -1  # odd rows of hexagons stand half a cell to the right
        steps = [
            (r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if kind != "hexagonal" or r == 0 or c in (0, far)
        ]
        for col in range(cols):
            cells = {(row + r, col + c) for r, c in steps}
            if kind == "torus":
                cells = {(r % rows, c % cols) for r, c in cells}
            inside = [(r, c) for r, c in cells - {(row, col)} if 0 <= r < rows and 0 <= c < cols]
            near[f"r{row + 1}c{col + 1}"] = frozenset(f"r{r + 1}c{c + 1}" for r, c in inside)
    return near


def check(fact, what):
    if not fact:
        raise Untrue(what)


def number(text):
    """The first number that a text tells."""
    word = re.search(rf"\b(?:{'|'.join(COUNTS)}|\d+)\b", text.lower())[0]
    return COUNTS[word] if word in COUNTS else int(word)


def names(text):
    found = re.findall(NAME, text or "")
    check(len({*found}) == len(found), f"a cell is named twice: {text}")
    return frozenset(found)


def verdicts(text):
    """What cells are said to be, each."""
    return {cell: is_it for cells, is_it in re.findall(rf"({CELLS}) ({IS})", text) for cell in names(cells)}


def same(text, value):
    """Whether a text tells just this: whether it is there, how many, or which cells; many are counted."""
    if isinstance(value, bool) or text is None:
        return bool(text) == bool(value)
    if isinstance(value, int):
        return (number(text) if text else 0) == value
    return names(text) == value if names(text) else number(text) == len(value)


def possible(claims):
    """Whether mines can lie so that among some cells are at least and at most so many, by each claim."""
    every = frozenset().union(*[cells for cells, _, _ in claims])
    alike = Counter(tuple([cell in cells for cells, _, _ in claims]) for cell in every)
    kinds = sorted(alike.items(), reverse=True)

    def place(at, needs):
        room = [sum([size for kind, size in kinds[at:] if kind[i]]) for i in range(len(needs))]
        if any(high < 0 or low > more for (low, high), more in zip(needs, room, strict=True)):
            return False
        if at == len(kinds):
            return True
        kind, size = kinds[at]
        tries = range(size + 1)
        less = ([(a - n * one, b - n * one) for (a, b), one in zip(needs, kind, strict=True)] for n in tries)
        return any(place(at + 1, needs) for needs in less)

    return place(0, [(low, high) for _, low, high in claims])


class Child:
    """What the child knows at a moment. `kinds` counts what was read, by its form."""

    def __init__(self, board, kinds=None, marks=None, supposed=False):
        self.board, self.supposed = board, supposed
        self.kinds = Counter() if kinds is None else kinds
        self.marks = {**(board.marks if marks is None else marks)}
        self.trusts = False  # whether drawings show what is known
        self.at_first = None  # in a proof: the mines known when it began, or when its case was drawn
        self.again = False  # in a proof: whether these lines were read before, for another case
        self.certain = {}  # in a proof: the marks before anything is supposed
        self.drawn = frozenset()  # in a proof: the safe cells that the drawing of it or its case shows
        self.refutes = False  # whether a proof that begins a line stands below a drawing
        self.pictured = frozenset()  # the safe cells that this drawing shows
        self.begin()

    def begin(self):
        """Begin a line: nothing is claimed yet."""
        self.row, self.claims = TOTAL, []  # of a claim: cells, and the fewest and the most mines among them
        self.named, self.count = frozenset(), 0  # the cells named just before, and the mines among them
        self.rests, self.told_rooms, self.lists, self.needs, self.groups, self.kept = {}, [], [], [], [], []
        self.nested = []  # of those that need mines, the ones inside the clue that is being told
        self.given, self.ways, self.broken, self.form, self.outside = {}, 0, False, "", frozenset()
        self.sums, self.compare = (
            [],
            {},
        )  # what lists need; the cells that count more for one of two, by how much

    def copy(self, given=(), supposed=False):
        """The same, who knows besides what is given; or supposes it."""
        child = Child(self.board, self.kinds, self.marks, self.supposed or supposed)
        child.at_first, child.drawn, child.pictured = self.at_first, self.drawn, self.pictured
        child.certain, child.again = self.certain, self.again
        child.find(dict(given))
        return child

    def find(self, given):
        """Know from now on what some cells are."""
        for cell, is_it in given.items():
            mine, known = "mine" in is_it, self.marks.get(cell)
            check(known is None or (known == "F") == mine, f"{cell} is known not to be {is_it}")
            check(self.supposed or mine == (cell in self.board.mined), f"{cell} is not {is_it}")
            opened = self.board.played and not self.supposed
            self.marks.setdefault(cell, "F" if mine else self.board.clue(cell) if opened else "?")

    def show(self, marks):
        """Know of cells what is drawn there, and no more."""
        if OUTSIDE in marks:  # all cells that are not drawn are known
            rest = self.board.near.keys() - marks.keys()
            self.find({cell: "a mine" if cell in self.board.mined else "safe" for cell in rest})
            del marks[OUTSIDE]
        for cell, glyph in marks.items():
            seen = self.board.marks.get(cell, "#")
            check(seen == glyph or not seen.isdigit(), f"{cell} was seen before")
            self.marks.pop(cell, None)
            if glyph != "#":
                self.find({cell: "a mine" if glyph == "F" else "safe"})
                check(not glyph.isdigit() or glyph == self.board.clue(cell), f"{cell} does not show {glyph}")
                self.marks[cell] = glyph

    def clues(self):
        return {cell: mark for cell, mark in self.marks.items() if mark.isdigit()}

    def knows(self, cell, is_it):
        return cell in self.marks and (self.marks[cell] == "F") == ("mine" in is_it)

    @property
    def rooms(self):
        """The clues that leave only so many mines for some cells; such are also rests that no sum took."""
        told = {row for row, *_ in self.told_rooms}
        rests = [one for one in self.needs if one[1] < self.named and one[0] not in told]
        return [*self.told_rooms, *rests]

    def values(self):
        """What phrases tell of the clue that they are about and of what was named, by the names of groups."""
        near = frozenset(self.board.near) if self.row == TOTAL else self.board.near[self.row]
        shown = (self.board.total or 0) if self.row == TOTAL else int(self.marks[self.row])
        mines, left = {cell for cell in near if self.marks.get(cell) == "F"}, near - self.marks.keys()
        left, need = self.rests.get(self.row, (left, shown - len(mines)))
        safe = {cell for cell in near if self.marks.get(cell) == "?" and self.row != TOTAL}
        taken = set() if self.at_first is None or self.row != TOTAL else mines - self.at_first
        sure = [*self.certain.values()].count("F")
        rooms = self.rooms
        room, roomy = (
            sum([min(most, len(part)) for _, part, most in rooms]),
            set().union(*[one[1] for one in rooms]),
        )
        besides = (self.named if rooms else left - self.named) - roomy
        return {
            "shown": shown,
            "all_its": shown,
            "found": len(mines),
            "has": len(mines),
            "mines": mines,
            "one_found": len(mines) == 1,
            "several": len(mines) > 1,
            "few": len(mines) <= 6,
            "listed": len(mines) <= 3,
            "unfound": bool(mines),
            "safes": safe,
            "opens": safe,  # also if the drawing shows it
            "opened": safe,
            "taken": taken,
            "taking": len(taken),
            "take": len(taken),
            "before": len(mines - taken),
            "placed_all": len(mines - taken),
            "sure": sure,
            "placed": len(mines - taken) - sure,
            "were": shown - len(mines - taken),
            "need": need,
            "more_left": bool(need),
            "needless": need <= 0,
            "excess": -need,
            "single": need == 1,
            "left": left,
            "just": len(left),
            "most": mines | left,
            "at_most": len(mines | left),
            "reduced": any(self.marks.get(cell) in ("F", "?") for cell in near),
            "those": self.named,
            "count": self.count,
            "one_less": room - 1,
            "last_one": room == 1,
            "one_mine": self.count == 1,
            "rest": left - self.named,
            "other": need - self.count,
            "over": need - self.count,
            "besides": besides,
            "others": len(besides),
            "roomy": roomy,
            "roomless": not room,
            "left_over": room,
            "missing": self.count - room,
        }

    def row_left(self, row):
        """The covered cells around a clue, without those of which it was said where its other mines are."""
        near = frozenset(self.board.near) if row == TOTAL else self.board.near[row]
        return self.rests[row][0] if row in self.rests else near - self.marks.keys()

    def follows(self, cells, low, high):
        """Whether by the claims of the line at least and at most so many mines are among some cells."""
        others = [(cells, 0, low - 1), (cells, high + 1, len(cells))]
        return not any(possible([*self.claims, other]) for other in others)

    # what phrases claim besides what their groups tell; each takes the match, and the values

    def told(self, match, value):
        """Nothing besides."""

    def doubled(self, match, value):
        """Cells that count for just these of the rooms: all of them, or those that the answer is about."""
        told = {*re.findall(NAME, match["doubling"])} | (
            {TOTAL} if TOTAL in match["doubling"].lower() else set()
        )
        for cell in names(match["doubled"]):
            rows = {row for row, part, _ in self.rooms if cell in part}
            check(rows == told and len(rows) > 1, f"{cell} counts for {rows}")
        self.twice = names(match["doubled"])

    def emptied(self, match, value):
        """With a mine in a cell that counts for several rooms with one mine each, nothing is left there."""
        alone = [part for _, part, most in self.rooms if most == 1 and part & self.twice]
        rest = frozenset().union(*alone) - self.twice
        check(names(match["emptied"]) == rest, f"just {sorted(rest)} would be empty")

    def claim(self, match, value):
        """A clue needs so many mines in its cells."""
        check(self.row != TOTAL or self.board.total is not None, "the mine total is not told")
        self.claims.append((value["left"], value["need"], value["need"]))

    def name(self, match, value):
        self.named, self.count = value["left"], value["need"]

    def these(self, match, value):
        """One of several that need mines together."""
        if self.form == "so":  # another reason
            self.needs, self.told_rooms, self.lists, self.sums, self.rests = [], [], [], [], {}
            value = self.values()
        self.needs.append((self.row, value["left"], value["need"]))
        self.name(match, value)

    def adds(self, match, value):
        """What the last of these need together, and which cells count for several of them."""
        parts = [int(one) for one in match["parts"].split(" + ")]
        some = self.add_up(len(parts), match["sum"])
        check(parts == [need for *_, need in some], f"they need {some}")
        check(not match["summed"] or names(match["summed"]) == self.named, "in other cells")
        often = re.findall(rf"in ({CELLS}) would count (twice|{NUM} times)", match["often"])
        counts = self.lists[-1]
        check({*map(number, [times for _, times in often])} == {*counts.values()} - {1}, f"{counts}")
        for cells, times in often:
            check(same(cells, {cell for cell in counts if counts[cell] == number(times)}), f"{counts}")

    def adds_in(self, match, value):
        """The same, with the cells of each."""
        told = re.findall(rf"({NUM}) in ({CELLS})", match["places"], re.IGNORECASE)
        some = [(need, frozenset(cells)) for _, cells, need in self.add_up(len(told), match["sum"])]
        check(not match["once"] or {*self.lists[-1].values()} == {1}, "cells are counted twice")
        check([(number(one), names(cells)) for one, cells in told] == some, f"they need {some}")

    def add_up(self, count, told):
        """The last needs, so many; from now on they are one sum."""
        some, self.needs = self.needs[-count:], self.needs[:-count]
        self.sums.append(sum([need for *_, need in some]))
        self.lists.append(Counter([cell for _, cells, _ in some for cell in cells]))
        self.named, self.count = frozenset(self.lists[-1]), self.sums[-1]
        check(number(told) == self.count, f"they need {self.count}")
        return some

    def sees(self, match, value):
        """All the cells named just before are around it."""
        check(self.named <= value["left"], f"it does not see {sorted(self.named - value['left'])}")
        self.claim(match, value)
        self.broken = not possible(self.claims)

    def has_rest(self, match, value):
        """Some of a clue's mines are in cells that others were said to need."""
        if nests := match.groupdict().get("nests"):
            places = re.findall(rf"({NUM}) in ({CELLS})", nests)
            those = names(" ".join([cells for _, cells in places]))
            told_parts = Counter([(number(count), names(cells)) for count, cells in places])
        else:
            those, told_parts = names(match["nested"]), None
        self.nested = [one for one in self.needs if one[1] <= those]
        check(Counter(those) == Counter([cell for _, cells, _ in self.nested for cell in cells]), "not those")
        self.named, self.count = those, sum([need for *_, need in self.nested])
        parts = Counter([(need, frozenset(cells)) for _, cells, need in self.nested if need])
        check(told_parts in (None, parts), f"they need {parts}")
        told = match.groupdict()
        check(number(told.get("nesting") or str(self.count)) == self.count, f"they need {self.nested}")
        has_now = value["found"] + self.count
        check(number(told.get("has_now") or str(has_now)) == has_now, f"it has {has_now}")
        check(those <= value["left"], f"it does not see {sorted(those - value['left'])}")

    def lies(self, match, value):
        """So many of the mines just counted are in one part."""
        part, need = names(match["lying"]), number(match["there"])
        if self.nested:
            check((part, need) in [one[1:] for one in self.nested], f"they need {self.nested}")
        else:
            self.hold(part, need)

    def rest(self, match, value):
        """Where its other mines are, of which the line may speak again."""
        self.sees(match, value)
        self.nested = []
        self.rests[self.row] = self.named, self.count = value["rest"], value["other"]
        taken = len(value["those"])
        while taken > 0 and self.needs:
            taken -= len(self.needs.pop()[1])
        self.needs.append((self.row, *self.rests[self.row]))

    def fits(self, match, value):
        check(self.named <= value["left"] and self.count == value["need"], "that is not all")
        self.outside = value["left"] - self.named

    def others(self, match, value):
        """They are all the covered cells that the full clues touch besides."""
        check(names(match["given"]) == self.outside, f"the others are {sorted(self.outside)}")
        self.outside = frozenset()

    def room(self, match, value):
        """A clue leaves at most so many mines for some of its cells."""
        self.claim(match, value)
        part = names(match["part"]) or value["left"]
        check(part <= value["left"] and same(match["part"], part), f"it touches {sorted(value['left'])}")
        check("both" not in match[0] or len(part) == 2, f"{sorted(part)} are not two")
        self.claims.append((part, 0, value["need"]))
        self.told_rooms.append((self.row, part, value["need"]))

    def take_rooms(self, count):
        """What was told after the needs that make so many leaves only so much room for these mines."""
        if self.sums and self.sums[-1] == count:
            self.named, later, self.needs = frozenset(self.lists[-1]), self.needs, []
        else:
            at = max(
                (at for at, one in enumerate(self.needs) if one[2] == count),
                default=None,
                key=lambda at: len(self.needs[at][1]),
            )
            if at is None:
                return
            self.named, later, self.needs = self.needs[at][1], self.needs[at + 1 :], self.needs[: at + 1]
        self.told_rooms += [one for one in later if one[1] <= self.named]
        self.count = count

    def just(self, match, value):
        check(value["left_over"] == self.count, f"they need {self.count}")

    def neither(self, match, value, between=" nor "):
        """Rooms for one mine each, and none else."""
        self.just(match, value)
        rooms = [(frozenset(part), most) for _, part, most in self.rooms if most]
        told = [(names(one), 1) for one in match["either"].split(between)]
        check(Counter(told) == Counter(rooms), f"they have room for {rooms}")

    def threes(self, match, value):
        """Three such rooms apart from each other, and a mine for each."""
        self.neither(match, value, "; ")
        for _, part, _ in self.rooms:
            self.hold(part, 1)

    def lettered(self, match, value):
        """No covered cell is left out by the clues told before."""
        told = [part for row, part, _ in (*self.needs, *self.told_rooms) if row != TOTAL]
        check({*self.board.near} - self.marks.keys() <= frozenset().union(*told), "some have none")

    def at_most(self, match, value):
        """What the rooms hold at most, once more."""
        pattern = rf"at most ({NUM}) (?:is|are) in ({CELLS}) \(the \d+ at ({NAME})"
        told = re.findall(pattern, match[0], re.IGNORECASE)
        rooms = Counter(
            [(row, frozenset(part), min(most, len(part))) for row, part, most in self.rooms if most]
        )
        check(Counter([(row, names(some), number(most)) for most, some, row in told]) == rooms, f"{rooms}")

    def remember(self, match, value):
        """What the only room holds at most, once more."""
        self.take_rooms(self.count)
        rooms = [(frozenset(part), min(most, len(part))) for _, part, most in self.rooms if most]
        check(rooms == [(names(match["limited"]), number(match["limit"]))], f"they are {rooms}")

    def spare(self, match, value):
        """Just as many cells lie outside the rooms as mines are missing there."""
        check(value["missing"] == value["others"], f"{value['besides']} are left")

    def others_in(self, match, value):
        """Of the mines counted last, those that the clue told since does not have."""
        cells, (_, sure, need) = names(match["others_in"]), self.needs[-1]
        check(sure | cells == {*self.lists[-1]} and not sure & cells, f"the others are not in {cells}")
        count = 1 if match["other_count"] == "one" else number(match["other_count"])
        check(count == self.sums[-1] - need, f"{self.sums[-1] - need} are left")
        check(self.follows(cells, count, count), f"{count} do not follow")
        self.named, self.count = cells, count

    def room_for(self, match, value):
        """What the rooms can hold, each."""
        rooms = [min(most, len(part)) for _, part, most in self.rooms if most]
        holds = match.groupdict().get("holds")
        told = [int(one) for one in holds.split(" + ")] if holds else [value["left_over"]]
        check(Counter(told) == Counter(rooms), f"they have room for {rooms}")

    def result(self, match, value):
        """What was announced followed."""
        told = {cell: "mine" in is_it for cell, is_it in verdicts(match["result"]).items()}
        given = {cell: "mine" in is_it for cell, is_it in self.given.items()}
        counts = re.findall(
            rf"({NUM}) (?:marked )?cells ({IS})", match["result"], re.IGNORECASE
        )  # too many to name
        counted = [[*given.values()].count("mine" in is_it) == number(count) for count, is_it in counts]
        check((told or counts) and all(counted), f"it follows {given}")
        check(told.items() <= given.items(), f"it follows {given}")

    def full(self, match, value):
        """By what was said, a clue has all its mines in a part that was named."""
        full = {row for row, part, most in self.rooms if self.follows(part, most, most)}
        told = {*re.findall(NAME, match["full"])} or {TOTAL}
        shown = {cell: number for number, cell in re.findall(rf"the (\d+) at ({NAME})", match["full"])}
        check(shown.items() <= self.marks.items(), "it shows another number")
        check(told <= full, f"not all need to be there: {told - full}")
        lefts = [self.row_left(row) - part for row, part, _ in self.rooms if row in told]
        self.leave(frozenset().union(*lefts))

    def leave(self, cells):
        """Those that are in no room and not concluded yet are around a full clue."""
        self.outside |= cells - frozenset().union(*[part for _, part, _ in self.rooms]) - self.given.keys()

    def holds(self, match, value):
        """A part that a clue has room in has just so many mines."""
        self.hold(names(match["held"]), number(match["holding"]))

    def hold(self, part, most):
        safe = {cell for cell, is_it in self.given.items() if "safe" in is_it}
        check((part, most) in [(cells - safe, most) for _, cells, most in self.rooms], "it is no such room")
        check(self.follows(part, most, most), "it may hold fewer")

    def compared(self, match, value):
        """Two lists: how many more the first need, and where a mine counts more for one of them."""
        (one, other), (most, least) = self.two_lists()
        self.kept = [one - other, other - one]
        beyond = number(match["beyond"]) if "more" in match["beyond"] else 0
        check(beyond == most - least, f"they need {most} and {least}")

    def more_in(self, match, value):
        """Cells that count more in the first sum than in the second, by how much."""
        one, other = self.two_lists()[0]
        some, often = one - other, number(match["often"])
        check(same(match["cells"], {cell for cell in some if some[cell] == often}), f"it counts {some}")
        self.compare[often] = len(names(match["cells"]))

    def none_more(self, match, value):
        one, other = self.two_lists()[0]
        check(self.compare.keys() == {*(one - other).values()}, f"it counts {one - other}")

    def bounded(self, match, value):
        """The first sum, if all mines lie where they count more for it."""
        most, least = self.two_lists()[1]
        bound = least + sum([often * count for often, count in self.compare.items()])
        check(number(match["bound"]) == bound < most == number(match["needed"]), f"{bound}, not {most}")
        self.cannot(match, value)

    def two_lists(self):
        """The two lists that are compared, as counts of cells, and their sums."""
        return [*self.lists, Counter(self.named)][:2], [*self.sums, self.count][:2]

    def counts(self, match, value):
        which, often = match["which"] == "second", number(match["often"])
        some = {cell for cell, count in self.kept[which].items() if count == often}
        check(same(match["cells"], some), f"it counts {self.kept}")
        self.compare[which, often] = some

    def alike_else(self, match, value):
        every = {(which, often) for which in (0, 1) for often in self.kept[which].values()}
        check(self.compare.keys() == every, f"it counts {self.kept}")

    def so(self, match, value):
        """Some cells are safe, or mines; counted, all of which that follows."""
        cells, mine = names(match["given"]), int("mine" in match["is_it"])
        if not cells:
            every = frozenset().union(*[some for some, _, _ in self.claims]) - self.given.keys()
            cells = {cell for cell in every if self.follows([cell], mine, mine)}
            cells &= {*self.kept[1 - mine]} if self.kept else cells
        check(same(match["given"], cells), f"it follows for {sorted(cells)}")
        check(names(match.groupdict().get("them")) <= cells, "not all are among them")
        self.conclude(cells, match["is_it"])

    def mines(self, match, value):
        """All that are left there are mines."""
        self.conclude(value["left"], "a mine")

    def conclude(self, cells, is_it):
        mine = int("mine" in is_it)
        for cell in cells:
            check(cell not in self.marks, f"{cell} is known")
            check(self.follows([cell], mine, mine), f"it does not follow for {cell}")
        self.given.update(dict.fromkeys(cells, is_it))

    def cannot(self, match, value):
        check(not possible(self.claims), "it can be")
        self.broken = True

    def only_if(self, match, value):
        """So few mines of a row make what the others need only with some of these."""
        few, cells = number(match["few"]), self.lists[-1].keys()
        check(any(low == high == few and cells <= some for some, low, high in self.claims), "not so many")
        check(all(self.follows([cell], 1, 1) for cell in names(match["only"])), "it may be safe")

    def twofold(self, match, value):
        """So few mines of a row make what the others need: as many are counted twice as cells can be."""
        few, beyond, counts = number(match["few"]), number(match["beyond"]), self.lists[-1]
        check(any(low == high == few and counts.keys() <= some for some, low, high in self.claims), "not few")
        check(beyond == self.sums[-1] - few, f"they need {self.sums[-1]}")
        check([*counts.values()].count(2) == beyond and max(counts.values()) == 2, f"{counts}")

    def besides(self, match, value):
        """The second sum counts all that the first does, and these once more."""
        one, other = self.two_lists()[0]
        extra = other - one
        check(not one - other and {*extra.values()} == {1}, f"it counts {extra}")
        check(same(match["extra"], {*extra}), f"it counts {extra}")
        self.kept = [one - other, extra]
        self.compare[1, 1] = {*extra}

    def within(self, match, value):
        """So many mines are in the cells that were added up."""
        cells, count = self.lists[-1].keys(), number(match["within"])
        check(self.follows(cells, count, count), f"not {count} in {sorted(cells)}")

    def makes(self, match, value):
        """At most so many can be there: in the rooms, or in the cells that most of them see."""
        often = Counter(self.lists[-1] if self.lists else self.named).most_common()
        left = (self.board.total or 0) - [*self.marks.values()].count("F")
        besides = len(value["besides"])
        most = {sum([min(most, len(part)) for _, part, most in self.rooms]) + besides}
        if not self.rooms:
            most = {sum([count for _, count in often[:need]]) for need in (value["need"], left)}
            most.add(self.count + besides)
        right = number(match["most_there"]) in most and number(match["needed"]) in (
            self.count,
            value["need"],
            left,
        )
        check(right and number(match["most_there"]) < number(match["needed"]), f"they need {self.count}")
        self.cannot(match, value)

    def ends(self, match, value):
        self.broken = True

    def alike(self, match, value):
        group = names(match["alike"])
        seen = {frozenset(self.board.near[cell] & self.clues().keys()) for cell in group}
        check(len(seen) == 1 < len(group), f"not seen by the same clues: {sorted(group)}")
        self.groups.append(group)

    def split(self, match, value):
        self.ways = number(match["ways"])

    # lines

    def read_phrases(self, text):
        """Read a line phrase by phrase, the first form that fits; it has to lead somewhere."""
        self.begin()
        at = AND.match(text).end()
        while at < len(text):
            match = next((one for pattern, _ in TABLE if (one := pattern.match(text, at))), None)
            check(match, f"unparsed: {text[at:]!r}")
            told = match.groupdict()
            row = told.get("clue") or (TOTAL if "board" in told else self.row)
            self.row = TOTAL if row.lower() in (TOTAL, "total") else row
            check(self.row == TOTAL or self.marks.get(self.row, "#").isdigit(), f"{self.row} is no clue")
            if told.get("rooms") is not None and (told.get("count") or told.get("needed")):
                self.take_rooms(number(told.get("count") or told["needed"]))
            value, form = self.values(), FORM_OF[match.re]
            for name in told.keys() & value.keys():
                unsaid = (
                    name in LEFT_OUT and value[name] and not (name == "safes" and value[name] <= self.drawn)
                )
                left_out = told[name] is None and not unsaid
                check(left_out or same(told[name], value[name]), f"{name}: {value[name]}")
            for claim in form.split("+"):
                getattr(self, claim)(match, value)
            self.kinds[form] += 1
            self.form = form
            at = AND.match(text, match.end()).end()
        check(self.given or self.broken or self.ways, "it leads nowhere")

    def read(self, text):
        """Read a line; what it concludes is known from then on."""
        reader, line = self, text
        if re.fullmatch(rf"(?:{BRIEF} )*{BRIEF}", text):
            for clues, told in re.findall(rf"((?:{NAME}|the mine total)(?:, {NAME})*): ([^.]*)\.", text):
                self.read(f"{told} ({clues}).")
            return
        if says := re.fullmatch(rf"({VERDICTS})(: [^:]*?| \(.*\)|)\.(?: \(Not proven smallest.*\))?", line):
            line, reason = says[1], says[2]
            if reason[:1] == ":":  # the clues alone from which it follows, on the position as it was at first
                first = {
                    cell: mark for cell, mark in self.board.marks.items() if mark != "F" or "flag" in reason
                }
                seen = {
                    cell: mark for cell, mark in (first | self.clues()).items() if cell not in verdicts(line)
                }
                reader = Child(self.board, self.kinds, seen)
            if "could not" in reason or reason[:1] != ":":
                named = re.findall(rf"{NAME}(?:=\d+)?|the mine total|\d+ mines? in all", reason)
                named = [re.sub(r"(\d+) mines? in all", r"the board=\1", one) for one in named]
                reason = "".join([f"at {one}. " for one in named]).replace("the mine total", TOTAL)
            line = f"{reason}. {line}."
        try:
            reader.read_phrases(line)
        except Untrue as error:
            raise Untrue(f"{error}: {text}") from None
        self.find(reader.given)

    def read_all(self, lines):
        """Read lines with the columns at which they begin; whether they end in what cannot be."""
        while lines:
            if self.supposed and re.fullmatch(SIGNS, lines[0][1]):
                lines = lines[1:]
            if self.supposed and DRAWN.fullmatch(lines[0][1]):
                lines = self.pass_drawing(lines)
            (column, text), *lines = lines
            text = re.sub(r"^\d+[a-z]?\d*\. ", "", text)
            for own in self.board.words:
                text = text.removeprefix(f"{own} ")
            while lines and text[-1] != ":" and not DRAWN.fullmatch(lines[0][1]):
                if lines[0][0] < column + (not HALF.search(text)):
                    break
                text += " " + lines.pop(0)[1]  # the next thought of the same step
            inner = next((at for at, line in enumerate(lines) if line[0] <= column), len(lines))
            if self.at_first is None and text.startswith((CERTAIN, "Suppose ")):
                self.at_first = {cell for cell, mark in self.marks.items() if mark == "F"}
            if text.startswith("Suppose ") and not column and not self.supposed:
                self.drawn = self.pictured
            if text.startswith("Suppose "):
                self.certain = {**self.marks}
            if text.startswith(CERTAIN):
                continue
            if says := re.fullmatch(rf"({NAME}) is (safe|a mine)\. {WRONG}", text):
                check(lines and lines[0][1] == f"Suppose {says[1]} were {says[3]}:", f"after {text}")
                check(says[2] != says[3], text)
                continue
            if miss := re.fullmatch(
                rf"The nearest miss of .+? is [\w-]+( at {NAME})?(?: - .*?)?(: .*)", text
            ):
                self.copy().read_phrases((miss[1] or "") + miss[2])
                continue
            if supposed := re.fullmatch(rf"Suppose ({NAME}) were (safe|a mine):", text):
                self.kinds["suppose"] += 1
                cell, is_it = supposed.groups()
                broken = self.copy({cell: is_it}, supposed=True).read_all(lines[:inner])
                check(broken, f"no contradiction: {text}")
                other = "safe" if is_it == "a mine" else "a mine"
                so, *lines = lines[inner:] or [()]
                check(so in [(column, f"{one} {cell} is {other}.") for one in SO], f"after {text} {so}")
                self.find({cell: other})
                self.at_first = None
                continue
            self.read(text)
            check(not lines or not (self.broken or (self.ways and inner < len(lines))), "lines after the end")
            if self.ways:
                self.read_cases(lines)
            if self.broken or self.ways:
                return True
        return False

    def read_cases(self, lines):
        """That the cases are all ways, but for cells that may change places, and that none works."""
        starts = [at for at, (column, _) in enumerate(lines) if column == lines[0][0]]
        check(len(starts) == self.ways, f"{self.ways} ways, and {len(starts)} told")
        alike = [*self.groups, *[frozenset([cell]) for cell in self.named.difference(*self.groups)]]
        placed = set()
        told = [lines[start + 1 : end] for start, end in pairwise([*starts, len(lines)])]
        for start, inner in zip(starts, told, strict=True):
            words, fails, first = re.fullmatch(
                r"(.*)(?::|\.( This fails in the same way as (\d*[a-z]?\d*)\.))", lines[start][1]
            ).groups()
            mines = self.read_case(self.named, words)
            given = {cell: "a mine" if cell in mines else "safe" for cell in self.named}
            case = self.copy(given, supposed=True)
            case.again = bool(fails)
            labels = [re.match(r"\w+", lines[one][1])[0] for one in starts]
            broken = case.read_all(told[labels.index(first)] if fails else inner)
            check(broken, f"no contradiction: {lines[start]}")
            placed.add(tuple([len(mines & cells) for cells in alike]))
        every = combinations(self.named, self.count)
        check(placed == {tuple([len(cells & {*some}) for cells in alike]) for some in every}, "not all ways")

    def pass_drawing(self, lines):
        """The lines behind a drawing, which shows what would be known, and all around the clues of these."""
        self.kinds["drawn"] += 1
        told = next(at for at, (_, text) in enumerate(lines) if not DRAWN.fullmatch(text))
        drawn = [text if text[0] in "rE." else f"   {text}" for _, text in lines[:told]]
        marks = next(iter(drawings(drawn, ())))
        lettered = {cell: mark for cell, mark in marks.items() if mark in ascii_lowercase}
        marks |= dict.fromkeys(lettered, "#")
        beyond = [self.marks.get(cell, "#") for cell in self.board.near.keys() - marks.keys()]
        outside = marks.pop(OUTSIDE, None)
        check(not outside or "#" not in beyond, f"outside: {beyond}")
        now = {cell: self.marks.get(cell, "#") for cell in marks}
        signs = {cell: {"F": "*", "?": "."}.get(mark, mark) for cell, mark in now.items()}
        signs |= {cell: mark for cell, mark in now.items() if cell in self.certain}
        check(marks == signs or self.again, "it is drawn otherwise")
        around = {cell for _, text in lines[told:] for cell in re.findall(rf"\d at ({NAME})", text)}
        check(all(self.board.near[cell] <= marks.keys() for cell in around), "not all around is drawn")
        self.at_first = {cell for cell, mark in self.marks.items() if mark == "F"}
        self.drawn = frozenset([cell for cell, mark in marks.items() if mark != "#"])
        if not lettered:
            return lines[told:]
        (column, first), *rest = lines[told:]
        ends = [at for at, (inner, text) in enumerate(rest) if inner <= column or DRAWN.fullmatch(text)]
        more = next(iter(ends), len(rest))
        text = unletter_all(lettered, " ".join([first, *[text for _, text in rest[:more]]]))
        check(not re.search(r"\bFs?\b", text), f"supposed mines are no F: {text}")
        text = re.sub(r"(already has \w+) mine(s?) and", r"\1 F\2 and", text)
        return [(column, text), *rest[more:]]

    def read_case(self, cells, text):
        """The mines among some cells in one case."""
        self.kinds["case"] += 1
        mines, left = set(), {*cells}
        for part in re.sub(r"^\w+\. ", "", text).split("; "):
            one = re.fullmatch(rf"({CELLS}) ({IS})|the others are safe", part)
            check(one, f"unparsed case: {text}")
            some = names(one[1])
            check(some <= left, text)
            mines |= some if "mine" in part else set()
            left = left - some if some else set()
        check(not left, f"nothing is said of {left}: {text}")
        return mines


def table(forms):
    """A pattern for each row of a table of forms, and the method that says what it claims."""
    for row in re.split(r"\n+(?=\w)", forms.strip()):
        form, pattern = row.split(maxsplit=1)
        pattern = re.sub(r"\n +", " ", pattern)
        for short, long in SHORT.items():
            pattern = re.sub(rf"(?<![A-Z]){short}(?![A-Z])", lambda _, long=long: long, pattern)
        pattern = re.sub(r"<(\w+) ((?:\([^()]*\)|[^<>])*)>", r"(?P<\1>\2)", pattern)
        yield re.compile(pattern, re.IGNORECASE), form


TABLE = [*table(FORMS)]
FORM_OF = dict(TABLE)


# answers: which lines hold sentences, and what is known where they begin

PASSED = re.compile(
    r"(?:board|position) .*|(?:grade|workload):.*|\d+ steps?:.*|steps to choose.*|stuck: no .*|no step|"
    r"stuck: .* sees no more\. [\w-]+ goes on:|"
    r"undecided .*|remaining .*|"
    r"(?:These two are not the only layouts that fit\. We counted all of them|"
    r"We counted all the layouts that fit)(?:, however many mines they have)?: .*|"
    r"(?:Then|Here is how|Here is why)(?:, in \d+ steps)?(?: \([^()]*\))?:|"
    r"First(?:, one clue at a time)?:|One clue at a time, you can find .*|"
    r"[Ss]tep \d+, which [\w-]+ finds:|"
    r"What was known before.*:|"
    r"Known .*:|The board(?: at that point| now)?(?: \(.*\))?:|Nothing to refute:.*|"
    r"[\w-]+ decides it later,.*| +\.\.\. and .*|"
    r"(?:safe|mines) \(.*|risk.*|.* (?:decides|is forced).*|No (?:further )?cell.*|(?:The )?least.*|"
    r"(?:Look at|Take) .*|#.*|.* decide something\.|Compare .*|The position is complete.*|"
    r"Nothing is left to clear: .*|"
    r"Suppose a cell to be .*|(?:Solved|Stopped|Lost) .*|.* is stuck[.:] [^.]*\.|Each player .*|"
    r".* clears (?:all )?\d+ .*|"
)
SO = "So", "That is impossible, so"
BEGUN = r" {0,3}\d+\. |Smallest explanation: "
HALF = re.compile(
    r"(?: of them (?:is a mine|are mines)| (?:is|are) all it needs| needs? no more)\.$"
)  # a thought that leads nowhere by itself
WRONG = r"Here is what would go wrong if it were (safe|a mine)\."
GIVEN, CERTAIN = "On the position as given:", "Before we suppose anything:"
SIGNS = r"\((?:(?:; )?(?:the letters now mean other cells|\[\.\] = safe, as we suppose|"
SIGNS += r"\[\*\] = a mine, as we suppose|"
SIGNS += r"\* = must then be a mine|\. = must then be safe))+\)"
SAME = "From the board above:"
OF_GAME = r"\n(?:1 step|\d+ steps) of the game to \w+:((?:\n {2,}.*)+)"


OUTSIDE = "outside"  # of a drawing: that all cells outside it are known


OUTSIDE_IS = r"Every cell outside this picture is known(?:, including the rows left out \(\.\.\.\))?\."
DRAWN = re.compile(rf"[\d ]+| *-+|\.\.\.|r\d+ .*|{OUTSIDE_IS}")  # of a case


class Patch(dict):
    """A part of a board that a step draws: its marks, without letters."""


INNER = " " * 6  # before what belongs to a step
HEADED = (
    rf"(?P<begun> {{0,3}}\d+\. |{INNER}(?! ))(?P<own>.*?)(?P<result>{VERDICTS})"
    r"(?: \(new letters\))?:(?: \[.*\])?"
)
LETTER = r"(?:(?:[Tt]he|both|all \w+) (?=\w')|[Cc]ell )([a-z])('s)?(?![\w'])"
CELLS_LETTERED = r"[Cc]ells ((?:[a-z], )*[a-z] and [a-z])(?![\w'])"  # `cells b, c and d`
LETTERS = rf"{LETTER}(?:(?:, | and | or ){LETTER})*(?: \(({CELLS})\))?"


def unletter(letters, match):
    """The cells that some letters stand for; in brackets behind them stand the same."""
    some = re.findall(LETTER, match[0])
    check(all(bool(several) == (len(letters[letter]) > 1) for letter, several in some), match[0])
    cells = set().union(*[letters[letter] for letter, _ in some])
    count, named = match[0].startswith(("both ", "all ")), match[match.re.groups]
    check(not count or number(match[0]) == len(cells), match[0])
    check(not named or names(named) == cells, match[0])
    return ", ".join(sorted(cells))


def unletter_all(lettered, told):
    """A text with cells in place of the letters that a drawing gives them; it uses every letter."""
    letters = {}
    for cell, letter in lettered.items():
        letters.setdefault(letter, set()).add(cell)
    told = re.sub(rf"(only {NUM}) ([a-z]'s)", r"\1 of the \2", told)
    told = re.sub(CELLS_LETTERED, lambda some: re.sub("([a-z])(?=,| and|$)", r"cell \1", some[1]), told)
    used = {letter for letter, _ in re.findall(LETTER, told)}
    check(used == letters.keys(), f"letters {letters}, used {used}")
    return re.sub(LETTERS, partial(unletter, letters), told)


def gather(child, lines):
    """The same lines, but of a step with a drawing of its own the drawing, then one line without letters."""
    lines = [*lines]
    while lines:
        line = lines.pop(0)
        if line.startswith(INNER + "The board now"):
            yield line.strip()
            while lines and re.match(rf"{INNER}(?:{DRAWN.pattern}|  [a-z ]+: .*)$", lines[0]):
                yield lines.pop(0)[len(INNER) :]
            continue
        drawn = lines and re.fullmatch(r" {7,}[\d ]+", lines[0])
        head = re.fullmatch(HEADED, line, re.IGNORECASE) if drawn else None
        if not head:
            yield line
            continue
        inner = []
        while lines and re.match(rf" {{6}}(?!The board now| *\.\.\.|(?:{BRIEF} ?)+$)", lines[0]):
            inner.append(lines.pop(0)[6:])
        marks, *told = drawings(inner, ())
        told = " ".join([one for one in told if not re.fullmatch(r"\?.*= .*", one)])
        lettered = {cell: mark for cell, mark in marks.items() if mark in ascii_lowercase}
        told = unletter_all(lettered, told)
        for cell in re.findall(rf"\d at ({NAME})", told):
            check(child.board.near[cell] <= marks.keys(), f"not all around {cell} is drawn")
        yield Patch(marks | dict.fromkeys(lettered, "#"))
        yield f"{head['begun']}{head['own']}{told} Result: {head['result']}."


def read_lines(child, lines, apart=False):
    """Read lines and drawings; a numbered line stands on those before, or (`apart`) on the drawing."""
    first, drawn, later = child.board, child.marks, {}
    lines = gather(child, lines)
    for part in parts([*drawings(lines, child.board.near.keys() - child.board.marks.keys())], apart):
        if part == GIVEN:
            child.marks = {**child.board.marks, **child.clues()}
        elif part == SAME:
            child.marks = drawn
        elif isinstance(part, dict):
            seen = {cell: glyph for cell, glyph in part.items() if glyph != "#" and cell != OUTSIDE}
            told = apart or child.trusts or not isinstance(part, Patch)
            check(told or seen.items() <= child.marks.items(), "the drawing shows what is not known")
            before, child.board = child.marks, first
            child.marks = {**before}
            child.show(part)
            if child.refutes:
                child.pictured = frozenset([cell for cell, glyph in part.items() if glyph == "?"])
            drawn = {**child.marks}
            child.board = first._replace(marks={**child.marks}) if apart else first
            later = {} if apart or not isinstance(part, Patch) else before  # of the same firing
        else:
            reader = child.copy() if apart else child
            if later:  # the drawing is about the first line alone
                reader.read_all(part[:1])
                reader.marks, later, part = {**later, **reader.marks}, {}, part[1:]
            reader.read_all(part)


def parts(lines, apart):
    """Drawings, and between them the lines that belong together, with the columns at which they begin."""
    block = []
    for line in [*lines, ""]:
        text = line if isinstance(line, str) else GIVEN
        begun, passed = re.match(BEGUN, text), PASSED.fullmatch(text) or text in (GIVEN, SAME)
        column, text = len(text) - len(text.lstrip()), re.sub(r" \[[^\]]{2,}\]$", "", text.strip())
        if begun:
            column, text = 6 * (" it: " not in begun[0]), text.removeprefix(begun[0].lstrip())
        if block and (passed or (begun and apart)):
            yield block
            block = []
        if not passed:
            block.append((column, text))
        elif text in (GIVEN, SAME):
            yield line


def reasons(lines):
    """The lines of each reason: a line that stands alone, or a refutation."""
    found, top = [], ""
    for column, text in lines:
        if found and (column > lines[0][0] or text.startswith(SO) or top.startswith(CERTAIN)):
            found[-1].append((column, text))
        else:
            found.append([(column, text)])
        top = text if column == lines[0][0] else top
    return found


def read_path(child, text):
    """A path: each step stands on the board and on the steps before it."""
    read_lines(child, text.splitlines())


def read_compare(child, text):
    """Each deduction stands on the board as it is drawn above it."""
    table, _, told = text.partition("\nthe weakest player who")
    if told:
        for cell, one in rows_drawn(child, table.splitlines()).items():
            check(not one.isalpha() or one.isupper() == (cell in child.board.mined), f"{cell} is not {one}")
        read_lines(child, told.splitlines()[3:], apart=True)


def read_hint(child, text):
    """A hint: the board as it is drawn, and reasons one upon the other; in stages the last line says all."""
    lines = text.splitlines()
    legend = ": look|> these|[sm] (?:safe|mine)"
    end = next((at for at, line in enumerate(lines) if re.match(legend, line)), 0)
    told = [line for line in lines[:end] if re.fullmatch(rf" +(?:{BRIEF} ?)+", line)]
    if end and child.board.played:  # as far as is drawn; it does not go on
        marks = rows_drawn(
            child, lines[:end], r"(?<=[ :>])[^ :>]" if re.search("[:>]", lines[end]) else r"[^\s!]+"
        )
        child.board = child.board._replace(played=False)
        known = "012345678" if told else "?F012345678"  # what is told first is not taken from the drawing
        child.show({cell: one for cell, one in marks.items() if one in known})
    read_lines(child, told)
    read_lines(child, lines[end + 1 :])


def read_why(child, text):
    """Why a cell is what it is: sentences on the board as drawn and on what was told; or two layouts."""
    if re.match(r".* (?:decides|does not decide) ", text):  # in stages
        read_hint(child, text)
        return
    if game := re.search(OF_GAME, text):
        reader = Child(child.board, child.kinds)
        reader.trusts = True
        read_lines(reader, game[1].splitlines())
        text = text.replace(game[0], "")
    first, *lines = text.splitlines()
    reached = r"(.* can't tell[:.]|(?:, but a casual player does not get that far)?\. )?"
    says = re.match(rf"({NAME}) is (safe|a mine){reached}", first)
    either = re.match(rf"Nobody can tell yet: ({NAME}) could be a mine or safe\.()", first)
    says = says or either
    check(says or PASSED.fullmatch(first), f"unparsed: {first}")
    lines = read_layouts(child, lines) if says and not says[2] else lines
    drawn = next((one for one in drawings(gather(child, lines), ()) if isinstance(one, dict)), {})
    child.show({cell: glyph for cell, glyph in drawn.items() if glyph.isdigit()})  # seen from the start
    child.board, child.trusts = child.board._replace(played=False), True  # what is found safe is not cleared
    child.refutes = "n1" not in child.board.near
    for found in [one for one in lines if one.startswith("One clue at a time, you can find ")]:
        for noun, is_it in (("mines? at", "a mine"), ("safe cells?", "safe")):
            some = re.search(rf"{noun} ({CELLS})", found)
            child.copy().find(dict.fromkeys(names(some and some[1]), is_it))
    read_lines(child, lines)
    check(not (says and says[2] and says[3]) or child.knows(says[1], says[2]), f"not told: {first}")


def rows_drawn(child, lines, pattern=r"\S"):
    """What is drawn of each cell in rows without names, the last of these lines; or by its name."""
    if "n1" in child.board.near:
        return {
            cell: glyph
            for line in lines
            for cell, glyph in re.findall(rf"^({NAME})[ :>]+([^\s:>]+)[ :]*$", line)
        }
    rows = max([int(re.match(r"r(\d+)", cell)[1]) for cell in child.board.near])
    glyphs = [re.findall(pattern, re.sub(r"^r\d+ ", " ", line)) for line in lines[-rows:]]
    marks = {f"r{row}c{col}": one for row, some in enumerate(glyphs, 1) for col, one in enumerate(some, 1)}
    check(marks.keys() == child.board.near.keys(), "not each cell is drawn")
    return marks


def drawings(lines, cells):
    """Lines, and in place of drawings what they show: numbered rows and columns, or lists of all cells."""
    head, edges, marks = [], [], {}
    for line in [*lines, ""]:
        if isinstance(line, dict):
            yield from [marks] if marks else []
            yield line
            head, edges, marks = [], [], {}
            continue
        listed = re.fullmatch(r"  (mines found|found safe|seen): (.*)", line)
        if re.fullmatch(r"   +[\d ]+", line):
            head.append(line)
        elif head and re.fullmatch(r" +-+|\.\.\.", line):
            edges.append(line)  # of the board, or dots for rows that are not drawn
        elif head and re.match(r"r\d+( |$)", line):
            marks |= row_drawn(head, line)
        elif marks and re.fullmatch(OUTSIDE_IS, line):
            marks[OUTSIDE] = True
        elif listed:
            glyph = {"mines found": "F", "found safe": "?"}.get(listed[1])
            some = re.findall(rf"({NAME})(?:=(\d+))?", listed[2])
            marks = (marks or dict.fromkeys(cells, "#")) | {cell: glyph or shown for cell, shown in some}
        else:
            yield from [marks] if marks else [*head, *edges]  # of a drawing further inside, row by row
            head, edges, marks = [], [], {}
            yield line


def row_drawn(head, line):
    """The marks of a row; the heading numbers the columns, in a narrow drawing the tens above the units."""
    *tens, units = head
    start = re.match(r"r(\d+) *\|?", line)
    content = line[start.end() :].removesuffix("|")
    glyphs = re.findall(r"[^\s\[\]]", content)
    ten = re.search(r"\d", tens[0]) if tens else None
    apart = not tens and (" " in units.strip() or len(glyphs) == 1)
    numbers = [*re.finditer(r"\d+" if apart else r"\d", units)]
    if apart and len(glyphs) < len(numbers):  # some cells are blank
        ends = {one.end() - 1: int(one[0]) for one in numbers}
        found = {at + start.end(): one for at, one in enumerate(content) if one not in " []"}
        shift = next(one for one in (0, 1, 2) if all(at - one in ends for at in found))
        return {f"r{start[1]}c{ends[at - shift]}": one for at, one in found.items()}
    at = [one.end() for one in numbers].index(ten.end()) if ten else 0
    first = 10 * int(ten[0] if ten else 0) + int(numbers[at][0]) - at
    return {f"r{start[1]}c{col}": glyph for col, glyph in enumerate(glyphs, first)}


LAYOUTS = re.compile(
    rf"Two layouts differ (?:only )?in (?P<all>{CELLS})(?: alone)?: (?:(?P<a>{CELLS}) {IS}|a mine) in one "
    rf"\(a\), (?:(?P<b>{CELLS}) in the other \(b\)|safe in the other)\."
)
FIT = r"Both fit every number(?: and have (\d+) mines?)?\."
KEY = (
    r"\(\* = mine, \. = no mine\. Only the cells in \[ \]"
    rf"(?: and ({CELLS}), outside the pictures,)? change\.\)"
)
SHOWS = rf"If you clear ({NAME}), it shows (\d+) in \(a\) and (\d+) in \(b\): [^.]*\."
FEWER = rf"For these numbers, \(([ab])\) needs ({NUM}) mines? and \(([ab])\) needs ({NUM})\."
LEFT_OVER = (
    rf"So \(([ab])\) has ({NUM}) to spare(?: outside its picture)?, at ({CELLS}), which no number touches\."
)
CLUE = rf"the \d+ at {NAME}"
FITS = (
    rf"(?:Only ({CLUE}) touches these two cells, and it touches both|"
    rf"(?:No number touches|(?={NAME} and {NAME} (touch the same))) ?"
    rf"({NAME}) (?:and|or) ({NAME})(?: touch the same numbers)?), so a mine can be in either one\."
)
FIT_BOTH = (
    rf"(?:(?i:{NUM}) numbers touch|Only {CLUE} touches) the cells that change\. "
    r"In \(b\) (?:each|it) still has the right number of mines[.:]"
)
MOVES = (
    rf"  {CLUE}(?:(?:, | and ){CLUE})* (?:has|have) (?:a mine|mines) at ({CELLS}) "
    rf"instead of ({NUM}) at ({CELLS})"
)
OTHERS = (
    rf"(?:The other ({NUM}) mines? (?:is|are)|More mines may be) outside the pictures, "
    r"in the same places in both\.( Some of the numbers touch these, too\.)?"
)
MORE = rf"In all, \(([ab])\) has ({NUM}) more mines? than \([ab]\)\."
MORE += r" That is fine, since we don't know how many there are\."
ALSO = rf"({CELLS}) (?:is|are) safe, too, and would decide it as well\."


def read_layouts(child, lines):
    """Check two layouts, drawn where they differ or listed, and what would tell; the lines behind them."""
    child.kinds["layouts"] += 1
    end = next((at for at, line in enumerate(lines) if re.match(FIT, line)), 0)
    total, body = re.fullmatch(FIT, lines[end])[1], lines[:end]
    why = [line for line in body if re.fullmatch(f"{FITS}|{FIT_BOTH}|{MOVES}|{MORE}", line)]
    others = [said for line in body if (said := re.fullmatch(OTHERS, line))]
    body = [line for line in body if not re.fullmatch(OTHERS, line)]
    lone, body = (
        read_lone(body, total),
        [one for one in body if one not in why and not re.fullmatch(f"{FEWER}|{LEFT_OVER}", one)],
    )
    if re.fullmatch(KEY, body[0]):
        pictures, one, other = read_two(body, lone)
        child.show({cell: glyph for cell, glyph in pictures[0].items() if glyph.isdigit()})
    else:
        says = LAYOUTS.fullmatch(body[0])
        check(says, f"unparsed: {body}")
        one, other = names(says["a"] or says["all"]), names(says["b"])
        check(names(says["all"]) == one | other, body[0])
        marks = next((one for one in drawings(body, ()) if isinstance(one, dict)), {})
        both = names(next(line for line in body if line.startswith("mines in both")))
        check(child.board.total in (None, len(both | one)), f"{both} and {one}")
        child.show({cell: glyph for cell, glyph in marks.items() if glyph.isdigit()})
        every = {cell: child.marks.get(cell, ".") for cell in child.board.near}
        pictures = [every | dict.fromkeys(both | some, "*") for some in (one, other)]
    check(child.board.total is None or len(one) == len(other), "they have other numbers of mines")
    layouts = [{cell for cell, glyph in picture.items() if glyph == "*"} for picture in pictures]
    missing = (child.board.total or len(layouts[0])) - len(layouts[0])
    seen = {cell for cell, mark in child.marks.items() if mark != "F"}
    undrawn = child.board.near.keys() - seen - pictures[0].keys() - {cell for cell, _ in lone}
    told = [number(said[1]) if said[1] else "None" for said in others]
    lacking = any(
        int(shown) > len(child.board.near[cell] & layouts[0])
        for cell, shown in child.clues().items()
        if cell in pictures[0]
    )
    check([bool(said[2]) for said in others] == [lacking] * len(others), "whether a number lacks mines")
    untold = ["None"] * (child.board.total is None and bool(undrawn))
    check(told == [missing] * (missing > 0) + untold, f"{missing} are elsewhere")
    check(layouts[0] - layouts[1] == one and layouts[1] - layouts[0] == other, "they differ elsewhere")
    elsewhere = [
        {cell: glyph for cell, glyph in picture.items() if cell not in one | other} for picture in pictures
    ]
    check(elsewhere[0] == elsewhere[1], "they differ elsewhere, too")
    read_why_both_fit(child, why, one, other)
    apart = {cell for cell in one | other if child.board.near[cell].isdisjoint(child.clues())}
    reach = {(cell, "a" if cell in one else "b") for cell in apart}
    check({*lone} == (set() if apart == one | other else reach), f"no number touches {apart}")
    for picture, mines in zip(pictures, layouts, strict=True):
        for cell, shown in child.clues().items():
            near = child.board.near[cell]
            check(picture.keys() >= near or not near & (one | other), f"not all around {cell} is drawn")
            check(not picture.keys() >= near or len(near & mines) == int(shown), f"{cell} shows {shown}")
    return read_telling(child, lines[end + 1 :], layouts)


def read_why_both_fit(child, lines, one, other):
    """Which clues touch the cells that differ, or that the number of mines is not known."""
    clues = {cell: shown for cell, shown in child.clues().items() if child.board.near[cell] & (one | other)}
    same = [re.fullmatch(MOVES, line) for line in lines if re.fullmatch(MOVES, line)]
    told = [
        (cell, names(says[3]), names(says[1]))
        for says in same
        for cell in re.findall(rf"the \d+ at ({NAME})", says[0])
    ]
    check(all(number(says[2]) == len(names(says[3])) for says in same), "it has another number")
    for cell, here, there in told:
        near = child.board.near[cell]
        check((here, there) == (near & one, near & other), f"{cell} has others")
        check(len(near & one) == len(near & other), f"{cell} has another number")
    lists = any(re.fullmatch(FIT_BOTH, line) and line[-1] == ":" for line in lines)
    check({cell for cell, *_ in told} == ({*clues} if lists else set()), f"{clues} touch these cells")
    for line in lines:
        if re.fullmatch(MOVES, line):
            shown = {cell: number for number, cell in re.findall(rf"the (\d+) at ({NAME})", line)}
            check(shown.items() <= clues.items(), f"{line}, but {clues}")
            continue
        if says := re.fullmatch(FITS, line):
            pair = one | other
            check(says[1] or {says[3], says[4]} == pair, line)
            check(len(one) == len(other) == 1, line)
            touch = [{cell for cell in clues if at in child.board.near[cell]} for at in pair]
            check(touch[0] == touch[1], line)
            check(min(len(clues), 2) == (1 if says[1] else 2 if says[2] else 0), line)
        elif says := re.fullmatch(MORE, line):
            more = len(one) - len(other)
            check(child.board.total is None and says[1] == ("a" if more > 0 else "b"), line)
            check(number(says[2]) == abs(more) > 0, line)
            continue
        says = re.findall(r"the (\d+) at (\w+)", line)
        check(not says or {cell: shown for shown, cell in says} == clues, f"{clues} touch these cells")
        counted = re.match(rf"({NUM}) numbers", line, re.IGNORECASE)
        check(not counted or number(counted[1]) == len(clues), f"{clues} touch these cells")
    told = any(re.fullmatch(f"{FITS}|{FIT_BOTH}", line) for line in lines)
    check(told == (len(one) == len(other) == 1 or bool(clues)), "it is not said why both fit")
    check(len(one) == len(other) or any(re.fullmatch(MORE, line) for line in lines), "one has more mines")


def read_lone(lines, total):
    """The mines that no number touches, each with the layout that has it."""
    found = [re.fullmatch(pattern, line) for pattern in (FEWER, LEFT_OVER) for line in lines]
    found = [says for says in found if says]
    if not found:
        return []
    fewer, left_over = found
    cells, spare = names(left_over[3]), number(fewer[4]) - number(fewer[2])
    check(total and spare == number(left_over[2]) == len(cells), left_over[0])
    check({fewer[1], fewer[3]} == {*"ab"} and fewer[1] == left_over[1], left_over[0])
    return [(cell, fewer[1]) for cell in cells]


def read_two(lines, lone):
    """The marks of two drawings, side by side or one below the other; the mines that only one of them has.

    Mines that no number touches need not be drawn.
    """
    head, *lines = lines
    key = re.fullmatch(KEY, head)
    behind = lines[0].find("(b) ")
    halves = [lines]
    if behind > 0:
        halves = [[line[:behind].rstrip() for line in lines], [line[behind:] for line in lines]]
    found = [one for half in halves for one in drawings(half, ())]
    titles = [one for one in found if isinstance(one, str) and one.strip()]
    says = re.fullmatch(rf"\(a\) if ({NAME}) is a mine\(b\) if ({NAME}) is safe", "".join(titles))
    check(says and says[1] == says[2], f"unparsed: {titles}")
    pictures = [one for one in found if isinstance(one, dict)]
    one, other = ({cell for cell, glyph in picture.items() if glyph == "*"} for picture in pictures)
    check(says[1] in one - other, f"{says[1]} is no mine in (a)")
    brackets = "".join(lines).count("[")  # none if the screen is narrow
    check(brackets in (0, 2 * len(one ^ other)), "not the cells that differ are marked")
    apart = {cell for cell, _ in lone} - pictures[0].keys()
    check(names(key[1] or "") == apart, f"elsewhere it differs in {apart}")
    for picture, layout, mines in zip(pictures, "ab", (one, other), strict=True):
        picture |= {cell: "*" if where == layout else "." for cell, where in lone}
        mines |= {cell for cell, where in lone if where == layout}
    return pictures, one - other, other - one


def read_telling(child, lines, layouts):
    """Why a cell nearby is safe, and what it shows in each of two layouts; the lines behind."""
    end = next((at for at, line in enumerate(lines) if re.match(SHOWS, line)), None)
    if end is None:
        return lines
    cell, one, other = re.match(SHOWS, lines[end]).groups()
    shown = [str(len(child.board.near[cell] & mines)) for mines in layouts]
    check([one, other] == shown and one != other, f"{cell} shows {shown}")
    check(cell in read_safe(child, lines[:end]), f"{cell} is not told to be safe")
    if lines[end + 1 :] and (too := re.fullmatch(ALSO, lines[end + 1])):
        check(names(too[1]).isdisjoint(child.board.mined), too[0])
        end += 1
    return lines[end + 1 :]


def read_safe(child, lines):
    """The cells that are told to be safe: why, or where to ask."""
    safe, why = set(), []
    for line in lines:
        says = re.fullmatch(rf"({CELLS}) (?:is|are) safe\.", line)
        safe |= names(says[1]) if says else set()
        why += [] if says else [(len(line) - len(line.lstrip()), line.strip())]
    for reason in reasons(why):
        reader = child.copy()
        reader.read_all(reason)
        safe |= {cell for cell in child.board.near if reader.knows(cell, "safe") and cell not in child.marks}
    check(child.board.mined.isdisjoint(safe), f"not safe: {safe}")
    return safe


READERS = {"why": read_why, "path": read_path, "compare": read_compare, "hint": read_hint}
