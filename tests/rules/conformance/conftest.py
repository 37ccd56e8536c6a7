"""A folder to plant faults in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.conformance.planting import clear_suspects


@pytest.fixture
def nursery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that modules are imported from."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    clear_suspects()
