"""The games as environments of PettingZoo: agents that act in turn (its AEC form).

    environment = pettingzoo.env("battle-gate", seats=3)
    environment.reset(seed=7)
    for agent in environment.agent_iter():
        observation, reward, ended, cut_short, info = environment.last()
        sample = environment.action_space(agent).sample
        environment.step(None if ended or cut_short else sample(observation["action_mask"]))

An agent is a seat: ``seat_0``, ``seat_1`` … It sees a dictionary: ``observation``, what the seat may know as
numbers (see ``encoding``), and ``action_mask``, with a 1 for each legal move. Rewards come at the end and are
the game's own points; in a game without points 1 for a winner. All seats stay until then, also those that are
out. A game that the engine's limit on turns ended is *truncated*, any other *terminated*.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from generator.catalog.problems import InputError
from generator.rules.adapters.encoding import SIZE, as_numbers, as_text
from generator.rules.loading import load
from generator.rules.protocol import Game, IllegalMove, State

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        "PettingZoo is not installed; `pip install 'gatepress[pettingzoo]'` brings it"
    ) from missing

__all__ = ["Environment", "env"]

SEEDS = 2**62


def env(game: Game | str, seats: int | None = None, **words: Any) -> Any:
    """An environment, wrapped as is usual: it complains of calls in the wrong order, and an illegal move ends
    the game with a reward of -1 for whoever made it. The words are those of ``Environment``."""
    environment: Any = Environment(game, seats, **words)
    for wrap in (
        lambda inner: wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1),
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.OrderEnforcingWrapper,
    ):
        environment = wrap(environment)
    return environment


class Environment(AECEnv):  # type: ignore[misc]
    """A game, by its name, the folder of its card database, or as the rules engine has it.

    ``seats``: how many play; the fewest unless given. ``size``: how many numbers an observation has.
    ``render_mode``: ``ansi`` returns what the seat that decides may know as text, ``human`` prints it. All
    other words are options of the game. Raises InputError for what the game does not have.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        size: int = SIZE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.rules = load(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"gatepress_{self.rules.name.replace('-', '_')}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "ansi", "human"):
            raise InputError(f"render_mode: expected ansi or human, got {render_mode!r}")
        self.render_mode = render_mode
        self._options = {"seats": seats or self.rules.seats[0], **options}
        self._size = size
        self._lots = Random()
        self._state = self._start()
        self.possible_agents = [f"seat_{seat}" for seat in range(self._options["seats"])]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Each space has dice of its own.
        self._action_spaces = {agent: Discrete(self.rules.moves) for agent in self.possible_agents}
        self._observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def _start(self) -> State:
        return self.rules.start(self._lots.randrange(SEEDS), **self._options)

    def _observation_space(self) -> Dict:
        numbers = Box(-np.inf, np.inf, (self._size,), np.float32)
        return Dict({"observation": numbers, "action_mask": Box(0, 1, (self.rules.moves,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """What observations look like."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """All moves, legal or not; ``sample(mask)`` draws one."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same games, this one and those after it; ``options`` of
        PettingZoo are not used."""
        del options
        if seed is not None:
            self._lots = Random(seed)
        self._state = self._start()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def state_of_play(self) -> State:
        """The state itself, with all that is hidden."""
        return self._state

    def view(self, agent: str) -> dict[str, Any]:
        """What a seat may know, as the rules engine shows it."""
        return self._state.view(self._seats[agent])

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know as numbers, and its legal moves; none while another seat decides."""
        mask = np.zeros(self.rules.moves, np.int8)
        if self._state.player == self._seats[agent]:
            mask[list(self._state.legal())] = 1
        return {"observation": as_numbers(self.view(agent), self._size), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The move of the agent that is asked. Raises IllegalMove, with the rule against it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        move = int(action) if action is not None else -1
        if move not in state.legal():
            raise IllegalMove(
                state.why_not(move) if 0 <= move < self.rules.moves else f"{action} is not a move"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state.apply(move)
        if state.player is None:
            self._end()
        else:
            self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        seat = self._state.player
        # A game may be over before anybody has been asked.
        if seat is None:
            self.agent_selection = self.agents[0]
            self._end()
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        result = self._state.result()
        for agent, score in zip(self.possible_agents, result.scores, strict=True):
            self.rewards[agent] = float(score)
        self.terminations = dict.fromkeys(self.agents, not result.cut_short)
        self.truncations = dict.fromkeys(self.agents, result.cut_short)
        self._deads_step_first()

    def render(self) -> str | None:
        """What the seat that decides may know, a line for each key; printed with ``render_mode="human"``."""
        view = self.view(self.agent_selection)
        text = "\n".join(f"{key}: {as_text(value)}" for key, value in view.items())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
