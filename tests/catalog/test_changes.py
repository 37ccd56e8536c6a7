"""Changes in memory: what they reach, that they are checked as files are, and that files stay as they are."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, write_game

from generator import rules
from generator.catalog.cards import plain
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.yaml_reader import MarkedDict, MarkedList
from generator.rules import BadDatabase, playable_games

GATES = PROJECT / "cards" / "hold-the-gates"


def read(folder: Path, *changes: str) -> tuple[Game, list[str]]:
    problems = Problems()
    game = load_game(folder, problems, changes)
    assert game is not None
    return game, [str(problem) for problem in problems]


def sound(folder: Path, *changes: str) -> Game:
    game, problems = read(folder, *changes)
    assert problems == []
    return game


def values(game: Game, name: str) -> dict[str, Any]:
    """The fields of a card."""
    (card,) = [card for part in game.components for one in part.sets for card in one.cards if card.id == name]
    return card.values


def all_of(game: Game) -> dict[str, Any]:
    """All that is printed and played."""
    return {
        "rules": game.rules,
        "file": plain(game.file),
        "cards": {
            (component.id, cards.id, card.id): card.values
            for component in game.components
            for cards in component.sets
            for card in cards.cards
        },
    }


# What a path reaches


def test_numbers_of_the_game_and_of_its_cards() -> None:
    before = sound(GATES)
    game = sound(GATES, "rules.hand=4", "rules.tiers[2]=turncoat", "militia.strength=7", "cards/city.value=4")
    assert (before.rules["hand"], game.rules["hand"]) == (5, 4)
    assert game.rules["tiers"] == ["grunt", "berserkers", "turncoat", "turncoat", "catapult", "warbeasts"]
    assert (values(before, "militia")["strength"], values(game, "militia")["strength"]) == (5, 7)
    assert values(game, "city")["value"] == 4
    assert all_of(sound(GATES)) == all_of(before), "nothing on disk changes"


def test_how_often_a_card_is_there() -> None:
    assert values(sound(GATES, "militia.copies=0"), "militia")["copies"] == 0


def test_lists_and_mappings() -> None:
    game = sound(GATES, "rules.tiers=[grunt, catapult]", "archers.figure={stance: guard, hat: hood}")
    assert game.rules["tiers"] == ["grunt", "catapult"]
    changed = sound(GATES, "archers.figure.stance=guard")
    assert values(changed, "archers")["figure"] != values(sound(GATES), "archers")["figure"]


def test_what_an_alias_repeats_changes_with_it() -> None:
    """As it would if the file were edited: here the strongest card that Battle Gate's blanks may be."""
    folder = PROJECT / "cards" / "battle-gate"
    game = sound(folder, "rules.power.max=7")
    blanks = next(part for part in game.components if part.id == "blanks")
    assert blanks.source["fields"]["power"]["max"] == 7  # type: ignore[index]
    alone = sound(folder, "components.blanks.fields.power.max=5")
    assert alone.rules["power"] == {"min": 1, "max": 6}


def scalars(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, MarkedDict):
        for key, inner in value.items():
            yield from scalars(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, MarkedList):
        for index, inner in enumerate(value):
            yield from scalars(inner, f"{path}[{index}]")
    else:
        yield path, value


@pytest.mark.parametrize("name", playable_games())
def test_every_number_can_be_set_and_to_what_it_is_changes_nothing(name: str) -> None:
    """All numbers under ``rules``, and all of the cards, at once."""
    folder = PROJECT / "cards" / name
    game = sound(folder)
    given = game.file["rules"]
    same = {path: value for path, value in scalars(given, "rules") if isinstance(value, int | float)}
    for component in game.components:
        for card in game.cards_in(component.id):
            for field, value in card.sources[0].items() if isinstance(card.sources[0], dict) else ():
                if isinstance(value, int) and field != "id":
                    same[f"{component.id}/{card.id}.{field}"] = value
    assert len(same) > 15
    texts = [
        f"{path}={str(value).lower() if isinstance(value, bool) else value}" for path, value in same.items()
    ]
    assert all_of(sound(folder, *texts)) == all_of(game)


# Card lists of every kind


def test_tables_json_patterns_and_products(tmp_path: Path) -> None:
    described = {"size": "poker", "front": "card.xml.j2", "press": {"backs": "none"}, "safe": 0}
    folder = write_game(
        tmp_path / "tiny",
        game={
            "title": "Tiny",
            "components": {
                "table": {**described, "cards": "table.csv"},
                "json": {**described, "cards": "cards.json"},
                "several": {**described, "cards": "sets/*.yaml"},
                "inline": {**described, "cards": [{"name": "Here", "cost": 1}]},
                "made": {
                    **described,
                    "cards": {"product": {"suit": ["red", "blue"], "rank": [1, 2]}, "id": "{suit}-{rank}"},
                },
            },
        },
        files={
            "table.csv": "name,cost,qty\nMoss,1,2\nOak,5,1\n",
            "cards.json": '[{"name": "Ant", "cost": 2}, {"name": "Ant", "cost": 3}]',
            "sets/one.yaml": "cards:\n  - {id: a.b, name: A, cost: 1, count: 3}\n"
            "  - {id: a, name: B, cost: 1}\n",
            "sets/two.yaml": "defaults: {cost: 4}\ncards:\n  - {id: base, name: C}\n"
            "  - {id: heir, extends: base, name: D}\n",
        },
    )
    game = sound(
        folder,
        "moss.cost=9",
        "moss.copies=7",
        "ant-2.cost=8",
        "a.b.cost=6",
        "a.b.copies=1",
        "base.cost=3",
        "here.cost=2",
        "made/red-2.suit=green",
        "oak.name=Tall Oak",
    )
    told = {
        name: (values(game, name)["cost"], values(game, name)["copies"])
        for name in ("moss", "oak", "ant", "ant-2", "a.b", "a", "base", "heir", "here")
    }
    assert told == {
        "moss": (9, 7),
        "oak": (5, 1),
        "ant": (2, 1),
        "ant-2": (8, 1),
        "a.b": (6, 1),
        "a": (1, 1),
        "base": (3, 1),
        "heir": (3, 1),
        "here": (2, 1),
    }, "what a card extends is inherited as it was changed"
    assert values(game, "red-2")["suit"] == "green"
    assert values(game, "oak")["name"] == "Tall Oak", "its id stays"


def test_a_workbook(tmp_path: Path) -> None:
    from openpyxl import Workbook

    folder = write_game(tmp_path / "tiny", component={"cards": "cards.xlsx"})
    book = Workbook()
    assert book.active is not None
    book.active.append(["name", "cost"])
    book.active.append(["Moss", 1])
    book.save(folder / "cards.xlsx")
    assert values(sound(folder, "moss.cost=4"), "moss")["cost"] == 4


# What is wrong


def test_it_is_checked_as_the_file_is(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase) as error:
        rules.load("hold-the-gates", ["rules.hand=minus"])
    told = "rules.hand: expected a whole number, got 'minus'"
    assert str(error.value) == f"--set rules.hand=minus: error: {told}"
    written = tmp_path / "hold-the-gates"
    written.mkdir()
    for file in GATES.glob("*.yaml"):
        text = file.read_text("utf-8").replace("\n  hand: 5 ", "\n  hand: minus ")
        (written / file.name).write_text(text, "utf-8")
    with pytest.raises(BadDatabase) as error:
        rules.load(str(written))
    assert told in str(error.value)


WRONG = {
    "rules.hand": "expected PATH=VALUE, got 'rules.hand'",
    "=3": "expected PATH=VALUE, got '=3'",
    "rules.hand=": "a value is missing after `rules.hand=`; write `null` for none",
    "rules.hand=[1": "error:",
    "rules.turns=1\n- 2": "a value is one line of YAML",
    "rules.hnad=3": "there is no `hnad` in `rules`; did you mean `hand`?",
    "rules.hand.most=3": "`rules.hand` is 5, and has no parts",
    "rules.tiers[6]=x": "`rules.tiers` has 6 items, counted from 0; there is no `[6]`",
    "rules.tiers.first=x": "`rules.tiers` is a list of 6 items; the first is `rules.tiers[0]`",
    "milita.strength=3": "`milita` is neither a key of game.yaml nor the id of a card; did you mean",
    "card/militia.strength=3": "there is no component `card`; did you mean `cards`?",
    "cards/milita.strength=3": "there is no card `milita` in cards; did you mean `militia`?",
    "militia.strenght=3": "unknown field `strenght` (card militia); did you mean `strength`?",
    "militia=3": "say which field of the card (card militia)",
    "militia.id=soldiers": "the `id` of a card can't be changed",
    "militia.strength=21": "strength: expected at most 20, got 21 (card militia)",
    "militia.copies=-1": "expected 0 to 10,000 copies, got -1",
    "militia.figure.stance=3": "figure: expected the name of a stance, got 3",
    "components.cards.size=pooker": "components.cards.size: unknown size 'pooker'; did you mean `poker`?",
}


def test_all_that_is_wrong_is_told_at_once_with_its_place() -> None:
    _, problems = read(GATES, *WRONG)
    for change, message in WRONG.items():
        assert any(message in told and told.startswith("--set ") for told in problems), change
        assert read(GATES, change)[1], change


def test_what_is_wrong_deep_inside_a_value_has_the_change_for_its_place() -> None:
    for change in (
        "components.cards.fields={strength: {type: hole}}",
        "components.cards.cards=[cards.yaml, {product: {suit: [red, [blue]]}}]",
    ):
        _, problems = read(GATES, change)
        assert problems
        assert all(told.startswith(f"--set {change}: error: ") for told in problems), problems


def test_a_card_of_two_components_is_named_with_its_own(tmp_path: Path) -> None:
    described = {"size": "poker", "front": "card.xml.j2", "press": {"backs": "none"}, "safe": 0}
    one = {**described, "cards": [{"id": "oak", "name": "Oak", "cost": 1}]}
    folder = write_game(tmp_path / "tiny", game={"title": "Tiny", "components": {"one": one, "two": one}})
    _, (told,) = read(folder, "oak.cost=2")
    assert told.startswith("--set oak.cost=2: error: one and two each have a card `oak`")
    game = sound(folder, "two/oak.cost=2")
    assert [card.values["cost"] for part in game.components for card in part.sets[0].cards] == [1, 2]


def test_a_path_is_set_once() -> None:
    _, (told,) = read(GATES, "rules.hand=3", "rules.hand=4")
    assert told == "--set rules.hand=4: error: `rules.hand` is set twice"


def test_a_changed_game_can_be_pickled() -> None:
    game = sound(GATES, "militia.strength=7", "rules.hand=4")
    again = pickle.loads(pickle.dumps(game))
    assert all_of(again) == all_of(game)
    (card,) = [card for card in again.cards_in("cards") if card.id == "militia"]
    assert str(card.place_of("strength")) == "--set militia.strength=7"
    assert str(card.place_of("name")).startswith("cards/hold-the-gates/cards.yaml:6")


def test_the_rules_play_by_the_changed_numbers() -> None:
    game = rules.load("hold-the-gates", ["rules.hand=3"])
    state = game.start(seed=1)
    assert state.player is not None
    hands = [len(seat["hand"]) for seat in state.to_dict()["seats"]]
    assert max(hands) <= 3 < 5


def test_there_must_be_a_game(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        rules.load(str(tmp_path), ["rules.hand=3"])
