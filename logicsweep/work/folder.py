"""Where the samples are."""

from __future__ import annotations

from pathlib import Path


def samples_folder() -> Path:
    """The folder of the samples, in a wheel or in a checkout."""
    package = Path(__file__).parents[1]
    return next(filter(Path.is_dir, (package / "samples", package.parent / "samples")))
