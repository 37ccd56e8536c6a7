"""The cards as small whole numbers: first the troops, then the royals, the aces and the jokers.

So the number alone tells what sort of card it is, and cards sorted by their numbers are sorted by sort.
"""

from __future__ import annotations

from typing import Final

from generator.games.strongholds.numbers import JACK, KING, QUEEN, Numbers, PlayingCard

NO_ABILITY: Final = 0
SHARES: Final = 1
"""A Jack's ability: he has the power and the health of his troop."""
DOUBLES: Final = 2
"""A Queen's: troops of her colour are multiplied."""
LIFTS: Final = 3
"""A King's: every troop counts as the highest."""

ABILITIES = {JACK: SHARES, QUEEN: DOUBLES, KING: LIFTS}


class Cards:
    """What the engine has to know of each card, by its number."""

    __slots__ = (
        "ability",
        "ace_draws",
        "all",
        "colour",
        "count",
        "drawn",
        "families",
        "first_ace",
        "first_joker",
        "first_royal",
        "full_hand",
        "health",
        "max_turns",
        "name",
        "number",
        "power",
        "queen_times",
        "sends",
        "words",
    )

    all: tuple[PlayingCard, ...]
    count: int
    words: list[str]
    """In notation."""
    number: dict[str, int]
    """The number of a card in notation."""
    first_royal: int
    """Cards below it are troops."""
    first_ace: int
    first_joker: int
    drawn: list[int]
    """The cards of the draw pile before any is dealt: all but the royals."""
    colour: list[str]
    power: list[int]
    """The number of a troop; 0 for other cards."""
    ability: list[int]
    health: list[int]
    """Of a royal."""
    sends: list[int]
    """A royal's full battalion."""
    name: list[str]
    """A royal's rank in words."""
    families: dict[int, list[tuple[int, ...]]]
    """For each number of seats the royals of each family, the healthiest first."""
    full_hand: int
    ace_draws: int
    queen_times: int
    max_turns: int
    """The limit of turns where nothing else was agreed on."""

    def __init__(self, numbers: Numbers) -> None:
        self.all = numbers.troops + numbers.royal_cards + numbers.aces + numbers.jokers
        self.count = len(self.all)
        self.words = [card.word for card in self.all]
        self.number = {word: card for card, word in enumerate(self.words)}
        self.first_royal = len(numbers.troops)
        self.first_ace = self.first_royal + len(numbers.royal_cards)
        self.first_joker = self.first_ace + len(numbers.aces)
        self.drawn = [card for card in range(self.count) if not self.is_royal(card)]
        self.colour = [card.colour for card in self.all]
        self.power = [card.power for card in self.all]
        royals = [numbers.royals.get(card.rank) for card in self.all]
        self.ability = [ABILITIES.get(card.rank, NO_ABILITY) for card in self.all]
        self.health = [royal.health if royal else 0 for royal in royals]
        self.sends = [royal.sends if royal else 0 for royal in royals]
        self.name = [royal.name if royal else "" for royal in royals]
        self.families = {
            seats: [self._royals_of(suits) for suits in families]
            for seats, families in numbers.families.items()
        }
        self.full_hand = numbers.hand
        self.ace_draws = numbers.ace_draws
        self.queen_times = numbers.queen_times
        self.max_turns = numbers.max_turns

    def _royals_of(self, suits: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(card for card in range(self.first_royal, self.first_ace) if self.all[card].suit in suits)

    def is_troop(self, card: int) -> bool:
        return card < self.first_royal

    def is_royal(self, card: int) -> bool:
        return self.first_royal <= card < self.first_ace

    def is_ace(self, card: int) -> bool:
        return self.first_ace <= card < self.first_joker

    def is_joker(self, card: int) -> bool:
        return card >= self.first_joker

    def texts(self, cards: tuple[int, ...]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.words[card] for card in cards]
