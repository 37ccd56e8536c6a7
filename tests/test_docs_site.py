"""The documentation as one site: every page has a place, and its hooks say what the command line declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from games import PROJECT

MADE = {"index.md", "reference/commands.md", "reference/python.md"}
"""Pages that are made for the site."""


def pages(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for one in nav.values() if isinstance(nav, dict) else nav:
            yield from pages(one)


def test_every_page_has_one_place_in_the_site() -> None:
    listed = list(pages(yaml.safe_load((PROJECT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    docs = PROJECT / "docs"
    written = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    assert sorted(listed) == sorted(written | MADE)
