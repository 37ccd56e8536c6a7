"""What docs/calibration.md shows happens, and its table is the command's help."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer
from games import PROJECT, run_here

from generator.cli.app import app

PAGE = (PROJECT / "docs" / "calibration.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ gatepress (.+)$", PAGE, re.MULTILINE)


def test_the_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CONFIG", str(tmp_path / "settings"))
    assert len(COMMANDS) == 10
    saved = ""
    for command in COMMANDS:
        # A card will do.
        few = ["--only", "hedgerow-rising", "--select", "Ants*"] if command.startswith("build") else []
        done = run_here(*shlex.split(command, comments=True), *few)
        assert done.code == 0, f"{command}: {done.output}"
        file = tmp_path / "settings" / "printers.yaml"
        saved = saved or (file.read_text() if file.is_file() else "")
    (shown,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert shown in saved, "what the readings of the page make"
    assert Path("output", "calibration-a4-duplex-long.pdf").is_file()


def test_the_table_has_the_options_as_the_help_has_them() -> None:
    command = typer.main.get_command(app).get_command(None, "calibrate")  # type: ignore[attr-defined]
    expected = [
        f"| `{option.opts[0]}` | {str(option.help).replace('|', chr(92) + '|')}"
        + (f" [{option.default}] |" if option.default else " |")
        for option in command.params
        if option.param_type_name == "option"
    ]
    assert re.findall(r"^\| `--.*", PAGE, re.MULTILINE) == expected
