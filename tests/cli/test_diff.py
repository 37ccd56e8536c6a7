"""``gatepress diff`` as its user meets it: what changed, in words, as a PDF and as sheets to print."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pikepdf
import pytest
from export.repository import commit, start
from export.versions import bookmarks, edited
from games import PROJECT, run, run_here, write_game
from press.pdf_measure import Pdf

FRONT = """\
<card><rect width="63.5" height="88.9" fill="{{ card.kind }}"/>
<text width="60">{{ name }} {{ power }}</text></card>
"""
BACK = "<card><rect width='5' height='5' fill='land'/></card>"
THEME = {"palette": {"sea": "#204080", "land": "#208040"}}
FLEET = """\
name: The Fleet
cards:
  - {name: Brig, kind: sea, power: 3}
  - {name: Cutter, kind: sea, power: 1, copies: 2}
  - {name: Sloop, kind: sea, power: 2}
"""
TOWN = "- {name: Mill, kind: land, power: 2}\n- {name: Inn, kind: land, power: 4, copies: 3}\n"
PAIRS = Path("output/harbour/changes/before-after-a4.pdf")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """``cards/harbour`` of a project that is the current directory, committed and tagged v1."""
    monkeypatch.chdir(start(tmp_path / "project"))
    component = {"size": "poker", "front": "card.xml.j2", "back": "back.xml.j2"}
    folder = write_game(
        Path("cards/harbour"),
        game={
            "title": "Harbour",
            "theme": "theme.yaml",
            "components": {
                "ships": component | {"cards": "fleet.yaml", "title": "Ships"},
                "town": component | {"cards": "town.yaml", "title": "Town"},
            },
        },
        front=FRONT,
        back=BACK,
        theme=THEME,
        files={"fleet.yaml": FLEET, "town.yaml": TOWN},
    )
    commit(Path(), "v1")
    return folder


def change_much(game: Path) -> None:
    """One card stronger, one more often, one gone, one new."""
    edited(game, "fleet.yaml", ("power: 3", "power: 5"), ("copies: 2", "copies: 5"), ("Sloop", "Ketch"))


def made(folder: Path = Path("output")) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def copies(path: Path) -> list[str]:
    """The name on each front of a PDF of sheets, as often as it is printed."""
    text = "".join(Pdf(path).texts()[::2])
    return sorted(
        name for name in ("Brig", "Cutter", "Ketch", "Mill", "Inn") for _ in range(text.count(f"{name} "))
    )


def test_what_changed_since_a_tag_is_told_by_component(game: Path) -> None:
    change_much(game)
    hash_now = commit(Path())
    done = run_here("diff", "v1", "cards/harbour")
    assert done.code == 0, done.output
    assert done.stderr == ""
    first, *others = done.stdout.splitlines()
    assert first.startswith("Harbour: v1 (")
    assert first.endswith(") → cards/harbour")
    assert hash_now[:7] not in first
    assert others == [
        "",
        "Ships",
        "  changed  Brig (brig): power 3 → 5",
        "  changed  Cutter (cutter): copies 2 → 5",
        "  added    Ketch (ketch)",
        "  removed  Sloop (sloop)",
        "",
        "2 changed, 1 added, 1 removed, 2 as before",
        f"{PAIRS}    2 pages     4 cards  before and after",
    ]
    assert made() == ["harbour/changes/before-after-a4.pdf"]
    assert [title for title, _ in bookmarks(PAIRS)] == ["Brig", "Ketch", "Sloop", "Cutter"]


@pytest.mark.parametrize("where", ["cards", "cards/harbour"])
def test_it_works_from_any_folder_of_the_project(
    game: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    change_much(game)
    monkeypatch.chdir(where)
    done = run_here("diff", "HEAD", "." if where.endswith("harbour") else "harbour", "--no-pdf")
    assert done.code == 0, done.output
    assert "→ harbour\n" in done.stdout
    assert "2 changed, 1 added, 1 removed, 2 as before" in done.stdout


def test_two_folders_need_no_git(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Path(shutil.copytree(game, "before"))
    change_much(game)
    monkeypatch.setenv("PATH", "")
    done = run_here("diff", old, game, "--no-pdf")
    assert done.code == 0, done.output
    assert done.stdout.startswith("Harbour: before → cards/harbour\n")
    assert made(Path()) == [name for name in made(Path()) if not name.startswith("output")]


def test_a_folder_goes_before_a_revision_of_the_same_name(game: Path) -> None:
    shutil.copytree(game, "v1")
    edited(Path("v1"), "fleet.yaml", ("power: 3", "power: 4"))
    done = run_here("diff", "v1", game, "--no-pdf")
    assert "  changed  Brig (brig): power 4 → 3\n" in done.stdout


def test_a_colour_of_the_theme_is_noticed_without_any_field(game: Path) -> None:
    edited(game, "layouts/theme.yaml", ("#204080", "#3050a0"))
    done = run_here("diff", "HEAD", game)
    assert "3 changed, 2 as before" in done.stdout
    assert done.stdout.count("front looks different though no field changed") == 3
    assert "Town" not in done.stdout


def test_layouts_shared_by_the_projects_games_are_compared_too(game: Path) -> None:
    shared = Path("layouts/shared/card.xml.j2")
    shared.parent.mkdir(parents=True)
    (game / "layouts" / "card.xml.j2").rename(shared)
    commit(Path())
    edited(Path(), str(shared), ('width="60"', 'x="2" width="58"'))
    done = run_here("diff", "HEAD", game, "--no-pdf")
    assert done.code == 0, done.output
    assert "5 changed, 0 as before" in done.stdout


def test_nothing_changed_is_said_and_no_older_file_tells_otherwise(game: Path) -> None:
    change_much(game)
    assert run_here("diff", "v1", game, "--print").code == 0
    assert len(made()) == 2
    game.joinpath("fleet.yaml").write_text(f"# As it was\n{FLEET}")
    done = run_here("diff", "v1", game, "--print")
    assert done.code == 0, done.output
    assert done.stdout.splitlines()[1:] == [
        "no card changed, 5 as before",
        f"removed {PAIRS}, left over from an earlier comparison",
        "removed output/harbour/changes/sheets-fleet-a4-duplex-long.pdf, "
        "left over from an earlier comparison",
    ]
    assert made() == []


def test_nothing_is_removed_behind_a_link(game: Path) -> None:
    mine = Path("mine/before-after-old.pdf")
    mine.parent.mkdir()
    mine.write_bytes(b"mine")
    Path("output/harbour").mkdir(parents=True)
    Path("output/harbour/changes").symlink_to(Path("mine").absolute())
    done = run_here("diff", "v1", game, "--print")
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1:] == ["no card changed, 5 as before"]
    assert mine.read_bytes() == b"mine"


def test_without_a_pdf_nothing_is_written_or_removed(game: Path) -> None:
    change_much(game)
    assert run_here("diff", "v1", game).code == 0
    before = PAIRS.read_bytes()
    edited(game, "fleet.yaml", ("power: 5", "power: 6"))
    assert run_here("diff", "v1", game, "--no-pdf").code == 0
    assert PAIRS.read_bytes() == before


def test_sheets_hold_only_what_the_older_print_lacks(game: Path) -> None:
    change_much(game)
    done = run_here("diff", "v1", game, "--print", "--no-pdf")
    assert done.code == 0, done.output
    sheets = Path("output/harbour/changes/sheets-fleet-a4-duplex-long.pdf")
    assert made() == ["harbour/changes/sheets-fleet-a4-duplex-long.pdf"]
    assert "    2 pages     5 cards  to print" in done.stdout
    assert [title for title, _ in bookmarks(sheets)] == ["Brig", "Cutter", "Ketch"]
    assert copies(sheets) == ["Brig", "Cutter", "Cutter", "Cutter", "Ketch"]
    assert "changed since v1 (" in Pdf(sheets).texts()[0]


def test_a_card_that_looks_different_is_printed_as_often_as_it_is_needed(game: Path) -> None:
    edited(game, "town.yaml", ("power: 4, copies: 3", "power: 5, copies: 4"))
    run_here("diff", "v1", game, "--print", "--backs", "none")
    assert copies(Path("output/harbour/changes/sheets-town-a4.pdf")) == ["Inn"] * 4


def test_what_looks_the_same_is_not_printed_again(game: Path) -> None:
    edited(game, "town.yaml", ("power: 4, copies: 3", "power: 4, copies: 2, weight: heavy"))
    done = run_here("diff", "v1", game, "--print", "--no-pdf")
    assert "changed  Inn (inn): weight nothing → heavy, copies 3 → 2, looks the same" in done.stdout
    assert made() == []


def test_a_changed_back_is_printed_only_with_backs(game: Path) -> None:
    edited(game, "layouts/back.xml.j2", ("width='5'", "width='6'"))
    run_here("diff", "v1", game, "--print", "--no-pdf", "--backs", "none")
    assert made() == []
    run_here("diff", "v1", game, "--print", "--no-pdf", "--backs", "gutterfold")
    assert made() == [
        "harbour/changes/sheets-fleet-a4-gutterfold.pdf",
        "harbour/changes/sheets-town-a4-gutterfold.pdf",
    ]


def test_the_press_options_count(game: Path) -> None:
    change_much(game)
    options = ("--paper", "letter", "--paper", "a5", "--backs", "none", "--gap", "0", "--marks", "lines")
    done = run_here("diff", "v1", game, "--print", *options, "--out", "made")
    assert done.code == 0, done.output
    assert made(Path("made")) == [
        "harbour/changes/before-after-a5.pdf",
        "harbour/changes/before-after-letter.pdf",
        "harbour/changes/sheets-fleet-a5.pdf",
        "harbour/changes/sheets-fleet-letter.pdf",
    ]
    with pikepdf.open("made/harbour/changes/before-after-a5.pdf") as pdf:
        assert float(pdf.pages[0].mediabox[2]) == pytest.approx(148 / 25.4 * 72, abs=0.01)


def test_a_build_and_a_comparison_never_write_the_same_file(game: Path) -> None:
    for name in ("changes", "before-after", "sheets-fleet"):
        shutil.copy(game / "fleet.yaml", game / f"{name}.yaml")
    edited(
        game,
        "game.yaml",
        ("cards: fleet.yaml", "cards: [fleet.yaml, changes.yaml, before-after.yaml, sheets-fleet.yaml]"),
    )
    for option in ("--backs=none", "--form=pod", "--backs=duplex-long"):
        assert run_here("build", game, option, "--no-cache").code == 0
    built = {name: Path("output", name).read_bytes() for name in made()}
    assert run_here("diff", "v1", game, "--print", "--backs", "none").code == 0
    assert len(made()) == len(built) + 4
    assert {name: Path("output", name).read_bytes() for name in built} == built


def test_json_tells_all_values_in_full(game: Path) -> None:
    long = "A text that is much too long to be shown in one line of a terminal, whatever its width."
    edited(game, "fleet.yaml", ("power: 3", f"power: 3, text: '{long}'"))
    edited(game, "game.yaml", ("title: Harbour", "title: Harbour\nrules: {points: 100}"))
    done = run_here("diff", "v1", game, "--json")
    assert done.code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["cards"] == [
        {
            "component": "ships",
            "card": "brig",
            "name": "Brig",
            "change": "changed",
            "list": {"old": "fleet", "new": "fleet"},
            "copies": {"old": 1, "new": 1},
            "fields": [{"name": "text", "old": None, "new": long}],
            "looks_different": [],
        }
    ]
    assert answer["game"] == [{"name": "rules.points", "old": None, "new": 100}]
    assert [answer[key] for key in ("changed", "added", "removed", "as_before")] == [1, 0, 0, 4]
    assert answer["files"] == [{"file": str(PAIRS), "shows": "before and after", "pages": 1, "cards": 1}]
    assert (answer["problems"], answer["errors"]) == ([], 0)


@pytest.mark.slow
def test_the_same_comparison_gives_the_same_bytes(game: Path) -> None:
    """Whatever the temporary folder that the revision's files lay in."""
    change_much(game)
    first = [run("diff", "v1", game, "--print", cwd=Path.cwd()), PAIRS.read_bytes()]
    files = {name: Path("output", name).read_bytes() for name in made()}
    shutil.rmtree("output")
    assert [run("diff", "v1", game, "--print", cwd=Path.cwd()), PAIRS.read_bytes()] == first
    assert {name: Path("output", name).read_bytes() for name in made()} == files


def test_problems_of_both_versions_are_told_with_their_places(game: Path) -> None:
    edited(game, "fleet.yaml", ("copies: 2", "copies: many"))
    edited(game, "layouts/card.xml.j2", ("{{ power }}", "{{ strength() }}"))
    commit(Path(), "v2")
    edited(game, "fleet.yaml", ("copies: many", "copies: -1"))
    done = run_here("diff", "v2", game, "--print")
    assert done.code == 1
    assert done.stdout == ""
    assert [line.split(": ")[0] for line in done.problems] == [
        "cards/harbour/fleet.yaml:4:49",
        "cards/harbour/layouts/card.xml.j2:2",
        "v2:cards/harbour/fleet.yaml:4:49",
        "v2:cards/harbour/layouts/card.xml.j2:2",
    ]
    assert "nothing was written" in done.stderr
    assert made() == []


def test_warnings_of_the_past_are_not_told(game: Path) -> None:
    edited(game, "fleet.yaml", ("Brig", "Brig 你"))
    commit(Path(), "v2")
    edited(game, "fleet.yaml", ("Brig 你", "Brig"), ("Sloop", "Sloop 好"))
    done = run_here("diff", "v2", game, "--no-pdf")
    assert done.code == 0, done.output
    assert len(done.problems) == 1
    assert "好" in done.problems[0]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("v9", "cards/harbour"),
            "no game or folder named 'v9', and no such git revision: the repository of",
        ),
        (("--", "-v9", "cards/harbour"), "has none named '-v9'"),
        (("a b", "cards/harbour"), "has none named 'a b'"),
        (("", "cards/harbour"), "expected a game's name or folder, got ''"),
        (("cards", "cards/harbour"), "the folder 'cards' has no game.yaml"),
        (("v1", "cards/haven"), "no game or folder named 'cards/haven'"),
        (("v1", "v1"), "no game or folder named 'v1'"),
        (("v1", "../alone"), "and no such git revision: ../alone is not in a git repository"),
        (("v1", "cards/later"), "the revision 'v1' has no game in cards/later"),
    ],
)
def test_what_can_not_be_compared_is_told_in_a_sentence(arguments: tuple[str, ...], told: str) -> None:
    write_game(Path("cards/later"))
    write_game(Path("../alone"))
    done = run_here("diff", *arguments)
    assert done.code == 1
    assert told in done.stderr
    assert "Traceback" not in done.output
    assert made(Path("output")) == []


def test_without_git_a_revision_is_refused_in_a_sentence(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = run_here("diff", "v1", game)
    assert done.code == 1
    assert "no game or folder named 'v1', and no such git revision: git is not installed" in done.stderr


def test_a_damaged_repository_is_told_in_a_sentence(game: Path) -> None:
    for path in Path(".git/objects").rglob("*"):
        if path.is_file():
            path.unlink()
    done = run_here("diff", "v1", game)
    assert done.code == 1
    assert len(done.problems) == 1


def test_a_card_too_large_for_the_paper_writes_nothing_at_all(game: Path) -> None:
    edited(game, "game.yaml", ("size: poker", "size: 150 x 400 mm"))
    done = run_here("diff", "v1", game, "--print")
    assert done.code == 1
    assert "nothing was written" in done.stderr
    assert made() == []


def test_an_output_folder_that_is_a_file(game: Path) -> None:
    change_much(game)
    Path("taken").write_text("")
    done = run_here("diff", "v1", game, "--out", "taken")
    assert done.code == 1
    assert "can't write to taken" in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--backs", "none"), "add --print"),
        (("--gap", "0"), "add --print"),
        (("--print", "--backs", "both"), "not one of"),
        (("--paper", "b12"), "unknown paper"),
    ],
)
def test_wrong_usage(game: Path, options: tuple[str, ...], told: str) -> None:
    done = run_here("diff", "v1", game, *options)
    assert done.code == 2
    assert told in done.stderr


def test_the_manual_explains_every_option() -> None:
    table = (PROJECT / "docs" / "changes.md").read_text("utf-8")
    told = {
        name
        for row in re.findall(r"^\| (`--.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"--[a-z-]+", row)
    }
    known = set(re.findall(r"--[a-z][a-z-]+", run_here("diff", "--help").stdout)) - {"--help"}
    assert told == known


@pytest.mark.slow
def test_a_bundled_game_is_called_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("diff", "hold-the-line", "hold-the-line", "--no-pdf")
    assert done.code == 0, done.output
    assert "no card changed" in done.stdout
