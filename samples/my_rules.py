from logicsweep import Fact, Match


def one_one(memory, site):
    """Beside a 1 that sees only what I see, my further cells are safe: the shared ones hold my mine."""
    cells = open_ones(memory, site)
    for other in memory.graph.adj[site]:
        shared = open_ones(memory, other)
        if shared and shared < cells:
            looked_at = dict.fromkeys((site, other, *memory.graph.adj[other]))
            used = tuple(memory.clues[cell] for cell in looked_at if cell in memory.clues)
            return Match(used, tuple(Fact("safe", cell) for cell in sorted(cells - shared)))


def open_ones(memory, site):
    """The covered cells around a 1 whose mine is not found yet."""
    around = set(memory.graph.adj[site])
    is_open_one = site in memory.clues and memory.clues[site].value == 1 and not around & set(memory.mines)
    return around & memory.covered if is_open_one else set()


PRODUCTIONS = [one_one]
