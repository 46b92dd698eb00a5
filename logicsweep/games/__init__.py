"""Players and their runs: games and positions, step by step, compared, and why.

Players from a file.
    load_players

The hardest of some steps, and a reason in words.
    Hardest, reason_sentence

Guesses of a game, and what a player would have known instead of the last.
    Guess, known_better

A player's results from every start of a board.
    OverStarts
"""

from typing import TYPE_CHECKING

from logicsweep import names_of

if TYPE_CHECKING:
    from logicsweep.games.finish import known_better as known_better
    from logicsweep.games.guess import Guess as Guess
    from logicsweep.games.outcome import OverStarts as OverStarts
    from logicsweep.games.players import load_players as load_players
    from logicsweep.games.step import Hardest as Hardest
    from logicsweep.games.step import reason_sentence as reason_sentence

PUBLIC = {
    "step": "Hardest reason_sentence",
    "guess": "Guess",
    "finish": "known_better",
    "players": "load_players",
    "outcome": "OverStarts",
}
if not TYPE_CHECKING:
    __all__, __getattr__, __dir__ = names_of(__name__, PUBLIC)
