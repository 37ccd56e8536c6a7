"""Names and messages on a line of the terminal: whole if they may be, and shortened so that one sees it."""

from __future__ import annotations

import pytest

from generator.catalog.lines import readable


@pytest.mark.parametrize("longest", [40, 300, 600])
def test_a_text_is_whole_up_to_the_longest_and_marked_where_it_is_cut(longest: int) -> None:
    assert readable("x" * longest, longest) == "x" * longest
    assert readable("x" * (longest + 1), longest) == "x" * (longest - 1) + "…"


def test_a_cut_is_marked_also_where_only_hidden_letters_are_left_out() -> None:
    assert readable("\u202e" * 1000 + "x") == "…"


def test_what_moves_the_cursor_or_turns_text_becomes_a_blank() -> None:
    assert readable("red\x1b[31m \u202eeert\n") == "red [31m eert"
