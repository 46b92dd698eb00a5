"""What a notebook shows of a value: its picture."""

from __future__ import annotations

from dataclasses import fields

_MOST = 3_000_000  # letters of a picture that a notebook shows: a board of about 110 x 110


class Drawable:
    """A base of the values that have a picture, which a notebook shows in place of their `repr`.

    >>> from logicsweep import View
    >>> View.parse("1#")._repr_svg_()[:5]
    '<svg '
    """

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: what was worked out from the fields is worked out again where it is asked for."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None where it is too large for a page: then the `repr` is shown."""
        from logicsweep import InvalidInput, svg

        try:
            picture = svg(self)
        except InvalidInput:
            return None
        return picture if len(picture) <= _MOST else None
