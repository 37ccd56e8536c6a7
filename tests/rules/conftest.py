"""What the tests of all games' rules share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for copies of the games, one after the other in the same place."""
    return tmp_path_factory.mktemp("workshop")
