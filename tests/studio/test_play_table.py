"""Play as a table: where things lie on a game's own board, names, and what refuses a move."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT

from generator.catalog.bundle import find_game
from generator.rules import Shuffler, State, playable_games
from generator.rules.terminal import display_for
from generator.studio.play import setup
from generator.studio.play.rooms import players_of
from generator.studio.play.table import refusals
from studio.test_play import Client, serving

Zone = Mapping[str, Any]


@pytest.fixture
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Client]:
    with serving(find_game(request.param), tmp_path) as client:
        yield client


def on(*games: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("play", games, indirect=True)


def zones_in(told: Mapping[str, Any]) -> list[Zone]:
    """All zones of a table that is told."""

    def inside(group: Mapping[str, Any]) -> Iterator[Zone]:
        yield from group["zones"]
        for inner in group["groups"]:
            yield from inside(inner)

    table = told["table"]
    return [zone for group in (table["table"], *table["seats"]) for zone in inside(group)]


# The board


@on(*playable_games())
def test_every_bundled_game_lies_on_its_own_board(play: Client) -> None:
    table = (told := play.get(f"{play.begin('me', 'person')}/state"))["table"]
    placed = [zone["spot"] for zone in zones_in(told) if zone["spot"]]
    assert len(placed) > 3
    for spot in placed:
        ground = table["middle"] if spot["seat"] is None else table["grounds"][spot["seat"]]
        x, y, width, height = spot["box"]
        assert -1 <= x <= x + width <= ground["width"] + 1
        assert -1 <= y <= y + height <= ground["height"] + 1
    boards = [ground["picture"] for ground in (table["middle"], *table["grounds"]) if ground]
    assert any(boards) or play.game == "gateway"


@on("hold-the-line")
def test_who_sits_opposite_sees_the_board_turned(play: Client) -> None:
    first = play.begin("me", "person")
    near, far = play.get(f"{first}/state"), play.get(f"{play.sit(first, 1)}/state")
    assert (near["table"]["middle"]["is_turned"], far["table"]["middle"]["is_turned"]) == (False, True)
    for told in (near, far):
        rows = {zone["label"]: zone["spot"]["box"][1] for zone in zones_in(told) if "troops" in zone["label"]}
        (own,) = (y for label, y in rows.items() if label == "your troops")
        (other,) = (y for label, y in rows.items() if label != "your troops")
        assert own > other


@on("battle-gate")
def test_cards_lie_in_the_lane_of_their_class(play: Client) -> None:
    told = play.asked(address := play.begin("me", "greedy"))
    for _ in range(40):
        field = next((move for move in told["moves"] if move["verb"] == "field"), None)
        if field or told["over"]:
            break
        told = play.play(address, told, told["moves"][-1]["move"])
        told = told if told["asked"] else play.asked(address)
    assert field is not None
    told = play.play(address, told, field["move"])
    lanes = {zone["label"]: zone for zone in zones_in(told) if zone["spot"] and zone["owner"] == 0}
    (card,) = (card for label, zone in lanes.items() if label.startswith("field") for card in zone["cards"])
    lane = next(label for label, zone in lanes.items() if card in zone["cards"])
    assert lane.removeprefix("field: ")[0].upper() == card["word"][0]


@on("strongholds")
def test_what_is_laid_on_an_attacker_lies_on_it_before_the_walls(play: Client) -> None:
    told = play.asked(address := play.begin("me", "greedy"))
    lays: list[str] = []
    while not lays and not told["over"]:
        told = play.play(address, told, told["moves"][0]["move"])
        told = told if told["asked"] else play.asked(address)
        lays = [move["move"] for move in told["moves"] if move["verb"] == "lay"]
    told = play.play(address, told, lays[0])
    card, attacker = lays[0].removeprefix("lay ").split(">")
    (zone,) = (zone for zone in zones_in(told) if any(one["word"] == attacker for one in zone["cards"]))
    (lying,) = (one for one in zone["cards"] if one["word"] == attacker)
    assert zone["spot"]["seat"] == 0
    assert [one["word"] for one in lying["beside"]] == [card]
    assert "laid" not in [zone["label"] for zone in zones_in(told)]


@pytest.mark.slow
def test_a_board_of_a_game_s_own_has_its_spaces_where_they_are_printed(tmp_path: Path) -> None:
    with serving(own_game(tmp_path), tmp_path) as play:
        told = play.asked(play.begin("me", "person"))
        field = {zone["label"]: zone["spot"]["box"] for zone in zones_in(told) if zone["spot"]}
    assert len(field) == 9 * 7
    # Flat hexagons with sides of 12.4 mm, the first of which lies at 8.2 x 17 mm.
    assert [round(number, 2) for number in field["a1"]] == [8.2, 17.0, 24.8, 21.48]
    assert field["b1"][0] > field["a1"][0]


def test_what_the_rules_do_not_have_is_not_laid_on_the_table(tmp_path: Path) -> None:
    folder = own_game(tmp_path, ("field: {hexes", "feld: {hexes"))
    with serving(folder, tmp_path) as play:
        assert (
            "table.middle.zones.feld: the rules have no zone that all share called"
            in play.client.get("/briar-ridge/play").text
        )


def own_game(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A copy of a game with rules of its own and a board that is printed."""
    folder = tmp_path / "briar-ridge"
    shutil.copytree(PROJECT / "tests" / "gallery" / "briar-ridge", folder)
    file = folder / "game.yaml"
    for old, new in changes:
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return folder


# Names


@on("hold-the-gates")
def test_people_and_bots_are_called_by_their_names(play: Client) -> None:
    address = play.begin("me", "greedy", names=["Ada  Lovelace\n", "nobody"])
    told = play.asked(address)
    assert [(seat["name"], seat["side"]) for seat in told["seats"]] == [
        ("Ada Lovelace", "the attacker"),
        ("Bot (greedy)", "the defender"),
    ]
    play.play(address, told, told["moves"][0]["move"])
    told = play.asked(address)
    assert any(line.startswith("Bot (greedy) deploys") for entry in told["log"] for line in entry["lines"])
    saved = play.post(f"{address}/save", {"name": "ours"})["file"]
    replay = play.post(f"/{play.game}/play/replay", {"saved": Path(saved).stem})["address"]
    seats = play.get(f"{replay}/state")["table"]["seats"]
    assert [seat["title"] for seat in seats] == ["Ada Lovelace", "Bot (greedy)"]


@on("hold-the-gates")
def test_who_joins_is_named_to_all(play: Client) -> None:
    address = play.begin("me", "person", names=["Ada"])
    room = address.split("/")[3]
    other = play.post(f"/{play.game}/play/{room}/sit", {"seat": 1, "name": "Bea"})["address"]
    for seat in (address, other):
        assert [one["name"] for one in play.get(f"{seat}/state")["seats"]] == ["Ada", "Bea"]


def test_no_two_are_called_the_same() -> None:
    assert players_of(["", "greedy", "search:1s", "greedy", "", ""], ["Ada", "", "", "", "Ada", ""]) == [
        "Ada",
        "Bot (greedy)",
        "Bot (search)",
        "Bot (greedy) 2",
        "Ada 2",
        "",
    ]


# Why not


@on("battle-gate")
def test_what_can_not_be_played_is_refused_in_the_words_of_the_rules(play: Client) -> None:
    told = play.asked(address := play.begin("me", "greedy"))
    while {move["verb"] for move in told["moves"]} != {"done", "field"}:
        told = play.play(address, told, told["moves"][-1]["move"])
        told = told if told["asked"] else play.asked(address)
    hand = next(zone for zone in zones_in(told) if zone["is_hand"])
    why = play.post(f"{address}/why", {"words": [hand["cards"][0]["word"], "1"]})
    assert why["lines"] == ["It is the field phase: cards are fielded until `done`."]
    elsewhere = play.post(f"{address}/why", {"words": ["Z9"]})["lines"]
    assert elsewhere[0].startswith("Not now. You may ")
    assert play.get(f"{address}/state") == told


@on("battle-gate")
def test_who_is_not_to_decide_hears_nothing(play: Client) -> None:
    address = play.begin("me", "person")
    other = play.sit(address, 1)
    idle = other if play.get(f"{address}/state")["asked"] else address
    assert play.post(f"{idle}/why", {"words": ["M1"]}, 409)["message"] == "it is not your turn to decide"


@pytest.mark.parametrize("game", playable_games())
def test_a_refusal_is_the_same_whatever_is_hidden(game: str) -> None:
    loaded = setup.load(find_game(game))
    wanted = setup.read_wanted({"players": ["me", "greedy"], "seed": 7}, loaded)
    match = setup.begin(loaded, wanted, Path())
    display = display_for(loaded.game, loaded.database)
    for number in range(12):
        asked(match.state, display)
        legal = match.state.legal()
        match.play(match.state.text(legal[number % len(legal)]))


def asked(state: State, display: Any) -> None:
    """Tries a card of the hand in the world as it is, and as it might be for all that the seat knows."""
    seat = state.player
    assert seat is not None
    hand = state.view(seat)["seats"][seat]["hand"]
    for words in ([card] for card in hand[:2]):
        said = refusals(state, display, words)
        other = state.determinize(seat, Shuffler(3))
        assert refusals(other, display, words) == said
