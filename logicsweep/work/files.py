"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress


def replace_file(path: str, data: bytes, mode: int | None = None) -> None:
    """Write a whole file or nothing; `mode` gives its permissions.

    Writes a temporary file beside it, then renames that, so a crash leaves the old file. Raises OSError if
    the file cannot be written.
    """
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
