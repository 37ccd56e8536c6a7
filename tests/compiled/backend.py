"""Builds the wheel with compiled modules where that can be done; everything else is hatchling's.

It is both: the backend that ``pyproject.toml`` names, which says what a build needs, and hatchling's hook
that puts the modules in. Without a C compiler the wheel is plain. ``GATEPRESS_COMPILED`` chooses: by ``no``
it is plain anyway, by ``yes`` the build fails rather than that; ``quick`` compiles without optimising, for
tests.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling import build as plain
from hatchling.build import (  # noqa: F401
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "GATEPRESS_COMPILED"
CHOICES = ("", "no", "yes", "quick")
NEEDED = ("mypy[mypyc]>=1.13", "mypy-extensions>=1", "pyyaml>=6.0.2")
"""To compile, and to import the rules, whose fields are spelled out before."""


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    asked = plain.get_requires_for_build_wheel(dict(config_settings or {}))
    return asked if _chosen() == "no" else [*asked, *NEEDED]


class CompiledModules(BuildHookInterface[Any]):
    """Puts compiled modules into the wheel, each beside the source that it was compiled from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        chosen = _chosen()
        if version == "editable" or chosen == "no":
            return
        # Where nothing is compiled, neither the rules nor what they need can be imported.
        from compiled.build import ENDING, QUICK_TARGET, TARGET, CannotCompileError, build

        folder, level = (QUICK_TARGET, 0) if chosen == "quick" else (TARGET, 3)
        try:
            build(folder, level)
        except CannotCompileError as reason:
            if chosen == "yes":
                raise
            self.app.display_warning(f"The wheel is plain: {reason}.")
            return
        build_data |= {"pure_python": False, "infer_tag": True}
        for module in sorted((folder / "generator").rglob(f"*{ENDING}")):
            self._bring(module, folder, build_data)
            source = module.with_name(module.name.removesuffix(ENDING) + ".py")
            if source.is_file():
                self._bring(source, folder, build_data)

    def _bring(self, path: Path, folder: Path, build_data: dict[str, Any]) -> None:
        """Puts a file of the folder into the wheel, in place of what the project has there."""
        place = path.relative_to(folder).as_posix()
        build_data["force_include"][str(path)] = place
        self.build_config.build_reserved_paths.add(place)


def _chosen() -> str:
    chosen = os.environ.get(VARIABLE, "")
    if chosen not in CHOICES:
        raise SystemExit(f"{VARIABLE} is {chosen!r}; leave it out, or set it to no, yes or quick")
    return chosen
