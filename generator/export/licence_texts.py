"""Texts of the licences of fonts and icon packs, for whoever gets these in a print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.catalog.wording import file_slug, slug
from generator.layout.faces import FaceRenderer
from generator.layout.font_packages import find_package, package_of
from generator.layout.fonts import BUILT_IN, ICON_FONTS
from generator.press.ledger import BUILT_IN_FONTS, ICON_PACKS, Asset

TEXT_FILES = ("LICENSE", "LICENSE.txt", "OFL.txt", "LICENCE", "COPYING")
PACK_TEXTS: Mapping[str, Sequence[str]] = {
    "mdi6": ("LICENSE-material-design-icons.txt", "LICENSE-apache-2.0.txt"),
    "fa6s": ("LICENSE-font-awesome.txt",),
    "fa6": ("LICENSE-font-awesome.txt",),
    "fa6b": ("LICENSE-font-awesome.txt",),
    "ph": ("LICENSE-phosphor.txt",),
    "ri": ("LICENSE-apache-2.0.txt",),
}
"""The files beside the icon fonts."""
OFL_BODY = "This Font Software is licensed under"
"""How the text of the SIL Open Font License begins below the line that says whose the font is."""
OFL_PACKAGES = ("vollkorn", "cinzel", "bitter")
"""Fonts that come with Gatepress, each with the text."""


def licence_texts(assets: Sequence[Asset]) -> dict[str, str]:
    """The texts that go along with the fonts and packs among the assets, by file name."""
    texts: dict[str, str] = {}
    for asset in assets:
        if asset.kind == "icon pack":
            prefixes = (prefix for prefix, pack in ICON_PACKS.items() if pack.title == asset.name)
            for name in (name for prefix in prefixes for name in PACK_TEXTS[prefix]):
                texts[name.removeprefix("LICENSE-")] = (ICON_FONTS / name).read_text("utf-8")
        elif asset.kind == "font" and asset.path is None:
            text = _font_text(asset.name)
            if text:
                texts[f"{file_slug(asset.name, 'font')}.txt"] = text
    return texts


def _font_text(title: str) -> str | None:
    if any(font.title == title for font in BUILT_IN_FONTS.values()):
        return _built_in_text(title)
    package = find_package(slug(title))
    return None if package is None else _text_in(package.folder)


def _built_in_text(title: str) -> str | None:
    """These packages have no text of the licence, which is the same for all fonts but for its first lines."""
    for name in OFL_PACKAGES:
        package = find_package(name)
        text = None if package is None else _text_in(package.folder)
        if text and OFL_BODY in text:
            font = next(font for font in BUILT_IN_FONTS.values() if font.title == title)
            return f"{font.title} is copyright {font.by} ({font.source}).\n\n{text[text.index(OFL_BODY) :]}"
    return None


def _text_in(folder: Path) -> str | None:
    files = (folder / name for name in TEXT_FILES)
    found = next((file for file in files if file.is_file()), None)
    return None if found is None else found.read_text("utf-8", errors="replace")


def needed_packages(game: Game) -> list[str]:
    """The packages with fonts that the game's theme names and that do not come with Gatepress."""
    theme = FaceRenderer.of(game, Problems()).theme
    found = set()
    for family in theme.fonts.roles.values():
        package = package_of(family.regular)
        if package is not None and package.name not in COME_ALONG and package.name not in BUILT_IN:
            found.add(f"fontpkg-{package.name}")
    return sorted(found)


COME_ALONG = frozenset(
    {
        "alegreya-sans",
        "barlow",
        "barlow-condensed",
        "bitter",
        "black-ops-one",
        "bodoni-moda",
        "cinzel",
        "marcellus",
        "rowdies",
        "vollkorn",
    }
)
"""The fonts of packages that Gatepress itself depends on."""
