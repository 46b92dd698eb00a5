"""The command line called without a new process: thousands of calls a minute."""

import io
import sys
from typing import NamedTuple
from unittest import mock

from logicsweep.__main__ import _run


class Done(NamedTuple):
    """What a call left: its exit status and all that it printed."""

    status: int
    out: str
    err: str


def called(arguments, data=b""):
    """Call `logicsweep` with these arguments and this standard input."""
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (data, b"", b"")]
    streams[2].reconfigure(errors="backslashreplace", write_through=True)  # as the interpreter's own
    with mock.patch.multiple(
        sys, argv=["logicsweep", *arguments], stdin=streams[0], stdout=streams[1], stderr=streams[2]
    ):
        status = _run()
    out, err = (stream.buffer.getvalue().decode("utf-8", "surrogateescape") for stream in streams[1:])
    return Done(status, out, err)
