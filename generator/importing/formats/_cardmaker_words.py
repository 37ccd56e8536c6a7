"""What elements of CardMaker say, as Jinja: ``@[name]``, ``#(if … then … else …)#``, ``#(switch;…)#``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.catalog.problems import Place
from generator.catalog.wording import code
from generator.importing.drawing import Code, literal, quoted, variable
from generator.importing.importer import Source

NAME = re.compile(r"@\[([^\[\]]{1,200})\]")
_IF = re.compile(r"if\s*(.*?)\s([!=><]=|<|>)\s(.*?)\s*then (.*?)(?: else (.*))?", re.DOTALL)
_PART = re.compile(r"@\[([^\[\]]{1,200})\]|!\[(\w{1,40})\]|\x02(\d+)\x03|(\\[nqc])|(#empty|#nodraw)")
_ESCAPES = {"\\n": "\n", "\\q": '"', "\\c": ","}
_GROUND = re.compile(r"#bg(?:shape|graphic)::.*", re.DOTALL)
_OTHER = re.compile(r"#(#|sc;|math;|random;|repeat;|padl;|padr;|cnv\w*;|strw\[)[^#]*#")
_OVERRIDE = re.compile(r"\$\[[^\]]*\]")
_CASES = {"caps": "upper", "nocaps": "lower", "titlecase": "title"}
_TAG = re.compile(r"</?([a-z]+)[^>]*>", re.IGNORECASE)
_TAGS = frozenset(("b", "i", "u", "s", "br"))
_MOST = 10_000
"""Letters of what an element says, with its defines."""


@dataclass(slots=True)
class Words:
    """Writes what an element says, with the columns and defines that it may name."""

    source: Source
    columns: Mapping[str, str]
    """The headings by their names in small letters."""
    defines: Mapping[str, str]
    layout: str
    element: str
    place: Place
    filters: str = ""
    """What fields of ``broken`` columns pass through: ``|html`` in formatted text."""
    broken: frozenset[str] = frozenset()
    _held: list[str] = field(default_factory=list)

    def written(self, text: str) -> Code:
        """Jinja for all that the element says."""
        text = self.expanded(text)
        for unknown in (_GROUND, _OTHER, _OVERRIDE):
            text = unknown.sub(self._left_out, text)
        while (begin := text.rfind("#(")) >= 0:
            end = text.find(")#", begin)
            end = len(text) if end < 0 else end
            text = text[:begin] + self._hold(self._logic(text[begin + 2 : end])) + text[end + 2 :]
        return Code(self._parts(text))

    def expanded(self, text: str) -> str:
        """The text with what the defines in it stand for."""
        for _ in range(10):
            longer = NAME.sub(self._defined, text)
            if longer == text or len(longer) > _MOST:
                break
            text = longer
        return text[:_MOST]

    def _defined(self, found: re.Match[str]) -> str:
        name, *given = found[1].split(",")
        value = self.defines.get(name.lower().strip())
        if value is None:
            return found[0]
        for number, word in enumerate(given, 1):
            value = value.replace(f"{{{number}}}", word)
        return value

    def _left_out(self, found: re.Match[str]) -> str:
        self._note(re.split("[:;\\d]", found[0], maxsplit=1)[0] + "…")
        return ""

    def _note(self, what: str) -> None:
        self.source.note(f"{code(what)} is not taken over", self.place)

    def _hold(self, made: str) -> str:
        self._held.append(made)
        return f"\x02{len(self._held) - 1}\x03"

    def _logic(self, inner: str) -> str:
        kind, *given = inner.split(";")
        found = _IF.fullmatch(inner.strip())
        if found is not None:
            left, sign, right, then, other = found.groups()
            end = "" if other is None else "{% else %}" + self._parts(other)
            return f"{{% if {self._condition(left, sign, right)} %}}{self._parts(then)}{end}{{% endif %}}"
        if kind.strip() == "switch" and len(given) >= 3:
            return self._switch(given)
        if kind in _CASES:
            return f"{{% filter {_CASES[kind]} %}}{self._parts(';'.join(given))}{{% endfilter %}}"
        self._note(f"#({inner})#")
        return ""

    def _switch(self, given: list[str]) -> str:
        key, pairs, default, made = self._operand(given[0]), given[1:], "", ""
        for name, value in zip(pairs[::2], pairs[1::2], strict=False):
            if name.strip() == "#default":
                default = self._parts(value)
            else:
                made += f"{{% {'elif' if made else 'if'} {key} == {quoted(name.strip().lower())} %}}"
                made += self._parts(value)
        if not made:
            return default
        return made + (f"{{% else %}}{default}" if default else "") + "{% endif %}"

    def _condition(self, left: str, sign: str, right: str) -> str:
        """A comparison: of numbers by their size, of texts without regard to capitals, or with a set."""
        if sign in ("==", "!="):
            members = re.fullmatch(r"\s*\[(.*)\]\s*", right)
            if members is not None and not NAME.fullmatch(right.strip()):
                words = ", ".join(quoted(word.strip().lower()) for word in members[1].split(";"))
                return f"{self._operand(left)} {'in' if sign == '==' else 'not in'} [{words}]"
            return f"{self._operand(left)} {sign} {self._operand(right)}"
        return f"{self._operand(left, 'float')} {sign} {self._operand(right, 'float')}"

    def _operand(self, text: str, kind: str = "lower") -> str:
        pieces = []
        for index, piece in enumerate(NAME.split(text.replace("#empty", "").strip())):
            if index % 2:
                pieces.append(f"{self._variable(piece)}|string" if piece else '""')
            elif piece:
                pieces.append(quoted(re.sub("[\x02\x03]", "", piece.lower())))
        joined = " ~ ".join(pieces) or '""'
        return (
            joined if len(pieces) == 1 and pieces[0][0] == '"' and kind == "lower" else f"({joined})|{kind}"
        )

    def _variable(self, name: str) -> str:
        heading = self.columns.get(name.lower().strip())
        if heading is None:
            self.source.note(f"{code(f'@[{name}]')} names no column and no define", self.place)
            return '""'
        return variable(heading)

    def _parts(self, text: str) -> str:
        """Text without logic: fields, and what stands between them as it is."""
        made, at = [], 0
        for found in _PART.finditer(text):
            made += [self._plain(text[at : found.start()]), self._part(found)]
            at = found.end()
        return "".join([*made, self._plain(text[at:])])

    def _part(self, found: re.Match[str]) -> str:
        column, own, held, escape, nothing = found.groups()
        if column is not None:
            filters = self.filters if column.lower().strip() in self.broken else ""
            return "{{ " + self._variable(column) + filters + " }}"
        if held is not None:
            return self._held[int(held)] if int(held) < len(self._held) else ""
        if escape is not None:
            return literal(_ESCAPES[escape])
        if nothing is not None:
            return ""
        known = {"elementname": literal(self.element), "layoutname": literal(self.layout)}
        known |= {"cardindex": Code("{{ copy }}"), "cardcount": Code("{{ deck.count }}")}
        if own.lower() not in known:
            self._note(found[0])
        return known.get(own.lower(), "")

    def _plain(self, text: str) -> str:
        text = re.sub("[\x02\x03]", "", text)
        if self.filters != "|html" or "<" not in text:
            return literal(text)
        for tag in _TAG.finditer(text):
            if tag[1].lower() not in _TAGS:
                self._note(f"<{tag[1].lower()}>")
        return "{{ " + quoted(text) + self.filters + " }}"
