"""What a study's results add up to: wins by seat, by contestant and by bot, draws, lengths, the digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from generator.sim.endings import Winners, is_won_together
from generator.sim.statistics.intervals import LEVEL, Interval, json_number, win_share_of
from generator.sim.study.plan import Plan, Versions
from generator.sim.study.store import DealGroup, Store, Sums


@dataclass(frozen=True, slots=True)
class Share:
    """Wins out of so many games; a win that is shared by k seats counts 1/k for each of them."""

    wins: Fraction
    games: int
    """A game counts as often as the bot, where it is the share of one, sat in it."""
    deals: int
    means: Fraction
    """Of each deal the mean over its games, added up …"""
    squares: Fraction
    """… and squared and added up."""

    @property
    def interval(self) -> Interval:
        """The share of games that were won. Games of one deal hang together, so the deals are what counts;
        where no win was shared and all games of a deal end alike, the interval is Wilson's."""
        found = win_share_of(self.deals, float(self.means), float(self.squares))
        return replace(found, value=float(self.wins / self.games)) if self.games else found


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of all games that a study has up to now."""

    plan: Plan
    versions: Versions
    seats: tuple[Share, ...]
    contestants: tuple[Share, ...]
    """In the order of the plan; each has sat at every seat as often, if whole deals were played."""
    bots: dict[str, Share]
    """By bot, in the plan's order: of all contestants that are the same bot, together."""
    draws: int
    """Games that several seats won together."""
    lost_by_all: int
    """Games that nobody won."""
    together: dict[Winners, int]
    """Games by their winners, where games are won together; empty where they are won alone."""
    cut_short: int
    """Games that ended by the engine's limit on turns, and not by the rules."""
    sums: Sums
    digest: str

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.sums.games

    def to_dict(self) -> dict[str, object]:
        """The summary as JSON values; ``docs/studies.md`` tells of each key."""
        sums = self.sums
        return {
            "game": self.plan.game,
            "plan": self.plan.to_dict(),
            "versions": asdict(self.versions),
            "games": self.games,
            "wins": {
                "seats": [_number(share.wins) for share in self.seats],
                "contestants": [_number(share.wins) for share in self.contestants],
                "bots": {name: _number(share.wins) for name, share in self.bots.items()},
            },
            "shares": {
                "level": LEVEL,
                "seats": [_share_dict(share) for share in self.seats],
                "contestants": [_share_dict(share) for share in self.contestants],
                "bots": {name: _share_dict(share) for name, share in self.bots.items()},
            },
            "draws": self.draws,
            "lost_by_all": self.lost_by_all,
            "cut_short": self.cut_short,
            "decisions": sums.decisions,
            "turns": sums.turns,
            "legal_mean": sums.legal / sums.decisions if sums.decisions else None,
            "legal_most": sums.legal_most,
            "forced": sums.forced,
            "seconds": sums.seconds,
            "repeatable": not self.plan.is_timed,
            "digest": self.digest,
        }


def summarize(store: Store) -> Summary:
    """What the stored games add up to. Raises InputError where they can't be read."""
    plan = store.plan
    groups = store.groups()
    everybody = range(plan.seats)
    alike: dict[str, list[int]] = {}
    for number, contestant in enumerate(plan.contestants):
        alike.setdefault(contestant.bot, []).append(number)
    sums = store.sums()
    return Summary(
        plan,
        store.versions,
        tuple(_share(groups, [[seat]] * plan.seats) for seat in everybody),
        tuple(_share(groups, _seats_of(plan, [number])) for number in everybody),
        {bot: _share(groups, _seats_of(plan, numbers)) for bot, numbers in alike.items()},
        _count(groups, lambda winners: len(winners) > 1),
        _count(groups, lambda winners: not winners),
        _together(groups),
        sums.cut_short,
        sums,
        store.digest(),
    )


def _together(groups: Iterable[DealGroup]) -> dict[Winners, int]:
    found: Counter[Winners] = Counter()
    for group in groups:
        for _, winners in group.games:
            found[winners] += group.deals
    # Nobody comes last.
    ordered = sorted(found.items(), key=lambda one: (not one[0], one[0]))
    return dict(ordered) if is_won_together(found) else {}


def _count(groups: Iterable[DealGroup], is_counted: Callable[[tuple[int, ...]], bool]) -> int:
    """The games whose winners are of some sort."""
    return sum(group.deals * sum(is_counted(winners) for _, winners in group.games) for group in groups)


def _seats_of(plan: Plan, contestants: Sequence[int]) -> list[list[int]]:
    """Where contestants sit, by rotation."""
    seatings = [plan.seating(rotation) for rotation in range(plan.seats)]
    return [[seating.index(number) for number in contestants] for seating in seatings]


def _share(groups: Iterable[DealGroup], seats: Sequence[Sequence[int]]) -> Share:
    """The wins of whoever sits at ``seats[rotation]``."""
    wins, means, squares, games, deals = Fraction(0), Fraction(0), Fraction(0), 0, 0
    for group in groups:
        won, sat = Fraction(0), 0
        for rotation, winners in group.games:
            sat += len(seats[rotation])
            won += Fraction(sum(seat in winners for seat in seats[rotation]), len(winners) or 1)
        games += group.deals * sat
        deals += group.deals
        wins += group.deals * won
        means += group.deals * (won / sat)
        squares += group.deals * (won / sat) ** 2
    return Share(wins, games, deals, means, squares)


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _share_dict(share: Share) -> dict[str, object]:
    found = share.interval
    return {"games": share.games, "share": json_number(found.value), "low": found.low, "high": found.high}
