"""The worked checks of the rules, and the abilities in numbers."""

from __future__ import annotations

import pytest

from .tables import OUT, legal, played, royals, seat, sent, siege


def test_nine_power_against_a_king_and_a_queen_kills_the_king_alone() -> None:
    state = played(
        siege(
            seat(["KH", "QH"], **sent("QH", 1, "4S", "5S")),
            seat(["KS", "QS", "JS"], ["2H"], **sent("JS", 0, "2S")),
            choosing=1,
        ),
        "done",
    )
    assert royals(state)[1] == ["QS", "JS"]


def test_a_twenty_pitted_against_an_eighteen_leaves_two() -> None:
    """A Queen's 10 of her colour against another Queen's 9 of hers."""
    start = siege(
        seat(["KD", "QD", "JD"], ["2C", "3S"], **sent("JD", 1, "2D")),
        seat(["KH", "QH"], **sent("QH", 0, "10H", "2S")),
        seat(["KS", "QS"], **sent("QS", 0, "9S", "2H")),
        OUT,
    )
    state = played(start, "lay 3S>2S", "lay 2C>2H", "pit 10H 9S")
    # Nothing is left but the difference: too little for any royal.
    assert royals(state)[0] == ["KD", "QD", "JD"]
    assert "10H" not in state.to_dict()["seats"][1]["hand"]
    laid = played(start, "pit 10H 9S", "lay 2C>10H")
    assert {move for move in legal(laid) if move.endswith((">10H", ">9S"))} == set()


@pytest.mark.parametrize(
    ("attacker", "troops", "dead"),
    [
        # A Jack alone is a card of 5, and a Jack with a troop is two cards like it.
        ("JH", [], ["JS"]),
        ("JH", ["2S"], []),
        ("JH", ["3S"], ["QS"]),
        ("JH", ["6S"], ["KS", "JS"]),
        # A Queen doubles her own colour only.
        ("QH", ["2H", "2D"], ["KS"]),
        ("QH", ["2C", "2D"], ["QS"]),
        ("QH", ["2C", "2S"], []),
        # A King makes all troops as strong as the highest; neither adds an attack of its own.
        ("KH", ["2C", "3S", "6D"], ["KS", "QS", "JS"]),
        ("KH", ["2C", "2S", "2D"], ["QS"]),
        ("KH", [], []),
        ("QH", [], []),
    ],
)
def test_what_gets_through_undefended(attacker: str, troops: list[str], dead: list[str]) -> None:
    """The second Jack is in the field, so a King, a Queen and a Jack are at home."""
    state = played(
        siege(
            seat([attacker], **sent(attacker, 1, *troops)),
            seat(["KS", "QS", "JS", "JC"], ["10D", "9D"], **sent("JC", 0, "4C")),
            choosing=1,
        ),
        "done",
    )
    assert royals(state)[1] == [royal for royal in ["KS", "QS", "JS", "JC"] if royal not in dead]


@pytest.mark.parametrize(
    ("general", "troops", "dead"),
    [("JH", ["6S"], "KS"), ("QH", ["4H", "2D"], "QS"), ("KH", ["2C", "2S", "3D"], "KS")],
)
def test_a_joker_takes_the_ability_away(general: str, troops: list[str], dead: str) -> None:
    """Powers go back to the numbers, and a Jack is a card of 5 beside his troop: 11, 6 and 7."""
    state = played(
        siege(
            seat([general], ["9C"], **sent(general, 1, *troops)),
            seat(["KS", "QS", "JS", "JC"], ["*B", "9D"], **sent("JC", 0, "4C")),
            choosing=1,
        ),
        f"lay *B>{general}",
        "done",
    )
    assert royals(state)[1] == [royal for royal in ["KS", "QS", "JS", "JC"] if royal != dead]


def test_of_a_battalion_only_cards_that_were_cancelled_stay_away() -> None:
    """A Queen sends 8 and 4 boosted to 16: 3 on the 16 leaves it standing, 8 on the 8 defeats it."""
    state = played(
        siege(
            seat(["KH", "QH"], ["9C"], **sent("QH", 1, "8H", "8C")),
            seat(["KS", "QS", "JS"], ["3D", "9D", "2D"], **sent("JS", 0, "4C")),
            choosing=1,
        ),
        "lay 3D>8H",
        "lay 9D>8C",
        "done",
    )
    first, second = state.to_dict()["seats"]
    assert first["hand"] == ["8H", "9C"]
    # 13 are left of the 16: the King dies and the Queen after him.
    assert second["royals"] == ["JS"]
    assert state.to_dict()["pile"].count("3D") == 1
