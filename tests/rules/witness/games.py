"""The games that are mirrored: all decks and setups, optional rules, other numbers, players of all tastes."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import rules
from generator.rules import protocol
from generator.rules.protocol import Game, State

from . import battle_gate, gateway, gateway_box
from .mirror import Taste, taste
from .table import Lots, Witness, database

CARDS = Path(__file__).resolve().parents[3] / "cards"
Numbers = Mapping[str, Any]
"""Other numbers than those of the database, by their path."""
SAME: Numbers = {}


class Table(NamedTuple):
    """A game that is about to begin, by the engine and by its witness, and who chooses the moves."""

    state: State
    witness: Witness
    taste: Taste


@cache
def loaded(name: str, changes: tuple[str, ...]) -> Game:
    return rules.load(name, changes)


def engine_of(name: str, numbers: Numbers, faults: Numbers) -> Game:
    """The engine with these numbers, and with faults that its witness does not know of."""
    return loaded(name, tuple(f"{path}={value}" for path, value in {**numbers, **faults}.items()))


def begin(game: Game, lots: Lots, seats: int, options: Mapping[str, Any]) -> State:
    chosen = {o.name: o.read(options[o.name]) if o.name in options else o.default for o in game.options}
    return game.begin(lots, seats, chosen)


def compiled() -> bool:
    """Whether the engines are compiled: such a one takes no ``Lots``."""
    return not protocol.__file__.endswith(".py")


# Battle Gate

EVEN_START: Numbers = database(CARDS / "battle-gate", SAME)["variants"]["even-start"]["set"]
BATTLE_GATE_NUMBERS: list[Numbers] = [
    SAME,
    SAME,
    EVEN_START,
    {"rules.allowance.base": 2, "rules.allowance.per_assassin": 2, "rules.allowance.power_per_card": 3},
    {"rules.damage.per_power": 3, "rules.recover.per_minion": 2, "rules.first_turn.first_player": 5},
    {"rules.draw.per_soldier": 2, "rules.first_turn.others": 6, "rules.recover.per_minion": 3},
]
DECKS = battle_gate.decks_of(CARDS / "battle-gate")


@cache
def battle_gate_numbers(at: int) -> dict[str, Any]:
    numbers: dict[str, Any] = database(CARDS / "battle-gate", BATTLE_GATE_NUMBERS[at])["rules"]
    return numbers


def own_deck(lots: random.Random) -> list[str]:
    """A deck of 100 points by somebody with a strong liking for some cards."""
    liking = [lots.random() ** 3 + 0.001 for _ in battle_gate.KINDS]
    deck: list[str] = []
    while (left := 100 - battle_gate.total(deck)) > 0:
        deck += [card for card in lots.choices(battle_gate.KINDS, liking) if battle_gate.power(card) <= left]
    return deck


def battle_gate_table(number: int, faults: Numbers = SAME) -> Table:
    lots = random.Random(f"battle-gate {number}")
    at = lots.randrange(len(BATTLE_GATE_NUMBERS))
    seats = lots.choice((2, 3, 4))
    max_turns = lots.choice((9, 15, 25, 40, 60, 200))
    names = lots.choices(sorted(DECKS), k=seats)
    decks = [DECKS[name] if lots.random() < 0.6 else own_deck(lots) for name in names]
    if lots.random() < 0.05:
        decks = [[lots.choice(("M4", "S4", "A4")) for _ in range(25)] for _ in range(seats)]
    engine = engine_of("battle-gate", BATTLE_GATE_NUMBERS[at], faults)
    state = begin(engine, Lots(number), seats, {"decks": decks, "max_turns": max_turns})
    witness = battle_gate.BattleGate(battle_gate_numbers(at), decks, Lots(number), max_turns)
    return Table(state, witness, taste(f"{number}", BATTLE_GATE_VERBS))


BATTLE_GATE_VERBS = ("draw", "field", "attack", "block", "boost", "discard", "recover", "pass")


# Gateway

STONES = ("flame", "fury", "mercy", "door", "dawn", "crown")
HARMLESS = ("rebel", "defender", "city-guard", "lamplit-watch", "drueggar-raider", "drueggar-howler")
GATEWAY_NUMBERS: list[Numbers] = [
    SAME,
    SAME,
    SAME,
    {"rules.power_points": 4, "rules.drafts": 3, "rules.hand": 8},
    {"rules.abilities": 2, "rules.round_events": 2, "rules.power_points": 3, "rules.guards": 0},
    {"rules.drafts": 2, **{f"greater-{stone}.{price}": 1 for stone in STONES for price in ("cost", "power")}},
    {"rules.drafts": 2, **{f"{card}.attack": 0 for card in HARMLESS}},
    {"rules.attacks": 2, "rules.guards": 2, "rules.victory_points": 9, "rules.drafts": 2},
    {
        "rules.starter.merchant": 4,
        "rules.starter.rebel": 2,
        "rules.starter.lesser": 4,
        "rules.power_points": 3,
    },
]


@cache
def box_of(at: int) -> gateway_box.Box:
    return gateway_box.open_box(CARDS / "gateway", GATEWAY_NUMBERS[at])


def gateway_table(number: int, faults: Numbers = SAME) -> Table:
    lots = random.Random(f"gateway {number}")
    at = lots.randrange(len(GATEWAY_NUMBERS))
    box = box_of(at)
    setup = lots.choice(box.rules["setups"])
    kinds = [card.id for card in box.of("city")]
    city = lots.choice(["first-game", "random", "pick", lots.sample(kinds, setup["kinds"])])
    engine = engine_of("gateway", GATEWAY_NUMBERS[at], faults)
    state = begin(engine, Lots(number), setup["players"], {"city": city})
    witness = gateway.Gateway(box, setup["players"], city, Lots(number))
    return Table(state, witness, taste(f"{number}", GATEWAY_VERBS, prizes(box, lots)))


def prizes(box: gateway_box.Box, lots: random.Random) -> dict[str, float]:
    """Half of the players would rather have what is dear."""
    if lots.random() < 0.5:
        return {}
    dear = {f"draft {card.id}": (1 + card.cost) ** 2 / 10 for card in box.cards.values()}
    return {**dear, "draft lesser": 2, "draft normal": 6, "draft greater": 20}


GATEWAY_VERBS = ("play", "ability", "attack", "draft", "rune", "choose", "assign", "pick")
GAMES = {"battle-gate": battle_gate_table, "gateway": gateway_table}
