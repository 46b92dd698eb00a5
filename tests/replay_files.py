"""Small replays for tests: evf made by ms-toollib, avf by what is published of the format; an rmv and an mvf.

Clicks are (event, x, y) in pixels from the board's corner, 16 to a cell; the events `mv`, `lc`, `lr`, `rc`,
`rr` are named as ms-toollib does. `mines` are (row, col), from 0.
"""

from base64 import b64decode

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


MINES = [(0, 0), (3, 3)]
CLICKS = [*click(2, 1), *click(4, 0)]
MAKERS = {"avf": avf, "evf": evf}
RMV = b64decode(
    "KnJtdgABAAAAAAAoAAYAAAAAAAAABQAAAAAAAAAuLi4uLi4uLiAgNy4uLi4uLi4uLi4uLi4uLi4xNjAwNTUwMDAwLi5WaWVubmEA"
    "AQVUb21teQAAAAAEBQACAAADAwAAAAMBAwAAAAAAJABgAgAAAQAAFACAAwAAAgAAFACADw=="
)
MVF = b64decode(
    "EU1pbmVzd2VlcGVyIENsb25lICAgICAgICAgNSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAB"
    "AgfYAQIDAQEAAgAAAAAAAAAAAAAAAAQFAAIBAQQEBVRvbW15BNIAAAUYAQIAABkBAgAEGAECAICJAAIAhIgABgAA"
)
SMALL = {form: make(5, 4, MINES, CLICKS) for form, make in MAKERS.items()} | {"rmv": RMV, "mvf": MVF}
