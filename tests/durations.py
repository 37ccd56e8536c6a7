"""Which tests ``make test`` leaves out because they take long: the marked ones, and those in slow_tests.txt.

``python -m tests.durations`` runs all tests and writes that list anew, by the CPU time that each took: how
busy the machine is decides nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("slow_tests.txt")
LONG = 0.15
"""Seconds of CPU from which a test is slow."""
_PROPERTY = "seconds of CPU"


def listed() -> frozenset[str]:
    return frozenset(LIST.read_text("utf-8").splitlines())


def _spent() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    before = _spent()
    try:
        return (yield)
    finally:
        item.user_properties.append((_PROPERTY, _spent() - before))


class _Writer:
    def __init__(self) -> None:
        self.slow = set(listed())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = dict(report.user_properties).get(_PROPERTY)
        if report.when != "call" or not isinstance(seconds, float):
            return
        # What was slow stays so until it is clearly quicker, or it would come and go with each run.
        if seconds > LONG and "slow" not in report.keywords:
            self.slow.add(report.nodeid)
        elif seconds < LONG / 2:
            self.slow.discard(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        LIST.write_text("".join(f"{name}\n" for name in sorted(self.slow)), "utf-8")


if __name__ == "__main__":
    options = ["-p", "tests.durations", "-n", "auto", "--dist", "worksteal", *sys.argv[1:]]
    sys.exit(pytest.main(options, plugins=[_Writer()]))
