"""A reader who knows the two basic rules: holds each sentence to the board and to what was said before.

The child gets the printed text of an answer and the board that it is about, and nothing of the library. Each
form of a sentence (the docstring of `reasons/wording.py` lists them) has a pattern here and what it claims.
A sentence that fits no pattern, an untrue claim, a mine or safe cell that was neither printed nor told, and a
conclusion that does not follow from the claims of its line raise `Untrue`.
"""

import re
from collections import Counter
from itertools import combinations, groupby, pairwise
from typing import NamedTuple

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUM = rf"(?i:{'|'.join(WORDS)}|\d+)"
NAME = r"(?:r\d+c\d+|n\d+)"
CELLS = rf"(?:{NAME}(?:, {NAME})*(?: (?:and|or) {NAME})?|(?:one of )?\d+ cells)"
CLUE = rf"(?:{NAME}|[Tt]he board)(?:=\d+)?(?:, {NUM} found(?: \({CELLS}\))?,?)?"
THOSE = rf"(?i:the (?:other )?{NUM} of {NAME})"
THESE = rf"(?:These|{THOSE}(?:, {THOSE})*(?: and {THOSE})?)"
ROOM = rf"(?:(?:[Aa]t most one|[Nn]one) is in|[Aa]t most {NUM} are among) {CELLS}"
SOURCE = rf"(?:the other {NUM} of {NAME}|{CLUE})"
IS = r"(is safe|are safe|is a mine|are mines)"
TOTAL = "the board"


class Untrue(AssertionError):
    """A sentence that a child would object to."""


class Board(NamedTuple):
    """Each cell's neighbours; the numbers seen at first; the mine total, if told; where the mines are.

    `flags` and `safe`: cells found before. `played`: a cell that is found safe shows its number.
    """

    near: dict
    clues: dict
    total: int | None
    mined: frozenset
    flags: frozenset = frozenset()
    safe: frozenset = frozenset()
    played: bool = False

    def clue(self, cell):
        return len(self.near[cell] & self.mined)


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
    return WORDS.index(text.lower()) if text.lower() in WORDS else int(text)


def names(text):
    return frozenset(re.findall(NAME, text or ""))


def verdicts(text):
    """What cells are said to be, each."""
    return {
        cell: is_it for cells, is_it in re.findall(rf"({CELLS}) {IS}", text or "") for cell in names(cells)
    }


def same(text, cells):
    """Whether a text names just these cells; above eight it counts them."""
    return names(text) == cells if names(text) else re.findall(r"\d+", text) == [str(len(cells))]


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
    """What the child knows at a moment. `kinds` counts the sentences read, by their forms."""

    def __init__(self, board, kinds=None, supposed=False):
        self.board, self.supposed = board, supposed
        self.kinds = Counter() if kinds is None else kinds
        self.clues, self.mines, self.safe = {**board.clues}, {*board.flags}, {*board.safe}
        self.begin()

    def begin(self):
        """Begin a line: nothing is claimed yet."""
        self.claims = []  # cells, and the fewest and the most mines among them
        self.named, self.count = frozenset(), 0  # the cells named just before, and the mines among them
        self.rests, self.rooms, self.lists, self.kept = {}, [], [], []
        self.these = []  # the clues that were told to need mines just before, one by one
        self.bound = frozenset()  # the cells around the clue that sees them all
        self.given, self.ways, self.alike, self.broken = {}, 0, [], False

    def copy(self, given=(), supposed=False):
        """The same, who knows besides what is given; or supposes it."""
        child = Child(self.board, self.kinds, self.supposed or supposed)
        child.clues, child.mines, child.safe = {**self.clues}, {*self.mines}, {*self.safe}
        child.find(dict(given))
        return child

    def find(self, given):
        """Know from now on what some cells are."""
        for cell, is_it in given.items():
            mine = "mine" in is_it
            check(
                cell not in (self.safe | {*self.clues} if mine else self.mines), f"{cell} is known not to be"
            )
            check(self.supposed or mine == (cell in self.board.mined), f"{cell} is not {is_it}")
            (self.mines if mine else self.safe).add(cell)
            if self.board.played and not mine and not self.supposed:
                self.clues[cell] = self.board.clue(cell)

    def show(self, marks):
        """Know of cells what is drawn there, and no more."""
        for cell, glyph in marks.items():
            check(glyph.isdigit() or cell not in self.board.clues, f"{cell} was seen before")
            for known in (self.mines, self.safe):
                known.discard(cell)
            self.clues.pop(cell, None)
            if glyph.isdigit():
                self.clues[cell] = int(glyph)
                right = cell not in self.board.mined and self.board.clue(cell) == int(glyph)
                check(right, f"{cell} does not show {glyph}")
            elif glyph != "#":
                self.find({cell: {"F": "a mine", "?": "safe"}[glyph]})

    def knows(self, cell, is_it):
        return cell in (self.mines if "mine" in is_it else self.safe)

    def around(self, clue):
        return frozenset(self.board.near) if clue == TOTAL else self.board.near[clue]

    def unknown(self, clue):
        return self.around(clue) - self.mines - self.safe - self.clues.keys()

    def clue(self, text):
        """The name of a clue, the cells around it that are not known, and how many mines it needs there.

        Its number, and the mines found that are taken off, are checked.
        """
        parts = rf"({NAME}|[Tt]he board)(?:=(\d+))?(?:, ({NUM}) found(?: \(({CELLS})\))?,?)?"
        name, shown, found, mines = re.fullmatch(parts, text).groups()
        name = name if re.fullmatch(NAME, name) else TOTAL
        shows = self.board.total if name == TOTAL else self.clues.get(name)
        check(shows is not None, f"{name} shows no number")
        check(shown is None or int(shown) == shows, f"{name} shows {shows}")
        known = self.around(name) & self.mines
        right = (found is None or number(found) == len(known)) and (mines is None or same(mines, known))
        check(right, f"around {name} were found {sorted(known)}")
        return name, self.unknown(name), shows - len(known)

    def needs(self, clue, count, cells=None, more=None):
        """That a clue needs so many among just these cells, all around it that are not known."""
        name, left, need = self.clue(clue)
        check(number(count or "no") == need, f"{name} needs {need}")
        check(cells is None or same(cells, left), f"around {name} are left {sorted(left)}")
        check(not more or self.around(name) & self.mines, "more than what?")
        self.claims.append((left, need, need))
        return name, left, need

    def name(self, cells, count):
        self.named, self.count = cells, count

    def sees(self, clue, word):
        """That a clue sees all the cells that were named just before, so many."""
        named, left = self.named, self.clue(clue)[1]
        check(named <= left, f"it does not see {sorted(named - left)}")
        check(({"it": 1, "both": 2}.get(word) or number(word[4:])) == len(named), f"{word}: {sorted(named)}")

    def rest(self, clue, count):
        """The cells of the other mines of a clue, of which the line told before."""
        cells, need = self.rests.get(clue, ((), None))
        check(number(count) == need, f"{clue} has {need} there")
        return cells

    def left(self):
        return self.board.total - len(self.mines)

    def follows(self, cells, low, high):
        """Whether the claims of the line leave no way with so many mines among some cells."""
        return not possible([*self.claims, (frozenset(cells), low, high)])

    def conclude(self, cells, is_it):
        mine = "mine" in is_it
        for cell in cells:
            check(cell not in self.mines | self.safe | {*self.clues}, f"{cell} is known")
            check(self.follows([cell], 1 - mine, 1 - mine), f"it does not follow for {cell}")
        check(cells, "it concludes nothing")
        self.given.update(dict.fromkeys(cells, is_it))

    def read(self, text):
        """Read the sentences of a line; what it concludes is known from then on."""
        self.begin()
        for sentence in re.split(r"(?<=\.) ", text):
            twice = [
                one for one in re.findall(CELLS, sentence) if len(names(one)) < len(re.findall(NAME, one))
            ]
            check(not twice, f"a cell is named twice: {twice}")
            sentence, _, among = re.sub(f", ({CELLS}) among them\\.$", r".#\1", sentence).partition("#")
            fits = [(form, match) for form, one in FORMS if (match := one.fullmatch(sentence.rstrip(".:")))]
            check(fits, f"unparsed: {sentence!r} in {text!r}")
            form, match = fits[0]
            self.kinds[form.__name__] += 1
            self.these *= form.__name__ in ("needs_in", "listed", "share_none")
            try:
                form(self, *match.groups())
                check(names(among) <= {*self.given}, f"not said of all of {among}")
            except Untrue as error:
                raise Untrue(f"{form.__name__}: {error}: {sentence} In: {text}") from None
        check(self.given or self.broken or self.ways, f"it concludes nothing: {text}")
        self.find(self.given)

    def read_all(self, lines):
        """Read lines with the columns at which they begin; whether they end in what cannot be."""
        while lines:
            (column, text), *lines = lines
            inner = next((at for at, line in enumerate(lines) if line[0] <= column), len(lines))
            if text == "Certain anyway:":
                continue
            if supposed := re.fullmatch(rf"Suppose ({NAME}) were (safe|a mine):", text):
                self.kinds["suppose"] += 1
                cell, is_it = supposed.groups()
                broken = self.copy({cell: is_it}, supposed=True).read_all(lines[:inner])
                check(broken, f"no contradiction: {text}")
                other = "safe" if is_it == "a mine" else "a mine"
                so, *lines = lines[inner:] or [()]
                check(so == (column, f"So {cell} is {other}."), f"after {text} {so}")
                self.find({cell: other})
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
        alike = [*self.alike, *[frozenset([cell]) for cell in self.named.difference(*self.alike)]]
        placed = set()
        for start, end in pairwise([*starts, len(lines)]):
            mines = self.read_case(self.named, lines[start][1])
            given = {cell: "a mine" if cell in mines else "safe" for cell in self.named}
            broken = self.copy(given, supposed=True).read_all(lines[start + 1 : end])
            check(broken, f"no contradiction: {lines[start]}")
            placed.add(tuple([len(mines & cells) for cells in alike]))
        every = combinations(self.named, self.count)
        check(placed == {tuple([len(cells & {*some}) for cells in alike]) for some in every}, "not all ways")

    def read_case(self, cells, text):
        """The mines among some cells in one case."""
        self.kinds["case"] += 1
        mines, left = set(), {*cells}
        for part in re.sub(r"^\d+\. |:$", "", text).split("; "):
            one = re.fullmatch(
                rf"(?:({NUM}) of ({CELLS}) {IS}, say ({CELLS})|({CELLS}) {IS}|the others are safe)", part
            )
            check(one, f"unparsed case: {text}")
            some, mined = names(one[2] or one[5]), names(one[4])
            check(some <= left and mined <= some and len(mined) == number(one[1] or "no"), text)
            mines |= some if "mine" in (one[6] or "") else mined
            left = left - some if some else set()
        check(not left, f"nothing is said of {left}: {text}")
        return mines

    # the forms of sentences: each docstring is a pattern, in which capitals stand for the patterns above

    def has_its_mines(self, clue, its, many, mines, cells, is_it):
        r"""(CLUE) has (?:(its mine|both its mines|all (NUM) of its mines) \((CELLS)\)|no mine around it),
        so (CELLS) IS"""
        name, left, _ = self.needs(clue, "no")
        known = self.around(name) & self.mines
        count = number(many) if many else {"its mine": 1, "both its mines": 2, None: 0}[its]
        check(
            count == len(known) and (not mines or same(mines, known)),
            f"around {name} were found {sorted(known)}",
        )
        check(names(cells) <= left or same(cells, left), f"around {name} are left {sorted(left)}")
        self.conclude(names(cells) or left, is_it)

    def needs_all(self, clue, need, more, mines, count, others, cells, is_it):
        r"""(CLUE) needs (NUM) (more )?mines?(?: besides (CELLS))?,
        and has just (NUM) covered neighbours?( left)?: (CELLS) IS"""
        name, left, _ = self.needs(clue, need, cells, more)
        known = self.around(name) & self.mines
        check(same(mines, known) if mines else not known, f"around {name} were found {sorted(known)}")
        check(number(count) == len(left), f"around {name} are left {sorted(left)}")
        check(others or not self.around(name) & self.safe - self.clues.keys(), "not just, but left")
        self.conclude(left, is_it)

    def all_are_found(self, begun, many, cells):
        r"""(There is no mine|The one mine is found|Both mines are found|All (NUM) mines are found),
        so (CELLS|the (?:other )?\d+ covered cells) (?:is|are) safe"""
        total = number(many) if many else {"There": 0, "The": 1, "Both": 2}[begun.split()[0]]
        self.needs(TOTAL, "no")
        left = self.unknown(TOTAL)
        check(self.board.total == total, f"the board has {self.board.total}")
        check(same(cells, left), f"left are {sorted(left)}")
        self.conclude(left, "safe")

    def left_for(self, count, cells):
        r"""The other (NUM) (?:is|are) left for (CELLS): (?:it|each) is a mine"""
        left, need = self.unknown(TOTAL) - self.named, self.left() - self.count
        check(same(cells, left) and number(count) == need, f"left are {need} for {sorted(left)}")
        self.conclude(left, "a mine")

    def last_covered(self, total, found, count, cells):
        r"""The board has (NUM) mines?(?:, (NUM) found: (NUM) (?:is|are) left)?,
        for the last (?:covered cells? )?(CELLS|\d+ covered cells): (?:it|each) is a mine"""
        self.board_has(total, found, count)
        check(same(cells, self.named), f"left are {sorted(self.named)}")
        self.conclude(self.named, "a mine")

    def needs_in(self, clue, count, more, cells):
        r"""(CLUE)(?:: it)? needs (one) (?:mine|(more)), in (CELLS) OR
        (CLUE)(?:: it)? needs (?:(NUM)( more)?|none) of (CELLS)"""
        self.name(*self.needs(clue, count, cells, more)[1:])
        self.these.append((self.named, self.count))

    def board_has(self, total, found, left):
        r"""The board has (NUM) mines?(?:, (NUM) found: (NUM) (?:is|are) left)?"""
        check(number(total) == self.board.total and number(found or "no") == len(self.mines), f"{self.mines}")
        self.name(*self.needs(TOTAL, left or total)[1:])

    def has_others(self, clue, seen, count, more, other, cells):
        r"""(CLUE) sees (it|both|all NUM) and needs (NUM)( more)?:
        the other (NUM) (?:is|are) (?:in|among) (CELLS)"""
        self.sees(clue, seen)
        name, left, need = self.needs(clue, count, None, more)
        rest, others = left - self.named, need - self.count
        check(number(other) == others and same(cells, rest), f"the other {others} are in {sorted(rest)}")
        self.rests[name] = rest, others
        self.name(rest, others)

    def sees_all(self, clue, seen, count, more, its):
        r"""(?:But )?(CLUE) sees (it|both|all NUM) and needs (?:just (NUM)( more)?|no more|none)(:
        (?:that is its mine|it has them among these))?"""
        self.sees(clue, seen)
        _, self.bound, need = self.needs(clue, count, None, more)
        check(need == self.count if its else need < self.count, f"they need {self.count}")

    def are_the_others(self, count, clue):
        r"""(?:That is|Those are) the other (NUM) of (.*)"""
        self.bound = self.rest(clue, count)
        check(self.named <= self.bound and self.count == number(count), "not so many")

    def are_all_left(self, one, count):
        r"""(?:That is the (one)|Those are the (NUM) mines that are left)"""
        check(number(one or count) == self.count == self.left(), f"{self.left()} left")
        self.bound = self.unknown(TOTAL)

    def listed(self, these, count, often):
        r"""(THESE) are (NUM) together(, a mine counted as often as it is named)?"""
        some = self.these if these == "These" else [self.those(one) for one in re.findall(THOSE, these)]
        cells_of = Counter([cell for cells, _ in some for cell in cells])
        self.lists.append(cells_of)
        self.name(frozenset(cells_of), sum([need for _, need in some]))
        check(some[1:] and number(count) == self.count, f"they need {self.count}")
        self.these = []

    def those(self, text):
        """Cells of which a clue was told to need so many mines; or those that were left of it."""
        other, count, clue = re.fullmatch(rf"(?i)the (other )?({NUM}) of ({NAME})", text).groups()
        cells = self.rest(clue, count) if other else self.needs(clue, count)[1]
        return cells, number(count)

    def share_none(self, these, that, one, left):
        r"""(THESE|Nor do these) share (?:no|a) cell, so (?:that is (?:(NUM) mines?|the (one))|those
        are the (NUM) mines that are left)"""
        some = [self.those(one) for one in re.findall(THOSE, these)] or self.these
        self.listed(these.replace("Nor do these", "These"), str(sum([need for _, need in some])), None)
        check(max(self.lists[-1].values()) == 1, "they share a cell")
        if that:
            check(number(that) == self.count, f"they need {self.count}")
        else:
            self.are_all_left(one, left)

    def room(self, rooms, clue):
        r"""(ROOM), because of (CLUE) OR (ROOM \(SOURCE\)(?:, ROOM \(SOURCE\))*)()"""
        for text, source in [(rooms, clue)] if clue else re.findall(rf"({ROOM}) \(({SOURCE})\)", rooms):
            most = re.match(rf"at most ({NUM})|none", text.lower())[1] or "no"
            other = re.fullmatch(rf"the other ({NUM}) of (.*)", source)
            name = other[2] if other else source
            if other or (clue and clue in self.rests):
                whole = self.rest(name, other[1] if other else most)
            else:
                name, whole, _ = self.needs(source, most)
            cells = names(text) or whole
            check(
                cells <= whole and same(re.search(CELLS, text)[0], cells), f"{name} sees just {sorted(whole)}"
            )
            self.claims.append((cells, 0, number(most)))
            self.rooms.append((name, cells, whole, number(most)))

    def so(self, clues, cells, is_it):
        r"""(?:So|Then) (?:(.*) (?:has all its|have all their) mines, so )?(CELLS|the other \d+
        (?:covered cells|cells that .* sees?)) IS"""
        full = [one for one in self.rooms if one[0] in re.split(", | and ", clues or "")]
        check(not clues or len(full) == len(re.split(", | and ", clues)), f"nothing was said of {clues}")
        for name, there, _, count in full:
            check(self.follows(there, 0, count - 1), f"{name} need not have all there")
        some = names(cells)
        whole = frozenset().union(*[whole for _, _, whole, _ in full])
        check(not clues or some <= whole - self.named, f"{clues} does not see all")
        if not some:
            there = self.unknown(TOTAL) if "covered" in cells else whole if clues else self.bound
            some = self.kept["safe" in is_it] if self.kept else there - self.named
            check(same(re.search(r"\d+", cells)[0], some), f"these are {sorted(some)}")
        self.conclude(some, is_it)

    def so_one_room(self, mines, is_it, count, there, its, many, still, other, others, cells, are_safe):
        r"""So (CELLS) (is a mine|are mines), and the other (NUM) (?:is|are) (?:in|among) (CELLS): (?:that
        is|those are) (?:(NAME)'s (mines?)|all that (NAME) still needs|the other (NUM) of (NAME)),
        so (CELLS|the other \d+ cells that it sees) (is safe|are safe)"""
        name, need = its or still or others, number(count)
        if others:
            whole = self.rest(name, other)
        else:
            whole = self.needs(name, count)[1]
            check(bool(still) == bool(self.around(name) & self.mines), "still, or at first?")
        room = whole & self.named
        check(same(there, room) and need == self.count - len(self.named - room), f"there are {sorted(room)}")
        check(same(mines, self.named - room) and same(re.sub(" that.*", "", cells), whole - room), f"{mines}")
        check(self.follows(room, 0, need - 1), f"{name} need not have all there")
        self.conclude(self.named - room, is_it)
        self.conclude(whole - room, are_safe)

    def need_room(self, mines, is_it, count):
        r"""(?:So (CELLS) (is a mine|are mines), and the other|The) (NUM) needs? all that room"""
        rest = self.named.difference(*[there for _, there, _, _ in self.rooms])
        check(same(mines, rest) if mines else not rest, f"no room is in {sorted(rest)}")
        need = self.count - len(rest)
        check(number(count) == need == sum([most for *_, most in self.rooms]), f"there need to be {need}")
        if mines:
            self.conclude(rest, is_it)

    def take_twice(self, cells, others, is_it):
        r"""A mine in (CELLS) would take room twice, so (CELLS) IS"""
        counts = Counter(cell for _, there, _, _ in self.rooms for cell in there)
        some = {cell for cell, often in counts.items() if often > 1}
        check(
            same(cells, some) and same(others, some) and some <= self.named,
            f"in two rooms are {sorted(some)}",
        )
        self.conclude(some, is_it)

    def named_twice(self, cells, times, most):
        r"""Only (CELLS) (?:is|are) named (twice|NUM times) and can count for (NUM)"""
        counts = self.lists[-1]
        count = 2 if times == "twice" else number(times.split()[0])
        right = same(cells, {cell for cell, n in counts.items() if n == count}) and number(most) == count
        check(right, f"{counts}")

    def just_enough(self, cells, most):
        r"""(?:Besides there (?:is|are) only (CELLS): t|T)hat makes at most (NUM), just enough"""
        check(number(most) == self.count, f"they need {self.count}")
        left = self.named.difference(*[there for _, there, _, _ in self.rooms])
        check(not self.rooms or (same(cells, left) if cells else not left), f"besides are {sorted(left)}")

    def strike_out(self, first, second):
        r"""Strike out each cell that the second ones name against one of the first:
        the first keep (.*), the second (.*)"""
        one, other = [*self.lists, Counter(self.named)][:2]
        for text, left in ((first, one - other), (second, other - one)):
            self.kept.append(frozenset(left))
            for count in {*left.values()}:
                word = {1: "once", 2: "twice"}.get(count, f"{WORDS[count]} times")
                some = {cell for cell, often in left.items() if often == count}
                part = re.search(rf"({CELLS}) {word}", text) or (
                    count == 1 and re.fullmatch(f"({CELLS})", text)
                )
                check(part and same(part[1], some), f"{sorted(some)} {word}")
            check(left or text == "nothing", f"{text} is not nothing")

    def breaks(self, clue, how, count, cells):
        r"""(CLUE) (would have|could have at most|would have only) (?:no mine|(NUM) mines?: (CELLS))"""
        name, left, need = self.clue(clue)
        most = self.around(name) & self.mines | (left if "most" in how else frozenset())
        right = names(cells) <= most if count and how == "would have" else same(cells or "0", most)
        check(right and number(count or "no") == len(names(cells)), f"{name} has {sorted(most)}")
        check(need < 0 if count and how == "would have" else len(left) < need, f"{name} needs {need}")
        check(not left or (count and how != "would have only"), f"{name} has {sorted(left)} left")
        self.broken = True

    def board_breaks(self, count, total):
        r"""There would be (NUM) mines?, and the board has (NUM)"""
        check(number(count) == len(self.mines) > number(total) == self.board.total, f"{self.mines}")
        self.broken = True

    def too_few_left(self, total, found, left, count, cells):
        r"""The board has (NUM) mines?(?:, (NUM) found: (NUM) (?:is|are) left)?,
        and there (?:is|are) just (NUM) covered cells?(?:: (CELLS))?"""
        self.board_has(total, found, left)
        check(number(count) == len(self.named) and same(cells or count, self.named), f"{sorted(self.named)}")
        check(len(self.named) < self.count, "it can be")
        self.broken = True

    def but_others(self, count, clue):
        r"""But only the other (NUM) of (NAME) can be there"""
        check(self.named <= self.rest(clue, count), f"{clue} does not see all")

    def but_left(self, left):
        r"""But (?:only (NUM) (?:is|are)|none is) left"""
        check(number(left or "no") == self.left(), f"{self.left()} left")
        self.cannot()

    def besides(self, cells, most, need):
        r"""(?:Besides there (?:is|are) only (CELLS): t|T)hat makes at most (NUM), not (NUM)"""
        left = self.named if self.rooms else self.unknown(TOTAL) - self.named
        left = left.difference(*[whole for _, _, whole, _ in self.rooms]) if cells else frozenset()
        check(not cells or same(cells, left), f"of {sorted(left)}")
        rooms = sum([min(count, len(there)) for _, there, _, count in self.rooms])
        check(not self.rooms or number(most) == rooms + len(left), f"at most {rooms + len(left)}")
        check(number(most) < number(need) in (self.left(), self.count), f"{self.count} are needed")
        self.cannot()

    def cannot(self):
        r"""That cannot be"""
        check(self.follows([], 0, 0), "it can be")
        self.broken = True

    def change_places(self, groups):
        r"""Cells that the same clues see may change places: (.*)"""
        self.alike = [names(one) for one in groups.split("; ")]
        for group in self.alike:
            seen = {frozenset(self.board.near[cell] & self.clues.keys()) for cell in group}
            check(len(seen) == 1 < len(group), f"not seen by the same clues: {sorted(group)}")

    def has_ways(self, count):
        r"""(?:So t|T)here (?:are (NUM) ways, and (?:neither|none) works|is only one way,
        and it does not work)"""
        self.ways = number(count or "one")


def expanded(pattern):
    words = " ".join(pattern.split())
    names_of = r"\b(?:CELLS|CLUE|THESE|ROOM|SOURCE|NAME|NUM|IS)\b"
    return [re.compile(re.sub(names_of, lambda word: globals()[word[0]], one)) for one in words.split(" OR ")]


FORMS = [
    (method, pattern)
    for method in vars(Child).values()
    if callable(method) and (method.__doc__ or ".")[-1] != "."
    for pattern in expanded(method.__doc__)
]


# answers: which lines hold sentences, and what is known where they begin

PASSED = re.compile(
    r"(?:board|position) .*|(?:grade|workload):.*|\d+ steps?:.*|steps to choose.*|open .*|stuck:.*|no step|"
    r"remaining .*|On the position as given:|[\w-]+ finds it in [^.]*:|[\w-]+ goes on:|Found before,.*|"
    r"What was known before.*:|Known .*:|Nothing to refute:.*|[\w-]+ decides it later,.*|"
)


def columns(lines):
    """Lines of sentences with the columns at which their texts begin, without their grades."""
    return [(len(line) - len(line.lstrip()), re.sub(r" \[[^\]]*\]$", "", line.strip())) for line in lines]


def numbered_steps(lines):
    """Each numbered line without its number, and with those further in that follow it."""
    steps = []
    for line in lines:
        if start := re.match(r" {0,3}\d+\. |stuck: .* goes on: ", line):
            steps.append((start[0], ["      " + line[start.end() :]]))
        elif steps and re.match(r" {6}(?!\.\.\. and )", line):
            steps[-1][1].append(line)
    return steps


def read_path(child, text):
    """A path: each step stands on the board and on the steps before it."""
    for line in text.splitlines():
        check(PASSED.fullmatch(line) or re.match(r" {0,3}\d+\. |      ", line), f"unparsed: {line}")
    for _, step in numbered_steps(text.splitlines()):
        child.read_all(columns(step))


LETTERS = {"overlap": "o", "entailed": "e", "counted": "t"}  # of the players whose rules these are


def read_compare(child, text):
    """Each deduction stands on cells that are drawn as decided, and that it and later ones do not decide."""
    lines = text.splitlines()
    end = next((at for at, line in enumerate(lines) if line.startswith("the weakest player")), 0)
    if not end:
        return
    marks = rows_drawn(child, lines[:end], r"\S")
    decided = {
        cell: "a mine" if one.isupper() else "safe"
        for cell, one in marks.items()
        if one.isalpha() or one == "@"
    }
    found = rf"(?:found|mines?) \({CELLS}\)|besides {CELLS},|(?:would|could) have [^:]*: {CELLS}|{NAME}="
    later = set()
    for _, wave in groupby(numbered_steps(lines[end:])[::-1], key=lambda step: step[0]):
        alternatives = [step for _, step in wave]
        later |= {cell for step in alternatives for cell in verdicts(step[-1])}
        for step in alternatives:
            told = " ".join(step)
            if "Suppose" in told and "The board has" in told:
                continue  # not read: which of the drawn mines were found by then is not printed
            free = names(re.sub(found, "", told)) | later
            most = names(" ".join(re.findall(rf"could have [^:]*: ({CELLS})", told)))
            free |= {cell for cell in most if decided.get(cell) == "safe"}
            if re.search(r"the other \d+ (?:covered )?cells", told):  # which are not named
                rule = re.search(r"\b(overlap|entailed|counted), ", told)
                free |= {cell for cell, one in marks.items() if one == LETTERS[rule[1]]}
            free -= {*re.findall(rf"({NAME})(?:=| needs| has)", told)}
            reader = Child(child.board, child.kinds)
            reader.find({cell: is_it for cell, is_it in decided.items() if cell not in free})
            reader.read_all(columns(step))


def read_hint(child, text):
    """A hint: the board as it is drawn, and reasons one upon the other; in stages the last lines say all."""
    lines = text.splitlines()
    ends = ": look|> these|[sm] (?:safe|mine)"
    end = next((at for at, line in enumerate(lines[:-1]) if re.match(ends, line)), -1)
    if end < 0:
        return
    staged = lines[end + 1].startswith("Look at ")
    if child.board.played:  # as far as is drawn; it does not go on
        marks = rows_drawn(child, lines[:end], r"(?<=[ :>])[^ :>]" if staged else r"\S+")
        child.board = child.board._replace(played=False)
        child.show({cell: one for cell, one in marks.items() if one in "?F012345678"})
    if staged:
        child.read_all(columns(lines[end + 4 :]))
    heads = r"(?:safe|mines) \(|#|risk|.* decides no cell|No cell|The least|least| {0,3}\d+\. |      "
    for line in lines[end + 1 :] if not staged else ():
        check(re.match(heads, line), f"unparsed: {line}")
    for _, step in numbered_steps(lines[end + 1 :]):
        child.read_all(columns(step))


def rows_drawn(child, lines, pattern):
    """What is drawn of each cell in rows without names, the last of these lines; or by its name."""
    if "n1" in child.board.near:
        return {
            cell: glyph for line in lines for cell, glyph in re.findall(rf"^({NAME}) +[:>]?(\S+) *$", line)
        }
    rows = max([int(re.match(r"r(\d+)", cell)[1]) for cell in child.board.near])
    glyphs = [re.findall(pattern, line) for line in lines[-rows:]]
    marks = {f"r{row}c{col}": one for row, some in enumerate(glyphs, 1) for col, one in enumerate(some, 1)}
    assert marks.keys() == child.board.near.keys(), lines
    return marks


def drawings(lines, cells):
    """Lines, and in place of drawings what they show: numbered rows and columns, or lists of all cells."""
    head, marks = [], {}
    for line in [*lines, ""]:
        listed = re.fullmatch(r"  (mines found|found safe|seen): (.*)", line)

        if re.fullmatch(r"   +[\d ]+", line):
            head.append(line)
        elif head and re.match(r"r\d+ ", line):
            marks |= row_drawn(head, line)
        elif listed:
            glyph = {"mines found": "F", "found safe": "?"}.get(listed[1])
            some = re.findall(rf"({NAME})(?:=(\d+))?", listed[2])
            marks = (marks or dict.fromkeys(cells, "#")) | {cell: glyph or shown for cell, shown in some}
        else:
            if marks:
                yield marks
            head, marks = [], {}
            yield line


def row_drawn(head, line):
    """The marks of a row; the heading has the columns' numbers, the tens above the units."""
    *tens, units = head
    start, step = re.search(r"\d", units).start(), 2 if re.match(r" *\d \d", units) else 1
    ten = re.search(r"\d", tens[0]) if tens else None
    at = ten.start() if ten else start
    first = 10 * int(ten[0] if ten else 0) + int(units[at]) - (at - start) // step
    row = int(re.match(r"r(\d+)", line)[1])
    glyphs = line[start + (step == 2 and row % 2 == 0) :: step]
    return {f"r{row}c{col}": glyph for col, glyph in enumerate(glyphs, first)}


def read_why(child, text):
    """Why a cell is what it is: sentences on the board as drawn and on what was told; or two layouts."""
    first, *lines = text.splitlines()
    says = re.match(rf"({NAME}) is (safe|a mine|not forced)(.* cannot know:|\. )?", first)
    check(says or PASSED.fullmatch(first), f"unparsed: {first}")
    if says and says[2] == "not forced":
        lines = read_layouts(child, lines)
    answer = [*drawings(lines, child.board.near.keys() - child.board.clues), ""]
    seen = next(
        (one for one in answer if isinstance(one, dict)), {}
    )  # what is drawn below is seen from the start
    child.show({cell: glyph for cell, glyph in seen.items() if glyph.isdigit()})
    block, tree = [], []
    for line in answer:
        line = (
            re.sub(r"^[\w-]+ finds it: |^Smallest explanation: ", "", line) if isinstance(line, str) else line
        )
        if isinstance(line, str) and (is_node(line) or (tree and line.startswith("  "))):
            tree.append(line)
            continue
        if tree:
            child.find(read_tree(child, tree))
            tree = []
        if isinstance(line, str) and line.startswith("With all that "):
            line = read_miss(child, line)
        if isinstance(line, str) and not PASSED.fullmatch(line) and not by_clues(child, line, block):
            block.append(line)
            continue
        child.read_all(columns(block))
        block = []
        if isinstance(line, dict):
            child.show(line)
        elif line.startswith("On the position as given"):
            child.mines, child.safe = {*child.board.flags}, {*child.board.safe}
    if says and says[3]:
        check(child.knows(says[1], says[2]), f"not told: {first}")


def read_miss(child, line):
    """Read what a clue tells that comes nearest; what was found by then need not be told."""
    found = rf"({NUM}) of its ({NUM}) mines (?:is|are) found \(({CELLS})\), and "
    says = re.fullmatch(
        rf"With all that [\w-]+ finds, the nearest miss is [\w-]+ at ({NAME}): (?:{found})?"
        rf"({NUM}) of its (?:({NUM}) covered neighbours|one covered neighbour) \(({CELLS})\) (?:is a mine|"
        r"are mines); it does not say which\.",
        line,
    )
    check(says, f"unparsed: {line}")
    clue, count, shown, mines, need, left, cells = says.groups()
    near, mines, cells = child.board.near[clue], names(mines), names(cells)
    check(mines <= near & child.board.mined and cells <= near - mines - {*child.board.clues}, line)
    check(number(count or "no") == len(mines) and number(left or "one") == len(cells), line)
    check(len(cells & child.board.mined) == number(need) == child.clues[clue] - len(mines), line)
    check(shown is None or number(shown) == child.clues[clue], line)
    return ""


def by_clues(child, line, block):
    """Read a line that names the clues alone from which it follows."""
    short = re.fullmatch(rf" *((?:(?:; )?{CELLS} {IS})+)(?: \((.*)\))?\.", line)
    alone = re.fullmatch(rf"({CELLS} {IS}): ([^:]*)\.(?: \(Not proven smallest.*\))?", line)
    if not (short or alone):
        return False
    child.read_all(columns(block))
    block.clear()
    says, clues = verdicts((short or alone)[1]), (short or alone)[3] or ""
    reader = child
    if alone:  # from the position as it was at first
        seen = {clue: shown for clue, shown in child.clues.items() if clue not in says}
        reader = Child(child.board._replace(clues=seen), child.kinds)
    child.kinds["by clues alone"] += 1
    reader.begin()
    total = [TOTAL] * bool(re.search(" in all|mine total|(?:all the|are no) mines", clues))
    for clue in re.findall(rf"{NAME}(?:=\d+)?", clues) + total:
        reader.needs(clue, str(reader.clue(clue)[2]))
    for cell, is_it in says.items():
        reader.conclude([cell], is_it)
    if short:
        child.find(reader.given)
    return True


def is_node(line):
    return re.fullmatch(rf" +(?:(?:; )?{CELLS} {IS})+: [^.]*", line)


def read_tree(child, lines):
    """What the root of a tree says; each node stands on the board and on all that stands below it."""
    known, lines = {}, [*lines]  # known: by what a node says, that and all below it

    def read_node():
        line = lines.pop(0)
        column, says = re.match(" *", line).end(), line.split(":")[0].strip()
        sentences, below = [], {}
        while lines and lines[0].startswith(" " * (column + 1)):
            if is_node(lines[0]):
                below |= read_node()
            else:
                sentences.append(lines.pop(0))
        if line.endswith("(as above)"):
            check(says in known, f"not above: {line}")
            return known[says]
        readers = [child.copy(below) for _ in reasons(columns(sentences))]  # each stands on what is below
        for reader, reason in zip(readers, reasons(columns(sentences)), strict=True):
            reader.read_all(reason)
        told = all(any(one.knows(*fact) for one in readers) for fact in verdicts(says).items())
        check(told, f"not told: {line}")
        known[says] = below | verdicts(says)
        return known[says]

    return read_node()


def reasons(lines):
    """The lines of each reason of a node: a line that stands alone, or a refutation."""
    found, top = [], ""
    for column, text in lines:
        if column > lines[0][0] or text.startswith("So ") or top == "Certain anyway:":
            found[-1].append((column, text))
        else:
            found.append([(column, text)])
        top = text if column == lines[0][0] else top
    return found


def read_layouts(child, lines):
    """Check two layouts, drawn as one or side by side; the lines behind them."""
    child.kinds["layouts"] += 1
    end = next((at for at, line in enumerate(lines) if line.startswith("Two layouts differ")), 0)
    if not end and re.match(f"{NAME} safe", lines[0]):
        rows = [row for line in lines[1:] if len(row := re.split(" {2,}", line.strip())) == 2]
        for side in (0, 1):
            check_layout(child, rows_drawn(child, [row[side] for row in rows], r"\S"), "M")
        return lines[1 + len(rows) :]
    says = re.fullmatch(
        rf"Two layouts differ (?:only )?in ({CELLS})(?: alone)?: "
        rf"(?:({CELLS}) (?:is a mine|are mines) in one \(a\), ({CELLS}) in the other \(b\)\."
        r"|a mine in one \(a\), safe in the other\.)(?: M is a mine in both, a dot none in either\.)?",
        lines[end],
    )
    check(says, f"unparsed: {lines}")
    only = {"a": names(says[2] or says[1]), "b": names(says[3])}
    if lines[0].startswith("mines in both"):
        marks = {cell: str(shown) for cell, shown in child.clues.items()} | dict.fromkeys(
            names(lines[0]), "M"
        )
        marks |= {cell: letter for letter, cells in only.items() for cell in cells}
    else:
        marks = rows_drawn(child, lines[:end], r"\S")
    check(names(says[1]) == only["a"] | only["b"], lines[end])
    for letter, cells in only.items():
        check(cells == {cell for cell, one in marks.items() if one == letter}, lines[end])
        check_layout(child, marks, "M" + letter)
    telling = [*lines[end + 1 :], ""][0]
    told = re.fullmatch(
        rf"({CELLS}) {IS}: (?:its clue|the clue of each), once known, will decide .*\.|No cell nearby .*|",
        telling,
    )
    check(told and names(told[1]).isdisjoint(child.board.mined), telling)
    return lines[end + 2 :]


def check_layout(child, marks, letters):
    """That mines where these letters are drawn fit the numbers that are seen, and the mine total."""
    mines = {cell for cell, one in marks.items() if one in letters}
    check(child.board.total in (None, len(mines)), f"{len(mines)} mines")
    for cell, shown in {cell: int(one) for cell, one in marks.items() if one.isdigit()}.items():
        check(len(child.board.near[cell] & mines) == shown == child.board.clue(cell), f"{cell} shows {shown}")
    check(
        all(marks.get(cell) == str(shown) for cell, shown in child.board.clues.items()), "a number is missing"
    )


READERS = {"why": read_why, "path": read_path, "compare": read_compare, "hint": read_hint}
