"""Linear programs, solved by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass, field

import highspy
import numpy as np


@dataclass(slots=True)
class Program:
    """Variables with a lower bound and a gain, which is made greatest; bounds on sums of their multiples."""

    gains: list[float] = field(default_factory=list)
    least: list[float] = field(default_factory=list)
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)

    def variable(self, least: float, gain: float = 0.0) -> int:
        """A new variable; its number."""
        self.gains.append(gain)
        self.least.append(least)
        return len(self.gains) - 1

    def row(self, terms: dict[int, float], least: float, most: float) -> None:
        """Bounds on a sum of multiples of variables."""
        self.rows.append((terms, least, most))

    def solve(self) -> tuple[float, list[float]]:
        """The greatest gain, and the value of each variable there."""
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.passModel(self._model())
        solver.run()
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return solver.getInfo().objective_function_value, list(solver.getSolution().col_value)

    def _model(self) -> highspy.HighsLp:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.gains), len(self.rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array(self.gains)
        model.col_lower_ = np.array(self.least)
        model.col_upper_ = np.full(len(self.gains), highspy.kHighsInf)
        model.row_lower_ = np.array([least for _, least, _ in self.rows])
        model.row_upper_ = np.array([most for _, _, most in self.rows])
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.cumsum([0, *(len(terms) for terms, _, _ in self.rows)])
        model.a_matrix_.index_ = np.array([number for terms, _, _ in self.rows for number in terms])
        model.a_matrix_.value_ = np.array([factor for terms, _, _ in self.rows for factor in terms.values()])
        return model
