"""Runs what ``gatepress play`` is asked for: a person's game, bots among themselves, moves, or a replay."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import join_words
from generator.cli.decks import print_problems
from generator.cli.play.files import check_can_write, place_in, read_moves, write_record
from generator.cli.play.match import Match
from generator.cli.play.opening import (
    GameFile,
    Played,
    begin_from,
    begin_new,
    load_rules,
    play_record,
    read_game_file,
)
from generator.cli.play.replay import Replay
from generator.cli.play.request import Request
from generator.cli.play.session import Session
from generator.cli.play.terminal import Left, Terminal
from generator.cli.play.unattended import as_json, play_bots, play_moves, show_end, teller
from generator.cli.play.wishes import UNATTENDED_SEED, Wishes, bots_for, check_seat, setup_of
from generator.rules.terminal import display_for
from generator.sim.bots import make_bot

GREEDY = "greedy"


def run(request: Request, problems: Problems) -> bool:
    """Does what is asked; False where files are wrong, which ``problems`` tells. Raises BadParameter."""
    file = None if request.file is None else read_game_file(request.file, problems)
    if request.file is not None and file is None:
        return False
    played = _rules_for(request, file, problems)
    if played is None or not _can_log(request, problems):
        return False
    seed = _seed(request)
    match = _begin(request, played, file, seed, problems)
    if match is None:
        return False
    check_seat(played.game, match.state, request.seat)
    if problems:
        print_problems(problems)
    return _Run(request, played, match, seed, problems).go(file)


def _rules_for(request: Request, file: GameFile | None, problems: Problems) -> Played | None:
    """The rules of the game that is named, on the command line or else in the file."""
    if request.game is None and file is not None:
        return load_rules(file.record.game, problems, place_in(file.content, ("game",)))
    return load_rules(request.game or "", problems)


def _can_log(request: Request, problems: Problems) -> bool:
    """Whether the record can be written: asked before the game, so that none is played in vain."""
    if request.log is None:
        return True
    try:
        check_can_write(request.log)
    except InputError as error:
        problems.extend([error.at(None)])
        return False
    return True


def _seed(request: Request) -> int:
    if request.seed is not None:
        return request.seed
    if not request.has_person:
        return UNATTENDED_SEED
    from secrets import randbelow

    return randbelow(1_000_000)


def _begin(
    request: Request, played: Played, file: GameFile | None, seed: int, problems: Problems
) -> Match | None:
    """The match before the first move that is new: a record that is gone on with is played to its end."""
    if file is not None:
        match = begin_from(played, file, problems)
        if match is None or request.replay or play_record(match, file, problems):
            return match
        return None
    setup = setup_of(played, Wishes(request.seats, seed, request.decks, request.settings), problems)
    if setup is None:
        return None
    try:
        return begin_new(played, setup)
    except InputError as error:
        raise typer.BadParameter(error.message + (f"; {error.hint}" if error.hint else "")) from None


class _Run:
    """One run of the command, from the first move on."""

    def __init__(self, request: Request, played: Played, match: Match, seed: int, problems: Problems) -> None:
        self._request = request
        self._match = match
        self._seed = seed
        self._problems = problems
        self._terminal = Terminal()
        self._display = display_for(played.game, played.database)

    def go(self, file: GameFile | None) -> bool:
        """Plays; whether all went well. The record is written however it ends."""
        request = self._request
        try:
            if request.replay and file is not None:
                return self._replay(file)
            if request.moves:
                return self._moves(request.moves)
            if request.watch:
                self._watch()
            else:
                self._person()
        except (Left, KeyboardInterrupt) as ended:
            self._tell_unfinished(is_interrupted=isinstance(ended, KeyboardInterrupt))
        return self._write_log()

    def _person(self) -> None:
        request, match = self._request, self._match
        seat = request.seat or 0
        game = match.game
        bots = bots_for(game, match.state, seat, request.opponents or (GREEDY,), self._seed)
        opponents = [f"{self._name_of(number, seat)} is {self._sits(number)}" for number in bots]
        self._terminal.say(f"{game.title}: you are {self._sits(seat)}, {join_words(opponents, 'and')}")
        self._terminal.say(f"seed {self._seed}", "dim")
        self._terminal.say("help lists what you can say; rules tells how moves are written.", "dim")
        adviser = make_bot(GREEDY, game, self._seed, seat)
        Session(match, self._display, seat, bots, adviser, self._terminal).run()

    def _sits(self, number: int) -> str:
        """What a seat is called, and its number."""
        name = self._display.name(number)
        return name if str(number) in name else f"{name} (seat {number})"

    def _name_of(self, number: int, person: int) -> str:
        names = self._request.opponents or (GREEDY,)
        return names[0] if len(names) == 1 else names[number - (number > person)]

    def _watch(self) -> None:
        request, match = self._request, self._match
        bots = bots_for(match.game, match.state, None, request.opponents or (GREEDY,), self._seed)
        if request.as_json:
            play_bots(match, bots, lambda _: None)
            print(as_json(match))
        else:
            play_bots(match, bots, teller(match, self._display, request.seat, self._terminal))
            show_end(match, self._display, request.seat, self._terminal)

    def _moves(self, path: Path) -> bool:
        moves = read_moves(path, self._problems)
        refused = None if self._problems.has_errors else play_moves(self._match, moves)
        return self._finish(refused) and self._write_log()

    def _replay(self, file: GameFile) -> bool:
        if self._request.as_json:
            return play_record(self._match, file, self._problems) and self._finish(None)
        wrong = Replay(self._match, file, self._display, self._request.seat, self._terminal).run()
        self._problems.extend(wrong)
        return not wrong

    def _finish(self, refused: Problem | None) -> bool:
        """Shows how things stand, unless a move was refused."""
        self._problems.extend([refused] if refused else [])
        if self._problems.has_errors:
            return False
        if self._request.as_json:
            print(as_json(self._match))
        else:
            show_end(self._match, self._display, self._request.seat, self._terminal)
        return True

    def _tell_unfinished(self, *, is_interrupted: bool) -> None:
        if is_interrupted:
            print()
        if self._match.state.over or self._request.replay:
            return
        log = self._request.log
        way_on = f"`gatepress play --from {log}` goes on" if log else "nothing was saved"
        self._terminal.say(f"The game was left unfinished; {way_on}.")

    def _write_log(self) -> bool:
        log = self._request.log
        if log is None:
            return True
        try:
            write_record(log, self._match.record)
        except InputError as error:
            self._problems.extend([error.at(None)])
            return False
        print(f"the record is in {log}", file=sys.stderr)
        return True
