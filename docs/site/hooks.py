"""What ``make docs`` adds: the README as the first page, a reference of all commands and one of the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File
from typer.main import get_command

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://github.com/gatepress/gatepress/blob/main"
_LINK = re.compile(r"(\]\(|src=\")(?!https?:|#|mailto:)([^)\"\s]+)")
API = ("generator.rules", "generator.rules.kit", "generator.rules.fields", "generator.rules.notation")


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are made here."""
    pages = {
        "index.md": (ROOT / "README.md").read_text("utf-8"),
        "reference/commands.md": "\n".join(_commands()),
        "reference/python.md": "\n".join(_api()),
    }
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Points links out of the documentation to the repository, and those of the README into it."""
    del config, files
    here = ROOT if page.file.src_uri == "index.md" else ROOT / "docs" / Path(page.file.src_uri).parent
    return _LINK.sub(lambda link: link[1] + _target(link[2], here), markdown)


def _target(link: str, here: Path) -> str:
    path, mark, part = link.partition("#")
    try:
        whole = (here / path).resolve().relative_to(ROOT)
    except ValueError:
        return link
    if whole.parts[:1] != ("docs",):
        return f"{REPOSITORY}/{whole.as_posix()}{mark}{part}"
    if here != ROOT:
        return link
    return whole.relative_to("docs").as_posix() + mark + part


def _api() -> Iterator[str]:
    """What may be imported: what each module says of itself, and its classes and functions."""
    yield "# Python"
    for module in API:
        yield f"\n::: {module}\n"


def _commands() -> Iterator[str]:
    """Every command with its options, from what the command line declares."""
    from generator.cli.app import app

    yield "# Commands"
    yield from _command(get_command(app), "gatepress")


def _command(command: Any, name: str) -> Iterator[str]:
    context = command.make_context(name, [], resilient_parsing=True)
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            yield from _command(command.get_command(context, inner), f"{name} {inner}")
        return
    yield f"\n## {name}\n\n{_plain(command.help)}\n"
    yield f"```\n{name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    rows = [record for one in command.params if (record := one.get_help_record(context)) is not None]
    if rows:
        yield "| option | what it says |\n|---|---|"
        yield from (f"| <code>{_cell(words)}</code> | {_cell(help)} |" for words, help in rows)
    examples = [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  ")]
    if examples:
        yield "\n```\n" + "\n".join(examples) + "\n```"


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())


def _cell(text: str) -> str:
    return escape(_plain(text), quote=False).replace("|", "&#124;")
