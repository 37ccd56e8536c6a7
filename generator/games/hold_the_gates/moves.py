"""The moves of the game: small numbers for the engine, and the notation of the rules for people.

First come the deployments, one for each kind of card; then the actions that name no unit; then for each kind
whose action names one, a move for each place in a line that is as long as a hand.
"""

from __future__ import annotations

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.kinds import NOBODY, OWN, Kinds
from generator.games.hold_the_gates.numbers import Numbers
from generator.rules.protocol import IllegalMove

NO_UNIT = -1
"""The target of a move that names no unit."""


class Moves:
    """All moves, whether they deploy, which kind of card they play, and the unit that they name."""

    __slots__ = (
        "_longest_line",
        "_number_of",
        "_options",
        "_units",
        "count",
        "deployments",
        "kind",
        "target",
        "texts",
        "whose",
    )

    def __init__(self, numbers: Numbers, kinds: Kinds) -> None:
        self._units = numbers.units
        self._longest_line = numbers.hand
        self._options: dict[int, tuple[int, ...]] = {}
        self.whose: list[int] = kinds.target
        """Whose unit the action of a kind names."""
        self.deployments: int = len(kinds.ids)
        """Moves below this deploy."""
        self.kind: list[int] = []
        self.target: list[int] = []
        self.texts: list[str] = []
        for kind, word in enumerate(kinds.ids):
            self._add(kind, NO_UNIT, f"deploy {word}")
        for kind, word in enumerate(kinds.ids):
            self._add(kind, NO_UNIT, f"action {word}")
        for kind, word in enumerate(kinds.ids):
            if kinds.target[kind] != NOBODY:
                for place in range(self._longest_line):
                    self._add(kind, place, f"action {word}>{place}")
        self.count: int = len(self.texts)
        self._number_of: dict[str, int] = {text.casefold(): move for move, text in enumerate(self.texts)}

    def _add(self, kind: int, target: int, text: str) -> None:
        self.kind.append(kind)
        self.target.append(target)
        self.texts.append(text)

    def options(self, held: int, own: int, enemy: int) -> tuple[int, ...]:
        """What a player may do who holds these kinds of cards, with so many units on each side."""
        line = self._longest_line + 1
        asked = (held * line + own) * line + enemy
        known = self._options.get(asked)
        if known is None:
            known = self._find(held, own, enemy)
            self._options[asked] = known
        return known

    def _find(self, held: int, own: int, enemy: int) -> tuple[int, ...]:
        return tuple(
            move
            for move, kind in enumerate(self.kind)
            if held & (1 << kind) and (move < self.deployments or self._may_act(move, own, enemy))
        )

    def _may_act(self, move: int, own: int, enemy: int) -> bool:
        """An action names a unit that is there; with none there, or none to name, it is played without."""
        units = self.units_to_name(self.kind[move], own, enemy)
        target = self.target[move]
        return units == 0 if target == NO_UNIT else target < units

    def units_to_name(self, kind: int, own: int, enemy: int) -> int:
        """How many units the action of this kind could name, with so many on each side."""
        whose = self.whose[kind]
        if whose == NOBODY:
            return 0
        return own if whose == OWN else enemy

    def parse(self, text: str) -> int:
        """The move in words; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        words = " ".join(text.split()).casefold()
        if words in self._number_of:
            return self._number_of[words]
        raise IllegalMove(self._no_move(words))

    def _no_move(self, words: str) -> str:
        what, _, rest = words.partition(" ")
        unit_id, points_at, place = rest.partition(">")
        if what not in ("deploy", "action") or not rest:
            example = self._units[-1].id
            return f"{quote(words)} is no move: write `deploy {example}` or `action {example}`"
        found = [unit for unit in self._units if unit.id.casefold() == unit_id]
        if not found:
            ids = [unit.id for unit in self._units]
            hint = did_you_mean(unit_id, ids) or f"expected {join_words(ids)}"
            return f"{quote(unit_id)} is no kind of unit; {hint}"
        if what == "deploy":
            return f"who deploys names no other unit: write `deploy {unit_id}`"
        if found[0].target is None:
            return f"{found[0].action} names no unit: write `action {unit_id}`"
        if points_at and place.isascii() and place.isdigit():
            return f"there is no unit {place}: a line has places 0 to {self._longest_line - 1}"
        return f"{quote(place)} is no place of a unit: write `action {unit_id}>0` for the one at the gates"
