"""The slug: two rulers that show whether the print is true to size, and room for a line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.press.grid import Band, Turn
from generator.press.marks import Line

INCH = 25.4
RULER_SPACE = 4.0
"""Between one ruler, the next and the text, in mm."""


@dataclass(frozen=True, slots=True)
class Label:
    """A figure beside a tick: where its baseline starts on the page (mm), and its turn."""

    text: str
    x: float
    y: float
    turn: Turn


@dataclass(frozen=True, slots=True)
class Ruler:
    """A scale of exact ``length`` (mm): first and last tick are that far apart."""

    unit: Literal["mm", "in"]
    length: float
    base: Line
    ticks: tuple[Line, ...]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Slug:
    """What stands in a sheet's band.

    The text area starts at ``text_x``, ``text_y`` (its lower left corner as one reads, in page mm) and
    is ``text_width`` long and ``text_height`` deep in the reading direction ``band.turn``.
    ``label_size`` is the em of the rulers' figures in mm.
    """

    band: Band
    rulers: tuple[Ruler, ...]
    text_x: float
    text_y: float
    text_width: float
    text_height: float
    label_size: float


@dataclass(frozen=True, slots=True)
class _Scale:
    unit: Literal["mm", "in"]
    length: float
    parts: int
    """How many steps from the first tick to the last."""
    whole: int
    """Every so many steps a tick is longest and has a figure …"""
    half: int
    """… and every so many it is longer."""
    figure: int
    """What one whole step counts."""


_SCALES = (
    _Scale("mm", 50.0, parts=50, whole=10, half=5, figure=10),
    _Scale("in", 2 * INCH, parts=16, whole=8, half=4, figure=1),
)


def lay_slug(band: Band) -> Slug:
    """Rulers from the band's start, as many as it is long enough for; the rest is for the text."""
    along = 0.0
    rulers = []
    for scale in _SCALES:
        if along + scale.length > _length(band):
            break
        rulers.append(_ruler(scale, band, along))
        along += scale.length + RULER_SPACE
    text_x, text_y = _point(band, along, 0)
    text_width = max(0.0, _length(band) - along)
    return Slug(band, tuple(rulers), text_x, text_y, text_width, _depth(band), 0.5 * _depth(band))


def _ruler(scale: _Scale, band: Band, start: float) -> Ruler:
    depth = _depth(band)
    ticks, labels = [], []
    for part in range(scale.parts + 1):
        along = start + scale.length * part / scale.parts
        ticks.append(_line(band, (along, 0), (along, _tick(scale, part) * depth)))
        if part % scale.whole == 0:
            figure = str(part // scale.whole * scale.figure) if part else f"0 {scale.unit}"
            # Beside its tick, above the shorter ones.
            labels.append(Label(figure, *_point(band, along + 0.13 * depth, 0.55 * depth), band.turn))
    base = _line(band, (start, 0), (start + scale.length, 0))
    return Ruler(scale.unit, scale.length, base, tuple(ticks), tuple(labels))


def _tick(scale: _Scale, part: int) -> float:
    """A tick's length as a share of the band's depth."""
    if part % scale.whole == 0:
        return 1.0
    return 0.45 if part % scale.half == 0 else 0.3


def _length(band: Band) -> float:
    return band.height if band.turn else band.width


def _depth(band: Band) -> float:
    return band.width if band.turn else band.height


def _line(band: Band, start: tuple[float, float], end: tuple[float, float]) -> Line:
    return Line(*_point(band, *start), *_point(band, *end))


def _point(band: Band, along: float, up: float) -> tuple[float, float]:
    """The page point that far along the band in reading direction and that far above its foot."""
    if band.turn:
        return band.x + band.width - up, band.y + band.height - along
    return band.x + along, band.y + band.height - up
