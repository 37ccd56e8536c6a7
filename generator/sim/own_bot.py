"""Bots of the user's own: a class in a Python file, ``my_bot.py:Bot``.

The class has ``choose(view, legal)``. It is made with what its constructor asks for by name: ``game``, the
:class:`Game` that it is to play, and ``chance``, a ``random.Random`` to draw lots from. The file is run as a
``rules.py`` is: imported from its source, with its folder as a package. What goes wrong in it is reported
with its file and line, and a call that takes too long is stopped.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from generator.catalog.paths import shown_path
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, quote, with_article
from generator.rules import Game, View
from generator.rules.errors import OWN, RulesError, author_error, is_authors, is_authors_file, place_of_code
from generator.rules.own_code import import_own, own_package
from generator.rules.watch import Endless, Watch, pulse
from generator.sim.bot import Bot

PREFIX = f"{OWN}bot_"
_METHOD = "choose"
_GIVEN = ("game", "chance")
"""What the constructor may ask for."""
_MAX_CLASSES = 16


class BotError(RulesError):
    """Raised where a user's own bot goes wrong: it crashes, does not end, or makes a move that is not legal.

    The place is a line of its file; ``str()`` says what happened, and to which seat.
    """

    is_endless = False
    """Whether a call was stopped because it did not end."""


class OwnBot(Bot):
    """A user's bot, held to what bots may do. ``bot`` is an object with ``choose``, from ``file``."""

    def __init__(self, bot: Any, file: Path) -> None:
        self._bot = bot
        self._file = self.file = file
        watcher = pulse()
        self._pulse = None if watcher is None or watcher.in_study else watcher

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal moves. Raises BotError."""
        seat: int = view["seat"]
        if self._pulse is not None:
            self._pulse.to_choose(seat)
        with _blamed(self._file, seat):
            move: Any = self._bot.choose(view, tuple(legal))
        try:
            chosen = -1 if isinstance(move, bool) else operator.index(move)
        except TypeError:
            chosen = -1
        if chosen in legal:
            return int(chosen)
        place = place_of_code(getattr(type(self._bot), _METHOD, None), self._file.parent)
        raise BotError(
            f"`{_METHOD}` gives {_words_of(move)}, which is not one of the legal moves",
            place or Place(shown_path(self._file)),
            seat=seat,
            hint="give one of the numbers in `legal`",
        )


def _words_of(move: Any) -> str:
    """What a bot gives, as Python has it; of an object only its class, for it may have no words."""
    if move is None or isinstance(move, bool):
        return code(move)
    if isinstance(move, int | float | str):
        return quote(move)
    return with_article(type(move).__name__)


def open_own_bot(file: Path, class_name: str, game: Game, chance: Random) -> Bot:
    """The bot of that class in a Python file.

    Raises InputError where there is no such file; BotError, with file and line, where it can't be imported,
    has no such class, or the bot can't be made.
    """
    path, stamp = _stamp(file)
    kind = _class_in(path, class_name, stamp)
    place = place_of_code(kind, path.parent) or Place(shown_path(path))
    given = {"game": game, "chance": chance}
    with _blamed(path), Watch(_is_in(path.parent)):
        bot = kind(**{name: given[name] for name in _asked_for(kind, place)})
    if not callable(getattr(bot, _METHOD, None)):
        hint = f"write `def {_METHOD}(self, view, legal):`, which gives one of the legal moves"
        raise BotError(f"{code(class_name)} has no method `{_METHOD}`", place, hint=hint)
    return OwnBot(bot, path)


def _stamp(file: Path) -> tuple[Path, tuple[int, int]]:
    """The whole path, and what changes when the file is written. Raises InputError."""
    try:
        path = file.resolve()
        status = path.stat()
        if not path.is_file():
            raise InputError("this is not a file that can be read", place=Place(shown_path(file)))
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or "it can't be read"
        hint = "the path of a bot's file is seen from the current folder"
        raise InputError(f"no bot in {quote(file.as_posix())}: {words}", hint=hint) from None
    if "." in path.stem:
        raise InputError(f"{quote(path.name)} can't be imported: its name has a dot", hint="rename the file")
    return path, (status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=_MAX_CLASSES)  # a study makes new bots for every game
def _class_in(path: Path, class_name: str, stamp: tuple[int, int]) -> type[Any]:
    """The class; ``stamp`` is another when the file has been written since. Raises BotError."""
    del stamp
    with _blamed(path), Watch(_is_in(path.parent)):
        module = import_own(path, own_package(PREFIX, path.parent))
    found = getattr(module, class_name, None)
    if isinstance(found, type):
        return found
    here = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    hint = did_you_mean(class_name, here)
    if hint is None and here:
        hint = f"it has {join_words([code(name) for name in here], 'and')}: name one, `{path.name}:{here[0]}`"
    message = f"there is no class {code(class_name)} in it"
    if found is not None:
        message = f"{code(class_name)} is {with_article(type(found).__name__)}, and not a class"
    raise BotError(message, Place(shown_path(path)), hint=hint)


def _asked_for(kind: type[Any], place: Place) -> list[str]:
    """What the constructor is to be given. Raises BotError where it needs anything else."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return []
    names = []
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in _GIVEN and parameter.kind != parameter.POSITIONAL_ONLY:
            names.append(parameter.name)
        elif parameter.default is parameter.empty:
            hint = "write `def __init__(self, game, chance):`, or leave out what it does not need"
            needs = f"the constructor of {code(kind.__name__)} needs {code(parameter.name)}"
            raise BotError(f"{needs}, which no bot is given", place, hint=hint)
    return names


@contextmanager
def bots_watched(bots: Iterable[Bot]) -> Iterator[None]:
    """Inside, calls of users' own bots that never end are stopped; with none of these nothing happens."""
    files = {str(bot.file) for bot in bots if bot.file is not None}
    if not files:
        yield
        return
    with Watch(files.__contains__):
        yield


def _is_in(folder: Path) -> Callable[[str], bool]:
    return lambda name: is_authors_file(name, folder)


@contextmanager
def _blamed(file: Path, seat: int | None = None) -> Iterator[None]:
    """Inside, the user's code runs: what it raises becomes a BotError.

    What goes wrong in rules of a designer's own, which the bot plays on by, stays what it is.
    """
    folder = file.parent
    try:
        yield
    except RulesError:
        raise
    except BaseException as error:
        # A program that the user interrupts, or a signal ends, is no fault of the bot's.
        if not (isinstance(error, Exception) or is_authors(error, folder)):
            raise
        found = author_error(error, folder, seat=seat, file=file.name)
        wrong = BotError(found.message, found.place, seat=seat, frames=found.frames, hint=found.hint)
        wrong.is_endless = isinstance(error, Endless)
        raise wrong from error
