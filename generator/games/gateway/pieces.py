"""The pieces of Gateway: Armies, players, districts, battles, work to be done, stacks and decks.

Each knows how it changes and how it is copied, and nothing of the rules; ``board`` puts them together.
"""

from __future__ import annotations

from typing import Final

from generator.rules.pile import Pile, empty_pile

NOBODY: Final = -1
"""In place of a seat: nobody's district; a battle's side that no player's Army is."""


class Troop:
    """Cards that fight together, in order of arrival: the Insurgents of an Army, the cards in a district.

    The lists go together: at one index stand a card, its damage, and how its attack counts.
    """

    __slots__ = ("cards", "damage", "times", "touched")

    cards: list[int]
    damage: list[int]
    """What each card took in this turn."""
    times: list[int]
    """How often each card's attack counts in this turn: 1; 0 when blinded, 2 when doubled."""
    touched: bool
    """Whether anything must be set back when the turn ends."""

    def __init__(self, cards: list[int], damage: list[int], times: list[int], touched: bool) -> None:
        self.cards = cards
        self.damage = damage
        self.times = times
        self.touched = touched

    def join(self, kind: int) -> None:
        self.cards.append(kind)
        self.damage.append(0)
        self.times.append(1)

    def leave(self, at: int) -> int:
        """Takes out the card with this number, and gives its kind."""
        self.damage.pop(at)
        self.times.pop(at)
        return self.cards.pop(at)

    def hurt(self, at: int, damage: int) -> None:
        self.damage[at] += damage
        self.touched = True

    def count(self, at: int, times: int) -> None:
        """From now on in this turn the attack of a card counts so often."""
        self.times[at] = times
        self.touched = True

    def take_over(self, others: Troop) -> None:
        """Gets all cards of others, with what they suffered."""
        self.cards += others.cards
        self.damage += others.damage
        self.times += others.times
        self.touched = self.touched or others.touched
        others.clear()

    def heal(self) -> None:
        """The turn ends: damage and what was done to attacks are gone."""
        self.damage = [0] * len(self.cards)
        self.times = [1] * len(self.cards)
        self.touched = False

    def clear(self) -> None:
        self.cards = []
        self.damage = []
        self.times = []
        self.touched = False

    def clone(self) -> Troop:
        return Troop(self.cards.copy(), self.damage.copy(), self.times.copy(), self.touched)


def empty_troop() -> Troop:
    return Troop([], [], [], False)


class Player:
    """One seat's cards and points, and what its Army has more until the end of the turn."""

    __slots__ = (
        "army",
        "attack",
        "deck",
        "defence",
        "discard",
        "hand",
        "looked",
        "played",
        "rescues",
        "runes",
        "vp",
        "weaken",
    )

    deck: list[int]
    """From the bottom."""
    hand: Pile
    discard: Pile
    played: Pile
    """What lies before the player till Cleanup: assets."""
    army: Troop
    """The Insurgents of the Army."""
    runes: Pile
    """The Runestones of the Army."""
    looked: list[int]
    """Cards lifted from the deck to be looked at, from the top; they go back there."""
    vp: int
    attack: int
    """More damage that the Army deals in this turn."""
    defence: int
    """More defence of each Insurgent in this turn."""
    weaken: int
    """Less damage that whoever fights the Army deals in this turn."""
    rescues: int
    """How many Insurgents that are killed in this turn still go to the hand."""

    def __init__(
        self, deck: list[int], hand: Pile, discard: Pile, played: Pile, army: Troop, runes: Pile
    ) -> None:
        self.deck = deck
        self.hand = hand
        self.discard = discard
        self.played = played
        self.army = army
        self.runes = runes
        self.looked = []
        self.vp = 0
        self.attack = 0
        self.defence = 0
        self.weaken = 0
        self.rescues = 0

    def has_army(self) -> bool:
        return bool(self.army.cards) or self.runes.size > 0

    def end_turn(self) -> None:
        """What lasts for a turn is over."""
        if self.army.touched:
            self.army.heal()
        self.attack = 0
        self.defence = 0
        self.weaken = 0
        self.rescues = 0

    def clone(self) -> Player:
        copy = Player(
            self.deck.copy(),
            self.hand.clone(),
            self.discard.clone(),
            self.played.clone(),
            self.army.clone(),
            self.runes.clone(),
        )
        copy.looked = self.looked.copy()
        copy.vp = self.vp
        copy.attack = self.attack
        copy.defence = self.defence
        copy.weaken = self.weaken
        copy.rescues = self.rescues
        return copy


def new_player(kinds: int) -> Player:
    """A player without cards, in a game with so many kinds of them."""
    return Player(
        [], empty_pile(kinds), empty_pile(kinds), empty_pile(kinds), empty_troop(), empty_pile(kinds)
    )


class District:
    """A district board on the table."""

    __slots__ = ("arrivals", "board", "owner", "tokens", "troop")

    board: int
    """Which board it is: its place in ``RulesConfig.districts``."""
    tokens: tuple[str, ...]
    """The letters that lie on it, and free spaces."""
    owner: int
    """The seat whose marker lies there, or ``NOBODY``."""
    troop: Troop
    """The Guards or the Horde that hold it."""
    arrivals: Troop
    """Guards or Horde put there by an event that must fight for it first."""

    def __init__(self, board: int, tokens: tuple[str, ...], troop: Troop, arrivals: Troop) -> None:
        self.board = board
        self.tokens = tokens
        self.owner = NOBODY
        self.troop = troop
        self.arrivals = arrivals

    def clone(self) -> District:
        copy = District(self.board, self.tokens, self.troop.clone(), self.arrivals.clone())
        copy.owner = self.owner
        return copy


def new_district(board: int, tokens: tuple[str, ...]) -> District:
    """A district that is empty and nobody's."""
    return District(board, tokens, empty_troop(), empty_troop())


FIGHT: Final = -1
"""A task that is no line of effects: the battle goes on."""
BURY: Final = -2
"""A task that is no line of effects: cards that were killed leave the battle."""


class Task:
    """Something begun that must be finished before what lies under it on the stack of work.

    Most tasks are a line of effects, done one after the other.
    """

    __slots__ = ("at", "line", "place", "seat", "step", "times")

    line: int
    """The line's number, or ``FIGHT`` or ``BURY``."""
    seat: int
    """Whose effects they are: "you". With ``FIGHT`` and ``BURY`` 0."""
    place: int
    """The district of a card that arrived; else 0."""
    at: int
    """The number of the effect in the line that is to be done or under way."""
    step: int
    """How far this effect has come; what is counted is the effect's own matter."""
    times: int
    """A second count of the same kind."""

    def __init__(self, line: int, seat: int, place: int) -> None:
        self.line = line
        self.seat = seat
        self.place = place
        self.at = 0
        self.step = 0
        self.times = 0

    def finish(self) -> None:
        """The effect is done; the next one begins."""
        self.at += 1
        self.step = 0
        self.times = 0

    def clone(self) -> Task:
        copy = Task(self.line, self.seat, self.place)
        copy.at = self.at
        copy.step = self.step
        copy.times = self.times
        return copy


BEGIN: Final = 0
ATTACKER_DECLARES: Final = 1
ATTACKER_CARDS: Final = 2
DEFENDER_DECLARES: Final = 3
DEFENDER_CARDS: Final = 4
ATTACKER_DEALS: Final = 5
DEFENDER_DEALS: Final = 6
AFTERMATH: Final = 7
CONQUEST: Final = 8


class Battle:
    """A battle over a district: an attack of the active player, or Guards or Horde that arrive."""

    __slots__ = (
        "again",
        "amounts",
        "at",
        "dealt",
        "district",
        "left",
        "played_by",
        "seats",
        "spawned",
        "stage",
    )

    district: int
    spawned: bool
    """Whether an event brought it about; then the arrivals attack."""
    seats: list[int]
    """Whose Army attacks and whose defends; ``NOBODY`` for Guards and Horde."""
    played_by: list[int]
    """The seat that decides for each side; ``NOBODY`` as long as that is open."""
    stage: int
    """``BEGIN`` to ``CONQUEST``."""
    at: int
    """The next card of a side that is to declare, to be dealt damage, or to be told of the conquest."""
    amounts: list[int]
    """The damage that each side deals, once both have declared."""
    left: int
    """How much of it the dealing side has not assigned yet."""
    dealt: bool
    """Whether damage was put on a card in this exchange."""
    again: bool
    """Whether an exchange lies behind already, in this battle."""

    def __init__(self, district: int, spawned: bool, attacker: int, defender: int) -> None:
        self.district = district
        self.spawned = spawned
        self.seats = [attacker, defender]
        self.played_by = [attacker, defender]
        self.stage = BEGIN
        self.at = 0
        self.amounts = [0, 0]
        self.left = 0
        self.dealt = False
        self.again = False

    def to_stage(self, stage: int) -> None:
        self.stage = stage
        self.at = 0

    def clone(self) -> Battle:
        copy = Battle(self.district, self.spawned, self.seats[0], self.seats[1])
        copy.played_by = self.played_by.copy()
        copy.stage = self.stage
        copy.at = self.at
        copy.amounts = self.amounts.copy()
        copy.left = self.left
        copy.dealt = self.dealt
        copy.again = self.again
        return copy


class Supply:
    """The stacks beside the districts. A stack is known by its place in ``RulesConfig.stacks``."""

    __slots__ = ("laid", "left", "order")

    left: Pile
    """How many cards each stack has, counted by stack; of stacks with order too."""
    order: dict[int, list[int]]
    """For each stack with a hidden order its kinds from the bottom."""
    laid: list[bool]
    """Which stacks are in this game at all; one that is sold out still is."""

    def __init__(self, left: Pile, order: dict[int, list[int]], laid: list[bool]) -> None:
        self.left = left
        self.order = order
        self.laid = laid

    def lay(self, stack: int, cards: int) -> None:
        """Lays a stack out that was not in the game; the kinds of one with order are added to that apart."""
        self.left.counts[stack] = cards
        self.left.kinds |= 1 << stack
        self.left.size += cards
        # A new list: copies share the old one.
        self.laid = self.laid.copy()
        self.laid[stack] = True

    def clone(self) -> Supply:
        return Supply(self.left.clone(), {stack: row.copy() for stack, row in self.order.items()}, self.laid)


def new_supply(mixed: list[bool]) -> Supply:
    """A supply of which no stack is laid out. ``mixed``: for each stack whether its order is hidden."""
    order: dict[int, list[int]] = {stack: [] for stack, hidden in enumerate(mixed) if hidden}
    return Supply(empty_pile(len(mixed)), order, [False] * len(mixed))


class Foes:
    """One of the two neutral factions, Guards or Horde: its deck and its discard pile."""

    __slots__ = ("deck", "discard")

    deck: list[int]
    """From the bottom."""
    discard: list[int]
    """In the order in which they were killed."""

    def __init__(self, deck: list[int], discard: list[int]) -> None:
        self.deck = deck
        self.discard = discard

    def clone(self) -> Foes:
        return Foes(self.deck.copy(), self.discard.copy())
