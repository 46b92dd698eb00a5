"""The shared positions, from the data that lies beside a checkout; tests skip where it is absent."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from logicsweep.board import View

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
DATA = Path(os.environ.get("LOGICSWEEP_DATA", _BESIDE))


@cache
def positions():
    path = DATA / "positions" / "positions.jsonl"
    if not path.exists():
        pytest.skip(f"the shared positions are not at {path}")
    return [json.loads(line) for line in path.read_text().splitlines()]


def view_of(position):
    return View.parse("\n".join(position["grid"]), position["mines"])
