"""A game of one's own begins in the studio: from a template, a file, or a folder that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from games import write_game
from PIL import Image
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from generator.importing.starting import starters
from generator.studio.project import Project
from studio.asking import client_of
from studio.browser import Served

TABLE = b"Name;Cost;Text\nMill;2;Grinds corn.\nForge;3;Makes {hammer}.\n"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    game = write_game(tmp_path / "tiny")
    write_game(tmp_path / "more" / "hidden-gem")
    with client_of(tmp_path, Project(game)) as asking:
        yield asking


def test_every_template_is_there_with_its_picture(client: TestClient) -> None:
    page = client.get("/new").text
    for name in starters():
        assert (f'data-template="{name}"' in page) == (name != "from-spreadsheet")
    assert "@title@" not in page
    picture = Image.open(BytesIO(client.get("/new/cards.png").content))
    assert picture.width == 320
    assert len(set(picture.convert("RGB").resize((20, 20)).tobytes())) > 20
    assert client.get("/new/nothing.png").status_code == 404


def test_a_game_from_a_template_is_opened(client: TestClient, tmp_path: Path) -> None:
    told = client.post("/new/game", json={"template": "cards", "title": "Müller's Märchen"})
    assert told.status_code == 200, told.text
    game = told.json()["game"]
    assert (tmp_path / game / "game.yaml").is_file()
    assert "Müller&#39;s Märchen" in client.get(f"/{game}/gallery").text
    again = client.post("/new/game", json={"template": "cards", "title": "Müller's Märchen"})
    assert again.status_code == 409
    assert "already" in again.json()["message"]


def test_a_table_becomes_cards(client: TestClient) -> None:
    told = client.post("/new/file?name=C:\\Users\\me\\My heroes.csv", content=TABLE)
    assert told.json() == {"game": "my-heroes", "findings": []}
    page = client.get("/my-heroes/gallery").text
    assert "Mill" in page
    assert "Forge" in page


def test_another_tools_file_becomes_a_game_with_what_was_not_understood(client: TestClient) -> None:
    script = b"Squib::Deck.new(cards: 2) do\n  text str: %w(Mill Forge)\n  frobnicate 3\n  save_pdf\nend\n"
    told = client.post("/new/file?name=deck.rb&title=Old deck", content=script).json()
    assert told["game"] == "old-deck"
    assert "frobnicate" in " ".join(one["message"] for one in told["findings"])
    assert client.get("/old-deck/gallery").status_code == 200


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("cards.csv", b"", "cards"),
        ("cards.csv", b"\xff\xfe\x00\xd8", ""),
        ("cards.xlsx", b"PK\x03\x04 no workbook", ""),
        ("cards.exe", b"MZ", "ending|end in"),
        ("", b"a,b", ""),
        ("../../etc/passwd", b"root", ""),
        ("new.csv", TABLE, "already"),
        ("tiny.csv", TABLE, "already"),
    ],
)
def test_what_can_be_no_game_is_refused_and_nothing_is_left(
    client: TestClient, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    before = sorted(tmp_path.rglob("*"))
    told = client.post("/new/file", params={"name": name}, content=content)
    assert told.status_code in (409, 422), told.text
    assert re.search(says, told.json()["message"])
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("title", ["", "   ", "x" * 81, None, 3, ["a"]])
def test_a_wrong_title_is_refused(client: TestClient, title: object) -> None:
    assert client.post("/new/game", json={"template": "cards", "title": title}).status_code == 422


@pytest.mark.parametrize("template", ["", "nothing", "from-spreadsheet", "../cards", None, 1])
def test_a_wrong_template_is_refused(client: TestClient, template: object) -> None:
    assert client.post("/new/game", json={"template": template, "title": "A"}).status_code == 422


def test_a_folder_that_is_there_is_opened(client: TestClient, tmp_path: Path) -> None:
    write_game(tmp_path.parent / "outside")
    (tmp_path / "link").symlink_to(tmp_path.parent / "outside")
    page = client.get("/new").text
    assert re.findall(r'data-folder="([^"]*)"', page) == ["more/hidden-gem"]
    for wrong in ("link", "../outside", "/etc", "tiny", None, {}):
        assert client.post("/new/folder", json={"folder": wrong}).status_code == 422
    assert client.post("/new/folder", json={"folder": "more/hidden-gem"}).json()["game"] == "hidden-gem"
    assert client.get("/hidden-gem/gallery").status_code == 200


def test_nobody_without_the_token_makes_a_folder(client: TestClient, tmp_path: Path) -> None:
    del client.headers["x-gatepress-token"]
    for address in ("/new/game", "/new/file?name=a.csv", "/new/folder"):
        assert client.post(address, content=b"{}").status_code == 403
    assert sorted(path.name for path in tmp_path.iterdir()) == ["more", "tiny"]


@pytest.mark.browser
def test_three_clicks_to_the_first_cards(studio: Served, page: Page) -> None:
    page.goto(f"{studio.address}/tiny/gallery")
    page.get_by_role("link", name="New game").click()
    page.get_by_label("What it is called").fill("Wolf Winter")
    page.get_by_role("button", name="Cards", exact=False).first.click()
    expect(page).to_have_url(re.compile("/wolf-winter/gallery"))
    expect(page.locator("#cards img").first).to_be_visible()
    assert (studio.workspace / "wolf-winter" / "game.yaml").is_file()
    # What is saved in the new folder shows, too.
    cards = studio.workspace / "wolf-winter" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: ", "name: Old ", 1), "utf-8")
    expect(page.locator("figcaption").first).to_contain_text("Old")


@pytest.mark.browser
def test_a_spreadsheet_is_dropped_on_the_page(studio: Served, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "river birds.csv"
    file.write_bytes(TABLE)
    page.goto(f"{studio.address}/new")
    page.locator("#file").set_input_files(file)
    expect(page).to_have_url(re.compile("/river-birds/gallery"))
    expect(page.locator("#cards")).to_contain_text("Forge")
