"""A progress bar: on a terminal, and where the work has gone on for a while."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable

import pytest

from generator.cli import print_problems
from generator.cli.print_problems import BAR_AFTER, progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """A time that passes when it is told to, and whoever waits for it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        due = [function for when, function in self.waiting if when <= self.now]
        self.waiting = [one for one in self.waiting if one[0] > self.now]
        for function in due:
            function()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()

    class Timer:
        daemon = False

        def __init__(self, after: float, function: Callable[[], None]) -> None:
            self.entry = (clock.now + after, function)

        def start(self) -> None:
            clock.waiting.append(self.entry)

        def cancel(self) -> None:
            clock.waiting = [one for one in clock.waiting if one is not self.entry]

    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(print_problems, "monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def sit_at_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Terminal]:
    """Is called by the test itself: pytest takes standard error for itself once all fixtures are made."""
    monkeypatch.setenv("TERM", "xterm")

    def sit() -> Terminal:
        shown = Terminal()
        monkeypatch.setattr(sys, "stderr", shown)
        return shown

    return sit


def test_of_short_work_nothing_is_drawn(clock: Clock, sit_at_terminal: Callable[[], Terminal]) -> None:
    terminal = sit_at_terminal()
    with progress_bar(10, hidden=False) as advance:
        clock.pass_by(BAR_AFTER * 0.9)
        advance(10)
    clock.pass_by(BAR_AFTER)
    assert terminal.getvalue() == ""


def test_long_work_has_a_bar_after_a_while_even_if_no_step_is_done(
    clock: Clock, sit_at_terminal: Callable[[], Terminal]
) -> None:
    terminal = sit_at_terminal()
    with progress_bar(10, hidden=False, doing="playing", noun="games") as advance:
        clock.pass_by(BAR_AFTER)
        assert "0/10" in terminal.getvalue()
        advance(4)
    assert "playing" in terminal.getvalue()
    assert "4/10" in terminal.getvalue()


def test_what_was_done_before_the_bar_is_in_it(clock: Clock, sit_at_terminal: Callable[[], Terminal]) -> None:
    terminal = sit_at_terminal()
    with progress_bar(10, hidden=False, done=1, with_rate=True) as advance:
        advance(3)
        clock.pass_by(BAR_AFTER)
        assert "4/10" in terminal.getvalue()
        assert "1.5 a second" in terminal.getvalue()


@pytest.mark.parametrize("hidden", [True, False])
def test_where_nobody_looks_nothing_waits(
    clock: Clock, sit_at_terminal: Callable[[], Terminal], monkeypatch: pytest.MonkeyPatch, hidden: bool
) -> None:
    terminal = sit_at_terminal()
    if not hidden:
        monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar(10, hidden=hidden):
        assert not clock.waiting
    assert terminal.getvalue() == ""
