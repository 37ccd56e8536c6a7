"""Without its extra an adapter says what is missing, and nothing else needs one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from games import PROJECT


def run_without(package: str, code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where a package is not installed."""
    code = f"import sys; sys.modules[{package!r}] = None; {code}"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("package", "module", "title"),
    [
        ("pyspiel", "openspiel", "OpenSpiel"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "pettingzoo", "PettingZoo"),
    ],
)
def test_what_is_missing_is_said_with_the_command_that_brings_it(
    package: str, module: str, title: str
) -> None:
    done = run_without(package, f"import generator.rules.adapters.{module}")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith(f"{title} is not installed; `pip install 'gatepress[{module}]'` brings it")


def test_nothing_else_imports_an_adapter() -> None:
    files = [path for path in (PROJECT / "generator").rglob("*.py") if path.parent.name != "adapters"]
    assert [path for path in files if "rules.adapters" in path.read_text("utf-8")] == []
