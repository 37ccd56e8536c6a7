"""protograf's scripts: read as data, never run."""

from __future__ import annotations

from pathlib import Path

from importing.imported import import_file
from importing.test_pictures import picture

POINT = 25.4 / 72
BIRDS = """\
from protograf import *
import os
Create(filename="birds.pdf", margin=1)
os.remove("birds.pdf")
birds = [
    ["Name", "Kind", "Copies", "Picture"],
    ["Heron", "water", 2, "heron"],
    ["Owl's {{ x }}", "wood", 1, None],
]
Data(data_list=birds)
Deck(width=5, height=7.5, rounding=0.3, fill="ivory", copy="Copies")
top = Common(x=2.5, y=1, font_size=18, font_name="Times-Roman")
name = text(common=top, text=T("{{ Name }}"))
frame = rectangle(x=0.5, y=0.5 + 1, width=4, height=5, stroke_width=1,
                  rounding=.2, label="{{sequence}}", fill=None)
pair = group(frame, line(x=0.5, y=6, x1=4.5, y1=6, stroke=tomato))
Card("*", name, pair)
Card("all", S("{{ Kind == 'water' }}", circle(cx=2.5, cy=4, radius=1, fill_stroke="aqua")))
Card("2", text("wrapped words", x=0.5, y=5, width=4, height=1, wrap=True, align="left", font_size=9))
Card("*", image(T("art/{{ Picture }}.png"), x=1, y=2, width=3, height=2))
CardBack("*", rectangle(x=0, y=0, width=5, height=7.5, fill="navy", stroke=None))
for n in range(3):
    Card("*", text(str(n)))
Card("*", text(T("{{ Name|upper }}"), x=1), text(f"é{n}"), trapezoid(x=1))
Save()
"""


def test_shapes_texts_and_data_are_taken_over(tmp_path: Path) -> None:
    made = import_file(tmp_path, "birds.py", BIRDS, beside={"art/heron.png": picture("blue")})
    assert made.size("birds") == (50, 75)
    assert {name: card.copies for name, card in made.cards().items()} == {"Heron": 2, "Owl's {{ x }}": 1}
    assert made.words("Heron") == ["Heron", "1"]
    assert made.words("Owl's {{ x }}") == ["Owl's {{ x }}", "2", "wrapped words"]
    # A line stands on its place, centred there; a box begins at it.
    (_, baseline), begun = made.places("Heron")["Heron"], made.places("Owl's {{ x }}")["wrapped words"]
    assert baseline == 10.0
    assert begun == (5.0, round(50 + 0.83 * 9 * POINT, 1))
    layout = made.layout("birds.xml.j2")
    assert '<rect x="5" y="15" width="40" height="50" rx="2" fill="none" stroke="black"' in layout
    assert """{% if Kind == 'water' %}\n  <circle cx="25" cy="40" r="10" fill="aqua\"""" in layout
    assert '<line x1="5" y1="60" x2="45" y2="60" stroke="tomato"' in layout
    assert '{% if Picture %}\n  <image href="art/{{ Picture }}.png" x="10"' in layout
    assert (made.folder / "art/art/heron.png").is_file()
    assert 'fill="navy"' in made.layout("birds-back.xml.j2")
    assert "corner: 3" in (made.folder / "game.yaml").read_text()


def test_what_only_running_it_would_tell_is_listed_by_line(tmp_path: Path) -> None:
    made = import_file(tmp_path, "birds.py", BIRDS, beside={"art/heron.png": picture("blue")})
    assert [line.partition("birds.py:")[2].partition(";")[0] for line in made.findings] == [
        "4:1: warning: this call is not run",
        "19:1: warning: numbers of cards count each copy there",
        "22:1: warning: a loop is not run",
        "24:16: warning: '{{ Name|upper }}' is more than a field",
        "24:50: warning: `text` of `text` is computed",
        "24:60: warning: this is not a known shape",
    ]


def test_every_combination_and_every_picture_of_a_folder(tmp_path: Path) -> None:
    script = """
from protograf import *
Create(units="inch")
Data(matrix=Matrix(labels=["suit", "rank"], data=[["S", "H"], ["A", "K", "Q"]]))
Deck(card_size="bridge")
Card([1, 2], text(text=T("{{ rank }} of {{ suit }}"), cx=1, cy=1))
Save()
Data(images="faces", images_filter=".png")
Deck(frame="circle", radius=1)
Card("*", image("*", x=0, y=0, width=2, height=2))
Save()
"""
    beside = {f"faces/{name}.png": picture(name) for name in ("red", "blue")} | {"faces/notes.txt": b"-"}
    made = import_file(tmp_path, "suits.py", script, beside=beside)
    assert made.findings == []
    assert made.size("suits") == (57.15, 88.9)
    assert made.size("suits-2") == (50.8, 50.8)
    assert [len(part.sets[0].cards) for part in made.game.components] == [6, 2]
    assert sorted(path.name for path in (made.folder / "art/faces").iterdir()) == ["blue.png", "red.png"]
