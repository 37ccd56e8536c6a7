"""What holds for every test.

Nothing is taken from, or left in, the cache and the settings of whoever runs them. Property tests try the
same cases in every run, so that a run tells of the change and not of the day;
``HYPOTHESIS_PROFILE=default`` looks for new ones.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

from generator.catalog.paths import CONFIG_VARIABLE
from generator.catalog.words import Words
from generator.layout.compiled import Compiled
from generator.layout.templates import Templates
from generator.press.cache import FOLDER_VARIABLE

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a background job starts is deaf to Ctrl-C, and some tests press it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("steady", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_user_s() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "")
        patch.setenv(CONFIG_VARIABLE, "")
        yield


@pytest.fixture(autouse=True, scope="session")
def _templates_are_compiled_once() -> Iterator[None]:
    """As in the studio. Thousands of tests lay out the same few layouts, and each would compile them."""
    compiled = Compiled()

    def of(cls: type[Templates], folders: Sequence[Path], words: Words | None = None) -> Templates:
        return cls.again(folders, words or Words(), compiled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Templates, "of", classmethod(of))
        yield


def pytest_collection_finish() -> None:
    """Leaves what was imported and collected out of the garbage collector's rounds: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
