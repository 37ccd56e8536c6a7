"""Reads the numbers of Gateway from its card database, and tells what is missing or can't be played."""

from __future__ import annotations

from generator.games.gateway.database.reader import read_numbers

__all__ = ["read_numbers"]
