"""Plays an engine and its witness side by side, and compares everything at every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.rules.protocol import State

from .table import Witness


class Disagreement(AssertionError):  # noqa: N818 - it is what is found
    """Engine and witness go on differently; the message says where, and after which moves."""


@dataclass
class Tally:
    """What was compared, and what came up in it."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    came_up: Counter[str] = field(default_factory=Counter)


def differences(engine: Any, witness: Any, place: str = "") -> list[str]:
    """Where two JSON values differ."""
    if isinstance(engine, dict) and isinstance(witness, dict):
        return [
            line
            for key in sorted({*engine, *witness}, key=str)
            for line in differences(engine.get(key, "nothing"), witness.get(key, "nothing"), f"{place}.{key}")
        ]
    if isinstance(engine, list) and isinstance(witness, list) and len(engine) == len(witness):
        pairs = zip(engine, witness, strict=True)
        return [
            line for at, (one, two) in enumerate(pairs) for line in differences(one, two, f"{place}[{at}]")
        ]
    return [] if engine == witness else [f"{place}: the engine has {engine!r}, the witness {witness!r}"]


DISORDERED = {"horde_discard", "guard_discard"}
"""Piles of a position whose order means nothing, and which an engine writes as they lie."""
NOTHING: Mapping[str, float] = {}
Taste = Callable[[Sequence[str]], int]
"""Chooses one of the legal moves, by its number."""


def mirror(state: State, witness: Witness, taste: Taste, tally: Tally, views: Callable[[], bool]) -> None:
    """Plays a game to its end in both; raises Disagreement at the first difference."""
    played: list[str] = []

    def compare(what: str, engine: Any, seen: Any) -> None:
        for written in (engine, seen):
            if isinstance(written, dict):
                for pile in DISORDERED & written.keys():
                    written[pile].sort()
        if engine != seen:
            where = f"{what} after {len(played)} moves, at last {' · '.join(played[-12:])}"
            raise Disagreement("\n".join([where, *differences(engine, seen)]))

    seats = range(len(state.to_dict()["seats"]))
    while True:
        moves = state.legal() if state.player is not None else ()
        words = [state.text(move) for move in moves]
        compare("the seat to act", state.player, witness.seat)
        compare("the legal moves", sorted(words), sorted(witness.moves))
        compare("the position", state.to_dict(), witness.position())
        if views() or not moves:
            for seat in seats:
                tally.views += 1
                compare(f"what seat {seat} sees", state.view(seat), witness.view(seat))
        if not moves:
            break
        tally.decisions += 1
        choice = taste(words)
        played.append(words[choice])
        state.apply(moves[choice])
        witness.play(words[choice])
    end = state.result()
    compare("the result", (end.scores, end.winners, end.cut_short), witness.outcome())
    tally.games += 1
    tally.came_up += witness.came_up


def taste(seed: str, verbs: Sequence[str], prizes: Mapping[str, float] = NOTHING) -> Taste:
    """A random player with a taste: for kinds of moves, for single moves, and for going on or being done."""
    lots = random.Random(seed)
    likes: dict[str, float] = {verb: lots.choice((0.1, 0.5, 1, 1, 1, 3, 10)) for verb in verbs}
    likes["done"] = lots.choice((0.02, 0.1, 0.3, 1, 3))
    fads: dict[str, float] = {}

    def weight(word: str) -> float:
        if word not in fads:
            fads[word] = (
                likes.get(word.split()[0], 1) * prizes.get(word, 1) * lots.choice((0.2, 1, 1, 1, 1, 5))
            )
        return fads[word]

    def choose(words: Sequence[str]) -> int:
        return lots.choices(range(len(words)), [weight(word) for word in words])[0]

    return choose


def play(table: Callable[[int], tuple[State, Witness, Taste]], number: int, tally: Tally) -> None:
    """Mirrors the game with this number; what the seats see is compared at every fifth decision or so."""
    state, witness, chooser = table(number)
    lots = random.Random(number)
    mirror(state, witness, chooser, tally, lambda: lots.random() < 0.2)
