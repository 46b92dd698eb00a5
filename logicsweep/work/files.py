"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress


def replace_file(path: str, data: bytes, mode: int | None = None) -> None:
    """Write all of a file or nothing: beside it first, under another name that it then takes over; `mode` has
    its rights. It survives a crash; OSError where it cannot be written."""
    beside = os.path.join(os.path.dirname(path), f".logicsweep-{os.urandom(6).hex()}.part")  # noqa: PTH118, PTH120
    try:
        with open(beside, "xb") as file:  # noqa: PTH123  # pathlib takes milliseconds to import
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(beside, mode)  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108
        raise
