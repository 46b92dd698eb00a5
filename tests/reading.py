"""What is in a content, out of the batches in which a format reads it."""

from itertools import chain

from logicsweep.boards.many import Boards, with_starts


def boards_in(read, content, *more):
    """The boards, one by one."""
    return chain.from_iterable(read([content], *more))


def games_in(read, content, *more):
    """The same with their first clicks."""
    return chain.from_iterable(map(with_starts, read([content], *more)))


def boards_of(games):
    """Boards with their first clicks as what is written."""
    return Boards.of(*zip(*games, strict=True)) if games else []


def views_in(read, content, *more):
    """The views, one by one."""
    return read([content], *more)
