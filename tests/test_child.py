"""Every sentence of every answer is true of the board and of what was told before: a child reads them all."""

import json
import random
from collections import Counter

from child import READERS, Board, Child, Untrue, field
from in_process import called

PLAYERS = ("casual", "overlap", "rows-3", "rows-4", "expert", "counter")
FIELDS = ("grid", "torus", "hex", "free")


def graph_text(near, **nodes):
    """A free graph as JSON; `nodes` gives attributes of nodes, by a set or a dictionary each."""
    edges = [{"source": one, "target": other} for one in near for other in near[one] if one < other]
    told = [
        {"id": cell}
        | {
            name: some[cell] if isinstance(some, dict) else True
            for name, some in nodes.items()
            if cell in some
        }
        for cell in near
    ]
    return {"directed": False, "multigraph": False, "nodes": told, "edges": edges}


def free(size, rng):
    """A free graph of few neighbours."""
    near = {f"n{i}": set() for i in range(1, size + 1)}
    for cell in near:
        for other in rng.sample(sorted(near), 2):
            if other != cell:
                near[cell].add(other)
                near[other].add(cell)
    return {cell: frozenset(some) for cell, some in near.items()}


def rows_text(near, glyph):
    rows = {}
    for cell in near:
        rows.setdefault(cell.split("c")[0], []).append(glyph(cell))
    return "\n".join("".join(row) for row in rows.values())


def made(seed):
    """A board, the text of it as a game or a position, and options that tell the field, by a seed."""
    rng = random.Random(seed)
    kind, played = rng.choice(FIELDS), rng.random() < 0.5
    rows, cols = rng.choice([(3, 5), (4, 5), (5, 7), (6, 9), (8, 10)])
    near = free(rows * cols // 2, rng) if kind == "free" else field(kind, rows, cols)
    mined = frozenset(rng.sample([*near], round(len(near) * rng.uniform(0.1, 0.35))))
    board = Board(near, {}, len(mined), mined, played)
    options = ["--field", kind] if kind not in ("grid", "free") else []
    safe = sorted(near.keys() - mined)
    if played:
        start = rng.choice(safe)
        options += ["--start", start]
        board = board._replace(clues={start: board.clue(start)})
        text = (
            json.dumps(graph_text(near, mine=mined))
            if kind == "free"
            else f"{rows} {cols}\n" + rows_text(near, lambda c: "M" if c in mined else ".") + "\n0 0\n"
        )
        return rng, board, text, options
    shown = {cell: board.clue(cell) for cell in rng.sample(safe, round(len(safe) * rng.uniform(0.3, 0.95)))}
    board = board._replace(clues=shown, total=rng.choice([None, len(mined)]))
    if kind == "free":
        graph = graph_text(near, clue=shown)
        graph["graph"] = {
            "logicsweep": {"version": 1, "holds": "position"}
            | ({"mines": board.total} if board.total is not None else {})
        }
        return rng, board, json.dumps(graph), options
    text = rows_text(near, lambda c: str(shown[c]) if c in shown else "#")
    return rng, board, (f"mines {board.total}\n" if board.total is not None else "") + text + "\n", options


def questions(rng, board):
    """Calls that answer in sentences."""
    player = ["--player", rng.choice(PLAYERS[: None if board.total is not None else -1])]
    cells = rng.sample([*board.near], 3)
    yield ["path", *player]
    yield ["compare"]
    if not any(cell.startswith("n") for cell in board.near):
        yield ["hint", "--why"]
        yield ["hint", "--stage", "4", *player]
    for cell in cells:
        yield ["why", cell, *player]
        yield ["why", cell, *player, "--all", "--from-clues"]
        yield ["why", cell, "--refute"]


def read(seeds, kinds, verbs=tuple(READERS)):
    """Read the answers about the boards of some seeds; what a child objects to, with the call."""
    for seed in seeds:
        rng, board, text, options = made(seed)
        for call in questions(rng, board):
            if call[0] not in verbs:
                continue
            done = called([*call, *options], text.encode())
            if done.status == 2:
                assert "every safe cell" in done.err or "no layout" in done.err, (call, done.err)
                continue
            try:
                READERS[call[0]](Child(board, kinds), done.out)
            except Untrue as error:
                yield f"seed {seed}: {' '.join([*call, *options])}: {error}"


def test_a_child_finds_each_sentence_true_and_told():
    kinds = Counter()
    assert not [*read(range(40), kinds, ("path", "compare", "hint"))]
    assert kinds["needs_one"] > 20
