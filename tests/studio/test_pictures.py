"""How faces become pictures: with as little work as can be, and never waiting for each other without need."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from PIL import Image

from generator.layout.faces import FaceRenderer
from generator.studio import live, pictures
from generator.studio.pictures import PDFIUM, Pictures, png_file
from generator.studio.project import Project, Waiting
from generator.studio.view import Studio, views
from studio.asking import client_of, studio_of

PATIENCE = 60
"""Seconds; many tests may run beside this one."""


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_png_file_holds_the_picture(mode: str) -> None:
    channels = [
        Image.radial_gradient("L"),
        Image.linear_gradient("L").rotate(90),
        Image.new("L", (256, 256), 7),
    ]
    drawn = Image.merge(mode, [*channels, Image.linear_gradient("L")][: len(mode)]).crop((3, 5, 180, 251))
    with Image.open(io.BytesIO(png_file(drawn))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", mode, drawn.size)
        assert read.tobytes() == drawn.tobytes()


def test_a_game_that_is_opened_lays_out_one_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All others, and their templates, wait until somebody looks at them; the page is there before."""
    asked = []
    face = FaceRenderer.face

    def noting(renderer: FaceRenderer, *of: Any) -> object:
        asked.append(of[2].id)
        return face(renderer, *of)

    monkeypatch.setattr(FaceRenderer, "face", noting)
    shared = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "press": {"backs": "none"}}
    project = Project(
        write_game(
            tmp_path / "two",
            game=f"title: Two\ncomponents: {json.dumps({'heroes': shared, 'monsters': shared})}\n",
            cards=[{"name": "Knight"}, {"name": "Squire"}],
        )
    )
    project.read_first()
    assert project.edition is not None
    assert len(project.edition.cards) == 4
    assert asked == ["knight"]


@pytest.mark.parametrize("view", list(views()))
def test_no_page_waits_for_all_cards(view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are inspected once the page is there."""
    begun: list[Project] = []

    async def noting(_: Studio, project: Project) -> None:
        begun.append(project)

    monkeypatch.setattr(live, "_inspect", noting)
    monkeypatch.setattr(Project, "inspect", lambda _: pytest.fail("all cards are inspected first"))
    project = Project(write_game(tmp_path / "tiny"))
    with client_of(tmp_path, project) as client:
        studio_of(client).is_live = True
        assert "Tiny" in client.get(f"/tiny/{view}").text
    assert begun == ([] if view == "table" else [project])


def test_a_face_is_laid_out_while_another_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(write_game(tmp_path / "tiny", cards=[{"name": "Knight"}, {"name": "Squire"}]))
    project.read_first()
    edition = project.edition
    assert edition is not None
    knight, squire = edition.cards
    drawing, printed = Pictures(project), threading.Event()
    face_pdf = pictures.face_pdf

    def noting(*arguments: object) -> bytes:
        try:
            return face_pdf(*arguments)  # type: ignore[arg-type]
        finally:
            printed.set()

    monkeypatch.setattr(pictures, "face_pdf", noting)
    seen: list[bytes | None] = []
    with PDFIUM:
        first = threading.Thread(target=lambda: seen.append(drawing.png(edition, knight, "front", 60)))
        first.start()
        assert printed.wait(PATIENCE)
        looks: list[str | None] = []
        second = threading.Thread(target=lambda: looks.append(drawing.look(edition, squire, "front")))
        second.start()
        second.join(PATIENCE)
        assert looks, "it waits for the picture of another"
        assert not seen
    first.join(PATIENCE)
    assert seen == [drawing.png(edition, knight, "front", 60)]
    assert len(drawing.kept) == 1


def test_who_asked_a_moment_ago_may_ask_for_more() -> None:
    at_once, patient = Waiting(), Waiting(lull=1e6)
    assert not at_once
    assert not patient
    for waiting in (at_once, patient):
        with waiting:
            assert waiting
    assert not at_once
    assert patient
