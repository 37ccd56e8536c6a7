"""The light markup of card texts: ``**bold**``, ``*italic*``, ``{icon}`` and line breaks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup, escape

STARS = re.compile(r"(\*+)")
ICON = re.compile(r"\{([A-Za-z][\w.#-]*)\}")
WITH_ATTRIBUTES = ("icon", "span")
TAGS = {"**": "b", "*": "i"}


TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)\b[^<>]*>")
HTML_TAGS = {"strong": "b", "em": "i"}
"""Tags of HTML, and ours."""


STRETCH = re.compile(r"\*{1,3}[^*\n]+\*{1,3}|" + ICON.pattern)
"""What may be markup: stars around something, or a name in braces."""


def is_printed_raw(value: object, printed: str) -> bool:
    """Whether a card's text, or one of a list, has markup that a rendered layout shows as it was written."""
    if isinstance(value, list):
        return any(is_printed_raw(item, printed) for item in value)
    if not isinstance(value, str) or ("*" not in value and "{" not in value):
        return False
    meant, printed = rich(value), printed.casefold()
    stretches = (str(escape(found[0])) for found in STRETCH.finditer(value))
    return any(stretch not in meant and stretch.casefold() in printed for stretch in stretches)


def rich(value: object) -> Markup:
    """Card text as layout markup. Everything else in it is shown as written.

    ``**Haste.** Costs 2 {mdi6.fire}`` becomes ``<b>Haste.</b> Costs 2 <icon name="mdi6.fire"/>``.
    Markup ends in the line in which it begins. The time is proportional to the text's length.
    """
    return Markup("") if value is None else _rich(str(value))


# A text is asked for twice in a row: by the layout, and by what looks for markup that was printed as it is.
@lru_cache(maxsize=64)
def _rich(value: str) -> Markup:
    text = str(escape(value.rstrip("\n")))
    lines = [_starred(line.rstrip(" \t\r")) for line in text.split("\n")]
    return Markup(ICON.sub(r'<icon name="\1"/>', "<br/>".join(lines)))


def html(value: object) -> Markup:
    """Card text with tags of HTML as layout markup: those that a text of ours has, without their attributes.

    ``<strong>3d6</strong> damage &amp; {fire}`` becomes ``<b>3d6</b> damage &amp; <icon name="fire"/>``. Of
    any other tag the contents are shown. What is not closed ends with the text.
    """
    from html import unescape

    from generator.layout.text.words import INLINE

    if value is None:
        return Markup("")
    pieces = TAG.split(str(value))
    parts: list[str] = []
    waiting: list[str] = []
    # Looked up in place of the list, which a hostile text makes as long as itself.
    times_waiting: Counter[str] = Counter()
    for text, closing, tag in zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True):
        parts.append(ICON.sub(r'<icon name="\1"/>', str(escape(unescape(text)))))
        name = HTML_TAGS.get(tag.lower(), tag.lower())
        if name == "br" or (name == "p" and closing):
            parts.append("<br/>")
        elif name not in INLINE or name in WITH_ATTRIBUTES:
            continue
        elif not closing:
            waiting.append(name)
            times_waiting[name] += 1
            parts.append(f"<{name}>")
        elif times_waiting[name]:
            # What was opened inside and not closed ends with it.
            while (last := waiting.pop()) != name:
                times_waiting[last] -= 1
                parts.append(f"</{last}>")
            times_waiting[name] -= 1
            parts.append(f"</{name}>")
    parts += [f"</{name}>" for name in reversed(waiting)]
    return Markup("".join(parts).removesuffix("<br/>"))


def _starred(line: str) -> str:
    """A line with its bold and italic stretches; stars without a partner stay stars."""
    if "*" not in line:
        return line
    pieces = STARS.split(line)
    row = _Row()
    for index in range(0, len(pieces) - 1, 2):
        row.parts.append(pieces[index])
        row.add_stars(pieces[index + 1], pieces[index][-1:], pieces[index + 2][:1])
    return "".join([*row.parts, pieces[-1]])


@dataclass(slots=True)
class _Row:
    """A line so far; ``open`` holds the stars that wait for their partner, and where they stand."""

    parts: list[str] = field(default_factory=list)
    open: list[tuple[str, int]] = field(default_factory=list)

    def add_stars(self, stars: str, before: str, after: str) -> None:
        """Adds a run of stars that stands between two characters (empty at the line's ends)."""
        # The innermost ends first: `**a *b***`.
        while stars and self._may_close(before, after, stars):
            stars = self._close(stars)
        if len(stars) <= 3 and after.strip() and (len(stars) != 1 or not _in_word(before)):
            for mark in ("**", "*"):
                if stars.startswith(mark) and not any(kind == mark for kind, _ in self.open):
                    self.open.append((mark, len(self.parts)))
                    self.parts.append(mark)
                    stars = stars.removeprefix(mark)
        self.parts.append(stars)

    def _may_close(self, before: str, after: str, stars: str) -> bool:
        if not before.strip() or len(stars) > 3:
            return False
        marks = {kind for kind, _ in self.open}
        if stars == "*":
            return "*" in marks and not _in_word(after)
        return "**" in marks or (len(stars) == 3 and "*" in marks)

    def _close(self, stars: str) -> str:
        """Ends a stretch; what was opened inside it and not closed stays as written."""
        mark = stars if len(stars) < 3 else self.open[-1][0]
        while self.open:
            kind, position = self.open.pop()
            if kind == mark:
                self.parts[position] = f"<{TAGS[mark]}>"
                self.parts.append(f"</{TAGS[mark]}>")
                break
        return stars[len(mark) :]


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
