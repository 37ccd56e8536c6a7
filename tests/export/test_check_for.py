"""``gatepress check --for``: a game against what a print service takes, before anything is printed."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from games import Result, run_here, write_game
from PIL import Image

BACK = '<card><rect width="63.5" height="88.9" fill="#fff"/></card>'


def card(y: float) -> str:
    """A black icon so far below the trim's top."""
    return f'<card>\n<icon id="sign" name="mdi6.square" x="20" y="{y}" width="9" height="9"/></card>'


def check(*arguments: str) -> Result:
    return run_here("check", "g", *arguments)


def lines(done: Result, words: str) -> list[str]:
    return [line for line in done.stdout.splitlines() if words in line]


def test_an_icon_too_near_the_cut_is_found_with_the_services_own_numbers() -> None:
    write_game(Path("g"), front=card(1.0), back=BACK, component={"safe": 0})
    assert check().stdout == "0 errors, 0 warnings\n", "the game itself wants no safe zone"
    (told,) = lines(check("--for", "tgc"), "safe zone")
    assert told == (
        "g/layouts/card.xml.j2:2:1: warning: sign: the icon reaches 2.2 mm out of The Game Crafter's safe "
        "zone at the top (card knight); keep it 3.175 mm inside the trim: a cut may be a little off"
    )
    (told,) = lines(check("--for", "mpc"), "safe zone")
    assert "2.0 mm out of MakePlayingCards' safe zone" in told
    assert "keep it 3.048 mm inside" in told


@pytest.mark.parametrize(("inside", "found"), [(3.3, []), (3.1, ["The Game Crafter"])])
def test_the_two_services_draw_the_line_where_they_do(inside: float, found: list[str]) -> None:
    write_game(Path("g"), front=card(inside), back=BACK, component={"safe": 0})
    told = lines(check("--for", "tgc", "--for", "mpc"), "safe zone")
    assert [
        name for name in ("The Game Crafter", "MakePlayingCards") if any(name in one for one in told)
    ] == (found)


def test_the_safe_zone_of_a_card_on_larger_stock_is_that_of_the_stock() -> None:
    # On a poker card of 88.9 mm, one of 88 mm begins 0.45 mm further in: 3.048 - 0.45 mm is safe.
    size = {"size": "63 x 88 mm", "safe": 0}
    write_game(Path("g"), front=card(2.5), back=BACK, component=size)
    (told,) = lines(check("--for", "mpc"), "safe zone")
    assert "keep it 2.798 × 2.598 mm inside the trim" in told
    write_game(Path("g"), front=card(2.7), back=BACK, component=size)
    assert lines(check("--for", "mpc"), "safe zone") == []


def test_a_picture_of_too_few_pixels_for_a_service() -> None:
    """Of 250 dots to the inch: enough at home."""
    data = BytesIO()
    Image.new("RGB", (250, 250), "red").save(data, "PNG")
    front = '<card>\n<image id="art" href="a.png" x="10" y="10" width="25.4" height="25.4"/></card>'
    write_game(Path("g"), front=front, back=BACK, component={"safe": 0}, files={"art/a.png": data.getvalue()})
    assert check().stdout == "0 errors, 0 warnings\n"
    (told,) = lines(check("--for", "tgc"), "dpi")
    assert "a.png is printed at 250 dpi, under the 300 of The Game Crafter" in told
    assert "at this size it needs 300 × 300 pixels" in told


def test_what_a_service_does_not_make_and_what_it_prints_beyond_the_bleed() -> None:
    write_game(Path("g"), front=card(20), back=BACK, component={"size": "90 x 20 mm"})
    done = check("--for", "tgc")
    assert done.code == 1
    assert lines(done, "The Game Crafter has no cards of 90 × 20 mm")
    write_game(Path("g"), front=card(20), back=BACK, component={"bleed": "1 mm"})
    done = check("--for", "tgc")
    assert done.code == 0
    (told,) = lines(done, "bleed")
    assert "the bleed of 1 mm is short of the 3.2 mm of PokerDeck: the edge is stretched" in told


def test_an_export_tells_the_same() -> None:
    write_game(Path("g"), front=card(1.0), back=BACK, component={"safe": 0})
    done = run_here("export", "g", "--to", "tgc")
    assert done.code == 0
    assert "2.2 mm out of The Game Crafter's safe zone at the top" in done.stderr


def test_json_has_the_findings_too_and_strict_heeds_them() -> None:
    write_game(Path("g"), front=card(1.0), back=BACK, component={"safe": 0})
    done = check("--for", "tgc", "--json", "--strict")
    assert done.code == 1
    (told,) = [one for one in json.loads(done.stdout)["problems"] if "safe zone" in one["message"]]
    assert (told["card"], told["severity"], told["line"]) == ("knight", "warning", 2)
    assert check("--strict").code == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tcg", "there is not a target tcg; did you mean `tgc`?"),
        ("png", "png takes any game"),
        ("", "there is not a target"),
    ],
)
def test_a_name_that_checks_nothing(name: str, told: str) -> None:
    write_game(Path("g"))
    done = check("--for", name)
    assert done.code == 2
    assert told in " ".join(done.stderr.split())


def test_a_game_with_errors_is_mended_first() -> None:
    write_game(Path("g"), front="<card><icno name='mdi6.sword' width='9' height='9'/></card>")
    done = check("--for", "tgc")
    assert done.code == 1
    assert not lines(done, "The Game Crafter")


def test_without_a_folder_for_what_is_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(Path("g"), back=BACK)
    monkeypatch.setattr("tempfile.tempdir", "no/such/folder")
    done = check("--for", "tgc")
    assert done.code == 1
    assert lines(done, "can't write to a temporary folder: No such file or directory")
