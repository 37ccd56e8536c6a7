"""Plays games from seeds and prints a digest of everything that can be seen of them, a line for each game.

``python -P -m tests.compiled.digest GAMES`` must print the same with the compiled rules first on the path and
without them; only the first line, which says which rules these are, differs.
"""

from __future__ import annotations

import hashlib
import json
import sys

from generator import rules
from generator.rules import Game, Shuffler, State, protocol

OF_THE_KIT = ("tests/gallery/button-box", "tests/rules/kit/leduc")
"""Games of the kit: of these, only the kit is compiled."""


def main() -> None:
    print("plain" if protocol.__file__.endswith(".py") else "compiled")
    for name in (*rules.playable_games(), *OF_THE_KIT):
        print(name, digest(rules.load(name), int(sys.argv[1])))


def digest(game: Game, games: int) -> str:
    """Stands for all positions, views, moves, their texts and some worlds, in games that go through every way
    to begin."""
    seen = hashlib.sha256()
    setups = game.setups()
    for seed in range(games):
        chance = Shuffler(1000 + seed)
        setup = setups[seed % len(setups)]
        state = game.start(seed, **setup)
        made = 0
        while state.player is not None:
            _see(seen, state)
            if made % 7 == 0:
                world = game.determinize(state.view(state.player), state.player, Shuffler(made))
                seen.update(json.dumps(world).encode())
            made += 1
            moves = state.legal()
            state.apply(moves[chance.below(len(moves))])
        _see(seen, state)
        seen.update(repr(state.result()).encode())
    return seen.hexdigest()


def _see(seen: hashlib._Hash, state: State) -> None:
    moves = {state.text(move): state.parse(state.text(move)) for move in state.legal()}
    views = [] if state.player is None else [state.view(state.player)]
    told = [state.to_dict(), views, moves, state.clone().to_dict() == state.to_dict()]
    seen.update(json.dumps(told).encode())


if __name__ == "__main__":
    main()
