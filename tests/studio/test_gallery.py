"""The gallery's answers: its pictures, what it tells of cards, and what it makes of bad requests."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from PIL import Image
from starlette.testclient import TestClient

from generator.studio.files import SETTLED
from generator.studio.project import Project
from studio.asking import client_of

FRONT = """<card>
<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ colour }}"/>
<text x="{{ x }}" y="40" width="30" height="10">{{ name }}</text>
</card>
"""
CARDS = [
    {"name": "<script>alert(1)</script>", "id": "knight", "colour": "#ff0000", "x": 20, "copies": 3},
    {"name": "Squire", "id": "squire", "colour": "#00ff00", "x": 20},
    {"name": "Page", "id": "page", "colour": "#00ff00", "x": 0.5},
]


class Gallery:
    """A studio over one game, and requests to it."""

    def __init__(self, game: Path, client: TestClient, project: Project) -> None:
        self.game = game
        self.client = client
        self.project = project

    def get(self, address: str, **named: Any) -> Any:
        return self.client.get(f"/tiny/{address}", **named)

    def picture(self, card: str, query: str = "w=60") -> Image.Image:
        answer = self.get(f"face/cards/cards/{card}/front.png?{query}")
        assert answer.status_code == 200, answer.text
        return Image.open(io.BytesIO(answer.content))

    def told(self) -> dict[str, dict[str, Any]]:
        """What the page tells of each card."""
        found = re.findall(r"data-key=\"cards/cards/(.*?)\" .*? data-card='(.*?)'>", self.get("gallery").text)
        return {key: json.loads(value) for key, value in found}


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Gallery]:
    game = write_game(
        tmp_path / "tiny",
        cards=CARDS,
        front=FRONT.replace('fill="{{ colour }}"', "fill=\"{{ '#ffffff' if low_ink else colour }}\""),
        component={"bleed": "3 mm", "safe": "3 mm"},
    )
    project = Project(game)
    with client_of(tmp_path, project) as client:
        yield Gallery(game, client, project)


def test_a_picture_is_as_wide_as_asked_with_its_bleed_or_cut(gallery: Gallery) -> None:
    assert gallery.picture("squire", "w=127").size == (127, 178)
    with_bleed = gallery.picture("squire", "w=139&bleed=1")
    assert with_bleed.size == (139, round(139 * 94.9 / 69.5))


def test_ways_to_see_a_card(gallery: Gallery) -> None:
    def corner(query: str) -> tuple[int, ...]:
        return gallery.picture("knight", f"w=60&{query}").convert("RGB").getpixel((2, 2))  # type: ignore[return-value]

    assert corner("") == (255, 0, 0)
    assert corner("ink=low") == (255, 255, 255)
    grey = corner("sight=grey")
    assert len(set(grey)) == 1
    assert 120 < grey[0] < 135, "red is as light as its share of light, encoded"
    assert corner("sight=protan") != corner("sight=deutan") != (255, 0, 0)


def test_a_picture_is_sent_once_until_it_changes(gallery: Gallery) -> None:
    address = "face/cards/cards/squire/front.png?w=60"
    tag = gallery.get(address).headers["etag"]
    assert gallery.get(address, headers={"if-none-match": tag}).status_code == 304
    file = gallery.game / "cards.yaml"
    file.write_text(file.read_text("utf-8").replace("Squire", "Squires"), "utf-8")
    gallery.project.refresh()
    again = gallery.get(address, headers={"if-none-match": tag})
    assert again.status_code == 200
    assert again.headers["etag"] != tag


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("face/cards/cards/nobody/front.png", 404),
        ("face/cards/cards/squire/back.png", 404),
        ("face/cards/cards/squire/front.png?w=wide", 400),
        ("face/cards/cards/squire/front.png?sight=eagle", 400),
        ("face/..%2f..%2fcards/cards/squire/front.png", 404),
    ],
)
def test_what_there_is_not(gallery: Gallery, address: str, status: int) -> None:
    answer = gallery.get(address)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_what_is_told_of_a_card(gallery: Gallery) -> None:
    told = gallery.told()
    assert told["knight"]["copies"] == 3
    assert told["squire"]["problems"] == []
    (finding,) = told["page"]["problems"]
    assert "safe zone" in finding["message"]
    assert (finding["severity"], finding["line"]) == ("warning", 3)
    page = gallery.get("gallery").text
    assert '<span class="badge warning">1 finding</span>' in page
    assert "<script>alert" not in page
    assert "3 different" in page


def test_a_size_is_told_to_a_tenth_of_a_millimetre(gallery: Gallery) -> None:
    file = gallery.game / "game.yaml"
    text = file.read_text("utf-8")
    assert "size: poker" in text
    file.write_text(text.replace("size: poker", "size: 70.123 x 90.06 mm"), "utf-8")
    gallery.project.read()
    assert "70.1 × 90.1 mm" in gallery.get("gallery").text


def test_a_long_value_says_that_it_goes_on(gallery: Gallery) -> None:
    file = gallery.game / "cards.yaml"
    file.write_text(
        file.read_text("utf-8") + f"- {{name: Bishop, colour: '#ff0000', x: 20, text: {'la' * 99}}}\n"
    )
    gallery.project.refresh()
    told = gallery.told()["bishop"]
    assert told["values"]["text"] == "la" * 59 + "l…"
    assert "la" * 99 in told["words"], "all of it is looked through"


def test_fields_by_which_cards_are_chosen(gallery: Gallery) -> None:
    def filters() -> object:
        page = gallery.get("gallery/cards").text
        found = re.search(r"id=\"filter-values\" hidden data-filters='(.*?)'", page)
        assert found is not None
        return json.loads(found[1])

    assert filters() == []
    file = gallery.game / "cards.yaml"
    file.write_text(file.read_text("utf-8") + "- {name: Bishop, colour: '#ff0000', x: 20}\n", "utf-8")
    gallery.project.refresh()
    assert filters() == [["colour", ["#00ff00", "#ff0000"]], ["x", ["0.5", "20"]]]


def test_reading_again_tells_which_cards_changed(gallery: Gallery) -> None:
    project = gallery.project
    project.read()
    # Files as young as that may change without a trace, so they are read once more.
    time.sleep(2 * SETTLED)
    project.refresh()
    assert project.refresh() is None
    file = gallery.game / "cards.yaml"
    file.write_text(file.read_text("utf-8").replace("Squire", "Squires"), "utf-8")
    saved = project.refresh()
    assert saved is not None
    assert saved.changed == ("cards/cards/squire",)
    layout = gallery.game / "layouts" / "card.xml.j2"
    layout.write_text(layout.read_text("utf-8") + "\n", "utf-8")
    saved = project.refresh()
    assert saved is not None
    assert saved.changed is None


def test_a_mistake_on_one_card_brings_the_last_sound_edition_back(gallery: Gallery) -> None:
    project = gallery.project
    project.read()
    sound = project.edition
    layout = gallery.game / "layouts" / "card.xml.j2"
    good = layout.read_text("utf-8")
    # Only the card that nobody looks at first fails.
    layout.write_text(good + "{% if number == 3 %}{{ nothing.at_all }}{% endif %}", "utf-8")
    project.refresh()
    project.inspect()
    assert project.edition is sound
    (problem,) = [problem for problem in project.problems if problem.severity == "error"]
    assert (problem.place is not None and problem.place.line, problem.card) == (5, "page")
    layout.write_text(good, "utf-8")
    project.refresh()
    project.inspect()
    assert not project.has_errors
    assert project.edition is not sound


def test_findings_are_the_same_however_the_game_came_to_be_so(gallery: Gallery) -> None:
    project = gallery.project
    project.read()
    file = gallery.game / "cards.yaml"
    file.write_text("# One line down.\n" + file.read_text("utf-8").replace("x: 0.5", "x: 0.2"), "utf-8")
    project.refresh()
    project.inspect()
    afresh = Project(gallery.game)
    afresh.read()
    assert project.problems == afresh.problems
    assert project.edition is not None
    assert afresh.edition is not None
    looks, looks_afresh = (
        [shown.look(side) for shown in edition.cards for side in shown.sides]
        for edition in (project.edition, afresh.edition)
    )
    assert looks == looks_afresh
