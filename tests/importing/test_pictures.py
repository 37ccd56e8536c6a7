"""Formats whose cards are pictures: orders of MPC-autofill, saved objects of Tabletop Simulator."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from importing.imported import import_file

ORDER = """<order>
  <details><quantity>4</quantity><stock>(S30) Standard Smooth</stock><foil>false</foil></details>
  <fronts>
    <card><id>abc</id><slots>0,1,3</slots><name>Elf.png</name><query>elf</query></card>
    <card><id>def</id><slots>2</slots><name>Frog.png</name><query>frog</query></card>
  </fronts>
  <backs><card><id>ghi</id><slots>2</slots><name>Prince.png</name></card></backs>
  <cardback>zzz</cardback>
</order>
"""


def picture(*colours: str, side: int = 20) -> bytes:
    """Squares of these colours beside one another."""
    sheet = Image.new("RGB", (side * len(colours), side))
    for at, colour in enumerate(colours):
        sheet.paste(Image.new("RGB", (side, side), colour), (at * side, 0))
    content = BytesIO()
    sheet.save(content, "PNG")
    return content.getvalue()


def test_the_slots_of_an_order_are_cards_with_their_fronts_and_backs(tmp_path: Path) -> None:
    beside = {"cards/Elf.png": picture("green"), "cards/Frog (def).png": picture("red")}
    beside |= {"Prince.png": picture("blue")}
    made = import_file(tmp_path, "order.xml", ORDER, beside=beside)
    found = {name: (card.copies, card.values["back"]) for name, card in made.cards().items()}
    assert found == {"elf": (3, "zzz.png"), "frog": (1, "Prince.png")}
    assert (made.folder / "art/Frog.png").read_bytes() == beside["cards/Frog (def).png"]
    assert made.findings == [
        f"{tmp_path}/order.xml:8:3: warning: there is no picture 'zzz.png' beside the file; put it into "
        "art/ of the game as 'zzz.png'"
    ]


def saved(**deck: Any) -> str:
    grid = {"FaceURL": "file:///C:/Users/x/Harbour%20sheet.png", "BackURL": "https://example.org/back.png"}
    grid |= {"NumWidth": 2, "NumHeight": 1, "UniqueBack": False}
    cards = [{"CardID": 300, "Nickname": "Salt", "Description": "Never spoils."}, {"CardID": 301}]
    made = {"Name": "DeckCustom", "Nickname": "Goods", "CustomDeck": {"3": grid}, "ContainedObjects": cards}
    bag = {"Name": "Bag", "ContainedObjects": [{**made, **deck}, {"Name": "Custom_Tile"}]}
    return json.dumps({"SaveName": "x", "ObjectStates": [bag]}, indent=1)


def test_sheets_are_cut_into_cards(tmp_path: Path) -> None:
    salt = {"CardID": 300, "Nickname": "[FF0000]Salt[-]"}
    cards = [{"CardID": 301}, salt, salt]
    made = import_file(
        *(tmp_path, "harbour.json", saved(ContainedObjects=cards)),
        beside={"Harbour sheet.png": picture("red", "blue", side=200)},
    )
    assert {name: card.copies for name, card in made.cards("goods").items()} == {"Card 301": 1, "Salt": 2}
    assert made.size("goods") == (88.9, 88.9)
    for name, colour in (("Card 301", (0, 0, 255)), ("Salt", (255, 0, 0))):
        with Image.open(made.folder / "art" / str(made.cards()[name].values["front"])) as cut:
            assert (cut.size, cut.getpixel((100, 100))) == ((200, 200), colour)
    assert [line.partition("warning: ")[2] for line in made.findings] == [
        "the picture 'https://example.org/back.png' is not beside the file; put it there and import again: "
        "nothing is fetched",
        "`Custom_Tile` is not taken over",
    ]


def test_cards_whose_sheet_is_not_here_show_their_names_and_texts(tmp_path: Path) -> None:
    made = import_file(tmp_path, "harbour.json", saved())
    assert made.words("Salt") == ["Salt", "Never spoils."]
