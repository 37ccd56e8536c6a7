"""The bundled games in a language of accents: what is printed plain is nowhere for translators to find."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
import yaml
from games import bundled_game

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.catalog.translation_file import parse_translation
from generator.catalog.translation_update import updated
from generator.catalog.translations import translated
from generator.catalog.words import Words
from generator.press.build import build
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from generator.press.rulebook.job import plan_book
from generator.press.translated import printed_words

LANGUAGE = "eo"
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
MARKUP = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|\b[\w-]+\.[\w.-]*\w)")
"""What is no word: values, icons, tags, and addresses."""
PLAIN = re.compile(r"(?<![^\W_])(?![a-f]+\b)(?=\w{3})[^\W\d_]*[aeiouyAEIOUY][^\W\d_]*")
"""A word of three letters or more without accents; hex digits are none."""
LOGOTYPES = {"GATEWAY", "STRONGHOLDS", "BATTLE", "HOLD", "LINE", "STRONG", "HOLDS", "THE", "GATES"}
"""Drawn in letters of their own; the title itself is among the texts."""
OTHER_TEXTS = {"Gatepress", "Wolff", "Marc", "Source", "Sans", "Serif", "MIT", "ISC", "OFL", "SIL"}


def accented(text: object) -> object:
    """A text with an accent on each vowel, as its translation."""
    if isinstance(text, list):
        return [accented(item) for item in text]
    if not isinstance(text, str):
        return text
    pieces = MARKUP.split(text)
    return "".join(piece if index % 2 else piece.translate(ACCENTS) for index, piece in enumerate(pieces))


def pseudo(game: Game, folder: Path) -> Game:
    """The game with the translation that ``gatepress translate`` begins, filled in throughout."""
    asked = replace(game, words=Words(LANGUAGE, is_translation=True), language=LANGUAGE, is_translated=True)
    words = printed_words(asked, Problems(), lambda _: None)
    begun = updated(game, LANGUAGE, None, words.asked, words.possible, None, "").text
    file = yaml.safe_load(begun)
    plurals = words.plurals
    for section in file.values():
        _fill(section)
    for word, form in file["words"].items():
        many = plurals[word]
        file["words"][word] = (
            {"one": accented(word), "other": accented(many)}
            if isinstance(form, dict)
            else accented(word.rpartition(" [")[0] or word)
        )
    path = folder / f"{LANGUAGE}.yaml"
    path.write_text(yaml.safe_dump(file, allow_unicode=True), "utf-8")
    problems = Problems()
    source = parse_translation(path, LANGUAGE, problems)
    assert source is not None and not problems, "\n".join(map(str, problems))
    return translated(game, source)


def _fill(holder: object) -> None:
    if isinstance(holder, dict):
        if "to" in holder:
            holder["to"] = accented(holder["from"])
        for value in holder.values():
            _fill(value)


def plain_words(path: Path) -> set[str]:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return set(PLAIN.findall(text))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["battle-gate", "gateway", "hold-the-gates", "hold-the-line", "strongholds"]
)
def test_all_that_is_printed_can_be_translated(name: str, tmp_path: Path) -> None:
    game = replace(pseudo(bundled_game(name), tmp_path), rulebook=bundled_game(name).rulebook)
    request = PrintRequest(paper("a4"))
    book = plan_book(game, request)
    assert book is not None
    written = build([*plan_jobs(game, request), book], tmp_path, Problems(), lambda _: None)
    manuscript = set(PLAIN.findall((game.folder / book.rulebook.text).read_text("utf-8")))
    found = {}
    for one in written:
        own = manuscript if one.component == book.component else set()
        found[one.path.name] = plain_words(one.path) - own - LOGOTYPES - OTHER_TEXTS
    assert not any(found.values()), {name: words for name, words in found.items() if words}
