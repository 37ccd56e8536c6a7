"""What the studio keeps in memory for its pages, by id: no more than so many."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar


class Identified(Protocol):
    """A thing with an id that no other has."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Identified)


@dataclass(slots=True)
class Kept(Generic[T]):
    """Things that belong to games of the studio; ``most`` of them are kept."""

    most: int
    kept: OrderedDict[str, tuple[str, T]] = field(default_factory=OrderedDict)
    """Each with the project that it belongs to, those asked for last at the end."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, project: str, thing: T) -> T:
        """Keeps a new one; the one that was not asked for the longest goes for it."""
        with self.lock:
            self.kept[thing.id] = (project, thing)
            while len(self.kept) > self.most:
                _, (_, oldest) = self.kept.popitem(last=False)
                self.let_go(oldest)
        return thing

    def let_go(self, thing: T) -> None:
        """Called with what is kept no more."""

    def find(self, project: str, id_: str) -> T | None:
        """The one of that id, if it belongs to that project."""
        with self.lock:
            found = self.kept.get(id_)
            if found is None or found[0] != project:
                return None
            self.kept.move_to_end(id_)
            return found[1]

    def of(self, project: str) -> list[T]:
        """All of a project, the newest first."""
        with self.lock:
            return [thing for name, thing in reversed(self.kept.values()) if name == project]

    def all(self) -> list[T]:
        """Those of every project."""
        with self.lock:
            return [thing for _, thing in self.kept.values()]
