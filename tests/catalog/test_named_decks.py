"""The decks that game.yaml names: which cards, how many, and what is wrong with them, with its place."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from games import run_here

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.catalog.schema import schemas
from generator.catalog.yaml_reader import parse_yaml

GAME = """\
title: Grove
components:
  trees:
    size: poker
    front: card.xml.j2
    cards: [{id: moss, copies: 4}, {id: oak}, {id: cards, copies: 0}]
  spells:
    size: poker
    front: card.xml.j2
    cards: [{id: bolt}, {id: oak}]
decks:
"""


def load(folder: Path, decks: str, game: str = GAME) -> tuple[Game, list[str]]:
    (folder / "game.yaml").write_text(game + decks, "utf-8")
    problems = Problems()
    loaded = load_game(folder, problems)
    assert loaded is not None
    return loaded, [str(problem).removeprefix(f"{folder.as_posix()}/") for problem in problems]


def test_cards_by_id_and_how_many(tmp_path: Path) -> None:
    game, told = load(
        tmp_path,
        "  starter: {moss: 6, bolt: '2', cards: 1}\n  storm: {component: spells, cards: {oak: 3, bolt: 0}}\n",
    )
    assert told == []
    found = {
        name: [(component.id, card.id, copies) for (component, card), copies in deck.cards]
        for name, deck in game.decks.items()
    }
    assert found == {
        "starter": [("trees", "moss", 6), ("spells", "bolt", 2), ("trees", "cards", 1)],
        "storm": [("spells", "oak", 3)],
    }
    assert str(game.decks["storm"].place).endswith("game.yaml:13:3")


def test_a_game_need_not_name_any(tmp_path: Path) -> None:
    for decks in ("  {}\n", "  ~\n"):
        game, told = load(tmp_path, decks)
        assert (dict(game.decks), told) == ({}, [])


def test_all_that_is_wrong_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    game, told = load(
        tmp_path,
        "  a: {mos: 4, bolt: two, moss: -1}\n"
        "  b: [moss]\n"
        "  c: {}\n"
        "  d: {component: spell, cards: {bolt: 1}}\n"
        "  e: {component: spells}\n"
        "  f: {moss: 0}\n"
        "  g: {oak: 1}\n"
        "  h: {component: spells, cards: {bolt: 1, moss: 1}, size: 3}\n"
        "  i: ~\n"
        "  good: {moss: 1}\n",
    )
    assert list(game.decks) == ["good"]
    hint = "; write card ids and copies, for example `{moss: 4, oak: 2}`"
    assert told == [
        "game.yaml:12:7: error: decks.a.mos: no card has the id `mos`; did you mean `moss`?",
        "game.yaml:12:21: error: decks.a.bolt: expected a whole number, got 'two'",
        "game.yaml:12:32: error: decks.a.moss: expected 0 to 10,000, got -1",
        "game.yaml:13:6: error: decks.b: expected keys and values, got a list",
        f"game.yaml:14:6: error: decks.c: the deck has no cards{hint}",
        "game.yaml:15:18: error: decks.d.component: unknown component 'spell'; did you mean `spells`?",
        "game.yaml:16:6: error: decks.e: `cards` is missing",
        f"game.yaml:17:6: error: decks.f: the deck has no cards{hint}",
        "game.yaml:18:7: error: decks.g.oak: trees and spells have a card `oak` each; "
        "write `{component: trees, cards: {oak: 4}}`",
        "game.yaml:19:43: error: decks.h.cards.moss: no card has the id `moss`",
        "game.yaml:19:53: error: decks.h: unknown key `size`",
        "game.yaml:20:6: error: decks.i: expected keys and values, got nothing",
    ]


def test_a_table_that_is_none(tmp_path: Path) -> None:
    _, told = load(tmp_path, "  - moss\n")
    assert told == ["game.yaml:12:3: error: decks: expected keys and values, got a list"]


def test_a_card_with_problems_of_its_own_is_not_told_to_be_missing(tmp_path: Path) -> None:
    game = GAME.replace("{id: bolt}", "{id: bolt, copies: many}")
    _, told = load(tmp_path, "  a: {bolt: 1, moss: x}\n", game)
    assert len(told) == 2
    assert "copies: expected a whole number" in told[0]
    assert "decks.a.moss: expected a whole number" in told[1]


def test_check_tells_of_decks(tmp_path: Path) -> None:
    load(tmp_path, "  a: {bolt: 1, ook: 1}\n")
    done = run_here("check", tmp_path)
    assert done.code == 1
    assert "decks.a.ook: no card has the id `ook`; did you mean `oak`?" in done.output


@pytest.mark.parametrize(
    ("decks", "fits"),
    [
        ("a: {moss: 4}", True),
        ("a: {component: spells, cards: {bolt: 1}}", True),
        ("a: {}", True),
        ("a: {moss: four}", False),
        ("a: {moss: -1}", False),
        ("a: [moss]", False),
        ("a: {component: spells}", False),
        ("a: {component: spells, cards: {bolt: 1}, size: 3}", False),
    ],
)
def test_the_schema_is_of_one_mind(decks: str, fits: bool) -> None:
    document = parse_yaml(f"{GAME}  {decks}\n", "f", Problems())
    errors = list(jsonschema.Draft202012Validator(schemas()["game.schema.json"]).iter_errors(document))
    assert (errors == []) is fits
