"""The page of speed has a column for each ratio, and gains a line a run."""

from __future__ import annotations

import pytest

from tests.benchmarks.speed import COLUMNS, PAGE, with_line


def test_a_run_adds_a_line_to_the_table() -> None:
    page = PAGE.read_text("utf-8")
    longer = with_line(page, "2026-11-28", "0123abcd", {"540": "2.10", "study": "1.05"})
    assert longer.startswith(page.rstrip())
    line = longer.removeprefix(page.rstrip()).strip()
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    (head,) = [row for row in page.splitlines() if row.startswith("| day ")]
    headings = [cell.strip() for cell in head.strip("|").split("|")]
    assert headings == ["day", "commit", *COLUMNS]
    found = dict(zip(headings, cells, strict=True))
    assert (found["540"], found["study"], found["54"]) == ("2.10", "1.05", "")


def test_a_ratio_without_a_column_is_an_error() -> None:
    with pytest.raises(ValueError, match="no column for luck"):
        with_line(PAGE.read_text("utf-8"), "", "", {"luck": "1"})
