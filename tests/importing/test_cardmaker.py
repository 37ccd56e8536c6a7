"""Projects of CardMaker."""

from __future__ import annotations

from pathlib import Path

from importing.imported import Imported, import_file
from importing.test_pictures import picture

ELEMENT = (
    '<Element x="0" y="0" width="300" height="90" horizontalalign="0" verticalalign="0" opacity="255" '
    'rotation="0" font="Arial;36;0;0;0;0" elementcolor="0x2B2420FF" backgroundcolor="0x00000000" {}/>'
)
TABLE = (
    b"Count,Name,Kind,Text,Art\n,Salt,good,Never spoils\\c ever.\\nReally.,art\\salt.png\n"
    b"3,Knight,unit,Costs @[Coin].,\n"
)
DEFINES = b"Define,Value\nCoin,1 coin\n"


def project(*elements: str, layout: str = 'dpi="300" width="750" height="1050"') -> str:
    """A project of one layout; each element's attributes stand on a line of their own, from line 3 on."""
    inside = "\n".join(ELEMENT.format(one) for one in elements)
    return (
        f'<Project>\n<Layout Name="Goods" defaultCount="1" {layout}>\n{inside}\n'
        '<Reference RelativePath="goods.csv" Default="true" />\n</Layout>\n</Project>\n'
    )


def made_of(tmp_path: Path, *elements: str) -> Imported:
    beside = {"goods.csv": TABLE, "goods_defines.csv": DEFINES, "art/Salt.PNG": picture("white", side=600)}
    return import_file(tmp_path, "harbour.cmp", project(*elements), beside=beside)


def test_layouts_become_components_with_their_tables(tmp_path: Path) -> None:
    made = made_of(
        tmp_path, 'type="Text" variable="@[name]" name="a"', 'type="Text" variable="@[TEXT]" name="b"'
    )
    assert {name: card.copies for name, card in made.cards("goods").items()} == {"Salt": 1, "Knight": 3}
    assert made.size("goods") == (63.5, 88.9)
    # What is listed first lies on top.
    assert made.words("Salt") == ["Never spoils, ever. Really.", "Salt"]
    assert made.words("Knight") == ["Costs 1 coin.", "Knight"]
    # 36 of its points are 48 pixels.
    assert 'size="11.52"' in made.layout("goods.xml.j2")
    assert 'fill="#2b2420"' in made.layout("goods.xml.j2")
    assert [line.partition(": ")[2] for line in made.findings] == [
        "warning: the font 'Arial' is not taken over, and in line 3; put a TTF file of it into fonts/, and "
        "name it in a theme"
    ]


def test_conditions_and_choices_are_kept(tmp_path: Path) -> None:
    chosen = (
        'type="Text" name="a" variable="#(switch;@[kind];good;Trade;#default;&lt;Fight {{ x }}&gt;)# '
        '#(if @[kind] == [GOOD;tool] then #(if @[count] &gt; 2 then many else few)# else none)#"'
    )
    made = made_of(tmp_path, chosen)
    assert made.words("Salt") == ["Trade few"]
    assert made.words("Knight") == ["<Fight {{ x }}> none"]


def test_pictures_are_copied_and_shapes_drawn(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        'type="Graphic" variable="@[art]" name="a" lockaspect="true"',
        'type="Shape" variable="#roundedrect;0;-;-;30#" name="b"',
        'type="FormattedText" variable="&lt;b&gt;Bold&lt;/b&gt; &lt;fs=9&gt;@[name]" name="c"',
    )
    assert (made.folder / "art/art/salt.png").is_file()
    assert 'rx="2.54"' in made.layout("goods.xml.j2")
    assert made.words("Salt") == ["Bold Salt"]
    assert any(line.endswith(":5:1: warning: `<fs>` is not taken over") for line in made.findings)


def test_what_is_not_understood_is_listed_by_line(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        'type="SubLayout" variable="x" name="a"',
        'type="Text" variable="##1;1;2#@[nothing]" name="b" gradient="lefttoright"',
        'type="Shape" variable="#grid;1#" name="c"',
    )
    assert [
        line.removeprefix(f"{tmp_path}/harbour.cmp:") for line in made.findings if "font" not in line
    ] == [
        "3:1: warning: elements of the type `SubLayout` are left out",
        "4:1: warning: `gradient` is not taken over",
        "4:1: warning: `##…` is not taken over",
        "4:1: warning: `@[nothing]` names no column and no define",
        "5:1: warning: the shape '#grid;1#' is left out",
    ]
