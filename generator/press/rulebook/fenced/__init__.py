"""One module for each kind of fenced block."""

from __future__ import annotations

from generator.press.rulebook.fenced.cards import card
from generator.press.rulebook.fenced.components import components
from generator.press.rulebook.fenced.credits import credits_
from generator.press.rulebook.fenced.diagram import diagram
from generator.press.rulebook.fenced.icons import icons
from generator.press.rulebook.fences import Fences

FENCES: Fences = {
    "card": card,
    "diagram": diagram,
    "components": components,
    "icons": icons,
    "credits": credits_,
}
"""What stands in the text; ``title`` and ``cover`` are read before it."""
