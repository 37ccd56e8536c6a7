"""``docs/accessibility.md`` and what ``docs/rulebooks.md`` says of web pages are so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from games import PROJECT, run_here

DOCS = PROJECT / "docs"
FOR_EVERYBODY = (DOCS / "accessibility.md").read_text("utf-8")
WEB_PAGE = (DOCS / "rulebooks.md").read_text("utf-8").partition("## As a web page")[2].partition("\n## ")[0]
(TEXT,) = re.findall(r"^```console\n\$ gatepress (.*)\n```", FOR_EVERYBODY, re.MULTILINE)
(HTML,) = re.findall(r"^```console\n\$ gatepress (.*)\n```", WEB_PAGE, re.MULTILINE)
(CARD,) = re.findall(r"^```text\n(.*?)```", FOR_EVERYBODY, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_plain_text_is_what_is_shown() -> None:
    """Of the list that the card is in; all of the game is told in the tests of the target."""
    assert run_here(*shlex.split(TEXT), "--only", "city").code == 0
    assert CARD in Path("output/gateway/text/cards.txt").read_text("utf-8")


def test_the_web_page_that_is_shown_is_one_that_is_looked_at() -> None:
    """``test_a_bundled_game_as_it_is`` of :mod:`.test_web_book` looks at one."""
    assert HTML == "export battle-gate --to html"
