"""Who made what a game shows: the ledger, the credits, and targets that a licence forbids."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import PROJECT, bundled_game, run_here, write_game
from PIL import Image

from generator.catalog.bundle import bundled_games
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.export.credits import COME_ALONG
from generator.export.licences import check_assets
from generator.layout.faces import FaceRenderer
from generator.layout.icons import PACKS
from generator.press.ledger import ICON_PACKS, Asset, draw_up

from .png_bytes import png

FRONT = (
    '<card><image href="{{ art }}" x="5" y="5" width="{{ w }}" height="20" fit="{{ fit }}"/>'
    '<icon name="mdi6.sword" x="5" y="40" width="8" height="8"/>'
    '<text x="5" y="60" width="50">{{ name }}</text></card>\n'
)
CARDS = [
    {"id": "moss", "name": "Moss", "art": "moss.png", "w": 20, "fit": "contain"},
    {"id": "oak", "name": "Oak", "art": "art/oak.png", "w": 30, "fit": "cover"},
    {"id": "elm", "name": "Elm", "art": "elm.png", "w": 20, "fit": "contain"},
]
JANE = {
    "files": "art/[mo]*.png",
    "by": "Jane Doe",
    "licence": "CC-BY-NC-4.0",
    "source": "https://example.org/jane",
}
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a game ``g`` with three pictures into the current folder; its licences are given."""
    monkeypatch.chdir(tmp_path)

    def write(*licences: dict[str, Any], **more: Any) -> Path:
        component = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "safe": 0}
        game = {"title": "Tiny", **more, "components": {"cards": {**component, "press": {"backs": "none"}}}}
        if licences:
            game["licences"] = list(licences)
        pictures: dict[str, str | bytes] = {
            f"art/{name}.png": png(name) for name in ("moss", "oak", "elm", "unused")
        }
        return write_game(tmp_path / "g", game=game, cards=CARDS, front=FRONT, files=pictures)

    return write


def ledger(folder: Path) -> tuple[Game, list[Asset]]:
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    assets = draw_up(game, FaceRenderer.of(game, problems))
    assert not problems.has_errors
    return game, assets


def told(folder: Path, purpose: Any) -> list[str]:
    game, assets = ledger(folder)
    problems = Problems()
    check_assets(game, assets, purpose, "the shop", problems)
    return [str(problem) for problem in problems]


def test_the_ledger_has_what_is_shown_and_nothing_else(write: Write) -> None:
    _, assets = ledger(write(JANE))
    assert [(asset.kind, asset.name, asset.by, asset.licence, asset.card) for asset in assets] == [
        ("font", "Source Sans Pro", "Adobe", "OFL-1.1", "moss"),
        ("icon pack", "Material Design Icons 6", "the Pictogrammers and Google", "Apache-2.0", "moss"),
        ("picture", "art/elm.png", None, None, "elm"),
        ("picture", "art/moss.png", "Jane Doe", "CC-BY-NC-4.0", "moss"),
        ("picture", "art/oak.png", "Jane Doe", "CC-BY-NC-4.0", "oak"),
    ]


def test_a_picture_that_is_cropped_counts_as_changed(write: Write) -> None:
    _, assets = ledger(write(JANE))
    changed = {asset.name: asset.is_changed for asset in assets if asset.kind == "picture"}
    assert changed == {"art/elm.png": False, "art/moss.png": False, "art/oak.png": True}


def test_of_two_entries_for_a_file_the_first_counts(write: Write) -> None:
    own = {"files": "art/moss.png", "licence": "CC0-1.0"}
    _, assets = ledger(write(own, JANE))
    assert {asset.name: asset.licence for asset in assets if asset.entry} == {
        "art/moss.png": "CC0-1.0",
        "art/oak.png": "CC-BY-NC-4.0",
    }


def test_a_licence_that_forbids_sale_is_an_error_for_a_shop_only(write: Write) -> None:
    folder = write(JANE)
    assert told(folder, "share") == []
    (error,) = told(folder, "sale")
    assert error == (
        "g/game.yaml:11:3: error: licences.0: CC-BY-NC-4.0 forbids selling copies, which the shop is for: "
        "art/moss.png, art/oak.png (card moss); use another picture, or write `allows: sale` here if "
        "Jane Doe permits it"
    )
    assert told(write({**JANE, "allows": "sale"}), "sale") == []


def test_all_rights_reserved_forbids_even_to_share(write: Write) -> None:
    reserved = {**JANE, "licence": "all rights reserved"}
    error = told(write(reserved), "share")[-1]
    assert "all rights reserved forbids giving copies away, which the shop is for" in error
    assert told(write({**reserved, "allows": ["sale", "change"]}), "share") == []


def test_what_nobody_knows_is_a_warning(write: Write) -> None:
    (warning,) = told(write({**JANE, "licence": "LicenseRef-Bought"}), "sale")
    assert "warning: licences.0: whether Bought allows selling copies" in warning
    assert "read it, and write `allows: sale` here if it does" in warning


def test_a_changed_picture_of_which_no_changes_are_allowed_is_a_warning(write: Write) -> None:
    (warning,) = told(write({**JANE, "licence": "CC-BY-ND-4.0"}), "sale")
    assert "the layout crops, stretches or fades art/oak.png (card oak)" in warning


def test_check_tells_of_entries_without_files_and_files_without_entries(write: Write) -> None:
    folder = write({**JANE, "files": ["art/mos.png", "art/o*.png"]})
    result = run_here("check", folder)
    assert result.code == 0
    lines = result.stdout.splitlines()
    assert [line for line in lines if "licence" in line] == [
        "g/art/elm.png: warning: no licence is known of this picture (card elm); "
        "say who made it in `licences` of game.yaml; see docs/licences.md",
        "g/art/moss.png: warning: no licence is known of this picture (card moss); "
        "say who made it in `licences` of game.yaml; see docs/licences.md",
        "g/game.yaml:12:5: warning: licences: no file matches 'art/mos.png'; did you mean `art/moss.png`?",
    ]


def test_a_game_that_says_nothing_of_licences_is_asked_nothing_at_home(write: Write) -> None:
    assert "licence" not in run_here("check", write()).stdout


@pytest.mark.parametrize(
    "name",
    [
        name if name == "hold-the-line" else pytest.param(name, marks=pytest.mark.slow)
        for name in bundled_games()
    ],
)
def test_the_makers_of_all_that_the_bundled_games_show_are_known(name: str) -> None:
    game = bundled_game(name)
    assets = draw_up(game, FaceRenderer.of(game, Problems()))
    assert assets
    assert [asset.name for asset in assets if not (asset.by and asset.licence and asset.source)] == []


def test_every_pack_has_a_maker() -> None:
    said = {name: f"{pack.title}, {pack.licence.replace('AND', 'and')}" for name, pack in ICON_PACKS.items()}
    assert said == dict(PACKS)


def test_whoever_has_gatepress_is_not_asked_for_its_own_fonts() -> None:
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    packages = {re.split(r"[^\w-]", name)[0] for name in about["project"]["dependencies"]}
    assert {name for name in packages if name.startswith("fontpkg-")} == {
        f"fontpkg-{name}" for name in COME_ALONG
    }


def test_credits_are_told_as_text_markdown_and_json(write: Write) -> None:
    folder = write(JANE, designer="Ada", year=2020, licence="CC-BY-4.0")
    assert run_here("credits", folder).stdout.splitlines()[:9] == [
        "Tiny by Ada, 2020. Version 0.1.",
        "Rules and texts: CC-BY-4.0.",
        "",
        "Pictures",
        "  art/elm.png: no licence is known",
        "  2 pictures by Jane Doe: CC-BY-NC-4.0, <https://example.org/jane>",
        "    art/moss.png, art/oak.png",
        "",
        "Icon packs",
    ]
    markdown = run_here("credits", folder, "--format", "markdown").stdout.splitlines()
    assert markdown[:6] == [
        "# Credits of Tiny",
        "",
        "Tiny by Ada, 2020. Version 0.1. Rules and texts: CC-BY-4.0.",
        "",
        "## Pictures",
        "",
    ]
    assert any(line.startswith("- 2 pictures by Jane Doe: CC-BY-NC-4.0") for line in markdown)
    told = json.loads(run_here("credits", folder, "--json").stdout)
    assert [asset["name"] for asset in told["credits"]["g"]["assets"] if asset["by"] == "Jane Doe"] == [
        "art/moss.png",
        "art/oak.png",
    ]


def test_the_colophon_names_the_makers_of_the_pictures(write: Write, tmp_path: Path) -> None:
    folder = write({**JANE, "note": "Cropped"}, rulebook={"text": "rules.md"}, licence="CC-BY-4.0")
    (folder / "rules.md").write_text("# Rules\n\n```credits\n```\n")
    assert run_here("build", folder, "--only", "rulebook").code == 0
    page = pypdfium2.PdfDocument(tmp_path / "output" / "g" / "rulebook-a4.pdf")[0].get_textpage()
    text = " ".join(page.get_text_bounded().split())
    assert "Rules and texts: CC-BY-4.0." in text
    assert "Pictures by Jane Doe (CC-BY-NC-4.0, https://example.org/jane). Cropped." in text


def test_exported_pictures_say_whose_they_are(write: Write, tmp_path: Path) -> None:
    folder = write(JANE, designer="Ada")
    assert run_here("export", folder, "--to", "png", "--select", "moss", "--dpi", "72").code == 0
    with Image.open(tmp_path / "output" / "g" / "png" / "cards" / "moss.png") as picture:
        picture.load()
        assert picture.info["Copyright"].startswith("© Ada. Art by Jane Doe (CC-BY-NC-4.0")
