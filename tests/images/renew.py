"""Renews the expected pages: ``python -m tests.images.renew``. Look at the difference before committing."""

from __future__ import annotations

import argparse

from PIL.Image import Dither

from .sheets import EXPECTED, SHEETS, rendered


def renew() -> None:
    EXPECTED.mkdir(exist_ok=True)
    kept = {sheet.expected for sheet in SHEETS}
    for old in EXPECTED.glob("*.png"):
        if old not in kept:
            old.unlink()
    for sheet in SHEETS:
        # 256 colours are enough for the comparison, and keep the repository small.
        rendered(sheet).quantize(256, dither=Dither.NONE).save(sheet.expected, optimize=True)
        print(sheet.expected.name)


if __name__ == "__main__":
    argparse.ArgumentParser(
        description="Renews the expected pages; `git diff` shows what became of them."
    ).parse_args()
    renew()
