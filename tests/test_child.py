"""Every sentence of every answer is true of the board and of what was told before: a child reads them all."""

import json
import random
import re
from collections import Counter
from functools import cache

import pytest
from child import READERS, Board, Child, Untrue, field
from conftest import SAMPLES
from in_process import called
from strategies import ASKED

from logicsweep.games.players import load_players, player_of
from logicsweep.rules.engine import STRATEGIES

SEEDS = 16
RULES = str(SAMPLES / "my_rules.py")
WORDS = tuple([one.sentence for one in load_players(RULES)[0].productions])
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
    board = Board(near, {}, len(mined), mined, played, WORDS)
    header = {"version": 1, "holds": "board" if played else "position"}
    if kind != "free":
        header["field"] = [kind, rows, cols]
    seen = rng.sample(safe, 1 if played else round(len(safe) * rng.uniform(0.3, 0.95)))
    marks = {cell: board.clue(cell) for cell in seen}
    if not played and rng.random() < 0.5:
        board = board._replace(total=None)
    if not played and rng.random() < 0.2:
        marks |= dict.fromkeys(rng.sample(sorted(mined), len(mined) // 3), "F")
        marks |= {cell: "?" for cell in safe if cell not in seen and rng.random() < 0.2}
    board = board._replace(marks=marks)
    return rng, board, header


def text_of(board, header):
    """The board as JSON, as far as it may be seen."""
    ids = {
        cell: [int(one) - 1 for one in re.findall(r"\d+", cell)] if "field" in header else cell
        for cell in board.near
    }
    kinds = {"F": {"flag": True}, "?": {"safe": True}}
    if board.played:
        marks = {cell: {"mine": True} for cell in board.mined}
    else:
        marks = {cell: kinds.get(mark) or {"clue": int(mark)} for cell, mark in board.marks.items()}
        header |= {} if board.total is None else {"mines": board.total}
    edges = [
        {"source": ids[one], "target": ids[other]} for one in ids for other in board.near[one] if one < other
    ]
    nodes = [{"id": ids[cell], **marks.get(cell, {})} for cell in ids]
    graph = {"directed": False, "multigraph": False, "graph": {"logicsweep": header}}
    return json.dumps(graph | {"nodes": nodes, "edges": edges})


def start_of(board):
    return ["--start", *board.marks] if board.played else []


def questions(rng, board, header):
    """Calls that answer in sentences."""
    able = [name for name in (*ASKED, "rows-6") if board.total is not None or not player_of(name).knows_total]
    player = ["--player", rng.choice(able)]
    trust = ["--trust-flags"] if "F" in board.marks.values() else []
    strategy = ["--strategy", rng.choice(STRATEGIES)] if board.played else []
    if not trust:
        yield ["path", *player]
        yield ["path", *player, "--rules", RULES]
        yield ["compare"]
        yield ["compare", "--rules", RULES]
    yield ["hint", "--why", *trust]
    yield ["hint", "--stage", "4", *player, *trust]
    for cell in rng.sample(sorted({cell for cell in board.near if board.marks.get(cell) != "F"}), 3):
        yield ["why", cell, *player, *trust, *strategy]
        yield ["why", cell, *player, "--all", *trust]
        yield ["why", cell, "--refute", *trust]
        yield ["why", cell, "--stage", "4", *player, *trust]
        yield ["why", cell, *player, "--rules", RULES, *(["--all"] if board.played else trust)]


@cache
def answers(seed):
    """The board of a seed, and calls with what they print of it."""
    rng, board, header = made(seed)
    text, found = text_of(board, header), []
    for call in questions(rng, board, header):
        done = called([*call, *start_of(board)], text.encode())
        assert done.status < 2, (call, done.err)
        found.append(([*call, *start_of(board)], done.out))
    return board, found


def objection(board, call, text, kinds=None):
    """What a child objects to in an answer; None: nothing."""
    try:
        READERS[call[0]](Child(board, kinds), text)
    except Untrue as error:
        return f"{' '.join(call)}: {error}"
    return None


def objections(seeds, kinds):
    for seed in seeds:
        board, found = answers(seed)
        for call, text in found:
            if said := objection(board, call, text, kinds):
                yield f"seed {seed}: {said}"


def test_a_child_finds_each_sentence_true_and_told():
    kinds = Counter()
    many_safe = 2116  # a cell asked about was named behind the cells of another clue
    assert not [*objections([*range(SEEDS), many_safe], kinds)]
    assert kinds["claim+these"] > 10


CHANGED = r"\b(?:r\d+c\d+|n\d+|no|one|two|three|four|safe|a mine|mines|both|just|more|left)\b|(?<==)\d"
CHANGED += r"|\bthe (?:\d(?= at)|[a-z](?='s))"


def test_a_child_objects_to_an_answer_of_which_a_word_is_changed():
    """But for the few that are true as well: another clue that says the same."""
    missed, count = [], 0
    for seed in range(SEEDS):
        (board, found), rng = answers(seed), random.Random(seed)
        for call, text in found:
            lines = re.finditer(
                r"^(?: .*|Suppose.*)(?:[Ss]o |has just|has its|would have| touches |[Ii]ts other).*?(?=\[|$)",
                text,
                re.M,
            )
            words = [(line, word) for line in lines for word in re.finditer(CHANGED, line[0])]
            for line, word in rng.sample(words, min(5, len(words))):
                at = line.start() + word.start()
                changed = text[:at] + other_than(word[0], board, rng) + text[at + len(word[0]) :]
                missed += [] if objection(board, call, changed) else [(seed, call, line[0], word[0])]
                count += 1
    assert count > 100
    assert len(missed) <= count / 100, missed


def other_than(word, board, rng):
    """A word of the same kind."""
    if word.startswith("the "):
        return rng.choice(
            [f"the {one}" for one in ("abcde" if word[-1].isalpha() else "012345") if one != word[-1]]
        )
    kinds = [sorted(board.near), ["no", "one", "two", "three", "four"], [*"012345678"]]
    kind = next((kind for kind in kinds if word in kind), ["safe", "a mine", "mines", "just", "more"])
    return rng.choice([one for one in kind if one != word])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 2500, 250))
def test_a_child_finds_thousands_of_answers_true_and_told(first):
    kinds = Counter()
    assert not [*objections(range(first, first + 250), kinds)]
    assert len(kinds) > 15  # some are rare


LONGEST = 25  # words


def test_no_sentence_of_a_step_is_long():
    found = []
    for seed in range(SEEDS):
        for call, text in answers(seed)[1]:
            told = [line.strip() for line in text.splitlines() if re.match(r" {3,}(?:\d+\. )?\S", line)]
            sentences = [one for line in told for one in re.split(r"(?<=[.:;]) ", line)]
            found += [(call, one) for one in sentences if len(one.split()) > LONGEST]
    assert not found
