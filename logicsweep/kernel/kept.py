"""Where compiled code is kept, and whether it is there; imports neither numba nor numpy.

It is kept in a folder whose name is made from the text of all the kernel's files: a change in any of them
starts a new one, so that no stale code is ever run. numba alone looks at one file only.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from time import time

_HERE = Path(__file__).parent
_DAY = 86_400  # seconds


def is_kept(entry: str) -> bool:
    """Whether this Python has compiled the function of this name, the last of those that call each other.

    >>> is_kept("none_of_that_name")
    False
    """
    folder = kept_in()
    version = f"py{sys.version_info.major}{sys.version_info.minor}"  # several may share a folder
    return folder is not None and any(folder.rglob(f"*.{entry}-*.{version}*.nbi"))


@cache
def kept_in() -> Path | None:
    """The folder for compiled code: in NUMBA_CACHE_DIR, beside these files, or the user's.

    None where none of them is writable: then it is compiled anew in each process.
    """
    own = os.environ.get("NUMBA_CACHE_DIR")
    beside = _HERE / "__pycache__"
    for place in [Path(own)] if own else [beside, *_of_user()]:
        folder = place / f"kernel-{_fingerprint()}"
        try:
            if place == beside and not folder.exists():
                _remove_old(place)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "writable").touch()
        except OSError:
            continue
        return folder
    return None


def _of_user() -> list[Path]:
    """The user's folder for what can be made again, where there is one."""
    cached = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # no home
        return [Path(cached or Path.home() / ".cache") / "logicsweep"]
    return []


def _remove_old(place: Path) -> None:
    """Remove what earlier versions of these files left, unless a process may still use it."""
    for old in place.glob("kernel-*"):
        if time() - old.stat().st_mtime > _DAY:
            shutil.rmtree(old, ignore_errors=True)


@cache
def _fingerprint() -> str:
    """What changes with any of the kernel's files, and with checks on or off."""
    digest = blake2b(os.environ.get("NUMBA_BOUNDSCHECK", "").encode(), digest_size=8)
    for file in sorted(_HERE.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
