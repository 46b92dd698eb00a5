"""Small replays for tests: evf made by ms-toollib, avf, rmv and mvf by what is published of the formats.

Clicks are (event, x, y) in pixels from the board's corner, 16 to a cell; the events `mv`, `lc`, `lr`, `rc`,
`rr` are named as ms-toollib does. `mines` are (row, col), from 0.
"""

from math import cos, sin, sqrt

SIDE = 16
_ENDED = (3, 4)  # states of a game: won, lost


def click(row, col):
    """A left click in the middle of a cell."""
    x, y = col * SIDE + 8, row * SIDE + 8
    return [("lc", x, y), ("lr", x, y)]


def avf(rows, cols, mines, clicks, name=b"Tommy"):
    """As Minesweeper Arbiter writes it; facts: ms-toollib's `avf_video.rs` and the rawvf project."""
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (16, 30, 99): 5}.get((rows, cols, len(mines)), 6)
    head = bytes([1, 0, 0, 0, 0, level])
    if level == 6:
        head += bytes([cols - 1, rows - 1]) + len(mines).to_bytes(2)
    board = b"".join(bytes([row + 1, col + 1]) for row, col in mines)
    size = b"W%dH%dM%d|" % (cols, rows, len(mines)) if level == 6 else b""
    text = b"[%d|%s3.9.2025.17:00:08:6660|3.17:00:14:081|B7T1.04]" % (level - 3, size)
    return (
        head
        + board
        + b"\x06\xa0\xc8\x8f\xa1\x97\xd1\x07\x08\x0b\x0a\x7f9"
        + text
        + b"\x11"
        + b"".join(_avf_event(number, *one) for number, one in enumerate(clicks))
        + bytes(8)
        + b"cs:1 RealTime:0.04 Skin: none\r"
        + name
        + b"\r"
    )


def _avf_event(number, event, x, y):
    code = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17}[event]
    seconds, hundredths = number // 100 + 1, number % 100
    return bytes(
        [code, x >> 8, seconds & 255, x & 255, hundredths, y >> 8, seconds >> 8, y & 255],
    )


def rmv(rows, cols, mines, clicks, name=b"Tommy"):
    """As Viennasweeper writes version 1; facts: ms-toollib's `rmv_video.rs`, sweeping-view.

    The left button goes down where the first event is: that is left out of the file.
    """
    result = b"\0" + b"." * 8 + b"  7" + b"." * 16 + b"1600550000" + b".."
    version, player = b"Vienna", b"\0\1" + bytes([len(name)]) + name
    board = bytes([cols, rows]) + len(mines).to_bytes(2) + b"".join(bytes([col, row]) for row, col in mines)
    properties = bytes([0, 0, 0, 3, 1])
    sizes = (40).to_bytes(2) + len(version).to_bytes(2) + bytes(6) + len(properties).to_bytes(2) + bytes(6)
    codes = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5}
    events = b"".join(
        bytes([codes[event]]) + (number << 8).to_bytes(4) + (x + 12).to_bytes(2) + (y + 56).to_bytes(2)
        for number, (event, x, y) in enumerate(clicks[1:] if clicks[0][0] == "lc" else clicks)
    )
    head = b"*rmv\0\1" + bytes(4) + sizes
    return head + result + version + player + bytes(4) + board + properties + events + b"\x0f"


def mvf(rows, cols, mines, clicks, name=b"Tommy", leading=1234):
    """As Minesweeper Clone 0.97 writes it; facts: ms-toollib's `mvf_video.rs` and the rawvf project."""
    head = b"\x11Minesweeper Clone".ljust(27) + b"5"
    date = bytes([1, 2]) + (2008).to_bytes(2) + bytes([1, 2, 3])
    board = bytes([cols, rows]) + len(mines).to_bytes(2)
    board += b"".join(bytes([col + 1, row + 1]) for row, col in mines)
    events, places, left, right = b"", _mvf_places(leading), 0, 0
    for number, (event, x, y) in enumerate([("mv", *clicks[0][1:]), *clicks]):
        left = {"lc": 1, "lr": 0}.get(event, left)
        right = {"rc": 1, "rr": 0}.get(event, right)
        bits = [right, 0, left]
        for value, width in ((y, 9), (x, 9), (number, 7), (0, 10)):
            bits += [value >> bit & 1 for bit in range(width)]
        packed = bytearray(5)
        for bit, place in zip(bits, places, strict=False):
            packed[place // 8] |= bit << place % 8
        events += bytes(packed)
    stats = bytes([1, 1]) + b"\0\2\0" + bytes(10) + b"\0"
    end = bytes([len(name)]) + name + leading.to_bytes(2) + (len(clicks) + 1).to_bytes(3) + events
    return head.ljust(74) + date + stats + board + end


def _mvf_places(leading):
    """Where the bits of an event are: the file's permutation follows from two of its bytes."""
    first, second = sqrt(leading), sqrt(leading + 1000)
    third = sqrt(first + 1000)
    digits = "".join(
        f"{round(abs(one) * 1e8):08d}"
        for one in (
            cos(third + 1000),
            sin(sqrt(second)),
            cos(third),
            sin(sqrt(first) + 1000),
            cos(sqrt(second + 1000)),
        )
    )
    return [place for digit in "0123456789" for place in range(40) if digits[place] == digit]


def evf(rows, cols, mines, clicks, version=3, name="Tommy"):
    """As Metasweeper writes it: by ms-toollib, where the game is played, and lost if it is not won."""
    import ms_toollib

    cells = [[0] * cols for _ in range(rows)]
    for row, col in mines:
        cells[row][col] = -1
    video = ms_toollib.BaseVideo(ms_toollib.cal_board_numbers(cells), SIDE)
    for event, x, y in [*clicks, *click(*mines[0])]:
        if video.game_board_state not in _ENDED:
            video.step(event, (y, x))
    video.software, video.country, video.unique_identifier = "logicsweep", "XX", "none"
    video.player_identifier, video.race_identifier = name, ""
    video.is_fair = video.is_official = False
    video.use_question = video.use_cursor_pos_lim = video.use_auto_replay = False
    getattr(video, f"generate_evf_v{version}_raw_data")()
    return bytes(video.raw_data)


MAKERS = {"avf": avf, "evf": evf, "rmv": rmv, "mvf": mvf}
