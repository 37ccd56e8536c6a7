"""The lines of effects on all cards, boards and events, with the numbers by which states know them."""

from __future__ import annotations

from typing import Final

from generator.games.gateway.numbers import Card, Effects, Numbers

NO_LINE: Final = -3
"""The line of a card that does nothing at a trigger."""


class Lines:
    """Each line has a number, and a name to be written down: ``curfew event``, ``saloran-cart played``.

    What a line offers for choice are lines too: ``saloran-cart played 0.1`` is the second choice that the
    line's first effect gives.
    """

    __slots__ = (
        "ability",
        "arrives",
        "battle",
        "choices",
        "conquest",
        "effects",
        "event",
        "killed",
        "names",
        "number",
        "of_kind",
        "played",
        "used",
    )

    names: list[str]
    number: dict[str, int]
    """The line of a name."""
    effects: list[Effects]
    choices: list[list[list[int]]]
    """For each line and effect the lines that one may choose from."""
    of_kind: list[int]
    """For each line the kind of card that it stands on; -1 for lines of boards and events."""
    played: list[int]
    """For each kind of card its line at a trigger, or ``NO_LINE`` …"""
    battle: list[int]
    conquest: list[int]
    killed: list[int]
    arrives: list[int]
    used: list[int]
    ability: list[int]
    """… for each district board its line, and for each event."""
    event: list[int]

    def __init__(self, numbers: Numbers) -> None:
        self.names = []
        self.number = {}
        self.effects = []
        self.choices = []
        self.of_kind = []
        cards = numbers.cards
        self.played = [self._of_card(cards, kind, "played") for kind in range(len(cards))]
        self.battle = [self._of_card(cards, kind, "battle") for kind in range(len(cards))]
        self.conquest = [self._of_card(cards, kind, "conquest") for kind in range(len(cards))]
        self.killed = [self._of_card(cards, kind, "killed") for kind in range(len(cards))]
        self.arrives = [self._of_card(cards, kind, "arrives") for kind in range(len(cards))]
        self.used = [self._of_card(cards, kind, "used") for kind in range(len(cards))]
        self.ability = [self._add(f"{board.id} ability", board.ability, -1) for board in numbers.districts]
        self.event = [self._add(f"{event.id} event", event.effects, -1) for event in numbers.events]

    def _of_card(self, cards: tuple[Card, ...], kind: int, trigger: str) -> int:
        effects: Effects = getattr(cards[kind].triggers, trigger)
        return self._add(f"{cards[kind].id} {trigger}", effects, kind) if effects else NO_LINE

    def _add(self, name: str, effects: Effects, kind: int) -> int:
        known = self.number.get(name)
        if known is not None:  # another copy of the same board or event
            return known
        line = len(self.names)
        self.names.append(name)
        self.number[name] = line
        self.effects.append(effects)
        self.of_kind.append(kind)
        self.choices.append([])
        for at, effect in enumerate(effects):
            self.choices[line].append(
                [
                    self._add(f"{name} {at}.{choice}", chosen, kind)
                    for choice, chosen in enumerate(effect.choices)
                ]
            )
        return line
