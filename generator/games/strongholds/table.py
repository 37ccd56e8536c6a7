"""What lies on the table: the cards as small whole numbers, and what each player has and has chosen.

Cards are numbered kind by kind: first the troops, then the royals, the aces and the jokers. So the number
alone tells the kind of a card, and cards sorted by their numbers are sorted by kind.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final

from generator.games.strongholds.config import JACK, KING, QUEEN, PlayingCard, RulesConfig

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


class Cards:
    """What the engine has to know of each card, by its number."""

    __slots__ = (
        "ability",
        "all",
        "colour",
        "count",
        "drawn",
        "families",
        "first_ace",
        "first_joker",
        "first_royal",
        "health",
        "name",
        "number",
        "power",
        "sends",
        "times",
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
    times: list[int]
    """What a royal multiplies the power of troops of its colour by."""
    name: list[str]
    """A royal's rank in words."""
    families: dict[int, list[tuple[int, ...]]]
    """For each number of seats the royals of each family, the healthiest first."""

    def __init__(self, config: RulesConfig) -> None:
        self.all = config.troops + config.royal_cards + config.aces + config.jokers
        self.count = len(self.all)
        self.words = [card.word for card in self.all]
        self.number = {word: card for card, word in enumerate(self.words)}
        self.first_royal = len(config.troops)
        self.first_ace = self.first_royal + len(config.royal_cards)
        self.first_joker = self.first_ace + len(config.aces)
        self.drawn = [card for card in range(self.count) if not self.is_royal(card)]
        self.colour = [card.colour for card in self.all]
        self.power = [card.power for card in self.all]
        self.ability = [ABILITIES.get(card.rank, NO_ABILITY) for card in self.all]
        royals = [config.royals.get(card.rank) for card in self.all]
        self.health = [royal.health if royal else 0 for royal in royals]
        self.sends = [royal.sends if royal else 0 for royal in royals]
        self.times = [royal.times if royal else 1 for royal in royals]
        self.name = [royal.name if royal else "" for royal in royals]
        self.families = {
            seats: [self._royals_of(suits) for suits in families]
            for seats, families in config.families.items()
        }

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

    def texts(self, cards: tuple[int, ...]) -> list[str]:
        """Cards in notation, in the order given."""
        return [self.words[card] for card in cards]


class Player:
    """One player: stronghold and hand, and what has been chosen in this turn.

    Rows of cards are tuples: they are replaced, never changed, so that copies of a state share them.
    """

    __slots__ = (
        "attackers",
        "general",
        "hand",
        "laid",
        "missing",
        "out",
        "pitted",
        "royals",
        "target",
        "troops",
    )

    royals: tuple[int, ...]
    """All that live, also one in the field, in the order in which they are listed."""
    hand: tuple[int, ...]
    """Ascending: troops, then aces, then jokers."""
    out: bool
    general: int
    target: int
    troops: tuple[int, ...]
    """What was sent with the general, ascending."""
    missing: int
    """How many more troops may be sent with the general."""
    attackers: tuple[int, ...]
    """The seats whose generals attack this stronghold; from the reveal on."""
    laid: tuple[tuple[int, int], ...]
    """In this defence: each card laid, behind the one that it was laid on."""
    pitted: tuple[tuple[int, int], ...]
    """In this defence: the pairs of troops set against each other, the lower number first."""

    def sit_down(self) -> None:
        """A place at the table, without royals and cards."""
        self.royals = ()
        self.hand = ()
        self.out = False
        self.clear_turn()

    def clear_turn(self) -> None:
        """Nothing is chosen yet."""
        self.general = NOBODY
        self.target = NOBODY
        self.troops = ()
        self.missing = 0
        self.attackers = ()
        self.laid = ()
        self.pitted = ()

    def clone(self) -> Player:
        copy = Player()
        copy.royals = self.royals
        copy.hand = self.hand
        copy.out = self.out
        copy.general = self.general
        copy.target = self.target
        copy.troops = self.troops
        copy.missing = self.missing
        copy.attackers = self.attackers
        copy.laid = self.laid
        copy.pitted = self.pitted
        return copy

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

    # In notation, as positions and views have it

    def write_cards(self, cards: Cards) -> dict[str, Any]:
        """What the player has, beside the choices of this turn."""
        return {"royals": cards.texts(self.royals), "hand": cards.texts(self.hand), "out": self.out}

    def write_muster(self, cards: Cards) -> dict[str, Any]:
        """What the player has chosen in muster, as far as it is chosen."""
        chosen: dict[str, Any] = {}
        if self.general != NOBODY:
            chosen["general"] = cards.words[self.general]
        if self.target != NOBODY:
            chosen["target"] = self.target
            chosen["troops"] = cards.texts(self.troops)
        return chosen

    def write_defence(self, cards: Cards) -> dict[str, Any]:
        """What the player has done in defence: cards on cards in the order of the cards, not of the moves."""
        words = cards.words
        done: dict[str, Any] = {}
        if self.laid:
            laid: dict[str, list[str]] = {}
            for on, card in sorted(self.laid):
                laid.setdefault(words[on], []).append(words[card])
            done["laid"] = laid
        if self.pitted:
            done["pitted"] = [[words[one], words[other]] for one, other in sorted(self.pitted)]
        return done
