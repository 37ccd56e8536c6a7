"""What is added to the wheel where it is asked for: the rules and the search, compiled.

``GATEPRESS_COMPILE=3 python -m build --wheel``, as ``make wheel`` has it, compiles them with that level of
optimising, 0 to 3. Without the variable, and where there is no C compiler, the wheel is plain Python, for
every machine.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEVEL = "GATEPRESS_COMPILE"
ROOT = Path(__file__).resolve().parent


class CompiledRules(BuildHookInterface):
    """Puts compiled modules beside their sources, which Python then takes first."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides: to compile a game's classes, they are imported."""
        return ["mypy[mypyc]>=1.13", *self.metadata.core.dependencies] if os.environ.get(LEVEL) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        level = os.environ.get(LEVEL)
        if not level or version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        from tests.compiled.build import ENDING, CannotCompileError, build, folder_for

        target = folder_for(int(level))
        try:
            build(target, int(level))
        except CannotCompileError as reason:
            self.app.display_warning(f"The wheel is plain Python: {reason}.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for module in sorted(target.rglob(f"*{ENDING}")):
            build_data["force_include"][str(module)] = module.relative_to(target).as_posix()
