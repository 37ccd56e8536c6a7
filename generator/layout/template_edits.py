"""Changes of a template's elements, made in its text span by span: all else in the file stays as it is.

What Jinja works out is left alone. Where it is not certain what a change would come to, it is refused, and
the text itself can be changed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html import unescape
from typing import Literal, NamedTuple

from generator.catalog.paths import decoded
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code

_STRINGS = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
JINJA = re.compile(
    rf"\{{#.*?#\}}|\{{%(?:{_STRINGS}|(?!%\}}).)*?%\}}|\{{\{{(?:{_STRINGS}|(?!\}}\}}).)*?\}}\}}", re.DOTALL
)
"""A comment, a block or an expression of Jinja, whose texts may hold what ends it."""
_BLOCK = re.compile(r"\{%[-+]?\s*(\w+)\s*(.*?)\s*[-+]?%\}", re.DOTALL)
_OPENING = frozenset({"for", "if", "macro", "call", "filter", "block", "with", "autoescape", "raw", "trans"})
_DIVIDED = (["%if"], ["%for"], ["%trans"])
_BETWEEN = frozenset({"else", "elif", "pluralize"})
_THINGS = re.compile(
    rf"(?P<skipped><!--.*?-->|<!\[CDATA\[.*?\]\]>)|(?P<jinja>{JINJA.pattern})|</?(?P<tag>[A-Za-z_][\w.-]*)",
    re.DOTALL,
)
_SPACE = re.compile(r"\s+")
_NAMED = re.compile(r"""([A-Za-z_][\w.:-]*)\s*=\s*(["'])""")
_SIGNS = re.compile(r"\{\{|\{%|\{#")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ENDING = re.compile(r"\r\n|\r|\n")

State = Literal["plain", "computed", "conditional"]
"""Of an attribute: as it is written; worked out by Jinja; or given only in some cases."""


class Given(NamedTuple):
    """An attribute in a tag, by where it stands in the text."""

    start: int
    end: int
    begin: int
    """Where its value begins, behind the quote."""
    text: str
    """What it says; of one that is worked out, how."""
    state: State


class Tag(NamedTuple):
    """A start tag."""

    name: str
    start: int
    end: int
    line: int
    column: int
    attributes: Mapping[str, Given]
    around: Sequence[str]
    """The Jinja blocks that it stands in: ``for x in y``, ``elif x``, ``else of if x``."""
    is_empty: bool
    """Whether it ends with ``/>``."""
    is_clear: bool
    """Whether it has nothing but attributes and, in their values, Jinja."""


class _Event(NamedTuple):
    """Something that opens, closes or divides: an element or a block."""

    kind: Literal["open", "close", "empty", "between"]
    name: str
    start: int
    end: int


@dataclass(slots=True)
class Source:
    """A template's text, with its start tags by their lines and columns, as marks have them."""

    text: str
    has_mark: bool
    """Whether the file begins with a byte order mark."""
    tags: dict[tuple[int, int], Tag] = field(default_factory=dict)
    _events: list[_Event] = field(default_factory=list)

    @classmethod
    def of(cls, content: bytes, shown: str) -> Source:
        """Reads a template. Raises InputError for what is no text."""
        source = cls(decoded(content, shown), content.startswith(codecs.BOM_UTF8))
        _Scanner(source).scan()
        return source

    def encoded(self, text: str) -> bytes:
        """The content of the file with another text."""
        return (codecs.BOM_UTF8 if self.has_mark else b"") + text.encode()

    @property
    def ending(self) -> str:
        """How its lines end."""
        found = _ENDING.search(self.text)
        return found[0] if found else "\n"

    # Attributes

    def with_attributes(self, tag: Tag, values: Mapping[str, str | None]) -> bytes:
        """The file with attributes of an element set; None takes one away. Raises InputError."""
        spans = [self._span(tag, name, value) for name, value in values.items()]
        text = self.text
        for start, end, written in sorted(spans, reverse=True):
            text = text[:start] + written + text[end:]
        return self.encoded(text)

    def _span(self, tag: Tag, name: str, value: str | None) -> tuple[int, int, str]:
        given = tag.attributes.get(name)
        if value is not None and _SIGNS.search(value):
            raise InputError(f"{code(name)} is to be worked out", hint="write that into the template's text")
        if given is None:
            if not tag.is_clear:
                raise InputError(f"this <{tag.name}> has attributes in Jinja", hint="change the text itself")
            if value is None:
                return tag.end, tag.end, ""
            behind = max((one.end for one in tag.attributes.values()), default=tag.start + 1 + len(tag.name))
            return behind, behind, f' {name}="{_escaped(value, chr(34))}"'
        if given.state != "plain":
            raise InputError(f"{code(name)} is worked out by the template", hint="change the text itself")
        if value is None:
            start = given.start
            while self.text[start - 1].isspace():
                start -= 1
            return start, given.end, ""
        return given.begin, given.end - 1, _escaped(value, self.text[given.begin - 1])

    # Elements

    def without(self, tag: Tag) -> bytes:
        """The file without an element and what is inside. Raises InputError where its end is not certain."""
        start, end = tag.start, self._end(tag)
        line = self.text.rfind("\n", 0, start) + 1
        rest = re.compile(r"[ \t]*(?:\r\n|\r|\n|$)").match(self.text, end)
        if rest is not None and not self.text[line:start].strip():
            start, end = line, rest.end()
        return self.encoded(self.text[:start] + self.text[end:])

    def with_element(self, markup: str, after: Tag | None = None) -> bytes:
        """The file with one more element: after another one, or as the last of the card.

        Raises InputError where that place is not certain.
        """
        if after is not None and after.name != "card":
            at, indent = self._end(after), self._indent(after.start)
            return self.encoded(f"{self.text[:at]}{self.ending}{indent}{markup}{self.text[at:]}")
        cards = [tag for tag in self.tags.values() if tag.name == "card" and not tag.is_empty]
        if len(cards) != 1:
            raise InputError("this file has no <card> to add to", hint="change the text itself")
        at = self.text.rindex("</", 0, self._end(cards[0]))
        before = self.text[:at].rstrip(" \t")
        inside = self._indent(cards[0].start) + "  "
        if before.endswith(("\n", "\r")):
            return self.encoded(
                f"{before}{inside}{markup}{self.ending}{self.text[len(before) : at]}{self.text[at:]}"
            )
        return self.encoded(f"{self.text[:at]}{self.ending}{inside}{markup}{self.ending}{self.text[at:]}")

    def _indent(self, at: int) -> str:
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]

    def _end(self, tag: Tag) -> int:
        """Where an element ends. Raises InputError where that depends on the card."""
        inside: list[str] = []
        for event in self._events:
            if event.start < tag.start:
                continue
            if event.kind == "open":
                inside.append(event.name)
            elif event.kind == "close":
                if not inside or inside.pop() != event.name:
                    break
            elif event.kind == "between" and inside[-1:] not in _DIVIDED:
                break
            if not inside:
                return event.end
        raise InputError(
            f"where this <{tag.name}> ends depends on the card",
            place=Place("", tag.line, tag.column),
            hint="change the text itself",
        )


@dataclass(slots=True)
class _Scanner:
    """Goes through a template once."""

    source: Source
    line: int = 1
    counted: int = 0
    """Up to where the lines were counted."""
    blocks: list[tuple[str, str]] = field(default_factory=list)
    """Those that are open: their words, and all of what begins them."""

    def scan(self) -> None:
        at = 0
        while found := _THINGS.search(self.source.text, at):
            at = found.end()
            if found["jinja"]:
                self._block(found["jinja"], found.start())
            elif found["skipped"]:
                for inside in JINJA.finditer(found["skipped"]):
                    self._block(inside[0], found.start() + inside.start())
            elif found[0].startswith("</"):
                self._note("close", found["tag"], found.start(), self._behind(at))
            else:
                at = self._tag(found)

    def _behind(self, at: int) -> int:
        """Behind the end of a tag."""
        end = self.source.text.find(">", at)
        return len(self.source.text) if end < 0 else end + 1

    def _note(self, kind: Literal["open", "close", "empty", "between"], name: str, at: int, end: int) -> None:
        self.source._events.append(_Event(kind, name, at, end))

    def _block(self, written: str, at: int) -> None:
        found = _BLOCK.fullmatch(written)
        if found is None:
            return
        word, rest = found[1], found[2]
        end = at + len(written)
        # Names of blocks have a sign that no tag has.
        if word in _BETWEEN:
            self._note("between", f"%{word}", at, end)
            if self.blocks:
                opened, whole = self.blocks.pop()
                branch = f"elif {rest}" if word == "elif" else f"else of {whole}"
                self.blocks.append((opened, branch))
        elif word.startswith("end"):
            self._note("close", f"%{word[3:]}", at, end)
            if self.blocks and self.blocks[-1][0] == word[3:]:
                self.blocks.pop()
        elif word in _OPENING or (word == "set" and "=" not in rest):
            self._note("open", f"%{word}", at, end)
            self.blocks.append((word, f"{word} {rest}".strip()))

    def _tag(self, found: re.Match[str]) -> int:
        """Reads a start tag; returns where it ends."""
        text, start, at = self.source.text, found.start(), found.end()
        attributes: dict[str, Given] = {}
        is_clear, depth = True, 0
        while at < len(text) and not text.startswith((">", "/>"), at):
            if space := _SPACE.match(text, at):
                at = space.end()
            elif code_ := JINJA.match(text, at):
                is_clear = False
                word = _BLOCK.fullmatch(code_[0])
                if word is not None:
                    depth += (word[1] in _OPENING) - word[1].startswith("end")
                at = code_.end()
            elif named := _NAMED.match(text, at):
                given = _given(text, named, is_conditional=depth > 0)
                is_clear = is_clear and named[1] not in attributes
                attributes[named[1]] = given
                at = given.end
            else:
                is_clear, at = False, at + 1
        is_empty = text.startswith("/>", at)
        end = min(at + 1 + is_empty, len(text))
        self.line += text.count("\n", self.counted, start)
        self.counted = start
        column = start - text.rfind("\n", 0, start)
        around = [whole for _, whole in self.blocks]
        tag = Tag(found["tag"], start, end, self.line, column, attributes, around, is_empty, is_clear)
        self.source.tags[self.line, column] = tag
        # What begins in a tag and ends behind it is no element by itself.
        kind: Literal["empty", "open", "between"] = "between" if depth else "empty" if is_empty else "open"
        self._note(kind, tag.name, start, end)
        return end


def _given(text: str, named: re.Match[str], *, is_conditional: bool) -> Given:
    quote, begin, at = named[2], named.end(), named.end()
    is_computed = False
    while at < len(text) and text[at] != quote:
        code_ = JINJA.match(text, at)
        is_computed = is_computed or code_ is not None
        at = code_.end() if code_ else at + 1
    state: State = "conditional" if is_conditional else "computed" if is_computed else "plain"
    raw = text[begin:at]
    return Given(named.start(), min(at + 1, len(text)), begin, raw if is_computed else unescape(raw), state)


def _escaped(value: str, quote: str) -> str:
    """A value as it stands between the quotes of a tag."""
    written = value.replace("&", "&amp;").replace("<", "&lt;")
    return written.replace(quote, "&quot;" if quote == '"' else "&apos;")


def with_text(content: bytes, text: str) -> bytes:
    """A file with another text, in which lines end with ``\\n`` alone, as a page sends it.

    Lines that stay keep their ends, and the byte order mark stays; new ones end as most do.
    """
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    before = _LINE.findall(content.decode("utf-8-sig", "replace"))
    ends = [found[0] for line in before if (found := _ENDING.search(line))]
    usual = max(dict.fromkeys(ends), key=ends.count, default="\n")
    after = _LINE.findall(text)
    plain = [_ENDING.sub("\n", line) for line in before]
    written: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(None, plain, after, autojunk=False).get_opcodes():
        kept = (
            before[start:end] if kind == "equal" else [_ENDING.sub(usual, line) for line in after[first:last]]
        )
        written += kept
    return mark + "".join(written).encode()
