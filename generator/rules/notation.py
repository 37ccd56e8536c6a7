"""The notation of a game: moves to text and back. A move has one spelling, in capitals or small letters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.protocol import IllegalMove

_PADDED = re.compile(r"(?<![0-9])\+?0*(?=[0-9])")
"""What may stand before a number without changing it."""
_NUMBER = re.compile(r"[0-9]+")
_LIKE_ASCII = str.maketrans({"ı": "i", "−": "-", "‐": "-", "‑": "-", "–": "-", "›": ">", "→": ">"})
"""Letters that Unicode does not take apart, and what is typed for a hyphen or an arrow."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Notation:
    """The text of every move. A game overrides ``hint`` for better hints about text that is not a move, or
    ``fault`` for a different message.

    ``examples`` has a move for each verb; a move begins with its verb. ``aliases`` maps other ways to write a
    move to its number.
    """

    __slots__ = ("_moves", "_near", "examples", "texts")

    _near: dict[str, str] | None
    """The spelling of each move that a careless one may mean; None until it is first asked for."""

    def __init__(
        self, texts: Sequence[str], examples: Mapping[str, str], aliases: Mapping[str, int] | None = None
    ) -> None:
        self.texts = list(texts)
        self.examples = examples
        self._moves = {in_small_letters(text): move for move, text in enumerate(self.texts)}
        for words, move in (aliases or {}).items():
            self._moves[in_small_letters(words)] = move
        self._near = None

    def text(self, move: int) -> str:
        """The move in words, for example ``field S4``."""
        return self.texts[move]

    def parse(self, text: str) -> int:
        """The move written in ``text``, in capitals or small letters.

        Raises IllegalMove with a hint for every other spelling: for other blanks, zeros before a number,
        digits and letters that only look alike.
        """
        move = self._moves.get(in_small_letters(text))
        if move is None:
            raise IllegalMove(self._refusal(text))
        return move

    def _refusal(self, text: str) -> str:
        spelling = self._spelling_of(text)
        if spelling is None:
            return self.fault(text, _evenly_spaced(text).casefold())
        told = quote(text)
        if spelling.isascii():
            # What only looks like another letter is shown as what it is.
            told = told.encode("ascii", "backslashreplace").decode("ascii")
        return f"there is no move {told}; write it as `{spelling}`"

    def _spelling_of(self, text: str) -> str | None:
        """The spelling of the one move that a careless text can mean; None if there is none, or several."""
        if self._near is None:
            near: dict[str, str] = {}
            for text_of_move in self._moves:
                key = carelessly(text_of_move)
                near[key] = "" if key in near else self.texts[self._moves[text_of_move]]
            self._near = near
        return self._near.get(carelessly(text)) or None

    def fault(self, text: str, words: str) -> str:
        """The message for a text that is not a move; ``words``: the same in lower case, evenly spaced."""
        return f"there is no move {quote(text)}; {self.hint(words)}"

    def hint(self, words: str) -> str:
        """A hint for text that is not a move, given in lower case."""
        verb = words.partition(" ")[0]
        if verb not in self.examples:
            return (
                did_you_mean(verb, self.examples) or f"a move begins with {join_words(list(self.examples))}"
            )
        known = [move for move in self._moves if move.startswith(f"{verb} ") and not move[-1].isdigit()]
        return (
            did_you_mean(words, self._respelled(words, known))
            or f"a move of this kind reads like `{self.examples[verb]}`"
        )

    def _respelled(self, words: str, moves: Sequence[str]) -> list[str]:
        """The moves with the same numbers, and with all of the words that are spelled right."""
        numbers = _NUMBER.findall(words)
        spelled = {word for move in self._moves for word in move.split()}.intersection(words.split())
        return [move for move in moves if _NUMBER.findall(move) == numbers and spelled.issubset(move.split())]


def in_small_letters(text: str) -> str:
    """The text in lower case, letter for letter: ``str.casefold`` would take other letters for these too,
    such as the Kelvin sign for a ``k``."""
    if text.isascii():
        return text.lower()
    return "".join([small if (small := letter.lower()).upper() == letter else letter for letter in text])


def carelessly(text: str) -> str:
    """What is left of a text when nothing counts that is easily mistyped or copied wrong: blanks, marks on
    letters, their width, invisible characters, digits of other scripts, zeros and signs before numbers."""
    if not text.isascii():
        from unicodedata import category, decimal, normalize  # only for a hint

        letters = normalize("NFKD", text.casefold().translate(_LIKE_ASCII))
        text = "".join(
            [str(decimal(letter, letter)) for letter in letters if category(letter) not in ("Mn", "Cf")]
        )
    return _PADDED.sub("", _evenly_spaced(text).casefold())


def _evenly_spaced(text: str) -> str:
    """The text with single blanks between its words, and none around ``>``."""
    return " ".join(text.replace(">", " > ").split()).replace(" > ", ">")
