"""Renders a game's Jinja templates to layout XML; every fault of a template is reported with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError, TemplateError, UndefinedError

from generator.catalog.models import CellError
from generator.catalog.paths import file_inside, read_bytes, read_text, shown_path
from generator.catalog.problems import InputError, Place, Problem
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, listed, quote
from generator.catalog.words import Words
from generator.layout.budget import BudgetSpentError
from generator.layout.files import find_template, locate_template
from generator.layout.sandbox import Sandbox
from generator.layout.template_code import CARD, KeptCode, TemplateCode
from generator.layout.xml import LAST_MARK, Node, SourceFiles, mark_tags, parse_xml

MAX_TEMPLATE_BYTES = 1024 * 1024
MAX_ELEMENTS = 50_000
"""Elements of one card's layout, tags inside texts among them."""
UNDEFINED_NAME = re.compile(r"'([^']+)' is undefined|has no attribute '([^']+)'")


_UNUSABLE = (TemplateSyntaxError, SyntaxError, RecursionError, MemoryError)
"""What a template is refused for; Python compiles what Jinja makes of it, and has bounds of its own."""


class Loader(BaseLoader):
    """Finds templates in the layout folders and writes tags' places into them."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.files = SourceFiles()

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        del environment
        located = locate_template(self.folders, template)
        if located is None:
            raise TemplateNotFound(template)
        return self._read(file_inside(*located))

    def has(self, template: str) -> bool:
        return find_template(self.folders, template) is not None

    def names(self) -> list[str]:
        """All templates there are, for suggestions."""
        found = {
            path.relative_to(folder).as_posix()
            for folder in self.folders
            for path in sorted(folder.rglob("*.j2"))
        }
        return sorted(found)

    def mentions(self, name: str, word: str) -> bool:
        """Whether the word stands in a template; False where there is no such template."""
        path = find_template(self.folders, name)
        try:
            text = b"" if path is None else read_bytes(path, None, MAX_TEMPLATE_BYTES)
        except InputError:
            # Whoever includes it reports why it can't be read.
            return False
        return re.search(rf"\b{re.escape(word)}\b".encode(), text) is not None

    def _read(self, path: Path) -> tuple[str, str, Callable[[], bool]]:
        shown = shown_path(path)
        source = read_text(path, shown, MAX_TEMPLATE_BYTES)
        return mark_tags(source, self.files.number(shown)), shown, lambda: True


@dataclass(slots=True)
class Templates:
    """The templates of one game."""

    loader: Loader
    environment: Sandbox
    checked: set[str] = field(default_factory=set)
    referred: dict[str, set[str]] = field(default_factory=dict)
    """What each checked template names outright, whether it exists or not."""
    known: dict[str, TemplateCode] = field(default_factory=dict)
    choosing: set[str] = field(default_factory=set)
    """Templates that work out some of the names on the card."""

    @classmethod
    def of(
        cls,
        folders: Sequence[Path],
        words: Words | None = None,
        files: Iterable[str] = (),
        kept: KeptCode | None = None,
    ) -> Templates:
        """``words``: what the layouts print by ``_`` and ``ngettext``; None: it stands for itself.

        ``files``: those of earlier templates, so that they keep their numbers, which stand in their texts.
        ``kept``: where what is compiled is kept from run to run.
        """
        loader = Loader(folders)
        loader.files = SourceFiles(files)
        return cls(loader, Sandbox(loader, words, kept))

    @property
    def files(self) -> SourceFiles:
        """The template files by their number in marks."""
        return self.loader.files

    def behind(self, name: str) -> set[str]:
        """The names of a template and of all that it rests on; names worked out on a card count for all."""
        found = self._named_by({name})
        return found if self.choosing.isdisjoint(found) else self._named_by(found | self.environment.asked)

    def reads(self, name: str, variables: Iterable[str]) -> bool:
        """Whether the template, or one that it rests on, may read one of the variables."""
        behind = self._named_by({name})
        if not self.choosing.isdisjoint(behind):
            return True
        wanted = set(variables)
        try:
            return any(self._read_by_itself(other, wanted) for other in [name, *behind])
        except _UNUSABLE:
            # Rendering reports what is wrong, with its line.
            return True

    def fields_read(self, name: str, fields: Set[str]) -> frozenset[str] | None:
        """Which of a card's fields the template, or one that it rests on, may read; None: it may read any.

        ``fields``: those that cards have, as templates call them, and what else differs from card to card.
        """
        behind = self._named_by({name})
        wanted = {CARD, *fields}
        if CARD in fields or not self.choosing.isdisjoint(behind):
            return None
        found = set[str]()
        try:
            for other in (name, *behind):
                read = self._read_by_itself(other, wanted)
                found |= read
                if CARD in read:
                    of_card = self.known[other].of_card
                    if of_card is None:
                        return None
                    found |= of_card
        except _UNUSABLE:
            # Rendering reports what is wrong, with its line.
            return None
        return frozenset(found - {CARD})

    def reads_anywhere(self, name: str, variable: str) -> bool:
        """The same of one variable, but of templates whose names are worked out on the card too.

        Of those any may be meant, so it is asked of the text of each that there is.
        """
        behind = self._named_by({name})
        # Few templates have the word at all, and looking for it takes less than going through their trees.
        mentioning = [other for other in behind if self.loader.mentions(other, variable)]
        try:
            if any(self._read_by_itself(other, {variable}) for other in mentioning):
                return True
        except _UNUSABLE:
            return False
        if self.choosing.isdisjoint(behind):
            return False
        return any(self.loader.mentions(other, variable) for other in self.loader.names())

    def has_read(self, name: str, variable: str) -> bool:
        """The same of a template that has been rendered: all names it worked out are known by then."""
        return any(
            self._read_by_itself(other, {variable})
            if other in self.known
            else self.loader.mentions(other, variable)
            for other in self.behind(name)
        )

    def _read_by_itself(self, name: str, variables: set[str]) -> Set[str]:
        """Those of the variables that the template without those it rests on may read."""
        known = self.known.get(name)
        # Most name none of them, and which of its names a template is given is known when it is compiled.
        if known is None or not (named := variables & known.names):
            return frozenset()
        # A card's field may be called like a global.
        return named & (self.environment.compiled(known).undeclared | self.environment.globals.keys())

    def _named_by(self, names: set[str]) -> set[str]:
        found, waiting = set(names), set(names)
        while waiting:
            waiting = {other for name in waiting for other in self.referred.get(name, ())} - found
            found |= waiting
        return found

    def open(self, name: str, place: Place) -> Template:
        """Compiles a template. Raises :class:`InputError` (missing, wrong syntax, a loop in includes)."""
        try:
            self._check_references(name, place, ())
            return self.environment.get_template(name)
        except TemplateSyntaxError as error:
            raise _syntax_refused(error) from None
        except (SyntaxError, RecursionError, MemoryError):
            # Python compiles what Jinja makes of a template, and has bounds of its own.
            raise InputError("the template is nested too deeply", place=place) from None

    def render(self, template: Template, values: Mapping[str, object]) -> tuple[str, Node]:
        """The layout XML of one card, as text and parsed. Raises :class:`InputError` with the place."""
        text = self.filled_in(template, values)
        if text.count("<") - text.count("</") > MAX_ELEMENTS:
            raise TemplateBudgetError(
                f"the layout has more than {MAX_ELEMENTS:,} elements", place=self.files.first
            )
        return text, parse_xml(text, self.files)

    def filled_in(self, template: Template, values: Mapping[str, object]) -> str:
        """What a template writes. Raises :class:`InputError` with the place."""
        self.environment.begin(values)
        try:
            return template.render(values)
        except Exception as error:
            # A template can fail in as many ways as Python code; each is the user's to mend.
            place = _template_place(error.__traceback__, self.files)
            raise _runtime_refused(error, values, place) from None

    def unknown(self) -> Mapping[str, Place]:
        """What the template that was filled in last reads of its card that no card has, and where."""
        return self.environment.unknown

    def faults(self, card: str | None = None) -> list[Problem]:
        """What the template that was filled in last shows of cells whose formulas failed."""
        return [fault.problem(card) for fault in self.environment.faults.values()]

    def _check_references(self, name: str, place: Place, chain: tuple[str, ...]) -> None:
        """Follows includes, imports and extends: each must exist and none may lead back to itself."""
        if name in chain:
            loop = " → ".join((*chain[chain.index(name) :], name))
            raise InputError(f"the templates include one another in a circle: {loop}", place=place)
        if name in self.checked:
            return
        try:
            source, shown, _ = self.loader.get_source(self.environment, name)
        except InputError as error:
            raise InputError(error.message, place=error.place or place, hint=error.hint) from None
        except TemplateNotFound:
            raise InputError(
                f"no template named {quote(name)}",
                place=place,
                hint=did_you_mean(name, self.loader.names())
                or "templates lie in " + " or ".join(shown_path(folder) for folder in self.loader.folders),
            ) from None
        try:
            known = self.environment.about(source, name, shown)
        except RecursionError:
            raise InputError("the template is nested too deeply", place=Place(shown)) from None
        except TemplateSyntaxError as error:
            raise _syntax_refused(error) from None
        self.referred[name] = set()
        self.known[name] = known
        for reference in known.references:
            self.referred[name].update(reference.names)
            if not reference.complete:
                self.choosing.add(name)
            there = [other for other in reference.names if self.loader.has(other)]
            # Of several names the first that exists counts; what does not exist is reported here.
            followed = there[:1] or reference.names[: 0 if reference.optional else 1]
            for other in followed:
                self._check_references(other, Place(shown, reference.line), (*chain, name))
        self.checked.add(name)


class TemplateBudgetError(InputError):
    """A template that did not come to an end within its budget: other cards would fare no better."""


def _syntax_refused(error: TemplateSyntaxError) -> InputError:
    message = (error.message or "it can't be read").rstrip(".")
    place = Place(error.filename or error.name or "", error.lineno)
    source = re.sub(f" {LAST_MARK.pattern}", "", error.source or "")
    fault = _open_block(source, message, error.lineno) or _open_code(source, message)
    if fault is not None:
        line = source.count("\n", 0, fault.at) + 1
        column = fault.at - source.rfind("\n", 0, fault.at)
        place = place.inside(line, column)
        return InputError(f"the template is wrong: {fault.message}", place=place, hint=f"write `{fault.end}`")
    return InputError(
        f"the template is wrong: {message[:1].lower()}{message[1:]}",
        place=place,
        hint=INSTEAD["append"] if "unknown tag 'do'" in message else None,
    )


class _Unclosed(NamedTuple):
    """What is open in a template, where that begins, and what ends it."""

    at: int
    message: str
    end: str


_ENDS: Mapping[str, str] = {"{{": "}}", "{%": "%}", "{#": "#}", "(": ")", "[": "]", "{": "}"}
_SIGN = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|["']|\{[{%]|%\}|[(\[{)\]}]"""
"""In Jinja code: a text in quotes, a quotation mark without another, or what opens or closes something."""


def _open_block(source: str, message: str, line: int) -> _Unclosed | None:
    """The block without an end that Jinja's complaint is about; None if it is about something else."""
    found = re.search(r"block that needs to be closed is '(\w+)'", message)
    wrong = re.match(r"Encountered unknown tag '(\w+)'", message)
    if found is None or (wrong and not wrong[1].startswith(("end", "el"))):
        return None
    name, begun = found[1], list[int]()
    for tag in re.finditer(rf"\{{#.*?#\}}|\{{%[-+]?\s*(end)?{name}\b", source, re.DOTALL):
        above = source.count("\n", 0, tag.start())
        if above >= line:
            break
        if tag[1]:
            # In the line of a wrong end, the right one may come too late.
            del begun[-1 if wrong is None or above < line - 1 else len(begun) :]
        elif not tag[0].startswith("{#"):
            begun.append(tag.start())
    if not begun:
        return None
    before = f" before `{{% {wrong[1]} %}}`" if wrong else ""
    return _Unclosed(begun[-1], f"`{{% {name} %}}` is not closed{before}", f"{{% end{name} %}}")


def _open_code(source: str, message: str) -> _Unclosed | None:
    """The first ``{{``, bracket or quotation mark without an end, if Jinja's complaint may be about one."""
    if not re.match(r"unexpected (char|end|')|expected token|Missing end", message, re.IGNORECASE):
        return None
    at = 0
    while opened := re.compile(r"\{%[-+]?\s*raw\b.*?endraw|\{[{%#]", re.DOTALL).search(source, at):
        sign = opened[0]
        at = opened.end()
        if sign == "{#":
            end = source.find(_ENDS[sign], at)
            if end < 0:
                return _Unclosed(opened.start(), "`{#` is not closed", "#}")
            at = end
        elif sign in _ENDS:
            end_or_fault = _end_of_code(source, opened.start(), sign)
            if isinstance(end_or_fault, _Unclosed):
                return end_or_fault
            at = end_or_fault
    return None


def _end_of_code(source: str, start: int, opening: str) -> int | _Unclosed:
    """Where the code ends that begins at ``start``, or what in it is open."""
    stack = [(start, opening)]
    for sign in re.compile(_SIGN, re.DOTALL).finditer(source, start + len(opening)):
        at, end = stack[-1]
        end, shown = _ENDS[end], sign[0]
        if shown[0] in "\"'":
            if len(shown) == 1 or re.search(r"[%}]\}.*\n", shown):
                return _Unclosed(sign.start(), f"the text after `{shown[0]}` is not closed", shown[0])
        elif source.startswith(end, sign.start()):
            stack.pop()
            if not stack:
                return sign.start() + len(end)
        elif shown in ("(", "[", "{"):
            stack.append((sign.start(), shown))
        else:
            shown = "}}" if source.startswith("}}", sign.start()) else shown
            how = "is not closed before" if len(stack) > 1 or shown in ("{{", "{%") else "is closed by"
            return _Unclosed(at, f"`{stack[-1][1]}` {how} `{shown}`", end)
    return _Unclosed(stack[-1][0], f"`{stack[-1][1]}` is not closed", _ENDS[stack[-1][1]])


def _template_place(traceback: TracebackType | None, files: SourceFiles) -> Place:
    """The innermost template line that was being worked on."""
    place, names = files.first, set(files)
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name in names:
            place = Place(name, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def _runtime_refused(error: Exception, values: Mapping[str, object], place: Place) -> InputError:
    text = str(error) or type(error).__name__
    match error:
        case InputError():
            return InputError(error.message, place=error.place or place, hint=error.hint, code=error.code)
        case RecursionError():
            return InputError("a macro or template calls itself without end", place=place)
        case BudgetSpentError():
            return TemplateBudgetError(text, place=place)
        case TemplateSyntaxError():
            return _syntax_refused(error)
        case UndefinedError() if match := UNDEFINED_NAME.search(text):
            name = match[1] or match[2]
            names = filter(str.isidentifier, (*values, *_names_inside(values)))
            hint = did_you_mean(name, [other for other in names if other != name])
            return InputError(f"{code(name)} is not defined here", place=place, hint=hint)
        case TemplateNotFound():
            return InputError(f"no template named {quote(error.name)}", place=place)
        case SecurityError():
            return _unsafe_refused(text, place)
        case TypeError() if CellError.__name__ in text:
            failed = dict.fromkeys(f"{v} in {v.place}" for v in values.values() if isinstance(v, CellError))
            message = "a cell of the table shows an error, and there is no reckoning or comparing with that"
            return InputError(message, place=place, hint=f"the card has {listed(failed)}" if failed else None)
        case TypeError() if "NoneType" in text and "callable" not in text:
            message = "a value here is not given, and there is no reckoning or comparing with that"
            hint = "give it one, for example by `power|default(0)`"
            return InputError(message, place=place, hint=hint)
    wrong = (
        "is wrong"
        if isinstance(error, TemplateError) and not isinstance(error, UndefinedError)
        else "can't be evaluated"
    )
    return InputError(f"the template {wrong}: {text}", place=place)


UNSAFE_ACCESS = re.compile(r"access to attribute '(\w+)' of '(\w+)' object is unsafe")
LIST_IN_LOOP = (
    "; in a loop, `{% set kept = namespace(items=[]) %}` before it and "
    "`{% set kept.items = kept.items + [item] %}` in it"
)
MAPPING_IN_LOOP = (
    "; in a loop, `{% set kept = namespace(values={}) %}` before it and "
    "`{% set kept.values = dict(kept.values, key=value) %}` in it"
)
INSTEAD = {
    "append": "write `{% set items = items + [item] %}`" + LIST_IN_LOOP,
    "extend": "write `{% set items = items + others %}`" + LIST_IN_LOOP,
    "insert": "write `{% set items = [item] + items %}`" + LIST_IN_LOOP,
    "pop": "write `{% set items = items[:-1] %}`; the last is `items[-1]`",
    "remove": "write `{% set items = items | reject('equalto', item) | list %}`",
    "clear": "write `{% set items = [] %}`",
    "sort": "write `items | sort`",
    "reverse": "write `items | reverse`",
    "update": "write `{% set values = dict(values, key=value) %}`" + MAPPING_IN_LOOP,
    "setdefault": "write `values.key | default(value)`",
}
"""By methods that change a list or mapping: what gives a new one."""


def _unsafe_refused(text: str, place: Place) -> InputError:
    match = UNSAFE_ACCESS.search(text)
    hint = INSTEAD.get(match[1]) if match else None
    if match is None or hint is None:
        return InputError(f"templates may not do this: {text}", place=place)
    kind = "mapping" if match[2] == "dict" else match[2]
    return InputError(
        f"templates may not do this: `{match[1]}` would change a {kind}", place=place, hint=hint
    )


def _names_inside(values: Mapping[str, object]) -> list[str]:
    return [str(name) for value in values.values() if isinstance(value, Mapping) for name in value]
