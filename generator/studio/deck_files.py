"""Deck files of the studio: those that come along, that were saved, that are sent; and their art."""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import quote, slug
from generator.catalog.writing import write_file
from generator.deck.draft import Draft, draft_of, write_draft
from generator.deck.files import own_decks, read_deck
from generator.deck.limits import DeckFormat
from generator.deck.write import SUFFIXES
from generator.studio.deck_workshop import FOLDER, format_of
from generator.studio.forms import Refused
from generator.studio.project import Edition
from generator.studio.workspace import check_name, is_name, place_of, plain_files, read_stored, write_stored

SUFFIX = ".yaml"
ART = "art"
"""The folder with pictures beside deck files: there they are looked for."""
MAX_SIDE = 2400
"""Pixels: some 650 to the inch on the longer side of a poker card. What is larger is made smaller."""
JPEG_QUALITY = 92


class Loaded(NamedTuple):
    """A deck as a draft, with what its reader found."""

    draft: Draft
    revision: str
    """Of its file, for saving it again; empty for one that is no file of the workspace."""
    problems: tuple[Problem, ...]
    has_comments: bool = False
    """Whether the file has comments, which are not in the draft."""


def saved(workspace: Path) -> list[str]:
    """The names of the deck files that were saved, without links and what has no name of ours."""
    return [path.stem for path in plain_files(workspace / FOLDER, (SUFFIX,)) if is_name(path.stem)]


def load_own(edition: Edition, name: str) -> Loaded:
    """A deck that comes with the game. Raises InputError."""
    deck = own_decks(edition.game).get(name)
    if deck is None:
        raise InputError(f"the game has no deck named {quote(name)}")
    return Loaded(draft_of(deck, edition.game), "", ())


def load_saved(edition: Edition, workspace: Path, name: str) -> Loaded:
    """A deck file of the workspace. Raises InputError, or Refused with what is wrong."""
    path = place_of(workspace, (FOLDER,), check_name(name) + SUFFIX)
    stored = read_stored(path)
    if stored is None:
        raise InputError(f"there is no deck file {FOLDER}/{path.name}")
    return _read(edition.game, path.name, stored.content)._replace(revision=stored.revision)


def load_sent(edition: Edition, file_name: str, content: bytes) -> Loaded:
    """A deck file that was sent. Raises as :func:`load_saved` does."""
    suffix = Path(file_name).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"a deck file ends in {', '.join(SUFFIXES)}, got {quote(file_name)}")
    return _read(edition.game, (slug(Path(file_name).stem)[:60] or "deck") + suffix, content)


def _read(game: Game, file_name: str, content: bytes) -> Loaded:
    """Read in a folder of its own, so that it finds no files but itself."""
    problems = Problems()
    with TemporaryDirectory("gatepress-deck") as folder:
        path = Path(folder) / file_name
        path.write_bytes(content)
        deck = read_deck(game, path, problems)
        prefix = path.parent.as_posix() + "/"
    found = tuple(
        problem._replace(place=problem.place._replace(file=problem.place.file.removeprefix(prefix)))
        if problem.place
        else problem
        for problem in problems
    )
    if deck is None:
        message = found[0].message if found else "none of it can be used"
        raise Refused(found, f"the deck can't be read: {message}")
    is_yaml = Path(file_name).suffix in (".yaml", ".yml")
    return Loaded(draft_of(deck, game), "", found, is_yaml and _has_comments(content))


def _has_comments(content: bytes) -> bool:
    return any(line.lstrip().startswith(b"#") or b" #" in line for line in content.splitlines())


def save(edition: Edition, workspace: Path, name: str, draft: Draft, revision: str) -> str:
    """Writes a draft to the workspace over what was read as ``revision``; the new revision.

    Raises InputError, or ChangedError where the file is another by now.
    """
    path = place_of(workspace, (FOLDER,), check_name(name) + SUFFIX)
    return write_stored(path, content_of(edition.game, format_of(edition), draft), revision)


def content_of(game: Game, limits: DeckFormat, draft: Draft) -> bytes:
    return write_draft(draft, game, limits.fields).content.encode()


# Art


def store_art(workspace: Path, file_name: str, content: bytes, folders: tuple[str, ...] = (FOLDER,)) -> str:
    """Keeps a picture for cards beside their files, which lie in ``folders``; what cards call it.

    Raises InputError.

    Pixels are decoded, turned the right way up and written anew: nothing else of the file is kept. Drawings
    are kept as they are.
    """
    stem = slug(Path(file_name).stem)[:40].strip("-") or "picture"
    with TemporaryDirectory("gatepress-art") as folder:
        written, suffix = _checked(Path(folder) / stem, content)
    name = f"{stem}-{hashlib.sha256(written).hexdigest()[:8]}{suffix}"
    path = place_of(workspace, (*folders, ART), name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the picture can't be kept: {error.strerror or error}") from None
    write_file(path, written)
    return f"{ART}/{name}"


def _checked(path: Path, content: bytes) -> tuple[bytes, str]:
    """The picture as it is kept, and the ending of its file. Raises InputError."""
    from generator.layout.pictures import BROKEN, DECODING, open_image, read_picture

    path.write_bytes(content)
    picture = read_picture(path)
    if picture.format == "svg":
        return content, ".svg"
    picture.require_pixels()
    try:
        with DECODING:
            return _encoded(open_image(content), is_photo=picture.format == "jpeg")
    except (*BROKEN, MemoryError) as error:
        reason = str(error) or "it can't be decoded"
        raise InputError(f"the picture {path.name} can't be used: {reason}", hint="save it as PNG") from None


def _encoded(image: object, *, is_photo: bool) -> tuple[bytes, str]:
    from PIL import Image, ImageOps

    assert isinstance(image, Image.Image)
    if is_photo:
        image.draft("RGB", (MAX_SIDE, MAX_SIDE))
    has_alpha = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    upright = ImageOps.exif_transpose(image).convert("RGBA" if has_alpha else "RGB")
    upright.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS)
    buffer = BytesIO()
    if is_photo:
        upright.save(buffer, "JPEG", quality=JPEG_QUALITY)
        return buffer.getvalue(), ".jpg"
    upright.save(buffer, "PNG", optimize=True)
    return buffer.getvalue(), ".png"
