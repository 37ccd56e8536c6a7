"""What the page of a seat shows of a game: the table, the log, the moves and how it ended."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import permutations
from typing import Any

from generator.catalog.lines import readable
from generator.catalog.wording import capital, visible
from generator.rules import Game, IllegalMove, Result, State, View
from generator.rules.terminal import Display
from generator.sim.endings import is_shared
from generator.sim.matches.match import (
    Match,
    known_steps,
    narrate_outcome,
    narrate_result,
    narrate_step,
    view_for,
)
from generator.studio.play.shown import Faces, shown_table

Document = dict[str, Any]
"""JSON values."""
DRAWING_WIDTH = 88
"""Columns of the table as it is drawn at the terminal."""
_WORDS_OF_A_MOVE = re.compile(r"[\s>]+")
_BETWEEN_WORDS = re.compile(r"([\s>]+)")
MOST_REFUSALS = 2
"""Sentences that say why a move can't be made."""
MOST_OFFERED = 3
"""Moves that are named in place of one that can't be made."""


@dataclass(slots=True)
class SeatLog:
    """What one seat, or for None somebody who sees all, knows of the moves until now."""

    display: Display
    seat: int | None
    opening: list[str] = field(default_factory=list)
    steps: list[list[str]] = field(default_factory=list)
    """The words of each move."""

    def begin(self, match: Match) -> None:
        """Adds what was forced before the first move."""
        self.opening = list(narrate_outcome(self.display, match, self.seat))

    def go_on(self, match: Match) -> None:
        """Adds the last move."""
        self.steps.append(list(narrate_step(self.display, match, self.seat)))

    def go_back(self, match: Match) -> None:
        """Forgets the moves that were taken back."""
        del self.steps[len(match.steps) :]

    def entries(self, match: Match, until: int) -> list[Document]:
        """The moves until now that the seat knows of, in the notation of the rules and in words.

        Only those that it knows count: a gap would show how many another seat made face down.
        """
        known = set(known_steps(self.display, match, self.seat))
        entries: list[Document] = [{"lines": self.opening}] if self.opening else []
        count = 0
        for number, (step, lines) in enumerate(zip(match.steps[:until], self.steps, strict=False)):
            if number in known:
                count += 1
                who = "you" if step.seat == self.seat else self.display.name(step.seat)
                entries.append({"number": count, "who": who, "move": step.move, "lines": lines})
            elif lines:
                entries.append({"lines": lines})
        return entries


def game_document(log: SeatLog, match: Match, faces: Faces, at: int | None = None) -> Document:
    """The table, the log and the result, as the seat may know them; ``at``: before that move."""
    display, seat = log.display, log.seat
    until = len(match.steps) if at is None else at
    state = match.state if until >= len(match.steps) else match.steps[until].before
    view = view_for(state, seat)
    shown = shown_table(view, state.to_dict(), display, faces)
    heading, drawing = _drawn(display, view)
    if heading:
        # It says in words what the names of the engine's fields would say once more.
        shown.table.facts.clear()
    return {
        "title": match.game.title,
        "you": seat,
        "asked": seat is not None and state.player == seat,
        "over": state.over,
        "heading": heading,
        "table": asdict(shown),
        "pictures": shown.has_pictures,
        "drawing": drawing,
        "drawn": display.draws_board or not shown.has_pictures,
        "moves": _moves(state, display, view) if seat is not None and state.player == seat else [],
        "log": log.entries(match, until),
        "result": _result(match.game, state, display, seat) if state.over else None,
    }


def _moves(state: State, display: Display, view: View) -> list[Document]:
    """What the seat may choose from, with the words of the cards that each move names."""
    found: list[Document] = []
    for move in state.legal():
        text = state.text(move)
        said = readable(display.say(text, view), 200)
        verb, *named = _WORDS_OF_A_MOVE.split(text)
        found.append({"move": text, "words": said if said != text else "", "verb": verb, "cards": named})
    return found


def refusals(state: State, display: Display, words: Sequence[str]) -> list[str]:
    """Why no move with these words, a card and maybe where it goes, can be made now: in the words of the
    rules, which are asked about every move of that kind; else what can be done."""
    view = state.view(state.player or 0)
    legal = {state.text(move): None for move in state.legal()}
    found: dict[str, None] = {}
    for text in _tried(words, [*(example.example for example in display.examples), *legal]):
        try:
            move = state.parse(text)
        except IllegalMove:
            continue
        if state.text(move) not in legal:
            # That it is this very move which is not possible, whoever tried it knows.
            reason = state.why_not(move).partition("; `")[0]
            found.setdefault(f"{capital(reason.rstrip('.'))}.")
    if found:
        return list(found)[:MOST_REFUSALS]
    if len(words) > 1:
        return refusals(state, display, words[:1])
    own = [text for text in legal if words and words[0] in _WORDS_OF_A_MOVE.split(text)]
    can = list(dict.fromkeys(readable(display.say(text, view), 200) for text in own or legal))
    more = "; or something else" if len(can) > MOST_OFFERED else ""
    return [f"Not now. You may {'; or '.join(can[:MOST_OFFERED])}{more}."]


def _tried(words: Sequence[str], patterns: Sequence[str]) -> Iterator[str]:
    """Moves of each kind with these words in them, whether they are legal or not."""
    kinds: set[str] = set()
    for pattern in patterns:
        parts = _BETWEEN_WORDS.split(pattern)
        if parts[0] in kinds or len(parts) < 2 * len(words) + 1:
            continue
        kinds.add(parts[0])
        for places in permutations(range(2, len(parts), 2), len(words)):
            for place, word in zip(places, words, strict=True):
                parts[place] = word
            yield "".join(parts)


def _result(game: Game, state: State, display: Display, seat: int | None) -> Document:
    result = state.result()
    return {
        "lines": list(narrate_result(display, game, result, seat)),
        "scores": [
            {"name": _named(display, number, seat), "score": score}
            for number, score in enumerate(result.scores)
        ],
        "heading": _heading(game, result, seat),
        "reason": result.reason,
    }


def _named(display: Display, number: int, seat: int | None) -> str:
    if number != seat:
        return display.name(number)
    return f"{display.name(number)} (you)" if display.players.get(number) else "you"


def _heading(game: Game, result: Result, seat: int | None) -> str:
    if seat is None:
        return "How it ended"
    if seat not in result.winners:
        return "You lost"
    sides = game.sides(len(result.scores))
    is_draw = is_shared(result, all_can_lose=game.all_can_lose, sides=sides)
    return "You share the win" if is_draw else "You won"


def _drawn(display: Display, view: View) -> tuple[str, str]:
    """The first line of what the terminal shows, where it is one, and all of it, as plain text."""
    from rich.console import Console
    from rich.text import Text

    parts = list(display.draw(view, DRAWING_WIDTH))
    stream = io.StringIO()
    console = Console(file=stream, width=DRAWING_WIDTH, color_system=None, force_terminal=False)
    for part in parts:
        console.print(part, highlight=False)
    heading = parts[0].plain.strip() if parts and isinstance(parts[0], Text) else ""
    lines = [visible(line.rstrip()) for line in stream.getvalue().splitlines()]
    return visible(heading) if "\n" not in heading else "", "\n".join(lines).strip("\n")


def as_json(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def revision_of(document: Mapping[str, Any] | Sequence[Any]) -> str:
    """What is another when anything in a document is."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]
