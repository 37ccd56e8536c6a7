"""What holds for every test: nothing is taken from, or left in, the cache of whoever runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from generator.cli.cache import FOLDER_VARIABLE


@pytest.fixture(autouse=True, scope="session")
def _no_cache() -> Iterator[None]:
    before = os.environ.get(FOLDER_VARIABLE)
    os.environ[FOLDER_VARIABLE] = ""
    yield
    if before is None:
        del os.environ[FOLDER_VARIABLE]
    else:
        os.environ[FOLDER_VARIABLE] = before
