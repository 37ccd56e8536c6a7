"""What drawing one card may take: steps, characters, and the size of any single value."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from jinja2 import Undefined
from jinja2.utils import Namespace

MAX_STEPS = 200_000
"""Loop rounds and calls that drawing one card may take."""
MAX_TEXT = 2_000_000
"""Characters and list items that drawing one card may make."""
MAX_VALUE = 500_000
"""Items of a list, with all that is in them, and characters of their texts."""
MAX_ARGUMENT = 100_000
"""The largest number that may say how long a text or list becomes."""
MAX_BITS = 4096
"""Binary digits of a whole number: more than any arithmetic of a layout, few enough to be quick."""
STEP_WEIGHT = 100
"""Items of a value that are looked through in the time of one step."""

PLAIN = frozenset({bool, int, float, NoneType})
DIGITS = re.compile(r"\d+")
WIDTH_FROM_ARGUMENT = re.compile(r"%[^a-zA-Z%]*\*|\{[^{}]*\{")


class BudgetSpentError(Exception):
    """Raised inside a template that runs or grows beyond all measure."""


@dataclass(slots=True)
class Budget:
    """What one rendering may still use."""

    steps: int = MAX_STEPS
    text: int = MAX_TEXT

    def spend_steps(self, count: int) -> None:
        self.steps -= count
        if self.steps < 0:
            raise BudgetSpentError(f"the template takes more than {MAX_STEPS:,} steps for one card")

    def spend_text(self, count: int) -> None:
        self.text -= count
        if self.text < 0:
            raise BudgetSpentError(f"the template makes more than {MAX_TEXT:,} characters for one card")

    def write(self, value: object) -> None:
        """Charges what a value takes as text."""
        self.spend_text(weight(value))

    def look_through(self, value: object) -> None:
        """Charges the work of comparing or hashing a value with all that is in it."""
        if value.__class__ not in PLAIN and not isinstance(value, str):
            self.spend_steps(weight(value) // STEP_WEIGHT)


def weight(value: object) -> int:
    """Characters and items in a value, those of lists in lists included.

    A list may hold one other list twice, that one a third list twice, and so on: written out, thirty
    such lists fill any memory. Counting stops with :class:`BudgetSpentError` where it has seen too many.
    """
    if isinstance(value, str):
        return len(value)
    if value.__class__ in PLAIN or isinstance(value, Undefined):
        return 1
    total, waiting = 0, [value]
    while waiting:
        thing = waiting.pop()
        total += 1
        # Nearly all are numbers and texts: to ask whether each is a `Mapping` takes most of the time.
        if thing.__class__ in PLAIN:
            pass
        elif thing.__class__ is str or isinstance(thing, str | bytes | range):
            total += len(thing)
        elif isinstance(thing, Mapping):
            waiting.extend(thing.keys())
            waiting.extend(thing.values())
        elif isinstance(thing, Collection):
            waiting.extend(thing)
        elif isinstance(thing, Namespace):
            waiting.append(object.__getattribute__(thing, "_Namespace__attrs"))
        if total > MAX_VALUE:
            raise BudgetSpentError(f"a value holds more than {MAX_VALUE:,} items or characters")
    return total


def refuse_growth(arguments: Iterable[Any]) -> None:
    """Bounds a call whose result can be as long as two of its arguments multiplied.

    ``'x'.center(10 ** 10)`` or ``text.replace('', text)`` must not make a text of gigabytes.
    """
    sizes = []
    for argument in arguments:
        if isinstance(argument, int):
            if abs(argument) > MAX_ARGUMENT:
                raise BudgetSpentError(f"the number {shortened(argument)} is too large for a call")
            sizes.append(abs(argument))
        else:
            sizes.append(weight(argument))
    sizes.sort()
    if len(sizes) > 1 and sizes[-1] * sizes[-2] > MAX_TEXT:
        raise BudgetSpentError(f"a call would make more than {MAX_TEXT:,} characters")


def refuse_wide_format(text: str, arguments: Iterable[Any]) -> None:
    """Bounds the widths that a format asks for, itself or through its arguments."""
    numbers = [int(digits[:9]) for digits in DIGITS.findall(text)]
    longest = [weight(argument) for argument in arguments]
    if WIDTH_FROM_ARGUMENT.search(text):
        longest += [abs(number) for number in _whole_numbers(arguments)]
    widest = max([1, *numbers, *longest])
    if widest * text.count("%") > MAX_TEXT or widest * text.count("{") > MAX_TEXT:
        raise BudgetSpentError(f"the format {text[:40]!r} would make more than {MAX_TEXT:,} characters")


def _whole_numbers(arguments: Iterable[Any]) -> list[int]:
    found = []
    for argument in arguments:
        inside = argument if isinstance(argument, tuple | list) else [argument]
        found += [item for item in inside if isinstance(item, int)]
    return found


def refuse_long_number(value: object) -> None:
    """A whole number squared sixty times has more digits than there is time to work out."""
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise BudgetSpentError("a number has more than a thousand digits")


def shortened(number: object) -> str:
    is_long = isinstance(number, int) and abs(number) >= 10**18
    return "of more than 18 digits" if is_long else str(number)
