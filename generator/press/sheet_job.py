"""A set of cards on sheets: what is printed of it and how, what that follows from, and the printing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator import __version__
from generator.catalog.figure_words import FOLDER as FIGURES
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.press_settings import TURNED, PressOptions
from generator.catalog.problems import MISSING_FILE, NO_BLEED, InputError, Place, Problem, Problems
from generator.catalog.sizes import Size
from generator.layout.files import (
    figure_kits,
    file_folders,
    find_file,
    find_template,
    find_theme,
    icon_folders,
    own_icons,
)
from generator.layout.text.breaks import isolated
from generator.press.job import (
    KITS,
    BleedExtent,
    Dependencies,
    Digests,
    Finder,
    Found,
    PagePlan,
    PagePng,
    PrintContext,
    Printed,
    Progress,
    Sheets,
    ShownFace,
    TwoSided,
    cannot_print,
    digest_of,
    face_names,
    file_digest,
    numbered_pngs,
    values_of,
)
from generator.press.kinds import component_kind, inspect_component, trim_of
from generator.press.request import NumberedCard, PrintedList

if TYPE_CHECKING:
    from generator.layout.faces import Face, FaceRenderer, Side
    from generator.layout.geometry import Outline
    from generator.press.grid import Slot
    from generator.press.impose import Copies, Plan
    from generator.press.pdf.document import Bookmark, Document
    from generator.press.preflight.inspector import Preflight

MAX_COPIES = 100_000
MAX_NUMBERED = 10_000
"""Copies that are laid out one by one, for each shows its number."""
MAX_NAME_LENGTH = 36
"""Letters of a deck's name in the slug."""
SIDES: Mapping[str, str] = {"front": "fronts", "back": "backs", "fold": "fronts and backs", "card": "card"}
TURNED_EDGE: Mapping[str, str] = {"duplex-long": "long", "duplex-short": "short"}
MAX_LISTED = 3
"""Names of lists that share a sheet, in its slug."""
NOT_IN_KEY = ("game", "lists", "name", "beside")
"""Fields that are part of the key in another form, or need not be. All others count."""


class Run(NamedTuple):
    """Copies of a card that look alike, in a row on the sheets."""

    of: PrintedList
    numbered: NumberedCard
    copy: int
    """The number of the first of them."""
    copies: int

    @property
    def is_first(self) -> bool:
        return self.copy == self.numbered.first_copy


Faces = Sequence[Mapping[str, "Face"]]
"""The faces of a job's runs, by side."""


@dataclass(frozen=True, slots=True)
class SheetJob:
    """One file of sheets: a list of cards of a component, or several that share sheets."""

    game: Game
    lists: tuple[PrintedList, ...]
    options: PressOptions
    name: str
    """The file's name without folder; for PNG files, their folder's."""
    selection: str = ""
    """Which cards were asked for, printed in the slug of every sheet; empty: all."""
    beside: Path | None = None
    """The folder of a player's own deck file, whose pictures lie there; None: the cards are the game's."""
    low_ink: bool = False
    """Whether the layouts are asked for white grounds and thin frames."""

    @property
    def path(self) -> Path:
        """Where it is written inside the output folder: what is not the game's can't replace what is."""
        return self.game.output / Path("decks" if self.beside else "", self.name)

    @property
    def of(self) -> Component:
        """The component, or the first of several that are cut and printed alike."""
        return self.lists[0].component

    @property
    def components(self) -> list[Component]:
        return list(dict.fromkeys(part.component for part in self.lists))

    @property
    def sets(self) -> list[CardSet]:
        """The lists of cards that it prints, each once."""
        return list(dict.fromkeys(part.cards for part in self.lists))

    @property
    def component(self) -> str:
        return "+".join(dict.fromkeys(component.id for component in self.components))

    @property
    def title(self) -> str:
        titles = self.titles
        return titles[0] if len(titles) == 1 else _joined(titles, self.game)

    @property
    def titles(self) -> list[str]:
        """What it prints, each once."""
        return list(dict.fromkeys(part.title for part in self.lists))

    @property
    def subject(self) -> tuple[tuple[str, str], ...]:
        return tuple([(part.component.id, part.cards.id) for part in self.lists])

    @property
    def count(self) -> int:
        return sum(len(part.printed) for part in self.lists)

    @property
    def dpi(self) -> int | None:
        return self.options.dpi if self.options.is_png else None

    @property
    def places(self) -> list[Path]:
        if self.options.form == "png":
            ids = (card.id for part in self.lists for _, card, _ in part.printed)
            return [self.path / f"{one}.png" for one in ids]
        return [self.path] if self.dpi is None else [self.path / "page-1.png"]

    def pngs(self, sheets: Sheets) -> list[PagePng]:
        if self.options.form != "png":
            return numbered_pngs(self.path, sheets.pages)
        cuts = cut_faces(self.of) if self.options.bleed == 0 else {}
        return [
            PagePng(page, self.path / f"{face.name}.png", face.look, cuts.get(face.side))
            for page, face in enumerate(sheets.faces)
        ]

    @property
    def is_whole(self) -> bool:
        return not self.selection

    @property
    def copies(self) -> int:
        return sum(card.copies for part in self.lists for _, card, _ in part.printed)

    @property
    def place(self) -> Place:
        """Where its first card stands."""
        return self.lists[0].printed[0].card.place

    @property
    def has_back(self) -> bool:
        return self.of.back is not None and self.options.backs != "none"

    @property
    def sides(self) -> tuple[Side, ...]:
        return ("front", "back") if self.has_back else ("front",)

    def cache_key(self, digests: Digests) -> str:
        """Changes with the program, the game's and the cards' data, and the press's options."""
        del digests
        return digest_of(_key_parts(self))

    def is_unchanged(self, then: Dependencies, digests: Digests) -> bool:
        """Whether each file is found where it was, with the contents it had."""
        return _is_unchanged(self, then, digests)

    def plan(self, runs: Sequence[Run]) -> Plan:
        """The pages. Raises :class:`InputError` for what fits no page."""
        kind, deck = component_kind(self.of.kind), _deck(runs)
        if kind.mix is None or len({trim_of(component) for component in self.components}) == 1:
            return kind.plan(self.of, deck, self.has_back, self.options)
        return kind.mix([run.of.component for run in runs], deck, self.has_back, self.options)

    def page_plan(self) -> PagePlan:
        try:
            _, plan = self.laid_out()
        except InputError:
            # It is reported when it is printed.
            return PagePlan()
        options = self.options
        is_turned = self.has_back and not options.is_apart and options.backs in TURNED and plan.parts == 1
        two_sided = TwoSided(options.paper, options.backs, options.correction) if is_turned else None
        return PagePlan(len(plan.pages), two_sided)

    def laid_out(self) -> tuple[list[Run], Plan]:
        """What lies on the pages and where, without a look at the layouts. Raises :class:`InputError`."""
        runs = list(_runs(self))
        return runs, self.plan(runs)

    def print(self, context: PrintContext, path: Path) -> Printed | None:
        renderer, problems = context.renderer, context.problems
        if _refuse_too_many(self, renderer, problems):
            return None
        runs, faces = _laid_out(self, self.sides, renderer, context.progress)
        plan = _plan(self, runs, problems)
        if cannot_print(problems):
            context.preflight.rasterizer.draft = True
        found = _findings(self, runs, faces, context.preflight)
        if plan is not None and plan.seams:
            found += _parted(plan, runs, faces, context.preflight)
        if plan is not None and plan.pages[0].slug is not None:
            found += _unprintable_note(self, renderer)
        problems.extend(found)
        if plan is None or problems.has_errors:
            return None
        content = content_hash(self, renderer, runs, faces)
        try:
            document, bookmarks = _paint(self, plan, runs, faces, context, content)
            is_sheet = plan.parts == 1 and not self.options.is_apart
            turned_edge = TURNED_EDGE.get(self.options.backs) if is_sheet else None
            document.save(path, bookmarks, duplex=turned_edge)
        except InputError as error:
            problems.add(error, self.place)
            return None
        first = plan.pages[0]
        size = Size("page", first.width, first.height)
        shown = _shown_faces(self, renderer, plan, runs, faces) if self.options.form == "png" else ()
        bled, cards = _bled(self, plan, runs, context.preflight), sum(run.copies for run in runs)
        sheets = Sheets(path, len(plan.pages), cards, content, found, size, shown, bled)
        return Printed(sheets, lambda digests: _dependencies(self, renderer, faces, found, digests))

    def check(self, context: PrintContext) -> None:
        if _refuse_too_many(self, context.renderer, context.problems):
            return
        for component in self.components:
            context.problems.extend(inspect_component(component))
        # Backs are checked even where the component's sheets leave them out: `--backs` may ask for them.
        sides: tuple[Side, ...] = ("front",) if self.of.back is None else ("front", "back")
        runs, faces = _laid_out(self, sides, context.renderer, context.progress)
        if self.options.sheet is not None:
            # The paper is the game's own, so that what does not fit it never will.
            _plan(self, runs, context.problems)
        elif not self.options.is_apart:
            context.problems.extend(_unprintable_note(self, context.renderer))
        for run, shown in zip(runs, faces, strict=True):
            card = run.numbered.card
            for face in shown.values():
                context.problems.extend(_found_on(self, run.of.component, face, card, context.preflight))


def _joined(titles: Sequence[str], game: Game) -> str:
    """The titles of lists, as far as there is room for them."""
    if len(titles) == 1:
        return _shortened(titles[0])
    names = list(dict.fromkeys(_shortened(title, MAX_NAME_LENGTH // 2) for title in titles))
    if len(names) > MAX_LISTED:
        names[MAX_LISTED - 1 :] = [game.own("{n} more", n=len(names) - MAX_LISTED + 1)]
    return " + ".join(names)


def _refuse_too_many(job: SheetJob, renderer: FaceRenderer, problems: Problems) -> bool:
    if job.options.form != "png" and job.copies > MAX_COPIES:
        problems.error(f"{job.title}: more than {MAX_COPIES:,} cards in one file", job.place)
        return True
    alone = sum(
        card.copies
        for part in job.lists
        for _, card, _ in part.printed
        if renderer.numbers_copies(part.component, part.cards, job.sides)
    )
    if alone > MAX_NUMBERED:
        message = f"{job.title}: more than {MAX_NUMBERED:,} copies with numbers of their own in one file"
        problems.error(message, job.place, hint="the layout shows `copy`, so that each is laid out by itself")
        return True
    return False


def _runs(job: SheetJob, renderer: FaceRenderer | None = None, sides: Sequence[Side] = ()) -> Iterator[Run]:
    """Without a renderer as if no layout had numbers of copies in it."""
    for part in job.lists:
        is_each_its_own = renderer is not None and renderer.numbers_copies(part.component, part.cards, sides)
        for numbered in part.printed:
            first, copies = numbered.first_copy, numbered.card.copies
            is_once = job.options.form == "png"
            if is_each_its_own:
                yield from (Run(part, numbered, copy, 1) for copy in range(first, first + copies))
            else:
                # Nobody needs the same picture twice.
                yield Run(part, numbered, first, 1 if is_once else copies)


def _laid_out(
    job: SheetJob, sides: Sequence[Side], renderer: FaceRenderer, progress: Progress
) -> tuple[list[Run], list[Mapping[str, Face]]]:
    """What there is to print and how it looks. Where one copy of a card fails, the others are not tried."""
    runs: list[Run] = []
    faces: list[Mapping[str, Face]] = []
    failed: NumberedCard | None = None
    for run in _runs(job, renderer, sides):
        if run.numbered is failed:
            continue
        of, (number, card, _) = run.of, run.numbered
        found = {side: renderer.face(of.component, of.cards, card, side, number, run.copy) for side in sides}
        if None in found.values():
            failed = run.numbered
        runs.append(run)
        faces.append({side: face for side, face in found.items() if face is not None})
        if run.is_first:
            progress(1)
    return runs, faces


def _key_parts(job: SheetJob) -> Iterator[object]:
    yield [getattr(job, own.name) for own in fields(job) if own.name not in NOT_IN_KEY]
    yield values_of(job.game)
    yield [values_of(component) for component in job.components]
    yield [values_of(cards) for cards in job.sets]
    yield [values_of(card) for cards in job.sets for card in cards.cards]
    for part in job.lists:
        yield part.component.id, part.cards.id, part.group, part.note
        # A chosen card may be printed with another number of copies than its set has of it.
        yield [(number, first, values_of(card)) for number, card, first in part.printed]
    folders = [job.game.folder, *job.game.layout_folders]
    yield [str(folder.resolve()) for folder in folders], job.beside and str(job.beside.resolve())


def _dependencies(
    job: SheetJob, renderer: FaceRenderer, faces: Faces, problems: Iterable[Problem], digests: Digests
) -> Dependencies:
    """What a job that was just laid out was made with.

    Raises OSError or :class:`InputError` where a file has gone meanwhile.
    """
    game = job.game
    named = {name for one in job.components for name in (one.front, one.back) if name is not None}
    names = {name for template in named for name in renderer.templates.behind(template)}
    printed = {picture.path for sides in faces for face in sides.values() for picture in face.root.pictures()}
    reported = [problem.place.file for problem in problems if problem.place]
    asks_for_cards = any(renderer.templates.has_read(template, "cards") for template in named)
    shows_figures = any(name.startswith(f"{FIGURES}/") for name in renderer.card_files)
    asked: dict[str, Mapping[str, Path | None]] = {
        "theme": {game.theme: find_theme(game)} if game.theme else {},
        "templates": {name: find_template(game.layout_folders, name) for name in names},
        "theme files": renderer.theme_files,
        "card files": {
            **{name: path for name, path in renderer.card_files.items() if path in printed},
            **{name: None for name in renderer.card_files.missing if Path(name) in printed},
        },
        "data": {name: Path(name) for name in reported if Path(name).is_file()},
    }
    files = {
        kind: {name: digests.found(path) for name, path in sorted(found.items())}
        for kind, found in asked.items()
    }
    return Dependencies(
        {**files, "icons": _icons(job, digests), KITS: _kits(job, digests) if shows_figures else {}},
        str(Path.cwd()) if reported else "",
        _digest_of_cards(game) if asks_for_cards else "",
    )


def _digest_of_cards(game: Game) -> str:
    return digest_of([card.values for card in game.cards_in(component.id)] for component in game.components)


def _is_unchanged(job: SheetJob, then: Dependencies, digests: Digests) -> bool:
    if then.reported_in not in ("", str(Path.cwd())):
        return False
    game = job.game
    if then.other_cards and then.other_cards != _digest_of_cards(game):
        return False
    finders: Mapping[str, tuple[Finder, Sequence[Path]]] = {
        "theme": (find_file, [*game.layout_folders, game.folder]),
        "templates": (find_template, game.layout_folders),
        "theme files": (find_file, file_folders(game)),
        "card files": (_find_picture, file_folders(game, job.beside)),
        "data": (lambda _, name: Path(name), ()),
    }
    try:
        if then.files[KITS] and then.files[KITS] != _kits(job, digests):
            return False
        return then.files["icons"] == _icons(job, digests) and all(
            old == found(name)
            for kind, (find, folders) in finders.items()
            for found in (digests.finder(find, tuple(folders)),)
            for name, old in then.files[kind].items()
        )
    except (InputError, OSError):
        # A file that has gone or can't be read is a change; the build itself reports what is wrong with it.
        return False


def _find_picture(folders: Sequence[Path], name: str) -> Path | None:
    """None where there is none: then a box was printed in its place, and is as long as it is missing."""
    try:
        return find_file(folders, name)
    except InputError as error:
        if error.code != MISSING_FILE:
            raise
        return None


def _kits(job: SheetJob, digests: Digests) -> Mapping[str, Found]:
    """Each folder with parts of figures, with a digest of all that is in it: a new part may be chosen too."""
    kits = digests.once(figure_kits, tuple(file_folders(job.game, job.beside)))
    return {str(kit): digests.found_inside(kit) for kit in kits}


def _icons(job: SheetJob, digests: Digests) -> dict[str, Found]:
    files = digests.once(own_icons, tuple(icon_folders(job.game)))
    return {str(path.absolute()): digests.found(path) for path in files}


def _shown_faces(
    job: SheetJob, renderer: FaceRenderer, plan: Plan, runs: Sequence[Run], faces: Faces
) -> tuple[ShownFace, ...]:
    """What each page of a form that has a face to a page shows."""
    options = job.options
    shared = (
        _shared_content(job, renderer),
        values_of(job.of),
        options.bleed,
        options.bleed_from,
        job.low_ink,
    )
    cards = job.sets[0]
    names = face_names(cards, numbered=renderer.numbers_copies(job.of, cards, job.sides))
    shown = []
    for stamp in (page.stamps[0] for page in plan.pages):
        run, face = runs[stamp.card], faces[stamp.card][stamp.side]
        look = digest_of((shared, stamp.side, face.digest))
        of = run.numbered.card.id
        name = names.get((of, run.copy, stamp.side)) or names[of, 1, stamp.side]
        shown.append(ShownFace(name, stamp.side, look, of, run.copy))
    return tuple(shown)


def cut_faces(component: Component) -> Mapping[Side, Outline]:
    """The trim of each face in card coordinates (mm), as one looks at it; nothing for a plain rectangle."""
    from generator.layout.geometry import Box, from_behind, rectangle, shape_outline

    size = component.size
    if component.shape.kind != "rect":
        front = shape_outline(component.shape, size)
    elif component.corner > 0:
        front = rectangle(Box(0, 0, size.width, size.height), component.corner, component.corner)
    else:
        return {}
    return {"front": front, "back": from_behind(front, size)}


def content_hash(job: SheetJob, renderer: FaceRenderer, runs: Sequence[Run], faces: Faces) -> str:
    """Eight hex digits on every sheet: two prints with the same ones show the same cards.

    Paper, marks, comments and what no layout shows leave them alone. A face's own digest has names of
    colours, fonts and icons; what they stand for is the theme's, and counts once for all faces.
    """
    digest = hashlib.sha256(_shared_content(job, renderer))
    for run, sides in zip(runs, faces, strict=True):
        digest.update(f"{run.numbered.card.copies}".encode())
        for side, face in sides.items():
            digest.update(f"{side}{face.digest}".encode())
    return digest.hexdigest()[:8]


def _shared_content(job: SheetJob, renderer: FaceRenderer) -> bytes:
    """A digest of what all faces show in the same way."""
    digest = hashlib.sha256(__version__.encode())
    trims = {trim_of(component): component for component in job.components}
    for component in trims.values():
        digest.update(f"{component.size.width:g} {component.size.height:g} {component.bleed:g}".encode())
        if component.shape.kind != "rect":
            digest.update(repr(component.shape).encode())
    digest.update(json.dumps(renderer.theme.values, default=str).encode())
    for file in own_files(renderer):
        digest.update(file.name.encode() + bytes.fromhex(file_digest(file)))
    return digest.digest()


def own_files(renderer: FaceRenderer) -> list[Path]:
    """The game's own fonts and icons; those that come with packages are known by their names."""
    theme, game = renderer.theme, renderer.game
    fonts = {file for family in theme.fonts.families for file in family.files}
    folders = (game.folder, *game.layout_folders)
    inside = tuple(f"{folder}{os.sep}" for folder in folders)
    own = [file for file in fonts if str(file).startswith(inside)]
    return [*sorted(own), *own_icons(theme.icons.folders), *theme.icons.sets]


def _findings(job: SheetJob, runs: Sequence[Run], faces: Faces, preflight: Preflight) -> tuple[Problem, ...]:
    """All there is to warn of; a face's findings belong to every job that prints it."""
    found = dict.fromkeys(problem for one in job.components for problem in inspect_component(one))
    for run, sides in zip(runs, faces, strict=True):
        component, card = run.of.component, run.numbered.card
        for face in sides.values():
            found |= dict.fromkeys(_found_on(job, component, face, card, preflight))
    return tuple(found)


def _found_on(
    job: SheetJob, component: Component, face: Face, card: Card, preflight: Preflight
) -> Iterator[Problem]:
    """What is wrong with a face; where the press makes the bleed, or prints none, it may end at the trim."""
    for problem in face.problems:
        # Of cards that look alike only the first was laid out; the layout itself is no card's.
        yield problem._replace(card=card.id) if problem.card else problem
    needs_bleed = job.options.bleed_from == "art" and job.options.bleed
    for problem in preflight.face(component, face, card):
        if needs_bleed or problem.code != NO_BLEED:
            yield problem


def _parted(plan: Plan, runs: Sequence[Run], faces: Faces, preflight: Preflight) -> tuple[Problem, ...]:
    """What the seams of a board's tiles run through; a back is the less read."""
    found = (
        preflight.parted(run.of.component, sides["front"], run.numbered.card, plan.seams)
        for run, sides in zip(runs, faces, strict=True)
        if "front" in sides
    )
    return tuple(dict.fromkeys(problem for problems in found for problem in problems))


def _plan(job: SheetJob, runs: Sequence[Run], problems: Problems) -> Plan | None:
    try:
        return job.plan(runs)
    except InputError as error:
        of = next((one for one in job.components if not _fits(job, one)), job.of)
        problems.add(error, of.place_of("size"), field=f"components.{of.id}")
        return None


def _fits(job: SheetJob, component: Component) -> bool:
    """Whether one of them alone has room on a page."""
    from generator.press.impose import Copies

    try:
        component_kind(component.kind).plan(component, Copies([1]), job.has_back, job.options)
    except InputError:
        return False
    return True


def _bled(job: SheetJob, plan: Plan, runs: Sequence[Run], preflight: Preflight) -> BleedExtent | None:
    """The bleed of the cards, and what the widest gap that is of any use would make of it."""
    from generator.press.bleed import bled

    options, of = job.options, job.of
    kind, is_mixed = component_kind(of.kind), len({trim_of(component) for component in job.components}) > 1
    if options.is_apart or is_mixed or not kind.shares_sheets:
        return None

    def wider(gap: float) -> list[list[Slot]]:
        return _slots_of(kind.plan(of, _deck(runs), job.has_back, replace(options, gap=gap)))

    # The slots of a label sheet are where they are, blocks are edge to edge, and white edges need no bleed.
    draws_none = options.bleed_from == "art" and of.id not in preflight.bleeding
    touches = options.gap == 0 or (options.blocks is not None and options.gap is None)
    is_meant = touches or options.sheet is not None or draws_none
    return bled(_slots_of(plan), of.size, options.bleed, wider, is_meant=is_meant)


def _slots_of(plan: Plan) -> list[list[Slot]]:
    return [[stamp.slot for stamp in page.stamps] for page in plan.pages]


def _deck(runs: Sequence[Run]) -> Copies:
    """Each group begins a new sheet."""
    from generator.press.impose import Copies

    starts = [index for index in range(1, len(runs)) if runs[index].of.group != runs[index - 1].of.group]
    return Copies([run.copies for run in runs], starts)


def _paint(
    job: SheetJob, plan: Plan, runs: Sequence[Run], faces: Faces, context: PrintContext, content: str
) -> tuple[Document, list[Bookmark]]:
    """The document with all pages, and a bookmark for each card at the first page that shows it."""
    from generator.press.pdf.document import Document
    from generator.press.pdf.metadata import metadata_of
    from generator.press.sheets import SheetPainter

    game = job.game
    document = Document(
        metadata_of(game, f"{game.title}: {job.title}", f"version {game.version}, content {content}"),
        context.preflight.rasterizer,
        context.inks,
        job.options.max_dpi,
    )
    painter = SheetPainter(
        document,
        [run.of.component.size for run in runs],
        job.of.bleed if job.options.bleed_from == "art" else job.options.bleed,
        context.renderer.words,
        job.options.marks,
        _uses(runs, faces, plan.parts),
        job.options.bleed_from,
        game.own,
    )
    first: dict[int, int] = {}
    notes: dict[frozenset[int], str] = {}
    shown = frozenset(map(id, job.lists))
    for index, page in enumerate(plan.pages):
        if len(job.lists) > 1:
            shown = frozenset(id(runs[stamp.card].of) for stamp in page.stamps)
        note = notes.get(shown) or notes.setdefault(shown, _note(job, shown, content))
        painter.paint(page, faces, note, _page_number(job, page.side, page.number, len(plan.pages)))
        for stamp in page.stamps:
            first.setdefault(stamp.card, index)
    return document, _bookmarks(job, [(runs[run], page) for run, page in sorted(first.items())])


def _note(job: SheetJob, shown: Collection[int], content: str) -> str:
    """What the slug of a sheet says that shows cards of these of the job's lists, by identity."""
    lists = [part for part in job.lists if id(part) in shown]
    game = job.game
    names = _joined(list(dict.fromkeys(part.title for part in lists)), game)
    groups = dict.fromkeys(_shortened(part.group) for part in lists)
    notes = dict.fromkeys(part.note for part in lists)
    selection = game.own("only {cards}", cards=job.selection) if job.selection else ""
    said = (f"{game.title} {game.version}", game.edition, names, *groups, selection, *notes, content)
    return " · ".join(isolated(part) for part in (*said, game.own("print at 100 %")) if part)


def _unprintable_note(job: SheetJob, renderer: FaceRenderer) -> tuple[Problem, ...]:
    """A warning of letters in the slug that no font has."""
    from generator.layout.fonts import built_in_family
    from generator.layout.text.fit import no_font_has

    text, family = _note(job, frozenset(map(id, job.lists)), ""), built_in_family("source-sans")
    try:
        letters = renderer.words.fonts.lacking(text, family)
    except InputError as error:
        return (error.at(job.place),)
    return (no_font_has(letters, job.game.file.place, field="slug"),) if letters else ()


def _bookmarks(job: SheetJob, shown: Sequence[tuple[Run, int]]) -> list[Bookmark]:
    """A bookmark for each card, inside one for its group and one for its list where there are several."""
    from generator.press.pdf.document import Bookmark

    has_lists, has_groups = len(job.sets) > 1, job.of.group is not None
    roots: list[Bookmark] = []
    for run, page in shown:
        if not run.is_first:
            continue
        titles = [run.of.group] * has_groups + [run.of.title] * has_lists
        inside = roots
        for title in titles:
            if not inside or inside[-1].title != title:
                inside.append(Bookmark(title, page, []))
            inside = inside[-1].inside
        inside.append(Bookmark(_title(run.numbered.card), page, []))
    return roots


def _shortened(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """As much of a long name as leaves room for what the sheet must say."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def _page_number(job: SheetJob, side: str, number: int, pages: int) -> str:
    """Which page this is; which side only where there are two."""
    page = job.game.own("page {page} of {pages}", page=number, pages=pages)
    return f"{job.game.own(SIDES[side])} · {page}" if job.has_back else page


def _title(card: Card) -> str:
    return str(card.values.get("name") or card.values.get("title") or card.id)


def _uses(runs: Sequence[Run], faces: Faces, parts: int) -> dict[Face, int]:
    uses: dict[Face, int] = {}
    for run, sides in zip(runs, faces, strict=True):
        for face in sides.values():
            uses[face] = uses.get(face, 0) + run.copies * parts
    return uses
