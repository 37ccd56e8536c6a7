"""Words into lines: wrapped, hyphenated where that is needed, and broken where nothing else helps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.layout.fonts import Shaped
from generator.layout.text.breaks import HANGING, graphemes, has_hyphenation, hyphenation_points
from generator.layout.text.words import Atom, Style, Word, WordMaker

ELLIPSIS = "…"


class Line(NamedTuple):
    """Words side by side. Width in sizes; ``last`` ends a paragraph."""

    words: Sequence[Word]
    width: float
    scale: float
    """The largest text in it, in sizes of the text box."""
    last: bool
    above: float = 0.0
    """What it needs above it for readings, in sizes of the text box."""


EMPTY = Line((), 0.0, 1.0, True)


def wrap(
    words: Sequence[Word], limit: float | None, hang: float = 0.0, *, hangs_punctuation: bool = False
) -> list[Line]:
    """Greedy lines no wider than ``limit`` (in sizes), where words allow it; later ones less ``hang``."""
    room = float("inf") if limit is None else limit + 1e-6
    lines: list[Line] = []
    start: int | None = 0
    while start is not None:
        start = _wrap_from(start, words, room, hang, hangs_punctuation, lines)
    return lines


def _wrap_from(
    start: int, words: Sequence[Word], room: float, hang: float, hangs_punctuation: bool, lines: list[Line]
) -> int | None:
    """Adds lines, up to one that has to end before its last word; the word to go on with, or None."""
    if lines:
        room, hang = room - hang, 0.0
    width = scale = above = 0.0
    for index, word in enumerate(words[start:] if start else words, start):
        if index > start:
            wider = width + word.space + word.width
            if (wider <= room or (hangs_punctuation and wider - _hang(word) <= room)) and not word.breaks:
                width = wider
                if word.scale > scale:
                    scale = word.scale
                if word.above > above:
                    above = word.above
                continue
            seen = width - _hang(words[index - 1]) if hangs_punctuation and width > room else width
            line = Line(words[start:index], seen, scale, bool(word.breaks), above)
            if words[index - 1].hyphen and not word.breaks:
                line = _hyphenated(line, room)
            lines.append(line)
            if len(line.words) < index - start:
                return start + len(line.words)
            lines.extend([EMPTY] * (word.breaks - 1))
            if hang:
                room, hang = room - hang, 0.0
        else:
            lines.extend([EMPTY] * word.breaks)
        start, width, scale, above = index, word.width, word.scale, word.above
    if words:
        seen = width - _hang(words[-1]) if hangs_punctuation and width > room else width
        lines.append(Line(words[start:], seen, scale, True, above))
    return None


def _hang(word: Word) -> float:
    """How much of a word may stand beyond the end of a line, in sizes."""
    style, _, content = word.atoms[-1]
    if not isinstance(content, Shaped) or content.text[-1:] not in HANGING:
        return 0.0
    return content.glyphs[-1].advance / 1000 * style.scale


def _hyphenated(line: Line, room: float) -> Line:
    """The line with a hyphen at its end; shorter by as many pieces of words as leave room for that."""
    words, width = list(line.words), line.width
    while len(words) > 1 and words[-1].hyphen and width + width_of(words[-1].hyphen) > room:
        last = words.pop()
        width -= last.space + last.width
    last = words[-1]
    width += width_of(last.hyphen)
    words[-1] = last._replace(atoms=last.atoms + last.hyphen, width=last.width + width_of(last.hyphen))
    scale, above = max(word.scale for word in words), max(word.above for word in words)
    return Line(words, width, scale, last=False, above=above)


def hyphenated(words: Iterable[Word], maker: WordMaker, language: str) -> Iterator[Word]:
    """The words of a language, each in the pieces that may stand on lines of their own."""
    if not has_hyphenation():
        yield from words
        return
    for unspaced in _unspaced(words):
        texts = [_text_of(word) for word in unspaced]
        is_address = _is_address("".join(texts))
        for word, text in zip(unspaced, texts, strict=True):
            points = hyphenation_points(text, language) if text and not is_address else []
            yield from _parted(word, points, maker) if points else (word,)


def _unspaced(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Words that stand together without a space, though a line may end between them."""
    found: list[Word] = []
    for word in words:
        if found and (word.space_style is not None or word.breaks):
            yield found
            found = []
        found.append(word)
    if found:
        yield found


def _is_address(text: str) -> bool:
    """Whether it is a URL or an e-mail address: a hyphen would be taken for a part of it."""
    host, slash, _ = text.partition("/")
    return "://" in text or "www." in text or "@" in text[1:] or bool(slash and "." in host[1:])


def _text_of(word: Word) -> str:
    """The letters of a word; none if there is anything else in it."""
    texts = [atom.content.text for atom in word.atoms if isinstance(atom.content, Shaped)]
    return "".join(texts) if len(texts) == len(word.atoms) else ""


def _parted(word: Word, points: Iterable[int], maker: WordMaker) -> Iterator[Word]:
    left = iter(points)
    point = next(left, None)
    first, atoms, at = word, list[Atom](), 0
    for atom in word.atoms:
        text = atom.content.text if isinstance(atom.content, Shaped) else ""
        measured = maker.measured(atom.style)
        while point is not None and point <= at + len(text):
            atoms += maker.atoms(text[: point - at], measured)
            yield with_atoms(first, atoms)._replace(hyphen=maker.hyphen(atom.style))
            first, atoms = word._replace(space=0.0, space_style=None, breaks=0, opens=False), []
            text, at = text[point - at :], point
            point = next(left, None)
        if text:
            atoms += maker.atoms(text, measured)
        at += len(text)
    yield with_atoms(first, atoms)


def rejoined(line: Line, maker: WordMaker) -> Line:
    """The line with words whole again that might have been parted, so that their letters are kerned."""
    words: list[Word] = []
    for word in line.words:
        before = words[-1] if words else None
        if before is None or not before.hyphen or word.space_style is not None:
            words.append(word)
            continue
        *atoms, last = before.atoms
        first, *others = word.atoms
        if (
            isinstance(last.content, Shaped)
            and isinstance(first.content, Shaped)
            and last.style == first.style
        ):
            text = last.content.text + first.content.text
            atoms += maker.atoms(text, maker.measured(last.style))
        else:
            atoms += [last, first]
        words[-1] = with_atoms(before, [*atoms, *others])._replace(hyphen=word.hyphen)
    if len(words) == len(line.words):
        return line
    return line._replace(words=words, width=line.width + _total(words) - _total(line.words))


def _total(words: Iterable[Word]) -> float:
    return sum([word.width for word in words])


def broken(words: Sequence[Word], limit: float, maker: WordMaker) -> Iterator[Word]:
    """Words cut into pieces where they are wider than a line."""
    for word in words:
        if word.width <= limit:
            yield word
        else:
            yield from _cut(word, limit, maker)


def _cut(word: Word, limit: float, maker: WordMaker) -> Iterator[Word]:
    first = word
    atoms: list[Atom] = []
    width = 0.0
    for part in letters_of(word, maker):
        if atoms and width + part.width > limit:
            # Where a word is broken in need, no hyphen shows.
            yield with_atoms(first, _joined(atoms, maker))._replace(hyphen=())
            first = word._replace(space=0.0, space_style=None, breaks=0, opens=False)
            atoms, width = [], 0.0
        atoms.append(part)
        width += part.width
    yield with_atoms(first, _joined(atoms, maker))


def beginning(words: Sequence[Word], count: int, maker: WordMaker, level: int) -> Iterator[Word]:
    """So many letters of the words, one at least, with an ellipsis at a level behind the last."""
    for word in words:
        letters = list(letters_of(word, maker))
        if count > len(letters):
            count -= len(letters)
            yield word
            continue
        atoms = [*(word.atoms if count == len(letters) else _joined(letters[:count], maker))]
        style = _on_baseline(atoms[-1].style)._replace(level=level)
        atoms += maker.atoms(ELLIPSIS, maker.measured(style))
        yield with_atoms(word, atoms)
        return


def _on_baseline(style: Style) -> Style:
    """A style as it is outside of an index."""
    effects = style.effects
    if effects is None or not effects.rise:
        return style
    return style._replace(scale=style.scale / effects.share, effects=effects._replace(rise=0.0, share=1.0))


def letters_of(word: Word, maker: WordMaker) -> Iterator[Atom]:
    """Every letter, icon and ruby of a word by itself."""
    for atom in word.atoms:
        if isinstance(atom.content, Shaped):
            for letter in graphemes(atom.content.text):
                yield from maker.atoms(letter, maker.measured(atom.style))
        else:
            yield atom


def _joined(atoms: Sequence[Atom], maker: WordMaker) -> Iterable[Atom]:
    """Letters that run from right to left side by side as they join; others stand as they are."""
    for style, group in groupby(atoms, lambda atom: atom.style if atom.style.level % 2 else None):
        letters = list(group)
        texts = [letter.content.text for letter in letters if isinstance(letter.content, Shaped)]
        if style is None or len(texts) < len(letters):
            yield from letters
        else:
            yield from maker.atoms("".join(texts), maker.measured(style))


def width_of(atoms: Iterable[Atom]) -> float:
    return sum([atom.width for atom in atoms])


def with_atoms(word: Word, atoms: Iterable[Atom]) -> Word:
    kept = tuple(atoms)
    return word._replace(atoms=kept, width=width_of(kept))
