"""Words that people bring from CSS, SVG, JSON Schema, SQL, Squib and nanDECK lead to ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from generator.catalog import game_file, keys
from generator.catalog.game_file import LicenceFile
from generator.layout import attributes, builder, theme
from generator.layout.attributes import attributes_of
from generator.layout.elements import element_tags, find_element
from generator.layout.flow import content
from generator.layout.flow.parts import part_tags
from generator.layout.text import words


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told_of(**game: Any) -> str:
    done = run_here("build", write_game(Path("g"), **game))
    assert done.code == 1
    return done.stderr


@pytest.mark.parametrize(
    ("element", "hint"),
    [
        ("<text width='9' font-size='9'>a</text>", "did you mean `size`?"),
        ("<text width='9' fontSize='9'>a</text>", "did you mean `size`?"),
        ("<text width='9' font-family='x'>a</text>", "did you mean `font`?"),
        ("<text width='9' text-anchor='middle'>a</text>", "did you mean `align`?"),
        ("<text width='9' align='middle'>a</text>", "did you mean `center`?"),
        ("<text width='9' line-height='2'>a</text>", "did you mean `leading`?"),
        ("<text width='9' color='black'>a</text>", "did you mean `fill`?"),
        ("<text width='9' fillColour='black'>a</text>", "did you mean `fill`?"),
        ("<text width='9'><colour>a</colour></text>", "did you mean `span`?"),
        ("<text width='9' font-weight='bold'>a</text>", "write <b>…</b> inside"),
        ("<text width='9'><strong>a</strong></text>", "did you mean `b`?"),
        ("<rect width='9' height='9' radius='3'/>", "did you mean `rx`?"),
        ("<circle radius='3'/>", "did you mean `r`?"),
        ("<rect width='9' height='9' border-color='black'/>", "did you mean `stroke`?"),
        ("<rect width='9' height='9' outline-colour='black'/>", "did you mean `stroke`?"),
        ("<image src='a.png' width='9' height='9'/>", "did you mean `href`?"),
        ("<image xlink:href='a.png' width='9' height='9'/>", "did you mean `href`?"),
        ("<img href='a.png' width='9' height='9'/>", "did you mean `image`?"),
        ("<rect width='9' height='9' fill='blak'/>", "did you mean `black`?"),
        ("<rect width='9' height='9' fill='stealblue'/>", "did you mean `steelblue`?"),
        ("<rect width='9' height='9' fill='5d7340'/>", "write `#5d7340`"),
        ("<hexagon r='3'/>", "did you mean `ngon`?"),
        ("<pie r='3' to='90'/>", "did you mean `wedge`?"),
        ("<g background='red'/>", "draw a <rect> as large as it, before all else"),
    ],
)
def test_layouts(element: str, hint: str) -> None:
    assert f"; {hint}" in told_of(front=f"<card>\n{element}\n</card>")


@pytest.mark.parametrize(
    ("kind", "ours"),
    [
        ("integer", "whole"),
        ("int", "whole"),
        ("string", "text"),
        ("VARCHAR", "text"),
        ("float", "number"),
        ("boolean", "yes-no"),
        ("enum", "choice"),
        ("array", "list"),
        ("color", "colour"),
        ("picture", "image"),
        ("object", "any"),
        ("wole", "whole"),
    ],
)
def test_types_of_fields(kind: str, ours: str) -> None:
    for declared in (kind, {"type": kind}):
        assert f"got '{kind}'; did you mean `{ours}`?" in told_of(component={"fields": {"a": declared}})


@pytest.mark.parametrize(
    ("component", "hint"),
    [
        ({"backs": "none"}, "it belongs under `press`"),
        ({"margin": 3}, "it belongs under `press`"),
        ({"overlap": 3}, "it belongs under `press`"),
        ({"sleeved": True}, "it belongs under `holds`"),
        ({"page": "a5"}, "it belongs under `rulebook`"),
        ({"designer": "me"}, "it belongs to the game itself, at the top level of game.yaml"),
        ({"required": True}, "it belongs to one of the `fields`"),
        ({"press": {"deck": True}}, "it belongs to a component"),
        ({"template": "a.j2"}, "did you mean `front`?"),
        ({"type": "tokens"}, "did you mean `kind`?"),
        ({"fields": {"a": {"type": "choice", "enum": ["x"]}}}, "did you mean `of`?"),
        ({"fields": {"a": {"type": "whole", "minimum": 1}}}, "did you mean `min`?"),
        ({"fornt": "a.j2"}, "did you mean `front`?"),
    ],
)
def test_keys_of_a_component(component: Mapping[str, object], hint: str) -> None:
    assert f"`; {hint}\n" in told_of(component=component)


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("backs", "it belongs under `press` of a component"),
        ("fields", "it belongs to a component"),
        ("front", "it belongs to a component"),
        ("text", "it belongs under `rulebook`"),
        ("author", "did you mean `designer`?"),
        ("titel", "did you mean `title`?"),
        ("component", "did you mean `components`?"),
        ("deck", "did you mean `decks`?"),
        ("setup", "did you mean `setups`?"),
    ],
)
def test_keys_of_a_game(key: str, hint: str) -> None:
    component = "{size: poker, cards: cards.yaml, front: card.xml.j2}"
    game = f"title: x\n{key}: none\ncomponents:\n  cards: {component}\n"
    assert f"unknown key `{key}`; {hint}\n" in told_of(game=game)


def test_keys_of_card_lists_and_themes() -> None:
    told = told_of(
        cards="fields: {}\ncopies: 3\ntitle: x\ncards: [{name: A}]\n",
        theme={"colours": {}, "ink": "#222222", "body": "source-sans"},
    )
    for hint in (
        "`fields`; it belongs to a component, in game.yaml",
        "`copies`; it belongs to a card, or under `defaults`",
        "`title`; did you mean `name`?",
        "`colours` in a theme; did you mean `palette`?",
        "`ink` in a theme; a colour belongs under `palette`",
        "`body` in a theme; it belongs under `fonts`",
    ):
        assert hint in told


def test_fields_of_cards() -> None:
    fields = {"name": "text", "art": "image"}
    told = told_of(component={"fields": fields}, cards=[{"title": "A", "amount": 3, "picture": "a"}])
    for hint in ("did you mean `name`?", "did you mean `copies`?", "did you mean `art`?"):
        assert hint in told


def vocabularies() -> Iterator[tuple[Mapping[str, str], set[str]]]:
    """Each with all the words that it may lead to."""
    elements = [element for tag in element_tags() if (element := find_element(tag))]
    yield attributes.FOREIGN_ATTRIBUTES, {name for element in elements for name in attributes_of(element)}
    kinds = " ".join(one.kind for element in elements for one in attributes_of(element).values())
    yield attributes.FOREIGN_WORDS, set(kinds.replace("`", "").split())
    yield builder.FOREIGN_TAGS, set(element_tags())
    yield content.FOREIGN_PARTS, set(part_tags())
    yield words.FOREIGN_INLINE, set(words.INLINE)
    yield game_file.FOREIGN_TYPES, set(game_file.FIELD_TYPES)
    parts = (game_file.GameFile, game_file.ComponentFile, game_file.FieldFile, game_file.RulebookFile)
    yield keys.FOREIGN_KEYS, {name for part in parts for name in part.KEYS}
    yield game_file.CardListFile.FOREIGN, set(game_file.CardListFile.KEYS)
    yield theme.FOREIGN_KEYS, set(theme.KEYS)
    yield LicenceFile.FOREIGN, set(LicenceFile.KEYS)


def test_every_vocabulary_leads_to_words_that_there_are() -> None:
    for vocabulary, ours in vocabularies():
        assert {word for meant in vocabulary.values() for word in meant.split()} <= ours
        for word in vocabulary:
            assert word == word.casefold().replace("-", "").replace("_", "").replace("colour", "color")


def test_a_folder_above_games_names_them() -> None:
    for name in ("mine/one", "mine/two"):
        write_game(Path(name))
    for folder, games in ((".", "mine/one, mine/two"), ("mine", "mine/one, mine/two")):
        told = run_here("build", folder)
        assert told.code == 1
        assert told.stderr.startswith(
            f"error: the folder '{folder}' has no game.yaml; the games below it are {games}\n"
        )
    for folder, is_found in (("as/deep", True), ("deeper/than/that", False)):
        write_game(Path("far", folder, "game"))
        assert (f"far/{folder}/game" in run_here("build", "far").stderr) is is_found
    Path("none").mkdir()
    assert "below" not in run_here("build", "none").stderr


def test_a_name_of_nothing_names_decks_and_games() -> None:
    told = run_here("hands", "nope").stderr
    assert "the decks here are" in told
    assert "night-shift" in told
    assert "the games are battle-gate" in told
