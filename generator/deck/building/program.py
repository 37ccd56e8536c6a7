"""An integer program: columns, rows of whole numbers over them, and the best solution by HiGHS.

The solver runs on one thread, to the optimum and without a time limit: the answer is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Terms = Mapping[int, int]
"""Columns by their number, with what one of each counts."""

_GAP = 0.5
"""Whole costs that differ by less are the same."""


class Row(NamedTuple):
    """A linear constraint: ``low`` ≤ the sum of its terms ≤ ``high``; None is no bound."""

    terms: Terms
    low: int | None
    high: int | None
    unit: int = 1
    """By how much one card more or fewer changes the sum."""

    def is_met(self, values: list[int]) -> bool:
        total = sum(count * values[column] for column, count in self.terms.items())
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)


class Program:
    """Columns (variables) and rows (constraints); every column is a whole number of at least 0.

    ``whole`` columns are kept to whole numbers by branching. The others must come out whole wherever these
    do, as the cells of a table do whose sums are whole.
    """

    def __init__(self) -> None:
        self._max: list[int] = []
        self._whole: list[bool] = []
        self.rows: list[Row] = []

    def copy(self) -> Program:
        other = Program()
        other._max, other._whole, other.rows = [*self._max], [*self._whole], [*self.rows]
        return other

    def column(self, maximum: int, *, whole: bool = True) -> int:
        self._max.append(maximum)
        self._whole.append(whole)
        return len(self._max) - 1

    def stop_branching(self) -> None:
        """From now on relies on the columns to come out whole by themselves."""
        self._whole = [False] * len(self._whole)

    def solve(self, costs: Terms | None = None) -> list[int] | None:
        """The values of all columns with the lowest cost; None if the program is infeasible."""
        import highspy

        solver = highspy.Highs()
        for option, value in _OPTIONS.items():
            solver.setOptionValue(option, value)
        solver.passModel(self._model(highspy, costs or {}))
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"the solver ended with {status}")
        return [round(value) for value in solver.getSolution().col_value]

    def _model(self, highspy: Any, costs: Terms) -> Any:
        import numpy as np

        model = highspy.HighsLp()
        size = len(self._max)
        model.num_col_, model.num_row_ = size, len(self.rows)
        model.col_cost_ = np.array([costs.get(column, 0) for column in range(size)], dtype=float)
        model.col_lower_ = np.zeros(size)
        model.col_upper_ = np.array(self._max, dtype=float)
        infinity = highspy.kHighsInf
        model.row_lower_ = np.array([-infinity if row.low is None else row.low for row in self.rows], float)
        model.row_upper_ = np.array([infinity if row.high is None else row.high for row in self.rows], float)
        starts = np.zeros(len(self.rows) + 1, dtype=np.int32)
        starts[1:] = np.cumsum([len(row.terms) for row in self.rows])
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = starts
        model.a_matrix_.index_ = np.array([column for row in self.rows for column in row.terms], np.int32)
        model.a_matrix_.value_ = np.array([n for row in self.rows for n in row.terms.values()], float)
        if any(self._whole):
            kinds = highspy.HighsVarType
            model.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in self._whole]
        return model


_OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "parallel": "off",
    "random_seed": 0,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": _GAP,
    # The programs are small: what follows takes longer than it saves.
    "presolve": "off",
    "mip_heuristic_effort": 0.0,
    "mip_heuristic_run_feasibility_jump": False,
    "mip_detect_symmetry": False,
}
