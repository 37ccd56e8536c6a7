"""A Jinja environment that can't reach out, can't run for ever and can't fill the memory."""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Any

from jinja2 import BaseLoader, StrictUndefined, nodes, pass_environment
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from generator.layout.rich import rich

MAX_STEPS = 400_000
"""Loop rounds and calls that drawing one card may take."""
MAX_TEXT = 8_000_000
"""Characters and list items that drawing one card may make."""
MAX_ARGUMENT = 100_000
LARGE_WIDTH = re.compile(r"\d{6,}")

# Random output would make two builds differ; lipsum draws on it too.
UNSTEADY_FILTERS = ("random",)
UNSTEADY_GLOBALS = ("lipsum",)


class BudgetSpentError(Exception):
    """Raised inside a template that runs or grows beyond all measure."""


@dataclass(slots=True)
class Budget:
    """What one rendering may still use."""

    steps: int = MAX_STEPS
    text: int = MAX_TEXT

    def spend_steps(self, count: int) -> None:
        self.steps -= count
        if self.steps < 0:
            raise BudgetSpentError(f"the template takes more than {MAX_STEPS:,} steps for one card")

    def spend_text(self, count: int) -> None:
        self.text -= count
        if self.text < 0:
            raise BudgetSpentError(f"the template makes more than {MAX_TEXT:,} characters for one card")


class _Meter(NodeTransformer):
    """Makes loops and joined texts pass through the budget."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        assert isinstance(node.iter, nodes.Expr)
        node.iter = _filtered(node.iter, "_counted")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802 (Jinja's naming)
        self.generic_visit(node)
        return _filtered(node, "_weighed")


def _filtered(node: nodes.Expr, name: str) -> nodes.Filter:
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
def _weighed(environment: Sandbox, value: Any) -> Any:
    """Charges a text's or list's length."""
    if hasattr(value, "__len__"):
        environment.budget.spend_text(len(value))
    return value


@pass_environment
def _shown(environment: Sandbox, value: Any) -> Any:
    """What ``{{ … }}`` writes: nothing for a value that is not given."""
    if value is None:
        return ""
    environment.budget.spend_text(len(value) if isinstance(value, str) else 8)
    return value


def _refuse_large(arguments: Iterable[Any]) -> None:
    """A single call must not make a text of gigabytes (``'x'.center(10 ** 10)``)."""
    for argument in arguments:
        if isinstance(argument, int) and abs(argument) > MAX_ARGUMENT:
            raise BudgetSpentError(f"the number {argument} is too large for a call")
        if isinstance(argument, str) and LARGE_WIDTH.search(argument) and len(argument) < 1000:
            widths = [int(width) for width in LARGE_WIDTH.findall(argument)]
            if max(widths) > MAX_ARGUMENT and ("%" in argument or "{" in argument):
                raise BudgetSpentError(f"the width in {argument!r} is too large")


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A Jinja filter whose arguments and result are bounded."""

    @functools.wraps(function)
    def guard(*arguments: Any, **named: Any) -> Any:
        _refuse_large((*arguments, *named.values()))
        return function(*arguments, **named)

    return guard


def picked(value: object, count: int) -> int:
    """A number from 0 to ``count`` − 1 that follows from ``value`` alone, the same in every build."""
    return int.from_bytes(hashlib.sha256(str(value).encode()).digest()[:8], "big") % count


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja as layouts see it: strict about names, deaf to the outside, on a budget."""

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
        for name in UNSTEADY_FILTERS:
            del self.filters[name]
        for name in UNSTEADY_GLOBALS:
            del self.globals[name]
        self.filters = {name: _guarded(function) for name, function in self.filters.items()}
        self.filters |= {"_counted": _counted, "_weighed": _weighed, "rich": rich, "picked": picked}
        self.globals |= {
            "sin": lambda degrees: round(math.sin(math.radians(degrees)), 9),
            "cos": lambda degrees: round(math.cos(math.radians(degrees)), 9),
            "sqrt": math.sqrt,
            "min": min,
            "max": max,
        }

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        metered = _Meter().visit(tree)
        assert isinstance(metered, nodes.Template)
        return metered

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``card.items`` is the card's field, not the mapping's method."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def call(self, context: Any, obj: Any, /, *arguments: Any, **named: Any) -> Any:
        self.budget.spend_steps(1)
        if obj is not range:
            _refuse_large((*arguments, *named.values()))
        if isinstance(getattr(obj, "__self__", None), str):
            _refuse_large((obj.__self__,))
        return _weighed(self, super().call(context, obj, *arguments, **named))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if hasattr(text, "__len__") and isinstance(times, int):
                    self.budget.spend_text(len(text) * max(times, 0))
        if operator == "**" and (abs(right) > 64 or abs(left) > MAX_ARGUMENT):
            raise BudgetSpentError(f"{left} ** {right} is too large")
        if operator == "%" and isinstance(left, str):
            _refuse_large((left,))
        return _weighed(self, super().call_binop(context, operator, left, right))
