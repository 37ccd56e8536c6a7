"""A page's cuts and folds as a drawing for a machine: SVG in mm as on the page, DXF in mm with y upwards."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from generator.catalog.wording import one_line
from generator.layout.geometry import Outline
from generator.press.contours import STRAIGHT, Circle, Contour, Vertex, Way, ways_along
from generator.press.cut_plan import CutPage

if TYPE_CHECKING:
    from ezdxf.document import Drawing
    from ezdxf.layouts.layout import Modelspace

PEN = 0.1
"""Width of the lines in an SVG file in mm: laser cutters take hairlines for cuts."""
CUT_COLOUR, FOLD_COLOUR = "#ff0000", "#0000ff"
RED, BLUE, BLACK = 1, 5, 7
"""Of AutoCAD's colours."""
DIGITS = 4
"""Decimals of a millimetre."""
DASHES = (2.0, 1.5)
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def as_svg(page: CutPage, title: str) -> str:
    """An SVG file of the page's size with a group for each layer: what is to be done first comes first."""
    width, height = _number(page.width), _number(page.height)
    dashes = " ".join(_number(dash) for dash in DASHES)
    layers = [
        _svg_layer("registration", 'fill="#000000" stroke="none"', map(_svg_area, page.registration)),
        _svg_layer(
            "fold",
            f'fill="none" stroke="{FOLD_COLOUR}" stroke-width="{PEN}" stroke-dasharray="{dashes}"',
            map(_svg_way, page.folds),
        ),
        _svg_layer(
            "cut", f'fill="none" stroke="{CUT_COLOUR}" stroke-width="{PEN}"', map(_svg_way, page.cuts)
        ),
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}"'
            f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
            f"  <title>{escape(one_line(title))}</title>",
            *(line for layer in layers for line in layer),
            "</svg>\n",
        ]
    )


def _svg_layer(name: str, style: str, shapes: Iterable[str]) -> list[str]:
    """The group of a layer, which Inkscape knows for one; nothing where there is nothing on it."""
    drawn = [f"    {shape}" for shape in shapes]
    if not drawn:
        return []
    return [f'  <g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {style}>', *drawn, "  </g>"]


def _svg_area(outline: Outline) -> str:
    return "".join(_svg_way(way) for way in ways_along(outline))


def _svg_way(way: Way) -> str:
    if isinstance(way, Circle):
        return f'<circle cx="{_number(way.x)}" cy="{_number(way.y)}" r="{_number(way.radius)}"/>'
    first = way.vertices[0]
    steps = [f"M {_number(first.x)} {_number(first.y)}"]
    pieces = list(way.pieces())
    for start, end in pieces:
        if way.closed and end is first and abs(start.bulge) <= STRAIGHT:
            # The end of the path draws it.
            continue
        steps.append(_svg_piece(start, end))
    return f'<path d="{" ".join([*steps, *(["Z"] if way.closed else [])])}"/>'


def _svg_piece(start: Vertex, end: Vertex) -> str:
    where = f"{_number(end.x)} {_number(end.y)}"
    if abs(start.bulge) <= STRAIGHT:
        return f"L {where}"
    angle = 4 * math.atan(abs(start.bulge))
    radius = _number(math.dist(start[:2], end[:2]) / 2 / math.sin(angle / 2))
    large, clockwise = int(angle > math.pi), int(start.bulge > 0)
    return f"A {radius} {radius} 0 {large} {clockwise} {where}"


def _number(value: float) -> str:
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def as_dxf(page: CutPage) -> bytes:
    """A DXF file (AutoCAD 2000) with the origin at the page's lower left corner and a layer for each use.

    It has neither time nor chance in it, so that the same page gives the same bytes.
    """
    from ezdxf import options  # type: ignore[attr-defined]

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        document = _dxf(page)
        text = io.StringIO()
        document.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return document.encode(text.getvalue())


def _dxf(page: CutPage) -> Drawing:
    from ezdxf import units
    from ezdxf.filemanagement import new

    document = new("R2000", units=units.MM)
    document.header["$MEASUREMENT"] = 1
    document.linetypes.add("FOLD", [sum(DASHES), DASHES[0], -DASHES[1]], description="_ _ _ _")
    drawing = document.modelspace()
    lower_left, upper_right = (0.0, 0.0, 0.0), (page.width, page.height, 0.0)
    drawing.reset_extents(lower_left, upper_right)
    # Not taken from the drawing where a corner is at zero.
    document.header["$EXTMIN"], document.header["$EXTMAX"] = lower_left, upper_right
    drawing.reset_limits((0.0, 0.0), (page.width, page.height))
    marks = [way for outline in page.registration for way in ways_along(outline)]
    if marks:
        document.layers.add("REGISTRATION", color=BLACK)
        _draw(drawing, marks, "REGISTRATION", page.height)
    if page.folds:
        document.layers.add("FOLD", color=BLUE, linetype="FOLD")
        _draw(drawing, page.folds, "FOLD", page.height)
    document.layers.add("CUT", color=RED)
    _draw(drawing, page.cuts, "CUT", page.height)
    return document


def _draw(drawing: Modelspace, ways: Iterable[Way], layer: str, height: float) -> None:
    for way in ways:
        if isinstance(way, Circle):
            centre = round(way.x, DIGITS), round(height - way.y, DIGITS)
            drawing.add_circle(centre, round(way.radius, DIGITS), dxfattribs={"layer": layer})
        else:
            drawing.add_lwpolyline(
                list(_points(way, height)), format="xyb", close=way.closed, dxfattribs={"layer": layer}
            )


def _points(way: Contour, height: float) -> Iterator[tuple[float, float, float]]:
    """Upside down, what runs clockwise on the page still does; DXF counts bulges the other way."""
    for x, y, bulge in way.vertices:
        yield round(x, DIGITS) + 0.0, round(height - y, DIGITS) + 0.0, -round(bulge, 9) + 0.0
