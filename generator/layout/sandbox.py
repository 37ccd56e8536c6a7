"""A Jinja environment that can't reach out, can't run for ever and can't fill the memory."""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sized
from typing import Any, NamedTuple, cast

from jinja2 import BaseLoader, StrictUndefined, Template, Undefined, nodes, pass_environment
from jinja2.environment import TemplateModule
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from generator.catalog.problems import InputError
from generator.catalog.wording import ordinal, pluralize, quote, spell_number
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

_NUMBER_WORDS: Mapping[str, Callable[..., str]] = {
    "spelled": spell_number,
    "ordinal": ordinal,
    "pluralize": pluralize,
}
_MAX_IN_WORDS = 999_999

# Random output would make two builds differ; lipsum draws on it too.
UNSTEADY_FILTERS = ("random",)
UNSTEADY_GLOBALS = ("lipsum",)

MAX_RESULTS = 10_000
MAX_RESULT_TEXT = 50_000_000
"""Results of macros that are kept, and their characters."""
_KNOWN_BY_VALUE = PLAIN | {str, Markup}
_STATE = frozenset({"cycler", "joiner", "namespace"})
"""What Jinja offers to remember things by."""

GROWING = frozenset(
    [
        "batch",
        "center",
        "expandtabs",
        "indent",
        "join",
        "ljust",
        "pprint",
        "replace",
        "rjust",
        "slice",
        "tojson",
        "translate",
        "truncate",
        "wordwrap",
        "zfill",
    ]
)
"""Filters and text methods whose result can be as long as two arguments multiplied."""
FORMATTING = frozenset({"format", "format_map"})
SHALLOW = frozenset(
    [
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
        "list",
        "map",
        "reject",
        "rejectattr",
        "reverse",
        "select",
        "selectattr",
        "slice",
    ]
)
"""Filters that take the items of a list as they are: what is inside them costs nothing."""


class _Meter(NodeTransformer):
    """Makes what can take long or grow large pass through the budget."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        assert isinstance(node.iter, nodes.Expr)
        node.iter = _filtered(node.iter, "_counted")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        node.nodes = [_filtered(part, "_written") for part in node.nodes]
        return node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        node.expr = _filtered(node.expr, "_compared")
        for operand in node.ops:
            operand.expr = _filtered(operand.expr, "_compared")
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Expr:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            return _filtered(node, "_copied")
        node.arg = _filtered(node.arg, "_compared")
        return node

    def visit_Pair(self, node: nodes.Pair) -> nodes.Pair:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        node.key = _filtered(node.key, "_compared")
        return node


def _filtered(node: nodes.Expr, name: str) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno, environment=node.environment)


@pass_environment
def _counted(environment: Sandbox, items: Iterable[Any]) -> Iterable[Any]:
    """Charges a loop's rounds: at once where the length is known, else one by one."""
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
    """Charges what becomes text."""
    environment.budget.write(value)
    return value


@pass_environment
def _compared(environment: Sandbox, value: Any) -> Any:
    environment.budget.look_through(value)
    return value


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
    if value.__class__ not in PLAIN and not isinstance(value, str):
        # What is plain is charged where it is joined with the rest.
        environment.budget.write(value)
    return value


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
    """A filter that writes a whole number in words."""

    def write(value: object, *arguments: object) -> str:
        if isinstance(value, Undefined):
            # What is not there is told as everywhere else, by its name.
            return str(value)
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
        """What the macro's result follows from; None if that can't be told."""
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
            self.environment.imported(self, module)
        return module


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja as layouts see it: strict about names, deaf to the outside, on a budget."""

    template_class = _LayoutTemplate
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: BaseLoader) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_shown,
            auto_reload=False,
        )
        self.budget = Budget()
        self._parsed: dict[tuple[str | None, str], nodes.Template] = {}
        self._results = _MacroResults()
        self._keeping_state: set[str | None] = set()
        self.asked: set[str] = set()
        """Templates that others have asked for, whether they exist or not."""
        for name in UNSTEADY_FILTERS:
            del self.filters[name]
        for name in UNSTEADY_GLOBALS:
            del self.globals[name]
        self.filters |= {"rich": rich, "html": html, "picked": picked}
        self.filters |= {name: _of_number(name, words) for name, words in _NUMBER_WORDS.items()}
        self.filters = {name: self._guarded(name, function) for name, function in self.filters.items()}
        self.tests = {
            name: self._guarded(name, cast("Callable[..., Any]", function))
            for name, function in self.tests.items()
        }
        self.filters |= {
            "_counted": _counted,
            "_written": _written,
            "_compared": _compared,
            "_copied": _copied,
        }
        self.globals |= {
            "sin": lambda degrees: round(math.sin(math.radians(degrees)), 9),
            "cos": lambda degrees: round(math.cos(math.radians(degrees)), 9),
            "sqrt": math.sqrt,
            "min": min,
            "max": max,
            **{name: _on_a_board(name) for name in GRIDS},
        }

    def imported(self, template: Template, module: TemplateModule) -> None:
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

    def parse(self, source: str, name: str | None = None, filename: str | None = None) -> nodes.Template:
        """The template's tree, metered."""
        # A template is parsed twice, first to see what it refers to, then to compile it, and that takes long.
        known = self._parsed.pop((name, source), None)
        if known is not None:
            return known
        tree = super().parse(source, name, filename)
        if any(word in source for word in _STATE) and _keeps_state(tree):
            self._keeping_state.add(name)
        metered = _Meter().visit(tree)
        assert isinstance(metered, nodes.Template)
        self._parsed[name, source] = metered
        return metered

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any, **named: Any) -> Any:
        """The template as code: Jinja compiles a tree as it is given, here the metered one."""
        tree = self.parse(source, name, filename) if isinstance(source, str) else source
        return super().compile(tree, name, filename, *rest, **named)

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A Jinja filter or test whose arguments and result are bounded."""

        @functools.wraps(function)
        def guard(*arguments: Any, **named: Any) -> Any:
            own = arguments[1:] if arguments and isinstance(arguments[0], _SURROUNDINGS) else arguments
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
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def call(self, context: Any, obj: Any, /, *arguments: Any, **named: Any) -> Any:
        self.budget.spend_steps(1)
        if isinstance(obj, Macro):
            return self._call_macro(context, obj, arguments, named)
        # The sandbox wraps `format`; the text that it belongs to is one step further in.
        owner = getattr(getattr(obj, "__wrapped__", obj), "__self__", None)
        own = (owner,) if isinstance(owner, str) else ()
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
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if hasattr(text, "__len__") and isinstance(times, int):
                    self.budget.spend_text(len(text) * max(times, 0))
        elif operator == "**" and (abs(right) > 64 or abs(left) > MAX_ARGUMENT):
            raise BudgetSpentError(f"{_plain(left)} ** {_plain(right)} is too large")
        elif operator == "%" and isinstance(left, str):
            refuse_wide_format(left, (right,))
        return _copied(self, super().call_binop(context, operator, left, right))


def _keeps_state(tree: nodes.Node) -> bool:
    """Whether a template has, outside its macros, something that macros may change."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Name) and node.name in _STATE:
            return True
        waiting += (child for child in node.iter_child_nodes() if not isinstance(child, nodes.Macro))
    return False


_SURROUNDINGS = (Context, Sandbox, EvalContext)
"""What Jinja hands to some filters before the template's own arguments."""


def _plain(number: object) -> str:
    return shortened(number) if isinstance(number, int) else str(number)
