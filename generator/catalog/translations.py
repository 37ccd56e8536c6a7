"""A game in another language: the texts of its database with those of a translation file in their place.

Ids, numbers and everything that is played stay as they are: only what is printed changes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from generator.catalog.card_words import CARD_WORDS
from generator.catalog.changes import ChangedCard
from generator.catalog.languages import language_name
from generator.catalog.models import Card, CardSet, Component, Game, NamedDeck, Rulebook
from generator.catalog.paths import file_inside, read_bytes
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.translation_file import Entry, Keys, TextValue, TranslationSource, read_translation
from generator.catalog.wording import code, listed, pluralize, quote
from generator.catalog.words import Words
from generator.catalog.yaml_reader import MarkedDict

Value = TypeVar("Value")

NAME_FIELDS = ("name", "title", "text")
"""Fields that are printed as text though a single word stands in them."""
MAX_STALE = 20
"""Stale translations that are reported one by one."""
MAX_NAMED = 6
"""Texts that the message about missing ones names."""
MAX_BOOK = 16 * 1024 * 1024
_PHRASE = re.compile(r"[^\W\d_]\S*\s+\S|\s\S*[^\W\d_]")
"""Words with a space between them: a text, and no name of a file, an icon or a value."""
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Text(NamedTuple):
    """A text of the database."""

    keys: Keys
    """Where its translation stands in the translation file."""
    value: TextValue
    is_wanted: bool
    """Whether it is printed, as far as one can know: others may be translated, and are not missed."""


def texts_of(game: Game) -> Iterator[Text]:
    """All texts of a game's database, each once, in the order of its files."""
    yield from _texts_of_game(game)
    for component in game.components:
        yield Text(("components", component.id), component.title, "title" in component.source)
    for component in game.components:
        for cards in component.sets:
            yield from _texts_of_set(component, cards)
    for component in game.components:
        yield from _texts_of_cards(component)
    for section, holder in (("rules", game.rules), ("data", game.data)):
        found = list(_strings(holder))
        # Like the fields of cards: what says something of several words anywhere is a text everywhere.
        printed = {*NAME_FIELDS, *(name for _, name, text in found if _PHRASE.search(text))}
        for path, name, text in found:
            yield Text((section, path), text, name in printed)


def _texts_of_game(game: Game) -> Iterator[Text]:
    yield Text(("game", "title"), game.title, True)
    for name, value in (("designer", game.designer), ("source", game.source), ("players", game.players)):
        if value is not None:
            yield Text(("game", name), value, name != "designer" and bool(_HAS_LETTER.search(value)))
    for index, line in enumerate(game.credits):
        yield Text(("game", f"credits[{index}]"), line, True)
    for name, variant in game.variants.items():
        yield Text(("game", f"variants.{name}.says"), variant.says, True)


def _texts_of_set(component: Component, cards: CardSet) -> Iterator[Text]:
    keys = ("sets", f"{component.id}/{cards.id}")
    if cards.name != component.title:
        yield Text((*keys, "name"), cards.name, True)
    if cards.text:
        yield Text((*keys, "text"), cards.text, True)


def _texts_of_cards(component: Component) -> Iterator[Text]:
    printed = _printed_fields(component)
    cards = [card for part in component.sets for card in part.cards]
    # What stands with a card is translated there, and not again with those that take it over.
    seen = {(card.place_of(name), name) for card in cards for name in card.sources[0]}
    for card in cards:
        for name, given in card.values.items():
            value = _text_value(given)
            if value is None or name in CARD_WORDS:
                continue
            shared = _origin(card, name)
            is_first = shared is None or shared not in seen
            if shared is not None:
                seen.add(shared)
            yield Text(("cards", component.id, card.id, name), value, name in printed and is_first)


def _origin(card: Card, name: str) -> tuple[Place, str] | None:
    """What identifies a value that a card takes over from another, or from defaults: where it stands."""
    place = card.place_of(name)
    return None if name in card.sources[0] or not place.line else (place, name)


def _printed_fields(component: Component) -> set[str]:
    """The fields that are texts: as they are declared, or else as they look."""
    declared = component.source.get("fields")
    if isinstance(declared, MarkedDict):
        kinds = {name: _declared_type(given) for name, given in declared.items()}
        phrases = _with_phrases(component)
        return {
            name
            for name, kind in kinds.items()
            if (kind == "text" and (name in NAME_FIELDS or name in phrases))
            or (kind == "list" and name in phrases)
        }
    return {*NAME_FIELDS, *_with_phrases(component)}


def _declared_type(given: object) -> object:
    return given.get("type") if isinstance(given, MarkedDict) else given


def _with_phrases(component: Component) -> set[str]:
    """The fields that say something of several words on any card."""
    return {
        name
        for cards in component.sets
        for card in cards.cards
        for name, given in card.values.items()
        if (value := _text_value(given)) is not None
        and any(_PHRASE.search(text) for text in ([value] if isinstance(value, str) else value))
    }


def _text_value(given: object) -> TextValue | None:
    if isinstance(given, str):
        return given if _HAS_LETTER.search(given) else None
    if isinstance(given, list) and given and all(isinstance(item, str) for item in given):
        return tuple(given)
    return None


def _strings(holder: object, path: str = "", name: str = "") -> Iterator[tuple[str, str, str]]:
    """The texts in lists and mappings: their paths, the last key of these, and the texts."""
    if isinstance(holder, Mapping):
        for key, value in holder.items():
            yield from _strings(value, f"{path}.{key}" if path else str(key), str(key))
    elif isinstance(holder, list):
        for index, value in enumerate(holder):
            yield from _strings(value, f"{path}[{index}]", name)
    elif isinstance(holder, str) and _HAS_LETTER.search(holder):
        yield path, name, holder


# The translated game


def translate(game: Game, language: str, problems: Problems) -> Game:
    """The game with the texts of its translation into a language; what has none stays as it is.

    Missing and stale translations are warnings, those of texts that the game does not have are errors.
    """
    if language == game.language:
        return game
    source = read_translation(game.folder, game.title, language, problems)
    if source is None:
        return replace(game, is_whole=False)
    if game.is_whole:
        # Of what could not be read of a game nobody knows whether it has such a text.
        report(game, source, problems)
    return translated(game, source)


def translated(game: Game, source: TranslationSource) -> Game:
    """The game with what a translation file has of it, as far as it fits."""
    known = {text.keys: text.value for text in texts_of(game)}
    texts = {
        keys: entry
        for keys, entry in source.entries.items()
        if entry.text is not None and keys in known and _fits(entry.text, known[keys])
    }
    overlay = _Overlay(texts)
    titles = {one.title: overlay.text(("components", one.id), one.title) for one in game.components}
    pairs = [(one, overlay.component(one, titles)) for one in game.components]
    new_of = {
        id(old): new
        for before, after in pairs
        for old_set, new_set in zip(before.sets, after.sets, strict=True)
        for old, new in zip(old_set.cards, new_set.cards, strict=True)
    }
    components = {id(before): after for before, after in pairs}
    return replace(
        game,
        language=source.language,
        is_translated=True,
        title=overlay.text(("game", "title"), game.title),
        designer=overlay.text(("game", "designer"), game.designer),
        source=overlay.text(("game", "source"), game.source),
        players=overlay.text(("game", "players"), game.players),
        credits=tuple(
            overlay.text(("game", f"credits[{index}]"), line) for index, line in enumerate(game.credits)
        ),
        variants={
            name: one._replace(says=overlay.text(("game", f"variants.{name}.says"), one.says))
            for name, one in game.variants.items()
        },
        rules=overlay.values("rules", game.rules),
        data=overlay.values("data", game.data),
        rulebook=_book(game, source),
        components=tuple(after for _, after in pairs),
        decks={
            name: NamedDeck(
                deck.name,
                tuple(((components[id(of)], new_of[id(card)]), copies) for (of, card), copies in deck.cards),
                deck.place,
            )
            for name, deck in game.decks.items()
        },
        words=Words(
            source.language,
            {word: form for word, form in source.words.items() if form is not None},
            is_translation=True,
        ),
    )


class _Overlay:
    """The translated texts, by their keys."""

    def __init__(self, texts: Mapping[Keys, Entry]) -> None:
        self._texts = texts

    def text(self, keys: Keys, original: Value) -> Value:
        entry = self._texts.get(keys)
        return original if entry is None or original is None else entry.text  # type: ignore[return-value]

    def component(self, component: Component, titles: Mapping[str, str]) -> Component:
        contents = component.box_contents
        if contents is not None:
            parts = tuple((titles.get(title, title), number) for title, number in contents.parts)
            contents = replace(contents, parts=parts)
        title = titles[component.title]
        inherited = self._inherited(component)
        sets = tuple(self._set(component, cards, title, inherited) for cards in component.sets)
        return replace(component, title=title, box_contents=contents, sets=sets)

    def _set(
        self, component: Component, cards: CardSet, title: str, inherited: Mapping[tuple[Place, str], Entry]
    ) -> CardSet:
        keys = ("sets", f"{component.id}/{cards.id}")
        name = title if cards.name == component.title else self.text((*keys, "name"), cards.name)
        return replace(
            cards,
            name=name,
            text=self.text((*keys, "text"), cards.text),
            cards=tuple(self._card(component, card, inherited) for card in cards.cards),
        )

    def _inherited(self, component: Component) -> dict[tuple[Place, str], Entry]:
        """Translations of what cards take over, by where that stands."""
        found: dict[tuple[Place, str], Entry] = {}
        for cards in component.sets:
            for card in cards.cards:
                for name in card.values:
                    entry = self._texts.get(("cards", component.id, card.id, name))
                    place = card.place_of(name)
                    if entry is not None and place.line:
                        found.setdefault((place, name), entry)
        return found

    def _card(self, component: Component, card: Card, inherited: Mapping[tuple[Place, str], Entry]) -> Card:
        found: dict[str, Entry] = {}
        for name in card.values:
            entry = self._texts.get(("cards", component.id, card.id, name))
            if entry is None:
                origin = _origin(card, name)
                entry = inherited.get(origin) if origin is not None else None
            if entry is not None:
                found[name] = entry
        if not found:
            return card
        shown = ChangedCard(card.sources[0])
        for name, entry in found.items():
            shown.change(name, plain_text(entry.text), entry.place)
        values = {**card.values, **{name: shown[name] for name in found}}
        return replace(card, values=values, sources=(shown, *card.sources[1:]))

    def values(self, section: str, holder: Mapping[str, object]) -> Mapping[str, object]:
        texts = {keys[1]: entry.text for keys, entry in self._texts.items() if keys[0] == section}
        if not texts:
            return holder
        changed = _replaced(holder, texts, "")
        assert isinstance(changed, Mapping)
        return changed


def plain_text(text: object) -> object:
    """A text, or a list of texts, as a card has it."""
    return list(text) if isinstance(text, tuple) else text


def _replaced(holder: object, texts: Mapping[str, object], path: str) -> object:
    if isinstance(holder, Mapping):
        inner = {key: f"{path}.{key}" if path else str(key) for key in holder}
        return {key: _replaced(value, texts, inner[key]) for key, value in holder.items()}
    if isinstance(holder, list):
        return [_replaced(value, texts, f"{path}[{index}]") for index, value in enumerate(holder)]
    return texts.get(path, holder)


def _fits(text: TextValue, original: TextValue) -> bool:
    """Whether both are texts, or lists of as many."""
    if isinstance(text, str) or isinstance(original, str):
        return isinstance(text, str) and isinstance(original, str)
    return len(text) == len(original)


def _book(game: Game, source: TranslationSource) -> Rulebook | None:
    """The rulebook in the language, where its file can be used; else the game's own."""
    name = source.book.to if source.book is not None else None
    if game.rulebook is None or name is None:
        return game.rulebook
    try:
        file_inside(game.folder, name)
    except InputError:
        return game.rulebook
    return game.rulebook._replace(text=name)


def book_digest(game: Game) -> str | None:
    """What identifies the rulebook as it is; None for a game without, or one that can't be read."""
    if game.rulebook is None:
        return None
    try:
        data = read_bytes(file_inside(game.folder, game.rulebook.text), None, MAX_BOOK)
    except InputError:
        return None
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:16]


# What is wrong with a translation


def report(game: Game, source: TranslationSource, problems: Problems) -> None:
    """Reports what of a translation is unknown to the game, missing, or stale; ``game`` is the original."""
    texts = {text.keys: text for text in texts_of(game)}
    _report_unknown(game, source, texts, problems)
    _report_missing(source, texts, problems)
    _report_stale(source, texts, problems)
    _report_book(game, source, problems)


def _report_unknown(
    game: Game, source: TranslationSource, texts: Mapping[Keys, Text], problems: Problems
) -> None:
    for keys, entry in source.entries.items():
        text = texts.get(keys)
        if text is None:
            message, at, hint = _unknown(game, keys, texts)
            problems.error(message, source.key_place_of(*keys[:at]), field=".".join(keys[:at]), hint=hint)
        elif entry.text is not None and not _fits(entry.text, text.value):
            expected = (
                "a text" if isinstance(text.value, str) else f"a list of {pluralize(len(text.value), 'text')}"
            )
            problems.error(f"the original is {expected}", entry.place, field=".".join(keys))


def _unknown(game: Game, keys: Keys, texts: Iterable[Keys]) -> tuple[str, int, str | None]:
    """What of the keys the game does not have, how many of them lead there, and what may be meant."""
    at = 1
    while any(known[: at + 1] == keys[: at + 1] for known in texts):
        at += 1
    word = keys[at]
    siblings = list(dict.fromkeys(known[at] for known in texts if known[:at] == keys[:at]))
    hint = did_you_mean(word, siblings)
    section = keys[0]
    if section == "cards" and at == 3:
        value = next(card for card in game.cards_in(keys[1]) if card.id == keys[2]).values.get(word)
        if value is not None and word not in CARD_WORDS:
            return f"only texts are translated, and {code(word)} is {quote(value)}", at + 1, "remove it"
        return f"the card has no text {code(word)}", at + 1, hint
    noun = {
        ("cards", 1): "component with texts",
        ("cards", 2): "card with texts",
        ("components", 1): "component",
        ("sets", 1): "card list",
        ("sets", 2): "text of a card list",
    }.get((section, at), f"text in {section}")
    if hint is None and siblings and len(siblings) <= MAX_NAMED:
        hint = (
            f"there is {listed(map(code, siblings))}"
            if len(siblings) == 1
            else f"there are {listed(map(code, siblings))}"
        )
    return f"the game has no {noun} {code(word)}", at + 1, hint


def _report_missing(source: TranslationSource, texts: Mapping[Keys, Text], problems: Problems) -> None:
    """One warning for each section and component: a list of all would hide everything else."""
    missing: dict[Keys, list[Text]] = {}
    wanted: dict[Keys, int] = {}
    for keys, text in texts.items():
        if not text.is_wanted:
            continue
        section = keys[:2] if keys[0] in ("cards", "sets") else keys[:1]
        wanted[section] = wanted.get(section, 0) + 1
        entry = source.entries.get(keys)
        if entry is None or entry.text is None:
            missing.setdefault(section, []).append(text)
    name, hint = language_name(source.language), _how(source)
    for section, found in missing.items():
        entry = source.entries.get(found[0].keys)
        place = entry.place if entry is not None else source.place_of(*section)
        lacking = [".".join(text.keys[len(section) :]) or section[-1] for text in found]
        some = listed(lacking[:MAX_NAMED]) + (
            f" and {len(lacking) - MAX_NAMED} more" if len(lacking) > MAX_NAMED else ""
        )
        problems.warning(
            f"{len(found)} of {pluralize(wanted[section], 'text')} "
            f"{'has' if len(found) == 1 else 'have'} no translation into {name}: {some}",
            place,
            field=".".join(section),
            hint=hint,
        )


def _report_stale(source: TranslationSource, texts: Mapping[Keys, Text], problems: Problems) -> None:
    stale = [
        (entry, texts[keys])
        for keys, entry in source.entries.items()
        if keys in texts and is_stale(entry, texts[keys].value)
    ]
    for entry, text in stale[:MAX_STALE]:
        old = entry.was if entry.was is not None else entry.original
        problems.warning(
            f"the translation is stale: it was made from {_quoted(old)}, which is {_quoted(text.value)} now",
            entry.place,
            field=".".join(text.keys),
            hint="change it, and remove `was`" if entry.was is not None else "change it, and `from`",
        )
    if len(stale) > MAX_STALE:
        problems.warning(
            f"{pluralize(len(stale) - MAX_STALE, 'more translation')} are stale",
            Place(source.root.place.file),
            hint=_how(source, "marks them"),
        )


def is_stale(entry: Entry, value: TextValue) -> bool:
    """Whether a translation was made from another text than the game has now."""
    if entry.text is None:
        return False
    return entry.was is not None or (entry.original is not None and entry.original != value)


def _report_book(game: Game, source: TranslationSource, problems: Problems) -> None:
    book, name = source.book, language_name(source.language)
    if game.rulebook is None:
        if book is not None:
            problems.error("the game has no rulebook", source.key_place_of("rulebook"), field="rulebook")
        return
    if book is None or book.to is None:
        problems.warning(
            f"the rulebook has no translation into {name}",
            source.place_of("rulebook"),
            field="rulebook",
            hint=_how(source),
        )
        return
    place = source.place_of("rulebook", "to")
    try:
        file_inside(game.folder, book.to)
    except InputError as error:
        problems.add(error, place, field="rulebook.to")
        return
    if book.was is not None or (book.from_ is not None and book.from_ != book_digest(game)):
        problems.warning(
            f"the translated rulebook is stale: {game.rulebook.text} was changed since",
            place,
            field="rulebook",
            hint=f"change {book.to}, then give `from` the digest {book_digest(game)}, and remove `was`",
        )


def _quoted(text: TextValue | None) -> str:
    return quote(text if isinstance(text, str) else ", ".join(text or ()))


def _how(source: TranslationSource, does: str = "adds what is missing") -> str:
    return f"`gatepress translate {source.path.parent.parent.name} {source.language}` {does}"
