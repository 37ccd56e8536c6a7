"""Markdown's inline marks as the content of a text: bold, italic, icons, line breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError
from generator.layout.markup import ICON
from generator.layout.xml import Node

if TYPE_CHECKING:
    from markdown_it.token import Token

Content = list[Node | str]
TAGS = {"strong_open": "b", "em_open": "i"}


def content_of(tokens: Sequence[Token]) -> Content:
    """What a text element would hold. Raises :class:`InputError` for what can't stand in a line."""
    outermost: Content = []
    open_: list[Content] = [outermost]
    links: list[str] = []
    for token in tokens:
        if token.type in TAGS:
            node = _node(TAGS[token.type])
            open_[-1].append(node)
            open_.append(node.children)
        elif token.type in ("strong_close", "em_close"):
            open_.pop()
        elif token.type == "link_open":
            links.append(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            _tell_address(links.pop(), open_[-1])
        else:
            open_[-1].extend(_piece(token))
    return outermost


def _node(tag: str, **attributes: str) -> Node:
    return Node(tag, attributes, "", [])


def _piece(token: Token) -> Content:
    if token.type in ("text", "text_special", "html_inline"):
        return with_icons(token.content)
    if token.type == "softbreak":
        return [" "]
    if token.type == "hardbreak":
        return [_node("br")]
    if token.type == "code_inline":
        node = _node("b")
        node.children.append(token.content)
        return [node]
    if token.type == "image":
        raise InputError(
            "a picture can't stand in a line", hint="put it into a ```diagram with <image href=…>"
        )
    raise InputError(f"a rulebook can't show {token.type.replace('_', ' ')}")


def with_icons(text: str) -> Content:
    """Text whose ``{name}`` are icons."""
    pieces = ICON.split(text)
    content: Content = []
    for index, piece in enumerate(pieces):
        if index % 2:
            content.append(_node("icon", name=piece))
        elif piece:
            content.append(piece)
    return content


def _tell_address(address: str, content: Content) -> None:
    """Nobody can follow a link on paper: its address stands behind it, unless it is its text."""
    shown = address.removeprefix("mailto:").removeprefix("https://").removeprefix("http://").rstrip("/")
    last = content[-1] if content else ""
    if shown and not (isinstance(last, str) and shown in last):
        content.append(f" ({shown})")
