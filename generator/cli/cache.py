"""Where finished sheets are kept from one run to the next."""

from __future__ import annotations

import os
from pathlib import Path

from generator.press.cache import Cache

FOLDER_VARIABLE = "GATEPRESS_CACHE"
"""Names another folder than the user's cache folder; set to nothing: nothing is kept."""


def open_cache(*, wanted: bool) -> Cache | None:
    """The cache of this user; None where none is wanted."""
    named = os.environ.get(FOLDER_VARIABLE)
    if not wanted or named == "":
        return None
    if named is not None:
        return Cache(Path(named))
    from platformdirs import user_cache_path

    return Cache(user_cache_path("gatepress", appauthor=False) / "sheets")
