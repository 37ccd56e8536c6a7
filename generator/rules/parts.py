"""Parts of positions: how a position fits the part that is expected, and how another is made of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.catalog.reader import Path
from generator.catalog.suggest import did_you_mean
from generator.rules.positions import BadPosition, Fault, written
from generator.rules.protocol import Position

# Compared


def same_parts(given: Any, part: Any) -> Any:
    """Of a value what the expected part speaks of."""
    if isinstance(given, dict) and isinstance(part, dict):
        return {key: same_parts(given[key], inner) for key, inner in part.items() if key in given}
    if isinstance(given, list) and isinstance(part, list) and len(given) == len(part):
        return [same_parts(item, inner) for item, inner in zip(given, part, strict=True)]
    return given


def misfits(
    given: Any, part: Any, unordered: frozenset[str], path: str = "", *, lengths: bool = True
) -> list[str]:
    """Where a value does not fit the part of it that is expected, in words; [] if it fits.

    ``unordered``: the keys of lists whose order means nothing, and of boards. ``lengths``: whether a number
    may stand for a list of that length.
    """
    place = path or "it"
    if lengths and isinstance(given, list) and isinstance(part, int) and not isinstance(part, bool):
        return [] if len(given) == part else [f"{place} has {len(given)} items and not {part}: {given}"]
    if isinstance(given, dict) and isinstance(part, dict):
        found = []
        for key, inner in part.items():
            if key not in given and path.rpartition(".")[2] in unordered and inner in ([], 0):
                continue  # Of a board, positions have the spaces on which something lies.
            if key not in given:
                found.append(f"{place} has no `{key}`, only {', '.join(map(str, given))}")
            else:
                deeper = f"{path}.{key}".lstrip(".")
                found += misfits(given[key], inner, unordered, deeper, lengths=lengths)
        return found
    if isinstance(given, list) and isinstance(part, list):
        if path.rpartition(".")[2] in unordered:
            same = sorted(map(str, given)) == sorted(map(str, part))
            return [] if same else [f"{place} is {given} and not {part}"]
        if len(given) != len(part):
            return [f"{place} has {len(given)} items and not {len(part)}: {given}"]
        return [
            misfit
            for index, (item, inner) in enumerate(zip(given, part, strict=True))
            for misfit in misfits(item, inner, unordered, f"{path}[{index}]", lengths=lengths)
        ]
    same = given == part and isinstance(given, bool) == isinstance(part, bool)
    return [] if same else [f"{place} is {given!r} and not {part!r}"]


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The value and all values in it, each behind those that it lies in, with the way to it."""
    yield path, value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from walk(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value):
            yield from walk(inner, (*path, at))


def words_in(value: Any) -> Iterator[str]:
    """Every key and every text in a value, however deep."""
    for path, inner in walk(value):
        if path and isinstance(path[-1], str):
            yield path[-1]
        if isinstance(inner, str):
            yield inner


# Changed

MayLie = Callable[[str, Path], bool]
"""Whether a card may lie in the list that has this path."""
_GONE = object()
"""Where a card was taken from, and none put."""
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


def path_of(text: str) -> Path | None:
    """The way to a value as it is written, ``seats[0].hand``; None for what is none."""
    steps = list(_STEP.finditer(text))
    if not steps or "".join(step[0] for step in steps) != text or text.startswith("."):
        return None
    return tuple(step[1] if step[1] is not None else int(step[2]) for step in steps)


def changed(
    position: Position,
    changes: Mapping[str, Any],
    cards: Collection[str],
    unordered: Collection[str] = (),
    may_lie: MayLie | None = None,
) -> Position:
    """The position with other values in some places, by their paths. Raises BadPosition where there are none.

    ``unordered``: the keys of boards among them, on which only spaces with something on them are written.
    ``cards``: the words that are cards. Those that are put somewhere are taken from elsewhere, and those that
    lay there go where these were, or to other piles with cards in them where they ``may_lie``; what may lie
    in none leaves the game. Nearest are places of the same seat, then of the table, then of other seats.
    """
    whole: Position = plain(position)
    faults: list[Fault] = []
    trades: list[_Trade] = []
    paths = {text: path_of(text) or (text,) for text in changes}
    for text, value in changes.items():
        path = paths[text]
        holder, fault = _holder(whole, path, text, unordered)
        around = next((one for one, other in paths.items() if one != text and _is_in(path, other)), None)
        if fault is None and around is not None:
            fault = Fault(("changes", text), f"this lies in `{around}`, which is changed too")
        if fault is not None:
            faults.append(fault)
            continue
        before = Counter(_cards_in(_value_at(holder, path[-1]), cards))
        after = Counter(_cards_in(value, cards))
        trades.append(_Trade(path, before - after, after - before))
        holder[path[-1]] = plain(value)
    if faults:
        raise BadPosition(faults)
    places = [path for path, *_ in trades]
    slots = [
        slot
        for slot in _slots(whole, cards)
        if not any(_is_in((*slot.path, slot.at), place) for place in places)
    ]
    piles = [slot for slot in slots if not (len(slot.path) > 1 and slot.path[-2] in unordered)]
    _trade(trades, slots, piles, may_lie)
    _clear_spaces(whole, unordered)
    return whole


def _value_at(holder: Any, step: str | int) -> Any:
    """What stands there; nothing on a space of a board that is empty."""
    return holder.get(step) if isinstance(holder, dict) else holder[step]


def _clear_spaces(value: Any, boards: Collection[str]) -> None:
    """Takes the spaces off boards on which nothing is left."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if key in boards and isinstance(inner, dict):
            value[key] = {space: lying for space, lying in inner.items() if lying != []}
        _clear_spaces(inner, boards)
    for inner in value if isinstance(value, list) else ():
        _clear_spaces(inner, boards)


def plain(value: Any) -> Any:
    """The value without its places in a file, and sharing nothing with it."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


class _Trade(NamedTuple):
    """Where a value was changed, with the cards that are left over there, and those that are wanted."""

    path: Path
    left: Counter[str]
    wanted: Counter[str]


class _Slot(NamedTuple):
    """A card in a list of a position."""

    path: Path
    """Of the list."""
    cards: list[Any]
    at: int
    word: str


def _holder(position: Any, path: Path, text: str, boards: Collection[str]) -> tuple[Any, Fault | None]:
    """What holds the value of a path, or what is wrong with the path."""
    for at, step in enumerate(path):
        is_there = (
            step in position
            if isinstance(position, dict)
            else (isinstance(position, list) and isinstance(step, int) and step < len(position))
        )
        is_space = at > 0 and at + 1 == len(path) and path[at - 1] in boards and isinstance(position, dict)
        if not is_there and not is_space:
            message = f"the position has no `{written(path[: at + 1])}`"
            hint = did_you_mean(str(step), list(position)) if isinstance(position, dict) else None
            return None, Fault(("changes", text), message, hint)
        if at + 1 < len(path):
            position = position[step]
    return position, None


def _word(item: Any) -> Any:
    """What a card is called that may have marks."""
    return item.get("card") if isinstance(item, dict) else item


def _cards_in(value: Any, cards: Collection[str]) -> Iterator[str]:
    word = _word(value)
    if isinstance(word, str):
        if word in cards:
            yield word
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _cards_in(inner, cards)


def _slots(value: Any, cards: Collection[str], path: Path = ()) -> Iterator[_Slot]:
    """All cards that lie in lists."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        word = _word(inner)
        if isinstance(value, list) and isinstance(word, str) and word in cards:
            yield _Slot(path, value, step, word)
        else:
            yield from _slots(inner, cards, (*path, step))


def _is_in(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


def _trade(
    trades: Sequence[_Trade], slots: Sequence[_Slot], piles: Sequence[_Slot], may_lie: MayLie | None
) -> None:
    """Takes what is wanted out of the slots, and puts there what is left over.

    The rest goes to ``piles``: those slots that are no spaces of a board.
    """
    emptied: list[_Slot] = []
    for path, _, wanted in trades:
        for word in wanted.elements():
            # Of another change's cards first: they were taken out before.
            giver = next((other.left for other in trades if other.left[word]), None)
            if giver is not None:
                giver[word] -= 1
                continue
            found = [slot for slot in slots if slot.word == word and slot not in emptied]
            if found:
                emptied.append(min(found, key=lambda slot: (_distance(slot.path, path), -slot.at)))
    rest = [(path, word) for path, left, _ in trades for word in left.elements()]
    for slot in emptied:
        near = min(rest, key=lambda one: _distance(slot.path, one[0]), default=None)
        slot.cards[slot.at] = _GONE if near is None else _laid(near[1], slot.cards[slot.at])
        if near is not None:
            rest.remove(near)
    for slot in emptied:
        slot.cards[:] = [card for card in slot.cards if card is not _GONE]
    for path, word in rest:
        fitting = [slot for slot in piles if _distance(slot.path, path) < 2]
        fitting = [slot for slot in fitting if may_lie is None or may_lie(word, slot.path)]
        if fitting:
            # Of piles in which it may lie, rather one in which a card like it lies.
            best = max(fitting, key=lambda slot: (slot.word == word, len(slot.cards)))
            best.cards.append(_laid(word, next(iter(best.cards), word)))


def _laid(word: str, other: Any) -> Any:
    """A card as it is written where another one lies: where that has marks, its own are as at the start."""
    return {"card": word} if isinstance(other, dict) else word


def _distance(path: Path, other: Path) -> int:
    """0: of the same seat, or both of the table; 1: the one of the table; 2: of two seats."""
    one, two = (way[1] if way[:1] == ("seats",) and len(way) > 1 else None for way in (path, other))
    return 0 if one == two else 2 if one is not None and two is not None else 1
