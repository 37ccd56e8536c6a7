"""Battles of Gateway in which the damage that each side deals can be read off the cards of the other.

Seat 0 attacks district 1, with a Rune of Haste used before: a second Attack phase follows, in which the
damage of the first battle still lies on the cards. A side that only has to be measured is a wall that can't
fall, or Beard Fish: each deals 1 damage, and dies of 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.rules import State

from .card_cases_desk import Position, damage_of, game, name_of
from .card_cases_numbers import defence_of
from .card_cases_tables import seat, stacks, turn

HASTE = "normal-haste"
KEPT = "lesser-coin"
"""A Runestone that nobody uses: with it an Army without Insurgents may attack."""
HORDE_WALL = ("drueggar-raider",) * 6 + ("drueggar-hulk",) * 4
GUARD_WALL = ("elite-guard",) * 5
ARMY_WALL = ("defender",) * 6
AT = 1
"""The district that is attacked."""
ATTACKER, DEFENDER = 0, 1


def arena(
    own: Sequence[str],
    foes: Sequence[str],
    faction: str,
    *,
    runes: Sequence[str] = (),
    foe_runes: Sequence[str] = (),
    board: str = "portal-court",
) -> Position:
    """Seat 0 has an Army of these cards and Runestones, and one of these boards under control.

    ``faction``: ``horde`` or ``guard``, who hold district 1 then, or ``player``: seat 1 does.
    """
    position = turn()
    position["seats"] = [
        seat(deck=("merchant",) * 9, army=(*own, HASTE, KEPT, *runes)),
        seat(deck=("merchant",) * 9, army=(*foes, *foe_runes) if faction == "player" else ()),
    ]
    position["districts"][0]["board"] = board
    position["districts"][3]["owner"] = None
    if board in ("rampart-row", "old-observatory", "lamplight-market"):
        at = next(at for at in (1, 2, 3) if position["districts"][at]["board"] == board)
        position["districts"][at]["board"] = "portal-court"
    position["districts"][AT]["owner"] = 1 if faction == "player" else None
    position["districts"][AT]["cards"] = [] if faction == "player" else list(foes)
    laid = stacks(8, *own, *foes)
    position["stacks"] = {name: [] if isinstance(left, list) else 0 for name, left in laid.items()}
    position["horde"], position["guard"] = [], []
    return position


@dataclass(slots=True)
class Script:
    """What is decided; anything else is left out, and damage goes to the first cards."""

    runes: tuple[str, ...] = ()
    """Used when their owner declares, each once."""
    last: bool = False
    """Whether the last of what there is to choose from is chosen, and not the first."""
    offered: list[set[str]] = field(default_factory=list)
    """What each question of an effect offered."""
    chosen: list[str] = field(default_factory=list)
    """The answers to them."""

    def answer(self, state: State) -> None:
        """Chooses what an effect asks for, if it asks."""
        while state.player is not None:
            words = {state.text(move).removeprefix("choose ") for move in state.legal()}
            if not any(state.text(move).startswith("choose ") for move in state.legal()):
                return
            word = max(words - {"done"}) if self.last else min(words - {"done"})
            self.offered.append(words)
            self.chosen.append(word)
            state.play(f"choose {word}")


@dataclass(slots=True)
class Outcome:
    """A battle that has been fought."""

    before: Position
    after: Position

    def army(self, position: Position, side: int) -> list[str]:
        """The cards of a side, with what was done to them."""
        if side == DEFENDER and position["districts"][AT]["cards"]:
            cards: list[str] = position["districts"][AT]["cards"]
        elif side == DEFENDER and self.before["districts"][AT]["cards"]:
            cards = []
        else:
            cards = position["seats"][side]["army"]
        return cards

    def lost(self, side: int) -> Counter[str]:
        """The cards of a side that are gone from it, Runestones that were used too."""
        before = Counter(map(name_of, self.army(self.before, side)))
        return before - Counter(map(name_of, self.army(self.after, side)))

    def suffered(self, side: int, more: int = 0) -> int:
        """The damage that the cards of a side took; those killed took what kills them.

        ``more``: the defence that each of them had more.
        """
        dead = [card for card in self.lost(side).elements() if not _is_rune(card)]
        marks = sum(map(damage_of, self.army(self.after, side)))
        return marks + sum(defence_of(card, attacks=side == ATTACKER, more=more) for card in dead)


def _is_rune(card: str) -> bool:
    return card.partition("-")[0] in ("lesser", "normal", "greater")


def to_the_attack(state: State, script: Script, deeds: Sequence[str] = ()) -> None:
    """The active player uses a Rune of Haste, does these things in Deployment, and goes on to the Attack."""
    for deed in (f"rune {HASTE}", *deeds):
        state.play(deed)
        script.answer(state)
    while state.to_dict()["phase"] != "attack":
        state.play("done")


def fight(position: Position, script: Script | None = None, deeds: Sequence[str] = ()) -> Outcome:
    """Plays the attack of seat 0 on district 1."""
    script = script or Script()
    state = game().from_dict(position)
    to_the_attack(state, script, deeds)
    state.play(f"attack {AT}")
    play_battle(state, script)
    return Outcome(position, state.to_dict())


def play_battle(state: State, script: Script) -> None:
    """Makes all decisions up to the end of the battle under way."""
    runes = list(script.runes)
    while state.to_dict().get("battle") is not None:
        script.answer(state)
        words = {state.text(move) for move in state.legal()}
        if any(word.startswith("assign ") for word in words):
            state.play(max(words, key=lambda word: int(word.split()[2])))
        elif any(word.startswith("rune ") for word in words):
            rune = next((rune for rune in runes if f"rune {rune}" in words), None)
            state.play("done" if rune is None else f"rune {rune}")
            runes = [each for each in runes if each != rune]
    assert not runes, f"nobody was asked for {runes}"
