"""The games as OpenSpiel plays them (its version 2): ``register``, then ``pyspiel.load_game``.

    openspiel.register()
    game = pyspiel.load_game("gatepress_hold_the_line(max_rounds=4)")

Chance is one node at the beginning, whose outcome is the deal: the seed that our engine starts from, and from
which it makes all later shuffles too. So a history of OpenSpiel is a whole game, and deal 7 is the one that
``seed=7`` means everywhere else. Decks have far too many orders to list, so the node has as many deals as the
parameter ``deals`` says, each as likely: a sample of all. (To draw a deal without listing any would be
OpenSpiel's *sampled stochastic* mode, which asks a game for the state of its dice, and games in Python cannot
be asked.) A game with few beginnings may list them all; then OpenSpiel can solve it exactly.

Parameters: ``players``, ``deals``, ``seed`` (the first deal), ``tensor`` (how many numbers an observation
has), and the options of the game by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.catalog.problems import InputError
from generator.rules.adapters.encoding import SIZE, as_text, write_numbers
from generator.rules.adapters.history import Play, Points, Setting, Utility, Winning
from generator.rules.loading import load, playable_games
from generator.rules.protocol import Game, Position, State
from generator.rules.shuffler import Shuffler

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(
        "OpenSpiel is not installed; `pip install 'gatepress[openspiel]'` brings it"
    ) from missing

__all__ = ["Points", "Winning", "register", "register_game"]

PREFIX = "gatepress_"
DEALS = 1000
"""Deals by default. Lists of this length are made whenever a game begins."""


def register() -> tuple[str, ...]:
    """Registers every game that has rules; the names by which OpenSpiel then loads them."""
    return tuple(register_game(load(name)) for name in playable_games())


def register_game(
    game: Game, utility: Utility | None = None, deals: Sequence[Position] = (), name: str | None = None
) -> str:
    """Registers a game; returns its name for ``pyspiel.load_game``, ``gatepress_`` and ``name`` or its own.

    ``utility``: what the seats go for; to win, unless given. ``deals``: positions to begin from, each equally
    likely, in place of what the engine deals; where nothing is shuffled later, chance is then exact.
    """
    kind = _Kind(game, utility or Winning(zero_sum=not game.all_can_lose), tuple(deals), name)
    # OpenSpiel lets go of what makes its games when Python has ended already: a class outlives that, where a
    # function made here would crash.
    maker = type(kind.rules.title, (OpenSpielGame,), {"kind": kind})
    pyspiel.register_game(kind.game_type(), maker)
    return kind.name


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is registered."""

    rules: Game
    utility: Utility
    deals: tuple[Position, ...]
    called: str | None

    @property
    def name(self) -> str:
        return PREFIX + (self.called or self.rules.name).replace("-", "_")

    def options(self) -> dict[str, Any]:
        """The options of the game with their defaults."""
        return {option.name: option.default for option in self.rules.options}

    def parameters(self) -> dict[str, Any]:
        """The parameters with their defaults; an empty word where the game decides itself."""
        options = self.options().items()
        words = {name: value if isinstance(value, int | str) else "" for name, value in options}
        dealing = {} if self.deals else {"deals": DEALS, "seed": 0}
        return {"players": self.rules.seats[0], "tensor": SIZE, **dealing, **words}

    def game_type(self) -> Any:
        kinds = pyspiel.GameType
        return kinds(
            short_name=self.name,
            long_name=self.rules.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if self.utility.zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.rules.seats[-1],
            min_num_players=self.rules.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=self.parameters(),
        )

    def game_info(self, seats: int, deals: int) -> Any:
        least, most = self.utility.bounds(seats)
        return pyspiel.GameInfo(
            num_distinct_actions=self.rules.moves,
            max_chance_outcomes=deals,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if self.utility.zero_sum else None,
            max_game_length=self.rules.longest,
        )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters set. Raises InputError for parameters that do not fit the game."""

    kind: _Kind

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        kind = self.kind
        usual = kind.parameters()
        chosen = {name: value for name, value in parameters.items() if value != usual[name]}
        given = {**usual, **chosen}
        self.utility = kind.utility
        self.tensor: int = given["tensor"]
        self.setting = Setting(
            rules=kind.rules,
            seats=given["players"],
            options={name: value for name, value in chosen.items() if name in kind.options()},
            positions=kind.deals,
            deals=given.get("deals", len(kind.deals)),
            first=given.get("seed", 0),
        )
        for name, number in (("deals", self.setting.deals), ("tensor", self.tensor)):
            if number < 1:
                raise InputError(f"{name}: expected 1 or more, got {number}")
        # What the game refuses is refused now, and not when it begins.
        self.setting.begin(0)
        super().__init__(kind.game_type(), kind.game_info(self.setting.seats, self.setting.deals), chosen)

    def __reduce__(self) -> tuple[Callable[[str], OpenSpielGame], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        """A state before the deal."""
        return OpenSpielState(self, self.setting, self.utility)

    def max_chance_nodes_in_history(self) -> int:
        """The deal."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who sees what one seat may know, or remembers it all; other sorts of observers see nothing."""
        if params:
            raise ValueError(f"observations have no parameters; got {params}")
        return Observer(self.tensor, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


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
        return [] if play.memory is None else list(play.memory[seat])

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> OpenSpielState:
        """Another state that could be behind all that a seat sees now; ``chance`` gives numbers below 1.

        In it nobody remembers anything earlier.
        """
        state, rules = self._state, self._setting.rules
        if state is None:
            return OpenSpielState(self._game, self._setting, self._utility)
        other = OpenSpielState(self._game, self._setting, self._utility)
        shuffler = Shuffler(int(chance() * 2**48))
        other._play.origin = rules.determinize(state.view(player), player, shuffler)
        return other

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
            known = {"view": seen, "notes": state.remember(player)} if self._recalls else seen
            write_numbers(known, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str | None:
        """The text; None for an observer who sees nothing."""
        if not self._sees:
            return None
        return "\n".join(state.remember(player)) if self._recalls else as_text(state.see(player))
