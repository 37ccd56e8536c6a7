"""Where the cards of a component come from: files of any format, as they are, and folders of pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml
from deck.xlsx_files import write_xlsx
from games import run_here

from generator.catalog.models import Card
from generator.catalog.paths import file_inside
from generator.catalog.problems import InputError
from generator.layout.caches import clear_caches

from .game_folder import GameFolder

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="7"><rect width="5" height="7"/></svg>'


def cards_of(game: GameFolder, cards: object, *, fields: object = None) -> tuple[list[Card], list[str]]:
    component: dict[str, Any] = {"size": "poker", "front": "card.xml.j2", "cards": cards}
    if fields is not None:
        component["fields"] = fields
    game.write("game.yaml", yaml.safe_dump({"title": "Tiny", "components": {"decks": component}}))
    loaded, problems = game.load()
    assert loaded is not None
    return loaded.cards_in("decks"), problems


def copies_of(game: GameFolder, table: str, cards: object = "t.csv") -> tuple[list[int], list[str]]:
    game.write("t.csv", table)
    found, problems = cards_of(game, cards)
    return [card.copies for card in found], problems


# Columns


def test_columns_are_named_by_their_headings(game: GameFolder) -> None:
    game.write("t.csv", "Card No,The Title,Duplication,Cost\n7a,Red Ogre,3,2\n7b,Imp,,1\n")
    columns = {"id": "card no", "copies": "Duplication", "name": "The Title"}
    (ogre, imp), problems = cards_of(game, {"from": "t.csv", "columns": columns})
    assert problems == []
    assert (ogre.id, ogre.copies, ogre.values["name"], ogre.values["Cost"]) == ("7a", 3, "Red Ogre", 2)
    assert (imp.id, imp.copies) == ("7b", 1)
    # They are fields under their own names too.
    assert ogre.values["Card No"] == "7a"
    assert ogre.values["Duplication"] == 3


def test_declared_fields_are_found_under_headings_written_otherwise(game: GameFolder) -> None:
    game.write("t.csv", "Name,Attack Value,ID\nOgre,5,o1\n")
    (ogre,), problems = cards_of(game, "t.csv", fields={"name": "text", "attack_value": "whole"})
    assert problems == []
    assert (ogre.id, ogre.values["attack_value"]) == ("o1", 5)


@pytest.mark.parametrize(
    "heading", ["Duplication", "dup", "Copies", "QTY", "x", "#", "Anzahl", "No. of copies"]
)
def test_what_others_call_the_copies_is_understood(game: GameFolder, heading: str) -> None:
    assert copies_of(game, f"name,{heading}\nA,3\nB,\nC,0\n") == ([3, 1, 0], [])


def test_a_declared_field_is_that_field_whatever_it_is_called(game: GameFolder) -> None:
    game.write("t.csv", "name,Duplication\nA,3\n")
    (card,), problems = cards_of(game, "t.csv", fields={"name": "text", "duplication": "whole"})
    assert problems == []
    assert (card.copies, card.values["duplication"]) == (1, 3)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("name,Number\nA,3\nB,3\nC,1\n", "the column `Number` is taken as a field of the cards; if it"),
        ("name,Dup\nA,3\nB,few\n", "the column `Dup` is taken as a field of the cards: 'few' in line 3"),
        ("name,dup,times\nA,3,2\n", "the column `dup` is taken as a field of the cards; if it says how many"),
    ],
)
def test_what_may_be_the_copies_is_asked_about(game: GameFolder, table: str, told: str) -> None:
    copies, problems = copies_of(game, table)
    assert set(copies) == {1}
    assert problems[0].startswith("my-game/t.csv:1:2: warning: " + told)


@pytest.mark.parametrize(
    "table",
    [
        "name,Number\nA,1\nB,2\nC,3\n",  # it numbers the cards
        "name,#\nA,1\nB,2\nC,3\n",
        "name,Number\nA,300\nB,300\n",
        "name,number\nA,red\nB,3\n",
        "name,amount,copies\nA,3,1\nB,3,1\n",
    ],
)
def test_what_can_be_no_copies_is_left_alone(game: GameFolder, table: str) -> None:
    assert copies_of(game, table)[1] == []


def test_the_question_is_answered_either_way(game: GameFolder) -> None:
    table = "name,Number\nA,3\nB,3\n"
    assert copies_of(game, table, {"from": "t.csv", "columns": {"copies": "Number"}}) == ([3, 3], [])
    assert copies_of(game, table, {"from": "t.csv", "columns": {"Number": "Number"}}) == ([1, 1], [])


def test_a_column_of_ids_that_repeats_is_a_field(game: GameFolder) -> None:
    game.write("t.csv", "ID,name\n" + "".join(f"W{n % 3},Card {n}\n" for n in range(66)))
    found, problems = cards_of(game, "t.csv")
    assert [card.id for card in found[:2]] == ["card-0", "card-1"]
    assert [card.values["ID"] for card in found[:4]] == ["W0", "W1", "W2", "W0"]
    (told,) = problems
    assert told.startswith(
        "my-game/t.csv:1:1: warning: the column of the ids is taken as a field of the cards: "
        "'W0' is in line 5 and in line 2; "
    )
    assert cards_of(game, {"from": "t.csv", "columns": {"no": "ID"}})[1] == []


def test_a_heading_that_stands_there_twice_gets_a_number(game: GameFolder) -> None:
    game.write("t.csv", "name,attack,attack,attack 2,hp,hp\nOgre,1,2,3,4,5\n")
    (ogre,), (told,) = cards_of(game, {"from": "t.csv", "columns": {"power": "Attack 3"}})
    assert [ogre.values[name] for name in ("attack", "attack 3", "attack 2", "hp 2", "power")] == [
        1,
        2,
        3,
        5,
        2,
    ]
    assert told == (
        "my-game/t.csv:1:3: warning: the header names columns twice: they are read as `attack 3`, `hp 2`; "
        "a layout has it as `attack_3`; other headings would say more"
    )


def test_columns_name_the_keys_of_json_too(game: GameFolder) -> None:
    game.write(
        "t.json", '[{"Card No": "o-7", "amount": 2, "name": "x", "Title": "Ogre"},\n {"Title": "Imp"}]'
    )
    columns = {"id": "card no", "copies": "amount", "name": "Title"}
    found, problems = cards_of(game, {"from": "t.json", "columns": columns})
    assert problems == []
    assert [(card.id, card.copies, card.values["name"]) for card in found] == [
        ("o-7", 2, "Ogre"),
        ("imp", 1, "Imp"),
    ]
    assert [found[0].values[name] for name in ("Card No", "amount", "Title")] == ["o-7", 2, "Ogre"]
    assert str(found[1].place_of("name")) == "my-game/t.json:2:12"


# Files


def test_two_sheets_of_a_workbook_are_two_lists(game: GameFolder) -> None:
    path = game.write("t.xlsx", b"")
    write_xlsx(str(path), [["name"], ["Ogre"]], [["name"], ["Sword"], ["Bow"]])
    sheets = [{"from": "t.xlsx", "sheet": 1}, {"from": "t.xlsx", "sheet": "sheet1"}]
    found, problems = cards_of(game, sheets)
    assert problems == []
    assert [card.id for card in found] == ["ogre", "sword", "bow"]


def test_a_merged_cell_holds_for_all_its_rows(game: GameFolder) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.worksheets[0]
    for row in (["class", "name"], ["beast", "Ogre"], [None, "Imp"], [None, "Bear"], ["folk", "Elf"]):
        sheet.append(row)
    sheet.merge_cells("A2:A4")
    book.save(game.folder / "t.xlsx")
    found, problems = cards_of(game, "t.xlsx")
    assert problems == []
    assert [card.values["class"] for card in found] == ["beast", "beast", "beast", "folk"]


@pytest.mark.parametrize(
    ("content", "how"),
    [
        ("name|cost\nCafé|2\n".encode(), {}),
        ("name\tcost\nCafé\t2\n".encode("utf-16"), {}),
        ("name\tcost\nCafé\t2\n".encode(), {"delimiter": " Tab "}),
        ("name;cost\nCafé;2\n".encode("cp1252"), {"encoding": "cp1252"}),
        ("name;cost\nCafé;2\n".encode("cp1252"), {"encoding": "Windows-1252"}),
        ("Of 1687, by us: all\n\nname:cost\nCafé:2\n".encode(), {"header": 3, "delimiter": ":"}),
        (b"\xef\xbb\xbf" + "name,cost\nCafé,2\n".encode(), {"encoding": "utf-8"}),
    ],
)
def test_csv_as_it_comes(game: GameFolder, content: bytes, how: dict[str, object]) -> None:
    game.write("t.csv", content)
    (card,), problems = cards_of(game, {"from": "t.csv", **how})
    assert problems == []
    assert (card.values["name"], card.values["cost"]) == ("Café", 2)


def test_json_as_other_tools_write_it(game: GameFolder) -> None:
    game.write(
        "t.json",
        """\
        [
        \t{"title": "Fire \\ud83d\\udd25 Ogre", "count": 3, "cost": 2.0, "tags": ["big", "red"],
        \t "art": {"file": "a\\/b.png", "scale": 1.5e0}, "text": null}
        ]
        """,
    )
    (card,), problems = cards_of(game, "t.json")
    assert problems == []
    assert (card.id, card.copies) == ("fire-ogre", 3)
    assert card.values["name"] == "Fire 🔥 Ogre"
    assert card.values["art"] == {"file": "a/b.png", "scale": 1.5}
    assert (card.values["cost"], repr(card.values["cost"])) == (2, "2")


def test_json_with_a_name_and_places(game: GameFolder) -> None:
    game.write(
        "t.json", '{\n  "name": "Home Fleet", "defaults": {"guns": 4},\n  "cards": [{"name": "Tern"}]\n}'
    )
    (card,), problems = cards_of(game, "t.json")
    assert problems == []
    assert card.values["guns"] == 4
    assert str(card.place_of("name")) == "my-game/t.json:3:22"


# Folders of pictures


def test_pictures_are_cards(game: GameFolder) -> None:
    for name in (
        *("card 10.svg", "card 9.svg", "fire-dragon.svg", "3x Imp.svg", "ogre_x2.PNG", "elf (x4).jpg"),
        *("back.svg", "fire-dragon-back.svg", "hunchback.svg", ".hidden.png", "notes.txt"),
    ):
        game.write(f"art/deck/{name}", PICTURE)
    found, problems = cards_of(game, {"images": "art/deck"})
    assert problems == []
    assert [(card.values["name"], card.copies) for card in found] == [
        *(("Card 9", 1), ("Card 10", 1), ("Elf", 4), ("Fire dragon", 1)),
        *(("Hunchback", 1), ("Imp", 3), ("Ogre", 2)),
    ]
    dragon, imp = found[3], found[5]
    assert dragon.id == "fire-dragon"
    assert dragon.values["image"] == "art/deck/fire-dragon.svg"
    assert dragon.values["back"] == "art/deck/fire-dragon-back.svg"
    assert imp.values["back"] == "art/deck/back.svg"


def test_pictures_need_no_layout(game: GameFolder) -> None:
    game.write("game.yaml", "title: T\ncomponents: {pics: {size: poker, cards: {images: art/deck}}}\n")
    game.write("art/deck/a x2.svg", PICTURE)
    game.write("art/deck/back.svg", PICTURE)
    done = run_here("build", "my-game")
    assert (done.code, done.stderr) == (0, "")
    assert "2 pages     2 cards" in done.stdout
    # A picture that comes is a card in the next build, and one that changes is printed anew.
    game.write("art/deck/b.svg", PICTURE)
    assert "3 cards" in run_here("build", "my-game").stdout
    printed = Path("output/my-game/deck-a4-duplex-long.pdf").read_bytes()
    game.write("art/deck/b.svg", PICTURE.replace('t="7"/>', 't="6"/>'))
    clear_caches()  # of this process
    run_here("build", "my-game")
    assert Path("output/my-game/deck-a4-duplex-long.pdf").read_bytes() != printed


def test_what_can_not_be_resolved_counts_as_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is exchanged for a loop of links just now, for example."""
    (tmp_path / "list.yaml").write_text("[]")
    (tmp_path / "cards.yaml").symlink_to("list.yaml")
    assert file_inside(tmp_path, "cards.yaml") == tmp_path / "cards.yaml"
    for error in (OSError, RuntimeError):
        monkeypatch.setattr(Path, "resolve", Mock(side_effect=error))
        with pytest.raises(InputError, match=r"'cards\.yaml' leaves the game's folder through a link"):
            file_inside(tmp_path, "cards.yaml")
