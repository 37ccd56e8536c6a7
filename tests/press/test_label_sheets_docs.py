"""What docs/label-sheets.md says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import PROJECT, run_here

from generator.catalog.keys import Part
from generator.catalog.label_sheets import (
    MAX_SLOTS,
    GridFile,
    LabelSheetFile,
    find_sheet,
    other_names,
    read_sheet,
    sheet_names,
)
from generator.catalog.problems import Problems

PAGE = (PROJECT / "docs" / "label-sheets.md").read_text("utf-8")


def table(heading: str) -> list[str]:
    """The rows of the table under a row of headings."""
    (rows,) = re.findall(rf"^\| {heading}.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return rows.splitlines()


def test_the_list_of_sheets_is_that_of_the_files() -> None:
    wanted = []
    for name in sheet_names():
        sheet = find_sheet(name, Path(), Problems())
        assert sheet is not None
        size = f"{round(sheet.slot.width, 2):g} x {round(sheet.slot.height, 2):g}"
        wanted.append(f"| `{name}` | {sheet.title} | {sheet.paper.name} | {len(sheet.spots)} | {size} |")
    assert table("name . what it is") == wanted


def test_the_list_of_other_names_is_that_of_the_files() -> None:
    also: dict[str, list[str]] = {}
    for other, name in other_names().items():
        also.setdefault(name, []).append(other.removeprefix("avery-"))
    wanted = [f"| `{name}` | {', '.join(also[name])} |" for name in sheet_names() if name in also]
    assert table("name . also") == wanted


@pytest.mark.parametrize(
    ("heading", "part"), [("key . default", LabelSheetFile), ("key of a grid", GridFile)]
)
def test_every_key_is_told(heading: str, part: type[Part]) -> None:
    rows = [row.strip("| ").split(" | ") for row in table(heading)]
    assert {row[0].strip("`") for row in rows} == set(part.KEYS)
    assert {row[0].strip("`") for row in rows if row[1] == "**required**"} == {
        name for name, key in part.KEYS.items() if key.required
    }


def test_the_bound_is_that_of_the_code() -> None:
    assert f"{MAX_SLOTS:,} slots at most" in PAGE


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"^```console\n\$ gatepress (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    done = run_here(*shown[0].split())
    assert (done.code, done.stdout, done.stderr) == (0, shown[1], "")
    problems = Problems()
    sheet = read_sheet(Path("sprue.yaml"), problems)
    assert sheet is not None, "\n".join(map(str, problems))
    assert len(sheet.spots) == 27
