"""A comparison of players, for people and programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, groupby
from string import ascii_lowercase
from typing import Annotated, NamedTuple

from logicsweep.boards.annotations import CellIndex
from logicsweep.boards.board import Board
from logicsweep.boards.names import list_names, say_size
from logicsweep.boards.words import are, capital, plural
from logicsweep.csp.solution import Doubts
from logicsweep.games.comparison import Comparison, Score
from logicsweep.games.outcome import Ended, OverStarts
from logicsweep.games.step import Hardest, Step
from logicsweep.show.drawing import PLAIN, Screen, draw_cells, known_then
from logicsweep.show.hint_text import doubts_text
from logicsweep.show.json import UNSOUND, Heading, Headline, Json, Printed, heading, rows_of
from logicsweep.show.steps import grade_text, steps_text
from logicsweep.show.trace import check_text, notes_on_run, reach_headline, say_reach
from logicsweep.verbs.compare import Compared
from logicsweep.verbs.effort import HIGH, MORE_EFFORT, ran_out

_SHOWN = 20  # additional deductions that the text lists if no limit is asked for


def additional_text(compared: Compared, screen: Screen = PLAIN) -> Iterator[str]:
    """What the last player decides beyond the first, in the order of that run, up to the limit.

    What was known before a firing stands above its reasons.
    """
    comparison, limit = compared.comparison, _SHOWN if compared.limit is None else compared.limit
    (first, *_), last = comparison.runs, [*comparison.runs][-1]
    found = comparison.additional
    if first == last or is_tie(comparison):
        return
    by_player = Counter(comparison.weakest[cell] for cell in found)
    shares = ", ".join(f"{count} by {name}" for name, count in by_player.items())
    weaker, stronger = (comparison.runs[name].decided for name in (first, last))
    more = f"{last} decides {plural(len({*stronger}.difference(weaker)), 'cell')} more than {first}"
    yield f"{more}, {len(found)} of them by reasoning that {first} lacks" + (f": {shares}" if shares else ".")
    waves = {step.number: wave for wave, step in enumerate(comparison.beyond, 1)}
    shown = 0
    for wave, some in groupby(comparison.reasoned[:limit], lambda step: waves[step.number]):
        steps = [*some]
        cells = {cell for step in steps for cell in step.cells}
        rows = {row for step in steps for row in step.stands_on}
        finds = f"step {wave}, which {comparison.weakest[steps[0].cells[0]]} finds"
        if all(step.told for step in steps):
            yield f"{capital(finds)}:"
        else:
            yield from known_then(f"Known before {finds}", steps[0].before, rows, cells, screen, cells)
        yield from [line for _, line in steps_text([(wave, step) for step in steps], (), screen)]
        shown += len(cells)
    if shown < len(found):
        yield f"      ... and {plural(len(found) - shown, 'more cell')} (--limit)"


def _more_effort(compared: Compared) -> Iterator[str]:
    limit = _SHOWN if compared.limit is None else compared.limit
    if compared.effort != HIGH and ran_out(compared.comparison.reasoned[:limit]):
        yield MORE_EFFORT


_COLOURS = (32, 36, 34, 35, 33)  # of the players in turn
START = "@"
_OTHER = {"*": 31, START: 1}
_STAR = " *"
_NARROW = 18  # characters: less room than that is none for a column of words


class Scores(NamedTuple):
    """What each player got."""

    start: Annotated[CellIndex | None, "the cell that was cleared first; null: a position, or all starts"]
    players: Annotated[dict[str, Score], "what each got, the weakest first; none with --start all"]
    weakest: Annotated[dict[CellIndex, str], "for each decided cell the weakest player who decides it"]
    additional: Annotated[tuple[Step, ...], "what the last player decides beyond the first"]
    starts: Annotated[dict[str, OverStarts] | None, "with --start best or all: over all starts"]
    table: Annotated[list[list[str]], "what each player got in words: a row each, after one of titles"]
    map: Annotated[list[str], "the weakest player's letter for each cell, of a mine a capital; @: the start"]


class Games(NamedTuple):
    """How each player's game ended."""

    games: Annotated[dict[str, Ended | None], "how each player's game ended"]


_COMPARED = Printed(
    "Compared", "A board or position, and what each player got on it.", (Heading, Headline, Scores, Doubts)
)
_GUESSED = Printed(
    "ComparedGuessing", "With --guess: the same, and how each game ended.", (*_COMPARED.parts, Games)
)
PRINTED = (_COMPARED, _GUESSED, UNSOUND)


def comparison_json(compared: Compared) -> Json:
    """A board or position by its number: the runs, if there are any, and the results over all starts."""
    of, comparison = compared.item.what, compared.found
    found = Scores(None, {}, {}, (), {**compared.results} or None, [], [])
    if comparison:
        found = found._replace(
            start=comparison.first.start,
            players=comparison.scores,
            weakest=comparison.weakest,
            additional=comparison.reasoned[: compared.limit],
            table=table_of(comparison),
            map=rows_of(of.graph, map_glyphs(comparison)),
        )
    headline = next(headline_lines(comparison)) if comparison else ""
    told = heading(of, compared.item.number), Headline(headline), found, compared.doubts
    if comparison and comparison.first.guess:
        games = Games({name: outcome.ended for name, outcome in comparison.outcomes.items()})
        return _GUESSED.json(of.graph, *told, games)
    return _COMPARED.json(of.graph, *told)


def comparison_text(compared: Compared, screen: Screen = PLAIN) -> Iterator[str]:
    """How far players get in their runs and over all starts, as far as they were asked about."""
    if compared.found:
        yield from _runs_text(compared, screen)
        yield from _more_effort(compared)
    if compared.found and compared.results:
        yield ""
    if compared.results:
        yield from _starts_text(compared, screen)


def _starts_text(compared: Compared, screen: Screen) -> Iterator[str]:
    """All starts, one line per player."""
    board, results = compared.item.what, compared.results
    assert isinstance(board, Board)
    size = say_size(board.graph, board.mine_count)
    yield f"{compared.item.title}: {size}, all {board.safe_count} starts"
    if len({(one.least, one.best_starts) for one in results.values()}) == 1:
        one, *_ = results.values()
        best = f"from {plural(len(one.best_starts), 'start')}: {list_names(board.graph, one.best_starts, 4)}"
        yield f"Every player leaves {one.least} at best, {best}."
        return
    wide = max(8, *map(len, results))
    yield f"{'player':<{wide}} {'least remaining':>15} {'finishing starts':>17}  best starts"
    for name, result in results.items():
        best = f"{len(result.best_starts)}: {list_names(board.graph, result.best_starts, 4)}"
        yield from _break_row(f"{name:<{wide}} {result.least:>15} {result.finishing:>17}", best, screen)
    for name, result in results.items():
        if result.checked is False:
            yield from check_text(board.graph, False, (), name)
        elif result.unproven:
            yield f"{plural(result.unproven, 'conclusion')} of {name} past the solver's limits to check"


def _runs_text(compared: Compared, screen: Screen) -> Iterator[str]:
    """Who gets how far and what makes the difference; then a table, the board, the steps."""
    comparison, first = compared.comparison, compared.comparison.first
    start = f", start {compared.item.start_text or first.start_name}" if first.board else ""
    yield f"{compared.item.title}: {say_size(first.graph, first.first.mine_total)}{start}"
    yield from headline_lines(comparison)
    if is_tie(comparison):
        yield from notes_text(compared)
    else:
        yield ""
        yield from _draw_table(compared, screen)
        yield from _map_text(comparison, screen)
        yield from additional_text(compared, screen)
    yield from doubts_text(first.first, compared.doubts)


def is_tie(comparison: Comparison) -> bool:
    """Whether several players decide the same cells, so that a table would have equal rows."""
    runs = comparison.runs.values()
    return len(runs) > 1 and len({frozenset(run.decided) for run in runs}) == 1


def headline_lines(comparison: Comparison) -> Iterator[str]:
    """How far the weakest and the strongest get, and the first step that only the stronger take."""
    names, first = [*comparison.runs], comparison.first
    decided = {name: len(run.decided) for name, run in comparison.runs.items()}
    best = max(reversed(names), key=decided.__getitem__)
    last = comparison.runs[best]
    if is_tie(comparison):
        yield f"Each player ({', '.join(names)}) {say_reach(first)}."
        return
    weak = names[0] if decided[names[0]] < decided[best] else min(names, key=decided.__getitem__)
    weaker, behind = comparison.runs[weak], ""
    if names[1:]:
        stuck = f"decides {len(weaker.decided)}" if weaker.board is None else say_reach(weaker)
        if weaker.board and weaker.remaining and weaker.lost is None:
            stuck = f"is stuck after {len(weaker.cleared)}"
        behind = f" {capital(weak)} {stuck}."
    yield f"{reach_headline(last)}{behind}"
    for cell in [*comparison.additional][:1]:
        found = are(first.graph.name(cell), 1, cell in last.mines)
        yield f"The first step that {names[0]} lacks: {found}, and {comparison.weakest[cell]} finds it."


def _draw_table(compared: Compared, screen: Screen) -> Iterator[str]:
    titles, *rows = table_of(compared.comparison)
    called = max(8, *[len(row[0]) for row in rows])
    wide = max([len(row[4]) for row in (titles, *rows)]) if screen.width else 25

    def pad_columns(row: list[str]) -> str:
        name, first, second, third, grade = row[:5]
        return f"{name:<{called}} {first:>7} {second:>7} {third:>10}  {grade:<{wide}}"

    yield f"{pad_columns(titles)}  {titles[5]}"
    for row in rows:
        yield from _break_row(pad_columns(row), row[5].replace(" ", "\xa0").replace(",\xa0", ", "), screen)
    yield from notes_text(compared)
    yield ""
    yield (
        f"{'player':<{called}} {'steps':>7} {'workload':>9}  "
        "path grade: the hardest step when the easiest is always taken"
    )
    for name, *_, steps, work, grade in rows:
        yield f"{name:<{called}} {steps:>7} {work:>9}  {grade}"
    if any(text.endswith(_STAR) for row in rows for text in row):
        yield f"{_STAR.strip()} a proof by contradiction, or not proven that no fewer rows do"


def notes_text(compared: Compared) -> Iterator[str]:
    """How each player's game ended, what was not checked, and which own productions never fired."""
    for name, found in compared.runs.items():
        yield from notes_on_run(found, name)


def table_of(comparison: Comparison) -> list[list[str]]:
    """What each player got, in a row each after one of titles."""
    ends = ["cleared", "flagged", "remaining"] if comparison.first.board else ["safe", "mines", "undecided"]
    rows = [["player", *ends, "hardest step", "firings", "steps of its path", "workload", "path grade"]]
    for name, run in comparison.runs.items():
        firings = ", ".join(
            f"{production} {count}" for production, count in run.trace.count_firings().items()
        )
        score = comparison.scores[name]
        counts = (len(run.cleared), len(run.mines), run.remaining)
        row = [name, *map(str, counts), _hardest_text(score.hardest), firings or "none"]
        rows.append([*row, str(score.path), str(score.workload), _hardest_text(score.path_hardest)])
    return rows


def _break_row(fixed: str, last: str, screen: Screen) -> Iterator[str]:
    """A row of a table whose last column goes on below itself, or below the first where room is short."""
    room = (screen.width or 0) - len(fixed) - 2
    yield from screen.break_line(f"{fixed}  {last}", len(fixed) + 2 if room > _NARROW else _NARROW // 2)


def _hardest_text(found: Hardest | None) -> str:
    return "no step" if found is None else grade_text(found.step) + _STAR * (not found.smallest)


def _map_text(comparison: Comparison, screen: Screen) -> Iterator[str]:
    yield ""
    others = "@ start, . and * undecided" if comparison.first.board else "# undecided"
    letter = letters_of(comparison)
    colours = dict(zip(letter.values(), cycle(_COLOURS)))
    signs = colours | {one.upper(): code for one, code in colours.items()} | _OTHER
    yield from draw_cells(comparison.first.graph, map_glyphs(comparison), screen, signs)
    used = {name: letter[name] for name in deciding_players(comparison)}
    legend = ", ".join(f"{screen.tint(one, colours[one])} {name}" for name, one in used.items())
    yield f"the weakest player who decides each cell: {legend}; capitals mines, {others}"
    yield ""


def map_glyphs(comparison: Comparison) -> list[str]:
    """For each cell the letter of the weakest player who decides it, a capital for a mine.

    The start is `@`; a cell that no player decides is `.` or, a mine, `*`, in a position what is shown there.
    """
    letter, first = letters_of(comparison), comparison.first
    if first.board:
        plain = ["*" if mine else "." for mine in first.board.mined]
    else:
        plain = first.first.without_flags().glyphs
    mines = {cell for run in comparison.runs.values() for cell in run.mines}
    for cell, name in comparison.weakest.items():
        plain[cell] = letter[name].upper() if cell in mines else letter[name]
    if first.start is not None:
        plain[first.start] = START
    return plain


def deciding_players(comparison: Comparison) -> list[str]:
    """The players who decide some cell that none of the weaker ones does, the weakest first."""
    used = {*comparison.weakest.values()}
    return [name for name in comparison.runs if name in used]


def letters_of(comparison: Comparison) -> dict[str, str]:
    """A letter for each player: their own, or where that is taken the first free one of the alphabet."""
    letters: dict[str, str] = {}
    for name, run in comparison.runs.items():
        free = [one for one in (run.player.letter, *ascii_lowercase) if one not in letters.values()]
        letters[name] = free[0] if free else run.player.letter
    return letters
