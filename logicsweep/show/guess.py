"""What a policy advises: the first cells with their numbers, why the first, and a 50/50 drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, NamedTuple

from logicsweep.boards.words import CellIndex, plural
from logicsweep.guessing.advice import SHOWN, Advice
from logicsweep.guessing.policy import Choice
from logicsweep.show.drawing import COLOURS, PLAIN, REVERSED, Screen, drawn, glyphs

_TITLES = ("risk", "both", "safe then", "win")
_MEANING = {
    "both": "both: this guess and the next are survived",
    "safe then": "safe then: how often a cell is certainly safe after it",
    "win": "win: played on as well as can be",
    "dead": "dead: its clue is the same wherever it is safe",
}


class Guessing(NamedTuple):
    """What a policy advises where nothing is certainly safe."""

    policy: Annotated[str, "the policy"]
    choices: Annotated[tuple[Choice, ...], "the open cells, the one to clear first"]
    why: Annotated[tuple[str, ...], "why that one, in sentences"]
    even: Annotated[
        tuple[tuple[CellIndex, ...], ...] | None,
        "the halves of a 50/50 that cannot be avoided, with the first cell in one; null: in none",
    ]

    @classmethod
    def of(cls, advice: Advice) -> Guessing:
        """An advice with its sentences."""
        halves = advice.even and tuple([tuple(sorted(half)) for half in advice.even.halves])
        return cls(advice.policy, advice.choices, advice.sentences(), halves)


def advice_text(advice: Advice, screen: Screen = PLAIN) -> Iterator[str]:
    """The first cells with their numbers, then why the first.

    >>> from logicsweep import View
    >>> from logicsweep.guessing.advice import advise
    >>> print(*advice_text(advise(View.parse("1## 1##", mines=2), "safest-two")), sep="\\n")
    """
    graph, shown = advice.position.view.graph, advice.choices[:SHOWN]
    yield f"To guess, by {advice.policy}:"
    rows = [[graph.name(one.cell), *_numbers(one)] for one in shown]
    used = [at for at in range(len(_TITLES) + 1) if any(row[at] for row in rows)]
    table = [["", *_TITLES], *rows]
    widths = [max([len(row[at]) for row in table]) for at in range(len(_TITLES) + 1)]
    for row, one in zip(table, (None, *shown), strict=True):
        line = "  ".join([row[at].rjust(widths[at]) if at else row[at].ljust(widths[at]) for at in used])
        yield f"{line}{'  dead' if one and one.dead else ''}".rstrip()
    if more := len(advice.choices) - len(shown):
        yield f"... and {plural(more, 'cell')} more (--json has all)"
    names = [_TITLES[at - 1] for at in used] + ["dead"] * any(one.dead for one in shown)
    yield from [_MEANING[name] for name in names if name in _MEANING]
    yield from advice.sentences()
    if advice.even and graph.shape:
        yield from _even_drawn(advice, screen)


def _numbers(one: Choice) -> list[str]:
    return ["" if share is None else _percent(share) for share in (one.risk, one.next, one.clear, one.win)]


def _percent(share: Fraction) -> str:
    """With one digit behind the point, but never what would look certain.

    >>> _percent(Fraction(1, 3)), _percent(Fraction(1, 9999)), _percent(Fraction(1))
    ('33.3 %', '0.1 %', '100 %')
    """
    if share in (0, 1):
        return f"{100 * share} %"
    return f"{min(99.9, max(0.1, float(100 * share))):.1f} %"


def _even_drawn(advice: Advice, screen: Screen) -> Iterator[str]:
    """The cells around a 50/50, with a the mines of the one half, b those of the other."""
    view, even = advice.position.view, advice.even
    assert even
    shown, cols = glyphs(view), view.graph.shape[1]
    for letter, half in zip("ab", even.halves, strict=True):
        for cell in half:
            shown[cell] = letter
    near = {one for cell in even.differ for one in (cell, *view.graph.neighbours[cell])}
    rows, columns = ({cell // cols for cell in near}, {cell % cols for cell in near})
    part = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    colours = COLOURS | dict.fromkeys("ab", REVERSED)
    yield from drawn(view.graph, shown, replace(screen, labels=True), colours, part=part)
    yield "Either a are the mines, or b."
