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
from generator.sim.statistics.comparisons import deal_means, mean_of_deals
from generator.sim.statistics.intervals import Figures, Interval, Spread, json_number, mean_interval, spread
from generator.sim.study.store import Store

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
    """Traced decisions by their number of legal moves, ascending."""
    forced_moves: Interval | None
    """Of a game's moves the share that the rules force; None of a game that does not note them."""
    forced_turns: Interval | None
    """Of a game's turns the share in which nobody has a choice; None where turns are not counted."""


@dataclass(frozen=True, slots=True)
class Ending(Figures):
    """One of the ways in which games end."""

    reason: str
    """As the rules tell it, with ``…`` for numbers."""
    cut_short: bool
    """Whether the engine's limit on turns ended them."""
    share: Interval


@dataclass(frozen=True, slots=True)
class Course(Figures):
    """How games are won, by estimates at the beginning of each turn."""

    games: int
    """With estimates."""
    playouts: int
    """For each estimate."""
    lead: float
    """By so much a seat's estimate must exceed all others for a lead."""
    decided_above: float = field(default=DECIDED, kw_only=True)
    lead_changes: Spread
    """In a game."""
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
    """How often the rules made one."""

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
    """Games."""
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


def measure_games(store: Store, game: Game, traces: Traces | None) -> GameFigures:
    """The figures of a study that has games.

    Args:
        store: Its results.
        game: Its rules, which tell what moves there are.
        traces: Of its traced games, as ``collect_traces`` puts them together.

    Raises:
        ValueError: If no game of the study was played.
        InputError: If the study can't be read.
    """
    import numpy as np

    seats = store.plan.seats
    by_seat = [f"{name}_{seat}" for name in ("won", "score", "decisions") for seat in range(seats)]
    names = ["number", "turns", "legal_sum", "legal_most", "forced", "reason", "cut_short", *by_seat]
    columns = store.columns(names)
    read = {name: np.array(column, np.int64) for name, column in zip(names, columns, strict=True)}
    if not read["number"].size:
        raise ValueError("no game of the study was played")
    decisions = np.sum([read[f"decisions_{seat}"] for seat in range(seats)], axis=0)
    is_in_deal = whole_deals(read["number"], seats)
    units = _Units(is_in_deal, seats)
    return GameFigures(
        games=int(read["number"].size),
        deals=int(is_in_deal.sum()) // seats,
        traced=0 if traces is None else traces.games,
        length=Length(
            units.spread(read["turns"].astype(float)) if read["turns"].any() else None,
            units.spread(decisions.astype(float)),
        ),
        choice=_choice(read, decisions, units, traces, seats),
        margin=_margin(read, units, seats),
        endings=_endings(read["reason"], read["cut_short"], store.reasons(), units),
        course=None if traces is None else _course(traces),
        moves=() if traces is None else _moves(game, traces),
    )


def whole_deals(numbers: ArrayLike, seats: int) -> NDArray[np.bool_]:
    """Which games are of deals that were played in every seating; ``numbers`` ascends."""
    import numpy as np

    array = np.asarray(numbers, dtype=np.int64)
    deals, where, counts = np.unique(array // seats, return_inverse=True, return_counts=True)
    del deals
    return np.asarray(counts[where] == seats)


@dataclass(frozen=True, slots=True)
class _Units:
    """The deals that intervals rest on."""

    is_in_deal: NDArray[np.bool_]
    """Of each game, whether its deal was played in every seating."""
    seats: int

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of each whole deal; of each game where no deal is whole."""
        if not self.is_in_deal.any():
            return values.astype(float)
        return deal_means(values[self.is_in_deal], self.seats)

    def mean(self, values: NDArray[np.float64]) -> Interval:
        return mean_interval(self.means(values))

    def share(self, values: NDArray[np.float64]) -> Interval:
        """The mean of values from 0 to 1."""
        return mean_of_deals(self.means(values), 0.0, 1.0)

    def spread(self, values: NDArray[np.float64]) -> Spread:
        """Quantiles and bars are of all games; the mean's interval is by deals."""
        return replace(spread(values), mean=self.mean(values))


def _choice(
    read: dict[str, NDArray[np.int64]],
    decisions: NDArray[np.int64],
    units: _Units,
    traces: Traces | None,
    seats: int,
) -> Choice:
    import numpy as np

    some = np.maximum(decisions, 1)
    forced = read["forced"]
    forced_moves = None
    if forced.min() >= 0:
        forced_moves = units.share(forced / np.maximum(decisions + forced, 1))
    forced_turns = None
    if traces is not None and traces.games and min(traces.columns["idle"]) >= 0:
        idle, turns = np.array(traces.columns["idle"]), np.array(traces.columns["turns"])
        traced = _Units(whole_deals(traces.columns["number"], seats), seats)
        forced_turns = traced.share(idle / np.maximum(turns, 1))
    return Choice(
        legal=units.mean(read["legal_sum"] / some),
        legal_most=int(read["legal_most"].max()),
        decisions_by_legal=() if traces is None else tuple(sorted(traces.legal.items())),
        forced_moves=forced_moves,
        forced_turns=forced_turns,
    )


def _margin(read: dict[str, NDArray[np.int64]], units: _Units, seats: int) -> Spread | None:
    """None where scores say no more than who won."""
    import numpy as np

    scores = np.array([read[f"score_{seat}"] for seat in range(seats)])
    wins = np.array([read[f"won_{seat}"] for seat in range(seats)])
    if seats < 2 or (scores == wins).all():
        return None
    ordered = np.sort(scores, axis=0)
    return units.spread((ordered[-1] - ordered[-2]).astype(float))


def _endings(
    reasons: NDArray[np.int64], cut_short: NDArray[np.int64], words: dict[int, str], units: _Units
) -> tuple[Ending, ...]:
    """The ways in which games end; those that differ in numbers alone are one."""
    import numpy as np

    forms = {number: _NUMBER.sub("…", text) for number, text in words.items()}
    kinds: dict[tuple[str, bool], list[int]] = {}
    pairs = np.unique(np.stack([reasons, cut_short]), axis=1)
    for reason, cut in pairs.T.tolist():
        kinds.setdefault((forms[reason], bool(cut)), []).append(reason)
    endings = [
        Ending(form, cut, units.share((np.isin(reasons, found) & (cut_short == cut)).astype(float)))
        for (form, cut), found in kinds.items()
    ]
    return tuple(sorted(endings, key=lambda ending: (-ending.share.value, ending.reason)))


def _course(traces: Traces) -> Course | None:
    import numpy as np

    read = {name: np.array(column, dtype=float) for name, column in traces.course.items()}
    if not read["number"].size:
        return None
    units = _Units(whole_deals(traces.course["number"], traces.seats), traces.seats)
    led = read["half"] >= 0
    single = read["settled"] >= 0
    turns = read["turns"][single]
    settled = read["settled"][single]
    # Of games that are left out of a deal the others still count: here the unit is the game.
    return Course(
        games=int(led.size),
        playouts=traces.tracing.playouts,
        lead=traces.tracing.lead,
        lead_changes=units.spread(read["leads"]),
        led_at_half=units.share(led.astype(float)),
        comebacks=mean_of_deals(1 - read["half"][led], 0.0, 1.0) if led.any() else None,
        behind=mean_of_deals(read["behind"][single], 0.0, 1.0) if single.any() else None,
        deficit=spread(np.round(100 * read["deficit"][single])) if single.any() else None,
        settled=spread(settled) if single.any() else None,
        settled_by=_settled_by(settled, turns),
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
    """The forms of all moves of a game, in the order of their numbers."""
    state = game.start()
    texts: Iterable[str] = (state.text(move) for move in range(game.moves))
    return tuple(dict.fromkeys(read_move(text).form for text in texts))
