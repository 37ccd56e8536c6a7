"""What a study's results add up to: wins by seat, by contestant and by bot, draws, lengths, the digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from generator.catalog.lines import readable
from generator.sim.endings import Side, Winners, describe_winners, sides_of, winning_sides, wins_together
from generator.sim.statistics.intervals import INTERVAL, LEVEL, Interval, json_number, mean_of_counts
from generator.sim.study.plan import Plan, Versions
from generator.sim.study.store import DealGroup, Store, Sums

if TYPE_CHECKING:
    from generator.rules import Game


WINS = ("won by", "games", "wins", "share", INTERVAL)
"""What stands over :attr:`Summary.wins`."""


@dataclass(frozen=True, slots=True)
class Share:
    """Wins out of so many games; a win that k sides share counts 1/k for the seats of each."""

    wins: Fraction
    games: int
    """A game counts as often as the bot, where it is the share of one, sat in it."""
    deals: dict[Fraction, int]
    """How many there are of each mean over a deal's games."""

    @property
    def interval(self) -> Interval:
        """The share of games that were won. Games of one deal hang together, so the deals are what counts."""
        found = mean_of_counts({float(mean): deals for mean, deals in self.deals.items()})
        return replace(found, value=float(self.wins / self.games)) if self.games else found

    def row(self, name: str) -> tuple[str, ...]:
        """Its cells under :data:`WINS`."""
        found = self.interval
        return (
            readable(name),
            f"{self.games:,}",
            f"{float(self.wins):,.1f}".removesuffix(".0"),
            f"{100 * found.value:.1f} %",
            f"{100 * found.low:.1f} to {100 * found.high:.1f} %",
        )


@dataclass(frozen=True, slots=True)
class Summary:
    plan: Plan
    versions: Versions
    seats: tuple[Share, ...]
    contestants: tuple[Share, ...]
    """In the order of the plan; each has sat at every seat as often, if whole deals were played."""
    bots: dict[str, Share]
    """By bot, in the plan's order: of all contestants that are the same bot, together."""
    sides: tuple[Side, ...]
    """The seats that win and lose together; each by itself where they don't."""
    draws: int
    lost_by_all: int
    together: dict[Winners, int]
    """Games by their winners, where seats win together; empty where each plays for itself."""
    cut_short: int
    """Games that ended by the engine's limit on turns, and not by the rules."""
    sums: Sums
    digest: str

    @property
    def games(self) -> int:
        return self.sums.games

    @property
    def wins(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """Rows of who won how often: by contestant, unless all are the same or win together, and by seat."""
        names = [str(contestant) for contestant in self.plan.contestants]
        return (
            [share.row(name) for name, share in zip(names, self.contestants, strict=True)]
            if len(set(names)) > 1 and len(self.sides) > 1
            else [],
            [share.row(f"seat {seat}") for seat, share in enumerate(self.seats)],
        )

    @property
    def points(self) -> float | None:
        """Of all who play against the game, or of one who plays alone, on average; None of other games, and
        where points are but wins."""
        is_scored = self.games and len(self.sides) == 1 and self.sums.points != self.seats[0].wins
        return self.sums.points / self.games if is_scored else None

    @property
    def deals(self) -> int:
        return -(-self.games // self.plan.seats)

    @property
    def endings(self) -> list[tuple[str, int]]:
        """How many games ended with which winners, in words, where seats win together."""
        names = {winners: [f"seat {seat}" for seat in winners] for winners in self.together}
        return [
            (describe_winners(names[winners], self.plan.seats, len(self.sides)), games)
            for winners, games in self.together.items()
        ]

    def to_dict(self) -> dict[str, object]:
        """The summary as JSON values; ``docs/studies.md`` describes each key."""
        sums = self.sums
        shares = {"seats": self.seats, "contestants": self.contestants}
        return {
            "game": self.plan.game,
            "plan": self.plan.to_dict(),
            "versions": asdict(self.versions),
            "games": self.games,
            "wins": {
                **{name: [_number(share.wins) for share in found] for name, found in shares.items()},
                "bots": {name: _number(share.wins) for name, share in self.bots.items()},
            },
            "shares": {
                "level": LEVEL,
                **{name: [_share_dict(share) for share in found] for name, found in shares.items()},
                "bots": {name: _share_dict(share) for name, share in self.bots.items()},
            },
            "sides": [list(side) for side in self.sides],
            "draws": self.draws,
            "lost_by_all": self.lost_by_all,
            "cut_short": self.cut_short,
            "points": self.points,
            "decisions": sums.decisions,
            "turns": sums.turns,
            "legal_mean": sums.legal / sums.decisions if sums.decisions else None,
            "legal_most": sums.legal_most,
            "forced": sums.forced,
            "seconds": sums.seconds,
            "repeatable": not self.plan.is_timed,
            "digest": self.digest,
        }


def summarize(store: Store, game: Game | None = None) -> Summary:
    """What the stored games add up to, of a game that may be at hand. Raises InputError where they can't be
    read."""
    plan = store.plan
    groups = store.groups()
    found = _found(groups)
    sides = sides_of(found, plan.seats, game)
    everybody = range(plan.seats)
    alike: dict[str, list[int]] = {}
    for number, contestant in enumerate(plan.contestants):
        alike.setdefault(contestant.bot, []).append(number)
    sums = store.sums()
    return Summary(
        plan,
        store.versions,
        tuple(_share(groups, sides, [[seat]] * plan.seats) for seat in everybody),
        tuple(_share(groups, sides, _seats_of(plan, [number])) for number in everybody),
        {bot: _share(groups, sides, _seats_of(plan, numbers)) for bot, numbers in alike.items()},
        sides,
        sum(games for winners, games in found.items() if winning_sides(winners, sides) > 1),
        found.get((), 0),
        found if wins_together(sides) else {},
        sums.cut_short,
        sums,
        store.digest(),
    )


def _found(groups: Iterable[DealGroup]) -> dict[Winners, int]:
    """Games by their winners; those that nobody won come last."""
    found: Counter[Winners] = Counter()
    for group in groups:
        for _, winners in group.games:
            found[winners] += group.deals
    return dict(sorted(found.items(), key=lambda one: (not one[0], one[0])))


def _seats_of(plan: Plan, contestants: Sequence[int]) -> list[list[int]]:
    """Where contestants sit, by rotation."""
    seatings = [plan.seating(rotation) for rotation in range(plan.seats)]
    return [[seating.index(number) for number in contestants] for seating in seatings]


def _share(groups: Iterable[DealGroup], sides: Sequence[Side], seats: Sequence[Sequence[int]]) -> Share:
    """The wins of whoever sits at ``seats[rotation]``."""
    wins, games, deals = Fraction(0), 0, Counter[Fraction]()
    for group in groups:
        won, sat = Fraction(0), 0
        for rotation, winners in group.games:
            sat += len(seats[rotation])
            won += Fraction(
                sum(seat in winners for seat in seats[rotation]), winning_sides(winners, sides) or 1
            )
        games += group.deals * sat
        wins += group.deals * won
        deals[won / sat] += group.deals
    return Share(wins, games, deals)


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _share_dict(share: Share) -> dict[str, object]:
    found = share.interval
    return {"games": share.games, "share": json_number(found.value), "low": found.low, "high": found.high}
