"""How the games of a study go: length, choice, course, margins and ends, each figure with n and interval.

Length, choice, margins and ends are of all games; the course of games, how often turns leave no choice, and
the moves that are used are of the traced ones. The games of a deal hang together, so that intervals of means
and shares rest on deals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.rules import Game
from generator.sim.balance.cards import read_move
from generator.sim.balance.trace import DECIDED, Traces
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
_TENTHS = 10


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
    led_at_half: Interval
    """The share of games in which a seat led at half time."""
    comebacks: Interval | None
    """Of those, the share of the win that went to others; None where nobody ever led."""
    behind: Interval | None
    """Of the turns of games with one winner, the share at whose beginning it was behind."""
    deficit: Spread | None
    """How far the winner was behind at most, in hundredths of a win."""
    settled: Spread | None
    """The point of no return: the turn from which the winner's estimate stays above ``DECIDED``."""
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

    @property
    def share(self) -> float:
        """How often it was made where it could be; NaN where it never could."""
        return self.made / self.offered if self.offered else float("nan")

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
    margin: Spread | None
    """By how many points the best seat is ahead of the next; None of a game without points."""
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
        margin=_margin(games),
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
    )


def _margin(games: Games) -> Spread | None:
    """None where scores say no more than who won."""
    import numpy as np

    scores = games.by_seat("score")
    if games.plan.seats < 2 or (scores == games.won).all():
        return None
    ordered = np.sort(scores, axis=1)
    return _spread(ordered[:, -1] - ordered[:, -2], games.plan.seats)


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
    settled = read["settled"][single]
    # Of games that are left out of a deal the others still count: here the unit is the game.
    return Course(
        games=int(led.size),
        playouts=traces.tracing.playouts,
        lead=traces.tracing.lead,
        lead_changes=_spread(read["leads"], traces.seats),
        led_at_half=_share(led, traces.seats),
        comebacks=bounded_mean(1 - read["half"][led]) if led.any() else None,
        behind=bounded_mean(read["behind"][single]) if single.any() else None,
        deficit=spread(np.round(100 * read["deficit"][single])) if single.any() else None,
        settled=spread(settled) if single.any() else None,
        settled_by=_settled_by(settled, read["turns"][single]),
    )


def _settled_by(settled: NDArray[np.float64], turns: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    """The turn that begins when a part of the game is over is the one after it."""
    if not settled.size:
        return ()
    over = (settled - 1) / turns
    return tuple(
        (tenth / _TENTHS, float((over <= tenth / _TENTHS + 1e-9).mean())) for tenth in range(_TENTHS + 1)
    )


def _moves(game: Game, traces: Traces) -> tuple[MoveUse, ...]:
    """Every form of move, those of the game's list of moves first."""
    forms = list(dict.fromkeys([*move_forms(game), *sorted({*traces.offered, *traces.forced})]))
    return tuple(
        MoveUse(form, traces.offered[form], traces.made[form], traces.forced[form]) for form in forms
    )


def move_forms(game: Game) -> tuple[str, ...]:
    state = game.start()
    texts: Iterable[str] = (state.text(move) for move in range(game.moves))
    return tuple(dict.fromkeys(read_move(text).form for text in texts))
