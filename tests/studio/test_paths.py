"""No path outside of the game's folder is read through the studio, and none is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from games import write_game

from generator.studio.project import Project
from generator.studio.view import views
from studio.asking import client_of

SECRET = "nobody may read this"
PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
USUAL = {"game": "tiny", "component": "cards", "cards": "cards", "card": "knight", "side": "front"}
TRAVERSALS = (
    "..",
    "../secret.txt",
    "../../secret.txt",
    "..\\secret.txt",
    "....//secret.txt",
    "%2e%2e/secret.txt",
    "%252e%252e%252fsecret.txt",
    "/etc/passwd",
    "//etc/passwd",
    "C:\\Windows\\win.ini",
    "\\\\server\\share",
    "file:///etc/passwd",
    "knight\x00.png",
    "\x00",
    "\r\nx: y",
    "a" * 3000,
    "．．／secret.txt",
    "‥/secret.txt",
    "\ud83d\ude80".encode("utf-16", "surrogatepass").decode("utf-16"),
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "CON",
    " ",
    "~root",
    "$HOME",
)
"""What stands in an address for a name; each is also sent with everything in it escaped."""


class Opened:
    """A studio in a folder with a secret beside it, and one that a link inside of it leads to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        write_game(self.workspace / "tiny")
        (folder / "secret.txt").write_text(SECRET)
        project = Project(self.workspace / "tiny")
        self.client = client_of(self.workspace, project, follow_redirects=False)

    def files(self) -> dict[str, bytes]:
        """All that lies outside of the workspace, and the game."""
        inside = self.workspace / "tiny"
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and (path.is_relative_to(inside) or not path.is_relative_to(self.workspace))
        }


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = Opened(tmp_path)
    with made.client:
        yield made


ROUTES = sorted(
    {
        (route.path, method)
        for view in views().values()
        for route in view.routes
        for method in (route.methods or {"GET"}) - {"HEAD"}
    }
    | {("/{game}", "GET"), ("/static/{file}", "GET"), ("/docs/{file}", "GET")}
)


@pytest.mark.parametrize(("path", "method"), ROUTES, ids=lambda part: part)
def test_no_parameter_of_any_route_leads_out(opened: Opened, path: str, method: str) -> None:
    before = opened.files()
    own = {"accept": "text/html"}
    for parameter in PARAMETER.findall(path):
        for name in TRAVERSALS:
            for written in {quote(name, safe=""), quote(name, safe="/\\%")}:
                if written == "..":
                    continue  # A browser takes it for the folder above, and asks for that.
                values = {**dict.fromkeys(PARAMETER.findall(path), "x"), **USUAL, parameter: written}
                address = PARAMETER.sub(lambda found, values=values: values[found[1]], path)
                answer = opened.client.request(method, address, headers=own, json={})
                told = f"{method} {address[:100]}: {answer.status_code}"
                assert answer.status_code < 500, told
                assert SECRET not in answer.text, told
                assert "root:" not in answer.text, told
                assert "<script>alert" not in answer.text, told
                if "/static/" in address or "/docs/" in address:
                    assert answer.status_code in {400, 404, 414}, told
    assert opened.files() == before


@pytest.mark.parametrize("name", ["cards.yaml", "layouts/card.xml.j2", "game.yaml"])
def test_links_out_of_the_game_s_folder_are_not_followed(opened: Opened, name: str) -> None:
    link = opened.workspace / "tiny" / name
    link.unlink()
    link.symlink_to(opened.folder / "secret.txt")
    answer = opened.client.get("/tiny/gallery")
    assert answer.status_code == 200
    assert SECRET not in answer.text
    assert "folder through a link" in answer.text


def test_a_card_called_script_shows_as_text(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>"
    game = write_game(tmp_path / "tiny", cards=[{"name": name, "id": "x"}], game=None)
    with client_of(tmp_path, Project(game)) as client:
        for view in ("", *(f"/{name}" for name in views())):
            page = client.get(f"/tiny{view}").text
            assert name not in page
    assert "&lt;script&gt;" in client.get("/tiny/gallery").text
