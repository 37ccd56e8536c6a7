"""Layouts that are written for a person to go on with: a line for each element, Jinja where it is needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from xml.sax.saxutils import escape

from generator.catalog.wording import spoken

_LONGEST = 10_000.0
"""What no length in a layout exceeds."""
_NOT_XML = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_JINJA = re.compile(r"\{(?=[{%#])")
_WIDTH = 100


class Code(str):
    """Text of a layout that stands as it is: Jinja, or markup that was made here. Any other is escaped."""

    __slots__ = ()


def cleaned(text: str) -> str:
    """Text without the characters that no file of a game may hold."""
    return _NOT_XML.sub("", text)


def literal(text: str) -> Code:
    """Text that a layout shows as it is, whatever XML or Jinja would make of it; a line end is ``<br/>``."""
    escaped = escape(cleaned(text), {'"': "&quot;"})
    return Code(_JINJA.sub("&#123;", escaped).replace("\n", "<br/>"))


def quoted(text: str) -> str:
    """Text as a literal of Jinja, which nothing takes for the end of its code or for a tag."""
    plain = json.dumps(cleaned(text), ensure_ascii=False)
    return re.sub("[{}%<>#]", lambda found: f"\\x{ord(found[0]):02x}", plain)


def field(name: str, *filters: str) -> Code:
    """What prints a card's field: ``{{ Card_No|rich }}``. ``name`` is its heading."""
    return Code("{{ " + "|".join((variable(name), *filters)) + " }}")


def variable(name: str) -> str:
    """What Jinja calls a card's field."""
    plain = spoken(name) or "_"
    return f'card["{plain}"]' if plain in _WORDS else plain


_WORDS = frozenset(
    ("and", "or", "not", "if", "else", "in", "is", "true", "false", "none", "True", "False", "None")
)
"""What Jinja takes for something else than a name."""


def number(value: float) -> str:
    """A number as a person writes it, in the bounds of a layout: ``63.5``, ``-3``, ``0.333``."""
    if not isfinite(value):
        return "0"
    text = f"{max(-_LONGEST, min(value, _LONGEST)):.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Value = str | float | None


class Drawing:
    """A layout that grows by an element at a time."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 1

    def add(self, tag: str, text: str | None = None, /, **attributes: Value) -> None:
        """An element: ``drawing.add("rect", x=3, stroke_width=0.5)``. Attributes that are None are left out.

        ``text`` and texts of attributes are literal unless they are :class:`Code`.
        """
        begun = _tag(tag, attributes)
        if text is None:
            self._line(f"<{begun}/>")
        else:
            self._line(f"<{begun}>{text if isinstance(text, Code) else literal(text)}</{tag}>")

    @contextmanager
    def inside(self, tag: str, /, **attributes: Value) -> Iterator[None]:
        """An element around those that are added in the block."""
        self._line(f"<{_tag(tag, attributes)}>")
        self._depth += 1
        yield
        self._depth -= 1
        self._line(f"</{tag}>")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """``{% if … %}`` around what is added in the block; the condition is Jinja's."""
        self.code(f"{{% if {condition} %}}")
        yield
        self.code("{% endif %}")

    def code(self, line: str) -> None:
        """A line of Jinja or markup as it is."""
        self._line(line)

    def comment(self, text: str) -> None:
        self._line("{# " + cleaned(text).replace("\n", " ").replace("#}", "# }") + " #}")

    def _line(self, line: str) -> None:
        self._lines.append("  " * self._depth + line)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def __str__(self) -> str:
        return "\n".join(["<card>", *self._lines, "</card>", ""])


def _tag(tag: str, attributes: Mapping[str, Value]) -> str:
    written = [
        f'{name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    ]
    return " ".join([tag, *written])


def _attribute(value: str | float) -> str:
    if not isinstance(value, str):
        return number(value)
    return value if isinstance(value, Code) else literal(value.replace("\n", " "))
