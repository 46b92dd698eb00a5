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
ITEM = rf"(?:{CLUE} needs {NUM}(?: more)?|{CLUE} has the other {NUM}) \({CELLS}\)"
ROOM = rf"(?:(?:[Aa]t most one|[Nn]one) is in|[Aa]t most {NUM} are among) {CELLS}"
SOURCE = rf"(?:the other {NUM} of {NAME}|{CLUE})"
SEES = rf"(it|both|all {NUM})"
ARE = r"(is safe|are safe|is a mine|are mines)"
TOTAL = "the board"


class Untrue(AssertionError):
    """A sentence that a child would object to."""


class Board(NamedTuple):
    """Each cell's neighbours; the numbers seen at first; the mine total, if told; where the mines are.

    `played`: a cell that is found safe shows its number.
    """

    near: dict
    clues: dict
    total: int | None
    mined: frozenset
    played: bool = False

    def clue(self, cell):
        return len(self.near[cell] & self.mined)


class Claim(NamedTuple):
    """At least `low` and at most `high` mines are among some cells."""

    cells: frozenset
    low: int
    high: int


class Line:
    """What the sentences of one line have claimed."""

    def __init__(self):
        self.claims = []
        self.named, self.count = frozenset(), 0  # cells named just before, and the mines among them
        self.rests, self.rooms, self.lists, self.kept = {}, [], [], []
        self.bound = frozenset()  # the cells around the clue that sees them all
        self.given, self.ways, self.alike, self.broken = {}, None, [], False


def field(kind, rows, cols):
    """The neighbours of each cell of a grid, a torus or hexagons (`hex`), by names."""
    near = {}
    for row in range(rows):
        far = 1 if row % 2 else -1  # odd rows of hexagons stand half a cell to the right
        steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if kind != "hex" or r == 0 or c in (0, far)]
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
    return frozenset(re.findall(NAME, text))


def possible(claims):
    """Whether mines can lie so that all claims hold; cells that the same claims name are alike."""
    every = frozenset().union(*[one.cells for one in claims])
    kinds = sorted(Counter(tuple([cell in one.cells for one in claims]) for cell in every).items())[::-1]
    room = [[sum([size for kind, size in kinds[at:] if kind[i]]) for i in range(len(claims))]
            for at in range(len(kinds) + 1)]  # fmt: skip

    def place(at, counts):
        fits = zip(counts, claims, room[at], strict=True)
        if any(count > one.high or count + more < one.low for count, one, more in fits):
            return False
        if at == len(kinds):
            return True
        kind, size = kinds[at]
        tries = ([n + some * one for n, one in zip(counts, kind, strict=True)] for some in range(size + 1))
        return any(place(at + 1, counts) for counts in tries)

    return place(0, [0] * len(claims))


FORMS = []


def form(pattern):
    """What a sentence of this pattern claims: capitals stand for the patterns of these names."""

    def add(claims):
        full = re.sub("CELLS|CLUE|ITEM|ROOM|SOURCE|SEES|ARE|NUM", lambda word: globals()[word[0]], pattern)
        FORMS.append((claims.__name__, re.compile(full), claims))
        return claims

    return add


class Child:
    """What the child knows at a moment. `kinds` counts the sentences read, by their forms."""

    def __init__(self, board, kinds=None, supposed=False):
        self.board, self.supposed, self.line = board, supposed, Line()
        self.kinds = Counter() if kinds is None else kinds
        self.clues, self.mines, self.safe = {**board.clues}, set(), set()

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

    def around(self, clue):
        return frozenset(self.board.near) if clue == TOTAL else self.board.near[clue]

    def unknown(self, clue):
        return self.around(clue) - self.mines - self.safe - self.clues.keys()

    def clue(self, text, of_board=True):
        """The name of a clue and what it needs; its number and the mines found are checked."""
        parts = rf"({NAME}|[Tt]he board)(?:=(\d+))?(?:, ({NUM}) found(?: \(({CELLS})\))?,?)?"
        name, shown, found, mines = re.fullmatch(parts, text).groups()
        name = name if re.fullmatch(NAME, name) else TOTAL
        shows = self.board.total if name == TOTAL else self.clues.get(name)
        check(shows is not None, f"{name} shows no number")
        check(shown is None or int(shown) == shows, f"{name} shows {shows}")
        known = self.around(name) & self.mines
        check(found is None or number(found) == len(known), f"around {name} were found {sorted(known)}")
        check(mines is None or self.same(mines, known), f"around {name} were found {sorted(known)}")
        return name, shows - len(known)

    def same(self, text, cells):
        """Whether a text names just these cells; above eight it counts them."""
        return names(text) == cells if names(text) else re.findall(r"\d+", text) == [str(len(cells))]

    def needs(self, clue, count, cells, more=None):
        """That a clue needs so many among just these cells, all around it that are not known."""
        name, need = self.clue(clue)
        left = self.unknown(name)
        check(number(count) == need, f"{name} needs {need}")
        check(cells is None or self.same(cells, left), f"around {name} are left {sorted(left)}")
        check(not more or need < (self.board.total if name == TOTAL else self.clues[name]), "more than what?")
        self.line.claims.append(Claim(left, need, need))
        self.line.named, self.line.count = left, need
        return name, left

    def sees(self, clue, word):
        """That a clue sees all the cells that were named just before, so many."""
        named, left = self.line.named, self.unknown(self.clue(clue)[0])
        check(named <= left, f"it does not see {sorted(named - left)}")
        check(
            ({"it": 1, "both": 2}.get(word) or number(word[4:])) == len(named), f"{word} of {sorted(named)}"
        )

    def rest(self, clue, count):
        """The other mines of a clue of which the line told before: the cells."""
        check(clue in self.line.rests, f"nothing was told of the other mines of {clue}")
        cells, need = self.line.rests[clue]
        check(number(count) == need, f"{clue} has {need} there")
        return cells

    def must(self, *denied):
        """Whether what is denied contradicts what the line claims."""
        return not possible([*self.line.claims, *denied])

    def conclude(self, cells, is_it):
        for cell in cells:
            mine = "mine" in is_it
            check(cell not in self.mines | self.safe | {*self.clues}, f"{cell} is known")
            check(self.must(Claim(frozenset([cell]), 1 - mine, 1 - mine)), f"it does not follow for {cell}")
        check(cells, "it concludes nothing")
        self.line.given.update(dict.fromkeys(cells, is_it))

    def read(self, text):
        """Read the sentences of a line; what it concludes is known from then on."""
        self.line = line = Line()
        for sentence in re.split(r"(?<=\.) ", text):
            for name, pattern, claims in FORMS:
                if match := pattern.fullmatch(sentence.rstrip(".:")):
                    self.kinds[name] += 1
                    try:
                        claims(self, *match.groups())
                    except Untrue as error:
                        raise Untrue(f"{name}: {error}: {sentence} In: {text}") from None
                    break
            else:
                raise Untrue(f"unparsed: {sentence!r} in {text!r}")
        check(line.given or line.broken or line.ways is not None, f"it concludes nothing: {text}")
        self.find(line.given)
        return line

    def read_all(self, lines):
        """Read lines with the columns at which they begin; whether they end in what cannot be."""
        while lines:
            (column, text), *lines = lines
            inner = next((at for at, line in enumerate(lines) if line[0] <= column), len(lines))
            if supposed := re.fullmatch(rf"Suppose ({NAME}) were (safe|a mine):", text):
                self.kinds["suppose"] += 1
                cell, is_it = supposed.groups()
                check(self.suppose({cell: is_it}).read_all(lines[:inner]), f"no contradiction: {text}")
                (_, so), *lines = lines[inner:]
                other = "safe" if is_it == "a mine" else "a mine"
                check(so == f"So {cell} is {other}.", f"it follows that {cell} is {other}: {so}")
                self.find({cell: other})
                continue
            line = self.read(text)
            if line.ways is not None:
                check(inner == len(lines), "lines after cases")
                self.cases(line, lines)
            if line.broken or line.ways is not None:
                check(line.ways is not None or not lines, "lines after what cannot be")
                return True
        return False

    def suppose(self, given):
        child = self.copy()
        child.supposed = True
        child.find(given)
        return child

    def copy(self):
        child = Child(self.board, self.kinds, self.supposed)
        child.clues, child.mines, child.safe = {**self.clues}, {*self.mines}, {*self.safe}
        return child

    def cases(self, line, lines):
        """That the cases are all ways, but for cells that may change places, and that none works."""
        starts = [at for at, one in enumerate(lines) if one[0] == lines[0][0]]
        check(len(starts) == line.ways, f"{line.ways} ways, and {len(starts)} told")
        alike = [*line.alike, *[frozenset([c]) for c in line.named.difference(*line.alike)]]
        placed = set()
        for start, end in pairwise([*starts, len(lines)]):
            mines = self.case(line.named, lines[start][1])
            check(self.suppose({c: "a mine" if c in mines else "safe" for c in line.named}).read_all(
                lines[start + 1 : end]), f"no contradiction: {lines[start]}")  # fmt: skip
            placed.add(tuple([len(mines & one) for one in alike]))
        every = {
            tuple([len({*some} & one) for one in alike]) for some in combinations(line.named, line.count)
        }
        check(placed == every, f"not all ways: {lines[0]}")

    def case(self, cells, text):
        """The mines among some cells in one case."""
        self.kinds["case"] += 1
        mines, rest = set(), {*cells}
        for part in re.sub(r"^\d+\. |:$", "", text).split("; "):
            if part == "the others are safe":
                rest = set()
            elif some := re.fullmatch(rf"({NUM}) of ({CELLS}) (?:is a mine|are mines), say ({CELLS})", part):
                check(
                    number(some[1]) == len(names(some[3])) and names(some[3]) <= names(some[2]) <= rest, text
                )
                mines |= names(some[3])
                rest -= names(some[2])
            else:
                is_it = re.fullmatch(rf"({CELLS}) {ARE}", part)
                check(is_it and names(is_it[1]) <= rest, f"unparsed case: {text}")
                mines |= names(is_it[1]) if "mine" in is_it[2] else set()
                rest -= names(is_it[1])
        check(not rest, f"nothing is said of {rest}: {text}")
        return mines


@form(
    r"(CLUE) has (?:(its mine|both its mines|all NUM of its mines) \((CELLS)\)|no mine around it), "
    r"so (CELLS) ARE"
)
def all_found(child, clue, its, mines, cells, is_it):
    name, left = child.needs(clue, "no", None)
    known = child.around(name) & child.mines
    check(child.same(mines, known) if mines else not known, f"around {name} were found {sorted(known)}")
    check(not its or ({"its": 1, "both": 2}.get(its.split()[0]) or number(its.split()[1])) == len(known), its)
    check(names(cells) <= left or child.same(cells, left), f"around {name} are left {sorted(left)}")
    child.conclude(names(cells) or left, is_it)


@form(
    r"(CLUE) needs (NUM) (more )?mines?(?: besides (CELLS))?, "
    r"and has just (NUM) covered neighbours?( left)?: (CELLS) ARE"
)
def all_mines(child, clue, need, more, mines, count, others, cells, is_it):
    name, left = child.needs(clue, need, cells, more)
    known = child.around(name) & child.mines
    check(child.same(mines, known) if mines else not known, f"around {name} were found {sorted(known)}")
    check(
        number(count) == len(left) and (others or not child.around(name) & child.safe - child.clues.keys()),
        "just?",
    )
    child.conclude(left, is_it)


@form(
    r"(There is no mine|The one mine is found|Both mines are found|All (NUM) mines are found): "
    r"every (other )?covered cell is safe"
)
def none_left(child, begun, count, other):
    total = (
        number(count)
        if count
        else {"T": "There is no mine The one mine".find(begun[4:8]) > 6, "B": 2}[begun[0]]
    )
    child.needs(TOTAL, "no", None)
    check(child.board.total == total and bool(other) == bool(total), f"the board has {child.board.total}")
    child.conclude(child.unknown(TOTAL), "safe")


@form(r"(The other )?(NUM)(?: mines?)? (?:is|are) left for (CELLS): (?:it|each) is a mine")
def left_for(child, other, count, cells):
    line = child.line
    if not other:
        child.needs(TOTAL, count, cells)
    left = child.unknown(TOTAL) - line.named if other else line.named
    need = child.board.total - len(child.mines) - (line.count if other else 0)
    check(
        child.same(cells, left) and number(count) == need == len(left), f"left are {need} for {sorted(left)}"
    )
    child.conclude(left, "a mine")


@form(r"(CLUE)(?:: it)? needs one (?:mine|(more)), in (CELLS)")
def needs_one(child, clue, more, cells):
    child.needs(clue, "one", cells, more)


@form(r"(CLUE)(?:: it)? needs (?:(NUM)( more)?|none) of (CELLS)")
def needs_of(child, clue, count, more, cells):
    child.needs(clue, count or "no", cells, more)


@form(r"The board has (NUM) mines?(?:, (NUM) found: (NUM) (?:is|are) left)?")
def board_has(child, total, found, left):
    check(
        number(total) == child.board.total and number(found or "0") == len(child.mines),
        f"found {child.mines}",
    )
    check(not found or number(left) == child.board.total - len(child.mines), f"{left} left")
    child.needs(TOTAL, left or total, None)


@form(r"(CLUE) sees SEES and needs (NUM)( more)?: the other (NUM) (?:is|are) (?:in|among) (CELLS)")
def other_ones(child, clue, seen, count, more, other, cells):
    line, (named, inside) = child.line, (child.line.named, child.line.count)
    child.sees(clue, seen)
    name, left = child.needs(clue, count, None, more)
    rest = left - named
    check(number(other) == number(count) - inside, f"{number(count) - inside} are left")
    check(child.same(cells, rest), f"around {name} are besides {sorted(rest)}")
    line.named, line.count = line.rests[name] = rest, number(other)


@form(
    r"(But )?(CLUE) sees SEES and needs (?:just (NUM)( more)?|no more|none)"
    r"(: (?:that is its mine|those are its mines))?"
)
def sees_all(child, but, clue, seen, count, more, its):
    line, (named, inside) = child.line, (child.line.named, child.line.count)
    child.sees(clue, seen)
    line.bound = child.needs(clue, count or "no", None, more)[1]
    check(line.count == inside if its else line.count < inside, f"named were {inside}")
    line.named = named


@form(r"(?:That is|Those are) the other (NUM) of (.*)")
def others_of(child, count, clue):
    check(child.line.named <= child.rest(clue, count) and child.line.count == number(count), "not so many")
    child.line.bound = child.rest(clue, count)


@form(r"That is (?:the (one)|(both)|all (NUM))")
def all_left(child, one, both, count):
    all_of(child, one or (both and "two") or count)


def all_of(child, count):
    check(number(count) == child.line.count == child.board.total - len(child.mines), f"{count} left")
    child.line.bound = child.unknown(TOTAL)


@form(
    r"(ITEM(?:; ITEM)*): (no cell is named twice, so )?"
    r"(?:that is (.*)|(NUM), a mine counted as often as it is named)"
)
def listed(child, items, apart, that, count):
    line, found = child.line, []
    for item in items.split("; "):
        clue, rest, need, other, cells = re.fullmatch(
            rf"(?:({CLUE}) needs|[Tt]?h?e? ?({NAME})(?:=\d+)? has the other) ({NUM})( more)? \(({CELLS})\)",
            item,
        ).groups()
        left = child.needs(clue, need, cells, other)[1] if clue else child.rest(rest, need)
        check(child.same(cells, left), f"{item}: left are {sorted(left)}")
        found.append((left, number(need)))
    names_of = Counter(cell for cells, _ in found for cell in cells)
    line.lists.append(names_of)
    check(not apart or max(names_of.values()) == 1, "a cell is named twice")
    line.named, line.count = frozenset(names_of), sum([need for _, need in found])
    if that and not re.fullmatch(NUM, that):
        all_of(child, {"the one": "one", "both": "two"}.get(that, that[4:]))
    elif that or count:
        check(number(that or count) == line.count, f"they need {line.count}")


@form(r"(?:(ROOM), because of (.*)|(ROOM \(SOURCE\)(?:, ROOM \(SOURCE\))*))")
def rooms(child, room, clue, several):
    found = [(room, clue)] if room else re.findall(rf"({ROOM}) \(({SOURCE})\)", several)
    for text, source in found:
        most = re.match(rf"at most ({NUM})|none", text.lower())[1] or "no"
        if other := re.fullmatch(rf"the other ({NUM}) of ({NAME})", source):
            name, cells = other[2], child.rest(other[2], other[1])
        elif not several and source in child.line.rests:
            name, cells = source, child.rest(source, most)
        else:
            (name, need), told = child.clue(source), (child.line.named, child.line.count)
            check(number(most) == need, f"{name} needs {need}")
            cells = child.needs(source, most, None)[1]
            child.line.named, child.line.count = told
        check(
            names(text) <= cells or child.same(text, cells),
            f"{name} does not see {sorted(names(text) - cells)}",
        )
        child.line.claims.append(Claim(names(text), 0, number(most)))
        child.line.rooms.append((name, names(text) or cells, cells, number(most)))


@form(
    r"(?:So|Then) (?:(.*) ha(?:s|ve) all that (?:it needs|they need) there(, and none in common)?, so )?"
    r"(CELLS|the other \d+ cells that .* sees?) ARE"
)
def so(child, clues, common, cells, is_it):
    full = [one for one in child.line.rooms if one[0] in re.split(", | and ", clues or "")]
    for name, room, _, count in full:
        check(child.must(Claim(room, 0, count - 1)), f"{name} need not have all there")
    check(not clues or len(full) == len(re.split(", | and ", clues)), f"nothing was said of {clues}")
    shared = [c for c, n in Counter(c for one in child.line.rooms for c in one[2]).items() if n > 1]
    check(not clues or common or not shared, f"{shared} in common")
    some = names(cells)
    if not some and child.line.kept:
        some = child.line.kept["safe" in is_it]
        check(child.same(cells, some), f"these are {sorted(some)}")
    elif not some:
        some = child.line.bound - child.line.named
        if clues:
            some = frozenset().union(*[whole for *_, whole, _ in full]) - child.line.named
        check(child.same(re.search(r"\d+ cells", cells)[0], some), f"these are {sorted(some)}")
    child.conclude(some, is_it)


@form(r"Every other covered cell( but the mines found)? is safe")
def every_other(child, but):
    check(bool(but) == bool(child.mines), "but the mines found?")
    child.conclude(child.unknown(TOTAL) - child.line.named, "safe")


@form(r"Only (CELLS) (?:is|are) named (twice|NUM times) and can count for (NUM)")
def twice(child, cells, times, most):
    counts = child.line.lists[-1]
    count = 2 if times == "twice" else number(times.split()[0])
    check(
        child.same(cells, {c for c, n in counts.items() if n > 1}) and max(counts.values()) == count,
        f"{counts}",
    )
    check(number(most) == count, f"{times}, for {most}")


@form(
    r"Strike out each cell of the second list against one of the first: the first keeps (.*), the second (.*)"
)
def strike(child, first, second):
    one, other = child.line.lists
    for text, left in ((first, one - other), (second, other - one)):
        cells, times = re.fullmatch(
            r"(.*?)(?:, each (twice|NUM times)| (twice|NUM times))?".replace("NUM", NUM), text
        ).group(1, 2)
        times = times or text[len(cells) :].strip() or "once"
        count = {"once": 1, "twice": 2}.get(times) or number(times.split()[0])
        check(not left if text == "nothing" else child.same(cells, frozenset(left)), f"{text}: {left}")
        check({*left.values()} <= {count}, f"{left}")
        child.line.kept.append(frozenset(left))


@form(r"(CLUE) (would have|could have at most|would have only) (?:no mine|(NUM) mines?: (CELLS))")
def breaks(child, clue, how, count, cells):
    (name, need), left = child.clue(clue), child.unknown(child.clue(clue)[0])
    most = child.around(name) & child.mines | (left if "most" in how else set())
    check(not count or (number(count) == len(most) and child.same(cells, most)), f"{name} has {sorted(most)}")
    check(count or not (most | left), f"{name} has {sorted(most | left)}")
    check(need < 0 if count and how == "would have" else len(left) < need, f"{name} needs {need}")
    check(how != "would have only" or not left, f"{name} has {sorted(left)} left")
    child.line.broken = True


@form(r"There (would be|could be at most) (NUM) mines?, and the board has (NUM)")
def total_breaks(child, how, count, total):
    mines, left = len(child.mines), len(child.unknown(TOTAL))
    check(
        number(total) == child.board.total and number(count) == mines + left * ("most" in how),
        f"{mines}, {left}",
    )
    check(number(count) < number(total) if "most" in how else number(count) > number(total), "it can be")
    child.line.broken = True


@form(
    r"But (?:only the other (NUM) of (NAME) can be there|only (NUM) (?:is|are) left|(none) is left)".replace(
        "NAME", NAME
    )
)
def only(child, count, clue, left, none):
    line = child.line
    if clue:
        check(line.named <= child.rest(clue, count), f"{clue} does not see all")
    else:
        check(number(left or "no") == child.board.total - len(child.mines), f"{left} left")
        line.broken = child.must()
        check(line.broken, "it can be")


@form(r"Besides there (?:is|are) only (CELLS)")
def besides(child, cells):
    every = frozenset().union(*[one.cells for one in child.line.claims])
    check(names(cells) <= every or child.same(cells, every - child.line.named), f"{cells}")


@form("That cannot be")
def cannot(child):
    check(child.must(), "it can be")
    child.line.broken = True


@form("Cells that the same clues see may change places: (.*)")
def alike(child, groups):
    child.line.alike = [names(one) for one in groups.split("; ")]
    for group in child.line.alike:
        seen = {frozenset(child.board.near[cell] & child.clues.keys()) for cell in group}
        check(len(seen) == 1 and len(group) > 1, f"not seen by the same clues: {sorted(group)}")


@form("(?:So t|T)here (?:are (NUM) ways, and (neither|none) works|is only one way, and it does not work)")
def ways(child, count, none):
    child.line.ways = number(count) if count else 1


# answers: which lines hold sentences, and what is known where they begin

TAG = r" \[[^\]]*\]$"
PASSED = re.compile(
    r"(?:board|position) .*|(?:grade|workload):.*|\d+ steps?:.*|steps to choose.*|open .*|stuck:.*|"
    r"remaining .*|"
    r"[\w-]+ finds it in [^.]*:|[\w-]+ goes on:|Found before,.*|What was known before.*:|Known then.*:|"
    r"no step|Nearest miss:.*|Nothing to refute:.*|[\w-]+ decides it later,.*|"
)


def lined(lines):
    """Lines of sentences with the columns at which their texts begin, behind a step's number."""
    found = []
    for at, line in enumerate(lines):
        column = re.match(r" *(?:\d+\. )?" if at == 0 else " *", line).end()
        found.append((column, re.sub(TAG, "", line[column:])))
    return found


def steps_in(lines):
    """Numbered lines, each with those further in that follow it."""
    steps = []
    for line in lines:
        if re.match(r" {1,3}\d+\. |\d{4,}\. |stuck: .*goes on: ", line):
            steps.append([re.sub("^stuck: .* goes on: ", "   1. ", line)])
        elif steps and line.startswith("      "):
            steps[-1].append(line)
    return steps


def read_path(child, text):
    """A path: each step stands on the board and on the steps before it."""
    lines = text.splitlines()
    steps = steps_in(lines)
    for line in lines:
        check(any(line in step for step in steps) or PASSED.fullmatch(line), f"unparsed: {line}")
    for step in steps:
        child.read_all(lined(step))


def read_compare(child, text):
    """Each deduction stands on cells that are drawn as decided, and that it and later ones do not decide."""
    lines = text.splitlines()
    end = next((at for at, line in enumerate(lines) if line.startswith("the weakest player")), None)
    if end is None:
        return
    drawn_now = glyphs_of(child, lines[:end], r"\S")
    found = rf"(?:found|mines?) \({CELLS}\)|besides {CELLS},|would have [^:]*: {CELLS}|{NAME}="
    last = lines[end].split(":")[1].split(";")[0].split(", ")[-1].strip()[:1]
    later = set()
    for _, alike in groupby(steps_in(lines[end:])[::-1], key=lambda step: step[0].split(".")[0]):
        concluded = set()
        for step in alike:
            told = " ".join(step)
            reader, free = Child(child.board, child.kinds), names(re.sub(found, "", told)) | later
            clues = {*re.findall(rf"({NAME})(?:=| needs| has)", told)}
            if "very other covered cell" in told:  # as the last of the players finds
                free |= {cell for cell, one in drawn_now.items() if one == last}
            decided = {cell: one for cell, one in drawn_now.items() if one.isalpha() or one == "@"}
            for cell, one in decided.items():
                if cell not in free or cell in clues:
                    reader.find({cell: "a mine" if one.isupper() else "safe"})
            before = reader.mines | reader.safe
            reader.read_all(lined(step))
            concluded |= (reader.mines | reader.safe) - before
        later |= concluded


def read_hint(child, text):
    """A hint: the board as it is drawn, and reasons one upon the other; in stages the last lines say all."""
    lines = text.splitlines()
    end = next((at for at, line in enumerate(lines) if re.match(": look here|s safe|m mine", line)), None)
    if end is None:
        return
    child.board, staged = child.board._replace(played=False), lines[end].startswith(":")
    for cell, glyph in glyphs_of(child, lines[:end], r"(?<=[ :>])[^ :>]" if staged else r"\S+").items():
        show(child, cell, glyph if glyph in "?F012345678" else "#")
    lines = lines[end + (4 if staged else 1) :]
    heads = r"(?:safe|mines) \(|#|risk|No cell|The least|least"
    child.read_all(lined(["", *[one for one in lines if staged or not re.match(heads, one)]])[1:])


def glyphs_of(child, lines, pattern):
    """What is drawn of each cell in rows without names, the last of these lines."""
    rows = max([int(re.match(r"r(\d+)", cell)[1]) for cell in child.board.near])
    drawing = enumerate(lines[-rows:], 1)
    found = {
        f"r{row}c{col}": one for row, line in drawing for col, one in enumerate(re.findall(pattern, line), 1)
    }
    assert found.keys() == child.board.near.keys(), lines
    return found


def read_why(child, text):
    """Why a cell is what it is: sentences on the board as drawn and on what was told; or two layouts."""
    first, *lines = text.splitlines()
    says = re.match(rf"({NAME}) is (safe|a mine|not forced)(.* cannot know:|\. )?", first)
    check(says or PASSED.fullmatch(first), f"unparsed: {first}")
    if says and says[2] == "not forced":
        lines = layouts(child, lines)
    head, block, tree = "", [], []
    for line in [*lines, ""]:
        line = re.sub(r"^[\w-]+ finds it: |^Smallest explanation: ", "", line)
        is_head, is_row = re.fullmatch(r"   +[\d ]+", line), re.match(r"r\d+ ", line) and head
        if is_node(line) or (tree and line.startswith("  ") and not is_head):
            tree.append(line)
            continue
        if tree:
            child.find(proof(child, tree))
            tree = []
        if line.startswith("Found before"):
            see_below(child, lines)
        if is_head or is_row or is_known(line) or PASSED.fullmatch(line):
            child.read_all(block)
            block = []
        if is_row:
            drawn(child, head, line)
        elif is_head:
            head = f"{head}\n{line}".strip("\n")
        elif (
            not PASSED.fullmatch(line) and not know(child, line) and not because(child, re.sub(TAG, "", line))
        ):
            block += [(len(line) - len(line.lstrip()), re.sub(TAG, "", line.strip()))]
        head = head if is_head or is_row else ""
    if says and says[3]:
        check(says[1] in (child.safe if says[2] == "safe" else child.mines), f"not told: {first}")


def see_below(child, lines):
    """See the numbers of the board that is drawn below."""
    seen, head = Child(child.board), ""
    for line in lines:
        if re.fullmatch(r"   +[\d ]+", line):
            head = f"{head}\n{line}".strip("\n")
        elif head and re.match(r"r\d+ ", line):
            drawn(seen, head, line)
        elif head:
            break
    child.clues |= {cell: shown for cell, shown in seen.clues.items() if child.board.clue(cell) == shown}


KNOWN = rf" *((?:(?:; )?{CELLS} {ARE})+)(?: \((.*)\))?\.|  (mines found|found safe): (.*)"


def is_known(line):
    return re.fullmatch(KNOWN, line)


def know(child, line):
    """Know what a line tells in short; that it follows from the clues that it names."""
    if not (told := is_known(line)):
        return False
    total = "the mine total" in (told[3] or "")
    given = {} if told[1] else dict.fromkeys(names(told[5]), told[4])
    for cells, is_it in conclusions(told[1] or "").items():
        forced(child, cells, is_it, names(told[3] or ""), total)
        given |= child.line.given
    child.find(given)
    return True


def conclusions(text):
    """What cells are said to be, by lists of cells."""
    return dict(re.findall(rf"({CELLS}) {ARE}", text))


def forced(child, cells, is_it, clues, total):
    """That some clues, and perhaps the mine total, force some cells."""
    child.kinds["by clues alone"] += 1
    child.line = Line()
    for one in [*clues, *[TOTAL] * total]:
        child.line.claims.append(Claim(child.unknown(one), *[child.clue(one)[1]] * 2))
    child.conclude(names(cells), is_it)


def because(child, text):
    """Whether this is a sentence by clues alone; that they force what it says."""
    text = text.removesuffix(" (Not proven smallest within the budget.)")
    found = re.fullmatch(rf"({CELLS}) {ARE}: (if [^:]* could not .*|{NAME}=\d+ ha[^:]*)\.", text)
    if found:
        clues = {clue: shown for clue, shown in child.clues.items() if clue not in names(found[1])}
        child = Child(child.board._replace(clues=clues), child.kinds)
        for clue, number_of in re.findall(rf"({NAME})=(\d+)", text):
            check(child.clues.get(clue) == int(number_of), text)
        forced(child, found[1], found[2], re.findall(rf"({NAME})=", text), " in all" in text)
    return found


def drawn(child, head, row):
    """Know what a row of a drawing shows, of which the heading numbers the columns."""
    tens, units = ["", head] if "\n" not in head else head.split("\n")
    start, step = re.search(r"\d", units).start(), 2 if re.match(r" *\d \d", units) else 1
    ten = re.search(r"\d", tens)
    at = ten.start() if ten else start
    first = 10 * int(ten[0] if ten else 0) + int(units[at]) - (at - start) // step
    number_of = int(re.match(r"r(\d+)", row)[1])
    shift = 1 - number_of % 2 if step == 2 else 0
    for col, glyph in enumerate(row[start + shift :: step], first):
        show(child, f"r{number_of}c{col}", glyph)


def show(child, cell, glyph):
    """Know of a cell what is drawn there, and no more."""
    check(glyph in "#F?012345678", f"{cell}: {glyph!r}?")
    child.mines.discard(cell)
    child.safe.discard(cell)
    child.clues.pop(cell, None)
    if glyph.isdigit():
        child.clues[cell] = int(glyph)
        check(
            cell not in child.board.mined and child.board.clue(cell) == int(glyph), f"{cell} shows no {glyph}"
        )
    elif glyph != "#":
        child.find({cell: "a mine" if glyph == "F" else "safe"})


def is_node(line):
    return re.fullmatch(rf" +(?:(?:; )?{CELLS} {ARE})+: [^.]*", line)


def proof(child, lines):
    """What the root of a tree says; each node stands on the board and on the nodes below it."""
    known, at = {}, 0  # known: by what a node says, that and all that stands below it

    def node():
        nonlocal at
        line, at = lines[at], at + 1
        column = re.match(" *", line).end()
        said, again = re.fullmatch(r" *(.*?): .*?( \(as above\))?", line).groups()
        given = {cell: is_it for cells, is_it in conclusions(said).items() for cell in names(cells)}
        sentences, below = [], {}
        while at < len(lines) and lines[at].startswith(" " * (column + 1)):
            if is_node(lines[at]):
                below |= node()
            else:
                sentences.append(lines[at])
                at += 1
        if again:
            check(said in known, f"not above: {line}")
            return known[said]
        reader = child.copy()
        reader.find(below)
        reader.read_all([(len(one) - len(one.lstrip()), one.strip()) for one in sentences])
        for cell, is_it in given.items():
            check(cell in (reader.mines if "mine" in is_it else reader.safe), f"not told: {line}")
        known[said] = below | given
        return known[said]

    return node()


def layouts(child, lines):
    """Check two layouts drawn as one; the lines behind them."""
    end = next((at for at, line in enumerate(lines) if line.startswith("Two layouts differ")), None)
    check(end is not None, f"unparsed: {lines}")
    child.kinds["layouts"] += 1
    said = re.fullmatch(
        rf"Two layouts differ (?:only )?in ({CELLS})(?: alone)?: "
        rf"(?:({CELLS}) (?:is a mine|are mines) in one \(a\), ({CELLS}) in the other \(b\)\."
        r"|a mine in one \(a\), safe in the other\.)",
        lines[end],
    )
    check(said, f"unparsed: {lines[end]}")
    only = names(said[2] or said[1]), names(said[3] or "")
    check(names(said[1]) == only[0] | only[1], lines[end])
    if lines[0].startswith("mines in both"):
        both, clues = names(lines[0]), child.clues
    else:
        marks = glyphs_of(child, lines[:end], r"\S")
        both, *drawn_only = ({cell for cell, one in marks.items() if one == letter} for letter in "Mab")
        check(only == (*drawn_only,), f"{lines[end]} {drawn_only}")
        clues = {cell: int(one) for cell, one in marks.items() if one.isdigit()}
    check(child.clues.items() <= clues.items(), "a clue is missing")
    for mines in (both | only[0], both | only[1]):
        check(child.board.total in (None, len(mines)), f"{len(mines)} mines")
        check(all(len(child.board.near[cell] & mines) == shown for cell, shown in clues.items()), lines[end])
    check(all(child.board.clue(cell) == shown for cell, shown in clues.items()), "a clue is not as it is")
    for line in lines[end + 1 : end + 2]:
        told = re.fullmatch(
            rf"({CELLS}) {ARE}: (?:its clue|the clue of each), once known, will decide .*\.", line
        )
        check(told or line == "No safe cell nearby would tell.", f"unparsed: {line}")
        check(not told or names(told[1]).isdisjoint(child.board.mined), line)
    return lines[end + 2 :]


READERS = {"why": read_why, "path": read_path, "compare": read_compare, "hint": read_hint}
