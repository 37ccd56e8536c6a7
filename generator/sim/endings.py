"""Whether a game's wins are shared on purpose, by pairs or by all, and how that is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.catalog.wording import join_words

_SEAT = "seat "

Winners = tuple[int, ...]
"""The seats that won a game, ascending."""


def is_won_together(found: Collection[Winners]) -> bool:
    """Whether games are won together, by the winners that were found: somebody won, and never alone."""
    return any(found) and all(len(winners) != 1 for winners in found)


def told_winners(names: Sequence[str], seats: int) -> str:
    """Who won a game that is won together: ``won together by seats 0 and 2``, ``all win`` or
    ``nobody wins``."""
    if not names:
        return "nobody wins"
    if len(names) == seats:
        return "all win"
    if all(name.startswith(_SEAT) for name in names):
        return f"won together by seats {join_words([name.removeprefix(_SEAT) for name in names], 'and')}"
    return f"won together by {join_words(names, 'and')}"
