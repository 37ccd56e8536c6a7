"""What stands under `rules` in game.yaml that the engine needs, and what contradicts itself there."""

from __future__ import annotations

from collections.abc import Iterable

from generator.catalog.constants import TEXT, read_constants, whole_between
from generator.catalog.fields import yes_no
from generator.catalog.keys import Key, Kind, Part, list_of, mapping_of, one_of, optional, part_of
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.database.vocabulary import (
    ALL_TRIGGERS,
    COUNTS,
    KEYWORDS,
    KINDS_OF_VALUE,
    NUMBERED_KEYWORDS,
    PLACES,
    TAKES,
)
from generator.games.gateway.numbers import GRADES, TYPES

_FEW = whole_between(1, 20)
_COUNT = whole_between(1, 99)
_YES_NO = Kind(yes_no, {"type": "boolean"})


class CityFile(Part):
    """The City cards in the box."""

    __slots__ = ()

    kinds = Key(_COUNT, ..., "How many kinds there are.")
    copies = Key(_COUNT, ..., "How many of each.")


class SetupFile(Part):
    """What depends on how many play."""

    __slots__ = ()

    players = Key(whole_between(2, 3), ..., "How many play.")
    districts = Key(_FEW, ..., "District boards.")
    kinds = Key(_FEW, ..., "Kinds of City cards in the game.")
    first_game = Key(list_of(TEXT), ..., "City cards of the first game, by their ids.")
    first_game_adds = optional(list_of(TEXT), "City cards that this many players add.")


class TypeFile(Part):
    """A type of cards."""

    __slots__ = ()

    name = Key(TEXT, ..., "What it is called.")
    icon = Key(TEXT, ..., "Its sign.")
    goes = optional(TEXT, "Where it goes when it is played.")


class GradeFile(Part):
    """A grade of Runestones."""

    __slots__ = ()

    name = Key(TEXT, ..., "What it is called.")
    rings = Key(_FEW, ..., "Rings around the picture.")
    cost = Key(_COUNT, ..., "Gold.")


class TriggerFile(Part):
    """When effects happen."""

    __slots__ = ()

    lead = Key(TEXT, ..., "What stands before them on a card.")
    does = Key(TEXT, ..., "When exactly that is.")


class WordFile(Part):
    """Something that effects can name."""

    __slots__ = ()

    one = optional(TEXT, "One of it.")
    many = optional(TEXT, "More of it.")
    words = optional(TEXT, "The words for it.")
    does = optional(TEXT, "What it is exactly.")


class EffectFile(Part):
    """An effect word with its sentences."""

    __slots__ = ()

    takes = Key(one_of(*KINDS_OF_VALUE), ..., "What stands behind it on a card.")
    icon = optional(TEXT, "Its sign.")
    one = Key(TEXT, ..., "Its sentence for 1.")
    many = Key(TEXT, ..., "Its sentence for more.")
    does = Key(TEXT, ..., "What happens exactly.")


class KeywordFile(Part):
    """A lasting ability with a name."""

    __slots__ = ()

    name = Key(TEXT, ..., "What it is called.")
    icon = optional(TEXT, "Its sign.")
    number = Key(_YES_NO, False, "Whether a number stands behind it.")
    text = Key(TEXT, ..., "The reminder on cards.")
    does = Key(TEXT, ..., "What it does exactly.")


class RulesFile(Part):
    """What the engine needs of the game's rules."""

    __slots__ = ()

    hand = Key(_FEW, ..., "Cards drawn in Cleanup.")
    power_points = Key(whole_between(0, 99), ..., "At the start of each Deployment.")
    drafts = Key(_FEW, ..., "Cards that may be bought in a turn.")
    attacks = Key(_FEW, ..., "Attack phases of a turn.")
    victory_points = Key(_COUNT, ..., "With so many a player wins.")
    district_tokens = Key(_COUNT, ..., "How many there are.")
    starter = Key(mapping_of(_COUNT), ..., "The starter deck: base cards and grades of Runestones.")
    city = Key(part_of(CityFile), ..., "The City cards in the box.")
    setups = Key(list_of(part_of(SetupFile)), ..., "One for each number of players.")
    types = Key(mapping_of(part_of(TypeFile)), ..., "The types of cards.")
    grades = Key(mapping_of(part_of(GradeFile)), ..., "The grades of Runestones.")
    triggers = Key(mapping_of(part_of(TriggerFile)), ..., "When effects happen.")
    counts = Key(mapping_of(part_of(WordFile)), ..., "What effects can count.")
    places = Key(mapping_of(part_of(WordFile)), ..., "Where effects can put a card.")
    gifts = Key(mapping_of(part_of(WordFile)), ..., "Cards that effects can take from a stack.")
    effects = Key(mapping_of(part_of(EffectFile)), ..., "The effect words.")
    keywords = Key(mapping_of(part_of(KeywordFile)), ..., "The keywords.")


def read_rules(database: Database, engine_words: frozenset[str], problems: Problems) -> RulesFile | None:
    """The rules; None if keys are missing or wrong. ``engine_words``: effects that the engine can do."""
    rules, found = read_constants(database, RulesFile)
    problems.extend(found)
    if found:
        return None
    _Rules(database, rules, problems).check(engine_words)
    return rules


class _Rules:
    """Compares the words of the database with those that the engine knows."""

    __slots__ = ("database", "problems", "rules")

    def __init__(self, database: Database, rules: RulesFile, problems: Problems) -> None:
        self.database = database
        self.rules = rules
        self.problems = problems

    def check(self, engine_words: frozenset[str]) -> None:
        self._check_effects(engine_words)
        self._check_words("types", self.rules.types, TYPES)
        self._check_words("grades", self.rules.grades, GRADES)
        self._check_words("triggers", self.rules.triggers, ALL_TRIGGERS)
        self._check_words("keywords", self.rules.keywords, KEYWORDS)
        self._check_words("places", self.rules.places, PLACES)
        for word, keyword in self.rules.keywords.items():
            numbered = word in NUMBERED_KEYWORDS
            if word in KEYWORDS and keyword.number != numbered:
                says = "takes a number" if numbered else "takes no number"
                self._wrong(f"keywords.{word}.number", f"in the engine, {word} {says}")
        players = [setup.players for setup in self.rules.setups]
        if not players or players != sorted(set(players)):
            self._wrong("setups", "expected one for each number of players, the fewest first")

    def check_counts(self, cards: Iterable[str]) -> None:
        """What is counted is a thing that the engine knows, or cards of one id."""
        self._check_words("counts", self.rules.counts, (*COUNTS, *cards))

    def _check_effects(self, engine_words: frozenset[str]) -> None:
        known = [word for word in TAKES if word in engine_words]
        for word, effect in self.rules.effects.items():
            if word not in known:
                hint = did_you_mean(word, known) or "the engine would not know what to do"
                self._wrong(f"effects.{word}", f"the effect {word} has no meaning in the engine", hint)
            elif effect.takes != TAKES[word]:
                message = f"in the engine, {word} takes {KINDS_OF_VALUE[TAKES[word]]}"
                self._wrong(f"effects.{word}.takes", message, f"write `takes: {TAKES[word]}`")

    def _check_words(self, key: str, given: Iterable[str], known: Iterable[str]) -> None:
        words = tuple(known)
        for word in given:
            if word not in words:
                hint = did_you_mean(word, words) or (
                    f"it knows {join_words(words, 'and')}" if words else None
                )
                self._wrong(f"{key}.{word}", f"the engine knows no {word}", hint)

    def _wrong(self, key: str, message: str, hint: str | None = None) -> None:
        field = f"rules.{key}"
        self.problems.error(message, self.database.place_of(field), field=field, hint=hint)


def check_counts(database: Database, rules: RulesFile, cards: Iterable[str], problems: Problems) -> None:
    """What is counted is a thing that the engine knows, or the cards of one id."""
    _Rules(database, rules, problems).check_counts(cards)


def check_sizes(database: Database, rules: RulesFile, boards: int, kinds: int, problems: Problems) -> None:
    """There are as many boards and kinds as the setups need."""
    for number, setup in enumerate(rules.setups):
        first_game = len({*setup.first_game, *(setup.first_game_adds or ())})
        for key, needed, there in (
            ("districts", setup.districts, boards),
            ("kinds", setup.kinds, kinds),
        ):
            if needed > there:
                field = f"rules.setups.{number}.{key}"
                message = f"{needed} are needed, and there are {there}"
                problems.error(message, database.place_of(f"rules.setups.{number}"), field=field)
        if first_game != setup.kinds:
            field = f"rules.setups.{number}.first_game"
            found = f"{pluralize(first_game, 'kind')} with {setup.players} players"
            message = f"the first game has {found}, expected {setup.kinds}"
            problems.error(message, database.place_of("rules.setups"), field=field)
