"""Through whose eyes a game is looked at: those of one seat, or of all seats together."""

from __future__ import annotations

from generator.rules import State, View


def view_of(state: State, seat: int | None) -> View:
    """What the seat sees; for None what all seats see together, which is everything but face-down piles.

    It is put together from the seats' own views, each seat's part from its own; ``seat`` is then None.
    """
    if seat is not None:
        return state.view(seat)
    whole = state.view(0)
    parts = whole.get("seats")
    if isinstance(parts, list):
        whole["seats"] = [state.view(number)["seats"][number] for number in range(len(parts))]
    return whole | {"seat": None, "asked": False}
