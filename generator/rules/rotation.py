"""Rotates the seats of a position: what ``Game.rotate`` is made of."""

from __future__ import annotations

from typing import Any


def rotate_list(of_seats: list[Any], by: int) -> list[Any]:
    """A list with an item for each seat, where everybody is ``by`` seats further."""
    begin = -by % len(of_seats)
    return of_seats[begin:] + of_seats[:begin]


def rotate_seat(seat: int | None, by: int, count: int) -> int | None:
    """The seat of whoever is now at ``seat``; none stays none."""
    return None if seat is None else (seat + by) % count
