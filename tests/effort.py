"""How much work something takes, counted in calls: the same on a quiet machine and a busy one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest


class Effort:
    """The calls that were made so far, of Python's functions and of C's."""

    def __init__(self, bound: int | None = None) -> None:
        self.calls = 0
        self.bound = bound

    def count(self, frame: FrameType, event: str, argument: object) -> None:
        del frame, argument
        self.calls += event in ("call", "c_call")
        if self.bound is not None and self.calls > self.bound:
            sys.setprofile(None)
            pytest.fail(f"it takes more than {self.bound:,} calls")


@contextmanager
def effort(bound: int | None = None) -> Iterator[Effort]:
    """Counts the calls that this thread makes meanwhile; fails as soon as there are more than ``bound``."""
    counted = Effort(bound)
    before = sys.getprofile()
    sys.setprofile(counted.count)
    try:
        yield counted
    finally:
        sys.setprofile(before)
