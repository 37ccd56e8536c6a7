"""Licences in game.yaml: what an expression means, and what is wrong with an entry."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.licences import (
    identifiers,
    is_allowed,
    licence_name,
    parse_expression,
    parse_url,
    rights_of,
    terms_of,
)
from generator.catalog.problems import InputError

from .game_folder import GAME, GameFolder

HERE = "my-game/game.yaml:"


@pytest.fixture
def folder(game: GameFolder) -> GameFolder:
    game.write("cards.yaml", "- {id: a, name: A}\n")
    return game


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("cc-by-4.0", "CC-BY-4.0"),
        ("mit or ofl-1.1", "MIT OR OFL-1.1"),
        ("LicenseRef-Bought", "LicenseRef-Bought"),
        ("All rights reserved", "LicenseRef-Proprietary"),
        ("public domain", "CC-PDM-1.0"),
    ],
)
def test_expressions_are_read_as_spdx_writes_them(written: str, meant: str) -> None:
    assert parse_expression(written) == meant


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("CC-BY", "did you mean `CC-BY-4.0`?"),
        ("CC BY-NC 4.0", "did you mean `CC-BY-NC-4.0`?"),
        ("CC0", "did you mean `CC0-1.0`?"),
        ("OFL", "did you mean `OFL-1.1`?"),
        ("MIT OR CC-BY-4", "did you mean `CC-BY-4.0`?"),
        ("Xyzzy", "spdx.org/licenses lists them; one of your own is called LicenseRef-NAME"),
        ("MIT OR", "SPDX expressions read `MIT OR CC-BY-4.0`"),
    ],
)
def test_what_is_no_licence_is_refused_with_what_may_be_meant(written: str, hint: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_expression(written)
    assert refused.value.hint == hint


@pytest.mark.parametrize(
    ("licence", "share", "sale", "change", "names_maker"),
    [
        ("CC0-1.0", True, True, True, False),
        ("CC-BY-4.0", True, True, True, True),
        ("CC-BY-3.0-DE", True, True, True, True),
        ("CC-BY-NC-4.0", True, False, True, True),
        ("CC-BY-NC-SA-3.0", True, False, True, True),
        ("CC-BY-NC-ND-4.0", True, False, False, True),
        ("CC-BY-ND-4.0", True, True, False, True),
        ("GPL-3.0-or-later", True, True, True, True),
        ("LicenseRef-Proprietary", False, False, False, False),
        ("LicenseRef-Bought", None, None, None, False),
        ("MIT OR CC-BY-NC-4.0", True, True, True, True),
        ("MIT AND CC-BY-NC-4.0", True, False, True, True),
        ("CC0-1.0 OR CC-BY-4.0", True, True, True, False),
        ("(MIT OR CC-BY-NC-4.0) AND CC-BY-ND-4.0", True, True, False, True),
        ("MIT OR LicenseRef-Bought", True, True, True, False),
        ("MIT AND LicenseRef-Bought", None, None, None, True),
        ("GPL-2.0-or-later WITH Font-exception-2.0", True, True, True, True),
    ],
)
def test_what_a_licence_allows_and_asks_for(
    licence: str, share: bool | None, sale: bool | None, change: bool | None, names_maker: bool
) -> None:
    terms = terms_of(parse_expression(licence))
    assert (terms.share, terms.sale, terms.change, terms.names_maker) == (share, sale, change, names_maker)


def test_what_the_maker_allows_goes_before_the_licence() -> None:
    assert is_allowed("CC-BY-NC-4.0", (), "sale") is False
    assert is_allowed("CC-BY-NC-4.0", ("sale",), "sale") is True
    assert is_allowed("LicenseRef-Proprietary", ("sale",), "share") is True
    assert is_allowed("LicenseRef-Proprietary", ("sale",), "change") is False


LICENCES = st.sampled_from(["MIT", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "CC0-1.0", "LicenseRef-A"])
EXPRESSIONS = st.recursive(
    LICENCES,
    lambda inner: st.tuples(inner, st.sampled_from(["AND", "OR"]), inner).map(
        lambda parts: f"({' '.join(parts)})"
    ),
    max_leaves=6,
)


@given(EXPRESSIONS, EXPRESSIONS)
def test_a_choice_allows_no_less_and_both_together_no_more(one: str, other: str) -> None:
    order = (False, None, True)
    for use in ("share", "sale", "change"):
        either = getattr(terms_of(f"{one} OR {other}"), use)
        both = getattr(terms_of(f"{one} AND {other}"), use)
        single = getattr(terms_of(one), use)
        assert order.index(both) <= order.index(single) <= order.index(either)
    assert set(identifiers(f"{one} AND {other}")) == set(re.findall(r"[\w.-]+", f"{one} {other}")) - {
        "AND",
        "OR",
    }


def test_licences_are_called_what_people_call_them() -> None:
    assert licence_name("MIT OR OFL-1.1") == "MIT License or SIL Open Font License 1.1"
    assert licence_name("LicenseRef-Bought-at-a-fair") == "Bought at a fair"
    assert licence_name("LicenseRef-Proprietary") == "all rights reserved"


def test_an_expression_has_two_hundred_letters_at_most() -> None:
    longest = f"LicenseRef-{'x' * 182} OR MIT"
    assert parse_expression(longest) == longest
    with pytest.raises(InputError):
        parse_expression(longest.replace(" OR", "x OR"))


@pytest.mark.parametrize("address", ["www.example.org", "ftp://example.org/a", "https://", "https://a b.org"])
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="is not a web address"):
        parse_url(address)


def test_entries_are_loaded_with_their_places(folder: GameFolder) -> None:
    folder.write(
        "game.yaml",
        "licence: cc-by-4.0\ndesigner: Ada\nyear: 2020\nlicences:\n"
        "- files: [art/*.png, art/x.jpg]\n  by: Jane Doe\n  licence: CC-BY-NC-4.0\n  allows: sale\n"
        "  source: https://example.org/art\n  note: Bought.\n" + GAME,
    )
    game = folder.sound()
    (entry,) = game.licences
    assert (game.licence, entry.files, entry.by) == ("CC-BY-4.0", ("art/*.png", "art/x.jpg"), "Jane Doe")
    assert (entry.licence, entry.allows, entry.note) == ("CC-BY-NC-4.0", ("sale",), "Bought.")
    assert [str(place) for place in (entry.place, *entry.places)] == [
        HERE + "5:3",
        HERE + "5:11",
        HERE + "5:22",
    ]
    assert rights_of(game) == (
        "© 2020 Ada, CC-BY-4.0. Art by Jane Doe (CC-BY-NC-4.0, https://example.org/art). Bought."
    )


def test_all_that_is_wrong_with_entries_is_told_at_once(folder: GameFolder) -> None:
    folder.write(
        "game.yaml",
        "licences:\n"
        "- {files: a.png, licence: CC-BY}\n"
        "- {files: b.png, licence: CC-BY-4.0}\n"
        "- {files: c.png, by: X, licence: MIT, source: example}\n"
        "- {files: ../d.png, by: X, licence: MIT}\n"
        "- {files: e.png, author: X, licence: CC0-1.0}\n"
        "- {files: [], licence: CC0-1.0, allows: sell}\n"
        "- {by: X}\n" + GAME,
    )
    told = "\n".join(folder.problems())
    for line in (
        "2:27: error: licences.0.licence: unknown licence 'CC-BY'; did you mean `CC-BY-4.0`?",
        "3:3: error: licences.1: `by` is missing: CC-BY-4.0 asks for the maker's name",
        "4:47: error: licences.2.source: 'example' is not a web address; "
        "an address begins with https://; words go into `note`",
        "5:11: error: licences.3.files: the path '../d.png' leaves the game's folder",
        "6:18: error: licences.4: unknown key `author`; did you mean `by`?",
        "7:11: error: licences.5.files: the list is empty; write the files that are meant, "
        "for example `art/*.png`",
        "7:41: error: licences.5.allows: expected one of share, sale, change; got 'sell'; did you mean "
        "`sale`?",
        "8:3: error: licences.6: `files` is missing",
        "8:3: error: licences.6: `licence` is missing",
    ):
        assert HERE + line in told, told


def test_the_american_spelling_is_understood(folder: GameFolder) -> None:
    folder.write("game.yaml", "licenses: []\n" + GAME)
    assert folder.problems() == [HERE + "1:1: error: unknown key `licenses`; did you mean `licences`?"]
