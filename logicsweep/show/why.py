"""Why a cell is decided, or why not, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from logicsweep.answers import (
    Answer,
    ClearedFirst,
    Decided,
    Later,
    NeedsClues,
    NeedsTotal,
    NotForced,
    Proof,
    Seen,
    Unknown,
)
from logicsweep.board import View
from logicsweep.cells import CellGraph
from logicsweep.game import Game
from logicsweep.rules.engine import Miss, Production
from logicsweep.show.agenda import miss_text
from logicsweep.show.drawing import beside
from logicsweep.show.firings import fired_text, how_json
from logicsweep.show.jsonl import VERSION, names, with_counts
from logicsweep.show.reasons import explanation_json, reason_text
from logicsweep.show.screen import PLAIN, Screen
from logicsweep.show.trace import chain_json, check_text, conclusion_text
from logicsweep.words import listed, plural, share, site_name, verdict

if TYPE_CHECKING:
    from logicsweep.refuting import RefutedCell
    from logicsweep.show.forms import StepJson, WhyJson
    from logicsweep.show.pieces import MissJson

_DEEPEST = 30  # levels of indentation that a terminal still shows


def answer_json(answer: Answer, game: Game | None = None, opposite: RefutedCell | None = None) -> WhyJson:
    """An answer as one object, with null for what its kind has not; of a game also the chain of firings.

    `opposite`: what refutes the opposite, where that is asked for too.
    """
    told = _answered(answer)
    if game:
        told["start"] = game.board.graph.name(game.start)
        told["chain"] = chain_json(game, answer.cell)
    if opposite:
        from logicsweep.show.refutation import refutation_json

        told["refutation"] = refutation_json(opposite)
    return told


def _answered(answer: Answer) -> WhyJson:
    view, graph, told = answer.view, answer.view.graph, _open(answer)
    match answer:
        case Decided():
            told["proof"] = [_step_json(graph, step) for step in answer.proof.steps()] if answer.proof else []
            told["height"] = answer.proof.height if answer.proof else None
            if answer.explanation:
                told["explanation"] = explanation_json(view, answer.explanation)
            if answer.checked is not None:
                told["checked"] = answer.checked
            if answer.unproven:
                told["unproven"] = names(graph, answer.unproven)
        case Later():
            told["firing"] = answer.firing
        case NeedsClues() | NeedsTotal():
            told["explanation"] = explanation_json(view, answer.explanation)
            told["player"] = answer.player.name if answer.player else None
            told["miss"] = _miss_json(graph, answer.miss)
        case NotForced():
            told["layouts"] = [names(graph, sorted(mines)) for mines in (answer.safe, answer.mine)]
            told["differ"] = names(graph, answer.differ)
            told["telling"] = None if answer.telling is None else names(graph, answer.telling)
            told["risk"] = None if answer.risk is None else str(answer.risk)
            told["player"] = answer.later.name if answer.later else None
    return told


def _open(answer: Answer) -> WhyJson:
    """An answer without what is of its kind alone."""
    return {
        "version": VERSION,
        "cell": answer.view.graph.name(answer.cell),
        "answer": answer.kind,
        "verdict": None if isinstance(answer, NotForced | Unknown) else answer.verdict,
        "height": None,
        "proof": [],
        "explanation": None,
        "firing": None,
        "player": None,
        "miss": None,
        "layouts": None,
        "differ": None,
        "telling": None,
        "risk": None,
    }


def _miss_json(graph: CellGraph, miss: Miss | None) -> MissJson | None:
    if miss is None:
        return None
    site = site_name(graph, miss.site)
    told: MissJson = {"production": miss.production, "cell": site, "short": miss.short}
    return with_counts(told, miss.named_counts)


def _step_json(graph: CellGraph, proof: Proof) -> StepJson:
    firing = proof.firing
    step: StepJson = {
        "step": firing.number,
        "production": firing.production,
        "cell": site_name(graph, firing.site),
        "rests_on": [premise.firing.number for premise in proof.premises],
        "given": [{"cell": site_name(graph, f.subject), "attribute": f.attribute} for f in firing.given],
    }
    return with_counts(step, how_json(graph, firing))


def answer_text(
    answer: Answer, name: str, productions: Sequence[Production], screen: Screen = PLAIN
) -> Iterator[str]:
    """An answer in sentences, line by line; `name` and `productions` are those of the player asked about."""
    cell = answer.view.graph.name(answer.cell)
    match answer:
        case ClearedFirst():
            yield f"{cell} is safe: it was cleared first."
        case Seen(view=view):
            yield f"{cell} is safe: it is cleared and shows {view.glyph(answer.cell)}."
        case Decided(proof=None):
            yield f"{cell} is {_is(answer)}, {name} says, but not by the clues alone."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case Decided(proof=Proof() as proof):
            yield f"{cell} is {_is(answer)}. {_capital(name)} finds it in {_steps(proof)}:"
            yield from _proof_lines(answer.view.graph, proof, productions, screen)
            if answer.explanation:
                yield f"Smallest explanation: {reason_text(answer.view, answer.explanation)}"
            elif answer.checked is False:
                yield "The clues do not force it: some layouts of them differ there."
            else:
                yield "No explanation within the budget."
            yield from check_text(answer.view.graph, answer.checked, answer.unproven)
        case Later():
            yield (
                f"{cell} is {_is(answer)}, but undecided so far: "
                f"{name} finds it later, in firing {answer.firing}."
            )
        case NeedsClues():
            clues = f"{answer.at_once or 'several'} clues"
            yield f"{cell} is {_is(answer)}, but {name} cannot know: it takes {clues} at once."
            yield from _out_of_reach(answer)
        case NeedsTotal():
            yield f"{cell} is {_is(answer)}, but {name} cannot know: it takes the mine total."
            yield from _out_of_reach(answer)
        case NotForced():
            yield from _not_forced(answer, cell, screen)
        case Unknown():
            yield f"{cell} is undecided, and it is past the solver's limits to tell whether it is forced."


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _is(answer: Decided | Later | NeedsClues | NeedsTotal) -> str:
    return verdict(answer.verdict == "mine")


def _steps(proof: Proof) -> str:
    count = len(proof.steps())
    return plural(count, "step") + (f", {proof.height} deep" if count > 1 else "")


def _proof_lines(
    graph: CellGraph, proof: Proof, productions: Sequence[Production], screen: Screen
) -> Iterator[str]:
    """The tree, root first, each firing's sentence where it first occurs."""
    sentences = {production.name: production.sentence for production in productions}
    shown: set[int] = set()
    deepest = min(_DEEPEST, screen.width // 8) if screen.width else _DEEPEST
    todo = [(proof, 1)]
    while todo:
        node, depth = todo.pop()
        firing, indent = node.firing, "  " * min(depth, deepest)
        again = firing.number in shown
        shown.add(firing.number)
        known = " (as above)" if again else ""
        where = fired_text(graph, firing)
        yield f"{indent}{conclusion_text(graph, firing.given)}: {where}{known}"
        if firing.production in sentences and not again:
            yield f"{indent}  {sentences.pop(firing.production)}"
        if not again:
            todo.extend((premise, depth + 1) for premise in reversed(node.premises))


def _out_of_reach(answer: NeedsClues | NeedsTotal) -> Iterator[str]:
    """It is forced, but the player's productions do not see it."""
    yield reason_text(answer.view, answer.explanation)
    if answer.player and answer.by:
        then = f", then {answer.last.name}" if answer.last and answer.last != answer.by else ""
        found = f"{_capital(answer.player.name)} finds it, by {answer.by.name}{then}"
        yield f"{found}: {answer.by.sentence}"
    if answer.miss:
        yield f"Nearest miss: {miss_text(answer.view.graph, answer.miss)}."


def _not_forced(answer: NotForced, cell: str, screen: Screen) -> Iterator[str]:
    risk = "" if answer.risk is None else f" Its risk is {share(answer.risk)}."
    yield f"{cell} is not forced: the clues allow it to be safe and to be a mine.{risk}"
    if answer.closest:
        from logicsweep.show.twins import twins_text

        yield from twins_text(answer, screen)
    else:
        layouts = {f"{cell} safe": answer.safe, f"{cell} a mine": answer.mine}
        yield from layouts_text(answer.view, layouts, screen)
    if answer.later:
        yield f"{_capital(answer.later.name)} decides it later, after clearing other cells."


def layouts_text(view: View, layouts: Mapping[str, frozenset[int]], screen: Screen = PLAIN) -> Iterator[str]:
    """Layouts of a view by their titles: drawn side by side, or on a free graph as lists of mines."""
    if view.graph.shape:
        yield beside(*[(title, _drawn(view, mines)) for title, mines in layouts.items()], screen=screen)
    else:
        for title, mines in layouts.items():
            yield f"mines with {title}: {listed(view.graph, sorted(mines), 60)}"


def _drawn(view: View, mines: frozenset[int]) -> str:
    """A layout: a board's letters on covered cells."""
    cols = view.graph.shape[1] if view.graph.shape else 1
    letters = {cell: "M" if cell in mines else "." for cell in view.covered}
    glyphs = [letters.get(i) or view.glyph(i) for i in range(len(view.marks))]
    return "\n".join("".join(glyphs[row : row + cols]) for row in range(0, len(glyphs), cols))
