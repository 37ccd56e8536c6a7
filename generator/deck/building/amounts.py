"""How much of something is wished for: counts, shares and means, as a player writes them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.deck.format import MOST


class Span(NamedTuple):
    """A number of cards, from ``low`` to ``high``."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low:,}" if self.is_exact else f"{self.low:,} to {self.high:,}"


class Ratio(NamedTuple):
    """A share of the cards or a mean of their powers, from ``low`` to ``high``.

    A single one is met as nearly as whole cards allow: with less than one card too many or too few.
    A range is met exactly.
    """

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


_COUNT = re.compile(r"\d+", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,3}|/[1-9]\d{0,4})?", re.ASCII)
_DASH = re.compile(r"\s*[-–]\s*")


def parse_span(text: str) -> Span:
    """``12`` or ``5-8``. Raises :class:`InputError`."""
    counts = [_count(part) for part in _parts(text, "12 or 5-8")]
    _refuse_backwards(text, counts[0] > counts[-1])
    return Span(counts[0], counts[-1])


def parse_share(text: str) -> Ratio:
    """``30%`` or ``20-30%``. Raises :class:`InputError`."""
    share = _ratio(text.replace("%", ""), "30% or 20-30%")
    if share.high > 100:
        raise InputError(f"{text} is more than all cards")
    return Ratio(share.low / 100, share.high / 100)


def parse_mean(text: str) -> Ratio:
    """``3``, ``2.5``, ``10/3`` or ``2.5-3``. Raises :class:`InputError`."""
    return _ratio(text, "3, 2.5, 10/3 or 2.5-3")


def _ratio(text: str, example: str) -> Ratio:
    parts = [part.strip() for part in _parts(text, example)]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise InputError(f"expected for example {example}, got {quote(text)}")
    numbers = [Fraction(part) for part in parts]
    _refuse_backwards(text, numbers[0] > numbers[-1])
    return Ratio(numbers[0], numbers[-1])


def _parts(text: str, example: str) -> list[str]:
    parts = _DASH.split(text.strip())
    if len(parts) > 2 or not all(parts):
        raise InputError(f"expected for example {example}, got {quote(text)}")
    return parts


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise InputError(f"expected a whole number, got {quote(text)}")
    if len(text.lstrip("0")) > len(str(MOST)) or int(text) > MOST:
        raise InputError(f"expected at most {MOST:,}, got {quote(text)}")
    return int(text)


def _refuse_backwards(text: str, backwards: bool) -> None:
    if backwards:
        raise InputError(f"{text} runs backwards", hint="write the smaller number first")
