"""The rules of a game as a designer writes them: what is declared, and the functions that do it.

rules = Rules(seats=(2, 3), zones=[...], counters=[...])

@rules.setup
def deal(table): ...

@rules.move("play {card}", card=From("hand"), unless=must_follow)
def play(table, card): ...

@rules.over
def ended(table): ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, getdoc, signature
from itertools import product
from string import Formatter
from typing import Any, Literal, TypeVar, get_args

from generator.catalog.models import Game as Database
from generator.catalog.problems import Place, Problems
from generator.catalog.wording import quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers
from generator.rules.kit.declarations import (
    Choice,
    Counter,
    Value,
    Zone,
    check_name,
    check_word,
    number_of,
    written_at,
)
from generator.rules.kit.scoring import Term
from generator.rules.kit.table import Table, check_names, table_type
from generator.rules.protocol import Position

F = TypeVar("F", bound=Callable[..., Any])
Unless = Callable[..., object]
"""Given the table and what is chosen: the sentence against the move; nothing where it is legal."""
Winner = Literal["most", "least"]

MAX_MOVES = 100_000
MAX_SEATS = 16


class CutShort(str):
    """What ``over`` returns where a limit ended the game, and not its rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A kind of move, with all that it may choose."""

    text: str
    """With the choices in braces: ``play {card}``."""
    do: Callable[..., object]
    choices: Mapping[str, Choice]
    unless: tuple[Unless, ...]
    phases: tuple[str, ...]
    secret: bool
    place: Place | None

    @property
    def meaning(self) -> str:
        """What it does: the first line of its function's docstring."""
        return (getdoc(self.do) or "").partition("\n")[0]

    def combinations(self) -> list[tuple[Any, ...]]:
        """All that may ever be chosen, in the order in which moves are numbered."""
        return list(product(*[choice.values() for choice in self.choices.values()]))

    def written(self, chosen: Sequence[Any]) -> str:
        """The move in notation."""
        words = {
            name: choice.word(value)
            for (name, choice), value in zip(self.choices.items(), chosen, strict=True)
        }
        return self.text.format(**words)


class Rules:
    """The rules of one game.

    ``seats``: a number of players, or several. ``phases`` in any order, the first one first; a game without
    phases has one, ``play``. ``scores``: what counts at the end, as data; ``winner`` has the ``most`` points
    or the ``least``, among equals whoever has more of ``ties``. ``longest``: the most decisions of a game.
    Raises RulesError for what contradicts itself.
    """

    def __init__(
        self,
        *,
        seats: int | Sequence[int],
        zones: Sequence[Zone],
        counters: Sequence[Counter] = (),
        values: Sequence[Value] = (),
        phases: Sequence[str] = ("play",),
        scores: Sequence[Term] = (),
        winner: Winner = "most",
        ties: Sequence[Term] = (),
        longest: int = 1000,
    ) -> None:
        self.place = written_at()
        self.seats = tuple(sorted({seats} if isinstance(seats, int) else set(seats)))
        self.zones, self.counters, self.values = tuple(zones), tuple(counters), tuple(values)
        self.phases = (phases,) if isinstance(phases, str) else tuple(phases)
        self.terms, self.ties = tuple(scores), tuple(ties)
        self.winner = winner
        self.longest = longest
        self.moves: list[Move] = []
        self.deal: Callable[[Table], object] | None = None
        self.end: Callable[[Table], object] | None = None
        self.count: Callable[[Table], Sequence[int]] | None = None
        self.second: Callable[[Position, Mapping[str, Card]], Sequence[int]] | None = None
        self.choose_winners: Callable[[Table], Sequence[int]] | None = None
        self.fault: Callable[[Table], object] | None = None
        self._check()

    def _check(self) -> None:
        if not self.seats or not all(
            isinstance(count, int) and 1 <= count <= MAX_SEATS for count in self.seats
        ):
            raise RulesError(f"`seats` are numbers of players from 1 to {MAX_SEATS}")
        if not self.zones:
            raise RulesError("a game needs zones for its cards: give `zones`")
        if not self.phases:
            raise RulesError("a game has at least one phase")
        for phase in self.phases:
            check_name(phase, "phase")
        check_word(self.winner, get_args(Winner), "way to win:")
        if not isinstance(self.longest, int) or self.longest < 1:
            raise RulesError("`longest` is a number of decisions")
        check_names([*self.zones, *self.counters, *self.values])
        for term in (*self.terms, *self.ties):
            term.check([zone.name for zone in self.zones], self.counters)

    # What a rules file gives

    def setup(self, deal: F) -> F:
        """The function of the table that sets the game up: shuffles, deals, says who begins."""
        self.deal = deal
        return deal

    def move(
        self,
        text: str,
        *,
        unless: Unless | Sequence[Unless] = (),
        phase: str | Sequence[str] = (),
        secret: bool = False,
        **choices: Choice,
    ) -> Callable[[F], F]:
        """A function of the table, and of what is chosen, that makes the move ``text``.

        ``unless``: functions of the same that return the sentence against the move, or nothing where it is
        legal. ``phase``: when it can be made, by default always. ``secret``: the others are not told of it.
        """
        place = written_at()
        phases = (phase,) if isinstance(phase, str) else tuple(phase)
        for name in phases:
            check_word(name, self.phases, "phase")
        against = (unless,) if callable(unless) else tuple(unless)

        def add(do: F) -> F:
            _check_move(text, do, choices)
            self.moves.append(Move(text, do, choices, against, phases or self.phases, secret, place))
            return do

        return add

    def over(self, end: F) -> F:
        """The function of the table that returns, when the game is over, a sentence that says why.

        It is asked after every move. A :class:`CutShort` says that a limit ended it.
        """
        self.end = end
        return end

    def scored(self, count: F) -> F:
        """The function of the table that counts the points: one number for each seat.

        With ``scores`` or a :meth:`recount` beside it, ``gatepress rules check`` counts them a second time.
        """
        self.count = count
        return count

    def recount(self, second: F) -> F:
        """The function that counts once more, otherwise: from a position as JSON values, and the cards by
        their ids. It returns the points of each seat; in a game where ``winners`` chooses, the winners."""
        self.second = second
        return second

    def winners(self, choose: F) -> F:
        """The function of the table that returns the winning seats, where points do not decide."""
        self.choose_winners = choose
        return choose

    def impossible(self, fault: F) -> F:
        """The function of the table that yields sentences against positions that no game comes to."""
        self.fault = fault
        return fault

    # What becomes of it

    def open_game(self, database: Database, problems: Problems) -> Any:
        """The game with its card database; None if they do not fit together, which ``problems`` tells."""
        from generator.rules.kit.state import KitGame

        before = len(problems.found)
        lists = _card_lists(self, database, problems)
        if len(problems.found) > before:
            return None
        cards = _read_cards(database, lists)
        if not cards:
            problems.error("the zones of the rules hold no cards at all", self.place)
            return None
        numbers = Numbers(database.rules)
        kind = self._table_type(cards, numbers, problems)
        if kind is None or not self._settle_choices(kind, problems):
            return None
        try:
            terms, ties = ([term.settled(numbers) for term in given] for given in (self.terms, self.ties))
        except RulesError as error:
            problems.error(error.message, self.place)
            return None
        return KitGame(self, database, kind, terms, ties)

    def _table_type(
        self, cards: Mapping[str, Card], numbers: Numbers, problems: Problems
    ) -> type[Table] | None:
        settled: list[Any] = []
        declared: list[Zone | Counter | Value] = [*self.zones, *self.counters, *self.values]
        for one in declared:
            try:
                settled.append(_settled(one, cards, numbers))
            except RulesError as error:
                problems.error(error.message, one.place)
        if len(settled) < len(self.zones) + len(self.counters) + len(self.values):
            return None
        zones, counters = len(self.zones), len(self.zones) + len(self.counters)
        return table_type(settled[:zones], settled[zones:counters], settled[counters:], cards, numbers)

    def _settle_choices(self, kind: type[Table], problems: Problems) -> bool:
        before = len(problems.found)
        if not self.moves:
            problems.error("the rules have no moves: nobody could ever do anything", self.place)
        if self.deal is None:
            problems.error("the rules have no set-up: write a function with `@rules.setup`", self.place)
        if self.end is None:
            problems.error("the rules never end the game: write a function with `@rules.over`", self.place)
        total = 0
        table = kind()
        for move in self.moves:
            try:
                for choice in move.choices.values():
                    choice.settle(table, self.seats[-1])
                total += len(move.combinations()) if total <= MAX_MOVES else 0
            except RulesError as error:
                problems.error(error.message, move.place)
        if total > MAX_MOVES:
            told = (
                f"there are more than {MAX_MOVES:,} different moves: let a move choose less, in several steps"
            )
            problems.error(told, self.place)
        elif len(problems.found) == before:
            self._check_texts(problems)
        return len(problems.found) == before

    def _check_texts(self, problems: Problems) -> None:
        seen: dict[str, Move] = {}
        for move in self.moves:
            for chosen in move.combinations():
                text = move.written(chosen).lower()
                if text in seen:
                    problems.error(f"two moves are written `{text}`", move.place)
                    break
                seen[text] = move


def _settled(
    one: Zone | Counter | Value, cards: Mapping[str, Card], numbers: Numbers
) -> Zone | Counter | Value:
    if isinstance(one, Counter):
        return one.settled(numbers)
    if isinstance(one, Value):
        return one.settled(list(cards.values()))
    from dataclasses import replace

    marks = tuple(mark.settled(numbers) for mark in one.marks)
    return replace(
        one, places=number_of(numbers, one.places) if one.places else 0, marks=marks, place=one.place
    )


def _check_move(text: str, do: Callable[..., object], choices: Mapping[str, Choice]) -> None:
    """Raises RulesError where text, choices and function do not belong together."""
    named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    verb = text.partition(" ")[0]
    if not verb or "{" in verb or text != " ".join(text.split()):
        raise RulesError(f"a move is written with a verb first, as in `play {{card}}`, not {quote(text)}")
    for name in named:
        check_word(name, choices, f"choice in {quote(text)}:")
    for name, choice in choices.items():
        if not isinstance(choice, Choice):
            raise RulesError(f"`{name}` is {quote(choice)}, and not a choice such as From, Number or Word")
        if name not in named:
            raise RulesError(f"the text of the move lacks its choice: write {{{name}}} in {quote(text)}")
    taken = [
        name
        for name, parameter in signature(do).parameters.items()
        if parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ][1:]
    if taken != list(choices):
        wanted = ", ".join(["table", *choices])
        raise RulesError(f"`{do.__name__}` must be a function of ({wanted}), as the move chooses")


def _card_lists(rules: Rules, database: Database, problems: Problems) -> list[str]:
    """The components whose cards are played with; what is not there is told."""
    known = [component.id for component in database.components if component.kind in ("cards", "tokens")]
    used: dict[str, None] = {}
    for zone in rules.zones:
        for name in zone.components:
            used[name] = None
            try:
                check_word(name, known, "component")
            except RulesError as error:
                problems.error(error.message, zone.place)
    return (
        list(used) if used and all(zone.components for zone in rules.zones if zone.full) else [*used, *known]
    )


def _read_cards(database: Database, lists: Sequence[str]) -> dict[str, Card]:
    """The cards of the lists by their ids, in the order of the database."""
    found: dict[str, Card] = {}
    for component in database.components:
        if component.id in lists:
            cards = database.cards_in(component.id)
            fields = dict.fromkeys(name for card in cards for name in card.values)
            for card in cards:
                name = card.id if card.id not in found else f"{component.id}:{card.id}"
                values = {**fields, **card.values, "id": name, "copies": card.copies}
                found[name] = Card(values, component.id)
    return found
