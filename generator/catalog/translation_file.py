"""What stands in a file `i18n/LANG.yaml`: texts and what they were translated from, with their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.catalog.keys import Part, ValidationErrors, check_part, mapping_of, optional, part_of, simple
from generator.catalog.languages import (
    CATEGORIES,
    OTHER,
    has_form,
    language_name,
    parse_language,
    plural_categories,
    plural_examples,
)
from generator.catalog.paths import file_inside, relative_name, shown_path
from generator.catalog.problems import InputError, MissingExtraError, Place, Problems, Severity
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, quote
from generator.catalog.words import Translated, names_in
from generator.catalog.yaml_reader import MarkedDict, place_in, read_mapping

FOLDER = "i18n"
SUFFIX = ".yaml"
TextValue = str | tuple[str, ...]
"""A text, or a list of texts in one field."""
Keys = tuple[str, ...]
"""The keys that lead to an entry: ``("cards", "decks", "odd-bone", "name")``."""


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, str):
        raise InputError(
            "the text is empty", hint="write nothing behind the colon while there is no translation"
        )
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"expected text, got {quote(value)}")


def _texts(value: object) -> TextValue:
    if isinstance(value, list):
        if not value:
            raise InputError("the list is empty")
        return tuple(map(_text, value))
    return _text(value)


def _file_name(value: object) -> str:
    return relative_name(_text(value))


_TEXT = simple(_text, type=["string", "number"])
_TEXTS = simple(
    _texts, anyOf=[{"type": ["string", "number"]}, {"type": "array", "items": {"type": "string"}}]
)
_FILE_NAME = simple(_file_name, type="string")


class EntryFile(Part):
    """A text and its translation."""

    from_ = optional(_TEXTS, "The text as the game has it. If it is another there, the translation is stale.")
    to = optional(_TEXTS, "The translation; nothing if there is none yet.")
    was = optional(
        _TEXTS, "What `to` was made from, where the game's text is another now. Remove it when done."
    )
    note = optional(_TEXT, "A remark for translators.")


_ENTRY_PART = part_of(EntryFile)


def _entry(value: object) -> EntryFile:
    """A text alone stands for `{to: …}`."""
    if value is None:
        return EntryFile({})
    if isinstance(value, MarkedDict):
        return _ENTRY_PART.parse(value)
    return EntryFile({"to": _texts(value)})


_ENTRY = simple(_entry, anyOf=[{"type": ["string", "number", "null", "array"]}, _ENTRY_PART.schema])


class BookFile(Part):
    """The rulebook in the language: a file of its own."""

    from_ = optional(_TEXT, "A digest of the rulebook that was translated, written by `gatepress translate`.")
    to = optional(_FILE_NAME, "The Markdown file, in the game's folder: rulebook.de.md, for example.")
    was = optional(
        _TEXT, "The digest of the original that was translated, if it has changed since. Remove it when done."
    )
    note = optional(_TEXT, "A remark for translators.")


def _word(value: object) -> Translated | None:
    """A word, or its forms by plural category."""
    if value is None:
        return None
    if not isinstance(value, MarkedDict):
        return _text(value)
    unknown = [name for name in value if name not in CATEGORIES]
    if unknown:
        hint = did_you_mean(unknown[0], CATEGORIES) or f"the forms are {join_words(CATEGORIES, 'and')}"
        raise InputError(f"unknown plural form {code(unknown[0])}", hint=hint)
    forms = {name: _text(form) for name, form in value.items() if form is not None}
    if forms and OTHER not in forms:
        raise InputError(
            f"the form {code(OTHER)} is missing", hint="it is used wherever no other form is given"
        )
    return forms or None


_WORDS = mapping_of(
    simple(
        _word,
        anyOf=[
            {"type": ["string", "number", "null"]},
            {
                "type": "object",
                "properties": {name: {"type": ["string", "null"]} for name in CATEGORIES},
                "additionalProperties": False,
            },
        ],
    )
)
_KEPT = simple(lambda value: value, type=["string", "number", "array", "object"])
_BY_FIELD = mapping_of(_ENTRY)
_BY_ID = mapping_of(_BY_FIELD)


class TranslationFile(Part):
    """A game's texts in another language."""

    glossary = optional(mapping_of(_TEXT), "How the game's own words are translated. Not printed.")
    rulebook = optional(part_of(BookFile), "The rulebook in the language.")
    game = optional(_BY_FIELD, "Texts of game.yaml: `title`, `source`, `credits[0]` …")
    components = optional(_BY_FIELD, "Titles of components, by their ids.")
    sets = optional(_BY_ID, "Names and texts of card lists, by `component/list`.")
    cards = optional(mapping_of(_BY_ID), "Texts of cards: by component, id and field.")
    rules = optional(_BY_FIELD, "Texts under `rules` in game.yaml, by their paths.")
    data = optional(_BY_FIELD, "Texts of the game's tables, by their paths: `stars[3].name`.")
    words = optional(_WORDS, "What layouts and rulebooks print themselves, by what they print.")
    unused = optional(
        mapping_of(_KEPT), "Translations that nothing asks for now, by what they were made from."
    )


DEPTHS: Mapping[str, int] = {"game": 1, "components": 1, "sets": 2, "cards": 3, "rules": 1, "data": 1}
"""The sections with entries, and how many keys lead to one from there."""


class Entry(NamedTuple):
    """A text and its translation, as the file has them."""

    original: TextValue | None
    """What it says it is a translation of; None: it does not say."""
    text: TextValue | None
    """The translation; None while there is none."""
    was: TextValue | None
    note: str | None
    place: Place
    """Where the translation stands, or would stand."""


@dataclass(frozen=True, slots=True)
class TranslationSource:
    """A translation file, read."""

    language: str
    path: Path
    root: MarkedDict
    entries: Mapping[Keys, Entry]
    words: Mapping[str, Translated | None]
    glossary: Mapping[str, str]
    unused: Mapping[str, object]
    book: BookFile | None

    def place_of(self, *keys: str) -> Place:
        return place_in(self.root, keys)

    def key_place_of(self, *keys: str) -> Place:
        """Where the last of the keys itself stands."""
        holder: object = self.root
        for key in keys[:-1]:
            holder = holder.get(key) if isinstance(holder, MarkedDict) else None
        return holder.place_of_key(keys[-1]) if isinstance(holder, MarkedDict) else self.root.place


def language_files(folder: Path) -> dict[str, str]:
    """The names of a game's translation files by what is before the ending: ``de`` for ``de.yaml``."""
    inside = folder / FOLDER
    if not inside.is_dir():
        return {}
    files = (
        path
        for path in sorted(inside.iterdir())
        if path.suffix in (SUFFIX, ".yml") and path.name[0] not in "._"
    )
    return {path.stem: path.name for path in files}


def languages_of(folder: Path, problems: Problems | None = None) -> list[str]:
    """The languages that a game is translated into; ``problems`` reports files called like none."""
    found = []
    for stem, name in language_files(folder).items():
        place = Place(shown_path(folder / FOLDER / name))
        try:
            language = parse_language(stem)
            if name != f"{language}{SUFFIX}":
                raise InputError(f"a translation's file is called {language}{SUFFIX}", hint="rename it")
            found.append(language)
        except InputError as error:
            # Without its extra a translation can't be checked; the game itself can.
            severity: Severity = "warning" if isinstance(error, MissingExtraError) else "error"
            if problems is not None:
                problems.extend([error.at(place)._replace(severity=severity)])
    return found


def translation_path(folder: Path, language: str) -> Path:
    """Where a game's translation lies, or would. Raises InputError for one that leaves the game's folder."""
    path = folder / FOLDER / f"{language}{SUFFIX}"
    if path.exists() or path.is_symlink():
        try:
            return file_inside(folder, f"{FOLDER}/{path.name}")
        except InputError as error:
            raise InputError(error.message, place=Place(shown_path(path)), hint=error.hint) from None
    return path


def read_translation(
    folder: Path, game_title: str, language: str, problems: Problems
) -> TranslationSource | None:
    """The translation into a language; None if there is none that can be used, which is reported."""
    try:
        path = translation_path(folder, language)
        if not path.exists():
            raise InputError(
                f"{game_title} has no translation into {language_name(language)}: "
                f"there is no {shown_path(path)}",
                hint=_hint(folder, language),
            )
    except InputError as error:
        problems.add(error)
        return None
    return parse_translation(path, language, problems)


def parse_translation(path: Path, language: str, problems: Problems) -> TranslationSource | None:
    """A translation file; None if it can't be read at all. What is wrong in it is reported and left out."""
    root = read_mapping(path, problems, hint="begin with `cards:` or `words:`")
    if root is None:
        return None
    part, _ = check_part(TranslationFile, root, problems)
    entries = {
        keys: entry for section, depth in DEPTHS.items() for keys, entry in _entries(root, section, depth)
    }
    return TranslationSource(
        language,
        path,
        root,
        entries,
        part.words or {},
        part.glossary or {},
        part.unused or {},
        part.rulebook,
    )


def _entries(root: MarkedDict, section: str, depth: int) -> Iterator[tuple[Keys, Entry]]:
    """The entries of a section that can be read; the others were reported."""
    waiting: list[tuple[Keys, object]] = [((section,), root.get(section))]
    for _ in range(depth):
        waiting = [
            ((*outer, key), holder[key])
            for outer, holder in waiting
            if isinstance(holder, MarkedDict)
            for key in holder
        ]
    for keys, value in waiting:
        try:
            part = _entry(value)
        except (InputError, ValidationErrors):
            continue
        place = place_in(root, (*keys, "to") if isinstance(value, MarkedDict) else keys)
        yield keys, Entry(part.from_, part.to, part.was, part.note, place)


def _hint(folder: Path, language: str) -> str:
    known = languages_of(folder)
    begin = f"`gatepress translate {folder.name} {language}` begins one"
    return f"it has {join_words(known, 'and')}; {begin}" if known else begin


def check_words(source: TranslationSource, plurals: Mapping[str, str | None], problems: Problems) -> None:
    """Tells of translated words that lose a value in braces, or have one that the original has not.

    ``plurals``: the words that are known to be printed, with their plural form.
    """
    for word, translated in source.words.items():
        if translated is None or word not in plurals:
            continue
        many = plurals[word]
        needed, allowed = names_in(word), names_in(word) | names_in(many or "") | ({"n"} if many else set())
        place = source.place_of("words", word)
        forms = [translated] if isinstance(translated, str) else list(translated.values())
        if many is None and not isinstance(translated, str):
            problems.error("only words that are counted have plural forms", place, field=f"words.{word}")
            continue
        if not isinstance(translated, str):
            _check_forms(source, word, translated, problems)
        for form in forms:
            strange = sorted(names_in(form) - allowed)
            if strange:
                hint = did_you_mean(strange[0], allowed)
                problems.error(
                    f"there is no value {code(f'{{{strange[0]}}}')}", place, field=f"words.{word}", hint=hint
                )
            lost = sorted(needed - names_in(form) - {"n"})
            if lost:
                problems.error(f"the value {code(f'{{{lost[0]}}}')} is missing", place, field=f"words.{word}")


def _check_forms(source: TranslationSource, word: str, forms: Mapping[str, str], problems: Problems) -> None:
    """Reports plural forms that the language needs, and those that it does not have."""
    tag, name, place = source.language, language_name(source.language), source.place_of("words", word)
    for category in plural_categories(tag):
        if category not in forms:
            numbers = join_words([str(number) for number in plural_examples(tag, category)], "and")
            problems.warning(
                f"the form {code(category)} is missing, which {name} has behind {numbers}",
                place,
                field=f"words.{word}",
                hint=f"the form {code(OTHER)} is printed instead",
            )
    for category in forms:
        if not has_form(tag, category):
            at = source.place_of("words", word, category)
            known = join_words([code(one) for one in plural_categories(tag)], "and")
            problems.warning(
                f"{name} has no form {code(category)}", at, field=f"words.{word}", hint=f"it has {known}"
            )
