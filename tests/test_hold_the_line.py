"""Hold the Line holds to its source: two armies, five lanes and lines, statistics that fit the duels."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, bundled_game, run_here
from pypdfium2 import PdfDocument, PdfTextPage
from rules.rule_numbers import standing

from generator.catalog.models import Card, Game

FOLDER = PROJECT / "cards" / "hold-the-line"


def game() -> Game:
    return bundled_game("hold-the-line")


def rules() -> Any:
    return game().rules


def cards(component: str) -> list[Card]:
    found = next(part for part in game().components if part.id == component)
    return [card for card_set in found.sets for card in card_set.cards]


def troop(kind: str, army: str = "olive") -> dict[str, Any]:
    return next(
        dict(c.values) for c in cards("troops") if c.values["kind"] == kind and c.values["army"] == army
    )


def test_there_are_28_troops_of_16_8_and_4() -> None:
    copies = Counter[str]()
    for card in cards("troops"):
        copies[str(card.values["kind"])] += card.copies
    assert copies == {"infantry": 16, "anti-armor": 8, "tank": 4}
    assert copies.total() == 28


@pytest.mark.parametrize("army", ["olive", "sand"])
def test_each_army_has_8_4_and_2(army: str) -> None:
    mine = {c.values["kind"]: c.copies for c in cards("troops") if c.values["army"] == army}
    assert mine == {"infantry": 8, "anti-armor": 4, "tank": 2}


@pytest.mark.parametrize("army", ["olive", "sand"])
@pytest.mark.parametrize(
    ("kind", "health", "armor", "damage", "targets", "pierces"),
    [
        ("infantry", 5, 0, ["health"], "each", False),
        ("anti-armor", 3, 1, ["armor", "health"], "one", True),
        ("tank", 3, 2, [4], "one", False),
    ],
)
def test_statistics(
    army: str, kind: str, health: int, armor: int, damage: list[object], targets: str, pierces: bool
) -> None:
    card = troop(kind, army)
    assert (card["health"], card["armor"]) == (health, armor)
    assert (list(card["damage"]), card["targets"], card["pierces"]) == (damage, targets, pierces)


def test_statistics_that_the_source_does_not_give_are_marked() -> None:
    assert all(card.prototype for card in cards("troops"))
    edition = standing("hold-the-line")
    assert "Health and armor of the troops are prototype values" in edition.rulebook()
    assert "prototype" not in f"{edition.faces('troops')} {edition.faces('reference')}".lower()


def test_the_game_s_other_numbers() -> None:
    assert rules()["lanes"] == 5
    assert list(rules()["lines"]) == ["red", "yellow", "green", "yellow", "red"]
    assert rules()["start"] == "green"
    assert dict(rules()["hand"]) == {"first": 7, "full": 5}
    assert rules()["push"] == 1
    assert dict(rules()["staged"]) == {"max": 3}
    assert rules()["armor"]["takes"] == 2
    assert [part["name"] for part in rules()["round"]] == ["Stage", "Combat", "Deploy", "Draw"]
    assert [card.values["lane"] for card in cards("fronts")] == [1, 2, 3, 4, 5]


def struck(health: int, armor: int, damage: int, pierces: bool, takes: int) -> tuple[int, int]:
    """What is left of a card's health and armor."""
    if pierces:
        return health - damage, armor
    gone = min(armor, damage // takes)
    through = damage - gone * takes if gone == armor else 0
    return health - through, armor - gone


def deals(card: dict[str, Any], health: int, armor: int) -> int:
    return sum({"health": health, "armor": armor}.get(term, term) for term in card["damage"])


def duel(one: dict[str, Any], two: dict[str, Any]) -> tuple[int, int, int]:
    """Rounds until one of them falls, and what health is left to each."""
    strengths = ((one["health"], one["armor"]), (two["health"], two["armor"]))
    takes = rules()["armor"]["takes"]
    for number in range(1, 20):
        first, second = strengths
        strengths = (
            struck(*first, deals(two, *second), two["pierces"], takes),
            struck(*second, deals(one, *first), one["pierces"], takes),
        )
        if min(strengths[0][0], strengths[1][0]) <= 0:
            return number, max(0, strengths[0][0]), max(0, strengths[1][0])
    raise AssertionError("nobody falls")


DUELS = [("infantry", "anti-armor", 1), ("anti-armor", "tank", 1), ("tank", "infantry", 2)]
"""Who beats whom, and in how many rounds."""


@pytest.mark.parametrize(("winner", "loser", "rounds"), DUELS)
def test_the_duels_come_out_as_they_should(winner: str, loser: str, rounds: int) -> None:
    """Each winner has 1 health left."""
    assert duel(troop(winner), troop(loser, "sand")) == (rounds, 1, 0)


def test_the_printed_duels_follow_from_the_statistics() -> None:
    rounds = re.findall(r"(\d+) rounds?\b", standing("hold-the-line").faces("reference"))
    assert [int(number) for number in rounds] == [rounds for _, _, rounds in DUELS]
    names = {"infantry": "Infantry", "anti-armor": "Anti-Armor", "tank": "Tank"}
    beats = {names[winner]: names[loser] for winner, loser, _ in DUELS}
    loses_to = {loser: winner for winner, loser in beats.items()}
    told = re.findall(r"BEATS (\S+) LOSES TO (\S+)", standing("hold-the-line").faces("troops"))
    assert told == [(beats[name], loses_to[name]) for name in names.values()] * 2


def test_the_tokens_are_enough_for_every_damaged_card() -> None:
    """A fresh card needs none; each health token shows 1 or 2, each armor token 1 or 2."""
    health = sum((c.values["health"] - 1 + 1) // 2 * c.copies for c in cards("troops"))
    armor = sum((c.values["armor"] + 1) // 2 * c.copies for c in cards("troops"))
    assert sum(card.copies for card in cards("health")) >= health
    assert sum(card.copies for card in cards("armor")) >= armor


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
def test_it_is_printed_for_a4_and_letter(tmp_path: Path) -> None:
    result = run_here("build", "hold-the-line", "--paper", "a4", "--paper", "letter", "--out", str(tmp_path))
    assert result.code == 0, result.output
    names = {file.name for file in (tmp_path / "hold-the-line").iterdir()}
    for paper in ("a4", "letter"):
        for part in ("board", "rulebook", "tuck-box"):
            assert f"{part}-{paper}.pdf" in names
        for part in ("troops", "reference", "tokens"):
            assert f"{part}-{paper}-duplex-long.pdf" in names
        assert len(PdfDocument(tmp_path / "hold-the-line" / f"rulebook-{paper}.pdf")) == 4


def test_the_board_shows_five_lanes_and_the_lines_in_order(tmp_path: Path) -> None:
    result = run_here("build", "hold-the-line", "--only", "board", "--paper", "a3", "--out", str(tmp_path))
    assert result.code == 0, result.output
    document = PdfDocument(tmp_path / "hold-the-line" / "board-a3.pdf")
    assert len(document) == 1, "the board is printed whole on A3"
    page = document[0].get_textpage()
    found = places(page, ["RED", "YELLOW", "GREEN"])
    # The board lies on its side: a line's names stand one above the other, in the two outer lanes.
    columns = sorted({x for x, _ in found})
    for end in (min, max):
        assert [found[end(at for at in found if at[0] == x)] for x in columns] == rules_in_capitals()
    assert {sum(1 for at in found if at[0] == x) for x in columns} == {2}
    gaps = [x for x, _ in places(page, ["GAP"])]
    assert [gaps.count(x) for x in sorted(set(gaps))] == [5, 5], "a gap at either end of each lane"


def rules_in_capitals() -> list[str]:
    return [str(line).upper() for line in rules()["lines"]]


def places(page: PdfTextPage, words: list[str]) -> dict[tuple[int, int], str]:
    """Where each word's box has its middle, in cm."""
    found = {}
    for word in words:
        searcher = page.search(word, match_case=True, match_whole_word=True)
        while hit := searcher.get_next():
            left, bottom, right, top = page.get_charbox(hit[0])
            found[round((left + right) / 2 / 28.35), round((bottom + top) / 2 / 28.35)] = word
    return found


@pytest.mark.slow
def test_a_changed_statistic_changes_card_and_rulebook(tmp_path: Path) -> None:
    for part in ("cards/hold-the-line", "layouts/hold-the-line", "layouts/shared"):
        shutil.copytree(PROJECT / part, tmp_path / part)
    troops = tmp_path / "cards" / "hold-the-line" / "troops.yaml"
    troops.write_text(troops.read_text("utf-8").replace("damage: [4]", "damage: [6]"), "utf-8")
    result = run_here("build", troops.parent, "--only", "troops", "--only", "rulebook", "--out", tmp_path)
    assert result.code == 0, result.output
    for name, sentence in (
        ("troops-a4-duplex-long.pdf", "{} to one enemy in its lane, hurt or not."),
        ("rulebook-a4.pdf", "Deals {} to one opposing card of your choice in its lane, however badly hurt."),
    ):
        text = printed(tmp_path / "hold-the-line" / name)
        assert sentence.format(6) in text
        assert sentence.format(4) not in text


def printed(file: Path) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in PdfDocument(file)).split())
