"""Decks and deck files for tests, and what ``gatepress deck check`` says of them."""

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
from generator.catalog.problems import Place, Problems
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


LIMITS = DeckFormat(100, 17, 100, 1, 6, ("minion", "soldier", "assassin"), 3, 4)
"""Battle Gate's."""
CLASSES = {"M": "minion", "S": "soldier", "A": "assassin"}


def deck_of_kinds(kinds: str) -> Deck:
    """The deck of, for example, ``"M1 S3 S3x2 A6"``; each card is called by its kind and number."""
    cards = []
    for number, kind in enumerate(kinds.split()):
        power, _, copies = kind[1:].partition("x")
        values = {
            "name": f"{kind[0]}{power} {number}",
            "class": CLASSES.get(kind[0], "sorcerer"),
            "power": int(power),
        }
        cards.append((values, int(copies or 1)))
    return deck_of_values(*cards)


def deck_of_values(*cards: tuple[dict[str, object], int], name: str = "Test") -> Deck:
    """The deck of cards with these values and copies, as a file might give them."""
    made = [
        Card(
            str(n),
            copies,
            values,
            False,
            (TableRow(values, Place("deck.csv", n + 2), dict.fromkeys(values, 1), 1),),
        )
        for n, (values, copies) in enumerate(cards)
    ]
    return deck_of(CardSet("test", name, None, tuple(made), None))


class Row(NamedTuple):
    """A card of a deck that no file holds."""

    name: object
    class_name: object
    power: object
    copies: int


def deck(rows: Sequence[Row]) -> Deck:
    return deck_of_values(
        *(({"name": row.name, "class": row.class_name, "power": row.power}, row.copies) for row in rows)
    )


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
