"""Why a cell is decided, or why not, for people and programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import list_names
from logicsweep.boards.words import (
    are,
    both_or_all,
    capital,
    clues_text,
    number_text,
    plural,
    risk_text,
    verdict,
)
from logicsweep.csp.solution import NO_DOUBTS, Doubts, Verdict
from logicsweep.csp.sums import TOTAL
from logicsweep.errors import Unsound
from logicsweep.games.answer import Answer, FullAnswer, RefutedCell
from logicsweep.games.step import Step, verdicts_of
from logicsweep.reasons.reason import Explanation, Refutation, rows_in
from logicsweep.reasons.telling import MOST_NAMED, Teller, is_or_are, join_names, say_mines
from logicsweep.reasons.wording import HANG, RefutedLine, sentence
from logicsweep.rules.firing import Firing
from logicsweep.show.drawing import (
    PLAIN,
    Screen,
    draw_around,
    draw_side_by_side,
    known_then,
    measure_part,
)
from logicsweep.show.guess import Guessing, against_text
from logicsweep.show.hint import STAGED, Advised, ByClues
from logicsweep.show.hint_text import doubts_text, percent
from logicsweep.show.json import UNSOUND, Event, Heading, Json, Printed, Refuted, heading
from logicsweep.show.refutation import NOTHING, refutation_text, refuted_head, refuted_lines
from logicsweep.show.steps import DRAWN_ANEW, step_text, steps_text
from logicsweep.show.trace import check_text, miss_text
from logicsweep.verbs.reading import Numbered

if TYPE_CHECKING:
    from fractions import Fraction


def twins_text(full: FullAnswer, screen: Screen = PLAIN, draw: bool = True) -> Iterator[str]:
    """Two layouts, (a) with a mine in the cell and (b) without one, and which cell would tell them apart.

    They are drawn where they differ; without `draw` there are only the sentences.
    """
    answer, graph = full.answer, full.answer.view.graph
    name, total = graph.name(answer.cell), answer.view.mine_total
    mines = "" if total is None else plural(total, "mine")
    clues = {
        cell: [one for one in graph.neighbours[cell] if answer.view.marks[one] >= 0] for cell in answer.differ
    }
    lone = [cell for cell in answer.differ if not clues[cell] and any(clues.values())]
    undrawn = list[int]()
    if draw and graph.shape:
        layouts = {f"(a) if {name} is a mine": answer.mine, f"(b) if {name} is safe": answer.safe}
        differ = _list_close(answer, [cell for cell in answer.differ if cell not in lone])
        near = _list_near(answer, differ)
        pictures = {title: _draw_layout(answer.view, layout) for title, layout in layouts.items()}
        undrawn = [cell for cell in answer.differ if cell not in differ]
        also = f" and {_name_cells(graph, undrawn)}, outside the pictures," if undrawn else ""
        yield f"(* = mine, . = no mine. Only the cells in [ ]{also} change.)"
        yield draw_side_by_side(graph, pictures, screen, near, differ)
        yield from _say_mines_outside(answer, _list_part(graph, near, range(len(graph))), undrawn)
    else:
        yield _say_difference(graph, answer.if_mine, answer.if_safe)
        if draw:
            yield from draw_around(answer.view, {TOTAL}, (), screen)
            yield f"mines in both of two layouts: {list_names(graph, answer.in_both, 60) or 'none'}"
    yield from _say_why_both_fit(answer, clues)
    ways = ("a", answer.if_mine), ("b", answer.if_safe)
    for (layout, here), (other, there) in (ways, ways[::-1]):
        if some := [cell for cell in here if cell in lone]:
            needs = f"({layout}) needs {say_mines(len(here) - len(some))}"
            yield f"For these numbers, {needs} and ({other}) needs {number_text(len(there))}."
            outside = " outside its picture" * (some[0] in undrawn)
            at = f"{outside}, at {_name_cells(graph, some)}, which no number touches"
            yield f"So ({layout}) has {number_text(len(some))} to spare{at}."
    yield f"Both fit every number{mines and f' and have {mines}'}."
    if answer.telling and full.telling:
        yield full.telling
        yield from _say_what_tells(answer, answer.telling)


def _say_mines_outside(answer: Answer, drawn: Sequence[int], undrawn: Sequence[int]) -> Iterator[str]:
    """How many mines the pictures leave out, and that drawn numbers touch some of them."""
    view, around = answer.view, {*answer.view.covered}.difference(drawn, undrawn)
    others = around & answer.mine
    more, near = "More mines may be", view.graph.neighbours
    if view.mine_total is not None:
        more = f"The other {say_mines(len(others))} {is_or_are(len(others))}"
    if others or (view.mine_total is None and around):
        lacking = any(not others.isdisjoint(near[cell]) for cell in drawn if view.marks[cell] >= 0)
        there = " Some of the numbers touch these, too." * lacking
        yield f"{more} outside the pictures, in the same places in both.{there}"


def _say_why_both_fit(answer: Answer, clues: Mapping[int, Sequence[int]]) -> Iterator[str]:
    """Which `clues` touch the cells that differ, if they are few, and which layout has more mines."""
    names, more = answer.view.graph.names(clues), len(answer.if_mine) - len(answer.if_safe)
    touching = sorted({clue for some in clues.values() for clue in some})
    told = [Teller(answer.view).clue(clue) for clue in touching]
    if len(answer.if_mine) == len(answer.if_safe) == 1:
        same = (
            f"{' and '.join(names)} touch the same numbers"
            if told
            else f"No number touches {' or '.join(names)}"
        )
        only = f"Only {told[0]} touches these two cells, and it touches both" if len(told) == 1 else ""
        yield f"{only or same}, so a mine can be in either one."
    elif told:
        numbers = (
            f"{capital(number_text(len(told)))} numbers touch" if told[1:] else f"Only {told[0]} touches"
        )
        each, rows = "each" if told[1:] else "it", _list_same(answer, touching)
        end = ":" if len(rows) <= _MOST_SAME else "."
        yield f"{numbers} the cells that change. In (b) {each} still has the right number of mines{end}"
        yield from rows if end == ":" else ()
    if more:
        one, other = ("a", "b") if more > 0 else ("b", "a")
        mines = say_mines(abs(more), "more ")
        fine = "That is fine, since we don't know how many there are"
        yield f"In all, ({one}) has {mines} than ({other}). {fine}."


def _list_same(answer: Answer, touching: Sequence[int]) -> list[str]:
    """For each number, or several alike, the mines that it has only in (b), and those only in (a)."""
    graph, alike = answer.view.graph, dict[tuple[str, str], list[str]]()
    for clue in touching:
        near = {*graph.neighbours[clue]}
        lost, got = [[cell for cell in cells if cell in near] for cells in (answer.if_mine, answer.if_safe)]
        now = f"{'mines' if got[1:] else 'a mine'} at {_name_cells(graph, got)}"
        before = f"{number_text(len(lost))} at {_name_cells(graph, lost)}"
        alike.setdefault((now, before), []).append(Teller(answer.view).clue(clue))
    return [
        f"  {both_or_all(some)[0]} {'have' if some[1:] else 'has'} {now} instead of {before}"
        for (now, before), some in alike.items()
    ]


def _say_difference(graph: CellGraph, in_one: Sequence[int], in_other: Sequence[int]) -> str:
    one = _name_cells(graph, in_one)
    if not in_other:
        return f"Two layouts differ in {one} alone: a mine in one (a), safe in the other."
    other, cells = _name_cells(graph, in_other), _name_cells(graph, sorted([*in_one, *in_other]))
    mines = are(one, len(in_one), mine=True)
    return f"Two layouts differ only in {cells}: {mines} in one (a), {other} in the other (b)."


def _say_what_tells(answer: Answer, telling: Sequence[int]) -> Iterator[str]:
    """What the first of these safe cells shows in each layout, and which others would do."""
    graph, near = answer.view.graph, telling[0]
    name, around = graph.name(near), {*graph.neighbours[near]}
    one, other = len(around & answer.mine), len(around & answer.safe)
    decides = f"whatever it shows decides {graph.name(answer.cell)}"
    yield f"If you clear {name}, it shows {one} in (a) and {other} in (b): {decides}."
    if others := telling[1:]:
        yield f"{are(_name_cells(graph, others), len(others), mine=False)}, too, and would decide it as well."


def _name_cells(graph: CellGraph, cells: Sequence[int]) -> str:
    return both_or_all(graph.names(cells))[0]


def refuted_text(refuted: RefutedCell, screen: Screen = PLAIN) -> Iterator[str]:
    """The board around it, the refutation line by line, and what follows; or why there is none."""
    view, refutation, cell = refuted.view, refuted.refutation, refuted.view.graph.name(refuted.cell)
    if refutation is None:
        yield NOTHING[refuted.nothing or "budget"].format(cell)
        return
    if refuted.before:
        yield f"What was known before firing {refuted.before}:"
    else:
        yield "On the position as given:"
    known = view if refutation.flags else view.without_flags()
    yield from draw_around(known, rows_in(refutation), [refuted.cell], screen, [refuted.cell])
    yield from refutation_text(view, refutation, screen, below=True)


_MOST_SAME = 8  # lines that say which mines of a number change
_FEW = 10  # of so many layouts, a risk is said as a count
_SHARES = {
    (1, 2): "half",
    (1, 3): "a third",
    (2, 3): "two thirds",
    (1, 4): "a quarter",
    (3, 4): "three quarters",
}
SEE_ALL = " (add --all to see how)"
"""How `why` points to the steps that it only counts; `review` leaves this out."""
_PLAYER_WORDS = {"casual": "a casual player", "the player": "the player"}
_FIRST_TOLD = 9  # steps of the player asked about; of more, only what they find
_ON_ONE_DRAWING = 3  # steps of one clue: more of them get a new drawing
_STEPS_SHOWN = 10  # of the way to a cell: the ones behind these are told in few words
_PROOF_SHOWN = 60  # steps of a player's own proof: of a longer one, those that take one clue


def say_player(name: str) -> str:
    """Who plays, within a sentence."""
    return _PLAYER_WORDS.get(name, f"the {name} player")


class Besides(NamedTuple):
    """What else there is to say of an answer."""

    asked: Annotated[str, "the player who was asked about"]
    sentences: Annotated[tuple[str, ...], "the answer in words"]
    explanation: Annotated[ByClues | None, "with --all, and without steps: the fewest clues that force it"]


class Further(NamedTuple):
    """What there is of a game, and what refutes the opposite, where that is asked for."""

    start: Annotated[CellIndex | None, "of a game: the cell that was cleared first"]
    chain: Annotated[tuple[Firing, ...], "of a game: all firings that lead to the cell"]
    refutation: Annotated[Refutation | None, "with --refute: why the opposite cannot be; null: there is none"]
    refuted: Annotated[tuple[RefutedLine, ...], "with --refute: the same line by line, or why there is none"]
    known_before: Annotated[int | None, "of a game: the firing before which it stands"]

    @classmethod
    def of(cls, full: FullAnswer) -> Self:
        """What there is besides a full answer."""
        game, opposite = full.game, full.opposite
        of_game = (game.start, game.trace.why(full.answer.cell)) if game else (None, ())
        if opposite is None:
            return cls(*of_game, None, (), None)
        return cls(*of_game, opposite.refutation, tuple(refuted_lines(opposite)), opposite.before)


_WHY = Printed(
    "Why",
    "Why a cell is decided, or why not; what an answer has not is null or empty.",
    (Heading, Answer, Besides, Doubts, Further, Advised),
)
PRINTED = (_WHY, STAGED, UNSOUND)


def answer_json(full: FullAnswer, number: int = 1) -> Json:
    """A full answer about the board or position of this number, as an object."""
    answer, game = full.answer, full.game
    view, found = answer.view, answer.explanation if full.tells_explanation else None
    own = Doubts((answer.cell,)) if answer.cell in full.doubts.wrong_flags else NO_DOUBTS
    plain = replace(full, opposite=None, doubts=own, every=False, chain=())
    words = tuple(answer_text(plain, draw=False, proof=False))
    besides = Besides(full.player.name, words, ByClues.of(view, (answer.cell,), found) if found else None)
    head = heading((game and game.board) or view, number)
    weighed = Advised(Guessing.of(full.advice, answer.cell) if full.advice else None)
    return _WHY.json(view.graph, head, answer, besides, full.doubts, Further.of(full), weighed)


def answer_text(
    full: FullAnswer, screen: Screen = PLAIN, draw: bool = True, proof: bool = True
) -> Iterator[str]:
    """A full answer in sentences, line by line; `draw`: with boards, `proof`: with the player's steps."""
    answer, opposite = full.answer, full.opposite
    yield from _answer_lines(full, screen, draw, proof)
    if full.chain:
        yield f"{plural(len(full.chain), 'step')} of the game to {answer.view.graph.name(answer.cell)}:"
        yield from [line for _, line in steps_text([(one.number, one) for one in full.chain], (), screen)]
    drawn_anew = answer.kind == "decided" and not _is_on_one_drawing(answer.steps)
    if opposite and opposite.refutation and opposite.steps is not None and not drawn_anew:
        yield from ["From the board above:"] * (answer.kind == "decided")
        yield from refutation_text(opposite.view, opposite.refutation, screen, below=True)
    elif opposite:
        yield from refuted_text(opposite, screen)
    yield from against_text(full.advice, answer.cell) if full.advice else ()
    yield from doubts_text(answer.view, full.doubts)


def _answer_lines(full: FullAnswer, screen: Screen, draw: bool, proof: bool) -> Iterator[str]:
    answer, name = full.answer, full.player.name
    cell = answer.view.graph.name(answer.cell)
    is_it = f"{cell} is {verdict(answer.verdict == 'mine')}"
    match answer.kind:
        case "first":
            yield f"{is_it}: it was cleared first."
        case "seen" if answer.verdict == "mine":
            yield f"{is_it}: its flag is trusted."
        case "seen":
            yield f"{is_it}: it is cleared and shows {answer.view.glyph(answer.cell)}."
        case "guessed":
            yield f"{is_it}: it was cleared as a guess, {risk_text(answer.risk)}."
        case "decided" if not answer.steps:
            yield f"{is_it}, {name} says, but not by the clues alone."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "decided":
            beyond = f", but {say_player('casual')} does not get that far" if full.beyond_casual else ""
            yield f"{is_it}{beyond}. {_say_how_far(answer.steps)}."
            if draw and (full.opposite or not answer.steps[0].told):
                yield from _draw_board(full, answer.steps, answer.proof.known_after(()), screen)
            yield from _steps_lines(full, _Way.of(full), screen, draw) if proof else ()
            if answer.checked is False and answer.explanation is None:
                yield "The clues do not force it: some layouts of them differ there."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "later":
            yield f"{is_it}, but undecided so far: {name} finds it later, in firing {answer.firing}."
        case "needs clues" | "needs total":
            by_case = _find_refutation(full)
            how = "" if by_case and answer.kind == "needs clues" else f": {_say_what_it_takes(answer)}"
            wrong = f" {refuted_head(by_case)}" if by_case else ""
            yield f"{is_it}, but {say_player(name)} can't tell{how}.{wrong}"
            if answer.steps:
                yield from _way_lines(full, screen, draw)
            elif answer.explanation:
                yield _reason_text(answer.view, answer.explanation)
        case "not forced":
            yield from _not_forced_lines(full, cell, screen, draw)
        case "unknown":
            yield f"{cell} is undecided, and it is past the solver's limits to tell whether it is forced."


def _say_how_far(steps: Sequence[Step]) -> str:
    count = len(steps)
    if all(step.production.clues == 1 and not step.told for step in steps):
        takes = f"One clue at a time is enough. It takes {number_text(count)} steps"
        return "One clue is enough" if count == 1 else takes
    return f"Here is how, in {count} steps" if count > 1 else "Here is why"


def _reason_text(view: View, explanation: Explanation) -> str:
    """The sentence of an explanation, and whether there may be a smaller one."""
    proven = "" if explanation.smallest else " (Not proven smallest within the budget.)"
    return sentence(view, explanation) + proven


def _find_refutation(full: FullAnswer) -> Refutation | None:
    """The refutation that goes on from the steps of the answer, if there is one."""
    opposite = full.opposite
    return opposite.refutation if opposite and opposite.steps is not None else None


def _draw_board(
    full: FullAnswer, steps: Sequence[Step], view: View, screen: Screen, title: str = "The board"
) -> Iterator[str]:
    """What is known then around all that these steps, and a refutation from there, stand on.

    The cell asked about is drawn if a refutation supposes it, or if it is near.
    """
    rows = _list_rows(full, steps)
    miss = full.answer.miss if full.every else None
    rows.update([miss.site] if miss and isinstance(miss.site, int) else ())
    around, asked = full.answer.view.graph.around, full.answer.cell
    cells = {cell for step in steps for cell in step.cells}
    if _find_refutation(full) or asked in around(around(around(rows - {TOTAL}))):
        cells.add(asked)
    return known_then(title, view, rows, cells, screen, [asked])


def _list_rows(full: FullAnswer, steps: Sequence[Step]) -> set[int]:
    """The rows that these steps, and a refutation from there, stand on."""
    refutation = _find_refutation(full)
    rows = {row for step in steps for row in step.stands_on}
    return rows.union(rows_in(refutation) if refutation else ())


def _say_what_it_takes(answer: Answer) -> str:
    """`you need two clues together`; of several steps, `one step needs` or `some steps need` them."""
    if answer.kind == "needs total":
        return "you need the number of mines on the whole board"
    hardest = answer.hardest
    if hardest and hardest.production.clues == 1:
        return f"you need the rule {hardest.production.name}"
    if hardest and (cases := hardest.grade.cases):
        return "you need to suppose the opposite" + " and try several ways" * (cases > 1)
    clues = hardest.production.clues if hardest else None
    together = [step for step in answer.steps if step.production.clues == clues]
    who = "you need" if not answer.steps[1:] else "some steps need" if together[1:] else "one step needs"
    return f"{who} {clues_text(clues)} together"


class _Way(NamedTuple):
    """How the steps of an answer are told.

    - `counted`: those of the player asked about of which only the cells found are named.
    - `own`: the others of that player.
    - `later`: those of a stronger player; of a cell that the player decides, all.
    - `brief`: the numbers of `later` steps that are told in few words.
    """

    counted: tuple[Step, ...]
    own: tuple[Step, ...]
    later: tuple[Step, ...]
    brief: frozenset[int]

    @classmethod
    def of(cls, full: FullAnswer) -> Self:
        """The hardest step and the last are told in full, and all if everything is asked for.

        Of the others that take one clue, many are only counted or told briefly. On a free graph those of the
        player asked about are told, since nothing shows them. A refutation from where the player is stuck
        has its own steps.
        """
        answer, opposite, steps = full.answer, full.opposite, full.answer.steps
        if opposite and opposite.steps is not None and answer.kind != "decided":
            own, later = opposite.steps, steps[:0]
        else:
            own, later = steps[: answer.begun], steps[answer.begun :]
        if full.every:
            return cls((), own, later, frozenset())
        kept = {max(later, key=lambda step: step.grade).number, later[-1].number} if later else set[int]()
        counted = [step for step in own if _takes_one_clue(step)]
        counted = counted if len(counted) > _FIRST_TOLD and answer.view.graph.shape else []
        many = len(later) > (_STEPS_SHOWN if answer.player else _PROOF_SHOWN)
        easy = [step.number for step in later if _takes_one_clue(step)]
        harder = [step.number for step in later if step.number not in easy]
        brief = {*(easy if many else ()), *(harder[_STEPS_SHOWN:] if answer.player else ())} - kept
        told = tuple([step for step in own if not (counted and _takes_one_clue(step))])
        return cls(tuple(counted), told, later, frozenset(brief))


def _way_lines(full: FullAnswer, screen: Screen, draw: bool) -> Iterator[str]:
    """How a stronger player finds it: what the player asked about finds first, and how the other goes on."""
    answer, way = full.answer, _Way.of(full)
    missed = full.every and way.later and answer.miss
    before = missed or (not way.counted and way.own)
    if draw and before:
        steps = answer.steps if full.every else way.own
        yield from _draw_board(full, steps, answer.proof.known_after(()), screen)
    yield from _own_lines(full, way, screen, draw)
    if draw and not (missed and not way.own) and not (way.later and way.later[0].told):
        title = "The board now" if before or (way.counted and way.own) else "The board"
        yield from _draw_board(
            full,
            way.counted + way.own + way.later,
            answer.proof.known_after(way.counted + way.own),
            screen,
            title,
        )
    yield from _later_lines(full, way, screen, draw) if way.later else ()


def _own_lines(full: FullAnswer, way: _Way, screen: Screen, draw: bool) -> Iterator[str]:
    """What the player asked about finds first; of what is only counted, what the later steps use."""
    if way.counted:
        found = _list_used(full, way.counted, [*way.own, *way.later])
        whole = full.answer.kind == "needs total"  # otherwise the drawings show only some of them
        names = _say_found(full.answer.view.graph, found, whole)
        named = max(Counter(found.values()).values()) <= MOST_NAMED and not whole
        more = " You may find others, too; we don't need them here." if named else ""
        yield f"One clue at a time, you can find {names}{SEE_ALL}.{more}"
        if draw and way.own and not way.own[0].told:
            yield from _draw_board(full, way.own, full.answer.proof.known_after(way.counted), screen)
    elif way.own:
        easy = way.own[1:] and all(step.production.clues == 1 for step in way.own)
        yield "First, one clue at a time:" if easy else "First:"
    numbers = range(1, len(way.own) + 1) if way.own[1:] or way.later else [None]
    yield from [line for _, line in steps_text(zip(numbers, way.own, strict=False), screen=screen)]


def _later_lines(full: FullAnswer, way: _Way, screen: Screen, draw: bool) -> Iterator[str]:
    """How the stronger player goes on, from what the one asked about finds."""
    answer = full.answer
    if full.every and answer.miss:
        yield f"The nearest miss of {full.player.name} is {miss_text(answer.view.graph, answer.miss)}."
    assert answer.player
    who = f" ({answer.player.name} is the weakest player who gets there)" * screen.tags
    count = len([step for step in way.later if step.number not in way.brief])
    how = f", in {plural(count, 'step')}" * (count > 1 and not way.own)
    begins = way.counted or way.own
    if begins or how or who or full.every or not (draw and way.later[0].told):
        yield f"{'Then' if begins else 'Here is how' if count > 1 else 'Here is why'}{how}{who}:"
    yield from _steps_lines(full, way, screen, draw)


def _list_used(full: FullAnswer, known: Sequence[Step], later: Sequence[Step]) -> dict[int, Verdict]:
    """The cells of known steps that touch a clue of later steps or of the refutation; if none does, all."""
    rows = _list_rows(full, later)
    found = {cell: is_it for step in known for cell, is_it in step.decides.items()}
    around = full.answer.view.graph.neighbours
    used = {cell: found[cell] for cell in found if TOTAL in rows or rows.intersection(around[cell])}
    return used or found


def _say_found(graph: CellGraph, found: Mapping[int, Verdict], counted: bool) -> str:
    """`the mine at r1c2 and the safe cell r1c3`; many: `the mines marked F`, or if `counted` `ten mines`."""
    named = list[str]()
    for is_it, noun, at, sign in (("mine", "mine", " at", "F"), ("safe", "safe cell", "", "?")):
        cells = [cell for cell in found if found[cell] == is_it]
        if len(cells) > MOST_NAMED:
            named.append(f"{number_text(len(cells))} {noun}s" if counted else f"the {noun}s marked {sign}")
        elif cells:
            named.append(f"the {noun}{'s' * (len(cells) > 1)}{at} {join_names(graph, cells)}")
    return " and ".join(named)


def _steps_lines(full: FullAnswer, way: _Way, screen: Screen, draw: bool) -> Iterator[str]:
    """The later steps line by line; before a run of one-clue steps, and to count all mines, the board."""
    steps, first = way.later, 1 + len(way.own)
    if not draw:
        yield from [f"{number:>4}. {step_text(step, (), None)}" for number, step in enumerate(steps, first)]
        return
    alike = [(told, [*some]) for told, some in groupby(steps, lambda step: bool(step.told))]
    runs = {
        part[0].number: part
        for told, some in alike
        if not told and len(some) >= DRAWN_ANEW
        for part in _cut_run(some)
    }
    counts = accumulate([step.number not in way.brief for step in steps], initial=first)
    numbers: Iterable[int | None] = counts if first > 1 or len(steps) > 1 else [None]
    inner = replace(screen, width=screen.width and screen.width - len(HANG))
    drawn = steps[0].before
    for step, line in steps_text(zip(numbers, steps, strict=False), way.brief, screen, wide=True):
        whole = TOTAL in step.stands_on and not step.told
        if step.before.marks != drawn.marks and (whole or step.number in runs):
            drawn = step.before
            board = _draw_board(full, steps if whole else runs[step.number], drawn, inner, "The board now")
            yield from [HANG + row for row in board]
        yield line


def _is_on_one_drawing(steps: Sequence[Step]) -> bool:
    """Whether no other board is drawn before the last of these steps."""
    beyond = [step for step in steps if step.told or TOTAL in step.stands_on]
    return len(steps) == 1 or (len(steps) <= _ON_ONE_DRAWING and not beyond)


def _cut_run(steps: Sequence[Step]) -> list[Sequence[Step]]:
    """The steps in equal parts, each for one drawing."""
    parts = -(-len(steps) // _ON_ONE_DRAWING)
    ends = [len(steps) * at // parts for at in range(parts + 1)]
    return [steps[begin:end] for begin, end in pairwise(ends)]


def _takes_one_clue(step: Step) -> bool:
    return step.production.clues == 1 and len(step.stands_on) == 1


def _not_forced_lines(full: FullAnswer, cell: str, screen: Screen, draw: bool) -> Iterator[str]:
    answer = full.answer
    yield f"Nobody can tell yet: {cell} could be a mine or safe."
    if answer.closest:
        yield from twins_text(full, screen, draw)
    elif draw:
        layouts = {f"{cell} safe": answer.safe, f"{cell} a mine": answer.mine}
        yield from layouts_text(answer.view, layouts, screen)
    if answer.risk:
        more = answer.risk.denominator != 2 and (draw or answer.closest)
        these = "These two are not the only layouts that fit. We counted all of them"
        any_number = ", however many mines they have" * (answer.view.mine_total is None)
        yield (
            f"{these if more else 'We counted all the layouts that fit'}{any_number}: "
            f"{cell} is a mine in {_say_share(answer.risk)} of them."
        )
    if answer.player:
        yield f"{capital(answer.player.name)} decides it later, after clearing other cells."


def _say_share(risk: Fraction) -> str:
    """`half`, `three out of every eight` or `about 29%`"""
    few, whole = risk.as_integer_ratio()
    counted = f"{number_text(few)} out of every {number_text(whole)}"
    return _SHARES.get((few, whole)) or (counted if whole <= _FEW else f"about {percent(risk)}")


def layouts_text(view: View, layouts: Mapping[str, frozenset[int]], screen: Screen = PLAIN) -> Iterator[str]:
    """Layouts of a view by their titles: drawn side by side, or on a free graph as lists of mines."""
    if view.graph.shape:
        pictures = {title: _draw_layout(view, mines) for title, mines in layouts.items()}
        yield draw_side_by_side(view.graph, pictures, screen)
    else:
        for title, mines in layouts.items():
            yield f"mines with {title}: {list_names(view.graph, sorted(mines), 60)}"


def _list_close(answer: Answer, differ: Sequence[int]) -> list[int]:
    """The cells that differ and lie close to the part that is drawn for these, or are asked about."""
    graph = answer.view.graph
    inside = _list_part(graph, graph.around(graph.around(_list_near(answer, differ))), answer.differ)
    return [cell for cell in answer.differ if cell in inside or cell == answer.cell]


def _list_part(graph: CellGraph, near: Set[int], cells: Iterable[int]) -> list[int]:
    """Those of the cells that lie in the part of the board that is drawn."""
    cols_in_all = (graph.shape or (0, 1))[1]
    rows, cols = measure_part(graph, near)
    return [cell for cell in cells if cell // cols_in_all in rows and cell % cols_in_all in cols]


def _list_near(answer: Answer, differ: Sequence[int]) -> set[int]:
    """The cells around what differs and around the clues beside it, and around what tells."""
    graph, marks = answer.view.graph, answer.view.marks
    clues = {cell for cell in graph.around(differ) if marks[cell] >= 0}
    alone = [cell for cell in differ if clues.isdisjoint(graph.neighbours[cell])]
    return graph.around([*clues, *alone, *(answer.telling or ())[:1]])


def _draw_layout(view: View, mines: frozenset[int]) -> list[str]:
    letters = {cell: "*" if cell in mines else "." for cell in view.covered}
    return [letters.get(cell) or glyph for cell, glyph in enumerate(view.glyphs)]


def unsound_text(error: Unsound, screen: Screen, item: Numbered) -> Iterator[str]:
    """A layout with the cell safe and one with a mine there; where it is forced, the one that there is."""
    yield from [f"{item.title}:"] * (item.number > 1)
    cell = error.view.graph.name(error.cell)
    titled = {f"{cell} a mine" if error.cell in mines else f"{cell} safe": mines for mines in error.layouts}
    yield from layouts_text(error.view, titled, screen)


def unsound_json(error: Unsound, item: Numbered) -> Json:
    """The firing on a board or position, what it says of the cell, and the layouts."""
    firing, says = error.firing, verdicts_of(error.firing)[error.cell]
    about = firing.number, firing.production, firing.site, error.cell, says
    refuted = Refuted(str(error), *about, tuple(error.layouts))
    return UNSOUND.json(
        error.view.graph, Event("unsound"), heading(error.view, item.number, item.kind), refuted
    )
