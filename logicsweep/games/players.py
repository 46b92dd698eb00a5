"""The ladder: the players in order of effort. Each player is a value: a name and productions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from logicsweep.boards.names import find_repeated
from logicsweep.errors import InvalidInput, describe, of_kind, quote, whole_number
from logicsweep.games.guess import GUESS
from logicsweep.reasons.known import MOST_CLUES
from logicsweep.rules.clues import CASUAL, OVERLAP
from logicsweep.rules.own import RulesFile
from logicsweep.rules.production import Production, is_own
from logicsweep.rules.solver import CASES, COUNTED, ENTAILED, ROWS

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Player:
    """Who plays: a name, the letter that marks the player's cells on drawings, and productions.

    `complete`: whether the player decides all that follows from what they know.

    >>> patient = Player("patient", "p", (*CASUAL, OVERLAP))
    >>> patient.knows_total
    False
    """

    name: str
    letter: str
    productions: tuple[Production, ...]
    complete: bool = False

    def __post_init__(self) -> None:
        place = f"player {of_kind('player name', self.name, str)}"
        letter = of_kind(place, self.letter, str)
        if len(letter) != 1 or not letter.islower():  # a capital marks a mine
            raise InvalidInput(place, "one lower-case letter", quote(letter))
        names = [of_kind(place, one, Production).name for one in of_kind(place, self.productions, tuple)]
        if GUESS.name in names:
            raise InvalidInput(place, f"no production named {GUESS.name}, which stands for guesses", "one")
        if twice := find_repeated(names):
            raise InvalidInput(place, "each production's name once", quote(twice))

    @property
    def knows_total(self) -> bool:
        """Whether the player may use the mine total; any custom production may look at it."""
        return not {*self.productions} <= _CLUES_ALONE

    def __repr__(self) -> str:
        return f"<Player {self.name}: {', '.join(production.name for production in self.productions)}>"

    def production(self, name: str) -> Production:
        """The production with that name; raises InvalidInput if the player has none."""
        for production in self.productions:
            if production.name == name:
                return production
        raise InvalidInput("production", f"one of {self.name}'s", describe(name))


def has_own(player: Player) -> bool:
    """Whether a player has custom productions, whose conclusions are checked."""
    return any(map(is_own, player.productions))


_CLUES_ALONE = {*CASUAL, OVERLAP, *ROWS, CASES, ENTAILED}

PlayerLike = Player | str | Sequence[Production]
"""A player, the name of one on the ladder, or productions: those of a player named `own`."""

PLAYERS: dict[str, Player] = {}
"""The ladder: players by name, in order of effort; `add_player` adds one."""
FORMER_NAMES = {"expert": "local", "counter": "expert", "local": "local (own)"}
"""The players' new names by their names before version 0.3, when only a custom player was called `local`."""


def add_player(player: Player) -> Player:
    """Put a player on the ladder, so that their name can be used.

    Raises InvalidInput if the name or the letter is taken, or if the name is not one word without a comma,
    as the command line needs. The ladder is in order of effort: that of a player's hardest production, then
    the number of productions.

    >>> add_player(Player("casual", "c", ()))
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: player: expected a name that is not on the ladder yet, got 'casual'
    """
    of_kind("player", player, Player)
    taken = [*PLAYERS.values(), own(())]
    if player.name in [one.name for one in taken]:
        raise InvalidInput("player", "a name that is not on the ladder yet", quote(player.name))
    if player.name.split() != [player.name] or "," in player.name:
        raise InvalidInput("player", "a name of one word without a comma", quote(player.name))
    if owner := next((one.name for one in taken if one.letter == player.letter), None):
        raise InvalidInput(f"player {player.name}", "a letter of their own", f"{owner}'s {player.letter!r}")
    ladder = sort_by_effort([*PLAYERS.values(), player])
    PLAYERS.clear()
    PLAYERS.update({one.name: one for one in ladder})
    return player


def sort_by_effort(players: Iterable[Player]) -> list[Player]:
    """Players with the least effort first."""

    def effort(player: Player) -> tuple[int, int]:
        return max([-one.salience for one in player.productions], default=0), len(player.productions)

    return sorted(players, key=effort)


def player_of(player: PlayerLike) -> Player:
    """Look up a player; raises InvalidInput for a name that is not on the ladder.

    `rows-N` is the player who takes up to N clues together: see `together`.

    >>> player_of("overlap")
    <Player overlap: all-found, all-mines, overlap>
    >>> player_of("rows-4") == together(4)
    True
    """
    if isinstance(player, Player):
        return player
    if not isinstance(player, str):
        if not isinstance(player, Iterable):
            raise InvalidInput("player", "a Player, the name of a player, or productions", describe(player))
        return own(player)
    if player in PLAYERS:
        return PLAYERS[player]
    several = {f"rows-{clues}": clues for clues in range(3, MOST_CLUES + 1)}
    if player in several:
        return together(several[player])
    if player in FORMER_NAMES:
        today = f"its new name: {FORMER_NAMES[player]} (the former expert is {FORMER_NAMES['expert']})"
        raise InvalidInput("player", today, quote(player))
    from difflib import get_close_matches  # few calls need it

    near = get_close_matches(player.lower(), [*PLAYERS, *several], 1, 0)[0]
    expected = f"one of {', '.join(PLAYERS)}, or rows-N with N from 3 to {MOST_CLUES} (nearest: {near})"
    raise InvalidInput("player", expected, quote(player))


def together(clues: int) -> Player:
    """The player `rows-N`, who takes up to N clues together: from 3 to 16."""
    whole_number("clues", clues, 3, MOST_CLUES)
    return Player(f"rows-{clues}", "r", (*CASUAL, OVERLAP, *ROWS[: clues - 2]))


def strongest(total: bool = True) -> Player:
    """The strongest complete player on the ladder; without `total`, one who does not use the mine total."""
    return [one for one in PLAYERS.values() if one.complete and one.knows_total <= total][-1]


def own(productions: Iterable[Production]) -> Player:
    """A player with custom productions, who may use everything visible, including the mine total."""
    return Player("own", "w", tuple(productions))


def load_players(*specs: str | Path) -> tuple[Player, ...]:
    """The players of rules files: see `load_productions` for a `spec`.

    A list of productions makes a player with the casual productions and these; a `Player` is used as it is.
    Without a NAME in `spec`, all of the file's PLAYERS play under their names. If it has none, the list
    PRODUCTIONS makes one player, called `own`, or with several files named after the file. Raises
    InvalidInput for a name that is on the ladder.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "my_rules.py"
    ...     _ = file.write_text("def idle(memory, site): ...\\nPLAYERS = {'ann': [idle], 'bob': [idle]}")
    ...     players = load_players(file)
    >>> players
    (<Player ann: all-found, all-mines, idle>, <Player bob: all-found, all-mines, idle>)
    """
    files = [RulesFile.of(spec) for spec in specs]
    return tuple([player for rules in files for player in _load_file(rules, len(files) == 1)])


def _load_file(rules: RulesFile, alone: bool) -> Iterator[Player]:
    named = () if rules.content.get("PLAYERS") is PLAYERS else rules.players  # the ladder, imported
    if named and not rules.name:
        yield from (_load_player(rules, one, one) for one in named)
        return
    wanted = rules.name or "PRODUCTIONS"
    file = os.path.basename(rules.file).rpartition(".")[0]  # noqa: PTH119  # pathlib takes milliseconds
    name = "own" if alone else f"{file}:{rules.name}" if rules.name else file
    yield _load_player(rules, wanted, wanted if wanted in named else name)


def _load_player(rules: RulesFile, wanted: str, name: str) -> Player:
    productions, (_, value) = rules.productions(wanted), rules.found(wanted)
    if isinstance(value, Player):
        player = replace(value, productions=productions)
    else:
        player = replace(own((*CASUAL, *productions)), name=name)
    if player.name in PLAYERS:
        raise InvalidInput(rules.file, "players with names that are not on the ladder", quote(player.name))
    return player


add_player(Player("casual", "c", CASUAL))
add_player(Player("overlap", "o", (*CASUAL, OVERLAP)))
add_player(Player("local", "l", (*CASUAL, OVERLAP, ENTAILED), complete=True))
add_player(Player("expert", "e", (*CASUAL, OVERLAP, ENTAILED, COUNTED), complete=True))
