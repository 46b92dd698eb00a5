"""Where the bytes come from: files and standard input, in blocks."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedIOBase
from select import select
from typing import NamedTuple, cast

from logicsweep.errors import InvalidInput, Unreadable

BLOCK = 1 << 23  # bytes taken together where they are there: boards are answered faster together (measured)
MOST = 1 << 27  # bytes of an input that is read whole
_MUCH, _PATIENCE = 1 << 15, 0.005  # bytes: who sends so many sends more soon, in seconds


class Source(NamedTuple):
    """A file by its name, `-` for standard input, or content that stands in the place of a name."""

    file: str
    content: bytes | None = None

    @property
    def name(self) -> str:
        """Its name in errors."""
        if self.content is not None:
            return "<argument>"
        return "<stdin>" if self.file == "-" else self.file

    @property
    def typed(self) -> bool:
        """Whether somebody types it at a terminal."""
        return self.file == "-" and sys.stdin is not None and sys.stdin.isatty()

    def check(self) -> None:
        """Raise Unreadable where it is not there to be read; nothing is opened."""
        if self.content is not None:
            return
        if not self.file:
            raise InvalidInput("FILE", "the name of a file", "an empty name")
        if self.file == "-":
            if sys.stdin is None:
                raise Unreadable(self.name, "standard input is closed")
            return
        with _reading(self.name):
            if stat.S_ISDIR(os.stat(self.file).st_mode):  # noqa: PTH116
                raise IsADirectoryError
            if not os.access(self.file, os.R_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def blocks(self) -> Iterator[bytes]:
        """What is in it, block by block; of a pipe, what is there, so that none waits for the next."""
        self.check()
        if self.content is not None:
            yield self.content
            return
        with _reading(self.name), self._open() as stream:
            ended = False
            while not ended:  # an end that was typed is met once: to read on would wait for another
                block, ended = _block(stream)
                if block:
                    yield block

    @property
    def is_there(self) -> bool:
        """Whether it is standard input, or a file or folder of that name is there or may be."""
        try:
            return self.file == "-" or bool(os.stat(self.file))  # noqa: PTH116
        except PermissionError:  # its folder is closed
            return True
        except (OSError, ValueError):
            return False

    def _open(self) -> AbstractContextManager[BufferedIOBase]:
        if self.file == "-":
            return nullcontext(cast(BufferedIOBase, sys.stdin.buffer))
        return open(self.file, "rb")  # noqa: PTH123  # pathlib takes milliseconds to import


def whole(blocks: Iterable[bytes], name: str) -> bytes:
    """All blocks together; InvalidInput where they do not end in time."""
    parts, size = [], 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > MOST:
            raise InvalidInput(name, f"at most {MOST} bytes", "more")
    return b"".join(parts)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    try:
        yield
    except IsADirectoryError:
        raise Unreadable(name, "it is a directory") from None
    except FileNotFoundError:
        raise Unreadable(name, "no such file") from None
    except (OSError, ValueError) as error:
        raise Unreadable(name, str(getattr(error, "strerror", error))) from None


def _block(stream: BufferedIOBase) -> tuple[bytes, bool]:
    """What is there, up to a block, and whether the end came with it."""
    parts = [stream.read1(BLOCK)]
    size = len(parts[0])
    while parts[-1] and size < BLOCK and _has_more(stream, _PATIENCE if size >= _MUCH else 0):
        parts.append(stream.read1(BLOCK - size))
        size += len(parts[-1])
    return b"".join(parts), not parts[-1]


def _has_more(stream: BufferedIOBase, patience: float) -> bool:
    try:
        return bool(select([stream], [], [], patience)[0])
    except (OSError, ValueError):  # no file is behind it, or the system cannot tell
        return False
