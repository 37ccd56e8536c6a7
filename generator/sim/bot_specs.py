"""The word that names a bot: ``greedy``, ``search:200``, ``my_bot.py:Bot``, ``greedy+pacifist``.

A spec says which bot decides, what it may spend on a decision, and by which of the game's strategies its
moves are restricted. It is read once, and then passed on as it is: it can be pickled, and ``str`` gives the
word back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.problems import InputError
from generator.catalog.wording import quote

EXAMPLES = "write for example `greedy`, `search:200`, `search:50ms`, `my_bot.py:Bot` or `greedy+pacifist`"
USUAL_CLASS = "Bot"
"""The class of a file that is named without one."""
MAX_ITERATIONS = 10_000_000
MAX_MILLISECONDS = 600_000
"""Ten minutes for a decision."""
_DOES = {
    "random": "makes any legal move",
    "greedy": "takes what looks best at once",
    "search": "tries out many continuations before it moves",
}
_FILE = re.compile(r"(?P<file>.*?\.py)(?::(?P<class>[^:+]*))?(?P<rest>(?:\+[^+]*)*)")
_NAMED = re.compile(r"(?P<name>[^:+]*)(?::(?P<budget>[^:+]*))?(?P<rest>(?:\+[^+]*)*)")
_BUDGET = re.compile(r"([0-9]{1,12})(ms)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a bot may spend on a decision: just one of the two is not None."""

    iterations: int | None = None
    """So many simulations: the same seed decides alike on any machine."""
    milliseconds: int | None = None
    """So much time: how much it thinks depends on the machine, and so what it decides."""

    def __str__(self) -> str:
        return str(self.iterations) if self.milliseconds is None else f"{self.milliseconds}ms"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot as it is named."""

    name: str
    """Of a bot that comes along; empty for a bot of the user's own."""
    budget: Budget | None = None
    file: Path | None = None
    class_name: str = USUAL_CLASS
    strategies: tuple[str, ...] = ()
    """The names of the game's strategies that it keeps to, all of them at once."""

    @property
    def is_timed(self) -> bool:
        """Whether it thinks by the clock, so that the same seed need not play the same game."""
        return self.budget is not None and self.budget.milliseconds is not None

    @property
    def in_words(self) -> str:
        """With what it does, for whoever does not know it: ``greedy (takes what looks best at once)``."""
        does, budget = _DOES.get(self.name), self.budget
        if budget is not None:
            ms = budget.milliseconds
            amount = f"{budget.iterations:,} continuations" if ms is None else f"continuations for {ms:,} ms"
            does = f"tries out {amount} before it moves"
        return str(self) if does is None else f"{self} ({does})"

    def __str__(self) -> str:
        bot = f"{self.file.as_posix()}:{self.class_name}" if self.file else self.name
        budget = "" if self.budget is None else f":{self.budget}"
        return "+".join([bot + budget, *self.strategies])


def parse_bot_spec(text: str) -> BotSpec:
    """The bot that a word names; which bots, files and strategies there are is not looked at here.

    Raises InputError for what is no such word.
    """
    own = _FILE.fullmatch(text)
    found = own or _NAMED.fullmatch(text)
    if found is None:
        raise InputError(f"expected a bot, got {quote(text)}", hint=EXAMPLES)
    strategies = tuple(found["rest"].split("+")[1:])
    if "" in strategies:
        raise InputError(f"the name of a strategy is missing after `+` in {quote(text)}", hint=EXAMPLES)
    twice = next((name for name in strategies if strategies.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"the strategy {quote(twice)} is given twice in {quote(text)}")
    if own is not None:
        class_name = USUAL_CLASS if own["class"] is None else own["class"]
        if not class_name.isidentifier():
            hint = f"write the name of a class after the colon, or nothing for `{USUAL_CLASS}`"
            raise InputError(f"{quote(class_name)} is not a class name, in {quote(text)}", hint=hint)
        return BotSpec("", None, Path(own["file"]), class_name, strategies)
    if not found["name"]:
        raise InputError(f"expected a bot, got {quote(text)}", hint=EXAMPLES)
    budget = None if found["budget"] is None else _budget(found["budget"], text)
    return BotSpec(found["name"], budget, strategies=strategies)


def _budget(text: str, whole: str) -> Budget:
    found = _BUDGET.fullmatch(text)
    if found is None:
        hint = "a number of iterations such as `200`, or of milliseconds such as `50ms`"
        raise InputError(f"{quote(text)} is not a budget, in {quote(whole)}", hint=hint)
    amount, is_timed = int(found[1]), found[2] is not None
    most, noun = (MAX_MILLISECONDS, "milliseconds") if is_timed else (MAX_ITERATIONS, "iterations")
    if not 1 <= amount <= most:
        raise InputError(f"a budget is 1 to {most:,} {noun}, got {amount:,} in {quote(whole)}")
    return Budget(milliseconds=amount) if is_timed else Budget(iterations=amount)
