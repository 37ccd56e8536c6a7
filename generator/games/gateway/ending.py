"""The ends of the game, but for the points that end it in the moment when they are taken."""

from __future__ import annotations

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.board import (
    CITY_FALLEN,
    CITY_HELD,
    EVENTS_GONE,
    GOAL,
    HORDES,
    OVER,
    Board,
)
from generator.games.gateway.table import NOBODY
from generator.rules.protocol import Result


def check_ends(board: Board) -> bool:
    """After an event: the Horde everywhere, one player everywhere before and after it, events gone."""
    if all(board.faction_in(district) == HORDES for district in board.districts):
        board.end(CITY_FALLEN)
    elif board.holder != NOBODY and board.holder == holder_of_all(board):
        board.end(CITY_HELD)
    elif not board.events:
        board.end(EVENTS_GONE)
    return board.phase == OVER


def holder_of_all(board: Board) -> int:
    """The seat that holds every district, or ``NOBODY``."""
    holder = board.districts[0].owner
    for district in board.districts:
        if district.owner != holder:
            return NOBODY
    return holder


def result_of(board: Board) -> Result:
    """How the game ended. Raises ValueError while it goes on."""
    if board.phase != OVER:
        raise ValueError("the game is not over")
    scores = tuple([player.vp for player in board.players])
    if board.ending == CITY_FALLEN:
        return Result(scores, (), "the Horde holds every district: all have lost")
    if board.ending == CITY_HELD:
        return Result(scores, (board.holder,), f"seat {board.holder} held every district through an event")
    best = max(scores)
    winners = tuple([seat for seat, points in enumerate(scores) if points == best])
    if board.ending == GOAL:
        return Result(scores, winners, f"seat {winners[0]} has {pluralize(best, 'Victory Point')}")
    if len(winners) == 1:
        reason = f"no event is left, and seat {winners[0]} has most Victory Points: {best}"
    else:
        seats = join_words([f"seat {seat}" for seat in winners], "and")
        reason = f"no event is left, and {seats} share the win with {pluralize(best, 'Victory Point')} each"
    return Result(scores, winners, reason)
