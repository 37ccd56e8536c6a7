"""``docs/licences.md`` and ``docs/sharing.md`` keep their word: their commands run, their tables are true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here, write_game

from generator.catalog import archive
from generator.catalog.game_file import LicenceFile
from generator.catalog.licences import terms_of
from generator.catalog.paths import MIB

from .png_bytes import png

LICENCES = (PROJECT / "docs" / "licences.md").read_text("utf-8")
SHARING = (PROJECT / "docs" / "sharing.md").read_text("utf-8")
FILES = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)```", LICENCES, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ gatepress ([^\n]*)\n(.*?)```", LICENCES, re.DOTALL | re.MULTILINE)
(PACKING, PRINTING) = re.findall(r"^```console\n(.*?)```", SHARING, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_prints_what_is_shown(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")
    Path("inn/art").mkdir()
    Path("inn/art/abbot.png").write_bytes(png("abbot", 700))
    done = run_here(*shlex.split(command))
    assert done.stdout + done.stderr == output
    assert done.code == ("error:" in output)


def test_the_commands_of_sharing_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small game of that name; the game itself is packed below, and in the tests of the target."""
    monkeypatch.chdir(tmp_path)
    listed = {"size": "poker", "cards": "cards.yaml", "front": "card.xml.j2", "safe": 0}
    components = {"cards": listed | {"press": {"backs": "none"}}}
    described = {"title": "Hold the Gates!", "version": "0.1.0", "components": components}
    write_game(Path("hold-the-gates"), game=described)
    for line in PACKING.splitlines():
        assert run_here(*shlex.split(line.removeprefix("$ gatepress "))).code == 0, line
    Path("output/hold-the-gates/zip/hold-the-gates-0-1-0.zip").rename("hold-the-gates-0-1-0.zip")
    for line in PRINTING.splitlines():
        assert run_here(*shlex.split(line.removeprefix("$ gatepress "))).code == 0, line


@pytest.mark.slow
def test_the_game_of_the_page_may_be_sold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here("export", "hold-the-gates", "--to", "zip", "--no-sheets", "--for-sale")
    assert done.code == 0, done.output
    assert Path("output/hold-the-gates/zip/hold-the-gates-0-1-0.zip").is_file()


def test_every_key_of_an_entry_is_told() -> None:
    told = re.findall(r"^\| `(\w+)` \|", LICENCES, re.MULTILINE)
    assert sorted(told) == sorted(LicenceFile.KEYS)


def test_what_the_table_says_of_licences_is_so() -> None:
    rows = re.findall(r"^\| (.*?) \| yes \| (\S+) \| (\S+) \|$", LICENCES, re.MULTILINE)
    assert len(rows) == 5
    words = {"yes": True, "**error**": False, "warning": None}
    named = {
        "CC0": "CC0-1.0", "CC-BY": "CC-BY-4.0", "CC-BY-SA": "CC-BY-SA-4.0", "OFL": "OFL-1.1", "MIT": "MIT",
        "Apache": "Apache-2.0", "BSD": "BSD-3-Clause", "GPL": "GPL-3.0-only", "Free Art": "LAL-1.3",
    }  # fmt: skip
    free, non_commercial, reserved, unknown, _ = rows
    assert free[0].split(", ") == list(named)
    for row, licences in (
        (free, named.values()),
        (non_commercial, ["CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC-BY-NC-ND-4.0"]),
        (reserved, ["LicenseRef-Proprietary"]),
        (unknown, ["LicenseRef-Name"]),
    ):
        for licence in licences:
            terms = terms_of(licence)
            assert (terms.share, terms.sale) == (words[row[1]], words[row[2]]), licence


def test_the_limits_are_those_that_are_told() -> None:
    assert f"more than {archive.MAX_ENTRIES:,} entries" in SHARING
    assert f"an entry of more than {archive.MAX_ENTRY // MIB} MiB" in SHARING
    assert f"more than {archive.MAX_TOTAL // MIB} MiB in all, or {archive.MAX_RATIO} times" in SHARING
