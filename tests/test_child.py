"""Every sentence of every answer is true of the board and of what was told before: a child reads them all."""

import json
import random
import re
from collections import Counter

import pytest
from child import READERS, Board, Child, Untrue, field, read_path
from in_process import called

PLAYERS = ("casual", "overlap", "rows-3", "rows-6", "expert", "counter")
SIZES = ((3, 5), (4, 5), (5, 7), (6, 9), (8, 11))


def free(size, rng):
    """The neighbours of each node of a free graph, few of each."""
    names = [f"n{number}" for number in range(1, size + 1)]
    pairs = {frozenset(rng.sample(names, 2)) for _ in range(2 * size)}
    return {name: frozenset().union(*[pair for pair in pairs if name in pair]) - {name} for name in names}


def made(seed):
    """A board, with a start or in part seen, and whether it has flags, by a seed."""
    rng = random.Random(seed)
    kind, played, (rows, cols) = (
        rng.choice(("grid", "torus", "hexagonal", "free")),
        rng.random() < 0.5,
        rng.choice(SIZES),
    )
    near = free(rows * cols // 2, rng) if kind == "free" else field(kind, rows, cols)
    cells = sorted(near)
    mined = frozenset(rng.sample(cells, round(len(near) * rng.uniform(0.1, 0.35))))
    safe = [cell for cell in cells if cell not in mined]
    board = Board(near, {}, len(mined), mined, played=played)
    header = {"version": 1, "holds": "board" if played else "position"}
    if kind != "free":
        header["field"] = [kind, rows, cols]
    seen = rng.sample(safe, 1 if played else round(len(safe) * rng.uniform(0.3, 0.95)))
    board = board._replace(clues={cell: board.clue(cell) for cell in seen})
    if not played and rng.random() < 0.5:
        board = board._replace(total=None)
    if not played and rng.random() < 0.2:
        flags = rng.sample(sorted(mined), len(mined) // 3)
        board = board._replace(
            flags=frozenset(flags), safe=frozenset(c for c in safe if c not in seen and rng.random() < 0.2)
        )
    return rng, board, header


def text_of(board, header):
    """The board as JSON, as far as it may be seen."""
    ids = {
        cell: [int(one) - 1 for one in re.findall(r"\d+", cell)] if "field" in header else cell
        for cell in board.near
    }
    if board.played:
        marks = {cell: {"mine": True} for cell in board.mined}
    else:
        marks = {cell: {"clue": shown} for cell, shown in board.clues.items()}
        marks |= {cell: {"flag": True} for cell in board.flags} | {
            cell: {"safe": True} for cell in board.safe
        }
        header |= {} if board.total is None else {"mines": board.total}
    edges = [
        {"source": ids[one], "target": ids[other]} for one in ids for other in board.near[one] if one < other
    ]
    nodes = [{"id": ids[cell], **marks.get(cell, {})} for cell in ids]
    return json.dumps(
        {
            "directed": False,
            "multigraph": False,
            "graph": {"logicsweep": header},
            "nodes": nodes,
            "edges": edges,
        }
    )


def start_of(board):
    return ["--start", *board.clues] if board.played else []


def questions(rng, board, header):
    """Calls that answer in sentences."""
    player = ["--player", rng.choice(PLAYERS[: None if board.total is not None else -1])]
    trust = ["--trust-flags"] if board.flags else []
    strategy = ["--strategy", rng.choice(("breadth", "depth", "random", "level"))] if board.played else []
    if not trust:
        yield ["path", *player]
        yield ["compare"]
    yield ["hint", "--why", *trust]
    yield ["hint", "--stage", "4", *player, *trust]
    for cell in rng.sample(sorted(board.near.keys() - board.flags), 3):
        yield ["why", cell, *player, *trust, *strategy]
        yield ["why", cell, *player, "--all", "--from-clues", *trust]
        yield ["why", cell, "--refute", *trust]


def objections(seeds, kinds):
    """What a child objects to in the answers about the boards of some seeds, with the calls."""
    for seed in seeds:
        rng, board, header = made(seed)
        text = text_of(board, header)
        start = start_of(board)
        for call in questions(rng, board, header):
            done = called([*call, *start], text.encode())
            assert done.status < 2, (call, done.err)
            try:
                READERS[call[0]](Child(board, kinds), done.out)
            except Untrue as error:
                yield f"seed {seed}: {' '.join([*call, *start])}: {error}"


def test_a_child_finds_each_sentence_true_and_told():
    kinds = Counter()
    assert not [*objections(range(30), kinds)]
    assert kinds["needs_in"] > 20


@pytest.mark.parametrize("seed", range(12))
def test_a_child_objects_to_an_answer_of_which_a_word_is_changed(seed):
    rng, board, header = made(seed)
    board = board._replace(flags=frozenset())
    text = called(["path", "--player", "expert", *start_of(board)], text_of(board, header).encode()).out
    read_path(Child(board), text)
    words = r"\b(?:r\d+c\d+|n\d+|one|two|three|safe|a mine)\b(?=[^[\n]*\[)"
    for word in [*re.finditer(words, text.split("\n\n")[0])]:
        others = {"safe": ["a mine"], "a mine": ["safe"]}.get(word[0], ["one", "two", "three"])
        if word[0] in board.near:
            line = text[text.rfind("\n", 0, word.start()) : text.find("\n", word.end())]
            others = sorted(board.near.keys() - {*re.findall(r"r\d+c\d+|n\d+", line)})
        other = rng.choice([one for one in others if one != word[0]])
        with pytest.raises(Untrue):
            read_path(Child(board), text[: word.start()] + other + text[word.end() :])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 3000, 250))
def test_a_child_finds_thousands_of_answers_true_and_told(first):
    kinds = Counter()
    assert not [*objections(range(first, first + 250), kinds)]
    assert len(kinds) > 20
