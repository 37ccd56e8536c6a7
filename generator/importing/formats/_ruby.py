"""Ruby read as data: assignments, calls with their arguments, and values. Nothing of it is run.

What is no such thing, such as a loop or a method of one's own, is an :class:`Unread` with its place, and
reading goes on behind it. Only what can't be a script at all raises: strings and brackets that never end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent
from typing import NamedTuple

from generator.catalog.problems import InputError, Place

_MAX_DEPTH = 60
"""Brackets and blocks inside one another, and calls or sums in a row."""
_MAX_TOKENS = 100_000

_OPENING = frozenset(("if", "unless", "while", "until", "for", "case", "def", "class", "module", "begin"))
_MODIFIERS = frozenset(("if", "unless", "while", "until", "rescue"))
_KEYWORDS = _OPENING | {"do", "end", "then", "and", "or", "not", "else", "elsif", "when", "in", "return"}
_CONSTANTS: Mapping[str, object] = {"true": True, "false": False, "nil": None}
UNKNOWN = "?"
"""The name of the call in place of a value that is not understood."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "r": "", "e": "", "0": "", "\n": ""}
_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\f]|\\\n)+)|(?P<comment>\#[^\n]*)|(?P<line>\n|;)"
    r"|(?P<heredoc><<[-~]?(?P<mark>[\"'`]?)(?P<tag>[A-Z_][A-Za-z0-9_]*)(?P=mark))"
    r"|(?P<label>[A-Za-z_]\w*[?!]?:(?![:]))|(?P<symbol>:[A-Za-z_]\w*[?!=]?)|(?P<name>[@$]{0,2}[A-Za-z_]\w*[?!]?)"
    r"|(?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?P<words>%[wWiI][^\w\s])|(?P<quoted>%[qQ]?[(\[{|!<])"
    r"|(?P<string>:?[\"'])|(?P<op>::|\.\.\.?|&\.|\*\*|=>|->|[-+*/%|&]=|\|\|=?|&&|==|!=|<=|>=|<<|=~|[^\w\s])"
)


class Plain(NamedTuple):
    """A number, a string or symbol, ``true``, ``false`` or ``nil``."""

    at: int
    value: object


class Text(NamedTuple):
    """A string with values in it: ``"#{name}.png"``."""

    at: int
    parts: tuple[Node, ...]


class Many(NamedTuple):
    at: int
    items: tuple[Node, ...]


class Table(NamedTuple):
    """A hash."""

    at: int
    entries: Mapping[str, Node]


class Sum(NamedTuple):
    """Two values with ``+``, ``-``, ``*``, ``/`` or ``..`` between."""

    at: int
    sign: str
    left: Node
    right: Node


class Call(NamedTuple):
    """A call, or a name alone; ``data['x']`` calls ``[]``."""

    at: int
    receiver: Node | None
    name: str
    args: tuple[Node, ...] = ()
    named: Mapping[str, Node] = {}
    block: Block | None = None


class Assignment(NamedTuple):
    at: int
    name: str
    value: Node


class Unread(NamedTuple):
    """What was passed over."""

    at: int
    what: str
    is_lost: bool = True
    """Whether nothing of it is left."""


class Block(NamedTuple):
    names: tuple[str, ...]
    body: tuple[Statement, ...]


Node = Plain | Text | Many | Table | Sum | Call
Statement = Node | Assignment | Unread


class _Token(NamedTuple):
    kind: str
    """``name``, ``label``, ``value`` (its value is a node), ``op``, ``line`` or ``end`` of the text."""
    value: object
    at: int
    spaced: bool


class _OddError(Exception):
    """Raised where the words are no value that is understood."""

    def __init__(self, token: _Token) -> None:
        super().__init__()
        self.token = token


class Ruby:
    """A script's statements, and places in its text."""

    def __init__(self, text: str, shown: str) -> None:
        """Raises :class:`InputError`."""
        self._text, self._shown = text, shown
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        tokens = list(self._tokens(0, len(text)))
        self.statements = _Parser(self, tokens).body(len(tokens) - 1)

    def place(self, at: int) -> Place:
        line = bisect_right(self._lines, at)
        return Place(self._shown, line, at - self._lines[line - 1] + 1)

    def error(self, message: str, at: int) -> InputError:
        """What is raised where reading can't go on."""
        return InputError(message, place=self.place(at))

    def _tokens(self, at: int, end: int, depth: int = 0) -> Iterator[_Token]:
        """All words from ``at`` on, and the end; line ends where a statement may end."""
        text, spaced, heredocs = self._text, True, list[tuple[re.Match[str], list[Node]]]()
        before = _Token("line", None, at, spaced=True)
        count = 0
        while at < end:
            found = _TOKEN.match(text, at, end)
            assert found is not None, "some group matches every letter"
            kind, written = str(found.lastgroup), found.group()
            begin, at = at, found.end()
            count += 1
            if count > _MAX_TOKENS:
                raise self.error("the script is too long to be read", begin)
            if kind == "space" or kind == "comment":
                spaced = True
                continue
            if kind == "line":
                if written == "\n" and heredocs:
                    at = self._read_heredocs(heredocs, at, end)
                if text.startswith("=begin", at) and written == "\n":
                    at = self._behind("\n=end", at, begin + 1, "the comment that begins here never ends")
                    at = text.find("\n", at) if "\n" in text[at:end] else end
                if text.startswith("__END__\n", at):
                    break
                if re.compile(r"\s*(?:#[^\n]*\n\s*)*&?\.[a-z_]").match(text, at, end) or _goes_on(before):
                    spaced = True
                    continue
                token = _Token("line", written, begin, spaced)
            elif kind == "tag" or kind == "heredoc" or kind == "mark":
                if _is_value(before) and not (spaced and before.kind == "name"):
                    token, at = _Token("op", "<<", begin, spaced), begin + 2
                else:
                    holder: list[Node] = []
                    heredocs.append((found, holder))
                    token = _Token("heredoc", holder, begin, spaced)
            elif kind in ("string", "quoted", "words"):
                if written[0] == "%" and _is_value(before) and not spaced:
                    token, at = _Token("op", "%", begin, spaced), begin + 1
                else:
                    node, at = self._string(written, begin, at, depth)
                    token = _Token("value", node, begin, spaced)
                    is_label = text[at - 1] in "\"'" and text[at : at + 1] == ":" != text[at + 1 : at + 2]
                    if is_label and isinstance(node, Plain) and before.value != "?":
                        token, at = _Token("label", node.value, begin, spaced), at + 1
            elif kind == "op" and written == "/" and not _is_value(before):
                at = self._behind("/", at, begin, "the pattern that begins here never ends")
                token = _Token("op", "regex", begin, spaced)
            elif kind == "number":
                plain = written.replace("_", "")
                if len(plain) > 15:
                    raise self.error("a number with this many digits can't be read", begin)
                number: object = int(plain) if plain.isdecimal() else float(plain)
                token = _Token("value", Plain(begin, number), begin, spaced)
            elif kind == "symbol":
                token = _Token("value", Plain(begin, written[1:]), begin, spaced)
            elif kind == "label":
                token = _Token("label", written[:-1], begin, spaced)
                if before.value in (".", "&.", "?"):
                    # `a.b ? c : d` has no labels.
                    token, at = _Token("name", written[:-1], begin, spaced), at - 1
            else:
                token = _Token(kind, written, begin, spaced)
            yield token
            before, spaced = token, False
        if heredocs:
            raise self.error("the text that is announced here is missing", heredocs[0][0].start())
        yield _Token("line", None, end, spaced=True)
        yield _Token("end", None, end, spaced=True)

    def _read_heredocs(self, waiting: list[tuple[re.Match[str], list[Node]]], at: int, end: int) -> int:
        for found, holder in waiting:
            closing = re.compile(rf"^[ \t]*{found['tag']}[ \t]*$", re.MULTILINE).search(self._text, at, end)
            if closing is None:
                raise self.error(f"the text up to {found['tag']} never ends", found.start())
            body = self._text[at : closing.start()]
            holder.append(Plain(found.start(), dedent(body) if "~" in found.group() else body))
            at = min(closing.end() + 1, end)
        waiting.clear()
        return at

    def _behind(self, closing: str, at: int, begin: int, message: str) -> int:
        found = self._text.find(closing, at)
        if found < 0:
            raise self.error(message, begin)
        return found + len(closing)

    def _string(self, written: str, begin: int, at: int, depth: int) -> tuple[Node, int]:
        """The string that begins with ``written``, and where it ends."""
        text, opening = self._text, written[-1]
        closing = {"(": ")", "[": "]", "{": "}", "<": ">"}.get(opening, opening)
        is_raw = opening == "'" or written.startswith(("%q", "%w", "%i"))
        nested, letters, parts = 0, list[str](), list[Node]()
        while True:
            if at >= len(text):
                raise self.error("the string that begins here never ends", begin)
            letter = text[at]
            if letter == "\\":
                escaped = text[at + 1 : at + 2]
                keeps = is_raw and escaped not in (closing, "\\")
                letters.append("\\" + escaped if keeps else _ESCAPES.get(escaped, escaped))
                at += 2
                if escaped == "u" and not is_raw:
                    code = re.compile(r"\{?([0-9a-fA-F]{1,6})\}?").match(text, at, at + 8)
                    letters[-1:] = [_letter(code[1])] if code else []
                    at = code.end() if code else at
                continue
            if letter == "#" and text.startswith("#{", at) and not is_raw:
                inner = self._hole_end(at + 2, begin)
                if depth >= 3:
                    raise self.error("strings inside of strings are nested too deeply", at)
                if letters:
                    parts.append(Plain(begin, "".join(letters)))
                    letters.clear()
                tokens = list(self._tokens(at + 2, inner, depth + 1))
                body = _Parser(self, tokens).body(len(tokens) - 1)
                first = body[0] if len(body) == 1 else None
                is_node = first is not None and not isinstance(first, Assignment | Unread)
                parts.append(first if is_node else Call(at, None, UNKNOWN))  # type: ignore[arg-type]
                at = inner + 1
                continue
            if letter == closing and not nested:
                break
            nested += (letter == opening) - (letter == closing) if opening != closing else 0
            letters.append(letter)
            at += 1
        plain = Plain(begin, "".join(letters))
        if written[1:2] in ("w", "W", "i", "I"):
            return Many(begin, tuple(Plain(begin, word) for word in str(plain.value).split())), at + 1
        if not parts:
            return plain, at + 1
        return Text(begin, (*parts, plain) if letters else tuple(parts)), at + 1

    def _hole_end(self, at: int, begin: int) -> int:
        """Where the ``}`` of a ``#{`` stands."""
        depth, text = 1, self._text
        while at < len(text):
            depth += (text[at] == "{") - (text[at] == "}")
            if not depth:
                return at
            at += 1
        raise self.error("the string that begins here never ends", begin)


def _letter(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""


def _goes_on(token: _Token) -> bool:
    """Whether a statement can't end behind it."""
    return token.kind in ("line", "label") or (
        token.kind == "op" and token.value not in (")", "]", "}", "!", "?")
    )


def _is_value(token: _Token) -> bool:
    """Whether a value ends with it, so that a sign behind it calculates."""
    if token.kind == "name":
        return token.value not in _KEYWORDS or token.value == "end"
    return token.kind in ("value", "heredoc") or token.value in (")", "]", "}")


class _Parser:
    def __init__(self, script: Ruby, tokens: Sequence[_Token]) -> None:
        self._script, self._tokens = script, tokens
        self._partner = self._pairs()
        self._at = self._depth = 0
        self._is_command = False
        """Whether arguments without parentheses are read: a ``do`` behind is for the call that has them."""

    # Brackets and blocks

    def _pairs(self) -> dict[int, int]:
        """Where each bracket, ``do`` and the like ends."""
        pairs: dict[int, int] = {}
        opened: list[int] = []
        takes_do = False
        for index, token in enumerate(self._tokens):
            word = token.value if token.kind in ("name", "op") else None
            if token.kind == "line":
                takes_do = False
            if self._opens(index, word) and not (word == "do" and takes_do):
                takes_do = word in ("while", "until", "for")
                opened.append(index)
                if len(opened) > _MAX_DEPTH:
                    raise self._script.error("this is nested too deeply", token.at)
            elif word in (")", "]", "}", "end") and not self._follows_dot(index):
                if not opened:
                    raise self._script.error(f"nothing before this `{word}` is open", token.at)
                begin = opened.pop()
                first = str(self._tokens[begin].value)
                if _CLOSING.get(first, "end") != word:
                    raise self._script.error(
                        f"the `{first}` that begins here never ends", self._tokens[begin].at
                    )
                pairs[begin] = index
            elif word == "do":
                takes_do = False
        if opened:
            last = self._tokens[opened[-1]]
            raise self._script.error(f"the `{last.value}` that begins here never ends", last.at)
        return pairs

    def _opens(self, index: int, word: object) -> bool:
        token = self._tokens[index]
        if token.kind == "op":
            return word in _CLOSING
        if token.kind != "name" or self._follows_dot(index):
            return False
        before = self._tokens[index - 1] if index else None
        if word in _MODIFIERS and word in _OPENING and before is not None and before.kind != "line":
            return before.value in ("=", "(", "[", ",", "{", "|", "=>", "do", "then", "else", "begin")
        return word == "do" or word in _OPENING

    def _follows_dot(self, index: int) -> bool:
        return index > 0 and self._tokens[index - 1].value in (".", "&.", "def")

    # Statements

    def body(self, end: int) -> tuple[Statement, ...]:
        """The statements up to the token ``end``."""
        found: list[Statement] = []
        while self._at < end:
            if self._here.kind == "line":
                self._at += 1
                continue
            begin = self._at
            try:
                found.append(self._statement())
                self._end_statement(end, found)
            except _OddError as odd:
                found.append(Unread(odd.token.at, "this is not understood"))
                self._at = max(self._at, begin)
                self._skip(end)
        self._at = end
        return tuple(found)

    def _statement(self) -> Statement:
        token, following = self._here, self._tokens[self._at + 1]
        if token.kind == "name" and token.value in _OPENING:
            self._at = self._partner[self._at] + 1
            return Unread(token.at, _named(str(token.value)))
        if token.kind == "name" and following.value == "=" and following.kind == "op":
            self._at += 2
            self._skip_lines()
            return Assignment(token.at, str(token.value), self._value_or_unknown(None))
        return self._value()

    def _end_statement(self, end: int, found: list[Statement]) -> None:
        token = self._here
        if self._at >= end or token.kind == "line":
            return None
        if token.kind == "name" and token.value in _MODIFIERS:
            found.append(Unread(token.at, f"the condition `{token.value}` is not read", is_lost=False))
            return self._skip(end)
        raise _OddError(token)

    def _skip(self, end: int) -> None:
        """Goes to the end of the statement."""
        while self._at < end and self._here.kind != "line":
            self._at = self._partner.get(self._at, self._at) + 1

    @property
    def _here(self) -> _Token:
        return self._tokens[min(self._at, len(self._tokens) - 1)]

    def _take(self, *signs: str) -> bool:
        """Passes over one of the signs if it stands here."""
        if self._here.kind == "op" and self._here.value in signs:
            self._at += 1
            return True
        return False

    def _skip_lines(self) -> None:
        while self._here.kind == "line":
            self._at += 1

    # Values

    def _value(self) -> Node:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise self._script.error("this is nested too deeply", self._here.at)
        try:
            return self._terms(("..", "..."), ("+", "-"), ("*", "/"))
        finally:
            self._depth -= 1

    def _terms(self, signs: tuple[str, ...], *tighter: tuple[str, ...]) -> Node:
        value = self._terms(*tighter) if tighter else self._chain()
        for _ in range(_MAX_DEPTH):
            token = self._here
            if not self._take(*signs):
                return value
            self._skip_lines()
            right = self._terms(*tighter) if tighter else self._chain()
            value = Sum(token.at, str(token.value), value, right)
        raise self._script.error("so long a sum can't be read", self._here.at)

    def _chain(self) -> Node:
        """A value with the calls behind it: ``data['name'].map(&:upcase)``."""
        value = self._primary()
        for _ in range(_MAX_DEPTH):
            token = self._here
            if self._take(".", "&.") or (token.value == "::" and self._take("::")):
                name = self._here
                if name.kind != "name":
                    raise _OddError(name)
                self._at += 1
                value = self._call(value.at, value, str(name.value))
            elif token.value == "[" and token.kind == "op" and not token.spaced:
                self._at += 1
                args, _ = self._arguments("]")
                value = Call(value.at, value, "[]", args)
            else:
                return value
        raise self._script.error("this many calls in a row can't be read", self._here.at)

    def _primary(self) -> Node:
        token = self._here
        self._at += 1
        if token.kind == "heredoc":
            assert isinstance(token.value, list)
            return token.value[0] if token.value else Plain(token.at, "")
        if isinstance(token.value, Plain | Text | Many):
            return token.value
        if token.kind == "name" and token.value in _CONSTANTS:
            return Plain(token.at, _CONSTANTS[str(token.value)])
        if token.kind == "name" and token.value not in _KEYWORDS:
            return self._call(token.at, None, str(token.value))
        if token.kind == "op":
            if token.value == "(":
                self._skip_lines()
                value = self._value()
                self._skip_lines()
                if not self._take(")"):
                    raise _OddError(self._here)
                return value
            if token.value == "[":
                return Many(token.at, self._arguments("]")[0])
            if token.value == "{":
                return Table(token.at, self._arguments("}")[1])
            if token.value == "-" and isinstance(self._here.value, Plain):
                number = self._here.value.value
                self._at += 1
                if isinstance(number, int | float):
                    return Plain(token.at, -number)
        raise _OddError(token)

    def _call(self, at: int, receiver: Node | None, name: str) -> Call:
        """A call of the name that was just passed, with its arguments and block."""
        token, args, named = self._here, tuple[Node, ...](), dict[str, Node]()
        if token.value == "(" and token.kind == "op" and not token.spaced:
            self._at += 1
            args, named = self._arguments(")")
        elif token.spaced and self._begins_argument():
            args, named = self._arguments(None)
        return Call(at, receiver, name, args, named, self._block())

    def _begins_argument(self) -> bool:
        token, following = self._here, self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if token.kind in ("value", "label", "heredoc"):
            return True
        if token.kind == "name":
            return token.value not in _KEYWORDS
        if token.kind != "op":
            return False
        return token.value in ("[", "(", "**", "->") or (token.value == "-" and not following.spaced)

    def _arguments(self, closing: str | None) -> tuple[tuple[Node, ...], dict[str, Node]]:
        """Values and named values up to ``closing``, or to the end of the statement."""
        before, self._is_command = self._is_command, closing is None
        try:
            return self._listed(closing)
        finally:
            self._is_command = before

    def _listed(self, closing: str | None) -> tuple[tuple[Node, ...], dict[str, Node]]:
        args, named = list[Node](), dict[str, Node]()
        while True:
            if closing:
                self._skip_lines()
                if self._take(closing):
                    return tuple(args), named
            token = self._here
            if token.kind == "label":
                self._at += 1
                self._skip_lines()
                named[str(token.value)] = self._value_or_unknown(closing)
            elif self._take("**", "*", "&"):
                value = self._value_or_unknown(closing)
                named.update(value.entries if isinstance(value, Table) else {str(token.value): value})
            else:
                value = self._value_or_unknown(closing)
                if self._take("=>"):
                    self._skip_lines()
                    key = str(value.value) if isinstance(value, Plain) else UNKNOWN
                    named[key] = self._value_or_unknown(closing)
                else:
                    args.append(value)
            if closing:
                self._skip_lines()
            if self._take(","):
                self._skip_lines()
            elif closing is None:
                return tuple(args), named
            elif not self._take(closing):
                raise _OddError(self._here)
            else:
                return tuple(args), named

    def _value_or_unknown(self, closing: str | None) -> Node:
        """A value; where more stands there than is understood, that is passed over, and the value unknown."""
        begin = self._at
        ends = (",", closing) if closing else (",", "do", ")", "]", "}")
        try:
            value = self._value()
            token = self._here
            if token.kind in ("line", "end") or token.value in (*ends, "=>"):
                return value
            is_modifier = token.kind == "name" and token.value in _MODIFIERS
            if closing is None and (is_modifier or token.value == "{"):
                return value
        except _OddError:
            pass
        self._at = max(begin, self._at)
        while self._here.kind not in ("line", "end") and self._here.value not in ends:
            self._at = self._partner.get(self._at, self._at) + 1
        return Call(self._tokens[min(begin, len(self._tokens) - 1)].at, None, UNKNOWN)

    def _block(self) -> Block | None:
        token = self._here
        if not (token.value == "{" and token.kind == "op") and not (
            token.value == "do" and token.kind == "name"
        ):
            return None
        end = self._partner.get(self._at)
        if end is None or (self._is_command and token.value == "do"):
            return None
        self._at += 1
        names: list[str] = []
        if self._take("|"):
            while not self._take("|"):
                if self._at >= end:
                    raise _OddError(token)
                names.append(str(self._here.value))
                self._at += 1
        before, self._is_command = self._is_command, False
        body = self.body(end)
        self._at, self._is_command = end + 1, before
        return Block(tuple(name for name in names if name != ","), body)


def _named(word: str) -> str:
    if word in ("while", "until", "for"):
        return "a loop is not run"
    if word in ("if", "unless", "case"):
        return f"the condition `{word}` is not read"
    return f"custom code (`{word}`) is not run"
