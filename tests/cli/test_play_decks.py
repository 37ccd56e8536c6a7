"""Decks of one's own at the table of ``gatepress play``: who plays which, and what its cards are called."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from games import bundled_game, run_here

from .playing import FIRST_CHOICES, play, play_json, record_of

BUNDLED = [cards.name for component in bundled_game("battle-gate").components if component.is_deck
           for cards in sorted(component.sets, key=lambda cards: cards.id)]  # fmt: skip
MOVES = re.compile(
    r"^ +\d+  (?:field|attack|block|boost|discard|recover) ([MSA]\d)\S* +(\S.*)$", re.MULTILINE
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_deck(file: str, prefix: str, title: str = "", *, alike: str = "") -> Path:
    """A legal deck in which the names of cards begin with ``prefix`` and end in letters ``alike``."""
    cards: list[dict[str, Any]] = []
    for class_name in ("minion", "soldier", "assassin"):
        for power, copies in ((1, 4), (2, 4), (3, 4), (4, 2)):
            name = f"{prefix} {class_name.title()} {power}"
            letters = list(alike) or [""]
            cards += [
                {
                    "name": f"{name}{letter}",
                    "class": class_name,
                    "power": power,
                    "copies": copies // len(letters),
                }
                for letter in letters
            ]
    path = Path(file)
    path.write_text(yaml.safe_dump({"name": title or prefix, "cards": cards}))
    return path


def name_of(kind: str, prefix: str) -> str:
    class_name = {"M": "Minion", "S": "Soldier", "A": "Assassin"}[kind[0]]
    return f"{prefix} {class_name} {kind[1:]}"


class TestWhoPlaysWhat:
    def test_one_deck_is_the_person_s_and_opponents_get_bundled_ones(self) -> None:
        write_deck("mine.yaml", "Mine")
        done = play("battle-gate", "--deck", "mine.yaml", "--players", "4", "--seed", "1", typed=["quit"])
        assert done.code == 0
        first, second, third, *_ = BUNDLED
        assert (
            f"You play Mine. Seat 1 plays {first}. Seat 2 plays {second}. Seat 3 plays {third}."
            in " ".join(done.stdout.split())
        )

    def test_it_is_theirs_in_whatever_seat_they_sit(self) -> None:
        write_deck("mine.yaml", "Mine")
        done = play("battle-gate", "--deck", "mine.yaml", "--seat", "1", "--seed", "1", typed=["quit"])
        assert f"Seat 0 plays {BUNDLED[0]}. You play Mine." in done.stdout
        assert "Your hand:" in done.stdout
        assert "Mine " in done.stdout

    def test_a_bundled_deck_is_not_dealt_twice(self) -> None:
        done = play("battle-gate", "--deck", "carnival-knives", "--seed", "1", typed=["quit"])
        assert f"You play {BUNDLED[0]}. Seat 1 plays {BUNDLED[1]}." in done.stdout

    def test_several_go_seat_by_seat_and_the_rest_get_bundled_ones(self) -> None:
        decks = [write_deck("one.yaml", "One"), write_deck("two.yaml", "Two")]
        given = [word for deck in decks for word in ("--deck", str(deck))]
        done = play("battle-gate", *given, "--players", "3", "--seat", "2", "--seed", "1", typed=["quit"])
        assert f"Seat 0 plays One. Seat 1 plays Two. You play {BUNDLED[0]}." in done.stdout

    def test_the_same_every_time_and_in_the_record(self) -> None:
        write_deck("mine.yaml", "Mine")
        for log in ("one.json", "two.json"):
            assert (
                play(
                    "battle-gate", "--deck", "mine.yaml", "--watch", "--opponent", "random", "--log", log
                ).code
                == 0
            )
        assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
        record = record_of(Path("one.json"))
        assert record["setup"]["decks"][1] == "carnival-knives"
        assert play_json("--replay", "one.json")["result"] == record["result"]

    @pytest.mark.parametrize("seats", [[], ["--players", "2"], ["--players", "4"]])
    def test_too_many_decks_are_refused(self, seats: list[str]) -> None:
        given = ["--deck", "five-a-side"] * 5
        done = play("battle-gate", *given, *seats, typed=["quit"])
        assert done.code == 2
        assert "got 5 decks" in " ".join(done.stderr.replace("│", " ").split())

    def test_a_seat_that_is_not_there_is_told_as_before(self) -> None:
        done = play("battle-gate", "--deck", "five-a-side", "--seat", "7", typed=["quit"])
        assert done.code == 2
        assert "there are seats 0 to 1 in this game, got 7" in " ".join(done.stderr.replace("│", " ").split())

    def test_sample_hands_of_the_game_take_one_deck_too(self) -> None:
        write_deck("mine.yaml", "Mine")
        done = run_here("hands", "battle-gate", "--deck", "mine.yaml", "--samples", "100", "--json")
        assert done.code == 0, done.output
        assert json.loads(done.stdout)["setup"]["decks"][1] == "carnival-knives"
        shown = run_here("hands", "battle-gate", "--deck", "mine.yaml", "--samples", "100").stdout
        assert shown.startswith(f"seat 0 plays Mine\nseat 1 plays {BUNDLED[0]}\n")


class TestNames:
    def test_every_move_with_a_card_names_it(self) -> None:
        write_deck("mine.yaml", "Mine")
        typed = [str(2 + number % 3) for number in range(60)]
        done = play("battle-gate", "--deck", "mine.yaml", "--seed", "3", "--opponent", "random", typed=typed)
        moves = MOVES.findall(done.stdout)
        assert len({kind for kind, _ in moves}) > 3
        for kind, words in moves:
            assert f"({name_of(kind, 'Mine')})" in words

    @pytest.mark.slow
    def test_hand_field_and_discards_have_names(self) -> None:
        """The whole game through, by taking the last choice, which never ends a phase."""
        write_deck("mine.yaml", "Mine")
        typed = [str(1 + number % 4) for number in range(300)]
        done = play("battle-gate", "--deck", "mine.yaml", "--seed", "3", "--opponent", "random", typed=typed)
        for place in ("hand", "field", "discards"):
            listed = re.findall(rf"Your {place}: +(\S.*)", done.stdout)
            cards = list(
                chain.from_iterable(
                    re.findall(r"([MSA]\d)(?:x\d+)?( [A-Z]\S+ \S+ \d)?", one) for one in listed
                )
            )
            assert len(cards) > 5
            assert all(name == f" {name_of(kind, 'Mine')}" for kind, name in cards)
        assert re.search(r"You draw .*[MSA]\d Mine ", done.stdout)
        assert re.search(r"You lose .*[MSA]\d Mine .* in combat", done.stdout)

    @pytest.mark.slow
    def test_no_name_of_an_opponent_s_card_is_ever_shown(self) -> None:
        mine, theirs = write_deck("mine.yaml", "Mine"), write_deck("theirs.yaml", "Theirs", "A Deck")
        decks = ["--deck", str(mine), "--deck", str(theirs)]
        for seat in ("0", "1"):
            own, other = ("Mine", "Theirs") if seat == "0" else ("Theirs", "Mine")
            watched = play(
                "battle-gate",
                *decks,
                "--seat",
                seat,
                "--watch",
                "--opponent",
                "random",
                "--log",
                f"{seat}.json",
            )
            replayed = play("--replay", f"{seat}.json", "--seat", seat)
            typed = [*FIRST_CHOICES[:60], "log", "hint", "quit"]
            played = play(
                "battle-gate", *decks, "--seat", seat, "--seed", "3", "--opponent", "random", typed=typed
            )
            for done in (watched, replayed, played):
                assert re.search(rf"{own} (Minion|Soldier|Assassin)", done.stdout)
                assert not re.search(rf"{other} (Minion|Soldier|Assassin)", done.stdout)

    def test_whoever_sees_all_hands_sees_all_names(self) -> None:
        decks = ["--deck", str(write_deck("a.yaml", "Ann")), "--deck", str(write_deck("b.yaml", "Bob"))]
        shown = play("battle-gate", *decks, "--watch", "--opponent", "random", "--log", "log.json").stdout
        for own in ("Ann", "Bob"):
            assert re.search(rf"fields an? \w+ of \d \({own} \w+ \d\)", shown)
        assert "Seat 0’s hand:" in shown
        assert play("--replay", "log.json").stdout == shown

    def test_cards_that_are_alike_have_all_their_names(self) -> None:
        write_deck("mine.yaml", "M", alike="ab")
        done = play("battle-gate", "--deck", "mine.yaml", "--seed", "3", typed=["quit"])
        for kind, words in MOVES.findall(done.stdout):
            name = name_of(kind, "M")
            assert f"({name}a or {name}b)" in words

    def test_a_game_that_is_gone_on_with_has_them_still(self) -> None:
        write_deck("mine.yaml", "Mine")
        play("battle-gate", "--deck", "mine.yaml", "--seed", "3", typed=["1", "save game.json", "quit"])
        Path("mine.yaml").unlink()
        done = play("--from", "game.json", typed=["quit"])
        assert "You play Mine. Seat 1 plays " in done.stdout
        assert "Your hand:     " in done.stdout
        assert "Mine " in done.stdout.partition("Your hand:")[2]

    def test_a_game_with_no_deck_of_one_s_own_goes_by_kinds(self) -> None:
        done = play("battle-gate", "--seed", "1", typed=["quit"])
        assert re.search(r"Your hand: [MSA]\d", done.stdout)
        assert " plays " not in done.stdout

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("\x1b[31mRed\x1b]0;title\x07", "[31mRed ]0;title"),
            ("[bold red]Bold[/] {{ name }} %s \\", "[bold red]Bold[/] {{ name }} %s"),
            ("two\nlines\tand  \u202eturned", "two lines and turned"),
            ("x" * 5000, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"),
            ("騎士 ⚔ Ж é", "騎士 ⚔ Ж é"),
            ("S4>1", "S4>1"),
            ("done", "done"),
        ],
    )
    def test_a_name_may_hold_anything(self, name: str, shown: str) -> None:
        path = write_deck("mine.yaml", "Mine")
        deck = yaml.safe_load(path.read_text())
        for card in deck["cards"]:
            card["name"] = name
        path.write_text(yaml.safe_dump(deck | {"name": name}))
        typed = [*FIRST_CHOICES[:30], "save game.json", "quit"]
        done = play("battle-gate", "--deck", "mine.yaml", "--seed", "3", typed=typed)
        again = play("--from", "game.json", typed=["quit"])
        for screen in (done.stdout, again.stdout):
            assert shown in screen
            assert not set(screen) & set("\x1b\x07\u202e\t")
            assert max(map(len, screen.splitlines())) <= 120

    def test_cards_without_names_go_by_kinds(self) -> None:
        path = write_deck("mine.yaml", "Mine")
        deck = yaml.safe_load(path.read_text())
        for card in deck["cards"]:
            del card["name"]
        path.write_text(yaml.safe_dump(deck))
        done = play("battle-gate", "--deck", "mine.yaml", "--seed", "3", typed=["1", "quit"])
        assert done.code == 0
        assert re.search(r"Your hand: +[MSA]\d(x\d)?(  [MSA]\d(x\d)?)+\n", done.stdout)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("3", "names: expected a list, got 3"),
        ("[3]", "names[0]: expected"),
        ("[{deck: 3, cards: {}}]", "names[0].deck: expected text, got 3"),
        ("[{deck: A}]", "names[0]: `cards` is missing"),
        ("[{deck: A, cards: {S4: Bob}}]", "names[0].cards.S4: expected a list, got 'Bob'"),
        ("[{deck: A, cards: {S4: [5]}}]", "names[0].cards.S4[0]: expected text, got 5"),
        ("[{deck: A, cards: {}, card: 1}]", "names[0].card: unknown key"),
    ],
)
def test_broken_names_in_a_record_are_told(names: str, told: str) -> None:
    Path("game.yaml").write_text(f"game: battle-gate\nsetup: {{seed: 1}}\nnames: {names}\nmoves: []\n")
    done = play("--replay", "game.yaml")
    assert done.code == 1
    assert told in done.stderr
    assert "game.yaml:3:" in done.stderr


def test_names_of_kinds_or_seats_that_are_not_there_do_no_harm() -> None:
    names = "[{deck: A, cards: {S99: [Bob], 3: [Ann]}}, {deck: B, cards: {}}, {deck: C, cards: {S4: [Eve]}}]"
    Path("game.yaml").write_text(f"game: battle-gate\nsetup: {{seed: 1}}\nnames: {names}\nmoves: []\n")
    done = play("--from", "game.yaml", typed=["quit"])
    assert done.code == 0
    assert "Eve" not in done.stdout
