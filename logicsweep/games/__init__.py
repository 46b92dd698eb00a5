"""Players and their runs: games and positions, step by step, compared, and why.

Players from a file.
    load_players

Steps, and hints in stages.
    Hardest, reason_sentence, step_to

Guesses of a game, and what somebody would have known instead of the last.
    Guess, known_better

What comparisons hold.
    OverStarts
"""

from logicsweep import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
