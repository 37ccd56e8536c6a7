"""The configuration: other cards play otherwise, and what can't be played is told with its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from games import PROJECT, bundled_game

from generator import rules
from generator.catalog.problems import InputError, Problems
from generator.rules import BadDatabase, Game
from generator.rules.loading import read_game
from generator.rules.terminal import Display, display_for
from tests.cli.drawing import drawn

Change = Callable[[str, str], Path]


@pytest.fixture
def change(tmp_path: Path) -> Callable[..., Path]:
    """The bundled database with one text replaced in both of its files."""

    def changed(old: str, new: str) -> Path:
        folder = tmp_path / "cards" / "hold-the-gates"
        for room in ("cards", "layouts"):
            shutil.copytree(PROJECT / room / "hold-the-gates", tmp_path / room / "hold-the-gates")
        found = 0
        for name in ("game.yaml", "cards.yaml"):
            content = (folder / name).read_text("utf-8")
            found += content.count(old)
            (folder / name).write_text(content.replace(old, new), "utf-8")
        assert found == 1
        return folder

    return changed


def display_of(game: Game) -> Display:
    return display_for(game, bundled_game("hold-the-gates"))


def refusal(folder: Path) -> list[str]:
    with pytest.raises(BadDatabase) as error:
        rules.load(str(folder))
    return str(error.value).splitlines()


def at_the_village(game: Game, hand: str, enemies: list[str]) -> dict[str, object]:
    heading = {"turn": 11, "tier": 6, "phase": "preparation", "to_act": 0, "settlement": "village"}
    seats = [{"hand": [hand, "grunt"]}, {"hand": ["militia"], "field": enemies}]
    state = game.from_dict({**heading, "seats": seats})
    state.play(f"action {hand}")
    return state.to_dict()


def test_another_effect_and_amount_on_a_card_play_accordingly(change: Callable[[str, str], Path]) -> None:
    game = rules.load(str(change("effect: hit-front, amount: 2", "effect: hit-ranks, amount: 1, ranks: 3")))
    end = at_the_village(game, "beserkers", ["militia 0", "archers 0", "archers 0", "townsfolk 0"])
    assert end["seats"][1]["field"] == ["militia 1", "archers 1", "archers 1", "townsfolk 0"]  # type: ignore[index]


def test_another_target_in_the_database_lets_other_units_be_named(change: Callable[[str, str], Path]) -> None:
    said = 'on any one enemy unit."\n      target: '
    game = rules.load(str(change(f"{said}enemy", f"{said}own")))
    state = game.from_dict(
        {
            "turn": 1,
            "tier": 1,
            "phase": "preparation",
            "to_act": 0,
            "settlement": "village",
            "seats": [{"hand": ["skirmishers", "grunt"], "field": ["grunt 1"]}, {"hand": ["militia"]}],
        }
    )
    assert display_of(game).say("action skirmishers>0", state.view(0)) == (
        "play Harry of Skirmishers on Grunt, unit 0"
    )
    state.play("action skirmishers>0")
    assert state.to_dict()["seats"][0]["field"] == []


@pytest.mark.parametrize(("amount", "strength"), [(1, 4), (3, 2), (5, 0)])
def test_the_screen_has_the_strength_of_the_rules(
    change: Callable[[str, str], Path], amount: int, strength: int
) -> None:
    """A weakened unit of strength 5, which stands as long as there is no damage on it."""
    game = rules.load(str(change("effect: weaken, amount: 1,", f"effect: weaken, amount: {amount},")))
    seats = [{"hand": ["shaman", "grunt"]}, {"hand": ["militia"], "field": ["militia 0", "archers 0"]}]
    heading = {"turn": 1, "tier": 1, "phase": "preparation", "to_act": 0, "settlement": "village"}
    state = game.from_dict({**heading, "seats": seats})
    state.play("action shaman>0")
    standing = state.to_dict()["seats"][1]["field"]
    assert ("militia 0 +shaman" in standing) == (strength > 0)
    screen = drawn(display_of(game), state.view(0))
    assert (f"Militia {strength} (Hex)" in screen) == (strength > 0)


def test_other_points_are_scored(change: Callable[[str, str], Path]) -> None:
    game = rules.load(str(change("kings_army: 15", "kings_army: 9")))
    state = game.from_dict(
        {"turn": 12, "tier": 6, "phase": "preparation", "to_act": 0, "settlement": "city", "seats": [{}, {}]}
    )
    assert state.result().scores == (0, 9)


@pytest.mark.parametrize(
    ("old", "new", "message", "place"),
    [
        ("  kings_army: 15 ", "  # ", "`kings_army` is missing", "game.yaml:10"),
        ("  hand: 5 ", "  hand: many ", "rules.hand: expected a whole number, got 'many'", "game.yaml:10"),
        (
            "action: Frenzy, effect: hit-front, amount: 2",
            "action: Frenzy, effect: hit-front",
            "amount: expected a whole number, got nothing (card beserkers)",
            "cards.yaml:15",
        ),
        (
            "ranged: 3, action: Volley, effect: hit-ranks, amount: 1, ranks: 2",
            "ranged: 3, action: Volley, effect: hit-ranks, amount: 1",
            "ranks: expected a whole number, got nothing (card archers)",
            "cards.yaml:7",
        ),
        (
            "tier: 2, copies: 2, strength: 4",
            "copies: 2, strength: 4",
            "tier: expected a whole number, got nothing (card beserkers)",
            "cards.yaml:15",
        ),
        (
            "tiers: [grunt, beserkers, chieftain, turncoat, catapult, warbeasts]",
            "tiers: [grunt, beserkers, chieftain, turncoat, catapult]",
            "tier: expected 1 to 5, got 6 (card warbeasts)",
            "cards.yaml:19",
        ),
        (
            "tiers: [grunt, beserkers, chieftain",
            "tiers: [grunt, chieftain, beserkers",
            "rules.tiers.1: 'chieftain' is not an attacker of tier 2; one of them is beserkers",
            "game.yaml:13",
        ),
        (
            "usual_settlement: village",
            "usual_settlement: vilage",
            "rules.usual_settlement: 'vilage' is not a settlement; did you mean `village`?",
            "game.yaml:14",
        ),
        (
            "lasts: gates\n    weaken:",
            "target: own\n      lasts: gates\n    weaken:",
            "effect: strengthen-all names no unit, so it can't have a `target` (card militia-captain)",
            "cards.yaml:5",
        ),
        (
            "lasts: gates\n    weaken:",
            "\n    weaken:",
            "effect: strengthen-all does something only with `lasts: gates` (card militia-captain)",
            "cards.yaml:5",
        ),
    ],
)
def test_what_cannot_be_played_is_told_with_its_place(
    change: Callable[[str, str], Path], old: str, new: str, message: str, place: str
) -> None:
    told = refusal(change(old, new))
    assert any(message in line and f"{place}:" in line for line in told), told


def test_an_effect_that_the_engine_does_not_know_is_told_with_the_card(
    change: Callable[[str, str], Path],
) -> None:
    folder = change("mend, drive-off, nothing]}", "mend, drive-off, nothing, poison]}")
    cards = folder / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("effect: drive-off", "effect: poison"), "utf-8")
    (told,) = refusal(folder)
    assert "cards.yaml:17" in told
    assert "effect: 'poison' is not an effect that the rules know (card turncoat)" in told
    assert "expected strengthen, strengthen-all, weaken" in told


def test_a_deck_that_does_not_last_whole_tiers_is_warned_of(change: Callable[[str, str], Path]) -> None:
    problems = Problems()
    assert read_game(str(change("  hand: 5 ", "  hand: 4 ")), problems) is not None
    (told,) = problems
    assert "the defender's 10 cards are not 2 hands of 4" in str(told)


def test_every_setup_is_a_settlement_and_the_village_is_usual() -> None:
    game = rules.load("hold-the-gates")
    assert [setup["settlement"] for setup in game.setups()] == ["city", "village", "shrine"]
    assert game.start().to_dict()["settlement"] == "village"
    with pytest.raises(InputError, match="settlement: expected city, village or shrine, got 'town'"):
        game.start(settlement="town")


def test_the_opening_shows_five_cards_of_each_side() -> None:
    game = rules.load("hold-the-gates")
    state = game.start(seed=1)
    hands = dict(game.opening(state))
    assert list(hands) == ["Attacker", "Defender"]
    assert [len(hand) for hand in hands.values()] == [5, 5]
    assert list(hands.values()) == [side["hand"] for side in state.to_dict()["seats"]]
