"""Reads what cards do: the effects under their triggers, in the words that database and engine share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.gateway.database.given import Given
from generator.games.gateway.database.vocabulary import (
    EFFECTS,
    ENDLESS,
    KIN,
    KINDS_OF_VALUE,
    NUMBER,
    NUMBER_CARD_TO,
    NUMBER_OF,
    TAKES,
    TOKENS,
    WHEN,
)
from generator.games.gateway.numbers import FREE_TOKEN, Effect, Effects

NEUTRAL = ("guard", "horde")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of this database that the engine knows."""

    effects: tuple[str, ...]
    counts: tuple[str, ...]
    places: tuple[str, ...]
    gifts: Mapping[str, int]
    """For each gift the number of its stack."""
    tokens: tuple[str, ...]


class EffectReader:
    """Reads lists of effects; what cannot be done is reported and left out."""

    __slots__ = ("words",)

    def __init__(self, words: Words) -> None:
        self.words = words

    def read(self, given: Given, trigger: str, card_type: str = "") -> Effects:
        """The effects of a list, in their order. ``card_type``: of a district or event, none."""
        effects = [self._effect(item, trigger, card_type) for item in given.items()]
        if isinstance(given.value, list) and not given.value:
            given.wrong("there is no effect in the list", "leave the key out")
        return tuple(effect for effect in effects if effect is not None)

    def _effect(self, given: Given, trigger: str, card_type: str) -> Effect | None:
        entries = given.entries()
        if len(entries) != 1:
            if isinstance(given.value, Mapping):
                given.wrong(f"expected one effect, got {len(entries)}", "one item of the list for each")
            return None
        ((word, value),) = entries
        if word not in self.words.effects:
            near = did_you_mean(word, self.words.effects)
            hint = near or "the effects stand under `rules.effects` in game.yaml"
            given.named(word).wrong(f"{quote(word)} is no effect", hint)
            return None
        if trigger not in WHEN[word]:
            given.named(word).wrong(*_misplaced(word, trigger))
            return None
        return self._value(word, value, trigger, card_type)

    def _value(self, word: str, given: Given, trigger: str, card_type: str) -> Effect | None:
        """The effect with what stands behind its word."""
        takes = TAKES[word]
        if not _fits(takes, given.value):
            given.wrong(f"{word} takes {KINDS_OF_VALUE[takes]}; got {quote(given.value)}")
            return None
        if takes == NUMBER:
            return Effect(word, given.whole(1))
        if takes == NUMBER_OF:
            return self._for_each(word, given, card_type)
        if takes == NUMBER_CARD_TO:
            return self._gift(word, given, trigger)
        if takes == TOKENS:
            return Effect(word, tokens=self._tokens(given))
        return Effect(word, choices=self._choices(given, trigger, card_type))

    def _for_each(self, word: str, given: Given, card_type: str) -> Effect | None:
        parts = _parts(given, ("n", "of"))
        if parts is None:
            return None
        number, of = parts["n"].whole(1), parts["of"].word(self.words.counts, "thing to count")
        if of is None:
            return None
        if (of == KIN) != (card_type in NEUTRAL):
            who = (
                "a Guard or Horde counts its" if card_type in NEUTRAL else "only Guards and Horde count their"
            )
            parts["of"].wrong(f"{who} kin, got {quote(of)}")
        return Effect(word, number, of=of)

    def _gift(self, word: str, given: Given, trigger: str) -> Effect | None:
        parts = _parts(given, ("n", "card", "to"))
        if parts is None:
            return None
        number = parts["n"].whole(1)
        card = parts["card"].word(self.words.gifts, "card that can be given")
        to = parts["to"].word(self.words.places, "place for a card")
        if card is None or to is None:
            return None
        if trigger == "killed" and to == "army":
            parts["to"].wrong("no card joins the Army while its dead still lie there", "write `to: discard`")
        return Effect(word, number, gift=self.words.gifts[card], to=to)

    def _tokens(self, given: Given) -> tuple[str, ...]:
        tokens: list[str] = []
        for item in given.items():
            if item.value == FREE_TOKEN:
                item.wrong("an event never names a free space")
            else:
                token = item.word([known for known in self.words.tokens if known != FREE_TOKEN], "token")
                tokens += [] if token is None else [token]
        return tuple(tokens)

    def _choices(self, given: Given, trigger: str, card_type: str) -> tuple[Effects, ...]:
        if len(given.items()) < 2:
            given.wrong("a choice is between two lines or more")
        return tuple(self.read(line, trigger, card_type) for line in given.items())


def _fits(takes: str, value: object) -> bool:
    """Whether it is the kind of value that a word takes."""
    if takes in (NUMBER_OF, NUMBER_CARD_TO):
        return isinstance(value, Mapping)
    if takes == EFFECTS:
        return isinstance(value, list) and all(isinstance(line, list) for line in value)
    if takes == TOKENS:
        return isinstance(value, list) and bool(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _parts(given: Given, names: tuple[str, ...]) -> dict[str, Given] | None:
    """The named parts of a value; None if some are missing, which is reported like any that is too much."""
    parts = dict(given.entries())
    for name in parts:
        if name not in names:
            hint = did_you_mean(name, names) or f"expected {join_words(names, 'and')}"
            given.named(name).wrong(f"unknown key `{name}`", hint)
    missing = [name for name in names if name not in parts]
    for name in missing:
        given.wrong(f"`{name}` is missing")
    return None if missing else parts


def _misplaced(word: str, trigger: str) -> tuple[str, str]:
    """The message and hint for an effect at a trigger at which it can do nothing, or never ends."""
    hint = f"it goes under {join_words([f'`{name}`' for name in WHEN[word]])}"
    if (word, trigger) in ENDLESS:
        return f"{word} under `{trigger}` would loop for ever: {ENDLESS[word, trigger]}", hint
    return f"{word} does not go under `{trigger}`", hint
