"""What an element may ask of whoever paints it. The press implements it; nothing here draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.geometry import Box, Matrix, Outline

if TYPE_CHECKING:
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture
    from generator.layout.text.block import TextBlock


class Drawable(Protocol):
    """What a canvas needs to know of an element."""

    LEAF: ClassVar[bool]

    def paint(self, canvas: Canvas) -> None: ...

    def compose(self, canvas: Canvas) -> None: ...


class Canvas(Protocol):
    """Paints in card coordinates: mm, origin at the trim's top left corner, y down."""

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        """Fills an outline, then strokes it."""

    def picture(self, picture: Picture, box: Box) -> None:
        """Draws a picture stretched to ``box``."""

    def placeholder(self, box: Box, name: TextBlock) -> None:
        """Marks the ``box`` of a picture that is not there; ``name`` is its file's, set in the middle."""

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        """Draws an icon, moved by ``matrix`` from its own units to mm. A picture takes no fill."""

    def text(self, block: TextBlock) -> None:
        """Draws lines of text that were fitted before."""

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        """Everything until :meth:`close_group` is moved, clipped and made translucent.

        ``apart``: first composed by itself, so that what overlaps inside does not show through.
        """

    def close_group(self) -> None:
        """Ends the innermost open group."""

    def element(self, element: Drawable) -> None:
        """Draws an element inside another one."""

    def stamp(self, element: Drawable) -> None:
        """Draws an element that is likely to come again (``use``)."""
