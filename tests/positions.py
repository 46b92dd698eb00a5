"""The shared positions, from the data that lies beside a checkout; tests skip where it is absent."""

import json
from functools import cache

import pytest
from conftest import DATA

from logicsweep.boards.board import View


@cache
def positions(name="positions/positions.jsonl"):
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the shared positions are not at {path}")
    return [json.loads(line) for line in path.read_text().splitlines()]


def view_of(position):
    return View.parse("\n".join(position["grid"]), position["mines"])
