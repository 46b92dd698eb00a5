"""Why a cell is decided, or why not, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from logicsweep.board import View
from logicsweep.cells import CellGraph
from logicsweep.players import Player, productions_of
from logicsweep.reasons.explanation import Explanation, sentence
from logicsweep.rules.engine import Firing, Miss
from logicsweep.show.jsonl import names
from logicsweep.show.text import beside, conclusion_text, listed, plural, share
from logicsweep.why import Answer, Proof

_DEEPEST = 30  # levels of indentation that a terminal still shows


def explanation_json(view: View, explanation: Explanation | None) -> dict[str, Any] | None:
    """An explanation: the clues by name, whether it takes the total and is proven smallest, the sentence."""
    if explanation is None:
        return None
    return {
        "verdict": explanation.verdict,
        "clues": names(view.graph, explanation.clues),
        "total": explanation.total,
        "smallest": explanation.smallest,
        "flags": bool(explanation.flags and view.flags),
        "sentence": sentence(view, explanation),
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as one object; `proof` lists the firings of the tree, premises first, by number."""
    view, graph = answer.view, answer.view.graph
    return {
        "cell": graph.name(answer.cell),
        "verdict": answer.verdict,
        "answer": answer.kind,
        "height": answer.proof.height if answer.proof else None,
        "proof": [_step_json(graph, proof) for proof in (answer.proof.steps() if answer.proof else ())],
        "explanation": explanation_json(view, answer.explanation),
        "firing": answer.firing,
        "player": answer.player,
        "miss": _miss_json(graph, answer.miss),
        "layouts": [names(graph, sorted(mines)) for mines in answer.layouts] if answer.layouts else None,
        "risk": None if answer.risk is None else str(answer.risk),
    }


def _miss_json(graph: CellGraph, miss: Miss | None) -> dict[str, Any] | None:
    if miss is None:
        return None
    site = graph.name(miss.site) if isinstance(miss.site, int) else None
    return {"production": miss.production, "cell": site, **miss.named_counts, "short": miss.short}


def _step_json(graph: CellGraph, proof: Proof) -> dict[str, Any]:
    firing = proof.firing
    return {
        "step": firing.number,
        "production": firing.production,
        "cell": graph.name(firing.site) if isinstance(firing.site, int) else None,
        **firing.named_counts,
        "rests_on": [premise.firing.number for premise in proof.premises],
        "given": [{"cell": graph.name(f.subject), "attribute": f.attribute} for f in firing.given],
    }


def answer_text(answer: Answer, player: Player, name: str, colour: bool = False) -> Iterator[str]:
    """An answer in sentences, line by line."""
    view, graph, cell = answer.view, answer.view.graph, answer.view.graph.name(answer.cell)
    if answer.kind == "first":
        yield f"{cell} is safe: it was cleared first."
    elif answer.kind == "seen":
        yield f"{cell} is safe: it is cleared and shows {view.glyph(answer.cell)}."
    elif answer.kind == "decided" and answer.proof is None:
        yield f"{cell} is {_verdict(answer)}, {name} says, but not by the clues alone."
    elif answer.kind == "decided" and answer.proof:
        yield f"{cell} is {_verdict(answer)}. {_capital(name)} finds it in {_steps_text(answer.proof)}:"
        yield from _proof_lines(graph, answer.proof, productions_of(player))
        if answer.explanation:
            yield f"Smallest explanation: {_sentence(view, answer.explanation)}"
    elif answer.kind == "later":
        found = f"{name} finds it later, in firing {answer.firing}"
        yield f"{cell} is {_verdict(answer)}, but undecided so far: {found}."
    elif answer.kind == "unknown":
        yield f"{cell} is undecided, and it is past the solver's limits to tell whether it is forced."
    elif answer.kind == "not forced":
        yield from _not_forced(answer, cell, colour)
    else:
        yield from _out_of_reach(answer, cell, name)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _verdict(answer: Answer) -> str:
    return "a mine" if answer.verdict == "mine" else "safe"


def _steps_text(proof: Proof) -> str:
    count = len(proof.steps())
    return plural(count, "step") + (f", at most {proof.height} on one another" if count > 1 else "")


def _proof_lines(graph: CellGraph, proof: Proof, productions: Any) -> Iterator[str]:  # noqa: ANN401
    """The tree, root first, each firing's sentence where it first occurs."""
    sentences = {production.name: production.sentence for production in productions}
    shown: set[int] = set()

    todo = [(proof, 1)]
    while todo:
        node, depth = todo.pop()
        firing, indent = node.firing, "  " * min(depth, _DEEPEST)
        again = firing.number in shown
        shown.add(firing.number)
        known = " (as above)" if again else ""
        yield f"{indent}{conclusion_text(graph, firing.given)}: {_where(graph, firing)}{known}"
        if firing.production in sentences and not again:
            yield f"{indent}  {sentences.pop(firing.production)}"
        if not again:
            todo.extend((premise, depth + 1) for premise in reversed(node.premises))


def _where(graph: CellGraph, firing: Firing) -> str:
    counts = " ".join(f"{name}={value}" for name, value in firing.named_counts.items())
    site = f" at {graph.name(firing.site)}" if isinstance(firing.site, int) else ""
    return f"{firing.production}{site}{f' ({counts})' if counts else ''}"


def _sentence(view: View, explanation: Explanation) -> str:
    proven = "" if explanation.smallest else " (Not proven smallest within the budget.)"
    return sentence(view, explanation) + proven


def _out_of_reach(answer: Answer, cell: str, name: str) -> Iterator[str]:
    """It is forced, but the player's productions do not see it."""
    explanation = answer.explanation
    if explanation is None:
        return
    clues = plural(len(explanation.clues), "clue")
    if answer.kind == "needs total":
        yield f"{cell} is {_verdict(answer)}, but {name} cannot know: it takes the mine total."
    else:
        yield f"{cell} is {_verdict(answer)}, but {name} cannot know: it takes {clues} at once."
    yield _sentence(answer.view, explanation)
    if answer.player:
        last = productions_of(answer.player)[-1]
        yield f"{_capital(answer.player)} finds it, by {last.name}: {last.sentence}"
    if answer.miss:
        yield f"Nearest miss: {_miss(answer.view.graph, answer.miss)}."


def _miss(graph: CellGraph, miss: Miss) -> str:
    at = f" at {graph.name(miss.site)}" if isinstance(miss.site, int) else ""
    return f"{miss.production}{at}: {miss.words}"


def _not_forced(answer: Answer, cell: str, colour: bool) -> Iterator[str]:
    risk = "" if answer.risk is None else f" Its risk is {share(answer.risk)}."
    yield f"{cell} is not forced: the clues allow it to be safe and to be a mine.{risk}"
    if answer.layouts and answer.view.graph.shape:
        titles = (f"{cell} safe", f"{cell} a mine")
        yield beside(*zip(titles, _drawn(answer), strict=True), colour=colour)
    elif answer.layouts:
        for title, mines in zip(("safe", "a mine"), answer.layouts, strict=True):
            yield f"mines with {cell} {title}: {listed(answer.view.graph, sorted(mines), 60)}"
    if answer.player:
        yield f"{_capital(answer.player)} decides it later, after clearing other cells."


def _drawn(answer: Answer) -> Iterator[str]:
    """The two layouts: a board's letters on covered cells."""
    view = answer.view
    cols = view.graph.shape[1] if view.graph.shape else 1
    for mines in answer.layouts or ():
        letters = {cell: "M" if cell in mines else "." for cell in view.covered}
        glyphs = [letters.get(i) or view.glyph(i) for i in range(len(view.marks))]
        yield "\n".join("".join(glyphs[row : row + cols]) for row in range(0, len(glyphs), cols))
