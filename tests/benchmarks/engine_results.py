"""What was measured of the rules, as a table, and how far the project's reach was kept."""

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.benchmarks.printed import markdown, verdict

PLAIN, COMPILED, OPENSPIEL = "Gatepress", "Gatepress, compiled", "OpenSpiel"
HEADER = (
    "engine",
    "game",
    "best µs",
    "median",
    "µs/step",
    "games/s",
    "decisions",
    "clone µs",
    "× Battle Gate",
)
BATTLE_GATE = "battle-gate-25"
YARDSTICK = (PLAIN, BATTLE_GATE)


@dataclass(slots=True)
class Figures:
    """All rounds of one contestant."""

    decisions: int
    """In a fixed number of games, to weigh ``steps``."""
    steps: int
    """In as many games: decisions, forced moves and chance."""
    clone: float | None = None
    """µs, best; None where there is nothing to clone by."""
    decision: list[float] = field(default_factory=list)
    """µs for each decision, by round."""
    game: list[float] = field(default_factory=list)
    """µs for each game, by round."""

    def add(self, games: int, decisions: int, seconds: float, clone: float | None) -> None:
        """A round: what so many games took, and a clone, in seconds."""
        self.decision.append(seconds / decisions * 1e6)
        self.game.append(seconds / games * 1e6)
        if clone is not None:
            self.clone = min(clone * 1e6, self.clone or clone * 1e6)

    @property
    def length(self) -> float:
        """Decisions in a game."""
        return statistics.mean(
            game / decision for game, decision in zip(self.game, self.decision, strict=True)
        )

    @property
    def best(self) -> float:
        return min(self.decision)


Results = Mapping[tuple[str, str], Figures]
"""By engine and game."""


def table(results: Results) -> Iterator[str]:
    """The table's lines, a row for each contestant."""
    yardstick = results.get(YARDSTICK)
    rows = [HEADER]
    for (engine, game), figures in results.items():
        best = figures.best
        rows.append(
            (
                engine,
                game,
                f"{best:.2f}",
                f"{statistics.median(figures.decision):.2f}",
                f"{best * figures.decisions / figures.steps:.2f}",
                f"{1e6 / min(figures.game):,.0f}",
                f"{figures.length:.1f}",
                "" if figures.clone is None else f"{figures.clone:.2f}",
                "" if yardstick is None else f"{best / yardstick.best:.2f}",
            )
        )
    return markdown(rows, texts=(0, 1))


def reach(results: Results) -> Iterator[str]:
    """The project's reach, one line each: yes, no, or not measured, with the figure."""

    def at_most(engine: str, game: str, limit: float, words: str) -> str:
        figures = results.get((engine, game))
        best = None if figures is None else figures.best
        return verdict(
            best, lambda figure: figure <= limit, "{:.2f} µs", f"{words} at most {limit} µs a decision"
        )

    yield at_most(PLAIN, BATTLE_GATE, 1.6, "Battle Gate, 25 cards, plain Python:")
    yield at_most(PLAIN, "hold-the-line", 3, "Hold the Line, plain Python:")
    yield at_most(PLAIN, "hold-the-gates", 3, "Hold the Gates, plain Python:")
    yield at_most(PLAIN, "strongholds", 5, "Strongholds, two players, plain Python:")
    yield at_most(PLAIN, "strongholds-4", 5, "Strongholds, four players, plain Python:")
    yield at_most(PLAIN, "gateway", 10, "Gateway, two players, plain Python:")
    yield at_most(PLAIN, "gateway-3", 10, "Gateway, three players, plain Python:")
    yield at_most(COMPILED, BATTLE_GATE, 0.5, "Battle Gate, 25 cards, compiled:")
    battle_gate = results.get(YARDSTICK)
    clone = None if battle_gate is None else battle_gate.clone
    yield verdict(
        clone, lambda figure: figure < 4, "{:.2f} µs", "Battle Gate, plain Python: a clone below 4 µs"
    )
    yield verdict(
        leduc(results),
        lambda figure: figure >= 2.5,
        "{:.2f} ×",
        "Leduc poker, plain Python: at least 2.5 × as fast as OpenSpiel",
    )


def leduc(results: Results) -> float | None:
    """How much faster Leduc poker is here than in OpenSpiel."""
    return ratio(results, (OPENSPIEL, "leduc_poker"), (PLAIN, "leduc-poker"))


def ratio(results: Results, slower: tuple[str, str], faster: tuple[str, str]) -> float | None:
    """The one's best time by the other's; None if one of them did not play."""
    one, two = results.get(slower), results.get(faster)
    return None if one is None or two is None else one.best / two.best
