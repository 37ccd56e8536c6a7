"""Forms of what is written: pictures that can't be, options that contradict each other, files in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here, write_game

from .conftest import check_refused, contents

BACK = '<card><rect x="-3" y="-3" width="80" height="100" fill="#c81e3c"/></card>'


def told(*options: str, folder: str = "g") -> str:
    """What is told of wrong usage, in one line."""
    done = run_here("build", folder, "--out", "out", *options)
    assert done.code == 2, done.output
    return " ".join(done.output.replace("│", " ").split())


@pytest.fixture
def g(out: Path) -> Path:
    return write_game(out.parent / "g", back=BACK)


@pytest.mark.parametrize(
    "dpi", ["0", "-1", "9", "2401", "1e9", "1000000000", "9" * 400, "abc", "300.5", "", "३००", "0x12c", "nan"]
)
@pytest.mark.usefixtures("g")
def test_dots_to_the_inch_that_make_no_sense(dpi: str, out: Path) -> None:
    before = contents(out)
    text = told("--form", "png", f"--dpi={dpi}")
    assert "expected a whole number from 10 to 2400, got" in text
    assert len(text) < 400
    assert contents(out) == before


@pytest.mark.usefixtures("g")
def test_options_that_mean_nothing_together() -> None:
    for form, other in (("png", "png-sheets"), ("pod", "sheets")):
        text = told("--form", form, "--backs", "gutterfold")
        assert f"with --form {form} there is no sheet to fold; leave it out, or write --form {other}" in text
    for options in ((), ("--form", "sheets"), ("--form", "pod")):
        assert "it says how fine pictures are; add --form png" in told("--dpi", "600", *options)
    assert "'jpg' is not one of sheets, pod, png, png-sheets" in told("--form", "jpg")
    assert "print on demand is a form: write --form pod" in told("--backs", "pod")


@pytest.mark.parametrize(
    ("press", "problem"),
    [
        (
            "{backs: pod}",
            "press.backs: print on demand is not a kind of backs; it is a form: write `form: pod`",
        ),
        (
            "{form: PNG}",
            "press.form: expected one of sheets, pod, png, png-sheets; got 'PNG'",
        ),
        ("{dpi: 0}", "press.dpi: expected a whole number from 10 to 2400, got 0"),
        ("{dpi: true}", "press.dpi: expected a whole number from 10 to 2400, got true"),
        ("{dpi: 300.5}", "press.dpi: expected a whole number from 10 to 2400, got 300.5"),
        ("{dpi: [300]}", "press.dpi: expected a whole number from 10 to 2400, got a list"),
        ("{dpi: 1.0e+9}", "press.dpi: expected a whole number from 10 to 2400, got 1000000000.0"),
    ],
)
def test_in_game_yaml_it_is_told_where(press: str, problem: str, g: Path, out: Path) -> None:
    text = (g / "game.yaml").read_text()
    (g / "game.yaml").write_text(text + f"    press: {press}\n")
    line = len(text.splitlines()) + 1
    done = run_here("build", g, "--out", out)
    check_refused(done, out)
    (first, *_) = done.problems
    assert f"game.yaml:{line}:" in first
    assert problem in first


def test_a_card_too_large_for_its_paper_is_refused_in_every_form(out: Path) -> None:
    folder = write_game(out.parent / "g", component={"size": "400 x 500", "press": {"backs": "none"}})
    for form in ("sheets", "png-sheets"):
        done = run_here("build", folder, "--form", form, "--out", out)
        check_refused(done, out)
        (line,) = done.problems
        assert "the card is 400 × 500 mm, but A4 has only" in line


def test_a_picture_with_too_many_pixels_is_refused_with_what_would_fit(out: Path) -> None:
    board = {"kind": "board", "size": "1200 x 900", "press": {"backs": "none"}}
    folder = write_game(out.parent / "g", component=board)
    for form, pixels in (("png", "56,976 × 42,803"), ("png-sheets", None)):
        done = run_here("build", folder, "--form", form, "--dpi", "1200", "--out", out)
        check_refused(done, out)
        (line,) = done.problems
        assert line.startswith("g/game.yaml:4:11: error: ")
        assert "more than the 100 million that a PNG file may have here" in line
        assert "use --dpi" in line
        if pixels:
            assert pixels in line
            assert "use --dpi 242 or less" in line
    done = run_here("build", folder, "--form", "png", "--dpi", "20", "--out", out)
    assert done.code == 0, done.output


def test_what_stands_in_the_way_is_told_before_anything_is_drawn(g: Path, out: Path) -> None:
    (out / "g" / "cards").write_bytes(b"a file where the folder should be")
    before = contents(out)
    done = run_here("build", g, "--form", "png", "--out", out)
    assert done.code == 1
    assert "out/g/cards: this is a file, a folder is needed" in done.stderr
    assert contents(out) == before
    (out / "g" / "cards").unlink()
    (out / "g" / "cards" / "knight.png").mkdir(parents=True)
    before = contents(out)
    done = run_here("build", g, "--form", "png", "--out", out)
    assert done.code == 1
    assert "out/g/cards/knight.png: this is a folder" in done.stderr
    assert contents(out) == before


def test_links_are_not_taken_for_own_pictures(g: Path, out: Path) -> None:
    assert run_here("build", g, "--form", "png", "--dpi", "20", "--out", out).code == 0
    own = out / "g" / "cards" / "knight.png"
    (own.parent / "link.png").symlink_to(own)
    (out / "g" / "cards" / "folder.png").mkdir()
    (out / "g" / "cards" / "empty.png").touch()
    done = run_here("build", g, "--form", "png", "--dpi", "20", "--out", out)
    assert done.code == 0, done.output
    assert {path.name for path in own.parent.iterdir()} == {
        "knight.png",
        "knight-back.png",
        "link.png",
        "folder.png",
        "empty.png",
    }


def test_with_an_error_in_one_card_no_picture_is_written(g: Path, out: Path) -> None:
    (g / "cards.yaml").write_text("- {name: Knight}\n- {name: Squire, copies: many}\n")
    check_refused(run_here("build", g, "--form", "png", "--out", out), out)


@pytest.mark.parametrize("corner", ["-1", "50 mm", "round", "[3, 3]"])
def test_corners_that_can_t_be_cut(corner: str, g: Path, out: Path) -> None:
    with (g / "game.yaml").open("a") as file:
        file.write(f"    corner: {corner}\n")
    done = run_here("build", g, "--form", "png", "--out", out)
    check_refused(done, out)
    assert "components.cards.corner" in done.problems[0]
