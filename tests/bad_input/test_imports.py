"""Files to import that are broken or hostile: a sentence with its place, and nothing written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from games import run_here

BOMB = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>\n'
DEEP = "[" * 200 + "]" * 200


def tts(**deck: object) -> str:
    given = {"Name": "Deck", "ContainedObjects": [{"CardID": 100}], **deck}
    return json.dumps({"ObjectStates": [given]}, indent=1)


GRID = {"FaceURL": "a.png", "NumWidth": 0, "NumHeight": 1}
SIZE = 'dpi="300" width="750" height="1050"'
MANY = 10**6
REFUSED: dict[str, list[tuple[str | Callable[[], str | bytes], str]]] = {
    "deck.cod": [
        ("<cockatrice_deck><zone>", "1:24: error: this is not well-formed XML: no element found"),
        (f"{BOMB}<cockatrice_deck>&c;</cockatrice_deck>", "1:13: error: a file to import has no <!DOCTYPE>"),
        ("<cockatrice_deck/>", "error: the list has no cards"),
        ("<other/><!-- <cockatrice_deck -->", "1:1: error: expected <cockatrice_deck>, got <other>"),
        (
            '<cockatrice_deck>\n<zone><card number="many" name="Elf"/></zone></cockatrice_deck>',
            "2:7: error: expected a number of copies, got 'many'",
        ),
        (
            lambda: "<cockatrice_deck>" + "<a>" * 100 + "</a>" * 100 + "</cockatrice_deck>",
            "1:165: error: elements are nested more than 50 deep",
        ),
    ],
    "list.txt": [
        (lambda: "1 Elf\n" * MANY, "error: a list has at most 10,000 cards in 100 sections"),
        ("99999999999 Elf\n", "1:1: error: expected a number of copies, got '99999999999'"),
        (b"1 Elf\0\n".decode(), "1:6: error: the character U+0000 cannot be used in a text file"),
        ("Nothing of it is a list.\n", "error: 'list.txt' does not look like a file of deck list"),
        ("", "error: 'list.txt' does not look like a file of deck list"),
    ],
    "order.xml": [
        ("<order><fronts></fronts></order>", "1:1: error: the order has no fronts"),
        (
            "<order><fronts><card><slots>0-9</slots></card></fronts></order>",
            "1:22: error: expected numbers of slots with commas between, got '0-9'",
        ),
        (
            "<order><fronts><card><slots>999999999</slots></card></fronts></order>",
            "1:22: error: expected slots below 10,000, got 999999999",
        ),
        (f"{BOMB}<order><fronts>&c;</fronts></order>", "1:13: error: a file to import has no <!DOCTYPE>"),
    ],
    "cards.json": [
        ('[{"title": "a", "contents": [}]', "1:30: error: a value is missing here"),
        ('[{"title": "a", "contents": 5}]', "1:29: error: `contents`: expected a list of lines, got 5"),
        ('[{"title": [], "contents": []}]', "1:12: error: `title`: expected text, got a list"),
        ('[{"title": "a", "contents": [[]]}]', "1:30: error: expected a line of text, got a list"),
        ('["title", "contents"]', "1:2: error: expected a card with keys and values, got 'title'"),
        (
            '[{"title": "a", "contents": [],\n "count": -1}]',
            "2:11: error: expected a number of copies, got -1",
        ),
        (
            '[{"title": "a", "contents": [], "icon": "<b>"}]',
            "1:41: error: `icon`: expected the name of an icon, got '<b>'",
        ),
        (f'{{"title": 1, "contents": {DEEP}}}', "1:125: error: values are nested more than 100 deep"),
        (
            lambda: '[{"title": "a", "contents": []}' + ', {"title": "a"}' * 20_000 + "]",
            "1:1: error: the file has more than 10,000 cards",
        ),
    ],
    "save.json": [
        ('{"ObjectStates": 5}', "1:1: error: expected a list of `ObjectStates`"),
        ('{"ObjectStates": [5]}', "1:19: error: expected an object, got 5"),
        ('{"ObjectStates": []}', "error: there are no decks or cards in it"),
        (tts(ContainedObjects=[{"CardID": "x"}]), "7:16: error: `CardID`: expected a number, got 'x'"),
        (tts(ContainedObjects=5), "3:3: error: the deck has neither `ContainedObjects` nor `DeckIDs`"),
        (tts(CustomDeck={"1": GRID}), "13:18: error: `NumWidth`: expected a number from 1 to 100, got 0"),
    ],
    "deck.rb": [
        ("Squib::Deck.new do\n text str: 'abc\nend", "2:12: error: the string that begins here never ends"),
        ("Squib::Deck.new do\n rect(x: [1, 2\nend", "2:10: error: the `[` that begins here never ends"),
        ("Squib::Deck.new do\n rect\n", "1:17: error: the `do` that begins here never ends"),
        ("Squib::Deck.new\nend", "2:1: error: nothing before this `end` is open"),
        ("Squib.csv data: <<-X\na,b\n", "1:17: error: the text up to X never ends"),
        ("Squib\n=begin\n", "2:1: error: the comment that begins here never ends"),
        ('Squib "#{"#{"#{"#{1}"}"}"}"', "1:17: error: strings inside of strings are nested too deeply"),
        (lambda: "Squib " + "[" * 10_000, "1:67: error: this is nested too deeply"),
        (lambda: "Squib\n" + "if a\n" * 100, "62:1: error: this is nested too deeply"),
        (lambda: "Squib " + "p " * 1000, "1:125: error: this is nested too deeply"),
        (lambda: "Squib = 1" + "+1" * 1000, "1:130: error: so long a sum can't be read"),
        (lambda: "# Squib\n" + "x = 1\n" * 50_000, "16668:3: error: the script is too long to be read"),
        (lambda: "# Squib\n" + "x = 1\n" * 2 * MANY, "error: scripts of more than 1 MiB are not read"),
        (
            lambda: "Squib::Deck.new do\n" + f"text str: '{'b' * 9000}'\n" * 110 + "end",
            "error: more is drawn on the cards than a layout can hold",
        ),
        (
            "Squib\n1000.times do\n [1, 2].each do\n end\nend",
            "error: the script has too many rounds of loops",
        ),
        ("Squib\0", "1:6: error: the character U+0000 cannot be used in a text file"),
        ("puts 'no deck'", "error: 'deck.rb' does not look like a file of Squib"),
    ],
    "script.txt": [
        ('CARDSIZE = 6, 9\nTEXT = 1, "abc, 0, 0', '2:11: error: the `"` that begins here never ends'),
        ("CARDSIZE = 6, 9\nTEXT = 1, [abc, 0", "2:11: error: the `[` that begins here never ends"),
        ("CARDSIZE = 6, 9\nTEXT = 1-{(abc", "2:10: error: the `{` that begins here never ends"),
        (lambda: "CARDSIZE = " + "(" * 10_000, "1:32: error: this is nested too deeply"),
        ("CARDSIZE = 6\nFONT = Arial", "1:1: error: the size of the cards is not understood"),
        ("FONT = Arial, 12", "error: no line draws a card"),
        (
            lambda: f"[a] = {'b' * 4000}\nCARDSIZE = 6, 9\nTEXT = 1, [a][a][a], 0, 0, 1, 1",
            "3:1: error: with its labels the line is too long to be read",
        ),
    ],
    "script.py": [
        ("# protograf\nDeck(", "2:5: error: the script is no Python: '(' was never closed"),
        ("# protograf\nText('abc", "2:6: error: the script is no Python: unterminated string literal"),
        (lambda: "# protograf\nx = " + "(" * 10_000, "2:205: error: the script is no Python: too many"),
        (lambda: "# protograf\nx = " + "-" * 100_000 + "1", "1:1: error: the script is nested too deeply"),
        (
            lambda: "# protograf\nx = 1" + "+1" * 5000,
            "1:1: error: the script is nested too deeply to be read",
        ),
        ("# protograf\nRectangle()", "error: the script has no `Deck()`"),
        (
            "# protograf\nData(matrix=Matrix(labels=[1, 2], data=[[1] * 9]))\nDeck(width=1e9)\nCard('*')",
            "3:1: error: a length cannot be more than 2000 mm",
        ),
    ],
    "project.cmp": [
        ("<Project><Layout></Project>", "1:20: error: this is not well-formed XML: mismatched tag"),
        (f"{BOMB}<Project><Layout/></Project>", "1:13: error: a file to import has no <!DOCTYPE>"),
        ("<Project><Layout/></Project>", "1:10: error: a side must be longer than 0, got 0.0"),
        (
            '<Project><Layout dpi="0" width="1"/></Project>',
            "1:10: error: `dpi`: expected more than 0",
        ),
        (
            f'<Project><Layout {SIZE}>\n<Element x="1e9" y="nan"/></Layout></Project>',
            "2:1: error: `x`: expected a number, got '1e9'",
        ),
        ("<Project><!-- <Layout --></Project>", "error: nothing in the file can be printed"),
    ],
}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        pytest.param(name, content, says, id=says[:60])
        for name, files in REFUSED.items()
        for content, says in files
    ],
)
def test_a_file_that_cannot_be_one_is_refused(
    name: str, content: object, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    held = content() if callable(content) else content
    (tmp_path / name).write_text(str(held), "utf-8")
    done = run_here("import", name, "made")
    assert (done.code, done.stdout) == (1, "")
    found = done.stderr.splitlines()[0]
    assert found.startswith((f"{name}:{says}", f"{name}: {says}")), found
    assert [path.name for path in tmp_path.iterdir()] == [name]


LEADS_OUT = {
    "order.xml": "<order><fronts><card><slots>0</slots><name>{}</name></card></fronts></order>",
    "cards.json": '[{{"title": "a", "contents": ["picture | {} | 100"]}}]',
    "save.json": tts(CustomDeck={"1": {"FaceURL": "PATH", "NumWidth": 1, "NumHeight": 1}}).replace(
        "PATH", "file:///{}"
    ),
    "deck.rb": "Squib::Deck.new do\n png file: '{}', width: 9, height: 9\nend",
    "script.txt": 'CARDSIZE = 6, 9\nIMAGE = 1, "{}", 0, 0, 1, 1',
    "script.py": "# protograf\nDeck()\nCard('*', image('{}', width=1))",
    "project.cmp": (
        f'<Project><Layout {SIZE}><Element type="Graphic" width="9" height="9" variable="{{}}"/>'
        "</Layout></Project>"
    ),
}


@pytest.mark.parametrize("path", ["../secret.png", "/etc/passwd", "C:\\secret.png", "link.png", "a" * 3000])
@pytest.mark.parametrize("name", LEADS_OUT)
def test_nothing_outside_the_folder_is_copied(
    name: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    monkeypatch.chdir(inside)
    template = LEADS_OUT[name]
    text = template.replace("{{", "{").replace("}}", "}").replace("{}", json.dumps(path)[1:-1])
    (inside / name).write_text(text, "utf-8")
    done = run_here("import", name, "made")
    assert done.code == 0, done.output
    assert "warning" in done.stderr
    assert not any(b"secret" in file.read_bytes() for file in (inside / "made/art").rglob("*"))


def test_a_folder_that_holds_anything_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("1 Elf\n")
    (tmp_path / "list").mkdir()
    (tmp_path / "list/mine.txt").write_text("mine")
    done = run_here("import", "list.txt")
    assert (done.code, done.stdout) == (1, "")
    assert "error: the folder 'list' is not empty" in done.stderr
    assert [path.name for path in (tmp_path / "list").iterdir()] == ["mine.txt"]
    assert run_here("import", "list.txt", "other", "--from", "nonsense").code == 2
    assert run_here("import", "nowhere.txt", "other").code == 1
    assert run_here("import").code == 2
    (tmp_path / "list.foo").write_text("1 Elf\n")
    assert (
        "list.foo: error: no importer knows files that end in '.foo'"
        in run_here("import", "list.foo", "o").stderr
    )
    assert run_here("import", "list.foo", "o", "--from", "deck-list").code == 0
