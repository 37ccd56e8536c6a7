"""The same games in another process, where words hash otherwise.

What a game is in all its states is traced as short words: two games that play alike have the same trace.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.rules.conformance.findings import describe_crash
from generator.rules.conformance.moment import seats_of
from generator.rules.own_rules import author_at_work
from generator.rules.protocol import Game, State
from generator.rules.shuffler import Shuffler

HASH_SEEDS = ("1", "2")
"""Of the other processes: at least one of them differs from the one here."""
_MAX_SECONDS = 120
"""A game that takes longer there does not end."""


@dataclass(frozen=True, slots=True)
class Opener:
    """A function or class by its module and name, and the words that it is called with to get the game."""

    module: str
    name: str
    words: tuple[str | tuple[str, ...], ...] = ()

    def open(self) -> Game:
        """The game, opened anew."""
        opened: Game = reduce(getattr, self.name.split("."), import_module(self.module))(*self.words)  # type: ignore[operator]
        return opened


def usual_opener(game: Game) -> Opener | None:
    """How such a game is usually got: by its folder, its name among the games of the house, or its class."""
    kind = type(game)
    if game.folder is not None:
        return Opener("generator.rules.loading", "load", (str(game.folder),))
    if kind.__module__.startswith("generator.games."):
        return Opener("generator.rules.loading", "load", (game.name,))
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        return None
    return Opener(kind.__module__, kind.__qualname__)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: how it began, and the moves."""

    setup: Mapping[str, Any]
    moves: Sequence[int]


class OtherProcessFailed(Exception):  # noqa: N818 - it is what happened
    """Raised where the other process could not play; the message says why."""


def trace_in_other_processes(opener: Opener, games: Sequence[PlayedGame]) -> dict[str, list[list[str]]]:
    """For each hash seed the traces of the games, played in a process of its own, side by side.

    Raises OtherProcessFailed.
    """
    import subprocess

    asked = json.dumps({"opener": asdict(opener), "games": [asdict(game) for game in games]})
    started = {seed: _start(seed) for seed in HASH_SEEDS}
    answers: dict[str, list[list[str]]] = {}
    try:
        for seed, process in started.items():
            output, error = process.communicate(asked, timeout=_MAX_SECONDS)
            if process.returncode:
                raise OtherProcessFailed(
                    error.strip().splitlines()[-1] if error.strip() else "it said nothing"
                )
            # What modules of the game may print comes before.
            answers[seed] = json.loads(output.splitlines()[-1])
    except subprocess.TimeoutExpired:
        raise OtherProcessFailed(f"it was not done after {_MAX_SECONDS} seconds") from None
    finally:
        for process in started.values():
            if process.poll() is None:
                process.kill()
            process.communicate()
    return answers


def _start(hash_seed: str) -> Popen[str]:
    import subprocess

    # The same modules as here, and not those of a folder `generator` where the command happens to be given.
    folders = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", f"from {__name__} import main; main()"],
        env={**os.environ, "PYTHONPATH": folders, "PYTHONHASHSEED": hash_seed},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def main() -> None:
    """What the other process runs: standard input says which game to open and what to play; it prints the
    traces."""
    asked = json.load(sys.stdin)
    opener = Opener(asked["opener"]["module"], asked["opener"]["name"], tuple(asked["opener"]["words"]))
    folder = None
    try:
        game = opener.open()
        folder = game.folder
        with author_at_work(game):
            traces = [list(trace(game, played["setup"], played["moves"])) for played in asked["games"]]
        print(json.dumps(traces))
    except Exception as crash:
        print(describe_crash(crash, folder), file=sys.stderr)
        sys.exit(1)


def trace(game: Game, setup: Mapping[str, Any], moves: Sequence[int]) -> Iterator[str]:
    """One word for each state, from the first to the last: of all that the game says of it."""
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
    legal = state.legal()
    # Whoever is asked sees as much as the others.
    seat = state.player or 0
    world = game.determinize(views[seat], seat, Shuffler(seat))
    values = [state.to_dict(), legal, [state.text(move) for move in legal], state.player, views, world]
    return sha256(json.dumps(values).encode()).hexdigest()[:16]


if TYPE_CHECKING:
    from subprocess import Popen
