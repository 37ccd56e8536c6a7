"""Web pages of one file: with their style sheet inside, and those letters of their fonts that they show."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.layout.fonts import FontFile


class WebFont(NamedTuple):
    """A font, and the ``family`` that the page calls it."""

    family: str
    file: FontFile
    bold: bool
    italic: bool = False

    def rule(self, letters: set[str]) -> str:
        """A rule of a style sheet that has these letters of the font in it."""
        data = base64.b64encode(_subset(self.file, letters)).decode("ascii")
        style = "italic" if self.italic else "normal"
        looks = f"font-weight:{700 if self.bold else 400};font-style:{style}"
        source = f'url(data:font/otf;base64,{data}) format("opentype")'
        return f'@font-face{{font-family:"{self.family}";{looks};src:{source}}}'


def render_page(
    folder: Path,
    name: str,
    values: Mapping[str, object],
    fonts: Iterable[WebFont],
    *,
    trim_blocks: bool = False,
) -> str:
    """The page of ``NAME.html.j2`` in a folder, with ``NAME.css`` as its ``style``, and its ``fonts``."""
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(folder),
        keep_trailing_newline=True,
        trim_blocks=trim_blocks,
    )
    template = environment.get_template(f"{name}.html.j2")
    page = {**values, "style": Markup((folder / f"{name}.css").read_text("utf-8"))}
    # What letters the fonts need is known from the page itself.
    letters = set(template.render(page, fonts=""))
    return template.render(page, fonts=Markup("\n".join(font.rule(letters) for font in fonts)))


def _subset(font: FontFile, letters: Iterable[str]) -> bytes:
    """A font file with these letters alone, and what sets them: kerning and ligatures."""
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, letters))
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE | hb.SubsetFlags.DESUBROUTINIZE
    return bytes(hb.subset(font.face, wanted).blob.data)
