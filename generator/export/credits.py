"""The credits of a game as text: who made it, and every picture, icon and font that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.catalog.licences import identifiers, licence_address, licence_name
from generator.catalog.models import Game, LicenceEntry
from generator.catalog.problems import Problems
from generator.catalog.wording import as_sentence, file_slug, pluralize, slug
from generator.layout.faces import FaceRenderer
from generator.layout.font_packages import TEXT_FILES, find_package, package_of
from generator.layout.fonts import BUILT_IN, ICON_FONTS
from generator.press.ledger import BUILT_IN_FONTS, ICON_PACKS, Asset, AssetKind

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
    if package is None:
        return None
    folder = package.folder
    places = (folder, *sorted(folder.parent.glob(f"{folder.name}-*.dist-info/licenses")))
    return next(filter(None, map(_text_in, places)), None)


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


def needed_packages(game: Game, assets: Iterable[Asset]) -> list[str]:
    """The packages with fonts that the game's theme names, or that it shows, and that Gatepress lacks."""
    theme = FaceRenderer.of(game, Problems()).theme
    named = (package_of(family.regular) for family in theme.fonts.families)
    fonts = (asset for asset in assets if asset.kind == "font" and asset.path is None)
    found = set()
    for package in (*named, *(find_package(slug(font.name)) for font in fonts)):
        if package is not None and package.name not in COME_ALONG and package.name not in BUILT_IN:
            found.add(package.distribution)
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


HEADINGS: Mapping[AssetKind, str] = {
    "picture": "Pictures",
    "icon": "Icons",
    "icon pack": "Icon packs",
    "font": "Fonts",
}
MAX_NAMED = 12
"""Files of one entry that are named."""


class Credits(NamedTuple):
    """What is to be said, before it is put into a form."""

    title: str
    head: list[str]
    """Sentences about the game itself."""
    sections: dict[str, list[Credit]]
    """By heading."""
    licences: list[tuple[str, str]]
    """What each licence is called, and the address of its text."""


class Credit(NamedTuple):
    """A maker's work, or a font or pack."""

    work: str
    by: str | None
    licence: str
    source: str | None
    note: str | None
    files: tuple[str, ...] = ()
    """Empty where the work's name says it all."""


def credited(game: Game, assets: Sequence[Asset]) -> Credits:
    sections: dict[str, list[Credit]] = {}
    for kind, heading in HEADINGS.items():
        credits = list(_of_kind([asset for asset in assets if asset.kind == kind]))
        if credits:
            sections[heading] = credits
    return Credits(game.title, list(_head(game)), sections, _addresses(game, assets))


def _addresses(game: Game, assets: Sequence[Asset]) -> list[tuple[str, str]]:
    expressions = [game.licence, *(asset.licence for asset in assets)]
    named = {name for expression in expressions if expression for name in identifiers(expression)}
    found = [(licence_name(name), licence_address(name)) for name in sorted(named)]
    return [(name, address) for name, address in found if address is not None]


def _head(game: Game) -> Iterator[str]:
    by = f" by {game.designer}" if game.designer else ""
    year = f", {game.year}" if game.year else ""
    yield as_sentence(f"{game.title}{by}{year}") + f" Version {game.version}."
    if game.source:
        yield as_sentence(f"After {game.source}")
    if game.licence:
        yield as_sentence(f"Rules and texts: {licence_name(game.licence)}")
    yield from (as_sentence(line) for line in game.credits)


def _of_kind(assets: Sequence[Asset]) -> Iterator[Credit]:
    """Files that have one entry, or one maker, are listed together."""
    groups: dict[tuple[object, ...], list[Asset]] = {}
    for asset in assets:
        groups.setdefault(_key(asset), []).append(asset)
    for group in groups.values():
        first, names = group[0], tuple(asset.name for asset in group)
        licence = licence_name(first.licence) if first.licence else "no licence is known"
        if first.path is None:
            yield Credit(first.name, first.by, licence, first.source, first.note)
            continue
        work = f"“{first.title}”" if first.title else _work(first.kind, names)
        yield Credit(work, first.by, licence, first.source, first.note, names)


def _key(asset: Asset) -> tuple[object, ...]:
    entry: LicenceEntry | None = asset.entry
    if asset.path is None:
        return (asset.name,)
    return (entry,) if entry is not None else (None, asset.by, asset.licence)


def _work(kind: str, names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else pluralize(len(names), kind)


def as_text(credits: Credits) -> str:
    """Plain text, a line for each credit, with a line break at the end."""
    licences = [f"{name}: {address}" for name, address in credits.licences]
    return _text(credits, credits.head, "{}", "  ", "    ", licences)


def as_markdown(credits: Credits) -> str:
    """Markdown, a list below each heading."""
    head = [f"# Credits of {credits.title}", "", " ".join(credits.head)]
    licences = [f"[{name}]({address})" for name, address in credits.licences]
    return _text(credits, head, "## {}\n", "- ", "  ", licences)


def _text(
    credits: Credits, head: Sequence[str], heading: str, first: str, more: str, licences: Sequence[str]
) -> str:
    """``first`` and ``more`` stand before the first line of a credit and before its others."""
    lines = list(head)
    for title, entries in credits.sections.items():
        lines += ["", heading.format(title)]
        for entry in entries:
            lines += [f"{first}{_credit(entry)}", *(f"{more}{line}" for line in _more(entry))]
    if licences:
        lines += ["", heading.format("Licences"), *(f"{first}{one}" for one in licences)]
    return "\n".join(lines) + "\n"


def _credit(entry: Credit) -> str:
    by = f" by {entry.by}" if entry.by else ""
    source = f", <{entry.source}>" if entry.source else ""
    return f"{entry.work}{by}: {entry.licence}{source}"


def _more(entry: Credit) -> Iterator[str]:
    if entry.note:
        yield as_sentence(entry.note)
    if len(entry.files) > 1 or (entry.files and entry.work != entry.files[0]):
        more = f" and {len(entry.files) - MAX_NAMED:,} more" if len(entry.files) > MAX_NAMED else ""
        yield ", ".join(entry.files[:MAX_NAMED]) + more
