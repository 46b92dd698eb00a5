"""The command line called without a new process: thousands of calls a minute."""

import io
import json
import re
import shlex
import sys
from typing import NamedTuple
from unittest import mock

from logicsweep.__main__ import _run


class Done(NamedTuple):
    """What a call left: its exit status and all that it printed."""

    status: int
    out: str
    err: str


class _Stream(io.TextIOWrapper):
    """A standard stream that holds bytes; a terminal, if told."""

    def __init__(self, content, terminal):
        super().__init__(io.BytesIO(content), encoding="utf-8", errors="backslashreplace", write_through=True)
        self.terminal = terminal

    def isatty(self):
        return self.terminal

    def written(self):
        return self.buffer.getvalue().decode("utf-8", "surrogateescape")


def called(arguments, data=b"", terminal=()):
    """Call `logicsweep` with these arguments and this standard input; these streams are a `terminal`.

    Where both are, what is printed and the errors come together, as what is printed.
    """
    stdin, stdout = _Stream(data, "stdin" in terminal), _Stream(b"", "stdout" in terminal)
    stderr = stdout if {"stdout", "stderr"} <= {*terminal} else _Stream(b"", "stderr" in terminal)
    argv = ["logicsweep", *arguments]
    with mock.patch.multiple(sys, argv=argv, stdin=stdin, stdout=stdout, stderr=stderr):
        status = _run()
    return Done(status, stdout.written(), "" if stderr is stdout else stderr.written())


def mistake(arguments, data=b""):
    """The one line that a call ends in which is refused: with status 2, and with nothing printed."""
    done = called(arguments, data)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    return done.err


def invoke(*arguments, input=""):
    """A call, of arguments of any kind and a text; nothing may go wrong, and only written files be named."""
    done = called([*map(str, arguments)], input.encode())
    assert all(line.startswith("wrote ") for line in done.err.splitlines())
    return done


def printed(*arguments, input=""):
    """The objects that a call prints as JSON."""
    return [json.loads(line) for line in invoke(*arguments, "--json", input=input).out.splitlines()]


def called_each(example):
    """Call a help's example: each line's words, and what it left, which the next one reads."""
    text = ""
    for line in map(shlex.split, re.split(r" \| | && ", example)):
        assert line[0] == "logicsweep"
        done = called(line[1:], text.encode())
        yield line, done
        text = done.out


def data_of(text):
    """The data in a page, found as a browser finds it: between the element's tags."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script', text, re.S)[1])
