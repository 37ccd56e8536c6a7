"""The files that a print job was made with: found again, and unchanged?"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.problems import InputError, Problem
from generator.layout.faces import FaceRenderer, file_folders, find_theme, icon_folders, pictures
from generator.layout.files import find_file
from generator.layout.templates import find_template
from generator.press.job import Job
from generator.press.printing import Faces

Found = tuple[str, str] | None
"""A file's path and digest; None where there was no such file."""


@dataclass(frozen=True, slots=True)
class MadeOf:
    """Every file that had a say in a print job, by the name it was asked for."""

    theme: Found
    templates: Mapping[str, Found]
    theme_files: Mapping[str, Found]
    card_files: Mapping[str, Found]
    icons: Mapping[str, Found]
    """The game's own icons, by path: all of them, since any may be found before one of a pack."""
    data: Mapping[str, Found]
    """The files that the job's findings name, by the names in the findings."""
    told_in: str
    """The directory from which the findings name them; empty where there are none."""

    @classmethod
    def nothing(cls) -> MadeOf:
        """Where the key tells everything."""
        return cls(None, {}, {}, {}, {}, {}, "")


class Digests:
    """Digests of files, each read once."""

    def __init__(self) -> None:
        self._known: dict[Path, str] = {}
        self.newest = 0
        """When the last of them was changed or put in its place, in nanoseconds."""

    def found(self, path: Path | None) -> Found:
        return None if path is None else (str(path.absolute()), self._of(path))

    def _of(self, path: Path) -> str:
        if path not in self._known:
            known = path.stat()
            # A file that was moved or copied here keeps the time of its last change, not that of its coming.
            self.newest = max(self.newest, known.st_mtime_ns, known.st_ctime_ns)
            self._known[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self._known[path]


def made_of(
    job: Job,
    renderer: FaceRenderer,
    faces: Faces,
    problems: Iterable[Problem],
    digests: Digests,
) -> MadeOf:
    """What a job that was just laid out was made of.

    Raises OSError or :class:`InputError` where a file has gone meanwhile.
    """
    game, component = job.game, job.component
    names = renderer.templates.behind(component.front)
    if component.back is not None:
        names |= renderer.templates.behind(component.back)
    printed = {
        picture.href.path for sides in faces for face in sides.values() for picture in pictures(face.root)
    }
    named = [problem.place.file for problem in problems if problem.place]
    return MadeOf(
        theme=digests.found(find_theme(game)),
        templates={name: digests.found(find_template(game.layout_folders, name)) for name in sorted(names)},
        theme_files={name: digests.found(path) for name, path in sorted(renderer.theme_files.items())},
        card_files={
            name: digests.found(path) for name, path in sorted(renderer.card_files.items()) if path in printed
        },
        icons=_icons(job, digests),
        data={name: digests.found(Path(name)) for name in sorted(set(named)) if Path(name).is_file()},
        told_in=str(Path.cwd()) if named else "",
    )


def is_unchanged(job: Job, then: MadeOf, digests: Digests) -> bool:
    """Whether each file is found where it was, with the contents it had."""
    if then.told_in not in ("", str(Path.cwd())):
        return False
    game = job.game
    theme_folders, card_folders = file_folders(game), file_folders(game, job.beside)
    finders: list[tuple[Mapping[str, Found], Callable[[str], Path | None]]] = [
        (then.templates, lambda name: find_template(game.layout_folders, name)),
        (then.theme_files, lambda name: find_file(theme_folders, name)),
        (then.card_files, lambda name: find_file(card_folders, name)),
        (then.data, Path),
    ]
    try:
        return (
            then.theme == digests.found(find_theme(game))
            and then.icons == _icons(job, digests)
            and all(
                digests.found(find(name)) == old for files, find in finders for name, old in files.items()
            )
        )
    except (InputError, OSError):
        # A file that has gone or can't be read is a change; the build itself tells what is wrong with it.
        return False


def _icons(job: Job, digests: Digests) -> dict[str, Found]:
    files = [path for folder in icon_folders(job.game) for path in sorted(folder.glob("*.svg"))]
    return {str(path.absolute()): digests.found(path) for path in files}
