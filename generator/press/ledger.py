"""The ledger of a print: every picture, icon and font that it really shows, who made it, and its licence.

It is drawn up by laying out all faces and looking at what they paint, so that a file that lies in a folder
unused is not in it, and one that only the back of a single card shows is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from filecmp import cmp
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from generator.catalog.bundle import bundled_root
from generator.catalog.licences import credit_line
from generator.catalog.models import Card, CardSet, Component, Game, LicenceEntry, Rulebook
from generator.catalog.problems import Place, Problems
from generator.catalog.sizes import paper
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.layout.canvas import Drawable
from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.font_packages import package_of
from generator.layout.fonts import BUILT_IN, ICON_FONTS, package_folder
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import PACKS, Icon
from generator.press.request import PrintRequest, chosen_cards, chosen_sets

if TYPE_CHECKING:
    from generator.layout.faces import Face, FaceRenderer
    from generator.layout.pictures import Picture
    from generator.layout.text.block import TextBlock
    from generator.press.pdf.canvas import PdfCanvas

AssetKind = Literal["picture", "icon", "font", "icon pack"]
OWN_MAKERS, OWN_LICENCE, OWN_SOURCE = (
    "the Gatepress authors",
    "MIT",
    "https://github.com/gatepress/gatepress",
)
"""Of what the bundled games show."""
SUBFOLDERS = ("", "art", "fonts", "icons")
"""Where a file that an entry names may lie in a game's folder or layout folder, as cards name it too."""
MAX_MATCHED = 10_000
"""Files that one pattern may match."""
STRETCHED = 0.01
"""A picture that is so much wider or narrower than it was drawn, as a share, counts as changed."""
CROPPED = 0.05
"""Millimetres of a picture that may lie outside of its frame before it counts as cropped."""


class Asset(NamedTuple):
    """A picture, icon or font that a print shows, or a pack of icons."""

    kind: AssetKind
    name: str
    """The file as the game names it (``art/moss.png``), or what the font or pack is called."""
    path: Path | None
    """The game's own file; None: it comes with Gatepress, or with a package."""
    by: str | None
    licence: str | None
    """An SPDX expression; None: none is known."""
    source: str | None = None
    title: str | None = None
    note: str | None = None
    entry: LicenceEntry | None = None
    """What game.yaml says of it."""
    card: str | None = None
    """The first card that shows it; None: only the rulebook does."""
    shown_at: Place | None = None
    """Where that card stands."""
    is_changed: bool = False
    """Whether it is printed cropped, stretched or faded."""


class Maker(NamedTuple):
    """Who made an icon pack or a font that comes with Gatepress, and what it is called."""

    title: str
    by: str
    licence: str
    source: str


FA, FA_LICENCE, FA_SOURCE = "Font Awesome 6 Free", "CC-BY-4.0 AND OFL-1.1", "https://fontawesome.com"
MDI_SOURCE = "https://pictogrammers.com/library/mdi/"
ICON_PACKS: Mapping[str, Maker] = {
    "mdi6": Maker("Material Design Icons 6", "the Pictogrammers and Google", "Apache-2.0", MDI_SOURCE),
    "fa6s": Maker(f"{FA} Solid", "Fonticons", FA_LICENCE, FA_SOURCE),
    "fa6": Maker(f"{FA} Regular", "Fonticons", FA_LICENCE, FA_SOURCE),
    "fa6b": Maker(f"{FA} Brands", "Fonticons", FA_LICENCE, FA_SOURCE),
    "ph": Maker("Phosphor Icons", "Phosphor Icons", "MIT", "https://phosphoricons.com"),
    "ri": Maker("Remix Icon", "Remix Design", "Apache-2.0", "https://remixicon.com"),
}
"""The packs of :data:`generator.layout.icons.PACKS`, with their makers."""
ADOBE = "https://github.com/adobe-fonts"
BUILT_IN_FONTS: Mapping[str, Maker] = {
    "source-sans": Maker("Source Sans Pro", "Adobe", "OFL-1.1", f"{ADOBE}/source-sans"),
    "source-serif": Maker("Source Serif Pro", "Adobe", "OFL-1.1", f"{ADOBE}/source-serif"),
}
"""The fonts that come as packages without a listing of their own."""


class _Use(NamedTuple):
    """Where a file is shown first."""

    card: str | None
    place: Place | None
    is_changed: bool = False


@dataclass(slots=True)
class _Onlooker:
    """A canvas that writes down which files it is asked to paint with."""

    pictures: dict[Path, _Use] = field(default_factory=dict)
    icons: dict[str, tuple[Icon, _Use]] = field(default_factory=dict)
    fonts: dict[Path, _Use] = field(default_factory=dict)
    now: _Use = field(default_factory=lambda: _Use(None, None))
    groups: list[tuple[Matrix | None, Outline | None, float]] = field(default_factory=list)
    seen: set[Face] = field(default_factory=set)

    def look_at(self, face: Face, card: Card) -> None:
        if face not in self.seen:
            self.seen.add(face)
            self.now = _Use(card.id, card.place)
            face.root.paint(self)

    def element(self, element: Drawable) -> None:
        element.paint(self)

    def stamp(self, element: Drawable) -> None:
        element.compose(self)

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        del outline, fill, stroke, even_odd

    def picture(self, picture: Picture, box: Box) -> None:
        known = self.pictures.get(picture.path)
        if known is None or not known.is_changed:
            use = known or self.now
            self.pictures[picture.path] = use._replace(is_changed=self._is_changed(picture, box))

    def placeholder(self, box: Box, name: TextBlock) -> None:
        del box
        self.text(name)

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        del matrix, fill
        self.icons.setdefault(icon.name, (icon, self.now))

    def text(self, block: TextBlock) -> None:
        for span in block.spans:
            self.fonts.setdefault(span.font.path, self.now)
        for placed in block.icons:
            self.icon(placed.icon, placed.matrix, placed.fill)

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        del apart
        self.groups.append((matrix, clip, opacity))

    def close_group(self) -> None:
        self.groups.pop()

    def _is_changed(self, picture: Picture, box: Box) -> bool:
        """Whether it is stretched, faded, or cut by a frame of its own. The card's own edge crops nothing."""
        if any(opacity < 1 for _, _, opacity in self.groups):
            return True
        natural = picture.width / picture.height
        if box.height <= 0 or abs(box.width / box.height / natural - 1) > STRETCHED:
            return True
        for matrix, clip, _ in reversed(self.groups):
            if clip is not None and _sticks_out(box, clip.box()):
                return True
            if matrix is not None:
                break
        return False


def _sticks_out(box: Box, frame: Box) -> bool:
    return (
        box.x < frame.x - CROPPED
        or box.y < frame.y - CROPPED
        or box.right > frame.right + CROPPED
        or box.bottom > frame.bottom + CROPPED
    )


def draw_up(
    game: Game,
    renderer: FaceRenderer,
    request: PrintRequest | None = None,
    in_rulebook: Iterable[Path] | None = None,
) -> list[Asset]:
    """Every asset that the game's faces show, and its rulebook, by kind and name.

    ``request``: which cards count; None: all. ``in_rulebook``: the pictures that the rulebook shows; None:
    it is laid out to find them. Laying out reports to ``renderer.problems``.
    """
    onlooker = _Onlooker()
    for component, cards in chosen_sets(game, request.only if request else ()):
        _look_at_set(onlooker, renderer, component, cards, request.select if request else ())
    onlooker.now = _Use(None, None)
    if in_rulebook is None and game.rulebook is not None:
        _look_at_rulebook(onlooker, game, game.rulebook, renderer)
    for path in in_rulebook or ():
        onlooker.pictures.setdefault(path, onlooker.now)
    return _assets(game, renderer, onlooker)


def _look_at_rulebook(onlooker: _Onlooker, game: Game, rulebook: Rulebook, renderer: FaceRenderer) -> None:
    from generator.press.preflight.inspector import Preflight
    from generator.press.rasterizer import Rasterizer
    from generator.press.rulebook.book import lay_out
    from generator.press.rulebook.job import BookJob

    with Rasterizer(draft=True) as rasterizer:
        edition = BookJob(game, rulebook, paper("a4"))
        book = lay_out(edition, renderer, Preflight.of(rasterizer), renderer.problems)
    for placed in (placed for page in book.pages for placed in page) if book else ():
        for drawing in placed.piece.drawings:
            # It asks for no more than any canvas does.
            drawing.draw(cast("PdfCanvas", onlooker))


def _look_at_set(
    onlooker: _Onlooker,
    renderer: FaceRenderer,
    component: Component,
    cards: CardSet,
    select: Sequence[str],
) -> None:
    sides: tuple[Literal["front", "back"], ...] = ("front",) if component.back is None else ("front", "back")
    for number, card, _ in chosen_cards(cards, select):
        for copy in renderer.looks(component, cards, sides, card.copies):
            for side in sides:
                face = renderer.face(component, cards, card, side, number, copy)
                if face is not None:
                    onlooker.look_at(face, card)


def _assets(game: Game, renderer: FaceRenderer, seen: _Onlooker) -> list[Asset]:
    entries = entries_by_file(game)
    found: dict[tuple[str, str], Asset] = {}
    for asset in (
        *(_of_file(game, entries, "picture", path, use) for path, use in seen.pictures.items()),
        *(
            _icon(game, entries, renderer, icon, use)
            for icon, use in seen.icons.values()
            if not icon.is_missing
        ),
        *(_font(game, entries, path, use) for path, use in seen.fonts.items()),
    ):
        found.setdefault((asset.kind, asset.name), asset)
    return sorted(found.values(), key=lambda asset: (asset.kind, asset.name))


def _of_file(
    game: Game, entries: Mapping[Path, LicenceEntry], kind: AssetKind, path: Path, use: _Use
) -> Asset:
    real = path.resolve()
    entry = entries.get(real)
    name, shown = _name_in(game, path), (use.card, use.place, use.is_changed)
    if entry is None and _comes_along(game, name, real):
        return Asset(kind, name, path, OWN_MAKERS, OWN_LICENCE, OWN_SOURCE, None, None, None, *shown)
    if entry is None:
        return Asset(kind, name, path, None, None, None, None, None, None, *shown)
    known = (entry.by, entry.licence, entry.source, entry.title, entry.note, entry)
    return Asset(kind, name, path, *known, *shown)


def _comes_along(game: Game, name: str, file: Path) -> bool:
    """Whether a file is one of a bundled game, or a copy of it in the same place."""
    if file.is_relative_to(bundled_root()):
        return True
    originals = (bundled_root() / room / game.id / name for room in ("cards", "layouts"))
    return any(original.is_file() and cmp(original, file, shallow=False) for original in originals)


def _name_in(game: Game, path: Path) -> str:
    for folder in (game.folder, *game.layout_folders):
        if path.is_relative_to(folder):
            return path.relative_to(folder).as_posix()
    return path.name


def _icon(
    game: Game, entries: Mapping[Path, LicenceEntry], renderer: FaceRenderer, icon: Icon, use: _Use
) -> Asset:
    prefix = icon.name.partition(".")[0]
    if prefix in PACKS and prefix != icon.name:
        return _pack(prefix, use)
    if icon.font is not None:
        return _font(game, entries, icon.font, use)
    own = icon.picture.path if icon.picture else renderer.theme.icons.used.get(icon.name)
    if own is None:
        own = next(path for path in renderer.theme.icons.used.values() if path.stem == icon.name)
    icon_set = renderer.theme.icons.sets.get(own)
    if icon_set is None:
        return _of_file(game, entries, "icon", own, use)
    asset = _of_file(game, entries, "icon pack", own, use)
    # What game.yaml says of it goes before what the file says of itself.
    return asset if asset.entry is not None else asset._replace(**icon_set.info(renderer.problems)._asdict())


def _pack(prefix: str, use: _Use) -> Asset:
    pack = ICON_PACKS[prefix]
    known = (pack.by, pack.licence, pack.source)
    return Asset("icon pack", pack.title, None, *known, card=use.card, shown_at=use.place)


def _font(game: Game, entries: Mapping[Path, LicenceEntry], path: Path, use: _Use) -> Asset:
    if path.parent == ICON_FONTS:
        return _pack(path.stem, use)
    asset = _known_font(path)
    if asset is None:
        return _of_file(game, entries, "font", path, use)
    return asset._replace(card=use.card, shown_at=use.place)


def _known_font(path: Path) -> Asset | None:
    """A font that comes with Gatepress or with a package."""
    for name, (package, _) in BUILT_IN.items():
        if path.is_relative_to(package_folder(package)):
            font = BUILT_IN_FONTS[name]
            return Asset("font", font.title, None, font.by, font.licence, font.source)
    listed = package_of(path)
    if listed is None:
        return None
    return Asset("font", listed.family, None, listed.by, listed.spdx, listed.source)


# What game.yaml says


def entries_by_file(game: Game, problems: Problems | None = None) -> dict[Path, LicenceEntry]:
    """The entry of each file that one names, by its real path.

    Reports to ``problems`` names and patterns that match no file.
    """
    found: dict[Path, LicenceEntry] = {}
    for entry in game.licences:
        for pattern, place in zip(entry.files, entry.places, strict=True):
            files = list(islice(_matching(game, pattern), MAX_MATCHED))
            if not files and problems is not None:
                names = [_name_in(game, path) for path in _own_files(game)]
                problems.warning(
                    f"no file matches {quote(pattern)}",
                    place,
                    field="licences",
                    hint=did_you_mean(pattern, names) or "names are relative to the game's folder",
                )
            for path in files:
                found.setdefault(path.resolve(), entry)
    return found


def _matching(game: Game, pattern: str) -> Iterator[Path]:
    for folder in (game.folder, *game.layout_folders):
        for subfolder in SUBFOLDERS:
            try:
                yield from (path for path in (folder / subfolder).glob(pattern) if path.is_file())
            except (ValueError, NotImplementedError, OSError):
                # What is no pattern matches nothing.
                continue


def _own_files(game: Game) -> Iterable[Path]:
    folders = [game.folder / name for name in SUBFOLDERS[1:]]
    folders += [folder / name for folder in game.layout_folders for name in SUBFOLDERS[1:]]
    return islice((path for folder in folders for path in sorted(folder.glob("*"))), MAX_MATCHED)


# In words

_PLURALS: Mapping[AssetKind, tuple[str, str]] = {
    "picture": ("Picture", "Pictures"),
    "icon": ("Icon", "Icons"),
    "font": ("Font", "Fonts"),
    "icon pack": ("Icons", "Icons"),
}


def credit_lines(assets: Sequence[Asset]) -> list[str]:
    """A line for each entry of game.yaml whose files are among the assets, as a colophon has it."""
    groups: dict[LicenceEntry, list[Asset]] = {}
    for asset in assets:
        if asset.entry is not None:
            groups.setdefault(asset.entry, []).append(asset)
    return [_credit(entry, group) for entry, group in groups.items()]


def _credit(entry: LicenceEntry, assets: Sequence[Asset]) -> str:
    kinds = dict.fromkeys(asset.kind for asset in assets)
    nouns = [_PLURALS[kind][sum(asset.kind == kind for asset in assets) > 1] for kind in kinds]
    return credit_line(entry, join_words([nouns[0], *(noun.lower() for noun in nouns[1:])], "and"))
