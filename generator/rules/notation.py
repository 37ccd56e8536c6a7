"""The notation of a game: moves to text and back, forgiving about spaces and capitals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.protocol import IllegalMove


@mypyc_attr(allow_interpreted_subclasses=True)
class Notation:
    """The text of every move. A game overrides ``hint`` for better hints about text that is not a move, or
    ``fault`` for a different message.

    ``examples`` has a move for each verb; a move begins with its verb. ``aliases`` maps other ways to write a
    move to its number.
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
        """The move written in ``text``, whatever its spaces and capitals. Raises IllegalMove with a hint."""
        words = " ".join(text.replace(">", " > ").split()).replace(" > ", ">").casefold()
        move = self._moves.get(words)
        if move is None:
            raise IllegalMove(self.fault(text, words))
        return move

    def fault(self, text: str, words: str) -> str:
        """The message for a text that is not a move; ``words`` is the same text in lower case."""
        return f"there is no move {quote(text)}; {self.hint(words)}"

    def hint(self, words: str) -> str:
        """A hint for text that is not a move, given in lower case."""
        verb = words.partition(" ")[0]
        if verb not in self.examples:
            return (
                did_you_mean(verb, self.examples) or f"a move begins with {join_words(list(self.examples))}"
            )
        known = [move for move in self._moves if move.startswith(f"{verb} ") and not move[-1].isdigit()]
        return did_you_mean(words, known) or f"a move of this kind reads like `{self.examples[verb]}`"
