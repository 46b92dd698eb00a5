"""Random boards, bit for bit those of `boards.random`, which describes the method."""

from __future__ import annotations

from typing import Any

import numpy as np

from logicsweep.kernel.compiled import Bytes, compiled, inlined

Word = Any  # a uint64: mixed with a signed number it would become a float
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW, _ONE = np.uint64((1 << 32) - 1), np.uint64(1)


@compiled
def mix_state(state: Word) -> Word:
    """Mix a state into SplitMix64's output; both uint64."""
    state = (state ^ (state >> _30)) * _FIRST
    state = (state ^ (state >> _27)) * _SECOND
    return state ^ (state >> _31)


@inlined
def stream_state(seed: Word, index: Word) -> Word:
    """The first state of stream `index` of a seed; all uint64."""
    return mix_state((mix_state(seed + _GOLDEN) ^ index) + _GOLDEN)


@inlined
def _draw_below(size: int, state: Word) -> tuple[int, Word]:
    """Draw a number from 0 to size - 1, each equally likely; also returns the state after it."""
    many = np.uint64(size)
    rejected = (_ONE << _32) % many
    state += _GOLDEN
    product = (mix_state(state) >> _32) * many
    while product & _LOW < rejected:
        state += _GOLDEN
        product = (mix_state(state) >> _32) * many
    return int(np.int64(product >> _32)), state  # signed, like all numbers other than states


@compiled
def draw_mines(state: Word, mines: int, mined: Bytes) -> None:
    """Place `mines` mines on an empty board by Floyd's method; state uint64, mined uint8 (n,)."""
    for last in range(len(mined) - mines, len(mined)):
        cell, state = _draw_below(last + 1, state)
        mined[last if mined[cell] else cell] = 1


@compiled
def draw_boards(seed: Word, first: Word, mines: int, mined: Bytes) -> None:
    """Draw boards first, first + 1, ... of a seed (both uint64) into mined, uint8 (boards, n), all 0."""
    for number in range(len(mined)):
        draw_mines(stream_state(seed, first + np.uint64(number)), mines, mined[number])
