"""The tests of the changed copy: once without a mutant, to see which test reaches which; then some for each.

They are collected once. Each trial is a fork of this process as it was then: with empty caches, and no start
to pay for. What counts on import is tried in a fork from before anything of the house was imported. A trial
runs the tests that reach the mutant, the quickest first, until one fails or the seconds are spent.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from .probe import ACTIVE, STATE_VARIABLE, shared

SECONDS = 12.0
"""What the tests of a mutant may take, as they took without it: CPU, as all times here but the next."""
WAITING = 300
"""Seconds by the clock after which a trial waits for what never comes; what spins ends long before."""
MEMORY = 6 << 30
OTHERS = ("cli", "bad_input", "press")
"""Folders whose tests are asked after the room's own: through commands, with broken files, as printed."""
_PRELOADED = (
    *("numpy", "yaml", "typer", "rich.console", "rich.table", "PIL.Image", "jinja2", "openpyxl"),
    *("reportlab.pdfgen.canvas", "uharfbuzz", "pikepdf", "pypdfium2", "scipy.stats"),
)
_OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--assert=plain", "--tb=no", "-m")
_state = shared(os.environ[STATE_VARIABLE])
_terminal = os.dup(2)

Work = Callable[[Sequence[pytest.Item]], Any]


@dataclass
class Seen:
    """What a test took and reached, or what made a thing that tests share."""

    seconds: float = 0.0
    reached: set[int] = field(default_factory=set)
    has_passed: bool = True


class Mutant(NamedTuple):
    room: str
    module: str
    is_on_import: bool


def _say(line: str) -> None:
    os.write(_terminal, f"{line}\n".encode())


def _spent() -> float:
    return sum(os.times()[:4])


def _reached() -> set[int]:
    return {number for number, value in enumerate(_state[:]) if value}


def _forget() -> None:
    _state[:] = bytes(len(_state))


def _forked(work: Callable[[], Any], waiting: float = math.inf) -> tuple[Any, str]:
    """What the work gives in a copy of this process, or how that ended."""
    with tempfile.NamedTemporaryFile() as answer:
        pid = os.fork()
        if not pid:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                Path(answer.name).write_bytes(pickle.dumps(work()))
            except BaseException:
                _say(traceback.format_exc())
            finally:
                os._exit(0)
        until, done, status = time.monotonic() + waiting, 0, 0
        while not done:
            time.sleep(0.01)
            if time.monotonic() > until:
                os.kill(pid, signal.SIGKILL)
            done, status = os.waitpid(pid, os.WNOHANG)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        data = Path(answer.name).read_bytes()
    how = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an exception"
    return (pickle.loads(data), "") if data else (None, how)


class _Tests:
    """A plugin of pytest that hands the collected tests to the work, and notes what they share."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.answer: Any = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # Where a module can't even be imported, its tests are not among the items.
        self.answer = "what the tests import" if session.testsfailed else self._work(session.items)
        return True


def _with_tests(paths: Iterable[str], work: Work, *plugins: object) -> Any:
    tests = _Tests(work)
    pytest.main([*_OPTIONS, "not slow", *paths], plugins=[tests, *plugins])
    return tests.answer


class _Watch:
    """A plugin of pytest that notes what the fixtures reach that tests share."""

    def __init__(self) -> None:
        self._shared: dict[Any, set[int]] = {}
        self._is_on = False

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        if not self._is_on:
            return (yield)
        before = _reached()
        _forget()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._shared.setdefault(fixturedef, set()).update(_reached())
            for number in before:
                _state[number] = 1

    def seen(self, items: Sequence[pytest.Item]) -> dict[str, Seen]:
        """What each test reaches, itself or by what it shares with others."""
        self._is_on = True
        found: dict[str, Seen] = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            _forget()
            _clear_caches()
            start = _spent()
            failed = _fails(item, following)
            found[item.nodeid] = Seen(_spent() - start, _reached(), not failed)
            if failed or len(found) % 500 == 0:
                _say(f"{len(found)} of {len(items)} tests{f', fails: {item.nodeid}' if failed else ''}")
        for item in items:
            for definitions in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
                for definition in definitions:
                    found[item.nodeid].reached |= self._shared.get(definition, set())
        return found


def _clear_caches() -> None:
    """What the house remembers would hide what a later test reaches."""
    for name, module in list(sys.modules.items()):
        if name.startswith("generator."):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _killer(items: Sequence[pytest.Item], names: Sequence[str], seen: Mapping[str, Seen]) -> str:
    """The first of these tests that fails, or ""."""
    by_name = {item.nodeid: item for item in items}
    tests = [by_name[name] for name in names if name in by_name]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for item, following in zip(tests, [*tests[1:], None], strict=False):
        allowed = time.process_time() + 6 + 3 * seen[item.nodeid].seconds
        resource.setrlimit(resource.RLIMIT_CPU, (int(allowed), resource.RLIM_INFINITY))
        if _fails(item, following):
            return item.nodeid
    return ""


def _tests_for(number: int, mutant: Mutant, seen: Mapping[str, Seen]) -> list[str]:
    """Those that reach it, the room's own first, then the others; of each what the seconds allow.

    First come those in files that are called like the module, then the quickest. What counts on import may
    count for any test, whatever that one asks: all others come last.
    """
    taken: list[str] = []
    for is_own in (True, False):
        found = (
            (number not in test.reached, mutant.module not in name.partition("::")[0], test.seconds, name)
            for name, test in seen.items()
            if (number in test.reached or mutant.is_on_import) and test.has_passed
            if name.startswith(f"tests/{mutant.room}/") is is_own
        )
        seconds = 0.0
        for *_, cost, name in sorted(found):
            seconds += cost
            if seconds <= SECONDS or seconds == cost:
                taken.append(name)
    return taken


def _tried(number: int, names: Sequence[str], work: Callable[[], str]) -> str:
    """What kills a mutant, or ""; number 0 is none."""
    _forget()
    if number:
        _state[number] = ACTIVE
    start = _spent()
    killer, ended = _forked(work, WAITING) if names else ("", "")
    killer = ended or killer
    _say(f"{number} {killer or 'SURVIVES'} ({len(names)} tests, {_spent() - start:.1f} s)")
    return killer


def _trials(plan: Mapping[int, Mutant]) -> tuple[dict[str, Seen], dict[int, str], set[int]]:
    """What tests reach; what kills each mutant; and those that were reached before any test ran."""
    watch = _Watch()

    def work(items: Sequence[pytest.Item]) -> Any:
        before_tests = _reached()
        seen, ended = _forked(lambda: watch.seen(items))
        assert seen is not None, f"without a mutant the tests end by {ended}"
        killers: dict[int, str] = {}
        for number, mutant in plan.items():
            if not mutant.is_on_import:
                names = _tests_for(number, mutant, seen)
                killers[number] = _tried(number, names, partial(_killer, items, names, seen))
        used = sorted(set(killers.values()) & seen.keys(), key=lambda name: seen[name].seconds)
        for unsound in iter(lambda: _tried(0, used, partial(_killer, items, used, seen)), ""):
            # What fails in another order, without a mutant, tells nothing.
            used.remove(unsound)
            killers = {number: killer for number, killer in killers.items() if killer != unsound}
        return seen, killers, before_tests

    folders = dict.fromkeys((*(mutant.room for mutant in plan.values()), *OTHERS))
    answer: tuple[dict[str, Seen], dict[int, str], set[int]]
    answer = _with_tests([f"tests/{name}" for name in folders], work, watch)
    return answer


def _from_the_start(names: Sequence[str], seen: Mapping[str, Seen]) -> str:
    """What kills a mutant that counts on import."""
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    killer: str = _with_tests(files, lambda items: _killer(items, names, seen))
    return killer


def main() -> None:
    plan = {
        int(number): Mutant(*mutant) for number, mutant in json.loads(Path(sys.argv[1]).read_text()).items()
    }
    for name in _PRELOADED:
        importlib.import_module(name)
    # As the tests have it, but without a search for the smallest example that fails.
    settings.register_profile(
        "mutants",
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=(Phase.explicit, Phase.generate),
    )
    answer, ended = _forked(lambda: _trials(plan))
    assert answer, ended
    seen, killers, before_tests = answer
    for number, mutant in plan.items():
        if mutant.is_on_import or (number in before_tests and not killers.get(number)):
            names = _tests_for(number, mutant._replace(is_on_import=True), seen)
            killers[number] = _tried(number, names, partial(_from_the_start, names, seen))
    Path(sys.argv[2]).write_text(json.dumps(killers), "utf-8")


if __name__ == "__main__":
    main()
