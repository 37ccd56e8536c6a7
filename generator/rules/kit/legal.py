"""The legal moves of each phase, and what is looked at after each move: written as functions, and compiled
once."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from generator.catalog.problems import Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Piece
from generator.rules.kit.choices import Choice
from generator.rules.kit.declarations import SEAT, Counter, place_of
from generator.rules.kit.rules import Move, Rules
from generator.rules.kit.table import Table
from generator.rules.kit.written import Writer

Legal = Callable[[Table], list[int]]
"""The numbers of the legal moves of the seat that decides, ascending. Raises whatever the rules do."""
Settled = Callable[[Table, Place | None], list[int] | str]
"""The same, or why the game is over. Raises RulesError, with the place of what was done last, for a table on
which something can't be. Marks are not looked at: that takes long."""

_SEES_ALL = frozenset(("locals", "vars", "dir", "eval", "exec"))
"""With these a function reads what it is given without naming it."""


class Written(NamedTuple):
    """What is written for the moves of a game."""

    legal: Mapping[str, Legal]
    """For each phase."""
    settled: Settled
    source: str


def written_legal(kind: type[Table], rules: Rules, moves: Sequence[Move]) -> Written:
    """What finds the legal moves of a game, and its end."""
    phases = rules.phases
    writer = Writer(check=_check, as_list=_as_list, numbers_of=_numbers_of)
    for phase in phases:
        writer.write(0, f"def legal_in_{phase}(table):", "    found = []")
        first = 0
        for number, move in enumerate(moves):
            if phase in move.phases:
                _MoveWriter(writer, number, move, first).write()
            first += move.count
        writer.write(1, "return found", "", "")
    _write_settled(writer, kind, rules)
    written = writer.compiled()
    legal = {phase: written[f"legal_in_{phase}"] for phase in phases}
    return Written(legal, written["settled"], writer.source)


def _write_settled(writer: Writer, kind: type[Table], rules: Rules) -> None:
    """What is looked at after each move: counters and values, the end, whose turn it is, the legal moves."""
    known = {"wrong": RulesError, "no_seat": _no_seat, "no_phase": no_phase, "sentence": _sentence}
    writer.names.update(known, over=rules.functions.end, rules=rules)
    writer.write(0, "def settled(table, place):")
    for one in sorted(kind.scalars, key=lambda one: one.of == SEAT):
        if isinstance(one, Counter):
            is_wrong = f"one.__class__ is not int or not {one.min} <= one <= {one.max}"
        else:
            is_wrong = f"one not in {writer.literal(f'AMONG_{one.name}', tuple(one.among))}"
        depth = 1 + (one.of == SEAT)
        writer.write(1, f"for one in table.{one.name}:" if depth == 2 else f"one = table.{one.name}")
        writer.write(depth, f"if {is_wrong}:")
        writer.write(depth + 1, f"raise wrong(table.out_of_range({one.name!r}, one), place)")
    writer.write(1, "reason = over(table)", "if reason:", "    return sentence(reason, over)")
    writer.write(1, "if table.seat not in table.seats:", "    raise wrong(no_seat(table), place)")
    writer.write(1, "phase = table.phase")
    for phase in rules.phases:
        writer.write(1, f"if phase == {phase!r}:", f"    return legal_in_{phase}(table)")
    writer.write(1, "raise wrong(no_phase(phase, rules), place or rules.place)")


def _no_seat(table: Table) -> str:
    return f"`seat` is {table.seat!r}: there are seats 0 to {len(table.seats) - 1}"


def no_phase(phase: object, rules: Rules) -> str:
    """What there is to say of a phase that is none."""
    hint = did_you_mean(str(phase), rules.phases) or f"there are {join_words(rules.phases, 'and')}"
    return f"there is no phase {quote(phase)}; {hint}"


def _sentence(reason: object, over: Callable[..., object]) -> str:
    if not isinstance(reason, str):
        words = f"`over` gave {quote(reason)}: give the sentence that says why the game is over, or nothing"
        raise RulesError(words, place_of(over))
    return reason


def plain_legal(move: Move, first: int) -> Legal:
    """What finds the legal ones among a move's combinations by what is offered and ``unless`` alone."""
    writer = Writer(check=_check)
    writer.write(0, "def legal(table):", "    found = []")
    _MoveWriter(writer, 0, move, first).write_search()
    writer.write(1, "return found")
    legal: Legal = writer.compiled()["legal"]
    return legal


def _check(move: Move, against: object) -> None:
    """Raises RulesError for what is no sentence."""
    if not isinstance(against, str):
        message = f"`unless` of `{move.text}` gave {quote(against)}: give a sentence against it, or nothing"
        raise RulesError(message, move.place)


def _as_list(move: Move, listed: object) -> list[Any]:
    """What ``among`` gave, as a list. Raises RulesError for what can't be gone through."""
    if not isinstance(listed, Iterable) or isinstance(listed, str):
        raise _not_listed(move, f"gave {quote(listed)}")
    return list(listed)


def _numbers_of(move: Move, numbers: Mapping[Any, int], listed: Sequence[Any]) -> list[int]:
    """The numbers of moves with what is listed, in which pieces stand for their cards. Raises RulesError for
    what no such move chooses."""
    found: set[int] = set()
    for one in listed:
        values = one if isinstance(one, tuple) else (one,)
        chosen = tuple([value.card if isinstance(value, Piece) else value for value in values])
        if len(chosen) != len(move.choices):
            raise _not_listed(move, f"lists {one!r:.60}")
        for (name, choice), value in zip(move.choices.items(), chosen, strict=True):
            if value not in choice.values():
                raise _not_listed(move, f"lists {value!r:.60} as `{name}`, which is never to be chosen")
        found.add(numbers[chosen[0] if len(chosen) == 1 else chosen])
    return sorted(found)


def _not_listed(move: Move, found: str) -> RulesError:
    names = ", ".join(move.choices)
    wanted = f"({names}) for each move" if len(move.choices) > 1 else f"each `{names}` that is legal"
    assert move.among is not None
    return RulesError(f"`among` of `{move.text}` {found}: give a list with {wanted}", place_of(move.among))


class _MoveWriter:
    """Writes how the legal ones among a move's combinations are found: a loop for each choice, and in it what
    is ``unless`` asked, as far out as that can be."""

    def __init__(self, writer: Writer, number: int, move: Move, first: int) -> None:
        """``first``: the number of its first combination."""
        self._writer = writer
        self._number = number
        self._move = move
        self._first = first
        self._choices = list(move.choices.items())
        self._changing = [type(choice).offered is not Choice.offered for _, choice in self._choices]
        """Whether what may be chosen changes."""
        self._depths: list[int] = []
        """In how many loops each ``unless`` stands. They are asked in turn: none goes before another."""
        for unless in move.unless:
            self._depths.append(max([_choices_read(unless, len(self._choices)), *self._depths]))

    def write(self) -> None:
        """What is legal is listed, or searched for."""
        if self._move.among is None:
            self.write_search()
        else:
            self._write_listed()

    def _write_listed(self) -> None:
        """Numbers what ``among`` lists."""
        number, combinations = self._number, self._move.combinations()
        is_single = len(self._move.choices) == 1
        numbers = {
            chosen[0] if is_single else chosen: at for at, chosen in enumerate(combinations, self._first)
        }
        asked = self._writer.name(f"among_{number}", self._move.among)
        move = self._writer.name(f"move_{number}", self._move)
        known = self._writer.name(f"NUMBERS_{number}", numbers)
        number_of = self._writer.name(f"number_{number}", numbers.__getitem__)
        self._writer.write(1, f"# {self._move.text}", f"listed = {asked}(table)")
        self._writer.write(1, "if listed.__class__ is not list:", f"    listed = as_list({move}, listed)")
        self._writer.write(1, "try:", f"    found += sorted({{*map({number_of}, listed)}})")
        self._writer.write(1, "except (KeyError, TypeError):  # what is never to be chosen, or a piece")
        self._writer.write(1, f"    found += numbers_of({move}, {known}, listed)")

    def write_search(self) -> None:
        """A loop is not begun where another one would be empty: nothing is asked in vain."""
        if not self._move.count:
            return
        self._writer.write(1, f"# {self._move.text}")
        depth = 1
        offered = [name for at in range(len(self._choices)) if (name := self._offered(at, depth))]
        if offered and (len(offered) > 1 or 0 in self._depths or not self._changing[0]):
            self._writer.write(depth, f"if {' and '.join(offered)}:")
            depth += 1
            self._writer.write(depth, *self._any_values())
        self._write_loop(0, depth)

    def _offered(self, at: int, depth: int) -> str:
        """Asks what may be chosen now; the name of that, none where it is always the same."""
        name, choice = self._choices[at]
        if not self._changing[at]:
            return ""
        asked = self._writer.name(f"offered_{self._number}_{name}", choice.offered)
        self._writer.write(depth, f"all_{name} = {asked}(table)")
        return f"all_{name}"

    def _write_loop(self, at: int, depth: int) -> None:
        if at in self._depths:
            self._write_unless(at, depth)
            depth += 1
        if at == len(self._choices):
            numbers = [str(self._first)] if self._first else []
            numbers += [self._number_of(choice) for choice in range(at)]
            self._writer.write(depth, f"found.append({' + '.join(numbers) or 0})")
            return
        name, _ = self._choices[at]
        is_asked = max(self._depths, default=0) > at
        if not self._changing[at]:
            self._writer.write(depth, f"for n_{name}, a_{name} in {self._values(at)}:")
        else:
            self._writer.write(depth, f"for n_{name} in all_{name}:")
            if is_asked:
                self._writer.write(depth + 1, f"a_{name} = {self._values(at)}[n_{name}]")
        self._write_loop(at + 1, depth + 1)

    def _number_of(self, at: int) -> str:
        """What a choice adds to the number of the move."""
        name, _ = self._choices[at]
        rest = self._rest(at)
        return f"n_{name} * {rest}" if self._changing[at] and rest > 1 else f"n_{name}"

    def _any_values(self) -> list[str]:
        """Of choices that change, a value each for what is asked before they are gone through."""
        least = min(self._depths, default=len(self._choices))
        return [
            f"any_{name} = {self._values(at)}[all_{name}[0]]"
            for at, (name, _) in enumerate(self._choices)
            if self._changing[at] and at >= least
        ]

    def _write_unless(self, at: int, depth: int) -> None:
        """Asks what may be against it in so many loops, one after another."""
        given = ["table", *[f"a_{name}" for name, _ in self._choices[:at]]]
        for later, (name, _) in enumerate(self._choices[at:], start=at):
            given.append(f"any_{name}" if self._changing[later] else f"{self._values(later)}[0][1]")
        unless = {
            number: self._move.unless[number] for number, of_it in enumerate(self._depths) if of_it == at
        }
        asked = [self._writer.name(f"unless_{self._number}_{number}", one) for number, one in unless.items()]
        calls = " or ".join(f"{name}({', '.join(given)})" for name in asked)
        named = [" ".join(str(getattr(one, "__name__", "?")).split()) for one in unless.values()]
        move = self._writer.name(f"move_{self._number}", self._move)
        self._writer.write(depth, f"# unless {', '.join(named)}", f"against = {calls}", "if against:")
        self._writer.write(depth + 1, "if against.__class__ is not str:", f"    check({move}, against)")
        self._writer.write(depth, "else:")

    def _rest(self, at: int) -> int:
        """How many numbers lie between two values of a choice."""
        rest = 1
        for _, choice in self._choices[at + 1 :]:
            rest *= len(choice.values())
        return rest

    def _values(self, at: int) -> str:
        """The values of a choice; where it always goes through all, with what each adds to the number."""
        name, choice = self._choices[at]
        values, rest = choice.values(), self._rest(at)
        if self._changing[at]:
            return self._writer.name(f"values_{self._number}_{name}", values)
        pairs = tuple((number * rest, value) for number, value in enumerate(values))
        return self._writer.literal(f"values_{self._number}_{name}", pairs)


def _choices_read(unless: Callable[..., object], count: int) -> int:
    """Up to which choice what is given to a function makes a difference; 0 for none of them."""
    if not isinstance(unless, FunctionType) or _SEES_ALL & {*unless.__code__.co_names}:
        return count
    code = unless.__code__
    named = code.co_varnames[1 : code.co_argcount][:count]
    if len(named) < count:
        return count
    read = {*code.co_cellvars}
    for step in dis.get_instructions(code):
        if "FAST" in step.opname:
            read.update(step.argval if isinstance(step.argval, tuple) else (step.argval,))
    return max((at for at, name in enumerate(named, start=1) if name in read), default=0)
