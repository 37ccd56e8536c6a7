"""What a kind of City card is worth in Gateway: bought, and as a gift.

    python -m tests.sim.gateway_kinds buy 50 3 fishmancer,rooftop-archers power=0
    python -m tests.sim.gateway_kinds gift 50 3 all --bot search:50

plays 50 deals of two players from both seats (seed 3) for each kind named, or `all`; changes behind apply to
each of them. Seats play a turn by the game's evaluator in one determinized world, and draft by a fixed order
of worth; or a bot plays for both.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Protocol, cast

from generator.games.gateway import Gateway
from generator.games.gateway.board import DRAFTING
from generator.games.gateway.bot import GatewayEvaluator, PlainTurn
from generator.games.gateway.rules import GatewayState
from generator.games.gateway.tables import DONE
from generator.rules import Shuffler, load
from generator.rules.evaluation import evaluate_result
from generator.sim.bots import make_bot

COPIES = 2
RUNESTONE = 2.5
WORTH = {
    **{"witchmasker": 39, "bridge-warden": 17, "knight-valdus": 15, "magic-orb": 17, "orb-keeper": 15},
    **{"fishmancer": 14, "defender": 14, "clockwork-ram": 12, "gate-smugglers": 11, "astrolabe-sage": 11},
    **{"tunnel-huntress": 10, "red-templar": 8, "night-market-broker": 5, "lantern-courier": 4},
    **{"saloran-cart": 3, "rooftop-archers": -7, "duchess-of-hollow-street": -7, "spellbones": -8},
    **{"pamphleteer": -8, "rebel": -8, "blunderbuss-mage": -14, "traveling-wizards": -15},
    "mobile-wizard-tower": -30,
}
"""Percent of games that two of a kind brought, as a gift, to seats that play as plainly as can be (600 games
each, with the numbers before the study). In this order seats draft, and nothing that brought nothing."""


@dataclass(frozen=True)
class Measured:
    """How often the seat with the kind wins, half its 95 % interval over deals, and its purchases a game."""

    share: float
    margin: float
    games: int
    bought: float


class Player(Protocol):
    bought: int

    def choice(self, state: GatewayState) -> int: ...


class PlainPlayer:
    """`wants`: the stack whose first copies come before all else; `avoids`: a kind that is never bought."""

    def __init__(self, game: Gateway, wants: int | None, avoids: str | None) -> None:
        self._evaluator = GatewayEvaluator(game)
        self._plain = PlainTurn(game)
        self._game = game
        self._shuffler = Shuffler(7)
        self._wants = wants
        worth = {**WORTH, avoids: -99} if avoids else WORTH
        self._worth = [worth.get(card.id, RUNESTONE if card.grade else -1) for card in game.config.cards]
        self.bought = 0

    def choice(self, state: GatewayState) -> int:
        options = state.options
        if len(options) == 1:
            return options[0]
        if state.phase == DRAFTING and not state.work:
            return self._draft(state, options)
        return max(options, key=self._worths(state, options).__getitem__)

    def _draft(self, state: GatewayState, options: Sequence[int]) -> int:
        moves, stacks = self._game.tables.moves, self._game.config.stacks
        drafts = [move for move in options if moves.verbs[move] == "draft"]
        if self.bought < COPIES:
            for move in drafts:
                if moves.number[move] == self._wants:
                    self.bought += 1
                    return move
        best, most = DONE, 0.0
        for move in drafts:
            stack = moves.number[move]
            order = state.supply.order.get(stack)
            worth = self._worth[order[-1] if order else stacks[stack].kinds[0]]
            if worth > most:
                best, most = move, worth
        return best

    def _worths(self, state: GatewayState, options: Sequence[int]) -> dict[int, float]:
        seat = cast(int, state.player)
        world = cast(GatewayState, state.determinize(seat, self._shuffler))
        if world.player != seat or world.legal() != state.legal():
            world = state
        worths = {}
        for move in options:
            after = world.clone()
            after.apply(move)
            after = self._evaluator.quiesce(after, self._evaluator.moment(world), seat)
            worths[move] = (
                evaluate_result(after.result(), seat) if after.over else self._evaluator.evaluate(after, seat)
            )
        return worths


class BotPlayer:
    """A bot that drafts the first copies from the stack `wants` before all else, and none from `avoids`."""

    def __init__(
        self, game: Gateway, bot: str, deal: int, seat: int, wants: int | None, avoids: int | None
    ) -> None:
        self._bot = make_bot(bot, game, deal, seat)
        self._moves = game.tables.moves
        self._wants = wants
        self._avoids = avoids
        self.bought = 0

    def choice(self, state: GatewayState) -> int:
        legal = state.legal()
        stack_of = {move: self._moves.number[move] for move in legal if self._moves.verbs[move] == "draft"}
        for move, stack in stack_of.items():
            if stack == self._wants and self.bought < COPIES:
                self.bought += 1
                return move
        moves = [move for move in legal if self._avoids is None or stack_of.get(move) != self._avoids]
        return self._bot.choose(state.view(cast(int, state.player)), moves)


def city_kinds(game: Gateway) -> list[str]:
    return [game.config.stacks[stack].id for stack in game.tables.city]


def measure(
    kind: str, deals: int, seed: int, changes: Sequence[str], *, gift: bool, bot: str | None = None
) -> Measured:
    """One seat has the kind, the other never buys it. As a gift, the first begins with two copies in its
    discard pile and both buy alike; else it buys two as soon as it can pay them."""
    game = cast(Gateway, load("gateway", list(changes)))
    kinds = city_kinds(game)
    stack = next(at for at, one in enumerate(game.config.stacks) if one.id == kind)
    values, bought = [], 0
    for deal in range(deals):
        number = 10**6 * seed + deal
        others = [one for one in kinds if one != kind]
        Random(f"{number} {kind}").shuffle(others)
        won = 0.0
        for seat in (0, 1):
            start = game.start(seed=number, seats=2, city=",".join([kind, *others[:7]]))
            position = start.to_dict()
            if gift:
                position["stacks"][kind] -= COPIES
                position["seats"][seat]["discard"] += [kind] * COPIES
            state = cast(GatewayState, game.from_dict(position))
            mine: Player
            other: Player
            if bot:
                mine = BotPlayer(game, bot, number, seat, None if gift else stack, None)
                other = BotPlayer(game, bot, number, 1 - seat, None, None if gift else stack)
            else:
                mine = PlainPlayer(game, None if gift else stack, None if gift else kind)
                other = PlainPlayer(game, None, None if gift else kind)
            while state.player is not None:
                state.apply((mine if state.player == seat else other).choice(state))
            winners = state.result().winners
            won += (seat in winners) / max(1, len(winners))
            bought += mine.bought
        values.append(won / 2)
    mean = sum(values) / deals
    spread = sum((value - mean) ** 2 for value in values) / max(1, deals - 1)
    return Measured(mean, 1.96 * sqrt(spread / deals), 2 * deals, bought / deals / 2)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=["buy", "gift"])
    parser.add_argument("deals", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("kinds", help="`all`, or names with commas between them")
    parser.add_argument("changes", nargs="*", help="to each kind, such as `power=0`")
    parser.add_argument("--bot", help="plays for both seats")
    asked = parser.parse_args()
    kinds = city_kinds(cast(Gateway, load("gateway"))) if asked.kinds == "all" else asked.kinds.split(",")
    for kind in kinds:
        own = [f"city/{kind}.{change}" for change in asked.changes]
        got = measure(kind, asked.deals, asked.seed, own, gift=asked.way == "gift", bot=asked.bot)
        share, margin = f"{got.share:.1%}", f"{got.margin:.1%}"
        print(f"{kind:26} {share} ± {margin}, {got.games} games, {got.bought:.2f} bought", flush=True)


if __name__ == "__main__":
    main()
