"""A set of cards on sheets: what is printed of it and how, what that follows from, and the printing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.catalog.models import Card, CardSet, Component, Game
from generator.catalog.press_settings import PressOptions, PressSettings
from generator.catalog.problems import MISSING_FILE, NO_BLEED, InputError, Problem, Problems
from generator.catalog.wording import name_id
from generator.layout.files import file_folders, find_file, find_template, find_theme, icon_folders, own_icons
from generator.press.job import (
    Dependencies,
    Digests,
    Found,
    PrintContext,
    Printed,
    Progress,
    Sheets,
    digest_of,
    file_digest,
    is_hopeless,
    values_of,
)
from generator.press.kinds import find_kind
from generator.press.request import (
    RULEBOOK,
    Numbered,
    PrintRequest,
    chosen_cards,
    chosen_sets,
    paper_name,
)

if TYPE_CHECKING:
    from generator.layout.faces import Face, FaceRenderer, Side
    from generator.press.impose import Plan
    from generator.press.pdf.document import Bookmark, Document
    from generator.press.preflight.inspector import Preflight

MAX_COPIES = 100_000
MAX_NAME_LENGTH = 36
"""Letters of a deck's name in the slug."""
SIDES: Mapping[str, str] = {"front": "fronts", "back": "backs", "fold": "fronts and backs", "card": "card"}
TURNED_EDGE: Mapping[str, str] = {"duplex-long": "long", "duplex-short": "short"}
Notes = Mapping[CardSet, str]
"""What the sheets of some sets are to say beside their names."""
NOT_IN_KEY = ("game", "of", "cards", "printed", "name", "beside")
"""Fields that are part of the key in another form, or need not be. All others count."""
ON_LABEL_SHEETS: PressSettings = {"marks": "none"}
"""Settings for sheets that are cut already."""
Faces = Sequence[Mapping[str, "Face"]]
"""The faces of a job's cards, by side."""


def plan_jobs(game: Game, request: PrintRequest, notes: Notes | None = None) -> list[SheetJob]:
    """The jobs of a game in the order of its components."""
    jobs = []
    stems = _stems(game)
    for component, cards in chosen_sets(game, request.only):
        printed = chosen_cards(cards, request.select)
        if not printed:
            continue
        options = _options(component, request)
        name = _file_name(stems[cards] + request.selection_name, options, low_ink=request.low_ink)
        job = SheetJob(game, component, cards, printed, options, name, low_ink=request.low_ink)
        jobs.append(replace(job, note=(notes or {}).get(cards, ""), selection=request.selection))
    return jobs


def _options(component: Component, request: PrintRequest) -> PressOptions:
    """The command line first, then the component, then its kind, then the press's own defaults."""
    chosen = {**component.press, **request.settings}
    sheet = None if chosen.get("backs") == "pod" else chosen.pop("sheet", None)
    chosen["sheet"] = sheet
    usual = {**find_kind(component.kind).settings, **(ON_LABEL_SHEETS if sheet is not None else {})}
    options = PressOptions(request.paper if sheet is None else sheet.paper, **{**usual, **chosen})
    if component.back is None and options.backs != "pod":
        options = replace(options, backs="none")
    if not has_edges(component):
        options = replace(options, bleed_from="art")
    if options.bleed_from != "art":
        return options
    # What the layout does not draw can't be printed.
    return replace(options, bleed=min(options.bleed, component.bleed))


def has_edges(component: Component) -> bool:
    """Whether the press can make its bleed: only straight edges can be mirrored."""
    return component.shape.kind == "rect" and component.box_contents is None


def _stems(game: Game) -> Mapping[CardSet, str]:
    """What each set's file is called, whichever are chosen: its id, unless one before it is called so."""
    stems: dict[CardSet, str] = {}
    taken = {RULEBOOK} if game.rulebook else set[str]()
    for component in game.components:
        for cards in component.sets:
            full = f"{component.id}-{cards.id}"
            names = chain((cards.id, full), (f"{full}-{number}" for number in count(2)))
            stems[cards] = next(name for name in names if name not in taken)
            taken.add(stems[cards])
    return stems


def free_stem(game: Game, wanted: str) -> str:
    """What a file beside the sheets may be called: ``wanted``, unless sheets of the game are called so."""
    taken = {RULEBOOK, *_stems(game).values()}
    names = chain((wanted, f"{wanted}-sheet"), (f"{wanted}-sheet-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _file_name(stem: str, options: PressOptions, *, low_ink: bool) -> str:
    on = paper_name(options.paper) if options.sheet is None else name_id(options.sheet.name, "sheet")
    parts = [stem] if options.backs == "pod" else [stem, on]
    if options.backs != "none":
        parts.append(options.backs)
    if low_ink:
        parts.append("low-ink")
    return "-".join(parts) + ".pdf"


@dataclass(frozen=True, slots=True)
class SheetJob:
    """One file of sheets: a set of cards of a component."""

    game: Game
    of: Component
    cards: CardSet
    """The whole set, which the layouts may speak of."""
    printed: tuple[Numbered, ...]
    options: PressOptions
    name: str
    """The file's name without folder."""
    note: str = ""
    """Printed in the slug of every sheet; empty: nothing."""
    selection: str = ""
    """Which cards of the set were asked for, printed there too; empty: all."""
    beside: Path | None = None
    """The folder of a player's own deck file, whose pictures lie there; None: the cards are the game's."""
    low_ink: bool = False
    """Whether the layouts are asked for white grounds and thin frames."""

    @property
    def path(self) -> Path:
        """Where it is written inside the output folder: what is not the game's can't replace what is."""
        return Path(self.game.id, "decks" if self.beside else "", self.name)

    @property
    def component(self) -> str:
        return self.of.id

    @property
    def count(self) -> int:
        return len(self.printed)

    @property
    def holds_up_others(self) -> bool:
        return True

    @property
    def has_back(self) -> bool:
        return self.of.back is not None and self.options.backs != "none"

    def cache_key(self) -> str:
        """Changes with the program, the game's and the cards' data, and the press's options."""
        return digest_of(_key_parts(self))

    def is_unchanged(self, then: Dependencies, digests: Digests) -> bool:
        """Whether each file is found where it was, with the contents it had."""
        return _is_unchanged(self, then, digests)

    def plan(self) -> Plan:
        """The pages. Raises :class:`InputError` for what fits no page."""
        copies = [card.copies for _, card in self.printed]
        return find_kind(self.of.kind).plan(self.of, copies, self.has_back, self.options)

    def print(self, context: PrintContext, path: Path) -> Printed | None:
        renderer, problems = context.renderer, context.problems
        copies = sum(card.copies for _, card in self.printed)
        place = self.printed[0].card.place
        if copies > MAX_COPIES:
            problems.error(f"{self.cards.name}: more than {MAX_COPIES:,} cards in one file", place)
            return None
        plan = _plan(self, problems)
        faces = [_faces(self, renderer, numbered, context.progress) for numbered in self.printed]
        if is_hopeless(problems):
            context.preflight.rasterizer.draft = True
        found = _findings(self, faces, context.preflight)
        problems.extend(found)
        if plan is None or problems.has_errors:
            return None
        content = content_hash(self, renderer, faces)
        try:
            document, bookmarks = _paint(self, plan, faces, context, content)
            turned_edge = TURNED_EDGE.get(self.options.backs) if plan.parts == 1 else None
            document.save(path, bookmarks, duplex=turned_edge)
        except InputError as error:
            problems.extend([error.at(place)])
            return None
        sheets = Sheets(path, len(plan.pages), copies, content, found)
        return Printed(sheets, lambda digests: _dependencies(self, renderer, faces, found, digests))

    def check(self, context: PrintContext) -> None:
        context.problems.extend(inspect_component(self.of))
        if self.options.sheet is not None:
            # The paper is the game's own, so that what does not fit it never will.
            _plan(self, context.problems)
        # Backs are checked even where the component's sheets leave them out: `--backs` may ask for them.
        sides: tuple[Side, ...] = ("front",) if self.of.back is None else ("front", "back")
        for number, card in self.printed:
            for side in sides:
                face = context.renderer.face(self.of, self.cards, card, side, number)
                if face is not None:
                    # Of cards that look alike only the first was laid out.
                    context.problems.extend(problem._replace(card=card.id) for problem in face.problems)
                    context.problems.extend(_inspected(self, face, card, context.preflight))
            context.progress(1)


def _key_parts(job: SheetJob) -> Iterator[object]:
    yield [getattr(job, own.name) for own in fields(job) if own.name not in NOT_IN_KEY]
    for thing in (job.game, job.of, job.cards):
        yield values_of(thing)
    yield [values_of(card) for card in job.cards.cards]
    # A chosen card may be printed with another number of copies than its set has of it.
    yield [number for number, _ in job.printed], [values_of(card) for _, card in job.printed]
    folders = [job.game.folder, *job.game.layout_folders]
    yield [str(folder.resolve()) for folder in folders], job.beside and str(job.beside.resolve())


def _dependencies(
    job: SheetJob, renderer: FaceRenderer, faces: Faces, problems: Iterable[Problem], digests: Digests
) -> Dependencies:
    """What a job that was just laid out was made with.

    Raises OSError or :class:`InputError` where a file has gone meanwhile.
    """
    game, component = job.game, job.of
    names = renderer.templates.behind(component.front)
    if component.back is not None:
        names |= renderer.templates.behind(component.back)
    printed = {picture.path for sides in faces for face in sides.values() for picture in face.root.pictures()}
    named = [problem.place.file for problem in problems if problem.place]
    return Dependencies(
        theme=digests.found(find_theme(game)),
        templates={name: digests.found(find_template(game.layout_folders, name)) for name in sorted(names)},
        theme_files={name: digests.found(path) for name, path in sorted(renderer.theme_files.items())},
        card_files={
            **{
                name: digests.found(path)
                for name, path in sorted(renderer.card_files.items())
                if path in printed
            },
            **{name: None for name in sorted(renderer.missing_files) if Path(name) in printed},
        },
        icons=_icons(job, digests),
        data={name: digests.found(Path(name)) for name in sorted(set(named)) if Path(name).is_file()},
        reported_in=str(Path.cwd()) if named else "",
    )


def _is_unchanged(job: SheetJob, then: Dependencies, digests: Digests) -> bool:
    if then.reported_in not in ("", str(Path.cwd())):
        return False
    game = job.game
    theme_folders, card_folders = file_folders(game), file_folders(game, job.beside)
    finders: list[tuple[Mapping[str, Found], Callable[[str], Path | None]]] = [
        (then.templates, lambda name: find_template(game.layout_folders, name)),
        (then.theme_files, lambda name: find_file(theme_folders, name)),
        (then.card_files, lambda name: _find_picture(card_folders, name)),
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


def _find_picture(folders: Sequence[Path], name: str) -> Path | None:
    """None where there is none: then a box was printed in its place, and is as long as it is missing."""
    try:
        return find_file(folders, name)
    except InputError as error:
        if error.code != MISSING_FILE:
            raise
        return None


def _icons(job: SheetJob, digests: Digests) -> dict[str, Found]:
    files = own_icons(icon_folders(job.game))
    return {str(path.absolute()): digests.found(path) for path in files}


def content_hash(job: SheetJob, renderer: FaceRenderer, faces: Iterable[Mapping[str, Face]]) -> str:
    """Eight hex digits on every sheet: two prints with the same ones show the same cards.

    Paper, marks, comments and what no layout shows leave them alone. A face's own digest has names of
    colours, fonts and icons; what they stand for is the theme's, and counts once for all faces.
    """
    component = job.of
    digest = hashlib.sha256(__version__.encode())
    digest.update(f"{component.size.width:g} {component.size.height:g} {component.bleed:g}".encode())
    if component.shape.kind != "rect":
        digest.update(repr(component.shape).encode())
    digest.update(json.dumps(renderer.theme.values, default=str).encode())
    for file in _own_files(renderer):
        digest.update(file.name.encode() + bytes.fromhex(file_digest(file)))
    for (_, card), sides in zip(job.printed, faces, strict=True):
        digest.update(f"{card.copies}".encode())
        for side, face in sides.items():
            digest.update(f"{side}{face.digest}".encode())
    return digest.hexdigest()[:8]


def _own_files(renderer: FaceRenderer) -> list[Path]:
    """The game's own fonts and icons; those that come with packages are told by their names."""
    theme, game = renderer.theme, renderer.game
    families = theme.fonts.roles.values()
    fonts = {file for f in families for file in (f.regular, f.bold, f.italic, f.bold_italic)}
    folders = (game.folder, *game.layout_folders)
    inside = tuple(f"{folder}{os.sep}" for folder in folders)
    own = [file for file in fonts if str(file).startswith(inside)]
    return [*sorted(own), *own_icons(theme.icons.folders)]


def inspect_component(component: Component) -> list[Problem]:
    """Tells of what a component asks for in vain, or would get without having asked for it."""
    return [*_unmade_bleed(component), *_white_backs(component)]


def _unmade_bleed(component: Component) -> list[Problem]:
    asked = component.press.get("bleed_from", "art")
    if asked == "art" or has_edges(component):
        return []
    return [
        Problem(
            f"the bleed can't be made by `bleed-from: {asked}`, for the trim is no rectangle",
            component.place_of("press"),
            "warning",
            field=f"components.{component.id}",
            hint="draw it in the layout, as far beyond the trim as `bleed` says",
        )
    ]


def _white_backs(component: Component) -> list[Problem]:
    """Backs that would stay white without anybody having said so."""
    is_one_sided = find_kind(component.kind).is_one_sided
    if is_one_sided or component.back is not None or component.press.get("backs") == "none":
        return []
    return [
        Problem(
            "the cards have no back",
            component.place,
            "warning",
            field=f"components.{component.id}",
            hint="add `back:` with a template, or `press: {backs: none}` if the backs stay white",
        )
    ]


def _findings(job: SheetJob, faces: Faces, preflight: Preflight) -> tuple[Problem, ...]:
    """All there is to warn of; a face's findings belong to every job that prints it."""
    found = dict.fromkeys(inspect_component(job.of))
    for (_, card), sides in zip(job.printed, faces, strict=True):
        for face in sides.values():
            laid_out = [problem._replace(card=card.id) for problem in face.problems]
            found |= dict.fromkeys((*laid_out, *_inspected(job, face, card, preflight)))
    return tuple(found)


def _inspected(job: SheetJob, face: Face, card: Card, preflight: Preflight) -> Iterable[Problem]:
    """The findings of a face; where the press makes the bleed, or prints none, it may end at the trim."""
    found = preflight.face(job.of, face, card)
    if job.options.bleed_from == "art" and job.options.bleed:
        return found
    return [problem for problem in found if problem.code != NO_BLEED]


def _plan(job: SheetJob, problems: Problems) -> Plan | None:
    try:
        return job.plan()
    except InputError as error:
        problems.extend([error.at(job.of.place_of("size"), field=f"components.{job.of.id}")])
        return None


def _faces(job: SheetJob, renderer: FaceRenderer, numbered: Numbered, progress: Progress) -> dict[str, Face]:
    sides: tuple[Side, ...] = ("front", "back") if job.has_back else ("front",)
    found = {side: renderer.face(job.of, job.cards, numbered.card, side, numbered.number) for side in sides}
    progress(1)
    return {side: face for side, face in found.items() if face is not None}


def _paint(
    job: SheetJob, plan: Plan, faces: Faces, context: PrintContext, content: str
) -> tuple[Document, list[Bookmark]]:
    """The document with all pages, and a bookmark for each card at the first page that shows it."""
    from generator.press.pdf.document import Bookmark, Document
    from generator.press.sheets import SheetPainter

    game, size = job.game, job.of.size
    document = Document(
        f"{game.title}: {job.cards.name}",
        game.designer or "",
        f"version {game.version}, content {content}",
        context.preflight.rasterizer,
    )
    painter = SheetPainter(
        document,
        size.width,
        size.height,
        job.of.bleed if job.options.bleed_from == "art" else job.options.bleed,
        context.renderer.words,
        job.options.marks,
        _uses(job, faces, plan.parts),
        job.options.bleed_from,
    )
    names = (f"{game.title} {game.version}", _shortened(job.cards.name), job.selection)
    note = " · ".join(part for part in (*names, job.note, content, "print at 100 %") if part)
    first: dict[int, int] = {}
    for index, page in enumerate(plan.pages):
        painter.paint(page, faces, note, _page_number(job, page.side, page.number, len(plan.pages)))
        for stamp in page.stamps:
            first.setdefault(stamp.card, index)
    return document, [Bookmark(_title(job.printed[card].card), page) for card, page in sorted(first.items())]


def _shortened(name: str) -> str:
    """As much of a long name as leaves room for what the sheet must say."""
    return name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - 1].rstrip() + "…"


def _page_number(job: SheetJob, side: str, number: int, pages: int) -> str:
    """Which page this is; which side only where there are two."""
    return f"{SIDES[side]} · page {number} of {pages}" if job.has_back else f"page {number} of {pages}"


def _title(card: Card) -> str:
    return str(card.values.get("name") or card.values.get("title") or card.id)


def _uses(job: SheetJob, faces: Faces, parts: int) -> dict[Face, int]:
    uses: dict[Face, int] = {}
    for (_, card), sides in zip(job.printed, faces, strict=True):
        for face in sides.values():
            uses[face] = uses.get(face, 0) + card.copies * parts
    return uses
