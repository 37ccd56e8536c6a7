"""The program that prints, as a digest: another version may print the same cards differently."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import generator

PRINTING = (
    "font-source-sans-pro",
    "font-source-serif-pro",
    "jinja2",
    "markdown-it-py",
    "pillow",
    "reportlab",
    "resvg-py",
    "uharfbuzz",
)
"""The packages that have a say in what a page looks like."""


@cache
def program_digest() -> str:
    """Changes with every version and every file of Gatepress, Python and the packages that it prints with."""
    digest = hashlib.sha256(f"{generator.__version__} {sys.version_info[:2]}".encode())
    for name in PRINTING:
        digest.update(f"{name} {_version(name)}".encode())
    house = Path(generator.__file__).parent
    for path in sorted(house.rglob("*.py")):
        # Reading them all would take longer than printing a deck; an edit changes size or time.
        known = path.stat()
        digest.update(f"{path.relative_to(house)} {known.st_size} {known.st_mtime_ns}".encode())
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
