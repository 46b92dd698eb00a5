"""A board that was made, with its grading, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from logicsweep.generating.generate import Generated
from logicsweep.show.jsonl import VERSION, size_json
from logicsweep.show.path import path_grade_json

if TYPE_CHECKING:
    from logicsweep.show.generate_forms import GeneratedJson


def generated_json(made: Generated) -> GeneratedJson:
    """A board as an object: where its mines are, who finishes it from where, and how hard that is."""
    board, number = made.board, made.index + 1
    grading = path_grade_json(made.path, "board", number)
    told = {
        "version": VERSION,
        "board": number,
        **size_json(board.graph),
        "mines": board.mine_count,
        "layout": str(board).replace(" ", "").split("\n"),
        "start": board.graph.name(made.start),
        **{name: grading[name] for name in ("player", "steps", "grade", "unexplained", "profile")},
        "tries": made.tries,
        "repairs": made.repairs,
    }
    return cast("GeneratedJson", told)
