"""Where a module can be changed, and the module with some of its changes, each behind a question.

Left alone is what tests rightly don't hold: wording (texts with a space in them, f-strings), docstrings,
annotations, decorators, and what only type checkers read.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    **{
        ast.Lt: ast.LtE,
        ast.LtE: ast.Lt,
        ast.Gt: ast.GtE,
        ast.GtE: ast.Gt,
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
    },
    **{ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult},
    **{ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
    **{ast.And: ast.Or, ast.Or: ast.And, ast.Break: ast.Continue, ast.Continue: ast.Break},
}
_FOR_TYPES = {"TypeVar", "ParamSpec", "NewType", "cast", "Literal"}
_NO_CODE = {"__all__", "__slots__"}


@dataclass(frozen=True)
class Place:
    """A node to change, and how; ``names``: what stands for it elsewhere, if it is read on import."""

    node: ast.AST
    kind: str
    function: str
    ordinal: int
    changed: Callable[[], ast.AST]
    names: frozenset[str] = frozenset()

    @property
    def is_on_import(self) -> bool:
        return bool(self.names)

    @property
    def line(self) -> int:
        return int(getattr(self.node, "lineno", 0))

    @property
    def change(self) -> str:
        return f"{_short(self.node)} → {_short(self.changed())}"


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"


class _Finder(ast.NodeVisitor):
    def __init__(self) -> None:
        self.places: list[Place] = []
        self._path: list[str] = []
        self._in_function = False
        self._names: frozenset[str] = frozenset()
        self._bound: set[str] = set()
        self._in_text = False
        self._count: Counter[tuple[str, str]] = Counter()

    def _add(self, node: ast.AST, kind: str, changed: Callable[[], ast.AST]) -> None:
        function = ".".join(self._path)
        self._count[function, kind] += 1
        names = frozenset() if self._in_function else self._names or frozenset({"*"})
        self.places.append(Place(node, kind, function, self._count[function, kind], changed, names))

    def visit(self, node: ast.AST) -> None:
        if _is_for_readers(node):
            return
        for kind, changed in _changes(node, in_text=self._in_text):
            self._add(node, kind, changed)
        test = getattr(node, "test", None)
        if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            self._add(test, "condition", lambda: ast.UnaryOp(ast.Not(), deepcopy(test)))
        if _is_removable(node, self._bound):
            self._add(node, "removed", ast.Pass)
        super().visit(node)

    def visit_Module(self, node: ast.Module) -> None:
        for statement in node.body:
            self._names = frozenset(_bound_by(statement))
            self.visit(statement)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer = self._names
        self._path.append(node.name)
        for statement in node.body:
            self._names = outer | {node.name, *_bound_by(statement)}
            self.visit(statement)
        self._path.pop()
        self._names = outer

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._path.append(node.name)
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        outer, bound = self._in_function, self._bound
        self._in_function = True
        self._bound = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        for statement in node.body:
            self.visit(statement)
        self._in_function, self._bound = outer, bound
        self._path.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        outer, self._in_function = self._in_function, True
        self.visit(node.body)
        self._in_function = outer

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) not in ("TYPE_CHECKING", "__name__ == '__main__'"):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not _bound_by(node) & _NO_CODE:
            self.generic_visit(node)
            self._bound |= _bound_by(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._bound |= _bound_by(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        outer, self._in_text = self._in_text, True
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value.value)
        self._in_text = outer

    def visit_Raise(self, node: ast.Raise) -> None:
        """A sentence for the user need not be the same to the letter: the raise itself is what counts."""

    def visit_match_case(self, node: ast.match_case) -> None:
        for inner in filter(None, (node.guard, *node.body)):
            self.visit(inner)


def _is_for_readers(node: ast.AST) -> bool:
    """Docstrings, and calls that only type checkers read."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            return name in _FOR_TYPES
    return False


def _bound_by(node: ast.AST) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    return {
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


def _is_removable(node: ast.AST, bound: set[str]) -> bool:
    """Whether what follows would run without it: a name that is not there yet is no honest change."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], ast.Tuple) and _bound_by(node) <= bound
    return isinstance(node, ast.Raise | ast.AugAssign | ast.Delete)


def _changes(node: ast.AST, *, in_text: bool) -> Iterator[tuple[str, Callable[[], ast.AST]]]:
    match node:
        case ast.Compare(ops=[operator, *_]) if type(operator) in _OTHER:
            yield "comparison", lambda: _with(node, ops=[_OTHER[type(operator)](), *node.ops[1:]])
        case ast.BinOp(op=operator, right=right) if type(operator) in _OTHER:
            is_path = isinstance(operator, ast.Div) and isinstance(right, ast.Constant | ast.JoinedStr)
            if not is_path or isinstance(getattr(right, "value", ""), int | float):
                yield "arithmetic", lambda: _with(node, op=_OTHER[type(operator)]())
        case ast.AugAssign(op=operator) if type(operator) in _OTHER:
            yield "arithmetic", lambda: _with(node, op=_OTHER[type(operator)]())
        case ast.BoolOp(op=operator):
            yield "and/or", lambda: _with(node, op=_OTHER[type(operator)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign", lambda: deepcopy(operand)
        case ast.Constant(value=bool(value)):
            yield "constant", lambda: ast.Constant(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield "constant", lambda: ast.Constant(value - 1 if value % 2 == 1 else value + 1)
        case ast.Constant(value=str(value)) if not in_text and " " not in value:
            yield "constant", lambda: ast.Constant(f"{value}XX")
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "result", lambda: ast.Return(ast.Constant(None))
        case ast.Break() | ast.Continue():
            yield "jump", _OTHER[type(node)]
        case ast.Call(args=[ast.expr() as first, ast.expr() as second, *_]):
            if not isinstance(first, ast.Starred) and ast.dump(first) != ast.dump(second):
                yield "arguments", lambda: _with(node, args=[node.args[1], node.args[0], *node.args[2:]])


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, deepcopy(value))
    return changed


def places_in(tree: ast.Module) -> list[Place]:
    finder = _Finder()
    finder.visit(tree)
    return finder.places


class Writer(ast.NodeTransformer):
    """Puts a question before each change, and one where a name is used that a change on import stands for."""

    def __init__(self, chosen: Sequence[tuple[int, Place]], mentions: dict[str, list[int]]) -> None:
        self._mentions = mentions
        self._changes: dict[int, list[tuple[int, ast.AST]]] = {}
        for number, place in chosen:
            changed = place.changed()
            self._changes.setdefault(id(place.node), []).append((number, changed))

    def visit(self, node: ast.AST) -> Any:
        mentioned = {inner.id if isinstance(inner, ast.Name) else inner.attr for inner in ast.walk(node)
            if isinstance(inner, ast.Name | ast.Attribute)
        } & self._mentions.keys() if isinstance(node, ast.FunctionDef) else set()  # fmt: skip
        written: Any = self.generic_visit(node)
        if mentioned or (isinstance(node, ast.FunctionDef) and "*" in self._mentions):
            numbers = {number for name in (*mentioned, "*") for number in self._mentions.get(name, ())}
            start = int(ast.get_docstring(node, clean=False) is not None)
            node.body[start:start] = [ast.Expr(_question(number)) for number in sorted(numbers)]
        for number, changed in self._changes.get(id(node), ()):
            if isinstance(node, ast.expr):
                written = ast.IfExp(_question(number), changed, written)
            else:
                written = ast.If(_question(number), [changed], [written])
        return written


def _question(number: int) -> ast.expr:
    return ast.Call(ast.Name("__mutant__", ast.Load()), [ast.Constant(number)], [])
