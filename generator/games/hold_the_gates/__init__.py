"""Hold the Gates!: an attacker against a settlement, a defender who waits for the King's Army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.config import ATTACKER, DEFENDER, SIDES, RulesConfig, read_config
from generator.games.hold_the_gates.position import empty_state, read_position
from generator.games.hold_the_gates.rules import GAME, HoldTheGatesState, Rules
from generator.rules.fields import DeclaredGame
from generator.rules.protocol import Game, Option, Position, Referee, State
from generator.rules.shuffler import Shuffler


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game by the numbers of a card database; None if they can't be played, which ``problems`` tells."""
    config = read_config(database, problems)
    return None if config is None else HoldTheGates(config)


class HoldTheGates(DeclaredGame):
    """Hold the Gates!: seat 0 attacks a settlement, seat 1 defends it."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = (len(SIDES),)
        self.config = config
        self.rules = Rules(config)
        self.form = self.rules.form
        self.options = (_settlement_option(config),)
        self.moves = self.rules.notation.count
        # Every card drawn is one decision.
        self.unordered = frozenset({"discard", "gates", "hand"})
        self.longest = len(SIDES) * config.hand * config.turns

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:  # noqa: ARG002
        """The first hands are drawn, the attacker is to play a card."""
        state = empty_state(self.rules, shuffler)
        state.settlement = [place.id for place in self.config.settlements].index(options["settlement"])
        state.begin()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"settlement": settlement.id} for settlement in self.config.settlements]

    def read(self, position: Mapping[str, Any], *, checked: bool) -> HoldTheGatesState:  # noqa: ARG002
        return read_position(position, self.rules)

    def referee(self) -> Referee:
        return HoldTheGatesReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        seats = state.to_dict()["seats"]
        return [(name.capitalize(), held["hand"]) for name, held in zip(SIDES, seats, strict=True)]


def _settlement_option(config: RulesConfig) -> Option:
    ids = [settlement.id for settlement in config.settlements]

    def read(value: object) -> str:
        if isinstance(value, str) and value in ids:
            return value
        hint = did_you_mean(value, ids) if isinstance(value, str) else None
        raise InputError(f"settlement: expected {join_words(ids)}, got {quote(value)}", hint=hint)

    falls = join_words(
        [f"{settlement.id} with {settlement.value}" for settlement in config.settlements], "and"
    )
    says = f"what is attacked, which sets the difficulty: damage fells {falls}"
    return Option("settlement", says, config.usual_settlement, read)


# The referee judges positions without the engine.


class HoldTheGatesReferee(Referee):
    """Counts the cards by their owners, and the points of a finished game."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """A card in a pile, a hand or a line counts for the player whose that is, so that a card in a wrong
        pile is found; one beside a unit may be either's and counts for its owner."""
        found: dict[str, list[str]] = {side: [] for side in SIDES}
        for side, player in zip(SIDES, position["seats"], strict=True):
            for pile in ("deck", "hand", "discard", "gates"):
                found[side] += player.get(pile, [])
            for words in player.get("field", []):
                unit, _, *beside = words.split()
                found[side].append(unit)
                for card in beside:
                    found[self._owner(card[1:])].append(card[1:])
        for card in self._in_the_box(position["tier"]):
            found[self._owner(card)].append(card)
        return found

    def _owner(self, card: str) -> str:
        return SIDES[self.config.unit(card).side]

    def _in_the_box(self, tier: int) -> Iterator[str]:
        """The cards of the tiers that have not joined."""
        for unit in self.config.units:
            if unit.tier > tier:
                yield from [unit.id] * unit.copies

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The attacker wins with a fallen settlement; else the King's Army has come."""
        config = self.config
        if position["damage"] >= config.settlement(position["settlement"]).value:
            return (config.attacker_wins, config.defender_consoles * position["tier"]), (ATTACKER,)
        return (config.attacker_consoles, config.kings_army), (DEFENDER,)

    def cut_short(self, position: Position) -> bool:
        """The King's Army is a rule of the game: the engine has no limit of its own."""
        del position
        return False
