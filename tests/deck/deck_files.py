"""Deck files in the current directory, and what ``gatepress deck check`` says of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games import run_here

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.models import Card, CardSet, Game
from generator.catalog.problems import Problems
from generator.catalog.tables import TableRow
from generator.deck.format import DeckFormat, read_format
from generator.deck.model import Deck, deck_of


@cache
def battle_gate() -> Game:
    game = load_game(find_game("battle-gate"), Problems())
    assert game is not None
    return game


@cache
def battle_gate_format() -> DeckFormat:
    limits = read_format(battle_gate(), Problems())
    assert limits is not None
    return limits


class Row(NamedTuple):
    """A card of a deck that no file holds."""

    name: object
    class_name: object
    power: object
    copies: int


def deck(rows: Sequence[Row]) -> Deck:
    cards = []
    for number, row in enumerate(rows, start=1):
        values = {"name": row.name, "class": row.class_name, "power": row.power}
        source = TableRow(values, "deck.csv", number, {"name": 1, "class": 2, "power": 3})
        cards.append(Card(f"card-{number}", row.copies, values, False, (source,)))
    return deck_of(CardSet("deck", "Deck", None, tuple(cards), Path("deck.csv")))


class Verdict(NamedTuple):
    """The answer as JSON, and the exit status."""

    code: int
    verdict: Any

    def of(self, rule: str) -> list[str]:
        """What is told about a rule: the card, if it is about one, and the message."""
        return [
            f"{found['card']}: {found['message']}" if found["card"] else found["message"]
            for found in self.verdict["violations"]
            if found["rule"] == rule
        ]

    @property
    def rules(self) -> list[str]:
        """The rules that are broken, each once, in their order."""
        return list(dict.fromkeys(found["rule"] for found in self.verdict["violations"]))


def check(file: str | Path, *options: str) -> Verdict:
    """Runs ``gatepress deck check --json`` on one deck."""
    done = run_here("deck", "check", file, "--json", *options)
    assert done.stderr == ""
    return Verdict(done.code, json.loads(done.stdout))


def check_yaml(text: str, *options: str) -> Verdict:
    """Checks a deck file ``deck.yaml`` with this text."""
    Path("deck.yaml").write_text(text, "utf-8")
    return check("deck.yaml", *options)


GOOD = """\
name: My Deck
cards:
  - {name: Ogre, class: soldier, power: 6, copies: 10}
  - {name: Goblin, class: minion, power: 2, copies: 15}
  - {name: Owl, class: assassin, power: 1, copies: 10}
"""
"""35 cards that cost 100 points."""
