"""Cards and numbers of the game: the card database, checked, as the rules and the terminal use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.wording import quote
from generator.rules.numbers import checked, entries, read_card_as, read_rules_as, text, value, whole, word

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


ON_CARD = -1
"""Stands for a number that a card says."""


class EffectNeeds(NamedTuple):
    """What an effect word that the rules know needs; what it does at once stands in ``rules``."""

    amount: int = ON_CARD
    ranks: int = 0
    """How many enemy units it hits, from the gates on."""
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
    "hit-front": EffectNeeds(ranks=1),
    "hit-ranks": EffectNeeds(ranks=ON_CARD),
    "hit-all": EffectNeeds(ranks=MAX_HAND),
    "mend": EffectNeeds(),
    "drive-off": EffectNeeds(amount=0),
    "nothing": EffectNeeds(amount=0),
}
"""The words that a card's ``effect`` may be."""


@checked
class EffectText:
    """What the card database says of an effect word."""

    says: str = text(default="")
    target: str | None = word((OWN, ENEMY), "side of a target", default=None)
    lasts: str | None = word((BESIDE_UNIT, AT_GATES), "place of a card", default=None)


def _by_effect(need: str) -> Callable[[Reader, Reader], int]:
    """A number that the effect sets, or leaves to the card."""

    def parse(given: Reader, effect: Reader) -> int:
        needs = EFFECTS.get(effect.value) if isinstance(effect.value, str) else None
        number: int = getattr(needs, need, 0)
        return given.whole(1, MAX_VALUE) if number == ON_CARD else number

    return parse


@checked
class UnitCard:
    """A kind of card, which may be deployed as a unit or played for its action."""

    id: str
    name: str = text()
    side: int = value(lambda given: SIDES.index(given.word(SIDES, "side")))
    """The seat that plays it: ``ATTACKER`` or ``DEFENDER``."""
    tier: int = 0
    """When it joins the attacker; 0 for a defender, who has all cards from the start."""
    copies: int
    strength: int = whole(1, MAX_VALUE)
    ranged: int = whole(0, MAX_VALUE)
    action: str = value(lambda action, name: str(action.value or name.value), "action", "name")
    """What the card calls its action."""
    says: str = ""
    """What the action does, in plain text."""
    effect: str = word(EFFECTS, "effect that the rules know")
    amount: int = value(_by_effect("amount"), "amount", "effect")
    ranks: int = value(_by_effect("ranks"), "ranks", "effect")
    """How many units from the gates on its action hits."""
    change: int = 0
    """What the card adds to the strength of the unit that it lies beside, or of all at the gates."""
    target: str | None = None
    """Whose unit the action names, ``OWN`` or ``ENEMY``; None: it names none."""
    lasts: str | None = None
    """Where the card lies to the end of the turn, ``BESIDE_UNIT`` or ``AT_GATES``; None: it is spent."""


@checked
class Settlement:
    """What the attacker wants to break."""

    id: str
    name: str = text()
    value: int = whole(1, MAX_VALUE)
    """It falls with so much damage."""


@checked
class RulesConfig:
    """All that the rules leave to the card database."""

    title: str
    units: tuple[UnitCard, ...] = ()
    """In the order of the card list; a card's place in it is its kind."""
    ids: tuple[str, ...] = ()
    """The units' ids."""
    settlements: tuple[Settlement, ...] = ()
    usual_settlement: str = ""
    """The id of the one that is attacked if nobody chooses."""
    hand: int = whole(1, MAX_HAND)
    """Cards that each player draws in a turn."""
    turns: int = whole(1, MAX_TURNS)
    """At the end of the last, the King's Army comes."""
    turns_per_tier: int = whole(1, MAX_HAND)
    tiers: int = value(lambda given: len(given.items()))
    attacker_wins: int = whole(0, MAX_POINTS)
    """The attacker's points for a fallen settlement."""
    defender_consoles: int = whole(0, MAX_POINTS)
    """The defender's points in that case, for each tier in play."""
    kings_army: int = whole(0, MAX_POINTS)
    """The defender's points when the King's Army comes."""
    attacker_consoles: int = whole(0, MAX_POINTS)
    """The attacker's points in that case."""
    effects: Mapping[str, EffectText] = entries(EffectText)

    def unit(self, unit_id: str) -> UnitCard:
        """The card with this id, which must be there."""
        return self.units[self.ids.index(unit_id)]

    def settlement(self, settlement_id: str) -> Settlement:
        """The settlement with this id, which must be there."""
        return next(settlement for settlement in self.settlements if settlement.id == settlement_id)

    def strength(self, unit: UnitCard, around: Iterable[UnitCard]) -> int:
        """A unit's strength with the cards beside it, and those that lie at the gates for its side."""
        return max(0, unit.strength + sum(card.change for card in around))

    def joining(self, tier: int) -> list[int]:
        """The cards that join the attacker at a tier; of tier 0 are the defender's."""
        return [kind for kind, unit in enumerate(self.units) if unit.tier == tier for _ in range(unit.copies)]

    def tier_in(self, turn: int) -> int:
        """The latest tier that has joined in a turn: the first in the first turns, and so on."""
        return min((turn - 1) // self.turns_per_tier + 1, self.tiers)


# Reading


def read_config(database: Database, problems: Problems) -> RulesConfig | None:
    """The configuration of the game; None if anything is missing or wrong, which ``problems`` lists."""
    cards = database.cards_in(COMPONENT)
    if not cards:
        problems.error(f"{database.title} has no component `{COMPONENT}`", database.place_of("components"))
    rules = read_rules(database, problems)
    config = read_rules_as(RulesConfig, rules, title=database.title)
    if problems.has_errors:
        return None
    places = [card for card in cards if card.values.get("side") == SETTLEMENT]
    settlements = tuple([read_card_as(Settlement, card, problems, id=card.id) for card in places])
    units = tuple([_read_unit(card, config, problems) for card in cards if card not in places])
    config = replace(config, units=units, ids=tuple([unit.id for unit in units]), settlements=settlements)
    if not problems.has_errors:
        _check_cards(database, config, problems)
        _check_tiers(rules.at("tiers").items(), units)
    if problems.has_errors:
        return None
    usual = rules.key("usual_settlement").word([place.id for place in settlements], "settlement")
    _check_course(database, config, problems)
    return None if problems.has_errors else replace(config, usual_settlement=usual)


def _read_unit(card: Card, config: RulesConfig, problems: Problems) -> UnitCard:
    unit = read_card_as(UnitCard, card, problems, id=card.id, copies=card.copies)
    effect = config.effects.get(unit.effect, EffectText())
    given = read_field(card, "effect", problems)
    if given.value == unit.effect:  # or else that is no effect, which was reported
        _check_effect(given, effect, EFFECTS[unit.effect])
    # In plain text, an effect has no marks, its numbers, and words for its icons.
    plain = {"{amount}": f"{unit.amount}", "{ranks}": f"{unit.ranks}", "**": ""}
    says = effect.says
    for name, word_for in {**plain, "{strength}": "strength", "{damage}": "damage"}.items():
        says = says.replace(name, word_for)
    tier = read_field(card, "tier", problems)
    return replace(
        unit,
        tier=tier.whole(1, max(1, config.tiers)) if unit.side == ATTACKER else 0,
        says=says,
        change=EFFECTS[unit.effect].change * unit.amount,
        target=effect.target,
        lasts=effect.lasts,
    )


def _check_effect(given: Reader, effect: EffectText, needs: EffectNeeds) -> None:
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


def _check_cards(database: Database, config: RulesConfig, problems: Problems) -> None:
    """There is something to attack, and both sides have cards to begin with."""
    place = database.place_of(f"components.{COMPONENT}")
    if not config.settlements:
        problems.error("there is no settlement", place)
    for tier, side in ((1, SIDES[ATTACKER]), (0, SIDES[DEFENDER])):
        if not config.joining(tier):
            problems.error(f"the {side} has no cards to begin with", place)


def _check_tiers(given: Sequence[Reader], units: Sequence[UnitCard]) -> None:
    """`rules.tiers` names a unit of each tier."""
    for tier, item in enumerate(given, 1):
        ids = [unit.id for unit in units if unit.tier == tier]
        if item.value not in ids:
            hint = f"one of them is {ids[0]}" if ids else "no card has this tier"
            item.error(f"{quote(item.value)} is not an attacker of tier {tier}", hint)


def _check_course(database: Database, config: RulesConfig, problems: Problems) -> None:
    """Warns of numbers that leave cards in the defender's deck, or tiers without turns."""

    def warn(field: str, message: str, hint: str) -> None:
        problems.warning(message, database.place_of(field), field=field, hint=hint)

    cards, per_tier = len(config.joining(0)), config.turns_per_tier
    if cards != config.hand * per_tier:
        message = f"the defender's {cards} cards are not {per_tier} hands of {config.hand}"
        warn("rules.turns_per_tier", message, "a tier joins when the defender's deck has lasted its turns")
    if config.turns != per_tier * config.tiers:
        message = f"{config.turns} turns are not {per_tier} for each of {config.tiers} tiers"
        warn("rules.turns", message, "the King's Army comes when the last tier has had its turns")
