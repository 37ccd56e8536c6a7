"""``gatepress build`` as its user meets it: what is chosen, where it goes, what is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from games import PROJECT, run, run_here, write_game

DECKS = """\
- {name: Red Knight, class: soldier, power: 3}
- {name: Red Squire, class: minion, power: 1, copies: 2}
- {name: Blue Knight, class: soldier, power: 2}
"""
TIGHT = "<card><text width='5' height='3' size='8' min-size='8'>Unbreakable</text></card>"
PLAIN = "<card><text x='4' y='4' width='55'>{{ name }}</text></card>"
FRAME = "<card><rect width='5' height='5'/></card>"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def forts(here: Path) -> Path:
    """``forts`` in the current directory: two decks with backs and a set of tokens without."""
    return write_game(
        here / "forts",
        game={
            "title": "Forts",
            "components": {
                "decks": {
                    "size": "poker",
                    "cards": ["red.yaml", "blue.yaml"],
                    "front": "card.xml.j2",
                    "back": "back.xml.j2",
                },
                "tokens": {
                    "size": "token-medium",
                    "cards": [{"name": "Coin", "copies": 30}],
                    "front": "card.xml.j2",
                    "press": {"backs": "none"},
                },
            },
        },
        front=PLAIN,
        back=FRAME,
        files={"red.yaml": DECKS, "blue.yaml": "- name: Blue Duke\n- {name: Spare, copies: 0}\n"},
    )


@pytest.mark.parametrize("form", [[], ["--contact"], ["--form", "png"]], ids=" ".join)
def test_with_strict_a_warning_keeps_all_from_being_written(here: Path, form: list[str]) -> None:
    front = "<card><text width='9' height='3' size='9'>{{ name }} rides on</text></card>"
    write_game(here / "g", front=front)
    warned = run_here("build", "g", *form, "--strict", "--out", "out")
    assert warned.code == 1
    assert "warning" in warned.stderr
    assert not Path("out").exists()
    assert run_here("build", "g", *form, "--out", "out").code == 0
    assert Path("out").exists()


def made(out: Path) -> dict[str, int]:
    """The files below ``out`` with their pages."""
    found = {}
    for path in sorted(file for file in out.rglob("*") if file.is_file()):
        with pikepdf.open(path) as pdf:
            found[path.relative_to(out).as_posix()] = len(pdf.pages)
    return found


def titles(path: Path) -> list[str]:
    """The names of the cards in a file, by its bookmarks."""
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        return [item.title for item in outline.root]


def test_a_folder_is_built_into_output_and_told_in_closing(forts: Path) -> None:
    done = run_here("build", forts)
    assert done.code == 0, done.output
    assert done.stderr == ""
    lines = [line.split("  ") for line in done.stdout.splitlines()]
    cells = [[cell.strip() for cell in line if cell] for line in lines]
    assert cells == [
        ["output/forts/red-a4-duplex-long.pdf", "2 pages", "4 cards"],
        ["output/forts/blue-a4-duplex-long.pdf", "2 pages", "1 card"],
        ["output/forts/tokens-a4.pdf", "1 page", "30 cards"],
        ["3 files, 5 pages, 35 cards"],
    ]
    assert made(Path("output")) == {
        "forts/red-a4-duplex-long.pdf": 2,
        "forts/blue-a4-duplex-long.pdf": 2,
        "forts/tokens-a4.pdf": 1,
    }


def test_tokens_are_counted_as_tokens_and_pages_of_rules_as_nothing_else(here: Path) -> None:
    token = {"kind": "tokens", "shape": "circle", "size": "token-medium", "press": {"backs": "none"}}
    write_game(
        here / "mixed",
        game={
            "title": "Mixed",
            "rulebook": {},
            "components": {
                "deck": {
                    "size": "poker",
                    "cards": [{"name": "Knight"}],
                    "front": "card.xml.j2",
                    "press": {"backs": "none"},
                },
                "coins": token | {"cards": [{"name": "Coin", "copies": 2}], "front": "card.xml.j2"},
            },
        },
        front=PLAIN,
        files={"rulebook.md": "# Rules\n\nTake a coin.\n"},
    )
    totals = [
        run_here("build", "mixed", *only).stdout.splitlines()[-1] for only in ([], ["--only", "rulebook"])
    ]
    assert totals == ["3 files, 3 pages, 1 card, 2 tokens", "1 file, 1 page"]


def test_a_game_is_its_folder_its_file_or_its_path_from_elsewhere(forts: Path, here: Path) -> None:
    for number, name in enumerate(["forts", "forts/game.yaml", str(forts.resolve()), "./forts/"]):
        done = run_here("build", name, "--out", f"out-{number}", "--only", "tokens")
        assert done.code == 0, done.output
        assert made(here / f"out-{number}") == {"forts/tokens-a4.pdf": 1}


def test_another_working_directory_gives_the_same_file(forts: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    assert run_here("build", "forts", "--only", "red").code == 0
    done = run("build", forts.resolve(), "--only", "red", cwd=other)
    assert done.code == 0, done.output
    name = "output/forts/red-a4-duplex-long.pdf"
    assert Path(name).read_bytes() == (other / name).read_bytes()


def test_without_a_name_the_game_of_the_folder_is_built(
    forts: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(forts)
    done = run_here("build", "--only", "red")
    assert done.code == 0, done.output
    assert made(Path("output")) == {"forts/red-a4-duplex-long.pdf": 2}
    assert run_here("check").code == 0
    monkeypatch.chdir(tmp_path)
    done = run_here("build", forts, "--only", "red", "--out", "elsewhere")
    assert made(Path("elsewhere")) == {"forts/red-a4-duplex-long.pdf": 2}


def test_without_a_name_or_a_game_in_the_folder_it_is_told_what_there_is(here: Path) -> None:
    for command in ("build", "check"):
        done = run_here(command)
        assert done.code == 1
        assert "no game is named, and there is no game.yaml in this folder" in done.output
        assert "battle-gate, gateway, hold-the-gates, hold-the-line, strongholds" in done.output
    assert list(here.iterdir()) == []
    write_game(here / "mine")
    assert "the game below it is mine" in run_here("build", "--watch").output


def test_json_tells_the_same_as_the_files(forts: Path) -> None:
    done = run_here("build", forts, "--json", "--paper", "letter", "--out", "out")
    assert (done.code, done.stderr) == (0, "")
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["problems"] == []
    assert (told["errors"], told["warnings"]) == (0, 0)
    assert [(file["game"], file["component"], file["cards"]) for file in told["files"]] == [
        ("forts", "decks", 4),
        ("forts", "decks", 1),
        ("forts", "tokens", 30),
    ]
    for file in told["files"]:
        assert set(file) == {"file", "game", "component", "pages", "cards", "content", "unchanged"}
        assert file["unchanged"] is False
        with pikepdf.open(file["file"]) as pdf:
            assert len(pdf.pages) == file["pages"]
            assert f"content {file['content']}" in str(pdf.docinfo["/Subject"])


def test_a_second_run_says_what_is_unchanged(forts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(forts.parent / "cache"))
    assert "unchanged" not in run_here("build", forts).stdout
    again = run_here("build", forts)
    assert again.stdout.count("unchanged\n") == 3
    assert all(file["unchanged"] for file in json.loads(run_here("build", forts, "--json").stdout)["files"])
    assert "unchanged" not in run_here("build", forts, "--no-cache").stdout


def unchanged(folder: Path, *options: str) -> set[str]:
    """The files that a build says are unchanged, by both of its reports alike."""
    told = json.loads(run_here("build", folder, "--json", *options).stdout)["files"]
    return {Path(file["file"]).name for file in told if file["unchanged"]}


def test_unchanged_is_only_what_was_there_before(forts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes from the cache to a place where nothing or something else lies has changed there."""
    monkeypatch.setenv("GATEPRESS_CACHE", "kept")
    names = {"red-a4-duplex-long.pdf", "blue-a4-duplex-long.pdf", "tokens-a4.pdf"}
    assert unchanged(forts) == set()
    assert unchanged(forts) == names
    assert unchanged(forts, "--out", "new") == set()
    assert "unchanged" not in run_here("build", forts, "--out", "newer").stdout
    folder = Path("output/forts")
    (folder / "tokens-a4.pdf").unlink()
    (folder / "red-a4-duplex-long.pdf").write_bytes(b"something else")
    assert unchanged(forts) == {"blue-a4-duplex-long.pdf"}
    shutil.copytree("output", "copied")
    before = (Path("copied/forts/tokens-a4.pdf")).stat().st_mtime_ns
    lines = run_here("build", forts, "--out", "copied").stdout.splitlines()
    assert [line.endswith("unchanged") for line in lines] == [True, True, True, False]
    assert (Path("copied/forts/tokens-a4.pdf")).stat().st_mtime_ns == before
    (forts / "blue.yaml").write_text("- name: Blue Duchess\n")
    assert unchanged(forts) == names - {"blue-a4-duplex-long.pdf"}


@pytest.mark.slow
def test_an_illegal_deck_is_built_with_a_note_and_a_warning(tmp_path: Path) -> None:
    folder = tmp_path / "battle-gate"
    shutil.copytree(PROJECT / "cards" / "battle-gate", folder)
    shutil.copytree(PROJECT / "layouts" / "battle-gate", folder / "layouts")
    deck = folder / "decks" / "five-a-side.yaml"
    deck.write_text(deck.read_text().replace("power: 6", "power: 7"))
    done = run_here("build", folder, "--only", "five-a-side", "--out", tmp_path / "out")
    assert done.code == 0
    assert "five-a-side.yaml: warning: not a legal deck: " in done.stderr
    assert "power 7 is more than 6" in done.stderr
    (file,) = (tmp_path / "out").rglob("*.pdf")
    text = pdfium.PdfDocument(file)[0].get_textpage().get_text_range()
    assert "NOT A LEGAL DECK" in text


def test_json_tells_problems_with_their_places(forts: Path) -> None:
    (forts / "blue.yaml").write_text("- name: Duke\n  copies: lots\n")
    done = run_here("build", "forts", "--json")
    assert done.code == 1
    told = json.loads(done.stdout)
    assert told["files"] == []
    assert told["errors"] == 1
    (problem,) = told["problems"]
    assert (problem["severity"], problem["line"], problem["column"]) == ("error", 2, 11)
    assert problem["file"].endswith("forts/blue.yaml")
    assert "copies" in (problem["field"], *problem["message"].split())


def test_problems_end_with_1_and_leave_every_earlier_file_as_it_was(forts: Path, here: Path) -> None:
    assert run_here("build", "forts").code == 0
    before = {path: path.read_bytes() for path in (here / "output").rglob("*.pdf")}
    (forts / "red.yaml").write_text(DECKS.replace("Red Knight", "Other Knight"))
    (forts / "blue.yaml").write_text("- {name: Duke, copies: many}\n")
    done = run_here("build", "forts")
    assert done.code == 1
    assert done.stdout == ""
    assert "nothing was written" in done.stderr
    assert {path: path.read_bytes() for path in (here / "output").rglob("*") if path.is_file()} == before


def test_a_failing_first_build_leaves_no_trace(here: Path) -> None:
    write_game(here / "forts", front="<card><rect width='x'/></card>")
    assert run_here("build", "forts").code == 1
    assert [path.name for path in here.iterdir()] == ["forts"]


def test_one_bad_game_keeps_all_from_being_written(forts: Path, here: Path) -> None:
    write_game(here / "bad", front="<card><box/></card>")
    done = run_here("build", forts, "bad", "nowhere")
    assert done.code == 1
    assert "<box>" in done.stderr
    assert "nowhere" in done.stderr
    assert not (here / "output").exists()


@pytest.mark.parametrize(
    "more", [(), ("--form", "png", "--dpi", "20"), ("--form", "png-sheets", "--dpi", "20"), ("--contact",)]
)
def test_strict_takes_a_warning_for_an_error_and_writes_nothing(
    forts: Path, here: Path, more: tuple[str, ...]
) -> None:
    """Of several games neither, and nothing that was there is touched."""
    write_game(here / "tight", front=TIGHT)
    earlier = here / "output" / "forts" / "mine.txt"
    earlier.parent.mkdir(parents=True)
    earlier.write_text("kept")
    done = run_here("build", forts, "tight", "--strict", *more)
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == "nothing was written: with --strict warnings are errors"
    assert [path for path in here.joinpath("output").rglob("*") if path.is_file()] == [earlier]
    assert run_here("build", forts, "--strict", *more).code == 0


def test_one_bad_rulebook_keeps_all_games_from_being_written(forts: Path, here: Path) -> None:
    component = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2"}
    component |= {"safe": 0, "press": {"backs": "none"}}
    game = {"title": "Bad", "rulebook": {}, "components": {"cards": component}}
    write_game(here / "bad", game=game, files={"rulebook.md": "{{ nothing }}\n"})
    for more in ((), ("--form", "png"), ("--strict",)):
        done = run_here("build", forts, "bad", *more)
        assert (done.code, done.stdout) == (1, "")
        assert "`nothing` is not defined here" in done.stderr
        assert done.stderr.endswith("1 error, 0 warnings\nnothing was written\n")
        assert not (here / "output").exists()
    assert run_here("build", forts, "bad", "--only", "cards", "--only", "decks").code == 0


def test_a_warning_does_not_stop_the_build(here: Path) -> None:
    write_game(here / "tight", front=TIGHT)
    done = run_here("build", "tight")
    assert done.code == 0
    assert "0 errors, 1 warning" in done.stderr
    assert "1 file, 1 page, 1 card" in done.stdout
    assert made(here / "output") == {"tight/cards-a4.pdf": 1}


def test_an_output_that_cannot_be_written_to_is_told(forts: Path, here: Path) -> None:
    (here / "taken").write_text("a file, not a folder")
    done = run_here("build", forts, "--out", "taken")
    assert done.code == 1
    assert "can't write to taken" in done.stderr


@pytest.mark.parametrize(
    ("wishes", "files"),
    [
        (["decks"], {"red-a4-duplex-long.pdf", "blue-a4-duplex-long.pdf"}),
        (["red"], {"red-a4-duplex-long.pdf"}),
        (["decks/red"], {"red-a4-duplex-long.pdf"}),
        (["r*"], {"red-a4-duplex-long.pdf"}),
        (["tok?ns"], {"tokens-a4.pdf"}),
        (["red", "tokens"], {"red-a4-duplex-long.pdf", "tokens-a4.pdf"}),
    ],
)
def test_only_chooses_components_and_decks(forts: Path, wishes: list[str], files: set[str]) -> None:
    done = run_here("build", forts, *(part for wish in wishes for part in ("--only", wish)))
    assert done.code == 0, done.output
    assert {Path(name).name for name in made(Path("output"))} == files


def test_only_for_nothing_is_an_error_with_a_suggestion(forts: Path) -> None:
    done = run_here("build", forts, "--only", "tokns")
    assert done.code == 1
    assert "tokns" in done.stderr
    assert "tokens" in done.stderr
    done = run_here("build", forts, "--only", "zzzzzz")
    assert "there are decks, red, blue, tokens" in done.stderr


@pytest.mark.parametrize(
    ("wishes", "cards"),
    [
        (["red-knight"], ["Red Knight"]),
        (["Red Knight"], ["Red Knight"]),
        (["red*"], ["Red Knight", "Red Squire"]),
        (["*KNIGHT"], ["Red Knight", "Blue Knight"]),
        (["class=soldier"], ["Red Knight", "Blue Knight"]),
        (["class=Min*"], ["Red Squire"]),
        (["power=2"], ["Blue Knight"]),
        (["red-squire", "power=2"], ["Red Squire", "Blue Knight"]),
    ],
)
def test_select_chooses_cards(forts: Path, wishes: list[str], cards: list[str]) -> None:
    done = run_here(
        "build", forts, "--only", "red", *(part for wish in wishes for part in ("--select", wish))
    )
    assert done.code == 0, done.output
    (path,) = Path("output/forts").iterdir()
    assert titles(path) == cards


def test_select_keeps_copies_and_skips_decks_without_a_match(forts: Path) -> None:
    done = run_here("build", forts, "--select", "*squire")
    assert done.code == 0
    assert list(made(Path("output")).values()) == [2]
    assert "2 cards" in done.stdout


SELECTIONS = [
    ["Red*"],
    ["Red"],
    ["*Red*"],
    ["Red?*"],
    ["red-*"],
    ["Red *"],
    ["name=Red*"],
    ["class=soldier"],
    ["class=sold*"],
    ["class=soldier", "power=1"],
    ["Red Knight"],
    ["red-knight"],
    ["[Rr]ed*"],
    ["*"],
    ["[RÉ]*"],
    ["[R🐉]*"],
    [f"[R{'É' * 3000}]*"],
    [f"[R{'É' * 3001}]*"],
    [f"[R{'e' * 3001}]*"],
]
"""Each asks for something else, though some find the same cards."""


@pytest.mark.slow
def test_a_selection_replaces_neither_all_cards_nor_another_selection(here: Path) -> None:
    """Not even those of components that are called like a selection of another."""
    cards = f"{DECKS}- {{name: Red, power: 1}}\n"
    odd = ["red-select-red", "red-a4", "red-select-red-a4", "red-select", "contact-select-red"]
    component = {"size": "mini-us", "front": "card.xml.j2", "safe": 0, "press": {"backs": "none"}}
    components = {name: {**component, "cards": [{"name": "Odd"}]} for name in odd}
    write_game(
        here / "g",
        game={"title": "G", "components": {"red": {**component, "cards": "red.yaml"}, **components}},
        front=PLAIN,
        files={"red.yaml": cards},
    )
    assert run_here("build", "g").code == 0
    assert run_here("build", "g", "--contact").code == 0
    seen: dict[str, bytes] = contents(here / "output")
    for wishes in SELECTIONS:
        options = [part for wish in wishes for part in ("--select", wish)]
        for more in ([], ["--contact"]):
            done = run_here("build", "g", *options, "--only", "red", *more)
            assert done.code == 0, done.output
            after = contents(here / "output")
            assert {name: after[name] for name in seen} == seen
            (new,) = set(after) - set(seen)
            assert new.isascii()
            assert len(new) < 100
            assert "select" in new
            seen = after


def contents(out: Path) -> dict[str, bytes]:
    """All files below ``out``."""
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_the_same_selection_has_the_same_name(forts: Path) -> None:
    """Neither case nor order nor repetition make it another."""
    for wishes in (["Red*", "power=2"], ["power=2", "RED*", "red*"]):
        options = [part for wish in wishes for part in ("--select", wish)]
        assert run_here("build", forts, "--only", "red", *options).code == 0
    assert len(made(Path("output"))) == 1


def test_a_selection_of_beginnings_is_named_by_them_alone(forts: Path) -> None:
    done = run_here("build", forts, "--select", "Red*", "--paper", "letter", "--low-ink", "--json")
    name = "forts/red--select-red-letter-duplex-long-low-ink.pdf"
    assert list(made(Path("output"))) == [name]
    assert [file["file"] for file in json.loads(done.stdout)["files"]] == [f"output/{name}"]


@pytest.mark.parametrize("wish", ["nobody", "class=wizard", "spare"])
def test_select_for_nothing_is_an_error(forts: Path, wish: str) -> None:
    """A card of 0 copies can't be selected into print either."""
    done = run_here("build", forts, "--select", wish)
    assert done.code == 1
    assert wish in done.stderr
    assert "field=value" in done.stderr
    assert not Path("output").exists()


def test_two_papers_make_two_files(forts: Path) -> None:
    done = run_here("build", forts, "--paper", "a4", "--paper", "Letter", "--only", "blue")
    assert done.code == 0
    assert set(made(Path("output"))) == {
        "forts/blue-a4-duplex-long.pdf",
        "forts/blue-letter-duplex-long.pdf",
    }
    for name, sides in (("a4", (210, 297)), ("letter", (215.9, 279.4))):
        with pikepdf.open(f"output/forts/blue-{name}-duplex-long.pdf") as pdf:
            box = [float(value) / 72 * 25.4 for value in pdf.pages[0].MediaBox]
        assert box[2:] == pytest.approx(sides, abs=0.001)


def test_the_same_paper_twice_and_pages_without_paper_are_made_once(forts: Path) -> None:
    done = run_here("build", forts, "--paper", "a4", "--paper", "A4", "--only", "blue", "--json")
    assert len(json.loads(done.stdout)["files"]) == 1
    done = run_here(
        "build", forts, "--paper", "a4", "--paper", "letter", "--form", "pod", "--only", "blue", "--json"
    )
    assert [file["file"] for file in json.loads(done.stdout)["files"]] == ["output/forts/blue-pod.pdf"]


def test_a_paper_given_by_its_sides(forts: Path) -> None:
    done = run_here("build", forts, "--paper", "200x300mm", "--only", "tokens")
    assert done.code == 0, done.output
    (name,) = made(Path("output"))
    with pikepdf.open(Path("output") / name) as pdf:
        assert [float(value) / 72 * 25.4 for value in pdf.pages[0].MediaBox][2:] == pytest.approx((200, 300))


def test_sets_of_one_name_do_not_print_over_each_other(here: Path) -> None:
    """Whatever else is built beside it, a set's file has one name."""
    part = {"size": "poker", "front": "card.xml.j2"}
    components = {name: {**part, "cards": "same.yaml"} for name in ("first", "second", "third")}
    other = {**part, "cards": [{"name": "One"}]}
    write_game(
        here / "many",
        game={"title": "Many", "components": {**components, "second-same": other}},
        front=PLAIN,
        files={"same.yaml": "- name: One\n"},
    )
    assert run_here("build", "many").code == 0
    together = made(here / "output")
    assert len(together) == 4
    for name in components:
        assert run_here("build", "many", "--only", name, "--out", f"only-{name}").code == 0
    assert {file for name in components for file in made(here / f"only-{name}")} < set(together)


def test_options_reach_the_press(forts: Path) -> None:
    """Each changes the file; what it does there is measured in tests/press."""
    plain = run_here("build", forts, "--only", "red", "--out", "plain")
    assert plain.code == 0
    first = Path("plain/forts/red-a4-duplex-long.pdf").read_bytes()
    for number, option in enumerate(
        [
            ("--gap", "0"),
            ("--gap", "0.25in"),
            ("--bleed", "1 mm"),
            ("--margin", "10"),
            ("--marks", "lines"),
            ("--back-offset", "1 x 1"),
        ]
    ):
        done = run_here("build", forts, "--only", "red", *option, "--out", f"out-{number}")
        assert done.code == 0, done.output
        assert Path(f"out-{number}/forts/red-a4-duplex-long.pdf").read_bytes() != first
    for option, word, pages in (
        ("--backs", "none", 1),
        ("--backs", "duplex-short", 2),
        ("--backs", "gutterfold", 1),
        ("--form", "pod", 8),
    ):
        assert run_here("build", forts, "--only", "red", option, word, "--out", word).code == 0
        (count,) = made(Path(word)).values()
        assert count == pages
