"""The list of formats, in the command and in the documentation."""

from __future__ import annotations

from games import PROJECT, run_here

from generator.importing.importer import find_importer, importer_names


def test_every_format_is_listed_and_described() -> None:
    listed = run_here("import", "--list").stdout
    page = (PROJECT / "docs/coming-from.md").read_text("utf-8")
    for name in importer_names():
        assert f"{name} " in listed
        assert find_importer(name).title in listed
        assert f"| `{name}` | " in page
