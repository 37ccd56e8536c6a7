"""Strongholds: a whole deck whose pips can be counted, and numbers that are those of its rules."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from games import bundled_game, run_here
from PIL import Image, ImageChops, ImageDraw

from generator.catalog.models import Card, Component, Game

FOLDER = Path(__file__).resolve().parent.parent / "cards" / "strongholds"
LAYOUTS = FOLDER.parent.parent / "layouts" / "strongholds"
SUITS = ("spades", "hearts", "clubs", "diamonds")
COLOURS = {"spades": "black", "clubs": "black", "hearts": "red", "diamonds": "red"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DPI = 100
BLEED = 3.0
PIPS = (13.4, 8.0, 50.1, 80.9)
"""The inside of a number card's frame, in mm."""


def strongholds() -> Game:
    return bundled_game("strongholds")


def component(name: str) -> Component:
    (found,) = (part for part in strongholds().components if part.id == name)
    return found


def cards(name: str) -> tuple[Card, ...]:
    (listed,) = component(name).sets
    return listed.cards


TROOPS = [card for card in cards("deck") if card.values["kind"] == "troop"]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The deck, each card's front and back on pages of their own."""
    out = tmp_path_factory.mktemp("strongholds")
    done = run_here("build", "strongholds", "--only", "deck", "--form", "pod", "--out", out)
    assert done.code == 0, done.output
    (file,) = (out / "strongholds").glob("*.pdf")
    return file


@pytest.fixture(scope="module")
def pages(printed: Path) -> dict[tuple[str, str], Image.Image]:
    """Each card's trimmed front and back as pictures."""
    found = {}
    with pypdfium2.PdfDocument(printed) as document:
        for place, card in enumerate(cards("deck")):
            for number, side in enumerate(("back", "front")):
                page = document[2 * place + number]
                picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
                width, height = (63.5 * DPI / 25.4, 88.9 * DPI / 25.4)
                left, top = (picture.width - width) / 2, (picture.height - height) / 2
                box = (round(left), round(top), round(left + width), round(top + height))
                found[card.id, side] = picture.crop(box)
    return found


def blots(picture: Image.Image) -> int:
    """How many separate dark figures there are; what is drawn inside one does not count."""
    left, top, right, bottom = (round(edge * DPI / 25.4) for edge in PIPS)
    dark = np.asarray(picture.crop((left, top, right, bottom)))[..., 1] < 110
    figures = Image.fromarray(np.where(dark, 255, 0).astype(np.uint8)).copy()
    ImageDraw.floodfill(figures, (0, 0), 128)
    figures = figures.point(lambda tone: 0 if tone == 128 else 255)
    count = 0
    while True:
        left_over = np.argwhere(np.asarray(figures) == 255)
        if not len(left_over):
            return count
        y, x = left_over[0]
        ImageDraw.floodfill(figures, (int(x), int(y)), 0)
        count += 1


def difference(one: Image.Image, other: Image.Image, tones: int = 128) -> float:
    """The share of pixels that differ by more than so many tones of 255."""
    return float((np.asarray(ImageChops.difference(one, other)).max(axis=2) > tones).mean())


def test_the_deck_is_four_suits_of_thirteen_and_two_jokers() -> None:
    found = Counter((card.values["suit"], card.values["rank"]) for card in cards("deck"))
    jokers = found.pop((None, None))
    assert jokers == 2
    assert found == Counter((suit, rank) for suit in SUITS for rank in RANKS)
    assert sum(card.copies for card in cards("deck")) == 54


def test_ids_are_rank_and_suit_and_colours_are_those_of_the_suits() -> None:
    for card in cards("deck"):
        suit, rank = card.values["suit"], card.values["rank"]
        if suit:
            assert card.id == rank + suit[0].upper()
            assert card.values["colour"] == COLOURS[suit]
    jokers = [card.values["colour"] for card in cards("deck") if card.values["kind"] == "joker"]
    assert sorted(jokers) == ["black", "red"]


def test_kinds_and_powers_follow_from_the_ranks() -> None:
    kinds = {"A": "ace", "J": "royal", "Q": "royal", "K": "royal", None: "joker"}
    for card in cards("deck"):
        rank = card.values["rank"]
        assert card.values["kind"] == kinds.get(rank, "troop")
        assert card.values["power"] == (int(rank) if rank and rank.isdigit() else None)
    assert len(TROOPS) == 36
    assert sum(card.values["kind"] == "royal" for card in cards("deck")) == 12


@pytest.mark.parametrize(("rank", "health", "sends"), [("J", 5, 1), ("Q", 6, 2), ("K", 7, 3)])
def test_royals_have_the_health_and_the_battalion_of_the_rules(rank: str, health: int, sends: int) -> None:
    royal = strongholds().rules["royals"][rank]
    assert (royal["health"], royal["sends"]) == (health, sends)


def test_other_numbers_of_the_rules() -> None:
    rules = strongholds().rules
    assert rules["families"] == {"2": "colour", "4": "suit"}
    assert rules["hand"] == 6
    assert rules["ace"]["draw"] == 2
    assert {card.values["power"] for card in TROOPS} == set(range(2, 11))
    assert rules["rulings"] == {"prototype": True, "max_turns": 200}
    assert len(rules["turn"]) == 7


@pytest.mark.parametrize("troop", [card.id for card in TROOPS])
def test_as_many_pips_are_drawn_as_the_rank_says(
    troop: str, pages: dict[tuple[str, str], Image.Image]
) -> None:
    assert blots(pages[troop, "front"]) == int(troop[:-1])


@pytest.mark.parametrize("rank", ["J", "Q", "K"])
def test_a_court_card_prints_its_health_and_battalion_at_both_ends(rank: str, printed: Path) -> None:
    royal = strongholds().rules["royals"][rank]
    with pypdfium2.PdfDocument(printed) as document:
        for suit in SUITS:
            place = [card.id for card in cards("deck")].index(rank + suit[0].upper())
            words = document[2 * place + 1].get_textpage().get_text_range().split()
            assert words.count(rank) == 2
            assert words.count(str(royal["health"])) == 2
            assert words.count(str(royal["sends"])) == 2


def test_every_back_is_the_same_and_has_no_wrong_way_up(pages: dict[tuple[str, str], Image.Image]) -> None:
    back = pages["AS", "back"]
    assert difference(back, back.rotate(180)) < 0.02
    assert difference(back, pages["AS", "front"]) > 0.2
    for card in cards("deck"):
        assert difference(back, pages[card.id, "back"]) == 0


@pytest.mark.parametrize("card", ["4H", "10C", "JD", "QS", "KH", "joker-red", "joker-black"])
def test_a_double_headed_card_has_no_wrong_way_up(
    card: str, pages: dict[tuple[str, str], Image.Image]
) -> None:
    front = pages[card, "front"]
    assert difference(front, front.rotate(180)) < 0.02


def test_no_two_cards_look_alike_in_grey(pages: dict[tuple[str, str], Image.Image]) -> None:
    grey = {card.id: pages[card.id, "front"].convert("L").convert("RGB") for card in cards("deck")}
    for rank in RANKS:
        looks = [grey[rank + suit[0].upper()] for suit in SUITS]
        for place, one in enumerate(looks):
            assert all(difference(one, other, 60) > 0.002 for other in looks[place + 1 :])
    assert difference(grey["joker-red"], grey["joker-black"], 60) > 0.002


def test_mats_and_reference_cards_are_enough_for_the_players() -> None:
    mats = {card.values["seats"]: card for card in cards("mats")}
    assert {seats: mat.copies for seats, mat in mats.items()} == {2: 2, 4: 4}
    assert {seats: len(mat.values["royals"]) for seats, mat in mats.items()} == {2: 6, 4: 3}
    assert {seats: len(mat.values["lanes"]) for seats, mat in mats.items()} == {2: 1, 4: 3}
    assert sum(card.copies for card in cards("reference")) == 4


def test_the_designers_are_named() -> None:
    game = strongholds()
    assert game.designer == "David Khachaturov and Marina Sultonova"
    assert game.year == 2020
    assert "8 April 2020" in str(game.source)
    assert "version 1" in str(game.source)


@pytest.mark.slow
def test_card_mat_reference_and_rulebook_follow_the_data(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "cards" / "strongholds")
    shutil.copytree(LAYOUTS, tmp_path / "layouts" / "strongholds")
    file = tmp_path / "cards" / "strongholds" / "game.yaml"
    written = file.read_text(encoding="utf-8")
    file.write_text(written.replace("name: King, health: 7, sends: 3", "name: King, health: 17, sends: 3"))
    assert file.read_text() != written
    done = run_here("build", file.parent, "--out", tmp_path / "out", "--backs", "none")
    assert done.code == 0, done.output
    for name in ("deck", "mats", "rulebook"):
        (found,) = (tmp_path / "out" / "strongholds").glob(f"{name}-a4*.pdf")
        with pypdfium2.PdfDocument(found) as document:
            words = " ".join(page.get_textpage().get_text_range() for page in document).split()
        assert "17" in words, name


@pytest.mark.slow
@pytest.mark.usefixtures("kept_sheets")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_game_builds_with_whole_mats_and_the_worked_examples(paper: str, tmp_path: Path) -> None:
    done = run_here("build", "strongholds", "--paper", paper, "--out", tmp_path)
    assert done.code == 0, done.output
    with pypdfium2.PdfDocument(tmp_path / "strongholds" / f"mats-{paper}.pdf") as document:
        assert len(document) == 6
    for name in ("piles", "tuck-box"):
        with pypdfium2.PdfDocument(tmp_path / "strongholds" / f"{name}-{paper}.pdf") as document:
            assert len(document) == 1
    with pypdfium2.PdfDocument(tmp_path / "strongholds" / f"rulebook-{paper}.pdf") as document:
        assert len(document) == 6  # twelve pages, two to a side
        words = " ".join("\n".join(page.get_textpage().get_text_range() for page in document).split())
    assert "9 − 7 = 2" in words
    assert "20 − 18 = 2" in words
    assert "David Khachaturov and Marina Sultonova, version 1 of 8 April 2020" in words


def test_the_tuck_box_is_made_for_the_deck_and_the_reference_cards() -> None:
    box = component("tuck-box")
    assert box.kind == "box"
    assert box.box_contents is not None
    assert (box.box_contents.cards, box.box_contents.card.width, box.box_contents.card.height) == (
        54 + 4,
        63.5,
        88.9,
    )
