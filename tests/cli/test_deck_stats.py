"""``gatepress deck stats`` and ``gatepress deck diff`` as they are printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from games import run_here

BEFORE = """\
name: Before
cards:
  - {name: Rat, class: minion, power: 1, copies: 4, text: Squeaks.}
  - {name: Guard, class: soldier, power: 4, copies: 3}
  - {name: Blade, class: assassin, power: 6, copies: 3}
"""
AFTER = """\
name: After
cards:
  - {name: Rat, class: minion, power: 2, copies: 3, text: Squeaks no more.}
  - {name: Blade, class: assassin, power: 6, copies: 3}
  - {name: Owl, class: soldier, power: 5, copies: 2}
"""


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("before.yaml").write_text(BEFORE, "utf-8")
    Path("after.yaml").write_text(AFTER, "utf-8")


def lines(output: str) -> list[str]:
    return [" ".join(line.split()) for line in output.splitlines()]


def test_table_and_chart() -> None:
    done = run_here("deck", "stats", "before.yaml")
    assert done.code == 0
    told = lines(done.stdout)
    assert told[0] == "Before: 10 cards, 34 points, average power 3.40"
    assert "power 1 2 3 4 5 6 cards points" in told
    assert "M minion 4 - - - - - 4 40.0 % 4 11.8 %" in told
    assert "all 4 - - 3 - 3 10 34" in told
    # One letter for each card tells the classes apart without colour.
    assert "1 4 MMMM" in told
    assert "4 3 SSS" in told
    assert "5 -" in told
    assert told[-1] == "one letter: 1 card"


def test_long_bars_are_drawn_to_a_scale_that_is_told() -> None:
    Path("many.yaml").write_text(
        "cards:\n  - {name: R, class: minion, power: 1, copies: 301}\n"
        "  - {name: S, class: soldier, power: 1, copies: 99}\n",
        "utf-8",
    )
    told = lines(run_here("deck", "stats", "many.yaml").stdout)
    assert told[-1] == "one letter: 5 cards"
    assert f"1 400 {'M' * 61}{'S' * 19}" in told


def test_several_decks_and_decks_of_the_game() -> None:
    done = run_here("deck", "stats", "before.yaml", "five-a-side")
    assert "Before: 10 cards" in done.stdout
    assert "The Five-a-Side: 25 cards, 100 points, average power 4.00" in done.stdout
    told = json.loads(run_here("deck", "stats", "before.yaml", "five-a-side", "--json").stdout)
    assert [deck["points"] for deck in told] == [34, 100]


def test_json_of_one_deck() -> None:
    told = json.loads(run_here("deck", "stats", "before.yaml", "--json").stdout)
    assert told["kinds"] == {"M1": 4, "S4": 3, "A6": 3}
    assert (told["cards"], told["points"], told["average_power"], told["without_power"]) == (10, 34, 3.4, 0)
    assert told["classes"][1] == {"class": "soldier", "known": True, "cards": 3, "points": 12}
    assert told["curve"][3] == {
        "power": 4,
        "legal": True,
        "cards": 3,
        "classes": [{"class": "soldier", "cards": 3}],
    }


def test_a_deck_that_is_all_wrong_is_counted_as_it_is() -> None:
    Path("wrong.yaml").write_text(
        "cards:\n  - {name: A, class: sorcerer, power: 9, copies: 2}\n  - {name: B, power: six}\n", "utf-8"
    )
    done = run_here("deck", "stats", "wrong.yaml")
    assert done.code == 0
    told = lines(done.stdout)
    assert "1 card without a power that can be counted: not in the points, the average and the curve" in told
    assert "? sorcerer, unknown - - - - - - 2 2 66.7 % 18 100.0 %" in told
    assert "9 2 ?? not legal" in told


def test_house_rules_widen_the_curve() -> None:
    Path("house.yaml").write_text("power: {min: 1, max: 8}\n", "utf-8")
    told = lines(run_here("deck", "stats", "before.yaml", "--format", "house.yaml").stdout)
    assert "power 1 2 3 4 5 6 7 8 cards points" in told


def test_diff_tells_each_card_and_the_totals() -> None:
    done = run_here("deck", "diff", "before.yaml", "after.yaml")
    assert done.code == 0
    told = lines(done.stdout)
    assert told[0] == "Before → After"
    assert "+ 2 × S5 Owl" in told
    assert "- 3 × S4 Guard" in told
    at = told.index("~ M1 Rat: power 1 → 2, copies 4 → 3")
    assert told[at + 1 : at + 3] == ["text before: Squeaks.", "text after: Squeaks no more."]
    assert not any("Blade" in line for line in told)
    assert "cards 10 8 -2" in told
    assert "points 34 34 -" in told
    assert "soldier 3 2 -1" in told
    assert "average power 3.40 4.25" in told


def test_diff_of_a_deck_with_itself() -> None:
    done = run_here("deck", "diff", "before.yaml", "before.yaml")
    assert done.code == 0
    assert "the same cards" in done.stdout
    assert json.loads(run_here("deck", "diff", "before.yaml", "before.yaml", "--json").stdout)["same"] is True


def test_diff_as_json() -> None:
    told = json.loads(run_here("deck", "diff", "before.yaml", "after.yaml", "--json").stdout)
    assert told["same"] is False
    assert told["after"] == {
        "deck": "After",
        "cards": 8,
        "points": 34,
        "classes": {"minion": 3, "soldier": 2, "assassin": 3},
    }
    assert [card["name"] for card in told["added"]] == ["Owl"]
    assert [card["name"] for card in told["removed"]] == ["Guard"]
    (rat,) = told["changed"]
    assert rat["changed"] == ["power", "copies", "text"]
    assert rat["before"]["power"] == 1
    assert rat["after"]["text"] == "Squeaks no more."


@pytest.mark.parametrize("command", [["stats"], ["diff", "before.yaml"]])
def test_files_that_cannot_be_read_are_told_with_nothing_printed(command: list[str]) -> None:
    Path("broken.yaml").write_text("cards:\n  - {name: A, copies: lots}\n", "utf-8")
    done = run_here("deck", *command, "broken.yaml")
    assert done.code == 1
    assert done.stderr.startswith("broken.yaml:2:23: error: copies: ")
    assert done.stdout == ""
    assert run_here("deck", *command, "missing.yaml").code == 1


def test_both_broken_decks_are_told_of() -> None:
    Path("broken.yaml").write_text("cards:\n  - {name: A, copies: lots}\n", "utf-8")
    done = run_here("deck", "diff", "missing.yaml", "broken.yaml")
    assert done.code == 1
    assert "missing.yaml" in done.stderr
    assert "broken.yaml:2:23" in done.stderr


def test_long_texts_are_told_by_the_words_that_differ() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    for name, last in (("old", "sixteen"), ("new", "seventeen")):
        text = f"- {{name: Rat, class: minion, power: 1, text: {words} {last} at the end}}\n"
        Path(f"{name}.yaml").write_text(text, "utf-8")
    told = lines(run_here("deck", "diff", "old.yaml", "new.yaml").stdout)
    at = told.index("~ M1 Rat")
    assert told[at + 1 : at + 3] == [
        "text before: … fifteen sixteen at …",
        "text after: … fifteen seventeen at …",
    ]


@pytest.mark.parametrize("between", ["x" * 200, " "])
def test_texts_that_differ_never_look_the_same(between: str) -> None:
    for name, text in (("old", f"a {between} b"), ("new", f"a {between} c" if "x" in between else "a b")):
        Path(f"{name}.yaml").write_text(
            f"- {{name: Rat, class: minion, power: 1, text: '{text}'}}\n", "utf-8"
        )
    told = lines(run_here("deck", "diff", "old.yaml", "new.yaml").stdout)
    at = told.index("~ M1 Rat")
    assert told[at + 1].removeprefix("text before: ") != told[at + 2].removeprefix("text after: ")


def test_other_art_is_a_change() -> None:
    for name, art in (("old", "fa6s.cat"), ("new", "fa6s.dog")):
        Path(f"{name}.yaml").write_text(f"- {{name: Rat, class: minion, power: 1, art: {art}}}\n", "utf-8")
    told = lines(run_here("deck", "diff", "old.yaml", "new.yaml").stdout)
    assert "~ M1 Rat: art fa6s.cat → fa6s.dog" in told


def test_numbers_are_never_cut_short() -> None:
    rows = [f"N{power},{kind},{power},9999\n" for kind in ("minion", "elf") for power in (1, 2, 3, 7, 10_000)]
    Path("huge.csv").write_text("name,class,power,copies\n" + "".join(rows))
    done = run_here("deck", "stats", "huge.csv")
    assert "…" not in done.stdout
    assert "all 19,998 19,998 19,998 - - - 19,998 19,998 99,990 200,239,974" in lines(done.stdout)


def test_classes_that_are_no_words_are_counted_as_they_are_given() -> None:
    Path("odd.yaml").write_text(
        "- {name: A, class: [minion, Soldier], power: 2}\n- {name: B, class: 5, power: 3}\n"
        "- {name: C, power: 1}\n"
    )
    told = lines(run_here("deck", "stats", "odd.yaml").stdout)
    for begin in ("? [minion, soldier], unknown", "? 5, unknown", "? no class"):
        assert any(line.startswith(begin) for line in told), begin


def test_of_two_classes_with_one_letter_only_one_gets_another() -> None:
    Path("house.yaml").write_text("classes: [minion, soldier, assassin, mage]\n", "utf-8")
    told = lines(run_here("deck", "stats", "before.yaml", "--format", "house.yaml").stdout)
    letters = [line.split()[0] for line in told if line.split()[1:2] in (["minion"], ["soldier"], ["mage"])]
    assert letters == ["M", "S", "G"]


@pytest.mark.parametrize("command", [["deck", "stats"], ["hands"]])
def test_points_may_be_another_number(command: list[str]) -> None:
    assert run_here(*command, "five-a-side", "--points", "120").code == 0
    assert run_here(*command, "five-a-side", "--points", "0").code == 2
