"""Files of a game that nothing uses."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image

from .conftest import Told

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path d='M0 0H10V10H0Z'/></svg>"
HINT = "use it, or take it out of the game's folder"
TEXT = "<text x='5' y='5' width='50'>{{ (card.text or name)|rich }}</text>"


def png() -> bytes:
    data = BytesIO()
    Image.new("RGB", (400, 400), "#446688").save(data, "PNG")
    return data.getvalue()


def test_pictures_icons_and_fonts_that_nothing_uses_are_told(told: Told) -> None:
    files = {
        "art/old.png": png(),
        "art/scenes/Hill.JPG": png(),
        "icons/gate.svg": SVG,
        "fonts/Plain.ttf": b"not even a font",
        # Neither of these is for a card to show.
        "art/notes.txt": "ideas",
        "art/.hidden.png": png(),
        "docs/shelf.png": png(),
    }
    assert told(TEXT, files=files, cards=[{"name": "Knight", "text": "Hold."}]) == [
        f"g/art/old.png: warning: no card shows this picture; {HINT}",
        f"g/art/scenes/Hill.JPG: warning: no card shows this picture; {HINT}",
        f"g/fonts/Plain.ttf: warning: no theme names this font; {HINT}",
        f"g/icons/gate.svg: warning: no card shows this icon; {HINT}",
    ]


def test_what_is_used_in_any_way_is_not_told(told: Told, font_file: Callable[[str], bytes]) -> None:
    files = {
        "art/hero.png": png(),
        "art/scenes/hill.png": png(),
        "art/part.svg": SVG,
        "layouts/art/frame.png": png(),
        "icons/gate.svg": SVG,
        "icons/sun.svg": SVG,
        "layouts/icons/mask.svg": SVG,
        "fonts/Plain.ttf": font_file("Regular"),
        "fonts/Loud.ttf": font_file("Bold"),
    }
    lines = (
        "<image href='{{ card.art }}' x='5' y='20' width='20' height='20'/>",
        "<image href='scenes/hill.png' x='5' y='20' width='20' height='20'/>",
        "<image href='frame.png' x='5' y='20' width='20' height='20'/>",
        "<g id='later' display='none'><image href='part.svg' width='9' height='9'/></g>",
        "<icon name='sun' x='30' y='30' width='5' height='5'/>",
        "<icon id='m' display='none' name='mask' x='30' y='30' width='5' height='5'/>",
        "<g clip-path='#m'><rect x='30' y='30' width='5' height='5'/></g>",
        TEXT,
    )
    fonts = {"body": {"regular": "Plain.ttf", "bold": "Loud.ttf"}}
    cards = [{"name": "Knight", "art": "hero.png", "text": "{gate} Hold."}]
    assert told(*lines, files=files, cards=cards, theme={"fonts": fonts}) == []


def test_art_of_a_card_with_no_copies_waits_for_it(told: Told) -> None:
    cards = [{"name": "Knight"}, {"name": "Duke", "copies": 0, "art": "duke.png"}]
    lines = told("<text x='5' y='5' width='50'>{{ name }}</text>", cards=cards, files={"art/duke.png": png()})
    assert lines == []


def test_an_icon_behind_another_of_its_name_is_told(told: Told) -> None:
    icon = "<icon name='gate' x='30' y='30' width='5' height='5'/>"
    files = {"icons/gate.svg": SVG, "layouts/icons/gate.svg": SVG}
    (line,) = told(icon, files=files)
    assert line.startswith("g/layouts/icons/gate.svg: warning: no card shows this icon")


def test_files_are_only_judged_when_all_cards_were_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    components = {name: component(name) for name in ("towers", "coins")}
    front = "<card><text x='5' y='5' width='50'>{{ name }}</text></card>"
    folder = write_game(
        tmp_path / "g",
        game={"title": "T", "components": components},
        front=front,
        files={"art/old.png": png()},
    )
    assert "g/art/old.png" in run_here("check", folder).stdout
    assert run_here("check", folder, "--only", "coins").stdout == "0 errors, 0 warnings\n"
    # A card that can't be laid out can't show its picture.
    (folder / "layouts" / "card.xml.j2").write_text("<card><text width='50'>{{ 1 // 0 }}</text></card>")
    assert "old.png" not in run_here("check", folder).stdout


def component(name: str) -> dict[str, object]:
    return {"size": "poker", "front": "card.xml.j2", "cards": [{"name": name}], "press": {"backs": "none"}}


def test_what_all_games_share_is_nobodys_to_tidy(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "root" / "layouts" / "shared"
    (shared / "art").mkdir(parents=True)
    (shared / "art" / "common.png").write_bytes(png())
    monkeypatch.setattr("generator.catalog.load.bundled_root", lambda: tmp_path / "root")
    assert told("<text x='5' y='5' width='50'>{{ name }}</text>") == []
