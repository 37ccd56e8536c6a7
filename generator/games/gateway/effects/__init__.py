"""What the words on cards do: each effect word is one class, which says all that there is to know of it.

A new word is a class in one of the chapters, with its ``word``, and an entry under ``rules.effects`` in the
YAML.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.gateway.config import Effect
from generator.games.gateway.effects import city, players
from generator.games.gateway.effects.action import Action

__all__ = ["ACTIONS", "WORDS", "Action", "action_of"]


def _classes_with_a_word() -> Iterator[type[Action]]:
    for chapter in (players, city):
        for found in vars(chapter).values():
            if isinstance(found, type) and issubclass(found, Action) and hasattr(found, "word"):
                yield found


ACTIONS = {each.word.name: each for each in _classes_with_a_word()}
"""The class of each word."""
WORDS = {name: action.word for name, action in ACTIONS.items()}
"""What each class says of its word: by this the card database is read."""


def action_of(effect: Effect) -> Action:
    """What an effect on a card does."""
    return ACTIONS[effect.word.name](effect)
