"""From a rendered template to a tree of nodes that remember their place in the template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from zlib import crc32

from generator.catalog.problems import InputError, Place

MARK = "_at"
"""The attribute that carries a tag's place through Jinja: ``file number:line:column``."""

SKIP_OR_TAG = re.compile(
    r"<!--.*?-->|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!\[CDATA\[.*?\]\]>|<(?P<tag>[A-Za-z_][\w.-]*)", re.DOTALL
)
WHOLE_MARK = re.compile(r"\d{1,6}:\d{1,9}:\d{1,9}")
_TAG = re.compile(r"<?([A-Za-z_][\w.:-]*)")
_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
LAST_MARK = re.compile(rf'{MARK}="(\d+:\d+:\d+)"')
MAX_DEPTH = 100
_NUMBERS = 10_000
"""Of files: few enough to be short, enough that hardly two have the same."""


MENDING: Mapping[str, str] = {
    "duplicate attribute": "each is given once",
    "undefined entity": "&lt; &gt; &amp; &quot; and &apos; have names; write &#160; for a fixed space",
}
"""What to do about expat's most common complaints."""


@dataclass(slots=True)
class Node:
    """An element of the rendered XML: its tag, attributes as text, and children in order."""

    tag: str
    attributes: dict[str, str]
    mark: str
    children: list[Node | str] = field(default_factory=list)


class SourceFiles:
    """The files that tags come from, by the numbers in their marks.

    A number follows from the file's name, so that what was kept of a template fits in a run that reads its
    files in another order.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names: dict[int, str] = {}
        for name in names:
            self.number(name)

    def number(self, name: str) -> int:
        """The number of a file."""
        number = crc32(name.encode("utf-8", "surrogatepass")) % _NUMBERS
        while self._names.setdefault(number, name) != name:
            number += 1
        return number

    def __getitem__(self, number: int) -> str:
        return self._names[number]

    def __contains__(self, number: int) -> bool:
        return number in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values())

    def in_order(self, text: str) -> str:
        """A text whose marks have the files numbered as they were read: the same wherever these lie."""
        order = {number: index for index, number in enumerate(self._names)}

        def renumbered(found: re.Match[str]) -> str:
            number, rest = found[1].split(":", 1)
            return f'{MARK}="{order.get(int(number), number)}:{rest}"'

        return LAST_MARK.sub(renumbered, text)

    @property
    def first(self) -> Place:
        """The file that was read first, which all begins with."""
        return Place(next(iter(self), ""))


def mark_tags(source: str, file_number: int) -> str:
    """Writes each start tag's place into it, so that it survives includes, loops and macros.

    Lines keep their numbers. Tags inside Jinja code and comments are left alone.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", source))]
    line = 0

    def place(match: re.Match[str]) -> str:
        nonlocal line
        if match["tag"] is None:
            return match[0]
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        return f'{match[0]} {MARK}="{file_number}:{line + 1}:{match.start() - starts[line] + 1}"'

    return SKIP_OR_TAG.sub(place, source)


def without_marks(text: str) -> str:
    """The rendered layout as the author wrote it."""
    return LAST_MARK.sub("", text)


def read_mark(mark: str, files: SourceFiles) -> Place:
    """The place in the template that a mark stands for."""
    # A template can write a mark by itself; one that leads nowhere is not ours.
    if not WHOLE_MARK.fullmatch(mark) or int(mark.partition(":")[0]) not in files:
        return files.first
    number, line, column = (int(part) for part in mark.split(":"))
    return Place(files[number], line, column)


@dataclass(slots=True)
class _Tree:
    """Expat's handlers: grows the tree of nodes."""

    root: Node | None = None
    open: list[Node] = field(default_factory=list)
    mark: str = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.mark = attributes.pop(MARK, self.mark)
        node = Node(tag, attributes, self.mark)
        if self.open:
            self.open[-1].children.append(node)
            if len(self.open) > MAX_DEPTH:
                raise InputError(f"elements are nested more than {MAX_DEPTH} deep")
        else:
            self.root = node
        self.open.append(node)

    def end(self, tag: str) -> None:
        del tag
        self.open.pop()

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].children.append(text)

    def doctype(self, *arguments: object) -> None:
        del arguments
        raise InputError("a layout has no <!DOCTYPE>", hint="remove the line")


def parse_xml(text: str, files: SourceFiles) -> Node:
    """The root node of a rendered template. Raises :class:`InputError` with the template's place."""
    tree = _Tree()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.data
    parser.StartDoctypeDeclHandler = tree.doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _not_well_formed(error, text, tree, files) from None
    except UnicodeEncodeError as error:
        raise InputError(
            f"the text has half a character: {error.object[error.start]!r}", place=files.first
        ) from None
    except InputError as error:
        raise InputError(error.message, place=read_mark(tree.mark, files), hint=error.hint) from None
    if tree.root is None:
        raise InputError("the template draws nothing", place=files.first)
    return tree.root


def _not_well_formed(error: expat.ExpatError, text: str, tree: _Tree, files: SourceFiles) -> InputError:
    """Names the tag that is not closed, or else the template's tag before the error and what stands there."""
    if not text.strip():
        return InputError("the template draws nothing", place=files.first)
    lines = text.split("\n")
    row = min(error.lineno, len(lines)) - 1
    before = "\n".join([*lines[:row], lines[row][: error.offset]])
    after = text[len(before) :]
    reason = expat.ErrorString(error.code)
    if reason in ("mismatched tag", "no element found") and tree.open:
        return _not_closed(tree, _TAG.match(after), files)
    if reason == "unclosed token" or after.startswith("<"):
        cut = after if reason == "unclosed token" else before[before.rfind("<") :]
        if told := _cut_short(cut, files):
            return told
    marks = LAST_MARK.findall(before)
    place = read_mark(marks[-1], files) if marks else files.first
    around = lines[row][max(error.offset - 1, 0) : error.offset + 1]
    hint = MENDING.get(reason)
    if hint is None and ("&" in around or "<" in around):
        hint = "write &amp; for & and &lt; for <"
    where = "at or after this tag"
    hint = f"{where}: {hint}" if hint else where
    return InputError(f"the layout is not well-formed XML: {reason}", place=place, hint=hint)


def _not_closed(tree: _Tree, closing: re.Match[str] | None, files: SourceFiles) -> InputError:
    """The innermost element is open where the layout ends, or where another tag is closed."""
    node = tree.open[-1]
    message = f"<{node.tag}> is not closed"
    hint = f"write </{node.tag}> after what is inside, or <{node.tag} …/> if nothing is"
    if closing is not None:
        message += f" before </{closing[1]}>"
        if all(outer.tag != closing[1] for outer in tree.open):
            message = f"<{node.tag}> is closed by </{closing[1]}>"
            hint = f"write </{node.tag}>, or leave </{closing[1]}> out"
    return _refused(message, node.mark, files, hint)


def _cut_short(cut: str, files: SourceFiles) -> InputError | None:
    """What is wrong with a text that begins with a tag if that has no end; None if it has."""
    tag, mark = _TAG.match(cut), LAST_MARK.search(cut)
    if tag is None or mark is None:
        return None
    rest = _VALUE.sub("", cut)
    if '"' in rest or "'" in rest:
        hint = 'each value stands between two, as in fill="red"'
        return _refused(f"a quotation mark in <{tag[1]}> is not closed", mark[1], files, hint)
    if ">" in rest:
        return None
    return _refused(f"<{tag[1]}> has no > at its end", mark[1], files, None)


def _refused(message: str, mark: str, files: SourceFiles, hint: str | None) -> InputError:
    place = read_mark(mark, files)
    return InputError(f"the layout is not well-formed XML: {message}", place=place, hint=hint)
