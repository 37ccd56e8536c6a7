"""Results as one Markdown table that also reads well in a terminal."""

from collections.abc import Iterator, Sequence

from tests.benchmarks.cases import Case
from tests.benchmarks.printed import markdown
from tests.benchmarks.results import Result, Results, ratio

HEADER = (
    "case",
    "tool",
    "min s",
    "median",
    "max",
    "CPU s",
    "× typst",
    "× weasy",
    "peak MiB",
    "PDF MB",
    "sheets",
)


def table(results: Results, cases: Sequence[Case], tools: Sequence[str]) -> Iterator[str]:
    """The table's lines: a row for each case and tool, in the order given."""
    rows = [HEADER]
    for case in cases:
        for tool in tools:
            result = results.get((case.name, tool))
            if result is not None:
                rows.append((case.name, tool, *_figures(results, case.name, tool, result)))
    yield from markdown(rows, texts=(0, 1, len(HEADER) - 1))


def _figures(results: Results, case: str, tool: str, result: Result) -> tuple[str, ...]:
    sheets = result.fault or "complete"
    if not result.runs:
        return ("", "", "", "", "", "", "", "", sheets)
    return (
        f"{result.least:.3f}",
        f"{result.median:.3f}",
        f"{result.most:.3f}",
        f"{result.cpu:.2f}",
        _times(ratio(results, case, "typst", tool)),
        _times(ratio(results, case, "weasyprint", tool)),
        f"{result.peak:.0f}",
        f"{result.megabytes:.2f}",
        sheets,
    )


def _times(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.2f}"
