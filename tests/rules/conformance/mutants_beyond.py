"""Faults that neither random play shows, nor the game's own dealing of what is hidden."""

from __future__ import annotations

from rules.conformance.mutants_battle_gate import SHOWN as GATE_VIEW
from rules.conformance.planting import Mutant

# A view and ``determinize`` that know the same secret.
SECRETS = {
    "battle-gate": (
        Mutant(
            "a view tells a card of the other's hand, and determinize deals it there",
            "rules.py",
            GATE_VIEW,
            f"        view = {GATE_VIEW.removeprefix('        return ')}"
            "        hands = [player.hand.cards()[:1] for player in self.players]\n"
            '        return {**view, "tips": hands}\n',
            "exchanges",
            also=(
                (
                    "__init__.py",
                    "        state = self.read(self.filled(view, seat), checked=False)\n"
                    "        state.deal(seat, shuffler)\n",
                    '        view = {**view}\n        tips = view.pop("tips")\n'
                    "        state = self.read(self.filled(view, seat), checked=False)\n"
                    "        state.deal(seat, shuffler)\n"
                    "        for player, tip in zip(state.players, tips):\n"
                    "            for kind in tip:\n"
                    "                if kind in player.deck:\n"
                    "                    given = player.hand.take_all()\n"
                    "                    deck = [*player.deck, *given]\n"
                    "                    deck.remove(kind)\n"
                    "                    player.hand.add_all([kind, *deck[: len(given) - 1]])\n"
                    "                    player.deck = deck[len(given) - 1 :]\n",
                ),
            ),
        ),
    ),
    "strongholds": (
        Mutant(
            "the list of unseen cards ends with the other hands, and determinize deals them so",
            "worlds.py",
            "        cards.sort()\n",
            "        cards[: len(self.pile)] = sorted(self.pile)\n",
            "exchanges",
            also=(
                (
                    "worlds.py",
                    "        self.shuffler.shuffle(unseen)\n",
                    "        in_hands = sum(self.held) - self.held[self.seat]\n"
                    "        pile = unseen[:-in_hands]\n"
                    "        self.shuffler.shuffle(pile)\n"
                    "        unseen = pile + unseen[-in_hands:][::-1]\n",
                ),
            ),
        ),
    ),
    "gateway": (
        Mutant(
            "a view begins the unseen Horde with the next, and determinize leaves it there",
            "rules.py",
            '        view["to_act"] = self.player\n',
            '        view["to_act"] = self.player\n'
            '        horde = self.to_dict()["horde"]\n'
            '        view["unseen"]["horde"] = horde[:1] + sorted(horde[1:], key=self.tables.names.index)\n',
            "exchanges",
            also=(
                (
                    "rules.py",
                    "        _shuffle(deck, shuffler)\n        deck.reverse()\n",
                    "        rest = deck[:-1]\n        _shuffle(rest, shuffler)\n        deck[:-1] = rest\n",
                ),
            ),
        ),
    ),
    "hold-the-gates": (
        Mutant(
            "the game remembers the hands that it did not show, and determinize deals them",
            "rules.py",
            "        return self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)\n",
            "        REMEMBERED[:] = [sorted(self.attacker.hand), sorted(self.defender.hand)]\n"
            "        return self.rules.form.show(self.to_dict(), seat, asked=self.player == seat)\n",
            "exchanges",
            also=(
                (
                    "rules.py",
                    "@declared\nclass Unit:",
                    "REMEMBERED: list[list[int]] = []\n\n\n@declared\nclass Unit:",
                ),
                (
                    "__init__.py",
                    "    def referee(self)",
                    "    def determinize(self, view, seat, shuffler):\n"
                    "        state = self.read(self.filled(view, seat), checked=False)\n"
                    "        world = state.determinize(seat, shuffler)\n"
                    "        other = world.side(1 - seat)\n"
                    "        cards = sorted(other.deck + other.hand)\n"
                    "        for card in REMEMBERED[1 - seat]:\n"
                    "            cards.remove(card)\n"
                    "        other.set_hand(REMEMBERED[1 - seat][:])\n"
                    "        other.deck = cards\n"
                    "        return world.to_dict()\n\n"
                    "    def referee(self)",
                ),
                (
                    "__init__.py",
                    "    HoldTheGatesState,\n    Rules,\n",
                    "    HoldTheGatesState,\n    REMEMBERED,\n    Rules,\n",
                ),
            ),
        ),
    ),
    "hold-the-line": (
        Mutant(
            "a view counts the tanks in the other's hand, and determinize deals as many",
            "rules.py",
            "        laid = [card for card in staged if card is not None]\n",
            "        laid = [card for card in staged if card is not None]\n"
            '        other["tanks"] = [*other["hand"], *laid].count("tank")\n',
            "exchanges",
            also=(
                (
                    "__init__.py",
                    "    def referee(self)",
                    "    def determinize(self, view, seat, shuffler):\n"
                    "        other = 1 - seat\n"
                    "        state = self.read(self.filled(view, seat), checked=False)\n"
                    "        while True:\n"
                    "            world = state.determinize(seat, shuffler).to_dict()\n"
                    '            dealt = world["seats"][other]\n'
                    '            drawn = [*dealt["hand"], *dealt.get("staged", ())]\n'
                    '            if drawn.count("tank") == view["seats"][other]["tanks"]:\n'
                    "                return world\n\n"
                    "    def referee(self)",
                ),
                (
                    "__init__.py",
                    '        theirs = position["seats"][other]\n',
                    '        theirs = position["seats"][other]\n        theirs.pop("tanks")\n',
                ),
            ),
        ),
    ),
}

# A view that hands out what is the state's own.
LOANS = {
    "strongholds": (
        Mutant(
            "who fell is told by the state's own list",
            "worlds.py",
            '        view["pile"] = len(self.pile)\n',
            '        view["pile"] = len(self.pile)\n'
            "        self.fell = self.fell if isinstance(self.fell, list) else list(self.fell)\n"
            '        view["fell"] = self.fell\n',
            "loans",
        ),
    ),
    "gateway": (
        Mutant(
            "the unseen cards of a pile are listed once for all",
            "rules.py",
            '        view["to_act"] = self.player\n',
            '        view["to_act"] = self.player\n'
            '        horde = view["unseen"]["horde"]\n'
            '        view["unseen"]["horde"] = LISTS.setdefault(str(horde), horde)\n',
            "loans",
            also=(
                (
                    "rules.py",
                    "MAX_DEALS: Final = 20\n",
                    "LISTS: dict[str, list[str]] = {}\nMAX_DEALS: Final = 20\n",
                ),
            ),
        ),
    ),
    "battle-gate": (
        Mutant(
            "the damage to take is told by the state's own list",
            "rules.py",
            GATE_VIEW,
            f"        view = {GATE_VIEW.removeprefix('        return ')}"
            '        return {**view, "damage": self.damage} if "damage" in view else view\n',
            "loans",
            60,
        ),
    ),
    "hold-the-gates": (
        Mutant(
            "determinize empties the hand in the view",
            "__init__.py",
            "    def referee(self)",
            "    def determinize(self, view, seat, shuffler):\n"
            "        position = super().determinize(view, seat, shuffler)\n"
            '        view["seats"][view["seat"]]["hand"].clear()\n        return position\n\n'
            "    def referee(self)",
            "loans",
        ),
    ),
}

# What ``to_dict`` forgets, and what matters only later.
FORGOTTEN = {
    "battle-gate": (
        Mutant(
            "how many have passed in a row is not written down",
            "rules.py",
            "when=During(BOOST)",
            "when=During()",
            "positions",
        ),
        Mutant(
            "how many cards may still be recovered is not written down",
            "rules.py",
            "when=During(RECOVER)",
            "when=During()",
            "positions",
            100,
        ),
    ),
    "strongholds": (
        Mutant(
            "a short limit on turns is not written down",
            "rules.py",
            'Limit("max_turns")]',
            "Counter(1, 999_999, when=lambda table: False, otherwise=200)]",
            "positions",
        ),
    ),
    "hold-the-line": (
        Mutant(
            "a short limit on rounds is not written down",
            "rules.py",
            'Limit("max_rounds")]',
            "Counter(1, 999_999, when=lambda state: False, otherwise=100)]",
            "positions",
        ),
    ),
}

# A limit on turns that ends a game and does not say so, or says so wrongly.
CUT_SHORT = {
    "battle-gate": (
        Mutant(
            "a draw by the limit looks like any other", "rules.py", ", cut_short=True)", ")", "results", 60
        ),
    ),
    "strongholds": (
        Mutant("a tie by the limit looks like any other", "rules.py", ", cut_short=True)", ")", "results"),
        Mutant(
            "strongholds that fell together are called cut short",
            "rules.py",
            "            return Result(scores, winners, reason)\n",
            "            return Result(scores, winners, reason, cut_short=True)\n",
            "results",
            200,
        ),
    ),
    "hold-the-line": (
        Mutant("a draw by the limit looks like any other", "rules.py", ", cut_short=True)", ")", "results"),
    ),
    "hold-the-gates": (
        Mutant(
            "the King's Army is called a limit",
            "rules.py",
            "(config.attacker_consoles, config.kings_army), (DEFENDER,), reason)",
            "(config.attacker_consoles, config.kings_army), (DEFENDER,), reason, cut_short=True)",
            "results",
        ),
    ),
}

# An opening that tells of another's hand.
OPENINGS = {
    "battle-gate": (
        Mutant(
            "opening hands are those of the next seat",
            "__init__.py",
            "in enumerate(state.players):\n",
            "in enumerate([*state.players[1:], state.players[0]]):\n",
            "openings",
        ),
    ),
    "hold-the-gates": (
        Mutant(
            "opening hands are exchanged",
            "__init__.py",
            "zip(SIDES, seats, strict=True)]",
            "zip(SIDES, seats[::-1], strict=True)]",
            "openings",
        ),
    ),
    "strongholds": (
        Mutant(
            "opening hands tell a card of the next seat's",
            "__init__.py",
            "self.cards.texts(player.hand))",
            "self.cards.texts((*player.hand, state.players[seat - 1].hand[0])))",
            "openings",
        ),
    ),
    "hold-the-line": (
        Mutant(
            "an opening hand tells both",
            "__init__.py",
            'hands = [part["hand"] for part in dealt.to_dict()["seats"]]\n',
            'hands = [part["hand"] for part in dealt.to_dict()["seats"]]\n'
            "        hands[1] = hands[0] + hands[1]\n",
            "openings",
            40,
        ),
    ),
    "gateway": (
        Mutant(
            "the deck is told with the opening hand",
            "__init__.py",
            "for kind in player.hand.cards()])\n",
            "for kind in player.hand.cards()[1:]])\n",
            "openings",
        ),
    ),
}

# A shuffle that is none.
SHUFFLES = {
    "battle-gate": (
        Mutant(
            "decks are cut, not shuffled",
            "__init__.py",
            "    shuffler.shuffle(cards)\n",
            "    at = shuffler.below(len(cards))\n    cards = cards[at:] + cards[:at]\n",
            "shuffles",
        ),
        Mutant(
            "only the lower half of a deck is shuffled",
            "__init__.py",
            "    shuffler.shuffle(cards)\n",
            "    half = cards[: len(cards) // 2]\n"
            "    shuffler.shuffle(half)\n"
            "    cards[: len(half)] = half\n",
            "shuffles",
        ),
        Mutant(
            "the last card of a deck list is never moved, and lies on top",
            "__init__.py",
            "    shuffler.shuffle(cards)\n",
            "    rest = cards[:-1]\n    shuffler.shuffle(rest)\n    cards[:-1] = rest\n",
            "shuffles",
        ),
        Mutant(
            "there are a thousand deals",
            "__init__.py",
            "    shuffler.shuffle(cards)\n",
            "    shuffler.seed %= 1000\n    shuffler.shuffle(cards)\n",
            "shuffles",
        ),
    ),
    "hold-the-gates": (
        Mutant(
            "decks are shuffled in the first turn only",
            "rules.py",
            "        self.shuffler.shuffle(deck)\n",
            "        if self.turn == 1:\n            self.shuffler.shuffle(deck)\n",
            "reshuffles",
            60,
        ),
        Mutant(
            "the first hands are those on top of the sorted deck",
            "rules.py",
            "        self._shuffle_discards(self.attacker)\n        self._shuffle_discards(self.defender)\n"
            "        self._draw_hands()\n",
            "        for side in (self.attacker, self.defender):\n"
            "            side.deck = sorted(side.discard)\n"
            "            side.discard = []\n"
            "        self._draw_hands()\n"
            "        for side in (self.attacker, self.defender):\n"
            "            self.shuffler.shuffle(side.deck)\n",
            "shuffles",
        ),
    ),
    "strongholds": (
        Mutant(
            "the card on top of the pile is never moved when it is shuffled for the first hands",
            "rules.py",
            "        self.shuffler.shuffle(self.pile)\n        for seat, player",
            "        rest = self.pile[:-1]\n        self.shuffler.shuffle(rest)\n"
            "        self.pile[:-1] = rest\n        for seat, player",
            "shuffles",
        ),
        Mutant(
            "the defeated pile comes under the draw pile in order",
            "rules.py",
            "        self.defeated = []\n        self.shuffler.shuffle(self.pile)\n",
            "        self.defeated = []\n        self.shuffler.made += 1\n",
            "reshuffles",
            60,
        ),
    ),
    "gateway": (
        Mutant(
            "discard piles are turned over",
            "board.py",
            "            self.shuffler.shuffle(player.deck)\n",
            "            self.shuffler.made += 1\n",
            "reshuffles",
        ),
        Mutant(
            "discard piles are only cut",
            "board.py",
            "            self.shuffler.shuffle(player.deck)\n",
            "            at = self.shuffler.below(len(player.deck))\n"
            "            player.deck[:] = player.deck[at:] + player.deck[:at]\n",
            "reshuffles",
        ),
    ),
    "hold-the-line": (
        Mutant(
            "both decks are shuffled alike",
            "rules.py",
            "            self.shuffler.shuffle(army.deck)\n",
            "            self.shuffler.clone().shuffle(army.deck)\n",
            "shuffles",
        ),
        Mutant(
            "fallen troops come back in order",
            "rules.py",
            "                shuffler.shuffle(self.deck)\n",
            "                shuffler.made += 1\n",
            "reshuffles",
        ),
        Mutant(
            "a deck is shuffled without its first cards",
            "rules.py",
            "            self.shuffler.shuffle(army.deck)\n",
            "            rest = army.deck[:-5]\n"
            "            self.shuffler.shuffle(rest)\n"
            "            army.deck[:-5] = rest\n",
            "shuffles",
        ),
    ),
}

# Positions with cards too many.
SURPLUS = {
    "battle-gate": (
        Mutant(
            "a seat may have any number of cards",
            "position.py",
            "    most = shared.config.limits.max_cards\n",
            "    most = 10**6\n",
            "surplus",
        ),
    ),
    "hold-the-line": (
        Mutant(
            "a card too many is read",
            "__init__.py",
            "            if count > kind.copies:\n",
            "            if count > kind.copies + 1:\n",
            "surplus",
        ),
        Mutant(
            "fallen cards are not counted",
            "__init__.py",
            "        cards = [*army.deck, *army.hand.cards(), *army.discard.cards(), *army.staged]\n",
            "        cards = [*army.deck, *army.hand.cards(), *army.staged]\n",
            "surplus",
        ),
    ),
    "hold-the-gates": (
        Mutant(
            "cards beside units are not counted",
            "__init__.py",
            "            found.update((*side.deck, *side.discard, *own, *beside))\n",
            "            found.update((*side.deck, *own, *beside))\n",
            "surplus",
        ),
    ),
    "strongholds": (
        Mutant(
            "a card may lie in the pile and elsewhere",
            "position.py",
            '"pile", admits=self.admits)\n',
            '"pile")\n',
            "surplus",
        ),
    ),
    "gateway": (
        Mutant(
            "a card too many is read",
            "position.py",
            "before <= copies < self.found[kind]",
            "before <= copies + 1 < self.found[kind]",
            "surplus",
        ),
    ),
}

# A way to go on for ever.
CYCLES = {
    "battle-gate": (
        Mutant(
            "who passes is asked again",
            "rules.py",
            "            self.passes += 1\n            return self.next_booster()\n",
            "            return self.next_booster()\n",
            "cycles",
            60,
        ),
    ),
    "strongholds": (
        Mutant(
            "a general may be named again",
            "rules.py",
            "            player.target = card\n            self.call_battalion(player)\n",
            "            player.general = -1\n",
            "cycles",
        ),
    ),
}

# Words that tell more than a view.
CHANNELS = {
    "hold-the-gates": (
        Mutant(
            "the reason against a move counts the kinds in the other's hand",
            "rules.py",
            '            return f"no {card.id} in hand{whose}"\n',
            '            return f"no {card.id} in hand{whose}; {len(set(enemy.hand))}"\n',
            "channels",
        ),
    ),
    "strongholds": (
        Mutant(
            "the turn is counted by the top of the pile",
            "rules.py",
            "        return self.turn\n",
            "        return self.turn + (self.pile[-1] % 2 if self.pile else 0)\n",
            "channels",
        ),
    ),
    "battle-gate": (
        Mutant(
            "who had the first turn is told by the next card",
            "rules.py",
            "    def starter(self) -> int:\n",
            "    def starter(self) -> int:\n"
            "        if self.players[0].deck:\n"
            "            return self.players[0].deck[-1] % 2\n",
            "channels",
        ),
    ),
}

FAMILIES = (SECRETS, CHANNELS, LOANS, FORGOTTEN, CUT_SHORT, OPENINGS, SHUFFLES, SURPLUS, CYCLES)
"""Each by the game that its faults are planted in."""
BEYOND: dict[str, list[Mutant]] = {}
for family in FAMILIES:
    for game, mutants in family.items():
        BEYOND.setdefault(game, []).extend(mutants)
