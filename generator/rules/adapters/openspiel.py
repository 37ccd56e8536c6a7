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

from generator.catalog.problems import InputError
from generator.rules.adapters.encoding import SIZE
from generator.rules.adapters.extras import MissingExtra
from generator.rules.adapters.play import Setting
from generator.rules.adapters.utility import Points, Utility, Winning
from generator.rules.loading import load, playable_games
from generator.rules.protocol import Game, Position

try:
    import pyspiel

    from generator.rules.adapters.openspiel_state import Observer, OpenSpielState
except ImportError as missing:
    raise MissingExtra("OpenSpiel", "openspiel") from missing

__all__ = ["Points", "Winning", "register", "register_game"]

PREFIX = "gatepress_"
DEALS = 1000
"""Deals unless told otherwise. Lists of this length are made whenever a game begins."""
UTILITIES = {"gateway": Winning(zero_sum=False)}
"""Of games that all seats can lose together."""


def register() -> tuple[str, ...]:
    """Registers every game that has rules; the names by which OpenSpiel then loads them."""
    return tuple(register_game(load(name)) for name in playable_games())


def register_game(
    game: Game, utility: Utility | None = None, deals: Sequence[Position] = (), name: str | None = None
) -> str:
    """Registers a game; returns its name for ``pyspiel.load_game``, ``gatepress_`` and ``name`` or its own.

    ``utility``: what the seats go for; to win, unless told. ``deals``: positions to begin from, each equally
    likely, in place of what the engine deals; where nothing is shuffled later, chance is then exact.
    """
    kind = _Kind(game, utility or UTILITIES.get(game.name, Winning()), tuple(deals), name)
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
