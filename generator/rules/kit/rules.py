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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, getdoc, signature
from itertools import product
from math import prod
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from generator.catalog.problems import Place
from generator.catalog.suggest import Vocabulary, did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card
from generator.rules.kit.choices import Choice
from generator.rules.kit.declarations import (
    SEAT,
    Counter,
    Plan,
    Teams,
    Value,
    Zone,
    check_flag,
    check_name,
    check_word,
    listed,
    place_of,
    sides_of_teams,
    takes,
    written_at,
)
from generator.rules.kit.scoring import Term
from generator.rules.kit.table import Table, check_names
from generator.rules.protocol import Position

F = TypeVar("F", bound=Callable[..., Any])
Unless = Callable[..., object]
"""Given the table and what is chosen: the sentence against the move; nothing where it is legal."""
Among = Callable[[Table], Iterable[Any]]
"""Given the table: what a move may choose now, a tuple for each move, or a single value."""
Winner = Literal["most", "least"]

MAX_SEATS = 16
MAX_CHOICES = 16
"""Of a move; Python has a limit on loops within loops."""
DECORATORS = ("setup", "move", "over", "scored", "recount", "winners", "impossible", "always", "value")
_ELSEWHERE: Vocabulary = {
    **dict.fromkeys(("start", "begin", "deal", "init"), "setup"),
    **dict.fromkeys(("action", "turn", "play"), "move"),
    **dict.fromkeys(("end", "endif", "ended", "finish", "gameover", "isover"), "over"),
    **dict.fromkeys(("count", "score", "scores", "scoring", "points"), "scored"),
    **dict.fromkeys(("win", "winner", "won"), "winners"),
    **dict.fromkeys(("invariant", "holds", "ensure"), "always"),
    **dict.fromkeys(("evaluate", "evaluator", "heuristic", "worth"), "value"),
}
"""What the functions of a game are called in other tools, and here."""


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
    among: Among | None
    """Lists what may be chosen now; None: whatever is offered and nothing is against."""
    unless: tuple[Unless, ...]
    phases: tuple[str, ...]
    secret: bool
    place: Place | None

    @property
    def meaning(self) -> str:
        """What it does: the first line of its function's docstring."""
        return (getdoc(self.do) or "").partition("\n")[0]

    @property
    def count(self) -> int:
        """How many combinations there are."""
        return prod(len(choice.values()) for choice in self.choices.values())

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


@dataclass(slots=True)
class Functions:
    """What a rules file has written for each of the decorators."""

    moves: list[Move] = field(default_factory=list)
    deal: Callable[[Table], object] | None = None
    end: Callable[[Table], object] | None = None
    count: Callable[[Table], Sequence[int]] | None = None
    second: Callable[[Position, Mapping[str, Card]], Sequence[int]] | None = None
    choose_winners: Callable[[Table], Sequence[int]] | None = None
    fault: Callable[[Table], object] | None = None
    always: list[Callable[[Table], object]] = field(default_factory=list)
    value: Callable[[Table, int], object] | None = None


class Rules:
    """The rules of one game.

        rules = Rules(
            seats=(2, 3, 4),
            zones=[Zone("deck", seen=NOBODY, ordered=True, full=True), Zone("hand", of=SEAT, seen=OWNER)],
            scores=[Sum("hand", "hay")],
        )

        @rules.move("draw")
        def draw(table):
            table.hand[table.seat].append(table.deck.draw())
            table.pass_turn()

    ``seats``: a number of players, or several. ``phases`` in any order, the first one first; a game without
    phases has one, ``play``. ``scores``: what counts at the end, as data; ``winner`` has the ``most`` points
    or the ``least``, among equals whoever has more of ``ties``. ``teams``: the seats that win and lose
    together, such as ``[(0, 2), (1, 3)]``, or ``ALL``. ``longest``: the most decisions of a game.
    Raises RulesError for what contradicts itself.
    """

    __slots__ = (
        "counters",
        "functions",
        "longest",
        "phases",
        "place",
        "seats",
        "sides",
        "terms",
        "ties",
        "values",
        "wins_by",
        "zones",
    )

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
        teams: Teams = (),
        longest: int = 1000,
    ) -> None:
        self.place = written_at()
        counts = (seats,) if isinstance(seats, int) else listed(seats, "seats")
        if not counts or not all(type(count) is int and 1 <= count <= MAX_SEATS for count in counts):
            raise RulesError(f"`seats` are numbers of players from 1 to {MAX_SEATS}")
        self.seats = tuple(sorted(set(counts)))
        self.zones, self.counters = listed(zones, "zones"), listed(counters, "counters")
        self.values = listed(values, "values")
        self.phases = (phases,) if isinstance(phases, str) else listed(phases, "phases")
        self.terms, self.ties = listed(scores, "scores"), listed(ties, "ties")
        self.wins_by = winner
        self.longest = longest
        self.functions = Functions()
        self._check(teams)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"there is no {name}", name=name, obj=self)
            hint = did_you_mean(name, DECORATORS, _ELSEWHERE)
            known = join_words([f"`{one}`" for one in DECORATORS], "and")
            raise RulesError(f"there is no `rules.{name}`; {hint or f'there are {known}'}")

    def _check(self, teams: Teams) -> None:
        if not self.zones:
            raise RulesError("a game needs zones for its cards: give `zones`")
        if not self.phases:
            raise RulesError("a game has at least one phase")
        for kind, given in (
            (Zone, self.zones),
            (Counter, self.counters),
            (Value, self.values),
            (Term, (*self.terms, *self.ties)),
        ):
            for one in given:
                if not isinstance(one, kind):
                    raise RulesError(f"expected a {kind.__name__}, got {quote(one)}")
        for phase in self.phases:
            check_name(phase, "phase")
        check_word(self.wins_by, get_args(Winner), "way to win:")
        if type(self.longest) is not int or self.longest < 1:
            raise RulesError("`longest` is a number of decisions")
        for zone in self.zones:
            if zone.board is not None and (not isinstance(zone.board, Plan) or type(zone.board) is Plan):
                board = (
                    f"the class {zone.board.__name__}" if isinstance(zone.board, type) else quote(zone.board)
                )
                message = (
                    f"the board of `{zone.name}` is Squares, Hexes or a Graph, with its size, not {board}"
                )
                raise RulesError(message, zone.place)
        self.sides = sides_of_teams(teams, self.seats)
        check_names([*self.zones, *self.counters, *self.values])
        for term in (*self.terms, *self.ties):
            term.check([zone.name for zone in self.zones if zone.of == SEAT], self.counters)

    # What a rules file gives

    def setup(self, deal: F) -> F:
        """The function of the table that sets the game up: shuffles, deals, says who begins."""
        self.functions.deal = _checked(deal, "setup", "table")
        return deal

    def move(
        self,
        text: str,
        *,
        among: Among | None = None,
        unless: Unless | Sequence[Unless] = (),
        phase: str | Sequence[str] = (),
        secret: bool = False,
        **choices: Choice,
    ) -> Callable[[F], F]:
        """A function of the table, and of what is chosen, that makes the move ``text``.

        ``unless``: functions of the same that return the sentence against the move, or nothing where it is
        legal. ``among``: a function of the table that lists all that can be chosen now; with it ``unless`` is
        asked for a sentence alone. ``phase``: when it can be made, by default always. ``secret``: the others
        do not hear of it.
        """
        place = written_at()
        phases = (phase,) if isinstance(phase, str) else listed(phase, "phase")
        check_flag(secret, "secret")
        for name in phases:
            check_word(name, self.phases, "phase")
        against = (unless,) if callable(unless) or not isinstance(unless, list | tuple) else tuple(unless)
        given = ("table", *choices)
        for one in against:
            _check_asked(one, "unless", "a function", f"({', '.join(given)}), as the move chooses", *given)
        if among is not None:
            _check_asked(
                among, "among", "a function that lists what can be chosen", "the table alone", "table"
            )
            if not choices:
                message = (
                    f"`{text}` chooses nothing that `among` could list: say with `unless` when it is legal"
                )
                raise RulesError(message)

        def add(do: F) -> F:
            _check_move(text, do, choices)
            self.functions.moves.append(
                Move(text, do, choices, among, against, phases or self.phases, secret, place)
            )
            return do

        return add

    def over(self, end: F) -> F:
        """The function of the table that returns, when the game is over, a sentence that says why.

        It is asked after every move. A :class:`CutShort` says that a limit ended it.
        """
        self.functions.end = _checked(end, "over", "table")
        return end

    def scored(self, count: F) -> F:
        """The function of the table that counts the points: one number for each seat.

        With ``scores`` or a :meth:`recount` beside it, ``gatepress rules check`` counts them a second time.
        """
        self.functions.count = _checked(count, "scored", "table")
        return count

    def recount(self, second: F) -> F:
        """The function that counts once more, otherwise: from a position as JSON values, and the cards by
        their ids. It returns the points of each seat; in a game where ``winners`` chooses, the winners."""
        self.functions.second = _checked(second, "recount", "position", "cards")
        return second

    def winners(self, choose: F) -> F:
        """The function of the table that returns the winning seats, where points do not decide. With any of
        its seats the whole of a team wins."""
        self.functions.choose_winners = _checked(choose, "winners", "table")
        return choose

    def impossible(self, fault: F) -> F:
        """The function of the table that yields sentences against positions that no game comes to."""
        self.functions.fault = _checked(fault, "impossible", "table")
        return fault

    def always(self, holds: F) -> F:
        """A function of the table that returns or yields sentences where something that must always hold
        does not. There may be several; they are asked by scenarios and by ``gatepress rules check``."""
        self.functions.always.append(_checked(holds, "always", "table"))
        return holds

    def value(self, worth: F) -> F:
        """The function of the table and a seat that returns how well that seat stands: a number, the more the
        better. Bots and hints go by it; a team by the mean of its seats."""
        self.functions.value = _checked(worth, "value", "table", "seat")
        return worth


def sentences_of(
    asked: Callable[[Table], object], table: Table, decorator: str = "always", wanted: str = "does not hold"
) -> list[str]:
    """What such a function returned or yielded. Raises RulesError for what is no sentence."""
    # An author's function may give anything.
    given: Any = asked(table)
    found = list(given) if isinstance(given, list | tuple | Iterator) else [given] if given else []
    for sentence in found:
        if not isinstance(sentence, str):
            message = (
                f"`{decorator}` gave {quote(sentence)}: give the sentence that says what {wanted}, or nothing"
            )
            raise RulesError(message, place_of(asked))
    return [sentence for sentence in found if sentence]


def _checked(function: F, decorator: str, *given: str) -> F:
    """The function. Raises RulesError for what can't be called with just that."""
    message = f"`@rules.{decorator}` stands over a function of ({', '.join(given)})"
    if not callable(function):
        raise RulesError(f"{message}, not over {quote(function)}")
    if not takes(function, *given):
        name = getattr(function, "__name__", "it")
        raise RulesError(f"{message}, and `{name}` takes {signature(function)}")
    return function


def _check_asked(asked: object, keyword: str, what: str, wanted: str, *given: str) -> None:
    """Raises RulesError for what can't be asked about a move with just that."""
    if not callable(asked):
        raise RulesError(f"`{keyword}` is {quote(asked)}, and not {what}")
    if not takes(asked, *given):
        name = getattr(asked, "__name__", keyword)
        which = f"the function in `{keyword}`" if name == "<lambda>" else f"`{name}`, given as `{keyword}`,"
        raise RulesError(f"{which} must be a function of {wanted}")


def _check_move(text: str, do: Callable[..., object], choices: Mapping[str, Choice]) -> None:
    """Raises RulesError where text, choices and function do not belong together."""
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise RulesError(f"the text {quote(text)} can't be read: {error}") from None
    verb = text.partition(" ")[0]
    if not verb or "{" in verb or text != " ".join(text.split()):
        raise RulesError(f"a move is written with a verb first, as in `play {{card}}`, not {quote(text)}")
    for name in named:
        check_word(name, choices, f"choice in {quote(text)}:")
    for name, choice in choices.items():
        if not isinstance(choice, Choice):
            message = f"`{name}` is {quote(choice)}, and not a choice such as From, Number or Word"
            hint = did_you_mean(name, ("among", "unless", "phase", "secret"))
            raise RulesError(f"{message}; {hint}" if hint else message)
        if name not in named:
            raise RulesError(f"the text of the move lacks its choice: write {{{name}}} in {quote(text)}")
    if len(choices) > MAX_CHOICES:
        raise RulesError(f"a move chooses at most {MAX_CHOICES} things: let it be made in several steps")
    taken = [
        name
        for name, parameter in signature(do).parameters.items()
        if parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ][1:]
    if taken != list(choices):
        wanted = ", ".join(["table", *choices])
        raise RulesError(f"`{do.__name__}` must be a function of ({wanted}), as the move chooses")
