"""``gatepress check``: what it tells, how it ends, and that it writes nothing."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
import typer
from forks import run_forked
from games import PROJECT, run_here, write_game
from PIL import Image

from generator.catalog.bundle import bundled_games
from generator.catalog.game_file import ComponentFile
from generator.cli.app import app
from generator.layout.elements.text import SMALLEST
from generator.press.preflight.findings.contrast import LARGE, LARGE_BOLD, MIN_CONTRAST
from generator.press.preflight.findings.resolution import MIN_DPI
from generator.press.preflight.scene import BOLD

PAGE = (PROJECT / "docs" / "checks.md").read_text("utf-8")

FRONT = """\
<card>
<text id="name" x="5" y="5" width="50" size="9">{{ name }}</text>
<text id="note" x="5" y="15" width="50" size="9" fill="{{ ink }}">A note</text>
</card>
"""
BLANK = "<card><rect width='9' height='9'/></card>"
SOUND = [{"name": "Ann", "ink": "black"}, {"name": "Bob", "ink": "black"}]
FAINT = [{"name": "Ann", "ink": "#999999"}, {"name": "Bob", "ink": "black"}, {"name": "Cy", "ink": "#999999"}]
FINDING = (
    "g/layouts/card.xml.j2:3:1: warning: note: the text's contrast is 2.8 : 1 (#999999 on #ffffff), "
    "under 4.5 : 1 (card ann and 1 other); make the text darker or its background lighter"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the game ``g`` is to be written; it lies in the current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "g"


def contents(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_sound_game_ends_with_no_errors_and_no_warnings(folder: Path) -> None:
    write_game(folder, front=FRONT, back=BLANK, cards=SOUND)
    before = contents(folder.parent)
    for extra in ([], ["--strict"]):
        done = run_here("check", "g", *extra)
        assert (done.code, done.stdout, done.stderr) == (0, "0 errors, 0 warnings\n", "")
    assert contents(folder.parent) == before


def test_warnings_pass_unless_the_check_is_strict(folder: Path) -> None:
    write_game(folder, front=FRONT, back=BLANK, cards=FAINT)
    done = run_here("check", "g")
    assert (done.code, done.stdout.splitlines()) == (0, [FINDING, "0 errors, 1 warning"])
    assert run_here("check", "g", "--strict").code == 1


def test_everything_that_is_wrong_is_told_at_once(folder: Path) -> None:
    """Text beyond its box, and a glyph, an icon and a picture that are missing."""
    front = FRONT.replace(
        "</card>",
        "<icon id='sign' name='{{ sign }}' x='5' y='30' width='9' height='9'/>\n"
        "<image id='view' href='{{ view }}' x='5' y='40' width='9' height='9'/>\n"
        "<text id='rules' x='5' y='60' width='20' height='4' size='8'>{{ text }}</text>\n</card>",
    )
    plain = {"ink": "black", "sign": "mdi6.sword", "view": "a.svg", "text": "Go."}
    cards = [
        plain | {"name": "Ann", "sign": "mdi6.swrod"},
        plain | {"name": "Bob", "view": "b.svg"},
        plain | {"name": "Cy", "text": "Far too many words for a box that is so small."},
        plain | {"name": "Di", "text": "\u5203"},
    ]
    picture = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0H9V9Z'/></svg>"
    write_game(folder, front=front, back=BLANK, cards=cards, files={"art/a.svg": picture})
    done = run_here("check", "g")
    assert done.code == 0
    *lines, closing = done.stdout.splitlines()
    assert closing == "0 errors, 4 warnings"
    place = "g/layouts/card.xml.j2:"
    assert lines[2].startswith(f"{place}6:1: warning: rules: the text is ")
    assert lines[2].endswith("too high for its box even at 5.5 pt (card cy); shorten it, or enlarge the box")
    assert lines[3] == (
        f"{place}6:1: warning: rules: no font has '\u5203' (U+5203); a box is printed instead (card di); "
        "give the theme a font that has it, or install a package: pylopdf-fonts-jp (Japanese), "
        "pylopdf-fonts-zh-cn (simplified Chinese), pylopdf-fonts-zh-tw (traditional Chinese), "
        "pylopdf-fonts-ko (Korean)"
    )
    assert lines[0] == (
        f"{place}4:1: warning: <icon name>: no icon 'swrod' in the pack mdi6; "
        "a marked box is printed instead (card ann); did you mean `sword`?"
    )
    assert lines[1].startswith(f"{place}5:1: warning: <image href>: no file named 'b.svg' in ")
    assert lines[1].endswith("; a marked box is printed instead (card bob); did you mean `a.svg`?")


def test_two_cards_with_one_id_are_told(folder: Path) -> None:
    twins = "- {id: ann, name: Ann, ink: black}\n- {id: ann, name: Anna, ink: black}\n"
    write_game(folder, front=FRONT, back=BLANK, cards=twins)
    done = run_here("check", "g")
    assert done.code == 1
    line, closing = done.stdout.splitlines()
    assert line == "g/cards.yaml:2:8: error: the id `ann` is given twice; first in g/cards.yaml:1:8"
    assert closing == "1 error, 0 warnings"


def test_backs_are_checked_even_if_the_sheets_leave_them_out(folder: Path) -> None:
    back = "<card><text x='5' y='5' width='20' fill='#cccccc'>Gate</text></card>"
    write_game(folder, front=FRONT, back=back, cards=SOUND, component={"press": {"backs": "none"}})
    (line, _) = run_here("check", "g").stdout.splitlines()
    assert line.startswith("g/layouts/back.xml.j2:1:7: warning: the text's contrast is 1.6 : 1")


def test_json_holds_everything(folder: Path) -> None:
    write_game(folder, front=FRONT, back=BLANK, cards=FAINT)
    done = run_here("check", "g", "--json", "--strict")
    assert done.code == 1
    answer = json.loads(done.stdout)
    assert set(answer) == {"problems", "errors", "warnings"}
    assert (answer["errors"], answer["warnings"]) == (0, 1)
    assert answer["problems"] == [
        {
            "severity": "warning",
            "file": "g/layouts/card.xml.j2",
            "line": 3,
            "column": 1,
            "card": "ann",
            "field": "note",
            "message": "the text's contrast is 2.8 : 1 (#999999 on #ffffff), under 4.5 : 1",
            "hint": "make the text darker or its background lighter",
            "others": 1,
        }
    ]


def test_only_looks_at_the_chosen_component(folder: Path) -> None:
    part = {"size": "poker", "back": "back.xml.j2"}
    game = {
        "title": "T",
        "components": {
            "heroes": {**part, "front": "card.xml.j2", "cards": FAINT},
            "coins": {**part, "front": "back.xml.j2", "cards": [{"name": "Coin"}]},
        },
    }
    write_game(folder, game=game, front=FRONT, back=BLANK)
    assert run_here("check", "g", "--only", "coins").stdout == "0 errors, 0 warnings\n"
    assert run_here("check", "g", "--only", "heroes").stdout.endswith("0 errors, 1 warning\n")
    done = run_here("check", "g", "--only", "coin")
    assert (done.code, done.stdout.splitlines()) == (
        1,
        ["error: no component or deck matches coin; did you mean `coins`?", "1 error, 0 warnings"],
    )


def test_a_wrong_press_option_in_the_game_is_told(folder: Path) -> None:
    write_game(folder, front=FRONT, back=BLANK, cards=SOUND, component={"press": {"backs": "dublex-long"}})
    done = run_here("check", "g")
    assert done.code == 1
    assert "did you mean `duplex-long`?" in done.stdout


def test_several_games_are_checked_each_by_its_own_files(folder: Path) -> None:
    """Both games have a file that only the other one uses."""
    data = BytesIO()
    Image.new("RGB", (400, 400)).save(data, "PNG")
    for name, shown in (("one", "a.png"), ("two", "b.png")):
        front = f"<card><image href='{shown}' x='5' y='5' width='9' height='9'/></card>"
        files = {f"art/{file}": data.getvalue() for file in ("a.png", "b.png")}
        write_game(folder / name, front=front, back=BLANK, files=files)
    done = run_here("check", folder / "one", folder / "two")
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "g/one/art/b.png",
        "g/two/art/a.png",
        "0 errors, 2 warnings",
    ]


def test_a_game_that_is_not_there_is_told_like_any_problem() -> None:
    done = run_here("check", "nowhere")
    assert done.code == 1
    assert done.stdout.startswith("error: no game or folder named 'nowhere'")
    assert done.stdout.endswith("1 error, 0 warnings\n")


def test_wrong_usage_is_status_2() -> None:
    assert run_here("check", "--paper", "a4").code == 2


@pytest.mark.slow
@pytest.mark.parametrize("game", bundled_games())
def test_the_bundled_games_are_clean(game: str, tmp_path: Path) -> None:
    done = run_forked("check", game, "--strict", cwd=tmp_path)
    assert (done.code, done.stdout, done.stderr) == (0, "0 errors, 0 warnings\n", "")
    assert list(tmp_path.iterdir()) == []


def test_the_example_of_the_page_is_told_as_it_says(folder: Path) -> None:
    files = re.findall(r"^`(inn/[^`]+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    for name, text in files:
        path = folder.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shown = PAGE.split("$ gatepress check inn\n")[1].split("```")[0]
    assert run_here("check", "inn").stdout == shown


def test_the_page_has_every_option() -> None:
    command = typer.main.get_command(app).get_command(None, "check")  # type: ignore[attr-defined]
    options = {param.opts[0]: param.help for param in command.params if param.param_type_name == "option"}
    assert dict(re.findall(r"^\| `(--\w+)` \| (.+) \|$", PAGE, re.MULTILINE)) == options


@pytest.mark.parametrize(
    "bound",
    [
        f"under {SMALLEST:g} pt on paper",
        f"need {MIN_DPI} dots per inch",
        f"under {MIN_DPI} dpi",
        f"contrast under {MIN_CONTRAST} : 1",
        f"{LARGE:g} pt and more, or {LARGE_BOLD:g} pt in a bold font (weight {BOLD})",
        f"{ComponentFile.KEYS['safe'].default:g} mm, or the component's `safe`",
    ],
)
def test_the_bounds_of_the_page_are_those_of_the_code(bound: str) -> None:
    assert bound in PAGE
