"""What a stronger player deduces beyond the first, line by line with reasons, for people and programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.boards.words import plural, verdict
from logicsweep.games.grading import is_smallest
from logicsweep.games.runs import Additional, Reasoned, SideBySide
from logicsweep.reasons.balance import Balance
from logicsweep.reasons.explanation import Explanation, sentence
from logicsweep.reasons.given import Rows
from logicsweep.reasons.refutation import Refutation
from logicsweep.show.firings import grade_text, rows_json
from logicsweep.show.jsonl import names
from logicsweep.show.trace import checked_told
from logicsweep.work import paced

if TYPE_CHECKING:
    from logicsweep.show.compare_forms import AdditionalJson

_UNPROVEN = " (Not proven smallest.)"


class Listing(NamedTuple):
    """How many lines are listed (None: all), and whether each explains a cell by clues alone."""

    limit: int | None = None
    from_clues: bool = False


ALL = Listing()
"""Everything, from what was given."""


def additional_text(comparison: SideBySide, listing: Listing) -> Iterator[str]:
    """What the last player decides beyond the first, in the order of that run, with reasons."""
    first, last = comparison.first, comparison.last
    if first == last:
        return
    found = comparison.additional
    by_player: dict[str, int] = {}
    for one in found:
        by_player[one.player] = by_player.get(one.player, 0) + 1
    shares = ", ".join(f"{count} by {name}" for name, count in by_player.items())
    count = plural(len(found), "cell")
    yield f"{last} deduces {count} by reasoning that {first} lacks" + (f": {shares}" if shares else ".")
    told = 0
    for line in paced(_lines(comparison, listing), "explanations"):
        told += len(line.cells)
        yield (_by_clues(comparison, line.cells[0]) if listing.from_clues else _by_numbers(comparison, line))
    if told < len(found):
        yield f"      ... and {plural(len(found) - told, 'more cell')} (--limit)"


def _lines(comparison: SideBySide, listing: Listing) -> Iterator[Reasoned]:
    """The first `limit` lines: the cells that one reason decides, or by clues alone each cell."""
    if listing.from_clues:
        return (Reasoned((one,), None, None, None) for one in comparison.additional[: listing.limit])
    most = None if listing.limit is None else min(listing.limit, sys.maxsize)
    return islice(comparison.reasoned(), most)


def _by_numbers(comparison: SideBySide, line: Reasoned) -> str:
    """A line: its reason in numbers, and how hard that is."""
    one = line.cells[0]
    if line.reason is None or line.grade is None:
        return f"{one.wave:>4}. {_unexplained(comparison, one)} [{one.production}]"
    proven = "" if is_smallest(line.reason) or isinstance(line.reason, Refutation) else _UNPROVEN
    return f"{one.wave:>4}. {line.sentence}{proven} [{grade_text(one.production, line.grade)}]"


def _by_clues(comparison: SideBySide, one: Additional) -> str:
    """A line: a smallest set of clues that forces a cell."""
    found = comparison.explain(one)
    if found is None:
        return f"{one.wave:>4}. {_unexplained(comparison, one)} [{one.production}]"
    said = sentence(comparison.seen(one), found) + ("" if found.smallest else _UNPROVEN)
    return f"{one.wave:>4}. {said} [{one.production}]"


def _unexplained(comparison: SideBySide, one: Additional) -> str:
    name = comparison.graph.name(one.cell)
    unchecked = checked_told(comparison.runs[comparison.last]) is False
    why = "the clues do not force it, or no explanation was found" if unchecked else "no explanation"
    return f"{name} is {verdict(one.verdict == 'mine')}: {why} within the budget."


def additional_json(comparison: SideBySide, listing: Listing) -> list[AdditionalJson]:
    """The same, an object for each cell."""
    if not listing.from_clues:
        lines = paced(_lines(comparison, listing), "explanations")
        return [_one_json(comparison, one, line, None) for line in lines for one in line.cells]
    shown = comparison.additional[: listing.limit]
    last = shown[-1].firing if shown else 0
    lines = takewhile(lambda line: line.cells[0].firing <= last, comparison.reasoned())
    line_of = {one: line for line in lines for one in line.cells}
    return [
        _one_json(comparison, one, line_of[one], comparison.explain(one))
        for one in paced(shown, "explanations")
    ]


def _one_json(
    comparison: SideBySide, one: Additional, line: Reasoned, by_clues: Explanation | None
) -> AdditionalJson:
    graph, grade = comparison.graph, line.grade
    added: list[str] | None = None
    subtracted: list[str] | None = None
    if isinstance(line.reason, Balance):
        rows = rows_json(graph, Rows(line.reason.added, line.reason.subtracted))
        added, subtracted = rows["added"], rows["subtracted"]
    return {
        "cell": graph.name(one.cell),
        "verdict": one.verdict,
        "player": one.player,
        "production": one.production,
        "wave": one.wave,
        "rows": grade.rows if grade else None,
        "cases": grade.cases if grade else None,
        "cells": grade.cells if grade else None,
        "added": added,
        "subtracted": subtracted,
        "sentence": line.sentence,
        "clues": names(graph, by_clues.clues) if by_clues else None,
        "total": by_clues.total if by_clues else None,
        "smallest": by_clues.smallest if by_clues else None,
        "flags": bool(by_clues.flags and comparison.seen(one).flags) if by_clues else None,
    }
