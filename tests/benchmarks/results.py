"""What was measured, and the sentences that the project wants to be able to say about it."""

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.benchmarks.measure import Run
from tests.benchmarks.printed import verdict

PEAK = 110  # MiB


@dataclass(frozen=True, slots=True)
class Result:
    """All counted runs of one tool on one case."""

    runs: tuple[Run, ...]
    megabytes: float = 0.0
    """Size of the PDF in 10^6 bytes."""
    fault: str = ""
    """Why there are no runs, or what is wrong with the sheets."""

    @property
    def median(self) -> float:
        return statistics.median(run.seconds for run in self.runs)

    @property
    def least(self) -> float:
        return min(run.seconds for run in self.runs)

    @property
    def most(self) -> float:
        return max(run.seconds for run in self.runs)

    @property
    def cpu(self) -> float:
        return statistics.median(run.cpu for run in self.runs)

    @property
    def peak(self) -> float:
        return max(run.peak for run in self.runs)

    @property
    def disturbed(self) -> int:
        return sum(run.disturbed for run in self.runs)


Results = Mapping[tuple[str, str], Result]
"""By case and tool."""


def ratio(results: Results, case: str, other: str, tool: str = "gatepress") -> float | None:
    """Median of `tool` divided by that of `other`; None if one of them did not run."""
    one, two = results.get((case, tool)), results.get((case, other))
    if one is None or two is None or not one.runs or not two.runs:
        return None
    return one.median / two.median


def reach(results: Results) -> Iterator[str]:
    """The project's reach, one line each: yes, no, or not measured, with the figure."""

    def against(case: str, other: str, limit: float, words: str) -> str:
        return verdict(ratio(results, case, other), lambda figure: figure <= limit, "{:.2f} ×", words)

    yield against("54", "typst", 4, "54 cards in at most 4 × the time of typst")
    yield against("540", "typst", 3, "540 cards in at most 3 × the time of typst")
    slower = ratio(results, "540", "gatepress", "weasyprint")
    yield verdict(
        slower, lambda figure: figure >= 6, "{:.1f} ×", "540 cards at least 6 × faster than WeasyPrint"
    )
    yield against("5400", "typst", 1, "5,400 cards faster than typst")
    yield against("big", "typst", 0.5, "pictures of 1 MB in at most half the time of typst")
    peaks = [result.peak for (_, tool), result in results.items() if tool == "gatepress" and result.runs]
    yield verdict(
        max(peaks, default=None), lambda figure: figure < PEAK, "{:.0f} MiB", f"peak below {PEAK} MiB in all"
    )
