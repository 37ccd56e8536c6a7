"""What lies on the table: the cards as small whole numbers, and what each player has and has chosen.

Cards are numbered kind by kind: first the troops, then the royals, the aces and the jokers. So the number
alone gives the kind of a card, and cards sorted by their numbers are sorted by kind.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.games.strongholds.config import JACK, KING, QUEEN, PlayingCard, RulesConfig
from generator.rules.elements import OWNER, Admits, Element, Flag, OneCard, Seat, Terms, Zone
from generator.rules.fields import declared

NAME: Final = "strongholds"
MUSTER: Final = 0
DEFENCE: Final = 1
OVER: Final = 2
PHASES = ("muster", "defence", "over")
"""The phases in notation. The other steps of a turn need no decision."""

NO_ABILITY: Final = 0
SHARES: Final = 1
"""A Jack's ability: he has the power and the health of his troop."""
DOUBLES: Final = 2
"""A Queen's: the power of troops of her colour is multiplied."""
LIFTS: Final = 3
"""A King's: every troop counts as the highest."""
ABILITIES = {JACK: SHARES, QUEEN: DOUBLES, KING: LIFTS}

UNTOUCHED: Final = 0
COVERED: Final = 1
"""Something lies on the card."""
PITTED: Final = 2
"""The troop was set against another one: it does not return."""

NOBODY: Final = -1
"""Stands for a general or a target that is not chosen yet."""

ROYAL: Final = "royal"
TROOP: Final = "troop"
DRAWN: Final = "card of hands or piles"
"""The sorts of cards that lie together, as they are called."""
SECRET: Final = (("general", "target", "troops"), ("laid", "pitted"), ())
"""In each phase: what the others don't see of a player's choices until all have chosen."""
CHOICES: Final = ("general", "target", "troops", "laid", "pitted")
"""All that a player chooses, as it is called in positions."""


class Cards:
    """What the engine has to know of each card, by its number."""

    def __init__(self, config: RulesConfig) -> None:
        self.all: tuple[PlayingCard, ...] = config.troops + config.royal_cards + config.aces + config.jokers
        self.count: int = len(self.all)
        self.words: list[str] = [card.word for card in self.all]
        """In notation."""
        self.number: dict[str, int] = {word: card for card, word in enumerate(self.words)}
        self.first_royal: int = len(config.troops)
        """Cards below it are troops."""
        self.first_ace: int = self.first_royal + len(config.royal_cards)
        self.first_joker: int = self.first_ace + len(config.aces)
        self.drawn: list[int] = [card for card in range(self.count) if not self.is_royal(card)]
        """The cards of the draw pile before any is dealt: all but the royals."""
        self.sorts: dict[str, dict[str, int]] = {
            TROOP: self._named(range(self.first_royal)),
            ROYAL: self._named(range(self.first_royal, self.first_ace)),
            DRAWN: self._named(self.drawn),
        }
        self.colour: list[str] = [card.colour for card in self.all]
        self.power: list[int] = [card.power for card in self.all]
        """The number of a troop; 0 for other cards."""
        self.ability: list[int] = [ABILITIES.get(card.rank, NO_ABILITY) for card in self.all]
        royals = [config.royals.get(card.rank) for card in self.all]
        self.health: list[int] = [royal.health if royal else 0 for royal in royals]
        self.sends: list[int] = [royal.sends if royal else 0 for royal in royals]
        """A royal's full battalion."""
        self.times: list[int] = [royal.times if royal else 1 for royal in royals]
        """What a royal multiplies the power of troops of its colour by."""
        self.name: list[str] = [royal.name if royal else "" for royal in royals]
        """A royal's rank in words."""
        self.families: dict[int, list[tuple[int, ...]]] = {
            seats: [self._royals_of(suits) for suits in families]
            for seats, families in config.families.items()
        }
        """For each number of seats the royals of each family, the healthiest first."""
        self.max_turns: int = config.max_turns

    def _named(self, cards: Iterable[int]) -> dict[str, int]:
        return {self.words[card]: card for card in cards}

    def _royals_of(self, suits: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(
            [card for card in range(self.first_royal, self.first_ace) if self.all[card].suit in suits]
        )

    def is_troop(self, card: int) -> bool:
        return card < self.first_royal

    def is_royal(self, card: int) -> bool:
        return self.first_royal <= card < self.first_ace

    def is_ace(self, card: int) -> bool:
        return self.first_ace <= card < self.first_joker

    def is_joker(self, card: int) -> bool:
        return card >= self.first_joker

    def texts(self, cards: Sequence[int]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.words[card] for card in cards]


def battalion_powers(cards: Cards, general: int, troops: tuple[int, ...], ability: int) -> list[int]:
    """The power of each troop under a general with this ability, which a joker takes away."""
    powers = [cards.power[troop] for troop in troops]
    if ability == DOUBLES:
        colour, times = cards.colour[general], cards.times[general]
        for at, troop in enumerate(troops):
            if cards.colour[troop] == colour:
                powers[at] *= times
    elif ability == LIFTS and powers:
        powers = [max(powers)] * len(powers)
    return powers


def laying_order(cards: Cards, card: int, on: int) -> tuple[bool, bool, int, bool, int]:
    """Sorts cards as they can have been laid: jokers (after them troops are pitted), then on troops, then on
    generals, and on each card the small numbers first and an ace last."""
    return (not cards.is_joker(card), cards.is_royal(on), on, cards.is_ace(card), cards.power[card])


# How it is written in positions


class Row(Zone):
    """Cards of one sort."""

    def __init__(self, sort: str, **rest: Any) -> None:
        super().__init__(**rest)
        self._sort = sort

    def known(self, terms: Terms) -> tuple[Mapping[str, int], str]:
        cards: Any = terms.config
        return cards.sorts[self._sort], self._sort


class OneRoyal(OneCard):
    """A royal."""

    def read(self, given: Reader, terms: Terms) -> int:
        cards: Any = terms.config
        return int(cards.sorts[ROYAL][given.word(cards.sorts[ROYAL], ROYAL)])


class Seats(Element):
    """A row of seats."""

    def in_python(self, name: str) -> str:
        return f"list({name})"

    def read(self, given: Reader, terms: Terms) -> list[int]:
        seats = terms.seats or 1
        return sorted({item.whole(0, seats - 1) for item in given.items()})


class Laid(Row):
    """Cards on cards, in the order of the cards, not of the moves."""

    def in_python(self, name: str) -> None:
        del name

    def written(self, value: tuple[tuple[int, int], ...], terms: Terms) -> dict[str, list[str]]:
        laid: dict[str, list[str]] = {}
        for on, card in sorted(value):
            laid.setdefault(terms.words[on], []).append(terms.words[card])
        return laid

    def read(self, given: Reader, terms: Terms) -> list[Any]:
        return self.read_admitted(given, terms, lambda *_: True)

    def read_admitted(self, given: Reader, terms: Terms, admits: Admits) -> list[Any]:
        if not isinstance(given.value, Mapping):
            given.error(f"expected cards, each with what lies on it, got {quote(given.value)}")
            return []
        numbers: dict[Any, int] = terms.numbers()
        cards: Any = terms.config
        laid = []
        for word in given.value:
            if numbers.get(word, cards.first_ace) < cards.first_ace:
                row = super().read_admitted(given.at(word), terms, admits)
                laid += [(numbers[word], card) for card in row]
            else:
                given.at(word).error(f"{quote(word)} is neither a troop nor a royal")
        return laid


class Pitted(Element):
    """Pairs of troops."""

    def written(self, value: tuple[tuple[int, int], ...], terms: Terms) -> list[list[str]]:
        return [[terms.words[one], terms.words[other]] for one, other in sorted(value)]

    def read(self, given: Reader, terms: Terms) -> list[tuple[int, ...]]:
        cards: Any = terms.config
        known: dict[str, int] = cards.sorts[TROOP]
        pairs = [
            tuple([known[troop.word(known, TROOP)] for troop in pair.items(2)]) for pair in given.items()
        ]
        return [pair for pair in pairs if len(pair) == 2]


@declared
class Player:
    """One player: stronghold and hand, and what has been chosen in this turn.

    Rows of cards are tuples: they are replaced, never changed, so that copies of a state share them.
    """

    royals: Annotated[tuple[int, ...], Row(ROYAL)]
    """Those that live, also the one in the field."""
    hand: Annotated[tuple[int, ...], Row(DRAWN, seen=OWNER)]
    """Ascending: troops, then aces, then jokers."""
    out: Annotated[bool, Flag(otherwise=False)]
    general: Annotated[int, OneRoyal(lambda player: player.general >= 0)]
    target: Annotated[int, Seat(lambda player: player.target >= 0)]
    troops: Annotated[tuple[int, ...], Row(TROOP, when=lambda player: player.target >= 0)]
    """What was sent with the general, ascending."""
    missing: int
    """How many more troops may be sent with the general."""
    attackers: tuple[int, ...]
    """The seats whose generals attack this stronghold; from the reveal on."""
    laid: Annotated[tuple[tuple[int, int], ...], Laid(DRAWN, when=lambda player: player.laid != ())]
    """In this defence: each card laid, behind the one that it was laid on."""
    pitted: Annotated[tuple[tuple[int, int], ...], Pitted(lambda player: player.pitted != ())]
    """In this defence: the pairs of troops set against each other, the lower number first."""

    def clear_turn(self) -> None:
        """Nothing is chosen yet."""
        self.general = NOBODY
        self.target = NOBODY
        self.troops = ()
        self.missing = 0
        self.attackers = ()
        self.laid = ()
        self.pitted = ()

    # Cards

    def troops_in_hand(self, first_royal: int) -> tuple[int, ...]:
        """The cards of the hand that may be sent; cards below ``first_royal`` are troops."""
        return self.hand[: bisect_left(self.hand, first_royal)]

    def take_up(self, cards: list[int]) -> None:
        """Cards come into the hand."""
        self.hand = tuple(sorted([*self.hand, *cards]))

    def lay_down(self, card: int) -> None:
        """A card leaves the hand, which has it."""
        at = self.hand.index(card)
        self.hand = self.hand[:at] + self.hand[at + 1 :]

    def send(self, card: int) -> None:
        """A troop of the hand goes with the general."""
        self.lay_down(card)
        self.troops = tuple(sorted((*self.troops, card)))

    def send_all(self, troops: tuple[int, ...]) -> None:
        """All troops of the hand, which begins with them, go with the general."""
        self.hand = self.hand[len(troops) :]
        self.troops = tuple(sorted(self.troops + troops))

    def lose(self, royal: int) -> None:
        """A royal is killed."""
        self.royals = tuple([other for other in self.royals if other != royal])

    def home(self) -> tuple[int, ...]:
        """The royals that are not in the field."""
        return tuple([royal for royal in self.royals if royal != self.general])

    def laid_cards(self) -> list[int]:
        """The cards of the hand that were laid in this defence, in their order."""
        return [card for _, card in self.laid]
