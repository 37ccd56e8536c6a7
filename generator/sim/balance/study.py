"""All that a balance study found, put together from its arms, and the claims that it was to judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.wording import join_words
from generator.rules import Game
from generator.sim.balance.arms import MEASURES, Asked, Measure, why_not
from generator.sim.balance.impact import ImpactReport
from generator.sim.balance.playing import MatchFigures, Played
from generator.sim.bot_specs import parse_bot_spec
from generator.sim.statistics.claims import Assertion, Quantity, StoppingRule, Verdict, exit_code, judge
from generator.sim.statistics.comparisons import Comparison, compare_all
from generator.sim.statistics.intervals import Interval, bounded_mean, mean_of_independent
from generator.sim.statistics.ladder import Ladder, Rung, ladder_of, rung_of
from generator.sim.statistics.matrix import Matrix, matrix_of
from generator.sim.study.plan import Plan, Versions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Check:
    """An assertion, and whether the games bear it out."""

    assertion: Assertion
    interval: Interval
    verdict: Verdict

    def to_dict(self) -> dict[str, object]:
        return {
            "assertion": self.assertion.text,
            "interval": self.interval.to_dict(),
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Restricted:
    """What it costs the main bot to do without some of its moves."""

    name: str
    says: str
    """``never attacks``."""
    figures: MatchFigures
    comparison: Comparison
    """Its share of wins against the whole bot, beyond a fair one."""

    def to_dict(self) -> dict[str, object]:
        return {
            "name": self.name,
            "says": self.says,
            "share": self.figures.subject.to_dict(),
            "comparison": self.comparison.to_dict(),
        }


class SeatShare(NamedTuple):
    """What a seat wins, or seats that win together; ``differs``: more or less than an even share, whatever
    chance has done."""

    name: str
    share: Interval
    differs: bool


@dataclass(frozen=True)
class Balance:
    """The results of a study: its arms as they were played, and what they show together."""

    asked: Asked
    versions: Versions
    deck_digests: dict[str, str]
    """SHA-256 over the cards of each deck, by its name."""
    rule: StoppingRule | None
    played: tuple[Played, ...]
    """All arms, in the order in which they were played."""
    impact: ImpactReport | None = None
    """What each card is worth beside a blank; None where that was not asked for."""
    assertions: tuple[Assertion, ...] = ()

    def of(self, measure: Measure) -> list[MatchFigures]:
        return [one.figures for one in self.played if one.figures.arm.measure == measure]

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        return seat_names(self.asked.game, self.asked.seats, self.asked.options)

    @cached_property
    def bots(self) -> dict[str, Interval]:
        """Each bot's share of wins in a seat that it plays; of several matches the mean. Of players against
        the game what each wins in all seats."""
        if self.asked.plays_together:
            return {one.arm.subject: one.subject for one in self.of("seats")}
        found: dict[str, list[Interval]] = {}
        for one in self.of("bots"):
            found.setdefault(one.arm.subject, []).append(one.subject)
            found.setdefault(one.arm.against, []).append(one.others)
        return {
            bot: shares[0] if len(shares) == 1 else mean_of_independent(shares, "mean of the matches")
            for bot, shares in found.items()
        }

    @cached_property
    def matrix(self) -> Matrix | None:
        pairs = {(one.arm.subject, one.arm.against): one.by_deal for one in self.of("decks")}
        return matrix_of(pairs) if pairs else None

    @cached_property
    def strategies(self) -> tuple[Restricted, ...]:
        says = {strategy.name: strategy.says for strategy in self.asked.game.strategies}
        matches = {one.arm.subject: one for one in self.of("strategies")}
        beyond = {name: one.beyond for name, one in matches.items()}
        if self.asked.plays_together:
            beyond = {name: _difference(one, self.main) for name, one in matches.items()}
        comparisons = compare_all(beyond)
        return tuple(Restricted(one.name, says[one.name], matches[one.name], one) for one in comparisons)

    @cached_property
    def ladder(self) -> Ladder | None:
        rungs = list(self._rungs_together() if self.asked.plays_together else self._rungs())
        return ladder_of(rungs) if rungs else None

    def _rungs(self) -> Iterator[Rung]:
        for one in self.of("ladder"):
            more, less = (parse_bot_spec(bot) for bot in (one.arm.subject, one.arm.against))
            if more.name == less.name and not one.all_are_one_side:
                # As many equals would win as the others did: fewer than there are seats where some are a
                # side, more where games are lost by all.
                players = 1 / one.fair if one.fair else len(one.sides)
                yield rung_of(_iterations(one.arm.against), one.subject, players)

    def _rungs_together(self) -> Iterator[Rung]:
        """As in duplicate bridge: who wins a deal that the other loses has it; what both win is a draw."""
        arms = [one for one in self.of("ladder") if parse_bot_spec(one.arm.subject).budget is not None]
        for more, less in pairwise(arms):
            share = bounded_mean((1 + _difference(more, less)) / 2)
            yield rung_of(_iterations(less.arm.subject), share)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        found = [(assertion, self._measured(assertion.quantity)) for assertion in self.assertions]
        return tuple(Check(assertion, interval, judge(interval, assertion)) for assertion, interval in found)

    def _measured(self, quantity: Quantity) -> Interval:
        """What was measured of a quantity; ``check_known`` has seen to it that it was."""
        main = self.main
        if quantity.kind == "bot":
            return self.bots[quantity.name]
        if quantity.kind == "deck":
            assert self.matrix is not None, "a claim about a deck has decks measured"
            return self.matrix.field[self.matrix.names.index(quantity.name)]
        if quantity.kind == "seat":
            return main.seats[int(quantity.name)]
        if quantity.kind == "first-player":
            assert main.first_player is not None, "nothing is claimed of the first where nobody decides"
            return main.first_player
        return {"draws": main.draws, "cut-short": main.cut_short, "length": main.length}[quantity.kind]

    @property
    def main(self) -> MatchFigures:
        return self.of("seats")[0]

    def shares_of_seats(self, figures: MatchFigures) -> Iterator[SeatShare]:
        """Of a match of equals what each side wins, and who decides first where that is no one seat."""
        plan = figures.arm.plan
        names = seat_names(self.asked.game, plan.seats, plan.options)
        for side in figures.sides:
            share = figures.seats[side[0]]
            name = (
                "all players"
                if 1 < len(side) == plan.seats
                else join_words([names[at] for at in side], "and")
            )
            yield SeatShare(name, share, not (figures.all_are_one_side or share.holds(figures.fair)))
        first = figures.first_apart
        if first is not None:
            share = first.scaled(1.0, 1 / len(figures.sides))
            yield SeatShare("who decides first", share, not first.holds(0.0))

    @property
    def games(self) -> int:
        """How many different games were played; a plan that two measures share counts once."""
        return self._with_cards({one.figures.arm.plan: one.figures.games for one in self.played})

    @property
    def games_asked(self) -> int:
        plans = [one.figures.arm.plan for one in self.played]
        return self._with_cards({plan: plan.games for plan in plans})

    def _with_cards(self, games: Mapping[Plan, int]) -> int:
        return sum(games.values()) + (0 if self.impact is None else self.impact.games)

    @property
    def timed_bots(self) -> list[str]:
        """Bots that think by the clock: their games can't be repeated."""
        bots = {contestant.bot for one in self.played for contestant in one.figures.arm.plan.contestants}
        return sorted(bot for bot in bots if parse_bot_spec(bot).is_timed)

    @property
    def left_out(self) -> dict[Measure, str | None]:
        """What was not measured, and why it can't be; None: because nobody asked for it."""
        taken = {one.figures.arm.measure for one in self.played} | (self.asked.measures & {"course"})
        taken |= {"cards"} if self.impact is not None else set()
        return {measure: why_not(measure, self.asked) for measure in MEASURES if measure not in taken}

    @property
    def exit_code(self) -> int:
        """0 if all assertions hold, 1 if one fails, 3 if none does but one is undecided."""
        return exit_code(check.verdict for check in self.checks)

    def to_dict(self) -> dict[str, object]:
        """As JSON values, without anything of this machine or this run; ``docs/balance.md`` has the keys."""
        asked = self.asked
        return {
            "game": asked.game.name,
            "title": asked.game.title,
            "versions": asdict(self.versions),
            "decks": self.deck_digests,
            "seed": asked.seed,
            "bots": list(asked.bots),
            "seats": list(self.seat_names),
            "options": dict(asked.options),
            "changes": list(asked.changes),
            "until": None if self.rule is None else self.rule.text,
            "games": self.games,
            "games_asked": self.games_asked,
            "timed_bots": self.timed_bots,
            "checks": [check.to_dict() for check in self.checks],
            "arms": [one.figures.to_dict() | {"stopped": one.stopped} for one in self.played],
            "bot_shares": {bot: interval.to_dict() for bot, interval in self.bots.items()},
            "deck_matrix": None if self.matrix is None else self.matrix.to_dict(),
            "strategies": [one.to_dict() for one in self.strategies],
            "ladder": None if self.ladder is None else self.ladder.to_dict(),
            "cards": None if self.impact is None else self.impact.to_dict(),
            "left_out": dict(self.left_out),
        }


def _iterations(bot: str) -> int:
    budget = parse_bot_spec(bot).budget
    assert budget is not None, "a rung of the ladder searches"
    assert budget.iterations is not None, "and counts iterations"
    return budget.iterations


def _difference(one: MatchFigures, other: MatchFigures) -> NDArray[np.float64]:
    """By how much more of the win the first had, deal by deal, as far as both were played."""
    deals = min(one.deals, other.deals)
    return one.by_deal[:deals] - other.by_deal[:deals]


def seat_names(game: Game, seats: int, options: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What the game calls its seats: ``Attacker``, ``olive``, or ``seat 0``."""
    opening = game.opening(game.start(seed=1, seats=seats, **dict(options)))
    # Who is first in this one deal says nothing of the seat.
    names = [whose.partition(",")[0].strip() for whose, _ in opening]
    if len(names) != seats or len(set(names)) != seats:
        return tuple(f"seat {seat}" for seat in range(seats))
    return tuple(names)
