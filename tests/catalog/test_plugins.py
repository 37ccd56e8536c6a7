"""Plugins: the modules of a package, found by name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.catalog.plugins import find_plugin, load_plugins, plugin_modules

PACKAGE = "plugins_of_a_test"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package of three plugins and a module of its own."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    for name in ("__init__", "print_", "hold_the_line", "add", "_shared"):
        (folder / f"{name}.py").write_text(f"NAME = {name!r}\n")
    (folder / "notes.txt").write_text("no module")
    monkeypatch.syspath_prepend(tmp_path)
    plugin_modules.cache_clear()
    yield PACKAGE
    plugin_modules.cache_clear()
    for module in [module for module in sys.modules if module.split(".")[0] == PACKAGE]:
        del sys.modules[module]


def test_every_module_is_a_plugin_but_those_with_an_underscore(package: str) -> None:
    assert plugin_modules(package) == {
        "add": f"{package}.add",
        "hold-the-line": f"{package}.hold_the_line",
        "print": f"{package}.print_",
    }
    assert f"{package}.add" not in sys.modules, "looking for names imports none of them"


def test_a_plugin_is_found_by_its_name(package: str) -> None:
    module = find_plugin(package, "hold-the-line")
    assert module is not None
    assert module.NAME == "hold_the_line"
    assert f"{package}.add" not in sys.modules, "only the one that is asked for is imported"
    assert find_plugin(package, "hold_the_line") is None
    assert find_plugin(package, "no-such") is None


def test_all_plugins_in_the_order_of_their_names(package: str) -> None:
    assert [module.NAME for module in load_plugins(package)] == ["add", "hold_the_line", "print_"]


def test_a_package_that_is_not_there_has_no_plugins() -> None:
    assert plugin_modules("no_such_package_at_all") == {}
    assert find_plugin("no_such_package_at_all", "x") is None
