"""Why a cell is decided, or why not, for people and programs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Annotated, NamedTuple, Self

from logicsweep.boards.board import View
from logicsweep.boards.cells import CellGraph
from logicsweep.boards.words import CellIndex, are, both_or_all, capital, listed, plural, share, verdict
from logicsweep.csp.clash import NO_DOUBTS, Doubts
from logicsweep.csp.solution import Verdict
from logicsweep.errors import Unsound
from logicsweep.games.game import Run
from logicsweep.games.path import stepwise
from logicsweep.games.step import Step, fired_text, verdicts_of
from logicsweep.games.why import Answer, RefutedCell
from logicsweep.guessing.advice import Advice
from logicsweep.reasons.explanation import decided_by, rows_in
from logicsweep.reasons.given import TOTAL
from logicsweep.reasons.refutation import Refutation
from logicsweep.reasons.wording import LineSentences, refutation_lines, refutation_sentences, with_found
from logicsweep.rules.engine import Firing, Production
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
from logicsweep.show.hint import STAGED, Advised, ByClues, reason_text
from logicsweep.show.json import UNSOUND, Event, Heading, Json, Printed, Refuted, heading
from logicsweep.show.trace import check_text, conclusion_text, miss_text, tag_text


def twins_text(answer: Answer, screen: Screen = PLAIN, draw: bool = True) -> Iterator[str]:
    """The two layouts drawn once: `a` a mine in the one alone, `b` in the other; and what would tell.

    Without `draw` only the sentences.

    >>> from logicsweep import View, why
    >>> print(*twins_text(why(View.parse("#1#?"), "r1c3")), sep="\\n")
    b1a?
    Two layouts differ only in r1c1 and r1c3: r1c3 is a mine in one (a), r1c1 in the other (b). M is a mine \
in both, a dot none in either.
    r1c4 is safe: its clue, once known, will decide r1c3.
    """
    graph = answer.view.graph
    in_one, in_other = (sorted(cells) for cells in (answer.mine - answer.safe, answer.safe - answer.mine))
    if draw:
        yield from _drawn_once(answer, screen)
    both = " M is a mine in both, a dot none in either." if draw and graph.shape else ""
    yield _differing(graph, in_one, in_other) + both
    if answer.telling is not None:
        yield _telling(graph, graph.name(answer.cell), answer.telling)


def _drawn_once(answer: Answer, screen: Screen) -> Iterator[str]:
    graph, both = answer.view.graph, answer.safe & answer.mine
    if not graph.shape:
        yield f"mines in both of two layouts: {listed(graph, sorted(both), 60)}"
        return
    letters = {cell: "M" if cell in both else "." for cell in answer.view.covered}
    letters |= dict.fromkeys(answer.mine - both, "a") | dict.fromkeys(answer.safe - both, "b")
    glyphs = [letters.get(i) or answer.view.glyph(i) for i in range(len(graph))]
    yield from drawn(graph, glyphs, screen, COLOURS | dict.fromkeys("ab", REVERSED))


def _differing(graph: CellGraph, in_one: Sequence[int], in_other: Sequence[int]) -> str:
    one = _named(graph, in_one)
    if not in_other:
        return f"Two layouts differ in {one} alone: a mine in one (a), safe in the other."
    other, cells = _named(graph, in_other), _named(graph, sorted([*in_one, *in_other]))
    mines = are(one, len(in_one), mine=True)
    return f"Two layouts differ only in {cells}: {mines} in one (a), {other} in the other (b)."


def _telling(graph: CellGraph, cell: str, telling: Sequence[int]) -> str:
    if not telling:
        return "No cell nearby that is safe now settles it for certain."
    whose = "its clue" if len(telling) == 1 else "the clue of each"
    safe = are(_named(graph, telling), len(telling), mine=False)
    return f"{safe}: {whose}, once known, will decide {cell}."


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
      r2c2=2 needs two mines, and has just two covered neighbours left: r1c3 and r2c3 are mines.
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
_STEPS_SHOWN = 10  # of a way to a cell
_FEW = 3  # steps of the player's own, on the way to what is beyond them, that are told with their sentences
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


def answer_text(
    answer: Answer,
    name: str,
    productions: Sequence[Production],
    screen: Screen = PLAIN,
    from_clues: bool = False,
    draw: bool = True,
    every: bool = False,
) -> Iterator[str]:
    """An answer in sentences, line by line; `name` and `productions` are those of the player asked about.

    `from_clues`: also a smallest set of clues that forces the cell; `draw`: with the board, the tree of a
    proof, and layouts; `every`: with the sentence of each step.
    """
    cell = answer.view.graph.name(answer.cell)
    clues = answer.explanation.clues if from_clues and answer.explanation else ()
    is_it = f"{cell} is {verdict(answer.verdict == 'mine')}"
    match answer.kind:
        case "first":
            yield f"{is_it}: it was cleared first."
        case "seen" if answer.verdict == "mine":
            yield f"{is_it}: its flag is trusted."
        case "seen":
            yield f"{is_it}: it is cleared and shows {answer.view.glyph(answer.cell)}."
        case "decided" if not answer.steps:
            yield f"{is_it}, {name} says, but not by the clues alone."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "decided":
            count = len(answer.steps)
            deep = f", {answer.height} deep" if count > 1 else ""
            yield f"{is_it}. {capital(name)} finds it in {plural(count, 'step')}{deep}:"
            if draw:
                yield from _known_then(answer.steps[0].before, answer.steps, screen, clues)
                yield from _proof_lines(answer, productions, screen)
            if answer.checked is False and answer.explanation is None:
                yield "The clues do not force it: some layouts of them differ there."
            elif from_clues:
                yield _from_clues(answer)
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case "later":
            yield f"{is_it}, but undecided so far: {name} finds it later, in firing {answer.firing}."
        case "needs clues" | "needs total":
            yield f"{is_it}, but {name} cannot know: it takes {_takes(answer)}."
            known_lines = partial(_known_then, screen=screen, clues=clues) if draw else None
            yield from _way_lines(answer, name, productions, known_lines, every)
            if from_clues:
                yield _from_clues(answer)
            if answer.miss:
                miss = miss_text(answer.view.graph, answer.miss)
                yield f"With all that {name} finds, the nearest miss is {miss}."
        case "not forced":
            yield from _not_forced(answer, cell, screen, draw)
        case "unknown":
            yield f"{cell} is undecided, and it is past the solver's limits to tell whether it is forced."


def _proof_lines(answer: Answer, productions: Sequence[Production], screen: Screen) -> Iterator[str]:
    """The tree, root first, each firing's reasons in numbers; of own productions their words once."""
    graph, own, steps = answer.view.graph, _own_words(productions), {one.number: one for one in answer.steps}
    shown: set[int] = set()
    deepest = min(_DEEPEST, screen.width // 8) if screen.width else _DEEPEST
    todo = [(answer.steps[-1], 1)]
    while todo:
        node, depth = todo.pop()
        firing, indent = node.firing, "  " * min(depth, deepest)
        again = firing.number in shown
        if len(shown) == _PROOF_SHOWN and not again:
            yield f"  ... and {plural(len(steps) - len(shown), 'step')} more (--json has all)"
            return
        shown.add(firing.number)
        known = " (as above)" if again else ""
        yield f"{indent}{decided_text(graph, node)}: {fired_text(graph, firing, counts=False)}{known}"
        if not again:
            for sentence in (*_once(own, node), *node.sentences):
                yield f"{indent}  {sentence}".replace("\n", f"\n{indent}  ")
            todo.extend((steps[number], depth + 1) for number in reversed(node.rests_on))


def decided_text(graph: CellGraph, step: Step) -> str:
    """What a step gives; of one that looked at the whole board, or of your own, only what is needed of it."""
    given = step.firing.given
    if step.cells and (step.firing.site is None or is_own(step.production)):
        given = tuple([fact for fact in given if fact.subject in step.cells])
    return conclusion_text(graph, given)


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


def _way_lines(
    answer: Answer,
    name: str,
    productions: Sequence[Production],
    known_then: Callable[[View, Sequence[Step]], Iterator[str]] | None,
    every: bool,
) -> Iterator[str]:
    """How a stronger player finds it: what is found before, what is known then, and how it goes on."""
    steps, finder = answer.steps, answer.player
    if finder is None:
        assert answer.explanation
        yield reason_text(answer.view, answer.explanation)
        return
    known = {one.name for one in stepwise(replace(finder, productions=tuple(productions))).productions}
    first = next(at for at, step in enumerate(steps) if step.firing.production not in known)
    short = set[int]() if every else _in_few_words(steps, first, known)
    own = _own_words(finder.productions)
    said = dict(fact for step in steps[:first] for fact in _says(step, step.number in short).items())
    before, after = (
        [*_step_lines(answer.view.graph, some, short, own)] for some in (steps[:first], steps[first:])
    )
    if first > _STEPS_SHOWN and not every:
        found = [*said.values()]
        mines, safe = (found.count(verdict) for verdict in ("mine", "safe"))
        kinds = [plural(mines, "mine")] * bool(mines) + [plural(safe, "safe cell")] * bool(safe)
        yield f"Found before, by {name}'s rules: {' and '.join(kinds)} ({first} steps; --all tells them)."
    elif before:
        clues = (
            " (in brackets the clue)"
            if said and not short.isdisjoint([one.number for one in steps[:first]])
            else ""
        )
        yield f"Found before, by {name}'s rules{clues}:"
        yield from ["  " + line.replace("\n", "\n  ") for line in before]
    if known_then:
        begun = steps[0].moments.at(len(steps[0].moments.trace.initial))
        yield from known_then(with_found(begun, said), steps)
    if len(after) == 1 and not before:
        yield f"{capital(finder.name)} finds it: {after[0]}"
        return
    in_steps = "goes on" if before else f"finds it in {plural(len(steps) - first, 'step')}"
    yield f"{capital(finder.name)} {in_steps}:"
    yield from ["  " + line.replace("\n", "\n  ") for line in after]


def _in_few_words(steps: Sequence[Step], first: int, known: Container[str]) -> set[int]:
    """The numbers of steps told in few words: the player's own where they are many, and many others, too."""
    theirs = [step for step in steps if step.firing.production in known]
    short = {step.number for step in theirs} if len(theirs) > _FEW else set[int]()
    beyond = [step for step in steps[first:-1] if step.number not in short]
    hardest = max(steps, key=lambda step: step.grade)
    short |= {step.number for step in beyond[_STEPS_SHOWN:] if step is not hardest}
    return short - {steps[-1].number}


def _step_lines(
    graph: CellGraph, steps: Sequence[Step], short: Container[int], own: dict[str, str]
) -> Iterator[str]:
    """Steps with their sentences; those in `short` together in a few words."""
    for brief, some in groupby(steps, lambda step: step.number in short):
        if brief:
            yield from [f"{_in_short(graph, step)}." for step in some]
        else:
            yield from [_graded(graph, step, own) for step in some]


def _graded(graph: CellGraph, step: Step, own: dict[str, str]) -> str:
    words = " ".join([*_once(own, step), *step.sentences]) or f"{decided_text(graph, step)}."
    return f"{words} [{tag_text(step)}]"


def _says(step: Step, brief: bool) -> dict[int, Verdict]:
    """What a step is told to decide; its sentences may say more than is needed of it."""
    if brief:
        return step.decides if step.site is None else step.verdicts
    return dict(fact for reason in step.reasons for fact in decided_by(reason).items()) | step.decides


def _in_short(graph: CellGraph, step: Step) -> str:
    """`r4c3 is a mine (r5c3)`."""
    rows = [graph.name(row) if row != TOTAL else "the mine total" for row in step.stands_on]
    by = f" ({', '.join(rows)})" if rows else ""
    return f"{decided_text(graph, step)}{by}"


def _known_then(
    view: View, steps: Sequence[Step], screen: Screen, clues: Sequence[int] = ()
) -> Iterator[str]:
    """What is known at a moment around some `clues` and all that some steps stand on."""
    rows = {row for step in steps for row in step.stands_on}.union(clues)
    return known_then("Known then", view, rows, {cell for step in steps for cell in step.cells}, screen)


def _own_words(productions: Sequence[Production]) -> dict[str, str]:
    return {one.name: one.sentence for one in productions if is_own(one)}


def _once(words: dict[str, str], step: Step) -> list[str]:
    """The words of a step's production, the first time that they are asked for."""
    return [words.pop(step.firing.production)] if step.firing.production in words else []


def _from_clues(answer: Answer) -> str:
    if answer.explanation is None:
        return "No explanation within the budget."
    return f"Smallest explanation: {reason_text(answer.view, answer.explanation)}"


def _not_forced(answer: Answer, cell: str, screen: Screen, draw: bool) -> Iterator[str]:
    risk = "" if answer.risk is None else f" Its risk is {share(answer.risk)}."
    yield f"{cell} is not forced: the clues allow it to be safe and to be a mine.{risk}"
    if answer.closest:
        yield from twins_text(answer, screen, draw)
    elif draw:
        layouts = {f"{cell} safe": answer.safe, f"{cell} a mine": answer.mine}
        yield from layouts_text(answer.view, layouts, screen)
    if answer.player:
        yield f"{capital(answer.player.name)} decides it later, after clearing other cells."


def layouts_text(view: View, layouts: Mapping[str, frozenset[int]], screen: Screen = PLAIN) -> Iterator[str]:
    """Layouts of a view by their titles: drawn side by side, or on a free graph as lists of mines."""
    if view.graph.shape:
        yield beside(view.graph, {title: _layout(view, mines) for title, mines in layouts.items()}, screen)
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
