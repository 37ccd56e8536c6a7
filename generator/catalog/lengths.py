"""Lengths and sizes as users write them."""

from __future__ import annotations

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size, component_size, sides_as_size
from generator.catalog.units import checked_side, parse_length, parse_sides
from generator.catalog.wording import quote

__all__ = ["parse_length", "parse_size"]


def parse_size(value: object) -> Size:
    """A size in mm from ``poker``, ``poker landscape``, ``63.5 x 88.9 mm`` or ``[63.5, 88.9]``.

    Raises InputError for unknown names and for sides that are not longer than 0 or over 2000 mm.
    """
    if isinstance(value, str):
        sides = parse_sides(value)
        return sides_as_size(*sides) if sides else component_size(value)
    if isinstance(value, list | tuple) and len(value) == 2:
        width, height = (checked_side(parse_length(side), quote(side)) for side in value)
        return sides_as_size(width, height)
    raise InputError(
        f"expected a size, got {quote(value)}", hint="write for example `poker` or `63.5 x 88.9 mm`"
    )
