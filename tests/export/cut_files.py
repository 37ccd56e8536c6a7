"""Cut files as another program reads them: SVG by ElementTree, DXF by ezdxf."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf

SVG = "{http://www.w3.org/2000/svg}"
FINE = 0.0005
"""Millimetres by which the straight lines miss an arc at most."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A cut or fold in page mm from the top left, as many points."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> Box:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def area(self) -> float:
        after = (*self.points[1:], self.points[0])
        return abs(sum(a * d - c * b for (a, b), (c, d) in zip(self.points, after, strict=True))) / 2


@dataclass(frozen=True, slots=True)
class CutFile:
    """The page's size and the lines of each layer."""

    width: float
    height: float
    layers: dict[str, list[Line]]

    @property
    def cuts(self) -> list[Line]:
        return self.layers.get("cut", [])

    @property
    def boxes(self) -> list[Box]:
        return sorted(line.box for line in self.cuts)


def read_svg(path: Path) -> CutFile:
    root = ElementTree.parse(path).getroot()
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}", "a unit is a millimetre"
    layers = {group.attrib["id"]: [_svg_line(shape) for shape in group] for group in root.findall(f"{SVG}g")}
    return CutFile(width, height, layers)


def _svg_line(shape: Any) -> Line:
    if shape.tag == f"{SVG}circle":
        x, y, r = (float(shape.attrib[name]) for name in ("cx", "cy", "r"))
        return Line(tuple(_around(x, y, r)), closed=True)
    assert shape.tag == f"{SVG}path"
    points: list[Point] = []
    closed = False
    for command, values in re.findall(r"([MLAZ])([^MLAZ]*)", shape.attrib["d"]):
        numbers = [float(value) for value in values.split()]
        if command == "Z":
            closed = True
        elif command == "A":
            points += _arc(points[-1], numbers)
        else:
            points.append((numbers[0], numbers[1]))
    return Line(tuple(points), closed)


def _around(x: float, y: float, r: float) -> Iterator[Point]:
    for step in range(720):
        yield x + r * math.cos(step * math.pi / 360), y + r * math.sin(step * math.pi / 360)


def _arc(start: Point, values: list[float]) -> Iterator[Point]:
    """By the formulas of SVG's appendix on arcs, for circles."""
    rx, ry, _, large, sweep, x, y = values
    assert rx == ry
    half = (start[0] - x) / 2, (start[1] - y) / 2
    square = half[0] ** 2 + half[1] ** 2
    away = math.sqrt(max(0.0, rx * rx - square) / square) * (-1 if large == sweep else 1)
    cx, cy = away * half[1] + (start[0] + x) / 2, -away * half[0] + (start[1] + y) / 2
    begin = math.atan2(start[1] - cy, start[0] - cx)
    angle = math.atan2(y - cy, x - cx) - begin
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    radius = math.dist((cx, cy), start)
    for step in range(1, 64):
        turn = begin + angle * step / 64
        yield cx + radius * math.cos(turn), cy + radius * math.sin(turn)
    yield x, y


def read_dxf(path: Path) -> CutFile:
    document = ezdxf.readfile(path)
    assert not document.audit().errors
    assert document.header["$INSUNITS"] == 4, "millimetres"
    width, height, _ = document.header["$EXTMAX"]
    layers: dict[str, list[Line]] = {}
    for entity in document.modelspace():
        is_circle = entity.dxftype() == "CIRCLE"
        found = entity.flattening(FINE) if is_circle else _polyline(entity)
        points = [(x, height - y) for x, y, *_ in found]
        closed = is_circle or entity.closed
        if closed:
            points.pop()
        layers.setdefault(entity.dxf.layer.lower(), []).append(Line(tuple(points), closed))
    return CutFile(width, height, layers)


def _polyline(entity: Any) -> Iterator[Any]:
    bulges = [bulge for (bulge,) in entity.get_points("b")]
    for part, bulge in zip(entity.virtual_entities(), bulges, strict=False):
        if part.dxftype() == "LINE":
            yield from (part.dxf.start, part.dxf.end)
        else:
            # An arc runs anticlockwise, whatever it is a part of.
            points = list(part.flattening(FINE))
            yield from reversed(points) if bulge < 0 else points
