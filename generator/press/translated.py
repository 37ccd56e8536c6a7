"""What a translation must hold, found out by laying out all that a game prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from jinja2 import TemplateError, nodes

from generator.catalog.languages import language_name
from generator.catalog.models import Game
from generator.catalog.press_words import PRESS_WORDS
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.sizes import paper
from generator.catalog.suggest import did_you_mean
from generator.catalog.translation_file import FOLDER, SUFFIX, TranslationSource, check_words
from generator.catalog.wording import code
from generator.catalog.words import Asked, in_context
from generator.layout.templates import Templates
from generator.press.job import PrintJob
from generator.press.planning import plan_jobs
from generator.press.preflight.check import check_game
from generator.press.request import PrintRequest
from generator.press.rulebook.job import plan_book
from generator.press.rulebook.manuscript import open_manuscript

Progress = Callable[[int], None]


class PrintedWords(NamedTuple):
    """What layouts and rulebook say besides the texts of the database."""

    asked: Sequence[Asked]
    """What they print."""
    possible: dict[str, Asked]
    """What stands in them, whether it is printed with the game's numbers or not."""

    @property
    def plurals(self) -> dict[str, str | None]:
        every = {**self.possible, **{one.word: one for one in self.asked}}
        return {word: one.plural for word, one in every.items()}


def printed_words(game: Game, problems: Problems, progress: Progress) -> PrintedWords:
    """Lays out all that a game prints, and notes what it says."""
    request = PrintRequest(paper("a4"))
    book = plan_book(game, request)
    jobs: list[PrintJob] = [*plan_jobs(game, request), *([book] if book is not None else [])]
    check_game(game, jobs, problems, progress, whole=False)
    return PrintedWords(game.words.wanted(), _possible(game))


def _possible(game: Game) -> dict[str, Asked]:
    templates = open_manuscript(game.folder, game.layout_folders, game.words)
    return {
        **{word: Asked(word, None, None) for word in PRESS_WORDS},
        **possible_words(templates),
    }


def check_printed_words(game: Game, source: TranslationSource, problems: Problems) -> None:
    """Reports words of a translation that nothing prints; ``game`` was laid out with it."""
    words = PrintedWords(list(game.words.asked.values()), _possible(game))
    plurals = words.plurals
    for word in source.words:
        if word not in plurals:
            place = source.key_place_of("words", word)
            problems.error(
                f"nothing prints {code(word)}", place, field="words", hint=did_you_mean(word, plurals)
            )
    check_words(source, plurals, problems)


def in_language(problems: Problems, language: str, untranslated: Problems) -> list[Problem]:
    """The problems of a translated game that the game itself does not have, with the language named."""
    before = {(problem.message, problem.card, problem.field) for problem in untranslated.found}
    name, own_file = language_name(language), f"{FOLDER}/{language}{SUFFIX}"
    return [
        problem
        if problem.place is not None and problem.place.file.endswith(own_file)
        else problem._replace(message=f"in {name}: {problem.message}")
        for problem in problems.found
        if (problem.message, problem.card, problem.field) not in before
    ]


SAYING = ("_", "gettext", "ngettext", "pgettext")
"""What layouts print words by."""


def possible_words(templates: Templates) -> dict[str, Asked]:
    """The words that stand in any template, whether a card prints them or not, with their plural forms."""
    found: dict[str, Asked] = {}
    for name in templates.loader.names():
        try:
            source, shown, _ = templates.loader.get_source(templates.environment, name)
            if not any(f"{word}(" in source for word in SAYING):
                continue
            sandbox = templates.environment
            tree = sandbox.tree(sandbox.about(source, name, shown))
        except (InputError, TemplateError, RecursionError):
            # What is wrong is reported where it is printed.
            continue
        for asked in _said(tree):
            found.setdefault(asked.word, asked)
    return found


def _said(tree: nodes.Template) -> Iterator[Asked]:
    for call in tree.find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in SAYING:
            continue
        texts = [part.value for part in call.args[:2] if isinstance(part, nodes.Const)]
        if call.node.name == "pgettext" and len(texts) == 2:
            yield Asked(in_context(*texts), None, None)
        elif texts and all(isinstance(text, str) for text in texts):
            plural = texts[1] if call.node.name == "ngettext" and len(texts) > 1 else None
            yield Asked(texts[0], plural, None)
