"""What a notebook shows of a value: its picture."""

from __future__ import annotations


class Drawable:
    """A base of the values that have a picture, which a notebook shows in place of their `repr`.

    >>> from logicsweep import View
    >>> View.parse("1#")._repr_svg_()[:5]
    '<svg '
    """

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None where there is none, such as that of a huge board: then text is shown."""
        from logicsweep import InvalidInput, svg

        try:
            return svg(self)
        except InvalidInput:
            return None
