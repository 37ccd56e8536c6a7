"""``gatepress new``: each template is a game that builds at once, without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from games import run_here

from generator.importing.starting import starters

STAND_ALONE = [name for name in starters() if name != "from-spreadsheet"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("template", STAND_ALONE)
def test_a_template_builds_at_once_and_has_no_warning(template: str, here: Path) -> None:
    made = run_here("new", "my-game", template)
    assert made.code == 0, made.stderr
    assert made.stdout.endswith("next: gatepress build my-game\n")
    assert not (here / "my-game/lock").exists()
    checked = run_here("check", "my-game", "--strict")
    assert checked.stdout + checked.stderr == "0 errors, 0 warnings\n"
    built = run_here("build", "my-game")
    assert built.code == 0, built.stderr
    assert list((here / "output/my-game").glob("rulebook-*.pdf"))


@pytest.mark.parametrize(
    ("template", "file", "before", "after"),
    [
        ("cards", "cards.yaml", "Hungry Judge", "Hungry King"),
        ("card-game", "cards.yaml", "Red Candle", "Red Lamp"),
        ("war-game", "units.csv", "1st Foot", "Old Guard"),
    ],
)
def test_a_card_may_have_another_name(template: str, file: str, before: str, after: str, here: Path) -> None:
    """It is the first thing that is changed: the page of rules does not depend on it."""
    run_here("new", "my-game", template)
    path = here / "my-game" / file
    path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")
    assert run_here("check", "my-game").output == "0 errors, 0 warnings\n"


@pytest.mark.parametrize("template", STAND_ALONE)
def test_the_icons_that_are_read_aloud_are_there(template: str, here: Path) -> None:
    """A theme says no words for an icon that no card shows."""
    run_here("new", "my-game", template)
    files = [path for path in (here / "my-game").rglob("*") if path.is_file()]
    themes = [path for path in files if path.name == "theme.yaml"]
    shown = "".join(path.read_text("utf-8") for path in files if path not in themes)
    for theme in themes:
        for icon in yaml.safe_load(theme.read_text("utf-8")).get("icon-words", {}):
            assert icon in shown, icon


@pytest.mark.slow
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("template", STAND_ALONE)
def test_a_template_prints_with_little_ink(template: str) -> None:
    run_here("new", "my-game", template)
    built = run_here("build", "my-game", "--strict", "--low-ink")
    assert built.code == 0, built.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("here")
def test_a_game_with_rules_is_built_checked_and_played_at_once() -> None:
    made = run_here("new", "my-game", "--rules")
    assert made.code == 0, made.stderr
    assert "wrote my-game/rules.py\n" in made.stdout
    assert "next: gatepress play my-game\n" in made.stdout
    strict = run_here("check", "my-game", "--strict")
    assert (strict.code, strict.stdout + strict.stderr) == (0, "0 errors, 0 warnings\n")
    assert run_here("build", "my-game").stderr == ""
    checked = run_here("rules", "check", "my-game", "--games", "8")
    assert (checked.code, checked.stderr) == (0, "")
    assert "6 scenarios played, all as expected" in checked.stdout
    assert checked.stdout.endswith("nothing found\n")
    hands = run_here("hands", "my-game")
    assert "4 of 32 cards" in hands.stdout
    for seats in ("2", "3", "4"):
        played = run_here("play", "my-game", "--watch", "--players", seats)
        assert (played.code, played.stderr) == (0, "")
        assert "The game is over. The last lantern is drawn." in played.stdout


@pytest.mark.slow
def test_a_number_and_a_card_that_are_changed_are_played_with(here: Path) -> None:
    run_here("new", "my-game", "--rules")
    for name, before, after in (
        ("game.yaml", "hand: 4", "hand: 5"),
        ("cards.yaml", "light: 4 }", "light: 4, copies: 2 }"),
    ):
        path = here / "my-game" / name
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")
    assert "5 of 36 cards" in run_here("hands", "my-game").stdout
    told = run_here("rules", "check", "my-game", "--games", "1")
    assert told.code == 1
    assert "Two lanterns hang on the string" in told.stdout


@pytest.mark.parametrize("template", [name for name in starters() if name not in ("cards", "card-game")])
def test_rules_go_with_cards_alone(template: str, here: Path) -> None:
    made = run_here("new", "mine", template, "--rules")
    assert made.code == 2
    assert f"`{template}` has no rules to begin with, `card-game` has: leave `{template}` out" in made.stderr
    assert not (here / "mine").exists()


@pytest.mark.parametrize("template", starters())
def test_the_help_names_each_template(template: str) -> None:
    assert template in run_here("new", "-h").stdout


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("hill-forts", "Hill Forts"),
        ('say "aye": 7', 'Say "aye": 7'),
        ("Größe", "Größe"),
        ("true", "True"),
        ("null", "Null"),
    ],
)
def test_the_game_is_called_as_its_folder(folder: str, title: str, here: Path) -> None:
    assert run_here("new", folder).code == 0
    assert yaml.safe_load((here / folder / "game.yaml").read_text("utf-8"))["title"] == title


def test_it_may_be_the_empty_folder_one_stands_in(here: Path) -> None:
    (here / ".git").mkdir()
    made = run_here("new", ".", "tokens")
    assert made.code == 0, made.stderr
    assert made.stdout.endswith("next: gatepress build\n")
    assert run_here("check", ".").code == 0


def test_nothing_is_written_over(here: Path) -> None:
    (here / "mine").mkdir()
    (here / "mine/game.yaml").write_text("title: Mine\n")
    made = run_here("new", "mine")
    assert made.code == 1
    assert "the folder 'mine' is not empty, there is game.yaml in it; choose a new folder" in made.stderr
    assert [path.name for path in (here / "mine").iterdir()] == ["game.yaml"]


def test_a_file_is_no_folder(here: Path) -> None:
    (here / "mine").write_text("")
    made = run_here("new", "mine")
    assert (made.code, "'mine' is a file; choose another name" in made.stderr) == (1, True)


@pytest.mark.usefixtures("here")
def test_a_folder_that_is_called_like_a_template_is_told_apart_from_it() -> None:
    told = run_here("new", "party-deck").stdout
    assert told.startswith(
        "wrote the template `cards` into party-deck\n"
        "`gatepress new NAME party-deck` makes the template of that name\nwrote party-deck/game.yaml\n"
    )
    assert run_here("new", "tokens", "hex-board").stdout.startswith(
        "wrote the template `hex-board` into tokens\nwrote tokens/game.yaml\n"
    )


def test_a_misspelt_template_gets_a_suggestion(here: Path) -> None:
    made = run_here("new", "mine", "tokns")
    assert made.code == 2
    assert "did you mean `tokens`?" in made.stderr
    assert not (here / "mine").exists()


GOODS = """\
Item,Duplication,Value,Card No,Kind,Text
Salt,6,1,G-01,Food,"Never spoils. Worth 1 {coin} more in winter than in spring, summer or autumn."
Amber,2,5,G-02,Luxury,Costs 2 {coin} to store.
Wool,4,2,G-03,,
"""


def test_a_table_becomes_a_game_that_shows_every_column(here: Path) -> None:
    (here / "goods.csv").write_text(GOODS)
    made = run_here("new", "goods", "from-spreadsheet", "goods.csv")
    assert made.code == 0, made.stderr
    assert (here / "goods/goods.csv").read_text() == GOODS
    layout = (here / "goods/layouts/card.xml.j2").read_text("utf-8")
    for shown in ("{{ name }}", "{{ Value }}", "{{ Card_No }}", "{{ Kind }}", "{{ Text|rich }}"):
        assert shown in layout
    assert "Duplication" not in layout
    checked = run_here("check", "goods")
    assert checked.stdout + checked.stderr == "0 errors, 0 warnings\n"
    assert "12 cards" in run_here("build", "goods").stdout


@pytest.mark.parametrize("heading", ["Exemplaires", "Stückzahl", "no. of copies", "Copies", "QTY", "times"])
def test_the_column_that_is_taken_as_the_copies_is_not_on_the_cards(heading: str, here: Path) -> None:
    (here / "goods.csv").write_text(GOODS.replace("Duplication", heading), "utf-8")
    assert run_here("new", "goods", "from-spreadsheet", "goods.csv").code == 0
    assert heading not in (here / "goods/layouts/card.xml.j2").read_text("utf-8")
    assert "12 cards" in run_here("build", "goods").stdout


def test_a_column_that_only_sounds_like_copies_is_on_the_cards(here: Path) -> None:
    (here / "goods.csv").write_text(GOODS.replace("Duplication", "times").replace("Salt,6", "Salt,600"))
    assert run_here("new", "goods", "from-spreadsheet", "goods.csv").code == 0
    assert "{{ times }}" in (here / "goods/layouts/card.xml.j2").read_text("utf-8")


def test_kinds_of_cards_have_colours_and_long_texts_take_the_room_of_the_initial(here: Path) -> None:
    rows = ["Name,Class,Attack,Special"]
    rows += [f"Hero {n},{'Mage' if n % 2 else 'Rogue'},{n},Strikes first." for n in range(6)]
    (here / "short.csv").write_text("\n".join(rows))
    (here / "long.csv").write_text("\n".join(rows).replace("Strikes first.", "Strikes first. " * 30))
    for name, has_initial in (("short", True), ("long", False)):
        assert run_here("new", name, "from-spreadsheet", f"{name}.csv").code == 0
        layout = (here / name / "layouts/card.xml.j2").read_text("utf-8")
        assert '{"Rogue": "kind-1", "Mage": "kind-2"}.get(Class|string, "accent")' in layout
        assert ('id="window"' in layout) == has_initial
        assert run_here("check", name).output == "0 errors, 0 warnings\n"


def test_a_workbook_with_odd_headings_becomes_a_game(here: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Title", "number", "{{ x }}", 'say "aye" & <b>', "loop", "Größe"])
    sheet.append(["One", 1, "a", "b", "c", 3])
    sheet.append(["Two", 2, "d", "e", "f", 4])
    book.save(here / "odd.xlsx")
    assert run_here("new", "odd", "from-spreadsheet", "odd.xlsx").code == 0
    checked = run_here("check", "odd")
    assert "0 errors" in checked.stdout + checked.stderr
    assert run_here("build", "odd").code == 0


def test_a_file_of_rpg_cards_is_taken_as_it_is(here: Path) -> None:
    (here / "mine.json").write_text('[{"count": 2, "title": "Rope", "contents": ["text | It holds."]}]')
    assert run_here("new", "ropes", "rpg-cards", "mine.json").code == 0
    built = run_here("build", "ropes")
    assert (built.code, "2 cards" in built.stdout) == (0, True), built.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["from-spreadsheet"], 2, "`from-spreadsheet` needs the table"),
        (["from-spreadsheet", "none.csv"], 1, "none.csv"),
        (["from-spreadsheet", "empty.csv"], 1, "empty.csv: error: the file is empty"),
        (["from-spreadsheet", "broken.xlsx"], 1, "broken.xlsx"),
        (["from-spreadsheet", "notes.txt"], 2, "takes a file that ends in"),
        (["cards", "goods.csv"], 2, "`cards` takes no file"),
    ],
)
def test_a_file_of_no_use_makes_no_folder(arguments: list[str], code: int, told: str, here: Path) -> None:
    (here / "goods.csv").write_text(GOODS)
    (here / "empty.csv").write_text("")
    (here / "broken.xlsx").write_bytes(b"PK")
    (here / "notes.txt").write_text("x")
    made = run_here("new", "mine", *arguments)
    assert made.code == code
    assert told in made.stderr
    assert not (here / "mine").exists()
