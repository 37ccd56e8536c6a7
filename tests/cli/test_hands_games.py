"""``gatepress hands GAME``: what each seat begins with, as the engine deals it, beside the exact odds."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run_here
from own_builder import MORE, RULES, write_builder
from own_leduc import write_leduc

from generator import rules


def told_of(*arguments: str | Path) -> dict[str, Any]:
    done = run_here("hands", *arguments, "--json")
    assert done.code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def openings(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {opening["whose"]: opening for opening in told["openings"]}


def exact(opening: dict[str, Any], card: str, least: int = 1) -> Fraction:
    (odd,) = [odd for odd in opening["odds"] if (odd["card"], odd["least"]) == (card, least)]
    return Fraction(odd["fraction"])


def test_hold_the_line_both_draw_seven_of_fourteen() -> None:
    told = told_of("hold-the-line", "--copies", "3", "--samples", "300")
    assert [(opening["seat"], opening["whose"]) for opening in told["openings"]] == [
        (0, "olive"),
        (1, "sand"),
    ]
    for opening in told["openings"]:
        assert (opening["draws"], opening["cards"], opening["games"]) == (7, 14, 300)
        assert opening["kinds"] == {"infantry": 8, "anti-armor": 4, "tank": 2}
        assert exact(opening, "infantry") == 1
        assert exact(opening, "tank") == 1 - Fraction(comb(12, 7), comb(14, 7))
        assert exact(opening, "tank", 2) == Fraction(comb(12, 5), comb(14, 7))
        assert exact(opening, "anti-armor", 3) == Fraction(4 * comb(10, 4) + comb(10, 3), comb(14, 7))


def test_hold_the_gates_each_draws_five_of_ten() -> None:
    told = openings(told_of("hold-the-gates", "--samples", "200"))
    assert list(told) == ["Attacker", "Defender"]
    assert told["Attacker"]["kinds"] == {"grunt": 4, "skirmishers": 2, "armoured-grunt": 2, "shaman": 2}
    assert told["Defender"]["kinds"] == {"militia-captain": 2, "militia": 3, "archers": 2, "townsfolk": 3}
    assert {(opening["draws"], opening["cards"]) for opening in told.values()} == {(5, 10)}
    assert exact(told["Attacker"], "grunt") == 1 - Fraction(comb(6, 5), comb(10, 5))
    assert exact(told["Defender"], "townsfolk") == 1 - Fraction(comb(7, 5), comb(10, 5))


def test_strongholds_draws_six_of_the_cards_that_are_no_royals() -> None:
    """A card counts by its rank, and a troop as a troop too."""
    told = told_of("strongholds", "--players", "4", "--copies", "3", "--samples", "200")
    assert [opening["seat"] for opening in told["openings"]] == [0, 1, 2, 3]
    for opening in told["openings"]:
        assert (opening["draws"], opening["cards"]) == (6, 42)
        kinds = opening["kinds"]
        assert (kinds["troop"], kinds["ace"], kinds["joker"], kinds["two"], kinds["ten"]) == (36, 4, 2, 4, 4)
        assert exact(opening, "joker") == 1 - Fraction(comb(40, 6), comb(42, 6))
        assert exact(opening, "ten", 3) == Fraction(comb(4, 3) * comb(38, 3) + comb(38, 2), comb(42, 6))
        # All but the hands with too few troops for a King: at most two, beside aces and jokers.
        assert exact(opening, "troop", 3) == 1 - Fraction(comb(36, 2) * comb(6, 4) + 36 * 6 + 1, comb(42, 6))


def test_gateway_counts_the_lesser_runestone_of_the_starter_deck_whichever_it_is() -> None:
    told = told_of("gateway", "--players", "3", "--copies", "2", "--samples", "100", "--show", "12")
    assert [opening["seat"] for opening in told["openings"]] == [0, 1, 2]
    shown = set()
    for opening in told["openings"]:
        assert (opening["draws"], opening["cards"]) == (6, 12)
        assert opening["kinds"] == {"merchant": 7, "rebel": 4, "lesser runestone": 1}
        assert exact(opening, "lesser runestone") == Fraction(1, 2)
        assert exact(opening, "rebel") == 1 - Fraction(comb(8, 6), comb(12, 6))
        shown |= {card for hand in opening["hands"] for card in hand["cards"]}
    assert len(shown - {"merchant", "rebel"}) > 2, "each hand shows which Runestone it is"


def test_battle_gate_tells_the_first_player_from_the_other_in_each_seat() -> None:
    told = openings(
        told_of("battle-gate", "--deck", "five-a-side", "--deck", "five-a-side", "--samples", "400")
    )
    assert sorted(told) == ["seat 0", "seat 0, first", "seat 1", "seat 1, first"]
    assert {whose: opening["draws"] for whose, opening in told.items()} == {
        "seat 0": 4,
        "seat 0, first": 3,
        "seat 1": 4,
        "seat 1, first": 3,
    }
    # One of the two goes first in every game.
    assert told["seat 0, first"]["games"] == told["seat 1"]["games"]
    assert told["seat 0"]["games"] + told["seat 0, first"]["games"] == 400
    # The odds of a deck's hands are the same: `gatepress hands five-a-side` has them by class.
    deck = json.loads(run_here("hands", "five-a-side", "--json", "--samples", "100").stdout)
    assert deck["cards"] == told["seat 0"]["cards"]
    assert [player["draws"] for player in deck["players"]] == [3, 4]


def test_more_seats_may_play() -> None:
    told = told_of("battle-gate", "--players", "3", "--samples", "100")
    assert {opening["seat"] for opening in told["openings"]} == {0, 1, 2}
    assert told["setup"] == {"seats": 3}


@pytest.mark.parametrize("game", rules.playable_games())
def test_the_hands_are_those_of_the_games_with_these_seeds(game: str) -> None:
    told = told_of(game, "--seed", "40", "--show", "5", "--samples", "100")
    engine = rules.load(game)
    found = 0
    for seed in range(40, 45):
        for seat, (whose, cards) in enumerate(engine.opening(engine.start(seed=seed))):
            (opening,) = [
                entry for entry in told["openings"] if (entry["seat"], entry["whose"]) == (seat, whose)
            ]
            assert {"seed": seed, "cards": cards} in opening["hands"]
            found += 1
    assert found >= 10


@pytest.mark.parametrize("game", rules.playable_games())
def test_the_engine_deals_as_the_exact_odds_say(game: str) -> None:
    """Of intervals at the 95 % level nearly all hold the exact value; none is far from it."""
    odds = [odd for opening in told_of(game, "--samples", "3000")["openings"] for odd in opening["odds"]]
    for odd in odds:
        half = (odd["high"] - odd["low"]) / 2
        assert abs(odd["simulated"] - odd["exact"]) <= 2.2 * half + 1e-9, odd
        assert odd["inside"] == (odd["low"] <= Fraction(odd["fraction"]) <= odd["high"])
    assert sum(odd["inside"] for odd in odds) >= 0.8 * len(odds)


def test_an_option_of_the_game_is_taken() -> None:
    told = told_of("hold-the-gates", "--set", "settlement=shrine", "--samples", "100")
    assert told["setup"] == {"settlement": "shrine"}


@pytest.mark.slow
def test_the_report_fits_eighty_columns() -> None:
    for game in rules.playable_games():
        done = run_here("hands", game, "--samples", "200", "--copies", "2")
        assert done.code == 0
        # Sentences are wrapped by the terminal, tables are not.
        tables = [line for line in done.stdout.splitlines() if line.startswith("  ")]
        assert max(map(len, tables)) <= 80


def test_the_report_is_for_reading() -> None:
    done = run_here("hands", "hold-the-gates", "--samples", "200", "--show", "1")
    text = done.stdout
    assert text.startswith(
        "Hold the Gates!: what each seat begins with\n\nAttacker: 5 of 10 cards\n\n  seed  hand\n"
    )
    assert "Defender: 5 of 10 cards" in text
    assert re.search(r"^  one or more +exact +simulated +95 % interval$", text, re.MULTILINE)
    assert re.search(r"^  grunt +97\.62 % +\d+\.\d\d % +\d+\.\d\d to \d+\.\d\d % +[✓✗]$", text, re.MULTILINE)
    assert "Simulated from 200 games, begun with the seeds 1 to 200." in text


def test_a_folder_of_a_game_is_a_game() -> None:
    for name in (PROJECT / "cards" / "hold-the-line", PROJECT / "cards" / "hold-the-line" / "game.yaml"):
        assert told_of(name, "--samples", "100")["game"] == "hold-the-line"


def test_a_deck_goes_before_a_game_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = PROJECT / "cards" / "hold-the-line"
    monkeypatch.setattr("generator.cli.commands.hands.find_game", lambda _: game)
    assert run_here("hands", "five-a-side", "--samples", "100").stdout.startswith("The Five-a-Side: 25 cards")


def test_a_folder_with_a_game_goes_before_a_deck_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("five-a-side").symlink_to(PROJECT / "cards" / "hold-the-line")
    done = run_here("hands", "five-a-side", "--samples", "100")
    assert done.stdout.startswith("Hold the Line")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["hold-the-line", "--turns", "3"],
            "--turns: this is for the hands of a deck",
        ),
        (["hold-the-line", "--first"], "--first: this is for the hands of a deck"),
        (["battle-gate", "--points", "50"], "--points: this is for the hands of a deck"),
        (["five-a-side", "--copies", "2"], "--copies: this is for the openings of a game"),
        (["five-a-side", "--set", "max_turns=9"], "--set: this is for the openings of a game"),
        (["five-a-side", "--deck", "night-shift"], "--deck: this is for the openings of a game"),
        (["hold-the-line", "--players", "3"], "Hold the Line is for 2 players, not for 3"),
        (["hold-the-line", "--set", "max_rounds"], "--set: expected name=value"),
        (["hold-the-line", "--set", "max_turns=3"], "has no option 'max_turns'"),
        (["hold-the-gates", "--set", "settlement=moon"], "expected city, village or shrine"),
        (["gateway", "--set", "city=pick"], "no player holds a card before the first decision"),
        (["hold-the-line", "--deck", "five-a-side"], "Hold the Line is not played with decks"),
        (["hold-the-line", "--samples", "99"], "--samples"),
        (["hold-the-line", "--seed", str(2**63 - 1)], "--seed: the last of the seeds would be beyond"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], told: str) -> None:
    done = run_here("hands", *arguments)
    assert done.code == 2
    assert told in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hold-the-lien"], "no game or folder named 'hold-the-lien'; did you mean `hold-the-line`?"),
        (["battle-gate", "--deck", "five-a-side", "--deck", "nope"], "no deck or file named 'nope'"),
        (["five-a-sid"], "no deck or file named 'five-a-sid'; did you mean `five-a-side`?"),
        (
            ["chess"],
            "no deck, game or file named 'chess'; the decks here are carnival-knives, five-a-s",
        ),
        (["chess"], "; the games are battle-gate, gateway, hold-the-gates, hold-the-line, strongholds"),
    ],
)
def test_what_is_not_there_is_told(arguments: list[str], told: str) -> None:
    done = run_here("hands", *arguments)
    assert done.code == 1
    assert told in " ".join(done.output.split())
    assert "Traceback" not in done.output


# Games of a designer's own

KEPT_ONLY_WITH_POINTS = """\
        while not any(card.points for card in table.hand[seat]):
            table.hand[seat].give_all(table.deck[seat])
            table.shuffle(table.deck[seat])
            table.deck[seat].deal(5, table.hand[seat])
"""
BEST_OF_SEVEN = """\
        table.deck[seat].deal(2, table.hand[seat])
        for card in sorted(table.hand[seat], key=lambda card: card.points)[:2]:
            table.hand[seat].give(card, table.discard[seat])
"""
WITH_A_CURSE = '        table.supply.give(table.cards["curse"], table.hand[seat])\n'
BY_LOT = """\
        if seat == table.seats[-1]:
            first = table.roll(len(table.seats)) - 1
            table.deck[first].deal(1, table.hand[first])
"""


def test_odds_are_exact_where_cards_come_out_of_a_supply_that_all_share(tmp_path: Path) -> None:
    told = told_of(write_builder(tmp_path / "own"), "--players", "2", "--samples", "2000")
    for opening in told["openings"]:
        assert (opening["draws"], opening["cards"]) == (5, 10)
        assert opening["kinds"] == {"copper": 7, "estate": 3}
        assert exact(opening, "estate") == Fraction(11, 12)
        assert not any(odd["contradicted"] for odd in opening["odds"])


@pytest.mark.parametrize(
    ("more", "draws", "cards", "estate"),
    [
        (WITH_A_CURSE, {6}, 11, Fraction(11, 12)),
        (BY_LOT, {5, 6}, 10, Fraction(11, 12)),
        (KEPT_ONLY_WITH_POINTS, {5}, None, None),
        (BEST_OF_SEVEN, {5}, None, None),
    ],
)
def test_a_deal_is_exact_only_where_it_was_followed(
    tmp_path: Path, more: str, draws: set[int], cards: int | None, estate: Fraction | None
) -> None:
    """A lot may say who is dealt more; what depends on how the cards lie is simulated, and said to be."""
    folder = write_builder(tmp_path / "own", RULES.replace(MORE, more))
    told = told_of(folder, "--players", "2", "--samples", "300")
    assert {opening["draws"] for opening in told["openings"]} == draws
    for opening in told["openings"]:
        assert opening["cards"] == cards
        found = {odd["card"]: odd for odd in opening["odds"]}["estate"]
        if estate is None:
            assert {found[key] for key in ("exact", "fraction", "inside", "contradicted")} == {None}
        elif opening["draws"] == 5 or cards == 11:
            assert exact(opening, "estate") == estate
    text = run_here("hands", folder, "--samples", "100", "--show", "0").stdout
    assert ("the odds are only simulated" in text) == (estate is None)


def test_odds_that_the_simulation_contradicts_are_not_explained_as_chance(tmp_path: Path) -> None:
    claims = """\
from generator.rules.evaluation import Deal


class Claimed(Deal):
    def deck(self, state, seat):
        return ["copper"] * 14 + ["estate"] * 6


def open_deal(game):
    return Claimed()
"""
    folder = write_builder(tmp_path / "own", bot=claims)
    odds = {odd["card"]: odd for odd in told_of(folder, "--samples", "3000")["openings"][0]["odds"]}
    assert (odds["copper"]["contradicted"], odds["estate"]["contradicted"]) == (False, True)
    text = " ".join(run_here("hands", folder, "--samples", "3000").stdout.split())
    assert "the simulation contradicts the exact value: 1 of 2. That is no chance." in text


def test_nothing_exact_is_told_of_rules_that_are_written_by_hand(tmp_path: Path) -> None:
    (opening, _) = told_of(write_leduc(tmp_path / "leduc"), "--samples", "100")["openings"]
    assert (opening["draws"], opening["cards"]) == (1, None)
    assert {odd["exact"] for odd in opening["odds"]} == {None}


def test_the_old_name_of_an_option_still_does_and_is_noted() -> None:
    old = run_here("hands", "strongholds", "--seats=4", "--samples", "100", "--json")
    new = run_here("hands", "strongholds", "--players", "4", "--samples", "100", "--json")
    assert (old.code, old.stdout) == (0, new.stdout)
    assert "--seats is called --players now" in old.stderr
    assert new.stderr == ""
