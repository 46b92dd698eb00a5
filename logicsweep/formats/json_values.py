"""JSON values that follow each other in a text, read by the letter of the standard (RFC 8259); no format.

What Python's reader lets pass is refused: NaN and Infinity, numbers too large for a float, keys that come
twice, halves of surrogate pairs, which no output can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isinf

from logicsweep.boards.words import repeated
from logicsweep.errors import InvalidInput, quoted

_BLANKS = re.compile(r"[ \t\n\r]*")  # what JSON calls white space
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_MOST_DIGITS = 4300  # as Python's own limit: reading takes time by the square


def json_values(text: str, source: str = "text", line: int = 1) -> Iterator[tuple[object, str]]:
    """The values of a text one by one, and where each begins, as `source:line:column`.

    A value is read when it is asked for, so that those before a mistake are there. `line` is the number of
    the text's first line.

    >>> [*json_values("[1]\\n2")]
    [([1], 'text:1:1'), (2, 'text:2:1')]
    >>> [*json_values('{"a": 1, "a": 2}')]
    Traceback (most recent call last):
    ...
    logicsweep.errors.InvalidInput: text:1:1: expected JSON with each key once, got 'a' twice
    """
    position, first = 0, line
    while (start := _after_blanks(text, position)) < len(text):
        line += text.count("\n", position, start)
        where = f"{source}:{line}:{start - text.rfind(chr(10), 0, start)}"
        try:
            value, position = _decoder(where).raw_decode(text, start)
            if _SURROGATE.search(text, start, position):
                json.dumps(value, ensure_ascii=False).encode()
        except json.JSONDecodeError as error:
            at = f"{source}:{first - 1 + error.lineno}:{error.colno}"
            raise InvalidInput(at, f"JSON ({error.msg})", glimpse(text[error.pos :])) from None
        except RecursionError:
            raise InvalidInput(where, "JSON of a few levels", "JSON of very many levels") from None
        except UnicodeEncodeError as error:
            half = quoted(error.object[error.start])
            raise InvalidInput(where, "JSON with whole characters", f"half of one, {half}") from None
        line += text.count("\n", start, position)
        yield value, where


def glimpse(rest: str) -> str:
    """What stands at a place: the rest of its line as an error shows it.

    >>> glimpse("[1,\\n2]"), glimpse("")
    ("'[1,'", 'the end of the text')
    """
    return quoted(rest.split("\n", 1)[0]) if rest else "the end of the text"


def _after_blanks(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    return blanks.end() if blanks else position


def _decoder(where: str) -> json.JSONDecoder:
    """A reader that refuses, at this place, what is not JSON by the standard."""

    def constant(name: str) -> object:
        raise InvalidInput(where, "JSON numbers", name)

    def whole(digits: str) -> int:
        if len(digits) > _MOST_DIGITS:
            raise InvalidInput(where, "JSON with short numbers", f"one of {len(digits)} digits")
        return int(digits)

    def real(digits: str) -> float:
        if isinf(number := float(digits)):
            raise InvalidInput(where, "JSON numbers that a float can hold", quoted(digits))
        return number

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = repeated([key for key, _ in pairs])
            raise InvalidInput(where, "JSON with each key once", f"{quoted(twice or '')} twice")
        return found

    return json.JSONDecoder(
        parse_constant=constant, parse_int=whole, parse_float=real, object_pairs_hook=unique
    )
