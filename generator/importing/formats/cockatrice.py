"""Deck lists of Cockatrice: ``.cod``, XML with zones of named cards."""

from __future__ import annotations

from collections.abc import Iterator

from generator.importing.importer import ImportedGame, Importer, Source
from generator.importing.named_cards import NamedCard, copies_of, game_of_names
from generator.importing.xml_tree import Element, read_xml

_SECTIONS = {"main": "cards"}
_KNOWN = {
    "deckname",
    "zone",
    "comments",
    "lastLoadedTimestamp",
    "bannerCard",
    "tags",
    "format",
    "sideboard_plan",
}
_FIELDS = {"setShortName": "set", "collectorNumber": "collector"}


def read(source: Source) -> ImportedGame:
    root = read_xml(source)
    if root.tag != "cockatrice_deck":
        raise source.error(f"expected <cockatrice_deck>, got <{root.tag}>", root.place)
    for child in root.children:
        if child.tag not in _KNOWN:
            source.note(f"<{child.tag}> is not taken over", child.place)
    cards = (card for zone in root.all("zone") for card in _cards(source, zone))
    return game_of_names(source, root.words("deckname"), cards)


def _cards(source: Source, zone: Element) -> Iterator[NamedCard]:
    section = zone.attributes.get("name", "main")
    for card in zone.children:
        name = card.attributes.get("name", "").strip()
        if card.tag != "card" or not name:
            source.note("an entry without a name is left out", card.place)
            continue
        copies = copies_of(source, card.attributes.get("number", "1"), card.place)
        more = {own: card.attributes[key] for key, own in _FIELDS.items() if card.attributes.get(key)}
        yield NamedCard(name, copies, _SECTIONS.get(section, section), more)


IMPORTER = Importer(
    title="Cockatrice",
    says="deck lists: the cards of each zone with their names and numbers",
    suffixes=(".cod",),
    recognizes=lambda source: "<cockatrice_deck" in source.text,
    read=read,
)
