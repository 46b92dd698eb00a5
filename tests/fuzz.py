"""Every verb with every option, on input of every kind: whatever comes, one of three exit statuses. And the
functions of the library with arguments of every kind: an answer, or an error of one line.

    python tests/fuzz.py 1000000 --seed 1

calls the command line a million times in one process and prints each call that breaks a promise, as a
command that repeats it. The verbs and their options are read from click, so that new ones take part.
Promised: exit status 0, 1 or 2; with 2 exactly one line on standard error (of `review` one for each file that
it refuses), else none (but of what `generate` tried, with 1, where its boards start, and what was written);
no traceback; JSON lines with `--json`. The same seed makes the same calls.
"""

from __future__ import annotations

import atexit
import inspect
import json
import random
import re
import shlex
import shutil
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from operator import attrgetter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import click

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))

from in_process import called  # noqa: E402  # the checkout need not be installed

import logicsweep  # noqa: E402
from logicsweep import PLAYERS, Board, LogicsweepError, Production, View  # noqa: E402
from logicsweep.cli import cli  # noqa: E402
from logicsweep.formats import FORMATS, Format  # noqa: E402
from logicsweep.guessing import perfect  # noqa: E402
from logicsweep.puzzles import CheckersBoard, Matrix  # noqa: E402
from logicsweep.verbs.reading import READS  # noqa: E402


def _bytes_of(row: Format) -> bytes:
    """A board, or what a player sees of it, in a format."""
    board = Board.parse("..... .M.M. ..... M..M. .....")
    view = View(board.graph, board.view(["r1c1", "r1c2", "r3c2", "r3c3"]).marks)
    with_total = View(view.graph, view.marks, board.mine_count)
    assert row.write
    content = row.write([board] if row.holds == "boards" else [with_total if row.name == "mine" else view])
    return content.encode() if isinstance(content, str) else content


SCRATCH = Path(mkdtemp())
"""Where the calls are made: some of them write files, whatever their names say."""
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
SAMPLES = Path(shutil.copytree(HERE.parents[1] / "samples", SCRATCH / "samples"))
TEXTS = [path.read_bytes() for path in sorted(SAMPLES.rglob("*.*")) if path.name != "README.md"]
TEXTS += [_bytes_of(row) for row in FORMATS if row.write]
TEXTS += [b"1 2\nM.\n0 0\n", b"##\n11\n", b"mines 2\n#F#\n121\n", b"", b"\n", b"0 0\n"]
TEXTS += [b'[["E","M"]]', b'{"board":[["E"]],"click":[0,0]}\n', b"\xef\xbb\xbf1 2\r\nM.\r\n"]
TEXTS += [b"[['E', 'M']]\n\nClick : [0,0]\n", b'board = [["E"]], click = [0,0]', b"1 2 M. 0 0\r"]
TEXTS += [b"3 5\n1 0 0 2 2 0 0 1\n0 0\n", b"2\n2 3 2\n2 3 1\n"]
ALPHABETS = [b"M.\n", b"#012F?\n", b"0123456789 \n", b'[]{}",:EMBX1\n', b"mines 0123#\n", bytes(range(256))]
LONG = re.compile(rb"\d{3,}")  # a number that may make a small text large work
_PLAIN = """- -- 0 1 2 3 -1 -0 00 1.5 1e9 999999999999999999999999999999 -99999999999999999999999999 x
r1c1 r2c3 R1C1 r0c0 r9c9 r99999999999c1 best worst all casual own casual,local overlap,overlap , a,,b judge
position 3x3 0x5 3,0 0,0 -1,0 %s {} ../.. / /dev/null no/such : my_rules.py: --json -h nan None"""
WORDS = _PLAIN.split()
WORDS += ["", " ", "\0", "a\0b", "\n", "\r\n", "\t", "\x1b[31m", "\u0663", "\u200b", "\ud800", "\udcff"]
WORDS += ["é" * 300, "x" * 5000, *[str(SAMPLES / name) for name in ("", "first.txt", "my_rules.py")]]
WORDS += [str(SAMPLES / "my_rules.py:nothing")]
LIKELY = {
    "--size": ("3x3", "1x4", "2 X 5", "10x10", "4×6"),
    "--click": ("0,0", "3,0", "0,1", " 1 , 1 "),
    "--player": tuple(PLAYERS),
    "--for": (*PLAYERS, "rows-3"),
    "--not-for": tuple(PLAYERS),
    "--grade": ("1", "2..", "..3", "3..3", "5..2"),
    "--steps": ("overlap=1..", "all-mines=2", "cases=0", "cases=", "luck=1"),
    "--effort": ("normal", "high"),
    "--players": ("casual,local", "expert", ",".join(PLAYERS)),
    "--rules": (str(SAMPLES / "my_rules.py"), str(SAMPLES / "my_rules.py:PRODUCTIONS")),
    "--start": ("r1c1", "r1c2", "r2c1", "r1c8", "best", "worst"),
    "--policy": ("least-risk", "safest-two", "best", "best,least-risk", "no.py:policy"),
    "--from": tuple(row.name for row in FORMATS),
    "--to": tuple(row.name for row in FORMATS if row.write),
    "--out": ("a.json", "b.dot", "c.mine", "d.abf", "/dev/null", "/dev/full", "no/such/file"),
    "--graph": ("a.json", "b.dot", "c.graphml", "d.gexf", "/dev/full"),
    "--svg": ("-", "-", "a.svg", "/dev/null", "/dev/full", "no/such/file"),
    "--csv": ("-", "/dev/null", "/dev/full", "no/such/file"),
    "-j": ("1",),
    "--html": ("a.html", "/dev/null", "/dev/full", "no/such/file"),
}
"""Values that an option may take, where its type does not tell; one that is not here gets any word."""
COMMANDS = {
    name: cli.get_command(click.Context(cli), name)
    for name in cli.list_commands(click.Context(cli))
    if name not in ("survey", "live")  # they read nothing and take time: their own tests have odd options
}


@cache
def suited(name: str | None) -> list[bytes]:
    """The texts that a verb answers as they are, or that another does who reads the same; all for no verb."""
    probes = {"boards": "solve", "position": "hint", "games": "review"}
    if name in probes.values() or name not in READS:
        return [text for text in TEXTS if name and called([name], text).status != 2] or TEXTS
    return [text for kind in READS[name] for text in suited(probes[kind])]


def call_of(chance: random.Random) -> tuple[list[str], bytes]:
    """The arguments and the input of one call."""
    name = chance.choice([*COMMANDS])
    data = _content(chance, suited(name if chance.random() < 0.8 else None))
    options = [one for one in COMMANDS[name].params if isinstance(one, click.Option)]
    arguments: list[str] = []
    for option in chance.sample(options, min(len(options), chance.choice((0, 0, 1, 1, 2, 3, 9)))):
        arguments.append(chance.choice(option.opts))
        if not option.is_flag:
            arguments.append(_value(option, chance))
    for argument in COMMANDS[name].params:
        if isinstance(argument, click.Argument) and (
            argument.required or chance.random() < (0.7 if argument.name == "player" else 0.05)
        ):
            rows, cols = chance.randint(1, 5), chance.randint(1, 5)
            likely = f"{rows}x{cols}/{chance.randint(0, 6)}" if name == "generate" else f"r{rows}c{cols}"
            likely = chance.choice([*PLAYERS]) if argument.name == "player" else likely
            word = likely if chance.random() < 0.8 else chance.choice(WORDS)
            arguments.insert(chance.choice((0, len(arguments))), word)
    if chance.random() < 0.03:
        arguments.insert(chance.randint(0, len(arguments)), chance.choice(WORDS))
    if chance.random() < 0.02:
        return arguments, data  # no verb, or an option's value for one
    few = ["--tries", "20"] if name == "generate" and "--tries" not in arguments else []
    return [name, *few, *arguments], data  # most small boards can be finished by nobody: soon told


def _value(option: click.Option, chance: random.Random) -> str:
    """A value for an option: often one that it may like."""
    if isinstance(option.type, click.Choice) and chance.random() < 0.8:
        return str(chance.choice(option.type.choices))
    if option.type.name.startswith("integer") and chance.random() < 0.8:
        return str(chance.choice((0, 1, 2, 3, 5, 8, 20, 1000)))
    words = LIKELY.get(option.opts[0], WORDS) if chance.random() < 0.7 else WORDS
    return chance.choice(words)


def _content(chance: random.Random, texts: list[bytes]) -> bytes:
    """A text: a sample, one that was a sample, letters of a format, or noise."""
    kind = chance.random()
    if kind < 0.15:
        return chance.choice(texts)
    if kind < 0.9:
        data = chance.choice(texts) if kind < 0.6 else _made(chance)
        if kind > 0.7:
            return data
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            data = mutated(data, chance)
    else:
        letters = chance.choice(ALPHABETS)
        data = bytes(chance.choices(letters, k=chance.choice((1, 4, 20, 80))))
    return LONG.sub(lambda match: match[0][:2], data)  # large work is for other tests


def _made(chance: random.Random) -> bytes:
    """A board with any mines, or what a player may see of it, true or not quite."""
    rows, cols, share = chance.randint(1, 6), chance.randint(1, 8), chance.choice((0.1, 0.2, 0.3, 0.6))
    cells = range(rows * cols)
    mines = [cell for cell in cells if chance.random() < share]
    board = Board.of((rows, cols), mines)
    if chance.random() < 0.5:
        return f"{rows} {cols}\n{board}\n".encode()
    cleared = [cell for cell in cells if chance.random() < 0.5 and cell not in mines]
    flagged = [cell for cell in cells if chance.random() < 0.05 and cell not in cleared]
    return str(board.view(cleared, flagged, total=chance.random() < 0.5)).encode()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The text with one thing changed."""
    one, two = sorted(chance.choices(range(len(data) + 1), k=2))
    piece = data[one : min(two, one + 40)]
    byte = bytes([chance.choice(chance.choice(ALPHABETS))])
    other = chance.choice(TEXTS)
    changed = [
        data[:one] + byte + data[one + 1 :],
        data[:one] + data[one + len(piece) :],  # left out
        data[:one] + piece + data[one:],  # twice
        data[:one],  # broken off
        data[:one] + bytes(old ^ 1 << chance.randrange(8) for old in data[one : one + 1]) + data[one + 1 :],
        data[:one] + other[chance.randint(0, len(other)) :],
        data[two:] + data[:two],
        *[data[:one] + bytes(chance.choices(data, k=1) if data else ()) + data[one + 1 :]]
        * 3,  # a letter of its own
    ]
    return chance.choice(changed)


_NOTES = re.compile(
    r"^((board \d+: )?start r\d+c\d+|wrote .+|.*: took (rows between blank lines for one|no blank) .*)\n",
    re.MULTILINE,
)
"""What is said on standard error that is no error."""


def broken(arguments: list[str], data: bytes) -> str:
    """Which promise the call breaks, in a line or a traceback; empty where it keeps all."""
    try:
        done = called(arguments, data)
    except BaseException:  # whatever it is, SystemExit too: it should not have come so far
        return traceback.format_exc()
    if done.status not in (0, 1, 2):
        return f"exit status {done.status}"
    refused = done.status == 2 or (done.status == 1 and "generate" in arguments)
    said = _NOTES.sub("", done.err).splitlines()
    if "review" in arguments and done.status == 2 and all(line.startswith("Error: ") for line in said):
        said = said[:1]  # a line for each file that it refuses
    if len(said) != refused:
        return f"exit status {done.status} with {done.err!r} on standard error"
    writes = {"--out", "--graph", "--svg", "--html", "--csv", "--plot"} & {*arguments}
    if ("cannot write" in done.err and not writes) or "Traceback" in done.err + done.out:
        return done.err + done.out
    special = {"--fields", "--help", "-h"} & {*arguments} or not arguments or arguments[0] not in COMMANDS
    if "--json" in arguments and not special and done.status != 2:
        try:
            [json.loads(line) for line in done.out.splitlines()]
        except ValueError as error:
            return f"no JSON: {error}"
    if "<svg" in done.out and not special:
        try:
            ElementTree.fromstring(done.out)
        except ElementTree.ParseError as error:
            return f"no XML: {error}"
    return ""


def calls(count: int, seed: int) -> list[tuple[str, list[str], bytes]]:
    """Makes so many calls; those that break a promise, with what it is."""
    chance = random.Random(seed)
    made = (call_of(chance) for _ in range(count))
    small = mock.patch.multiple(perfect, LAYOUTS=200, COMPILED=200)  # large work is for other tests
    with chdir(SCRATCH), small:
        return [
            (complaint, arguments, data) for arguments, data in made if (complaint := broken(arguments, data))
        ]


_VIEW = View.parse("mines 3 ###1 ###1 #311 #100")
_LADDER = Board.parse("..... .M.M. ..... M..M. .....")
_OWN = Production("own", lambda memory, site: None)
CALLED: dict[str, tuple[Any, ...]] = {
    "answer": ({"verb": "hint", "position": "1##"},),
    "balance": (_VIEW, "r1c3"),
    "rank_guesses": (_VIEW,),
    "check": (_VIEW, logicsweep.explain(_VIEW, "r1c3")),
    "check_flags": (_VIEW,),
    "checkers": (CheckersBoard(3, 5, (1, 0, 0, 2, 2, 0, 0, 0)),),
    "compare": (_LADDER, "r1c1"),
    "expert": (_VIEW,),
    "play_many": (_LADDER, "r1c1"),
    "add_player": (logicsweep.player_of("casual"),),
    "explain": (_VIEW, "r1c3"),
    "generate": (logicsweep.Demand((3, 4), 2), 1),
    "least_remaining": (_LADDER,),
    "next_step": (_VIEW,),
    "oneclick": (3, 4, 2),
    "over_starts": (_LADDER, "casual"),
    "path": (_LADDER, "r1c1"),
    "perfect": ((2, 3), 2),
    "play": (_LADDER, "r1c1"),
    "player_of": ("casual",),
    "random_board": ((3, 4), 2, 1),
    "random_mined": ((3, 4), 2, 1, 2),
    "refute": (_VIEW, "r1c3"),
    "reveal": (Matrix.parse("EEM EEE"), (0, 0)),
    "review": (_LADDER, [("open", "r1c1")]),
    "risks": (_VIEW,),
    "sentence": (_VIEW, logicsweep.explain(_VIEW, "r1c3")),
    "solve_many": ([_VIEW, _VIEW],),
    "start_classes": (_LADDER,),
    "svg": (_LADDER,),
    "both_ways": (_VIEW, "r3c1"),
    "iter_firings": (_LADDER, "r1c1"),
    "why": (_VIEW, "r1c3"),
    "Demand": ((3, 4), 2),
    "Player": ("patient", "p", (_OWN,)),
    "Position": (_VIEW,),
    "Production": ("own", _OWN.condition),
    "Session": (_LADDER,),
    "Board": (_LADDER.graph, _LADDER.mined),
    "View": (_VIEW.graph, _VIEW.marks),
    "Board.parse": ("M..",),
    "Board.of": ((1, 3), [0]),
    "View.parse": ("1##",),
    "View.from_rows": ([[1, None]],),
    "CellGraph.of": ((1, 3),),
    "CellGraph.grid": (1, 3),
    "CellGraph.torus": (3, 3),
}
"""Calls of the library that are answered: what each takes by position."""
METHODS: dict[str, Any] = {
    "session.click": logicsweep.Session(_LADDER).click,
    "solution.verdict": logicsweep.expert(_VIEW).verdict,
    "comparison.easiest": logicsweep.compare(_VIEW).easiest,
    "run.before": logicsweep.play(_LADDER, "r1c1").before,
    "player.production": logicsweep.player_of("casual").production,
}
CALLED |= dict.fromkeys(METHODS, ("r1c3",)) | {"run.before": (1,), "player.production": ("all-found",)}
CALLED |= {"comparison.easiest": ("casual",)}
_KINDS = [None, True, 3, -1, 10**30, 1.5, 1 + 2j, "x", "", b"x", "r1c1", "casual", (1, 2), {"casual": 1}]
_MORE = [[], (), {}, set(), [None], [[1]], lambda *_: None, _VIEW, _LADDER, _VIEW.graph, (_OWN,)]
ODD = [*_KINDS, *_MORE, logicsweep.expert(_VIEW)]


def library_call_of(chance: random.Random) -> tuple[str, list[Any], dict[str, Any]]:
    """A call of the library with one argument, or two, of any kind."""
    name = chance.choice([*CALLED])
    taken = [*inspect.signature(_function(name)).parameters]
    given = [*CALLED[name]]
    options: dict[str, Any] = {}
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(taken))
        if at < len(given):
            given[at] = chance.choice(ODD)
        else:
            options[taken[at]] = chance.choice(ODD)
    return name, given, options


def _function(name: str) -> Any:
    return METHODS.get(name) or attrgetter(name)(logicsweep)


def library_calls(count: int, seed: int) -> list[tuple[str, str]]:
    """Makes so many calls of the library; those that raise anything but an error of its own of one line."""
    chance, wrong = random.Random(seed), []
    for name, given, options in (library_call_of(chance) for _ in range(count)):
        try:
            found = _function(name)(*given, **options)
            repr(next(found, None) if isinstance(found, Iterator) else found)
        except LogicsweepError as error:
            complaint = f"several lines: {error}" if "\n" in str(error) else ""
        except Exception:
            complaint = traceback.format_exc()
        else:
            complaint = ""
        if complaint:
            said = [repr(one) for one in given] + [f"{key}={value!r}" for key, value in options.items()]
            wrong.append((complaint, f"{name}({', '.join(said)})"))
    return wrong


def command(arguments: list[str], data: bytes) -> str:
    """A line for bash that repeats a call."""
    quoted = "".join(f"\\x{byte:02x}" for byte in data)
    spelled = [
        shlex.quote(one) if one.isascii() and one.isprintable() else f"$'{_escaped(one)}'"
        for one in arguments
    ]
    return f"printf '{quoted}' | logicsweep {' '.join(spelled)}"


def _escaped(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


@click.command()
@click.argument("count", type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Make COUNT calls and print those that break a promise; exit status 1 if one does."""
    begin, seen = time.process_time(), Counter[str]()
    for block in range(0, count, 1000):
        size, start = min(1000, count - block), seed * 1_000_003 + block
        shown = [(why, command(*call)) for why, *call in calls(size - size // 4, start)]
        for complaint, call in shown + library_calls(size // 4, start):
            kind = complaint.strip().splitlines()[-1][:200]
            seen[kind] += 1
            if seen[kind] == 1:
                print(f"{complaint.rstrip()}\n{call}\n", flush=True)
    spent = time.process_time() - begin
    print(
        f"{count} calls in {spent:.0f} s of CPU ({1000 * spent / count:.1f} ms each): {seen.total()} broken"
    )
    for kind, times in seen.most_common():
        print(f"{times:8} {kind}")
    sys.exit(1 if seen else 0)


if __name__ == "__main__":
    main()
