"""What a rules file declares: zones, counters and values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from keyword import iskeyword
from pathlib import Path
from typing import Any, Literal, get_args
from unicodedata import normalize

from generator.catalog.paths import shown_path
from generator.catalog.problems import Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers, Piece
from generator.rules.protocol import Sides

Of = Literal["table", "seat"]
Seen = Literal["all", "owner", "others", "nobody"]
TABLE: Of = "table"
SEAT: Of = "seat"
"""Whose something is: there is one for all, or one for each seat."""
ALL: Seen = "all"
OWNER: Seen = "owner"
OTHERS: Seen = "others"
NOBODY: Seen = "nobody"
"""Who sees the cards of a zone; the others see how many there are."""
Teams = Sequence[Sequence[int]] | Mapping[int, Sequence[Sequence[int]]] | Literal["all"]
"""The seats of each team; by the number of players where there are several; or all seats together."""

MAX_COUNT = 999_999
"""Of a counter that says nothing else."""
MAX_PLACES = 100
_HOME = str(Path(__file__).parent)


def written_at() -> Place | None:
    """The line of the rules file that is being read."""
    frame = sys._getframe(1)
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith(_HOME) or frame.f_code.co_filename == "<string>"
    ):
        frame = frame.f_back
    return Place(shown_path(Path(frame.f_code.co_filename)), frame.f_lineno)


def place_of(function: Callable[..., object]) -> Place:
    """Where a function of a rules file begins."""
    code = getattr(function, "__code__", None)
    return Place(shown_path(Path(code.co_filename)), code.co_firstlineno) if code else Place("rules.py")


def check_name(name: object, what: str) -> None:
    """Raises RulesError for a name that can't be an attribute of the table."""
    if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
        raise RulesError(f"{quote(name)} can't be the name of a {what}: use a word of letters and digits")
    if iskeyword(name) and what != "phase":
        raise RulesError(f"{quote(name)} can't be the name of a {what}: it is a word of Python's own")
    if name != (read := normalize("NFKC", name)):
        raise RulesError(f"{quote(name)} can't be the name of a {what}: Python reads it as {quote(read)}")


def check_flag(given: object, what: str) -> None:
    """Raises RulesError for what is neither True nor False."""
    if not isinstance(given, bool):
        raise RulesError(f"`{what}` is True or False, not {quote(given)}")


def takes(function: Callable[..., object], *given: str) -> bool:
    """Whether it can be called with just that."""
    try:
        signature(function).bind(*given)
    except TypeError:
        return False
    except ValueError:  # Python does not know it of some functions that are not written in Python.
        return True
    return True


def listed(given: Iterable[Any], what: str) -> tuple[Any, ...]:
    """What is given as a list. Raises RulesError for what is none."""
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise RulesError(f"`{what}` is a list, not {quote(given)}")
    return tuple(given)


def check_word(word: object, known: Iterable[str], what: str) -> None:
    """Raises RulesError for what is not among the known words."""
    words = tuple(known)
    if word not in words:
        hint = did_you_mean(str(word), words) or (f"there are {join_words(words, 'and')}" if words else "")
        raise RulesError(f"there is no {what} {quote(word)}" + (f"; {hint}" if hint else ""))


@dataclass(frozen=True, slots=True)
class Counter:
    """A number on the table: a score, coins, a round. ``table.round``; of seats, ``table.coins[seat]``.

    ``start``, ``min`` and ``max`` are numbers, or name one under ``rules:`` in game.yaml: ``"rounds.max"``.
    Everybody may know it; with ``shown=False``, for bookkeeping, it is not drawn.
    """

    name: str
    of: Of = TABLE
    start: int | str = 0
    min: int | str = 0
    max: int | str = MAX_COUNT
    shown: bool = True
    place: Place | None = field(default_factory=written_at, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "counter")
        check_word(self.of, get_args(Of), "owner")
        check_flag(self.shown, "shown")

    def settled(self, rules: Numbers) -> Counter:
        """The same with its numbers from game.yaml."""
        start, least, most = (number_of(rules, given) for given in (self.start, self.min, self.max))
        if not least <= start <= most:
            raise RulesError(
                f"the counter `{self.name}` starts at {start}, which is not in {least} to {most}"
            )
        return replace(self, start=start, min=least, max=most)

    def settled_on(self, rules: Numbers, cards: Sequence[Card]) -> Counter:
        """The same as a mark on such cards, whose fields it may name: a field goes before a number of the
        same name."""
        fields = {name for card in cards for name in vars(card)}
        start, least, most = (
            given if given in fields else number_of(rules, given)
            for given in (self.start, self.min, self.max)
        )
        return replace(self, start=start, min=least, max=most)


@dataclass(frozen=True, slots=True)
class Value:
    """One of a few values on the table: the trump suit, who deals. ``table.trump``; everybody sees it.

    ``among``: words, numbers, True and False, or None; or the name of a field of the cards, for all values
    that it has, and None. It starts as the first of them unless ``start`` says otherwise. With
    ``shown=False`` it is not drawn.
    """

    name: str
    among: Sequence[object] | str
    of: Of = TABLE
    start: object = ...
    shown: bool = True
    place: Place | None = field(default_factory=written_at, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "value")
        check_word(self.of, get_args(Of), "owner")
        check_flag(self.shown, "shown")
        if not self.among:
            raise RulesError(f"the value `{self.name}` needs something to be: give `among`")
        among = () if isinstance(self.among, str) else listed(self.among, "among")
        for number, one in enumerate(among):
            if one is not None and not isinstance(one, str | int | float):
                raise RulesError(f"the value `{self.name}` can't be {quote(one)}: give words and numbers")
            if one in among[:number]:
                raise RulesError(
                    f"the value `{self.name}` has {quote(one)} twice; True equals 1, and False 0"
                )

    def settled(self, cards: Sequence[Card]) -> Value:
        """The same with the values of the field that it names."""
        among = (None, *field_values(self.among, cards)) if isinstance(self.among, str) else self.among
        among = tuple(among)
        start = among[0] if self.start is ... else self.start
        if start not in among:
            raise RulesError(
                f"the value `{self.name}` starts as {quote(start)}, which is not among its values"
            )
        return replace(self, among=among, start=start)


class Plan:
    """What the board of a zone is declared with."""

    def settled(self, zone: str, rules: Numbers, data: Mapping[str, object]) -> Plan:
        """The spaces for one game, with numbers and tables from its game.yaml. Raises RulesError."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards: ``table.deck``; of seats, ``table.hand[seat]``.

        Zone("deck", seen=NOBODY, ordered=True, full=True)
        Zone("hand", of=SEAT, seen=OWNER)
        Zone("troops", of=SEAT, marks=[Counter("damage", max=9)])

    ``cards`` names the components whose cards may lie there, by default all of the game. With ``full`` all
    copies of these lie there when set-up begins. ``places`` makes it a row of piles: ``table.lane[2]``.
    ``marks`` are counters on each card that lies there, which is a piece then: ``piece.damage``. Their
    numbers may also name a field of the cards: ``Counter("health", start="health", max="health")``.
    ``holds``, a function of a card and a seat, limits what may lie there further. With ``shows`` the table
    can show cards that lie there to single seats. ``board``: there is a pile on each space of a board,
    ``table.field["c4"]``; what lies there is a piece, which knows where it is.
    """

    name: str
    of: Of = TABLE
    seen: Seen = ALL
    ordered: bool = False
    full: bool = False
    cards: str | Sequence[str] = ()
    places: int | str = 0
    marks: Sequence[Counter] = ()
    holds: Callable[[Card, int], bool] | None = None
    board: Plan | None = None
    shows: bool = False
    place: Place | None = field(default_factory=written_at, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name(self.name, "zone")
        check_word(self.of, get_args(Of), "owner")
        check_word(self.seen, get_args(Seen), "audience")
        for flag in ("ordered", "full", "shows"):
            check_flag(getattr(self, flag), flag)
        if not isinstance(self.cards, str) and not all(
            isinstance(one, str) for one in listed(self.cards, "cards")
        ):
            raise RulesError(f"`cards` of `{self.name}` names components of game.yaml")
        if self.holds is not None and not (callable(self.holds) and takes(self.holds, "card", "seat")):
            raise RulesError(f"`holds` of `{self.name}` is a function of a card and a seat")
        for mark in listed(self.marks, "marks"):
            if not isinstance(mark, Counter):
                raise RulesError(f"a mark of `{self.name}` is a Counter, not {quote(mark)}")
        if self.board is not None and self.ordered:
            raise RulesError(f"`{self.name}` is a board: what lies on a space lies in its order anyway")
        if self.of == TABLE and self.seen in (OWNER, OTHERS):
            raise RulesError(f"`{self.name}` lies on the table: nobody owns it; say of=SEAT, or who sees it")
        if self.marks and self.seen != ALL:
            raise RulesError(f"`{self.name}` has marks, which everybody sees: it must be seen by all")
        if self.board is not None and (self.places or self.full or self.seen != ALL):
            message = f"`{self.name}` is a board: it has no `places` but its spaces"
            raise RulesError(f"{message}, everybody sees it, and it begins empty")
        if self.shows and self.seen == ALL:
            raise RulesError(f"`{self.name}` is seen by all: nothing of it can be shown to single seats")
        for mark in self.marks:
            if mark.of != TABLE or [one.name for one in self.marks].count(mark.name) > 1:
                raise RulesError(f"the mark `{mark.name}` of `{self.name}` is there once for each card")
            if not mark.shown:
                raise RulesError(
                    f"the mark `{mark.name}` of `{self.name}` is drawn with its card: leave out `shown`"
                )
            if hasattr(Piece, mark.name) or (self.board is not None and mark.name == "space"):
                raise RulesError(f"`{mark.name}` already means something on a piece: choose another name")

    @property
    def components(self) -> tuple[str, ...]:
        """Those whose cards may lie there; none: all."""
        return (self.cards,) if isinstance(self.cards, str) else tuple(self.cards)

    def admits(self, card: Card, seat: int) -> bool:
        """Whether the card may lie there."""
        components = self.components
        if components and card.component not in components:
            return False
        return self.holds is None or bool(self.holds(card, seat))

    def is_seen_by(self, seat: int, owner: int) -> bool:
        """Whether the seat sees the cards that lie with this owner; on the table the owner is no matter."""
        return self.seen == ALL or ((self.seen == OWNER) == (seat == owner) and self.seen != NOBODY)


def sides_of_teams(teams: Teams, seats: Sequence[int]) -> dict[int, Sides]:
    """The sides by the number of players. Raises RulesError for teams that not every seat is in once."""
    if teams == ALL:
        return {count: (tuple(range(count)),) for count in seats}
    found: dict[int, Sides] = {}
    by_count: Mapping[Any, Any] = (
        teams if isinstance(teams, Mapping) else dict.fromkeys(seats if teams else (), teams)
    )
    for count, given in by_count.items():
        if count not in seats:
            raise RulesError(f"`teams` speaks of {quote(count)} players, and `seats` does not")
        is_list = isinstance(given, list | tuple) and all(
            isinstance(team, list | tuple) and team for team in given
        )
        if not is_list or sorted([quote(seat) for team in given for seat in team]) != sorted(
            [quote(seat) for seat in range(count)]
        ):
            message = (
                f"`teams` names each of {count} seats once, from 0, such as [(0, 2), (1, 3)]; ALL is one team"
            )
            hint = "for several numbers of players give the teams of each: {4: [(0, 2), (1, 3)]}"
            raise RulesError(message, hint=hint)
        found[count] = tuple(sorted(tuple(sorted(team)) for team in given))
    return found


def number_of(rules: Numbers, given: int | str) -> int:
    """A number, or the one of that name under ``rules:``. Raises RulesError if it is none."""
    value: Any = named_number(rules, given) if isinstance(given, str) else given
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"expected a whole number, got {quote(value)}")
    return value


def named_number(rules: Numbers, name: str) -> Any:
    """What stands under ``rules:`` by this name. Raises RulesError if nothing does."""
    value: Any = rules
    first, _, rest = name.partition(".")
    if first == "rules" and rest and first not in rules.names:
        message = f"there is no number `rules.{name}` in game.yaml"
        raise RulesError(f"{message}; write {quote(rest)}: what is named stands under `rules:`")
    for step in name.split("."):
        names = value.names if isinstance(value, Numbers) else []
        if step not in names:
            hint = did_you_mean(step, names) or (f"there are {join_words(names, 'and')}" if names else "")
            message = f"there is no number `rules.{name}` in game.yaml"
            raise RulesError(f"{message}; {hint}" if hint else message)
        value = getattr(value, step)
    return value


def field_values(name: str, cards: Sequence[Card]) -> tuple[Any, ...]:
    """All values that a field has, in the order of the cards. Raises RulesError if no card has it."""
    values = [vars(card).get(name) for card in cards]
    found = tuple(dict.fromkeys(value for value in values if isinstance(value, str | int)))
    if not found:
        known = {field for card in cards for field in vars(card)}
        raise RulesError(
            f"no card has a field {quote(name)}; {did_you_mean(name, sorted(known)) or ''}".strip("; ")
        )
    return found
