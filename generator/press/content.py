"""The hash on every sheet: two prints with the same one show the same cards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator import __version__
from generator.layout.faces import Face, FaceRenderer
from generator.press.job import Job


def content_hash(job: Job, renderer: FaceRenderer, faces: Iterable[Mapping[str, Face]]) -> str:
    """Eight hex digits that change whenever a printed card changes.

    Paper, marks, comments and what no layout shows leave them alone. A face's own digest has names of
    colours, fonts and icons; what they stand for is the theme's, and counts once for all faces.
    """
    component = job.component
    digest = hashlib.sha256(__version__.encode())
    digest.update(f"{component.size.width:g} {component.size.height:g} {component.bleed:g}".encode())
    if component.shape.kind != "rect":
        digest.update(repr(component.shape).encode())
    digest.update(json.dumps(renderer.theme.values, default=str).encode())
    for file in _own_files(renderer):
        digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
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
    own = [file for file in fonts if any(file.is_relative_to(folder) for folder in folders)]
    icons = [file for folder in theme.icons.folders for file in sorted(folder.glob("*.svg"))]
    return [*sorted(own), *icons]
