"""Why a cell is decided, or why not, for people and programs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Annotated, NamedTuple, Self

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import SAFE, Drawable, View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.names import listed
from logicsweep.boards.words import are, both_or_all, capital, number_text, plural, risked, share, verdict
from logicsweep.csp.solve import NO_DOUBTS, Doubts
from logicsweep.errors import Unsound
from logicsweep.games.explaining import reasons_for
from logicsweep.games.game import Run
from logicsweep.games.path import stepwise
from logicsweep.games.step import Step, fired_text, reason_sentence, verdicts_of
from logicsweep.games.why import Answer, RefutedCell, nearest_miss
from logicsweep.guessing.advice import Advice
from logicsweep.reasons.explanation import rows_in
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import Refutation, refute
from logicsweep.reasons.wording import LineSentences, refutation_lines, refutation_sentences
from logicsweep.rules.engine import Fact, Firing, Production
from logicsweep.rules.facts import Knowledge
from logicsweep.rules.own import is_own
from logicsweep.show.drawing import (
    COLOURS,
    PLAIN,
    REVERSED,
    Screen,
    beside,
    drawn,
    drawn_around,
    glyphs,
    known_then,
)
from logicsweep.show.guess import against_text
from logicsweep.show.hint import STAGED, Advised, ByClues, doubts_text, reason_text
from logicsweep.show.json import UNSOUND, Event, Heading, Json, Printed, Refuted, heading
from logicsweep.show.trace import chain_text, check_text, conclusion_text, miss_text, tag_text


def twins_text(
    answer: Answer, screen: Screen = PLAIN, draw: bool = True, every: bool = True
) -> Iterator[str]:
    """The two layouts drawn once: `a` a mine in the one alone, `b` in the other; and what would tell.

    Without `draw` only the sentences; what would tell only of `every` answer in full.

    >>> from logicsweep import View, why
    >>> print(*twins_text(why(View.parse("#1#?"), "r1c3")), sep="\\n")
    Two layouts differ only in r1c1 and r1c3: r1c3 is a mine in one (a), r1c1 in the other (b). \
Both in one drawing:
        1234
    r1  b1a?
    M is a mine in both layouts. Each fits every number.
    r1c4 is safe.
    Cleared, r1c4 shows 1 in the one (a), 0 in the other (b): whatever it shows decides r1c3.
    """
    graph = answer.view.graph
    in_one, in_other = (sorted(cells) for cells in (answer.mine - answer.safe, answer.safe - answer.mine))
    yield _differing(graph, in_one, in_other) + (" Both in one drawing:" if draw and graph.shape else "")
    if draw:
        yield from _drawn_once(answer, screen)
    both, count = answer.safe & answer.mine, number_text(len(in_one))
    dots = ", a dot is safe in both" if {*answer.view.covered} - answer.safe - answer.mine else ""
    drawn = f"M is a mine in both layouts{dots}. " if draw and graph.shape else ""
    parts = f": {len(both)} M and {count} a, or {len(both)} M and {count} b" if drawn else ""
    total = "" if answer.view.mines is None else f", and has {plural(answer.view.mines, 'mine')}{parts}"
    yield f"{drawn}Each fits every number{total}."
    if answer.telling and every:
        yield from _telling(answer, answer.telling)


def _drawn_once(answer: Answer, screen: Screen) -> Iterator[str]:
    graph, both = answer.view.graph, answer.safe & answer.mine
    if not graph.shape:
        yield from drawn_around(answer.view, {TOTAL}, (), screen)
        yield f"mines in both of two layouts: {listed(graph, sorted(both), 60) or 'none'}"
        return
    letters = dict.fromkeys(answer.mine - both, "a") | dict.fromkeys(answer.safe - both, "b")
    glyphs = [letters.get(cell) or glyph for cell, glyph in enumerate(_layout(answer.view, both))]
    yield from drawn(graph, glyphs, replace(screen, labels=True), COLOURS | dict.fromkeys("ab", REVERSED))


def _differing(graph: CellGraph, in_one: Sequence[int], in_other: Sequence[int]) -> str:
    one = _named(graph, in_one)
    if not in_other:
        return f"Two layouts differ in {one} alone: a mine in one (a), safe in the other."
    other, cells = _named(graph, in_other), _named(graph, sorted([*in_one, *in_other]))
    mines = are(one, len(in_one), mine=True)
    return f"Two layouts differ only in {cells}: {mines} in one (a), {other} in the other (b)."


def _telling(answer: Answer, telling: Sequence[int]) -> Iterator[str]:
    """Of the first of these safe cells why it is safe, and what it shows in each layout."""
    graph, position, near = answer.view.graph, answer.position, telling[0]
    view = position.view if position.trust_flags else position.view.without_flags()
    reason = None if view.marks[near] == SAFE else next(reasons_for(view, [near]), None)
    name, around = graph.name(near), {*graph.neighbours[near]}
    yield reason_sentence(view, reason, [near]) if reason else f"{name} is safe."
    one, other = len(around & answer.mine), len(around & answer.safe)
    decides = f"whatever it shows decides {graph.name(answer.cell)}"
    yield f"Cleared, {name} shows {one} in the one (a), {other} in the other (b): {decides}."
    if others := telling[1:]:
        yield f"{are(_named(graph, others), len(others), mine=False)}, too, and would decide it as well."


def _named(graph: CellGraph, cells: Sequence[int]) -> str:
    return both_or_all(graph.names(cells))[0]


_NOTHING = {
    "cleared": "Nothing to refute: {} is cleared.",
    "not forced": "Nothing to refute: {} is not forced.",
    "unknown": "Nothing to refute: whether {} is forced is past the solver's limits to tell.",
    "budget": "No refutation of {} within the budget.",
}


def refuted_text(refuted: RefutedCell, screen: Screen = PLAIN) -> Iterator[str]:
    """The board around it, the refutation line by line, and what follows; or why there is none.

    >>> from logicsweep import View
    >>> from logicsweep.games.why import opposite
    >>> print(*refuted_text(opposite(View.parse("01## 02## 01##"), "r3c3")), sep="\\n")
    On the position as given:
        123
    r1  01#
    r2  02#
    r3  01#
    Suppose r3c3 were safe:
      r2c2=2 needs two mines, and has just two covered neighbours left (r3c3 is supposed safe): \
r1c3 and r2c3 are mines.
      r1c2=1 would have two mines: r1c3 and r2c3.
    So r3c3 is a mine.
    """
    view, refutation, cell = refuted.view, refuted.refutation, refuted.view.graph.name(refuted.cell)
    if refutation is None:
        yield _NOTHING[refuted.nothing or "budget"].format(cell)
        return
    if refuted.before:
        yield f"What was known before firing {refuted.before}:"
    else:
        yield "On the position as given:"
    known = view if refutation.flags else view.without_flags()
    yield from drawn_around(known, rows_in(refutation), [refuted.cell], screen)
    yield from refutation_lines(view, refutation)


_DEEPEST = 30  # levels of indentation that a terminal still shows
_STEPS_SHOWN = 10  # of a way to a cell: those after them are told in few words
_PROOF_SHOWN = 60  # steps of a proof: one by the mine total may rest on all that was found before


class Besides(NamedTuple):
    """What else there is to say of an answer."""

    explanation: Annotated[ByClues | None, "decided, needs ...: the fewest clues that force it"]


class InGame(NamedTuple):
    """What there is of a game besides."""

    start: Annotated[CellIndex | None, "of a game: the cell that was cleared first"] = None
    chain: Annotated[tuple[Firing, ...], "of a game: all firings that lead to the cell"] = ()


class Refutes(NamedTuple):
    """What refutes the opposite, where that is asked for."""

    refutation: Annotated[Refutation | None, "with --refute: why the opposite cannot be; null: there is none"]
    refuted: Annotated[LineSentences | None, "the same in words"] = None
    known_before: Annotated[int | None, "of a game: the firing before which it stands"] = None

    @classmethod
    def of(cls, opposite: RefutedCell | None) -> Self:
        """A refutation with its sentences."""
        if opposite is None or opposite.refutation is None:
            return cls(None)
        found = opposite.refutation
        return cls(found, refutation_sentences(opposite.view, found), opposite.before)


_WHY = Printed(
    "Why",
    "Why a cell is decided, or why not; what an answer has not is null or empty.",
    (Heading, Answer, Besides, Doubts, InGame, Refutes, Advised),
)
PRINTED = (_WHY, STAGED, UNSOUND)


def answer_json(
    answer: Answer,
    number: int = 1,
    game: Run | None = None,
    doubts: Doubts = NO_DOUBTS,
    opposite: RefutedCell | None = None,
    advice: Advice | None = None,
) -> Json:
    """An answer about the position, or the board whose `game` is given, of this number.

    `doubts`: what is wrong about the flags of a position; `opposite`: what refutes the opposite, where that
    is asked for too; `advice`: what a policy would clear.
    """
    view, found = answer.view, answer.explanation
    besides = Besides(ByClues.of(view, (answer.cell,), found) if found else None)
    of_game = InGame(game.start, game.trace.why(answer.cell)) if game else InGame()
    head = heading((game and game.board) or view, number)
    weighed = Advised.of(advice, answer.cell)
    return _WHY.json(view.graph, head, answer, besides, doubts, of_game, Refutes.of(opposite), weighed)


@dataclass(frozen=True)
class Reply(Drawable):
    """An answer to a player, by name and productions, and what is to be told with it."""

    answer: Answer
    name: str
    productions: tuple[Production, ...]
    opposite: RefutedCell | None = None  # what refutes the opposite
    advice: Advice | None = None  # what a policy would clear
    doubts: Doubts = NO_DOUBTS  # what is wrong about flags
    game: Run | None = None  # the game that the answer is about
    every: bool = False  # each step with its sentence, and all firings of the game that lead to the cell
    draw: bool = True  # the board, the tree of a proof, and layouts


def reply_text(reply: Reply, screen: Screen = PLAIN) -> Iterator[str]:
    """An answer in sentences, line by line, with all that is asked for besides."""
    answer, opposite, way = reply.answer, reply.opposite, _way_of(reply)
    yield from _answer_lines(reply, way, screen)
    if reply.every and reply.game:
        yield from chain_text(reply.game.trace, answer.cell, reply.productions)
    if way and way.refutation and reply.draw:
        yield "By contradiction, from the board above:"
        yield from refutation_lines(way.view, way.refutation)
    elif opposite:
        yield from refuted_text(opposite, screen)
    yield from against_text(reply.advice, answer.cell) if reply.advice else ()
    yield from doubts_text(answer.view, reply.doubts)


def _answer_lines(reply: Reply, way: _Way | None, screen: Screen) -> Iterator[str]:
    answer, name = reply.answer, reply.name
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
            yield f"{is_it}: it was cleared as a guess, {risked(answer.risk)}."
        case "decided" if not answer.steps:
            yield f"{is_it}, {name} says, but not by the clues alone."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "decided":
            count = len(answer.steps)
            deep = f", {answer.height} deep" if count > 1 else ""
            yield f"{is_it}. {capital(name)} finds it in {plural(count, 'step')}{deep}:"
            if reply.draw and way:
                yield from _known_then(reply, way, answer.steps, way.view, screen)
                yield from _proof_lines(answer, reply.productions, screen)
            if answer.checked is False and answer.explanation is None:
                yield "The clues do not force it: some layouts of them differ there."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "later":
            yield f"{is_it}, but undecided so far: {name} finds it later, in firing {answer.firing}."
        case "needs clues" | "needs total":
            takes = "" if reply.draw and way and way.refutation else f": it takes {_takes(answer)}"
            yield f"{is_it}, but {name} cannot know{takes}."
            if way:
                yield from _way_lines(reply, way, screen)
            elif answer.explanation:
                yield reason_text(answer.view, answer.explanation)
        case "not forced":
            yield from _not_forced(reply, cell, screen)
        case "unknown":
            yield f"{cell} is undecided, and it is past the solver's limits to tell whether it is forced."


class _Way(NamedTuple):
    """The steps of an answer, those that its player finds `before` it goes on, and what is known then.

    `short` are the numbers of those told in a few words; a `refutation` stands on that `view`.
    """

    before: tuple[Step, ...]
    after: tuple[Step, ...]
    view: View
    short: set[int]
    refutation: Refutation | None


def _way_of(reply: Reply) -> _Way | None:
    answer, opposite, steps = reply.answer, reply.opposite, reply.answer.steps
    if not steps:
        return None
    first, known = 0, set[str]()
    if answer.player and answer.verdict:
        player = replace(answer.player, productions=reply.productions)
        known = {one.name for one in stepwise(player).productions}
        first = next(at for at, step in enumerate(steps) if step.firing.production not in known)
    before, view = steps[:first], answer.proof.known_after(steps[:first])
    short = set[int]() if reply.every else _in_few_words(steps, first, known)
    refutation = opposite.refutation if opposite else None
    if opposite and refutation:
        given = opposite.view if refutation.flags else opposite.view.without_flags()
        if view.marks != given.marks:
            refutation = refute(view, answer.cell, trust_flags=True)
        before = _below(before, rows_in(refutation) if refutation else {TOTAL})
        view = answer.proof.known_after(before)
    return _Way(before, steps[first:], view, short, refutation)


def _below(steps: Sequence[Step], rows: Set[int]) -> tuple[Step, ...]:
    """Of some steps those that find what some rows see, and those below them."""
    kept, numbers = list[Step](), set[int]()
    for one in reversed(steps):
        near = {row for cell in one.cells for row in (*one.before.graph.neighbours[cell], TOTAL)}
        if one.number in numbers or near & rows:
            kept.append(one)
            numbers.update(one.rests_on)
    return tuple(kept[::-1])


def _known_then(reply: Reply, way: _Way, steps: Sequence[Step], view: View, screen: Screen) -> Iterator[str]:
    """What is known then around all that these steps and a refutation stand on."""
    answer = reply.answer
    rows = {row for step in steps for row in step.stands_on}
    rows.update(rows_in(way.refutation) if way.refutation else ())
    cells = {answer.cell, *[cell for step in steps for cell in step.cells]}
    return known_then("The board there", view, rows, cells, screen)


def _proof_lines(answer: Answer, productions: Sequence[Production], screen: Screen) -> Iterator[str]:
    """The tree, root first, each firing's reasons in numbers; of own productions their words once."""
    graph, own, steps = answer.view.graph, _own_words(productions), {one.number: one for one in answer.steps}
    shown: set[int] = set()
    deepest = min(_DEEPEST, screen.width // 8) if screen.width else _DEEPEST
    todo = [(answer.steps[-1].number, 1)]
    while todo:
        number, depth = todo.pop()
        node = steps[number]
        firing, indent = node.firing, "  " * min(depth, deepest)
        again = firing.number in shown
        if len(shown) == _PROOF_SHOWN and not again:
            yield f"  ... and {plural(len(steps) - len(shown), 'step')} more (--json has all)"
            return
        shown.add(firing.number)
        known = " (as above)" if again else ""
        yield f"{indent}{_decided_text(graph, node)}: {fired_text(graph, firing, counts=False)}{known}"
        if not again:
            for sentence in (*_once(own, node), *node.sentences):
                yield f"{indent}  {sentence}".replace("\n", f"\n{indent}  ")
            todo.extend((number, depth + 1) for number in reversed(node.rests_on))


def _decided_text(graph: CellGraph, step: Step) -> str:
    return conclusion_text(graph, [Fact(verdict, cell) for cell, verdict in step.decides.items()])


def _takes(answer: Answer) -> str:
    if answer.kind == "needs total":
        return "the mine total"
    if not answer.hardest:
        return "several clues at once"
    production, cases = answer.hardest.production, answer.hardest.grade.cases
    if production.rows == 1:
        return production.name
    if cases:
        return f"a proof by {'contradiction' if cases == 1 else 'cases'}"
    return f"{production.rows or 'several'} clues at once"


def _way_lines(reply: Reply, way: _Way, screen: Screen) -> Iterator[str]:
    """How a stronger player finds it: what is found before, what is known then, and how it goes on."""
    finder, graph = reply.answer.player, reply.answer.view.graph
    assert finder
    own = _own_words(finder.productions)
    yield from _found_before(way.before, reply.name, way.short, own)
    steps = way.before if way.refutation else reply.answer.steps
    if reply.draw:
        yield from _known_then(reply, way, steps, way.view, screen)
        if way.refutation:
            return
    if reply.every and reply.answer.verdict:
        known = Knowledge.of(way.view, trust_flags=True)
        miss = nearest_miss(known, reply.answer.cell, reply.answer.verdict, reply.productions)
        yield from [f"The nearest miss of {reply.name} is {miss_text(graph, miss)}."] if miss else []
    if len(way.after) == 1 and not way.before:
        yield f"Player {finder.name} finds it: {_graded(graph, way.after[0], own)}"
        return
    in_steps = "goes on" if way.before else f"finds it in {plural(len(way.after), 'step')}"
    bracketed = "" if _bracketed(way.before, way.short) else _bracketed(way.after, way.short)
    yield f"Player {finder.name} {in_steps}{bracketed}:"
    drawn, lines = way.view, _step_lines(graph, way.after, way.short, own)
    for step, line in lines:
        if reply.draw and TOTAL in step.stands_on and step.before.marks != drawn.marks:
            drawn = step.before
            yield from _known_then(reply, way, steps, drawn, screen)
        yield line


def _found_before(
    steps: Sequence[Step], name: str, short: Container[int], own: dict[str, str]
) -> Iterator[str]:
    """What steps found, those in `short` in a few words; nothing without any."""
    if steps:
        yield f"Found before, by {name}'s rules{_bracketed(steps, short)}:"
        yield from [line for _, line in _step_lines(steps[0].before.graph, steps, short, own)]


def _bracketed(steps: Iterable[Step], short: Container[int]) -> str:
    return " (in brackets the clue)" if any(step.number in short for step in steps) else ""


def last_of_way(steps: Sequence[Step], name: str) -> tuple[Step, tuple[str, ...]]:
    """The last step of a way from a position; and those before it, in a few words.

    >>> from logicsweep.games.path import path
    >>> from logicsweep.games.proof import proof_of
    >>> print(*last_of_way(proof_of(path(View.parse("1#1#")).steps, 3).steps, "casual")[1], sep="\\n")
    Found before, by casual's rules (in brackets the clue):
      r1c2 (r1c1) is a mine.
    """
    return steps[-1], tuple(_found_before(steps[:-1], name, {step.number for step in steps}, {}))


def _in_few_words(steps: Sequence[Step], first: int, known: Container[str]) -> set[int]:
    """The numbers of steps told in few words: the player's own by one clue, and of many others the last.

    Those from the `first` on that the player could not take are told whole, where they are few.
    """
    some = steps if len(steps) - first > _STEPS_SHOWN else steps[:first]
    theirs = {step.number for step in some if step.firing.production in known and len(step.stands_on) == 1}
    beyond = [step.number for step in steps if step.number not in theirs]
    hardest = max(steps, key=lambda step: step.grade)
    return theirs.union(beyond[_STEPS_SHOWN:]) - {hardest.number, steps[-1].number}


def _step_lines(
    graph: CellGraph, steps: Sequence[Step], short: Container[int], own: dict[str, str]
) -> Iterator[tuple[Step, str]]:
    """Steps with their sentences; those in `short` together in a few words, with the first."""
    for brief, some in groupby(steps, lambda step: step.number in short):
        all_of = [*some]
        for those in [all_of] if brief else [[one] for one in all_of]:
            words = _in_short(graph, those) if brief else _graded(graph, those[0], own)
            yield those[0], "  " + words.replace("\n", "\n  ")


def _graded(graph: CellGraph, step: Step, own: dict[str, str]) -> str:
    words = " ".join([*_once(own, step), *step.sentences]) or f"{_decided_text(graph, step)}."
    return f"{words} [{tag_text(step)}]"


def _in_short(graph: CellGraph, steps: Iterable[Step]) -> str:
    """`r4c3 (r5c3) and r6c1 (r7c2) are mines. r5c4 (r5c3) is safe.`: cells, in brackets the clue of each."""
    found = [(cell, verdict, step) for step in steps for cell, verdict in sorted(step.decides.items())]
    sentences = list[str]()
    for mine, some in groupby(found, lambda one: one[1] == "mine"):
        names = [graph.name(cell) + _by(graph, step) for cell, _, step in some]
        sentences.append(f"{are(both_or_all(names)[0], len(names), mine)}.")
    return " ".join(sentences)


def _by(graph: CellGraph, step: Step) -> str:
    rows = [graph.name(row) if row != TOTAL else "the mine total" for row in step.stands_on]
    return f" ({', '.join(rows)})" if rows else ""


def _own_words(productions: Sequence[Production]) -> dict[str, str]:
    return {one.name: one.sentence for one in productions if is_own(one)}


def _once(words: dict[str, str], step: Step) -> list[str]:
    """The words of a step's production, the first time that they are asked for."""
    return [words.pop(step.firing.production)] if step.firing.production in words else []


def _not_forced(reply: Reply, cell: str, screen: Screen) -> Iterator[str]:
    answer = reply.answer
    risk = "" if answer.risk is None else f" Its risk is {share(answer.risk)}."
    yield f"{cell} is not forced: the clues allow it to be safe and to be a mine.{risk}"
    if answer.closest:
        yield from twins_text(answer, screen, reply.draw, reply.every)
    elif reply.draw:
        layouts = {f"{cell} safe": answer.safe, f"{cell} a mine": answer.mine}
        yield from layouts_text(answer.view, layouts, screen)
    if answer.player:
        yield f"{capital(answer.player.name)} decides it later, after clearing other cells."


def layouts_text(view: View, layouts: Mapping[str, frozenset[int]], screen: Screen = PLAIN) -> Iterator[str]:
    """Layouts of a view by their titles: drawn side by side, or on a free graph as lists of mines."""
    if view.graph.shape:
        pictures = {title: _layout(view, mines) for title, mines in layouts.items()}
        yield beside(view.graph, pictures, replace(screen, labels=True))
    else:
        for title, mines in layouts.items():
            yield f"mines with {title}: {listed(view.graph, sorted(mines), 60)}"


def _layout(view: View, mines: frozenset[int]) -> list[str]:
    letters = {cell: "M" if cell in mines else "." for cell in view.covered}
    return [letters.get(cell) or glyph for cell, glyph in enumerate(glyphs(view))]


def unsound_text(error: Unsound, screen: Screen = PLAIN) -> Iterator[str]:
    """A layout with the cell safe and one with a mine there; where it is forced, the one that there is."""
    cell = error.view.graph.name(error.cell)
    titled = {f"{cell} a mine" if error.cell in mines else f"{cell} safe": mines for mines in error.layouts}
    return layouts_text(error.view, titled, screen)


def unsound_json(error: Unsound, kind: str = "board", number: int = 1) -> Json:
    """The firing on a board or position of a number, what it says of the cell, and the layouts."""
    firing, says = error.firing, verdicts_of(error.firing)[error.cell]
    about = firing.number, firing.production, firing.site, error.cell, says
    refuted = Refuted(str(error), *about, tuple(error.layouts))
    return UNSOUND.json(error.view.graph, Event("unsound"), heading(error.view, number, kind), refuted)
