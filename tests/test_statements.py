"""The examples of the four problems, character for character as their statements print them.

Sources:
- *Data Mining?*: ACM Mid-Central Regional 2003, problem E; its sample also begins the judges' own input.
- *Minesweeper*: https://leetcode.com/problems/minesweeper/ . The form of 2017 (single quotes, `Click : `) is
  in the READMEs of sungminoh/algorithms and zacw7/LeetCodeSolution; today's is `board = ..., click = ...`.
- *Minesweeper Master*: Google Code Jam 2014, qualification, problem C. Any board will do as an answer.
- *MegaCheckers*: https://www.urionlinejudge.com.br/repository/UOJ_1404_en.html , now beecrowd 1404.
"""

import re

import pytest
from conftest import refusal
from in_process import called
from oracles_puzzles import is_one_click_win

from logicsweep.boards.board import Board
from logicsweep.puzzles.reveal import reveal_text

DATA_MINING = """\
3 3
...
...
MM.
3 4
M.M.
.M.M
M.M.
7 5
.....
.....
MMM..
M.M..
MMM..
.....
.....
4 4
...M
....
....
M...
0 0
"""
OLD_LEETCODE = [
    (
        """\
Input: 

[['E', 'E', 'E', 'E', 'E'],
 ['E', 'E', 'M', 'E', 'E'],
 ['E', 'E', 'E', 'E', 'E'],
 ['E', 'E', 'E', 'E', 'E']]

Click : [3,0]
""",  # noqa: W291  # as printed
        """\
[['B', '1', 'E', '1', 'B'],
 ['B', '1', 'M', '1', 'B'],
 ['B', '1', '1', '1', 'B'],
 ['B', 'B', 'B', 'B', 'B']]
""",
    ),
    (
        """\
Input: 

[['B', '1', 'E', '1', 'B'],
 ['B', '1', 'M', '1', 'B'],
 ['B', '1', '1', '1', 'B'],
 ['B', 'B', 'B', 'B', 'B']]

Click : [1,2]
""",  # noqa: W291  # as printed
        """\
[['B', '1', 'E', '1', 'B'],
 ['B', '1', 'X', '1', 'B'],
 ['B', '1', '1', '1', 'B'],
 ['B', 'B', 'B', 'B', 'B']]
""",
    ),
]
COVERED = '[["E","E","E","E","E"],["E","E","M","E","E"],["E","E","E","E","E"],["E","E","E","E","E"]]'
OPENED = '[["B","1","E","1","B"],["B","1","M","1","B"],["B","1","1","1","B"],["B","B","B","B","B"]]'
NEW_LEETCODE = [
    (f"Input: board = {COVERED}, click = [3,0]\n", f"{OPENED}\n"),
    (f"Input: board = {OPENED}, click = [1,2]\n", f"{OPENED.replace('M', 'X')}\n"),
]
CODE_JAM = "5\n5 5 23\n3 1 1\n2 2 1\n4 7 3\n10 10 82\n"
CODE_JAM_ANSWER = """\
Case #1:
Impossible
Case #2:
c
.
*
Case #3:
Impossible
Case #4:
c......
.......
.......
....***
Case #5:
c........*
.........*
**********
**********
**********
**********
**********
**********
**********
**********
"""
MEGACHECKERS = """\
3 3
2 1 2 0 1
5 3
1 0 2 1 0 2 0 0
8 8
2 2 2 2 0 0 0 0 2 2 2 2 0 0 0 0 2 2 2 2 0 0 0 0 2 2 2 2 0 1 0 0
0 0
"""
SAMPLES = [
    ("solve", DATA_MINING, "0\n5\n1\n0\n"),
    *[("reveal", *sample) for sample in OLD_LEETCODE + NEW_LEETCODE],
    ("oneclick", CODE_JAM, CODE_JAM_ANSWER),
    ("checkers", MEGACHECKERS, "1\n2\n7\n"),
]
PASTED = {
    "as printed": lambda text: text,
    "no newline at the end": lambda text: text[:-1],
    "blank lines": lambda text: "\n" + text.replace("\n", "\n \n"),
    "blanks at line ends": lambda text: text.replace("\n", " \t\n"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "no 0 0 at the end": lambda text: text.removesuffix("0 0\n"),
}


@pytest.mark.parametrize(("verb", "text", "answer"), SAMPLES)
@pytest.mark.parametrize("pasted", PASTED)
def test_a_published_example_is_answered_however_it_was_pasted(verb, text, answer, pasted):
    assert called([verb, "-"], PASTED[pasted](text).encode()) == (0, answer, "")


def test_the_answers_to_code_jam_are_boards_that_one_click_wins():
    cases = re.split(r"Case #\d:\n", CODE_JAM_ANSWER)[1:]
    for line, picture in zip(CODE_JAM.splitlines()[1:], cases, strict=True):
        rows, cols, mines = map(int, line.split())
        if picture != "Impossible\n":
            board = Board.parse(picture.replace("c", ".").replace("*", "M"))
            assert (board.graph.shape, board.mine_count) == ((rows, cols), mines)
            assert is_one_click_win(board, board.graph.cells[picture.replace("\n", "").index("c")])


@pytest.mark.parametrize("gap", [" ", "\t", "\r", "\n\n", "\v\f "])
def test_solve_reads_numbers_and_rows_with_any_white_space_between(gap):
    text = gap.join(DATA_MINING.split())
    assert called(["solve", "-"], text.encode()) == (0, "0\n5\n1\n0\n", "")


@pytest.mark.parametrize(
    "text",
    [
        f"board = {COVERED}, click = [3,0]",
        f"Input:\nboard = {COVERED}\nclick = [3,0]\n",
        f"{COVERED}\n[3,0]\n",  # the box for test cases
        f"Input: {COVERED}\nClick: [ 3 , 0 ]",
        f"INPUT:{COVERED} CLICK:3,0",
    ],
)
def test_the_words_of_an_example_may_be_there_or_not(text):
    assert [*reveal_text(text)] == [OPENED]


@pytest.mark.parametrize("click", ["3,0", "[3,0]", " [3, 0] "])
def test_the_option_takes_a_click_with_brackets_and_overrides_that_of_the_text(click):
    assert [*reveal_text(COVERED, click)] == [OPENED]
    assert [*reveal_text(f"board = {COVERED}, click = [0,4]", click)] == [OPENED]
    assert "\n".join(reveal_text("EEEEE EEMEE EEEEE EEEEE", click)) == "B1E1B\nB1M1B\nB111B\nBBBBB"


CLICK = "expected a row and a column, counted from 0, such as 3,0"


@pytest.mark.parametrize(
    ("verb", "text", "message"),
    [
        ("reveal", "[['E', 'E'],\n ['E', 'M']]\nClick : [1,0", f"<stdin>:3:9: {CLICK}, got '[1,0'"),
        ("reveal", 'board = [["E"]], click = [0]', f"<stdin>:1:26: {CLICK}, got '[0]'"),
        ("reveal", 'board = [["E"]], click = [0,0]]', f"<stdin>:1:26: {CLICK}, got '[0,0]]'"),
        (
            "reveal",
            "Input:\n[['E', 'E'],\n ['E']]\nClick : [0,0]",
            "<stdin>:2:1 row 2: expected 2 letters as in the ",
        ),
        (
            "reveal",
            "Input:\n[['E', 'E'],\n ['E',",
            "<stdin>:3:7: expected JSON (Expecting value), got the end of the",
        ),
        (
            "reveal",
            "board = [['E', \"E\"]], click = [0,0]",
            "<stdin>:1:11: expected JSON (Expecting value), got ",
        ),
        (
            "reveal",
            "{'board': [['E']], 'click': [0,0]}",
            "<stdin>:1:2: expected JSON (Expecting property name ",
        ),
        ("solve", "3 3 ... .. MM. 0 0", "<stdin>:1:11: expected row 2 of 3 with 3 cells, got 2 in '..'"),
        ("solve", "3 3\r...\r...\r0 0\r", "<stdin>:4:2: expected row 3 of 3 with 3 cells, got 1 in '0'"),
        ("solve", "3 3\n...\n...\n", "<stdin>:3:4: expected row 3 of 3, got the end of the text"),
        ("solve", "1 2 M. 0", "<stdin>:1:8: expected a size 'rows cols', got '0'"),
        ("solve", "1 3 M . .", "<stdin>:1:6: expected row 1 of 1 with 3 cells, got 1 in 'M'"),
        (
            "checkers",
            "3 3\n2 1 2 0 1\n0\n",
            "<stdin>:3: expected two numbers N M, or 0 0 at the end, got 1 of them: ",
        ),
        ("checkers", "3 3\n", "<stdin>: expected 5 houses, got the end of the text"),
        ("checkers", "0 0\n3 3\n", "<stdin>:2: expected nothing after '0 0', got '3 3'"),
        ("oneclick", "2\r2 2 1\r", "<stdin>: expected case 2 of 2, numbers R C M, got the end of the text"),
    ],
)
def test_an_example_that_was_cut_or_changed_is_refused_in_its_place(verb, text, message):
    done = called([verb, "-"], text.encode())
    assert done.status == 2
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


def test_an_example_keeps_its_places_under_the_name_of_its_file():
    text = "Input: \n\n[['E', 'E'],\n ['E' 'M']]\n\nClick : [0,0]"
    found = refusal(lambda: [*reveal_text(text, source="f")])
    assert found == "f:4:7: expected JSON (Expecting ',' delimiter), got \"'M']]\""


@pytest.mark.parametrize(
    "text",
    [
        'Input: board = [["E"]], click = [0,0]\nOutput: [["B"]]',
        'Input:\n\n[["E"]]\n\nClick : [0,0]\n\nOutput: \n\n[["B"]]\n\nExplanation:\n',
    ],
)
def test_the_output_of_an_example_may_follow_its_click(text):
    assert called(["reveal"], text.encode()) == (0, '[["B"]]\n', "")
