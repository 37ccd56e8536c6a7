"""States of games as OpenSpiel asks for them, and who observes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from generator.rules.adapters.encoding import as_text, write_numbers
from generator.rules.adapters.play import Play, Setting
from generator.rules.adapters.utility import Utility
from generator.rules.protocol import Position, State
from generator.rules.shuffler import Shuffler


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: what OpenSpiel asks of it, answered by the engine."""

    __slots__ = ("__dict__", "_game", "_setting", "_utility")

    def __init__(self, game: Any, setting: Setting, utility: Utility) -> None:
        super().__init__(game)
        # In slots, which OpenSpiel leaves alone: every state of a game has them from the game.
        self._game = game
        self._setting = setting
        self._utility = utility
        # The only attribute that OpenSpiel copies and pickles.
        self._play = Play()

    def __reduce__(self) -> tuple[Callable[[str], OpenSpielState], tuple[str]]:
        return _read_state, (pyspiel.serialize_game_and_state(self._game, self),)

    @property
    def _state(self) -> State | None:
        """The engine's state; None before the deal."""
        play = self._play
        if play.state is None:
            play.replay(self._setting, self.history())
        return play.state

    def current_player(self) -> Any:
        """A seat, or who OpenSpiel calls chance or terminal."""
        state = self._state
        if state is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if state.player is None else state.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, with their probabilities."""
        return [(deal, 1 / self._setting.deals) for deal in range(self._setting.deals)]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        state = self._state
        return state is not None and state.player is None

    def returns(self) -> list[float]:
        """What each seat has won; nothing while the game goes on."""
        state = self._state
        if state is None or state.player is not None:
            return [0.0] * self._setting.seats
        return self._utility.of(state.result())

    def position(self) -> Position | None:
        """The whole position, as our engine writes it; None before the deal."""
        state = self._state
        return None if state is None else state.to_dict()

    def see(self, seat: int) -> Mapping[str, Any]:
        """What a seat may know; nothing before the deal."""
        state = self._state
        return {} if state is None else state.view(seat)

    def remember(self, seat: int) -> list[str]:
        """All that a seat has seen and done; nothing before the deal."""
        play = self._play
        if play.memory is None:
            play.recall(self._setting, self.history())
        return [] if play.memory is None else play.memory.of(seat)

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> OpenSpielState:
        """Another state that could be behind all that a seat sees now; ``chance`` gives numbers below 1.

        In it nobody remembers anything earlier.
        """
        state, rules = self._state, self._setting.rules
        if state is None:
            return OpenSpielState(self._game, self._setting, self._utility)
        imagined = OpenSpielState(self._game, self._setting, self._utility)
        shuffler = Shuffler(int(chance() * 2**48))
        imagined._play.origin = rules.determinize(state.view(player), player, shuffler)
        return imagined

    def _legal_actions(self, player: int) -> list[int]:
        del player
        state = self._state
        return [] if state is None else list(state.legal())

    def _apply_action(self, action: int) -> None:
        play = self._play
        if self._state is None:
            play.state = self._setting.begin(action)
        else:
            play.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        # Words are the same in every state, so any will do before the deal.
        return (self._state or self._setting.begin(0)).text(action)

    def __str__(self) -> str:
        """The whole position as JSON."""
        return as_text(self.position()) if self._state is not None else "before the deal"


def _read_state(text: str) -> OpenSpielState:
    state: OpenSpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class Observer:
    """What a seat may know now, or all that it remembers: a text, and numbers (see ``encoding``)."""

    def __init__(self, size: int, sort: Any) -> None:
        self._recalls: bool = sort.perfect_recall
        # What is public or private alone is not parted.
        self._sees = sort.public_info and sort.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(size, np.float32) if self._sees else None
        name = "info_state" if self._recalls else "observation"
        self.dict = {} if self.tensor is None else {name: self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Writes the numbers into ``tensor``."""
        if self.tensor is not None:
            seen = state.see(player)
            told = {"view": seen, "notes": state.remember(player)} if self._recalls else seen
            write_numbers(told, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str | None:
        """The text; None for an observer who sees nothing."""
        if not self._sees:
            return None
        return "\n".join(state.remember(player)) if self._recalls else as_text(state.see(player))
