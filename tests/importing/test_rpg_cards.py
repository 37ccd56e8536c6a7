"""Cards of rpg-cards."""

from __future__ import annotations

import json
from pathlib import Path

from importing.imported import import_file

CARDS = """[
  {"count": 2, "color_front": "Maroon", "title": "Cinder Fan", "icon_front": "fire ghost", "title_size": "13",
   "contents": [
     "subtitle | 1st circle | Fire",
     "property | Range | 15 feet",
     "pills_start", "pill | hot | red", "pills_end",
     "table_start", "table_head | a | b", "table_row | 1 | 2 | 3", "table_end",
     "boxes | 3 | 2 | charges",
     "swstats | d6 | d8",
     "picture | https://example.org/x.png | 100",
     "footer | core | p. 12"
   ]},
  {"count": "1", "title": "Ash", "color": "ashen", "contents": []}
]
"""


def test_cards_keep_their_contents_and_what_is_unknown_is_listed_by_line(tmp_path: Path) -> None:
    made = import_file(tmp_path, "spells.json", CARDS)
    assert {name: card.copies for name, card in made.cards().items()} == {"Cinder Fan": 2, "Ash": 1}
    assert made.size("cards") == (63, 88)
    words = " ".join(made.words("Cinder Fan"))
    for said in ("Cinder Fan", "1st circle Fire", "Range 15 feet", "hot", "charges", "core › p. 12"):
        assert said in words
    assert "example.org" not in words
    shown = [line.removeprefix(f"{tmp_path}/spells.json:") for line in made.findings]
    assert shown == [
        "2:78: warning: `icon_front`: only the first of several icons is shown",
        "2:92: warning: `title_size` changes nothing",
        "9:6: warning: lines of the kind `swstats` are printed as they are written",
        "10:6: warning: a picture from the web is not fetched, and is left out",
        "13:43: warning: `color`: no colour 'ashen'; did you mean `seashell`?",
    ]


def test_cards_of_which_all_is_understood_stay_the_file_that_they_are(tmp_path: Path) -> None:
    cards = json.dumps([{"title": "Tea", "icon": "tea", "contents": ["text | <b>Hot</b>", "fill"]}])
    made = import_file(tmp_path, "tea.json", cards)
    assert (made.folder / "cards.json").read_text("utf-8") == cards
    assert made.findings == []
    assert made.words("Tea") == ["Tea", "Hot"]
