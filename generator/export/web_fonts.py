"""Fonts inside of a web page: each with those letters alone that the page shows."""

from __future__ import annotations

import base64
from collections.abc import Iterable

import uharfbuzz as hb

from generator.layout.fonts import FontFile


def font_rule(family: str, font: FontFile, letters: Iterable[str], *, bold: bool, italic: bool) -> str:
    """A rule of a style sheet that has the font in it, as the ``family`` that the page calls it."""
    data = base64.b64encode(_subset(font, letters)).decode("ascii")
    looks = f"font-weight:{700 if bold else 400};font-style:{'italic' if italic else 'normal'}"
    source = f'url(data:font/otf;base64,{data}) format("opentype")'
    return f'@font-face{{font-family:"{family}";{looks};src:{source}}}'


def _subset(font: FontFile, letters: Iterable[str]) -> bytes:
    """A font file with these letters alone, and what sets them: kerning and ligatures."""
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, letters))
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE | hb.SubsetFlags.DESUBROUTINIZE
    return bytes(hb.subset(font.face, wanted).blob.data)
