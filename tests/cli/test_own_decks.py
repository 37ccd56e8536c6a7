"""`gatepress deck` in games with formats of their own: which game counts, and what is printed."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from deck.own_formats import own_game
from games import run_here, write_game

DECK = "name: Woods\ncards: {moss: 1, fox: 3, bear: 3, rain: 2, frost: 1}\n"


def texts(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    return "".join(page.get_textpage().get_text_range() for page in document)


@pytest.fixture
def grove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = own_game(tmp_path / "grove", "grove")
    (folder / "woods.yaml").write_text(DECK, "utf-8")
    monkeypatch.chdir(folder)
    return folder


# Which game


@pytest.mark.slow
@pytest.mark.usefixtures("grove")
def test_in_a_games_folder_that_game_counts() -> None:
    assert run_here("deck", "check", "woods.yaml").stdout == "Woods: legal, 10 cards\n"
    assert "average cost" in run_here("deck", "stats", "woods.yaml").stdout
    # What is asked for goes before.
    assert run_here("deck", "check", "night-shift", "--game", "battle-gate").code == 0
    assert run_here("deck", "check", "woods.yaml", "--game", "battle-gate").code == 1
    assert run_here("hands", "battle-gate", "--samples", "100").code == 0


def test_elsewhere_it_is_battle_gate(grove: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(grove.parent)
    assert run_here("deck", "check", "night-shift").code == 0
    assert run_here("deck", "check", "grove/woods.yaml", "--game", "grove").code == 0
    begun = run_here("deck", "new", "--game", "grove")
    assert begun.stdout.splitlines()[-1] == "next: gatepress deck check my-deck.yaml --game grove"


@pytest.mark.slow
def test_a_game_without_decks_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_game(tmp_path / "g"))
    assert run_here("deck", "check", "night-shift").code == 0


def test_a_game_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may well be the one that is meant."""
    monkeypatch.chdir(write_game(tmp_path / "g", game="title: [\n"))
    done = run_here("deck", "check", "night-shift")
    assert done.code == 1
    assert done.stderr.startswith("game.yaml:")


# Printing


def test_the_games_own_faces_are_printed_in_the_decks_numbers(grove: Path) -> None:
    done = run_here("deck", "print", "woods.yaml")
    assert done.stdout.splitlines()[-1] == "1 file, 2 pages, 10 cards"
    printed = texts(grove / "output" / "grove" / "decks" / "woods-a4.pdf")
    assert [printed.count(name) for name in ("Moss", "Fox", "Bear", "Oak")] == [1, 3, 3, 0]


def test_an_illegal_deck_says_so_on_its_sheets(grove: Path) -> None:
    Path("two.csv").write_text("card,copies\nmoss,1\noak,1\nfox,3\nbear,3\nrain,2\n", "utf-8")
    done = run_here("deck", "print", "two.csv", "woods.yaml")
    assert done.code == 0
    assert "two.csv:3:2: warning: not a legal deck: card number 2 of type hero, 1 too many" in done.stderr
    assert "NOT A LEGAL DECK" in texts(grove / "output" / "grove" / "decks" / "two-a4.pdf")
    assert "NOT A LEGAL DECK" not in texts(grove / "output" / "grove" / "decks" / "woods-a4.pdf")


def test_pictures_of_the_cards_are_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the deck file lies."""
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    folder = write_game(
        tmp_path / "g",
        game="title: G\nformat: {size: 2}\ncomponents:\n  cards:\n    {size: poker, front: "
        "card.xml.j2, safe: 0, "
        "press: {backs: none}, cards: cards.yaml}\n",
        cards=[{"name": "Fox", "art": "fox.svg"}],
        front='<card><image href="{{ art }}" x="9" y="9" width="20" height="20"/></card>',
        files={"art/fox.svg": square},
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    Path("deck.yaml").write_text("cards: {fox: 2}", "utf-8")
    assert run_here("deck", "check", "deck.yaml", "--game", folder).stdout == "Deck: legal, 2 cards\n"
    done = run_here("deck", "print", "deck.yaml", "--game", folder)
    assert (done.code, done.stderr) == (0, "")


def test_building_the_game_prints_its_cards_as_before(grove: Path) -> None:
    """The cards that decks are made of are no deck themselves."""
    done = run_here("build")
    assert (done.code, done.stderr) == (0, "")
    assert (grove / "output" / "grove" / "cards-a4.pdf").is_file()


# Decks that game.yaml names


@pytest.fixture
def named(grove: Path) -> Path:
    with (grove / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("decks:\n  woods: {moss: 1, fox: 3, bear: 3, rain: 2, frost: 1}\n  heap: {fox: 9}\n")
    return grove


@pytest.mark.usefixtures("named")
def test_decks_of_game_yaml_are_judged_by_its_format() -> None:
    assert run_here("deck", "check", "woods").stdout == "Woods: legal, 10 cards\n"
    heap = run_here("deck", "check", "heap")
    assert heap.code == 1
    assert "game.yaml:" in heap.stdout
    assert "9 copies" in heap.stdout
    assert run_here("deck", "stats", "woods").stdout == run_here("deck", "stats", "woods.yaml").stdout
    unknown = run_here("deck", "check", "wods")
    assert "did you mean `woods`?" in unknown.output


def test_decks_of_game_yaml_are_printed_once_each(named: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run_here("deck", "print", "woods", "woods", "heap", "--out", out)
    assert done.code == 0, done.output
    printed = {path.name: len(pypdfium2.PdfDocument(path)) for path in out.rglob("*.pdf")}
    assert printed == {"woods-a4.pdf": 2, "heap-a4.pdf": 1}
    assert "Fox" in texts(next(out.rglob("heap-a4.pdf")))
    assert named.is_dir()
