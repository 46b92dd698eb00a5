from logicsweep.games.explaining import Hardest as Hardest
from logicsweep.games.guess import Guess as Guess
from logicsweep.games.path import known_better as known_better
from logicsweep.games.path import step_to as step_to
from logicsweep.games.players import load_players as load_players
from logicsweep.games.starts import OverStarts as OverStarts
from logicsweep.games.step import reason_sentence as reason_sentence
