"""Cards at a front: what is left of them, what they deal, and what damage makes of them."""

from __future__ import annotations

from generator.games.hold_the_line.numbers import Kind, Numbers


class Troop:
    """A card at a front in a certain condition.

    A troop never changes: there is one for each kind, health and armor, which all cards in that condition
    share, and a card that is hurt is replaced by another one.
    """

    __slots__ = ("armor", "damage", "each", "health", "kind", "pierced", "pierces", "text", "worn")

    def __init__(self, kind: int, card: Kind, health: int, armor: int) -> None:
        self.kind = kind
        self.health = health
        self.armor = armor
        self.damage = card.damage(health, armor)
        self.each = card.each
        self.pierces = card.pierces
        self.text = f"{card.word} {health}/{armor}"
        self.worn: list[Troop] = []
        """What is left of it after so much ordinary damage; more damage than listed leaves nothing."""
        self.pierced: list[Troop] = []
        """What is left of it after so much damage that ignores armor; more leaves nothing."""

    def struck(self, ordinary: int, piercing: int) -> Troop | None:
        """What is left after the damage of a round, each of the two sorts added up; None if it falls.

        Armor meets ordinary damage only, so it makes no difference which of them is counted first.
        """
        left = self
        if ordinary:
            if ordinary >= len(left.worn):
                return None
            left = left.worn[ordinary]
        if piercing:
            if piercing >= len(left.pierced):
                return None
            left = left.pierced[piercing]
        return left

    def struck_by(self, other: Troop) -> Troop | None:
        """What is left after the damage of one other card; None if it falls."""
        left = self.pierced if other.pierces else self.worn
        return left[other.damage] if other.damage < len(left) else None


class Troops:
    """All conditions that a card can be in."""

    __slots__ = ("by_text", "fresh")

    def __init__(self, numbers: Numbers) -> None:
        self.fresh: list[Troop] = []
        """For each kind the troop that nobody has hurt."""
        self.by_text: dict[str, Troop] = {}
        """For example ``tank 3/2``: kind, health left, armor left."""
        for number, kind in enumerate(numbers.kinds):
            conditions = {
                (health, armor): Troop(number, kind, health, armor)
                for health in range(1, kind.health + 1)
                for armor in range(kind.armor + 1)
            }
            for (health, armor), troop in conditions.items():
                troop.pierced = [conditions[left, armor] for left in range(health, 0, -1)]
                troop.worn = _wear(conditions, health, armor, numbers.armor_takes)
            self.fresh.append(conditions[kind.health, kind.armor])
            self.by_text.update((troop.text, troop) for troop in conditions.values())


def _wear(conditions: dict[tuple[int, int], Troop], health: int, armor: int, takes: int) -> list[Troop]:
    """The troops that 0, 1, 2 … ordinary damage make of one, up to the last that still stands."""
    worn: list[Troop] = []
    damage = 0
    while True:
        broken = min(armor, damage // takes)
        # What is too little to break the next armor is lost; without armor all of it goes to health.
        hurt = damage - armor * takes if broken == armor else 0
        if hurt >= health:
            return worn
        worn.append(conditions[health - hurt, armor - broken])
        damage += 1
