"""Tabletop Simulator: a game as a saved object, with its pictures."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote as percent_encoded

from generator.catalog.keys import Kind, simple
from generator.catalog.press_settings import about, flag
from generator.catalog.problems import InputError
from generator.catalog.units import INCH
from generator.catalog.wording import is_device, pluralize, quote, short_name
from generator.export import tts_objects as tts
from generator.export.file_formats import save_png
from generator.export.printed_faces import CardCopy, FaceList, camera
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.export.tts_objects import Corners, Guids, Label, Object
from generator.export.virtual import (
    AROUND,
    THUMBNAIL_DPI,
    Gallery,
    Picture,
    TableOptions,
    described,
    draw_thumbnail,
    in_rows,
    is_rounded,
    list_name,
    piece_names,
    pieces_in_words,
    printed_rulebook,
    shown_faces,
    spoken_lines,
)

NAME = "Tabletop Simulator"
FOLDER_VARIABLE = "GATEPRESS_TTS_FOLDER"
"""Names the game's folder where it is none of the usual ones."""
ONE_DRIVE = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
"""Where Windows says that the documents may have gone to."""
PROTON = Path(".local/share/Steam/steamapps/compatdata/286160/pfx/drive_c/users/steamuser")
"""Where Steam keeps the home of the Windows version on Linux."""
SAVED = Path("Saves", "Saved Objects")
"""Inside the game's folder."""
HERE = "{GATEPRESS_FOLDER}"
"""Stands for its folder in a saved object that is not installed: the game knows whole paths only."""
OURS = "Gatepress"
"""Folder in the game's own, and among its saved objects."""
ROOM = 44.0
"""Units that a row on the table takes: less than its usual tables have."""
GAP = 0.8
"""Units between two things."""
MAX_LOOSE = 8
"""Copies of a board that lie on the table one by one; more are in a bag."""
ROUNDED = 0.06
"""Of the shorter side: from this radius on, a tile is one with rounded corners."""


def _parse_url(value: object) -> str:
    if isinstance(value, str) and value.startswith(("https://", "http://")) and " " not in value:
        return value.rstrip("/")
    raise InputError(
        f"expected the address of a folder, got {quote(value)}",
        hint="write for example `https://example.org/my-game`",
    )


def _parse_folder(value: object) -> Path:
    if isinstance(value, str) and value.strip():
        return Path(value).expanduser()
    raise InputError(f"expected a folder, got {quote(value)}")


URL: Kind[str] = simple(_parse_url, type="string")
FOLDER: Kind[Path] = simple(_parse_folder, type="string")


@dataclass(frozen=True, slots=True)
class TtsOptions(TableOptions):
    """Where the files go, beside what all virtual tables have."""

    install: bool = field(
        default=False,
        metadata=flag("Write into Tabletop Simulator's own folder, to appear among Saved Objects."),
    )
    folder: Path | None = field(
        default=None,
        metadata=about(
            "Tabletop Simulator's folder, to install into.",
            default_help="where it usually is",
            kind=FOLDER,
        ),
    )
    url: str | None = field(
        default=None,
        metadata=about(
            "Where the pictures will be on the web, for players elsewhere.",
            default_help="the files themselves",
            kind=URL,
        ),
    )

    @property
    def is_installed(self) -> bool:
        return self.install or self.folder is not None


def _placed_order(order: ExportOrder[TtsOptions]) -> ExportOrder[TtsOptions] | None:
    """The order with where the pictures go: beside the game's saves if they are to be found there."""
    options = order.options
    if not options.is_installed:
        return order
    game = options.folder or find_folder()
    if game is None or not game.is_dir():
        _report_missing(order, game)
        return None
    # What is to be uploaded is not looked for in there.
    folder = order.out if options.url else game.absolute() / OURS / order.game.output
    return replace(order, out=folder, below=None if options.url else game.absolute())


def _report_missing(order: ExportOrder[TtsOptions], game: Path | None) -> None:
    hint = f"say where it is with --folder or {FOLDER_VARIABLE}; start the game once, so that it makes it"
    if game is not None:
        order.problems.error(f"there is no folder {game.as_posix()}", hint=hint)
    else:
        order.problems.error("the folder of Tabletop Simulator was not found", hint=hint)


class _Piece(NamedTuple):
    """Something that lies on the table; ``width`` and ``height`` in units."""

    thing: Object
    width: float
    height: float
    what: str
    """``deck``, ``card``, ``bag``, ``token``, ``board`` or ``rulebook``."""


class _Table:
    """Makes the pieces of a game, with their pictures."""

    def __init__(self, order: ExportOrder[TtsOptions], gallery: Gallery) -> None:
        self.order = order
        self.gallery = gallery
        self.guids = Guids()

    def pieces(self, lists: Sequence[FaceList]) -> list[_Piece]:
        """Boards at the back, then cards, tokens and the rulebook."""
        makers = {"board": self._boards, "cards": self._deck, "tokens": self._tokens}
        found: list[_Piece] = []
        for kind, make in makers.items():
            for faces in lists:
                if faces.component.kind == kind:
                    found += make(faces)
        return found + list(self._rulebook())

    def url(self, picture: Picture | ExportedFile) -> str:
        file = picture.file if isinstance(picture, Picture) else picture
        prefix = self.order.options.url
        if prefix is not None:
            return f"{prefix}/{percent_encoded(file.path.name)}"
        # The game reads what follows as a path: spaces and letters stand in it as they are.
        is_installed = self.order.options.is_installed
        return f"file:///{file.path.as_posix().lstrip('/') if is_installed else f'{HERE}/{file.path.name}'}"

    # Cards

    def _deck(self, faces: FaceList) -> Iterator[_Piece]:
        plan = self.gallery.plan(faces)
        common = faces.common_back()
        sheets = {}
        back = ""
        if common is not None:
            back = self.url(self.gallery.single(faces, common, "back", "the back of all"))
        elif not faces.backs:
            back = self.url(self.gallery.plain_back())
        corners: Corners = "rounded" if is_rounded(faces, self.order.options) else "rect"
        for sheet in plan.sheets:
            front = self.url(self.gallery.sheet(faces, sheet))
            behind = back or self.url(self.gallery.sheet(faces, sheet, backs=True))
            grid = sheet.grid
            sheets[sheet.number] = tts.Sheet(front, behind, grid.columns, grid.rows, not back, corners)
        labels = _Labels(self.order, self.guids, faces)
        cards = [
            tts.TableCard(labels.of(copy), place.sheet, place.slot)
            for copy, place in zip(faces.copies, plan.places, strict=True)
        ]
        size = faces.component.size
        game, name = self.order.game.id, list_name(faces.component, faces.cards)
        guid = self.guids.of(game, name)
        label = Label(guid, faces.title, faces.cards.text or "", f"{game}/{name}", (faces.component.id,))
        thing = tts.deck(label, cards, sheets, size.width, size.height)
        what = "deck" if len(cards) > 1 else "card"
        yield _Piece(thing, size.width / INCH, size.height / INCH, what)

    # Tokens and boards

    def _tokens(self, faces: FaceList) -> Iterator[_Piece]:
        """A bag for each token that there are several of, and one for all others of the list."""
        labels = _Labels(self.order, self.guids, faces)
        by_card: dict[str, list[Object]] = {}
        for copy in faces.copies:
            by_card.setdefault(copy.front.card.id, []).append(self._flat(faces, copy, labels.of(copy)))
        several = {name: things for name, things in by_card.items() if len(things) > 1}
        single = [things[0] for name, things in by_card.items() if name not in several]
        for name, things in several.items():
            yield self._bag(faces, things, things[0]["Nickname"], name)
        if len(single) == 1:
            width, height = (side / INCH for side in (faces.trim.width, faces.trim.height))
            yield _Piece(single[0], width, height, "token")
        elif single:
            yield self._bag(faces, single, faces.title)

    def _boards(self, faces: FaceList) -> Iterator[_Piece]:
        labels = _Labels(self.order, self.guids, faces)
        width, height = (side / INCH for side in (faces.trim.width, faces.trim.height))
        things = [self._flat(faces, copy, labels.of(copy), stacks=False) for copy in faces.copies]
        if len(things) > MAX_LOOSE:
            yield self._bag(faces, things, faces.title)
        else:
            yield from (_Piece(thing, width, height, "board") for thing in things)

    def _bag(self, faces: FaceList, things: Sequence[Object], name: str, card: str = "") -> _Piece:
        notes = "/".join(filter(None, (self.order.game.id, list_name(faces.component, faces.cards), card)))
        label = Label(self.guids.of(notes, "bag"), name, pluralize(len(things), "piece"), notes)
        return _Piece(tts.bag(label, things), tts.BAG_SIDE, tts.BAG_SIDE, "bag")

    def _flat(self, faces: FaceList, copy: CardCopy, label: Label, *, stacks: bool = True) -> Object:
        """A token or board: a tile where there is one of its shape, else cut out of its picture."""
        corners = _tile_corners(faces)
        if corners is None:
            return self._cut_out(faces, copy, label)
        front = self.url(self.gallery.single(faces, copy.front, copy.front.name, "the front"))
        back = front
        if copy.back is not None:
            back = self.url(self.gallery.single(faces, copy.back, copy.back.name, "its back"))
        elif faces.component.kind == "board":
            back = self.url(self.gallery.plain_back())
        size = faces.component.size
        return tts.tile(label, front, back, size.width, size.height, corners, stacks=stacks)

    def _cut_out(self, faces: FaceList, copy: CardCopy, label: Label) -> Object:
        """A token that shows one picture on both sides; a back that is different is its second state."""
        longest = max(faces.trim.width, faces.trim.height) * (1 + 2 * AROUND)
        front = self.gallery.cut_out(faces, copy.front, copy.front.name, "the front")
        thing = tts.token(label, self.url(front), longest)
        if copy.back is None:
            return thing
        back = self.gallery.cut_out(faces, copy.back, copy.back.name, "its back")
        if back is front:
            return thing
        other = label._replace(guid=self.guids.of(label.notes, label.guid, "back"))
        return tts.with_back(thing, tts.token(other, self.url(back), longest))

    # The rest

    def _rulebook(self) -> Iterator[_Piece]:
        file = printed_rulebook(self.order)
        if file is not None:
            self.gallery.files.append(file)
            game = self.order.game
            label = Label(
                self.guids.of(game.id, "rulebook"), f"{game.title}: rules", "", f"{game.id}/rulebook"
            )
            yield _Piece(tts.book(label, self.url(file)), tts.BOOK_SIDE, tts.BOOK_SIDE, "rulebook")


class _Labels:
    """What the cards of a list say of themselves."""

    def __init__(self, order: ExportOrder[TtsOptions], guids: Guids, faces: FaceList) -> None:
        self._path = f"{order.game.id}/{list_name(faces.component, faces.cards)}"
        self._faces = faces
        self._guids = guids
        self._texts = {card: described(lines) for card, lines in spoken_lines(order, faces).items()}
        self._names = piece_names(faces)
        self._copies: Counter[str] = Counter()

    def of(self, copy: CardCopy) -> Label:
        card = copy.front.card
        self._copies[card.id] += 1
        guid = self._guids.of(self._path, card.id, self._copies[card.id])
        # A board is read on its picture.
        text = "" if self._faces.component.kind == "board" else self._texts[card.id]
        path = f"{self._path}/{card.id}"
        return Label(guid, self._names[card.id], text, path, (self._faces.component.id,))


def _tile_corners(faces: FaceList) -> Corners | None:
    """The shape of tile that a token or board is; None: none of them."""
    component = faces.component
    kind = component.shape.kind
    if kind == "circle":
        return "circle"
    if kind == "rect":
        is_rounded = component.corner >= ROUNDED * min(component.size.width, component.size.height)
        return "rounded" if is_rounded else "rect"
    # How a tile with six sides is turned is documented nowhere; its own outline is always right.
    return None


def _export(order: ExportOrder[TtsOptions]) -> list[ExportedFile]:
    lists = shown_faces(order)
    if order.problems.has_errors or not lists:
        return []
    with camera() as shots:
        gallery = Gallery(order, order.options, shots, hashed=order.options.url is not None)
        pieces = _Table(order, gallery).pieces(lists)
        thumbnail = draw_thumbnail(lists, shots, order.options.corner or 0.0)
    saved = _saved_file(order, ".json", pieces_in_words(order, [piece.what for piece in pieces]))
    text = json.dumps(tts.saved_object(_placed(pieces)), ensure_ascii=False, indent=1)
    saved.file.write_text(text + "\n", "utf-8")
    files = [saved]
    if thumbnail is not None:
        files.append(_saved_file(order, ".png", "its picture in the game"))
        save_png(thumbnail, files[-1].file, THUMBNAIL_DPI)
    return [*files, *gallery.files]


def _placed(pieces: Sequence[_Piece]) -> Iterator[Object]:
    """The things in rows, the first farthest away from the player."""
    places = list(in_rows([(piece.width, piece.height) for piece in pieces], ROOM, GAP))
    depth = max((y + piece.height / 2 for piece, (_, y) in zip(pieces, places, strict=True)), default=0.0)
    for piece, (x, y) in zip(pieces, places, strict=True):
        yield tts.moved(piece.thing, x, depth / 2 - y)


def _saved_file(order: ExportOrder[TtsOptions], end: str, says: str) -> ExportedFile:
    """The saved object or its picture, where the game looks for them."""
    language = f" ({order.game.language})" if order.game.is_translated else ""
    name = f"{_file_name(order.game.title) or order.game.id}{language}{end}"
    if not order.options.is_installed:
        return order.new_file(name, says=says)
    game = order.options.folder or find_folder()
    assert game is not None, "it was looked for before anything was drawn"
    folder = game.absolute() / SAVED
    return order.new_file(name, folder / OURS / name, says)._replace(below=folder)


def _file_name(title: str) -> str:
    """A title as a file's name that every system takes; empty if no letter can be kept."""
    kept = "".join(letter for letter in title if letter.isprintable() and letter not in '<>:"/\\|?*')
    name = short_name(" ".join(kept.split()).strip(" ."))
    return f"{name}, a game" if is_device(name) else name


def usual_folders(platform: str, home: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Where the game's folder is, most likely first."""
    if environment.get(FOLDER_VARIABLE):
        yield Path(environment[FOLDER_VARIABLE]).expanduser()
        return
    if platform == "win32":
        documents = [home, *(Path(environment[name]) for name in ONE_DRIVE if environment.get(name))]
        documents.append(home / "OneDrive")
        yield from dict.fromkeys(folder / "Documents" / "My Games" / NAME for folder in documents)
    elif platform == "darwin":
        yield home / "Library" / NAME
    else:
        data = environment.get("XDG_DATA_HOME")
        yield from dict.fromkeys(
            [
                (Path(data) if data else home / ".local" / "share") / NAME,
                home / ".local" / "share" / NAME,
                # Steam as a Flatpak.
                home / ".var" / "app" / "com.valvesoftware.Steam" / ".local" / "share" / NAME,
                home / PROTON / "Documents" / "My Games" / NAME,
            ]
        )


def find_folder() -> Path | None:
    """The game's folder on this machine, if it is there."""
    folders = usual_folders(sys.platform, Path.home(), os.environ)
    return next((folder for folder in folders if folder.is_dir()), None)


TARGET = Target(
    title=NAME,
    says="a saved object with decks, tokens, boards and the rulebook, and its pictures",
    export=_export,
    options=TtsOptions,
    purpose="share",
    press=("dpi",),
    takes_rulebook=True,
    placed=_placed_order,
)
