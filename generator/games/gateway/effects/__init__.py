"""What the words on cards do: a small place for each effect, keyword and count."""

from __future__ import annotations

from generator.games.gateway.effects.making import known_effects

__all__ = ["known_effects"]
