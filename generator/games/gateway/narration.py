"""Gateway told in words: what cards and effects say, how moves read, what has happened between two views.

All texts are made from what the engine plays by: its cards with their effects, and the vocabulary of the
rules, from which the printed cards are made too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

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
from generator.rules import View
from generator.rules.terminal import Display, does, who

# What cards say


class CardText(NamedTuple):
    """A card as it is told."""

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
    """A district board or an event as it is told."""

    name: str
    says: str


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
        marks = tuple(self._keyword_name(word, number) for word, number in card.keywords.items())
        told = [
            f"{mark}. {self._reminder(word, str(number))}"
            for mark, (word, number) in zip(marks, card.keywords.items(), strict=True)
        ]
        for trigger, lead in self.vocabulary.triggers.items():
            if card.under(trigger):
                told.append(f"{lead} {self.sentences(card.under(trigger))}".strip())
        return CardText(card, kind, readable(card.name), marks, readable(" ".join(told), _MAX_TEXT))

    def _place(self, place: DistrictBoard | Event, effects: Effects) -> PlaceText:
        return PlaceText(readable(place.name), self.sentences(effects))

    def _keyword_name(self, word: str, number: int) -> str:
        """``Charge 2``; without the number for a keyword that has none."""
        keyword = self.vocabulary.keywords[word]
        return f"{keyword.name} {number}" if keyword.numbered else keyword.name

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
            return f"{wording.one} {'; or: '.join(map(self._choice, effect.choices))}."
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

    def _choice(self, effects: Effects) -> str:
        """One of several lines to choose from: without a capital and a full stop."""
        words = self.sentences(effects).rstrip(".")
        return words[:1].lower() + words[1:]

    def effect_of(self, line: str, at: int) -> Effect | None:
        """The effect that is done in a line of them; None for work that is no line of effects."""
        number = self.tables.lines.number.get(line)
        return None if number is None else self.tables.lines.effects[number][at]

    def owner_of(self, line: str) -> str:
        """The name of the card, district or event on which a line of effects stands."""
        owner = line.partition(" ")[0]
        return next(
            texts[owner].name for texts in (self.cards, self.districts, self.events) if owner in texts
        )

    def using(self, runestone: str) -> str:
        """What using a Runestone does."""
        return self.sentences(self.cards[runestone].card.under("used"))

    def type_name(self, card_id: str) -> str:
        return self.vocabulary.types[TYPES[self.cards[card_id].card.type]]

    def stack_name(self, stack: str) -> str:
        """What a stack is called: a grade of Runestones, or the card that it holds."""
        return self.vocabulary.grades[stack] if stack in GRADES else self.cards[stack].name

    def named(self, ids: Iterable[str]) -> str:
        """Names with the number of each: ``2 Rebel, Merchant``."""
        return kinds_in_words((self.cards[card_id].name for card_id in ids), "{count} {card}")


def _without_signs(words: str) -> str:
    """With words for the signs: ``Gain 2 Gold.``"""
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), words)


# What views say: stacks, cards with their damage, the sides of a battle


class StackText(NamedTuple):
    """A stack beside the districts."""

    name: str
    left: int
    top: CardText | None
    """What may be drafted; None for an empty stack."""
    grade: str
    """Of Runestones, of which only the top card is known; empty for other stacks."""
    for_sale: bool
    affordable: bool
    """Whether the Gold of this turn pays for its top card."""

    @property
    def price(self) -> str:
        """The Gold for its top card; a dash where there is none to be bought."""
        return str(self.top.card.cost) if self.top and self.for_sale else "-"

    @property
    def title(self) -> str:
        """``Rebel``; ``Rune of Flame (lesser)``."""
        return f"{self.top.name} ({self.grade})" if self.grade and self.top else self.name


def stacks(texts: Texts, view: View) -> dict[str, StackText]:
    """All stacks of the game by their ids, in the order of the view."""
    affordable = texts.tables.affordable(view.get("gold", 0))
    found: dict[str, StackText] = {}
    for number, stack in enumerate(texts.config.stacks):
        lies = view["stacks"].get(stack.id)
        if lies is not None:
            top, left = (lies["top"], lies["cards"]) if stack.mixed else (stack.id if lies else None, lies)
            found[stack.id] = StackText(
                texts.stack_name(stack.id),
                left,
                None if top is None else texts.cards[top],
                stack.id if stack.mixed else "",
                stack.for_sale,
                bool(left and affordable >> number & 1),
            )
    return found


class Fighter(NamedTuple):
    """A card that fights: an Insurgent of an Army, a Guard or Horde in a district."""

    text: CardText
    damage: int
    mark: str
    """``blinded``, ``doubled`` or nothing."""

    def __str__(self) -> str:
        """``Elite Guard 4/5, Vanguard, 2 damage``."""
        told = [f"{self.text.name} {self.text.fights}", *self.text.marks]
        if self.damage:
            told.append(f"{self.damage} damage")
        if self.mark:
            told.append(self.mark)
        return ", ".join(told)


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


def fighters(texts: Texts, written: Sequence[str]) -> list[Fighter]:
    """Those of the cards that fight; Runestones are left out."""
    parted = [one.split() for one in written]
    return [
        Fighter(texts.cards[words[0]], int(words[1]) if len(words) > 1 else 0, " ".join(words[2:]))
        for words in parted
        if not texts.cards[words[0]].is_runestone
    ]


def sides(texts: Texts, view: View) -> tuple[Side, Side]:
    """Attacker and defender of the battle that is fought."""
    return _side(texts, view, ATTACKER), _side(texts, view, DEFENDER)


def _side(texts: Texts, view: View, number: int) -> Side:
    battle = view["battle"]
    seat: int | None = battle["attacker" if number == ATTACKER else "defender"]
    bonus = 0
    if seat is not None:
        written = view["seats"][seat]["army"]
        bonus = view["seats"][seat].get("bonus", {}).get("defence", 0)
    else:
        district = view["districts"][battle["district"]]
        written = district["cards"] if number == DEFENDER else district.get("arrivals", [])
    there = fighters(texts, written)
    kinds, damage = [one.text.kind for one in there], [one.damage for one in there]
    rooms = texts.tables.rooms(number, kinds, damage, bonus)
    return Side(seat, battle["players"][number], there, rooms)


def side_name(display: Display, texts: Texts, side: Side, view: View) -> str:
    """``you``, ``seat 1``, or the faction: ``Horde``."""
    if side.seat is not None:
        return who(display, side.seat, view)
    return texts.type_name(side.fighters[0].text.card.id) if side.fighters else "nobody"


# Moves in words

_ENDS = {
    "deployment": "play no more",
    "drafting": "draft no more",
    "attack": "attack nobody",
}
_TAKES = {
    "discard": "discard {}",
    "others-discard-to": "discard {}",
    "all-discard-to": "discard {}",
    "discard-for-points": "discard {} for 1 Power",
    "cull": "trash {}",
    "all-cull": "trash {}",
    "revive": "put {} from the discard pile into the Army",
    "recall": "take {} from the discard pile into the hand",
}
"""What becomes of a card that is chosen by its name, by the word of the effect."""
_STRIKES = {
    "strike": "strike {} for {n} damage",
    "blind": "blind {}: its attack is 0 this turn",
    "double-attack": "let the attack of {} count twice this turn",
}
"""What is done to a card that is chosen by its number in a battle or the Army."""


class Narrator:
    """Tells moves and what comes of them, for a display that knows the names of the seats."""

    def __init__(self, texts: Texts, display: Display) -> None:
        self._texts = texts
        self._display = display

    def say(self, move: str, view: View) -> str:
        """The move in words that begin with a verb, as ``Display.say`` has them."""
        verb, _, rest = move.partition(" ")
        texts = self._texts
        match verb:
            case "pick":
                return self._pick(rest)
            case "play":
                return f"play {self._played(rest)}"
            case "ability":
                place = texts.districts[view["districts"][int(rest)]["board"]]
                return f"use {place.name}: {place.says}".removesuffix(".")
            case "draft":
                return self._draft(view, rest)
            case "attack":
                return self._attack(view, int(rest))
            case "rune":
                return f"use {texts.cards[rest].name}: {texts.using(rest)}".removesuffix(".")
            case "assign":
                number, _, amount = rest.partition(" ")
                return self._assign(view, int(number), int(amount))
            case "horde":
                return f"let {who(self._display, int(rest), view)} play the Horde"
            case "choose":
                return self._choose(view, rest)
            case "done":
                return self._done(view)
        return move

    def _played(self, card_id: str) -> str:
        """``Rebel, 2/2 for 1 Power``; of an asset what it says."""
        text = self._texts.cards[card_id]
        fights = f", {text.fights}" if text.fights else ""
        cost = f" for {text.card.power} Power" if text.card.power else ""
        says = f": {text.says}".removesuffix(".") if text.card.type == ASSET else ""
        return f"{text.name}{fights}{cost}{says}"

    def _pick(self, card_id: str) -> str:
        """``pick Red Templar, 5 Gold, 1 Power, 3/3: …``; a kind is chosen by all that it is."""
        text = self._texts.cards[card_id]
        numbers = [f"{text.card.cost} Gold", f"{text.card.power} Power", *filter(None, [text.fights])]
        says = f": {text.says}".removesuffix(".") if text.says else ""
        return f"pick {text.name}, {', '.join(numbers)}{says}"

    def _draft(self, view: View, name: str) -> str:
        stack = stacks(self._texts, view).get(name)
        if stack is None or stack.top is None:
            return f"draft {self._texts.stack_name(name)}"
        return f"draft {stack.title} for {stack.price} Gold"

    def _attack(self, view: View, number: int) -> str:
        given = view["districts"][number]
        name = self._texts.districts[given["board"]].name
        owner = given["owner"]
        if owner is not None:
            holds = "you hold" if owner == view["seat"] else f"{self._display.name(owner)} holds"
            return f"attack {name}, which {holds}"
        there = fighters(self._texts, given["cards"])
        if not there:
            return f"take {name}, where nobody is"
        return f"attack {name}: {', '.join(f'{one.text.name} {one.text.fights}' for one in there)}"

    def _assign(self, view: View, number: int, amount: int) -> str:
        if not view.get("battle"):
            return f"deal {amount} damage to card {number}"
        attacker, defender = sides(self._texts, view)
        side = attacker if view["battle"]["stage"].startswith("defender") else defender
        if number >= len(side.fighters):
            return f"deal {amount} damage to card {number}"
        name = f"{side.fighters[number].text.name} (card {number})"
        if not amount:
            return f"spare {name}"
        kills = ", which kills it" if amount >= side.rooms[number] else ""
        return f"deal {amount} damage to {name}{kills}"

    def _choose(self, view: View, chosen: str) -> str:
        """What is chosen, for what is under way."""
        texts = self._texts
        work = view.get("work")
        if not work:
            return f"choose {chosen}"
        task = work[-1]
        if task["line"] == WORK[BURY]:
            return f"save {texts.cards[chosen].name} into the hand"
        effect = texts.effect_of(task["line"], task["at"])
        if effect is None:
            return f"choose {chosen}"
        if effect.choices:
            return f"choose “{texts.sentences(effect.choices[int(chosen)]).removesuffix('.')}”"
        word = effect.word.name
        if word == "claim":
            return f"take {texts.districts[view['districts'][int(chosen)]['board']].name}"
        if word == "sift":
            return f"discard {self._looked(view, task['seat'], int(chosen))}"
        if word in _STRIKES:
            name = self._chosen_fighter(view, effect, task["seat"], int(chosen))
            return _STRIKES[word].format(name, n=effect.number)
        pile, _, card_id = chosen.rpartition(" ")
        name = f"{texts.cards[card_id].name}{' from the discard pile' if pile else ''}"
        return _TAKES.get(word, "choose {}").format(name)

    def _looked(self, view: View, seat: int, number: int) -> str:
        """A card that is looked at; for whoever does not see it, its place."""
        looked = view["seats"][seat].get("looked")
        if isinstance(looked, list) and number < len(looked):
            return self._texts.cards[looked[number]].name
        return f"card {number} from the top of the deck"

    def _chosen_fighter(self, view: View, effect: Effect, seat: int, number: int) -> str:
        """A card of one's own Army to be doubled, or of the other side of a battle."""
        if effect.word.name == "double-attack" or not view.get("battle"):
            side: Sequence[Fighter] = fighters(self._texts, view["seats"][seat]["army"])
        else:
            attacker, defender = sides(self._texts, view)
            side = (defender if attacker.seat == seat else attacker).fighters
        return str(side[number]) if number < len(side) else f"card {number}"

    def _done(self, view: View) -> str:
        work = view.get("work")
        if work and work[-1]["line"] in self._texts.tables.lines.number:
            return "choose no more"
        if view.get("battle"):
            return "use no more Runestones"
        return _ENDS.get(view["phase"], "go on")

    # What has happened beside the moves themselves

    def news(self, before: View, after: View) -> Iterator[str]:
        """Events, battles, districts that change hands, between two views of the same seat."""
        texts = self._texts
        districts = [
            (texts.districts[new["board"]].name, old, new)
            for old, new in zip(before["districts"], after["districts"], strict=True)
        ]
        # Only who has the turn takes districts, and the event comes when the turns are over.
        taken = [one for one in districts if one[1]["owner"] != one[2]["owner"] == before["active"]]
        for name, old, new in taken:
            yield from self._killed(name, old, new)
            yield from self._owner(name, old, new, after)
        for event in after["past"][len(before["past"]) :]:
            place = texts.events[event]
            yield f"Event, {place.name}: {place.says}"
        for district in districts:
            name, old, new = district
            if district not in taken:
                yield from self._killed(name, old, new)
            arrived = _ids(new, "cards", "arrivals") - _ids(old, "cards", "arrivals")
            if arrived:
                yield f"{texts.named(arrived.elements())} now at {name}."
            if district not in taken:
                yield from self._owner(name, old, new, after)
        yield from _amounts(before, after)
        for seat in range(len(after["seats"])):
            yield from self._player(seat, before, after)
        yield from self._turns(before, after)

    def _killed(self, name: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
        killed = _ids(old, "cards", "arrivals") - _ids(new, "cards", "arrivals")
        if killed:
            yield f"{self._texts.named(killed.elements())} killed at {name}."

    def _owner(
        self, name: str, old: Mapping[str, int | None], new: Mapping[str, int | None], after: View
    ) -> Iterator[str]:
        """Whose a district is now, or no longer."""
        owner, former = new["owner"], old["owner"]
        if owner == former:
            return
        if owner is not None:
            yield does(who(self._display, owner, after), f"hold {name} now")
        elif former is not None:
            yield does(who(self._display, former, after), f"lose {name}")

    def _player(self, seat: int, before: View, after: View) -> Iterator[str]:
        old, new = before["seats"][seat], after["seats"][seat]
        subject = who(self._display, seat, after)
        lost = self._insurgents(old) - self._insurgents(new)
        if lost:
            yield does(subject, f"lose {self._texts.named(lost.elements())}")
        gained = new["vp"] - old["vp"]
        if gained:
            goal = self._texts.config.victory_points
            yield does(subject, f"gain {gained} VP: {new['vp']} of {goal}")
        if seat == after["seat"] and isinstance(new["hand"], list):
            yield from self._hand(seat, before, after)

    def _insurgents(self, given: Mapping[str, object]) -> Counter[str]:
        army = _ids(given, "army")
        return Counter({card: army[card] for card in army if not self._texts.cards[card].is_runestone})

    def _hand(self, seat: int, before: View, after: View) -> Iterator[str]:
        """What has come into one's hand; all of it once the turn is over, as the old hand is gone then."""
        old, new = before["seats"][seat]["hand"], after["seats"][seat]["hand"]
        had_turn = before["active"] == seat and before["phase"] != "event"
        is_new = had_turn and _turn(before) != _turn(after)
        came: Sequence[str] = new if is_new else list((Counter(new) - Counter(old)).elements())
        if came:
            yield f"Into your hand: {self._texts.named(came)}."

    def _turns(self, before: View, after: View) -> Iterator[str]:
        if after["phase"] in ("over", "event") or _turn(before) == _turn(after):
            return
        if before["round"] != after["round"]:
            yield f"Round {after['round']} begins."
        subject = who(self._display, after["active"], after)
        yield "Your turn." if subject == "you" else f"{capital(subject)}'s turn."


def _amounts(before: View, after: View) -> Iterator[str]:
    """Both sides' damage, once they have declared."""
    if _is_dealing(after) and not _is_dealing(before):
        attack, defence = after["battle"]["amounts"]
        yield f"The attacker deals {attack} damage, the defender {defence}."


def _is_dealing(view: View) -> bool:
    battle = view.get("battle")
    return battle is not None and str(battle["stage"]).endswith("deals")


def _turn(view: View) -> tuple[int, int, bool]:
    """Which turn it is; the end of a round is one of its own."""
    return view["round"], view["active"], view["phase"] == "event"


def _ids(given: Mapping[str, object], *keys: str) -> Counter[str]:
    """Cards without their damage."""
    lists = [given.get(key) for key in keys]
    return Counter(one.split()[0] for cards in lists if isinstance(cards, list) for one in cards)
