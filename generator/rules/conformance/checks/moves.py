"""Legal moves are in order and can be made, every other is refused, and each has words of its own.

No way leads back to where it began: a player could go round there, and the game need never end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.wording import pluralize
from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, canonical, without_chance
from generator.rules.protocol import IllegalMove, State

MAX_STATES = 40
"""Looked at from one state, the nearest first."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A state on a way from the one that is looked at, and the move that led there."""

    state: State
    text: str
    move: int
    before: _Step | None

    def moves(self) -> list[int]:
        return [*self.before.moves(), self.move] if self.before is not None else []

    def way_round(self, text: str) -> list[int] | None:
        """The moves that led here from the state of that text; None if it does not lie on the way."""
        step: _Step | None = self
        moves: list[int] = []
        while step is not None:
            if step.text == text:
                return moves[::-1]
            moves.append(step.move)
            step = step.before
        return None


class Cycles(Check):
    """Looks for states that come again: in games, and by all short ways from some states.

    Chance does not count: who waits for that goes round too.
    """

    name = "cycles"
    question = "no moves lead back to a state that was: a game can't go on for ever"
    order = 43
    states_a_game = 1

    _seen: dict[str, int]

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._seen = {}
        return ()

    def each(self, moment: Moment) -> Iterator[str]:
        """In games that are played oddly, as by one who wants to go round."""
        if moment.taste is None or moment.state.player is None:
            return
        text = without_chance(moment.position)
        before = self._seen.setdefault(text, len(moment.moves))
        if before < len(moment.moves):
            self._seen = {}
            yield f"this is the position after {before} moves again: a game can go round for ever"

    def look(self, moment: Moment) -> Iterator[str]:
        first = _Step(moment.state, without_chance(moment.position), 0, None)
        known = {first.text}
        queue = [first]
        for step in queue:
            for move in step.state.legal():
                if len(known) >= MAX_STATES:
                    return
                after = step.state.clone()
                after.apply(move)
                text = without_chance(after.to_dict())
                way = step.way_round(text)
                if way is not None and not after.over:
                    words = " · ".join(moment.state.text(made) for made in [*way, move])
                    yield f"`{words}` leads back to the same position: a game can go round for ever"
                    return
                if text not in known and not after.over:
                    known.add(text)
                    queue.append(_Step(after, text, move, step))


SOME_ILLEGAL = 400
"""Illegal moves that are tried in a state."""


class Moves(Check):
    """Looks at the list of legal moves, and makes each of them on a copy."""

    name = "moves"
    question = "legal moves are two or more, ascending, and can all be made"
    order = 40
    states_a_game = 12

    def each(self, moment: Moment) -> Iterator[str]:
        state = moment.state
        legal = state.legal()
        if type(legal) is not tuple:
            yield f"legal() gives a {type(legal).__name__}, not a tuple"
        if state.player is None:
            if legal:
                yield f"the game is over, and {len(legal)} moves are legal"
            return
        if not 0 <= state.player < moment.seats:
            yield f"seat {state.player} is asked, of {moment.seats} seats"
        if len(legal) < 2:
            yield f"{pluralize(len(legal), 'legal move')}: a seat that is asked must have a choice"
        elif list(legal) != sorted(set(legal)):
            yield f"legal moves are not ascending, each once: {legal}"
        elif not 0 <= legal[0] <= legal[-1] < self.game.moves:
            yield f"legal moves are not among 0 to {self.game.moves - 1}: {legal}"

    def look(self, moment: Moment) -> Iterator[str]:
        legal = moment.state.legal()
        if moment.state.legal() != legal:
            yield "legal moves are others when asked a second time"
        moment.state.check_moves()
        for move in legal:
            after = moment.state.clone()
            try:
                after.apply(move)
            except (IllegalMove, AssertionError, LookupError, ValueError) as crash:
                yield f"the legal move {move} can't be made: {type(crash).__name__}: {crash}"
            else:
                yield from _sound_after(after, move)


def _sound_after(state: State, move: int) -> Iterator[str]:
    if state.over != (state.player is None):
        yield f"after move {move}, `over` and `player` disagree"
    legal = len(state.legal())
    if legal < 2 and not state.over:
        yield f"after move {move}, {pluralize(legal, 'legal move')}: a seat that is asked must have a choice"


class Refusals(Check):
    """Tries every number that is no legal move, in words, as a player would."""

    name = "refusals"
    question = "illegal moves are rejected with a reason, and change nothing"
    order = 41
    states_a_game = 1

    _looked = False

    def look(self, moment: Moment) -> Iterator[str]:
        """Tries all moves in the first state, and some in the others."""
        tried = moment.state.clone()
        legal = set(moment.state.legal())
        moves: Sequence[int] = range(self.game.moves)
        if self._looked:
            moves = moment.dice.sample(moves, min(SOME_ILLEGAL, len(moves)))
        self._looked = True
        for move in moves:
            if move not in legal:
                yield from _refused_move(tried, move)
        if canonical(tried.to_dict()) != moment.text:
            yield "an illegal move has changed the state"


def _refused_move(state: State, move: int) -> Iterator[str]:
    words = state.text(move)
    try:
        state.play(words)
    except IllegalMove as error:
        if not str(error).strip():
            yield f"`{words}` is rejected without a reason"
    else:
        yield f"`{words}` is not among the legal moves, and was played"


JUNK = ("", " ", "\0", "nonsense", "-1", "0", "ü 3", "{}", "a b>c", "9" * 1000, "x " * 200)
"""What is a move in no game."""
SOME_WORDS = 200
"""Moves whose words are read again in later states, beside the legal ones."""


class Words(Check):
    """Writes and reads every move of the game."""

    name = "words"
    question = "every move has its own words, and nonsense is rejected"
    order = 42
    states_a_game = 1

    _texts: list[str] | None = None

    def look(self, moment: Moment) -> Iterator[str]:
        """Reads all moves in the first state, and some in the others."""
        state = moment.state
        read: Sequence[int] = range(self.game.moves)
        junk = [*JUNK]
        if self._texts is None:
            self._texts = [state.text(move) for move in read]
            yield from _same_words(self._texts)
            junk += _damaged(self._texts)
        else:
            read = [*state.legal(), *moment.dice.sample(read, min(SOME_WORDS, len(read)))]
            junk = [moment.dice.choice([*JUNK, *_damaged(self._texts)])]
        for move in read:
            text = state.text(move)
            if text != self._texts[move]:
                yield f"move {move} is `{self._texts[move]}` in one state and `{text}` in another"
            yield from _read_back(state, move, text)
        for words in junk:
            yield from _refused_words(state, words, self._texts)


def _same_words(texts: list[str]) -> Iterator[str]:
    first: dict[str, int] = {}
    for move, text in enumerate(texts):
        if text in first:
            yield f"moves {first[text]} and {move} are both called `{text}`"
        first.setdefault(text, move)
        if not text.strip():
            yield f"move {move} has no words"


def _read_back(state: State, move: int, text: str) -> Iterator[str]:
    try:
        read = state.parse(text)
    except IllegalMove as error:
        yield f"the words of move {move}, `{text}`, are not read: {error}"
        return
    if read != move:
        yield f"the words of move {move}, `{text}`, are read as move {read}"


def _damaged(texts: list[str]) -> Iterator[str]:
    for text in (texts[0], texts[len(texts) // 2], texts[-1]):
        yield f"{text} {text} !"
        yield f"{text}99999999999999999999"


def _refused_words(state: State, words: str, known: list[str]) -> Iterator[str]:
    if words in known:
        return
    try:
        read = state.parse(words)
    except IllegalMove as error:
        if not str(error).strip():
            yield f"{words[:40]!r} is rejected without a reason"
    else:
        yield f"{words[:40]!r} is not a move, and is read as move {read}"
