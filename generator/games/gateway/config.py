"""What the engine takes from the card database: the cards with the words on them, and the rules' numbers.

Cards of all components share one row of kinds: a kind is a small number, its place in ``RulesConfig.cards``.
What an effect word does is no matter of this file: each class in ``effects`` brings an :class:`EffectWord`
that says what stands behind its word on a card, and under which triggers it may stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.catalog.reader import Reader
from generator.catalog.wording import quote
from generator.rules.numbers import checked, entries, flag, read_as, text, texts, value, whole

INSURGENT = 0
ASSET = 1
RUNESTONE = 2
GUARD = 3
HORDE = 4
TYPES = ("insurgent", "asset", "runestone", "guard", "horde")
"""A type's place in this row is its number."""
FIGHTERS = (INSURGENT, GUARD, HORDE)
FOES = (GUARD, HORDE)
PLAYERS_CARDS = (INSURGENT, ASSET, RUNESTONE)

GRADES = ("lesser", "normal", "greater")
"""The grades of Runestones; each has a stack that is called like it."""
FREE_TOKEN = "x"
"""The token of a free space: no event names it."""
MAX_AMOUNT = 99
"""A bound on amounts: more than any game needs, and small enough to add up."""
MAX_FEW = 20
"""A bound on what is counted out on the table in one go: a hand, districts, kinds of City cards."""
MAX_PLAYERS = 9
"""A bound on seats, so that each is written with one digit."""
PHASES = ("deployment", "drafting", "attack", "cleanup")
"""The phases of a turn."""
PILES = ("I", "II", "III")
"""The piles of events, the first on top."""
NO_STACK = -1

# Triggers: when the effects of a card happen

ACTIONS = ("played", "battle", "conquest", "killed", "used", "ability")
"""When a player does something: everything but `always`, `arrives` and `event`."""
WHILE_ALIVE = ("played", "battle", "conquest", "used", "ability")
"""The same without `killed`, for what a card can't bring about while damage is being dealt."""
OUTSIDE_BATTLE = ("played", "conquest", "used", "ability")
"""Not where a battle could pay for the next."""
IN_BATTLE = ("battle", "used")
"""When there can be a battle to hurt somebody in, before damage is dealt."""
ALWAYS = ("always",)
ON_ARRIVAL = ("arrives",)
AT_EVENTS = ("event",)
TRIGGERS: dict[str, tuple[str, ...]] = {
    "insurgent": ("played", "always", "battle", "conquest", "killed"),
    "asset": ("played",),
    "runestone": ("used",),
    "guard": ("always", "arrives"),
    "horde": ("always", "arrives"),
}
"""Which triggers the cards of each type have: an asset is never in an Army, and so on."""
ALL_TRIGGERS = (*ACTIONS, *ALWAYS, *ON_ARRIVAL, *AT_EVENTS)

# Keywords, counts and places

NUMBERED_KEYWORDS = ("charge", "bulwark", "hordebane", "guardbane")
KEYWORDS: dict[str, tuple[str, ...]] = {
    "vanguard": ("insurgent", "guard", "horde"),
    "veiled": ("insurgent", "guard", "horde"),
    "charge": ("insurgent", "guard", "horde"),
    "bulwark": ("insurgent", "guard", "horde"),
    "hordebane": ("insurgent", "guard"),
    "guardbane": ("insurgent", "horde"),
    "returning": ("insurgent",),
    "fleeting": ("insurgent", "asset"),
}
"""Which types of cards can have each keyword."""
KIN = "kin"
COUNTS = ("districts", "runestones", KIN)
"""What can be counted, beside the cards of one id in the Army."""
ARMY = "army"
PLACES = (ARMY, "discard")


@dataclass(frozen=True, slots=True)
class Parameters:
    """A kind of what stands behind an effect word on a card."""

    name: str
    """What `takes` says."""
    meaning: str
    placeholders: tuple[str, ...]
    """What the effect's sentences must have in braces."""


NUMBER = Parameters("number", "a whole number, as in `draw: 2`", ("n",))
NUMBER_OF = Parameters("number-of", "`n` and `of`, as in `gold-for-each: {n: 1, of: districts}`", ("n", "of"))
NUMBER_CARD_TO = Parameters(
    "number-card-to",
    "`n`, `card` and `to`, as in `gain-card: {n: 1, card: rebel, to: army}`",
    ("n", "card", "to"),
)
TOKEN_LIST = Parameters("tokens", "a list of district tokens, as in `spawn-horde: [a, b]`", ("tokens",))
LINES = Parameters(
    "effects", "a list of lists of effects, as in `choose-one: [[{draw: 2}], [{gain-gold: 2}]]`", ()
)

# What an effect's number makes larger, of what must be known before a game begins
ATTACK, DEFENCE, ATTACK_PHASES, CARDS_LOOKED_AT, ARRIVALS = range(1, 6)


@dataclass(frozen=True, slots=True)
class EffectWord:
    """What the class of an effect says of its word."""

    name: str
    """A key of ``rules.effects``, for example ``gain-gold``."""
    takes: Parameters
    under: tuple[str, ...]
    """At which triggers it can do anything, and comes to an end."""
    does: Callable[[Effect], Any]
    """Makes the action of an effect."""
    endless: tuple[tuple[str, str], ...] = ()
    """Triggers at which it would loop for ever, and why."""
    raises: int = 0
    """``ATTACK`` of the card itself, as long as it fights; ``DEFENCE`` of an Army, in one turn;
    ``ATTACK_PHASES`` of a turn; ``CARDS_LOOKED_AT`` at once; ``ARRIVALS`` after the card itself."""
    wants_best: bool = False
    """Whether a player who chooses a card for it would take the best, and not give up the worst."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card. What its word does not take has the value that is given here."""

    word: EffectWord
    number: int = 0
    of: str = ""
    """What is counted: ``districts``, ``runestones``, ``kin`` or the id of a card in the Army."""
    gift: int = NO_STACK
    """The stack that cards are taken from; its place in ``RulesConfig.stacks``."""
    to: str = ""
    """Where such a card goes: ``army`` or ``discard``."""
    tokens: tuple[str, ...] = ()
    """The letters of the districts at which something spawns, in this order."""
    choices: tuple[tuple[Effect, ...], ...] = ()
    """What one may choose from; each is done from the first effect to the last."""


Effects = tuple[Effect, ...]


def amount(given: Reader, minimum: int, *, needed: bool) -> int:
    """A number that a card has if it needs it, and else must not have: it would say nothing."""
    (name,) = given.path
    if needed and given.value is None:
        given.error(f"`{name}` is missing")
    elif needed:
        return given.whole(minimum, MAX_AMOUNT)
    elif given.value is not None:
        given.error(f"this type of card has no {name}, got {quote(given.value)}", "leave it out")
    return 0


def _of(types: tuple[int, ...], name: str, minimum: int = 0) -> int:
    """A number of the cards of these types."""

    def parse(given: Reader, card_type: Reader) -> int:
        return amount(given, minimum, needed=TYPES.index(card_type.value) in types)

    return value(parse, name, "type")


def _grade(given: Reader, card_type: Reader) -> str:
    if card_type.value == TYPES[RUNESTONE]:
        return given.word(GRADES, "grade of Runestones")
    if given.value is not None:
        given.error(f"only Runestones have a grade, got {quote(given.value)}", "leave it out")
    return ""


@checked
class Card:
    """A kind of card that lies in stacks, decks, hands, Armies or districts."""

    id: str
    name: str
    type: int = value(lambda given: TYPES.index(given.value))
    """``INSURGENT`` to ``HORDE``."""
    copies: int
    cost: int
    """Gold; 0 for what nobody can draft."""
    power: int = _of((INSURGENT, ASSET, RUNESTONE), "power")
    """Power Points to play it."""
    attack: int = _of(FIGHTERS, "attack")
    defence: int = _of(FIGHTERS, "defence", 1)
    """0 for what can't be damaged."""
    vp: int = _of(FOES, "vp")
    """Victory Points for killing it."""
    grade: str = value(_grade, "grade", "type")
    """One of ``GRADES``; "" for what is no Runestone."""
    stack: int
    """Its place in ``RulesConfig.stacks``; ``NO_STACK`` for Guards and Horde."""
    keywords: Mapping[str, int]
    """Lasting abilities with their numbers; 1 for those without a number."""
    effects: Mapping[str, Effects]
    """What the card does, by when it happens."""

    def under(self, trigger: str) -> Effects:
        """What it does at a trigger."""
        return self.effects.get(trigger, ())


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards beside the districts."""

    id: str
    """The card's id, or the grade of its Runestones."""
    kinds: tuple[int, ...]
    """One kind, or all Runestones of a grade, which lie shuffled."""
    for_sale: bool
    """Whether its top card can be drafted; helper cards can't."""
    city: bool
    """Whether it is one of the kinds that are chosen for a game."""
    helpers: tuple[int, ...] = ()
    """The stacks of helper cards that lie out with it."""

    @property
    def mixed(self) -> bool:
        """Whether the order of its cards is hidden: true for Runestones."""
        return self.id in GRADES


@dataclass(frozen=True, slots=True)
class DistrictBoard:
    """A district board."""

    id: str
    name: str
    ability: Effects


@checked
class Event:
    """An event card."""

    id: str
    name: str
    pile: int = value(lambda given: PILES.index(given.word(PILES, "pile of events")))
    """0 for I, which lies on top, to 2 for III."""
    effects: Effects


@checked
class Setup:
    """What depends on how many play."""

    players: int = whole(2, MAX_PLAYERS)
    districts: int = whole(1, MAX_FEW)
    kinds: int = whole(1, MAX_FEW)
    """How many kinds of City cards are in a game."""
    names: tuple[str, ...] = texts("first_game")
    more_names: tuple[str, ...] = texts("first_game_adds", default=())
    first_game: tuple[int, ...] = ()
    """The stacks of the first game's City cards, in their order."""


@checked
class Wording:
    """What one of a thing is called, and more of it."""

    one: str = text(default="")
    many: str = text(default="")
    words: str = text(default="")
    does: str = text(default="")


@checked
class EffectWording:
    """The sentences of an effect, with signs in braces: ``Gain {n} {gold}.``"""

    takes: str = text()
    one: str = text()
    many: str = text()
    does: str = text()
    icon: str = text(default="")


@checked
class KeywordText:
    name: str = text()
    reminder: str = text("text")
    """With ``{n}`` for the number behind the name."""
    does: str = text()
    icon: str = text(default="")
    numbered: bool = flag("number", default=False)


def _table(*needed: str, optional: Sequence[str] = ()) -> Mapping[str, str]:
    """A table whose entries have these texts. The first of them counts here, the others are for layouts."""

    def parse(given: Reader) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for word, entry in given.entries():
            entry.only((*needed, *optional))
            texts = [entry.key(name).text() for name in needed]
            found[word] = [*texts, *[entry.key(name, "").text() for name in optional]][0]
        return found

    return value(parse)


@checked
class Vocabulary:
    """What the rules call things, and the sentences of which the texts of cards are made."""

    types: Mapping[str, str] = _table("name", "icon", optional=("goes",))
    """Names of the types of cards, by their words …"""
    grades: Mapping[str, str] = _table("name")
    phases: Mapping[str, str] = _table("name", "icon")
    """… and so on."""
    triggers: Mapping[str, str] = _table("lead", "does")
    """What stands before the effects of each trigger, in the order in which cards say them."""
    keywords: Mapping[str, KeywordText] = entries(KeywordText)
    effects: Mapping[str, EffectWording] = entries(EffectWording)
    counts: Mapping[str, str] = _table(optional=("one", "many", "words", "does"))
    """What can be counted, after "for each"."""
    gifts: Mapping[str, Wording] = entries(Wording)
    """Cards that effects take from the stack of this name."""
    places: Mapping[str, str] = _table(optional=("words", "one", "many", "does"))
    """Where these go."""


def _starter(given: Reader) -> Mapping[str, int]:
    return {stack: count.whole(1, MAX_AMOUNT) for stack, count in given.entries()}


@checked
class RulesConfig:
    """All that the rules leave to the database."""

    title: str
    cards: tuple[Card, ...] = ()
    """Base, helpers, Runestones, City, Guards, Horde; a card's place in it is its kind."""
    stacks: tuple[Stack, ...] = ()
    """Base cards, grades of Runestones, helpers, City cards; a stack's place in it is its number."""
    districts: tuple[DistrictBoard, ...] = ()
    """All boards, one for each copy."""
    events: tuple[Event, ...] = ()
    """All events, one for each copy."""
    tokens: tuple[str, ...] = ()
    """The district tokens, one for each copy: ``("a", …, "x", "x")``."""
    setups: tuple[Setup, ...] = value(lambda given: tuple([read_as(Setup, each) for each in given.items()]))
    """One for each number of players, ascending."""
    starter_cards: Mapping[str, int] = value(_starter, "starter")
    """The starter deck: how many cards of which stacks. Of Runestones they are random."""
    starter: tuple[tuple[int, int], ...] = ()
    """The same with the numbers of the stacks."""
    hand: int = whole(1, MAX_FEW)
    """Cards of the first hand, and drawn in each Cleanup."""
    power_points: int = whole(0, MAX_AMOUNT)
    """At the start of each Deployment."""
    abilities: int = whole(1, MAX_FEW)
    """Districts whose ability may be used in a turn."""
    drafts: int = whole(1, MAX_FEW)
    """Cards that may be bought in a turn without an effect."""
    attacks: int = whole(1, MAX_FEW)
    """Attack phases of a turn without an effect."""
    guards: int = whole(0, MAX_FEW)
    """Guards that are dealt to each district at set-up."""
    round_events: int = whole(1, MAX_FEW)
    """Events that are drawn at the end of each round."""
    victory_points: int = whole(1, MAX_AMOUNT)
    """With so many a player wins."""
    vocabulary: Vocabulary

    def setup_for(self, seats: int) -> Setup:
        (setup,) = [setup for setup in self.setups if setup.players == seats]
        return setup

    # How large anything can get in the game: what moves there are follows from it

    def max_troop(self) -> int:
        """Cards that can stand on one side of a battle: all of a type there are."""
        return max(sum(card.copies for card in self.cards if card.type == of) for of in FIGHTERS)

    def max_number(self) -> int:
        """Things on the table that may be counted through: cards of a side, districts, looked-at cards."""
        looked_at = max(sum_of(effects, CARDS_LOOKED_AT) for effects in self._all_effects())
        return max(self.max_troop(), *(setup.districts for setup in self.setups), looked_at)

    def max_damage(self) -> int:
        """Damage that one card can take: its defence, and all that may be added to it in one turn."""
        own = max(card.defence + card.keywords.get("bulwark", 0) for card in self.cards)
        battles = self.max_battles()
        added = 0
        for card in self.cards:
            once = card.under("played") + card.under("used") + card.under("conquest")
            added += card.copies * sum_of(once, DEFENCE)
            added += card.copies * battles * sum_of(card.under("battle"), DEFENCE)
        return own + added + self._max_by_abilities(DEFENCE)

    def max_battles(self) -> int:
        """Battles that one Army can fight in one turn, or at the end of one round."""
        spawned = max(sum(len(effect.tokens) for effect in event.effects) for event in self.events)
        return max(self.max_attacks(), spawned)

    def max_attacks(self) -> int:
        """Attack phases of one turn."""
        cards = sum(card.copies * sum_of(actions_of(card), ATTACK_PHASES) for card in self.cards)
        return self.attacks + cards + self._max_by_abilities(ATTACK_PHASES)

    def max_decisions(self) -> int:
        """A bound on the decisions of a game, far above what happens.

        In every turn every card of the box is played, bought and used, chosen three times and asked about,
        and in every battle each card is dealt damage, chosen, killed and rescued.
        """
        cards = sum(card.copies for card in self.cards)
        turn = 6 * cards + self.max_battles() * 4 * self.max_troop()
        most = self.setups[-1]
        return most.kinds + len(self.events) * (most.players + 1) * turn

    def _max_by_abilities(self, raises: int) -> int:
        """What the districts' abilities can add in one turn."""
        added = sorted([sum_of(board.ability, raises) for board in self.districts], reverse=True)
        return sum(added[: self.abilities])

    def _all_effects(self) -> list[Effects]:
        """The lines of all cards with which a player does something, of boards and of events."""
        lines = [actions_of(card) for card in self.cards] + [board.ability for board in self.districts]
        return lines + [event.effects for event in self.events]


def actions_of(card: Card) -> Effects:
    """What players do with a card."""
    return tuple(effect for trigger in ACTIONS for effect in card.under(trigger))


def flat(effects: Effects) -> Iterator[Effect]:
    """All effects, those to choose from too."""
    for effect in effects:
        yield effect
        for line in effect.choices:
            yield from flat(line)


def sum_of(effects: Effects, raises: int) -> int:
    """The numbers of all effects that raise something, with all that one may choose from."""
    return sum(effect.number for effect in flat(effects) if effect.word.raises == raises)
