"""A game of the kit as the protocol has it: moves by number, forced moves made, errors reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NoReturn, ParamSpec, TypeVar

from mypy_extensions import mypyc_attr

from generator.catalog.models import Game as Database
from generator.catalog.problems import Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize
from generator.rules.errors import RulesError, author_error, is_authors
from generator.rules.kit.cards import Card, Numbers, Piece, Pile
from generator.rules.kit.declarations import OWNER, SEAT, place_of
from generator.rules.kit.legal import Legal, no_phase, plain_legal, written_legal
from generator.rules.kit.position import (
    TRIES,
    HiddenPart,
    Owners,
    PositionReader,
    deal_anew,
    deal_table,
    hidden_parts,
    lay_out,
    surplus,
    write_position,
    write_view,
)
from generator.rules.kit.rules import CutShort, Move, Rules, sentences_of
from generator.rules.kit.scoring import Term, card_words, leaders, of_sides, seat_cards, total, with_partners
from generator.rules.kit.shown import deal_around_known
from generator.rules.kit.table import TABLE_NAMES, Table, empty_table, fill
from generator.rules.notation import Notation
from generator.rules.positions import BadPosition, Fault, position_reader
from generator.rules.protocol import (
    Game,
    Position,
    Referee,
    Result,
    Sides,
    State,
    View,
    one_winner,
)
from generator.rules.shuffler import Shuffler

T = TypeVar("T")
P = ParamSpec("P")

TURNS = ("turn", "round")
"""Counters of the table that say by their name which turn or round it is."""
MAX_FORCED = 10_000
"""Forced moves in a row: rules that make more never ask anybody again."""


class NobodyCanMove(RulesError):  # noqa: N818 - it is what happened
    """Raised where the seat that is to decide has no legal move, and the game is not over."""


class KitState(State):
    """A game in progress."""

    __slots__ = ("_forced", "_last", "_made", "_moves", "_reason", "game", "table")

    game: KitGame
    table: Table
    _moves: tuple[int, ...]
    _made: int
    """Decisions so far, of a game that must come to an end."""
    _reason: str | None
    """Why the game is over."""
    _last: int | None
    """The last move that was chosen."""
    _forced: list[tuple[int, int, int]] | tuple[()]
    """The moves that were forced after it, each with its seat, and with how much was announced before."""

    def __init__(
        self,
        game: KitGame,
        table: Table,
        player: int | None = None,
        moves: tuple[int, ...] = (),
        made: int = 0,
        reason: str | None = None,
        last: int | None = None,
        forced: list[tuple[int, int, int]] | tuple[()] = (),
    ) -> None:
        self.game = game
        self.table = table
        self.player = player
        self._moves = moves
        self._made = made
        self._reason = reason
        self._last = last
        self._forced = forced

    def legal(self) -> tuple[int, ...]:
        return self._moves

    def apply(self, move: int) -> None:
        game, table, seat = self.game, self.table, self.player
        self._made += 1
        self._last = move
        self._forced = ()
        table.said = ()
        rule, chosen = game.meanings[move]
        try:
            if chosen:
                rule.do(table, *chosen)
            else:
                rule.do(table)
            self.advance(rule.place)
        except (Exception, SystemExit) as error:
            if not (isinstance(error, Exception) or is_authors(error, game.home)):
                raise
            rules_error = game.error_of(error, self.text(move), seat)
            if rules_error is error:
                raise
            raise rules_error from error
        if self._made >= game.longest and self.player is not None:
            raise RulesError(
                f"the game goes on after {game.longest:,} decisions: end it, or raise `longest`",
                game.rules.place,
            )

    def advance(self, place: Place | None) -> None:
        """Makes forced moves up to a choice or the end. Raises whatever the rules do.

        ``place``: of what was done last, which is named where it left something that can't be.
        """
        settled, table = self.game.settled, self.table
        while True:
            moves = settled(table, place)
            if isinstance(moves, str):
                self.player, self._moves, self._reason = None, (), moves
                return
            if len(moves) > 1:
                self.player, self._moves = table.seat, tuple(moves)
                return
            if not moves:
                message = f"seat {table.seat} has no legal move in the phase `{table.phase}`"
                raise NobodyCanMove(f"{message}, and the game is not over", self.game.rules.place)
            place = self._make_forced(moves[0])

    def _make_forced(self, move: int) -> Place | None:
        """Makes the only legal move; where that is written."""
        rule, chosen = self.game.meanings[move]
        if not self._forced:
            self._forced = []
        self._forced.append((self.table.seat, move, len(self.table.said)))
        rule.do(self.table, *chosen)
        if len(self._forced) >= MAX_FORCED:
            raise RulesError(
                f"{MAX_FORCED:,} forced moves in a row: nobody is ever asked", self.game.rules.place
            )
        return rule.place

    @property
    def is_settled(self) -> bool:
        """Whether the seat to decide has a choice, without any forced move before. Nothing is changed."""
        return bool(self.game.over(self.table)) or len(self.game.legal_moves(self.table)) > 1

    def forced_moves(self) -> Sequence[tuple[int, int]]:
        return [(seat, move) for seat, move, _ in self._forced] if self._forced else ()

    def told_before(self) -> Sequence[int]:
        return [count for _, _, count in self._forced]

    def told(self) -> Sequence[tuple[int | None, str]]:
        return self.table.said

    def check_cards(self) -> None:
        game, table = self.game, self.table
        last = self._forced[-1][1] if self._forced else self._last
        place = game.dealt_at if last is None else game.meanings[last][0].place
        try:
            message = next(surplus(table, game.owners(len(table.seats))), None)
        except RulesError as error:
            error.place = error.place or place
            raise
        if message is not None:
            raise RulesError(f"{message}: a card lies in two places", place)

    def check_moves(self) -> None:
        for rule, numbers, plain in self.game.listed:
            if self.player is None or self.table.phase not in rule.phases:
                continue
            assert rule.among is not None
            listed = {move for move in self._moves if move in numbers}
            free = set(self.game.guarded(plain, self.table))
            for move in sorted(listed - free):
                words = f"`among` lists `{self.text(move)}`, and yet {self.why_not(move)}"
                raise RulesError(words, place_of(rule.among))
            for move in sorted(free - listed) if rule.unless else ():
                words = f"`among` leaves out `{self.text(move)}`, and nothing in `unless` is against it"
                raise RulesError(words, place_of(rule.among))

    def broken(self) -> Sequence[str]:
        # Whatever the author's function does to the table, the game does not notice.
        game, table = self.game, self.table.clone()
        asked = game.rules.functions.always
        return [sentence for always in asked for sentence in game.guarded(sentences_of, always, table)]

    def text(self, move: int) -> str:
        return self.game.notation.text(move)

    def parse(self, text: str) -> int:
        return self.game.notation.parse(text)

    def why_not(self, move: int) -> str:
        rule, chosen = self.game.meanings[move]
        table = self.table
        if table.phase not in rule.phases:
            names = join_words([name.replace("_", " ") for name in rule.phases], "and")
            return f"that is a move of the phase {names}, and this is {table.phase.replace('_', ' ')}"
        for choice, value in zip(rule.choices.values(), chosen, strict=True):
            values = choice.values()
            if value not in [values[number] for number in choice.offered(table)]:
                return choice.against(table, value)
        for unless in rule.unless:
            sentence = self.game.guarded(unless, table, *chosen)
            if sentence:
                return str(sentence)
        if rule.among is not None and move not in self._moves:
            return "it is not among the moves that can be made now"
        return "it is the only move now, and made already"

    def result(self) -> Result:
        if self._reason is None:
            raise ValueError("the game goes on")
        game, count = self.game, len(self.table.seats)
        scores, winners = game.guarded(game.outcome, self)
        if scores is None:
            scores = one_winner(count, winners)
        return Result(tuple(scores), tuple(winners), self._reason, isinstance(self._reason, CutShort))

    def clone(self) -> KitState:
        return KitState(
            self.game,
            self.table.clone(),
            self.player,
            self._moves,
            self._made,
            self._reason,
            self._last,
            self._forced,
        )

    def determinize(self, seat: int, shuffler: Shuffler) -> KitState:
        """Deals again, within reason, where whoever decides would have no choice."""
        game, world = self.game, self.clone()
        table = world.table
        parts = game.hidden_parts(len(table.seats), seat)
        # What is said of the last move is for those who may know of it.
        table.said = ()
        world._last, world._forced, world._made = None, (), 0
        is_dealt = False
        for _ in range(TRIES):
            # Dealt once more, nothing is left of the deal before.
            if game.deal(table, parts, seat, shuffler):
                is_dealt = True
                if self.player is None or (not game.faults(table) and world._goes_on_like(self, seat)):
                    return world
        if not is_dealt:
            game.no_world()
        game.guarded(world.advance, game.rules.place)
        return world

    def _goes_on_like(self, real: KitState, seat: int) -> bool:
        """Whether whoever decides has a choice in a world for the seat. Its own moves it knows."""
        if real.player != seat:
            game = self.game
            self._moves = tuple(game.guarded(game.legal_moves, self.table))
            return len(self._moves) > 1 and not game.guarded(game.over, self.table)
        return True

    def is_secret(self, move: int) -> bool:
        return self.game.meanings[move][0].secret

    def turns(self) -> int:
        """What the table counts as ``turn`` or ``round``; 0 if it has no such counter."""
        name = self.game.turns
        return 0 if name is None else int(getattr(self.table, name))

    def view(self, seat: int) -> View:
        return write_view(
            self.table, self.game.name, self.player, seat, self.game.owners(len(self.table.seats))
        )

    def to_dict(self) -> Position:
        return write_position(self.table, self.game.name, self.player)


@mypyc_attr(allow_interpreted_subclasses=True)
class KitGame(Game):
    """The rules of a rules file, with the card database that they are played with."""

    def __init__(
        self,
        rules: Rules,
        database: Database,
        kind: type[Table],
        moves: Sequence[Move],
        terms: Sequence[Term],
        ties: Sequence[Term],
    ) -> None:
        self.rules = rules
        self.kind = kind
        self.terms, self.ties = terms, ties
        self.name = database.id
        self.title = database.title
        self.home = database.folder.resolve()
        self.seats = rules.seats
        self.options = ()
        self.longest = rules.longest
        self.unordered = frozenset(
            zone.name for zone in kind.zones.values() if zone.board or not (zone.ordered or zone.marks)
        )
        self.card_names = {word: str(vars(card).get("name") or word) for word, card in kind.cards.items()}
        self.all_can_lose = rules.functions.choose_winners is not None
        self.meanings: list[tuple[Move, tuple[Any, ...]]] = [
            (move, chosen) for move in moves for chosen in move.combinations()
        ]
        self.moves = len(self.meanings)
        texts = [move.written(chosen) for move, chosen in self.meanings]
        verbs = {text.partition(" ")[0]: text for text in reversed(texts)}
        self.notation = Notation(texts, verbs)
        ends = list(accumulate(move.count for move in moves))
        self.listed: list[tuple[Move, range, Legal]] = [
            (move, range(end - move.count, end), plain_legal(move, end - move.count))
            for move, end in zip(moves, ends, strict=True)
            if move.among is not None
        ]
        """The moves whose choices are listed: which numbers they have, and what else says which are legal."""
        written = written_legal(kind, rules, moves)
        self.legal_in, self.settled = written.legal, written.settled
        self.source = f"{kind._source}\n\n{written.source}"
        """What was written for it in Python."""
        assert rules.functions.deal is not None
        assert rules.functions.end is not None
        self.over = rules.functions.end
        self._deal = rules.functions.deal
        self.dealt_at = place_of(self._deal)
        self._shows = any(zone.shows for zone in kind.zones.values())
        self._owners: dict[int, Owners] = {}
        self._hidden: dict[tuple[int, int], Sequence[HiddenPart]] = {}
        self._tables: dict[int, Table] = {}
        self.turns = next(
            (name for name in TURNS if name in kind.counters and kind.counters[name].of != SEAT), None
        )
        """The counter that says which turn or round it is; None where there is none."""
        self._reader = PositionReader(kind, self.name, rules.phases, rules.seats)

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        del options
        return self.guarded(self._begun, shuffler, seats)

    def _begun(self, shuffler: Shuffler, seats: int) -> State:
        state = KitState(self, self._dealt(shuffler, seats))
        state.advance(self.dealt_at)
        return state

    def dealt(self, seed: int, seats: int) -> Table:
        """The table after set-up, dealt from a seed."""
        return self.set_up(Shuffler(seed), seats)

    def set_up(self, shuffler: Shuffler, seats: int) -> Table:
        """The table after set-up."""
        return self.guarded(self._dealt, shuffler, seats)

    def _dealt(self, shuffler: Shuffler, seats: int) -> Table:
        table = self._filled(seats).clone()
        table.shuffler = shuffler
        self._deal(table)
        return table

    def _filled(self, seats: int) -> Table:
        """A table before set-up, with all cards where they begin; to be cloned."""
        if seats not in self._tables:
            table = empty_table(self.kind, seats, Shuffler(0), self.rules.phases[0])
            self.guarded(fill, table)
            self._tables[seats] = table
        return self._tables[seats]

    def sides(self, seats: int) -> Sides:
        return self.rules.sides.get(seats, ())

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"seats": count} for count in self.seats]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        given = position_reader(position)
        table, says_over, zones_are_whole = self.guarded(self._reader.read, given)
        count = len(table.seats)
        if count in self.seats and zones_are_whole:
            for message in surplus(table, self.owners(count)):
                given.error(message)
        given.finish()
        for sentence in self.guarded(self.faults, table):
            given.error(sentence)
        given.finish()
        state = KitState(self, table)
        if says_over:
            self.guarded(self._turn_to_the_end, table)
        try:
            self.guarded(state.advance, self.rules.place)
        except NobodyCanMove as error:
            raise BadPosition([Fault((), error.message)]) from error
        if says_over and state.player is not None:
            given.key("player").error("the game is not over here: say who decides")
            given.finish()
        return state

    def _turn_to_the_end(self, table: Table) -> None:
        """Gives the turn to the first seat at which the game is over: a position does not say whose it is."""
        for seat in table.seats:
            table.seat = seat
            if self.over(table):
                return
        table.seat = 0

    def faults(self, table: Table) -> list[str]:
        """Sentences against a table that no game comes to."""
        fault = self.rules.functions.fault
        return [] if fault is None else sentences_of(fault, table, "impossible", "can't be")

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """What the view hides is dealt at random, if possible so that whoever decides has a choice."""
        parts = self.hidden_parts(len(view["seats"]), seat)
        last: Position | None = None
        for _ in range(TRIES):
            position = deal_anew(view, parts, self.kind.cards, shuffler)
            if position is None:
                continue
            last = position
            if view["player"] is None or self._is_settled(position):
                return position
        return last or self.no_world()

    def _is_settled(self, position: Position) -> bool:
        table = lay_out(position, self.kind)
        return not self.faults(table) and KitState(self, table).is_settled

    def deal(self, table: Table, parts: Sequence[HiddenPart], seat: int, shuffler: Shuffler) -> bool:
        """Deals anew what is hidden from a seat; see ``deal_table``."""
        if self._shows:
            return deal_around_known(table, seat, lambda: deal_table(table, parts, shuffler))
        return deal_table(table, parts, shuffler)

    def no_world(self) -> NoReturn:
        """Raises RulesError: no deal gave every hidden pile cards that may lie there."""
        raise RulesError("the hidden cards can't be dealt to the piles that they lie in", self.rules.place)

    def hidden_parts(self, seats: int, seat: int) -> Sequence[HiddenPart]:
        """What is hidden from a seat among so many players; found once, since worlds are dealt by the
        thousand."""
        if (seats, seat) not in self._hidden:
            self._hidden[seats, seat] = hidden_parts(self.kind, self.owners(seats), seat)
        return self._hidden[seats, seat]

    def may_lie(self, card: str, path: Sequence[str | int]) -> bool:
        zones = [zone for name, zone in self.kind.zones.items() if name in path]
        seat = path[1] if path[0] == "seats" else 0
        return all(zone.admits(self.kind.cards[card], int(seat)) for zone in zones)

    def generated(self) -> str:
        return self.source

    def referee(self) -> Referee:
        return KitReferee(self)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The cards that each seat is dealt to see for itself, and whatever lies in its `hand`; dealt again,
        since forced moves may have been made."""
        assert isinstance(state, KitState)
        hands = self.first_hands(self.dealt(state.table.shuffler.seed, len(state.table.seats)))
        return [(f"seat {seat}", [str(card) for card in hand]) for seat, hand in enumerate(hands)]

    def first_hands(self, dealt: Table) -> list[list[Any]]:
        """What each seat holds after set-up."""
        zones = [zone for zone in self.kind.zones.values() if zone.of == SEAT]
        # Most are seen by their owners alone; there are also hands that lie open, or face the others.
        hands = [zone.name for zone in zones if zone.seen == OWNER or zone.name == "hand"]
        return [
            [card for name in hands for pile in dealt.piles(name, seat) for card in pile]
            for seat in dealt.seats
        ]

    # What a state asks

    def legal_moves(self, table: Any) -> list[int]:
        """The legal moves of the seat that decides, ascending. Raises whatever the rules do."""
        legal = self.legal_in.get(table.phase)
        if legal is None:
            raise RulesError(no_phase(table.phase, self.rules), self.rules.place)
        return legal(table)

    def outcome(self, state: KitState) -> tuple[Sequence[int] | None, Sequence[int]]:
        """The scores, None in a game without points, and the winners. Raises whatever the rules do."""
        rules, table = self.rules, state.table
        sides = self.sides(len(table.seats))
        count, choose_winners = rules.functions.count, rules.functions.choose_winners
        scores: list[int] | None = None
        if count is not None:
            scores = _whole_numbers(count(table), len(table.seats), count)
        elif self.terms:
            scores = total(self.terms, seat_cards(state.to_dict(), self.kind.cards))
        if scores is not None and sides:
            scores = of_sides(scores, sides)
        if choose_winners is not None:
            chosen: Any = choose_winners(table)
            if not isinstance(chosen, list | tuple | set | range) or not all(
                type(seat) is int and seat in table.seats for seat in chosen
            ):
                message = f"`winners` gave {chosen!r:.80}: give the winning seats, or an empty list"
                raise RulesError(message, place_of(choose_winners))
            return scores, with_partners(chosen, sides)
        if scores is None:
            raise RulesError(
                "nobody says who wins: give `scores`, `@rules.scored` or `@rules.winners`", rules.place
            )
        ties = total(self.ties, seat_cards(state.to_dict(), self.kind.cards) if self.ties else ())
        return scores, leaders(scores, of_sides(ties or [0] * len(scores), sides), rules.wins_by)

    def owners(self, seats: int) -> Owners:
        """Whose cards are whose among so many players."""
        if seats not in self._owners:
            filled = self._filled(seats)
            self._owners[seats] = self.guarded(Owners, self.kind, seats, filled)
        return self._owners[seats]

    def guarded(self, call: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a function of the rules file gives. Raises RulesError in the place of whatever it raises."""
        try:
            return call(*given, **named)
        except BadPosition:
            raise
        except (Exception, SystemExit) as error:
            if not (isinstance(error, Exception) or is_authors(error, self.home)):
                raise
            rules_error = self.error_of(error)
            if rules_error is error:
                raise
            raise rules_error from error

    def error_of(self, error: BaseException, move: str | None = None, seat: int | None = None) -> RulesError:
        """The error with the line of the rules file, and in the words of the kit where it is about that."""
        rules_error = author_error(error, self.home, move, seat)
        rules_error.message = _about_names(error, self.kind) or rules_error.message
        return rules_error


def _whole_numbers(scores: Sequence[int], seats: int, count: Callable[..., object]) -> list[int]:
    # An author's function may give anything.
    given: Any = scores
    found = list(given) if isinstance(given, list | tuple) else [given]
    if len(found) != seats or not all(isinstance(score, int) for score in found):
        message = f"points are {pluralize(seats, 'whole number')}, one for each seat, not {found!r:.80}"
        raise RulesError(message, place_of(count))
    return found


_UNKNOWN = re.compile(r"'(Table|Piece)' object has no attribute '(\w+)'( and no __dict__ .*)?")
_FIELD_SET = re.compile(r"property '(\w+)' of 'Piece' object has no setter")
"""Python's words where an attribute is set that the table or a piece does not have, or that is of a piece's
card: they alone name it."""


def _about_names(error: BaseException, kind: type[Table]) -> str | None:
    """What an error about an attribute of the kit's own things means; None for any other."""
    if not isinstance(error, AttributeError):
        return None
    thing, name = error.obj, error.name
    unknown, field = _UNKNOWN.fullmatch(str(error)), _FIELD_SET.fullmatch(str(error))
    # Python gives the name where an attribute is read; where it is set, it leaves it out or says more.
    is_read = name is not None and not (unknown and unknown[3])
    if isinstance(thing, Piece) and is_read:
        thing = thing.card
    elif field or (unknown and unknown[1] == "Piece"):
        mark = field[1] if field else unknown[2] if unknown else ""
        if mark == "space":
            return "a piece goes to another space by `give`, from its pile to the other"
        hint = did_you_mean(mark, [mark.name for zone in kind.zones.values() for mark in zone.marks])
        return f"the piece has no mark `{mark}`; {hint or 'declare it among the `marks` of its zone'}"
    elif unknown:
        own = TABLE_NAMES if is_read else ("phase", "seat")
        hint = did_you_mean(unknown[2], [*kind.zones, *kind.counters, *kind.values, *own])
        return f"the table has no `{unknown[2]}`; {hint or 'declare it as a zone, a counter or a value'}"
    if not isinstance(name, str):
        return None
    if type(thing) is list and hasattr(Pile, name):
        return f"a plain list can't `{name}`: change the piles themselves, and put no list in their place"
    if isinstance(thing, Card):
        hint = did_you_mean(name, vars(thing))
        return f"the card {thing} has no field `{name}`" + (f"; {hint}" if hint else "")
    if isinstance(thing, Numbers):
        hint = did_you_mean(name, thing.names)
        return f"game.yaml has no `{thing}.{name}`" + (f"; {hint}" if hint else "")
    return None


class KitReferee(Referee):
    """Counts cards and points by what was declared, from positions alone."""

    def __init__(self, game: KitGame) -> None:
        self._game = game

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        game = self._game
        owners = game.owners(len(position["seats"]))
        found: dict[str, list[str]] = {owner: [] for owner in owners.counts}
        for zone in game.kind.zones.values():
            holders = position["seats"] if zone.of == SEAT else [position]
            for seat, holder in enumerate(holders):
                for word in card_words(holder[zone.name]):
                    found.setdefault(owners.owner(game.kind.cards[word], seat), []).append(word)
        return found

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """By the second count or the declared scores; None where there is neither."""
        game, rules, cards = self._game, self._game.rules, self._game.kind.cards
        second, choose_winners = rules.functions.second, rules.functions.choose_winners
        sides = game.sides(len(position["seats"]))
        if second is not None:
            counted = game.guarded(lambda: list(second(position, cards)))
            if choose_winners is not None:
                counted = with_partners(counted, sides)
                return one_winner(len(position["seats"]), counted), tuple(counted)
        elif game.terms and choose_winners is None:
            counted = total(game.terms, seat_cards(position, cards))
        else:
            return None
        counted, ties = (
            of_sides(counted, sides),
            of_sides(total(game.ties, seat_cards(position, cards)), sides),
        )
        return tuple(counted), leaders(counted, ties, rules.wins_by)
