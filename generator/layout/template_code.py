"""What is known of a template that was read: its code, and what other code asks about its text.

To read and compile the templates of a game takes longer than to lay out a deck with them, so both can be kept
from one run to the next.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

if TYPE_CHECKING:
    from io import StringIO

CARD = "card"
"""What templates call the fields of the card that is laid out."""
STATE = frozenset({"cycler", "joiner", "namespace"})
"""What Jinja offers to remember things by."""
_REFERRING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


TemplateKey = tuple[str | None, str | None, str]
"""A template's name, file and text."""


class KeptCode(Protocol):
    """Where code is kept from run to run. It must come from nobody but this user: it is executed."""

    def find_code(self, key: TemplateKey) -> bytes | None:
        """What was kept; None if nothing was, or nothing that is certain to be this user's."""

    def keep_code(self, key: TemplateKey, code: bytes) -> None: ...


class Reference(NamedTuple):
    """Names of other templates at one place of a template, those that stand there outright."""

    names: Sequence[str]
    line: int
    optional: bool
    complete: bool
    """False: there are others, worked out on the card."""


@dataclass(slots=True)
class TemplateCode:
    """A template by itself, without those that it refers to."""

    key: TemplateKey
    references: Sequence[Reference]
    names: frozenset[str]
    """The names that it sets or reads."""
    of_card: frozenset[str] | None
    """The fields that it reads of what it calls ``card``; None: it may read any."""
    keeps_state: bool
    """Whether it has, outside its macros, something that macros may change."""
    tree: nodes.Template | None
    """None where it was compiled by an earlier run."""
    code: CodeType | None = None
    """None until it is needed."""
    undeclared: frozenset[str] = frozenset()
    """The variables that it does not set itself; known once it is compiled."""

    @classmethod
    def of(cls, key: TemplateKey, tree: nodes.Template) -> TemplateCode:
        names = frozenset(named.name for named in tree.find_all(nodes.Name))
        references = tuple(map(_reference, tree.find_all(_REFERRING)))
        of_card = _read_of_card(tree) if CARD in names else frozenset[str]()
        keeps_state = not STATE.isdisjoint(names) and _keeps_state(tree)
        return cls(key, references, names, of_card, keeps_state, tree)

    def kept(self) -> bytes:
        """As :func:`from_kept` reads it."""
        references = [tuple(reference) for reference in self.references]
        names, undeclared = sorted(self.names), sorted(self.undeclared)
        of_card = None if self.of_card is None else sorted(self.of_card)
        return marshal.dumps((references, names, of_card, self.keeps_state, self.code, undeclared))


def from_kept(key: TemplateKey, data: bytes) -> TemplateCode:
    """A template as it was kept. Raises ValueError, EOFError or TypeError where it was not."""
    references, names, of_card, keeps_state, code, undeclared = marshal.loads(data)
    found = tuple([Reference(*reference) for reference in references])
    fields = None if of_card is None else frozenset(of_card)
    return TemplateCode(key, found, frozenset(names), fields, keeps_state, None, code, frozenset(undeclared))


class Generator(CodeGenerator):
    """Writes a template's code, and notes the variables that it is given."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.undeclared: set[str] = set()

    @property
    def written(self) -> str:
        return cast("StringIO", self.stream).getvalue()

    def enter_frame(self, frame: Frame) -> None:
        super().enter_frame(frame)
        known = self.environment.globals
        loads = frame.symbols.loads.values()
        self.undeclared |= {
            name for action, name in loads if action == "resolve" and name is not None and name not in known
        }


def _reference(node: Any) -> Reference:
    given = node.template
    items = given.items if isinstance(given, nodes.List | nodes.Tuple) else [given]
    names = [item.value for item in items if isinstance(item, nodes.Const) and isinstance(item.value, str)]
    optional = isinstance(node, nodes.Include) and node.ignore_missing
    complete = len(names) == len(items)
    # A name that is worked out on the card may be the one that exists.
    return Reference(names, node.lineno, optional or not complete, complete)


def _read_of_card(tree: nodes.Template) -> frozenset[str] | None:
    fields: list[str] = []
    parts: list[nodes.Getattr | nodes.Getitem] = [*tree.find_all(nodes.Getattr)]
    parts += tree.find_all(nodes.Getitem)
    for node in parts:
        if not (isinstance(node.node, nodes.Name) and node.node.name == CARD):
            continue
        field = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", None)
        # The methods of a mapping lead to all of its fields.
        if not isinstance(field, str) or hasattr(dict, field):
            return None
        fields.append(field)
    named = [name for name in tree.find_all(nodes.Name) if name.name == CARD]
    return frozenset(fields) if len(named) == len(fields) else None


def _keeps_state(tree: nodes.Node) -> bool:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Name) and node.name in STATE:
            return True
        waiting += (child for child in node.iter_child_nodes() if not isinstance(child, nodes.Macro))
    return False
