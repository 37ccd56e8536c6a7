"""All that the command line asks of ``gatepress play``, and which of it does not go together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

MAX_SEATS = 16
LAST_SEED = 10**15
"""Whole numbers up to this can be read back from a record."""


@dataclass(frozen=True, slots=True)
class Request:
    """The options as they were given; None, empty or false where they were not."""

    game: str | None
    seat: int | None
    opponents: tuple[str, ...]
    seats: int | None
    seed: int | None
    decks: tuple[str, ...]
    settings: tuple[str, ...]
    start: Path | None
    moves: Path | None
    watch: bool
    replay: Path | None
    log: Path | None
    as_json: bool

    @property
    def has_person(self) -> bool:
        """Whether somebody sits at the keyboard and plays."""
        return not (self.moves or self.watch or self.replay)

    @property
    def file(self) -> Path | None:
        """The file that the game begins from, if there is one."""
        return self.replay or self.start

    def refuse_contradictions(self) -> None:
        """Raises BadParameter for options that do not go together: each would be without effect."""
        given = [
            name
            for name, is_given in (
                ("--moves", self.moves),
                ("--watch", self.watch),
                ("--replay", self.replay),
            )
            if is_given
        ]
        if len(given) > 1:
            raise typer.BadParameter(f"{' and '.join(given)} do not go together")
        if self.as_json and self.has_person:
            raise typer.BadParameter("it needs --moves, --watch or --replay", param_hint="--json")
        if self.replay and self.start:
            raise typer.BadParameter("a record says itself how it began", param_hint="--from")
        if self.file is not None:
            self._refuse_with_file()
        if self.opponents and (self.moves or self.replay):
            raise typer.BadParameter(f"no bot plays with {given[0]}", param_hint="--opponent")
        if self.game is None and self.file is None:
            raise typer.BadParameter("say which game to play, for example `gatepress play battle-gate`")

    def _refuse_with_file(self) -> None:
        """A file says itself who plays what."""
        for name, value in (("--seats", self.seats), ("--deck", self.decks), ("--set", self.settings)):
            if value:
                told = f"the game in {self.file} has its own; leave it out"
                raise typer.BadParameter(told, param_hint=name)
        if self.seed is not None and (self.moves or self.replay):
            raise typer.BadParameter(f"the game in {self.file} has its own", param_hint="--seed")
