"""Reads the numbers of the game from its card database, and tells what is missing or can't be played."""

from __future__ import annotations

from generator.catalog.constants import TEXT, read_constants, whole_between
from generator.catalog.keys import Key, Part, mapping_of, one_of, optional, part_of
from generator.catalog.models import Card
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.effects import MEANINGS, Effect, Meaning
from generator.games.hold_the_gates.kinds import PLACES, TARGETS
from generator.games.hold_the_gates.numbers import ATTACKER, DEFENDER, SIDES, Numbers, Settlement, Unit

NOTHING_NEEDED = Meaning(Effect, amount=False)
"""Stands in for an effect that the engine doesn't know, so that only that is told."""
COMPONENT = "cards"
SETTLEMENT = "settlement"
MOST = 20
"""A bound on hands, and on the turns of a tier."""

_COUNT = whole_between(1, MOST)
_POINTS = whole_between(0, 999)


class EffectFile(Part):
    """What the database says of an effect word."""

    __slots__ = ()

    says = optional(TEXT, "What the card prints.")
    target = optional(one_of(*(word for word in TARGETS if word)), "Whose unit the player names.")
    lasts = optional(one_of(*(word for word in PLACES if word)), "Where the card lies to the turn's end.")


class RulesFile(Part):
    """The numbers under `rules` that the engine needs."""

    __slots__ = ()

    hand = Key(_COUNT, ..., "Cards that each player draws in a turn.")
    turns = Key(whole_between(1, 200), ..., "At the end of the last, the King's Army is there.")
    turns_per_tier = Key(_COUNT, ..., "The defender's deck lasts so long.")
    attacker_wins = Key(_POINTS, ..., "Points for a fallen settlement.")
    defender_consoles = Key(_POINTS, ..., "Points for each tier, in that case.")
    kings_army = Key(_POINTS, ..., "Points for the defender who holds out.")
    effects = Key(mapping_of(part_of(EffectFile)), ..., "The effect words.")


def read_numbers(database: Database, problems: Problems) -> Numbers | None:
    """All numbers of the game; None if any is missing or wrong, which ``problems`` tells."""
    rules, found = read_constants(database, RulesFile)
    problems.extend(found)
    cards = database.cards_in(COMPONENT)
    if not cards:
        problems.error(f"{database.title} has no component `{COMPONENT}`", database.place_of("components"))
    if problems.has_errors:
        return None
    settlements = [_settlement(card, problems) for card in cards if card.values.get("side") == SETTLEMENT]
    units = [_unit(card, rules, problems) for card in cards if card.values.get("side") != SETTLEMENT]
    if not settlements and not problems.has_errors:
        problems.error("there is no settlement", database.place_of(f"components.{COMPONENT}"))
    for side in (ATTACKER, DEFENDER):
        if not any(unit.side == side and unit.tier <= 1 for unit in units) and not problems.has_errors:
            message = f"the {SIDES[side]} has no cards to begin with"
            problems.error(message, database.place_of(f"components.{COMPONENT}"))
    if problems.has_errors:
        return None
    numbers = Numbers(
        title=database.title,
        units=tuple(units),
        settlements=tuple(settlements),
        hand=rules.hand,
        turns=rules.turns,
        turns_per_tier=rules.turns_per_tier,
        attacker_wins=rules.attacker_wins,
        defender_consoles=rules.defender_consoles,
        kings_army=rules.kings_army,
    )
    _check_course(database, numbers, problems)
    return numbers


def _check_course(database: Database, numbers: Numbers, problems: Problems) -> None:
    """Warns of numbers that leave cards in the defender's deck, or tiers without turns."""
    cards = numbers.cards_of(DEFENDER)
    if cards != numbers.hand * numbers.turns_per_tier:
        problems.warning(
            f"the defender's {cards} cards are not {numbers.turns_per_tier} hands of {numbers.hand}",
            database.place_of("rules.turns_per_tier"),
            field="rules.turns_per_tier",
            hint="a tier joins when the defender's deck has lasted its turns",
        )
    if numbers.turns != numbers.turns_per_tier * numbers.last_tier:
        problems.warning(
            f"{numbers.turns} turns are not {numbers.turns_per_tier} for each of {numbers.last_tier} tiers",
            database.place_of("rules.turns"),
            field="rules.turns",
            hint="the King's Army comes when the last tier has had its turns",
        )


def _settlement(card: Card, problems: Problems) -> Settlement:
    return Settlement(card.id, str(card.values["name"]), _number(card, "value", 1, problems))


def _unit(card: Card, rules: RulesFile, problems: Problems) -> Unit:
    side = SIDES.index(_word(card, "side", SIDES, problems))
    effect = _word(card, "effect", tuple(MEANINGS), problems)
    known = card.values.get("effect") == effect
    meaning = MEANINGS[effect] if known else NOTHING_NEEDED
    said = rules.effects.get(effect) or EffectFile({})
    if known:
        _check_effect(card, effect, meaning, said, problems)
    return Unit(
        id=card.id,
        name=str(card.values["name"]),
        side=side,
        tier=_number(card, "tier", 1, problems) if side == ATTACKER else 0,
        copies=card.copies,
        strength=_number(card, "strength", 1, problems),
        ranged=_number(card, "ranged", 0, problems),
        action=str(card.values.get("action") or card.values["name"]),
        effect=effect,
        amount=_number(card, "amount", 1, problems) if meaning.amount else 0,
        ranks=_number(card, "ranks", 1, problems) if meaning.ranks else 0,
        target=said.target,
        lasts=said.lasts,
    )


def _check_effect(card: Card, effect: str, meaning: Meaning, said: EffectFile, problems: Problems) -> None:
    """What the database says of the word has to go with what the engine does for it."""
    wrong: list[str] = []
    if bool(said.target) != meaning.names_unit:
        wrong.append(
            "needs a `target`" if meaning.names_unit else "names no unit, so it can't have a `target`"
        )
    if meaning.lasts and said.lasts != meaning.lasts:
        wrong.append(f"does something only with `lasts: {meaning.lasts}`")
    elif said.lasts == "unit" and not meaning.names_unit:
        wrong.append("names no unit for its card to lie beside")
    for what in wrong:
        hint = f"see `rules.effects.{effect}` in game.yaml"
        problems.error(f"{effect} {what}", card.place_of("effect"), card=card.id, field="effect", hint=hint)


def _word(card: Card, field: str, known: tuple[str, ...], problems: Problems) -> str:
    """One of a few words; the first stands in for anything else, which is reported."""
    value = card.values.get(field)
    if isinstance(value, str) and value in known:
        return value
    hint = did_you_mean(value, known) if isinstance(value, str) else None
    message = f"the engine knows {join_words(known, 'and')}; got {quote(value)}"
    problems.error(message, card.place_of(field), card=card.id, field=field, hint=hint)
    return known[0]


def _number(card: Card, field: str, least: int, problems: Problems) -> int:
    """A whole number; the least stands in for anything else, which is reported."""
    value = card.values.get(field)
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    message = f"expected a whole number from {least}, got {quote(value)}"
    problems.error(message, card.place_of(field), card=card.id, field=field)
    return least
