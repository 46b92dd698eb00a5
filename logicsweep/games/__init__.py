"""Players and their runs: games and positions, step by step, compared, and why."""
