"""The table: what lies on it at the start, and files of tables; all but the browser."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from starlette.testclient import TestClient

from generator.studio.cloth import Plan, set_up
from generator.studio.guard import TOKEN_HEADER
from generator.studio.project import Project
from generator.studio.tabletop import Tabletop, set_table
from studio.asking import bundled_project, client_of

GAMES = ("battle-gate", "gateway", "hold-the-gates", "hold-the-line", "strongholds")


@pytest.fixture(scope="module", params=GAMES)
def bundled(request: pytest.FixtureRequest) -> tuple[Project, Tabletop]:
    project = bundled_project(request.param)
    assert project.edition is not None
    return project, set_table(project.edition)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A studio over a tiny game; it writes to ``tmp_path``."""
    write_game(
        tmp_path / "tiny", cards=[{"name": "Knight", "copies": 3}, {"name": "<script>alert(1)</script>"}]
    )
    project = Project(tmp_path / "tiny")
    project.read()
    with client_of(tmp_path, project) as opened:
        yield opened


def a_table(**changes: Any) -> dict[str, Any]:
    """A table with a stack, a die and a hand."""
    table = {
        "format": "gatepress table",
        "version": 1,
        "game": "tiny",
        "seats": 2,
        "seat": 0,
        "next": 3,
        "things": [
            {
                "id": 1,
                "kind": "pile",
                "x": 0,
                "y": -4.5,
                "pieces": [{"card": "cards/cards/knight", "up": True}],
            },
            {"id": 2, "kind": "die", "x": 9, "y": 0, "turn": 0, "locked": False, "sides": 20, "value": 20},
        ],
        "hands": [[{"card": "cards/cards/knight"}], []],
        "box": [],
        "names": {},
        "log": ["The table is set"],
    }
    return {**table, **changes}


def put(client: TestClient, name: str, table: object, known: str = "") -> Any:
    return client.put(f"/tiny/table/saved/{name}?known={known}", json=table)


# The set-up


@pytest.mark.slow
def test_all_copies_of_all_cards_are_there_but_no_boxes(bundled: tuple[Project, Tabletop]) -> None:
    project, top = bundled
    assert project.edition is not None
    wanted = Counter(
        {
            f"{component.id}/{cards.id}/{card.id}": card.copies
            for component in project.edition.game.components
            for cards in component.sets
            for card in cards.cards
            if component.kind != "box"
        }
    )
    assert Counter(piece for lot in top.lots for piece in lot.pieces) == +wanted
    assert {kind.key for kind in top.kinds} == set(wanted)


def test_pieces_have_their_true_sizes(bundled: tuple[Project, Tabletop]) -> None:
    project, top = bundled
    assert project.edition is not None
    sizes = {component.id: component.size for component in project.edition.game.components}
    for kind in top.kinds:
        size = sizes[kind.key.split("/")[0]]
        assert (kind.width, kind.height) == (size.width, size.height)


def test_nothing_lies_on_anything_else_at_the_start(bundled: tuple[Project, Tabletop]) -> None:
    lots = bundled[1].lots
    for number, one in enumerate(lots):
        for other in lots[:number]:
            is_apart = (
                abs(one.x - other.x) >= (one.width + other.width) / 2
                or abs(one.y - other.y) >= (one.height + other.height) / 2
            )
            assert is_apart, (one.title, other.title)


def test_decks_are_stacks_as_their_backs_tell_them_apart(bundled: tuple[Project, Tabletop]) -> None:
    project, top = bundled
    hidden = {lot.title: len(lot.pieces) for lot in top.lots if lot.is_shuffled}
    expected = {
        "hold-the-gates": {"Cards: defender": 10, "Cards: attacker": 20, "Cards: settlement": 3},
        "hold-the-line": {"Troops: olive": 14, "Troops: sand": 14},
        "strongholds": {"Playing cards": 54},
    }
    if project.id in expected:
        assert hidden == expected[project.id]
    assert all(not lot.is_up for lot in top.lots if lot.is_shuffled)


def test_declared_set_ups_use_all_pieces_and_deal_the_same_to_all(bundled: tuple[Project, Tabletop]) -> None:
    project, top = bundled
    expected = {"strongholds": {"two-players": 6, "four-players": 6}, "hold-the-line": {"first-battle": 7}}
    dealt = {}
    for setup in top.setups.values():
        cloth = set_up(top, Plan(setup.seats[0], setup=setup.name))
        (dealt[setup.name],) = {len(hand) for hand in cloth.hands}
        assert len(cloth.hands) == setup.seats[0]
        assert cloth.everything() == Counter(piece for lot in top.lots for piece in lot.pieces)
        assert len({(thing.x, thing.y) for thing in cloth.things.values()}) > 8
    assert dealt == expected.get(project.id, {})


def test_seats_are_as_many_as_the_game_needs_at_least(bundled: tuple[Project, Tabletop]) -> None:
    assert bundled[1].seats == 2


def test_the_page_gets_the_set_up(client: TestClient) -> None:
    told = client.get("/tiny/table/set-up.json").json()
    assert told["game"] == "tiny"
    [lot] = told["lots"]
    assert lot["count"] == 4
    names = {kind["name"] for kind in told["kinds"].values()}
    assert names == {"Knight", "<script>alert(1)</script>"}
    assert all(kind["looks"]["front"] for kind in told["kinds"].values())


# Files


def test_a_table_that_was_saved_is_listed_and_read_again(client: TestClient, tmp_path: Path) -> None:
    assert client.get("/tiny/table/saved").json() == {"tables": []}
    saved = put(client, "first-playtest", a_table())
    assert saved.status_code == 200
    assert saved.json()["file"] == "tables/first-playtest.json"
    assert json.loads((tmp_path / "tables/first-playtest.json").read_text("utf-8")) == a_table()
    assert client.get("/tiny/table/saved").json() == {"tables": ["first-playtest"]}
    loaded = client.get("/tiny/table/saved/first-playtest")
    assert loaded.json() == a_table()
    assert loaded.headers["x-gatepress-digest"] == saved.json()["digest"]


def test_a_table_that_another_tab_has_saved_is_not_lost(client: TestClient, tmp_path: Path) -> None:
    first = put(client, "one", a_table()).json()["digest"]
    second = put(client, "one", a_table(seat=1), known=first)
    assert second.status_code == 200
    refused = put(client, "one", a_table(seats=1, hands=[[]]), known=first)
    assert refused.status_code == 409
    assert "nothing was written" in refused.json()["message"]
    assert json.loads((tmp_path / "tables/one.json").read_text("utf-8"))["seat"] == 1


@pytest.mark.parametrize(
    "name", ["con", "lpt1", "..%2Fescape", "%2e%2e", "Upper", "a%20b", "a.b", "x" * 61, "%00", "é", "-a"]
)
def test_a_name_that_is_none_is_refused_and_writes_nothing(
    client: TestClient, tmp_path: Path, name: str
) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert put(client, name, a_table()).status_code in (404, 405, 422)
    assert client.get(f"/tiny/table/saved/{name}").status_code in (200, 404, 422)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(("name", "better"), [("con", "con-2"), ("com1.x", "com1-x-2")])
def test_a_name_that_is_proposed_can_be_had(client: TestClient, name: str, better: str) -> None:
    answer = put(client, name, {})
    assert answer.status_code == 422
    assert f"for example `{better}`" in answer.text
    assert "for example" not in put(client, better, {}).text


def test_links_are_not_followed(client: TestClient, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "tables").symlink_to(elsewhere)
    refused = put(client, "one", a_table())
    assert refused.status_code == 422
    assert "is a link" in refused.json()["message"]
    assert not list(elsewhere.iterdir())
    (tmp_path / "tables").unlink()
    (tmp_path / "tables").mkdir()
    (elsewhere / "secret.json").write_text(json.dumps(a_table()), "utf-8")
    (tmp_path / "tables/secret.json").symlink_to(elsewhere / "secret.json")
    assert client.get("/tiny/table/saved/secret").status_code == 422
    assert client.get("/tiny/table/saved").json() == {"tables": []}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": "deck"}, "format: expected 'gatepress table', got 'deck'"),
        ({"format": None}, "format: expected 'gatepress table', got nothing"),
        ({"game": None}, "the table is of the game nothing"),
        ({"version": 2}, "saved by a newer Gatepress"),
        ({"game": "gateway"}, "the table is of the game 'gateway', not of 'tiny'"),
        ({"seats": 7}, "seats: expected 1 to 6, got 7"),
        ({"hands": [[]]}, "hands: expected 2 items, got 1"),
        ({"box": [{"card": 3}]}, "box.0.card: expected text, got 3"),
        ({"extra": 1}, "unknown key `extra`"),
        (
            {"things": [{"id": 1, "kind": "pile", "x": 0, "y": 0, "pieces": []}]},
            "a pile has at least one piece",
        ),
        ({"things": [{"id": 1, "kind": "ship", "x": 0, "y": 0}]}, "'ship' is not a kind of thing"),
        (
            {"things": [{"id": 1, "kind": "coin", "x": "left", "y": 0, "value": 1}]},
            "expected a number, got 'left'",
        ),
        ({"things": [{"id": 1, "kind": "coin", "x": 1e9, "y": 0, "value": 1}]}, "things.0.x: too far away"),
        (
            {"things": [{"id": 1, "kind": "die", "x": 0, "y": 0, "sides": 7, "value": 1}]},
            "expected one of 4, 6, 8",
        ),
        (
            {"things": [{"id": 1, "kind": "die", "x": 0, "y": 0, "sides": 6, "value": 9}]},
            "expected 1 to 6, got 9",
        ),
        (
            {"things": [{"id": 9, "kind": "coin", "x": 0, "y": 0, "value": 1}]},
            "things.0.id: expected 1 to 2, got 9",
        ),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(
    client: TestClient, tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    refused = put(client, "one", a_table(**changes))
    assert refused.status_code == 422
    assert told in refused.json()["message"]
    assert not (tmp_path / "tables").exists()


def test_two_things_with_one_id_are_told(client: TestClient) -> None:
    coin = {"id": 1, "kind": "coin", "x": 0, "y": 0, "value": 1}
    refused = put(client, "one", a_table(things=[coin, coin]))
    assert "there are two things with the id 1" in refused.json()["message"]


def test_a_file_that_was_broken_by_hand_is_told_with_its_place(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/broken.json").write_text('{"format": "gatepress table",\n "version": }', "utf-8")
    refused = client.get("/tiny/table/saved/broken")
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("tables/broken.json:2:")
    assert client.get("/tiny/table/saved").json() == {"tables": []}


def test_saving_needs_the_token_and_keeps_to_the_size(client: TestClient) -> None:
    refused = client.put("/tiny/table/saved/one", json=a_table(), headers={TOKEN_HEADER: "wrong"})
    assert refused.status_code == 403
    large = client.put("/tiny/table/saved/one", content=b" " * (4 * 1024 * 1024 + 1))
    assert large.status_code == 413
    assert client.put("/tiny/table/saved/one", content=b"\xff").status_code == 400
    assert client.put("/tiny/table/saved/one", content=b"[" * 5000).status_code == 422
