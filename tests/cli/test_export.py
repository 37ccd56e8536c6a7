"""``gatepress export``: targets and their options, what is written, what is refused, and what is left."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from games import run_here, run_in_shell, write_game
from PIL import Image, ImageSequence

from generator.catalog.press_settings import SETTINGS
from generator.export.target import find_target, target_names

FRONT = """\
<card>
  <rect x="-3" y="-3" width="300" height="300" fill="#00a050"/>
  <rect x="10" y="20" width="10" height="5" fill="#143cdc"/>
</card>
"""
BACK = '<card><rect x="-3" y="-3" width="300" height="300" fill="#c81e3c"/></card>'
CARDS = [{"name": "Fire Dragon", "copies": 3}, {"name": "Moss"}]
LARGE = ("pdfa", "dtc", "png", "tts", "tgc")
"""Targets whose files are written by libraries of several kinds."""
GREEN, RED, BLUE = (0, 160, 80), (200, 30, 60), (20, 60, 220)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def deck(here: Path) -> Path:
    return write_game(here / "deck", cards=CARDS, front=FRONT, back=BACK)


def written() -> list[str]:
    root = Path("output/deck")
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


class TestTargets:
    @pytest.mark.parametrize("name", target_names())
    def test_each_says_what_it_writes_and_takes_its_own_options(self, name: str) -> None:
        target = find_target(name)
        assert target.title
        assert target.says
        assert target.options() == target.options()
        assert set(target.press) <= set(SETTINGS)
        assert not set(target.settings) & set(SETTINGS), "a press setting is declared once"

    def test_an_option_of_several_targets_means_the_same_to_all(self) -> None:
        known: dict[str, object] = {}
        for name in target_names():
            for key, setting in find_target(name).settings.items():
                same = setting.words, setting.is_flag, setting.help
                assert known.setdefault(key, same) == same, f"--{key} of {name}"

    def test_the_list_has_each_with_its_options(self) -> None:
        told = run_here("export", "--list").stdout
        for name in target_names():
            assert f"\n{name} " in f"\n{told}"
        assert "--corners (round | square)" in told
        listed = json.loads(run_here("export", "--list", "--json").stdout)["targets"]
        assert [one["target"] for one in listed] == target_names()
        assert "--dpi" in next(one for one in listed if one["target"] == "png")["press_options"]

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            ([], "say what for"),
            (["--to", "pgn"], "did you mean `png`?"),
            (["--to", "png", "--gap", "2"], "--to png does nothing with it"),
            (["--to", "png", "--corners", "oval"], "not one of round, square"),
            (["--to", "png", "--gif-width", "0"], "expected a whole number from 32 to 2000"),
            (["--to", "png", "--corner", "wide"], "expected a length"),
        ],
    )
    def test_wrong_usage_is_told(self, deck: Path, options: list[str], told: str) -> None:
        done = run_here("export", deck, *options)
        assert done.code == 2
        assert told in " ".join(done.stderr.split())
        assert not Path("output").exists()


class TestPng:
    def test_cards_by_their_ids_and_one_back_for_all(self, deck: Path) -> None:
        done = run_here("export", deck, "--to", "png")
        assert done.code == 0, done.output
        assert [name for name in written() if name.endswith(".png")] == [
            "png/cards/back.png",
            "png/cards/fire-dragon.png",
            "png/cards/moss.png",
        ]
        with Image.open("output/deck/png/cards/fire-dragon.png") as front:
            assert (front.size, front.mode) == ((750, 1050), "RGB")
            assert front.getpixel((0, 0)) == GREEN
            assert front.getpixel((177, 266)) == BLUE
        with Image.open("output/deck/png/cards/back.png") as back:
            assert back.getpixel((400, 400)) == RED
        assert "fire-dragon.png  3 copies" in done.stdout
        assert done.stdout.endswith("\n3 files\n")

    def test_corners_are_transparent_to_their_radius(self, deck: Path) -> None:
        assert run_here("export", deck, "--to", "png", "--corner", "5mm", "--dpi", "254").code == 0
        with Image.open("output/deck/png/cards/moss.png") as front:
            assert (front.size, front.mode) == ((635, 889), "RGBA")
            alpha = front.getchannel("A")
        # Ten pixels a millimetre: on the diagonal the arc is 5 · (1 − 1/√2) = 1.46 mm from either edge.
        assert [alpha.getpixel((at, at)) for at in (0, 13, 16, 60)] == [0, 0, 255, 255]
        assert alpha.getpixel((50, 0)) > 200
        assert alpha.getpixel((317, 444)) == 255

    def test_square_corners_and_bleed_are_opaque(self, here: Path) -> None:
        folder = write_game(here / "deck", cards=CARDS, front=FRONT, component={"corner": 4})
        assert run_here("export", folder, "--to", "png", "--bleed", "3").code == 0
        with Image.open("output/deck/png/cards/moss.png") as front:
            assert (front.size, front.mode) == ((821, 1121), "RGB")
        assert run_here("export", folder, "--to", "png", "--corners", "square").code == 0
        with Image.open("output/deck/png/cards/moss.png") as front:
            assert front.mode == "RGB"

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (["--gif-width", "100"], "--gif-width does nothing without --gif"),
            (["--corners", "square", "--corner", "3mm"], "--corner does nothing with --corners square"),
        ],
    )
    def test_options_that_do_nothing_are_told(self, deck: Path, options: list[str], told: str) -> None:
        done = run_here("export", deck, "--to", "png", *options)
        assert done.code == 1
        assert told in done.stderr
        assert not Path("output").exists()

    def test_a_gif_shows_card_after_card_and_contact_sheets_all(self, deck: Path) -> None:
        (deck / "layouts/card.xml.j2").write_text(
            FRONT.replace("#00a050", "{{ '#00a050' if number == 1 else '#c81e3c' }}")
        )
        done = run_here("export", deck, "--to", "png", "--gif", "--gif-width", "100", "--contact")
        assert done.code == 0, done.output
        with Image.open("output/deck/png/cards.gif") as gif:
            frames = [frame.copy().convert("RGB").getpixel((50, 60)) for frame in ImageSequence.Iterator(gif)]
            assert gif.size == (100, 140)
            assert gif.info["duration"] == 1000
        assert frames == [GREEN, RED]
        with Image.open("output/deck/png/contact-1.png") as contact:
            assert contact.size == (1240, 1754)

    def test_the_same_game_gives_the_same_bytes(self, deck: Path) -> None:
        def export(out: str) -> dict[str, bytes]:
            assert run_here("export", deck, "--to", "png", "--gif", "--contact", "--out", out).code == 0
            root = Path(out)
            return {
                path.relative_to(root).as_posix(): path.read_bytes()
                for path in root.rglob("*")
                if path.is_file()
            }

        assert export("one") == export("two")

    def test_too_many_pixels_are_refused_at_the_size(self, here: Path) -> None:
        folder = write_game(here / "deck", component={"size": "600 x 600"})
        done = run_here("export", folder, "--to", "png", "--dpi", "1200")
        assert done.code == 1
        assert "more than the 100 million" in done.stderr
        assert "game.yaml" in done.stderr
        assert not Path("output").exists()


class TestFiles:
    def test_what_an_earlier_export_wrote_goes_and_what_others_wrote_stays(self, deck: Path) -> None:
        assert run_here("export", deck, "--to", "png").code == 0
        own, changed = Path("output/deck/png/notes.png"), Path("output/deck/png/cards/moss.png")
        own.write_bytes(b"mine")
        (deck / "cards.yaml").write_text("- {name: Fire Dragon}\n")
        done = run_here("export", deck, "--to", "png", "--json")
        assert [Path(path).name for path in json.loads(done.stdout)["removed"]] == ["moss.png"]
        assert own.exists()
        assert not changed.exists()

    def test_a_file_that_was_changed_by_hand_stays(self, deck: Path) -> None:
        assert run_here("export", deck, "--to", "png").code == 0
        moss = Path("output/deck/png/cards/moss.png")
        moss.write_bytes(b"painted over")
        (deck / "cards.yaml").write_text("- {name: Fire Dragon}\n")
        assert run_here("export", deck, "--to", "png").code == 0
        assert moss.read_bytes() == b"painted over"

    def test_a_selection_removes_nothing(self, deck: Path) -> None:
        assert run_here("export", deck, "--to", "png").code == 0
        assert run_here("export", deck, "--to", "png", "--select", "moss").code == 0
        assert "png/cards/fire-dragon.png" in written()
        # The next whole export still knows what is its own.
        (deck / "cards.yaml").write_text("- {name: Moss}\n")
        assert run_here("export", deck, "--to", "png").code == 0
        assert "png/cards/fire-dragon.png" not in written()

    def test_a_ledger_that_leads_outside_removes_nothing_there(self, deck: Path, here: Path) -> None:
        assert run_here("export", deck, "--to", "png").code == 0
        victim = here / "victim.txt"
        victim.write_bytes(b"")
        digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        ledger = Path("output/deck/png/.gatepress.json")
        ledger.write_text(json.dumps({"files": {"../../../victim.txt": digest}}))
        assert run_here("export", deck, "--to", "png").code == 0
        assert victim.exists()

    def test_a_card_that_is_wrong_leaves_nothing_written(self, here: Path) -> None:
        folder = write_game(here / "deck", front="<card><rect widht='3'/></card>")
        done = run_here("export", folder, "--to", "png")
        assert done.code == 1
        assert done.stderr.endswith("nothing was written\n")
        assert not Path("output").exists()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_is_read_only_is_told(self, deck: Path) -> None:
        Path("output").mkdir(mode=0o500)
        done = run_here("export", deck, "--to", "png")
        assert done.code == 1
        assert "can't write to output" in done.stderr

    def test_a_file_where_a_folder_is_needed_is_told(self, deck: Path) -> None:
        Path("output").mkdir()
        Path("output/deck").write_text("a file")
        done = run_here("export", deck, "--to", "png")
        assert done.code == 1
        assert "this is a file, a folder is needed" in done.stderr
        assert Path("output/deck").read_text() == "a file"

    def test_a_full_disk_leaves_nothing_half_written(
        self, deck: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("generator.export.printed_faces.save_png", full)
        done = run_here("export", deck, "--to", "png")
        assert done.code == 1
        assert "can't write to output: No space left on device" in done.stderr
        assert not Path("output").exists()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--to", "png", "--to", "text"), 2, "--to: an export is for one target at a time"),
        (("--to", ""), 2, "--to: say what for: "),
        (("--to", "text", "--only", ""), 1, "no component or deck matches ''; there are"),
        (("--to", "text", "--select", ""), 1, "no card matches ''; select"),
    ],
)
def test_what_is_given_twice_or_empty_is_told(arguments: tuple[str, ...], code: int, told: str) -> None:
    write_game(Path("g"))
    done = run_here("export", "g", *arguments)
    assert (done.code, told in done.stderr) == (code, True), done.stderr
    assert not Path("output").exists()


@pytest.mark.skipif(os.name == "nt", reason="the shell's ulimit is of Unix")
@pytest.mark.parametrize("target", ["pdfx", *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_a_file_that_can_not_grow_is_told_by_every_library(deck: Path, target: str) -> None:
    # Four kilobytes at most: also what libraries of other languages write must fail in words.
    # Python would leave as much of a module's bytecode, as if it were all.
    bounds = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 8"
    told = run_in_shell(deck.parent, f"{bounds}; gatepress export deck --to {target}")
    assert told.code == 1, told.output
    assert "can't write to output: File too large" in told.stderr
    assert told.stderr.endswith("nothing was written\n")
    assert not (deck.parent / "output").exists()
