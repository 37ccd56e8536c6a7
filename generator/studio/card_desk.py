"""Where cards are edited: a component's sheet, what a page changes in it, and the way back.

What a page has seen of the files is named with each change, so that nothing is written over what it has not
seen.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import bundled_root
from generator.catalog.card_edits import Edit, Outcome, Row, Sheet, Wrong, make_edits, sheet_of
from generator.catalog.fields import ART_FOLDER
from generator.catalog.figure_words import GROUPS, part_names
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.paths import PICTURE_SUFFIXES
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import pluralize, quote
from generator.catalog.writing import link_on_way
from generator.studio.deck_files import store_art
from generator.studio.files import Snapshot, take_snapshot
from generator.studio.forms import CONFLICT, Refused, conflict
from generator.studio.project import Loaded, Project
from generator.studio.steps import Files, StaleError, Step, Steps, put_files
from generator.studio.workspace import read_stored, revision_of

MAX_EDITS, MAX_LETTERS, MAX_CELLS = 5_000, 20_000, 100_000
"""Of a request: edits, letters of a cell, cells."""
MAX_PICTURES = 2_000
"""Files of the game's that are offered as pictures."""
LOADED_AGAIN = 5
"""Times that a game is read whose files change meanwhile."""


class Made(NamedTuple):
    """What came of edits."""

    sheet: Mapping[str, object]
    wrong: Sequence[Wrong]
    order: Sequence[int] | None


@dataclass(slots=True)
class Desk:
    """Edits the cards of a project; one request at a time."""

    project: Project
    workspace: Path
    lock: threading.Lock = field(default_factory=threading.Lock)
    steps: Steps = field(default_factory=Steps)
    _game: Game | None = None
    _kept: Sheet | None = None
    """The sheet that was asked for last."""
    _digests: dict[Path, str] = field(default_factory=dict)
    """Of the files with cards, as they were when the game was read."""
    _files: Snapshot = field(default_factory=Snapshot)

    @property
    def why_locked(self) -> str:
        """Why nothing of this game can be changed here; empty where it can be."""
        folder = plain_path(self.project.folder)
        if not folder.is_relative_to(plain_path(self.workspace)):
            if folder.is_relative_to(plain_path(bundled_root())):
                return (
                    "This game comes with Gatepress, so its cards are shown and can’t be changed. "
                    "`gatepress new my-game` makes your own"
                )
            return (
                "This game is outside the folder the studio was started in, so its cards are shown "
                "and can’t be changed. Start the studio in the game’s folder, or in one above it"
            )
        if link_on_way(folder / "game.yaml", plain_path(self.workspace)) is not None:
            return "This game is behind a link, which the studio does not follow"
        return ""

    # What a page is shown

    def shown(self, component: str) -> Mapping[str, object]:
        """The sheet of a component. Raises Refused and InputError."""
        with self.lock:
            return self._shown(self._sheet(component))

    def _shown(self, sheet: Sheet) -> Mapping[str, object]:
        locked = self.why_locked
        return {
            "component": sheet.component.id,
            "title": sheet.component.title,
            "sides": ["front"] if sheet.component.back is None else ["front", "back"],
            "ratio": sheet.component.size.width / sheet.component.size.height,
            "locked": locked,
            "files": {self._name(path): self._digests[path] for path in sheet.files},
            "columns": [column._asdict() for column in sheet.columns],
            "rows": [self._row(sheet, row) for row in sheet.rows],
            "pictures": self._pictures(),
            "figure": {word: part_names(sheet.game.layout_folders, word) for word in GROUPS}
            if any(column.type == "figure" for column in sheet.columns)
            else {},
            **self.steps.shown(),
        }

    def _row(self, sheet: Sheet, row: Row) -> Mapping[str, object]:
        return {
            "key": f"{sheet.component.id}/{row.cards.id}/{row.card.id}",
            "id": row.card.id,
            "list": row.cards.name,
            "own": row.own,
            "inherited": row.inherited,
            "locked": row.locked,
            "place": str(row.source.place),
            "figures": {
                column.name: row.card.values.get(column.name)
                for column in sheet.columns
                if column.type == "figure"
            },
        }

    def _pictures(self) -> list[str]:
        """The pictures that a card may show, by the names that it calls them by."""
        folder = self.project.folder / ART_FOLDER
        found = islice(folder.rglob("*"), MAX_PICTURES)
        names = (path.relative_to(folder).as_posix() for path in found)
        return sorted(name for name in names if name.lower().endswith(PICTURE_SUFFIXES))

    def _name(self, path: Path) -> str:
        return path.relative_to(self.project.folder).as_posix()

    def _sheet(self, component: str) -> Sheet:
        game = self._current()
        found = next((one for one in game.components if one.id == component), None)
        if found is None:
            raise Refused([], f"the game has no component {quote(component)}", 404)
        if self._kept is not None and (self._kept.game, self._kept.component.id) == (game, component):
            return self._kept
        sheet = self._kept = sheet_of(game, found)
        for path in sheet.files:
            if path not in self._digests:
                stored = read_stored(path)
                self._digests[path] = "" if stored is None else stored.revision
        return sheet

    def _current(self) -> Game:
        """The game as its files are now. Raises Refused where it can't be read."""
        for _ in range(LOADED_AGAIN):
            files = take_snapshot(self.project.folders)
            if self._game is not None and not files.changed_since(self._files, lambda _: True):
                return self._game
            problems = Problems()
            self._digests = {}
            game = load_game(self.project.folder, problems)
            if game is None:
                raise Refused(problems.merged(), "the game can’t be read; its problems say why", CONFLICT)
            for one in (one for component in game.components for one in component.sets):
                path = one.file or game.folder / "game.yaml"
                stored = read_stored(path)
                self._digests[path] = "" if stored is None else stored.revision
            self._game, self._files = game, files
            if not take_snapshot(self.project.folders).changed_since(Snapshot(files.states), lambda _: True):
                self._files = Snapshot(files.states)
                return game
        raise conflict("the game’s files keep changing")

    # Edits

    def edit(self, component: str, seen: Mapping[str, str], edits: Sequence[Edit], session: str) -> Made:
        """Makes edits of a sheet whose files the page saw. What is wrong is left out.

        Raises StaleError where a file is another by now, Refused, and InputError.
        """
        with self.lock:
            self._refuse_locked()
            sheet = self._sheet(component)
            if any(seen.get(self._name(path)) != self._digests[path] for path in sheet.files):
                raise StaleError
            if any(not 0 <= edit.row < len(sheet.rows) for edit in edits):
                raise Refused([], "there is no such card", 400)
            outcome = make_edits(sheet, edits)
            if outcome.contents:
                self._write(outcome, Step(_says(sheet, edits), component, session, {}))
                sheet = self._sheet(component)
            return Made(self._shown(sheet), outcome.wrong, outcome.order)

    def _write(self, outcome: Outcome, step: Step) -> None:
        files = {path: (outcome.before[path], new) for path, new in outcome.contents.items()}
        self._put(files)
        self.steps.add(step._replace(files=files))
        self._game = outcome.game
        if outcome.game is not None:
            self.project.at_hand = Loaded(self._files.states, outcome.game, outcome.problems, outcome.read)

    def _put(self, files: Files) -> None:
        """Writes files over what they were before: all, or none. Raises StaleError and InputError."""
        try:
            put_files(files, plain_path(self.workspace), self._check_place)
        except (StaleError, InputError, OSError):
            self._game = None
            raise
        states = dict(self._files.states)
        for path, (_, after) in files.items():
            self._digests[path] = revision_of(after)
            known = path.stat()
            states[str(path)] = (known.st_mtime_ns, known.st_size, known.st_ino)
        self._files = Snapshot(states)

    def _check_place(self, path: Path) -> None:
        """Raises Refused for a file that the studio may not write."""
        plain, workspace = plain_path(path), plain_path(self.workspace)
        inside = plain.is_relative_to(plain_path(self.project.folder)) and plain.is_relative_to(workspace)
        if not inside or link_on_way(plain, workspace) is not None:
            raise Refused([], f"{path.name} is behind a link or outside the game’s folder", 403)

    def _refuse_locked(self) -> None:
        locked = self.why_locked
        if locked:
            raise Refused([], locked, 403)

    def keep_picture(self, name: str, content: bytes) -> str:
        """Keeps a picture among the game's; what cards call it. Raises Refused and InputError."""
        self._refuse_locked()
        workspace = plain_path(self.workspace)
        folders = plain_path(self.project.folder).relative_to(workspace).parts
        return store_art(workspace, name, content, folders)

    # The way back

    def undo(self) -> Made:
        """Takes the last edit back, if its files are as it left them. Raises Refused."""
        return self._go(is_back=True)

    def redo(self) -> Made:
        """Makes the edit again that was taken back last. Raises Refused."""
        return self._go(is_back=False)

    def _go(self, *, is_back: bool) -> Made:
        with self.lock:
            self._refuse_locked()
            step = self.steps.go(self._put, is_back=is_back)
            self._game = None
            return Made(self._shown(self._sheet(step.of)), (), None)


def plain_path(path: Path) -> Path:
    """Where a path leads as it is written: no link is followed."""
    return Path(os.path.normpath(path.absolute()))


def _says(sheet: Sheet, edits: Sequence[Edit]) -> str:
    """An edit in words, for the button that takes it back."""
    kinds = {edit.kind for edit in edits}
    card = sheet.rows[edits[0].row].card
    name = str(card.values.get("name") or card.id)
    if kinds == {"set"}:
        fields = list(dict.fromkeys(name for edit in edits for name in edit.cells))
        rows = len({edit.row for edit in edits})
        if rows == 1:
            return f"{', '.join(fields[:3])}{' …' if len(fields) > 3 else ''} of {name}"
        return f"{', '.join(fields[:3])}{' …' if len(fields) > 3 else ''} of {pluralize(rows, 'card')}"
    word = {"add": "new", "duplicate": "a copy of", "delete": "deleted"}
    if len(kinds) == 1:
        what = word[kinds.pop()]
        return f"{what} {pluralize(len(edits), 'card') if len(edits) > 1 or what == 'new' else name}"
    return f"{pluralize(len(edits), 'change')} of the cards"


# What a page sends


def read_edits(given: object) -> list[Edit]:
    """The edits of a request. Raises Refused for what is none."""
    if not isinstance(given, list) or not 0 < len(given) <= MAX_EDITS:
        raise Refused([], f"expected 1 to {MAX_EDITS:,} edits", 400)
    edits, cells = [], 0
    for one in given:
        row, kind = (one.get("row"), one.get("kind")) if isinstance(one, dict) else (None, None)
        said = one.get("cells", {}) if isinstance(one, dict) else None
        if (
            type(row) is not int
            or kind not in ("set", "add", "duplicate", "delete")
            or not isinstance(said, dict)
        ):
            raise Refused([], "expected edits, each with its row, kind and cells", 400)
        if not all(isinstance(cell, str) for cell in said.values()):
            raise Refused([], "the cells of an edit are texts", 400)
        if any(len(cell) > MAX_LETTERS for cell in said.values()):
            raise Refused([Problem(f"a cell has more than {MAX_LETTERS:,} letters")], status=400)
        cells += len(said)
        edits.append(Edit(row, kind, said))
    if cells > MAX_CELLS:
        raise Refused([], f"more than {MAX_CELLS:,} cells at once", 400)
    if len({edit.row for edit in edits if edit.kind in ("set", "delete")}) < sum(
        edit.kind in ("set", "delete") for edit in edits
    ):
        raise Refused([], "two edits of one card", 400)
    return edits
