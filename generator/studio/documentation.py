"""The documentation that comes along, as pages of the studio: for whoever came without a terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from generator.catalog.bundle import docs_folder
from generator.catalog.paths import read_text
from generator.studio.view import page, run_in_thread

PICTURES = (".png", ".svg")
_NO_ANCHOR = re.compile(r"[^\w\- ]")


async def _page(request: Request) -> Response:
    """A page, or a picture on it; links between pages are as they stand in the files."""
    file = (await run_in_thread(_files)).get(request.path_params["path"])
    if file is None:
        raise HTTPException(404, "the documentation has no such page")
    if file.suffix in PICTURES:
        return FileResponse(file)
    title, content = await run_in_thread(_rendered, file)
    return page(request, "documentation.html.j2", title=title, content=content)


def _files() -> dict[str, Path]:
    folder = docs_folder()
    found = (path for path in folder.rglob("*") if path.suffix in (".md", *PICTURES))
    return {path.relative_to(folder).as_posix(): path for path in found}


def _rendered(file: Path) -> tuple[str, str]:
    """The heading of a page, and all of it as HTML; each heading can be gone to by its words."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(read_text(file, file.name))
    for cell in tokens:
        # The browser refuses styles that stand in the page.
        if style := cell.attrs.pop("style", None):
            cell.attrs["class"] = str(style).removeprefix("text-align:")
    title = file.stem
    for head, inside in pairwise(tokens):
        if head.type == "heading_open":
            words = "".join(part.content for part in inside.children or ())
            head.attrs["id"] = _NO_ANCHOR.sub("", words.lower()).replace(" ", "-")
            title = words if head.tag == "h1" else title
    html = markdown.renderer.render(tokens, markdown.options, {})
    # What is wider than the screen is scrolled by keys too.
    return title, re.sub("<(pre|table)>", r'<\1 tabindex="0">', html)


ROUTES = (Route("/docs/{path:path}", _page),)
