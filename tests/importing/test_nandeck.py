"""nanDECK's scripts."""

from __future__ import annotations

from pathlib import Path

from importing.imported import import_file
from importing.test_pictures import picture

POINT = 25.4 / 72
SUITS = """\
; A comment, and labels.
[suits] = spades|hearts|clubs
[inks]=#000000|#FF0000|burnt
[w]=6.35
[zone] = 0.5, 10%, [w]-0.5*2, 50%-1
CARDSIZE = [w], 8.89
DPI = 300
RECTANGLE = "1-6", 0, 0, 100%, 100%, #FFEEDD
ROUNDRECT = 1-6, [zone], #0000FF, EMPTY, 0.1
FONT = Georgia, 20, B, [inks]
TEXT = "1-6", "[suits]; of {{ 6 }}", 1, 2, 4, 2, left, wwtop
FONT = Arial, 12, T, #000000
TEXT = "2,4-5", "only", 0.5, 6, 3, 1, left, wordwrap
HTMLTEXT = 1-6, "<b>Bold</b> & <i>it</i>", 1, 4, 4, 2
LINE = 1-6, 0, 100%, [w], 50%, #FF0000#0000FF@90, \\
  0.1
FOR = a, 1, 5
TEXT = {a}, "x", 0, 0, 1, 1
NEXT
HEXGRID = 1, 0, 0, 1, 1
TEXT = {oddly}, "all", 1, 7, {1+}, 1
"""


def test_labels_sequences_and_ranges_are_worked_out(tmp_path: Path) -> None:
    made = import_file(tmp_path, "suits.txt", SUITS)
    assert made.size("suits") == (63.5, 88.9)
    cards = [card for part in made.game.components for s in part.sets for card in s.cards]
    names = [str(card.values["name"]) for card in cards]
    assert names == [f"{suit}; of {{{{ 6 }}}}" for suit in ("spades", "hearts", "clubs") * 2]
    assert made.words(names[0]) == [names[0], "Bold & it", "all"]
    assert made.words(names[1]) == [names[1], "only", "Bold & it", "all"]
    assert made.places(names[0])[names[0]] == (10.0, round(20 + 0.83 * 20 * POINT, 1))
    assert made.places(names[1])["only"] == (5.0, round(60 + 0.83 * 12 * POINT, 1))
    layout = made.layout("suits.xml.j2").splitlines()
    assert layout[1] == '  <rect x="-3" y="-3" width="100% + 6" height="100% + 6" fill="#ffeedd"/>'
    frame = '  <rect x="5" y="8.89" width="53.5" height="34.45" rx="2.675" ry="1.723" fill="none" '
    assert layout[2] == frame + 'stroke="#0000ff" stroke-width="1"/>'
    assert '<line x1="0" y1="88.9" x2="63.5" y2="44.45" stroke="linear(90, #FF0000, #0000FF)"' in str(layout)


def test_what_is_not_understood_is_listed_by_line(tmp_path: Path) -> None:
    made = import_file(tmp_path, "suits.txt", SUITS)
    assert [line.partition("suits.txt:")[2].partition(";")[0] for line in made.findings] == [
        "11:1: warning: the colour 'burnt' is not known",
        "17:1: warning: a loop is not run",
        "20:1: warning: `HEXGRID` is not taken over",
        "21:1: warning: the range '{oddly}' is not understood",
        "21:1: warning: '{1+}' is computed",
    ]


def test_a_table_its_pictures_and_its_icons_are_taken_along(tmp_path: Path) -> None:
    script = """\
[all]=1-{(name)}
CARDSIZE = 4, 4
LINKMULTI = num
LINK = cards.csv
IMAGE = [all], [img], 0, 0, 100%, 50%, 0, P, 25%
ICON = [all], T, plus.svg
ICON = [all], {coin}, gold.png
ICONS = [all], [icons], 0.5, 2.5, 3, 1, 0.5, 0.5, 0, PN, left, bottom
TEXTFONT = "{kind='beast'}", "[Name] {coin}", 0, 2, 4, 1, left, wwtop, 90, 100, Arial, 8, I, [ink]
TEXT = [all], [nothing], 0, 0, 1, 1
"""
    table = b"name,num,img,icons,kind,ink\nOtter,3,otter.png,TXT,beast,#102030\nOak,,,,tree,\n"
    beside = {
        "cards.csv": table,
        "otter.png": picture("red"),
        "plus.svg": b"<svg/>",
        "gold.png": picture("gold"),
    }
    beside["plus.svg"] = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0H4V4Z"/></svg>'
    )
    made = import_file(tmp_path, "cards.nde", script, beside=beside)
    assert {name: card.copies for name, card in made.cards().items()} == {"Otter": 3, "Oak": 1}
    assert made.words("Otter")[1] == "Otter"
    assert made.words("Oak") == ["", ""]
    assert (made.folder / "art/otter.png").read_bytes() == beside["otter.png"]
    assert sorted(path.name for path in (made.folder / "icons").iterdir()) == ["gold.png", "plus.svg"]
    assert 'opacity="0.25"' in made.layout("cards.xml.j2")
    (finding,) = made.findings
    assert finding.endswith(
        "cards.nde:10:1: warning: there is no label or column 'nothing'; set it in the layout"
    )
