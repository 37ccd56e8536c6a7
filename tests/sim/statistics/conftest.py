"""What all tests of statistics have in common."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def _nobody_collects() -> Iterator[None]:
    """statsmodels collects garbage at every correction: once in a study, but thousands of times here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "collect", lambda *_: 0)
        yield
