"""A bot: it clears what is certain, else the best guess, and counts how often it wins.

Call it as `python bot.py`, or with a number of games.
"""

import sys

from logicsweep import Position, Session, expert, random_board, rank_guesses


def won(game: int) -> bool:
    """Play one game of 9 x 9 with 10 mines from the corner; the first click may be a mine."""
    session = Session(random_board((9, 9), mines=10, seed=1, index=game))
    session.click("r1c1")
    while session.state == "going on":
        position = Position(session.view)
        for cell in expert(position).safe or [rank_guesses(position)[0].cell]:
            session.click(cell)
    return session.state == "won"


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{sum(map(won, range(games)))} of {games} games won")
