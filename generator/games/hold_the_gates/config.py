"""Cards and numbers of the game: the card database, checked, as the rules and the terminal use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.wording import quote

ATTACKER = 0
DEFENDER = 1
SIDES = ("attacker", "defender")
"""The seats by their side: a side's place in this row is its seat."""

OWN = "own"
ENEMY = "enemy"
"""Whose unit an action names."""

BESIDE_UNIT = "unit"
AT_GATES = "gates"
"""Where the card of an action lies to the end of the turn."""

COMPONENT = "cards"
SETTLEMENT = "settlement"

MAX_HAND = 20
"""Also the maximum of turns per tier. There is a move for each unit that an action may name."""
MAX_TURNS = 200
MAX_POINTS = 999
MAX_VALUE = 99
"""Of a number on a card."""


class EffectNeeds(NamedTuple):
    """What the card database has to say for an effect word that the rules know."""

    amount: bool = True
    """Whether a card says how much."""
    ranks: bool = False
    """Whether a card says how many units."""
    names_unit: bool = False
    """Whether the word needs a ``target``."""
    lasts: str | None = None
    """Where its card has to lie to have an effect."""
    change: int = 0
    """What each point of the amount adds to strength for as long as the card lies there."""


EFFECTS: Mapping[str, EffectNeeds] = {
    "strengthen": EffectNeeds(names_unit=True, lasts=BESIDE_UNIT, change=1),
    "strengthen-all": EffectNeeds(lasts=AT_GATES, change=1),
    "weaken": EffectNeeds(names_unit=True, lasts=BESIDE_UNIT, change=-1),
    "hit": EffectNeeds(names_unit=True),
    "hit-front": EffectNeeds(),
    "hit-ranks": EffectNeeds(ranks=True),
    "hit-all": EffectNeeds(),
    "mend": EffectNeeds(),
    "drive-off": EffectNeeds(amount=False),
    "nothing": EffectNeeds(amount=False),
}
"""The words that a card's ``effect`` may be. What each does stands in ``rules``."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A kind of card, which may be deployed as a unit or played for its action."""

    id: str
    name: str
    side: int
    """The seat that plays it: ``ATTACKER`` or ``DEFENDER``."""
    tier: int
    """When it joins the attacker; 0 for a defender, who has all cards from the start."""
    copies: int
    strength: int
    ranged: int
    action: str
    """What the card calls its action."""
    says: str
    """What the action does, in plain text."""
    effect: str
    """One of ``EFFECTS``."""
    amount: int
    ranks: int
    """How many units from the gates on, for an effect that says so; else 0."""
    change: int
    """What the card adds to the strength of the unit that it lies beside, or of all at the gates."""
    target: str | None
    """Whose unit the action names, ``OWN`` or ``ENEMY``; None: it names none."""
    lasts: str | None
    """Where the card lies to the end of the turn, ``BESIDE_UNIT`` or ``AT_GATES``; None: it is spent."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the attacker wants to break."""

    id: str
    name: str
    value: int

    def falls(self, damage: int) -> bool:
        """Whether the settlement falls with so much damage."""
        return damage >= self.value


@dataclass(frozen=True, slots=True)
class RulesConfig:
    """All that the rules leave to the card database."""

    title: str
    units: tuple[UnitCard, ...]
    """In the order of the card list; a card's place in it is its kind."""
    ids: tuple[str, ...]
    """The units' ids."""
    settlements: tuple[Settlement, ...]
    usual_settlement: str
    """The id of the one that is attacked if nobody chooses."""
    hand: int
    """Cards that each player draws in a turn."""
    turns: int
    """At the end of the last, the King's Army comes."""
    turns_per_tier: int
    tiers: int
    attacker_wins: int
    """The attacker's points for a fallen settlement."""
    defender_consoles: int
    """The defender's points in that case, for each tier in play."""
    kings_army: int
    """The defender's points when the King's Army comes."""
    attacker_consoles: int
    """The attacker's points in that case."""

    def unit(self, unit_id: str) -> UnitCard:
        """The card with this id, which must be there."""
        return self.units[self.ids.index(unit_id)]

    def settlement(self, settlement_id: str) -> Settlement:
        """The settlement with this id, which must be there."""
        return next(settlement for settlement in self.settlements if settlement.id == settlement_id)

    def strength(self, unit: UnitCard, beside: Iterable[UnitCard], gates: Iterable[UnitCard]) -> int:
        """A unit's strength with the cards beside it, and those that lie at the gates for its side."""
        changes = sum(card.change for card in (*beside, *gates))
        return max(0, unit.strength + changes)

    def cards_of(self, side: int) -> int:
        """How many cards a side has, all tiers together."""
        return sum(unit.copies for unit in self.units if unit.side == side)

    def tier_in(self, turn: int) -> int:
        """The latest tier that has joined in a turn: the first in the first turns, and so on."""
        return min((turn - 1) // self.turns_per_tier + 1, self.tiers)


# Reading


class _Effect(NamedTuple):
    """What the card database says of an effect word."""

    says: str = ""
    target: str | None = None
    lasts: str | None = None


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The configuration of the game; None if anything is missing or wrong, which ``problems`` tells."""
    given = read_rules(database, problems)
    cards = database.cards_in(COMPONENT)
    if not cards:
        problems.error(f"{database.title} has no component `{COMPONENT}`", database.place_of("components"))
    numbers = {
        "hand": given.key("hand").whole(1, MAX_HAND),
        "turns": given.key("turns").whole(1, MAX_TURNS),
        "turns_per_tier": given.key("turns_per_tier").whole(1, MAX_HAND),
        "attacker_wins": given.key("attacker_wins").whole(0, MAX_POINTS),
        "defender_consoles": given.key("defender_consoles").whole(0, MAX_POINTS),
        "kings_army": given.key("kings_army").whole(0, MAX_POINTS),
        "attacker_consoles": given.key("attacker_consoles").whole(0, MAX_POINTS),
    }
    tiers = given.key("tiers").items()
    effects = _read_effects(given)
    if problems.has_errors:
        return None
    settlements = [_read_settlement(card, problems) for card in cards if _is_settlement(card)]
    units = [_read_unit(card, len(tiers), effects, problems) for card in cards if not _is_settlement(card)]
    if problems.has_errors:
        return None
    _check_cards(database, units, settlements, problems)
    _check_tiers(tiers, units)
    if problems.has_errors:
        return None
    config = RulesConfig(
        title=database.title,
        units=tuple(units),
        ids=tuple(unit.id for unit in units),
        settlements=tuple(settlements),
        usual_settlement=given.key("usual_settlement").word(
            [settlement.id for settlement in settlements], "settlement"
        ),
        tiers=len(tiers),
        **numbers,
    )
    _check_course(database, config, problems)
    return None if problems.has_errors else config


def _read_effects(given: Reader) -> dict[str, _Effect]:
    """What stands under `rules.effects`, by the effect word."""
    effects: dict[str, _Effect] = {}
    for word, entry in given.key("effects").entries():
        entry.only(_Effect._fields)
        effects[word] = _Effect(
            entry.key("says", "").text(),
            entry.key("target").word((OWN, ENEMY), "side of a target") if entry.has("target") else None,
            entry.key("lasts").word((BESIDE_UNIT, AT_GATES), "place of a card")
            if entry.has("lasts")
            else None,
        )
    return effects


def _is_settlement(card: Card) -> bool:
    return card.values.get("side") == SETTLEMENT


def _read_settlement(card: Card, problems: Problems) -> Settlement:
    value = read_field(card, "value", problems).whole(1, MAX_VALUE)
    return Settlement(card.id, str(card.values["name"]), value)


def _read_unit(card: Card, tiers: int, effects: Mapping[str, _Effect], problems: Problems) -> UnitCard:
    side = SIDES.index(read_field(card, "side", problems).word(SIDES, "side"))
    given = read_field(card, "effect", problems)
    word = given.word(EFFECTS, "effect that the rules know")
    # For an effect that is not known, only that is told.
    known = given.value == word
    needs = EFFECTS[word] if known else EffectNeeds(amount=False)
    effect = effects.get(word, _Effect())
    if known:
        _check_effect(given, effect, needs)
    amount = read_field(card, "amount", problems).whole(1, MAX_VALUE) if needs.amount else 0
    ranks = read_field(card, "ranks", problems).whole(1, MAX_VALUE) if needs.ranks else 0
    return UnitCard(
        id=card.id,
        name=str(card.values["name"]),
        side=side,
        tier=read_field(card, "tier", problems).whole(1, max(1, tiers)) if side == ATTACKER else 0,
        copies=card.copies,
        strength=read_field(card, "strength", problems).whole(1, MAX_VALUE),
        ranged=read_field(card, "ranged", problems).whole(0, MAX_VALUE),
        action=str(card.values.get("action") or card.values["name"]),
        says=_plain_text(effect.says, amount, ranks),
        effect=word,
        amount=amount,
        ranks=ranks,
        change=needs.change * amount,
        target=effect.target,
        lasts=effect.lasts,
    )


def _plain_text(says: str, amount: int, ranks: int) -> str:
    """What an effect says, without marks, with its numbers and with words for its icons."""
    words = {"{amount}": str(amount), "{ranks}": str(ranks), "{strength}": "strength", "{damage}": "damage"}
    for name, word in words.items():
        says = says.replace(name, word)
    return says.replace("**", "")


def _check_effect(given: Reader, effect: _Effect, needs: EffectNeeds) -> None:
    """What the database says of an effect word has to go with what the rules do for it."""
    hint = f"see `rules.effects.{given.value}` in game.yaml"
    if needs.names_unit and not effect.target:
        given.error(f"{given.value} needs a `target`", hint)
    if effect.target and not needs.names_unit:
        given.error(f"{given.value} names no unit, so it can't have a `target`", hint)
    if needs.lasts and effect.lasts != needs.lasts:
        given.error(f"{given.value} does something only with `lasts: {needs.lasts}`", hint)
    elif effect.lasts == BESIDE_UNIT and not needs.names_unit:
        given.error(f"{given.value} names no unit for its card to lie beside", hint)


def _check_cards(
    database: Database, units: list[UnitCard], settlements: list[Settlement], problems: Problems
) -> None:
    """There is something to attack, and both sides have cards to begin with."""
    place = database.place_of(f"components.{COMPONENT}")
    if not settlements:
        problems.error("there is no settlement", place)
    for seat, side in enumerate(SIDES):
        if not any(unit.side == seat and unit.tier <= 1 for unit in units):
            problems.error(f"the {side} has no cards to begin with", place)


def _check_tiers(given: list[Reader], units: list[UnitCard]) -> None:
    """`rules.tiers` names a unit of each tier."""
    for tier, item in enumerate(given, 1):
        ids = [unit.id for unit in units if unit.tier == tier]
        if item.value not in ids:
            hint = f"one of them is {ids[0]}" if ids else "no card has this tier"
            item.error(f"{quote(item.value)} is not an attacker of tier {tier}", hint)


def _check_course(database: Database, config: RulesConfig, problems: Problems) -> None:
    """Warns of numbers that leave cards in the defender's deck, or tiers without turns."""
    cards = config.cards_of(DEFENDER)
    if cards != config.hand * config.turns_per_tier:
        problems.warning(
            f"the defender's {cards} cards are not {config.turns_per_tier} hands of {config.hand}",
            database.place_of("rules.turns_per_tier"),
            field="rules.turns_per_tier",
            hint="a tier joins when the defender's deck has lasted its turns",
        )
    if config.turns != config.turns_per_tier * config.tiers:
        problems.warning(
            f"{config.turns} turns are not {config.turns_per_tier} for each of {config.tiers} tiers",
            database.place_of("rules.turns"),
            field="rules.turns",
            hint="the King's Army comes when the last tier has had its turns",
        )
