"""Writing a translation file: every text that is to be translated, with what is translated already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.catalog.languages import language_name, plural_categories
from generator.catalog.models import Game
from generator.catalog.translation_file import DEPTHS, BookFile, Entry, Keys, TextValue, TranslationSource
from generator.catalog.translations import Text, book_digest, is_stale, plain_text, texts_of
from generator.catalog.words import Asked

WIDTH = 116
"""Letters of a line of the file; longer texts go on in the next."""
ORDER = ("glossary", "rulebook", "game", "components", "sets", "cards", "rules", "data", "words", "unused")


class Update(NamedTuple):
    """A translation file as it is to be written, and what is left to do in it."""

    text: str
    texts: int
    """How many texts and words there are to translate."""
    missing: int
    stale: int
    unused: int
    """Translations that nothing asks for now."""


@dataclass(slots=True)
class _State:
    """What has been looked at so far."""

    unused: dict[str, Any]
    texts: int = 0
    missing: int = 0
    stale: int = 0
    sections: dict[str, Any] = field(default_factory=dict)


def updated(
    game: Game,
    language: str,
    source: TranslationSource | None,
    words: Sequence[Asked],
    possible: Iterable[str],
    book_file: str | None,
    head: str,
) -> Update:
    """The file with a place for each text of ``game``, which is the original.

    ``words``: what layouts and rulebook print. ``possible``: what they may print in other cases, so that
    translations of it are kept. ``book_file``: the translated rulebook, if its file is there. ``head``: the
    comments that the file begins with.
    """
    state = _State(dict(source.unused) if source is not None else {})
    entries = dict(source.entries) if source is not None else {}
    _update_texts(game, entries, state)
    if game.rulebook is not None:
        _update_book(game, source, book_file, state)
    _update_words(language, source, words, set(possible), state)
    glossary = dict(source.glossary) if source is not None else {}
    sections = {**state.sections, "glossary": glossary, "unused": state.unused}
    parts = [_dumped(name, sections[name]) for name in ORDER if sections.get(name)]
    return Update(head + "\n".join(parts), state.texts, state.missing, state.stale, len(state.unused))


def new_head(game: Game, language: str) -> str:
    """The comments of a new file."""
    return (
        f"# {game.title}: {language_name(language)} texts. What to do here: docs/translations.md.\n"
        "# Write the translation behind `to`. Leave `from` as it is: it shows when the original changes.\n\n"
    )


def head_of(text: str) -> str:
    """The comments that a file begins with."""
    lines = text.removeprefix("\ufeff").splitlines()
    count = next((number for number, line in enumerate(lines) if line.strip() and line[0] != "#"), len(lines))
    kept = "\n".join(lines[:count]).rstrip()
    return f"{kept}\n\n" if kept else ""


def _update_texts(game: Game, entries: dict[Keys, Entry], state: _State) -> None:
    texts = list(texts_of(game))
    known = {text.keys for text in texts}
    for keys, entry in entries.items():
        # What it is a translation of is no longer there; it may come back under another id.
        if keys not in known and entry.text is not None:
            state.unused.setdefault(_key(entry.original, keys), plain_text(entry.text))
    for text in texts:
        found = entries.get(text.keys)
        if found is None and not text.is_wanted:
            continue
        holder = state.sections.setdefault(text.keys[0], {})
        for key in text.keys[1 : DEPTHS[text.keys[0]]]:
            holder = holder.setdefault(key, {})
        holder[text.keys[-1]] = _entry(text, found, state)


def _entry(text: Text, entry: Entry | None, state: _State) -> dict[str, object]:
    """The entry with the text as it is now; of a stale one also what it was."""
    to = None if entry is None else entry.text
    was = None if entry is None else entry.was
    if to is None:
        key = _key(text.value, text.keys)
        found = state.unused.get(key)
        if isinstance(found, str) == isinstance(text.value, str) and found is not None:
            to, was = state.unused.pop(key), None
    elif entry is not None and is_stale(entry, text.value) and was is None:
        was = entry.original
    return _made(text.value, was, to, None if entry is None else entry.note, state)


def _update_book(game: Game, source: TranslationSource | None, file: str | None, state: _State) -> None:
    book = source.book if source is not None and source.book is not None else BookFile({})
    digest, to = book_digest(game), book.to or file
    was = book.was if book.was is not None or book.from_ == digest else book.from_
    state.sections["rulebook"] = _made(digest, was, to, book.note, state)


def _made(
    original: TextValue | None, was: TextValue | None, to: object, note: str | None, state: _State
) -> dict[str, object]:
    """An entry of the file, which is counted."""
    made: dict[str, object] = {"from": plain_text(original)}
    if was is not None and was != original and to is not None:
        made["was"] = plain_text(was)
        state.stale += 1
    made["to"] = plain_text(to)
    if note:
        made["note"] = note
    state.texts += 1
    state.missing += to is None
    return made


def _update_words(
    language: str, source: TranslationSource | None, words: Sequence[Asked], possible: set[str], state: _State
) -> None:
    before = {word: _forms(found) for word, found in source.words.items()} if source is not None else {}
    made: dict[str, object] = {}
    for asked in words:
        state.texts += 1
        found = before.pop(asked.word, None)
        if found is None:
            found = state.unused.pop(asked.word, None)
        if found is None:
            state.missing += 1
            forms = plural_categories(language)
            made[asked.word] = dict.fromkeys(forms) if asked.plural is not None and len(forms) > 1 else None
        else:
            made[asked.word] = _forms(found)
    for word, found in before.items():
        if word in possible:
            made[word] = found
        elif found is not None:
            state.unused.setdefault(word, found)
    if made:
        state.sections["words"] = made


def _forms(found: object) -> object:
    return dict(found) if isinstance(found, Mapping) else found


def _key(text: TextValue | None, keys: Keys) -> str:
    if text is None:
        return ".".join(keys)
    return text if isinstance(text, str) else " | ".join(text)


def _dumped(name: str, section: object) -> str:
    import yaml

    class Dumper(yaml.SafeDumper):
        """Nothing is written as nothing, which is where the translation goes."""

        def ignore_aliases(self, data: object) -> bool:
            del data
            return True

        def check_simple_key(self) -> bool:
            # Long words are keys like all others: with `?` before them nobody would know what they are.
            return True

    Dumper.add_representer(
        type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", "")
    )
    text: str = yaml.dump(
        {name: section},
        Dumper=Dumper,
        allow_unicode=True,
        sort_keys=False,
        width=WIDTH,
        default_flow_style=False,
    )
    return text
