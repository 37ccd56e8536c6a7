"""The README keeps its word: its commands run, its example game builds, its table is the data's."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from forks import run_forked
from games import Result, run
from PIL import Image

from generator.catalog.bundle import bundled_games
from generator.catalog.load import load_game
from generator.catalog.models import CardSet, Game
from generator.catalog.problems import Problems
from generator.importing.starting import starters

pytestmark = pytest.mark.usefixtures("kept_sheets")

ROOT = Path(__file__).resolve().parent.parent
README_FILE = ROOT / "README.md"
README = README_FILE.read_text("utf-8")
GAMES = (ROOT / "docs/bundled-games.md").read_text("utf-8")
(FIVE_MINUTES,) = re.findall(r"<!-- five minutes: .*?<!-- /five minutes -->", README, re.DOTALL)
(TEN_MINUTES,) = re.findall(r"<!-- ten minutes: .*?<!-- /ten minutes -->", GAMES, re.DOTALL)


(BESIDE,) = re.findall(r"<!-- beside: .*?<!-- /beside -->", README, re.DOTALL)
CLAIMS = {
    "Runs on": "test_wheel.py::test_installed_elsewhere",
    "Shows a change at once": "studio/test_live.py::test_a_saved_card_layout_theme_and_picture_show",
    "Text too long for its box": "test_readme.py::test_text_too_long_shrinks_and_then_is_reported",
    "A misspelt attribute": "test_readme.py::test_the_errors_shown_are_the_errors_given",
    "Errors say file, line and column": "test_readme.py::test_the_errors_shown_are_the_errors_given",
    "Text in the unsafe zone is found": "press/preflight/test_safe_zone.py::test_texts_are_told_wherever",
    "Backs across a fold (gutterfold)": "press/test_pdf_backs.py::test_across_the_fold_each_back",
    "Rebuilds a sheet that has not changed": "press/test_cache.py::test_what_did_not_change_is",
    "Low-ink sheets": "cli/test_new.py::test_a_template_prints_with_little_ink",
    "Shows colour-blind views": "export/test_vision.py::test_colours_that_fall_together",
    "PDF that a screen reader can follow": "press/rulebook/test_tagged.py::test_every_form_keeps_to_pdf_ua_1",
    "Is this deck legal, and what are its odds?": (
        "deck/test_check.py::test_legal_is_what_the_definition_says "
        "deck/test_card_odds.py::test_simulated_odds_agree"
    ),
    "Plays the game and says whether it is fair": "test_readme.py::test_the_balance_is_measured_as_shown",
}
"""What the README says of Gatepress beside other tools, and the tests of each line."""


def commands_in(text: str) -> list[str]:
    """The commands that a text shows, in its order."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


(PLAYING,) = re.findall(r"## Play before you print\n.*?(?=\n## )", README, re.DOTALL)
(BALANCE,) = re.findall(r"## Is it balanced\?\n.*?(?=\n## )", README, re.DOTALL)
COMMANDS = commands_in(README.replace(FIVE_MINUTES, "").replace(PLAYING, "").replace(BALANCE, ""))
FILES = re.findall(r"^`(my-game/[^`]+)`\n\n```\w+\n(.*?)```", README, re.DOTALL | re.MULTILINE)
(PAGES_OF_GAMES,) = re.findall(r"<!-- games: .*?<!-- /games -->", GAMES, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the README's example game in it."""
    for name, text in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def gatepress(command: str, folder: Path) -> Result:
    words = shlex.split(command)
    assert words[0] == "gatepress"
    return run_forked(*words[1:], cwd=folder, timeout=300)


def gatepress_anew(command: str, folder: Path) -> Result:
    """In a new Python, as somebody who tries it out has it."""
    words = shlex.split(command)
    assert words[0] == "gatepress"
    return run(*words[1:], cwd=folder, timeout=300)


@pytest.mark.slow
@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("gatepress")])
def test_command_runs(command: str, folder: Path) -> None:
    done = gatepress(command, folder)
    assert done.code == 0, done.stderr
    end, head = (".png", b"\x89PNG") if "--form png" in command else (".pdf", b"%PDF")
    written = list(folder.rglob(f"*{end}"))
    assert written
    assert all(path.read_bytes().startswith(head) for path in written)
    if "--json" in command:
        assert json.loads(done.stdout)["errors"] == 0


@pytest.mark.slow
def test_the_games_are_played_as_shown(tmp_path: Path) -> None:
    commands = commands_in(PLAYING)
    played, *others = [gatepress(command, tmp_path) for command in commands]
    assert commands[0].startswith("gatepress play")
    assert "--replay" in commands[1]
    assert "The game is over" in played.stdout
    for command, done in zip(commands, [played, *others], strict=True):
        assert done.code == 0, f"{command}: {done.stderr}"
        assert done.stdout.strip()
    ends = [done.stdout[done.stdout.rindex("The game is over") :] for done in (played, others[0])]
    assert ends[0].splitlines()[:2] == ends[1].splitlines()[:2]


@pytest.mark.slow
def test_the_balance_is_measured_as_shown(tmp_path: Path) -> None:
    commands = commands_in(BALANCE)
    assert [command.split()[1] for command in commands] == ["simulate", "balance", "sweep"]
    for command in commands:
        done = gatepress(command, tmp_path)
        assert done.code == 0, f"{command}: {done.stderr}"
        assert "%" in done.stdout
        assert not done.stderr
    assert (tmp_path / "balance.pdf").read_bytes().startswith(b"%PDF")
    assert "Is Battle Gate balanced?" in (tmp_path / "balance.html").read_text("utf-8")


def test_the_first_five_minutes_go_without_a_warning(tmp_path: Path) -> None:
    for command in commands_in(FIVE_MINUTES):
        done = gatepress_anew(command, tmp_path)
        assert (done.code, done.stderr) == (0, ""), command
    assert list((tmp_path / "output/island").glob("*.pdf"))
    assert len(list((tmp_path / "output/whist").rglob("*.png"))) > 52


@pytest.mark.slow
def test_the_first_ten_minutes_go_as_shown(tmp_path: Path) -> None:
    shown = re.findall(r"^\$ (gatepress .*)\n((?:(?!\$ |```).*\n)*)", TEN_MINUTES, re.MULTILINE)
    assert [command.split()[1:3] for command, _ in shown] == [
        ["deck", "new"],
        ["deck", "check"],
        ["deck", "check"],
        ["hands", "my-deck.yaml"],
        ["deck", "print"],
    ]
    for step, (command, expected) in enumerate(shown):
        if step == 2:
            raise_copies(tmp_path / "my-deck.yaml")
        done = gatepress_anew(command, tmp_path)
        assert done.stdout == expected
        assert done.stderr == ""
        assert done.code == (1 if step == 1 else 0)
    assert list(tmp_path.rglob("*.pdf"))


def raise_copies(path: Path) -> None:
    """The edit that the README asks of the player."""
    before, name, after = path.read_text("utf-8").partition("name: Bread Thief")
    assert name
    assert "`copies: 6` for the Bread Thief" in TEN_MINUTES
    path.write_text(before + name + after.replace("copies: 5", "copies: 6", 1), "utf-8")


def test_every_line_beside_other_tools_has_its_test() -> None:
    lines = re.findall(r"^\| ([^|]+?) \|", BESIDE, re.MULTILINE)
    assert lines == list(CLAIMS)
    for name in " ".join(CLAIMS.values()).split():
        file, _, test = name.partition("::")
        assert f"def {test}" in (ROOT / "tests" / file).read_text("utf-8"), name


@pytest.mark.slow
def test_text_too_long_shrinks_and_then_is_reported(folder: Path) -> None:
    cards = folder / "my-game/cards.yaml"
    text = cards.read_text("utf-8")
    for times, reported in ((8, False), (80, True)):
        cards.write_text(text.replace("Blocks. Complains", "Blocks. Complains " * times), "utf-8")
        done = gatepress("gatepress check my-game", folder)
        assert ("card.xml.j2:4:3" in done.output) == reported, done.output


def test_the_templates_are_all_there() -> None:
    assert sorted(re.findall(r"^\| `([\w-]+)", FIVE_MINUTES, re.MULTILINE)[1:]) == sorted(starters())


def test_the_picture_moves_and_is_small() -> None:
    picture = ROOT / "docs/pictures/studio/saved.gif"
    assert "(docs/pictures/studio/saved.gif)" in README
    assert picture.stat().st_size <= 600_000
    with Image.open(picture) as frames:
        assert frames.n_frames > 10  # type: ignore[attr-defined]


def test_every_command_is_known() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"make", "gatepress"}


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("make")])
def test_make_knows_the_target(command: str) -> None:
    """The targets themselves are run by continuous integration; running them here would not end."""
    make = shutil.which("make")
    assert make, "make is part of the set-up"
    done = subprocess.run(
        [make, "-n", *command.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert ".venv/bin" in done.stdout


def test_the_errors_shown_are_the_errors_given(folder: Path) -> None:
    for name, right, wrong in (
        ("my-game/cards.yaml", "copies: 3", "copies: three"),
        ("my-game/layouts/card.xml.j2", 'fill="#f4ead2"', 'fil="#f4ead2"'),
    ):
        path = folder / name
        path.write_text(path.read_text("utf-8").replace(right, wrong), "utf-8")
    done = gatepress_anew("gatepress build my-game", folder)
    shown = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    assert done.code == 1
    assert done.stderr == shown[1]


@pytest.mark.parametrize("name", bundled_games())
def test_a_table_of_components_is_made_from_the_data(name: str) -> None:
    shown = re.search(rf"<!-- components of {name} -->\n(.*?)<!-- /components -->", GAMES, re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == component_table(name)


def component_table(name: str) -> str:
    """A game's table of all that is in it, for copying when the data changes."""
    game = load_game(ROOT / "cards" / name, Problems())
    assert game is not None
    return "\n".join(
        ["| component | what it is | pieces | different |", "|---|---|---:|---:|", *_component_rows(game)]
    )


def _component_rows(game: Game) -> list[str]:
    rows = []
    for component in game.components:
        cards = [card for card_set in component.sets for card in card_set.cards if card.copies]
        pieces = sum(card.copies for card in cards)
        rows.append(f"| {component.title} | {component.kind} | {pieces} | {len(cards)} |")
    if game.rulebook is not None:
        rows.append(f"| Rulebook | {game.rulebook.form} | 1 | 1 |")
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("command", commands_in(PAGES_OF_GAMES))
def test_a_game_is_printed_and_played_as_its_page_says(command: str, tmp_path: Path) -> None:
    done = gatepress(command, tmp_path)
    assert done.code == 0, done.stderr
    if " build " in command:
        assert list(tmp_path.rglob("*.pdf"))
        assert "error" not in done.stderr
    else:
        assert "The game is over" in done.stdout


def test_every_game_has_its_commands() -> None:
    built_and_played = {tuple(command.split()[1:3]) for command in commands_in(PAGES_OF_GAMES)}
    assert built_and_played == {(verb, name) for verb in ("build", "play") for name in bundled_games()}


def test_the_table_of_decks_is_made_from_the_data() -> None:
    shown = re.search(r"<!-- decks: [^>]*-->\n(.*?)<!-- /decks -->", GAMES, re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == deck_table()


def deck_table() -> str:
    """The README's table, for copying when the data changes."""
    game = load_game(ROOT / "cards" / "battle-gate", Problems())
    assert game is not None
    decks = next(component.sets for component in game.components if component.id == "decks")
    rows = [_row(deck) for deck in sorted(decks, key=lambda deck: deck.name)]
    return "\n".join(
        ["| deck | cards | minions, soldiers, assassins | how it plays |", "|---|---|---|---|", *rows]
    )


def _row(deck: CardSet) -> str:
    counts = dict.fromkeys(("minion", "soldier", "assassin"), 0)
    for card in deck.cards:
        counts[str(card.values["class"])] += card.copies
    text = " ".join((deck.text or "").split())
    return f"| {deck.name} | {sum(counts.values())} | {', '.join(map(str, counts.values()))} | {text} |"


def test_links_lead_somewhere() -> None:
    """To a file, and where a heading is meant, to one that is there."""
    for target, heading in re.findall(r"\]\(([^)#\s:]*)(?:#([^)\s]+))?\)", README):
        file = ROOT / target if target else README_FILE
        assert file.exists(), target
        if heading:
            assert heading in headings(file), f"{target}#{heading}"


def headings(page: Path) -> set[str]:
    """The anchors of a Markdown page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
