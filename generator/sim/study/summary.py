"""What a study's results add up to: wins by seat, by contestant and by bot, draws, lengths, the digest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from generator.sim.statistics.intervals import LEVEL, Interval, json_number, win_share_of
from generator.sim.study.plan import Plan, Versions
from generator.sim.study.store import Group, Store, Sums


@dataclass(frozen=True, slots=True)
class Share:
    """Wins out of so many games; a win that is shared by k seats counts 1/k for each of them."""

    wins: Fraction
    squares: Fraction
    """What single games counted, squared and added up."""
    games: int

    @property
    def interval(self) -> Interval:
        """The share of games that were won; where no win was shared, the interval is Wilson's."""
        return win_share_of(self.games, float(self.wins), float(self.squares))


_NONE = Share(Fraction(0), Fraction(0), 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of all games that a study has up to now."""

    plan: Plan
    versions: Versions
    seats: tuple[Share, ...]
    contestants: tuple[Share, ...]
    """In the order of the plan; each has sat at every seat as often, if whole deals were played."""
    draws: int
    """Games that several seats won together."""
    lost_by_all: int
    """Games that nobody won."""
    cut_short: int
    """Games that ended by the engine's limit on turns, and not by the rules."""
    sums: Sums
    digest: str

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.sums.games

    def bots(self) -> dict[str, Share]:
        """Wins by bot, in the plan's order: those of all contestants that are the same bot, together."""
        found: dict[str, Share] = {}
        for contestant, share in zip(self.plan.contestants, self.contestants, strict=True):
            before = found.get(contestant.bot, _NONE)
            found[contestant.bot] = Share(
                before.wins + share.wins, before.squares + share.squares, before.games + share.games
            )
        return found

    def to_dict(self) -> dict[str, object]:
        """The summary as JSON values; ``docs/studies.md`` tells of each key."""
        bots = self.bots()
        sums = self.sums
        return {
            "game": self.plan.game,
            "plan": self.plan.to_dict(),
            "versions": asdict(self.versions),
            "games": self.games,
            "wins": {
                "seats": [_number(share.wins) for share in self.seats],
                "contestants": [_number(share.wins) for share in self.contestants],
                "bots": {name: _number(share.wins) for name, share in bots.items()},
            },
            "shares": {
                "level": LEVEL,
                "seats": [_share_dict(share) for share in self.seats],
                "contestants": [_share_dict(share) for share in self.contestants],
                "bots": {name: _share_dict(share) for name, share in bots.items()},
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
    return Summary(
        plan,
        store.versions,
        tuple(_share(groups, [seat] * plan.seats) for seat in range(plan.seats)),
        tuple(_share(groups, _seats_of(plan, contestant)) for contestant in range(plan.seats)),
        sum(group.games for group in groups if len(group.winners) > 1),
        sum(group.games for group in groups if not group.winners),
        sum(group.games for group in groups if group.cut_short),
        store.sums(),
        store.digest(),
    )


def _seats_of(plan: Plan, contestant: int) -> list[int]:
    """Where a contestant sits, by rotation."""
    return [plan.seating(rotation).index(contestant) for rotation in range(plan.seats)]


def _share(groups: Iterable[Group], seats: Sequence[int]) -> Share:
    """The wins of whoever sits at ``seats[rotation]``."""
    wins, squares, games = Fraction(0), Fraction(0), 0
    for group in groups:
        games += group.games
        if seats[group.rotation] in group.winners:
            wins += Fraction(group.games, len(group.winners))
            squares += Fraction(group.games, len(group.winners) ** 2)
    return Share(wins, squares, games)


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _share_dict(share: Share) -> dict[str, object]:
    found = share.interval
    return {"games": share.games, "share": json_number(found.value), "low": found.low, "high": found.high}
