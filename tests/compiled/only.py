"""A plugin for pytest: it refuses to run by rules that are not compiled. ``make test-compiled`` uses it."""

from __future__ import annotations

import pytest

from generator.rules import protocol


def pytest_sessionstart() -> None:
    if protocol.__file__.endswith(".py"):
        raise pytest.UsageError(f"these rules are not compiled: {protocol.__file__}")
