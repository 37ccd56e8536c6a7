"""What a page shows is as the files are, whether a watch has seen them or not; what was is let go."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from games import write_game
from starlette.testclient import TestClient

from generator.layout.faces import Face
from generator.studio import project as project_module
from generator.studio.pictures import Pictures
from generator.studio.project import Edition, Project, Waiting
from studio.asking import client_of, studio_of


@pytest.fixture
def game(tmp_path: Path) -> Path:
    files = {"cards.csv": "name\nKnight\nSquire\n"}
    shared = {"size": "poker", "cards": "cards.csv", "front": "card.xml.j2", "press": {"backs": "none"}}
    return write_game(tmp_path / "tiny", component=shared, files=files)


def save(file: Path, text: str) -> None:
    """Saves a file, and lets it be old: one that was just written counts as saved for a moment."""
    file.write_text(text, "utf-8")
    known = file.stat()
    os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns - 10**9))


def settle(game: Path) -> None:
    for file in game.rglob("*"):
        if file.is_file():
            os.utime(file, (10**9, 10**9))


def tag(client: TestClient, card: str) -> str:
    return client.get(f"/tiny/face/cards/cards/{card}/front.png").headers["etag"]


@pytest.mark.parametrize("view", ["gallery/cards", "table", "deck"])
def test_a_page_is_of_the_files_as_they_are(game: Path, tmp_path: Path, view: str) -> None:
    with client_of(tmp_path, Project(game)) as client:
        client.get(f"/tiny/{view}")
        before = tag(client, "knight")
        save(game / "cards.csv", "name\nKnight\nDuchess\n")
        save(game / "layouts" / "card.xml.j2", "<card><text width='9'>{{ name }}</text></card>")
        client.get(f"/tiny/{view}")
        edition = studio_of(client).projects["tiny"].edition
        assert edition is not None
        assert [shown.name for shown in edition.cards] == ["Knight", "Duchess"]
        assert tag(client, "knight") != before


def test_a_picture_of_a_card_that_just_went_is_no_error(game: Path, tmp_path: Path) -> None:
    with client_of(tmp_path, Project(game)) as client:

        def revision() -> str:
            client.get("/tiny/gallery/cards")
            edition = studio_of(client).projects["tiny"].edition
            assert edition is not None
            return edition.revision

        before = revision()
        squire = "/tiny/face/cards/cards/squire/front.png"
        assert client.get(f"{squire}?v={before}").status_code == 200
        save(game / "cards.csv", "name\nKnight\nDuchess\n")
        after = revision()
        assert client.get(f"{squire}?v={before}").status_code == 204, "asked for while it was renamed"
        assert client.get(f"{squire}?v={after}").status_code == 404
        assert client.get(squire).status_code == 404


def test_a_game_whose_files_are_the_same_is_read_once(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, load_game = [], project_module.load_game

    def noting(*arguments: object, **named: object) -> object:
        read.append(arguments)
        return load_game(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(project_module, "load_game", noting)
    settle(game)
    link = tmp_path / "tiny-link"
    link.symlink_to(game)
    with client_of(tmp_path, Project(link)) as client:
        for name in ("build.log", "notes.txt", "other.csv"):
            client.get("/tiny/gallery")
            (game / name).write_text("no part of the game", "utf-8")
        client.get("/tiny/gallery")
        assert len(read) == 1
        save(game / "cards.csv", "name\nKnight\n")
        client.get("/tiny/gallery")
        assert len(read) == 2
        # What a template says changes faces, and nothing of what game.yaml says.
        settle(game)
        client.get("/tiny/gallery")
        before, times = tag(client, "knight"), len(read)
        save(game / "layouts" / "card.xml.j2", "<card><text width='9'>{{ name }}</text></card>")
        client.get("/tiny/gallery")
        assert tag(client, "knight") != before
        assert len(read) == times
        (game / "layouts" / "card.xml.j2").unlink()
        assert "no template named" in client.get("/tiny/gallery").text
        assert len(read) == times + 1


def test_pictures_look_at_no_dates(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gallery asks for hundreds of them at once, and has looked itself."""
    with client_of(tmp_path, Project(game)) as client:
        client.get("/tiny/gallery")
        monkeypatch.setattr(project_module, "take_snapshot", lambda _: pytest.fail("the files are looked at"))
        tag(client, "knight")


@pytest.mark.slow
def test_what_was_shown_before_is_let_go(game: Path) -> None:
    """No more is kept after many edits than after a few."""
    project = Project(game, for_pictures=Waiting())
    project.read()
    pictures = Pictures(project)
    kept = []
    for number in range(1, 25):
        save(game / "cards.csv", f"name\nKnight {number}\nSquire\n")
        project.refresh()
        assert project.edition is not None
        pictures.png(project.edition, project.edition.cards[0], "front", 60)
        project.inspect()
        if number % 12 == 0:
            gc.collect()
            kept.append(sum(isinstance(one, Face | Edition) for one in gc.get_objects()))
    project.close()
    assert kept[0] == kept[1]
