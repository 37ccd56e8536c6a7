"""Moves in words: each has its own, the same in every state, and what is not a move is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment
from generator.rules.protocol import IllegalMove, State

JUNK = ("", " ", "\0", "nonsense", "-1", "0", "ü 3", "{}", "a b>c", "9" * 1000, "x " * 200)
"""What is a move in no game."""
SOME = 200
"""Moves whose words are read again in later states, beside the legal ones."""


class Words(Check):
    """Writes and reads every move of the game."""

    name = "words"
    question = "every move has words of its own, and nonsense is rejected"
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
            yield from _alike(self._texts)
            junk += _damaged(self._texts)
        else:
            read = [*state.legal(), *moment.dice.sample(read, min(SOME, len(read)))]
            junk = [moment.dice.choice([*JUNK, *_damaged(self._texts)])]
        for move in read:
            text = state.text(move)
            if text != self._texts[move]:
                yield f"move {move} is `{self._texts[move]}` in one state and `{text}` in another"
            yield from _read_back(state, move, text)
        for words in junk:
            yield from _refused(state, words, self._texts)


def _alike(texts: list[str]) -> Iterator[str]:
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


def _refused(state: State, words: str, known: list[str]) -> Iterator[str]:
    if words in known:
        return
    try:
        read = state.parse(words)
    except IllegalMove as error:
        if not str(error).strip():
            yield f"{words[:40]!r} is rejected without a reason"
    else:
        yield f"{words[:40]!r} is not a move, and is read as move {read}"
