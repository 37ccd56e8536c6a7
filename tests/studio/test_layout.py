"""What the studio answers to edits of templates: one line of a file, the way back, and what it refuses."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from games import write_game

from generator.layout.elements import element_tags
from generator.studio.guard import TOKEN_HEADER
from studio.asking import Asking, asking

FRONT = """\
{% from "parts.xml.j2" import dot %}
<card>
  <rect id="frame" x="3" y="3" width="57.5" height="82.9" fill="none" stroke="black"/>
  <text id="title" x="6" y="6" width="50" height="8" size="12">{{ name }}</text>
  <text x="6" y="bottom of title + 2" width="{{ 40 + 10 }}" height="8">below</text>
  {% for n in range(3) %}
  <circle cx="{{ 10 + 8 * n }}" cy="70" r="3"/>
  {% endfor %}
  {{ dot() }}
  {{ "<rect x='30' y='30' width='2' height='2'/>"|safe }}
</card>
"""
PARTS = '{% macro dot() %}\n<circle cx="50" cy="80" r="2"/>\n{% endmacro %}\n'
OUTSIDE = "outside"


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asking]:
    files = {"layouts/parts.xml.j2": PARTS, "rules.py": "raise SystemExit\n"}
    game = write_game(
        tmp_path / "court", cards=[{"name": "Knight"}, {"name": "Squire"}], front=FRONT, files=files
    )
    with asking(tmp_path, [game]) as asked:
        yield asked


LOOKED_AT = {"card": "cards/cards/knight", "side": "front", "width": 200}


def post(asked: Asking, way: str, **more: object) -> Any:
    return asked.post(f"/court/layout/{way}", {**LOOKED_AT, **more})


def show(asked: Asking, **more: object) -> dict[str, Any]:
    answer = post(asked, "show", **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def set_(asked: Asking, at: tuple[int, int], values: Mapping[str, str | None], **more: object) -> Any:
    act = {"kind": "set", "at": list(at), "values": values}
    return post(asked, "edit", **{"revision": show(asked)["revision"], "act": act, **more})


def template(asked: Asking) -> str:
    return (asked.studio.workspace / "court/layouts/card.xml.j2").read_bytes().decode()


def test_elements_are_where_they_are_drawn_and_say_where_they_come_from(asked: Asking) -> None:
    shown = show(asked)
    assert shown["picture"].startswith("data:image/png;base64,")
    tags = {(tag["name"], tag["line"]): tag for tag in shown["tags"]}
    title, below = tags["text", 4], tags["text", 5]
    (spot,) = (one for one in shown["spots"] if shown["tags"][one["tag"]] is title)
    assert spot["box"] == [6, 6, 50, 8]
    assert below["attributes"]["y"] == {"text": "bottom of title + 2", "state": "relative", "here": "16"}
    assert below["attributes"]["width"] == {"text": "{{ 40 + 10 }}", "state": "computed", "here": "50"}
    assert tags["circle", 7]["drawn"] == 3
    assert tags["circle", 7]["around"] == ["for n in range(3)"]
    dot = tags["circle", 2]
    assert dot["file"].endswith("parts.xml.j2")
    assert dot["around"] == ["macro dot()"]
    assert [Path(one["file"]).name for one in shown["files"]] == ["card.xml.j2", "parts.xml.j2"]


def test_what_no_tag_of_the_text_draws_is_taken_for_none(asked: Asking) -> None:
    front = FRONT.replace("  {{ dot() }}\n", '  <rect x="1" y="1" width="5" height="5"/>\n')
    (asked.studio.workspace / "court/layouts/card.xml.j2").write_text(front)
    (tag,) = (one for one in show(asked)["tags"] if one["line"] == 9)
    # The one that a filter wrote counts for the tag before it, so that tag is not certain.
    assert not tag["sure"]


def test_one_line_changes_and_is_taken_back(asked: Asking) -> None:
    answer = set_(asked, (4, 3), {"x": "7.5", "fill": "crimson"}).json()
    changed = FRONT.replace('id="title" x="6"', 'id="title" x="7.5"').replace(
        'size="12">', 'size="12" fill="crimson">'
    )
    assert template(asked) == changed == answer["text"]
    assert (answer["undo"], answer["chosen"]) == ("x, fill of <text>", [4, 3])
    assert answer["picture"]
    assert post(asked, "undo").json()["text"] == template(asked) == FRONT
    assert post(asked, "redo").json()["text"] == template(asked) == changed
    assert post(asked, "redo").status_code == 409


def test_arrows_that_follow_one_another_are_one_step(asked: Asking) -> None:
    for x in ("6.5", "7", "7.5"):
        assert set_(asked, (4, 3), {"x": x}, session="move").status_code == 200
    post(asked, "undo")
    assert template(asked) == FRONT


def test_what_is_worked_out_or_wrong_is_not_written(asked: Asking) -> None:
    computed = set_(asked, (5, 3), {"width": "40"})
    assert computed.status_code == 422
    assert "worked out" in computed.json()["message"]
    wrong = set_(asked, (4, 3), {"align": "middle"})
    assert wrong.status_code == 422
    (problem,) = wrong.json()["problems"]
    assert (problem["line"], problem["hint"]) == (4, "did you mean `center`?")
    assert set_(asked, (4, 4), {"x": "1"}).status_code == 409
    assert template(asked) == FRONT


def test_a_wrong_text_is_written_only_if_the_user_says_so(asked: Asking) -> None:
    text = FRONT.replace("<card>", "<card>\n  <rect witdh='3'/>")
    act, revision = {"kind": "text", "text": text}, show(asked)["revision"]
    tried = post(asked, "try", act=act, revision=revision).json()
    assert {one["line"] for one in tried["problems"]} == {3}
    assert tried["picture"] == ""
    assert post(asked, "edit", act=act, revision=revision).status_code == 422
    assert template(asked) == FRONT
    saved = post(asked, "edit", act=act, revision=revision, anyway=True).json()
    assert template(asked) == text
    # What was wrong before keeps nobody from changing something else.
    assert set_(asked, (5, 3), {"x": "7"}, revision=saved["revision"]).status_code == 200
    assert 'id="title" x="7"' in template(asked)


def test_a_draft_is_changed_and_not_written(asked: Asking) -> None:
    draft = FRONT.replace("below", "further down")
    answer = set_(asked, (4, 3), {"x": "9"}, draft=draft).json()
    assert answer["text"] == draft.replace('id="title" x="6"', 'id="title" x="9"')
    assert template(asked) == FRONT


def test_nothing_is_written_over_what_the_page_has_not_seen(asked: Asking) -> None:
    revision = show(asked)["revision"]
    other = FRONT.replace("below", "above")
    (asked.studio.workspace / "court/layouts/card.xml.j2").write_text(other)
    answer = set_(asked, (4, 3), {"x": "7"}, revision=revision)
    assert answer.status_code == 409
    assert answer.json()["shown"]["text"] == template(asked) == other
    assert set_(asked, (4, 3), {"x": "7"}).status_code == 200
    (asked.studio.workspace / "court/layouts/card.xml.j2").write_text(FRONT)
    assert "changed elsewhere" in post(asked, "undo").json()["message"]
    assert template(asked) == FRONT


def test_every_element_can_be_added_and_deleted(asked: Asking) -> None:
    shown = show(asked)
    # There are no pictures to show.
    assert set(shown["samples"]) == set(element_tags()) - {"card", "image"}
    for name in shown["samples"]:
        tried = post(asked, "try", act={"kind": "add", "text": name}, revision=shown["revision"]).json()
        assert not [one for one in tried["problems"] if one["severity"] == "error"], name
        line, column = tried["chosen"]
        assert tried["text"].splitlines()[line - 1][column - 1 :].startswith(f"<{name} ")
    act = {"kind": "add", "text": "star", "at": [4, 3]}
    added = post(asked, "edit", act=act, revision=shown["revision"]).json()
    assert added["chosen"] == [5, 3]
    act = {"kind": "delete", "at": [5, 3]}
    post(asked, "edit", act=act, revision=added["revision"])
    assert template(asked) == FRONT


def test_the_vocabulary_says_what_each_attribute_takes(asked: Asking) -> None:
    words = asked.get("/court/layout/words").json()
    assert words["text"]["align"]["choices"] == ["start", "center", "end", "left", "right", "justify"]
    assert words["text"]["font"]["choices"] == ["body", "title"]
    assert "white" in words["rect"]["fill"]["choices"]
    assert "font" in words["g"]
    assert "width" not in words["stack/text"]


def test_a_template_in_a_macro_s_file_is_changed_there(asked: Asking) -> None:
    (parts,) = (one["file"] for one in show(asked)["files"] if one["name"] == "parts.xml.j2")
    revision = show(asked, file=parts)["revision"]
    assert set_(asked, (2, 1), {"r": "4"}, file=parts, revision=revision).status_code == 200
    assert (asked.studio.workspace / "court/layouts/parts.xml.j2").read_text() == PARTS.replace('"2"', '"4"')
    assert template(asked) == FRONT


def test_what_is_no_edit_is_refused(asked: Asking) -> None:
    revision = show(asked)["revision"]
    good = {"kind": "set", "at": [4, 3], "values": {"x": "7"}}
    for act in (
        None,
        [],
        {"kind": "write"},
        {**good, "at": None},
        {**good, "at": [0, 3]},
        {**good, "at": [True, 3]},
        {**good, "values": {}},
        {**good, "values": {"x": 7}},
        {**good, "values": {"x y": "7"}},
        {**good, "values": {'x="1" y': "7"}},
        {**good, "values": {"x": "1\n"}},
        {**good, "values": {"x": "1" * 30_000}},
        {"kind": "add", "text": "<script>"},
        {"kind": "text", "text": 7},
    ):
        assert post(asked, "edit", act=act, revision=revision).status_code == 400, act
    for wrong in ({"revision": 1}, {"session": 1}, {"draft": 1}, {"width": "9"}, {"card": 3}, {"file": 3}):
        assert post(asked, "edit", **{"act": good, "revision": revision, **wrong}).status_code == 400, wrong
    assert post(asked, "edit", act=good, revision=revision, side="inside").status_code == 404
    too_large = {"kind": "text", "text": "x" * 2**21}
    assert post(asked, "edit", act=too_large, revision=revision).status_code == 422
    body = {**LOOKED_AT, "act": good, "revision": revision}
    for way in ("edit", "try", "show", "undo", "redo"):
        answer = asked.client.post(f"/court/layout/{way}", json=body, headers={TOKEN_HEADER: "no"})
        assert answer.status_code == 403
    assert template(asked) == FRONT


def test_nothing_but_templates_of_the_game_is_read_or_written(asked: Asking, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.xml.j2").write_text(OUTSIDE)
    for name in (
        "rules.py",
        "game.yaml",
        "cards.yaml",
        "../elsewhere.xml.j2",
        "layouts/../../elsewhere.xml.j2",
    ):
        file = str(tmp_path / "court" / name)
        act = {"kind": "text", "text": "<card/>"}
        for way in ("show", "try", "edit"):
            answer = post(asked, way, file=file, act=act, revision="", anyway=True)
            assert answer.status_code == 404, name
            assert OUTSIDE not in answer.text
    assert (tmp_path / "court/rules.py").read_text() == "raise SystemExit\n"


def test_a_text_runs_in_the_sandbox(asked: Asking) -> None:
    text = FRONT.replace("below", "{{ ''.__class__.__mro__ }}{{ cycler.__init__.__globals__ }}")
    tried = post(asked, "try", act={"kind": "text", "text": text}, revision="").json()
    assert "unsafe" in tried["problems"][0]["text"]
    endless = FRONT.replace("range(3)", "range(10**9)")
    tried = post(asked, "try", act={"kind": "text", "text": endless}, revision="").json()
    assert tried["problems"][0]["severity"] == "error"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_link_is_followed(asked: Asking, tmp_path: Path) -> None:
    shown = tmp_path / "court/layouts/card.xml.j2"
    shown.replace(tmp_path / "real.xml.j2")
    shown.symlink_to(tmp_path / "real.xml.j2")
    answer = post(
        asked, "edit", act={"kind": "text", "text": "<card/>"}, revision=show_or_none(asked), anyway=True
    )
    assert answer.status_code in (403, 404, 422)
    assert (tmp_path / "real.xml.j2").read_text() == FRONT


def show_or_none(asked: Asking) -> str:
    answer = post(asked, "show")
    return str(answer.json().get("revision", "")) if answer.status_code == 200 else ""


def test_a_game_outside_of_the_folder_is_only_shown(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    game = write_game(tmp_path / "court", front=FRONT, files={"layouts/parts.xml.j2": PARTS})
    with asking(workspace, [game]) as asked:
        shown = show(asked)
        assert "outside" in shown["locked"]
        assert shown["tags"]
        assert set_(asked, (4, 3), {"x": "7"}).status_code == 403
        assert (game / "layouts/card.xml.j2").read_text() == FRONT
