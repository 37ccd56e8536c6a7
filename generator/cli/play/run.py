"""Runs what ``gatepress play`` is asked for: a person's game, bots among themselves, moves, or a replay."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import typer

from generator.catalog.bundle import find_bundled_game, find_game
from generator.catalog.lines import readable
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import join_words, quote
from generator.catalog.yaml_reader import place_in
from generator.cli.console import print_json
from generator.cli.options import usable
from generator.cli.play.request import Request
from generator.cli.play.session import PlayerLeft, Session, Terminal
from generator.cli.play.setup import (
    UNATTENDED_SEED,
    bots_for,
    check_seat,
    playable_here,
    setup_of,
)
from generator.cli.print_problems import print_problems
from generator.rules import IllegalMove, RulesError
from generator.rules.errors import place_of_rules
from generator.rules.evaluation import most_decisions, too_long
from generator.rules.own_rules import author_at_work
from generator.rules.terminal import Display, display_for, does
from generator.sim.bots import Bot, make_bot
from generator.sim.matches.files import WrittenMove, check_can_write, is_record, read_moves, write_record
from generator.sim.matches.match import (
    ADVISER,
    Match,
    Saved,
    Step,
    folder_of,
    narrate_outcome,
    narrate_result,
    narrate_step,
    view_for,
)
from generator.sim.matches.setup import (
    GameFile,
    LoadedGame,
    SetupRequest,
    begin_from,
    begin_new,
    check_result,
    load_rules,
    play_record,
    play_recorded_move,
    read_game_file,
)
from generator.sim.own_bot import bots_watched

MAX_DRAWN_SEED = 1_000_000
"""A person may want to note the seed of a game down: it is short."""


def run(request: Request, problems: Problems) -> bool:
    """Does what is asked; False where files are wrong, which ``problems`` lists. Raises BadParameter."""
    file = (
        None
        if request.file is None
        else read_game_file(request.file, problems, request.game or playable_here())
    )
    if request.file is not None and file is None:
        return False
    loaded = _rules_for(request, file, problems)
    if loaded is None or not _can_log(request, problems):
        return False
    try:
        with author_at_work(loaded.game):
            return _play(request, loaded, file, problems)
    except RulesError as error:
        problems.extend([error.problem()])
        return False


def _play(request: Request, loaded: LoadedGame, file: GameFile | None, problems: Problems) -> bool:
    seed = _seed(request)
    match = _begin(request, loaded, file, seed, problems)
    if match is None:
        return False
    check_seat(loaded.game, match.state, request.seat)
    if problems:
        print_problems(problems)
    return _Run(request, loaded, match, seed, problems).go(file)


def _rules_for(request: Request, file: GameFile | None, problems: Problems) -> LoadedGame | None:
    """The rules of the game that is named, on the command line or else in the file: a file that names the
    game of this folder by its id means that one, and else one that comes along. It leads to no other folder,
    for rules that lie there would run."""
    variants = _variants_for(request, file)
    if request.game is not None or file is None or not file.record.game:
        return load_rules(request.game or ".", problems, variants=variants)
    name, place = file.record.game, place_in(file.content, ("game",))
    if playable_here() == name:
        return load_rules(".", problems, variants=variants)
    bundled = find_bundled_game(name)
    if bundled is not None:
        return load_rules(str(bundled), problems, place, variants=variants)
    try:
        find_game(name)
    except InputError as error:
        problems.add(error, place)
        return None
    option = "--replay" if request.replay else "--from"
    typed = shlex.join(["gatepress", "play", name, option, str(request.file)])
    message = f"the game {quote(name)} is not a bundled one"
    problems.error(message, place, field="game", hint=f"if its code may run here, name it: `{typed}`")
    return None


def _variants_for(request: Request, file: GameFile | None) -> tuple[str, ...]:
    """The variants that are named; a record says itself which it was played by. Raises BadParameter."""
    if file is None or not is_record(file.content):
        return request.variants
    if request.variants:
        message = f"the game in {request.file} has its own; leave it out"
        raise typer.BadParameter(message, param_hint="--variant")
    return file.record.variants


def _can_log(request: Request, problems: Problems) -> bool:
    """Whether the record can be written: asked before the game, so that none is played in vain."""
    if request.log is None:
        return True
    try:
        check_can_write(request.log)
    except InputError as error:
        problems.add(error)
        return False
    return True


def _seed(request: Request) -> int:
    if request.seed is not None:
        return request.seed
    if not request.has_person:
        return UNATTENDED_SEED
    from secrets import randbelow

    return randbelow(MAX_DRAWN_SEED)


def _begin(
    request: Request, loaded: LoadedGame, file: GameFile | None, seed: int, problems: Problems
) -> Match | None:
    """The match before the first move that is new: a record to go on with is played to its end."""
    if file is not None:
        match = begin_from(loaded, file, problems)
        if match is None or request.replay or play_record(match, file, problems):
            return match
        return None
    asked = SetupRequest(request.players, seed, request.decks, request.settings, request.seat or 0)
    setup = setup_of(loaded, asked, problems)
    if setup is None:
        return None
    return usable(partial(begin_new, loaded, setup))


class _Run:
    """One run of the command, from the first move on."""

    def __init__(
        self, request: Request, loaded: LoadedGame, match: Match, seed: int, problems: Problems
    ) -> None:
        self._request = request
        self._match = match
        self._seed = seed
        self._problems = problems
        self._terminal = Terminal()
        self._display = display_for(loaded.game, loaded.database)
        self._has_rulebook = loaded.database.rulebook is not None
        watches = 0 if request.has_person and request.seat is None else request.seat
        names = enumerate(match.record.names)
        self._display.names = {seat: own for seat, own in names if watches in (None, seat)}

    def go(self, file: GameFile | None) -> bool:
        """Plays; whether all went well. The record is written however it ends."""
        request = self._request
        if not (request.has_person or request.as_json):
            self._say_decks(None)
        try:
            if request.replay and file is not None:
                return self._replay(file)
            if request.moves:
                return self._moves(request.moves)
            if request.watch:
                self._watch()
            else:
                self._person()
        except (PlayerLeft, KeyboardInterrupt) as ended:
            self._say_unfinished(is_interrupted=isinstance(ended, KeyboardInterrupt))
        except RulesError:
            self._keep_what_was_played()
            raise
        except SystemExit:
            # A signal, or nobody reads any more: what was played is not lost.
            if not request.replay:
                self._write_log()
            raise
        return self._write_log()

    def _person(self) -> None:
        request, match = self._request, self._match
        seat = request.seat or 0
        game = match.game
        bots = bots_for(game, match.state, seat, request.opponents, self._seed)
        opponents = [f"{self._name_of(number, seat)} is {self._sits(number)}" for number in bots]
        others = join_words(opponents, "and") if opponents else "and play alone"
        self._terminal.say(f"{game.title}: you are {self._sits(seat)}, {others}")
        self._say_decks(seat)
        self._terminal.say(f"seed {self._seed}", "quiet")
        self._terminal.say("help lists the commands; rules explains how moves are written.", "quiet")
        self._say_beginning(seat)
        adviser = make_bot(ADVISER, game, self._seed, seat)
        session = Session(
            match, self._display, seat, bots, adviser, self._terminal, has_rulebook=self._has_rulebook
        )
        with bots_watched(bots.values()):
            session.run()

    def _say_beginning(self, seat: int | None) -> None:
        """The moves that were forced before the first decision."""
        if not self._match.steps:
            for line in narrate_outcome(self._display, self._match, seat):
                self._terminal.say(line)

    def _sits(self, number: int) -> str:
        """What a seat is called, and its number."""
        name = self._display.name(number)
        return name if str(number) in name else f"{name} (seat {number})"

    def _name_of(self, number: int, person: int) -> str:
        names = self._request.opponents or (ADVISER,)
        return names[0] if len(names) == 1 else names[number - (number > person)]

    def _say_decks(self, person: int | None) -> None:
        """Who plays with which deck, where anybody chose one."""
        decks = [
            does("you" if seat == person else self._display.name(seat), f"play {readable(own.deck)}")
            for seat, own in enumerate(self._match.record.names)
        ]
        if decks:
            self._terminal.say(" ".join(decks), "quiet")

    def _watch(self) -> None:
        request, match = self._request, self._match
        bots = bots_for(match.game, match.state, None, request.opponents, self._seed)
        if not request.as_json:
            self._say_beginning(request.seat)
        with bots_watched(bots.values()):
            for _ in play_bots(match, bots):
                if not request.as_json:
                    for line in narrate_step(self._display, match, request.seat):
                        self._terminal.say(line)
        self._finish(None)

    def _moves(self, path: Path) -> bool:
        moves = read_moves(path, self._problems)
        illegal = None if self._problems.has_errors else play_moves(self._match, moves)
        return self._finish(illegal) and self._write_log()

    def _replay(self, file: GameFile) -> bool:
        if self._request.as_json:
            return play_record(self._match, file, self._problems) and self._finish(None)
        self._say_beginning(self._request.seat)
        match, make = self._match, partial(play_recorded_move, self._match, file)
        total = len(file.record.moves)
        wrong = Replay(match, total, make, self._display, self._request.seat, self._terminal).run()
        wrong = wrong or check_result(match, file)
        self._problems.extend(wrong)
        return not wrong

    def _finish(self, illegal: Problem | None) -> bool:
        """Shows how things stand, unless a move was illegal."""
        self._problems.extend([illegal] if illegal else [])
        if self._problems.has_errors:
            return False
        if self._request.as_json:
            print_json(as_dict(self._match))
        else:
            show_end(self._match, self._display, self._request.seat, self._terminal)
        return True

    def _say_unfinished(self, *, is_interrupted: bool) -> None:
        if is_interrupted:
            print()
        if self._match.state.over or self._request.replay:
            return
        self._terminal.say(f"The game was left unfinished; {self._what_is_saved()}.")

    def _what_is_saved(self) -> str:
        """Of a game that is left, with what resumes it."""
        match, log = self._match, self._request.log
        saved = match.saved if log is None else Saved(str(log), match.record.moves, folder_of(match.game))
        if saved is None:
            return "nothing was saved"
        if saved.moves == match.record.moves:
            return saved.way_on
        return f"what followed your last `save` is lost; {saved.way_on} from there"

    def _keep_what_was_played(self) -> None:
        """After an error in a designer's own rules: the record ends before it."""
        if self._request.replay:
            return
        try:
            if self._request.has_person:
                self._say_unfinished(is_interrupted=False)
            self._write_log()
        except RulesError:
            # The rules can't even say how it ended; the error that came first is reported.
            print("the record could not be written", file=sys.stderr)

    def _write_log(self) -> bool:
        log = self._request.log
        if log is None:
            return True
        try:
            write_record(log, self._match.record)
        except InputError as error:
            self._problems.add(error)
            return False
        print(f"the record is in {log}", file=sys.stderr)
        return True


class Replay:
    """A game whose moves are known, shown move by move: with Enter at a terminal, all at once elsewhere."""

    def __init__(
        self,
        match: Match,
        total: int,
        make: Callable[[int], Problem | None],
        display: Display,
        seat: int | None,
        terminal: Terminal,
    ) -> None:
        self._match = match
        self._total = total
        self._make = make
        """Makes a move of the match, counted from 0; what is wrong if it is not legal."""
        self._display = display
        self._seat = seat
        self._terminal = terminal
        self._steps = sys.stdin.isatty() and sys.stdout.isatty()

    def run(self) -> list[Problem]:
        """Shows the whole game; what is wrong with the move that ended it early. Raises PlayerLeft."""
        is_new = True
        for number in range(self._total):
            if self._steps and is_new:
                self._draw()
                self._wait(number, self._total)
            problem = self._make(number)
            if problem is not None:
                return [problem]
            lines = list(narrate_step(self._display, self._match, self._seat))
            for line in lines:
                self._terminal.say(line)
            # A move that the seat can't know of must not even make it press a key.
            is_new = bool(lines)
        show_end(self._match, self._display, self._seat, self._terminal)
        return []

    def _wait(self, number: int, total: int) -> None:
        """Waits for Enter; ``all`` shows the rest at once."""
        # The numbers would tell a seat how many moves another one made face down.
        which = f"move {number + 1} of {total}" if self._seat is None else "next move"
        answer = self._terminal.ask(f"{which} (Enter, all, quit): ").lower()
        if answer in ("all", "a"):
            self._steps = False
        elif answer in ("quit", "q", "exit"):
            raise PlayerLeft

    def _draw(self) -> None:
        view = view_for(self._match.state, self._seat)
        self._terminal.show(self._display.draw(view, self._terminal.width), space=True)


def play_moves(match: Match, moves: Sequence[WrittenMove]) -> Problem | None:
    """Makes the moves of a file; what is wrong with the first that is not legal."""
    for move in moves:
        try:
            match.play(move.text)
        except IllegalMove as error:
            return Problem(f"{move.text}: {error}", move.place)
    return None


def play_bots(match: Match, bots: Mapping[int, Bot]) -> Iterator[Step]:
    """Lets bots play to the end, move by move.

    Raises RulesError where rules of a designer's own don't come to an end.
    """
    made, most = 0, most_decisions(match.game)
    while match.state.player is not None:
        if made >= most and match.game.folder is not None:
            raise RulesError(too_long(match.game), place_of_rules(match.game.folder))
        made += 1
        yield match.let_play(bots)


def show_end(match: Match, display: Display, seat: int | None, terminal: Terminal) -> None:
    """The table at the end, and the result if there is one."""
    terminal.show(display.draw(view_for(match.state, seat), terminal.width), space=True)
    if match.state.over:
        terminal.show(narrate_result(display, match.game, match.state.result(), seat))
    elif match.state.player is not None:
        terminal.say(f"{display.name(match.state.player)} is to decide")


def as_dict(match: Match) -> dict[str, object]:
    """The moves, the position that they lead to, and the result; ``docs/playing.md`` describes each key."""
    state = match.state
    return {
        "game": match.game.name,
        "moves": [step.move for step in match.steps],
        "player": state.player,
        "position": state.to_dict(),
        "result": asdict(state.result()) if state.over else None,
    }
