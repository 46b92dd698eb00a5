"""A program that adds a production, a player who has it and a format, and then is logicsweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from logicsweep import PLAYERS, Board, Fact, Match, Player, Production, enlist
from logicsweep.__main__ import main
from logicsweep.boards.many import Boards
from logicsweep.formats import Format, register
from logicsweep.rules import Knowledge


def one_one(memory: Knowledge, site: int) -> Match | None:
    """Beside a 1 that sees only what I see, my further cells are safe."""
    cells = open_ones(memory, site)
    for other in memory.neighbours[site]:
        shared = open_ones(memory, other)
        if shared and shared < cells:
            looked_at = dict.fromkeys((site, other, *memory.neighbours[other]))
            used = tuple(memory.clues[cell] for cell in looked_at if cell in memory.clues)
            return Match(used, tuple(Fact("safe", cell) for cell in sorted(cells - shared)))
    return None


def open_ones(memory: Knowledge, site: int) -> set[int]:
    """The covered cells around a 1 whose mine is not found yet."""
    around = set(memory.neighbours[site])
    is_open_one = site in memory.clues and memory.clues[site].value == 1 and not around & set(memory.mines)
    return around & memory.covered if is_open_one else set()


ONE_ONE = Production("one-one", one_one, salience=-1)
enlist(Player("ones", "n", (*PLAYERS["casual"].productions, ONE_ONE)))


def looks_like_stars(content: str | bytes) -> bool:
    """Whether a text has stars and dashes alone."""
    return isinstance(content, str) and "-" in content and not set(content) - set("*-\n")


def read_stars(blocks: Iterable[str], source: str) -> Iterator[Boards]:
    """One board: a star is a mine, a dash is none."""
    yield Boards.of([Board.from_rows([[letter == "*" for letter in row] for row in "".join(blocks).split()])])


register(Format("stars", "boards", "One board: rows of * (mine) and -.", looks_like_stars, read_stars))

if __name__ == "__main__":
    main()
