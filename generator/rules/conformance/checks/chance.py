"""The only chance in a game is its shuffler, and it knows no clock: those of the machine are locked away
while a game is played.

Functions are replaced in their own modules, and wherever a module of the game has imported them by name.
Other threads, and whatever took a function before by another way, still get the real one.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from threading import get_ident
from types import ModuleType
from typing import Any

from generator.rules.conformance.check import Check
from generator.rules.own_rules import package_of
from generator.rules.protocol import Game

LOCKED = {
    "random": (),
    "secrets": (),
    "numpy.random": (),
    "os": ("urandom", "getrandom"),
    "uuid": ("uuid1", "uuid4"),
    "time": (
        "time",
        "time_ns",
        "monotonic",
        "monotonic_ns",
        "perf_counter",
        "perf_counter_ns",
        "process_time",
        "process_time_ns",
        "thread_time",
        "localtime",
        "gmtime",
        "strftime",
        "ctime",
    ),
}
"""Modules with the names that are locked in them; without names, all that can be called."""
_MAX_HEARD = 20


class Touched(Exception):  # noqa: N818 - it is what happened
    """Raised in the place of a random number or the time; it is on the suite's list when it is raised."""


class Locks:
    """What a game must not touch, found once; ``locked`` locks it for a while."""

    def __init__(self, game: Game) -> None:
        self.heard: list[str] = []
        """What was touched, in words; each once."""
        self._thread = get_ident()
        self._places = list(self._find(game))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Everything is locked inside, and as it was afterwards."""
        self._thread = get_ident()
        # Collecting garbage calls back whoever wants to time it, in this very thread.
        collecting = gc.isenabled()
        gc.disable()
        for module, name, _, stand_in in self._places:
            setattr(module, name, stand_in)
        try:
            yield
        finally:
            for module, name, real, _ in self._places:
                setattr(module, name, real)
            if collecting:
                gc.enable()

    def _find(self, game: Game) -> Iterator[tuple[ModuleType, str, Any, Any]]:
        """Each name to be replaced, in its module: what it is, and what takes its place."""
        known: dict[int, tuple[Any, Any]] = {}
        for module_name, names in LOCKED.items():
            module = sys.modules.get(module_name)
            if module is None:
                continue
            for name in names or [name for name in dir(module) if not name.startswith("_")]:
                real = getattr(module, name, None)
                if callable(real) and not (isinstance(real, type) and issubclass(real, BaseException)):
                    known[id(real)] = real, partial(self._refuse, real, f"{module_name}.{name}")
                    yield module, name, *known[id(real)]
        yield from self._dates()
        for module in modules_of(game):
            for name, value in list(vars(module).items()):
                if id(value) in known:
                    yield module, name, *known[id(value)]

    def _dates(self) -> Iterator[tuple[ModuleType, str, Any, Any]]:
        """Types can't be changed: the day and the time are asked of others in their place."""
        import datetime

        yield datetime, "datetime", datetime.datetime, _locked_date(datetime.datetime, self._refuse)
        yield datetime, "date", datetime.date, _locked_date(datetime.date, self._refuse)

    def _refuse(self, real: Callable[..., Any], what: str, /, *given: Any, **named: Any) -> Any:
        """Stands in for a locked function."""
        if get_ident() != self._thread:
            return real(*given, **named)
        caller = sys._getframe(1)
        place = f"{Path(caller.f_code.co_filename).name}, line {caller.f_lineno}"
        words = f"`{what}` is touched in `{caller.f_code.co_name}` ({place})"
        if words not in self.heard and len(self.heard) < _MAX_HEARD:
            self.heard.append(words)
        raise Touched(words)


def _locked_date(real: type[Any], refuse: Callable[..., Any]) -> type[Any]:
    """A date or time that does not know what time it is."""
    name = f"datetime.{real.__name__}"
    asked = {
        word: partial(refuse, getattr(real, word), f"{name}.{word}")
        for word in ("now", "utcnow", "today")
        if hasattr(real, word)
    }
    return type(real.__name__, (real,), asked)


def modules_of(game: Game) -> list[ModuleType]:
    """The modules that the game may be written in: those beside its class or in its folder, and the rules of
    the house."""
    home = type(game).__module__
    packages = {home.rpartition(".")[0] or home, "generator.rules"}
    if game.folder is not None:
        packages.add(package_of(game.folder))
    return [
        module
        for name, module in sorted(sys.modules.items())
        if isinstance(module, ModuleType)
        and any(name == package or name.startswith(f"{package}.") for package in packages)
        and not name.startswith("generator.rules.conformance")
    ]


class Chance(Check):
    """Locks chance and clock away while games are played, and reports who tried them."""

    name = "chance"
    question = "only the shuffler makes chance, and nothing looks at the clock"
    order = 50
    counts_games = True

    def prepare(self) -> None:
        self._locks = Locks(self.game)
        self._reported = 0

    def around(self) -> AbstractContextManager[None]:
        return self._locks.locked()

    def leave(self) -> Iterator[str]:
        new = self._locks.heard[self._reported :]
        self._reported += len(new)
        yield from new
