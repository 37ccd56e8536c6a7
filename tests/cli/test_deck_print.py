"""``gatepress deck print``: any deck that a player brings, legal or not, on sheets of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
import yaml
from games import Result, run_here, write_game
from PIL import Image

from generator.catalog.bundle import bundled_root

LEGAL = [
    {"name": "Gate Giant", "class": "soldier", "power": 6, "copies": 16, "text": "Leans on the gate."},
    {"name": "Doorstep Boy", "class": "minion", "power": 3, "copies": 1, "text": "Keeps it warm."},
    {"name": "Quiet Hinge", "class": "assassin", "power": 1, "copies": 1, "text": "Says nothing."},
]
OVER = [*LEGAL, {"name": "One Too Many", "class": "minion", "power": 3}]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def deck(file: str, cards: Sequence[dict[str, Any]] = LEGAL, name: str = "My Deck") -> Path:
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"name": name, "cards": list(cards)}
    path.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), "utf-8")
    return path


def printed(*arguments: str | Path) -> Result:
    done = run_here("deck", "print", *arguments)
    assert done.code == 0, done.output
    return done


def test_letters_that_no_font_has_are_told_last_and_an_error_with_strict() -> None:
    path = deck("my.yaml", [{**LEGAL[0], "name": "门巨人"}, *LEGAL[1:]])
    done = printed(path, "--select", "*")
    assert done.stderr.splitlines()[-1].startswith(
        "missing letters: boxes are printed in place of 3 letters that no font has, in 1 place of 1 card ("
    )
    strict = run_here("deck", "print", path, "--strict", "--out", "strict")
    assert (strict.code, strict.stdout) == (1, "")
    assert strict.stderr.splitlines()[-1] == "nothing was written: with --strict warnings are errors"
    assert not Path("strict").exists()


def files() -> list[str]:
    """All that was written, from the output folder on."""
    return sorted(path.relative_to("output").as_posix() for path in Path("output").rglob("*.pdf"))


def texts(name: str) -> list[str]:
    """The text of each page, its lines joined."""
    document = pypdfium2.PdfDocument(Path("output") / name)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def pictures(name: str) -> list[tuple[int, int]]:
    """The sizes in pixels of the images drawn on the first page."""
    page = pypdfium2.PdfDocument(Path("output") / name)[0]
    found = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=5)
    return [image.get_px_size() for image in found]


def all_text(cards: Sequence[dict[str, Any]]) -> str:
    """What stands on these cards, among nothing but their sheets' own words."""
    printed(deck("odd.yaml", cards), "--backs", "none")
    return " ".join(texts("battle-gate/decks/odd-a4.pdf"))


class TestFiles:
    def test_a_legal_deck_is_printed_without_a_word_of_warning(self) -> None:
        done = printed(deck("my-deck.yaml"))
        assert done.stderr == ""
        assert "output/battle-gate/decks/my-deck-a4-duplex-long.pdf    4 pages    18 cards" in done.stdout
        pages = texts("battle-gate/decks/my-deck-a4-duplex-long.pdf")
        assert len(pages) == 4
        assert "Gate Giant" in pages[0]
        assert "Leans on the gate." in pages[0]
        assert "SOLDIER" in pages[0]
        assert "Doorstep Boy" in pages[2]
        for page in pages:
            assert "My Deck" in page
            assert "LEGAL" not in page

    def test_several_decks_on_several_papers(self) -> None:
        printed(
            deck("one.yaml"), deck("far/two.yaml"), "--paper", "a4", "--paper", "letter", "--backs", "none"
        )
        assert files() == [
            "battle-gate/decks/one-a4.pdf",
            "battle-gate/decks/one-letter.pdf",
            "battle-gate/decks/two-a4.pdf",
            "battle-gate/decks/two-letter.pdf",
        ]

    def test_a_table_is_a_deck_too(self) -> None:
        Path("mine.csv").write_text("name,class,power,copies\nGate Giant,soldier,6,16\nToll,minion,4,1\n")
        printed("mine.csv", "--backs", "none")
        assert "Gate Giant" in texts("battle-gate/decks/mine-a4.pdf")[0]

    @pytest.mark.slow
    def test_a_deck_of_the_game_s_is_the_file_that_build_makes(self) -> None:
        printed("night-shift", "--backs", "none")
        assert files() == ["battle-gate/night-shift-a4.pdf"]
        mine = Path("output/battle-gate/night-shift-a4.pdf").read_bytes()
        run_here("build", "battle-gate", "--only", "night-shift", "--backs", "none", "--out", "built")
        assert Path("built/battle-gate/night-shift-a4.pdf").read_bytes() == mine

    def test_a_deck_of_the_game_s_may_be_given_by_its_file(self) -> None:
        file = bundled_root() / "cards" / "battle-gate" / "decks" / "night-shift.yaml"
        done = printed(file, "night-shift", "--backs", "none")
        assert files() == ["battle-gate/night-shift-a4.pdf"]
        assert "1 file," in done.stdout

    @pytest.mark.slow
    def test_a_player_s_deck_replaces_none_of_the_game_s(self) -> None:
        printed("night-shift", "--backs", "none")
        theirs = Path("output/battle-gate/night-shift-a4.pdf").read_bytes()
        printed(deck("night-shift.yaml"), "--backs", "none")
        assert Path("output/battle-gate/night-shift-a4.pdf").read_bytes() == theirs
        assert "Gate Giant" in texts("battle-gate/decks/night-shift-a4.pdf")[0]

    def test_where_a_deck_lies_and_how_it_is_named_changes_no_byte(self) -> None:
        printed(deck("here.yaml"), "--backs", "none")
        first = Path("output/battle-gate/decks/here-a4.pdf").read_bytes()
        printed(deck("far/away/here.yaml").absolute(), "--backs", "none", "--out", "again")
        assert Path("again/battle-gate/decks/here-a4.pdf").read_bytes() == first

    def test_a_deck_named_twice_is_printed_once(self) -> None:
        done = printed(deck("my-deck.yaml"), "./my-deck.yaml", Path("my-deck.yaml").absolute())
        assert "1 file," in done.stdout

    def test_chosen_cards_only(self) -> None:
        printed(deck("my-deck.yaml"), "--backs", "none")
        whole = Path("output/battle-gate/decks/my-deck-a4.pdf")
        before = whole.read_bytes()
        printed("my-deck.yaml", "--select", "quiet*", "--backs", "none")
        (page,) = texts("battle-gate/decks/my-deck--select-quiet-a4.pdf")
        assert whole.read_bytes() == before
        assert "Quiet Hinge" in page
        assert "Gate Giant" not in page

    def test_json_tells_files_and_problems(self) -> None:
        done = printed(deck("over.yaml", OVER), "--json")
        told = json.loads(done.stdout)
        assert [file["file"] for file in told["files"]] == [
            "output/battle-gate/decks/over-a4-duplex-long.pdf"
        ]
        assert (told["errors"], told["warnings"]) == (0, 1)
        assert "3 over" in told["problems"][0]["message"]


class TestIllegalDecks:
    def test_every_sheet_says_so_and_the_command_says_why(self) -> None:
        done = printed(deck("over.yaml", OVER))
        assert done.problems == ["over.yaml: warning: not a legal deck: 103 points, 3 over"]
        pages = texts("battle-gate/decks/over-a4-duplex-long.pdf")
        assert len(pages) == 6
        for page in pages:
            assert "My Deck · NOT A LEGAL DECK: 103 points, 3 over · " in page

    def test_what_is_wrong_with_the_deck_comes_before_what_is_wrong_with_a_card(self) -> None:
        cards = [*LEGAL, {"name": "Weir", "class": "Sorcerer", "power": 7}]
        done = printed(deck("odd.yaml", cards))
        assert (
            "NOT A LEGAL DECK: 107 points, 7 over, and 2 more faults"
            in texts("battle-gate/decks/odd-a4-duplex-long.pdf")[0]
        )
        assert any("power 7" in line and "(card Weir)" in line for line in done.problems)
        assert any("Sorcerer" in line and "odd.yaml:" in line for line in done.problems)

    def test_a_house_rule_makes_it_legal(self) -> None:
        done = printed(deck("over.yaml", OVER), "--points", "103")
        assert done.stderr == ""
        assert "LEGAL" not in texts("battle-gate/decks/over-a4-duplex-long.pdf")[0]

    @pytest.mark.slow
    def test_points_left_over_may_be_allowed(self) -> None:
        under = deck("under.yaml", [*LEGAL[:1], {**LEGAL[1], "power": 2}, LEGAL[2]])
        assert "1 unspent" in printed(under).stderr
        assert printed(under, "--allow-unspent").stderr == ""

    @pytest.mark.slow
    def test_a_hundred_wrong_cards_are_not_a_hundred_lines(self) -> None:
        cards = [{"name": f"Card {number}", "class": "wizard", "power": 1} for number in range(100)]
        done = printed(deck("wizards.yaml", cards))
        assert len(done.problems) < 25
        assert "80 more faults" in done.stderr


class TestPictures:
    CARD: ClassVar = {
        "name": "Painted",
        "class": "soldier",
        "power": 4,
        "text": "Of its own.",
        "art": "me.png",
    }

    @pytest.mark.parametrize("folder", ["", "art/"])
    def test_a_picture_beside_the_deck_is_on_the_card(self, folder: str) -> None:
        path = deck("far/mine.yaml", [self.CARD])
        (path.parent / folder).mkdir(exist_ok=True)
        Image.new("RGB", (61, 47), "teal").save(path.parent / folder / "me.png")
        printed(path, "--backs", "none")
        assert pictures("battle-gate/decks/mine-a4.pdf") == [(61, 47)]

    def test_decks_in_two_folders_have_their_own_pictures(self) -> None:
        for folder, width in (("one", 31), ("two", 62)):
            path = deck(f"{folder}/{folder}.yaml", [self.CARD])
            Image.new("RGB", (width, 20), "teal").save(path.parent / "me.png")
        printed("one/one.yaml", "two/two.yaml", "--backs", "none")
        assert pictures("battle-gate/decks/one-a4.pdf") == [(31, 20)]
        assert pictures("battle-gate/decks/two-a4.pdf") == [(62, 20)]

    def test_art_that_is_out_of_bounds_is_told_with_its_card(self) -> None:
        Image.new("RGB", (9, 9)).save("secret.png")
        path = deck("far/mine.yaml", [{**self.CARD, "art": "../secret.png"}])
        Image.new("RGB", (9, 9)).save(path.parent / "me.png")
        done = run_here("deck", "print", path)
        assert done.code == 1
        (problem,) = [line for line in done.problems if "warning" not in line]
        assert "leaves" in problem
        assert problem.startswith("far/mine.yaml:7:8: error: art: ")
        assert "(card Painted)" in problem
        assert not Path("output").exists()

    def test_in_the_place_of_a_missing_icon_a_box_is_printed(self) -> None:
        path = deck("far/mine.yaml", [{**self.CARD, "art": "mdi6.swrod"}])
        done = run_here("deck", "print", path)
        assert done.code == 0
        (problem,) = [line for line in done.problems if "did you mean `sword`" in line]
        assert problem.startswith("far/mine.yaml:7:8: warning: art: ")

    @pytest.mark.parametrize("art", ["you.png", "you.webp"])
    def test_in_the_place_of_a_missing_picture_a_box_is_printed(self, art: str) -> None:
        path = deck("far/mine.yaml", [{**self.CARD, "art": art}])
        done = run_here("deck", "print", path)
        assert done.code == 0
        (problem,) = [line for line in done.problems if "no file named" in line]
        assert problem.startswith(f"far/mine.yaml:7:8: warning: art: no file named '{art}' beside the deck; ")


class TestNothingIsWritten:
    def wrong(self, *arguments: str | Path) -> str:
        done = run_here("deck", "print", *arguments)
        assert done.code == 1
        assert "Traceback" not in done.output
        assert not Path("output").exists()
        return done.stderr

    def test_if_one_deck_of_several_cannot_be_read(self) -> None:
        Path("broken.yaml").write_text("name: [\n")
        told = self.wrong(deck("fine.yaml"), "broken.yaml", "missing.yaml")
        assert "broken.yaml:" in told
        assert "missing.yaml" in told

    @pytest.mark.parametrize("name", ["x" * 5000, "", "loop.yaml", "folder.yaml"])
    def test_if_there_is_no_such_deck(self, name: str) -> None:
        Path("loop.yaml").symlink_to("loop.yaml")
        Path("folder.yaml").mkdir()
        self.wrong(name)

    def test_if_two_decks_would_be_one_file(self) -> None:
        told = self.wrong(deck("a/mine.yaml"), deck("b/mine.yaml"))
        assert "a/mine.yaml and b/mine.yaml would be printed to the same file" in told

    def test_if_no_card_is_meant(self) -> None:
        assert "no card matches dragon" in self.wrong(deck("mine.yaml"), "--select", "dragon")

    def test_if_the_game_has_no_decks(self) -> None:
        write_game(Path("tiny"))
        assert "Tiny has no decks" in self.wrong(deck("mine.yaml"), "--game", "tiny")

    @pytest.mark.parametrize(
        "arguments", [[], ["mine.yaml", "--paper", "a44"], ["mine.yaml", "--points", "0"], ["--only", "x"]]
    )
    def test_if_the_usage_is_wrong(self, arguments: list[str]) -> None:
        deck("mine.yaml")
        done = run_here("deck", "print", *arguments)
        assert done.code == 2
        assert not Path("output").exists()


class TestCards:
    """What a deck file says stands on the card, whatever it is."""

    def test_class(self) -> None:
        shown = {
            "Minion": "MINION",
            " ASSASSIN ": "ASSASSIN",
            "Sorcerer": "SORCERER",
            "Knight & Squire": "KNIGHT & SQUIRE",
            ("minion", "soldier"): "MINION / SOLDIER",
            7: "7",
        }
        given = [list(value) if isinstance(value, tuple) else value for value in shown]
        told = all_text([{"name": "Odd", "class": value, "power": 4} for value in given])
        for value in shown.values():
            assert f" Odd {value} " in told

    def test_power(self) -> None:
        given = [0, 7, 12, 1000, -1, 2.5, 3.0, "six", True, [1, 2], 10**14]
        told = all_text([{"name": "Odd", "class": "soldier", "power": value} for value in given])
        for value in ("0", "7", "12", "1000", "-1", "2.5", "3", "six", "true", "1 / 2", str(10**14)):
            # A long one stands in smaller letters, behind the name.
            assert f" {value} Odd SOLDIER " in f" {told}" or f" Odd {value} SOLDIER " in told

    @pytest.mark.parametrize("missing", ["name", "class", "power", "text", "art"])
    def test_what_is_missing_is_left_to_the_pen(self, missing: str) -> None:
        card = {"name": "Odd Bob", "class": "soldier", "power": 4, "text": "Odd.", "art": "mdi6.sword"}
        del card[missing]
        page = all_text([card])
        assert "None" not in page
        assert ("Odd Bob" in page) == (missing != "name")
        assert ("SOLDIER" in page) == (missing != "class")
        assert ("4 Odd" in page or "4 SOLDIER" in page) == (missing != "power")

    @pytest.mark.slow
    def test_long_names_and_texts_are_all_there_and_stay_in_their_boxes(self) -> None:
        names = [("Grand Vizier of the Outer Gate and its Hinges " * 11)[:count] for count in (31, 90, 500)]
        words = [("Once a gate stood open and nobody came. " * 60)[:count] for count in (150, 600, 2000)]
        cards = [
            {"name": name.strip(), "class": "minion", "power": 6, "text": text.strip()}
            for name, text in zip(names, words, strict=True)
        ]
        # The power stands on the height of a name's last line, so it is read in the midst of it.
        told = all_text(cards).replace(" 6 ", " ")
        for card in cards:
            assert str(card["name"]) in told
            assert str(card["text"]) in told
        assert "too high" not in printed("odd.yaml").stderr

    @pytest.mark.slow
    def test_a_deck_of_odd_names(self) -> None:
        for name in ("The ", "🐉", "Ärger"):
            printed(deck("one.yaml", LEGAL, name=name), "--backs", "none")

    def test_letters_that_no_font_has_are_told(self) -> None:
        done = printed(deck("mine.yaml", [*LEGAL, {"name": "Dragon 🐉", "class": "minion", "power": 1}]))
        assert any("'🐉'" in line and "a box is printed" in line for line in done.problems)


class TestLooks:
    """The four families are told apart at a glance, and in black and white."""

    def greys(self, classes: Sequence[str | None]) -> list[int]:
        """How light the frames of cards are, in the middle of their left edges, 0 to 255."""
        cards = [{"name": "Odd", "power": 2} | ({"class": name} if name else {}) for name in classes]
        printed(deck("odd.yaml", cards), "--form", "pod")
        fronts = list(pypdfium2.PdfDocument(Path("output/battle-gate/decks/odd-pod.pdf")))[1::2]
        strips = [page.render(scale=2).to_pil().convert("L").crop((18, 100, 34, 400)) for page in fronts]
        return [sum(strip.tobytes()) // (strip.width * strip.height) for strip in strips]

    def test_stone_is_lighter_than_every_class(self) -> None:
        *known, stone, missing = self.greys(["minion", "soldier", "assassin", "Sorcerer", None])
        assert min(abs(one - other) for one, other in pairwise(known)) > 15
        assert stone - max(known) > 20
        assert missing == stone


def test_the_docs_list_the_options_as_the_help_does() -> None:
    docs = (Path(__file__).resolve().parents[2] / "docs" / "printing-decks.md").read_text("utf-8")
    help_text = " ".join(run_here("deck", "print", "--help").stdout.partition("Examples:")[0].split())
    rows = [row.split(" | ") for row in docs.splitlines() if row.startswith("| `--")]
    # `--no-merge` has its line with `--merge`.
    others = help_text.count("--help ") + help_text.count("--no-merge")
    assert len(rows) == help_text.count(" --") - others
    for option, meaning in ((row[0].strip("| `"), row[1].removesuffix(" |")) for row in rows):
        assert option in help_text
        told = meaning.replace("\\|", "|").rpartition(" [")[0] or meaning
        assert told.strip() in help_text


def test_the_first_command_of_the_page_prints_what_it_says() -> None:
    docs = (Path(__file__).resolve().parents[2] / "docs" / "printing-decks.md").read_text("utf-8")
    (shown,) = re.findall(r"^\$ gatepress deck print my-deck\.yaml\n(.*?)```", docs, re.MULTILINE | re.DOTALL)
    assert run_here("deck", "new").code == 0
    file = Path("my-deck.yaml")
    before, name, after = file.read_text("utf-8").partition("name: Bread Thief")
    assert "`copies: 6` instead of 5 for the\nBread Thief" in docs
    file.write_text(before + name + after.replace("copies: 5", "copies: 6", 1), "utf-8")
    assert run_here("deck", "print", "my-deck.yaml") == Result(0, shown, "")


def test_the_options_that_the_page_says_are_shared_are_those_of_build() -> None:
    docs = (Path(__file__).resolve().parents[2] / "docs" / "printing-decks.md").read_text("utf-8")
    assert "explains those from `--paper` to `--jobs`, which are the same for `gatepress build`" in docs
    rows = re.findall(r"^\| `(--[a-z-]+)", docs, re.MULTILINE)
    shared = rows[rows.index("--paper") : rows.index("--jobs") + 1]
    press = (Path(__file__).resolve().parents[2] / "docs" / "press.md").read_text("utf-8")
    assert set(shared) <= set(re.findall(r"^\| `(--[a-z-]+)", press, re.MULTILINE))
