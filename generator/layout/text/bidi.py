"""The Unicode bidirectional algorithm (UAX 9, revision 50): which way each letter of a text runs.

Rule numbers are those of the annex. What it does at the ends of lines (L1) has no place here, for a line
that is set keeps no space at its end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple, TypeVar

from generator.layout.text.breaks import PARAGRAPH_END, has_rtl

_MAX_DEPTH = 125
_MAX_BRACKETS = 63
_STRONG = {"L": 0, "R": 1, "AL": 1}
_INITIATORS = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = frozenset({"LRE", "RLE", "LRO", "RLO"})
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
_REMOVED = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "BN"})

T = TypeVar("T")


def first_strong(text: str) -> int | None:
    """0 or 1 as its first letter with a direction runs to the right or to the left; None without any."""
    return _first_strong([_class_of(letter) for letter in text], 0)


def levels(text: str, base: int) -> list[int]:
    """The embedding level of each letter; even ones run to the right, odd ones to the left.

    ``base``: the level of its paragraphs, which end at :data:`PARAGRAPH_END`.
    """
    found: list[int] = []
    for paragraph in re.split(f"(?<={PARAGRAPH_END})", text):
        found += _Paragraph(paragraph, base).resolved()
    return found


def visual(items: Sequence[T], levels: Sequence[int]) -> list[T]:
    """The items of a line from left to right (L2)."""
    return _with_turned_runs(items, levels, reversed(_turned_levels(levels)))


def logical(items: Sequence[T], levels: Sequence[int]) -> list[T]:
    """The items of a line, given from left to right, in the order in which they are read."""
    return _with_turned_runs(items, levels, _turned_levels(levels))


def _turned_levels(levels: Sequence[int]) -> range:
    lowest = min((level for level in levels if level % 2), default=0)
    return range(lowest, max(levels) + 1) if lowest else range(0)


def _with_turned_runs(items: Sequence[T], levels: Sequence[int], leasts: Iterable[int]) -> list[T]:
    """The items, with each run of some level or above turned round, level by level."""
    order = list(range(len(items)))
    for least in leasts:
        start: int | None = None
        for at in range(len(order) + 1):
            is_in = at < len(order) and levels[order[at]] >= least
            if is_in and start is None:
                start = at
            elif not is_in and start is not None:
                order[start:at] = reversed(order[start:at])
                start = None
    return [items[at] for at in order]


def _class_of(letter: str) -> str:
    found = unicodedata.bidirectional(letter)
    # Unassigned letters go by their block.
    return found or ("R" if has_rtl(letter) else "L")


def _first_strong(classes: Sequence[str], start: int, end: int | None = None) -> int | None:
    """P2, from ``start``: isolates are skipped."""
    depth = 0
    for own in classes[start:end]:
        if own in _INITIATORS:
            depth += 1
        elif own == "PDI":
            depth = max(depth - 1, 0)
        elif not depth and own in _STRONG:
            return _STRONG[own]
    return None


class _Embedding(NamedTuple):
    """An entry of the directional status stack (X1)."""

    level: int
    override: str | None
    is_isolate: bool


class _Paragraph:
    def __init__(self, text: str, base: int) -> None:
        self.text = text
        self.base = base
        self.given = [_class_of(letter) for letter in text]
        self.classes = list(self.given)
        self.levels = [base] * len(text)
        self.ends = _isolate_ends(self.given)

    def resolved(self) -> list[int]:
        self._embed()
        kept = [at for at, own in enumerate(self.given) if own not in _REMOVED]
        # All of them before any is resolved, for what borders on each other goes by the levels as embedded.
        for sequence in [_Sequence(self, places) for places in self._sequences(kept)]:
            sequence.resolve()
        self._follow(kept)
        return self.levels

    def _embed(self) -> None:
        """X1 to X8."""
        stack = [_Embedding(self.base, None, False)]
        lost_isolates = lost_embeddings = isolates = 0
        for at, own in enumerate(self.given):
            top = stack[-1]
            if own in _EMBEDDINGS:
                level = _next_level(top.level, to_left=own in ("RLE", "RLO"))
                if level <= _MAX_DEPTH and not lost_isolates and not lost_embeddings:
                    override = {"LRO": "L", "RLO": "R"}.get(own)
                    stack.append(_Embedding(level, override, False))
                elif not lost_isolates:
                    lost_embeddings += 1
            elif own in _INITIATORS:
                self._enter(at, top)
                level = _next_level(top.level, to_left=self._opens_to_left(at))
                if level <= _MAX_DEPTH and not lost_isolates and not lost_embeddings:
                    isolates += 1
                    stack.append(_Embedding(level, None, True))
                else:
                    lost_isolates += 1
            elif own == "PDI":
                if lost_isolates:
                    lost_isolates -= 1
                elif isolates:
                    lost_embeddings = 0
                    while not stack[-1].is_isolate:
                        stack.pop()
                    stack.pop()
                    isolates -= 1
                self._enter(at, stack[-1])
            elif own == "PDF":
                if lost_isolates:
                    continue
                if lost_embeddings:
                    lost_embeddings -= 1
                elif len(stack) > 1 and not top.is_isolate:
                    stack.pop()
            elif own == "B":
                self.levels[at] = self.base
            elif own != "BN":
                self._enter(at, top)

    def _enter(self, at: int, embedding: _Embedding) -> None:
        self.levels[at] = embedding.level
        if embedding.override is not None:
            self.classes[at] = embedding.override

    def _opens_to_left(self, at: int) -> bool:
        own = self.given[at]
        if own == "FSI":
            return _first_strong(self.given, at + 1, self.ends.get(at)) == 1
        return own == "RLI"

    def _sequences(self, kept: Sequence[int]) -> Iterator[list[int]]:
        """The isolating run sequences (X10, BD13)."""
        runs = [list(group) for _, group in groupby(kept, lambda at: self.levels[at])]
        begun = {run[0]: run for run in runs}
        continued = set(self.ends.values())
        for run in runs:
            if run[0] in continued:
                continue
            sequence = list(run)
            while (end := self.ends.get(sequence[-1])) is not None:
                sequence += begun[end]
            yield sequence

    def _follow(self, kept: Sequence[int]) -> None:
        """What X9 removes takes the level of what stands before it, so that no run is torn by it."""
        removed = set(range(len(self.text))) - set(kept)
        for at in sorted(removed):
            self.levels[at] = self.levels[at - 1] if at else self.base


def _next_level(level: int, *, to_left: bool) -> int:
    return (level + 1) | 1 if to_left else (level + 2) & ~1


def _isolate_ends(classes: Sequence[str]) -> dict[int, int]:
    """Of each isolate initiator that is closed, its PDI (BD9)."""
    found: dict[int, int] = {}
    open_: list[int] = []
    for at, own in enumerate(classes):
        if own in _INITIATORS:
            open_.append(at)
        elif own == "PDI" and open_:
            found[open_.pop()] = at
    return found


class _Sequence:
    """An isolating run sequence while its types are resolved. ``places`` in the paragraph."""

    def __init__(self, paragraph: _Paragraph, places: Sequence[int]) -> None:
        self.paragraph = paragraph
        self.places = places
        self.level = paragraph.levels[places[0]]
        self.types = [paragraph.classes[at] for at in places]
        self.embedding = "R" if self.level % 2 else "L"
        before = self._level_beside(range(places[0] - 1, -1, -1))
        is_open = paragraph.given[places[-1]] in _INITIATORS
        after = paragraph.base if is_open else self._level_beside(range(places[-1] + 1, len(paragraph.text)))
        self.start = "R" if max(before, self.level) % 2 else "L"
        self.end = "R" if max(after, self.level) % 2 else "L"

    def _level_beside(self, places: range) -> int:
        paragraph = self.paragraph
        for at in places:
            if paragraph.given[at] not in _REMOVED:
                return paragraph.levels[at]
        return paragraph.base

    def resolve(self) -> None:
        self._weak()
        self._brackets()
        self._neutrals()
        for at, own in zip(self.places, self.types, strict=True):
            self.paragraph.levels[at] = self._implicit(own)

    def _implicit(self, own: str) -> int:
        """I1 and I2."""
        if self.level % 2:
            return self.level + (own in ("L", "EN", "AN"))
        return self.level + {"R": 1, "EN": 2, "AN": 2}.get(own, 0)

    def _weak(self) -> None:
        """W1 to W7."""
        types = self.types
        previous = strong = self.start
        for at, given in enumerate(types):
            own = given
            if own == "NSM":
                own = "ON" if previous in _INITIATORS or previous == "PDI" else previous
            if own in _STRONG:
                strong = own
            elif own == "EN" and strong == "AL":
                own = "AN"
            types[at] = previous = own
        types[:] = ["R" if own == "AL" else own for own in types]
        self._separators()
        self._terminators()
        strong = self.start
        for at, own in enumerate(types):
            if own in _STRONG:
                strong = own
            elif own == "EN" and strong == "L":
                types[at] = "L"

    def _separators(self) -> None:
        """W4: a single one between two numbers of one kind belongs to them."""
        types = self.types
        for at in range(1, len(types) - 1):
            before, own, after = types[at - 1 : at + 2]
            is_joined = (own == "CS" and before in ("EN", "AN")) or (own == "ES" and before == "EN")
            if is_joined and before == after:
                types[at] = before

    def _terminators(self) -> None:
        """W5 and W6."""
        types = self.types
        start = 0
        for own, group in groupby(list(types)):
            end = start + len(list(group))
            if own == "ET":
                beside = "EN" in (types[start - 1] if start else "", types[end] if end < len(types) else "")
                types[start:end] = ["EN" if beside else "ON"] * (end - start)
            elif own in ("ES", "CS"):
                types[start:end] = ["ON"] * (end - start)
            start = end

    def _brackets(self) -> None:
        """N0."""
        for opening, closing in self._pairs():
            inside = {_direction(own) for own in self.types[opening + 1 : closing]}
            if self.embedding in inside:
                self._set_bracket(opening, closing, self.embedding)
            elif "L" in inside or "R" in inside:
                before = next(filter(None, map(_direction, reversed(self.types[:opening]))), self.start)
                other = "L" if self.embedding == "R" else "R"
                self._set_bracket(opening, closing, other if before == other else self.embedding)

    def _set_bracket(self, opening: int, closing: int, own: str) -> None:
        for at in (opening, closing):
            self.types[at] = own
            for follower in range(at + 1, len(self.places)):
                if self.paragraph.given[self.places[follower]] != "NSM":
                    break
                self.types[follower] = own

    def _pairs(self) -> list[tuple[int, int]]:
        """BD16."""
        open_: list[tuple[str, int]] = []
        found: list[tuple[int, int]] = []
        for at, place in enumerate(self.places):
            if self.types[at] != "ON":
                continue
            letter = self.paragraph.text[place]
            closing = _closing_bracket(letter)
            if closing is not None:
                if len(open_) == _MAX_BRACKETS:
                    return []
                open_.append((closing, at))
                continue
            letter = _canonical(letter)
            for depth in range(len(open_) - 1, -1, -1):
                if open_[depth][0] == letter:
                    found.append((open_[depth][1], at))
                    del open_[depth:]
                    break
        return sorted(found)

    def _neutrals(self) -> None:
        """N1 and N2."""
        types = self.types
        start = 0
        for is_neutral, group in groupby(list(types), _NEUTRAL.__contains__):
            end = start + len(list(group))
            if is_neutral:
                before = _direction(types[start - 1]) if start else self.start
                after = _direction(types[end]) if end < len(types) else self.end
                types[start:end] = [before if before == after else self.embedding] * (end - start)
            start = end


def _direction(own: str) -> str:
    """As N0 to N2 take a type: numbers are as good as letters that run to the left."""
    return own if own in ("L", "R") else "R" if own in ("EN", "AN") else ""


@cache
def _closing_bracket(letter: str) -> str | None:
    """The bracket that closes this one; None if it is no opening one. By their names, which go in pairs."""
    if unicodedata.category(letter) != "Ps" or not unicodedata.mirrored(letter):
        return None
    name = unicodedata.name(letter).replace("LEFT", "RIGHT").replace("GYON", "GYAS")
    try:
        return _canonical(unicodedata.lookup(name))
    except KeyError:
        return None


def _canonical(letter: str) -> str:
    return unicodedata.normalize("NFC", letter)
