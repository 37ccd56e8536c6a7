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
def test_the_plain_text_is_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here(*shlex.split(TEXT)).code == 0
    written = Path("output/gateway/text")
    assert CARD in (written / "cards.txt").read_text("utf-8")
    lines = [line for file in written.glob("*.txt") for line in file.read_text("utf-8").splitlines()]
    assert max(map(len, lines)) <= 79
    assert not [line for line in lines if "caret" in line]


@pytest.mark.slow
def test_the_web_page_is_one_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here(*shlex.split(HTML)).code == 0
    (page,) = Path("output/battle-gate/html").glob("*.*ml")
    text = page.read_text("utf-8")
    assert page.name == "rulebook.html"
    assert "<script" not in text
    assert not re.search(r"""(?:src|url)\s*[=(]\s*["']?https?:""", text)
    assert re.search(r'alt="Card: [^"]*power: \d', text)
