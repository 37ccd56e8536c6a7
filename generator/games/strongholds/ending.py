"""The end of the game: whose strongholds stand."""

from __future__ import annotations

from generator.catalog.wording import join_words, pluralize
from generator.games.strongholds.table import Table
from generator.rules.protocol import Result, one_winner


def ending(table: Table) -> Result:
    """The last stronghold wins; those that fell last, or stand when the engine stops, share the win."""
    standing = table.standing()
    winners = tuple(standing or table.fell)
    scores = one_winner(len(table.players), winners)
    seats = join_words([str(seat) for seat in winners], "and")
    if len(standing) == 1:
        return Result(scores, winners, f"seat {seats} wins: the last stronghold stands")
    if not standing:
        return Result(
            scores, winners, f"a tie: the last strongholds, of seats {seats}, fell in the same turn"
        )
    turns = pluralize(table.turn, "turn")
    return Result(scores, winners, f"a tie of seats {seats}: {turns} are over", cut_short=True)
