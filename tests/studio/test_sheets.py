"""Sheets in the studio: the form, the pages before they are saved, saving, downloading, exporting."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pypdfium2
import pytest
from games import run_here, write_game
from PIL import Image
from playwright.sync_api import Page, Route, expect

from generator.catalog.press_settings import SETTINGS
from generator.export.target import target_names
from generator.studio.printing import export_form
from studio.asking import Asking, asking
from studio.browser import Served, Troubles, serving

CARDS = [{"name": "<script>alert(1)</script>", "copies": 12}, {"name": "Squire"}]
GROUND = '<rect x="-3" y="-3" width="69.5" height="94.9" fill="#204060"/>'
FRONT = f'<card>{GROUND}<text width="60">{{{{ name }}}}</text></card>\n'
BACK = f"<card>{GROUND}</card>\n"
LETTER = (215.9, 279.4)
MM = 25.4 / 72
PATIENCE = 60_000
"""Milliseconds; many tests may run beside this one."""


@pytest.fixture(scope="module")
def of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    workspace = tmp_path_factory.mktemp("workspace")
    with asking(workspace, [write_game(workspace / "tiny", cards=CARDS, front=FRONT, back=BACK)]) as found:
        yield found


@pytest.fixture
def studio_here(of_all: Asking) -> Asking:
    """A studio for all tests that has written nothing yet."""
    output = of_all.studio.workspace / "output"
    output.unlink() if output.is_symlink() else shutil.rmtree(output, ignore_errors=True)
    return of_all


@pytest.fixture
def workspace(studio_here: Asking) -> Path:
    """The folder that it writes to."""
    return studio_here.studio.workspace


@pytest.fixture(scope="module")
def previewed(of_all: Asking) -> Mapping[str, Any]:
    """Pages that were printed as the form is at first."""
    told = of_all.run("/tiny/sheets/preview", {"paper": "a4"})
    assert told["state"] == "done", told
    return told


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Served]:
    """A studio in a process of its own."""
    game = write_game(tmp_path / "tiny", cards=CARDS, front=FRONT, back=BACK)
    with serving(tmp_path, [game], "--port", "0") as served:
        yield served


def sizes(pdf: bytes) -> set[tuple[float, float]]:
    document = pypdfium2.PdfDocument(pdf)
    return {(round(w * MM, 1), round(h * MM, 1)) for w, h in (page.get_size() for page in document)}


def fields_of(told: dict[str, object]) -> set[object]:
    problems = told["problems"]
    assert isinstance(problems, list)
    return {problem["field"] for problem in problems}


def test_the_form_has_every_press_setting_and_every_target(studio_here: Asking) -> None:
    text = studio_here.get("/tiny/sheets").text
    for name, setting in SETTINGS.items():
        assert (f'id="sheets-{name.replace("_", "-")}"' in text) == setting.is_option, name
        assert not setting.is_option or setting.help in text.replace("&#39;", "'")
    for target in target_names():
        assert f'data-target="{target}"' in text
    assert not re.search(r"\sstyle=", text)


def test_pages_are_seen_before_anything_is_saved(studio_here: Asking, workspace: Path) -> None:
    told = studio_here.run("/tiny/sheets/preview", {"paper": "a4"})
    assert told["state"] == "done", told
    result = told["result"]
    assert result["totals"] == "1 file, 4 pages, 13 cards"
    (file,) = result["files"]
    assert [[page["side"] for page in sheet] for sheet in file["sheets"]] == [["front", "back"]] * 2
    picture = studio_here.get(f"/tiny/sheets/page/{told['id']}/0/1.png?w=210")
    assert Image.open(io.BytesIO(picture.content)).size == (210, 297)
    pdf = studio_here.get(f"/tiny/sheets/download/{told['id']}")
    assert "cards-a4-duplex-long.pdf" in pdf.headers["content-disposition"]
    assert sizes(pdf.content) == {(210.0, 297.0)}
    assert not (workspace / "output").exists()


def test_bleed_is_told_as_a_form_has_it(studio_here: Asking) -> None:
    told = studio_here.run("/tiny/sheets/preview", {"gap": "1"})
    (line,) = told["result"]["notes"]
    assert line.startswith("tiny: 0.5 mm of bleed between cards (cards); gap 6 gives them all 3 mm")


def test_what_is_saved_is_what_the_command_builds(
    studio_here: Asking, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"paper": "letter", "backs": "gutterfold", "gap": "4"}
    told = studio_here.run("/tiny/sheets/save", form)
    assert told["state"] == "done", told
    assert [page["side"] for page in told["result"]["files"][0]["sheets"][0]] == ["front and back, to fold"]
    saved = workspace / "output" / "tiny" / "cards-letter-gutterfold.pdf"
    options = ("--paper", "letter", "--backs", "gutterfold", "--gap", "4", "--out", tmp_path)
    monkeypatch.chdir(workspace)
    assert run_here("build", "tiny", *options).code == 0
    assert saved.read_bytes() == (tmp_path / "tiny" / saved.name).read_bytes()
    assert sizes(saved.read_bytes()) == {LETTER}


def test_a_variant_is_printed_into_a_folder_of_its_own(tmp_path: Path) -> None:
    text = write_game(tmp_path / "tiny", cards=CARDS, front=FRONT).joinpath("game.yaml")
    text.write_text(f"{text.read_text()}variants:\n  few: {{says: fewer cards, set: {{squire.copies: 0}}}}\n")
    with asking(tmp_path, [tmp_path / "tiny"]) as studio:
        assert 'name="variants" data-many value="few"' in studio.get("/tiny/sheets").text
        told = studio.run("/tiny/sheets/save", {"variants": ["few"]})
        assert told["result"]["totals"] == "1 file, 2 pages, 12 cards"
        assert (tmp_path / "output" / "tiny+few" / "cards-a4.pdf").is_file()
        refused = studio.post("/tiny/sheets/preview", {"variants": ["many"]})
        assert fields_of(refused.json()) == {"variants"}


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ({"paper": "lettre"}, {"paper"}),
        ({"bleed": "-3", "backs": "sideways", "gap": "wide"}, {"bleed", "backs", "gap"}),
        ({"form": "pod", "backs": "gutterfold"}, {"backs"}),
        ({"backs": "gutterfold", "registration": "silhouette"}, {"registration"}),
        ({"form": "sheets", "dpi": "300"}, {"dpi"}),
        ({"sheet": "../../etc/passwd.yaml"}, {"sheet"}),
        ({"colour": "red"}, {"colour"}),
        ({"printer": "nobody"}, {"printer"}),
        ({"only": ["cadrs"], "select": ["Nobody*"]}, {"only", "select"}),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(
    studio_here: Asking, form: dict[str, object], fields: set[str]
) -> None:
    for address in ("preview", "save"):
        answer = studio_here.post(f"/tiny/sheets/{address}", form)
        assert answer.status_code == 422
        assert fields_of(answer.json()) == fields


def test_words_of_contradictions_are_those_of_a_form(studio_here: Asking) -> None:
    form = {"form": "pod", "backs": "gutterfold"}
    told = studio_here.post("/tiny/sheets/preview", form).json()
    assert told["message"] == "with form pod there is no sheet to fold; leave it out, or write form sheets"


@pytest.mark.parametrize(
    "form",
    [
        *([], {"backs": {}}, {"only": [3]}, {"paper": "a" * 500}, {"select": "x"}),
        *({"select": [" "]}, {"only": [""]}, {"low_ink": 1}, {"papers": "a4"}, {"options": {}}),
    ],
)
def test_what_no_form_of_ours_sends_is_refused(studio_here: Asking, form: object) -> None:
    assert studio_here.post("/tiny/sheets/preview", form).status_code in (400, 422)


def test_a_choice_of_cards(studio_here: Asking) -> None:
    told = studio_here.run("/tiny/sheets/preview", {"select": ["Squire"], "low_ink": True})
    assert told["result"]["totals"] == "1 file, 2 pages, 1 card"
    name = told["result"]["files"][0]["name"]
    assert re.fullmatch(r"cards--select-squire-[0-9a-f]{6}-a4-duplex-long-low-ink\.pdf", name)


def test_pictures_are_shown_and_packed(studio_here: Asking) -> None:
    told = studio_here.run("/tiny/sheets/preview", {"form": "png", "dpi": "50"})
    (file,) = told["result"]["files"]
    assert len(file["pngs"]) >= 2
    assert studio_here.get(f"/tiny/sheets/page/{told['id']}/0/0.png").headers["content-type"] == "image/png"
    packed = studio_here.get(f"/tiny/sheets/download/{told['id']}")
    assert sorted(ZipFile(io.BytesIO(packed.content)).namelist()) == sorted(file["pngs"])


def test_a_broken_game_is_told_in_the_checkers_words(studio_here: Asking, workspace: Path) -> None:
    cards = workspace / "tiny" / "cards.yaml"
    sound = cards.read_bytes()
    cards.write_text("- name: [\n", "utf-8")
    try:
        told = studio_here.run("/tiny/sheets/save", {})
    finally:
        cards.write_bytes(sound)
    assert told["state"] == "failed"
    assert told["problems"][0]["file"].endswith("cards.yaml")
    assert told["problems"][0]["line"]


def test_a_wrong_rulebook_keeps_the_sheets_from_being_written(studio_here: Asking, workspace: Path) -> None:
    game, book = workspace / "tiny" / "game.yaml", workspace / "tiny" / "rulebook.md"
    sound = game.read_bytes()
    game.write_bytes(sound + b"rulebook: {}\n")
    book.write_text("{{ nothing }}\n", "utf-8")
    try:
        told = studio_here.run("/tiny/sheets/save", {})
    finally:
        game.write_bytes(sound)
        book.unlink()
    assert told["state"] == "failed"
    assert told["problems"][-1]["file"].endswith("rulebook.md")
    assert not (workspace / "output").exists()


def test_nothing_is_written_through_a_link(studio_here: Asking, workspace: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (workspace / "output").mkdir()
    (workspace / "output" / "tiny").symlink_to(elsewhere)
    for address in ("save", "export/png"):
        told = studio_here.run(f"/tiny/sheets/{address}", {})
        assert told["state"] == "failed"
        assert "symbolic link" in json.dumps(told["problems"])
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("page", ["0/99.png", "9/0.png", "x/0.png", "0/-1.png", "0/0.png?w=wide"])
def test_pages_that_there_are_not(studio_here: Asking, previewed: Mapping[str, Any], page: str) -> None:
    assert studio_here.get(f"/tiny/sheets/page/{previewed['id']}/{page}").status_code in (400, 404)


def test_runs_of_others_are_not_known(studio_here: Asking) -> None:
    for address in ("run/abc", "page/abc/0/0.png", "download/abc"):
        assert studio_here.get(f"/tiny/sheets/{address}").status_code == 404


def test_an_export_is_written_and_packed(studio_here: Asking, workspace: Path) -> None:
    form = {"corners": "square", "dpi": "60"}
    told = studio_here.run("/tiny/sheets/export/png", form)
    assert told["state"] == "done", told
    packed = studio_here.get(f"/tiny/sheets/download/{told['id']}")
    names = ZipFile(io.BytesIO(packed.content)).namelist()
    assert "tiny-png.zip" in packed.headers["content-disposition"]
    folder = workspace / "output" / "tiny" / "png"
    assert names
    assert all((folder / name).is_file() for name in names)


@pytest.fixture(scope="module")
def booked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """A studio over a game with all that is exported: cards with backs, and a rulebook."""
    workspace = tmp_path_factory.mktemp("booked")
    game = write_game(workspace / "tiny", cards=CARDS[1:], front=FRONT, back=BACK)
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("rulebook: {}\n")
    (game / "rulebook.md").write_text("# Tiny\n\nOne knight.\n", "utf-8")
    with asking(workspace, [game]) as found:
        yield found


@pytest.mark.parametrize("target", target_names())
def test_every_export_of_the_page_runs_to_its_end(booked: Asking, target: str) -> None:
    form = {field.name: field.value for field in export_form(target).fields}
    told = booked.run(f"/tiny/sheets/export/{target}", form)
    assert told["state"] == "done", told["message"]
    packed = ZipFile(io.BytesIO(booked.get(f"/tiny/sheets/download/{told['id']}").content))
    folder = booked.studio.workspace / "output" / "tiny" / target
    assert packed.namelist()
    for name in packed.namelist():
        assert packed.read(name) == (folder / name).read_bytes()


@pytest.mark.parametrize(
    ("target", "form", "field"),
    [
        ("png", {"corners": "oval"}, "corners"),
        ("png", {"marks": "none"}, "marks"),
        ("tts", {"folder": "/tmp"}, "folder"),
        ("tts", {"install": "true"}, "install"),
    ],
)
def test_options_that_a_target_has_not(
    studio_here: Asking, target: str, form: dict[str, object], field: str
) -> None:
    answer = studio_here.post(f"/tiny/sheets/export/{target}", form)
    assert answer.status_code == 422
    assert field in fields_of(answer.json())


@pytest.mark.browser
@pytest.mark.slow
def test_choosing_seeing_and_saving_in_a_browser(studio: Served, page: Page, troubles: Troubles) -> None:
    troubles.expect("status of 422")
    page.goto(studio.address + "/tiny/sheets")
    expect(page.locator("#totals")).to_have_text("1 file, 4 pages, 13 cards", timeout=PATIENCE)
    expect(page.get_by_role("img", name="page 2, back")).to_be_visible()
    page.get_by_label("Paper", exact=True).first.fill("letter")
    page.locator("#sheets-backs").select_option("gutterfold")
    expect(page.get_by_text("page 1, front and back, to fold").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("heading", name="cards-letter-gutterfold.pdf")).to_be_visible(timeout=PATIENCE)
    page.locator("#sheets-bleed").fill("much")
    expect(page.locator("#sheets-bleed-wrong")).to_contain_text("much")
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.locator("#sheets-bleed").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text(
        "Saved: output/tiny/cards-letter-gutterfold.pdf", timeout=PATIENCE
    )
    saved = studio.workspace / "output" / "tiny" / "cards-letter-gutterfold.pdf"
    assert sizes(saved.read_bytes()) == {LETTER}
    with page.expect_download() as download:
        page.get_by_role("link", name="Download (PDF)").click()
    assert Path(download.value.path()).read_bytes() == saved.read_bytes()
    page.reload()
    expect(page.locator("#sheets-backs")).to_have_value("gutterfold")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("target", ["png", "tts"])
def test_an_export_is_run_to_its_end_in_a_browser(studio: Served, page: Page, target: str) -> None:
    page.goto(studio.address + "/tiny/sheets")
    form = page.locator(f"[data-target={target}]")
    form.locator("summary").click()
    form.get_by_role("button", name="Export").click()
    link = form.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=PATIENCE)
    with page.expect_download() as download:
        link.click()
    packed = ZipFile(download.value.path())
    folder = studio.workspace / "output" / "tiny" / target
    assert packed.namelist()
    for name in packed.namelist():
        assert packed.read(name) == (folder / name).read_bytes()


@pytest.mark.browser
@pytest.mark.slow
def test_sheets_that_take_long_say_so_from_the_first_moment(
    studio: Served, page: Page, troubles: Troubles
) -> None:
    troubles.expect("status of 503")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sheets/preview**", hold)
    page.goto(studio.address + "/tiny/sheets")
    drawing, pages = page.locator("#drawing"), page.locator("#pages")

    def is_drawing() -> None:
        expect(drawing).to_have_text("Drawing the sheets …")
        expect(drawing).to_have_role("status")
        expect(page.get_by_role("progressbar")).to_be_visible()
        expect(pages).to_have_attribute("aria-busy", "true")

    def is_done() -> None:
        expect(drawing).to_be_empty()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        expect(pages).to_have_attribute("aria-busy", "false")

    is_drawing()
    held.pop().fulfill(status=503, json={"message": "The printer is on fire."})
    expect(page.locator("#totals")).to_have_text("The printer is on fire.")
    is_done()
    page.locator("#sheets-backs").select_option("none")
    is_drawing()
    held.pop().continue_()
    expect(page.locator("#pages img").first).to_be_visible()
    is_done()
