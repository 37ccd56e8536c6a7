"""Ratings of bots and people from a table of results: Elo, fitted to all games at once.

The model is that of Bradley and Terry (1952) on the scale of Elo (1978): whose rating lies ``d`` points
higher scores ``1 / (1 + 10^(-d/400))`` of the points against the other. Fitted at once, as here, the order
of the games does not matter, unlike the running ratings of chess. A draw is half a point to each. It is a
logistic regression without a constant, fitted by iteratively reweighted least squares.

A game of more than two players is entered as the comparisons of each two of them, all with the game's name:
they hang together, and the errors are worked out by game ("clustered"). So are the games of a deal that is
played in every rotation, if they are entered with the deal's name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, pluralize, quote
from generator.sim.statistics.intervals import LEVEL, Figures, z_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEAN = 1500.0
"""The mean of the ratings, or that of the player they are anchored to."""
MIN_CLUSTERS = 30
"""Games or deals that errors by cluster need; of fewer they come out too small, and their mean counts."""
MAX_PLAYERS, MAX_CELLS = 500, 10**7
"""Players, and players times results of which each is a row: the fit takes a minute and some gigabytes."""
MAX_ROUNDS, PRECISION = 100, 1e-8
"""Of the fit: it ends when the deviance changes by no more."""
_ELO = 400 / log(10)
"""Points of Elo in one unit of the logarithm of odds."""


@dataclass(frozen=True, slots=True)
class Result:
    """Games of two players, or two players of one game of more."""

    a: str
    b: str
    score_a: float
    """Points of ``a`` in all of the games, a draw being half a point."""
    games: int = 1
    cluster: str = ""
    """The game or deal with which other results hang together; empty for a result by itself."""


@dataclass(frozen=True, slots=True)
class Rating(Figures):
    name: str
    rating: float
    low: float
    high: float
    """Of the interval; infinite where no game bounds it."""
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class Ratings(Figures):
    """All players, the best first."""

    players: tuple[Rating, ...]
    anchor: str | None
    """The player who has ``MEAN``; None where the mean of all has it."""
    level: float
    games: int
    clusters: int
    """How many games or deals the errors were worked out by; 0 where every result stands by itself."""
    added_draws: bool
    """Whether a drawn game was added to each pairing, for someone won or lost every game."""


def of_winners(
    seats: Sequence[str], winners: Collection[int], cluster: str, sides: Collection[Collection[int]] = ()
) -> list[Result]:
    """A game as comparisons of each winner with each of the others, and of the winners with each other.

    Those who have not won are not compared: of two of them nothing is known. By Luce's choice axiom (1959),
    which is Elo's model for more than two players, it does not matter to two players who else sat there, so
    that each comparison by itself is as if the others had not been. A game without winners does not count.

    Args:
        seats: Each seat's player. Two seats of one player are not compared.
        winners: The seats that won or, if there are several, share the win.
        cluster: The name of the game, or of the deal if that is played in every rotation.
        sides: Of a game of sides their seats. Those of one side are not compared.
    """
    partners = {(one, two) for side in sides for one in side for two in side}
    return [
        Result(seats[one], seats[two], 0.5 if two in winners else 1.0, 1, cluster)
        for one in sorted(winners)
        for two in range(len(seats))
        if seats[one] != seats[two] and (two not in winners or one < two) and (one, two) not in partners
    ]


def rate(results: Iterable[Result], anchor: str | None = None, level: float = LEVEL) -> Ratings:
    """Fits ratings to results.

    Where every group of players has scored against the others the ratings are those of the highest likelihood
    (Ford 1957). Otherwise someone's would be infinite: then a drawn game is added to each pairing that was
    played (half a win on either side, after Haldane 1955), and an interval that no game bounds is open on
    that side.

    Raises:
        InputError: For no results, a score that is none, a player against himself, an unknown
            anchor, players who have never met, by way of others either, or more than can be fitted.
    """
    import numpy as np
    from scipy.special import stdtrit

    table = list(results)
    names = _checked(table, anchor)
    _check_connected(names, table)
    above, below = _unbounded(names, table, anchor)
    is_bounded = not above and not below
    logits, covariance, clusters = _fit(names, table, with_draws=not is_bounded)
    # What of each player's rating makes the one that is 1500 is taken from every player.
    weights = np.full(len(names), 1 / len(names)) if anchor is None else np.array(names) == anchor
    turn = np.eye(len(names)) - weights
    ratings = MEAN + _ELO * (turn @ logits)
    reach = stdtrit(clusters - 1, 1 - (1 - level) / 2) if clusters else z_of(level)
    halves = reach * _ELO * np.sqrt(np.diag(turn @ covariance @ turn.T).clip(0))
    played, scored = _totals(table)
    players = []
    for name, rating, half in zip(names, ratings.tolist(), halves.tolist(), strict=True):
        low = -inf if name in below else rating - half
        high = inf if name in above else rating + half
        if name == anchor:
            low = high = rating
        players.append(Rating(name, rating, low, high, played[name], scored[name]))
    players.sort(key=lambda player: (-round(player.rating, 6), player.name))
    games = sum(result.games for result in table)
    return Ratings(tuple(players), anchor, level, games, clusters, not is_bounded)


# Whether there are ratings


def _checked(results: Sequence[Result], anchor: str | None) -> list[str]:
    """The players in the order of their names. Raises InputError."""
    for result in results:
        check_result(result)
    names = sorted({name for result in results for name in (result.a, result.b)})
    if not names:
        raise InputError("there are no results to rate")
    if len(names) > MAX_PLAYERS:
        hint = "rate those apart who met most, each group with a player of another in it"
        raise InputError(f"{MAX_PLAYERS} players at most are rated at once, got {len(names):,}", hint=hint)
    if anchor is not None and anchor not in names:
        hint = did_you_mean(anchor, names) or f"the players are {listed(names)}"
        raise InputError(f"there is no player {quote(anchor)}", hint=hint)
    return names


def check_result(result: Result) -> None:
    """Raises InputError for a result that can't be."""
    if result.games < 1:
        raise InputError(f"a result is of one game or more, got {result.games}")
    if not 0 <= result.score_a <= result.games:
        most = "1" if result.games == 1 else f"{result.games}, as many as there are games"
        raise InputError(f"a score lies from 0 to {most}, got {result.score_a:g}", hint="a draw is 0.5")
    if result.a == result.b:
        raise InputError(f"{quote(result.a)} plays against itself", hint="name two players")


def _check_connected(names: Sequence[str], results: Iterable[Result]) -> None:
    """Raises InputError where the players fall into groups that never met."""
    import numpy as np
    from scipy.sparse.csgraph import connected_components

    number, labels = connected_components(_scored(names, results, both=True), directed=False)
    if number > 1:
        groups = [[names[at] for at in np.flatnonzero(labels == group).tolist()] for group in range(number)]
        shown = listed((f"({listed(group)})" for group in groups), " and ", longest=200)
        hint = "let one of each group play one of the other, or rate the groups apart"
        raise InputError(f"players who never met can't be compared: {shown}", hint=hint)


def _unbounded(
    names: Sequence[str], results: Sequence[Result], anchor: str | None
) -> tuple[set[str], set[str]]:
    """Whose rating no game bounds from above, and whose none from below, as measured from the anchor.

    A player who scored against another is bounded from below by him, and so on along a chain of scores. From
    above a player is bounded by the chain from the anchor, from below by that to the anchor; where the mean
    is the anchor, by those from and to all others.
    """
    import numpy as np
    from scipy.sparse.csgraph import shortest_path

    reaches = np.isfinite(shortest_path(_scored(names, results, both=False), unweighted=True))
    if anchor is None:
        from_below, to_above = reaches.all(axis=1), reaches.all(axis=0)
    else:
        at = names.index(anchor)
        from_below, to_above = reaches[:, at], reaches[at]
    above = {name for name, bounded in zip(names, to_above, strict=True) if not bounded}
    below = {name for name, bounded in zip(names, from_below, strict=True) if not bounded}
    return above, below


def _scored(names: Sequence[str], results: Iterable[Result], *, both: bool) -> NDArray[np.int8]:
    """1 where the row's player scored against the column's; with ``both``, where they met."""
    import numpy as np

    place = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(names), len(names)), dtype=np.int8)
    for result in results:
        one, two = place[result.a], place[result.b]
        table[one, two] |= both or result.score_a > 0
        table[two, one] |= both or result.score_a < result.games
    return table


# The fit


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the fit is made from: the results of a pair within a cluster are one row."""

    pairs: NDArray[np.int64]
    points: NDArray[np.float64]
    games: NDArray[np.float64]
    clusters: NDArray[np.int64]
    """Of each row the number of its cluster."""

    @property
    def number_of_clusters(self) -> int:
        return int(self.clusters.max()) + 1


def _rows_of(names: Sequence[str], results: Iterable[Result]) -> _Rows:
    """The rows. A result without a cluster is one by itself, unless none has one."""
    import numpy as np

    place = {name: at for at, name in enumerate(names)}
    table = list(results)
    is_clustered = any(result.cluster for result in table)
    rows: dict[tuple[int, int, str], list[float]] = {}
    for number, result in enumerate(table):
        one, two, score = place[result.a], place[result.b], result.score_a
        if one > two:
            one, two, score = two, one, result.games - score
        cluster = (result.cluster or f"\0{number}") if is_clustered else ""
        row = rows.setdefault((one, two, cluster), [0.0, 0.0])
        row[0] += score
        row[1] += result.games
    numbers = {name: at for at, name in enumerate(dict.fromkeys(cluster for *_, cluster in rows))}
    points, games = np.array(list(rows.values())).T
    clusters = np.array([numbers[cluster] for *_, cluster in rows])
    return _Rows(np.array([pair for *pair, _ in rows]), points, games, clusters)


def _fit(
    names: Sequence[str], results: Sequence[Result], *, with_draws: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """The logits of the players, that of the first being 0, their covariance, and the number of clusters.

    Where draws are added, errors by cluster would be too small, as a perfect score has no scatter. Then the
    fit's own are widened as if all results of the largest cluster were one. Nor are there any where rows are
    no more than players, which leaves no scatter to tell errors by.
    """
    import numpy as np

    rows = _rows_of(names, results)
    pairs, points, games = rows.pairs, rows.points, rows.games
    if with_draws:
        met = np.unique(pairs, axis=0)
        pairs = np.concatenate([pairs, met])
        points = np.append(points, np.full(len(met), 0.5))
        games = np.append(games, np.ones(len(met)))
    if len(pairs) * len(names) > MAX_CELLS:
        most = f"{MAX_CELLS // len(names):,} results at most are rated at once"
        hint = "give the games of two players as one row, with `games`; or rate fewer of the games"
        raise InputError(f"{most} of {pluralize(len(names), 'player')}, got {len(pairs):,}", hint=hint)
    design = np.zeros((len(pairs), len(names)))
    at = np.arange(len(pairs))
    design[at, pairs[:, 0]] = 1
    design[at, pairs[:, 1]] = -1
    free = design[:, 1:]
    logits, own, expected = _regress(free, points, games)
    is_clustered = any(result.cluster for result in results)
    clusters = rows.number_of_clusters if is_clustered and not with_draws and len(pairs) >= len(names) else 0
    if is_clustered and clusters < 2:
        own = own * np.bincount(rows.clusters, rows.games).max()
    if clusters > 1:
        whole = np.linalg.inv(_information(free, games, expected))
        robust = whole @ _scatter(free * (points - games * expected)[:, None], rows) @ whole
        # Of few clusters the scatter of each rating is a matter of luck: how much all are wider is less so.
        effect = np.trace(robust @ np.linalg.inv(own)) / len(own)
        own = robust if clusters >= MIN_CLUSTERS else own * max(1.0, effect)
    covariance = np.zeros((len(names), len(names)))
    covariance[1:, 1:] = own
    return np.append(0.0, logits), covariance, clusters if clusters > 1 else 0


def _regress(
    design: NDArray[np.float64], points: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The coefficients of the highest likelihood, their covariance by the last round of the fit, and the
    share of points to be expected in each row (McCullagh and Nelder, "Generalized Linear Models", 2.5)."""
    import numpy as np
    from scipy.special import expit, logit, rel_entr

    def halved_deviance() -> float:
        lost = rel_entr(games - points, games * (1 - expected))
        return float((rel_entr(points, games * expected) + lost).sum())

    expected = (points / games + 0.5) / 2
    scores = logit(expected)
    deviance = halved_deviance()
    for _ in range(MAX_ROUNDS):
        information = _information(design, games, expected)
        target = games * expected * (1 - expected) * scores + points - games * expected
        coefficients: NDArray[np.float64] = np.linalg.solve(information, design.T @ target)
        scores = design @ coefficients
        expected = expit(scores)
        before, deviance = deviance, halved_deviance()
        if 2 * abs(deviance - before) <= PRECISION:
            break
    covariance: NDArray[np.float64] = np.asarray(np.linalg.inv(information), dtype=np.float64)
    return coefficients, covariance, expected


def _information(
    design: NDArray[np.float64], games: NDArray[np.float64], expected: NDArray[np.float64]
) -> NDArray[np.float64]:
    weights = games * expected * (1 - expected)
    found: NDArray[np.float64] = design.T @ (weights[:, None] * design)
    return found


def _scatter(gradients: NDArray[np.float64], rows: _Rows) -> NDArray[np.float64]:
    """How the gradients of the clusters scatter, corrected for there being few (Cameron and Miller, "A
    Practitioner's Guide to Cluster-Robust Inference", 2015, equations 7 and 12)."""
    import numpy as np

    count, (games, free) = rows.number_of_clusters, gradients.shape
    sums = np.zeros((count, free))
    np.add.at(sums, rows.clusters, gradients)
    few: float = count / (count - 1) * (games - 1) / (games - free)
    return few * sums.T @ sums


def _totals(results: Iterable[Result]) -> tuple[Counter[str], dict[str, float]]:
    games: Counter[str] = Counter()
    points: dict[str, float] = defaultdict(float)
    for result in results:
        for name, score in ((result.a, result.score_a), (result.b, result.games - result.score_a)):
            games[name] += result.games
            points[name] += score
    return games, points
