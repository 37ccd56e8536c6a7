"""What a designer claims, aims at or waits for, in words, and whether the games bear it out.

The quantities:
    ``seat0``               the share of wins of a seat; seats count from 0
    ``bot NAME``            that of a bot, as it is written after ``--bots``
    ``deck NAME``           that of a deck
    ``first-player``        the first player's share of wins beyond a fair one, from -1 to 1
    ``draws``               the share of games without a single winner
    ``cut-short``           the share of games that were stopped before their end
    ``length``              the mean number of turns

Behind a quantity stands a band (``--assert``), a value with what it may be off (``--target``) or the width of
its interval (``--until``):
    ``seat0 in 0.45..0.55``, ``draws < 10%``, ``length >= 8``
    ``seat0=0.5±0.03``, ``length=12+-2``
    ``width<0.02``, ``seat0 width<0.02``
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, TypeVar

from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed, quote
from generator.sim.statistics.intervals import Interval

Kind = Literal["seat", "bot", "deck", "first-player", "draws", "cut-short", "length"]
Verdict = Literal["holds", "fails", "can't tell"]

PLAIN: Sequence[Kind] = ("first-player", "draws", "cut-short", "length")
"""Quantities that are named by themselves."""
QUANTITIES = "seat0, bot NAME, deck NAME, first-player, draws, cut-short, length"
EXAMPLE_ASSERTION = "seat0 in 0.45..0.55"
EXAMPLE_TARGET = "seat0=0.5±0.03"
EXAMPLE_RULE = "width<0.02"

HOLDS, FAILS, CANT_TELL = 0, 1, 3
"""Exit codes of a run that judges assertions."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is measured: the share of wins of a seat, bot or deck, or something of the games as a whole."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        if self.kind == "seat":
            return f"seat{self.name}"
        return f"{self.kind} {self.name}" if self.name else self.kind

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which values it lies: a length has no upper bound."""
        if self.kind == "length":
            return 0.0, inf
        return (-1.0, 1.0) if self.kind == "first-player" else (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Assertion:
    """That a quantity lies from ``low`` to ``high``, both included; an open end is infinite."""

    quantity: Quantity
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """That a study ends when an interval is narrower than ``width``."""

    quantity: Quantity | None
    """Whose interval; None for those of all shares that the study measures."""
    width: float
    text: str


# Judging


def judge(interval: Interval, assertion: Assertion) -> Verdict:
    """Whether the measured quantity lies in the band.

    It holds if the whole interval does, and fails if none of the interval does. Otherwise the games can't
    tell, and more of them are needed; unless the true value is the very end of the band.
    """
    if interval.n == 0:
        return "can't tell"
    if interval.high < assertion.low or interval.low > assertion.high:
        return "fails"
    if assertion.low <= interval.low and interval.high <= assertion.high:
        return "holds"
    return "can't tell"


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """1 if one assertion fails, 3 if none does but one is undecided, 0 if all hold."""
    found = set(verdicts)
    if "fails" in found:
        return FAILS
    return CANT_TELL if "can't tell" in found else HOLDS


# Reading

_NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)%?"
_BAND = re.compile(rf"(?P<quantity>.*?)\s+in\s+(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})", re.S)
_SIDE = re.compile(rf"(?P<quantity>.*?)\s*(?P<sign><=|>=|<|>)\s*(?P<value>{_NUMBER})", re.S)
_TARGET = re.compile(
    rf"(?P<quantity>.*?)\s*=\s*(?P<value>{_NUMBER})\s*(?:±|\+/-|\+-)\s*(?P<tolerance>{_NUMBER})", re.S
)
_WIDTH = re.compile(rf"(?:(?P<quantity>.*?)\s+)?width\s*<=?\s*(?P<width>{_NUMBER})", re.S)
_SEAT = re.compile(r"seat\s*(\d{1,3})", re.ASCII)


def parse_quantity(text: str) -> Quantity:
    """Reads ``seat0``, ``bot greedy``, ``draws`` … Raises InputError."""
    text = text.strip()
    if found := _SEAT.fullmatch(text):
        return Quantity("seat", str(int(found[1])))
    word, _, name = text.partition(" ")
    for kind in PLAIN:
        if text == kind:
            return Quantity(kind)
    if word in ("bot", "deck"):
        if not name.strip():
            raise InputError(f"{word} needs a name", hint=f"write for example `{word} {_SAMPLES[word]}`")
        return Quantity("bot" if word == "bot" else "deck", name.strip())
    hint = did_you_mean(word, ("seat0", "bot", "deck", *PLAIN)) or f"what is measured: {QUANTITIES}"
    raise InputError(f"{quote(text)} is not measured", hint=hint)


_SAMPLES = {"bot": "greedy", "deck": "river-guard"}


def parse_assertion(text: str) -> Assertion:
    """Reads ``seat0 in 0.45..0.55`` or ``draws < 0.1``; ``<`` and ``<=`` are the same. Raises InputError."""
    if found := _BAND.fullmatch(text.strip()):
        quantity = parse_quantity(found["quantity"])
        low, high = (_value_of(found[end], quantity) for end in ("low", "high"))
        if low > high:
            hint = f"write {found['high']}..{found['low']}"
            raise InputError(f"the band {found['low']}..{found['high']} is upside down", hint=hint)
        return Assertion(quantity, low, high, text.strip())
    if found := _SIDE.fullmatch(text.strip()):
        quantity = parse_quantity(found["quantity"])
        value = _value_of(found["value"], quantity)
        low, high = (-inf, value) if found["sign"].startswith("<") else (value, inf)
        return Assertion(quantity, low, high, text.strip())
    hint = f"write for example `{EXAMPLE_ASSERTION}` or `draws < 0.1`"
    raise InputError(f"{quote(text)} is not an assertion", hint=hint)


def parse_target(text: str) -> Assertion:
    """Reads ``seat0=0.5±0.03``, where ``+-`` and ``+/-`` stand for ``±``, as the band. Raises InputError."""
    found = _TARGET.fullmatch(text.strip())
    if found is None:
        hint = f"write for example `{EXAMPLE_TARGET}`; +- stands for ±"
        raise InputError(f"{quote(text)} is not a target", hint=hint)
    quantity = parse_quantity(found["quantity"])
    value, tolerance = _value_of(found["value"], quantity), _number(found["tolerance"])
    if tolerance <= 0:
        raise InputError(
            f"a tolerance is above 0, got {found['tolerance']}", hint="games never hit it exactly"
        )
    return Assertion(quantity, value - tolerance, value + tolerance, text.strip())


def parse_until(text: str) -> StoppingRule:
    """Reads ``width<0.02`` or ``seat0 width<0.02``. Raises InputError."""
    found = _WIDTH.fullmatch(text.strip())
    if found is None:
        hint = f"write for example `{EXAMPLE_RULE}` or `seat0 {EXAMPLE_RULE}`"
        raise InputError(f"{quote(text)} is not a stopping rule", hint=hint)
    quantity = None if found["quantity"] is None else parse_quantity(found["quantity"])
    if quantity is not None and quantity.bounds[1] == inf:
        message = f"no study can stop by the width of {quantity}: it has no bounds"
        raise InputError(message, hint="name a share of games, or a number of games to play")
    width = _number(found["width"])
    most = 1.0 if quantity is None else quantity.bounds[1] - quantity.bounds[0]
    if not 0 < width < most:
        hint = "0.02 is ± 1 percentage point"
        raise InputError(f"a width is between 0 and {most:g}, got {found['width']}", hint=hint)
    return StoppingRule(quantity, width, text.strip())


Read = TypeVar("Read")


def parse_each(
    texts: Iterable[str], parse: Callable[[str], Read], option: str, problems: Problems
) -> list[Read]:
    """Reads all texts of an option; what can't be read is added to the problems, and left out."""
    read = []
    for text in texts:
        with problems.reporting(field=option):
            read.append(parse(text))
    return read


def check_known(
    quantities: Iterable[Quantity],
    option: str,
    problems: Problems,
    *,
    seats: int,
    bots: Collection[str],
    decks: Collection[str],
) -> None:
    """Reports every quantity that a study of so many seats and of these bots and decks doesn't measure."""
    for quantity in quantities:
        if quantity.kind == "seat" and int(quantity.name) >= seats:
            message = f"there is no {quantity}"
            problems.error(message, field=option, hint=f"seats count from 0: seat0 to seat{seats - 1}")
        for kind, known in (("bot", bots), ("deck", decks)):
            if quantity.kind == kind and quantity.name not in known:
                here = f"the {kind}s are {listed(sorted(known))}" if known else f"it has no {kind}s"
                hint = did_you_mean(quantity.name, known) or here
                problems.error(f"the study has no {kind} {quote(quantity.name)}", field=option, hint=hint)


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def _value_of(text: str, quantity: Quantity) -> float:
    """A number that the quantity can have. Raises InputError for any other."""
    if quantity.kind == "length" and text.endswith("%"):
        raise InputError(f"a length is not a share, got {text}", hint="write the number of turns")
    value = _number(text)
    low, high = quantity.bounds
    if low <= value <= high:
        return value
    if high == inf:
        raise InputError(f"{quantity} is 0 or more, got {text}")
    hint = f"write {text}% for percent" if 1 < abs(value) <= 100 and not text.endswith("%") else None
    raise InputError(f"{quantity} lies from {low:g} to {high:g}, got {text}", hint=hint)
