"""How the games of a study go: length, choice, course, margins and ends, each figure with n and interval.

Length, choice, margins and ends are of all games; the course of games, how often turns leave no choice, and
the moves that are used are of the traced ones. The games of a deal hang together, so that intervals of means
and shares rest on deals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.rules import Game
from generator.sim.balance.cards import read_move
from generator.sim.balance.trace import DECIDED, LEGAL, TENTHS, Traces
from generator.sim.statistics.comparisons import deal_means
from generator.sim.statistics.intervals import (
    Figures,
    Interval,
    Spread,
    bounded_mean,
    json_number,
    mean_interval,
    spread,
)
from generator.sim.study.games import Games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_NUMBER = re.compile(r"\d[\d,.]*\d|\d")


@dataclass(frozen=True, slots=True)
class Length(Figures):
    """How long games last."""

    turns: Spread | None
    """As the rulebook counts them; None of a game that counts none."""
    decisions: Spread
    """Choices of all seats together; what the rules force is none."""


@dataclass(frozen=True, slots=True)
class Choice(Figures):
    """How much there is to choose from."""

    legal: Interval
    """Legal moves of a decision, as a mean over games of each game's mean."""
    legal_most: int
    decisions_by_legal: tuple[tuple[int, int], ...]
    forced_moves: Interval | None
    """Of a game's moves the share that the rules force; None of a game that does not note them."""
    forced_turns: Interval | None
    """Of a game's turns the share in which nobody has a choice; None where turns are not counted."""
    by_seat: tuple[Interval, ...]
    """Of a game's decisions the share of each seat."""
    legal_by_tenth: tuple[Interval, ...]
    """Legal moves in each tenth of a game's decisions; none where no game was traced."""
    tree: Spread | None
    """The decimal logarithm of the size of the game tree along a game: how many games as long there are."""


@dataclass(frozen=True, slots=True)
class Waiting(Figures):
    """How many decisions of others a seat waits for its next one, or for the end."""

    mean: Interval
    longest: Spread
    """Of each game."""


@dataclass(frozen=True, slots=True)
class Ending(Figures):
    """One of the ways in which games end."""

    reason: str
    """As the rules say it, with ``…`` for numbers."""
    cut_short: bool
    """Whether the engine's limit on turns ended them."""
    share: Interval


@dataclass(frozen=True, slots=True)
class Course(Figures):
    """How games are won, by estimates at the beginning of each turn."""

    games: int
    playouts: int
    lead: float
    """By so much a seat's estimate must exceed all others for a lead."""
    decided_above: float = field(default=DECIDED, kw_only=True)
    lead_changes: Spread
    turning_points: Spread
    """Turns in which an estimate changes by more than ``lead``, the last one to the result."""
    led_at_half: Interval
    """The share of games in which a seat led at half time."""
    comebacks: Interval | None
    """Of those, the share of the win that went to others; None where nobody ever led."""
    behind: Interval | None
    """Of the turns of games with one winner, the share at whose beginning it was behind."""
    drama: Interval | None
    """How far it was behind in these, as a mean over all turns of a game."""
    deficit: Spread | None
    """How far the winner was behind at most, in hundredths of a win."""
    settled: Spread | None
    """The point of no return: the turn from which the winner's estimate stays above ``DECIDED``."""
    played_out: Interval | None
    """The share of a game's turns that come after that one."""
    settled_by: tuple[tuple[float, float], ...]
    """The share of games past that point when so much of a game's turns is over, by tenths."""


@dataclass(frozen=True, slots=True)
class MoveUse(Figures):
    """A form of moves, such as ``attack …>…``, in traced games."""

    form: str
    offered: int
    """Decisions in which one was legal."""
    made: int
    """Decisions in which one was made."""
    forced: int
    different: int
    """Different moves of the form that were ever legal, such as one for each place of a board …"""
    used: int
    """… and those of them that were ever made."""

    @property
    def share(self) -> float:
        """How often it was made where it could be; NaN where it never could."""
        return self.made / self.offered if self.offered else float("nan")

    @property
    def unused(self) -> float:
        """Of the different moves the share that nobody made; 0 where there were none."""
        return 1 - self.used / self.different if self.different else 0.0

    def to_dict(self) -> dict[str, object]:
        return {**Figures.to_dict(self), "share": json_number(self.share)}


@dataclass(frozen=True, slots=True)
class GameFigures(Figures):
    """All figures of a study's games but those of cards."""

    games: int
    deals: int
    """Played to their end in every seating; figures with an interval rest on these."""
    traced: int
    length: Length
    choice: Choice
    waiting: Waiting | None
    """None of a game in which nobody waits for another, or where no game was traced."""
    margin: Spread | None
    """By how many points the best side is ahead of the next; None of one side, or without points."""
    points: Spread | None
    """Of the only side, where all play against the game or one alone does; None of other games."""
    endings: tuple[Ending, ...]
    """The most frequent first."""
    course: Course | None
    """None where no game has estimates."""
    moves: tuple[MoveUse, ...]
    """Every form of move that the game has, in the order of its moves; none where no game was traced."""

    @property
    def never_made(self) -> tuple[str, ...]:
        """Forms of moves that nobody made and no rule forced."""
        return tuple(move.form for move in self.moves if not move.made and not move.forced)

    def to_dict(self) -> dict[str, object]:
        return {**Figures.to_dict(self), "never_made": list(self.never_made)}


def measure_games(games: Games, game: Game, traces: Traces | None) -> GameFigures:
    """The figures of a study that has games.

    Args:
        games: Its results.
        game: Its rules, which say what moves there are.
        traces: Of its traced games, as ``collect_traces`` puts them together.
    """
    turns = games.columns["turns"]
    return GameFigures(
        games=games.number,
        deals=games.deals,
        traced=0 if traces is None else traces.games,
        length=Length(
            _spread(turns, games.plan.seats) if turns.any() else None,
            _spread(games.decisions, games.plan.seats),
        ),
        choice=_choice(games, traces),
        waiting=None if traces is None else _waiting(traces),
        margin=_margin(games),
        points=_points(games),
        endings=_endings(games),
        course=None if traces is None else _course(traces),
        moves=() if traces is None else _moves(game, traces),
    )


def _share(values: ArrayLike, seats: int) -> Interval:
    """The mean of values from 0 to 1, by deals."""
    return bounded_mean(deal_means(values, seats))


def _spread(values: ArrayLike, seats: int) -> Spread:
    """Quantiles and bars are of all games; the mean's interval is by deals."""
    return replace(spread(values), mean=mean_interval(deal_means(values, seats)))


def _choice(games: Games, traces: Traces | None) -> Choice:
    import numpy as np

    seats, decisions = games.plan.seats, games.decisions
    own = games.by_seat("decisions") / np.maximum(decisions, 1)[:, None]
    forced = games.columns["forced"]
    forced_turns = None
    if traces is not None and traces.games and min(traces.columns["idle"]) >= 0:
        idle, turns = np.array(traces.columns["idle"]), np.array(traces.columns["turns"])
        forced_turns = _share(idle / np.maximum(turns, 1), seats)
    return Choice(
        legal=mean_interval(games.by_deal(games.columns["legal_sum"] / np.maximum(decisions, 1))),
        legal_most=int(games.columns["legal_most"].max()),
        decisions_by_legal=() if traces is None else tuple(sorted(traces.legal.items())),
        forced_moves=_share(forced / np.maximum(decisions + forced, 1), seats) if forced.min() >= 0 else None,
        forced_turns=forced_turns,
        by_seat=tuple(_share(column, seats) for column in own.T),
        legal_by_tenth=() if traces is None else tuple(_legal_by_tenth(traces)),
        tree=None if traces is None else _spread(traces.columns["tree"], seats),
    )


def _legal_by_tenth(traces: Traces) -> Iterator[Interval]:
    import numpy as np

    for name in LEGAL:
        values = np.array(traces.columns[name])
        if (values >= 0).all():
            yield mean_interval(deal_means(values, traces.seats))


def _waiting(traces: Traces) -> Waiting | None:
    import numpy as np

    wait, longest = (np.array(traces.columns[name]) for name in ("wait", "longest"))
    if not wait.size or wait.min() < 0:
        return None
    return Waiting(mean_interval(deal_means(wait, traces.seats)), _spread(longest, traces.seats))


def _margin(games: Games) -> Spread | None:
    """None where scores say no more than who won."""
    import numpy as np

    scores = games.by_seat("score")
    if len(games.sides) < 2 or (scores == games.won).all():
        return None
    # Who is on a side has the points of all who are.
    ordered = np.sort(scores[:, [side[0] for side in games.sides]], axis=1)
    return _spread(ordered[:, -1] - ordered[:, -2], games.plan.seats)


def _points(games: Games) -> Spread | None:
    scores = games.by_seat("score")
    if len(games.sides) > 1 or (scores == games.won).all():
        return None
    return _spread(scores[:, 0], games.plan.seats)


def _endings(games: Games) -> tuple[Ending, ...]:
    """The ways in which games end; those that differ in numbers alone are one."""
    import numpy as np

    reasons, cut_short = games.columns["reason"], games.columns["cut_short"]
    kinds: dict[tuple[str, bool], list[int]] = {}
    for reason, cut in np.unique(np.stack([reasons, cut_short]), axis=1).T.tolist():
        kinds.setdefault((_NUMBER.sub("…", games.reasons[reason]), bool(cut)), []).append(reason)
    endings = [
        Ending(form, cut, _share(np.isin(reasons, found) & (cut_short == cut), games.plan.seats))
        for (form, cut), found in kinds.items()
    ]
    return tuple(sorted(endings, key=lambda ending: (-ending.share.value, ending.reason)))


def _course(traces: Traces) -> Course | None:
    import numpy as np

    read = {name: np.array(column, dtype=float) for name, column in traces.course.items()}
    if not read["number"].size:
        return None
    led = read["half"] >= 0
    single = read["settled"] >= 0
    settled, turns = read["settled"][single], read["turns"][single]
    deals = read["number"] // traces.seats
    of_led, of_single = deals[led], deals[single]
    return Course(
        games=int(led.size),
        playouts=traces.tracing.playouts,
        lead=traces.tracing.lead,
        lead_changes=_spread(read["leads"], traces.seats),
        turning_points=_spread(read["turning"], traces.seats),
        led_at_half=_share(led, traces.seats),
        comebacks=bounded_mean(_by_deal(1 - read["half"][led], of_led)) if led.any() else None,
        behind=bounded_mean(_by_deal(read["behind"][single], of_single)) if single.any() else None,
        drama=bounded_mean(_by_deal(read["drama"][single], of_single)) if single.any() else None,
        deficit=_some(np.round(100 * read["deficit"][single]), of_single) if single.any() else None,
        settled=_some(settled, of_single) if single.any() else None,
        played_out=bounded_mean(_by_deal(1 - settled / turns, of_single)) if single.any() else None,
        settled_by=_settled_by(settled, turns),
    )


def _by_deal(values: NDArray[np.float64], deals: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of deals of which some games may be left out."""
    import numpy as np

    _, at = np.unique(deals, return_inverse=True)
    means: NDArray[np.float64] = np.bincount(at, values) / np.bincount(at)
    return means


def _some(values: NDArray[np.float64], deals: NDArray[np.float64]) -> Spread:
    return replace(spread(values), mean=mean_interval(_by_deal(values, deals)))


def _settled_by(settled: NDArray[np.float64], turns: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    """The turn that begins when a part of the game is over is the one after it."""
    if not settled.size:
        return ()
    over = (settled - 1) / turns
    return tuple(
        (tenth / TENTHS, float((over <= tenth / TENTHS + 1e-9).mean())) for tenth in range(TENTHS + 1)
    )


def _moves(game: Game, traces: Traces) -> tuple[MoveUse, ...]:
    """Every form of move, those of the game's list of moves first."""
    found, moves = _forms(game), (traces.legal_moves, traces.made_moves)
    different, used = (Counter(found[move] for move in some if move < len(found)) for some in moves)
    counters = (traces.offered, traces.made, traces.forced, different, used)
    forms = list(dict.fromkeys([*found, *sorted({*traces.offered, *traces.forced})]))
    return tuple(MoveUse(form, *(counter[form] for counter in counters)) for form in forms)


def _forms(game: Game) -> list[str]:
    """The form of each move, in the order of the game's list of moves."""
    state = game.start()
    return [read_move(state.text(move)).form for move in range(game.moves)]


def move_forms(game: Game) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_forms(game)))
