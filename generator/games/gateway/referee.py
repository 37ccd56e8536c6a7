"""Judges positions without the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.gateway.config import GRADES, GUARD, HORDE, RulesConfig
from generator.rules.protocol import Position, Referee

CITY = "city"
EVENTS = "events"
FACTIONS = {GUARD: "guard", HORDE: "horde"}


class GatewayReferee(Referee):
    """Counts all cards, and tells who has won a finished game."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config
        self.card_of = {card.id: card for card in config.cards}

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """Cards change hands, so most have no owner but the city: what players have, the stacks, the trash
        and what is still in the box. Guards, Horde and events are of their own."""
        found: dict[str, list[str]] = {CITY: [], "guard": [], "horde": [], EVENTS: []}
        for seat in position["seats"]:
            for pile in ("deck", "hand", "discard", "played", "looked"):
                found[CITY] += seat.get(pile, [])
            found[CITY] += map(_card, seat["army"])
        for stack, cards in position["stacks"].items():
            found[CITY] += [stack] * cards if isinstance(cards, int) else cards
        found[CITY] += position["trash"]
        found[CITY] += self._in_the_box(position["stacks"])
        for district in position["districts"]:
            for card in map(_card, [*district["cards"], *district.get("arrivals", [])]):
                found[FACTIONS[self.card_of[card].type]].append(card)
        for faction in FACTIONS.values():
            found[faction] += [*position[faction], *position[f"{faction}_discard"]]
        found[EVENTS] += [*position["events"], *position["past"]]
        return found

    def _in_the_box(self, stacks: Mapping[str, object]) -> Iterator[str]:
        """The City cards that are not in the game, and their helper cards."""
        for stack in self.config.stacks:
            if stack.id not in stacks and stack.id not in GRADES:
                yield from [stack.id] * self.card_of[stack.id].copies

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores are Victory Points; nobody wins a city that has fallen to the Horde.

        That comes first: it ends the game at once, and no points are taken any more. Whoever had enough of
        them before had won before the last district fell.
        """
        scores = tuple(seat["vp"] for seat in position["seats"])
        districts = position["districts"]
        if all(self._faction(district["cards"]) == HORDE for district in districts):
            return scores, ()
        goal = tuple(seat for seat, points in enumerate(scores) if points >= self.config.victory_points)
        if goal:
            return scores, goal
        holder = position.get("holder")
        if holder is not None and all(district["owner"] == holder for district in districts):
            return scores, (holder,)
        if position["events"]:
            raise ValueError("the game is not over")
        return scores, tuple(seat for seat, points in enumerate(scores) if points == max(scores))

    def cut_short(self, position: Position) -> bool:
        """The last event ends the game by its rules: the engine has no limit of its own."""
        del position
        return False

    def _faction(self, cards: Sequence[str]) -> int | None:
        return self.card_of[_card(cards[0])].type if cards else None


def _card(words: str) -> str:
    """The id of a card, without the damage that is written behind it."""
    return words.split()[0]
