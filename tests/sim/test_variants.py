"""Variants: optional rules of a game that are off unless chosen, and what is wrong with one is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest
from games import PROJECT, bundled_game, run_here

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.cli.completion import variant
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


def test_what_a_chosen_variant_sets_can_not_be_searched_for(tmp_path: Path) -> None:
    folder = own_game(tmp_path, f"  odd: {{says: odd, set: {{{FIRST_DRAW}: 6}}}}")
    done = run_here(
        *("tune", folder, "--variant", "odd", "--free", f"{FIRST_DRAW}=3..7", "--target", "draws<0.5")
    )
    assert done.code == 1
    assert f"the variant 'odd' sets `{FIRST_DRAW}`" in done.stderr


@pytest.mark.slow
def test_balance_and_tuning_play_by_it(tmp_path: Path) -> None:
    name, study = "even-start", tmp_path / "study"
    chosen = ("battle-gate", "--games", "4", "--bots", "random", "--json", "--variant", name)
    measured = run_here("balance", *chosen, "--measure", "seats", "--out", study)
    told = json.loads(measured.stdout)
    assert told["changes"] == [f"variant={name}"]
    assert f"--variant {name}" in told["command"]
    again = run_here(*told["command"].split()[1:], "--json")
    assert again.stdout == measured.stdout
    without = run_here("balance", *chosen[:-2], "--measure", "seats", "--out", study)
    assert without.code == 1
    assert f"its changes are variant={name}, not none" in without.stdout
    tuned = run_here("tune", *chosen, "--free", "rules.points=90..91", "--target", "draws<0.5")
    told = json.loads(tuned.stdout)
    assert told["plan"]["changes"] == told["check_plan"]["changes"] == [f"variant={name}"]
    record = tmp_path / "game.json"
    assert run_here("replay", study / "seats-random", "1", "--out", record).code == 0
    assert json.loads(record.read_text())["variants"] == [name]
    assert run_here("play", "--replay", record, "--json").code == 0


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_sheets_of_a_variant_are_of_its_numbers_and_say_so(tmp_path: Path) -> None:
    books = ("--only", "rulebook", "--only", "reference", "--out", tmp_path)
    texts = {}
    for chosen in ((), ("--variant", "even-start")):
        for language in ((), ("--lang", "de")):
            done = run_here("build", "battle-gate", *books, *chosen, *language, "--json")
            assert done.code == 0, done.output
            files = [Path(file["file"]) for file in json.loads(done.stdout)["files"]]
            texts[bool(chosen), bool(language)] = {file: text_of(file) for file in files}
    folders = {key: {file.parent.relative_to(tmp_path).as_posix() for file in texts[key]} for key in texts}
    assert folders == {
        (False, False): {"battle-gate"},
        (False, True): {"battle-gate/de"},
        (True, False): {"battle-gate+even-start"},
        (True, True): {"battle-gate+even-start/de"},
    }
    for (is_chosen, is_german), found in texts.items():
        (book,) = (text for file, text in found.items() if "rulebook" in file.name)
        (card,) = (text for file, text in found.items() if "reference" in file.name)
        assert ("from 0 up to 2 +" in book or "von 0 bis 2 +" in book) == is_chosen
        assert (("Wahlregel" if is_german else "Optional rule") in book) != is_chosen
        assert ("even-start" in card) == is_chosen


def text_of(file: Path) -> str:
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
    return " ".join(" ".join(pages).split())


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_one_of_two_games_may_lack_it(tmp_path: Path) -> None:
    books = ("--only", "rulebook", "--out", tmp_path)
    done = run_here("build", "battle-gate", "gateway", "--variant", "even-start", *books)
    assert done.code == 1
    assert "--variant even-start: error: Gateway has no variant 'even-start'; declare it under" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_tab_key_offers_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_game(tmp_path, "  even-more: {says: more, set: {rules.points: 90}}")
    monkeypatch.chdir(tmp_path / "battle-gate")
    assert variant("even") == ["even-more", "even-start"]
