"""What was made of templates' texts: each is compiled once, however often it is read."""

from __future__ import annotations

from threading import RLock
from types import CodeType

from jinja2 import nodes


class Compiled:
    """Keeps trees and code of templates: those that did not change are not compiled again."""

    MAX_KEPT = 1000
    """Templates; a bound on memory, not on a game's size."""

    def __init__(self) -> None:
        self.lock = RLock()
        """Held while a tree is compiled: Jinja works constant parts out in the tree itself."""
        self._trees: dict[tuple[str | None, str], nodes.Template] = {}
        self._codes: dict[tuple[str | None, str | None, str], CodeType] = {}

    def tree(self, name: str | None, source: str) -> nodes.Template | None:
        """The metered tree of a template that was parsed before."""
        return self._trees.get((name, source))

    def keep_tree(self, name: str | None, source: str, tree: nodes.Template) -> None:
        if len(self._trees) >= self.MAX_KEPT:
            self._trees.clear()
        self._trees[name, source] = tree

    def code(self, name: str | None, filename: str | None, source: str) -> CodeType | None:
        """The code of a template that was compiled before."""
        return self._codes.get((name, filename, source))

    def keep_code(self, name: str | None, filename: str | None, source: str, code: CodeType) -> None:
        if len(self._codes) >= self.MAX_KEPT:
            self._codes.clear()
        self._codes[name, filename, source] = code
