"""``gatepress calibrate`` and ``--printer``: what is saved, and which sheets it changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest
from games import run_here, write_game

SQUARE = '<card><rect x="-3" y="-3" width="69.5" height="94.9" fill="#aa3311"/></card>'
READINGS = ("--left", "5.3 x 4.8", "--right", "5.2 x 5.3", "--top", "5.6 x 5.1", "--bottom", "4.9 x 5.1")
BOOK = {
    "title": "Tiny",
    "rulebook": {"text": "rules.md"},
    "components": {
        "cards": {
            "size": "poker",
            "cards": "cards.yaml",
            "front": "card.xml.j2",
            "back": "back.xml.j2",
            "safe": 0,
        }
    },
}


SHEETS: tuple[tuple[str, ...], ...] = (
    (),
    ("--paper", "letter"),
    ("--backs", "duplex-short"),
    ("--backs", "gutterfold"),
    ("--backs", "none"),
    ("--form", "pod"),
)


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in an empty folder with a game; the file that printers are kept in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    write_game(tmp_path / "g", front=SQUARE, back=SQUARE)
    return tmp_path / "settings" / "printers.yaml"


def save(name: str = "office", *more: str) -> None:
    done = run_here("calibrate", "--printer", name, "--dx", "0.4", "--dy", "-0.2", *more)
    assert done.code == 0, done.stderr


def built(*options: str) -> bytes:
    shutil.rmtree("built", ignore_errors=True)
    done = run_here("build", "g", "--out", "built", *options)
    assert done.code == 0, done.stderr
    (file,) = Path("built", "g").glob("*.pdf")
    return file.read_bytes()


def test_the_page_has_a_file_for_each_paper_and_the_same_bytes_each_time(settings: Path) -> None:
    done = run_here("calibrate", "--paper", "a4", "--paper", "letter", "--out", "pages")
    names = ["calibration-a4-duplex-long.pdf", "calibration-letter-duplex-long.pdf"]
    assert sorted(path.name for path in Path("pages").iterdir()) == names
    assert all(f"pages/{name}  2 pages" in done.stdout for name in names)
    before = Path("pages", names[0]).read_bytes()
    assert run_here("calibrate", "--out", "pages").code == 0
    assert Path("pages", names[0]).read_bytes() == before
    assert not settings.exists(), "a page alone saves nothing"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Kalibriere deinen Drucker"),
        ("fr", "Calibrez votre imprimante"),
        ("pl", "Calibrate your printer"),
    ],
)
def test_the_page_speaks_a_language(language: str, said: str) -> None:
    done = run_here("calibrate", "--lang", language)
    assert done.code == 0, done.output
    page = pypdfium2.PdfDocument("output/calibration-a4-duplex-long.pdf")[0]
    assert said in page.get_textpage().get_text_range()


def test_numbers_and_readings_are_saved_and_listed(settings: Path) -> None:
    told = run_here("calibrate", "--printer", "office", *READINGS).stdout
    assert f"saved in {settings.as_posix()}: office, a4, duplex-long: back pages 0.2" in told
    save("Home 2", "--paper", "a4 landscape", "--backs", "duplex-short", "--scale", "100.2% x 0.999")
    listed = run_here("calibrate", "--list").stdout
    assert (
        "Home 2 (default)\n  a4 landscape, duplex-short: back pages 0.4 mm to the right, 0.2 mm up," in listed
    )
    assert "at 100.2 % x 99.9 %" in listed
    assert "office\n  a4, duplex-long:" in listed
    found = json.loads(run_here("calibrate", "--list", "--json").stdout)
    assert found["default"] == "Home 2"
    assert found["printers"][0]["calibrations"] == [
        {
            "paper": "a4 landscape",
            "backs": "duplex-short",
            "dx": 0.4,
            "dy": -0.2,
            "rotate": 0.0,
            "scale": [1.002, 0.999],
            "skew": 0.0,
        }
    ]


def test_a_paper_without_a_name_and_a_name_like_a_word_of_yaml_are_read_back() -> None:
    save("No", "--paper", "200x290mm")
    save("4250", "--paper", "a3+")
    assert run_here("calibrate", "--list").stdout.count("duplex-long") == 2
    save("no", "--paper", "200x290mm", "--rotate", "1")
    assert run_here("calibrate", "--list").stdout.count("duplex-long") == 2, "the same printer"


def test_only_back_pages_of_the_calibrated_paper_and_edge_change() -> None:
    plain = {options: built(*options) for options in SHEETS}
    save()
    changed = [options for options in SHEETS if built(*options) != plain[options]]
    assert changed == [()]
    assert built("--printer", "none") == plain[()]


def test_the_build_tells_what_is_corrected_and_what_is_not() -> None:
    before = run_here("build", "g", "--paper", "a4", "--paper", "letter").stdout
    assert "printer" not in before
    save()
    lines = run_here("build", "g", "--paper", "a4", "--paper", "letter").stdout.splitlines()
    assert lines[-3:-1] == [
        "back pages corrected for the printer office: a4 duplex-long",
        "back pages not corrected, as the printer office is not calibrated for them: letter duplex-long",
    ]
    assert lines[-1] == before.splitlines()[-1]
    found = json.loads(run_here("build", "g", "--paper", "a4", "--paper", "letter", "--json").stdout)
    assert [file.get("printer") for file in found["files"]] == ["office", None]
    assert "printer" not in run_here("build", "g", "--backs", "none").stdout


def test_the_default_is_the_one_saved_last_until_another_is_chosen() -> None:
    plain = built()
    save("office")
    office = built()
    save("home", "--rotate", "0.5")
    assert len({plain, office, built()}) == 3
    assert built("--printer", "OFFICE") == office
    assert run_here("calibrate", "--default", "office").code == 0
    assert built() == office
    assert run_here("calibrate", "--default", "none").code == 0
    assert built() == plain
    assert built("--printer", "office") == office
    assert run_here("calibrate", "--remove", "office").code == 0
    done = run_here("build", "g", "--printer", "office")
    assert done.code == 2
    assert "no printer is called 'office'; there are home" in " ".join(done.stderr.replace("│", " ").split())
    assert run_here("calibrate", "--remove", "home").code == 0
    assert run_here("calibrate", "--list").stdout == ""
    assert built() == plain


def test_the_offset_is_added_to_the_correction() -> None:
    """To the right and down, whatever the printer needs."""
    with_offset = built("--back-offset", "0.4 x -0.2")
    save()
    assert built() == with_offset
    save("other", "--dx", "0.1", "--dy", "0.1")
    assert built("--back-offset", "0.3 x -0.3") == with_offset


def test_what_is_kept_is_not_taken_for_another_printer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    plain = built()
    save()
    corrected = built()
    assert corrected != plain
    assert built("--printer", "none") == plain
    assert built() == corrected


def test_booklets_are_corrected_for_their_own_paper_and_edge() -> None:
    book = {**BOOK, "rulebook": {"text": "rules.md", "form": "booklet"}}
    write_game(Path("g"), front=SQUARE, back=SQUARE, game=book, files={"rules.md": "# Rules\n\nDraw.\n"})
    options = ("--only", "rulebook")
    plain = built(*options)
    save()
    assert built(*options) == plain
    save("office", "--paper", "a4 landscape", "--backs", "duplex-short")
    corrected = built(*options)
    assert corrected != plain
    assert "office: a4 landscape duplex-short" in run_here("build", "g", *options).stdout


@pytest.mark.slow
def test_decks_and_changes_are_corrected_as_well() -> None:
    save()
    done = run_here("deck", "print", "hedgerow-rising", "--game", "battle-gate")
    assert "back pages corrected for the printer office: a4 duplex-long" in done.stdout
    write_game(Path("old"), front=SQUARE, back=SQUARE, cards=[{"name": "Squire"}])
    done = run_here("diff", "old", "g", "--print", "--no-pdf")
    assert "back pages corrected for the printer office: a4 duplex-long" in done.stdout
    assert "printer" not in run_here("diff", "old", "g", "--print", "--no-pdf", "--printer", "none").stdout


def test_a_corrected_page_refines_what_was_saved() -> None:
    save("office", "--rotate", "0.2")
    done = run_here("calibrate", "--printer", "office")
    assert "output/calibration-a4-duplex-long-office.pdf" in done.stdout
    exact = [part for edge in ("left", "right", "top", "bottom") for part in (f"--{edge}", "5 x 5")]
    assert run_here("calibrate", "--printer", "office", "--refine", *exact).code == 0
    listed = run_here("calibrate", "--list").stdout
    assert "0.4 mm to the right, 0.2 mm up, 0.2° clockwise, at 100 %" in listed, "nothing was left"
    moved = [part for edge in ("left", "right", "top", "bottom") for part in (f"--{edge}", "5.3 x 5")]
    assert run_here("calibrate", "--printer", "office", "--refine", *moved).code == 0
    # Too far to the right as seen from the front is too far to the left on the back.
    assert "0.7 mm to the right, 0.199 mm up, 0.2° clockwise" in run_here("calibrate", "--list").stdout


WRONG = [
    (["--dx", "1"], "say which printer it is"),
    (["--printer", "p", "--dx", "40 mm"], "40 mm is more than any printer is off"),
    (["--printer", "p", "--dx", "1e9"], "cannot be more than 2000 mm"),
    (["--printer", "p", "--dy", "nan"], "expected a length, got 'nan'"),
    (["--printer", "p", "--scale", "3"], "a scale of 3 is more than any printer is off"),
    (["--printer", "p", "--scale", "1 x 1 x 1"], "expected a scale"),
    (["--printer", "p", "--scale", "inf"], "expected a scale, got 'inf'"),
    (["--printer", "p", "--rotate", "90"], "a turn of 90 degrees is more than any printer is off"),
    (["--printer", "p", "--rotate", "a bit"], "expected degrees, got 'a bit'"),
    (["--printer", "p", "--skew", "4"], "a turn of 4 degrees is more than any printer is off"),
    (["--printer", "none", "--dx", "1"], "no printer can be called none"),
    (["--printer", "../p", "--dx", "1"], "expected a printer's name"),
    (["--printer", "p" * 41, "--dx", "1"], "at most 40 letters"),
    (["--printer", "p", "--paper", "a4", "--paper", "a3", "--dx", "1"], "each paper has its own numbers"),
    (["--printer", "p", "--left", "5 x 5"], "--right, --top, --bottom: read the scales of all four edges"),
    (["--printer", "p", "--dx", "1", *READINGS], "give either readings or --dx, not both"),
    (["--printer", "p", *READINGS[:-1], "5"], "expected two readings, across x down, got '5'"),
    (["--printer", "p", *READINGS[:-1], "5 x 12"], "a reading of 12 is beyond the scale"),
    (["--printer", "p", *READINGS[:-1], "7 x 5"], "the readings contradict each other by"),
    (["--printer", "p", "--refine", *READINGS], "nothing is saved of p for a4, duplex-long"),
    (["--printer", "p"], "no printer is called 'p'"),
    (["--refine"], "there is nothing to refine with"),
    (["--backs", "gutterfold"], "'gutterfold' is not one of duplex-long, duplex-short"),
    (["--list", "--remove", "p"], "each go alone"),
    (["--list", "--dx", "1"], "each go alone"),
    (["--remove", "p"], "no printer is called 'p'"),
    (["--default", "p"], "no printer is called 'p'"),
]


@pytest.mark.parametrize(("given", "told"), WRONG)
def test_wrong_usage_is_told_and_saves_nothing(settings: Path, given: list[str], told: str) -> None:
    done = run_here("calibrate", *given)
    assert done.code == 2, done.output
    text = " ".join(" ".join(line.strip("│ ") for line in done.stderr.splitlines()).split())
    assert told in text or told.replace(" ", "") in text.replace(" ", "")
    assert not settings.exists()
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--form", "pod"], "with --form pod there are no back pages to correct"),
        (["--backs", "gutterfold"], "with --backs gutterfold there are no back pages"),
        (["--printer", "offise"], "did you mean `office`?"),
    ],
)
def test_a_printer_that_would_change_nothing_is_a_misunderstanding(options: list[str], told: str) -> None:
    save()
    name = [] if "--printer" in options else ["--printer", "office"]
    done = run_here("build", "g", *name, *options)
    assert done.code == 2
    assert told in " ".join(done.stderr.replace("│", " ").split())


def test_small_paper_has_no_room() -> None:
    done = run_here("calibrate", "--paper", "100x150mm")
    assert done.code == 1
    assert "paper of 100 x 150 mm has no room for the scales; each side must be 148 mm or more" in done.stderr
    assert not Path("output").exists()


def test_without_a_folder_for_settings_nothing_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEPRESS_CONFIG", "")
    done = run_here("calibrate", "--printer", "p", "--dx", "1")
    assert done.code == 1
    assert "there is no folder to keep printers in; name one by the variable GATEPRESS_CONFIG" in done.stderr
    assert run_here("build", "g").code == 0
