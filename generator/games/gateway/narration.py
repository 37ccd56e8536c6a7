"""Gateway in words: what cards and effects say, how moves read, what has happened between two views.

All texts are made from what the engine plays by: its cards with their effects, and the vocabulary of the
rules, from which the printed cards are made too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.wording import capital, kinds_in_words
from generator.games.gateway import Gateway
from generator.games.gateway.battle import ATTACKER, DEFENDER
from generator.games.gateway.config import (
    ASSET,
    FIGHTERS,
    GRADES,
    LINES,
    NUMBER_CARD_TO,
    NUMBER_OF,
    RUNESTONE,
    TOKEN_LIST,
    TYPES,
    Card,
    DistrictBoard,
    Effect,
    Effects,
    Event,
)
from generator.games.gateway.pieces import BURY, WORK
from generator.games.gateway.tables import up_to
from generator.rules import View
from generator.rules.terminal import Display, does, who

# What cards say, and what lies on the table


class CardText(NamedTuple):
    """What is said of a card."""

    card: Card
    kind: int
    name: str
    marks: tuple[str, ...]
    """Its keywords without what they mean: ``Charge 2``."""
    says: str

    @property
    def fights(self) -> str:
        """Attack and defence: ``2/3``; nothing for a card that does not fight."""
        return f"{self.card.attack}/{self.card.defence}" if self.card.type in FIGHTERS else ""

    @property
    def is_runestone(self) -> bool:
        return self.card.type == RUNESTONE


class PlaceText(NamedTuple):
    """What is said of a district board or an event."""

    name: str
    says: str


class StackText(NamedTuple):
    """A stack beside the districts: ``Rebel 2/9``, ``Rune of Flame (lesser) 3/2``."""

    title: str
    price: str
    """The Gold for its top card; a dash where there is none to be bought."""
    left: int
    top: CardText | None
    """What may be drafted; None for an empty stack."""
    affordable: bool
    """Whether the Gold of this turn pays for its top card."""

    def __str__(self) -> str:
        return f"{self.title} {self.price}/{self.left}"


class Fighter(NamedTuple):
    """A card that fights: an Insurgent of an Army, a Guard or Horde in a district."""

    text: CardText
    damage: int
    mark: str
    """``blinded``, ``doubled`` or nothing."""

    def __str__(self) -> str:
        """``Elite Guard 4/5, Vanguard, 2 damage``."""
        damage = f"{self.damage} damage" if self.damage else ""
        facts = [f"{self.text.name} {self.text.fights}", *self.text.marks, damage, self.mark]
        return ", ".join(filter(None, facts))


class Side(NamedTuple):
    """One of the two sides of a battle."""

    seat: int | None
    """Whose Army it is; None for Guards or Horde."""
    played_by: int | None
    """The seat that decides for it; None as long as that is open."""
    fighters: Sequence[Fighter]
    """In order of arrival, which is how moves number them."""
    rooms: Sequence[int]
    """How much more damage kills each of them."""


_SIGNS = {"gold": "Gold", "power": "Power", "attack": "attack", "defence": "defence", "vp": "VP"}
_SIGN = re.compile(r"\{(\w+)\}")
_MAX_TEXT = 600
"""Letters of all that a card says; more are cut."""


class Texts:
    """The names and texts of all cards, districts and events, by their ids, with words for the signs."""

    def __init__(self, game: Gateway) -> None:
        config = game.config
        self.tables = game.tables
        self.config = config
        self.vocabulary = config.vocabulary
        self.cards = {card.id: self._card(kind, card) for kind, card in enumerate(config.cards)}
        self.districts = {board.id: self._place(board, board.ability) for board in config.districts}
        self.events = {event.id: self._place(event, event.effects) for event in config.events}

    def _card(self, kind: int, card: Card) -> CardText:
        """Its keywords with what they mean, then its effects with when they happen."""
        keywords = self.vocabulary.keywords
        marks, says = [], []
        for word, number in card.keywords.items():
            marks.append(f"{keywords[word].name}{f' {number}' if keywords[word].numbered else ''}")
            says.append(f"{marks[-1]}. {self._reminder(word, str(number))}")
        for trigger, lead in self.vocabulary.triggers.items():
            if card.under(trigger):
                says.append(f"{lead} {self.sentences(card.under(trigger))}".strip())
        return CardText(card, kind, readable(card.name), tuple(marks), readable(" ".join(says), _MAX_TEXT))

    def _place(self, place: DistrictBoard | Event, effects: Effects) -> PlaceText:
        return PlaceText(readable(place.name), self.sentences(effects))

    def _reminder(self, word: str, number: str) -> str:
        return _without_signs(self.vocabulary.keywords[word].reminder.replace("{n}", number))

    def glossary(self) -> Iterator[tuple[str, str]]:
        """Each keyword's name and what it means, for any number: ``+n attack while its side attacks.``"""
        for word, keyword in self.vocabulary.keywords.items():
            yield keyword.name, self._reminder(word, "n")

    def sentences(self, effects: Effects) -> str:
        """Effects in order: ``Draw 2 cards. Discard 1 card from your hand.``"""
        return " ".join(map(self.sentence, effects))

    def sentence(self, effect: Effect) -> str:
        """One effect: ``Draw 2 cards.``"""
        wording, takes = self.vocabulary.effects[effect.word.name], effect.word.takes
        if takes is LINES:
            # Without a capital and a full stop.
            lines = [self.sentences(line).rstrip(".") for line in effect.choices]
            return f"{wording.one} {'; or: '.join([line[:1].lower() + line[1:] for line in lines])}."
        count = len(effect.tokens) if takes is TOKEN_LIST else effect.number
        words = (wording.one if count == 1 else wording.many).replace("{n}", str(count))
        if takes is NUMBER_OF:
            words = words.replace("{of}", self.vocabulary.counts[effect.of])
        elif takes is NUMBER_CARD_TO:
            gift = self.vocabulary.gifts[self.config.stacks[effect.gift].id]
            words = words.replace("{card}", gift.one if count == 1 else gift.many)
            words = words.replace("{to}", self.vocabulary.places[effect.to])
        elif takes is TOKEN_LIST:
            words = words.replace("{tokens}", ", ".join(effect.tokens).upper())
        return _without_signs(words)

    def under_way(self, view: View) -> tuple[str, Effect] | None:
        """The effect that is being done, with the name of the card, district or event on which it stands."""
        task: Mapping[str, Any] = view["work"][-1] if view.get("work") else {"line": ""}
        line = self.tables.lines.number.get(task["line"])
        if line is None:
            return None
        owner = task["line"].partition(" ")[0]
        named: Any = self.cards.get(owner) or self.districts.get(owner) or self.events[owner]
        return named.name, self.tables.lines.effects[line][task["at"]]

    def type_name(self, fighter: Fighter) -> str:
        return self.vocabulary.types[TYPES[fighter.text.card.type]]

    def named(self, ids: Iterable[str]) -> str:
        """Names with the number of each: ``2 Rebel, Merchant``."""
        return kinds_in_words((self.cards[card_id].name for card_id in ids), "{count} {card}")

    # What a view says

    def stacks(self, view: View) -> dict[str, StackText]:
        """All stacks of the game by their ids, in the order of the view."""
        affordable = up_to(view.get("gold", 0), self.tables.affordable)
        found: dict[str, StackText] = {}
        for number, stack in enumerate(self.config.stacks):
            lies = view["stacks"].get(stack.id)
            if lies is not None:
                card, left = (
                    (lies["top"], lies["cards"]) if stack.mixed else (stack.id if lies else None, lies)
                )
                top = None if card is None else self.cards[card]
                title = f"{top.name} ({stack.id})" if top and stack.mixed else self.stack_name(stack.id)
                price = str(top.card.cost) if top and stack.for_sale else "-"
                found[stack.id] = StackText(title, price, left, top, bool(left and affordable >> number & 1))
        return found

    def stack_name(self, stack: str) -> str:
        """A grade of Runestones, or the card that it holds."""
        return self.vocabulary.grades[stack] if stack in GRADES else self.cards[stack].name

    def place(self, view: View, number: int) -> PlaceText:
        """A district by its number."""
        return self.districts[view["districts"][number]["board"]]

    def fighters(self, written: Sequence[str]) -> list[Fighter]:
        """Those of the cards that fight; Runestones are left out."""
        parted = [one.split() for one in written]
        return [
            Fighter(self.cards[words[0]], int(words[1]) if len(words) > 1 else 0, " ".join(words[2:]))
            for words in parted
            if not self.cards[words[0]].is_runestone
        ]

    def sides(self, view: View) -> tuple[Side, Side]:
        """Attacker and defender of the battle that is fought."""
        return self._side(view, ATTACKER, "attacker"), self._side(view, DEFENDER, "defender")

    def _side(self, view: View, number: int, role: str) -> Side:
        battle = view["battle"]
        seat: int | None = battle[role]
        if seat is None:
            district, bonus = view["districts"][battle["district"]], 0
            written = district["cards"] if number == DEFENDER else district.get("arrivals", [])
        else:
            written = view["seats"][seat]["army"]
            bonus = view["seats"][seat].get("bonus", {}).get("defence", 0)
        there = self.fighters(written)
        kinds, damage = [one.text.kind for one in there], [one.damage for one in there]
        rooms = self.tables.rooms(number, kinds, damage, bonus)
        return Side(seat, battle["players"][number], there, rooms)


def _without_signs(words: str) -> str:
    """With words for the signs: ``Gain 2 Gold.``"""
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), words)


def _says(text: CardText | PlaceText) -> str:
    """What a card or place says, behind its name, in a sentence that goes on."""
    return f": {text.says}".removesuffix(".") if text.says else ""


# Moves in words

_ENDS = {"deployment": "play no more", "drafting": "draft no more", "attack": "attack nobody"}
_CHOICES = {
    **dict.fromkeys(("discard", "others-discard-to", "all-discard-to"), "discard {}"),
    "discard-for-points": "discard {} for 1 Power",
    **dict.fromkeys(("cull", "all-cull"), "trash {}"),
    "revive": "put {} from the discard pile into the Army",
    "recall": "take {} from the discard pile into the hand",
    "claim": "take {}",
    "sift": "discard {}",
    "strike": "strike {} for {n} damage",
    "blind": "blind {}: its attack is 0 this turn",
    "double-attack": "let the attack of {} count twice this turn",
}
"""What is done to what is chosen, by the word of the effect."""


class Narrator(Display):
    """Puts moves and what comes of them into words."""

    def __init__(self, game: Gateway) -> None:
        self.texts = Texts(game)

    def side_name(self, side: Side, view: View) -> str:
        """``you``, ``seat 1``, or the faction: ``Horde``."""
        if side.seat is not None:
            return who(self, side.seat, view)
        return self.texts.type_name(side.fighters[0]) if side.fighters else "nobody"

    def say(self, move: str, view: View) -> str:
        verb, _, rest = move.partition(" ")
        texts = self.texts
        match verb:
            case "pick":
                card = texts.cards[rest]
                numbers = [card.name, f"{card.card.cost} Gold", f"{card.card.power} Power", card.fights]
                return f"pick {', '.join(filter(None, numbers))}{_says(card)}"
            case "play":
                card = texts.cards[rest]
                fights = f", {card.fights}" if card.fights else ""
                cost = f" for {card.card.power} Power" if card.card.power else ""
                return f"play {card.name}{fights}{cost}{_says(card) if card.card.type == ASSET else ''}"
            case "ability":
                place = texts.place(view, int(rest))
                return f"use {place.name}{_says(place)}"
            case "draft":
                stack = texts.stacks(view).get(rest)
                if stack is None or stack.top is None:
                    return f"draft {texts.stack_name(rest)}"
                return f"draft {stack.title} for {stack.price} Gold"
            case "attack":
                return self._attack(view, int(rest))
            case "rune":
                card = texts.cards[rest]
                return f"use {card.name}: {texts.sentences(card.card.under('used'))}".removesuffix(".")
            case "assign":
                number, _, amount = rest.partition(" ")
                return self._assign(view, int(number), int(amount))
            case "horde":
                return f"let {who(self, int(rest), view)} play the Horde"
            case "choose":
                return self._choose(view, rest)
            case "done" if texts.under_way(view):
                return "choose no more"
            case "done":
                return "use no more Runestones" if view.get("battle") else _ENDS.get(view["phase"], "go on")
        return move

    def _attack(self, view: View, number: int) -> str:
        given, name = view["districts"][number], self.texts.place(view, number).name
        owner = given["owner"]
        if owner is not None:
            return (
                f"attack {name}, which {'you hold' if owner == view['seat'] else f'{self.name(owner)} holds'}"
            )
        there = [f"{one.text.name} {one.text.fights}" for one in self.texts.fighters(given["cards"])]
        return f"attack {name}: {', '.join(there)}" if there else f"take {name}, where nobody is"

    def _assign(self, view: View, number: int, amount: int) -> str:
        side = None
        if view.get("battle"):
            attacker, defender = self.texts.sides(view)
            side = attacker if view["battle"]["stage"].startswith("defender") else defender
        if side is None or number >= len(side.fighters):
            return f"deal {amount} damage to card {number}"
        name = f"{side.fighters[number].text.name} (card {number})"
        if not amount:
            return f"spare {name}"
        kills = ", which kills it" if amount >= side.rooms[number] else ""
        return f"deal {amount} damage to {name}{kills}"

    def _choose(self, view: View, chosen: str) -> str:
        """What is chosen, for what is under way."""
        texts = self.texts
        under_way = texts.under_way(view)
        if under_way is None:
            is_rescue = view.get("work") and view["work"][-1]["line"] == WORK[BURY]
            return f"save {texts.cards[chosen].name} into the hand" if is_rescue else f"choose {chosen}"
        _, effect = under_way
        if effect.choices:
            return f"choose “{texts.sentences(effect.choices[int(chosen)]).removesuffix('.')}”"
        if chosen.isdigit():
            name = self._numbered(view, effect.word.name, view["work"][-1]["seat"], int(chosen))
        else:
            pile, _, card_id = chosen.rpartition(" ")
            name = f"{texts.cards[card_id].name}{' from the discard pile' if pile else ''}"
        return _CHOICES.get(effect.word.name, "choose {}").format(name, n=effect.number)

    def _numbered(self, view: View, word: str, seat: int, number: int) -> str:
        """What has this number for an effect: a district, a card that is looked at, a card that fights."""
        if word == "claim":
            return self.texts.place(view, number).name
        if word == "sift":
            looked = view["seats"][seat].get("looked")
            if isinstance(looked, list) and number < len(looked):
                return self.texts.cards[looked[number]].name
            return f"card {number} from the top of the deck"
        if word == "double-attack" or not view.get("battle"):
            there: Sequence[Fighter] = self.texts.fighters(view["seats"][seat]["army"])
        else:
            attacker, defender = self.texts.sides(view)
            there = (defender if attacker.seat == seat else attacker).fighters
        return str(there[number]) if number < len(there) else f"card {number}"

    # What has happened beside the moves themselves

    def news(self, before: View, after: View) -> Iterator[str]:
        """Events, battles, districts that change hands, between two views of the same seat."""
        districts = list(zip(before["districts"], after["districts"], strict=True))
        # Only who has the turn takes districts, and the event comes when the turns are over.
        taken = [old["owner"] != new["owner"] == before["active"] for old, new in districts]
        for (old, new), is_taken in zip(districts, taken, strict=True):
            if is_taken:
                yield from self._killed(old, new)
                yield from self._owner(old, new, after)
        for event in after["past"][len(before["past"]) :]:
            place = self.texts.events[event]
            yield f"Event, {place.name}: {place.says}"
        for (old, new), is_taken in zip(districts, taken, strict=True):
            if not is_taken:
                yield from self._killed(old, new)
            arrived = _ids(new, "cards", "arrivals") - _ids(old, "cards", "arrivals")
            if arrived:
                cards, place = self.texts.named(arrived.elements()), self.texts.districts[new["board"]]
                yield f"{cards} now at {place.name}."
            if not is_taken:
                yield from self._owner(old, new, after)
        if _is_dealing(after) and not _is_dealing(before):
            attack, defence = after["battle"]["amounts"]
            yield f"The attacker deals {attack} damage, the defender {defence}."
        for seat in range(len(after["seats"])):
            yield from self._player(seat, before, after)
        if after["phase"] not in ("over", "event") and _turn(before) != _turn(after):
            if before["round"] != after["round"]:
                yield f"Round {after['round']} begins."
            subject = who(self, after["active"], after)
            yield "Your turn." if subject == "you" else f"{capital(subject)}'s turn."

    def _killed(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        killed = _ids(old, "cards", "arrivals") - _ids(new, "cards", "arrivals")
        if killed:
            cards, place = self.texts.named(killed.elements()), self.texts.districts[new["board"]]
            yield f"{cards} killed at {place.name}."

    def _owner(self, old: Mapping[str, Any], new: Mapping[str, Any], after: View) -> Iterator[str]:
        """Whose a district is now, or no longer."""
        name = self.texts.districts[new["board"]].name
        if new["owner"] not in (None, old["owner"]):
            yield does(who(self, new["owner"], after), f"hold {name} now")
        elif old["owner"] != new["owner"]:
            yield does(who(self, old["owner"], after), f"lose {name}")

    def _player(self, seat: int, before: View, after: View) -> Iterator[str]:
        """What a seat has lost, its points, and what has come into one's hand."""
        old, new = before["seats"][seat], after["seats"][seat]
        subject = who(self, seat, after)
        gone = (_ids(old, "army") - _ids(new, "army")).elements()
        lost = [card for card in gone if not self.texts.cards[card].is_runestone]
        if lost:
            yield does(subject, f"lose {self.texts.named(lost)}")
        gained = new["vp"] - old["vp"]
        if gained:
            goal = self.texts.config.victory_points
            yield does(subject, f"gain {gained} VP: {new['vp']} of {goal}")
        if seat == after["seat"] and isinstance(new["hand"], list):
            # Once the turn is over all of the hand is new, as the old one is gone then.
            had_turn = before["active"] == seat and before["phase"] != "event"
            stays = Counter[str]() if had_turn and _turn(before) != _turn(after) else Counter(old["hand"])
            came = list((Counter(new["hand"]) - stays).elements())
            if came:
                yield f"Into your hand: {self.texts.named(came)}."


def _is_dealing(view: View) -> bool:
    """Whether both sides have declared."""
    battle = view.get("battle")
    return battle is not None and str(battle["stage"]).endswith("deals")


def _turn(view: View) -> tuple[int, int, bool]:
    """Which turn it is; the end of a round is one of its own."""
    return view["round"], view["active"], view["phase"] == "event"


def _ids(given: Mapping[str, Any], *keys: str) -> Counter[str]:
    """Cards without their damage."""
    return Counter(one.split()[0] for key in keys for one in given.get(key) or ())
