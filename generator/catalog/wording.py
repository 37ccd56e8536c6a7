"""The words of messages: values quoted, things counted and listed, texts compared, names made of text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_MAX_QUOTED = 40
"""Letters of a text that are quoted."""
MAX_LISTED = 20
"""Words of a list that a message has; whoever needs more looks them up."""
_MAX_WRITTEN = 10**18
"""Python refuses to write out whole numbers of thousands of digits."""
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_NOT_SPOKEN = re.compile(r"\W+")

_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
"""Names that Windows keeps for devices, whatever the case and the ending: no file can be called so there."""
MAX_NAME = 255
"""Bytes of a file's name: what file systems take."""
MAX_STEM = 100
"""Bytes of what is made of a user's words as part of a file's name: others come behind it."""


def quote(value: object) -> str:
    """A value as the user knows it: ``'five'``, ``3``, ``true``, ``a list``, ``nothing``."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(clipped(value))
    if isinstance(value, int | float):
        return str(value) if isinstance(value, float) or abs(value) < _MAX_WRITTEN else "a very large number"
    if isinstance(value, list | tuple):
        return "a list"
    return "a mapping"


def code(word: object) -> str:
    """A key, field or other word of a file, as it is written there: `` `qty` ``."""
    return f"`{clipped(str(word))}`"


def clipped(text: str, longest: int = _MAX_QUOTED) -> str:
    """At most so many letters of a text; one that is longer ends in dots."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def visible(text: str) -> str:
    """Text that can do nothing to a terminal but stand there.

    Control characters, marks that turn text, characters without width, separators of lines and paragraphs,
    and bytes that are no text are written as escapes: ``\\x1b``, ``\\u202e``. Line feeds and tabs stay.
    """
    # Nearly all lines are printable, and need no look at each letter.
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """The same on one line: line feeds and tabs are escapes too."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


_JOINER = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""Inside words of Persian, Hindi and others, and inside emoji, these belong to the spelling."""
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories: control, format, surrogate, and separators of lines and of paragraphs."""


def _escaped(line: str) -> str:
    from unicodedata import category  # only a line with something odd in it pays for this import

    joined = {found.start() for found in _JOINER.finditer(line)}
    return "".join(
        letter.encode("unicode_escape", "surrogatepass").decode("ascii")
        if category(letter) in _HIDDEN and letter != "\t" and at not in joined
        else letter
        for at, letter in enumerate(line)
    )


def listed(words: Iterable[object], separator: str = ", ", longest: int = _MAX_QUOTED) -> str:
    """``a4, letter, a3``; of a long list the beginning, and how many more there are."""
    names = list(words)
    more = [f"and {len(names) - MAX_LISTED:,} more"] if len(names) > MAX_LISTED else []
    return separator.join([*(clipped(str(name), longest) for name in names[:MAX_LISTED]), *more])


_MAX_LETTERS = 40
"""Letters without a glyph that a message shows."""


def lacking(letters: str) -> str:
    """``'♠' (U+2660)``; of several, how many and which: ``3 of its letters: ♠ ♥ ♦``."""
    if len(letters) == 1:
        return f"{letters!r} (U+{ord(letters):04X})"
    shown = [letter if _is_seen(letter) else f"U+{ord(letter):04X}" for letter in letters[:_MAX_LETTERS]]
    more = [f"and {len(letters) - _MAX_LETTERS:,} more"] if len(letters) > _MAX_LETTERS else []
    return f"{len(letters):,} of its letters: {' '.join([*shown, *more])}"


def _is_seen(letter: str) -> bool:
    """Whether it can be shown by itself: accents need a letter to stand on."""
    from unicodedata import category

    return letter.isprintable() and not letter.isspace() and category(letter)[0] != "M"


def pluralize(count: int, noun: str) -> str:
    """``1 card``, ``1,200 cards``, ``2 boxes``."""
    return f"{count:,} {noun}{'' if count == 1 else 'es' if noun.endswith('x') else 's'}"


def with_article(noun: str) -> str:
    """``a card``, ``an effect``; ``the name of this game`` has its article."""
    if noun.startswith("the "):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip


def spell_number(number: int) -> str:
    """``five``; from 13 on in digits, as is usual in text."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def ordinal(number: int) -> str:
    """``second``; from 13 on in digits: ``21st``."""
    if 0 <= number < len(_ORDINALS):
        return _ORDINALS[number]
    last = 0 if number // 10 % 10 == 1 else number % 10
    return f"{number:,}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def join_words(words: Sequence[str], last: str = "or") -> str:
    """``minion, soldier or assassin``; of no words ``none``."""
    *most, end = words or ("none",)
    return f"{', '.join(most)} {last} {end}" if most else end


# Letters that Unicode does not take apart into a plain letter and a mark.
_UNDECOMPOSED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


def kinds_in_words(cards: Iterable[str], several: str = "{count} × {card}") -> str:
    """Cards with the number of each of which there are ``several``: ``M1, 2 × S4``."""
    return ", ".join(with_copies(cards, several))


def with_copies(cards: Iterable[str], several: str = "{count} × {card}") -> list[str]:
    """Each kind of card once, with the number of those of which there are several."""
    counts = Counter(cards).items()
    return [card if count == 1 else several.format(card=card, count=count) for card, count in counts]


def capital(text: str) -> str:
    """``text`` as a sentence begins; ``str.capitalize`` would make small letters of all others."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """``text`` with a full stop, unless it ends with a mark of its own; ``**`` for bold is looked through."""
    return text if text.rstrip("*").endswith((".", "!", "?")) else f"{text}."


def slug(text: str) -> str:
    """``text`` as an id: lower case, a-z 0-9 and single hyphens; "" if no letter can be kept."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFKD", text.casefold().translate(_UNDECOMPOSED))
        text = text.encode("ascii", "ignore").decode("ascii")
    return _NOT_SLUG.sub("-", text.lower().replace("'", "")).strip("-")


def spoken(name: str) -> str:
    """What a template calls a field: ``Card_No`` for ``Card No``, with ``_`` for blanks and punctuation.

    Empty for a name without a letter or digit.
    """
    if name.isidentifier():
        return name
    plain = _NOT_SPOKEN.sub("_", name).strip("_")
    return f"_{plain}" if plain[:1].isdigit() else plain


def plain_heading(heading: str) -> str:
    """A heading without what people write in different ways."""
    return spoken(heading).casefold() or heading


def name_id(name: str, stand_in: str) -> str:
    """The name of a folder or file as an id, and as a name for what is written: its :func:`slug`.

    Letters that a slug would lose stay as they are, for other names would lose the same. A name without any
    letters becomes the ``stand_in`` with a digest of the name; one that Windows keeps for a device has the
    ``stand_in`` behind it: ``aux-game``.
    """
    plain = slug(name)
    if is_device(plain):
        return f"{plain}-{stand_in}"
    if plain and all(letter.isascii() or _is_mark(letter) or slug(letter) for letter in name):
        return plain
    if not name:
        return stand_in
    from unicodedata import normalize

    letters = (
        letter if letter.isalnum() or (letter.isprintable() and not letter.isascii()) else "-"
        for letter in normalize("NFC", name.casefold())
    )
    kept = "-".join(part for part in "".join(letters).split("-") if part)
    return kept or f"{stand_in}-{_digest(name)}"


def is_device(name: str) -> bool:
    """Whether Windows keeps a name for a device: ``con``, ``AUX.png``, ``nul .txt``."""
    return name.partition(".")[0].rstrip(" ").casefold() in DEVICES


def fault_of_name(name: str) -> str | None:
    """Why no file is to be called so, for there are systems that can't; None for a name that all can have.

    The words go on from the name of the file.
    """
    if not name.strip(" ."):
        return "has a name that no file can have"
    if len(name.encode("utf-8", "replace")) > MAX_NAME:
        return "has a name that is too long"
    odd = _NOT_IN_NAMES.search(name)
    if odd:
        return f"has {quote(odd.group())} in its name, which no file can have on Windows"
    if name.endswith((" ", ".")):
        return "has a name that ends in a dot or a space, which Windows leaves out"
    return "has a name that Windows keeps for a device" if is_device(name) else None


def short_name(name: str) -> str:
    """A name of a file, or of a part of one, that is not too long for any; digits tell apart what is cut."""
    encoded = name.encode("utf-8", "replace")
    if len(encoded) <= MAX_STEM:
        return name
    return f"{encoded[: MAX_STEM - 9].decode('utf-8', 'ignore').rstrip('-. ')}-{_digest(name)}"


def file_slug(text: str, stand_in: str) -> str:
    """The :func:`slug` of a text as the name of a file on every system, without its ending."""
    plain = short_name(slug(text))
    return name_id(plain, stand_in) if plain else stand_in


def _is_mark(letter: str) -> bool:
    """Whether it is no letter of its own: an accent, a dash, a quotation mark, a blank."""
    from unicodedata import category

    return category(letter)[0] in "MPZC"


def _digest(name: str) -> str:
    from hashlib import sha256

    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def title_case(identifier: str) -> str:
    """A title for an id or a file's stem: ``event-cards`` becomes ``Event Cards``."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_\s]+", identifier) if word)


# Two texts, cut down to the words that differ

MAX_WHOLE = 28
"""Letters of a value that is shown whole; of a longer one, what differs."""
CONTEXT = 1
"""Words shown on either side of what differs."""


def excerpts(old: str, new: str) -> tuple[str, str]:
    """The words that differ between two texts, with a word around them where there is one."""
    olds, news = old.split(), new.split()
    words = min(len(olds), len(news))
    start = next((i for i in range(words) if olds[i] != news[i]), words)
    words -= start
    end = next((i for i in range(words) if olds[-1 - i] != news[-1 - i]), words)
    return _cut(olds, start, end), _cut(news, start, end)


def around_difference(old: str, new: str, longest: int) -> tuple[str, str]:
    """The letters from shortly before the first that differs, where words are too long."""
    first = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    begin = max(0, first - longest // 2)
    dots = "… " if begin else ""
    return dots + old[begin:], dots + new[begin:]


def _cut(words: Sequence[str], start: int, end: int) -> str:
    first, last = max(0, start - CONTEXT), min(len(words), len(words) - end + CONTEXT)
    return shortened(
        ("… " if first else "") + " ".join(words[first:last]) + (" …" if last < len(words) else "")
    )


def shortened(text: str) -> str:
    """At most twice as long as a value that is shown whole."""
    return text if len(text) <= 2 * MAX_WHOLE else text[: 2 * MAX_WHOLE - 2].rstrip(" …") + " …"


def is_text(text: str) -> bool:
    """Whether it is letters: neither control codes nor bytes that are no text."""
    from unicodedata import category

    return not any(category(letter) in ("Cc", "Cs") for letter in text)
