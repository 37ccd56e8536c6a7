"""The keys of a card that have a meaning of their own, what others call them, and what an id is."""

from __future__ import annotations

import re

from generator.catalog.suggest import vocabulary

COPIES_WORDS = ("copies", "qty", "count", "quantity")
CARD_WORDS = ("id", *COPIES_WORDS, "extends", "prototype")
"""The keys of a card with a meaning of their own."""

MISTAKABLE_WORDS = ("copies", "quantity", "extends", "prototype")
"""Those long enough that a word nearly like them is most likely a slip."""

RESERVED_WORDS = ("id", "copies", "extends", "prototype")
"""Those that no field may be called; the other words for copies give way to a field of that name."""

FOREIGN_FIELDS = vocabulary(
    {
        "copies": "amount number num times copy numberofcards numberofcopies",
        "name": "title cardname",
        "text": "rules ruletext description body",
        "art": "picture image img",
        "image": "picture img",
        "extends": "parent inherits base",
    }
)
"""What other tools call the fields that most games have."""
COPIES_OF_OTHERS = ("numberofcards", "numberofcopies", "numcards", "numcopies", "cardcount", "copycount")
"""What others call copies, as one word in small letters, and hardly anything else."""
MAX_FIELDS = 1_000
"""Different fields of the cards of a component, and columns of a table: more are a table that lies on its
side, or junk."""
MAX_ID = 80
CARD_ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAX_ID - 1}}}")
"""What a card may be called by others, by options and by messages."""
