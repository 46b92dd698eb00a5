"""Lists, dicts and sets that a condition can read and not change, as quick as the plain ones.

Whoever owns one changes it through its plain class: `set.discard(covered, cell)`.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar

from logicsweep.errors import InvalidInput

_T = TypeVar("_T")
_K = TypeVar("_K")


class ReadOnly(InvalidInput):
    """A change of the working memory by what may only read it."""

    def __init__(self, place: str = "working memory", found: str = "a change of the working memory") -> None:
        """The engine says which production it was."""
        expected = "a condition that only reads and returns Match(used, given)"
        super().__init__(place, expected, found)
        self.args = (place, found)

    def of(self, production: str) -> ReadOnly:
        """The same, with the production that did it."""
        return ReadOnly(f"production {production}", self.found)


def _refuse(*_: object, **__: object) -> NoReturn:
    raise ReadOnly


class ReadList(list[_T]):
    """A list that does not change under its reader.

    >>> read = ReadList("ab")
    >>> read == ["a", "b"], hasattr(read, "append")
    (True, True)
    """

    append = extend = insert = pop = remove = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse

    def __reduce_ex__(self, _: object) -> tuple[type, tuple[list[_T]]]:
        """A pickle makes it in one go: it cannot be filled."""
        return type(self), (list(self),)


class ReadDict(dict[_K, _T]):
    """A dict that does not change under its reader."""

    update = setdefault = pop = popitem = clear = _refuse
    __setitem__ = __delitem__ = __ior__ = _refuse

    def __reduce_ex__(self, _: object) -> tuple[type, tuple[dict[_K, _T]]]:
        """A pickle makes it in one go: it cannot be filled."""
        return type(self), (dict(self),)


class ReadSet(set[_T]):
    """A set that does not change under its reader."""

    add = discard = remove = pop = clear = update = _refuse
    difference_update = intersection_update = symmetric_difference_update = _refuse
    __ior__ = __iand__ = __isub__ = __ixor__ = _refuse

    def __reduce_ex__(self, _: object) -> tuple[type, tuple[set[_T]]]:
        """A pickle makes it in one go: it cannot be filled."""
        return type(self), (set(self),)
