"""Rotates the seats of a position: what ``Game.rotate`` is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.rules.protocol import Position


def rotate_seats(position: Position, by: int, numbers: Iterable[str], lists: Iterable[str]) -> Position:
    """The position with everybody ``by`` seats further.

    ``numbers``: the keys whose values are seats or null; ``lists``: those with an item for each seat, beside
    ``seats``. They may be missing.
    """
    count = len(position["seats"])
    rotated = {**position, "seats": rotate_list(position["seats"], by)}
    for key in numbers:
        if key in position:
            rotated[key] = rotate_seat(position[key], by, count)
    for key in lists:
        if key in position:
            rotated[key] = rotate_list(position[key], by)
    return rotated


def rotate_list(of_seats: list[Any], by: int) -> list[Any]:
    """A list with an item for each seat, where everybody is ``by`` seats further."""
    begin = -by % len(of_seats)
    return of_seats[begin:] + of_seats[:begin]


def rotate_seat(seat: int | None, by: int, count: int) -> int | None:
    """The seat of whoever is now at ``seat``; none stays none."""
    return None if seat is None else (seat + by) % count
