"""How the fields of a state are written in positions: numbers, words, seats, zones of cards.

A game's own notation is an :class:`Element` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as entry
from typing import Any, ClassVar, Final, Literal

from generator.catalog.reader import Reader
from generator.rules.positions import read_limit, shuffler_of, shuffler_position
from generator.rules.shuffler import Shuffler

Seen = Literal["all", "owner", "nobody"]
ALL: Final = "all"
OWNER: Final = "owner"
NOBODY: Final = "nobody"
"""Who sees the cards of a zone; the others see how many there are."""
Admits = Callable[[Reader, int], bool]
"""Whether a card may lie where a position has it; if not, that is reported."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a card database gives to the fields: its numbers, and what the cards are called."""

    config: object
    words: Sequence[str]
    """The cards in notation, by their numbers."""
    noun: str = "card"
    forms: dict[type, Any] = entry(default_factory=dict)
    """How objects of the declared classes are written by these terms."""
    seats: int | None = None
    """How many play, where that is known."""
    _numbers: dict[str, int] = entry(default_factory=dict)

    def numbers(self) -> dict[str, int]:
        """The number of each card."""
        if not self._numbers:
            self._numbers.update({word: number for number, word in enumerate(self.words)})
        return self._numbers

    def number(self, given: int | str) -> int:
        """A number, or the one of this name in the card database."""
        if isinstance(given, int):
            return given
        value: Any = self.config
        for step in given.split("."):
            value = getattr(value, step)
        return int(value)


class During:
    """When a field is written: in these phases of the state only, and if there is ``any_of`` it.

    damage: Annotated[int, Counter(0, 9, when=During(COMBAT, any_of=lambda state: state.damage))]
    """

    def __init__(self, *phases: int, any_of: Callable[[Any], object] | None = None) -> None:
        self.phases = phases
        self._any_of = any_of

    def __call__(self, state: Any) -> bool:
        return state.phase in self.phases and (self._any_of is None or bool(self._any_of(state)))


# Elements: how a field is written.


class Element:
    """How a field is written in a position.

    ``when``: a function of what has the field, whether it is written in this moment; ``otherwise``: what a
    position means that lacks it; ``key``: what it is called there, if not by its name.
    """

    when: Callable[[Any], bool] | None
    otherwise: object
    key: str | None
    comes_last: ClassVar[bool] = False
    """Whether it stands behind what else a position has."""

    def __init__(
        self,
        when: Callable[[Any], bool] | None = None,
        otherwise: object = ...,
        key: str | None = None,
    ) -> None:
        self.when = when
        self.otherwise = otherwise
        self.key = key

    def first(self) -> Any:
        """What it is when nothing has happened yet; an ellipsis where its type says it."""
        return ...

    def is_there(self, thing: Any, terms: Terms) -> bool:
        """Whether it is written in this moment."""
        del terms
        return self.when is None or self.when(thing)

    @property
    def asks_when(self) -> bool:
        """Whether ``is_there`` asks nothing but ``when``, which is quicker asked at once."""
        return type(self).is_there is Element.is_there

    def default(self, terms: Terms) -> object:
        """What a position means that lacks it; an ellipsis where it must be there."""
        del terms
        return self.otherwise

    def written(self, value: Any, terms: Terms) -> Any:
        """The value as it stands in a position."""
        del terms
        return value

    def in_python(self, name: str) -> str | None:
        """How that is done in Python, with ``words`` for the cards; by default ``written`` is called.

        Bots write positions by the thousand.
        """
        return name if type(self).written is Element.written else None

    def read(self, given: Reader, terms: Terms) -> Any:
        """The value in a position; what is wrong with it is reported."""
        raise NotImplementedError

    def restored(self, value: Any, terms: Terms) -> Any:
        """The value of what ``written`` wrote."""
        del terms
        return value

    def rotated(self, value: Any, by: int, seats: int) -> Any:
        """What is written, when everybody has moved up ``by`` seats."""
        del by, seats
        return value


class Counter(Element):
    """A whole number; a bound, or what it is otherwise, may name a number of the card database."""

    def __init__(self, low: int | str, high: int | str, **rest: Any) -> None:
        super().__init__(**rest)
        self._bounds = (low, high)

    def default(self, terms: Terms) -> object:
        return terms.number(self.otherwise) if isinstance(self.otherwise, str) else self.otherwise

    def read(self, given: Reader, terms: Terms) -> int:
        low, high = (terms.number(bound) for bound in self._bounds)
        return given.whole(low, high)


class Limit(Element):
    """A limit of turns or rounds, which is there only where it is not the one of the card database."""

    comes_last = True

    def __init__(self, name: str) -> None:
        super().__init__(lambda _: True)
        self._name = name

    def is_there(self, thing: Any, terms: Terms) -> bool:
        return bool(getattr(thing, self._name) != terms.number(self._name))

    def default(self, terms: Terms) -> int:
        return terms.number(self._name)

    def read(self, given: Reader, terms: Terms) -> int:
        return read_limit(given, terms.number(self._name))


class Shuffles(Element):
    """The state of the shuffles; a position without it is shuffled from seed 0."""

    comes_last = True

    def __init__(self) -> None:
        super().__init__(otherwise={"seed": 0})

    def written(self, value: Shuffler, terms: Terms) -> dict[str, int]:
        del terms
        return shuffler_position(value)

    def restored(self, value: Mapping[str, int], terms: Terms) -> Shuffler:
        del terms
        return Shuffler(value["seed"], value["made"])

    def read(self, given: Reader, terms: Terms) -> Shuffler:
        del terms
        return shuffler_of(given)


class Flag(Element):
    """Yes or no."""

    def read(self, given: Reader, terms: Terms) -> bool:
        del terms
        return given.flag()


class Value(Element):
    """One of some words, by its number; or of those that the card database has under a name."""

    def __init__(self, words: Sequence[str] | str, noun: str, **rest: Any) -> None:
        super().__init__(**rest)
        self._words = words
        self._noun = noun

    def written(self, value: int, terms: Terms) -> str:
        return self._known(terms)[value]

    def read(self, given: Reader, terms: Terms) -> int:
        words = self._known(terms)
        return words.index(given.word(words, self._noun))

    def restored(self, value: str, terms: Terms) -> int:
        return self._known(terms).index(value)

    def _known(self, terms: Terms) -> Sequence[str]:
        if not isinstance(self._words, str):
            return self._words
        named: Sequence[Any] = getattr(terms.config, self._words)
        return [one if isinstance(one, str) else one.id for one in named]


class Seat(Element):
    """The number of a seat, or None."""

    def read(self, given: Reader, terms: Terms) -> int:
        config: Any = terms.config
        return given.whole(0, (terms.seats or max(config.seats)) - 1)

    def rotated(self, value: int | None, by: int, seats: int) -> int | None:
        return rotate_seat(value, by, seats)


class EachSeat(Element):
    """A list with a number for each seat; ``each`` reads one of them."""

    def __init__(self, each: Element, **rest: Any) -> None:
        super().__init__(**rest)
        self._each = each

    def in_python(self, name: str) -> str:
        return f"{name}.copy()"

    def read(self, given: Reader, terms: Terms) -> list[Any]:
        return [self._each.read(item, terms) for item in given.items(terms.seats)[: terms.seats]]

    def restored(self, value: list[Any], terms: Terms) -> list[Any]:
        return [self._each.restored(one, terms) for one in value]

    def rotated(self, value: list[Any], by: int, seats: int) -> list[Any]:
        del seats
        return rotate_list(value, by)


class OneCard(Element):
    """A card."""

    def in_python(self, name: str) -> str:
        return f"words[{name}]"

    def read(self, given: Reader, terms: Terms) -> int:
        return terms.numbers()[given.word(terms.numbers(), terms.noun)]

    def restored(self, value: str, terms: Terms) -> int:
        return terms.numbers()[value]


class Zone(Element):
    """Cards that lie somewhere: in a list, of which the last is the top one, or in a :class:`Pile`.

    ``from_top``: they are written from the top one on; ``unordered``: in the order of the card list.
    """

    def __init__(
        self, *, seen: Seen = ALL, from_top: bool = False, unordered: bool = False, **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.seen = seen
        self._step = -1 if from_top else 1
        self._unordered = unordered

    def in_python(self, name: str) -> str | None:
        cards = f"sorted({name})" if self._unordered else f"{name}[::-1]" if self._step < 0 else name
        return f"[words[card] for card in {cards}]"

    def known(self, terms: Terms) -> tuple[Mapping[str, int], str]:
        """The cards that there are in such a zone, and what they are called; by default all."""
        return terms.numbers(), terms.noun

    def read(self, given: Reader, terms: Terms) -> list[int]:
        return given.cards(*self.known(terms))[:: self._step]

    def read_admitted(self, given: Reader, terms: Terms, admits: Admits) -> list[int]:
        """The cards that may lie there; the others are reported and left out."""
        numbers, noun = self.known(terms)
        cards = []
        for item in given.items():
            before = item.error_count
            card = numbers[item.word(numbers, noun)]
            if item.error_count == before and admits(item, card):
                cards.append(card)
        return cards[:: self._step]

    def restored(self, value: list[str], terms: Terms) -> list[int]:
        numbers, _ = self.known(terms)
        return [numbers[word] for word in value][:: self._step]

    def is_seen(self, *, own: bool) -> bool:
        """Whether the owner, or another seat, sees the cards."""
        return self.seen == ALL or (self.seen == OWNER and own)


# Rotated seats


def rotate_list(of_seats: list[Any], by: int) -> list[Any]:
    """A list with an item for each seat, where everybody is ``by`` seats further."""
    begin = -by % len(of_seats)
    return of_seats[begin:] + of_seats[:begin]


def rotate_seat(seat: int | None, by: int, count: int) -> int | None:
    """The seat of whoever is now at ``seat``; none stays none."""
    return None if seat is None else (seat + by) % count
