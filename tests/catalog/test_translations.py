"""Translations: which texts take whose place, what stays, and what is told of a file that does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.languages import language_name, parse_language, plural_categories, plural_category
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.translation_update import updated
from generator.catalog.translations import texts_of
from generator.catalog.words import Words, direction_of, filled

from .game_folder import GameFolder

GAME = """\
title: The Toll
source: An old tale
credits: [With thanks to the miller]
rules: {hand: 3, motto: Pay the toll, mode: strict}
data:
  stars: [{name: Dawn, rank: 1}, {name: Dusk, rank: 2}]
decks: {starter: {miller: 2}}
components:
  travellers:
    title: Travellers
    size: poker
    front: card.xml.j2
    cards: cards.yaml
  box:
    title: The box
    kind: box
    holds: {component: travellers}
    front: card.xml.j2
    cards: [{id: box}]
"""
CARDS = """\
name: Those who cross
text: One at a time.
defaults: {motto: Mind the gap}
cards:
  - {name: Miller, coins: 2, text: Pays in flour., icon: mdi6.barley, traits: [very slow, kind]}
  - {name: Old Goat, coins: 1, text: Pays in advice., extends: miller}
"""
GERMAN = """\
game:
  title: {from: The Toll, to: Der Brückenzoll}
  source: {from: An old tale, to: Ein altes Märchen}
  credits[0]: {from: With thanks to the miller, to: Dank an den Müller}
components:
  travellers: {from: Travellers, to: Reisende}
  box: {from: The box, to: Die Schachtel}
sets:
  travellers/cards:
    name: {from: Those who cross, to: Wer hinüberwill}
    text: {from: One at a time., to: Immer nur einer.}
cards:
  travellers:
    miller:
      name: {from: Miller, to: Müller}
      text: {from: Pays in flour., to: Zahlt in Mehl.}
      traits: {from: [very slow, kind], to: [sehr langsam, freundlich]}
      motto: {from: Mind the gap, to: Achtung Lücke}
    old-goat:
      name: {from: Old Goat, to: Alte Ziege}
      text: {from: Pays in advice., to: Zahlt mit Rat.}
rules:
  motto: {from: Pay the toll, to: Zahl den Zoll}
data:
  stars[0].name: {from: Dawn, to: Morgen}
  stars[1].name: {from: Dusk, to: Abend}
"""


@pytest.fixture
def toll(game: GameFolder) -> GameFolder:
    for name, text in (("game.yaml", GAME), ("cards.yaml", CARDS), ("i18n/de.yaml", GERMAN)):
        game.write(name, text)
    return game


def load(language: str | None = "de") -> tuple[Game, list[str]]:
    problems = Problems()
    game = load_game(Path("my-game"), problems, language=language)
    assert game is not None
    return game, [str(problem) for problem in problems]


def told(folder: GameFolder, old: str, new: str) -> list[str]:
    """What is told of the German file with one change in it."""
    assert old in GERMAN
    folder.write("i18n/de.yaml", GERMAN.replace(old, new, 1))
    return load()[1]


@pytest.mark.usefixtures("toll")
def test_every_text_is_that_of_the_translation() -> None:
    game, problems = load()
    assert problems == []
    assert (game.title, game.source, game.credits) == (
        "Der Brückenzoll",
        "Ein altes Märchen",
        ("Dank an den Müller",),
    )
    travellers, box = game.components
    assert (travellers.title, box.title) == ("Reisende", "Die Schachtel")
    assert box.box_contents is not None
    assert box.box_contents.parts == (("Reisende", 2),)
    (cards,) = travellers.sets
    assert (cards.id, cards.name, cards.text) == ("cards", "Wer hinüberwill", "Immer nur einer.")
    assert [card.values["name"] for card in cards.cards] == ["Müller", "Alte Ziege"]
    assert cards.cards[0].values["traits"] == ["sehr langsam", "freundlich"]
    assert game.rules == {"hand": 3, "motto": "Zahl den Zoll", "mode": "strict"}
    assert game.data == {"stars": [{"name": "Morgen", "rank": 1}, {"name": "Abend", "rank": 2}]}


@pytest.mark.usefixtures("toll")
def test_what_a_card_takes_over_is_translated_once() -> None:
    game, _ = load()
    goat = game.cards_in("travellers")[1]
    assert (goat.values["traits"], goat.values["motto"]) == (["sehr langsam", "freundlich"], "Achtung Lücke")


@pytest.mark.usefixtures("toll")
def test_ids_numbers_and_decks_stay() -> None:
    original, _ = load(None)
    game, _ = load()
    for name in ("travellers", "box"):
        before, after = original.cards_in(name), game.cards_in(name)
        assert [(card.id, card.copies) for card in before] == [(card.id, card.copies) for card in after]
        assert [card.values.get("coins") for card in before] == [card.values.get("coins") for card in after]
        assert [card.values.get("icon") for card in before] == [card.values.get("icon") for card in after]
    (((component, card), copies),) = game.decks["starter"].cards
    assert (component, card, copies) == (game.components[0], game.cards_in("travellers")[0], 2)


def test_a_translated_game_says_its_language_and_has_a_folder_of_its_own(toll: GameFolder) -> None:
    assert (load(None)[0].language, load(None)[0].output) == ("en", Path("my-game"))
    assert (load()[0].language, load()[0].output) == ("de", Path("my-game/de"))
    toll.write("game.yaml", GAME + "language: nl\n")
    assert load(None)[0].language == "nl"
    assert load("nl")[0].output == Path("my-game")


@pytest.mark.usefixtures("toll")
def test_a_place_is_where_the_translation_stands() -> None:
    card = load()[0].cards_in("travellers")[0]
    line = 1 + GERMAN.splitlines().index("      text: {from: Pays in flour., to: Zahlt in Mehl.}")
    assert str(card.place_of("text")).startswith(f"my-game/i18n/de.yaml:{line}:")
    assert str(card.place_of("coins")).startswith("my-game/cards.yaml:5:")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "to: Zahlt in Mehl.",
            "to: null",
            "1 of 6 texts has no translation into German: miller.text; "
            "`gatepress translate my-game de` adds what is missing",
        ),
        (
            "from: Pays in flour.,",
            "from: Pays in bread.,",
            "the translation is stale: it was made from 'Pays in bread.', which is 'Pays in flour.' now",
        ),
        (
            "from: Pays in flour.,",
            "from: Pays in flour., was: Pays in bread.,",
            "the translation is stale: it was made from 'Pays in bread.', which is 'Pays in flour.' now; "
            "change it, and remove `was`",
        ),
        (
            "    old-goat:",
            "    old-gaot:",
            "the game has no card with texts `old-gaot`; did you mean `old-goat`?",
        ),
        (
            "  travellers/cards:",
            "  traveller/cards:",
            "the game has no card list `traveller/cards`; did you mean `travellers/cards`?",
        ),
        ("      text: {from: Pays in flour.", "      txet: {from: Pays in flour.", "did you mean `text`?"),
        (
            "      text: {from: Pays in flour.",
            "      coins: zwei\n      text: {from: Pays in flour.",
            "only texts are translated, and `coins` is 2; remove it",
        ),
        ("to: Zahlt in Mehl.", "to: ''", "the text is empty"),
        ("to: Zahlt in Mehl.", "to: [Mehl]", "the original is a text"),
        ("to: [sehr langsam, freundlich]", "to: [langsam]", "the original is a list of 2 texts"),
        ("to: Zahlt in Mehl.", "too: Mehl", "unknown key `too`; did you mean `to`?"),
        ("game:\n", "gmae:\n", "unknown key `gmae`; did you mean `game`?"),
        ("rules:\n", "rulebook: {to: rules.de.md}\nrules:\n", "the game has no rulebook"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(toll: GameFolder, old: str, new: str, message: str) -> None:
    problems = told(toll, old, new)
    assert any(message in problem for problem in problems), problems
    assert all(problem.startswith("my-game/i18n/de.yaml:") for problem in problems)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("- a list", "my-game/i18n/de.yaml:1:1: error: expected keys and values, got a list"),
        ("", "my-game/i18n/de.yaml: error: the file is empty"),
        ("game: {title: [}", "my-game/i18n/de.yaml:1:16: error"),
        ("cards: none", "cards: expected keys and values, got 'none'"),
        ("words: {Toll: {one: Zoll}}", "words.Toll: the form `other` is missing"),
        ("words: {Toll: {plural: Zoll}}", "words.Toll: unknown plural form `plural`"),
    ],
)
def test_a_file_that_is_no_translation_is_told(toll: GameFolder, content: str, message: str) -> None:
    toll.write("i18n/de.yaml", content)
    assert any(message in problem for problem in load()[1]), load()[1]


@pytest.mark.usefixtures("toll")
def test_a_language_that_there_is_no_file_for() -> None:
    assert load("fr")[1] == [
        "error: The Toll has no translation into French: there is no my-game/i18n/fr.yaml; "
        "it has de; `gatepress translate my-game fr` begins one"
    ]


def test_a_file_that_leads_out_of_the_game_is_refused(toll: GameFolder, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(GERMAN, "utf-8")
    (toll.folder / "i18n" / "fr.yaml").symlink_to(tmp_path / "secret.yaml")
    (problem,) = load("fr")[1]
    assert "i18n/fr.yaml" in problem
    assert "leads" in problem or "leaves" in problem or "outside" in problem


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing.md", "no file named 'missing.md'"), ("../rules.md", "leaves the game's folder")],
)
def test_a_rulebook_must_be_there(toll: GameFolder, name: str, message: str) -> None:
    toll.write("game.yaml", GAME + "rulebook: {}\n")
    toll.write("rulebook.md", "# Rules\n")
    toll.write("i18n/de.yaml", GERMAN + f"rulebook: {{to: {name}}}\n")
    assert any(message in problem for problem in load()[1]), load()[1]


def test_a_rulebook_that_was_changed_since_is_stale(toll: GameFolder) -> None:
    toll.write("game.yaml", GAME + "rulebook: {}\n")
    toll.write("rulebook.md", "# Rules\n")
    toll.write("rulebook.de.md", "# Regeln\n")
    toll.write("i18n/de.yaml", GERMAN + "rulebook: {from: 0123456789abcdef, to: rulebook.de.md}\n")
    game, problems = load()
    assert game.rulebook is not None
    assert game.rulebook.text == "rulebook.de.md"
    (problem,) = problems
    assert "the translated rulebook is stale: rulebook.md was changed since" in problem
    original, _ = load(None)
    without, done = (updated(original, "de", None, [], [], file, "") for file in (None, "rulebook.de.md"))
    assert without.missing == done.missing + 1


@given(chosen=st.sets(st.sampled_from(["title", "source", "credits[0]"])))
def test_a_translation_of_nothing_changes_nothing(
    chosen: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = GameFolder(tmp_path_factory.mktemp("games") / "my-game")
    folder.write("game.yaml", GAME)
    folder.write("cards.yaml", CARDS)
    lines = "".join(f"  {name}: {{to: }}\n" for name in sorted(chosen)) or "  title:\n"
    folder.write("i18n/de.yaml", f"game:\n{lines}")
    before, after = (load_game(folder.folder, Problems(), language=one) for one in (None, "de"))
    assert before is not None
    assert after is not None
    assert list(texts_of(before)) == list(texts_of(after))
    assert (before.title, before.credits, before.rules, before.data) == (
        after.title,
        after.credits,
        after.rules,
        after.data,
    )


def test_an_update_keeps_what_is_there_marks_what_is_stale_and_puts_away_what_is_gone(
    toll: GameFolder,
) -> None:
    from generator.catalog.translation_file import parse_translation

    toll.write("cards.yaml", CARDS.replace("Pays in flour.", "Pays in bread.").replace("Old Goat", "Old Ram"))
    original, _ = load(None)
    problems = Problems()
    source = parse_translation(toll.folder / "i18n" / "de.yaml", "de", problems)
    done = updated(original, "de", source, [], [], None, "# Mine\n\n")
    assert done.text.startswith("# Mine\n\ngame:\n")
    toll.write("i18n/de.yaml", done.text)
    again = parse_translation(toll.folder / "i18n" / "de.yaml", "de", problems)
    assert not problems
    assert again is not None
    stale = again.entries["cards", "travellers", "miller", "text"]
    assert (stale.original, stale.was, stale.text) == ("Pays in bread.", "Pays in flour.", "Zahlt in Mehl.")
    # The goat has another id now; its text is the same, so that its translation is too.
    assert again.entries["cards", "travellers", "old-ram", "text"].text == "Zahlt mit Rat."
    assert again.entries["cards", "travellers", "old-ram", "name"].text is None
    assert again.unused == {"Old Goat": "Alte Ziege"}
    assert (done.missing, done.stale, done.unused) == (1, 1, 1)
    assert updated(original, "de", again, [], [], None, "# Mine\n\n").text == done.text


@pytest.mark.parametrize(
    ("text", "tag", "name"),
    [
        ("de", "de", "German"),
        ("DE", "de", "German"),
        ("deu", "de", "German"),
        ("pt-br", "pt-BR", "Portuguese (Brazil)"),
        ("zh-Hans", "zh-Hans", "Chinese (Simplified)"),
    ],
)
def test_languages_have_tags_and_names(text: str, tag: str, name: str) -> None:
    assert (parse_language(text), language_name(parse_language(text))) == (tag, name)


@pytest.mark.parametrize(
    ("text", "hint"), [("german", "`de`"), ("Deutsch", "`de`"), ("de_AT", "`de-AT`"), ("", "`de`, `fr`")]
)
def test_an_unknown_language_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_language(text)
    assert hint in str(refused.value.hint)


def test_plurals_are_those_of_the_language() -> None:
    assert plural_categories("de") == ("one", "other")
    assert plural_categories("pl") == ("one", "few", "many", "other")
    assert plural_categories("ja") == ("other",)
    assert [plural_category("pl", n) for n in (1, 3, 5, 22)] == ["one", "few", "many", "few"]
    words = Words("pl", {"{n} card": {"one": "{n} karta", "few": "{n} karty", "other": "{n} kart"}}, True)
    said = [filled(words.counted("{n} card", "{n} cards", n), {"n": n}) for n in (1, 3, 5)]
    assert said == ["1 karta", "3 karty", "5 kart"]
    assert filled("{n} of {all}", {"n": 1}) == "1 of {all}"


def test_a_language_is_written_one_way() -> None:
    tags = ("de", "he", "ar-EG", "fa", "az", "az-Arab", "ur-Latn", "ja")
    assert [direction_of(tag) for tag in tags] == ["ltr", "rtl", "rtl", "rtl", "ltr", "rtl", "ltr", "ltr"]


def test_a_word_without_a_translation_stands_as_it_is_and_is_noted() -> None:
    words = Words("de", {"Draw": "Ziehen"}, is_translation=True)
    assert (words.say("Draw"), words.say("ages {age} and up", age=12)) == ("Ziehen", "ages 12 and up")
    assert [asked.word for asked in words.missing()] == ["ages {age} and up"]
