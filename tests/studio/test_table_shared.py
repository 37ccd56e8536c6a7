"""A table that several browsers share: who may know what, and that nothing is lost; all but the browser."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from starlette.testclient import TestClient

from generator.studio import table_rooms
from generator.studio.guard import TOKEN_HEADER
from generator.studio.project import Project
from generator.studio.view import Hub
from studio.asking import client_of, studio_of

CARDS = 40
BACK = '<card><rect x="0" y="0" width="63.5" height="88.9" fill="navy"/></card>'
GAME = [{"name": "The first"}, *({"name": f"Secret {number:02}"} for number in range(CARDS))]
"""The first card stands for all that lie face down: its back is what is asked for."""


@dataclass
class At:
    """A browser at a shared table, and all that the studio ever sent it."""

    client: TestClient
    address: str
    raw: list[str] = field(default_factory=list)

    def ask(self, method: str, what: str, form: object = None) -> Any:
        answer = self.client.request(method, f"{self.address}/{what}", json=form)
        self.raw.append(answer.text)
        return answer

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.ask("GET", "state").json()
        return told

    def do(self, name: str, /, **more: Any) -> dict[str, Any]:
        answer = self.ask("POST", "do", {"do": name, **more})
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def refused(self, name: str, /, **more: Any) -> str:
        answer = self.ask("POST", "do", {"do": name, **more})
        assert answer.status_code in (409, 422), answer.text
        return str(answer.json()["message"])

    def pile(self, least: int = 2) -> dict[str, Any]:
        return next(thing for thing in self.state()["things"] if thing.get("count", 0) >= least)

    def knows(self) -> set[str]:
        """The secret cards whose names or ids are anywhere in what it was sent."""
        text = "\n".join(self.raw)
        ids = {f"secret-{number:02}" for number in range(CARDS)}
        return {one for one in ids if one in text or one.replace("-", " ").title() in text}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(table_rooms, "COMMANDS_A_SECOND", 1e6)
    write_game(tmp_path / "tiny", cards=GAME, back=BACK)
    project = Project(tmp_path / "tiny")
    project.read()
    with client_of(tmp_path, project) as opened:
        yield opened


def shared(client: TestClient, name: str = "evening", seats: int = 2) -> At:
    """Ann's seat at a table that she has just shared."""
    own = client.post("/tiny/table/new", json={}).json()
    alone = f"/tiny/table/room/{own['room']}/{own['key']}"
    client.post(f"{alone}/do", json={"do": "seats", "seats": seats})
    answer = client.post(f"{alone}/share", json={"name": name, "person": "Ann", "seat": 0})
    assert answer.status_code == 200, answer.text
    return At(client, answer.json()["address"])


def joined(table: At, person: str, seat: int, client: TestClient | None = None) -> At:
    room = table.address.rpartition("/")[0]
    answer = table.client.post(f"{room}/sit", json={"person": person, "seat": seat})
    assert answer.status_code == 200, answer.text
    return At(client or table.client, answer.json()["address"])


def looking_on(table: At) -> At:
    return At(table.client, f"{table.address.rpartition('/')[0]}/guest")


def file_of(tmp_path: Path, name: str = "evening") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((tmp_path / f"tables/{name}.json").read_text("utf-8"))
    return found


def everything(table: dict[str, Any]) -> Counter[str]:
    places = [thing.get("pieces", []) for thing in table["things"]]
    return Counter(piece["card"] for place in [*places, *table["hands"], table["box"]] for piece in place)


# Secrets


def test_nobody_is_sent_what_others_hold_or_what_lies_face_down(client: TestClient, tmp_path: Path) -> None:
    ann = shared(client)
    ben, guest = joined(ann, "Ben", 1), looking_on(ann)
    deck = ann.pile()["id"]
    ann.do("shuffle", ids=[deck])
    ann.do("draw", ids=[deck], count=9)
    ann.do("deal", id=deck, count=3)
    hand = {piece["card"] for piece in ann.state()["hand"]}
    ann.do("look", id=deck, count=5)
    ann.do("pick", at=2, to="hand")
    ann.do("pick", at=0, to="table")
    ann.do("discard", at=0, card=ann.state()["hand"][0]["card"])
    ann.do("play", at=0, card=ann.state()["hand"][0]["card"], x=0, y=300, up=False)
    ann.do("spread", id=ann.pile()["id"])
    ann.do("group", ids=[thing["id"] for thing in ann.state()["things"]])
    ann.do("undo")
    ann.do("redo")
    for other in (ben, guest):
        other.state()
    told = {piece["card"].rpartition("/")[2] for piece in ben.state()["hand"]}
    assert len(told) == 3
    assert len(hand) == 12
    assert ben.knows() == told - {"the-first"}
    assert guest.knows() == set()
    log = ben.state()["log"]
    assert "Ann looked at the top 5 of Cards" in log
    assert "Ann drew 9 cards from Cards" in log
    assert file_of(tmp_path)["room"] == ann.address.split("/")[-2]


def test_a_shuffle_leaves_no_trace_of_a_card_that_was_seen(client: TestClient) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    deck = ann.pile()["id"]
    ann.do("flip-top", id=deck)
    seen = ben.pile()["top"]["card"]
    ann.do("flip-top", id=deck)
    ann.do("shuffle", ids=[deck])
    ben.raw.clear()
    ann.do("spread", id=deck)
    lain = ben.state()["things"]
    assert {(piece["top"]["card"], piece["top"]["up"]) for piece in lain} == {
        ("cards/cards/the-first", False)
    }
    assert seen == "cards/cards/the-first" or not ben.knows()
    assert deck not in {thing["id"] for thing in lain}


def test_the_box_keeps_unseen_what_was_put_there_unseen(client: TestClient) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    ann.do("box", ids=[ann.pile()["id"]])
    assert ben.state()["box"] == [{"card": "cards/cards/the-first", "up": False, "count": CARDS + 1}]
    ben.do("unbox", card="cards/cards/the-first", up=False, count=2, x=0, y=0)
    assert not ben.knows()
    assert "is no longer in the box" in ben.refused("unbox", card="cards/cards/secret-03", up=True, x=0, y=0)
    ben.do("clear")
    assert len(ben.state()["box"]) == CARDS + 1


def test_a_seat_can_do_nothing_in_the_place_of_another(client: TestClient) -> None:
    ann = shared(client)
    ben, guest = joined(ann, "Ben", 1), looking_on(ann)
    deck = ann.pile()["id"]
    ann.do("draw", ids=[deck], count=2)
    card = ann.state()["hand"][0]["card"]
    assert "your hand has changed" in ben.refused("play", at=0, card=card, x=0, y=0)
    ann.do("look", id=deck, count=3)
    assert "look again" in ben.refused("pick", at=0, to="hand")
    assert "nothing of yours" in ben.refused("undo")
    assert "somebody sits" in ben.refused("seats", seats=1)
    assert guest.ask("POST", "do", {"do": "flip", "ids": [deck]}).status_code == 404
    room = ann.address.rpartition("/")[0]
    assert client.post(f"{room}/sit", json={"person": "Eve", "seat": 0}).status_code == 409
    assert client.post(f"{room}/sit", json={"person": "ann", "seat": 1}).status_code == 409
    for what in ("state", "file", "share", "point"):
        method = "GET" if what in ("state", "file") else "POST"
        assert client.request(method, f"{room}/wrong/{what}", json={}).status_code == 404
    assert ben.ask("GET", "state?seat=0").json()["seat"] == 1
    assert ben.ask("GET", "file").status_code == 404
    assert client.get("/tiny/table/saved/evening").status_code == 409
    assert client.get("/tiny/table/saved").json() == {"tables": []}
    assert client.put("/tiny/table/saved/mine", json=file_of_shared(client)).status_code == 422
    assert client.put("/tiny/table/saved/evening", json={}).status_code == 422
    assert client.post(f"{ann.address}/do", json={}, headers={TOKEN_HEADER: "no"}).status_code == 403


def file_of_shared(client: TestClient) -> dict[str, Any]:
    own = client.post("/tiny/table/new", json={}).json()
    file: dict[str, Any] = client.get(f"/tiny/table/room/{own['room']}/{own['key']}/file").json()
    return {**file, "room": "ABCDEF"}


@pytest.mark.parametrize(
    "form",
    [
        {"do": "steal"},
        {"do": "__class__"},
        {"do": "flip", "ids": "all"},
        {"do": "flip", "ids": [10**12]},
        {"do": "flip", "ids": []},
        {"do": "move", "places": [[1, "nan", 0]]},
        {"do": "move", "places": [[1, 1e12, 0]]},
        {"do": "move", "places": [[1, 10**400, 0]]},
        {"do": "add", "kind": "note", "x": 0, "y": "\ud800"},
        {"do": "play", "at": 0, "card": "\ud800", "x": 0, "y": 0},
        {"do": "draw", "ids": [1], "count": -3},
        {"do": "draw", "ids": [1], "seat": 0},
        {"do": "add", "kind": "die", "sides": 7, "x": 0, "y": 0},
        {"do": "edit", "id": 1, "text": "x" * 3000},
        {"do": "lay", "plan": {"seats": 2, "lots": {"x": "box"}, "setup": ""}},
        {"do": "lay", "plan": {"seats": 9, "lots": {}, "setup": "none"}},
        {"do": "open", "name": "../evening"},
        {"do": "stack", "id": 1, "onto": 99},
        {"do": ["flip"]},
        [1, 2],
    ],
)
def test_commands_that_are_none_are_refused_and_change_nothing(client: TestClient, form: object) -> None:
    ann = shared(client)
    before = ann.state()
    answer = client.post(f"{ann.address}/do", content=json.dumps(form))
    assert answer.status_code in (400, 409, 422)
    assert ann.state() == before


def test_every_other_command_works_at_a_shared_table(client: TestClient) -> None:
    ann = shared(client)
    (counter,) = ann.do("add", kind="counter", x=0, y=0)["made"]
    (note,) = ann.do("add", kind="note", x=90, y=0)["made"]
    for by in (1, 1, -3):
        ann.do("count", id=counter, by=by)
    ann.do("edit", id=counter, text="Gold")
    ann.do("edit", id=note, text="<b>mine</b>")
    ann.do("rotate", ids=[note])
    ann.do("lock", ids=[note], locked=True)
    for x in (5, 10):
        ann.do("move", places=[[counter, x, 0]], by_keys=True)
    shown = {thing["id"]: thing for thing in ann.state()["things"]}
    assert (shown[counter]["value"], shown[counter]["text"], shown[counter]["x"]) == (-1, "Gold", 10)
    assert (shown[note]["text"], shown[note]["turn"], shown[note]["locked"]) == ("<b>mine</b>", 90, True)
    log = ann.state()["log"]
    assert log.count("Ann set the counter to -1") == log.count("Ann moved Gold") == 1
    assert "Ann set the counter to 1" not in log
    ann.do("undo")
    assert next(one for one in ann.state()["things"] if one["id"] == counter)["x"] == 0
    ann.do("lay", plan={"seats": 3, "lots": {"0": "box"}, "setup": ""})
    state = ann.state()
    assert (len(state["seats"]), state["things"], state["box"][0]["up"]) == (3, [], True)
    own = client.post("/tiny/table/new", json={}).json()
    file = client.get(f"/tiny/table/room/{own['room']}/{own['key']}/file").json()
    assert client.put("/tiny/table/saved/plain", json=file).status_code == 200
    ann.do("open", name="plain")
    assert ann.state()["things"][0]["count"] == CARDS + 1
    ann.do("undo")
    assert ann.state()["things"] == []


def test_who_shares_a_table_does_not_know_what_is_hidden_there(client: TestClient, tmp_path: Path) -> None:
    own = client.post("/tiny/table/new", json={}).json()
    alone = At(client, f"/tiny/table/room/{own['room']}/{own['key']}")
    alone.do("deal", id=alone.pile()["id"], count=5)
    alone.do("draw", ids=[alone.pile()["id"]], count=20)
    known = alone.ask("GET", "file").json()
    for name, as_it_lies in (("anew", False), ("same", True)):
        form = {"name": name, "person": "Ann", "seat": 0, "as_it_lies": as_it_lies}
        assert alone.ask("POST", "share", form).status_code == 200
        found = file_of(tmp_path, name)
        assert (found["hands"] == known["hands"]) is as_it_lies
        assert everything(found) == everything(known)
    assert file_of(tmp_path, "anew")["hands"] == [[], []]


# Many at once


@pytest.mark.slow
def test_whatever_many_seats_do_every_card_is_there_once(client: TestClient, tmp_path: Path) -> None:
    ann = shared(client, seats=4)
    seats = [ann, *(joined(ann, name, seat) for seat, name in enumerate(("Ben", "Cleo", "Dan"), 1))]
    wanted = everything(file_of(tmp_path))
    chance = random.Random(5)
    done = 0
    for _ in range(200):
        seat = chance.choice(seats)
        state = seat.state()
        answer = seat.ask("POST", "do", _any_command(chance, state))
        assert answer.status_code in (200, 409), answer.text
        done += answer.status_code == 200
        assert everything(file_of(tmp_path)) == wanted
    assert done > 60


def _any_command(chance: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    things = [thing["id"] for thing in state["things"]] or [1]
    one, some = chance.choice(things), chance.sample(things, min(len(things), 3))
    held = state["hand"]
    at = chance.randrange(len(held)) if held else 0
    mine = {"at": at, "card": held[at]["card"] if held else "none"}
    boxed = chance.choice(state["box"] or [{"card": "none", "up": True}])
    commands: list[dict[str, Any]] = [
        *({"do": name, "ids": some} for name in ("flip", "shuffle", "group", "raise", "box")),
        *({"do": name, "id": one} for name in ("flip-top", "take", "spread", "look")),
        {"do": "draw", "ids": [one], "count": 2},
        {"do": "stack", "id": one, "onto": chance.choice(things), "top": chance.random() < 0.5},
        {"do": "move", "places": [[one, 10, 20]]},
        {"do": "deal", "id": one, "count": 1},
        {"do": "play", **mine, "x": 0, "y": 0, "up": False, "onto": one},
        {"do": "give", **mine, "seat": chance.randrange(4)},
        {"do": "discard", **mine},
        {"do": "arrange", **mine, "spot": 0},
        {"do": "unbox", "card": boxed["card"], "up": boxed["up"], "count": 3, "x": 1, "y": 1},
        {"do": "pick", "at": 0, "to": chance.choice(["hand", "table"])},
        {"do": chance.choice(["undo", "undo", "redo", "clear", "reset", "sort"])},
    ]
    return chance.choice(commands)


def test_what_two_want_at_once_one_gets_and_the_other_is_told(client: TestClient) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    (card,) = ann.do("take", id=ann.pile()["id"])["made"]
    ben.do("draw", ids=[card], count=1)
    assert "somebody got there first" in ann.refused("draw", ids=[card], count=1)
    once = {"ids": [ann.pile()["id"]], "count": 1, "nonce": "7-7"}
    assert len(ann.do("draw", **once)["hand"]) == len(ann.do("draw", **once)["hand"]) == 1


def test_undo_takes_back_one_s_own_step_and_leaves_those_of_others(client: TestClient) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    deck = ann.pile()["id"]
    (die,) = ann.do("add", kind="die", sides=6, x=0, y=0)["made"]
    ben.do("draw", ids=[deck], count=4)
    ann.do("undo")
    state = ann.state()
    assert die not in {thing["id"] for thing in state["things"]}
    assert state["seats"][1]["held"] == 4
    assert state["log"][-1] == "Ann took back: added a d6"
    ann.do("redo")
    ben.do("move", places=[[die, 50, 50]])
    assert "somebody has changed that since" in ann.refused("undo")
    assert die in {thing["id"] for thing in ann.state()["things"]}


@pytest.mark.slow
def test_ten_browsers_at_once(client: TestClient, tmp_path: Path) -> None:
    ann = shared(client, seats=6)
    seats = [ann, *(joined(ann, f"P{seat}", seat) for seat in range(1, 6))]
    guests = [looking_on(ann) for _ in range(4)]
    deck = ann.pile()["id"]

    def play(seat: At) -> None:
        for _ in range(6):
            seat.do("draw", ids=[deck], count=1)

    def watch(guest: At) -> None:
        for _ in range(6):
            guest.state()

    with ThreadPoolExecutor(10) as pool:
        list(
            pool.map(
                lambda work: work[0](work[1]),
                [*((play, one) for one in seats), *((watch, one) for one in guests)],
            )
        )
    assert [seat["held"] for seat in ann.state()["seats"]] == [6] * 6
    assert not set[str]().union(*(guest.knows() for guest in guests))
    assert sum(everything(file_of(tmp_path)).values()) == CARDS + 1


# Coming and going


def test_who_comes_back_after_a_restart_has_the_same_hand(client: TestClient, tmp_path: Path) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    ann.do("deal", id=ann.pile()["id"], count=4)
    ann.do("look", id=ann.pile()["id"], count=3)
    before = ben.state()
    project = Project(tmp_path / "tiny")
    project.read()
    with client_of(tmp_path, project) as again:
        back = At(again, ben.address)
        after = back.state()
        for key in ("hand", "things", "seats", "box", "log"):
            assert after[key] == before[key]
        back.do("play", at=0, card=after["hand"][0]["card"], x=0, y=0)
        code = ben.address.split("/")[-2]
        found = again.post("/tiny/table/join", json={"code": code, "key": "nobody's"}).json()
        assert found == {"address": f"/tiny/table/room/{code}", "seat": None}
        assert again.get(found["address"]).status_code == 200
    assert again.post("/tiny/table/join", json={"code": "NOSUCH"}).status_code == 404


def test_who_stands_up_leaves_the_hand_to_the_next(client: TestClient) -> None:
    ann = shared(client)
    ben = joined(ann, "Ben", 1)
    ben.do("draw", ids=[ann.pile()["id"]], count=2)
    held = ben.state()["hand"]
    assert ben.ask("POST", "leave", {}).status_code == 200
    assert ben.ask("GET", "state").status_code == 404
    assert joined(ann, "Cleo", 1).state()["hand"] == held


def test_a_pointer_is_passed_on_without_the_code(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared(client)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(Hub, "send", lambda _, kind, values: sent.append({"kind": kind, **values}))
    assert ann.ask("POST", "point", {"x": 1, "y": 2, "ping": True}).status_code == 204
    assert (sent[0]["name"], sent[0]["x"], sent[0]["ping"]) == ("Ann", 1, True)
    assert ann.address.split("/")[-2] not in json.dumps(sent)
    assert ann.ask("POST", "point", {"x": "far", "y": 0}).status_code == 422
    assert ann.ask("POST", "point", {"x": 0, "y": 0, "ids": ["a"]}).status_code == 422
    monkeypatch.setattr(table_rooms.Pace, "allows", lambda _: False)
    assert ann.ask("POST", "point", {"x": 1, "y": 2}).status_code == 204
    assert len(sent) == 1
    assert ann.ask("POST", "do", {"do": "sort"}).status_code == 429


def test_who_is_too_fast_waits() -> None:
    now = 0.0
    pace = table_rooms.Pace(10, clock=lambda: now)
    assert sum(pace.allows() for _ in range(100)) == 20
    now = 0.5
    assert sum(pace.allows() for _ in range(100)) == 5


@pytest.mark.parametrize("name", ["..%2Fescape", "con", "Upper", "", "a" * 61])
def test_a_table_is_shared_under_a_name_that_files_may_have(
    client: TestClient, tmp_path: Path, name: str
) -> None:
    own = client.post("/tiny/table/new", json={}).json()
    answer = client.post(
        f"/tiny/table/room/{own['room']}/{own['key']}/share", json={"name": name, "person": "Ann", "seat": 0}
    )
    assert answer.status_code == 422
    assert not list((tmp_path / "tables").glob("*"))


def test_what_changes_in_the_game_changes_on_a_shared_table(client: TestClient, tmp_path: Path) -> None:
    ann = shared(client)
    path = tmp_path / "tiny/cards.yaml"
    path.write_text(path.read_text("utf-8").replace("Secret 07", "Brand new"), "utf-8")
    project = studio_of(client).projects["tiny"]
    assert project.refresh() is not None
    assert ann.state()["box"] == [{"card": "cards/cards/brand-new", "up": True, "count": 1}]
    ann.do("spread", id=ann.pile()["id"])
    backs = Counter(thing["top"]["card"] for thing in ann.state()["things"])
    assert backs == {"cards/cards/the-first": CARDS + 1}
