"""Why a cell is forced: explanations, witnesses, clashes, and the searches behind them."""
