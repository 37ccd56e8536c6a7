"""Changes of a YAML or JSON text in which only what is changed is written anew.

All else stays byte for byte: comments, order, quotes, anchors, line ends. A change is made of the spans at
which libyaml finds keys and values; what comes of it is read again and held against what was asked for.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from yaml import (
    AliasEvent,
    CBaseLoader,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    YAMLError,
)

from generator.catalog.json_file import parse_json
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.yaml_reader import parse_yaml, resolve

_BEFORE = re.compile(r"(?:[&!]\S*\s+)*")
"""What stands before a value and stays: an anchor that others repeat it by."""
_DASH = re.compile(r"^\ufeff?[ \t]*-(?=[ \t\r\n])", re.MULTILINE)
_BETWEEN = re.compile(r"[,\s]*")
_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*")
_FOLD = re.compile(r"[ \t]*\r?\n[ \t\r\n]*")
_SURELY_PLAIN = re.compile(r"[^\W\d_](?:[\w .’/-]*\w)?")
_NEVER_PLAIN = frozenset("#&*!|>%@`\"'{}[],")
"""What a text in no quotes can't begin with."""
_NARROWEST = 40
"""Letters of a line that a text is wrapped to at least."""

Style = Literal["", "'", '"', "|", ">"]


class Unset:
    """Stands for a field that a card is not to have."""


UNSET = Unset()


class Change(NamedTuple):
    """What is to become of a card, or of the place behind it. The card is named by its line and column."""

    line: int
    column: int
    kind: Literal["set", "delete", "add", "duplicate"]
    """``add``: another card behind it; ``duplicate``: one that is the same but for the values."""
    values: Mapping[str, object] = {}


@dataclass(slots=True)
class Node:
    """A value in a text: from where to where it stands, without an anchor before it."""

    path: tuple[str | int, ...]
    start: int
    end: int
    line: int
    column: int
    style: Style = ""
    is_flow: bool = False
    value: object = None
    """Of a scalar what it stands for; None for a mapping or list."""
    entries: dict[str, tuple[Node, Node]] | None = None
    """Of a mapping: each key and value."""
    items: list[Node] | None = None
    """Of a list."""
    is_alias: bool = False


class Splice(NamedTuple):
    """Another text in the place of what stands from ``start`` to ``end``."""

    start: int
    end: int
    text: str


def edited(text: str, file: str, changes: Sequence[Change]) -> str:
    """The text with these changes made. Raises InputError where one can't be made without changing more."""
    document = _Document(text, file)
    splices: list[Splice] = []
    expected = _plain(document.parsed)
    for change in changes:
        if change.kind == "set":
            card = document.card(change)
            splices += document.merged(card, change.values)
            _set(expected, card.path, change.values)
    added: dict[tuple[str | int, ...], list[Change]] = {}
    gone: list[tuple[str | int, ...]] = []
    for change in changes:
        if change.kind == "set":
            continue
        card = document.card(change)
        if change.kind == "delete":
            splices.append(document.without_item(card.path, gone))
            gone.append(card.path)
        else:
            splices.append(document.with_item(card.path, change))
            added.setdefault(card.path, []).append(change)
    made = spliced(text, splices)
    if gone and text.lstrip("\ufeff") == text.lstrip("\ufeff\r\n"):
        # The line end behind a first card that went.
        made = text[: int(text.startswith("\ufeff"))] + made.lstrip("\ufeff\r\n")
    renamed = _restructure(expected, added, gone, document)
    if renamed:
        again = _Document(made, file)
        splices = [splice for path, values in renamed for splice in again.merged(again.at(path), values)]
        made = spliced(made, splices)
    _check(made, file, expected)
    return made


def _restructure(
    expected: Any,
    added: Mapping[tuple[str | int, ...], Sequence[Change]],
    gone: Sequence[tuple[str | int, ...]],
    document: _Document,
) -> list[tuple[tuple[str | int, ...], Mapping[str, object]]]:
    """Takes cards out of what is expected and puts others in; copies that differ, by their paths."""
    renamed = []
    as_it_was = _plain(document.parsed)
    touched: dict[tuple[str | int, ...], set[int]] = {}
    for path in [*added, *gone]:
        touched.setdefault(path[:-1], set()).add(int(path[-1]))
    for holder, numbers in touched.items():
        before = _at(expected, holder)
        after: list[object] = []
        for number, card in enumerate(before):
            path = (*holder, number)
            if path not in gone:
                after.append(card)
            for change in added.get(path, ()) if number in numbers else ():
                values = {name: value for name, value in change.values.items() if value is not UNSET}
                if change.kind == "duplicate":
                    if change.values:
                        renamed.append(((*holder, len(after)), change.values))
                    original = _at(as_it_was, path)
                    values = {name: v for name, v in original.items() if name not in change.values} | values
                after.append(values)
        before[:] = after
    return renamed


def _check(made: str, file: str, expected: object) -> None:
    """Raises InputError unless a text says what is expected, and nothing else."""
    problems = Problems()
    parsed = _parsed(made, file, problems)
    if problems.has_errors or not _is_same(_plain(parsed), expected):
        raise InputError(
            "this can't be changed without changing something else in the file",
            hint="change it in the file itself: what an anchor repeats stands there once for several cards",
        )


def _is_same(one: object, other: object) -> bool:
    """Whether two values are the same, also in kind: 1 is not true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return type(one) is type(other) and one == other


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """The text with others in these places. Raises InputError where two of them overlap."""
    parts, at = [], 0
    for splice in sorted(splices, key=lambda one: (one.start, one.end > one.start)):
        # What goes may go twice: the line end between two cards, with each of them.
        if splice.start < at and splice.text:
            raise InputError("these changes can't be made at the same time")
        parts += [text[at : max(at, splice.start)], splice.text]
        at = max(at, splice.end)
    return "".join([*parts, text[at:]])


def _parsed(text: str, file: str, problems: Problems) -> object:
    plain = text.removeprefix("\ufeff")
    read = parse_json if file.lower().endswith(".json") else parse_yaml
    return read(plain, file, problems)


def _plain(value: object) -> Any:
    """A value that shares nothing with others, as aliases do."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


def _set(expected: Any, path: Sequence[str | int], values: Mapping[str, object]) -> None:
    card = _at(expected, path)
    for name, value in values.items():
        if value is UNSET:
            card.pop(name, None)
        else:
            card[name] = value


# Where everything stands


@dataclass(slots=True)
class _Document:
    text: str
    file: str
    parsed: object = None
    root: Node | None = None
    cards: dict[tuple[int, int], Node] = field(default_factory=dict)
    """The mappings by line and column."""

    def __post_init__(self) -> None:
        problems = Problems()
        self.parsed = _parsed(self.text, self.file, problems)
        try:
            self.root = self._composed()
        except YAMLError:
            raise InputError("this file can't be edited here", place=Place(self.file)) from None

    @property
    def is_json(self) -> bool:
        return self.file.lower().endswith(".json")

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def card(self, change: Change) -> Node:
        """The card that a change is about. Raises InputError where there is none."""
        found = self.cards.get((change.line, change.column))
        if found is None:
            raise InputError("there is no card at this place", place=Place(self.file, change.line))
        return found

    def at(self, path: Sequence[str | int]) -> Node:
        node = self.root
        for step in path:
            assert node is not None
            node = node.entries[str(step)][1] if node.entries is not None else node.items[int(step)]  # type: ignore[index]
        assert node is not None
        return node

    def _composed(self) -> Node:
        loader: Any = CBaseLoader(self.text)
        while type(event := loader.get_event()) not in _CONTENT:
            if type(event) is StreamEndEvent:
                raise InputError("the file is empty", place=Place(self.file))
        return self._node(loader, event, ())

    def _node(self, loader: Any, event: Any, path: tuple[str | int, ...]) -> Node:
        # The parser doesn't count the byte order mark.
        shift, mark, kind = int(self.text.startswith("\ufeff")), event.start_mark, type(event)
        start, end = mark.index + shift, event.end_mark.index + shift
        node = Node(path, start, end, mark.line + 1, mark.column + 1, is_alias=kind is AliasEvent)
        if kind is AliasEvent:
            return node
        kept = _BEFORE.match(self.text, start)
        node.start = kept.end() if kept is not None else start
        if kind is ScalarEvent:
            node.style = event.style if event.style in ("'", '"', "|", ">") else ""
            node.start = min(node.start, end)
            node.value = resolve(event.value) if event.implicit[0] and not node.style else event.value
            if node.style in ("|", ">") and "+" not in self.text[node.start : end].split("\n", 1)[0]:
                node.end = node.start + len(self.text[node.start : end].rstrip())
            return node
        node.is_flow = bool(event.flow_style)
        ends = self._entries(loader, node) if kind is MappingStartEvent else self._items(loader, node)
        node.end = ends if node.is_flow else max([node.start, *(child.end for child in _inside(node))])
        if kind is MappingStartEvent:
            self.cards[node.line, node.column] = node
        return node

    def _entries(self, loader: Any, node: Node) -> int:
        node.entries = {}
        while type(event := loader.get_event()) is not MappingEndEvent:
            key = self._node(loader, event, node.path)
            name = str(event.value)
            node.entries[name] = key, self._node(loader, loader.get_event(), (*node.path, name))
        return _end_of(event) + int(self.text.startswith("\ufeff"))

    def _items(self, loader: Any, node: Node) -> int:
        node.items = []
        while type(event := loader.get_event()) is not SequenceEndEvent:
            node.items.append(self._node(loader, event, (*node.path, len(node.items))))
        return _end_of(event) + int(self.text.startswith("\ufeff"))

    # Values of a mapping

    def merged(self, node: Node, values: Mapping[str, object]) -> Iterator[Splice]:
        """What gives a mapping these values; those that are UNSET go."""
        assert node.entries is not None
        gone = [name for name, value in values.items() if value is UNSET and name in node.entries]
        if len(gone) == len(node.entries) and all(value is UNSET for value in values.values()):
            raise InputError("a card needs at least one field", hint="delete the card instead")
        yield from self._without_keys(node, gone)
        new: dict[str, object] = {}
        for name, value in values.items():
            if value is UNSET:
                continue
            if name in node.entries:
                yield from self._replaced(*node.entries[name], value, node.is_flow)
            else:
                new[name] = value
        if new:
            yield self._with_keys(node, new, gone)

    def _without_keys(self, node: Node, gone: Sequence[str]) -> Iterator[Splice]:
        assert node.entries is not None
        names = list(node.entries)
        for name in gone:
            key, value = node.entries[name]
            place = names.index(name)
            stays = [one for one in names[place + 1 :] if one not in gone]
            before = [one for one in names[:place] if one not in gone]
            end = max(key.end, value.end)
            if node.is_flow:
                if before:
                    start = node.entries[names[place - 1]][1].end
                    yield Splice(start, self._behind_value(key, value), "")
                else:
                    after = node.entries[names[place + 1]][0].start if place + 1 < len(names) else end
                    yield Splice(key.start, after if stays else self._behind_value(key, value), "")
            elif before:
                yield Splice(self._line_end(key.start, back=True), self._line_end(end), "")
            else:
                after = node.entries[names[place + 1]][0].start if place + 1 < len(names) else end
                yield Splice(key.start, after, "")

    def _behind_value(self, key: Node, value: Node) -> int:
        """Where an entry ends whose value may be nothing at all behind its colon."""
        return value.end if value.end > key.end else key.end

    def _replaced(self, key: Node, node: Node, value: object, in_flow: bool) -> Iterator[Splice]:
        if node.entries is not None and isinstance(value, dict) and value and node.entries:
            dropped = dict.fromkeys((name for name in node.entries if name not in value), UNSET)
            changed = {
                name: one
                for name, one in value.items()
                if name not in node.entries or not _is_same(self._value(node.entries[name][1]), one)
            }
            if not set(node.entries) <= set(dropped):
                yield from self.merged(node, {**dropped, **changed})
                return
        yield self._rewritten(key, node, value, in_flow)

    def _value(self, node: Node) -> object:
        return _plain(_at(self.parsed, node.path))

    def _rewritten(self, key: Node, node: Node, value: object, in_flow: bool) -> Splice:
        """A value written anew, as the old one is written where it can be."""
        is_block = not node.is_flow and (node.entries is not None or node.items is not None)
        if is_block:
            # Behind the colon: an indented value may not become one of a single line where it stands.
            start = self.text.index(":", key.end) + 1
            return Splice(start, node.end, " " + self._flow(value))
        if node.items is not None and isinstance(value, list):
            return Splice(node.start, node.end, self._list_like(node, value))
        written, style = None, self._kept_style(node, value, in_flow)
        if isinstance(value, str) and isinstance(node.value, str) and style == node.style:
            written = self._mended(node, value)
        if written is None:
            ends_line = not self._rest_of_line(node.end).strip()
            # Anchors of a value that goes need not go with it.
            indent = self._column(key.start) if not in_flow else 0
            written = self.scalar(value, style, in_flow, indent if ends_line and not in_flow else None, node)
        blank = "" if node.start == 0 or self.text[node.start - 1] in " \t\n\r[{," else " "
        return Splice(node.start, node.end, blank + written)

    def _kept_style(self, node: Node, value: object, in_flow: bool) -> Style:
        """The old quotes, unless the old text needed them and the new one needs none."""
        if node.style in ("'", '"') and isinstance(value, str):
            is_bare = [_reads_as(text, text, in_flow, None) for text in (str(node.value), value)]
            return "" if is_bare == [False, True] else node.style
        return node.style

    def _list_like(self, node: Node, value: Sequence[object]) -> str:
        """A list in brackets, in which what was there before stays as it was written."""
        assert node.items is not None
        known = {repr(self._value(item)): self.text[item.start : item.end] for item in node.items}
        return "[" + ", ".join(known.get(repr(one)) or self._flow(one) for one in value) + "]"

    def _with_keys(self, node: Node, values: Mapping[str, object], gone: Sequence[str]) -> Splice:
        assert node.entries is not None
        entries = list(node.entries.values())
        if node.is_flow:
            pairs = [f"{self._key(name)}: {self._flow(value)}" for name, value in values.items()]
            if not entries:
                return Splice(node.start + 1, node.start + 1, ", ".join(pairs))
            comma = ", "
            if len(entries) > 1:
                between = self.text[entries[-2][1].end : entries[-1][0].start]
                comma = between if _BETWEEN.fullmatch(between) and "," in between else comma
            end = self._behind_value(*entries[-1])
            # Where all that stood before goes, no comma is left to be followed.
            text = "".join(comma + pair for pair in pairs) if len(gone) < len(entries) else ", ".join(pairs)
            return Splice(end, end, text)
        at = self._line_end(max(node.end, entries[-1][0].end))
        indent = self._column(entries[0][0].start)
        lines = [self._entry(name, value, indent) for name, value in values.items()]
        if len(gone) == len(entries):
            at = max(node.end, entries[-1][0].end)
            return Splice(at, at, (self.newline + " " * indent).join(lines))
        return Splice(at, at, "".join(self.newline + " " * indent + line for line in lines))

    def _entry(self, name: str, value: object, indent: int) -> str:
        return f"{self._key(name)}: {self.scalar(value, '', False, indent)}"

    # Cards of a list

    def _list(self, path: Sequence[str | int]) -> list[Node]:
        holder = self.at(path[:-1])
        if holder.items is None:
            raise InputError("this card stands alone in its file, so it can't be copied or deleted")
        return holder.items

    def _item_start(self, path: Sequence[str | int]) -> int:
        """Where the dash before a card stands."""
        items, number = self._list(path), int(path[-1])
        begin = items[number - 1].end if number else self.text.rfind("\n", 0, self.at(path[:-1]).start) + 1
        # An anchor may stand between dash and card.
        dashes = [found.end() - 1 for found in _DASH.finditer(self.text, begin, items[number].start)]
        if not dashes:
            raise InputError("this card's place in the list can't be changed here")
        return dashes[-1]

    def without_item(self, path: tuple[str | int, ...], gone: Sequence[tuple[str | int, ...]]) -> Splice:
        """What takes a card out of its list."""
        items, number = self._list(path), int(path[-1])
        if len(items) == 1 + sum(other[:-1] == path[:-1] for other in gone):
            raise InputError("a list needs at least one card")
        node = items[number]
        if self.at(path[:-1]).is_flow:
            if number == 0 or all((*path[:-1], other) in gone for other in range(number)):
                return Splice(node.start, items[number + 1].start, "")
            return Splice(items[number - 1].end, node.end, "")
        start, end = self._line_end(self._item_start(path), back=True), self._line_end(node.end)
        if not self._rest_of_line(end, lines=1).strip():
            # Of the blank lines around it, those before go.
            start = len(self.text[:start].rstrip(" \t\r\n")) if number else start
        if start == 0 and not self.text.startswith(("\n", "\r")):
            end = min(end + len(self.newline), len(self.text))
            start = int(self.text.startswith("\ufeff"))
        return Splice(start, end, "")

    def with_item(self, path: tuple[str | int, ...], change: Change) -> Splice:
        """What puts a card behind another: a copy of it, or one with these values."""
        items, number = self._list(path), int(path[-1])
        node = items[number]
        values = {name: value for name, value in change.values.items() if value is not UNSET}
        if self.at(path[:-1]).is_flow:
            between = self.text[items[0].end : items[1].start] if len(items) > 1 else ", "
            comma = between if _BETWEEN.fullmatch(between) and "," in between else ", "
            copied = self.text[node.start : node.end]
            return Splice(
                node.end, node.end, comma + (copied if change.kind == "duplicate" else self._flow(values))
            )
        dash = self._item_start(path)
        line = self.text.rfind("\n", 0, dash) + 1
        margin = self.text[line:dash].removeprefix("\ufeff")
        end = self._line_end(node.end)
        if change.kind == "duplicate":
            body = self.text[dash:end]
        elif node.is_flow:
            body = f"- {self._flow(values)}"
        else:
            indent = self._column(node.start)
            gap = " " * max(1, indent - self._column(dash) - 1)
            parts = [self._entry(name, value, indent) for name, value in values.items()]
            body = f"-{gap}" + (self.newline + " " * indent).join(parts)
        return Splice(end, end, self._between_items(items) + margin + body)

    def _between_items(self, items: Sequence[Node]) -> str:
        """The line ends between two cards: there may be a blank line."""
        if len(items) > 1:
            between = self.text[self._line_end(items[0].end) : items[1].start]
            if re.match(r"\r?\n[ \t]*\r?\n", between):
                return 2 * self.newline
        return self.newline

    # How a value is written

    def _key(self, name: str) -> str:
        return _key_text(name, self.is_json)

    def _flow(self, value: object) -> str:
        return flow_text(value, is_json=self.is_json)

    def scalar(
        self, value: object, style: Style, in_flow: bool, indent: int | None, old: Node | None = None
    ) -> str:
        """A value as text; ``indent``: of its key, where it may go on in lines of its own."""
        if not isinstance(value, str) or self.is_json:
            return self._flow(value)
        candidates: list[str] = []
        source = "" if old is None else self.text[old.start : old.end]
        if indent is not None and ("\n" in value or style in ("|", ">")):
            kind: Style = ">" if style == ">" else "|"
            candidates.append(_block(value, kind, indent + 2, self.newline))
        elif indent is not None and style == "" and "\n" in source:
            width = max(_NARROWEST, *map(len, source.splitlines()))
            lines = textwrap.wrap(value, width, break_long_words=False, break_on_hyphens=False)
            candidates.append((self.newline + " " * (indent + 2)).join(lines))
        return _written(value, style, candidates, in_flow=in_flow, indent=indent)

    def _mended(self, node: Node, value: str) -> str | None:
        """An old text with what differs in the middle; None where it has to be written anew."""
        source, old = self.text[node.start : node.end], str(node.value)
        letters = _letters(source, node.style)
        if letters is None or "".join(letter for letter, _, _ in letters) != old or not old or not value:
            return None
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, value, strict=False)))
        rest = min(len(old), len(value)) - same
        tail = sum(
            1
            for _ in takewhile(
                lambda pair: pair[0] == pair[1], zip(old[same:][::-1], value[same:][::-1], strict=False)
            )
        )
        tail = min(tail, rest)
        middle = value[same : len(value) - tail]
        if not middle.isprintable() or (node.style in ("'", '"') and set("'\"\\") & set(middle)):
            return None
        first = letters[same][1] if same < len(old) else letters[-1][2]
        last = letters[len(old) - tail][1] if tail else letters[-1][2]
        made = source[: min(first, last)] + middle + source[max(first, last) :]
        indent = None if node.is_flow else self._column(node.start)
        return made if _reads_as(made, value, self._in_flow(node), indent) else None

    def _in_flow(self, node: Node) -> bool:
        return any(self.at(node.path[:depth]).is_flow for depth in range(len(node.path)))

    # Lines

    def _line_end(self, index: int, *, back: bool = False) -> int:
        """Where the line ends that a place is in, or the one before it: in front of its line end."""
        if back:
            index = self.text.rfind("\n", 0, index)
            return max(0, index - int(self.text[index - 1 : index] == "\r")) if index >= 0 else 0
        found = self.text.find("\n", index)
        if found < 0:
            return len(self.text)
        return found - int(found > index and self.text[found - 1] == "\r")

    def _rest_of_line(self, index: int, lines: int = 0) -> str:
        """The text from a place to the end of its line, or all of the line that comes so many later."""
        for _ in range(lines):
            found = self.text.find("\n", index)
            index = len(self.text) if found < 0 else found + 1
        return self.text[index : self._line_end(index)]

    def _column(self, index: int) -> int:
        begin = self.text.rfind("\n", 0, index) + 1
        return index - begin - int(begin == 0 and self.text.startswith("\ufeff"))


def _key_text(name: str, is_json: bool) -> str:
    is_plain = not is_json and _PLAIN_KEY.fullmatch(name) and resolve(name) == name
    return name if is_plain else json.dumps(name, ensure_ascii=False)


def flow_text(value: object, *, is_json: bool = False) -> str:
    """A value in one line, as it is written between brackets."""
    if isinstance(value, Mapping):
        pairs = (
            f"{_key_text(name, is_json)}: {flow_text(one, is_json=is_json)}" for name, one in value.items()
        )
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(one, is_json=is_json) for one in value) + "]"
    if isinstance(value, str) and not is_json:
        return _written(value, "", [], in_flow=True, indent=None)
    return json.dumps(value, ensure_ascii=False)


def _written(value: str, style: Style, candidates: list[str], *, in_flow: bool, indent: int | None) -> str:
    """A text: the first of the ways to write it in which it is read as it is."""
    if not style and not candidates and _SURELY_PLAIN.fullmatch(value) and resolve(value) == value:
        return value
    if "\n" not in value and (style or value[:1] not in _NEVER_PLAIN):
        candidates += {"'": ["'" + value.replace("'", "''") + "'"], '"': []}.get(style, [value])
    for written in candidates:
        if _reads_as(written, value, in_flow, indent):
            return written
    return _double_quoted(value)


_CONTENT = (ScalarEvent, AliasEvent, MappingStartEvent, SequenceStartEvent)


def _end_of(event: Any) -> int:
    return int(event.end_mark.index)


def _inside(node: Node) -> Iterator[Node]:
    if node.entries is not None:
        for key, value in node.entries.values():
            yield key
            yield value
    yield from node.items or ()


def _letters(source: str, style: Style) -> list[tuple[str, int, int]] | None:
    """Each letter of a text, and from where to where it stands in the file; None where that is not plain."""
    if style in ("|", ">") or (style == '"' and "\\" in source) or (style == "'" and "''" in source[1:-1]):
        return None
    begin, end = (1, len(source) - 1) if style else (0, len(source))
    letters, at = [], begin
    for fold in _FOLD.finditer(source, begin, end):
        letters += [(source[index], index, index + 1) for index in range(at, fold.start())]
        breaks = fold[0].count("\n")
        # One line end is a blank, several are one less.
        letters += [(" " if breaks == 1 else "\n", fold.start(), fold.end())]
        if breaks > 2:
            return None
        at = fold.end()
    return letters + [(source[index], index, index + 1) for index in range(at, end)]


def _block(value: str, kind: Style, indent: int, newline: str) -> str:
    """A text in lines of its own below its key."""
    body = value.rstrip("\n")
    ends = len(value) - len(body)
    chomping = "-" if ends == 0 else "" if ends == 1 else "+"
    lines = body.split("\n")
    if kind == ">":
        lines = [part for line in lines for part in (line, "")][:-1]
    lines += [""] * (ends - 1)
    return kind + chomping + "".join(newline + (" " * indent + line if line else "") for line in lines)


def _double_quoted(value: str) -> str:
    """Quoted so that it is read as it is, with all that no line may hold as escapes."""
    return "".join(
        letter if letter.isprintable() or letter == "\u200b" else _escaped(letter)
        for letter in json.dumps(value, ensure_ascii=False)
    )


def _escaped(letter: str) -> str:
    number = ord(letter)
    return (
        f"\\x{number:02x}"
        if number < 0x100
        else f"\\u{number:04x}"
        if number < 0x10000
        else f"\\U{number:08x}"
    )


def _reads_as(written: str, value: str, in_flow: bool, indent: int | None) -> bool:
    """Whether a written value is read as what it is to be."""
    margin = " " * (indent or 0)
    text = f"{margin}k: [{written}]\n" if in_flow else f"{margin}k: {written}\n"
    problems = Problems()
    try:
        read = parse_yaml(text, "", problems)
    except InputError:
        return False
    assert isinstance(read, dict)
    return (
        not problems.has_errors and read.get("k") == ([value] if in_flow else value) and read.keys() == {"k"}
    )
