"""An integer program: columns, rows of whole numbers over them, and the best solution by HiGHS.

The solver runs on one thread, to the very optimum and without a clock: the answer is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Terms = Mapping[int, int]
"""Columns by their number, with what one of each counts."""

_GAP = 0.5
"""Whole costs that differ by less are the same."""


class Row(NamedTuple):
    """``low`` ≤ the sum of its terms ≤ ``high``; None is no bound."""

    terms: Terms
    low: int | None
    high: int | None
    unit: int = 1
    """What one card more or fewer changes the sum by."""

    def holds(self, values: list[int]) -> bool:
        total = sum(count * values[column] for column, count in self.terms.items())
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)


class Program:
    """Columns and rows; every column is a whole number of at least 0.

    ``whole`` columns are held to whole numbers by branching. The others have to come out whole wherever these
    are, as the cells of a table do whose sums are whole.
    """

    def __init__(self) -> None:
        self._most: list[int] = []
        self._whole: list[bool] = []
        self.rows: list[Row] = []

    def copy(self) -> Program:
        other = Program()
        other._most, other._whole, other.rows = [*self._most], [*self._whole], [*self.rows]
        return other

    def column(self, most: int, *, whole: bool = True) -> int:
        self._most.append(most)
        self._whole.append(whole)
        return len(self._most) - 1

    def branch_on_nothing(self) -> None:
        """Takes the columns to come out whole by themselves from now on."""
        self._whole = [False] * len(self._whole)

    def best(self, costs: Terms | None = None) -> list[int] | None:
        """The values of all columns with the least costs; None if there are none at all."""
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
        size = len(self._most)
        model.num_col_, model.num_row_ = size, len(self.rows)
        model.col_cost_ = np.array([costs.get(column, 0) for column in range(size)], dtype=float)
        model.col_lower_ = np.zeros(size)
        model.col_upper_ = np.array(self._most, dtype=float)
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
