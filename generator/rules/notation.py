"""Moves and words: the notation of a game, read as people write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.protocol import IllegalMove


@mypyc_attr(allow_interpreted_subclasses=True)
class Notation:
    """The words of every move. A game overrides ``hint`` to say more about words that are no move, or
    ``fault`` where another sentence says it better.

    ``examples`` has a move for each verb; a move begins with its verb. ``aliases`` are other ways to write a
    move that ``texts`` has: the words, and the number of the move.
    """

    __slots__ = ("_moves", "examples", "texts")

    def __init__(
        self, texts: Sequence[str], examples: Mapping[str, str], aliases: Mapping[str, int] | None = None
    ) -> None:
        self.texts = list(texts)
        self.examples = examples
        self._moves = {text.casefold(): move for move, text in enumerate(self.texts)}
        for words, move in (aliases or {}).items():
            self._moves[words.casefold()] = move

    def text(self, move: int) -> str:
        """The move in words, for example ``field S4``."""
        return self.texts[move]

    def parse(self, text: str) -> int:
        """The move of a text; blanks and capitals may be as they like. Raises IllegalMove with a hint."""
        words = " ".join(text.replace(">", " > ").split()).replace(" > ", ">").casefold()
        move = self._moves.get(words)
        if move is None:
            raise IllegalMove(self.fault(text, words))
        return move

    def fault(self, text: str, words: str) -> str:
        """What is wrong with a text that is no move; ``words``: the same in lower case."""
        return f"{quote(text)} is no move; {self.hint(words)}"

    def hint(self, words: str) -> str:
        """What may have been meant by words that are no move, all in lower case."""
        verb = words.partition(" ")[0]
        if verb not in self.examples:
            return (
                did_you_mean(verb, self.examples) or f"a move begins with {join_words(list(self.examples))}"
            )
        known = [move for move in self._moves if move.startswith(f"{verb} ") and not move[-1].isdigit()]
        return did_you_mean(words, known) or f"a move of this kind reads like `{self.examples[verb]}`"
