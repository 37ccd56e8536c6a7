"""Edits of files that can be taken back: written over what was seen, all of an edit or none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.catalog.paths import MIB
from generator.catalog.problems import InputError
from generator.catalog.writing import write_file
from generator.studio.forms import conflict
from generator.studio.workspace import read_stored

MAX_STEPS, MAX_KEPT = 200, 32 * MIB
"""Edits that can be undone, and bytes of the files before and after them."""

Files = Mapping[Path, tuple[bytes, bytes]]
"""What files were, and what they are to be."""


class StaleError(Exception):
    """Raised where a file is not as the page saw it."""


class Step(NamedTuple):
    """An edit that was made, with the files before and after it."""

    says: str
    of: str
    """The component that it was made of."""
    session: str
    """What distinguishes the typing in one field from another; one such step is made of it."""
    files: Files

    @property
    def weight(self) -> int:
        return sum(len(before) + len(after) for before, after in self.files.values())


@dataclass(slots=True)
class Steps:
    """The edits that were made, the last one last, and those that were taken back."""

    undoing: list[Step] = field(default_factory=list)
    redoing: list[Step] = field(default_factory=list)

    def shown(self) -> Mapping[str, str]:
        """What the buttons that go back and forth say."""
        return {
            "undo": self.undoing[-1].says if self.undoing else "",
            "redo": self.redoing[-1].says if self.redoing else "",
        }

    def add(self, step: Step) -> None:
        """Notes an edit; those of one session are one."""
        last = self.undoing[-1] if self.undoing else None
        if last is not None and step.session == last.session != "" and last.files.keys() == step.files.keys():
            files = {path: (last.files[path][0], after) for path, (_, after) in step.files.items()}
            step = step._replace(files=files)
            self.undoing.pop()
        self.undoing.append(step)
        self.redoing.clear()
        while len(self.undoing) > MAX_STEPS or sum(one.weight for one in self.undoing) > MAX_KEPT:
            del self.undoing[0]

    def go(self, put: Callable[[Files], None], *, is_back: bool) -> Step:
        """Takes the last edit back, or makes it again, if its files are as they were left. Raises Refused."""
        steps, others = (self.undoing, self.redoing) if is_back else (self.redoing, self.undoing)
        done = "undone" if is_back else "made again"
        if not steps:
            raise conflict(f"there is nothing that could be {done}")
        step = steps[-1]
        try:
            put({path: both[::-1] if is_back else both for path, both in step.files.items()})
        except StaleError:
            names = ", ".join(path.name for path in step.files)
            raise conflict(
                f"{names} was changed elsewhere since; this edit can’t be {done}: {step.says}"
            ) from None
        others.append(steps.pop()._replace(session=""))
        return step


def put_files(files: Files, workspace: Path, check: Callable[[Path], None]) -> None:
    """Writes files over what they were: all, or none. ``check`` refuses those that may not be written.

    Raises StaleError for one that is another by now, InputError and Refused.
    """
    done: list[Path] = []
    try:
        for path, (before, after) in files.items():
            check(path)
            stored = read_stored(path)
            if stored is None or stored.content != before:
                raise StaleError
            write_file(path, after, workspace)
            done.append(path)
    except (StaleError, InputError, OSError):
        for path in done:
            write_file(path, files[path][0], workspace)
        raise
