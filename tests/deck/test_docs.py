"""The pages about decks keep their word: commands give what they show; rules, options and keys are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game

from generator.catalog.game_file import FormatFile
from generator.deck.rules import RULES

from .deck_files import LIMITS
from .own_formats import COMPONENT

PAGES = {
    name: (PROJECT / "docs" / f"{name}.md").read_text("utf-8")
    for name in ("decks", "building-decks", "deck-formats")
}
MORE = re.findall(r"^```yaml\n(format:.*?)```", PAGES["deck-formats"], re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "name",
    ["deck-formats", *(pytest.param(name, marks=pytest.mark.slow) for name in ("decks", "building-decks"))],
)
def test_the_commands_print_what_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grove").mkdir()
    monkeypatch.chdir(tmp_path / "grove")
    written = re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)```", PAGES[name], re.DOTALL | re.MULTILINE)
    for file, text in written:
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(text, "utf-8")
    commands = re.findall(r"^\$ gatepress (.*)\n((?:(?!\$ |```).*\n)*)", PAGES[name], re.MULTILINE)
    assert len(commands) > 5
    for command, shown in commands:
        printed = run_here(*shlex.split(command)).output
        # A long deck is shown by its beginning.
        begin, dots, _ = shown.partition("  …\n")
        assert printed.startswith(begin) if dots else printed == shown, command
    if name == "deck-formats":
        assert run_here("deck", "new").code == 0
        assert run_here("deck", "check", "my-deck.yaml").code == 0


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page):
        assert (PROJECT / "docs" / target).exists(), target
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]+)\)", page):
        assert anchor in headings


def test_every_rule_is_explained() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (?:error|warning) \| (.*) \|$", PAGES["decks"], re.MULTILINE))
    assert list(table) == [rule.id for rule in RULES]
    for rule in RULES:
        sentence = rule.sentence(LIMITS)
        assert sentence.endswith(".")
        assert table[rule.id].startswith(re.split(r"[.,:]", sentence)[0])


def options_of(command: str) -> set[str]:
    return set(re.findall(r"--\w[\w-]+", run_here("deck", command, "--help").stdout)) - {"--help"}


@pytest.mark.parametrize(("command", "title"), [("check", "Checking decks"), ("new", "Starting a deck")])
def test_every_option_is_explained(command: str, title: str) -> None:
    (section,) = re.findall(rf"^## {title}\n(.*?)^## ", PAGES["decks"], re.DOTALL | re.MULTILINE)
    options = options_of(command)
    assert options
    assert options <= set(re.findall(r"--\w[\w-]+", section))


def test_every_option_of_build_has_a_row() -> None:
    assert set(re.findall(r"^\| `(--[a-z-]+)", PAGES["building-decks"], re.MULTILINE)) == options_of("build")


def test_every_key_is_explained() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (?!every|what the cards|how many c)", PAGES["deck-formats"], re.MULTILINE
    )
    assert rows[-8:] == [*FormatFile.KEYS]


def test_the_other_formats_can_be_kept(tmp_path: Path) -> None:
    cards = "".join(
        f"- {{name: {role} {number}, role: {role}, points: {5 * number}, title: {role}{number}, "
        f"colour: {colour}, side: runner, faction: neutral, "
        f"keywords: {role} - {'Icebreaker' if number < 2 else 'Mod'}, "
        f"influence: {number % 2}, type: program, subtype: , cost: {number}}}\n"
        for role in ("leader", "troop", "scout", "monster")
        for number, colour in enumerate(("red", "blue") * 7, start=1)
    )
    assert len(MORE) == 4
    for number, text in enumerate(MORE):
        own = "class: class" in text
        component = COMPONENT + ("    deck: true\n" if own else "")
        folder = write_game(tmp_path / f"g{number}", game=f"title: G\n{text}{component}", cards=cards)
        done = run_here("deck", "build", str(tmp_path / f"{number}.yaml"), "--game", folder)
        assert done.code == 0, done.output
        assert run_here("deck", "check", str(tmp_path / f"{number}.yaml"), "--game", folder).code == 0
