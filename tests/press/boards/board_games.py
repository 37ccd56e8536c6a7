"""Small games with a board, as they are written and built."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games import write_game

BUSY = """\
<card>
  <rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#ff8000"/>
  <rect width="{{ component.width }}" height="{{ component.height }}"
    fill="linear(37, #2040a0, #f0f0c0, #208040)"/>
  {% for i in range(11) %}{% for j in range(8) %}
  <circle cx="{{ component.width * (i + 0.5) / 11 }}" cy="{{ component.height * (j + 0.5) / 8 }}"
    r="{{ 4 + (i * 7 + j * 3) % 9 }}" fill="{{ ["#c02020", "#101010", "#ffffff"][(i + j) % 3] }}"/>
  {% endfor %}{% endfor %}
  <line x2="{{ component.width }}" y2="{{ component.height }}" stroke-width="1.5"/>
</card>
"""


def board_game(folder: Path, size: str = "420 x 297 mm", front: str = BUSY, **component: Any) -> Path:
    """A game whose only component is a board."""
    described: Mapping[str, Any] = {"kind": "board", "size": size, "cards": [{"id": "board"}], **component}
    return write_game(folder, front=front, component=described)
