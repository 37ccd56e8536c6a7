"""Where templates are edited: a card as its template draws it, what a page changes in it, and the way back.

A template is tried in the sandbox, on the card that is looked at and some more, before it is written.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import bundled_root
from generator.catalog.fields import ART_FOLDER
from generator.catalog.paths import PICTURE_SUFFIXES, read_bytes, reading_instead, shown_path
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.wording import quote
from generator.catalog.writing import link_on_way
from generator.layout.faces import Face, FaceRenderer, Side
from generator.layout.files import locate_template
from generator.layout.template_edits import Source, Tag, with_text
from generator.layout.templates import MAX_TEMPLATE_BYTES, Templates
from generator.studio.card_desk import plain_path
from generator.studio.editors import file_of
from generator.studio.forms import Refused
from generator.studio.layout_shown import Spot, find_shown, samples, spots_of, tag_shown
from generator.studio.pictures import Way, face_pdf, pdf_png
from generator.studio.project import TEMPLATE, Edition, Project, ShownCard
from generator.studio.steps import Files, StaleError, Step, Steps, put_files
from generator.studio.workspace import read_stored

MAX_PICTURES = 2_000
"""Files that are looked at for a picture to begin with."""
MAX_VALUES = 50
"""Attributes that are set at once."""
MAX_LETTERS = 20_000
"""Of a value."""


class Asked(NamedTuple):
    """What a page looks at."""

    edition: Edition
    shown: ShownCard
    side: Side
    file: str
    """The template whose text is shown, as messages name it; empty: the card's own."""
    width: int
    """Of the picture, in pixels."""

    @property
    def template(self) -> str:
        component = self.shown.component
        return (component.front if self.side == "front" else component.back) or ""


class Act(NamedTuple):
    """What a page does with a template."""

    kind: str
    """``set``, ``delete``, ``add`` or ``text``."""
    at: tuple[int, int] | None = None
    """The line and column of a tag: that which is changed, or behind which something is added."""
    values: Mapping[str, str | None] = {}
    """Attributes to set; None takes one away."""
    text: str = ""
    """The template's new text, or the tag of what is added."""


class Trial(NamedTuple):
    """A card drawn with templates as they are, or as they would be."""

    renderer: FaceRenderer
    face: Face | None
    problems: Sequence[Problem]

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "error"]


@dataclass(slots=True)
class LayoutDesk:
    """Edits the templates of a project; one request at a time."""

    project: Project
    workspace: Path
    lock: threading.Lock = field(default_factory=threading.Lock)
    steps: Steps = field(default_factory=Steps)

    # What a page is shown

    def shown(self, asked: Asked) -> Mapping[str, object]:
        """A card as it is drawn, with its elements and the text of a template. Raises Refused, InputError."""
        path, trial = self._path(asked), self._trial(asked, {}, is_whole=False)
        return self._shown(asked, path, {}, self._look(asked, {}, trial))

    def _look(self, asked: Asked, contents: Mapping[Path, bytes], trial: Trial) -> Mapping[str, object]:
        """What a trial looks like; ``contents``: what files would have in them."""
        component, pdf = asked.shown.component, b""
        with self.project.for_pictures:
            with self.project.lock, reading_instead(contents):
                drawn = self._drawn(trial)
                files = [self._file(one) for one in _files_behind(asked, trial)]
                if trial.face is not None:
                    pdf = face_pdf(trial.face, component, asked.shown.name)
            picture = ""
            if trial.face is not None:
                png = pdf_png(pdf, trial.face, component, asked.width, Way(with_bleed=True))
                picture = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        problems = [{**one.to_dict(), "text": str(one)} for one in trial.problems]
        return {**drawn, "picture": picture, "problems": problems, "files": files}

    def _shown(
        self,
        asked: Asked,
        path: Path,
        contents: Mapping[Path, bytes],
        look: Mapping[str, object],
        chosen: object = None,
    ) -> Mapping[str, object]:
        """A look, with the text of the template in ``path``."""
        size, stored = asked.shown.component.size, read_stored(path)
        if stored is None:
            raise Refused([], "the template is gone", 404)
        text = contents.get(path, stored.content).decode("utf-8-sig", "replace")
        return {
            **look,
            "file": shown_path(path),
            "text": text,
            "revision": stored.revision,
            "locked": self.why_locked(path),
            "samples": samples(size.width, size.height, self._pictures(), _ids(text)),
            "chosen": chosen,
            **self.steps.shown(),
        }

    def _drawn(self, trial: Trial) -> dict[str, object]:
        """The elements where they lie, and the tags that they come from."""
        if trial.face is None:
            return {"tags": None, "spots": None}
        sources: dict[str, Source | None] = {}
        numbers: dict[Place, int] = {}
        found: list[tuple[Place, Tag, list[Spot]]] = []
        spots = []
        for spot in spots_of(trial.face.root):
            place = spot.element.place
            if place.file not in sources:
                sources[place.file] = self._source(place.file)
            source = sources[place.file]
            tag = source and source.tags.get((place.line, place.column))
            if not tag or not find_shown(tag, spot):
                continue
            if place not in numbers:
                numbers[place] = len(found)
                found.append((place, tag, []))
            # What a mirrored layout turns back lies in the same box, and moves as what is around it.
            own = spot if "transform" in tag.attributes else spot._replace(matrix=spot.outer)
            found[numbers[place]][2].append(own)
            spots.append(own.to_dict(numbers[place]))
        scope = trial.renderer.scope
        tags = [{"file": place.file, **tag_shown(tag, some, scope)} for place, tag, some in found]
        return {"tags": tags, "spots": spots}

    def _source(self, shown: str) -> Source | None:
        """A template by the name that marks have for it; None for what is none, such as a figure's part."""
        if not shown.endswith(TEMPLATE):
            return None
        try:
            return Source.of(read_bytes(Path(shown), None, MAX_TEMPLATE_BYTES), shown)
        except InputError:
            # Whoever draws with it has reported that.
            return None

    def _file(self, path: Path) -> Mapping[str, str]:
        return {"file": shown_path(path), "name": path.name, "locked": self.why_locked(path)}

    def _pictures(self) -> list[str]:
        """Pictures that the game has, by the names that layouts call them by."""
        folder = self.project.folder / ART_FOLDER
        found = islice(folder.rglob("*"), MAX_PICTURES)
        names = (path.relative_to(folder).as_posix() for path in found)
        return sorted(name for name in names if name.lower().endswith(PICTURE_SUFFIXES))

    def why_locked(self, path: Path) -> str:
        """Why a template can't be changed here; empty where it can be."""
        plain, workspace = plain_path(path), plain_path(self.workspace)
        if not plain.is_relative_to(workspace):
            if plain.is_relative_to(plain_path(bundled_root())):
                return (
                    "This template comes with Gatepress, so it is shown and can’t be changed. "
                    "`gatepress new my-game` makes a game of your own"
                )
            return (
                "This template is outside the folder the studio was started in, so it is shown and "
                "can’t be changed. Start the studio in the game’s folder, or in one above it"
            )
        if link_on_way(plain, workspace) is not None:
            return "This template is behind a link, which the studio does not follow"
        return ""

    def _path(self, asked: Asked) -> Path:
        """The template that is shown. Raises Refused for what is none of the game's."""
        folders = asked.edition.game.layout_folders
        if not asked.file:
            found = locate_template(folders, asked.template)
            if found is None:
                raise Refused([], f"the game has no template {quote(asked.template)}", 404)
            return found[0] / found[1]
        path = file_of(self.project, asked.file)
        inside = any(path.is_relative_to(plain_path(folder)) for folder in folders)
        if path.suffix != TEMPLATE or not inside:
            raise Refused([], "the game has no such template", 404)
        return path

    # Edits

    def edit(
        self,
        asked: Asked,
        act: Act,
        *,
        revision: str,
        draft: str | None = None,
        session: str = "",
        is_trial: bool = False,
        anyway: bool = False,
    ) -> Mapping[str, object]:
        """Changes a template whose file the page saw as ``revision``, and shows what comes of it.

        ``draft``: the text that the page has instead, to which the change is made; like a trial, that is not
        written. ``anyway``: also a template with errors is. Raises StaleError where the file is another by
        now, Refused and InputError.
        """
        with self.lock:
            path = self._path(asked)
            locked = self.why_locked(path)
            if locked and not is_trial:
                raise Refused([], locked, 403)
            stored = read_stored(path)
            if stored is None or (stored.revision != revision and draft is None and not is_trial):
                raise StaleError
            before = stored.content if draft is None else _encoded(stored.content, draft)
            after, chosen = self._changed(asked, path, before, act)
            is_written = not is_trial and draft is None
            trial = self._trial(asked, {path: after}, is_whole=is_written)
            if is_written and trial.errors and not anyway:
                self._refuse_errors(trial, self._trial(asked, {path: before}, is_whole=True))
            # Once the file is another, the whole game is read anew, and a picture would wait for that.
            look = self._look(asked, {path: after}, trial)
            if is_written and after != before:
                self._put({path: (before, after)})
                of = asked.shown.component.id
                self.steps.add(Step(_says(path, before, act), of, session, {path: (before, after)}))
            return self._shown(asked, path, {path: after}, look, chosen)

    def _changed(self, asked: Asked, path: Path, before: bytes, act: Act) -> tuple[bytes, object]:
        """The file with a change, and the line and column of the element that is chosen then."""
        if act.kind == "text":
            return _encoded(before, act.text), None
        source = Source.of(before, shown_path(path))
        tag = None if act.at is None else source.tags.get(act.at)
        if tag is None and (act.kind != "add" or act.at is not None):
            raise Refused([], "there is no longer such an element in the template", 409)
        if act.kind == "add":
            size = asked.shown.component.size
            offered = samples(size.width, size.height, self._pictures(), _ids(source.text))
            if act.text not in offered:
                raise Refused([], f"there is no element {quote(act.text)} to add", 400)
            after = source.with_element(offered[act.text], tag)
            return after, _new_tag(source, Source.of(after, ""))
        assert tag is not None, "only what is added needs none"
        if act.kind == "delete":
            return source.without(tag), None
        return source.with_attributes(tag, act.values), act.at

    def _trial(self, asked: Asked, contents: Mapping[Path, bytes], *, is_whole: bool) -> Trial:
        """Tries templates on the card that is looked at; ``is_whole``: on some others, too."""
        cards = [one for one in asked.edition.cards if one.component is asked.shown.component]
        others = [cards[0], cards[-1]] if is_whole else []
        with self.project.for_pictures, self.project.lock:
            return _tried(asked, list(dict.fromkeys([asked.shown, *others])), contents)

    def _refuse_errors(self, trial: Trial, before: Trial) -> None:
        """Raises Refused where a template has errors that it did not have before."""
        known = {error.message for error in before.errors}
        found = [error for error in trial.errors if error.message not in known]
        if found:
            raise Refused(found, "the template would have errors, so it was not written")

    def _put(self, files: Files) -> None:
        put_files(files, plain_path(self.workspace), self._check_place)

    def _check_place(self, path: Path) -> None:
        locked = self.why_locked(path)
        if locked or path.suffix != TEMPLATE:
            raise Refused([], locked or "this is not a template", 403)

    def go(self, asked: Asked, *, is_back: bool) -> Mapping[str, object]:
        """Takes the last edit back, or makes it again, if its file is as that left it. Raises Refused."""
        with self.lock:
            step = self.steps.go(self._put, is_back=is_back)
            path = next(iter(step.files))
            # What was changed is to be seen, if it has to do with this card.
            if step.of == asked.shown.component.id:
                asked = asked._replace(file=shown_path(path))
            return self.shown(asked)


def _tried(asked: Asked, cards: Sequence[ShownCard], contents: Mapping[Path, bytes]) -> Trial:
    """Lays out cards with the templates as they are read now, or with what ``contents`` has instead."""
    game, problems = asked.edition.game, Problems()
    with reading_instead(contents):
        templates = Templates.of(game.layout_folders, game.words, asked.edition.renderer.templates.files)
        renderer = FaceRenderer.of(game, problems, templates=templates)
        faces = [renderer.face(one.component, one.cards, one.card, asked.side, one.number) for one in cards]
    return Trial(renderer, faces[0], problems.merged())


def _files_behind(asked: Asked, trial: Trial) -> list[Path]:
    """The templates that a card is drawn by, its own first."""
    names = trial.renderer.templates.behind(asked.template) - {asked.template}
    found = (
        locate_template(asked.edition.game.layout_folders, name) for name in (asked.template, *sorted(names))
    )
    return [folder / inside for folder, inside in filter(None, found) if inside.endswith(TEMPLATE)]


def _encoded(content: bytes, text: str) -> bytes:
    """A file with the text that a page has. Raises Refused for what can't be one."""
    try:
        after = with_text(content, text)
    except UnicodeEncodeError:
        raise Refused([], "the text has half a character", 400) from None
    if len(after) > MAX_TEMPLATE_BYTES:
        raise Refused([], f"a template has {MAX_TEMPLATE_BYTES // 1024:,} KiB at most", 422)
    return after


def _new_tag(before: Source, after: Source) -> tuple[int, int] | None:
    old = [(tag.name, *(one.text for one in tag.attributes.values())) for tag in before.tags.values()]
    new = [(tag.name, *(one.text for one in tag.attributes.values())) for tag in after.tags.values()]
    at = next((index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    return list(after.tags)[at] if at < len(new) else None


def _ids(text: str) -> list[str]:
    """The ids in a template that others may use."""
    tags = Source.of(text.encode(errors="replace"), "").tags.values()
    given = (tag.attributes.get("id") for tag in tags if not tag.around)
    return [one.text for one in given if one is not None and one.state == "plain" and one.text]


def _says(path: Path, before: bytes, act: Act) -> str:
    """An edit in words, for the button that takes it back."""
    if act.kind == "text":
        return f"the text of {path.name}"
    if act.kind == "add":
        return f"a new <{act.text}>"
    tag = None if act.at is None else Source.of(before, "").tags.get(act.at)
    name = f"<{tag.name}>" if tag is not None else "an element"
    return f"deleted {name}" if act.kind == "delete" else f"{', '.join(act.values)} of {name}"


# What a page sends


def read_act(given: object) -> Act:
    """What a request asks for. Raises Refused for what is none."""
    if not isinstance(given, dict):
        raise Refused([], "expected what is to be done with the template", 400)
    kind, at, values, text = (given.get(key) for key in ("kind", "at", "values", "text"))
    if kind not in ("set", "delete", "add", "text") or not isinstance(text or "", str):
        raise Refused([], "expected set, delete, add or text", 400)
    is_place = isinstance(at, list) and len(at) == 2 and all(type(one) is int and one > 0 for one in at)
    if not (is_place or (at is None and kind in ("add", "text"))):
        raise Refused([], "expected the line and column of an element", 400)
    values = values if kind == "set" else {}
    if not isinstance(values, dict) or len(values) > MAX_VALUES or (kind == "set" and not values):
        raise Refused([], f"expected 1 to {MAX_VALUES} attributes", 400)
    if not all(_is_name(name) and (value is None or _is_value(value)) for name, value in values.items()):
        raise Refused([], "expected attributes, each with a text", 400)
    return Act(kind, (at[0], at[1]) if isinstance(at, list) else None, values, text or "")


def _is_name(name: str) -> bool:
    return 0 < len(name) <= 60 and name.isascii() and name.replace("-", "").isalnum() and name[0].isalpha()


def _is_value(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LETTERS and not {"\n", "\r"} & set(value)
