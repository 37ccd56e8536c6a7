"""SVG art drawn by a process of its own: the same pixels as by resvg itself, whatever befalls the process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import resvg_py
from games import PROJECT, write_game

from generator.catalog.problems import InputError
from generator.catalog.units import INCH
from generator.layout.fonts import built_in_family
from generator.layout.pictures import Picture, read_picture
from generator.press.rasterizer import DPI, Rasterizer

ART = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="{}"/></linearGradient>
<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>
<rect width="60" height="40" fill="url(#g)"/><circle cx="20" cy="20" r="9" filter="url(#b)"/>
<text x="5" y="30" font-size="9" font-family="Source Serif Pro">Knight</text></svg>"""
HANGING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<filter id="f"><feTurbulence baseFrequency="0.5" numOctaves="9999999"/></filter>
<rect width="9" height="9" filter="url(#f)"/></svg>"""


@pytest.fixture
def rasterizer() -> Iterator[Rasterizer]:
    with Rasterizer() as opened:
        yield opened


def picture(folder: Path, text: str, name: str = "a.svg") -> Picture:
    path = folder / name
    path.write_text(text, "utf-8")
    read_picture.cache_clear()
    return read_picture(path)


def by_resvg(text: str, width: int) -> bytes:
    """What resvg draws inside this process."""
    families = [built_in_family(name) for name in ("source-sans", "source-serif")]
    fonts = [str(file) for family in families for file in (family.regular, family.bold)]
    drawn = resvg_py.svg_to_bytes(svg_string=text, width=width, skip_system_fonts=True, font_files=fonts)
    return bytes(drawn)


def millimetres(pixels: int) -> float:
    return pixels / DPI * INCH


def test_the_pixels_are_those_of_resvg(tmp_path: Path, rasterizer: Rasterizer) -> None:
    for name, colour, width in (("a.svg", "blue", 300), ("b.svg", "gold", 600), ("c.svg", "blue", 37)):
        text = ART.format(colour)
        drawn = rasterizer.png(picture(tmp_path, text, name), millimetres(width))
        assert drawn == by_resvg(text, width)


def test_a_drawing_is_made_once_for_each_size(tmp_path: Path, rasterizer: Rasterizer) -> None:
    art = picture(tmp_path, ART.format("blue"))
    small, large = rasterizer.png(art, 5), rasterizer.png(art, 10)
    art.path.unlink()
    assert (rasterizer.png(art, 5), rasterizer.png(art, 10)) == (small, large)
    with pytest.raises(InputError, match=r"the picture a\.svg can't be drawn: No such file"):
        rasterizer.png(art, 20)


def test_drawings_that_memory_is_too_small_for_go_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rasterizer: Rasterizer
) -> None:
    monkeypatch.setattr("generator.press.rasterizer.KEPT_IN_MEMORY", 1000)
    pictures = [picture(tmp_path, ART.format(f"#0{number}0"), f"{number}.svg") for number in range(5)]
    drawn = [rasterizer.png(art, 5) for art in pictures]
    assert len(set(drawn)) == 5
    assert [rasterizer.png(art, 5) for art in pictures] == drawn


def test_after_art_that_hangs_others_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rasterizer: Rasterizer
) -> None:
    hanging, sound = picture(tmp_path, HANGING, "b.svg"), picture(tmp_path, ART.format("blue"))
    before = rasterizer.png(sound, 5)
    monkeypatch.setattr("generator.press.rasterizer.SECONDS", 0.3)
    for _ in range(2):
        with pytest.raises(InputError, match=r"the picture b\.svg can't be drawn: it takes more than "):
            rasterizer.png(hanging, 5)
    monkeypatch.undo()
    assert rasterizer.png(sound, 4) != before
    assert rasterizer.png(sound, 5) == before


def test_all_drawings_of_a_picture_share_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rasterizer: Rasterizer
) -> None:
    """So that art that nearly hangs does not do so once in small and again in full."""
    now, given = [0.0], []

    class Slow:
        is_alive = True

        def draw(self, data: bytes, width: int, seconds: float) -> bytes:
            del width
            given.append(seconds)
            now[0] += 6
            return data

        def kill(self) -> None:
            pass

    monkeypatch.setattr("generator.press.rasterizer._Worker", Slow)
    monkeypatch.setattr("generator.press.rasterizer.time.monotonic", lambda: now[0])
    art, other = (picture(tmp_path, ART.format(name), f"{name}.svg") for name in ("red", "blue"))
    for width in (30, 60, 90):
        rasterizer.png(art, millimetres(width))
    rasterizer.png(other, millimetres(30))
    assert given == pytest.approx([10, 4, 0.1, 10], abs=0.05)


def test_what_resvg_can_not_read_is_told_in_its_words(tmp_path: Path, rasterizer: Rasterizer) -> None:
    path = tmp_path / "a.svg"
    path.write_text("<svg", "utf-8")
    art = Picture(path, "svg", 9, 9, "0")
    with pytest.raises(
        InputError, match=r"the picture a\.svg can't be drawn: the document does not have a root"
    ) as caught:
        rasterizer.png(art, 5)
    assert caught.value.hint == "export it again, or as PNG at 300 dpi of its printed size"
    assert rasterizer.png(picture(tmp_path, ART.format("red"), "b.svg"), 5)


def test_a_draft_is_small(tmp_path: Path) -> None:
    with Rasterizer(draft=True) as rasterizer:
        art = picture(tmp_path, ART.format("blue"))
        rasterizer.prove(art, 500)
        art.path.unlink()
        assert rasterizer.png(art, millimetres(100)) == by_resvg(ART.format("blue"), 100)


def test_no_process_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rasterizer: Rasterizer
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    with pytest.raises(InputError, match="no process can be started for it: No such file"):
        rasterizer.png(picture(tmp_path, ART.format("blue")), 5)


def test_modules_in_the_working_folder_are_not_taken_for_others(tmp_path: Path) -> None:
    for name in ("struct", "signal", "faulthandler", "resvg_py", "resource"):
        (tmp_path / f"{name}.py").write_text("import os; os.abort()\n", "utf-8")
    front = '<card><image href="a.svg" width="20" height="20"/></card>'
    write_game(tmp_path / "g", front=front, files={"art/a.svg": ART.format("blue")})
    # Where the command begins, it does not look into the working folder; what it starts must not either.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "generator", "build", "g", "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    assert (tmp_path / "output" / "g" / "cards-a4.pdf").is_file()
