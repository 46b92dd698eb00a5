"""Every reader of the table on what it must refuse: random bytes, and what it wrote with mistakes put in."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import boards_of
from test_formats import judge_boards

from logicsweep import formats
from logicsweep.boards.many import with_starts
from logicsweep.errors import InvalidInput

REPLAYS = {"avf", "evf", "rmv", "mvf"}  # each is read in a process of its own: they have their tests
ROWS = {f"{row.name}, {row.holds}": row for row in formats.FORMATS if row.name not in REPLAYS}
ODD = [b"", b"\0", b"\n", b"\xff\xfe", b"PK\3\4", b"\x1f\x8b\x08", b"9" * 40, b"-1", b"\xed\xa0\x80"]
ODD += [b"{" * 9000, b"[[" * 9000, b"1" * 9000]


def read_all(row, data):
    """Read content as a whole and in blocks, alike: boards with starts, or views; the line of a refusal."""
    cut = [data[at : at + 7] for at in range(0, len(data), 7)]
    whole = read_blocks(row, [data] if row.binary else [formats.decoded(data)])
    assert read_blocks(row, cut if row.binary else formats.whole_lines(cut, "odd")) == whole
    return whole


def read_blocks(row, blocks):
    found, error = [], ""
    try:
        for one in row.read(blocks, "odd"):
            found += with_starts(one) if row.holds == "boards" else [one]
    except InvalidInput as refusal:
        error = str(refusal)
        assert "\n" not in error and refusal.place.startswith("odd"), error
    return found, error


def mutated(chance, data):
    """The bytes with a few of them changed, left out, doubled or put elsewhere."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(found))
        end = min(len(found), at + chance.choice((0, 1, 1, 2, 9)))
        match chance.randrange(4):
            case 0:
                found[at:end] = bytes(chance.choices(data or b"0", k=end - at))
            case 1:
                found[at:end] = chance.randbytes(end - at)
            case 2:
                found[at:end] = b""
            case _:
                found[at:at] = found[at:end] * 2
    return bytes(found)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_odd_content_is_read_or_refused_in_one_line(row):
    for data in ODD:
        read_all(row, data)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
@given(st.binary(max_size=60))
def test_random_bytes_are_read_or_refused_in_one_line(row, data):
    read_all(row, data)


@pytest.mark.parametrize(
    "row", [row for row in ROWS.values() if row.write], ids=lambda row: f"{row.name}, {row.holds}"
)
@given(board=judge_boards(), seed=st.integers(0, 2**32), total=st.booleans())
def test_what_a_format_wrote_with_mistakes_in_it_is_read_or_refused_in_one_line(row, board, seed, total):
    chance = random.Random(seed)
    cleared = [i for i, mine in enumerate(board.mined) if not mine and chance.random() < 0.5]
    one = board if row.holds == "boards" else board.view(cleared, total=total)
    try:
        content = row.write([one])
    except InvalidInput:
        content = row.write([board.view(cleared, total=not total)])
    data = content.encode() if isinstance(content, str) else content
    for _ in range(8):
        found, _ = read_all(row, mutated(chance, data))
        content = row.write(boards_of(found) if row.holds == "boards" else found) if found else ""
        again = content if isinstance(content, bytes) else content.encode()
        assert not found or read_all(row, again) == (found, "")
