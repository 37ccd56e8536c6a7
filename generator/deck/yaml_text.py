"""Text as a YAML value that every reader takes for just that text."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ .,;’()!?&+/-])*")
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
"""Words that some readers of YAML take for something else than text."""
_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON leaves as it is, and YAML doesn't."""


def in_yaml(text: str) -> str:
    """The text as it is where nothing in it means anything to YAML, else in double quotes."""
    if _PLAIN.fullmatch(text) and not text.endswith(" ") and text.lower() not in _NOT_TEXT:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
