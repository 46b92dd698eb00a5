"""Positions and fields on the command line: what is concluded, several in a file, what is refused."""

import json

import pytest
from conftest import SAMPLES
from hypothesis import given
from hypothesis import strategies as st
from in_process import called, invoke, mistake, printed
from oracles import safe_cells
from strategies import STRONGEST, examples, views
from test_format_table import BARS, BYTES
from test_formats import judge_boards

from logicsweep import PLAYERS, Board, CellGraph, InvalidInput, View, formats, path
from logicsweep.boards.board import FLAG
from logicsweep.boards.many import Boards
from logicsweep.formats import graph, judge, position
from logicsweep.verbs.reading import READS, Opened

ENDGAME = SAMPLES / "endgame.txt"


TIGHT = b"mines 1\n000\n000\n121\n###\n"
TWO = "###\n121\n000\n\nmines 1\n1#\n11\n"


def test_trace_logs_what_a_player_concludes_from_a_position():
    lines = invoke("trace", "--player", "overlap", ENDGAME).out.splitlines()
    assert lines[0] == "position 1: 4 x 4, 3 mines; overlap"
    assert "FIRE 4 overlap at r3c2 - r4c2 (x = r3c2, m = 3, y = r4c2, n = 1): f-4,f-7,f-12" in lines
    assert lines[-10:-8] == ["before     after", "    1234       1234"]
    assert lines[-8:] == [
        "r1  ###1   r1  ##?1",
        "r2  ###1   r2  F?F1",
        "r3  #311   r3  #311",
        "r4  #100   r4  #100",
        "",
        "4 firings: all-mines 1, all-found 2, overlap 1",
        "decided 4: 2 safe, 2 mines",
        "undecided 4: r1c1, r1c2, r3c1, r4c1",
    ]


def test_hint_of_a_player_who_decides_nothing_or_all():
    stuck = invoke("hint", "--player", "casual", input="#1#\n").out
    assert stuck.startswith("Casual is stuck: nothing more is certain.\ncasual: 2 covered cells")
    assert stuck.endswith("# not decided by casual\n")  # and does not say it again
    assert printed("hint", "--player", "casual", input="1#\n11\n")[0]["undecided"] == []
    assert "The flag at r1c2 is wrong" in invoke("hint", "--player", "overlap", input="#F#\n121\n000\n").out
    assert printed("hint", "--player", "overlap", input="#F#\n121\n000\n")[0]["wrong_flags"] == ["r1c2"]
    compared = ("compare", "--players", "casual,overlap")
    assert printed(*compared, input="#F#\n121\n000\n")[0]["wrong_flags"] == ["r1c2"]
    assert printed(*compared, input="F##\n121\n000\n")[0]["wrong_flags"] == []
    assert printed("hint", "--player", "casual", "--trust-flags", input="F#\n1#\n")[0]["safe"] == [
        "r1c2",
        "r2c2",
    ]


def test_hint_answers_each_position_of_a_file_with_its_number():
    text = invoke("hint", input=TWO).out
    first, second = text.split("\n\n")
    assert first.startswith(
        "position 1: Clear r1c2: it is safe.\nexpert: 3 covered cells, mine total unknown\n"
    )
    assert second.startswith(
        "position 2: Nothing is safe yet: r1c2 is a mine.\nexpert: 1 covered cell, 1 mine\n"
    )
    assert [(one["position"], one["player"]) for one in printed("hint", input=TWO)] == [
        (1, STRONGEST),
        (2, STRONGEST),
    ]
    assert invoke("hint", "--board", "2", input=TWO).out == second.replace("position 2: ", "")
    assert [one["mines"] for one in printed("hint", "--mines", "1", "--board", "2", input=TWO)] == [["r1c2"]]


@pytest.mark.parametrize("verb", ["hint", "compare"])
def test_answers_before_a_mistake_or_a_contradiction_are_printed(run, verb):
    for bad, message in (
        ("1#\n1h\n", "<stdin>:6:2: expected '0' to '8', '#', 'F' or '?', got 'h'\n"),
        ("###\n131\n000\n", "position 2: r2c1=1 and r2c2=3 cannot both hold\n"),
    ):
        done = run(verb, input=f"###\n121\n000\n\n{bad}\n1#\n11\n")
        assert (done.returncode, done.stderr) == (2, message)
        assert done.stdout.startswith("position 1: ")
        assert "position 2" not in done.stdout


@pytest.mark.parametrize(
    "call", ["why r4c3", "trace", "compare", "hint", *[f"hint --player {name}" for name in PLAYERS]]
)
def test_a_position_without_a_layout_is_refused_by_every_verb(call):
    assert called(call.split(), TIGHT) == (2, "", "r3c2=2 cannot hold with 1 mine in all\n")


@given(views(most_covered=6), st.data())
@examples(40)
def test_more_flags_than_mines_are_claims_as_any_others(view, data):
    """Each verb answers as without the flags; trusted, they clash."""
    covered = view.covered
    if len(covered) < 2 or view.graph.kind != "grid":
        return
    flags = data.draw(st.sets(st.sampled_from(covered), min_size=2))
    total = data.draw(st.integers(0, len(flags) - 1))
    plain = View(view.graph, view.without_flags().marks, total)
    flagged = View(view.graph, tuple(FLAG if i in flags else m for i, m in enumerate(plain.marks)), total)
    cell = view.graph.name(covered[0])
    for verb in (["hint"], ["hint", "--player=overlap"], ["trace"], ["why", cell], ["compare"]):
        without, found = (called([*verb, "--json"], f"{one}\n".encode()) for one in (plain, flagged))
        assert (found.status, found.err) == (without.status, without.err)
        if verb == ["hint"] and found.out:
            hint = json.loads(found.out)
            wrong = [one for one in hint["safe"] if view.graph.find(one, "") in flags]
            assert hint["wrong_flags"] == wrong
            assert bool(hint["flags_clash"]) == (not wrong)
            same = json.loads(without.out)
            if any(view.graph.find(one, "") in flags for one in hint["mines"]):
                same["headline"] = hint["headline"]  # it advises no flag that is there already
            assert hint | {"wrong_flags": [], "flags_clash": None} == same
    trusting = called(["hint", "--trust-flags"], f"{flagged}\n".encode())
    assert (trusting.status, trusting.out, trusting.err.count("\n")) == (2, "", 1)


# --- fields -------------------------------------------------------------------------------------------------

MAKERS = {"torus": CellGraph.torus, "hex": CellGraph.hexagonal}


@st.composite
def on_fields(draw):
    """The name of a field that is no grid, and a board on it."""
    name, board = draw(st.sampled_from([*MAKERS])), draw(judge_boards())
    return name, Board(MAKERS[name](*board.graph.shape), board.mined)


@pytest.mark.slow
@given(on_fields(), st.data())
@examples(60)
def test_verbs_take_rows_on_a_field_as_what_tells_its_field(named, data):
    name, board = named
    safe = safe_cells(board)
    start = ["--start", board.graph.name(data.draw(st.sampled_from(safe)))]
    why = ["why", board.graph.name(data.draw(st.integers(0, len(board.mined) - 1)))]
    view = board.view(data.draw(st.sets(st.sampled_from(safe))), total=data.draw(st.booleans()))
    alike = [why, ["trace"], ["path"], ["compare"]]
    played = [["solve", "--starts"], ["compare", "--start=all", "--players=casual"]]
    played += [[*line, *start, "--json"] for line in alike]
    concluded = [[*line, "--json"] for line in (["hint"], *alike)]
    for form, lines, rows, told in (
        ("judge", played, judge.write([board]), graph.write_boards([board])),
        ("position", concluded, position.write([view]), graph.write_views([view])),
    ):
        for line in lines:
            done = called([*line, "--field", name, "--from", form], rows.encode())
            assert (done.status in (0, 1), done.err) == (True, ""), (done, rows)
            assert done.out == called(line, told.encode()).out
    assert list(position.read([position.write([view])], field=MAKERS[name])) == [view]


@given(on_fields(), st.data())
@examples(30)
def test_what_is_drawn_reads_back(named, data):
    name, board = named
    start = data.draw(st.sampled_from(safe_cells(board)))
    line = ["path", "--field", name, "--draw", "--start", board.graph.name(start)]
    *drawings, _ = called(line, judge.write([board]).encode()).out.split("\n\n")
    for drawing, state in zip(drawings, path(board, start).views(), strict=True):
        text = "\n".join([row[4:] for row in drawing.split("\n")[-board.graph.shape[0] :]])
        [view] = position.read([text], field=MAKERS[name])
        assert (view.graph, view.marks) == (board.graph, state.marks)


def test_a_hexagon_has_six_neighbours_at_most():
    [view] = position.read(["###\n#6#\n###\n"], field=CellGraph.hexagonal)
    assert view.drawing == "# # #\n # 6 #\n# # #"
    assert Board.parse("M . .\n . . M", CellGraph.hexagonal) == Board.parse("M.. ..M", CellGraph.hexagonal)
    with pytest.raises(InvalidInput, match=r"^p:2:4: expected a clue of at most 6 \(its covered .*, got 7$"):
        list(position.read(["# # #\n # 7 #\n# # #\n"], "p", field=CellGraph.hexagonal))


@pytest.mark.parametrize(
    ("verb", "row", "content"), [("trace", BARS, b"|ox|\n"), ("hint", BYTES, bytes([0, 2, 0]))]
)
def test_a_format_of_grids_refuses_other_fields_by_name(verb, row, content, monkeypatch):
    monkeypatch.setattr(formats, "FORMATS", [*formats.FORMATS, row])
    message = f"--field: expected no other field than grid for {row.name}, got torus\n"
    assert called([verb, "--field", "torus"], content) == (2, "", message)
    assert called([verb, "--field", "grid"], content).out == called([verb], content).out


def test_a_format_may_tell_its_field_or_take_any_and_first_clicks_stay():
    torus = BARS._replace(read=lambda *_: [Boards.of([Board.parse("M.\n..", CellGraph.torus)])])
    [told] = Opened(torus, "x", iter([b""]), CellGraph.torus).boards()
    assert told.groups[0][0] == CellGraph.torus(2, 2)
    with pytest.raises(InvalidInput, match=r"^field: expected no other field than torus for bars, got grid$"):
        list(Opened(torus, "x", iter([b""]), CellGraph.grid).boards())
    row = BARS._replace(fields=True)
    [batch] = Opened(row, "x", iter([b"|oox|\n|xoO|\n"]), CellGraph.torus).boards()
    assert (batch.groups[0][0], batch.starts) == (CellGraph.torus(2, 3), [5])


def test_every_verb_that_reads_boards_or_positions_has_the_option():
    for verb in [verb for verb, kinds in READS.items() if kinds != ("games",)]:
        done = called([verb, *["r1c1"] * (verb == "why"), "--field", "round"])
        assert done == (2, "", "--field: expected one of grid, torus, hex, got 'round'\n")


@pytest.mark.parametrize(
    ("rows", "more", "first"),
    [
        ("1#\n", [], "Nothing is safe yet: r1c2 is a mine."),
        ("#1#\n", [], "You have to guess: r1c1 and r1c3 are equally safe."),
        ("mines 2\n1###\n####\n", [], "You have to guess: r1c3 and 3 other cells are equally safe."),
        ("mines 2\n1##\n1##\n", ["--guess"], "You have to guess: r1c3 and 3 other cells are equally good."),
        ("#1#\n", ["--player", "casual"], "Casual is stuck: nothing more is certain."),
        ("1#1#\n1#1#\n", ["--player", "casual"], "Casual is stuck. Overlap knows r1c4."),
        ("1F\n", [], "Nothing is left to clear: each covered cell is a mine."),
    ],
)
def test_a_hint_says_first_what_to_do(rows, more, first):
    assert invoke("hint", *more, input=rows).out.splitlines()[0] == first


BOTH = [verb for verb, kinds in READS.items() if len(kinds) == 2 and verb not in ("rules", "graph")]
CALLS = {"why": ["why", "r1c1"], "convert": ["convert", "--to", "mine"]}


BROKEN = [
    "1.1.",
    "1_1_",
    "1-x",
    "1xx\n..x",
    "hello",
    "M.x",
    "12\n..",
    "3 3\n...\n.#.\n...",
    "1x1xxx",
    "11\n1x",
]


@pytest.mark.parametrize("text", BROKEN)
def test_every_verb_refuses_a_broken_text_with_the_same_words(text):
    assert len({mistake(CALLS.get(verb, [verb]), f"{text}\n".encode()) for verb in BOTH}) == 1


@pytest.mark.parametrize("sign", [".", "_", "-", "x", "*"])
def test_an_unknown_sign_comes_with_the_options_that_read_it(sign):
    told = mistake(["hint"], f"1{sign}1\n".encode())
    assert told.endswith(
        f"got '{sign}' (--covered '{sign}' reads it as a covered cell, --empty '{sign}' as a 0)\n"
    )
    assert invoke("hint", "--covered", sign, input=f"1{sign}1\n").out == invoke("hint", input="1#1\n").out


@pytest.mark.parametrize("verb", BOTH)
def test_signs_of_a_screenshot_are_read_by_every_verb(verb):
    call = CALLS.get(verb, [verb])
    typed, usual = "mines: 1\n  1.\n  11\n\n\n\n11\n..\n", "mines 1\n001#\n0011\n\n\n\n11\n##\n"
    found = invoke(*call, "--covered", ".", "--empty", " ", "--mines", "1", input=typed).out
    assert found == invoke(*call, "--mines", "1", input=usual).out


def test_a_text_given_as_an_argument_gets_the_error_of_a_file():
    for text in ("...\n.#.\n...", "3 3\n...\n.#.\n..."):
        told = mistake(["hint", text])
        assert told == mistake(["hint"], text.encode()).replace("<stdin>", "<argument>")
    assert invoke("hint", "--covered", ".", "1.1...").out == invoke("hint", "1#1###").out


def test_the_live_page_proposes_other_signs_too():
    pytest.importorskip("starlette", reason="starlette comes with the extra `live`")
    pytest.importorskip("uvicorn", reason="uvicorn comes with the extra `live`")
    assert "(--covered '.' reads it" in mistake(["live", "...\n.#."])


def test_rows_of_blanks_and_missing_blanks_are_empty_cells():
    typed = " \n 11\n 1.\n"
    assert (
        invoke("convert", "--to", "position", "--covered", ".", "--empty", " ", input=typed).out
        == "000\n011\n01#\n"
    )
    assert mistake(["hint", "--covered", "--json"]) == "--covered: expected signs such as ., got '--json'\n"
    assert "(--covered ' ' or --empty ' ' if blanks are cells)" in mistake(["hint"], b"1 #\n1##\n")
    told = called(["hint"], b"##1 1##\n##1 1##\n").err
    options = "--empty ' ' reads each as a 0, --covered ' ' as a covered cell"
    assert told == f"<stdin>:1: took no blank for a cell ({options})\n"
    told = called(["hint"], b"mines 1\n##1 \n#11 \n").err
    assert told.startswith("<stdin>:2: took no blank for a cell")
    assert not called(["hint"], b"##1 \n#11\n").err
    assert not called(["hint"], b"# 1 #\n # 1 #\n").err
    assert mistake(["hint", "--covered", ".", "--empty", "."], b"1.\n") == (
        "--empty: expected other signs than those for covered cells, got '.'\n"
    )
