"""What a game is in all its states, as short words: two that play alike have the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from generator.rules.conformance.moment import seats_of
from generator.rules.protocol import Game, State
from generator.rules.shuffler import Shuffler


def trace(game: Game, setup: Mapping[str, Any], moves: Sequence[int]) -> Iterator[str]:
    """One word for each state, from the first to the last: of all that the game tells of it."""
    state = game.start(**setup)
    seats = seats_of(game, setup, state)
    yield _word(game, state, seats)
    for move in moves:
        if move not in state.legal():
            yield f"move {move} is not legal"
            return
        state.apply(move)
        yield _word(game, state, seats)


def _word(game: Game, state: State, seats: int) -> str:
    """Order counts too: what comes out of a set in another order is another word."""
    views = [state.view(seat) for seat in range(seats)]
    worlds = [game.determinize(view, seat, Shuffler(seat)) for seat, view in enumerate(views)]
    legal = state.legal()
    told = [state.to_dict(), legal, [state.text(move) for move in legal], state.player, views, worlds]
    return sha256(json.dumps(told).encode()).hexdigest()[:16]
