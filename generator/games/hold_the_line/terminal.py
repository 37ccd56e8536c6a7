"""Hold the Line at the terminal: the lanes with their fronts, and the troops on both sides of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.models import Game as Database
from generator.catalog.screen import apart, labels, numbers, table_of, track
from generator.catalog.wording import kinds_in_words, pluralize, with_article
from generator.games.hold_the_line import HoldTheLine
from generator.games.hold_the_line.config import COMPONENT, RulesConfig
from generator.games.hold_the_line.rules import EVERYTHING_IS_SECRET, FACE_DOWN
from generator.rules import Game, View
from generator.rules.terminal import Display, MoveExample, Piece, does, how_many

_STYLES = {"red": "bold red", "yellow": "bold yellow", "green": "bold green"}


class LineDisplay(Display):
    not_laid = frozenset({"targets"})
    face_down = frozenset({FACE_DOWN})

    def __init__(self, config: RulesConfig, database: Database) -> None:
        self.examples = tuple(_examples(config))
        self._printed = {
            (card.values.get("kind"), card.values.get("army")): card.id
            for card in database.cards_in(COMPONENT)
        }
        self._armies = [readable(army) for army in config.armies]
        self._config = config

    def side(self, seat: int) -> str:
        return self._armies[seat] if seat < len(self._armies) else super().side(seat)

    def is_open(self, move: str) -> bool:
        del move
        # What comes of the moves is shown as news.
        return not EVERYTHING_IS_SECRET

    def piece(self, word: str, owner: int | None) -> Piece:
        kind, _, strength = word.partition(" ")
        army = None if owner is None else self._config.armies[owner]
        card = self._printed.get((kind, army))
        health, _, armor = strength.partition("/")
        notes = [f"health {health}", *([f"armor {armor}"] if armor != "0" else [])] if strength else []
        return Piece([card] if card else [], notes)

    def owner(self, way: Sequence[str | int], view: View) -> int | None:
        """Rows before a front line are in the order of the seats."""
        if way[0] == "lanes" and "troops" in way:
            return int(way[way.index("troops") + 1])
        return super().owner(way, view)

    def draw(self, view: View, width: int) -> Iterator[RenderableType]:
        del width
        # Whoever watches sees the table from seat 0's side.
        near = view["seat"] or 0
        return apart([Text(_heading(view), "bold")], [self._lanes(view, near)], [self._piles(view)])

    # The parts of the drawing.

    def _lanes(self, view: View, near: int) -> Grid:
        far = 1 - near
        columns = [
            *numbers("  lane"),
            *labels("staged"),
            *numbers(self._title(near, view)),
            *labels("front", self._title(far, view), "staged"),
        ]
        rows = []
        for number, lane in enumerate(view["lanes"]):
            # The lines lie from the near side's red on.
            lines = self._config.lines if near == 0 else self._config.lines[::-1]
            at = self._config.reach + (lane["front"] if near == 0 else -lane["front"])
            front = track([(colour[0], _STYLES.get(colour, "bold")) for colour in lines], at)
            on_left = (_staged(view, near, number), _row(lane["troops"][near], view))
            on_right = (_row(lane["troops"][far], view), _staged(view, far, number))
            rows.append((f"{number}", *on_left, front, *on_right))
        return table_of(columns, rows)

    def _title(self, seat: int, view: View) -> str:
        return f"you, {self.name(seat)}" if seat == view["seat"] else self.name(seat)

    def _piles(self, view: View) -> Grid:
        rows = [
            (
                f"  {self._title(seat, view)} (seat {seat})",
                f"{how_many(given['deck'])}",
                f"{given['hand']} hidden"
                if isinstance(given["hand"], int)
                else kinds_in_words(given["hand"]) or "-",
                kinds_in_words(given["discard"]) or "-",
            )
            for seat, given in enumerate(view["seats"])
        ]
        return table_of([*labels("  player"), *numbers("deck"), "hand", "discards"], rows)

    # Words.

    def say(self, move: str, view: View) -> str:
        words = move.split()
        if move == "done":
            return "stage no more"
        if words[0] == "stage":
            verb = "lay" if view["phase"] == "setup" else "stage"
            return f"{verb} {with_article(words[2])} in front of lane {words[1]}"
        own, _, enemy = words[2].partition(">")
        seat, lane = view["seat"], int(words[1])
        row = [] if seat is None else view["lanes"][lane]["troops"][1 - seat]
        struck = f"{row[int(enemy)]} (card {enemy})" if int(enemy) < len(row) else f"enemy card {enemy}"
        return f"aim card {own} in lane {lane} at {struck}"

    def news(self, before: View, after: View) -> Iterator[str]:
        if before["phase"] == "setup" and after["phase"] != "setup":
            yield "All cards are turned up and move to the front lines."
        elif before["phase"] == "stage" and after["phase"] == "target" and after["seat"] is not None:
            staged = after["seats"][1 - after["seat"]].get("staged") or ()
            lanes = [str(lane) for lane, card in enumerate(staged) if card is not None]
            where = f"lane{'s' if len(lanes) > 1 else ''} {', '.join(lanes)}" if lanes else "no lane"
            yield does(self.name(1 - after["seat"]), f"have laid cards before {where}")
        is_round_over = before["round"] != after["round"] or after["phase"] == "over"
        if before["phase"] in ("stage", "target") and after["phase"] in ("stage", "over") and is_round_over:
            for number, (old, new) in enumerate(zip(before["lanes"], after["lanes"], strict=True)):
                changes = [*self._changes(old, new, after["seat"])]
                if changes:
                    yield f"Lane {number}: {'; '.join(changes)}."
            if after["phase"] != "over":
                yield f"Round {after['round']} begins."

    def _changes(self, old: Mapping[str, Any], new: Mapping[str, Any], seat: int | None) -> Iterator[str]:
        """What has become of a lane in a round."""
        for side in (0, 1):
            was, now = (", ".join(lane["troops"][side]) or "nobody" for lane in (old, new))
            if was != now:
                yield f"{'your side' if side == seat else self.name(side)} had {was}, now {now}"
        if old["front"] != new["front"]:
            pusher = 0 if new["front"] > old["front"] else 1
            at, lines = self._config.reach + new["front"], self._config.lines
            where = f"to {lines[at]}" if 0 <= at < len(lines) else "beyond the last line"
            yield f"{'you push' if pusher == seat else f'{self.name(pusher)} pushes'} the front {where}"


def _heading(view: View) -> str:
    if view["phase"] == "setup":
        return "Setup: a card for each lane in turn"
    doing = {"stage": "staging", "target": "combat: choosing targets"}
    return f"Round {view['round']}, {doing.get(view['phase'], view['phase'])}"


def _examples(config: RulesConfig) -> Iterator[MoveExample]:
    """How moves are written; then for each kind a fresh troop as it stands on the table, and what it does."""
    lane, last = config.lanes // 2, config.kinds[-1].word
    arrives = "it arrives after this round's combat"
    staged = f"in which up to {pluralize(config.max_staged, 'card')} may be staged"
    yield MoveExample(f"stage {lane} {last}", f"lay a card face down in front of lane {lane}; {arrives}")
    yield MoveExample("target 1 0>2", "lane 1: your card 0 strikes enemy card 2, both counted from 0")
    yield MoveExample("done", f"stage no more in this round, {staged}")
    for kind in config.kinds:
        fresh = f"{kind.word} {kind.health}/{kind.armor}"
        whom = f"{'each' if kind.each else 'one'} enemy{', past its armor,' if kind.pierces else ''}"
        strikes = f"strikes {whom} for {' + '.join(map(str, kind.damage))}"
        yield MoveExample(fresh, f"health and armor left; {strikes}")
    yield MoveExample("armor", f"each point stops {config.armor_takes} damage, once, unless it is ignored")


def _staged(view: View, seat: int, lane: int) -> str:
    staged = view["seats"][seat].get("staged")
    return (staged[lane] if staged else None) or ""


def _row(troops: Sequence[str], view: View) -> str:
    """A row in order of arrival, one under the other, numbered while targets are named by these numbers."""
    if view["phase"] == "target":
        troops = [f"{number} {troop}" for number, troop in enumerate(troops)]
    return "\n".join(troops) or "-"


def open_display(game: Game, database: Database) -> Display:
    """The display, with the numbers that the game is played by."""
    assert isinstance(game, HoldTheLine)
    return LineDisplay(game.config, database)
