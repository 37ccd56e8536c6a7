"""Deck lists as text, a line for each card: ``3 Name``, as tables and shops of trading cards read them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.catalog.wording import quote, slug
from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.named_cards import NamedCard, copies_of, game_of_names

_CARD = re.compile(r"(?P<side>SB:\s*)?(?P<copies>\d+)\s*[xX×]?\s+(?:\[(?P<set>\w{2,8})\]\s+)?(?P<name>\S.*)")
_PRINTING = re.compile(
    r"(?P<name>.*\S)\s+[(\[](?P<set>\w{2,8})[)\]](?:\s+(?P<collector>[\w-]+))?(?:\s+[*#^].*)?"
)
_COMMENT = ("//", "#", ";")
_LONGEST = 300
"""Letters of a line that is looked at."""
_LOOKED_AT = 10_000
_MAIN = ("deck", "main", "maindeck", "main-deck", "mainboard")


def read(source: Source) -> ImportedGame:
    return game_of_names(source, None, _cards(source))


def _cards(source: Source) -> Iterator[NamedCard]:
    section = "cards"
    for number, written in enumerate(source.text.split("\n"), 1):
        line = written.strip()
        if not line or line.startswith(_COMMENT):
            continue
        found = _CARD.fullmatch(line[:_LONGEST])
        if found is not None:
            place = source.place(number, written.index(line) + 1)
            copies = copies_of(source, found["copies"], place)
            printing = _PRINTING.fullmatch(found["name"])
            given = {**found.groupdict(), **(printing.groupdict() if printing else {})}
            more = {key: given[key] for key in ("set", "collector") if given.get(key)}
            yield NamedCard(given["name"], copies, "sideboard" if found["side"] else section, more)
        elif len(line.split()) <= 2 and (heading := slug(line)):
            section = "cards" if heading in _MAIN else heading
        else:
            source.note(f"{quote(line)} names no card", source.place(number))


def _recognizes(source: Source) -> bool:
    lines = [line.strip() for line in source.text[:_LOOKED_AT].split("\n")]
    lines = [line for line in lines if line and not line.startswith(_COMMENT)]
    return 2 * sum(_CARD.fullmatch(line[:_LONGEST]) is not None for line in lines) > len(lines)


IMPORTER = Importer(
    title="deck list",
    says="lines such as `3 Name`, in sections, with the set and number of a printing",
    suffixes=(".txt", ".dec", ".mwdeck"),
    recognizes=_recognizes,
    read=read,
)
