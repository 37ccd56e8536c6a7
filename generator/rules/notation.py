"""The notation of a game: moves to text and back. A move has one spelling, in capitals or small letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from mypy_extensions import mypyc_attr

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, join_words, quote, with_article
from generator.rules.protocol import IllegalMove

_PADDED = re.compile(r"(?<![0-9])\+?0*(?=[0-9])")
"""What may stand before a number without changing it."""
_NUMBER = re.compile(r"[0-9]+")
_LIKE_ASCII = str.maketrans({"ı": "i", "−": "-", "‐": "-", "‑": "-", "–": "-", "›": ">", "→": ">"})
"""Letters that Unicode does not take apart, and what is typed for a hyphen or an arrow."""
MAX_LISTED: Final = 12
"""Words that are listed where another one was expected; of more an example is given."""


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
        shown = quote(text)
        if spelling.isascii():
            # What only looks like another letter is shown as what it is.
            shown = shown.encode("ascii", "backslashreplace").decode("ascii")
        return f"there is no move {shown}; write it as `{spelling}`"

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


NO_MOVE: Final = -1
"""Stands where there is no move, or where a move chooses nothing of a kind."""
_CHOICE = re.compile(r"{(\w+)}")
_ESCAPED_CHOICE = re.compile(r"\\{(\w+)\\}")


@dataclass(frozen=True)
class Family:
    """Moves of one form: a move for each way to choose what the form names.

    Choices are given by their numbers from 0, in the order of the form.
    """

    form: str
    """For example ``stage {lane} {kind}``; of two choices of one sort the second has a number,
    ``lay {card}>{card2}``."""
    example: str
    choices: Mapping[str, Sequence[str]]
    """The words of each choice."""
    numbers: Mapping[tuple[int, ...], int]
    """The moves by what they choose."""
    pattern: re.Pattern[str]

    @property
    def verb(self) -> str:
        """The word that the moves begin with."""
        return self.form.partition(" ")[0]

    def row(self) -> list[int]:
        """The moves by their only choice, and ``NO_MOVE`` where there is none."""
        (words,) = self.choices.values()
        return [self.numbers.get((at,), NO_MOVE) for at in range(len(words))]

    def grid(self) -> list[list[int]]:
        """The moves by both of their choices, and ``NO_MOVE`` where there is none."""
        first, second = (range(len(words)) for words in self.choices.values())
        return [[self.numbers.get((one, other), NO_MOVE) for other in second] for one in first]

    def unknown(self, text: str) -> tuple[str, str] | None:
        """Of a text of this form the first word that can't be chosen, with the name of its choice."""
        match = self.pattern.fullmatch(text)
        if match is None or not self.numbers:
            return None
        for name, known in self.choices.items():
            if carelessly(match[name]) not in map(carelessly, known):
                return name, match[name]
        return None

    def refusal(self, name: str, word: str) -> str:
        """That a word is none of those that can be chosen, with those that are meant or known."""
        known, noun = self.choices[name], name.rstrip("0123456789").replace("_", " ")
        if _are_numbers(known):
            message = clipped(word) if word.isascii() and word.isdigit() else quote(word)
            return f"there is no {noun} {message}: the {noun}s are {known[0]} to {known[-1]}"
        hint = did_you_mean(word, known)
        if hint is None:
            is_short = len(known) <= MAX_LISTED
            hint = (
                f"expected {join_words(known)}"
                if is_short
                else f"a move of this kind reads like `{self.example}`"
            )
        return f"{quote(word)} is not {with_article(noun)}; {hint}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Moves(Notation):
    """A notation whose moves are declared, form by form.

        self.done = self.add("done")
        self.stage = self.add("stage {lane} {kind}", lane=range(lanes), kind=words)

    Moves are numbered from 0 in the order of declaration, those of one form by their first choice, then by
    the next. What is no move is refused with what can be chosen.
    """

    def __init__(self) -> None:
        self._examples: dict[str, str] = {}
        super().__init__([], self._examples)
        self.families: list[Family] = []
        self.family: list[int] = []
        """The number of each move's family."""
        self._chosen: list[tuple[int, ...]] = []

    @property
    def count(self) -> int:
        """How many moves there are."""
        return len(self.texts)

    def add(
        self,
        form: str,
        /,
        *,
        example: str = "",
        alias: str = "",
        where: Callable[..., bool] | None = None,
        **choices: Sequence[object],
    ) -> Family:
        """Declares the moves of a form. ``where`` gets the numbers chosen, and says whether there is such a
        move; ``alias`` is another way to write them; ``example`` one of them, by default the last."""
        words = {name: [str(one) for one in given] for name, given in choices.items()}
        every = product(*(range(len(known)) for known in words.values()))
        chosen = [one for one in every if where(*one)] if where is not None else list(every)
        first = len(self.texts)
        numbers = dict(zip(chosen, range(first, first + len(chosen)), strict=True))
        self._moves.update(zip(_spelled(form, words, chosen, small=True), numbers.values(), strict=True))
        if alias:
            for other, move in zip(_spelled(alias, words, chosen, small=True), numbers.values(), strict=True):
                self._moves.setdefault(other, move)
        self.texts += _spelled(form, words, chosen)
        self.family += [len(self.families)] * len(chosen)
        self._chosen += chosen
        pattern = re.compile(_ESCAPED_CHOICE.sub(r"(?P<\1>[^\\s>]+)", re.escape(form)), re.IGNORECASE)
        made = Family(form, example or (self.texts[-1] if numbers else form), words, numbers, pattern)
        self.families.append(made)
        if numbers:
            self._examples.setdefault(made.verb, made.example)
        return made

    def column(self, *names: str) -> list[int]:
        """For each move the number of what it chooses under one of these names, or ``NO_MOVE``."""
        at = [
            next((at for at, name in enumerate(one.choices) if name in names), NO_MOVE)
            for one in self.families
        ]
        return [
            chosen[at[family]] if at[family] != NO_MOVE else NO_MOVE
            for family, chosen in zip(self.family, self._chosen, strict=True)
        ]

    def fault(self, text: str, words: str) -> str:
        spaced = _evenly_spaced(text)
        found = [(family, unknown) for family in self.families if (unknown := family.unknown(spaced))]
        if not found:
            return super().fault(text, words)
        # A number is none of the words of one form, where another of the same shape takes numbers.
        family, (name, word) = next(
            (one for one in found if one[1][1].isdigit() == _are_numbers(one[0].choices[one[1][0]])), found[0]
        )
        return f"there is no move {quote(text)}; {family.refusal(name, word)}"


def _spelled(
    form: str, words: Mapping[str, Sequence[str]], chosen: Sequence[tuple[int, ...]], small: bool = False
) -> list[str]:
    """The moves of a form by what they choose, ``small`` in small letters."""
    first, *rest = _CHOICE.split(form)
    at = {name: place for place, name in enumerate(words)}
    # Choice by choice for all moves: one by one, a game of thousands is opened in twice the time.
    texts = [in_small_letters(first) if small else first] * len(chosen)
    for name, follows in zip(rest[::2], rest[1::2], strict=True):
        place, spelled = at[name], [word + follows for word in words[name]]
        if small:
            spelled = [in_small_letters(text) for text in spelled]
        texts = [text + spelled[one[place]] for text, one in zip(texts, chosen, strict=True)]
    return texts


def _are_numbers(known: Sequence[str]) -> bool:
    """Whether they are numbers, one after the other."""
    return all(one.isdigit() for one in known) and int(known[-1]) - int(known[0]) == len(known) - 1


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
