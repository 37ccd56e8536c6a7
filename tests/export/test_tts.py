"""Tabletop Simulator: saved objects that it can use, with pictures of the right cards at the right size."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from games import bundled_game, run_here, write_game
from PIL import Image

from generator.export.targets.tts import FOLDER_VARIABLE, usual_folders
from generator.export.tts_objects import Guids

from .tts_save import faults, file_of, objects, read, validator

COLOURS = ("red", "lime", "blue", "yellow", "cyan", "magenta", "gray", "orange")
FRONT = '<card><rect x="-3" y="-3" width="400" height="400" fill="{{ colour }}"/></card>'
BACK = '<card><rect x="-3" y="-3" width="400" height="400" fill="black"/></card>'
OWN_BACK = (
    '<card><rect x="-3" y="-3" width="400" height="400" fill="black"/>'
    '<rect x="10" y="10" width="30" height="30" fill="{{ colour }}"/></card>'
)


def cards(count: int) -> list[dict[str, Any]]:
    return [{"id": f"c{n}", "name": f"Card {n}", "colour": COLOURS[n % len(COLOURS)]} for n in range(count)]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path


def export(*arguments: str, game: str = "deck") -> dict[str, Any]:
    done = run_here("export", game, "--to", "tts", "--dpi", "40", *arguments)
    assert done.code == 0, done.output
    (path,) = Path("output", game, "tts").glob("[!.]*.json")
    return read(path)


def is_close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(one[:3], other, strict=True))


class TestDecks:
    def test_each_card_shows_its_own_face(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(7), front=FRONT, back=BACK)
        (deck,) = export()["ObjectStates"]
        sheet = deck["CustomDeck"]["1"]
        assert not sheet["UniqueBack"]
        assert deck["Transform"]["rotZ"] == 180, "a deck lies face down"
        with Image.open(file_of(sheet["FaceURL"])) as picture:
            cell = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
            assert cell == (100, 140), "poker at 40 dpi"
            for card, name in zip(deck["ContainedObjects"], COLOURS, strict=False):
                row, column = divmod(card["CardID"] % 100, sheet["NumWidth"])
                at = int((column + 0.5) * cell[0]), int((row + 0.5) * cell[1])
                expected = Image.new("RGB", (1, 1), name).getpixel((0, 0))
                assert is_close(picture.getpixel(at), expected), card["Nickname"]  # type: ignore[arg-type]
        with Image.open(file_of(sheet["BackURL"])) as back:
            assert back.size == (100, 140)
            assert is_close(back.getpixel((50, 70)), (0, 0, 0))  # type: ignore[arg-type]

    def test_copies_are_the_same_slot_again(self, here: Path) -> None:
        some = [{**cards(2)[0], "copies": 3}, cards(2)[1]]
        write_game(here / "deck", cards=some, front=FRONT, back=BACK)
        (deck,) = export()["ObjectStates"]
        assert deck["DeckIDs"] == [100, 100, 100, 101]
        assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Card 0"] * 3 + ["Card 1"]
        assert len({card["GUID"] for card in deck["ContainedObjects"]}) == 4

    def test_different_backs_are_a_sheet_of_the_same_grid(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(5), front=FRONT, back=OWN_BACK)
        (deck,) = export()["ObjectStates"]
        sheet = deck["CustomDeck"]["1"]
        assert sheet["UniqueBack"]
        with Image.open(file_of(sheet["FaceURL"])) as front, Image.open(file_of(sheet["BackURL"])) as back:
            assert front.size == back.size
            # The patch of the second card's back is lime.
            x = back.width // sheet["NumWidth"] + 40
            assert is_close(back.getpixel((x, 40)), (0, 255, 0))  # type: ignore[arg-type]

    def test_more_than_seventy_cards_are_several_sheets_of_one_deck(self, here: Path) -> None:
        # Each face is another, so that none of them shares a slot.
        front = '<card><rect width="60" height="80" fill="red"/><text width="60">{{ name }}</text></card>'
        write_game(here / "deck", cards=cards(150), front=front, back=BACK)
        (deck,) = export("--dpi", "20")["ObjectStates"]
        assert list(deck["CustomDeck"]) == ["1", "2", "3"]
        assert [deck["DeckIDs"][n] for n in (0, 49, 50, 149)] == [100, 149, 200, 349]
        assert all(
            list(card["CustomDeck"]) == [str(card["CardID"] // 100)] for card in deck["ContainedObjects"]
        )

    def test_a_single_card_is_no_deck(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(1), front=FRONT)
        (card,) = export()["ObjectStates"]
        assert card["Name"] == "Card"
        assert card["Transform"]["rotZ"] == 0, "it lies face up"
        assert file_of(card["CustomDeck"]["1"]["BackURL"]).name == "white--back.jpg"

    def test_cards_have_their_true_size(self, here: Path) -> None:
        write_game(
            here / "deck", cards=cards(2), front=FRONT, component={"size": "140 x 100 mm", "corner": 3}
        )
        (deck,) = export()["ObjectStates"]
        assert deck["SidewaysCard"]
        assert deck["Transform"]["scaleX"] == deck["Transform"]["scaleZ"] == pytest.approx(140 / 80)
        assert deck["CustomDeck"]["1"]["Type"] == 0, "rounded"

    def test_corners_are_rounded_where_that_is_asked_for(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(2), front=FRONT)
        kinds = [
            export(*more)["ObjectStates"][0]["CustomDeck"]["1"]["Type"] for more in ((), ("--corner", "3mm"))
        ]
        assert kinds == [1, 0]

    def test_what_a_card_says_is_read_without_its_picture(self, here: Path) -> None:
        odd = 'Ann "The 🦊" <b>O’Hara</b> \\ 1'
        front = (
            '<card><text id="name" width="60">{{ name }}</text>'
            '<text id="text" y="20" width="60">{{ text|rich }}</text></card>'
        )
        fields = {"name": "text", "text": "text", "power": "whole"}
        one = {"id": "ann", "name": odd, "text": "**Haste.** Draw *two*.", "power": 4}
        write_game(here / "deck", cards=[one], front=front, component={"fields": fields})
        (card,) = export()["ObjectStates"]
        assert card["Nickname"] == odd
        assert card["Description"] == "text: Haste. Draw two.\npower: 4"
        assert card["GMNotes"] == "deck/cards/cards/ann"


class TestPictures:
    def test_no_side_is_longer_than_is_asked_for(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(8), front=FRONT, back=BACK)
        told = run_here("export", "deck", "--to", "tts", "--dpi", "300", "--size", "512").stderr
        assert "it in 51 dpi; use a larger --size or fewer cards on a picture" in told
        (deck,) = export("--dpi", "300", "--size", "512")["ObjectStates"]
        with Image.open(file_of(deck["CustomDeck"]["1"]["FaceURL"])) as picture:
            assert picture.size == (512, 358), "4 × 2: in any other grid the cards are smaller"

    def test_one_card_on_a_picture_is_as_sharp_as_can_be(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(3), front=FRONT, back=BACK)
        (deck,) = export("--dpi", "100", "--per-sheet", "1", "--image", "png")["ObjectStates"]
        assert deck["DeckIDs"] == [100, 200, 300]
        with Image.open(file_of(deck["CustomDeck"]["3"]["FaceURL"])) as picture:
            assert (picture.format, picture.size) == ("PNG", (250, 350))

    def test_a_huge_board_is_told_of_where_it_can_hardly_be_read(self, here: Path) -> None:
        write_game(
            here / "deck", cards=cards(1), front=FRONT, component={"kind": "board", "size": "900 x 600 mm"}
        )
        done = run_here("export", "deck", "--to", "tts", "--size", "1024")
        assert done.code == 0
        assert "components.cards: pictures of at most 1,024 pixels show it in 29 dpi" in done.stderr
        (board,) = read(Path("output/deck/tts/Tiny.json"))["ObjectStates"]
        with Image.open(file_of(board["CustomImage"]["ImageURL"])) as picture:
            assert picture.size == (1024, 683)

    def test_the_thumbnail_is_a_fan_of_fronts(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(6), front=FRONT, back=BACK)
        export()
        with Image.open("output/deck/tts/Tiny.png") as picture:
            assert (picture.size, picture.mode) == ((256, 256), "RGBA")
            assert picture.getpixel((2, 2)) == (0, 0, 0, 0)
            seen = {pixel[:3] for _, pixel in picture.getcolors(256 * 256) or () if pixel[3] == 255}  # type: ignore[index]
        assert {(255, 0, 0), (0, 255, 0), (255, 0, 255)} <= seen

    def test_names_for_the_web_change_with_the_pictures(self, here: Path) -> None:
        game = write_game(here / "deck", cards=cards(2), front=FRONT, back=BACK)

        def urls() -> tuple[str, str]:
            done = run_here(
                "export", "deck", "--to", "tts", "--dpi", "30", "--url", "https://example.org/a%20b/"
            )
            assert done.code == 0, done.output
            (deck,) = json.loads(Path("output/deck/tts/Tiny.json").read_text("utf-8"))["ObjectStates"]
            sheet = deck["CustomDeck"]["1"]
            return sheet["FaceURL"], sheet["BackURL"]

        before = urls()
        assert all(url.startswith("https://example.org/a%20b/cards--") for url in before)
        assert {Path("output/deck/tts", url.rpartition("/")[2]).is_file() for url in before} == {True}
        assert urls() == before
        (game / "layouts/card.xml.j2").write_text(FRONT.replace("{{ colour }}", "navy"), "utf-8")
        after = urls()
        assert (after[0] != before[0], after[1] == before[1]) == (True, True)
        assert not Path("output/deck/tts", before[0].rpartition("/")[2]).exists(), "the older one is gone"


class TestTokensAndBoards:
    def pieces(
        self, here: Path, some: list[dict[str, Any]], back: str | None = BACK, **component: Any
    ) -> list[Any]:
        kind = {"kind": "tokens", "size": "30 x 20 mm", **component}
        write_game(here / "deck", cards=some, front=FRONT, back=back, component=kind)
        found: list[Any] = export()["ObjectStates"]
        return found

    @pytest.mark.parametrize(("shape", "height", "number"), [("circle", 30, 2), ("rect", 20, 0)])
    def test_a_tile_has_its_shape_and_true_size(
        self, here: Path, shape: str, height: int, number: int
    ) -> None:
        (thing,) = self.pieces(here, cards(1), shape=shape, size=f"30 x {height} mm")
        assert thing["CustomImage"]["CustomTile"]["Type"] == number
        scale = thing["Transform"]
        assert 2 * 25.4 * scale["scaleX"] == pytest.approx(30, abs=0.01)
        assert 2 * 25.4 * scale["scaleZ"] == pytest.approx(height, abs=0.01)

    @pytest.mark.parametrize("shape", ["hex", [[0, 0], [30, 0], [15, 20]]])
    def test_any_other_shape_is_cut_out_of_its_picture(self, here: Path, shape: Any) -> None:
        (thing,) = self.pieces(here, cards(1), shape=shape)
        assert thing["Name"] == "Custom_Token"
        with Image.open(file_of(thing["CustomImage"]["ImageURL"])) as picture:
            assert picture.mode == "RGBA"
            corners = [(0, 0), (picture.width - 1, 0), (0, picture.height - 1)]
            assert [picture.getpixel(at)[3] for at in corners] == [0, 0, 0]  # type: ignore[index]
            middle = picture.getpixel((picture.width // 2, picture.height // 2))
            assert middle == (255, 0, 0, 255)
        # Its other side is a picture of its own.
        other = thing["States"]["2"]
        with Image.open(file_of(other["CustomImage"]["ImageURL"])) as picture:
            assert picture.getpixel((picture.width // 2, picture.height // 2)) == (0, 0, 0, 255)

    def test_a_token_with_two_equal_sides_has_one_state(self, here: Path) -> None:
        (thing,) = self.pieces(here, cards(1), back=FRONT, shape="hex")
        assert "States" not in thing

    def test_several_of_a_token_are_in_a_bag(self, here: Path) -> None:
        some = [{**cards(3)[0], "copies": 12}, *cards(3)[1:]]
        bags = self.pieces(here, some, shape="circle", size="20 x 20 mm")
        assert [(bag["Name"], bag["Nickname"], len(bag["ContainedObjects"])) for bag in bags] == [
            ("Bag", "Card 0", 12),
            ("Bag", "Cards", 2),
        ]
        assert [bag["Description"] for bag in bags] == ["12 pieces", "2 pieces"]
        assert not any(thing["Hands"] for thing in objects(bags)), "only cards go into a player's hand"

    def test_boards_lie_side_by_side(self, here: Path) -> None:
        boards = self.pieces(here, [{**cards(1)[0], "copies": 4}], kind="board", size="300 x 200 mm")
        assert [board["Name"] for board in boards] == ["Custom_Tile"] * 4
        assert all(board["CustomImage"]["CustomTile"]["Stretch"] for board in boards)
        places = [(board["Transform"]["posX"], board["Transform"]["posZ"]) for board in boards]
        assert len(set(places)) == 4
        for along in zip(*places, strict=True):
            assert min(along) == pytest.approx(-max(along), abs=0.01), "in the middle of the table"


class TestGuids:
    def test_they_follow_from_what_has_them(self, here: Path) -> None:
        game = write_game(here / "deck", cards=cards(4), front=FRONT, back=BACK)
        before = {thing["GMNotes"]: thing["GUID"] for thing in objects(export()["ObjectStates"])}
        rows = [*cards(1), {"id": "new", "name": "New", "colour": "navy"}, *cards(4)[1:]]
        (game / "cards.yaml").write_text(json.dumps(rows), "utf-8")
        after = {thing["GMNotes"]: thing["GUID"] for thing in objects(export()["ObjectStates"])}
        assert before.items() <= after.items()

    def test_two_that_would_be_the_same_are_not(self) -> None:
        first, second = Guids(), Guids()
        first.taken |= {Guids().of("game", "card")}
        found = first.of("game", "card")
        assert found != second.of("game", "card")
        again = Guids({Guids().of("game", "card")})
        assert again.of("game", "card") == found, "the way out is always the same"


class TestFaults:
    """What the other tests look for is found where it is."""

    @pytest.fixture
    def save(self, here: Path) -> dict[str, Any]:
        write_game(here / "deck", cards=cards(3), front=FRONT, back=BACK)
        return export()

    def test_two_with_one_guid(self, save: dict[str, Any]) -> None:
        (deck,) = save["ObjectStates"]
        deck["ContainedObjects"][0]["GUID"] = deck["GUID"]
        assert faults(save) == ["two objects have one GUID"]

    def test_a_card_without_a_slot(self, save: dict[str, Any]) -> None:
        (deck,) = save["ObjectStates"]
        deck["DeckIDs"][0] = deck["ContainedObjects"][0]["CardID"] = 109
        assert len(faults(save)) == 2
        assert faults(save)[0].endswith("no slot for card 109")

    def test_a_deck_of_other_cards(self, save: dict[str, Any]) -> None:
        save["ObjectStates"][0]["ContainedObjects"].pop()
        assert "the deck's ids are not those of its cards" in faults(save)[0]

    def test_a_picture_that_is_not_there(self, save: dict[str, Any]) -> None:
        file_of(save["ObjectStates"][0]["CustomDeck"]["1"]["BackURL"]).unlink()
        assert all(fault.endswith("is not there") for fault in faults(save))
        assert faults(save)

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ({"GUID": "XYZ"}, "'XYZ' does not match"),
            ({"Extra": 1}, "'Extra' was unexpected"),
            ({"DeckIDs": [100]}, "[100] is too short"),
        ],
    )
    def test_what_the_schema_refuses(self, save: dict[str, Any], change: dict[str, Any], told: str) -> None:
        save["ObjectStates"][0] |= change
        errors = [error.message for error in validator("tts").iter_errors(save)]
        assert any(told in error for error in errors), errors


class TestInstalling:
    def test_the_game_finds_it_among_its_saved_objects(self, here: Path) -> None:
        folder = here / "home/.local/share/Tabletop Simulator"
        folder.mkdir(parents=True)
        write_game(here / "deck", cards=cards(2), front=FRONT, back=BACK)
        done = run_here("export", "deck", "--to", "tts", "--dpi", "30", "--install")
        assert done.code == 0, done.output
        saved = folder / "Saves/Saved Objects/Gatepress"
        assert sorted(path.name for path in saved.iterdir()) == ["Tiny.json", "Tiny.png"]
        (deck,) = read(saved / "Tiny.json")["ObjectStates"]
        assert file_of(deck["CustomDeck"]["1"]["FaceURL"]).parent == folder / "Gatepress/deck"
        assert not Path("output").exists(), "moving the output folder does no harm"

    def test_another_folder(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_game(here / "deck", cards=cards(1), front=FRONT)
        (here / "My TTS").mkdir()
        assert run_here("export", "deck", "--to", "tts", "--dpi", "30", "--folder", "My TTS").code == 0
        read(here / "My TTS/Saves/Saved Objects/Gatepress/Tiny.json")
        (here / "other").mkdir()
        monkeypatch.setenv(FOLDER_VARIABLE, str(here / "other"))
        assert run_here("export", "deck", "--to", "tts", "--dpi", "30", "--install").code == 0
        read(here / "other/Saves/Saved Objects/Gatepress/Tiny.json")

    def test_without_the_game_nothing_is_written(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(1), front=FRONT)
        done = run_here("export", "deck", "--to", "tts", "--install")
        assert done.code == 1
        assert done.stderr.startswith(
            "error: the folder of Tabletop Simulator was not found; say where it is with --folder"
        )
        assert done.stderr.endswith("nothing was written\n")
        done = run_here("export", "deck", "--to", "tts", "--folder", "nowhere")
        assert (done.code, "there is no folder nowhere" in done.stderr) == (1, True)
        assert not Path("output").exists()

    @pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_may_not_be_written_to(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(1), front=FRONT)
        (here / "tts").mkdir(mode=0o555)
        done = run_here("export", "deck", "--to", "tts", "--folder", "tts")
        assert (done.code, "Traceback" in done.output) == (1, False)
        assert list((here / "tts").iterdir()) == []

    def test_a_file_in_the_way(self, here: Path) -> None:
        write_game(here / "deck", cards=cards(1), front=FRONT)
        (here / "tts").mkdir()
        (here / "tts/Saves").write_text("mine", "utf-8")
        done = run_here("export", "deck", "--to", "tts", "--dpi", "30", "--folder", "tts")
        assert (done.code, "this is a file, a folder is needed" in done.stderr) == (1, True)
        assert [path.name for path in (here / "tts").iterdir()] == ["Saves"], "no picture was written either"

    def test_where_the_game_is_on_each_system(self) -> None:
        home = Path("/home/ann")
        windows = list(usual_folders("win32", home, {"OneDrive": "/clouds/one"}))
        assert windows[:2] == [
            home / "Documents/My Games/Tabletop Simulator",
            Path("/clouds/one/Documents/My Games/Tabletop Simulator"),
        ]
        assert list(usual_folders("darwin", home, {})) == [home / "Library/Tabletop Simulator"]
        assert next(usual_folders("linux", home, {})) == home / ".local/share/Tabletop Simulator"


class TestBadInput:
    @pytest.mark.parametrize("url", ["ftp://example.org", "example.org", "https://a b"])
    def test_an_address_that_is_none(self, here: Path, url: str) -> None:
        write_game(here / "deck")
        done = run_here("export", "deck", "--to", "tts", "--url", url)
        assert done.code == 2
        assert "expected the address of a folder" in " ".join(done.stderr.split())

    def test_a_list_without_a_card_is_no_deck(self, here: Path) -> None:
        write_game(here / "deck", cards=[{"name": "Knight", "copies": 0}])
        done = run_here("export", "deck", "--to", "tts")
        assert (done.code, "all cards of the list have 0 copies" in done.stderr) == (1, True)
        assert not Path("output").exists()

    def test_boxes_are_left_out_and_told(self) -> None:
        done = run_here("export", "hold-the-line", "--to", "tts", "--only", "tuck-box")
        assert (done.code, done.stdout) == (0, "nothing to export\n")

    @pytest.mark.slow
    def test_seven_hundred_cards(self, here: Path) -> None:
        front = '<card><rect width="{{ number / 20 }}" height="80" fill="navy"/></card>'
        write_game(here / "deck", cards=[{"name": f"Card {n}"} for n in range(701)], front=front)
        (deck,) = export("--dpi", "10")["ObjectStates"]
        assert len(deck["DeckIDs"]) == len(set(deck["DeckIDs"])) == 701
        assert list(deck["CustomDeck"]) == [str(key) for key in range(1, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hold-the-line", "battle-gate"])
def test_a_bundled_game_as_it_is(game: str) -> None:
    done = run_here("export", game, "--to", "tts", "--dpi", "40")
    assert done.code == 0, done.output
    (path,) = Path("output", game, "tts").glob("[!.]*.json")
    save = read(path)
    known = bundled_game(game)
    flat = list(objects(save["ObjectStates"]))
    printed = {
        f"{game}/{component.id}/{one.id}/{card.id}": card.copies
        for component in known.components
        if component.kind != "box"
        for one in component.sets
        for card in one.cards
    }
    shown = [thing for thing in flat if thing["Name"] not in ("DeckCustom", "Bag", "Custom_PDF")]
    states = {id(state) for thing in flat for state in thing.get("States", {}).values()}
    counts: dict[str, int] = {}
    for thing in shown:
        if id(thing) not in states:
            counts[thing["GMNotes"]] = counts.get(thing["GMNotes"], 0) + 1
    assert counts == {name: copies for name, copies in printed.items() if copies}, (
        "every copy is on the table"
    )
    assert [thing["Name"] for thing in flat].count("Custom_PDF") == 1
