"""The rules for decks, in the order in which they are told. A new rule is a new file and a name here."""

from __future__ import annotations

from generator.deck.rules import cards, class_, classes, file, name, points, power, print_
from generator.deck.rules.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    module.RULE for module in (file, points, cards, power, class_, name, classes, print_)
)
