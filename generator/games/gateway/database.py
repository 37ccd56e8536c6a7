"""Reads the YAML's `rules:` and cards, checks them, and makes the ``RulesConfig`` of them.

Everything that does not fit is reported with its place, all at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.catalog.models import Card as PrintedCard
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.reader import Reader, read_field, read_rules
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.config import (
    ALL_TRIGGERS,
    ARMY,
    ARRIVALS,
    ASSET,
    COUNTS,
    FOES,
    FREE_TOKEN,
    GRADES,
    GUARD,
    HORDE,
    INSURGENT,
    KEYWORDS,
    KIN,
    LINES,
    MAX_AMOUNT,
    NO_STACK,
    NUMBER,
    NUMBER_CARD_TO,
    NUMBER_OF,
    NUMBERED_KEYWORDS,
    PHASES,
    PLACES,
    RUNESTONE,
    TOKEN_LIST,
    TRIGGERS,
    TYPES,
    Card,
    DistrictBoard,
    Effect,
    Effects,
    EffectWord,
    Event,
    RulesConfig,
    Setup,
    Stack,
    Vocabulary,
    actions_of,
    amount,
    flat,
    sum_of,
)
from generator.rules.numbers import read_card_as, read_rules_as

BASE, HELPERS, RUNESTONES, CITY = "base", "helpers", "runestones", "city"
EVENTS, DISTRICTS, TOKENS = "events", "districts", "district-tokens"
COMPONENTS = {
    BASE: (INSURGENT, ASSET),
    HELPERS: (INSURGENT, ASSET),
    RUNESTONES: (RUNESTONE,),
    CITY: (INSURGENT, ASSET),
    "guards": (GUARD,),
    "horde": (HORDE,),
}
"""The components with cards to play with, in the order of their kinds, and which types each has."""
SOLD = (BASE, CITY, RUNESTONES)


def read_config(
    database: Database, words: Mapping[str, EffectWord], problems: Problems
) -> RulesConfig | None:
    """All numbers of the game; None if any is missing or wrong, which ``problems`` has then.

    ``words``: the effects that the engine can do.
    """
    rules = read_rules(database, problems)
    vocabulary = read_rules_as(Vocabulary, rules)
    config = read_rules_as(RulesConfig, rules, title=database.title, vocabulary=vocabulary)
    if problems.has_errors:
        return None
    config = _DatabaseReader(database, rules, config, words, problems).read()
    return None if problems.has_errors else config


class _EffectReader:
    """Reads lists of effects; what cannot be done is reported and left out."""

    def __init__(
        self, database: Database, rules: Reader, config: RulesConfig, words: Mapping[str, EffectWord]
    ) -> None:
        self.database = database
        self.rules = rules
        self.config = config
        self.base, self.helpers, self.city = map(self._ids, (BASE, HELPERS, CITY))
        stacked = [*self.base, *GRADES, *self.helpers, *self.city]
        self.stack_of = {stack: number for number, stack in enumerate(stacked)}
        self.tokens = tuple(card.id for card in database.cards_in(TOKENS) for _ in range(card.copies))
        vocabulary = config.vocabulary
        self.words = {word: words[word] for word in vocabulary.effects if word in words}
        self.gifts = {word: self.stack_of[word] for word in vocabulary.gifts if word in self.stack_of}
        self.letters = dict.fromkeys(token for token in self.tokens if token != FREE_TOKEN)

    def _ids(self, component: str) -> list[str]:
        return [card.id for card in self.database.cards_in(component)]

    def effects(self, given: Reader, trigger: str, card_type: str = "") -> Effects:
        """The effects of a list, in their order. ``card_type``: of a district or event, none."""
        effects = [self._effect(item, trigger, card_type) for item in given.items()]
        if isinstance(given.value, list) and not given.value:
            given.error("the list of effects is empty", "leave the key out")
        return tuple(effect for effect in effects if effect is not None)

    def _effect(self, given: Reader, trigger: str, card_type: str) -> Effect | None:
        entries = given.entries()
        if len(entries) != 1:
            if given.value:
                given.error(f"expected one effect, got {len(entries)}", "one item of the list for each")
            return None
        ((name, value),) = entries
        word = self.words.get(name)
        if word is None:
            hint = did_you_mean(name, self.words) or "the effects stand under `rules.effects` in game.yaml"
            given.word_at(name).error(f"{quote(name)} is not an effect", hint)
            return None
        if trigger not in word.under:
            hint = f"it goes under {join_words([f'`{each}`' for each in word.under])}"
            message = f"{name} does not go under `{trigger}`"
            for endless, why in word.endless:
                if endless == trigger:
                    message = f"{name} under `{trigger}` would loop for ever: {why}"
            given.word_at(name).error(message, hint)
            return None
        return self._with_parameters(word, value, trigger, card_type)

    def _with_parameters(
        self, word: EffectWord, given: Reader, trigger: str, card_type: str
    ) -> Effect | None:
        """The effect with what stands behind its word."""
        takes, value = word.takes, given.value
        is_list = isinstance(value, list) and (bool(value) or takes is LINES)
        if takes is NUMBER:
            fits = isinstance(value, int) and not isinstance(value, bool)
        elif takes is TOKEN_LIST:
            fits = is_list
        elif takes is LINES:
            fits = is_list and all(isinstance(line, list) for line in value)
        else:
            fits = isinstance(value, Mapping)
        if not fits:
            given.error(f"{word.name} takes {takes.meaning}; got {quote(value)}")
            return None
        if takes is NUMBER:
            return Effect(word, given.whole(1, MAX_AMOUNT))
        if takes is NUMBER_OF:
            return self._number_of(word, given, card_type)
        if takes is NUMBER_CARD_TO:
            return self._number_card_to(word, given, trigger)
        if takes is TOKEN_LIST:
            return Effect(word, tokens=self._tokens(given))
        if len(value) < 2:
            given.error("a choice is between two lines or more")
        return Effect(word, choices=tuple(self.effects(line, trigger, card_type) for line in given.items()))

    def _number_of(self, word: EffectWord, given: Reader, card_type: str) -> Effect | None:
        given.only(("n", "of"))
        number = given.key("n").whole(1, MAX_AMOUNT)
        of = word_or_none(given.key("of"), self.config.vocabulary.counts, "countable thing")
        if of is None:
            return None
        neutral = card_type in (TYPES[GUARD], TYPES[HORDE])
        if (of == KIN) != neutral:
            who = "a Guard or Horde counts its" if neutral else "only Guards and Horde count their"
            given.at("of").error(f"{who} kin, got {quote(of)}")
        return Effect(word, number, of=of)

    def _number_card_to(self, word: EffectWord, given: Reader, trigger: str) -> Effect | None:
        given.only(("n", "card", "to"))
        number = given.key("n").whole(1, MAX_AMOUNT)
        card = word_or_none(given.key("card"), self.gifts, "card that can be given")
        to = word_or_none(given.key("to"), self.config.vocabulary.places, "place for a card")
        if card is None or to is None:
            return None
        if trigger == "killed" and to == ARMY:
            message = "no card joins the Army while its dead are still there"
            given.at("to").error(message, "write `to: discard`")
        return Effect(word, number, gift=self.gifts[card], to=to)

    def _tokens(self, given: Reader) -> tuple[str, ...]:
        tokens: list[str] = []
        for item in given.items():
            if item.value == FREE_TOKEN:
                item.error("an event never names a free space")
            else:
                token = word_or_none(item, self.letters, "token")
                tokens += [] if token is None else [token]
        return tuple(tokens)


class _DatabaseReader(_EffectReader):
    """Goes through rules and components, and reports what does not fit all at once."""

    def __init__(
        self,
        database: Database,
        rules: Reader,
        config: RulesConfig,
        words: Mapping[str, EffectWord],
        problems: Problems,
    ) -> None:
        super().__init__(database, rules, config, words)
        self.problems = problems
        self.printed = [card for component in COMPONENTS for card in database.cards_in(component)]
        self._check_vocabulary(words)

    def read(self) -> RulesConfig:
        cards = self._cards()
        events = [event for card in self.database.cards_in(EVENTS) for event in self._events(card)]
        districts = [board for card in self.database.cards_in(DISTRICTS) for board in self._boards(card)]
        config = replace(
            self.config,
            cards=tuple(cards),
            stacks=tuple(self._stacks(cards)),
            districts=tuple(districts),
            events=tuple(events),
            tokens=self.tokens,
            setups=self._setups(len(districts)),
            starter=self._starter(),
        )
        self._check_components()
        if not self.problems.has_errors:
            self._refuse_loops(cards)
        return config

    # The vocabulary

    def _check_vocabulary(self, words: Mapping[str, EffectWord]) -> None:
        """The words of the database are those that the engine knows."""
        for name, known in (
            ("phases", PHASES),
            ("types", TYPES),
            ("grades", GRADES),
            ("triggers", ALL_TRIGGERS),
            ("keywords", tuple(KEYWORDS)),
            ("places", PLACES),
            ("counts", (*COUNTS, *[card.id for card in self.printed])),
        ):
            for word, _ in self.rules.at(name).entries():
                if word not in known:
                    hint = did_you_mean(word, known) or f"it knows {join_words(known, 'and')}"
                    self.rules.at(name).name_of(word).error(f"the engine does not know {word}", hint)
        for word, given in self.rules.at("keywords").entries():
            numbered = word in NUMBERED_KEYWORDS
            if word in KEYWORDS and given.key("number", False).value != numbered:
                says = "takes a number" if numbered else "takes no number"
                given.key("number", False).error(f"in the engine, {word} {says}")
        for word, given in self.rules.at("effects").entries():
            if word in words:
                _check_sentences(given, words[word])
            else:
                hint = did_you_mean(word, words) or "the engine would not know what to do"
                message = f"the effect {word} has no meaning in the engine"
                self.rules.at("effects").name_of(word).error(message, hint)
        for word in self.config.vocabulary.gifts:
            if word not in self.stack_of:
                self.rules.at("gifts").name_of(word).error(f"there is no stack of {word}")

    # Cards

    def _cards(self) -> list[Card]:
        cards: list[Card] = []
        seen: dict[str, str] = {}
        for component, types in COMPONENTS.items():
            printed = self.database.cards_in(component)
            if not printed:
                self._report_empty(component)
            for card in printed:
                if card.id in seen:
                    hint = "each kind of card has its own id: moves and positions are written with it"
                    message = f"`{card.id}` is also a card of `{seen[card.id]}`"
                    self.problems.error(message, card.place, card=card.id, field="id", hint=hint)
                seen[card.id] = component
                read = self._card(card, types, component)
                cards += [] if read is None else [read]
        return cards

    def _card(self, card: PrintedCard, types: tuple[int, ...], component: str) -> Card | None:
        """The card; None if its type is none that its component has."""
        known = [TYPES[card_type] for card_type in types]
        word = word_or_none(self._field(card, "type"), known, "card type allowed here")
        if word is None:
            return None
        return read_card_as(
            Card,
            card,
            self.problems,
            id=card.id,
            name=_name(card),
            copies=card.copies,
            cost=amount(self._field(card, "cost"), 0, needed=component in SOLD),
            stack=self.stack_of.get(_stack_name(card, component), NO_STACK),
            keywords=self._keywords(card, word),
            effects=self._triggers(card, word),
        )

    def _field(self, card: PrintedCard, name: str) -> Reader:
        return read_field(card, name, self.problems)

    def _keywords(self, card: PrintedCard, card_type: str) -> dict[str, int]:
        found: dict[str, int] = {}
        given = self._field(card, "keywords")
        for word, value in given.entries() if given.value is not None else ():
            if word not in KEYWORDS:
                given.word_at(word).error(f"{quote(word)} is not a keyword", _near(word, KEYWORDS))
            elif card_type not in KEYWORDS[word]:
                given.word_at(word).error(f"{word} does nothing on a card of type {card_type}")
            elif word in NUMBERED_KEYWORDS:
                found[word] = value.whole(1, MAX_AMOUNT)
            elif value.value is not True:
                value.error(f"expected true, got {quote(value.value)}", f"{word} takes no number")
            else:
                found[word] = 1
        if "vanguard" in found and "veiled" in found:
            message = "Vanguard takes damage before the others, Veiled after them"
            given.error(message, "a card has one of them")
        return found

    def _triggers(self, card: PrintedCard, card_type: str) -> dict[str, Effects]:
        found: dict[str, Effects] = {}
        given = self._field(card, "effects")
        known = TRIGGERS[card_type]
        for word, value in given.entries() if given.value is not None else ():
            if word in known:
                found[word] = self.effects(value, word, card_type)
            elif any(word in others for others in TRIGGERS.values()):
                hint = f"it has {join_words([f'`{trigger}`' for trigger in known])}"
                given.word_at(word).error(f"`{word}` never happens on a card of type {card_type}", hint)
            else:
                given.word_at(word).error(f"{quote(word)} is not a trigger", _near(word, known))
        return found

    def _events(self, card: PrintedCard) -> list[Event]:
        effects = self.effects(self._field(card, "effects"), "event")
        event = read_card_as(Event, card, self.problems, id=card.id, name=_name(card), effects=effects)
        return [event] * card.copies

    def _boards(self, card: PrintedCard) -> list[DistrictBoard]:
        ability = self.effects(self._field(card, "ability"), "ability")
        return [DistrictBoard(card.id, _name(card), ability)] * card.copies

    # Stacks, starter decks, set-ups

    def _stacks(self, cards: Sequence[Card]) -> Iterator[Stack]:
        """The stacks in the order of their numbers."""
        helpers = {self.stack_of[helper] for helper in self.helpers}
        for stack, number in self.stack_of.items():
            lines = [actions_of(card) for card in cards if card.id == stack and number not in helpers]
            yield Stack(
                id=stack,
                kinds=tuple(kind for kind, card in enumerate(cards) if card.stack == number),
                for_sale=number not in helpers,
                city=stack in self.city,
                helpers=tuple(sorted(helpers & {effect.gift for line in lines for effect in flat(line)})),
            )

    def _starter(self) -> tuple[tuple[int, int], ...]:
        """The starter deck, and whether there are cards enough for it."""
        copies = Counter[str]()
        for component in (BASE, RUNESTONES):
            for card in self.database.cards_in(component):
                copies[_stack_name(card, component)] += card.copies
        players = max((setup.players for setup in self.config.setups), default=0)
        for stack, count in self.config.starter_cards.items():
            given = self.rules.at("starter").at(stack)
            if stack not in (*self.base, *GRADES):
                given.error(f"there is no stack of {stack}")
            elif count * players > copies[stack]:
                given.error(f"{players} players need {count * players}, and there are {copies[stack]}")
        cards = self.config.starter_cards.items()
        return tuple([(self.stack_of[stack], count) for stack, count in cards if stack in self.stack_of])

    def _setups(self, boards: int) -> tuple[Setup, ...]:
        setups = self.config.setups
        players = [setup.players for setup in setups]
        if not players or players != sorted(set(players)):
            self.rules.at("setups").error("expected one for each number of players, the fewest first")
        return tuple(map(self._setup, setups, self.rules.at("setups").items(), [boards] * len(setups)))

    def _setup(self, setup: Setup, given: Reader, boards: int) -> Setup:
        needs = (("districts", setup.districts, boards), ("kinds", setup.kinds, len(self.city)))
        for key, needed, there in needs:
            if needed > there:
                given.at(key).error(f"{needed} are needed, and there are {there}")
        names = (*setup.names, *setup.more_names)
        for name in names:
            if name not in self.city:
                given.at("first_game").error(f"no City card named {name}")
        if len(set(names)) != setup.kinds:
            named = f"{pluralize(len(set(names)), 'kind')} with {setup.players} players"
            given.at("first_game").error(f"the first game has {named}, expected {setup.kinds}")
        return replace(setup, first_game=tuple([self.stack_of[name] for name in names if name in self.city]))

    # What contradicts itself

    def _check_components(self) -> None:
        for name in (EVENTS, DISTRICTS):
            if not self.database.cards_in(name):
                self._report_empty(name)
        costs: dict[str, object] = {}
        for card in self.database.cards_in(RUNESTONES):
            grade, cost = str(card.values.get("grade")), card.values.get("cost")
            if costs.setdefault(grade, cost) != cost:
                names = f"{self.config.vocabulary.grades.get(grade, grade)}s"
                message = f"{quote(cost)}, and all {names} cost {quote(costs[grade])}"
                self.problems.error(message, card.place_of("cost"), card=card.id, field="cost")
        for word in GRADES:
            if word not in costs:
                self._report(f"components.{RUNESTONES}", f"there is no Runestone of the grade {word}")
        for card in self.database.cards_in(TOKENS):
            if card.id != FREE_TOKEN and card.copies > 1:
                message = f"{card.copies} copies, so events could not tell which district {card.id} names"
                self.problems.error(message, card.place_of("copies"), card=card.id, field="copies")

    def _refuse_loops(self, cards: Sequence[Card]) -> None:
        """Each card of a faction's deck must bring less than one other, taken over the deck.

        Most of the vocabulary cannot loop: what is played, used or drawn gets less, no effect plays a card,
        and words that alone could loop at a trigger don't go there. What is left are arrivals: cards that
        bring as many others as they are, so that only the end of the deck stops them.
        """
        for faction in FOES:
            deck = [
                (card, sum_of(card.under("arrives"), ARRIVALS), there)
                for card, there in zip(cards, self.printed, strict=True)
                if card.type == faction
            ]
            size = sum(card.copies for card, _, _ in deck)
            brought = sum(card.copies * others for card, others, _ in deck)
            for _, others, there in deck:
                if brought >= size and others:
                    message = (
                        f"would loop for ever: {pluralize(size, TYPES[faction] + ' card')} bring {brought} "
                        "others as they arrive, so only the end of the deck stops them"
                    )
                    arrives = self._field(there, "effects").at("arrives")
                    arrives.error(message, "let fewer of them reinforce, or by less")

    def _report(self, key: str, message: str) -> None:
        self.problems.error(message, self.database.place_of(key), field=key)

    def _report_empty(self, component: str) -> None:
        self._report(f"components.{component}", f"the component `{component}` has no cards")


def _check_sentences(given: Reader, word: EffectWord) -> None:
    """An effect takes what the engine takes for it, and its sentences tell all of that, each once.

    In the sentence for one, the number may be a word.
    """
    if given.at("takes").value != word.takes.name:
        message = f"in the engine, {word.name} takes {word.takes.meaning}"
        given.at("takes").error(message, f"write `takes: {word.takes.name}`")
        return
    for key in ("one", "many"):
        for name in word.takes.placeholders:
            times = str(given.at(key).value).count(f"{{{name}}}")
            if times != 1 and not (times == 0 and key == "one" and name == "n"):
                given.at(key).error(f"expected `{{{name}}}` once, found it {pluralize(times, 'time')}")


def _name(card: PrintedCard) -> str:
    return str(card.values.get("name", card.id))


def _stack_name(card: PrintedCard, component: str) -> str:
    return str(card.values.get("grade")) if component == RUNESTONES else card.id


def word_or_none(given: Reader, known: Collection[str], noun: str) -> str | None:
    """One of a few words; None for anything else, which is reported."""
    before = given.error_count
    word = given.word(known, noun)
    return word if given.error_count == before else None


def _near(word: str, known: Iterable[str]) -> str:
    words = list(known)
    return did_you_mean(word, words) or f"expected {join_words(words)}"
