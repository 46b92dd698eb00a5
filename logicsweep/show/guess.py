"""A policy's advice: the best cells with their numbers, why the best one, and a drawing of a 50/50."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.words import plural
from logicsweep.guessing.advice import AHEAD, Advice
from logicsweep.guessing.chances import RankedGuess
from logicsweep.show.drawing import (
    COLOURS,
    PLAIN,
    REVERSED,
    Screen,
    columns_text,
    draw_part,
    measure_part,
)

_MEANING = {
    "both": "both: you survive this guess and the next one",
    "safe then": "safe then: how often some cell is certainly safe after it",
    "worth": "worth: points of 100; as both, but also counts what the second cell tells, and 50/50s to come",
    "win": "win: with perfect play from here",
}
_DEAD = "dead: if it is safe, its clue is always the same"


def advice_text(advice: Advice, screen: Screen = PLAIN) -> Iterator[str]:
    """The best cells with their numbers, why the best one, and a 50/50 if there is one."""
    told = Guessing.of(advice)
    if told.table:
        yield f"To guess, by {told.policy}:"
        names_and_notes = [at for at, title in enumerate(told.table[0]) if not title]
        yield from columns_text(told.table, names_and_notes)
    yield from (*told.notes, *told.sentences)
    yield from _draw_even_choice(advice, screen)


class Guessing(NamedTuple):
    """What a policy advises where nothing is certainly safe."""

    policy: Annotated[str, "the policy"]
    ranked: Annotated[
        tuple[RankedGuess, ...], "the undecided cells, the one to clear first; none: no guess is needed"
    ]
    sentences: Annotated[tuple[str, ...], "why that one"]
    even: Annotated[
        tuple[tuple[CellIndex, ...], ...] | None,
        "the halves of a 50/50 that cannot be avoided, if the first cell is in one",
    ]
    table: Annotated[list[list[str]], "the first cells with their numbers in words, after a row of titles"]
    notes: Annotated[list[str], "how many more cells there are, and what the titles mean"]

    @classmethod
    def of(cls, advice: Advice, cell: int | None = None) -> Self:
        """An advice with its sentences: why the first cell comes before this one."""
        halves = advice.even and tuple([tuple(sorted(half)) for half in advice.even.halves])
        return cls(advice.policy, advice.ranked, advice.sentences(cell), halves, *_make_table(advice))


def _make_table(advice: Advice) -> tuple[list[list[str]], list[str]]:
    """The best cells, and notes; after the last guess, there is nothing to look ahead to."""
    ranked, shown = advice.ranked, advice.ranked[:AHEAD]
    looked = () if advice.is_last else shown
    columns = {
        "risk": [_write_percent(one.risk) for one in shown],
        "both": [_write_percent(one.next) for one in looked],
        "safe then": [_write_percent(one.clear) for one in looked],
        "worth": [_write_percent(one.worth).removesuffix("%") for one in looked],
        "win": [_write_percent(one.win) for one in shown],
        "": [_write_note(advice, one) for one in shown],
    }
    used = {title: column for title, column in columns.items() if any(column)}
    names = advice.position.view.graph.names([one.cell for one in shown])
    rows = [["", *used], *map(list, zip(names, *used.values(), strict=True))] if shown else []
    more = len(ranked) - len(shown)
    notes = [f"... and {plural(more, 'cell')} more (--json has all)"] * (more > 0)
    notes += [meaning for title, meaning in _MEANING.items() if title in used]
    notes += [_DEAD] * any(one.dead for one in looked)
    return rows, notes


def _write_note(advice: Advice, one: RankedGuess) -> str:
    equal = f"as good as {advice.position.view.graph.name(advice.ranked[0].cell)}"
    notes = {"dead": one.dead and not advice.is_last, equal: one.cell in advice.equals}
    return ", ".join([note for note, holds in notes.items() if holds])


def against_text(advice: Advice, cell: int) -> Iterator[str]:
    """Whether the policy clears this cell, and why, or why it clears another.

    >>> from logicsweep import View
    >>> from logicsweep.guessing.advice import advise
    >>> for line in against_text(advise(View.parse("1## ###", mines=2), "least-risk"), 1):
    ...     print(line)
    The policy least-risk clears r2c1, not r1c2.
    r2c1 and r1c2 are mines in 2 of 6 layouts each; after either there is a safe cell in no cases.
    This guess and the next are survived in 2 of 6 layouts with either first.
    In risk they are equal; r2c1 has three neighbours, r1c2 five.
    """
    name = advice.position.view.graph.name
    if advice.cell is not None:
        before = "" if cell == advice.cell else f", not {name(cell)}"
        yield f"The policy {advice.policy} clears {name(advice.cell)}{before}."
    yield from advice.sentences(cell)


def _write_percent(share: Fraction | None) -> str:
    """With one decimal, but never rounded to 0 or 100; empty if unknown.

    >>> _write_percent(Fraction(1, 3)), _write_percent(Fraction(1, 9999)), _write_percent(Fraction(1))
    ('33.3%', '0.1%', '100%')
    """
    if share is None:
        return ""
    if share in (0, 1):
        return f"{100 * share}%"
    return f"{min(99.9, max(0.1, float(100 * share))):.1f}%"


def _draw_even_choice(advice: Advice, screen: Screen) -> Iterator[str]:
    """The cells around a 50/50; `a` marks the mines of one half, `b` those of the other."""
    view, even = advice.position.view, advice.even
    if not even or not view.graph.shape:
        return
    shown = view.glyphs
    for letter, half in zip("ab", even.halves, strict=True):
        for cell in half:
            shown[cell] = letter
    colours = COLOURS | dict.fromkeys("ab", REVERSED)
    part = measure_part(view.graph, view.graph.around(even.differ))
    yield from draw_part(view.graph, shown, part, screen, colours)
    yield "a or b: the mines"
