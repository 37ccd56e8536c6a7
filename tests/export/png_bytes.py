"""Small pictures for tests, each with a colour of its own."""

from __future__ import annotations

import hashlib
from io import BytesIO

from PIL import Image


def png(name: str, side: int = 300) -> bytes:
    """A square of a colour that follows from the name."""
    red, green, blue = hashlib.sha256(name.encode()).digest()[:3]
    file = BytesIO()
    Image.new("RGB", (side, side), (red, green, blue)).save(file, "PNG")
    return file.getvalue()
