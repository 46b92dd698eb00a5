"""What the process of own productions does: it loads files, and looks at sites of a memory of its own."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from mmap import mmap
from sys import byteorder
from time import monotonic
from typing import Any

from logicsweep.boards.cells import CellGraph
from logicsweep.errors import Interrupted, InvalidInput, Unreadable
from logicsweep.games.players import Player, load_players
from logicsweep.rules.agenda import found_at, lacking_at
from logicsweep.rules.asked import found_by, lacked_by
from logicsweep.rules.engine import Fact, Lack, Match, Production, WorkingMemory
from logicsweep.rules.knowledge import Knowledge
from logicsweep.rules.library import LIBRARY, is_own
from logicsweep.rules.own import load_productions

_BLOCK = 1 << 16
_LONG = 0.005  # seconds after which no further site is looked at before the answer


def serve(asked: int, answers: int, count: mmap) -> None:
    """Answer line by line, until no more is asked."""
    warnings.filterwarnings("ignore", "coroutine .* was never awaited")
    server, line = Server(count), bytearray()
    while block := os.read(asked, _BLOCK):
        line += block
        if block.endswith(b"\n"):
            answer = json.dumps(server.answer(json.loads(line))).encode() + b"\n"
            while answer:
                answer = answer[os.write(answers, answer) :]
            line.clear()


class Server:
    """The productions that were loaded, and what is known in the run that asks."""

    def __init__(self, count: mmap) -> None:
        """Nothing is loaded; `count` shows how many sites of a question are done."""
        self.count = count
        self.productions: list[Production] = []
        self.memory: WorkingMemory
        self.aside: WorkingMemory | None = None

    def answer(self, asked: Sequence[Any]) -> list[object]:
        """What a question gives, or what is wrong with it."""
        try:
            if asked[0] == "load":
                return ["found", self.load(*asked[1:])]
            return self.look(*asked)
        except Interrupted as stop:
            return ["interrupted", stop.args[0]]
        except Unreadable as error:
            return ["unreadable", *error.args]
        except InvalidInput as error:
            return ["wrong", error.place, error.expected, error.found]
        except BaseException as error:
            name = type.__getattribute__(type(error), "__name__")
            expected = "productions that leave logicsweep as it is"
            return ["wrong", "--rules", expected, f"{name} where it goes on"]

    def load(self, players: bool, spec: str, seconds: float, *name: str) -> object:
        """The productions, or the players, of a file."""
        if players:
            return [self.player(one) for one in load_players(spec, seconds, *name)]
        return [self.production(one) for one in load_productions(spec, seconds)]

    def player(self, one: Player) -> object:
        """A player as JSON tells it."""
        return [one.name, one.letter, one.complete, [self.production(its) for its in one.productions]]

    def production(self, one: Production) -> object:
        """A production as JSON tells it, with its number here or in the library."""
        about = [one.name, one.salience, one.needs, one.everywhere, one.rows]
        if not is_own(one):
            return ["library", [its.condition for its in LIBRARY].index(one.condition), about]
        condition: Any = one.condition
        lacks: Any = one.lacks
        asks = partial(found_by, condition.function, one.name)
        self.productions.append(
            replace(one, condition=asks, lacks=lacks and partial(lacked_by, lacks.function, one.name))
        )
        return ["own", len(self.productions) - 1, about, lacks is not None, one.sentence, condition.origin]

    def look(self, at: int, lacks: bool, sites: Sequence[int | None], *memory: Any) -> list[object]:  # noqa: ANN401
        """What a production finds, or lacks, at the first of some sites where that is anything.

        It comes with the number of sites before; these may be all.
        """
        production, known = self.productions[at], self.known(*memory)
        due = monotonic() + _LONG
        for done, site in enumerate(sites):
            self.count[:8] = done.to_bytes(8, byteorder)
            try:
                told = self.told(production, lacks, known, site)
            except BaseException:
                if not done:
                    raise
                return ["found", done, []]  # it may not come to that
            if told or monotonic() > due:
                return ["found", done + (not told), told]
        return ["found", len(sites), []]

    def told(self, one: Production, lacks: bool, known: WorkingMemory, site: Any) -> list[object]:  # noqa: ANN401
        """What a production finds, or lacks, at one site, as JSON tells it."""
        if lacks:
            return [_lack(its) for its in lacking_at(one, known, site)]
        return [_match(its) for its in found_at(one, known, site)]

    def known(self, aside: bool, graph: Any, facts: Sequence[Any]) -> WorkingMemory:  # noqa: ANN401
        """The memory of the run that asks, with what is new in it."""
        if graph is not None:
            kind, *shape = graph
            self.memory, self.aside = Knowledge(getattr(CellGraph, kind)(*shape)), None
        for fact in facts:
            self.memory.add(Fact(*fact))
        self.aside = (self.aside or self.memory.aside()) if aside else None
        return self.aside or self.memory


def _match(one: Match) -> object:
    used = [fact[:2] for fact in one.used]
    return [used, *_said(one.given, one.counts)]


def _lack(one: Lack) -> object:
    return [one.short, one.words, *_said(one.given, one.counts)]


def _said(given: Sequence[Fact], counts: Any) -> tuple[object, ...]:  # noqa: ANN401  # a NamedTuple, or ()
    return [fact[:2] for fact in given], tuple(counts), counts._fields if counts else ()
