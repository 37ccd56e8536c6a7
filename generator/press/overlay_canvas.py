"""Paints what the press draws over the art."""

from __future__ import annotations

from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, Outline, polyline, rectangle, rotation
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.press.overlay import BLACK, POINT, WHITE, Label, Overlay
from generator.press.pdf.canvas import PdfCanvas

FARTHEST = 5000.0
"""Beyond any page, in mm."""
SMALLEST = 4.0
"""Points of type; where there is room for less, the words are left out."""
PLATE = 0.4
"""White around words that stand on art, in mm."""


def draw(overlay: Overlay, canvas: PdfCanvas, words: WordMaker) -> None:
    """Draws it in the coordinates that hold just now."""
    canvas.open_group(None, None if overlay.spared is None else _around(overlay.spared), 1)
    for shape in overlay.shapes:
        canvas.shape(*shape)
    for label in overlay.labels:
        _draw_label(label, canvas, words)
    canvas.close_group()


def _around(box: Box) -> Outline:
    """Everything but a box: the inner edge runs the other way round, and so counts as outside."""
    outer = rectangle(Box(-FARTHEST, -FARTHEST, 2 * FARTHEST, 2 * FARTHEST))
    inner = ((box.x, box.y), (box.x, box.bottom), (box.right, box.bottom), (box.right, box.y))
    return Outline(outer.segments + polyline(inner, closed=True).segments)


def _draw_label(label: Label, canvas: PdfCanvas, words: WordMaker) -> None:
    style = Style(built_in_family("source-sans"), label.is_bold, False, 1.0, BLACK, 0.0)
    height = 1.2 * label.size * POINT
    left = -label.width / 2 if label.align == "center" else 0.0
    box = TextBox(
        left,
        -height / 2,
        label.width,
        height,
        label.size,
        min(SMALLEST, label.size),
        None,
        label.align,
        "middle",
        False,
    )
    cap_height = style.family.file(bold=label.is_bold, italic=False).cap_height
    fitted = fit(words.words([label.text], style, label.size), box, cap_height, words)
    if fitted.too_wide > 0:
        return
    canvas.open_group(rotation(label.turn).then(Matrix(e=label.x, f=label.y)), None, 1)
    canvas.shape(rectangle(fitted.block.ink.grown(PLATE)), WHITE, None)
    canvas.text(fitted.block)
    canvas.close_group()
