"""The light markup of card texts: ``**bold**``, ``*italic*``, ``{icon}`` and line breaks."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

RULES = (
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])"), r"<i>\1</i>"),
    (re.compile(r"\{([A-Za-z][\w.-]*)\}"), r'<icon name="\1"/>'),
    (re.compile(r"[ \t]*\n"), "<br/>"),
)


def rich(value: object) -> Markup:
    """Card text as layout markup. Everything else in it is shown as written.

    ``**Haste.** Costs 2 {mdi6.fire}`` becomes ``<b>Haste.</b> Costs 2 <icon name="mdi6.fire"/>``.
    """
    if value is None:
        return Markup("")
    text = str(escape(str(value).rstrip("\n")))
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return Markup(text)
