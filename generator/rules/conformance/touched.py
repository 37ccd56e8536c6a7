"""What is raised when a game touches something that the suite has locked away."""

from __future__ import annotations


class Touched(Exception):  # noqa: N818 - it is what happened
    """Raised in the place of a random number or the time; it is on the suite's list when it is raised."""
