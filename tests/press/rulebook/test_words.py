"""What an editor would look for in the bundled rulebooks, and on all that is printed of these games."""

from __future__ import annotations

import re

import pytest
import yaml
from rules.rule_numbers import standing

EDITED = ("battle-gate", "hold-the-line", "strongholds")


def prose(name: str) -> str:
    """The rulebook's sentences, without its drawings and tables of values."""
    text = standing(name).markdown
    text = re.sub(r"^```(?:diagram|cover)\b.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"&#?\w+;", " ", text)


@pytest.mark.parametrize("name", EDITED)
def test_apostrophes_are_typographic(name: str) -> None:
    assert re.findall(r"\w+'\w+", prose(name)) == []
    edition = standing(name)
    for component in edition.database.components:
        for cards in component.sets:
            values = [
                value for card in cards.cards for value in card.values.values() if isinstance(value, str)
            ]
            assert [value for value in values if re.search(r"\w'\w", value)] == [], component.id
    assert (
        re.findall(r"\w'\w", yaml.safe_dump(dict(edition.database.rules), allow_unicode=True, width=9999))
        == []
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITED)
def test_limits_of_the_engine_are_no_rules_on_paper(name: str) -> None:
    """A hundred rounds or two hundred turns end a game of bots, and no game at a table."""
    edition = standing(name)
    rulings = edition.database.rules["rulings"]
    assert isinstance(rulings, dict)
    (limit,) = (value for key, value in rulings.items() if key.startswith("max_"))
    pattern = rf"\b{limit} (?:rounds|turns)\b"
    assert not re.search(pattern, edition.rulebook())
    for component in edition.database.components:
        assert not re.search(pattern, edition.faces(component.id)), component.id


@pytest.mark.parametrize("name", EDITED)
def test_every_component_is_in_the_list_of_what_is_needed(name: str) -> None:
    edition = standing(name)
    (listed,) = re.findall(r"^```components\n(.*?)^```", edition.markdown, re.MULTILINE | re.DOTALL)
    told = {entry["component"] for entry in yaml.safe_load(listed)}
    assert told == {component.id for component in edition.database.components}
