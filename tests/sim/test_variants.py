"""Variants: optional rules of a game that are off unless chosen, and what is wrong with one is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from games import PROJECT, bundled_game, run_here

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.rules import BadDatabase, load
from generator.rules import Game as RulesGame

GATE = PROJECT / "cards" / "battle-gate"
FIRST_DRAW = "rules.first_turn.first_player"


def own_game(folder: Path, variants: str) -> Path:
    """A copy of Battle Gate with these variants only."""
    copy = folder / "battle-gate"
    shutil.copytree(GATE, copy)
    file = copy / "game.yaml"
    before, _, after = file.read_text().partition("\nvariants:\n")
    file.write_text(f"{before}\nvariants:\n{variants}\n{after[after.index('rulebook:') :]}")
    return copy


def read(folder: Path, *changes: str) -> tuple[Game, list[str]]:
    problems = Problems()
    game = load_game(folder, problems, changes)
    assert game is not None
    return game, [str(problem) for problem in problems]


def most_drawn(game: RulesGame) -> int:
    """The most cards that a player without soldiers may draw on a later turn."""
    state = game.start(5, decks=[["M1"] * 100] * 2)
    while not state.text(state.legal()[-1]).startswith("draw"):
        state.apply(state.legal()[0])
    return int(state.text(state.legal()[-1]).split()[1])


def test_a_variant_is_off_unless_chosen() -> None:
    (name,) = bundled_game("battle-gate").variants
    draws = {}
    for changes in ([], [f"variant={name}"], []):
        game = load("battle-gate", changes)
        assert game.variants == (name,)
        draws[len(changes)] = most_drawn(game)
    assert draws == {0: 1, 1: 2}


def test_it_sets_rules_and_cards_alike_and_says_so_to_layouts(tmp_path: Path) -> None:
    changes = f"{FIRST_DRAW}: 6, pallbearer.power: 5, rules.cards: {{min: 1, max: 9}}"
    folder = own_game(tmp_path, f"  odd: {{says: odd, set: {{{changes}}}}}")
    before, told = read(folder)
    assert told == []
    after, told = read(folder, "variant=odd")
    assert told == []
    assert before.variants["odd"].changes[FIRST_DRAW] == 6
    powers = [
        next(card.values["power"] for card in game.cards_in("decks") if card.id == "pallbearer")
        for game in (before, after)
    ]
    assert powers[0] != powers[1] == 5
    assert (before.rules["first_turn"], after.rules["first_turn"]) == (
        {"first_player": 3, "others": 4},
        {"first_player": 6, "others": 4},
    )
    assert after.rules["cards"] == {"min": 1, "max": 9}


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ("  odd: {set: {rules.points: 90}}", "variants.odd: `says` is missing"),
        ("  odd: {says: odd}", "variants.odd: `set` is missing"),
        ("  odd: {says: odd, set: {}}", "expected paths and values, got a mapping"),
        ("  odd: {says: odd, set: [rules.points]}", "expected paths and values, got a list"),
        ("  Odd Ones: {says: odd, set: {rules.points: 90}}", "a variant's name has a-z"),
        ("  odd: {says: odd, sets: {rules.points: 90}}", "unknown key `sets`; did you mean `set`?"),
    ],
)
def test_its_form_is_checked_when_a_game_is_read(tmp_path: Path, variants: str, message: str) -> None:
    _, told = read(own_game(tmp_path, variants))
    assert message in " ".join(told)
    assert all("game.yaml:" in one for one in told)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("rules.frist_turn.others: 3", "there is no `frist_turn` in `rules`; did you mean `first_turn`?"),
        (f"{FIRST_DRAW}: many", "expected a whole number, got 'many'"),
        ("palbearer.power: 3", "`palbearer` is neither a key of game.yaml nor the id of a card"),
        ("pallbearer.powr: 3", "unknown field `powr` (card pallbearer); did you mean `power`?"),
    ],
)
def test_what_it_sets_is_checked_by_rules_check_with_its_place(
    tmp_path: Path, change: str, message: str
) -> None:
    folder = own_game(tmp_path, f"  odd: {{says: odd, set: {{{change}}}}}")
    result = run_here("rules", "check", folder, "--games", "1")
    assert result.code == 1
    assert "game.yaml:" in result.stderr
    assert message in result.stderr
    with pytest.raises(BadDatabase, match=r"game\.yaml:"):
        load(str(folder), ["variant=odd"])


def test_check_tells_of_a_path_that_leads_nowhere(tmp_path: Path) -> None:
    folder = own_game(tmp_path, "  odd: {says: odd, set: {rules.pionts: 3}}")
    result = run_here("check", folder, "--only", "reference")
    assert result.code == 1
    assert "there is no `pionts` in `rules`; did you mean `points`?" in result.stdout


def test_an_unknown_variant_is_told_with_the_nearest() -> None:
    result = run_here(
        "simulate", "battle-gate", "--games", "2", "--bots", "random", "--variant", "even-strat"
    )
    assert (result.code, result.stdout) == (1, "")
    assert (
        "--variant even-strat: error: Battle Gate has no variant 'even-strat'; did you mean" in result.stderr
    )
    result = run_here("play", "strongholds", "--watch", "--variant", "fast")
    assert result.code == 1
    assert "declare it under `variants` in game.yaml" in result.stderr


def test_what_a_variant_sets_can_not_be_set_again(tmp_path: Path) -> None:
    folder = own_game(tmp_path, f"  odd: {{says: odd, set: {{{FIRST_DRAW}: 6}}}}")
    _, told = read(folder, "variant=odd", f"{FIRST_DRAW}=5")
    assert any(f"`{FIRST_DRAW}` is set twice" in one for one in told)


def test_a_record_says_which_variant_it_was_played_by(tmp_path: Path) -> None:
    (name,) = bundled_game("battle-gate").variants
    log = tmp_path / "game.json"
    play = ("play", "battle-gate", "--watch", "--opponent", "random", "--seed", "4", "--json")
    first = run_here(*play, "--variant", name, "--log", log)
    assert first.code == 0
    assert json.loads(log.read_text())["variants"] == [name]
    again = run_here("play", "--replay", log, "--json")
    assert again.code == 0
    assert json.loads(again.stdout)["result"] == json.loads(first.stdout)["result"]
    refused = run_here("play", "--replay", log, "--variant", name)
    assert refused.code == 2
    assert "has its own" in refused.stderr


@pytest.mark.slow
def test_studies_and_sweeps_play_by_it() -> None:
    (name,) = bundled_game("battle-gate").variants
    result = run_here(
        "sweep", "battle-gate", "--set", f"variant={name}", "--games", "4", "--bots", "random", "--json"
    )
    own, changed = json.loads(result.stdout)["arms"]
    assert own["own"] is True
    assert changed["set"] == {"variant": name}
    simulated = run_here(
        "simulate", "battle-gate", "--games", "4", "--bots", "random", "--variant", name, "--json"
    )
    assert json.loads(simulated.stdout)["plan"]["changes"] == [f"variant={name}"]
    assert json.loads(simulated.stdout)["digest"] == changed["digest"]
