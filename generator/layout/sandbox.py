"""A Jinja environment that can't reach out, can't run for ever and can't fill the memory."""

from __future__ import annotations

import functools
import hashlib
import math
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sized
from threading import RLock
from typing import Any, NamedTuple, cast

from jinja2 import BaseLoader, StrictUndefined, Template, Undefined, nodes, pass_context, pass_environment
from jinja2.environment import TemplateModule
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from generator.catalog.models import CellError
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import ordinal, pluralize, quote, spell_number, spoken
from generator.catalog.words import Words, filled, in_context
from generator.layout.budget import (
    MAX_ARGUMENT,
    PLAIN,
    Budget,
    BudgetSpentError,
    refuse_growth,
    refuse_long_number,
    refuse_wide_format,
    shortened,
)
from generator.layout.markup import html, rich
from generator.layout.template_code import Generator, KeptCode, TemplateCode, TemplateKey, from_kept

MAX_COMPILED = 1000
"""Templates that are kept; a bound on memory, not on a game's size."""
MAX_VERSIONS = 4
"""Texts of one file that are kept: it may be edited all day."""


class _Known(dict[TemplateKey, TemplateCode]):
    """By a template's name, file and text: the cards, the boards and the rulebook of a game share many."""

    def __setitem__(self, key: TemplateKey, value: TemplateCode) -> None:
        if len(self) >= MAX_COMPILED:
            self.clear()
        older = [known for known in list(self) if known[:2] == key[:2] and known != key]
        if key[1] is not None and len(older) >= MAX_VERSIONS:
            self.pop(older[0], None)
        super().__setitem__(key, value)


_KNOWN = _Known()
"""All templates that this process has read."""
_COMPILING = RLock()
"""Held while a tree is compiled: Jinja works constant parts out in the tree itself."""
_NUMBER_WORDS = ("spelled", "ordinal", "pluralize")
"""Filters that write a whole number in words."""
_MAX_IN_WORDS = 999_999
_OF_NOTHING = frozenset(["default", "d", "tojson", "pprint", "picked", "defined", "undefined"])
"""Filters and tests that are asked about what is not given; for all other filters it is an empty text."""
_EMPTY_LISTS = frozenset(["dictsort", "items"])
_NOTHING_AT_ALL = _EMPTY_LISTS | {*_NUMBER_WORDS, "abs", "round", "filesizeformat", "xmlattr"}
"""Those that can make nothing of an empty text either."""

# Random output would make two builds differ; lipsum draws on it too.
UNSTEADY_FILTERS = ("random",)
UNSTEADY_GLOBALS = ("lipsum",)

MAX_RESULTS = 10_000
MAX_RESULT_TEXT = 50_000_000
"""Results of macros that are kept, and their characters."""
_KNOWN_BY_VALUE = PLAIN | {str, Markup}

GROWING = frozenset(
    {
        *("batch", "center", "expandtabs", "indent", "join", "ljust", "pprint", "replace", "rjust", "slice"),
        *("tojson", "translate", "truncate", "wordwrap", "zfill"),
    }
)
"""Filters and text methods whose result can be as long as two arguments multiplied."""
FORMATTING = frozenset({"format", "format_map"})
SHALLOW = frozenset(
    {
        *(
            "attr",
            "batch",
            "count",
            "d",
            "default",
            "dictsort",
            "first",
            "groupby",
            "items",
            "last",
            "length",
        ),
        *("list", "map", "reject", "rejectattr", "reverse", "select", "selectattr", "slice"),
    }
)
"""Filters that take the items of a list as they are: what is inside them costs nothing."""


class _Meter(NodeTransformer):
    """Makes what can take long or grow large pass through the budget."""

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        super().generic_visit(node, *args, **kwargs)
        match node:
            case nodes.For(iter=nodes.Expr() as items):
                node.iter = _filtered(items, "_counted")
            case nodes.Concat():
                node.nodes = [_filtered(part, "_written") for part in node.nodes]
            case nodes.Compare():
                node.expr = _filtered(node.expr, "_compared")
                for operand in node.ops:
                    name = "_searched" if operand.op in ("in", "notin") else "_compared"
                    operand.expr = _filtered(operand.expr, name)
            case nodes.Getitem(arg=nodes.Slice()):
                return _filtered(node, "_copied")
            case nodes.Getitem():
                node.arg = _filtered(node.arg, "_compared")
            case nodes.Pair():
                node.key = _filtered(node.key, "_compared")
        return node


def _filtered(node: nodes.Expr, name: str) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno, environment=node.environment)


@pass_environment
def _counted(environment: Sandbox, items: Iterable[Any]) -> Iterable[Any]:
    """Charges a loop's rounds: at once where the length is known, else one by one. Nothing has none."""
    if items is None or isinstance(items, Undefined):
        nothing: Iterable[Any] = environment.nothing(items, ())
        return nothing
    if isinstance(items, Sized):
        environment.budget.spend_steps(len(items))
        return items
    return _counted_one_by_one(environment.budget, items)


def _counted_one_by_one(budget: Budget, items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        budget.spend_steps(1)
        yield item


@pass_environment
def _written(environment: Sandbox, value: Any) -> Any:
    """Charges what becomes text, which nothing does not."""
    if value is None or isinstance(value, Undefined):
        return environment.nothing(value, "")
    if value.__class__ is CellError:
        environment.note_faults(value)
    environment.budget.write(value)
    return value


@pass_environment
def _compared(environment: Sandbox, value: Any) -> Any:
    if isinstance(value, Undefined):
        return environment.nothing(value, None)
    environment.budget.look_through(value)
    return value


@pass_environment
def _searched(environment: Sandbox, value: Any) -> Any:
    """What something is looked for in; nothing is in nothing."""
    return () if value is None else _compared(environment, value) or ()


@pass_environment
def _copied(environment: Sandbox, value: Any) -> Any:
    """Charges the length of a new text or list."""
    if isinstance(value, str | list | tuple | dict):
        environment.budget.spend_text(len(value))
    return value


@pass_environment
def _shown(environment: Sandbox, value: Any) -> Any:
    """What ``{{ … }}`` writes: nothing for a value that is not given."""
    if value is None:
        return ""
    if value.__class__ is CellError:
        environment.note_faults(value)
    elif value.__class__ not in PLAIN and not isinstance(value, str):
        if isinstance(value, Undefined):
            return environment.nothing(value, "")
        # What is plain is charged where it is joined with the rest.
        environment.budget.write(value)
    return value


def given_or(value: object, default: object = "", boolean: bool = False) -> object:
    """Jinja's ``default``, for which a blank field is not given either."""
    return default if _is_nothing(value) or (boolean and not value) else value


def _is_nothing(value: object) -> bool:
    """Whether a value is not given: no card has such a field, or this one leaves it blank."""
    return value is None or isinstance(value, Undefined)


def picked(value: object, count: int) -> int:
    """A number from 0 to ``count`` − 1 that follows from ``value`` alone, the same in every build."""
    if not isinstance(count, int) or count < 1:
        raise InputError(f"`picked` needs a whole number of 1 or more, got {quote(count)}")
    return int.from_bytes(hashlib.sha256(str(value).encode()).digest()[:8], "big") % count


def _on_a_board(name: str) -> Callable[..., Any]:
    """A function of `grids.py`, which no card needs."""

    def function(*arguments: Any, **named: Any) -> Any:
        from generator.layout import grids

        try:
            return getattr(grids, name)(*arguments, **named)
        except TypeError as error:
            raise InputError(f"`{name}`: {str(error).partition('() ')[2] or error}") from None

    return function


def _of_number(name: str, words: Callable[..., str]) -> Callable[..., str]:
    """A filter that writes a whole number in words.

    It asks for the context so that Jinja never works its words into a template's code, which serves all
    languages.
    """

    @pass_context
    def write(context: Context, value: object, *arguments: object) -> str:
        del context
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MAX_IN_WORDS:
            raise InputError(f"`{name}` needs a whole number, got {quote(value)}")
        return words(value, *map(str, arguments))

    return write


GRIDS = (
    "square_grid",
    "hex_grid",
    "diamond_grid",
    "triangle_grid",
    "straight_track",
    "edge_track",
    "spiral_track",
    "wheel",
    "column_letters",
)
"""The functions that templates have of `grids.py`."""


class _Result(NamedTuple):
    """What a macro wrote, and what of the budget it took."""

    text: str
    steps: int
    characters: int


class _MacroResults:
    """What imported macros wrote, by their arguments: cards of a deck share most of their ornaments.

    A macro that is imported without its context sees nothing but its arguments, so it writes the same for the
    same ones, unless a template keeps something that changes where it was imported from.
    """

    def __init__(self) -> None:
        self._repeatable: set[Macro] = set()
        self._is_steady = True
        self._known: dict[Hashable, _Result] = {}
        self._characters = 0

    def add(self, module: TemplateModule, *, keeps_state: bool) -> None:
        """A template that was imported without its context, with the macros that it offers."""
        if keeps_state:
            # Any other template may import what is kept.
            self._is_steady = False
            self._known.clear()
        self._repeatable |= {thing for thing in vars(module).values() if isinstance(thing, Macro)}

    def key(
        self, macro: Macro, autoescape: bool, arguments: tuple[Any, ...], named: Mapping[str, Any]
    ) -> Hashable | None:
        """What the macro's result follows from; None if that is not known."""
        if not self._is_steady or macro not in self._repeatable:
            return None
        values = (*arguments, *named.values())
        kinds = tuple([value.__class__ for value in values])
        if not _KNOWN_BY_VALUE.issuperset(kinds):
            return None
        return macro, autoescape, values, kinds, tuple(named)

    def find(self, key: Hashable, budget: Budget) -> str | None:
        """The result, charged as if it were worked out; None where it is not known or can't be paid for."""
        found = self._known.get(key)
        if found is None or found.steps > budget.steps or found.characters > budget.text:
            return None
        budget.spend_steps(found.steps)
        budget.spend_text(found.characters)
        return found.text

    def keep(self, key: Hashable, result: _Result) -> None:
        self._characters += len(result.text)
        if len(self._known) >= MAX_RESULTS or self._characters > MAX_RESULT_TEXT:
            self._known.clear()
            self._characters = len(result.text)
        self._known[key] = result


class _LayoutTemplate(Template):
    environment: Sandbox

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        # Jinja's own name for an import without context; there is no other place that all of them pass.
        before = self._module
        module = super()._get_default_module(ctx)
        if module is self._module and module is not before:
            self.environment.add_macros(self, module)
        return module


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja as layouts see it: strict about names, deaf to the outside, on a budget."""

    template_class = _LayoutTemplate
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: BaseLoader, words: Words | None = None, kept: KeptCode | None = None) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_shown,
            auto_reload=False,
        )
        self.words = words or Words()
        """What layouts print themselves, in the game's language."""
        self.budget = Budget()
        self.undefined = _lenient(self)
        self.kept = kept
        """Where what was compiled is kept from run to run; None: nowhere."""
        self._undeclared: set[str] = set()
        """Of the template that was compiled last."""
        self._values: Mapping[str, object] = {}
        self.faults: dict[Place, CellError] = {}
        """Cells of a spreadsheet whose formulas failed that the template at hand shows."""
        self.unknown: dict[str, Place] = {}
        """Names in the template at hand that no card has, and where it reads them."""
        self._results = _MacroResults()
        self._keeping_state: set[str | None] = set()
        self.asked: set[str] = set()
        """Templates that others have asked for, whether they exist or not."""
        for name in UNSTEADY_FILTERS:
            del self.filters[name]
        for name in UNSTEADY_GLOBALS:
            del self.globals[name]
        self.filters |= {"rich": rich, "html": html, "picked": picked, "default": given_or, "d": given_or}
        self.tests |= {"defined": lambda value: not _is_nothing(value), "undefined": _is_nothing}
        numbers: dict[str, Callable[..., str]] = {
            "spelled": self._spelled,
            "ordinal": self._ordinal,
            "pluralize": self._pluralized,
        }
        self.filters |= {name: _of_number(name, write) for name, write in numbers.items()}
        self.filters = {
            name: self._guarded(name, function, () if name in _EMPTY_LISTS else "")
            for name, function in self.filters.items()
        }
        self.tests = {
            name: self._guarded(name, cast("Callable[..., Any]", function), None)
            for name, function in self.tests.items()
        }
        self.filters |= {
            function.__name__: function for function in (_counted, _written, _compared, _searched, _copied)
        }
        self.globals |= {
            "sin": lambda degrees: round(math.sin(math.radians(degrees)), 9),
            "cos": lambda degrees: round(math.cos(math.radians(degrees)), 9),
            "sqrt": math.sqrt,
            "min": min,
            "max": max,
            **{name: _on_a_board(name) for name in GRIDS},
            "_": self._say,
            "gettext": self._say,
            "ngettext": self._say_counted,
            "pgettext": self._say_where,
        }

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every context of a template begins with: Jinja's chain takes ten times as long to copy."""
        return {**self.globals, **(d or {})}

    def begin(self, values: Mapping[str, object]) -> None:
        """Begins to fill in a template with ``values``."""
        self.budget = Budget()
        self._values = values
        self.unknown, self.faults = {}, {}

    def _say(self, word: object, /, **values: object) -> str:
        """``_("Your turn")``: what a layout prints itself, in the game's language."""
        if not isinstance(word, str):
            raise InputError(
                f"`_` needs a text, got {quote(word)}", hint='write for example `_("Your turn")`'
            )
        return _put_in(self.words.word(word, self._first_place(word)), values)

    def _say_where(self, where: object, word: object, /, **values: object) -> str:
        """``pgettext("button", "Draw")``: a word that may be another elsewhere, ``Draw [button]``."""
        if not isinstance(where, str) or not isinstance(word, str):
            wrong = where if not isinstance(where, str) else word
            raise InputError(f"`pgettext` needs two texts, got {quote(wrong)}")
        key = in_context(where, word)
        found = self.words.word(key, self._first_place(key))
        return _put_in(word if found == key else found, values)

    def _say_counted(self, one: object, many: object, n: object, /, **values: object) -> str:
        """``ngettext("{n} card", "{n} cards", n)``: the form that goes with a number."""
        if not isinstance(one, str) or not isinstance(many, str):
            wrong = one if not isinstance(one, str) else many
            example = 'write for example `ngettext("{n} card", "{n} cards", n)`'
            raise InputError(f"`ngettext` needs two texts, got {quote(wrong)}", hint=example)
        if not isinstance(n, int) or isinstance(n, bool):
            raise InputError(f"`ngettext` needs a whole number, got {quote(n)}")
        return _put_in(self.words.counted(one, many, n, self._first_place(one)), {"n": n, **values})

    def _first_place(self, word: str) -> Place | None:
        """Where a layout asks for a word; None if it has asked before."""
        return None if word in self.words.asked else _line_at_hand()

    def _spelled(self, number: int) -> str:
        text = spell_number(number)
        return self._say(text) if text.isalpha() else text

    def _ordinal(self, number: int) -> str:
        return self._say(ordinal(number))

    def _pluralized(self, number: int, noun: str) -> str:
        if not self.words.is_translation:
            return pluralize(number, noun)
        return self._say_counted(f"{{n}} {noun}", f"{{n}} {noun}s", number)

    def nothing(self, value: object, instead: Any) -> Any:
        """``instead`` of a value that is not given; a name that no card has is noted.

        Raises UndefinedError for what is no field: of something else than the card, or of another part of the
        template.
        """
        if not isinstance(value, StrictUndefined):
            # Jinja's own Undefined stands for an `if` without `else`, and prints nothing anyway.
            return instead
        card, of, name = self._values.get("card"), value._undefined_obj, value._undefined_name
        is_field = of is missing or of is card
        if not isinstance(card, Mapping) or value._undefined_hint or not is_field or name in self._values:
            value._fail_with_undefined_error()
        self.unknown.setdefault(str(name), _line_at_hand())
        return instead

    def note_faults(self, *values: object) -> None:
        """Notes which of the values that the template shows, or makes others of, are cells that failed."""
        for value in values:
            if value.__class__ is CellError:
                self.faults[value.place] = value

    def add_macros(self, template: Template, module: TemplateModule) -> None:
        """Notes a template that another has imported without its context."""
        self._results.add(module, keeps_state=template.name in self._keeping_state)

    def join_path(self, template: str, parent: str) -> str:
        """The name of a template that ``parent`` includes, imports or extends; Jinja asks it of each."""
        del parent
        self.asked.add(template)
        return template

    def concat(self, parts: Iterable[str]) -> str:
        """Joins what a template, macro or block has written; all its text passes here."""
        if isinstance(parts, list):
            self.budget.spend_text(sum(map(len, parts)))
            return "".join(parts)
        found = []
        for part in parts:
            self.budget.spend_text(len(part))
            found.append(part)
        return "".join(found)

    def about(self, source: str, name: str | None, filename: str | None) -> TemplateCode:
        """What is known of a template by its text. Raises TemplateSyntaxError."""
        key = name, filename, source
        with _COMPILING:
            known = _KNOWN.get(key) or self._kept(key)
            if known is None:
                known = TemplateCode.of(key, self.parse(source, name, filename))
            _KNOWN[key] = known
            return known

    def _kept(self, key: TemplateKey) -> TemplateCode | None:
        data = None if self.kept is None else self.kept.find_code(key)
        try:
            return None if data is None else from_kept(key, data)
        except (ValueError, EOFError, TypeError):
            return None

    def tree(self, known: TemplateCode) -> nodes.Template:
        """A template's tree, metered."""
        if known.tree is None:
            name, filename, source = known.key
            known.tree = self.parse(source, name, filename)
        return known.tree

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Meter().visit(super()._parse(source, name, filename))
        return tree

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any, **named: Any) -> Any:
        """The template as code, which is kept: those that did not change are not compiled again."""
        if not isinstance(source, str) or rest or named:
            return super().compile(source, name, filename, *rest, **named)
        known = self.about(source, name, filename)
        if known.keeps_state:
            self._keeping_state.add(name)
        return self.compiled(known).code

    def compiled(self, known: TemplateCode) -> TemplateCode:
        """A template whose code is there. Raises TemplateSyntaxError, SyntaxError or RecursionError."""
        name, filename, _ = known.key
        with _COMPILING:
            if known.code is None:
                known.code = super().compile(self.tree(known), name, filename)
                known.undeclared = frozenset(self._undeclared)
                if self.kept is not None:
                    self.kept.keep_code(known.key, known.kept())
        return known

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        generator = Generator(self, name, filename, None, defer_init, self.optimized)
        generator.visit(source)
        self._undeclared = generator.undeclared
        return generator.written

    def _guarded(self, name: str, function: Callable[..., Any], empty: Any) -> Callable[..., Any]:
        """A Jinja filter or test whose arguments and result are bounded.

        ``empty``: what stands for a first argument that is not given.
        """
        sees_nothing = name in _OF_NOTHING
        is_filter = empty is not None and not sees_nothing

        @functools.wraps(function)
        def guard(*arguments: Any, **named: Any) -> Any:
            at = 1 if arguments and isinstance(arguments[0], _SURROUNDINGS) else 0
            own = arguments[at:]
            if own and not sees_nothing and _is_nothing(own[0]):
                instead = self.nothing(own[0], empty)
                if name in _NOTHING_AT_ALL:
                    return instead
                arguments = (*arguments[:at], instead, *own[1:])
            if is_filter:
                self.note_faults(*own[:1])
            self._weigh_arguments(name, (*own, *named.values()))
            return _copied(self, function(*arguments, **named))

        return guard

    def _weigh_arguments(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Charges what a filter, test or function is given; refuses what would grow beyond measure."""
        if name in GROWING:
            refuse_growth(arguments)
        elif name in FORMATTING:
            text, *others = arguments
            refuse_wide_format(str(text), others)
        elif name == "sum" and any(isinstance(argument, list | tuple) for argument in arguments[1:]):
            raise InputError("`sum` adds numbers only")
        if name not in SHALLOW:
            for argument in arguments:
                self.budget.look_through(argument)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``card.items`` is the card's field, not the mapping's method."""
        if isinstance(obj, Mapping):
            if attribute in obj:
                return obj[attribute]
            name = _meant(obj, attribute)
            if name is not None:
                return obj[name]
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``card["Card_No"]`` is ``card["Card No"]`` too."""
        found = super().getitem(obj, argument)
        if isinstance(found, Undefined) and isinstance(obj, Mapping) and isinstance(argument, str):
            name = _meant(obj, argument)
            return found if name is None else obj[name]
        return found

    def call(self, context: Any, obj: Any, /, *arguments: Any, **named: Any) -> Any:
        self.budget.spend_steps(1)
        if isinstance(obj, Macro):
            return self._call_macro(context, obj, arguments, named)
        # The sandbox wraps `format`; the text that it belongs to is one step further in.
        owner = getattr(getattr(obj, "__wrapped__", obj), "__self__", None)
        own = (owner,) if isinstance(owner, str) else ()
        self.note_faults(*own)
        self._weigh_arguments(getattr(obj, "__name__", ""), (*own, *arguments, *named.values()))
        return _copied(self, super().call(context, obj, *arguments, **named))

    def _call_macro(
        self, context: Any, macro: Macro, arguments: tuple[Any, ...], named: Mapping[str, Any]
    ) -> Any:
        key = self._results.key(macro, context.eval_ctx.autoescape, arguments, named)
        if key is None:
            return super().call(context, macro, *arguments, **named)
        budget = self.budget
        text = self._results.find(key, budget)
        if text is None:
            steps, characters = budget.steps, budget.text
            text = super().call(context, macro, *arguments, **named)
            self._results.keep(key, _Result(text, steps - budget.steps, characters - budget.text))
        return text

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator != "**" and left.__class__ in PLAIN and right.__class__ in PLAIN:
            result = self.binop_table[operator](left, right)
            refuse_long_number(result)
            return result
        self.note_faults(left, right)
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if hasattr(text, "__len__") and isinstance(times, int):
                    self.budget.spend_text(len(text) * max(times, 0))
        elif operator == "**" and (abs(right) > 64 or abs(left) > MAX_ARGUMENT):
            raise BudgetSpentError(f"{shortened(left)} ** {shortened(right)} is too large")
        elif operator == "%" and isinstance(left, str):
            refuse_wide_format(left, (right,))
        return _copied(self, super().call_binop(context, operator, left, right))


def _put_in(text: str, values: Mapping[str, object]) -> str:
    """The text with its values; what one of them has of markup stays markup, as with Jinja's own."""
    if not any(isinstance(value, Markup) for value in values.values()):
        return filled(text, values)
    return Markup(filled(str(escape(text)), {name: escape(value) for name, value in values.items()}))


def _lenient(sandbox: Sandbox) -> type[StrictUndefined]:
    """What stands for a name that is not there: untrue; for all else it depends on what it is asked for."""

    class Unknown(StrictUndefined):
        __slots__ = ()

        def __bool__(self) -> bool:  # type: ignore[override]
            return bool(sandbox.nothing(self, False))

    return Unknown


def _line_at_hand() -> Place:
    """The innermost line of a template that is being filled in."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            return Place(template.filename or "", template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back
    return Place("")


def _meant(fields: Mapping[Any, Any], name: str) -> str | None:
    """The field that a template calls so, having no other way to write it."""
    return next((key for key in fields if isinstance(key, str) and spoken(key) == name), None)


_SURROUNDINGS = (Context, Sandbox, EvalContext)
"""What Jinja hands to some filters before the template's own arguments."""
