"""The games of Gatepress, and Leduc poker as its tests have it."""

from collections.abc import Callable
from functools import partial
from random import Random, random
from typing import Any

from generator import rules
from generator.rules import Game, State, protocol
from tests.benchmarks.engine_peers.contestant import Contestant
from tests.rules.leduc import Leduc

PLAIN = "Gatepress"
ENGINE = PLAIN if protocol.__file__.endswith(".py") else f"{PLAIN}, compiled"
DECK_25 = "five-a-side"
"""A bundled deck with 25 cards."""
DECK_40 = "5 M1 6 M2 3 M3 6 S2 6 S3 3 S4 5 A2 4 A3 2 A5"
"""Counts and kinds of a deck with 40 cards; like every deck it has 100 points."""


def contestants() -> list[Contestant]:
    """Battle Gate with two decks, the other games as they begin; Leduc poker, which is never compiled."""
    battle_gate = rules.load("battle-gate")
    bundled = [
        contestant("battle-gate-25", battle_gate, decks=[DECK_25] * 2),
        contestant("battle-gate-40", battle_gate, decks=[deck(DECK_40)] * 2),
        contestant("hold-the-line", rules.load("hold-the-line")),
        contestant("hold-the-gates", rules.load("hold-the-gates")),
        contestant("strongholds", rules.load("strongholds")),
        contestant("strongholds-4", rules.load("strongholds"), seats=4),
        contestant("gateway", rules.load("gateway")),
        contestant("gateway-3", rules.load("gateway"), seats=3),
    ]
    if ENGINE != PLAIN:
        return bundled
    loop = Contestant("no engine", "the loop alone", partial(_play, _nothing), partial(_play, _nothing))
    return [*bundled, contestant("leduc-poker", Leduc()), loop]


def deck(written: str) -> list[str]:
    """The kind of each card of a deck that is written as counts and kinds."""
    counts, kinds = written.split()[::2], written.split()[1::2]
    return [kind for count, kind in zip(counts, kinds, strict=True) for _ in range(int(count))]


def contestant(name: str, game: Game, **options: Any) -> Contestant:
    """A game of Gatepress under a name of its own, set up with these options."""
    start = partial(game.start, **options) if options else game.start
    # Nobody is asked who has no choice: every step is a decision.
    return Contestant(ENGINE, name, partial(_play, start), partial(_play, start), partial(_middle, start))


class Nothing(State):
    """A state of no game: what is left is the loop."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.player = 0
        self.left = 100

    def legal(self) -> tuple[int, ...]:
        return (0, 1)

    def apply(self, move: int) -> None:  # noqa: ARG002
        self.left -= 1
        if not self.left:
            self.player = None


def _nothing(seed: int) -> State:  # noqa: ARG001
    return Nothing()


def _play(start: Callable[[int], State], seeds: range) -> int:
    decisions = 0
    for seed in seeds:
        state = start(seed)
        while state.player is not None:
            moves = state.legal()
            if len(moves) > 1:
                decisions += 1
            state.apply(moves[int(random() * len(moves))])
    return decisions


def _middle(start: Callable[[int], State], seed: int) -> State:
    chance, states = Random(seed), [start(seed)]
    while states[-1].player is not None:
        after = states[-1].clone()
        after.apply(chance.choice(after.legal()))
        states.append(after)
    return states[len(states) // 2]
