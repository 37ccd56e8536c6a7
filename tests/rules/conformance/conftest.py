"""A folder to plant faults in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.sim.bot_specs import Budget
from rules.conformance.planting import clear_suspects
from rules.kit.conftest import tiny

__all__ = ["tiny"]


@pytest.fixture
def nursery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that modules are imported from."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    clear_suspects()


@pytest.fixture
def brief_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search bot thinks a tenth as long, where the suite asks it in hundreds of games.

    With the whole budget it is asked in ``test_symmetry.py``, and where a fault is planted.
    """
    monkeypatch.setattr("generator.sim.bots.search.USUAL_BUDGET", Budget(iterations=20))
