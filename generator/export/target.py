"""What an export target is: what it says of itself, what it is asked for, and what comes of it.

A target is a module of :mod:`generator.export.targets` with a ``TARGET``. It declares its options as fields
of a data class, described with :func:`~generator.catalog.press_settings.about` and ``flag``; the command line
and ``gatepress export --list`` follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from generator.catalog.models import Game
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.press_settings import Setting, about, settings_of
from generator.catalog.problems import Problems

if TYPE_CHECKING:
    from generator.press.job import PrintContext
    from generator.press.request import PrintRequest


O = TypeVar("O")  # noqa: E741 - the options of a target

PACKAGE = "generator.export.targets"

CORNER = about("Radius of the corners: a length.", default_help="as the component says")
"""The metadata of a field ``corner``: in mm, or None."""
Purpose = Literal["own", "share", "sale"]
"""What a target is for: prints for oneself; files that others get; things that are sold."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a target that has none."""


class ExportedFile(NamedTuple):
    """A file that is finished, where it is to go, and what it is in a few words: ``54 cards, 10 × 6``."""

    file: Path
    path: Path
    says: str = ""
    below: Path | None = None
    """As in the order."""


@dataclass(frozen=True, slots=True)
class ExportOrder(Generic[O]):
    """A game that is to be exported, and all that a target needs for it."""

    game: Game
    request: PrintRequest
    """Which components and cards are wanted, on what paper, and the press settings that were given."""
    options: O
    scratch: Path
    """A folder for what is not finished; each game has its own."""
    out: Path
    """The target's own folder for this game, into which its files are moved when all are finished."""
    context: PrintContext
    """The renderer of the game's faces, the preflight, the problems and the progress."""
    checked: dict[Path, Any] = field(default_factory=dict)
    """What a target's check has made of jobs, by the jobs' paths, and its export need not make again."""
    below: Path | None = None
    """The folder from which no link may lead on to the files; None: the output folder of all games."""

    @property
    def problems(self) -> Problems:
        return self.context.problems

    def new_file(self, name: str, path: str | Path | None = None, says: str = "") -> ExportedFile:
        """A file to be written in the scratch folder that is to be called ``name`` in the target's folder.

        ``path``: where it goes instead, if that is elsewhere. Folders in the name are made.
        """
        file = self.scratch / name
        file.parent.mkdir(parents=True, exist_ok=True)
        return ExportedFile(file, self.out / name if path is None else Path(path), says, self.below)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Generic[O]):
    """What there is to know of a target."""

    title: str
    """Its name as people know it: ``Tabletop Simulator``."""
    says: str
    """What is written, in a line."""
    export: Callable[[ExportOrder[O]], Sequence[ExportedFile]]
    """Writes files into the order's scratch folder, in the order in which they are listed.

    What is wrong is reported in the order's problems. Raises OSError, and
    :class:`~generator.catalog.problems.InputError` for what stops it at once.
    """
    options: type[O]
    """The data class of its options; it can be made without arguments."""
    check: Callable[[ExportOrder[O]], None] | None = None
    """Reports all that the target can't take, and writes nothing."""
    purpose: Purpose = "own"
    press: Sequence[str] = ()
    """The press settings that it heeds, by name; another that is given is a misunderstanding."""
    has_paper: bool = False
    """Whether it makes a difference to it on which paper sheets are printed."""
    takes_rulebook: bool = False
    """Whether it exports the rulebook, too."""
    placed: Callable[[ExportOrder[O]], ExportOrder[O] | None] | None = None
    """The order with the folder that its files go to instead; None, with a problem: nowhere."""

    @property
    def settings(self) -> Mapping[str, Setting]:
        """Its own options, by name."""
        options: Any = self.options
        return settings_of(options)


def target_names() -> list[str]:
    return list(plugin_modules(PACKAGE))


def checking_target_names() -> list[str]:
    """Those of the targets that there is something to check for."""
    return [name for name in target_names() if find_target(name).check is not None]


def find_target(name: str) -> Target[Any]:
    """The target of that name. Raises KeyError."""
    module = find_plugin(PACKAGE, name)
    if module is None:
        raise KeyError(name)
    target: Target[Any] = module.TARGET
    return target
