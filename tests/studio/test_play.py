"""Play: every game to its end over the pages' own requests; nobody sees another's hand; nothing illegal."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from games import run_here
from own_leduc import line_of, write_leduc
from starlette.testclient import TestClient

from generator.catalog.bundle import find_game
from generator.rules import State, apart, check_game, playable_games, supervisor
from generator.rules.terminal import display_for
from generator.sim.bot import Bot
from generator.sim.matches.match import Match, Step
from generator.studio.play import rooms, setup, tables
from generator.studio.play.rooms import Around, Room
from generator.studio.play.shown import Faces
from generator.studio.play.table import SeatLog, game_document
from generator.studio.play.tables import MAX_ROOMS, Here, Kept, Sitting
from generator.studio.project import Project
from generator.studio.view import Studio
from studio.asking import bundled_project, client_of, studio_of
from studio.browser import copied_game

PATIENCE = 60.0


class Client:
    """A page's requests."""

    def __init__(self, client: TestClient, studio: Studio, game: str) -> None:
        self.client = client
        self.studio = studio
        self.game = game

    def post(self, address: str, body: object = None, status: int = 200) -> Any:
        answer = self.client.post(address, json=body or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, address: str) -> Any:
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def begin(self, *players: str, **more: object) -> str:
        """A new game; the address of one's seat."""
        begun = self.post(f"/{self.game}/play/new", {"players": players, "seed": 7, **more})
        return str(begun["address"])

    def sit(self, address: str, seat: int) -> str:
        """Somebody else takes a seat of that game."""
        room = address.split("/")[3]
        return str(self.post(f"/{self.game}/play/{room}/sit", {"seat": seat})["address"])

    def room(self, address: str) -> Room:
        sitting = self.studio.rooms.find(self.game, address.split("/")[3])
        assert sitting is not None
        assert isinstance(sitting.table, Here)
        room = sitting.table.thing
        assert isinstance(room, Room)
        return room

    def asked(self, address: str) -> Any:
        """What the seat is told as soon as it is to decide, or the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            told = self.get(f"{address}/state")
            if told["asked"] or told["over"] or told["wrong"]:
                return told
            time.sleep(0.01)
        raise AssertionError(f"nothing to decide in {PATIENCE} seconds")

    def play(self, address: str, told: Mapping[str, Any], move: str, status: int = 200) -> Any:
        return self.post(f"{address}/move", {"move": move, "revision": told["revision"]}, status)


def _project(folder: Path) -> Project:
    if folder.name in playable_games():
        return bundled_project(folder.name)
    project = Project(folder)
    project.read()
    return project


@contextmanager
def serving(folder: Path, workspace: Path) -> Iterator[Client]:
    project = _project(folder)
    with client_of(workspace, project) as client:
        yield Client(client, studio_of(client), project.id)


@pytest.fixture
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    """A studio over a bundled game."""
    with serving(find_game(getattr(request, "param", "hold-the-gates")), tmp_path) as client:
        yield client


with_game = pytest.mark.parametrize("play", playable_games(), indirect=True)
line = pytest.mark.parametrize("play", ["hold-the-line"], indirect=True)
battle = pytest.mark.parametrize("play", ["battle-gate"], indirect=True)


# Legal, and to the end


@pytest.mark.slow
@pytest.mark.parametrize(
    "play",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "gateway")) for name in playable_games()],
    indirect=True,
)
def test_a_whole_game_is_played_and_every_offered_move_is_legal(play: Client) -> None:
    lots = random.Random(3)
    address = play.begin("me", "random")
    told = play.asked(address)
    for _ in range(3000):
        if told["over"]:
            break
        state = play.room(address).match.state
        assert [move["move"] for move in told["moves"]] == [state.text(move) for move in state.legal()]
        told = play.play(address, told, lots.choice(told["moves"])["move"])
        if not told["asked"]:
            told = play.asked(address)
    assert told["over"]
    assert not told["wrong"]
    assert len(told["result"]["scores"]) == 2
    assert told["result"]["reason"]
    assert told["moves"] == []
    assert told["pictures"]
    assert play.get(f"{address}/state")["result"]["lines"][0].startswith("The game is over.")


def test_the_log_is_in_the_notation_of_the_rules(play: Client) -> None:
    address = play.begin("me", "greedy")
    told = play.asked(address)
    move = told["moves"][0]["move"]
    play.play(address, told, move)
    told = play.asked(address)
    made = [entry for entry in told["log"] if "move" in entry]
    assert (made[0]["who"], made[0]["move"]) == ("you", move)
    assert made[1]["who"] == "Bot (greedy)"
    assert [entry["number"] for entry in made] == list(range(1, len(made) + 1))


@pytest.mark.slow
def test_cards_lie_on_the_table_as_printed(play: Client) -> None:
    address = play.begin("me", "greedy")
    told = play.asked(address)
    mine, other = told["table"]["seats"]
    hand = next(zone for zone in mine["zones"] if zone["is_hand"])
    faces = {card["picture"]["face"] for card in hand["cards"]}
    assert faces
    assert all(face.startswith("cards/cards/") for face in faces)
    face = play.client.get(f"/{play.game}/face/{min(faces)}?w=60")
    assert face.headers["content-type"] == "image/png"
    hidden = {zone["label"]: zone["hidden"] for zone in other["zones"] if zone["hidden"]}
    assert set(hidden) == {"deck", "hand"}
    named = {word for move in told["moves"] for word in move["cards"]}
    assert {card["word"] for card in hand["cards"]} <= named


@battle
def test_each_seat_of_battle_gate_has_the_cards_of_its_deck(play: Client) -> None:
    address = play.begin("me", "greedy", decks=["night-shift", ""])
    told = play.asked(address)
    zones = told["table"]["seats"][0]["zones"]
    cards = [card for zone in zones for card in zone["cards"]]
    assert cards
    assert all(card["picture"]["face"].startswith("decks/night-shift/") for card in cards)
    theirs = told["table"]["seats"][1]["zones"]
    backs = [zone["back"]["face"] for zone in theirs if zone["hidden"]]
    assert backs
    assert all(face.endswith("/back.png") for face in backs)


@battle
def test_a_deck_of_the_workspace_is_played_with_pictures_of_the_cards_it_shares(
    play: Client, tmp_path: Path
) -> None:
    (tmp_path / "decks").mkdir()
    own = find_game("battle-gate") / "decks" / "night-shift.yaml"
    (tmp_path / "decks" / "mine.yaml").write_text(own.read_text("utf-8"), "utf-8")
    assert "mine (yours)" in play.client.get("/battle-gate/play").text
    told = play.asked(play.begin("me", "greedy", decks=["decks/mine.yaml", ""]))
    hand = next(zone for zone in told["table"]["seats"][0]["zones"] if zone["is_hand"])
    assert hand["cards"]
    assert all(card["picture"]["face"].startswith("decks/night-shift/") for card in hand["cards"])
    body = {"players": ["me", "greedy"], "decks": ["decks/../mine.yaml", ""]}
    assert "there is no deck" in play.post("/battle-gate/play/new", body, 422)["message"]


@line
def test_each_army_has_its_own_cards(play: Client) -> None:
    told = play.asked(play.begin("greedy", "me"))
    hand = next(zone for zone in told["table"]["seats"][1]["zones"] if zone["is_hand"])
    assert {card["picture"]["face"].split("/")[2].split("-")[0] for card in hand["cards"]} == {"sand"}


# Nobody sees what is hidden


class Page:
    """What the page of a seat has of a game, for the conformance suite to look at."""

    name = "the page"

    def __init__(self, room: Room, faces: Faces) -> None:
        self._game = room.match.game
        self._display = display_for(self._game, room.loaded.database)
        self._faces = faces

    def shows(self, state: State, seat: int) -> Mapping[str, Any]:
        match = Match.of_a_move(self._game, Step(0, "", state), state)
        match.steps.clear()
        return game_document(SeatLog(self._display, seat), match, self._faces)

    def tells(self, before: State, move: str, after: State, seat: int) -> object:
        if before.player is None or after.over or self._display.turns_up(before.view(seat), after.view(seat)):
            return None
        match = Match.of_a_move(self._game, Step(before.player, move, before), after)
        log = SeatLog(self._display, seat)
        log.go_on(match)
        return log.entries(match, 1)


@pytest.mark.slow
@with_game
def test_what_a_seat_is_told_is_the_same_whatever_is_hidden_from_it(
    play: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.rules.conformance.checks.exchanges.SCREENS_SHARE", 1)
    room = play.room(play.begin("me", "person"))
    edition = play.studio.projects[play.game].edition
    assert edition is not None
    page = Page(room, Faces(edition))
    page.shows(room.match.state, 0)
    report = check_game(room.match.game, 1, positions=(), only=["channels"], screens=[page])
    assert report.ok, str(report)
    assert report.checks[-1].made > 3


@pytest.mark.slow
@battle
def test_no_name_of_a_hidden_card_reaches_the_other_browser(play: Client) -> None:
    address = play.begin("me", "person", decks=["night-shift", "hedgerow-rising"])
    other = play.sit(address, 1)
    for _ in range(40):
        first, second = play.get(f"{address}/state"), play.get(f"{other}/state")
        for mine, theirs, deck in ((first, second, "night-shift"), (second, first, "hedgerow-rising")):
            hands = [zone for zone in mine["table"]["seats"][mine["you"]]["zones"] if zone["is_hand"]]
            open_words = {
                card["name"]
                for group in (*theirs["table"]["seats"], *theirs["table"]["table"]["groups"])
                for card in _cards_in(group)
            }
            for card in (card for zone in hands for card in zone["cards"]):
                if card["name"] not in open_words:
                    assert card["name"] not in json.dumps(theirs, ensure_ascii=False), deck
        if first["over"]:
            break
        who, told = (address, first) if first["asked"] else (other, second)
        play.play(who, told, told["moves"][0]["move"])


def _cards_in(group: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for zone in group["zones"]:
        yield from zone["cards"]
    for inner in group["groups"]:
        yield from _cards_in(inner)


def test_the_pages_of_a_seat_hold_nothing_of_the_game(play: Client) -> None:
    """What is seen is fetched with the key of the seat: the page itself has no card in it."""
    address = play.begin("me", "person")
    told = play.asked(address)
    page = play.client.get(address).text
    assert not any(move["move"] in page for move in told["moves"])
    room, key = address.split("/")[3:]
    assert key not in play.client.get(f"/{play.game}/play").text
    assert room in play.client.get(f"/{play.game}/play").text


@line
def test_a_move_made_face_down_is_told_to_nobody(play: Client) -> None:
    events: list[object] = []
    address = play.begin("me", "person")
    other = play.sit(address, 1)
    room = play.room(address)
    before = play.get(f"{other}/state")
    told = play.get(f"{address}/state")
    room._around = room._around._replace(notify=events.append)
    seen = 0
    while told["asked"]:
        told = play.play(address, told, told["moves"][0]["move"])
        seen += 1
        if told["asked"]:
            assert play.get(f"{other}/state") == before
            assert events == []
    assert seen > 1
    assert events == [[1]]


# Seats


def test_a_seat_is_its_own_who_took_it(play: Client) -> None:
    address = play.begin("me", "person")
    room = address.split("/")[3]
    other = play.sit(address, 1)
    assert other.split("/")[4] != address.split("/")[4]
    again = play.post(f"/{play.game}/play/{room}/sit", {"seat": 1}, 409)
    assert again["message"] == "somebody else has taken this seat"
    for wrong in (f"/{play.game}/play/{room}/x/state", f"/{play.game}/play/{room}/%20/state"):
        assert play.client.get(wrong).status_code == 404
    waiting = (
        play.get(f"{other}/state")
        if not play.get(f"{other}/state")["asked"]
        else play.get(f"{address}/state")
    )
    assert waiting["moves"] == []
    assert waiting["waiting"].endswith("is to decide")


def test_who_is_not_to_decide_can_not(play: Client) -> None:
    address = play.begin("me", "person")
    other = play.sit(address, 1)
    told = play.get(f"{address}/state")
    idle = other if told["asked"] else address
    active = address if told["asked"] else other
    told = play.get(f"{active}/state")
    refused = play.post(f"{idle}/move", {"move": told["moves"][0]["move"], "revision": "x"}, 409)
    assert refused["message"] == "it is not your turn to decide"
    assert play.get(f"{active}/state") == told


def test_an_illegal_move_is_refused_in_the_words_of_the_rules(play: Client) -> None:
    address = play.begin("me", "greedy")
    told = play.asked(address)
    refused = play.play(address, told, "deploy nobody", 409)
    assert "nobody" in refused["message"]
    assert play.get(f"{address}/state") == told


def test_a_move_chosen_on_an_older_page_is_refused(play: Client) -> None:
    address = play.begin("me", "greedy")
    old = play.asked(address)
    play.play(address, old, old["moves"][0]["move"])
    play.asked(address)
    refused = play.play(address, old, old["moves"][0]["move"], 409)
    assert refused["message"] == "the game has gone on since; look at the table again"


def test_a_move_is_taken_back_with_all_that_followed(play: Client) -> None:
    address = play.begin("me", "greedy")
    before = play.asked(address)
    assert not before["can_undo"]
    play.play(address, before, before["moves"][1]["move"])
    after = play.asked(address)
    assert after["can_undo"]
    assert play.post(f"{address}/undo") == before
    refused = play.post(f"{address}/undo", status=409)
    assert refused["message"] == "you have no move to take back"


def test_people_are_asked_before_a_move_is_taken_back(play: Client) -> None:
    address = play.begin("me", "person")
    other = play.sit(address, 1)
    first, second = (address, other) if play.get(f"{address}/state")["asked"] else (other, address)
    before = play.get(f"{first}/state")
    play.play(first, before, before["moves"][0]["move"])
    play.post(f"{first}/undo")
    asked = play.get(f"{second}/state")
    assert asked["wants_back"]
    assert asked["may_answer"]
    assert play.post(f"{first}/answer", {"allowed": True}, 409)["message"].startswith("nobody has asked you")
    play.post(f"{second}/answer", {"allowed": False})
    assert not play.get(f"{first}/state")["wants_back"]
    assert play.get(f"{first}/state")["log"]
    play.post(f"{first}/undo")
    play.post(f"{second}/answer", {"allowed": True})
    assert play.get(f"{first}/state")["revision"] == before["revision"]


def test_a_hint_is_a_legal_move(play: Client) -> None:
    address = play.begin("me", "greedy")
    told = play.asked(address)
    lines = play.post(f"{address}/hint")["lines"]
    assert any(lines[0].startswith(f"greedy would {move['move']}") for move in told["moves"])


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"players": ["me", "me"]}, "you play in one seat: choose which"),
        ({"players": ["greedy", "greedy"]}, "you play in one seat: choose which"),
        ({"players": ["me", "bot.py:Bot"]}, "nobody called 'bot.py:Bot' can play here"),
        ({"players": ["me"]}, "Hold the Gates! is for 2 players, not for 1"),
        ({"players": ["me", "greedy"], "option_settlement": "moon"}, "moon"),
        ({"players": ["me", "greedy"], "option_sett": "x"}, "a form has no field"),
        ({"players": ["me", "greedy"], "seed": -1}, "expected a whole number from 0"),
        ({"players": ["me", "greedy"], "seed": "1e400"}, "got '1e400'"),
        ({"players": ["me", "greedy"], "seed": 1.5}, "got 1.5"),
        ({"players": ["me", "greedy"], "seat": 1}, "a form has no field 'seat'"),
        ({"players": ["me", "greedy"], "decks": ["../../x", ""]}, "is not played with decks"),
        ({"players": ["me", "greedy"], "variants": ["../x"]}, "the game has no such variant"),
        ({"players": "me"}, "expected a list of 200 names"),
    ],
)
def test_a_game_that_can_not_begin_says_why(play: Client, body: object, told: str) -> None:
    answer = play.post(f"/{play.game}/play/new", body, 422)
    assert told in answer["message"]
    assert answer["problems"][0]["severity"] == "error"
    assert not play.studio.rooms.kept


def test_words_of_players_may_stand_among_spaces(play: Client) -> None:
    assert play.post(f"/{play.game}/play/new", {"players": ["greedy ", " me "]})["seat"] == 1


# Saving, and looking at games again


def test_a_game_is_saved_and_looked_at_again(play: Client, tmp_path: Path) -> None:
    address = play.begin("me", "greedy")
    for _ in range(3):
        told = play.asked(address)
        play.play(address, told, told["moves"][0]["move"])
    told = play.asked(address)
    saved = play.post(f"{address}/save", {"name": "my-game"})
    assert saved["file"] == "output/records/my-game.json"
    record = json.loads((tmp_path / saved["file"]).read_text("utf-8"))
    assert record["moves"] == [entry["move"] for entry in told["log"] if "move" in entry]
    taken = play.post(f"{address}/save", {"name": "my-game"}, 422)
    assert "already exists" in taken["message"]

    replay = play.post(f"/{play.game}/play/replay", {"saved": "my-game"})["address"]
    first, last = play.get(f"{replay}/state?at=0"), play.get(f"{replay}/state?at=9999")
    assert first["total"] == last["at"] == len(record["moves"])
    assert first["log"] == [] or "move" not in first["log"][-1]
    assert [entry["move"] for entry in last["log"] if "move" in entry] == record["moves"]
    hands = [zone for seat in last["table"]["seats"] for zone in seat["zones"] if zone["label"] == "hand"]
    assert all(not zone["hidden"] for zone in hands)

    begun = play.post(f"{replay}/play", {"at": 2, "seat": 0})["address"]
    going = play.asked(begun)
    assert [entry["move"] for entry in going["log"] if "move" in entry][:2] == record["moves"][:2]
    assert run_here("play", "--replay", tmp_path / saved["file"]).code == 0


@pytest.mark.parametrize("name", ["con", "../x", "a/b", "..", "A", "", "x" * 61, "a.b", "a\x00b", "%2e%2e"])
def test_names_of_records_lead_nowhere_else(play: Client, tmp_path: Path, name: str) -> None:
    address = play.begin("me", "greedy")
    assert "can't be called" in play.post(f"{address}/save", {"name": name}, 422)["message"]
    assert play.post(f"/{play.game}/play/replay", {"saved": name}, 422)
    assert play.post(f"/{play.game}/play/replay", {"study": name}, 422)
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_is_a_pipe_is_not_waited_for(play: Client, tmp_path: Path) -> None:
    (tmp_path / "output" / "records").mkdir(parents=True)
    os.mkfifo(tmp_path / "output" / "records" / "pipe.json")
    answer = play.post(f"/{play.game}/play/replay", {"saved": "pipe"}, 422)
    assert answer["message"] == "this is not a regular file"


def test_a_link_is_not_written_through(play: Client, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "output").symlink_to(outside)
    address = play.begin("me", "greedy")
    assert "symbolic link" in play.post(f"{address}/save", {"name": "mine"}, 422)["message"]
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ("{", "sent.json:2:1: error: a value is missing"),
        ("[]", "this is not a record of a game"),
        ('{"game": "battle-gate", "setup": {"seed": 1}, "moves": []}', "not of"),
        (
            '{"game": "hold-the-gates", "setup": {"seed": 1}, "moves": ["fly"]}',
            "sent.json:1:60: error: move 1, 'fly', is illegal",
        ),
        ('{"game": "hold-the-gates", "setup": {"seed": 1}, "moves": [], "variants": ["../x"]}', "variant"),
    ],
)
def test_a_record_that_is_none_says_what_is_wrong(play: Client, record: str, told: str) -> None:
    body = {"record": record, "name": "sent.json"}
    answer = play.post(f"/{play.game}/play/replay", body, 422)
    shown = [
        f"{one['file']}:{one['line']}:{one['column']}: {one['severity']}: {one['message']}"
        for one in answer["problems"]
    ]
    assert told in answer["message"] or any(line.startswith(told) for line in shown)


def test_a_game_of_a_study_is_looked_at_again(play: Client, tmp_path: Path) -> None:
    done = run_here(
        "simulate", "hold-the-gates", "--games", "2", "--bots", "random", "--out", tmp_path / "study"
    )
    assert done.code == 0, done.output
    assert "study" in play.client.get(f"/{play.game}/play").text
    replay = play.post(f"/{play.game}/play/replay", {"study": "study", "number": 1})["address"]
    last = play.get(f"{replay}/state?at=99999")
    assert last["over"]
    assert last["name"] == "study, game 1"
    assert "random" in play.client.get(replay).text
    far = play.post(f"/{play.game}/play/replay", {"study": "study", "number": 2}, 422)
    assert far["message"] == "the study has the games 0 to 1, got 2"


# Bots, and rules of one's own


@pytest.mark.slow
def test_a_bot_that_thinks_for_ever_is_stopped(play: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Bot):
        def choose(self, view: Any, legal: Any) -> int:
            del view, legal
            while True:
                pass

    monkeypatch.setattr(rooms, "THINKING_LIMIT", 0.3)
    address = play.begin("me", "greedy")
    play.room(address)._bots[1] = Endless()
    told = play.asked(address)
    assert play.play(address, told, told["moves"][0]["move"])["waiting"] == "Bot (greedy) is thinking"
    assert "its move was chosen at random" in play.asked(address)["notes"][0]


def test_rules_of_ones_own_are_played(tmp_path: Path) -> None:
    folder = write_leduc(tmp_path / "leduc")
    with serving(folder, tmp_path) as play:
        address = play.begin("me", "greedy")
        for _ in range(50):
            told = play.asked(address)
            if told["over"]:
                break
            play.play(address, told, told["moves"][0]["move"])
        assert told["over"]
        assert told["drawing"]
        assert told["result"]["scores"]


RAISE = "            self.raises += 1\n"
"""The line of the rules that a raise comes to."""


def _to_decide(play: Client) -> tuple[str, Any]:
    """A game between two people: the seat that is to decide, and what it is told."""
    address = play.begin("me", "person")
    other = play.sit(address, 1)
    asked = next(one for one in (address, other) if play.get(f"{one}/state")["asked"])
    return asked, play.get(f"{asked}/state")


def test_rules_that_end_their_process_cost_a_move_and_not_the_game(tmp_path: Path) -> None:
    folder = write_leduc(tmp_path / "leduc", {RAISE: f"{RAISE}            import os; os._exit(3)\n"})
    with serving(folder, tmp_path) as play:
        seat, told = _to_decide(play)
        message = play.play(seat, told, "raise", 409)["message"]
        assert f"rules.py:{line_of(folder, 'os._exit')}: error: the program was ended with" in message
        assert message.endswith(f"while seat {told['you']} made `raise`")
        assert play.get(f"{seat}/state") == told
        assert play.play(seat, told, "call")["log"][-1]["move"] == "call"


@pytest.mark.slow
def test_a_bot_s_move_that_hangs_in_c_is_told_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEPRESS_CALL_LIMIT", "0.5")
    monkeypatch.setattr(supervisor, "CALL_LIMIT", 0.5)
    monkeypatch.setattr(tables, "begin_process", apart.anew)
    folder = write_leduc(tmp_path / "leduc", {RAISE: f"{RAISE}            n = 9; n**n**n\n"})
    with serving(folder, tmp_path) as play:
        address = play.begin("me", "random")
        while not (told := play.asked(address))["wrong"]:
            assert not told["over"]
            # The bot may be quicker than the answer.
            play.client.post(f"{address}/move", json={"move": "call", "revision": told["revision"]})
        line_number = line_of(folder, "n**n**n")
        assert f"rules.py:{line_number}: error: it does not end: stopped after 0.5 seconds" in told["wrong"]
        taken_back = play.post(f"{address}/undo")
        assert taken_back["asked"]
        assert not taken_back["wrong"]


@pytest.mark.slow
def test_while_rules_hang_all_else_of_the_studio_goes_on(tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'reached')!r}, 'w').close(); n = 9; n**n**n"
    folder = write_leduc(tmp_path / "leduc", {RAISE: f"{RAISE}            {body}\n"})
    with serving(folder, tmp_path) as play, ThreadPoolExecutor(1) as other_page:
        seat, told = _to_decide(play)
        move = other_page.submit(play.play, seat, told, "raise", 409)
        while not (tmp_path / "reached").exists():
            time.sleep(0.01)
        assert play.client.get("/leduc/gallery").status_code == 200
        assert play.asked(play.begin("me", "greedy"))["moves"]
        room = play.studio.rooms.find("leduc", seat.split("/")[3])
        assert room is not None
        room.table.close()
        assert "was ended" in move.result()["message"]


@pytest.mark.slow
def test_a_game_of_the_kit_is_played_with_its_cards(tmp_path: Path) -> None:
    made = run_here("new", tmp_path / "my-game", "--rules")
    assert made.code == 0, made.output
    with serving(tmp_path / "my-game", tmp_path) as play:
        address = play.begin("me", "greedy")
        for _ in range(400):
            told = play.asked(address)
            assert told["pictures"]
            if told["over"]:
                break
            play.play(address, told, told["moves"][-1]["move"])
        assert told["over"]
        assert not told["wrong"]


def test_rules_that_can_not_be_read_say_where(tmp_path: Path) -> None:
    folder = write_leduc(tmp_path / "leduc", more="\n\nraise ValueError('not today')\n")
    with serving(folder, tmp_path) as play:
        page = play.client.get("/leduc/play")
        line_number = line_of(folder, "not today")
        assert page.status_code == 200
        assert f"rules.py:{line_number}" in page.text
        assert 'class="button" href="/leduc/play"' not in page.text, "it leads to where one is"
        assert "not today" in page.text
        answer = play.post("/leduc/play/new", {"players": ["me", "greedy"]}, 422)
        assert "not today" in answer["message"]
        assert "Traceback" not in page.text


def test_rules_are_not_run_before_somebody_plays(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    folder = write_leduc(tmp_path / "leduc", more=f"\n\nopen({str(mark)!r}, 'w').close()\n")
    with serving(folder, tmp_path) as play:
        assert "Play" in play.client.get("/leduc/gallery").text
        assert not mark.exists()
        play.client.get("/leduc/play")
        assert mark.exists()


def test_a_zone_of_the_table_that_no_position_has_is_named_with_its_line(tmp_path: Path) -> None:
    folder = copied_game(tmp_path, "hold-the-line")
    file = folder / "game.yaml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(index for index, line in enumerate(lines) if "lanes.*.troops.0:" in line)
    lines[number] = lines[number].replace("lanes.*.troops.0:", "lanes.*.troop.0:")
    file.write_text("".join(lines), encoding="utf-8")
    project = Project(folder)
    project.read_first()
    with client_of(tmp_path, project) as client:
        page = client.get("/hold-the-line/play").text
    assert page.count("the rules have no zone") == 1
    assert f"game.yaml:{number + 1}:" in page
    assert "the rules have no zone called &#39;lanes.*.troop.0&#39;" in page
    assert "did you mean <code>lanes.*.troops</code>?" in page
    assert '<form id="new"' in page


def test_a_game_without_rules_has_no_such_page(tmp_path: Path) -> None:
    folder = write_leduc(tmp_path / "leduc")
    (folder / "rules.py").unlink()
    with serving(folder, tmp_path) as play:
        assert 'href="/leduc/play"' not in play.client.get("/leduc/gallery").text
        answer = play.post("/leduc/play/new", {"players": ["me", "greedy"]}, 422)
        assert "has no rules to play by" in answer["message"]
        page = play.client.get("/leduc/play").text
        assert 'href="/docs/your-own-rules.md"' in page
        assert "gatepress new my-game --rules" in page
        told = play.client.get("/docs/your-own-rules.md").text
        assert '<h2 id="a-game-in-an-hour">A game in an hour</h2>' in told
        assert 'href="gallery.md#games-with-rules"' in told
        assert play.client.get("/docs/gallery.png").headers["content-type"] == "image/png"
        assert play.client.get("/docs/../pyproject.toml").status_code == 404
        onward = page.partition('class="onward"')[2].partition("</p>")[0]
        for address in ("/leduc/gallery", "/leduc/sheets", "/leduc/table", "/"):
            assert f'href="{address}"' in onward
        assert "/leduc/play" not in onward
        studies = play.client.get("/leduc/studies").text
        assert "nothing can be studied yet" in studies
        assert "<form" not in studies
        (folder / "rules.py").mkdir()
        assert "not a file that can be read" in play.client.get("/leduc/play").text


def test_only_so_many_games_are_kept(play: Client) -> None:
    kept: Kept[Sitting] = Kept(MAX_ROOMS)
    loaded = setup.load(find_game("hold-the-gates"))
    wanted = setup.read_wanted({"players": ["me", "greedy"]}, loaded)
    made, rooms_made = [], []
    for number in range(MAX_ROOMS + 3):
        match = setup.begin(loaded, wanted, Path())
        around = Around(f"room-{number}", lambda _: None, threading.Semaphore())
        rooms_made.append(Room(loaded, match, ["", "greedy"], 1, around))
        made.append(kept.add("hold-the-gates", Sitting(around, Here(rooms_made[-1]))))
    assert len(kept.kept) == MAX_ROOMS
    assert [room.is_closed for room in rooms_made] == [True] * 3 + [False] * MAX_ROOMS
    assert kept.find("hold-the-gates", made[0].id) is None
    assert kept.find("battle-gate", made[-1].id) is None
    assert play.client.get(f"/{play.game}/play/{made[0].id}/x/state").status_code == 404
