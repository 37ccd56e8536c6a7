"""What the studio answers to edits of cards: files by their digests, the way back, and what it refuses."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from PIL import Image
from starlette.testclient import TestClient

from generator.studio import steps
from generator.studio.editors import EDITORS, Found, find_editor
from generator.studio.guard import TOKEN_HEADER
from studio.asking import Asking, asking, client_of, studio_of

CARDS = "- name: Knight   # rides\n  cost: 3\n- name: Squire\n  cost: 1\n"
FIELDS = {"name": "text", "cost": {"type": "whole", "max": 9}, "art": {"type": "image", "default": None}}


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asking]:
    game = write_game(tmp_path / "court", cards=CARDS, component={"fields": FIELDS})
    with asking(tmp_path, [game]) as asked:
        yield asked


def sheet(asked: Asking) -> dict[str, Any]:
    answer = asked.get("/court/cards/sheet/cards")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def edit(
    asked: Asking, edits: Sequence[Mapping[str, object]], files: Mapping[str, str] | None = None, **more: Any
) -> Any:
    seen = sheet(asked)["files"] if files is None else files
    return asked.post("/court/cards/edit", {"component": "cards", "files": seen, "edits": edits, **more})


def cost(row: int, cell: str) -> dict[str, object]:
    return {"row": row, "kind": "set", "cells": {"cost": cell}}


def written(asked: Asking) -> str:
    return (asked.studio.workspace / "court" / "cards.yaml").read_bytes().decode()


def test_an_edit_is_written_and_undone(asked: Asking) -> None:
    answer = edit(asked, [cost(0, "7"), cost(1, "12")]).json()
    assert written(asked) == CARDS.replace("3", "7")
    assert [(one["edit"], one["field"]) for one in answer["wrong"]] == [(1, "cost")]
    assert answer["sheet"]["undo"] == "cost of 2 cards"
    undone = asked.post("/court/cards/undo", {}).json()
    assert written(asked) == CARDS
    assert undone["sheet"]["redo"] == "cost of 2 cards"
    assert asked.post("/court/cards/redo", {}).status_code == 200
    assert written(asked) == CARDS.replace("3", "7")
    assert asked.post("/court/cards/redo", {}).status_code == 409


def test_typing_in_one_field_is_one_step(asked: Asking) -> None:
    for cell in ("4", "5", "6"):
        assert edit(asked, [cost(0, cell)], session="a").status_code == 200
    edit(asked, [cost(1, "2")], session="b")
    asked.post("/court/cards/undo", {})
    assert written(asked) == CARDS.replace("3", "6")
    asked.post("/court/cards/undo", {})
    assert written(asked) == CARDS


def test_nothing_is_written_over_what_the_page_has_not_seen(asked: Asking) -> None:
    seen = sheet(asked)["files"]
    other = CARDS.replace("Squire", "Lady")
    (asked.studio.workspace / "court" / "cards.yaml").write_text(other)
    answer = edit(asked, [cost(0, "7")], seen)
    assert answer.status_code == 409
    assert answer.json()["sheet"]["rows"][1]["own"]["name"] == "Lady"
    assert written(asked) == other
    assert edit(asked, [cost(0, "7")], answer.json()["sheet"]["files"]).status_code == 200
    # What was saved since is not undone along with it.
    (asked.studio.workspace / "court" / "cards.yaml").write_text(CARDS)
    refused = asked.post("/court/cards/undo", {})
    assert refused.status_code == 409
    assert "changed elsewhere" in refused.json()["message"]
    assert written(asked) == CARDS


def test_what_is_no_edit_is_refused(asked: Asking) -> None:
    files = sheet(asked)["files"]
    for edits in (
        [],
        {},
        [1],
        [{"row": -1, "kind": "set", "cells": {"cost": "1"}}],
        [{"row": 99, "kind": "delete"}],
        [{"row": True, "kind": "delete"}],
        [{"row": 0, "kind": "write", "cells": {}}],
        [{"row": 0, "kind": "set", "cells": {"cost": 1}}],
        [{"row": 0, "kind": "set", "cells": {"name": "x" * 30_000}}],
        [cost(0, "1"), cost(0, "2")],
        [cost(0, "1")] * 6_000,
    ):
        assert edit(asked, edits, files).status_code == 400, edits  # type: ignore[arg-type]
    body = {"component": "cards", "files": files, "edits": [cost(0, "1")]}
    for wrong in ({"component": 1}, {"files": []}, {"files": {"cards.yaml": 1}}, {"session": 1}):
        assert asked.post("/court/cards/edit", {**body, **wrong}).status_code == 400, wrong
    assert asked.post("/court/cards/edit", {**body, "component": "../cards"}).status_code == 404
    assert asked.client.post("/court/cards/edit", json=body, headers={TOKEN_HEADER: "no"}).status_code == 403
    assert written(asked) == CARDS


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_link_is_followed(asked: Asking, tmp_path: Path) -> None:
    real = tmp_path / "court" / "real.yaml"
    (tmp_path / "court" / "cards.yaml").replace(real)
    (tmp_path / "court" / "cards.yaml").symlink_to(real)
    assert edit(asked, [cost(0, "7")]).status_code == 403
    assert real.read_text() == CARDS


def test_a_game_outside_of_the_folder_is_only_shown(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    game = write_game(tmp_path / "court", cards=CARDS, component={"fields": FIELDS})
    for named in (game, workspace / ".." / "court"):
        with asking(workspace, [named]) as asked:
            assert "outside" in sheet(asked)["locked"]
            assert edit(asked, [cost(0, "7")]).status_code == 403
            assert asked.post("/court/cards/undo", {}).status_code == 403
            assert asked.client.post("/court/cards/art?name=a.png", content=b"x").status_code == 403
            assert "outside" in asked.get("/court/cards").text
    assert (game / "cards.yaml").read_text() == CARDS


def test_a_picture_is_kept_with_the_game(asked: Asking) -> None:
    content = BytesIO()
    Image.new("RGB", (20, 20), "red").save(content, "PNG")
    answer = asked.client.post("/court/cards/art?name=../../Red%20Cap.png", content=content.getvalue())
    art = answer.json()["art"]
    assert art.startswith("art/red-cap-")
    assert (asked.studio.workspace / "court" / art).is_file()
    assert edit(asked, [{"row": 0, "kind": "set", "cells": {"art": art}}]).json()["wrong"] == []
    assert f"cost: 3\n  art: {art}\n" in written(asked)
    assert art.removeprefix("art/") in sheet(asked)["pictures"]
    assert asked.client.post("/court/cards/art?name=a.png", content=b"no picture").status_code == 422


def test_the_parts_of_a_figure_are_drawn_on_the_card(tmp_path: Path) -> None:
    drawn = """{% from "figures.xml.j2" import figure as drawn %}
<card>{{ drawn(figure, name, 0, 0, 60, 60) }}</card>"""
    cards = "- {name: Knight, figure: {hat: cap, holds: [spear]}}\n"
    fields = {"name": "text", "figure": "figure"}
    game = write_game(tmp_path / "court", cards=cards, front=drawn, component={"fields": fields})
    with asking(tmp_path, [game]) as asked:
        found = sheet(asked)
        assert {"helmet", "cap"} <= set(found["figure"]["hat"])
        assert found["rows"][0]["figures"] == {"figure": {"hat": "cap", "holds": ["spear"]}}
        address = "/court/cards/part/cards/cards/knight/figure"
        pictures = {asked.get(f"{address}/hat/{name}.png").content for name in ("cap", "helmet", "crown")}
        assert len(pictures) == 3
        assert all(picture.startswith(b"\x89PNG") for picture in pictures)
        for wrong in ("hat/none-such", "style/plain", "hat/..%2fx", "../knight"):
            assert asked.get(f"{address}/{wrong}.png").status_code == 404
        cells = {"figure": '{"hat": "helmet", "holds": ["spear"]}'}
        assert edit(asked, [{"row": 0, "kind": "set", "cells": cells}]).json()["wrong"] == []
        assert written(asked) == cards.replace("cap", "helmet")


# The user's own editor


def _program(folder: Path, name: str, noted: Path) -> None:
    path = folder / name
    path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{noted}"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands for the editor")
def test_a_card_is_opened_in_the_editor(
    asked: Asking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, noted = tmp_path / "programs", tmp_path / "noted"
    programs.mkdir()
    _program(programs, "subl", noted)
    _program(programs, "code", tmp_path / "code-noted")
    for name, value in (("PATH", f"{programs}{os.pathsep}/bin"), ("VISUAL", "vim"), ("EDITOR", "subl -n")):
        monkeypatch.setenv(name, value)
    place = sheet(asked)["rows"][1]["place"]
    file, line, column = place.rsplit(":", 2)
    asking_for = {"file": file, "line": int(line), "column": int(column)}
    assert asked.post("/court/cards/open", asking_for).json() == {"opened": "Sublime Text"}
    ends = time.monotonic() + 30
    while not (noted.exists() and noted.read_text().endswith("\n")) and time.monotonic() < ends:
        time.sleep(0.01)
    assert noted.read_text() == f"-n\n{tmp_path / 'court' / 'cards.yaml'}:3:3\n"
    for wrong, status in (
        ({"file": "/etc/passwd"}, 404),
        ({"file": f"{file}/../../secret"}, 404),
        ({"file": ""}, 404),
        ({"file": "-x"}, 404),
        ({"file": 3}, 400),
        ({"line": "1; rm"}, 400),
        ({"line": 10**9}, 400),
        ({"column": -1}, 400),
    ):
        assert asked.post("/court/cards/open", {**asking_for, **wrong}).status_code == status, wrong


def test_without_an_editor_there_is_a_link(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    file = sheet(asked)["rows"][0]["place"].rsplit(":", 2)[0]
    link = asked.post("/court/cards/open", {"file": file, "line": 2}).json()["link"]
    assert link.startswith("vscode://file/")
    assert link.endswith("/court/cards.yaml:2:1")


def test_editors_take_a_place_as_arguments() -> None:
    path = Path("/games/a b/$(x).yaml")
    for program, editor in EDITORS.items():
        command = Found(editor, (program,)).at(path, 12, 3)
        assert any(argument in (str(path), f"{path}:12:3") for argument in command), program
        assert "12" in "".join(command)
    assert find_editor({"PATH": "", "EDITOR": "'unclosed"}) is None


def test_no_editor_is_opened_for_another_machine(tmp_path: Path) -> None:
    from generator.studio.guard import Keys
    from generator.studio.project import Project

    game = Project(write_game(tmp_path / "court", cards=CARDS))
    client: TestClient
    with client_of(tmp_path, game, client=("192.168.0.7", 4000)) as client:
        studio = studio_of(client)
        studio.keys = Keys(studio.keys.port, is_open=False, token=studio.keys.token)
        refused = client.post("/court/cards/open", json={"file": str(tmp_path / "court" / "cards.yaml")})
    assert refused.status_code == 403


@pytest.mark.slow
def test_many_edits_leave_the_memory_as_it_is(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    import gc
    import tracemalloc

    def some(count: int) -> int:
        for number in range(count):
            assert edit(asked, [cost(0, str(number % 9))]).status_code == 200
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    # As many as can be undone are kept.
    monkeypatch.setattr(steps, "MAX_STEPS", 20)
    tracemalloc.start()
    before = some(25)
    grown = some(60) - before
    tracemalloc.stop()
    assert grown < 110_000
