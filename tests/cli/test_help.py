"""What helps on the way: help, examples, completion by the Tab key, the documentation that comes along."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from forks import run_forked
from games import PROJECT, run, run_here, write_game

from generator.cli.app import app

DOCS = PROJECT / "docs"


def commands(group: Any = None, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group, with the words that call it."""
    group = group or typer.main.get_command(app)
    yield way, group
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, (*way, name))
        else:
            yield (*way, name), command


ALL = dict(commands())


class TestHelp:
    @pytest.mark.parametrize("way", ALL, ids=" ".join)
    def test_h_is_help(self, way: tuple[str, ...]) -> None:
        short, long = run_here(*way, "-h"), run_here(*way, "--help")
        assert short == long
        assert short.code == 0
        assert re.search(r"^  -h, --help +Show this message and exit.$", short.stdout, re.MULTILINE)

    @pytest.mark.parametrize("way", ALL, ids=" ".join)
    def test_values_have_names_and_no_types(self, way: tuple[str, ...]) -> None:
        shown = run_here(*way, "-h").stdout
        options = re.findall(r"^  (?:-\w, )?--[\w-]+ (.*)", shown, re.MULTILINE)
        assert options
        assert not [one for one in options if one.startswith("<")]
        assert "{" not in shown.partition("\n")[0]

    def test_what_is_a_negation_has_no_other(self) -> None:
        doubled = [
            (way, name)
            for way, command in ALL.items()
            for option in command.params
            for name in option.secondary_opts
            if name.startswith("--no-no-")
        ]
        assert doubled == []

    @pytest.mark.parametrize("way", ALL, ids=" ".join)
    def test_examples_are_shown_whole_and_can_be_called(self, way: tuple[str, ...]) -> None:
        shown = run_here(*way, "--help").stdout.partition("\n  Examples:\n\n")[2]
        examples = [line.strip() for line in shown.splitlines()]
        assert examples
        for example in examples:
            first, *words = shlex.split(example)
            assert first == "gatepress"
            assert tuple(words[: len(way)]) == way
            named = max((other for other in ALL if tuple(words[: len(other)]) == other), key=len)
            if not hasattr(ALL[named], "list_commands"):
                # Reads the options and arguments, and runs nothing; wrong ones raise.
                ALL[named].make_context("gatepress", words[len(named) :])

    @pytest.mark.parametrize("columns", ["40", "80", "200"])
    @pytest.mark.parametrize(
        "way", [way for way, found in ALL.items() if hasattr(found, "list_commands")], ids=" ".join
    )
    def test_summaries_in_a_list_are_whole(
        self, way: tuple[str, ...], columns: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        shown = " ".join(run_here(*way, "--help").stdout.partition("Commands:")[2].split())
        assert "..." not in shown
        for name in ALL[way].list_commands(None):
            summary = ALL[(*way, name)].help.partition("\n\n")[0].removesuffix(".")
            assert f"{name} {' '.join(summary.split()).partition('. ')[0]}" in shown


def completed(*words: str, cwd: Path, shell: str = "bash") -> list[str]:
    """What the shell is offered for the last of the words."""
    asked = {"COMP_WORDS": " ".join(("gatepress", *words)), "COMP_CWORD": str(len(words))}
    done = run_forked(
        cwd=cwd,
        environment={
            "_GATEPRESS_COMPLETE": f"complete_{shell}",
            "_TYPER_COMPLETE_ARGS": asked["COMP_WORDS"],
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            **asked,
        },
    )
    assert done.stderr == ""
    return done.stdout.split()


class TestCompletion:
    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            (["bu"], {"build"}),
            (
                [""],
                {"build", "calibrate", "check", "credits", "deck", "diff", "docs", "export", "fonts", "hands"}
                | {"import", "new", "play"}
                | {"balance", "rate", "replay", "rules", "simulate", "stats", "studio", "sweep"}
                | {"translate", "tune"},
            ),
            (["deck", "pr"], {"print"}),
            (["deck", "print", "--pap"], {"--paper"}),
            (["build", "hold"], {"hold-the-gates", "hold-the-line"}),
            (["build", "my"], {"my-game", "my-game.zip"}),
            (["build", "./my"], {"./my-game", "./my-game.zip"}),
            (["check", "./my-game."], {"./my-game.zip"}),
            (["play", "./my-game."], set()),
            (["build", "battle-gate", "--paper", "le"], {"letter", "legal", "ledger"}),
            (["build", "--backs", "duplex"], {"duplex-long", "duplex-short"}),
            (["build", "--sheet", "avery-c"], {"avery-c32010", "avery-c32015"}),
            (["build", "--sheet", "my"], {"my-deck.yaml"}),
            (["build", "--printer", "no"], {"none"}),
            (["check", "stron"], {"strongholds"}),
            (["check", "--for", "tg"], {"tgc"}),
            (["diff", "HEAD", "gate"], {"gateway"}),
            (["hands", "fi"], {"five-a-side"}),
            (["play", "battle-gate", "--opponent", ""], {"greedy", "random", "search"}),
            (["play", "battle-gate", "--deck", "my"], {"my-deck.yaml"}),
            (["deck", "check", "nig"], {"night-shift"}),
            (["deck", "stats", "decks/"], {"decks/other.csv"}),
            (["deck", "check", "--game", "gatew"], {"gateway"}),
            (["rules", "check", "hold-the-l"], {"hold-the-line"}),
            (["docs", "schema/ga"], {"schema/game"}),
            (["build", "no/such/folder/x"], set()),
        ],
    )
    def test_the_tab_key_knows(self, tmp_path: Path, words: list[str], offered: set[str]) -> None:
        write_game(tmp_path / "my-game")
        for file in ("my-deck.yaml", "my-notes.txt", "decks/other.csv", ".hidden.yaml", "my-game.zip"):
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text("")
        assert set(completed(*words, cwd=tmp_path)) == offered

    @pytest.mark.parametrize("shell", ["zsh", "fish"])
    def test_in_other_shells_too(self, tmp_path: Path, shell: str) -> None:
        assert "build" in " ".join(completed("bu", cwd=tmp_path, shell=shell))

    def test_it_can_be_installed(self, tmp_path: Path) -> None:
        """Into this user's start-up files, of which the test has its own."""
        home = {
            "HOME": str(tmp_path),
            "SHELL": "/bin/bash",
            "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
        }
        done = run("--install-completion", "bash", cwd=tmp_path, environment=home)
        assert done.code == 0, done.output
        assert "bash completion installed" in done.stdout
        assert (tmp_path / ".bashrc").is_file()
        shown = run("--show-completion", "bash", cwd=tmp_path, environment=home)
        assert "complete_bash" in shown.stdout


class TestDocs:
    def test_all_pages_and_schemas_are_listed_with_titles(self) -> None:
        done = run_here("docs")
        assert done.code == 0
        for page in DOCS.glob("*.md"):
            heading = page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
            assert re.search(rf"^{page.stem} +{re.escape(heading)}$", done.stdout, re.MULTILINE)
        for schema in (DOCS / "schema").rglob("*.json"):
            assert json.loads(schema.read_text("utf-8"))["title"] in done.stdout
        assert str(DOCS) in done.stdout.replace("\n", "")

    @pytest.mark.parametrize("topic", ["press", "press.md", "docs/press.md"])
    def test_a_page_is_printed_as_it_is(self, topic: str) -> None:
        assert run_here("docs", topic).stdout == (DOCS / "press.md").read_text("utf-8")

    @pytest.mark.parametrize(
        ("topic", "file"),
        [
            ("schema/game", "schema/game.schema.json"),
            ("game.schema.json", "schema/game.schema.json"),
            ("schema/positions/gateway.json", "schema/positions/gateway.json"),
            ("layout", "layout.md"),
        ],
    )
    def test_its_place_is_told(self, topic: str, file: str) -> None:
        assert run_here("docs", topic, "--path").stdout == f"{DOCS / file}\n"
        assert run_here("docs", "--path").stdout == f"{DOCS}\n"

    @pytest.mark.parametrize("topic", ["", "gamefiles", "../README.md", "/etc/passwd", "a\0b", "x" * 5000])
    def test_what_is_no_topic_is_told(self, topic: str) -> None:
        done = run_here("docs", topic)
        assert (done.code, done.stdout) == (2, "")
        assert "there is no topic" in done.stderr
        assert "game-files" in run_here("docs", "gamefiles").stderr

    def test_missing_documentation_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("generator.catalog.bundle.bundled_root", lambda: tmp_path)
        done = run_here("docs")
        assert done.code == 1
        assert f"the documentation is missing: there is nothing in {tmp_path / 'docs'}" in done.stderr

    def test_at_a_terminal_it_goes_through_a_pager(self, tmp_path: Path) -> None:
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", "docs", "tokens"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "TERM": "xterm", "PAGER": "sed s/^/paged:/"},
            stdin=slave,
            stdout=slave,
        )
        os.close(slave)
        shown = b""
        try:
            while part := os.read(master, 65536):
                shown += part
        except OSError:
            pass  # Linux tells the end of a terminal's other side like this.
        os.close(master)
        assert process.wait(timeout=60) == 0
        assert b"paged:# Tokens" in shown
