"""Who the cards of a deck are: characters of the pool, or new ones with names of the grammar."""

from __future__ import annotations

from collections import Counter

from generator.deck.building.chance import Dice
from generator.deck.building.names import Names
from generator.deck.building.pool import Pool
from generator.deck.building.wishes import Character, Kind, Wishes
from generator.deck.format import DeckFormat
from generator.deck.write import DeckRow


def cast(
    limits: DeckFormat, wishes: Wishes, kinds: Counter[Kind], pool: Pool | None, copies: int, dice: Dice
) -> list[DeckRow]:
    """The deck's rows by class, power and name: those wished for by name, and others up to the count of each
    kind."""
    cards = [wish.character._replace(copies=wish.least) for wish in wishes.characters if wish.is_guest]
    open_places = Counter(kinds)
    open_places.subtract(_by_kind(cards))
    if pool is None:
        names = Names(limits, dice, taken=[character.name for character in cards])
        cards += _new(names, limits, open_places, copies, dice)
    else:
        cards += _drawn(pool, wishes, open_places, dice)
    order = {name: number for number, name in enumerate(limits.classes)}
    cards.sort(key=lambda card: (order[card.kind.class_name], card.kind.power, card.name))
    return [DeckRow(card.name, *card.kind, card.copies, card.text, card.art) for card in cards if card.copies]


def _by_kind(characters: list[Character]) -> Counter[Kind]:
    found: Counter[Kind] = Counter()
    for character in characters:
        found[character.kind] += character.copies
    return found


def _drawn(pool: Pool, wishes: Wishes, places: Counter[Kind], dice: Dice) -> list[Character]:
    """Who is wished for, and copies drawn from the rest of the pool."""
    wanted = Counter({wish.character.role: wish.least for wish in wishes.characters if not wish.is_guest})
    drawn: Counter[int] = Counter()
    left: dict[Kind, list[int]] = {kind: [] for kind in places}
    for number, character in enumerate(pool.characters):
        sure = min(character.copies, wanted[character.role])
        wanted[character.role] -= sure
        places[character.kind] -= sure
        drawn[number] += sure
        left[character.kind] += [number] * (character.copies - sure)
    for kind, numbers in left.items():
        drawn.update(dice.shuffled(numbers)[: places[kind]])
    return [pool.characters[number]._replace(copies=copies) for number, copies in drawn.items()]


def _new(names: Names, limits: DeckFormat, places: Counter[Kind], copies: int, dice: Dice) -> list[Character]:
    """New characters: the weak come in numbers, the strong alone."""
    found: list[Character] = []
    for kind, cards in places.items():
        most = _most_copies(limits, kind.power, copies)
        left = cards
        while left:
            some = min(left, 1 + dice.below(most))
            found.append(Character(names.new(kind), kind, some))
            left -= some
    return found


def _most_copies(limits: DeckFormat, power: int, copies: int) -> int:
    """All copies for the weakest, fewer and fewer up to one for the strongest."""
    steps = max(1, limits.strongest - limits.weakest)
    return 1 + (copies - 1) * (limits.strongest - power) // steps
