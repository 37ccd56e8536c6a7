"""The sentences of Gateway's effects and keywords for the terminal, from the vocabulary of the card database.

They are the printed ones, with words in place of the signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.lines import readable

_SIGNS = {"gold": "Gold", "power": "Power", "attack": "attack", "defence": "defence", "vp": "VP"}
_SIGN = re.compile(r"\{(\w+)\}")
_LONGEST = 600


class Vocabulary:
    """What effects and keywords say."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._effects = rules["effects"]
        self._counts = rules["counts"]
        self._gifts = rules["gifts"]
        self._places = rules["places"]
        self._triggers = rules["triggers"]
        self._keywords = rules["keywords"]

    def effects(self, effects: Sequence[Mapping[str, Any]]) -> str:
        """A list of effects in order: ``Draw 2 cards. Discard 1 card from your hand.``"""
        return " ".join(self.sentence(name, value) for effect in effects for name, value in effect.items())

    def card(self, keywords: Mapping[str, Any], effects: Mapping[str, Any]) -> str:
        """All that a card says: its keywords with what they mean, then its effects with when they happen."""
        told = [self.keyword(name, value) for name, value in keywords.items()]
        for trigger, rule in self._triggers.items():
            if trigger in effects:
                told.append(f"{rule['lead']} {self.effects(effects[trigger])}".strip())
        return readable(" ".join(told), _LONGEST)

    def keyword(self, name: str, value: object) -> str:
        """``Charge 2. +2 attack while its side attacks.``"""
        rule = self._keywords[name]
        return f"{self.keyword_name(name, value)}. {_plain(rule['text'].replace('{n}', str(value)))}"

    def reminder(self, name: str) -> str:
        """What a keyword means, for any number: ``+n attack while its side attacks.``"""
        return _plain(self._keywords[name]["text"].replace("{n}", "n"))

    def keyword_name(self, name: str, value: object) -> str:
        """``Charge 2``; without the number for a keyword that has none."""
        rule = self._keywords[name]
        return f"{rule['name']} {value}" if rule.get("number") else str(rule["name"])

    def _line(self, effects: Sequence[Mapping[str, Any]]) -> str:
        """One of several lines to choose from: without a capital and a full stop."""
        words = self.effects(effects).rstrip(".")
        return words[:1].lower() + words[1:]

    def sentence(self, name: str, value: Any) -> str:
        """One effect: ``Draw 2 cards.``"""
        rule = self._effects[name]
        takes = rule["takes"]
        if takes == "effects":
            return f"{rule['one']} {'; or: '.join(map(self._line, value))}."
        count = len(value) if takes == "tokens" else value["n"] if isinstance(value, Mapping) else value
        words = str(rule["one"] if count == 1 else rule["many"]).replace("{n}", str(count))
        if takes == "number-of":
            words = words.replace("{of}", self._counts[value["of"]]["one"])
        elif takes == "number-card-to":
            gift = self._gifts[value["card"]]
            words = words.replace("{card}", gift["one" if count == 1 else "many"])
            words = words.replace("{to}", self._places[value["to"]]["words"])
        elif takes == "tokens":
            words = words.replace("{tokens}", ", ".join(value).upper())
        return _plain(words)


def _plain(words: str) -> str:
    """With words for the signs: ``Gain 2 Gold.``"""
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), words)
