"""What ``gatepress play`` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.wording import join_words
from generator.cli import completion
from generator.cli.options import Settings, Variants
from generator.cli.studies import PlayerCount
from generator.sim.study.options import MAX_SEATS

MAX_RECORDED_SEED = 10**15
"""Whole numbers up to this are read back from a record in YAML."""


@dataclass(frozen=True, slots=True)
class Request:
    """The options as they were given; None, empty or false where they were not."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game with rules, or its folder; a file may name it. [the one in this folder]",
            autocompletion=completion.game,
        ),
    ] = None
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="NUMBER",
            min=0,
            max=MAX_SEATS - 1,
            help="Your seat, or the seat whose view is shown. [0]",
        ),
    ] = None
    opponents: Annotated[
        tuple[str, ...],
        typer.Option(
            "--opponent",
            metavar="BOT",
            help="A bot: greedy, random, my_bot.py:Bot, greedy+STRATEGY; one for all, or for each. [greedy]",
            autocompletion=completion.bot,
        ),
    ] = ()
    players: PlayerCount = None
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="NUMBER",
            min=0,
            max=MAX_RECORDED_SEED,
            help="The same seed deals the same cards. [1 when only bots play]",
        ),
    ] = None
    decks: Annotated[
        tuple[str, ...],
        typer.Option(
            "--deck",
            metavar="FILE|NAME",
            help="Your deck; repeated, a deck for each seat in turn. The other seats play the game's own.",
            autocompletion=completion.deck,
        ),
    ] = ()
    settings: Settings = ()
    variants: Variants = ()
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Start from a position, or resume a record."),
    ] = None
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="Play the moves in a file, one per line.")
    ] = None
    watch: Annotated[bool, typer.Option("--watch", help="Watch a game between bots.")] = False
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="LOG", help="Show a recorded game, move by move.")
    ] = None
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the record of the game when it ends.")
    ] = None
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the end position and result as JSON; not with a person."),
    ] = False

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
            raise typer.BadParameter(f"{join_words(given, 'and')} do not go together")
        if self.as_json and self.has_person:
            raise typer.BadParameter("it needs --moves, --watch or --replay", param_hint="--json")
        if self.replay and self.start:
            raise typer.BadParameter("a record already says how its game began", param_hint="--from")
        if self.file is not None:
            self._refuse_with_file()
        if self.opponents and (self.moves or self.replay):
            raise typer.BadParameter(f"bots do not play with {given[0]}", param_hint="--opponent")
        if self.game is None and self.file is None and not _is_played_here():
            raise typer.BadParameter("say which game to play, for example `gatepress play battle-gate`")

    def _refuse_with_file(self) -> None:
        """A file says itself who plays what."""
        for name, value in (("--players", self.players), ("--deck", self.decks), ("--set", self.settings)):
            if value:
                message = f"the game in {self.file} has its own; leave it out"
                raise typer.BadParameter(message, param_hint=name)
        if self.seed is not None and (self.moves or self.replay):
            raise typer.BadParameter(f"the game in {self.file} has its own", param_hint="--seed")


def _is_played_here() -> bool:
    from generator.cli.play.setup import playable_here

    return playable_here() is not None
