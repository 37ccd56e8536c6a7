"""What both witnesses sit at: one script that reads like the rulebook, its questions, and the lots.

A witness plays a game as one generator, phase by phase. Wherever a player has a choice it asks, with all the
moves as words of the notation; a choice of one is none, and is made at once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

Choice = Generator[None, str, str]
"""A question that waits for the move."""
Steps = Generator[None, str, None]
"""A part of the rules, with all the questions in it."""


def read_yaml(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def database(folder: Path, changes: Mapping[str, Any]) -> dict[str, Any]:
    """A game's ``game.yaml``, with other numbers where ``changes`` name them: keys with dots between."""
    game: dict[str, Any] = read_yaml(folder / "game.yaml")
    for name, value in changes.items():
        *path, last = name.split(".")
        place = game
        for key in path:
            place = place[key]
        assert last in place
        place[last] = value
    return game


class Lots:
    """Shuffles that come out alike for the engine and for its witness.

    An engine may keep its cards as numbers, and in an order of its own. So the cards are sorted first, and
    the seed, the pattern of equal cards and how often such cards were shuffled before say where each goes:
    neither their names nor the order in which different piles are shuffled makes a difference.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.made = 0
        self.before: Counter[tuple[int, ...]] = Counter()

    def shuffle(self, cards: list[Any]) -> None:
        cards.sort()
        pattern = tuple(Counter(cards).values())
        self.before[pattern] += 1
        random.Random(f"{self.seed} {pattern} {self.before[pattern]}").shuffle(cards)
        self.made += 1

    def below(self, count: int) -> int:
        self.before[(-count,)] += 1
        self.made += 1
        return random.Random(f"{self.seed} {count} {self.before[(-count,)]}").randrange(count)


class Witness:
    """A game under way: who is asked for what, and which sentences of the rules have come up."""

    def __init__(self, lots: Lots, order: Sequence[str]) -> None:
        self.lots = lots
        self.names = list(order)
        self.order = {card: rank for rank, card in enumerate(order)}
        """Where a card stands in the card database."""
        self.seat: int | None = None
        """Who is asked; nobody when the game is over."""
        self.moves: tuple[str, ...] = ()
        self.came_up: Counter[str] = Counter()
        """How often each sentence of the rules had a consequence, by a name of our own."""
        self.script: Iterator[None] = iter(())

    def begin(self, script: Steps) -> None:
        self.script = script
        self._go(lambda: next(script))
        self._send = script.send

    def play(self, move: str) -> None:
        assert move in self.moves, f"{move} is none of {self.moves}"
        self._go(lambda: self._send(move))

    def _go(self, resume: Callable[[], None]) -> None:
        try:
            resume()
        except StopIteration:
            self.seat, self.moves = None, ()

    def ask(self, seat: int, moves: Iterable[str]) -> Choice:
        """The move that the seat chooses; whoever has no choice is not asked."""
        different = tuple(dict.fromkeys(moves))
        if len(different) == 1:
            return different[0]
        self.seat, self.moves = seat, different
        return (yield)

    def shuffle(self, cards: list[str]) -> None:
        """Shuffles a pile, which lies with its top first; the lots name its cards from the bottom."""
        ranks = [self.order[card] for card in cards]
        self.lots.shuffle(ranks)
        cards[:] = [self.names[rank] for rank in reversed(ranks)]

    def sorted(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.order.__getitem__)

    # What is written of a game, in the form of docs/positions.md.

    def position(self) -> dict[str, Any]:
        raise NotImplementedError

    def view(self, seat: int) -> dict[str, Any]:
        raise NotImplementedError

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """Scores, winners, and whether the limit on turns ended the game."""
        raise NotImplementedError
