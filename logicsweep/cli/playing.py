"""Who plays, by which rules, and from where: the options that say so, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

import click

from logicsweep.boards.board import Board, View
from logicsweep.cli.inputs import Reading
from logicsweep.cli.options import (
    Showing,
    among,
    choice_option,
    complete_files,
    names_option,
    number_option,
    refuse_given,
    several,
)
from logicsweep.cli.output import echo_answer
from logicsweep.errors import InvalidInput, Unsound, quoted
from logicsweep.games.players import PLAYERS, by_effort, load_players, player_of
from logicsweep.guessing.policy import POLICIES
from logicsweep.rules.engine import STRATEGIES
from logicsweep.verbs.effort import EFFORTS
from logicsweep.verbs.reading import Numbered

if TYPE_CHECKING:
    from click.decorators import FC

    from logicsweep.games.game import Run
    from logicsweep.games.players import Player


class Playing(TypedDict):
    """How a game is played, as the options say."""

    start: str | None
    player: str
    rules: tuple[str, ...]
    strategy: str
    seed: int
    limit: int | None


class RulesOptions(Reading, Showing):
    """What the options of `compare` and `path` say that other verbs have too."""

    rules: tuple[str, ...]


class RunOptions(Reading, Playing, Showing):
    """What the options of `trace` and `why` say that other verbs have too."""


TRUST_FLAGS = click.option("--trust-flags", is_flag=True, help="Take flags as mines, not as claims.")


def rules_option(about: str) -> Callable[[FC], FC]:
    """`--rules`, with its help."""
    return click.option(
        "--rules",
        multiple=True,
        metavar="FILE.py[:NAME]",
        shell_complete=complete_files,
        help=f"{about} It runs as Python code with your rights.",
    )


def start_option(about: str, *more: str, otherwise: str = ", or best") -> Callable[[FC], FC]:
    """The option `--start`: its help, words it takes besides `best` and `worst`, and what it is else."""
    words = ("best", "worst", *more)
    return click.option(
        "--start",
        show_default=f"the first click that FILE tells{otherwise}",
        metavar="|".join(["r1c2", *words]),
        shell_complete=among(lambda _: words),
        help=about,
    )


def player_option(
    about: str, default: str | None = None, option: str = "--player", name: str = "player"
) -> Callable[[FC], FC]:
    """An option that names a player, with its help; `logicsweep trace --help` lists the names."""
    return click.option(
        option,
        name,
        default=default,
        show_default=default is not None,
        metavar="PLAYER",
        shell_complete=among(lambda _: PLAYERS),
        help=about,
    )


def players_option(about: str) -> Callable[[FC], FC]:
    """`--players`, with its help."""
    return names_option("--players", PLAYERS, about, ",".join(PLAYERS))


def limit_option(about: str) -> Callable[[FC], FC]:
    """`--limit`, with its help."""
    return number_option("--limit", least=0, about=about)


def guess_option(about: str) -> Callable[[FC], FC]:
    """`--guess` with its help; its value may be left out."""
    *names, last = POLICIES
    return click.option(
        "--guess",
        is_flag=False,
        flag_value=last,
        metavar="[POLICY]",
        shell_complete=among(lambda _: POLICIES),
        help=f"{about}: {', '.join(names)} or, if none is named, {last}.",
    )


EFFORT = choice_option("--effort", EFFORTS, "How hard to try before something is left out.")
MORE_EFFORT = "There may be more to find out: try --effort high."
"""The last line of an answer that ran out of the normal effort."""
GUESS = guess_option("Go on where the player finds nothing more, by guesses")
PLAYING = several(
    start_option("The first cell that is cleared."),
    player_option(f"Who plays: {', '.join(PLAYERS)}, or rows-N, who takes up to N clues together.", "casual"),
    rules_option("Give the player your own productions too."),
    choice_option(
        "--strategy", STRATEGIES, f"Which of equal salience goes first: {', '.join(STRATEGIES)}.", "STRATEGY"
    ),
    number_option("--seed", default=0, about="The seed of the strategy random."),
    limit_option("Stop after this many firings."),
)
"""The options of `Playing`."""


def player_with(name: str, rules: Sequence[str]) -> Player:
    """A player by name, with the productions of rules files besides their own."""
    player = player_of(name)
    if not rules:
        return player
    from logicsweep.rules.own import load_productions

    more = [one for spec in rules for one in load_productions(spec)]
    known = {*player.productions}
    productions = (*player.productions, *[one for one in dict.fromkeys(more) if one not in known])
    called = f"{name} with {' and '.join(rules)}"
    return replace(player, name=called, productions=productions, complete=False)


def players_with(names: Iterable[str], rules: Sequence[str]) -> list[Player]:
    """The players that were named, and those of rules files, in order of effort."""
    more = load_players(*rules)
    taken = [player.name for player in more]
    if twice := next((name for name in taken if taken.count(name) > 1), None):
        raise InvalidInput("--rules", "players with different names", quoted(twice))
    named = [player_of(name) for name in dict.fromkeys(names) if name not in taken]
    return by_effort([*more, *named])


@contextmanager
def refuted(item: Numbered, as_json: bool) -> Iterator[None]:
    """Print the layouts that refute an own production, before the error ends the verb."""
    try:
        yield
    except Unsound as found:
        if (error := found).layouts:
            from logicsweep.show.why import unsound_json, unsound_text

            echo_answer(
                as_json,
                lambda on: [*[f"{item.title}:"] * (item.number > 1), *unsound_text(error, on)],
                lambda: [unsound_json(error, item.kind, item.number)],
            )
        raise


def start_of(item: Numbered, name: str | None) -> int | None:
    """Where a board is begun: as asked, else the first click that the input tells, else the best; None for
    a position."""
    return start_on(item.what, start_name(item, name)) if isinstance(item.what, Board) else None


def start_name(item: Numbered, name: str | None) -> str:
    """The start that is asked for, or else the first click that the input tells, or else the best."""
    if name is not None:
        return name
    return "best" if item.start is None else item.what.graph.name(item.start)


def position_of(item: Numbered, start: str | None) -> View:
    """The position of an item: of a board, where the casual player is stuck from a start."""
    if isinstance(item.what, View):
        return item.what
    from logicsweep.closures.closure import closure

    return closure(item.what, start_on(item.what, start_name(item, start)))


def start_on(board: Board, name: str) -> int:
    """The index of a start: a cell's name, or `best` or `worst` (the first such cell)."""
    if name in ("best", "worst"):
        from logicsweep.closures.closure import start_classes

        if not board.safe_count:
            raise InvalidInput("--start", "a board with a safe cell", "mines only")
        choose = min if name == "best" else max
        return choose(start_classes(board), key=lambda start: start.remaining).starts[0]
    start = board.graph.find(name, "--start")
    if board.mined[start]:
        raise InvalidInput("--start", "a safe cell", f"a mine at {board.graph.name(start)}")
    return start


def played(item: Numbered, player: Player, options: Playing, guess: str | None = None) -> Run:
    """The game that the player plays, or what they conclude from a position."""
    from logicsweep.games.game import play
    from logicsweep.games.setup import Setup

    if options["strategy"] != "random":
        refuse_given("says nothing without --strategy random", "seed")
    setup = Setup(player, options["strategy"], options["seed"], guess=guess)
    return play(item.what, start_of(item, options["start"]), setup, options["limit"])
