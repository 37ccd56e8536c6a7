"""What a person can say beside a move: undo, save and so on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.problems import InputError
from generator.cli.play.files import write_record
from generator.cli.play.telling import known_steps
from generator.cli.play.terminal import Left

if TYPE_CHECKING:
    from generator.cli.play.session import Session


_LITTLE = 0.005


class OrderRefused(ValueError):  # noqa: N818 - it is what happened
    """Raised for an order that can't be carried out; the message says why."""


class Order(NamedTuple):
    """An order that a person can give."""

    words: str
    """How it is written, with what it takes."""
    meaning: str
    carry_out: Callable[[Session, str], None]


def find_order(answer: str) -> tuple[Order | None, str]:
    """The order that an answer is, if it is one, and what stands behind its first word."""
    word, _, rest = answer.partition(" ")
    return ORDERS.get(_SHORT.get(word.lower(), word.lower())), rest.strip()


def _undo(session: Session, _: str) -> None:
    undone = session.match.take_back(session.seat)
    if undone is None:
        raise OrderRefused("there is no move of yours to take back")
    session.terminal.say(f"taken back: {undone.move}, and all that followed it")
    session.must_draw = True


def _save(session: Session, name: str) -> None:
    if not name:
        raise OrderRefused("save needs the name of a file: save game.json")
    try:
        write_record(Path(name), session.match.record, is_new=True)
    except InputError as error:
        raise OrderRefused(error.message) from None
    session.terminal.say(f"saved in {name}; `gatepress play --from {name}` goes on from here")


def _hint(session: Session, _: str) -> None:
    state = session.match.state
    if state.player is None:
        raise OrderRefused("the game is over: there is nothing to choose")
    advice = session.adviser.advise(state.view(session.seat), state.legal())
    if not advice:
        raise OrderRefused("nobody has an opinion on this")
    best, *others = advice
    told = best.outlook()
    outlook = f", and expects: {told}" if told else ""
    session.terminal.say(f"greedy would {state.text(best.move)}{outlook}", "green")
    if others:
        worse = best.evaluation - others[0].evaluation
        by_much = f"{worse:.2f} worse by its count" if worse >= _LITTLE else "just as good by its count"
        session.terminal.say(f"next is {state.text(others[0].move)}, {by_much}")


def _log(session: Session, _: str) -> None:
    known = known_steps(session.display, session.match, session.seat)
    # Counted are those that are told: a gap would tell how many moves another seat made face down.
    for count, number in enumerate(known, start=1):
        step = session.match.steps[number]
        name = "you" if step.seat == session.seat else session.display.name(step.seat)
        session.terminal.say(f"{count:>4}  {name}: {step.move}")
    hidden = len(session.match.steps) - len(known)
    if not known:
        session.terminal.say("no move yet that you may know of" if hidden else "no move yet")


def _help(session: Session, _: str) -> None:
    session.terminal.pairs([(order.words, order.meaning) for order in ORDERS.values()])
    session.terminal.say("Anything else is a move: its number in the list, or as it is written there.")


def _rules(session: Session, _: str) -> None:
    session.terminal.pairs(session.display.examples)
    if not session.display.examples:
        session.terminal.say("the moves are those of the list")
    session.terminal.say(f"The rulebook is printed by `gatepress build {session.match.game.name}`.")


def _quit(_: Session, __: str) -> None:
    raise Left


ORDERS = {
    "undo": Order("undo", "takes back your last move and all that followed it", _undo),
    "hint": Order("hint", "what the bot greedy would do in your place, and why", _hint),
    "log": Order("log", "the moves so far, as far as you may know them", _log),
    "save": Order("save FILE", "writes the game into a new file, to go on later or to replay", _save),
    "rules": Order("rules", "how each kind of move is written, and what it does", _rules),
    "help": Order("help", "this list", _help),
    "quit": Order("quit", "leaves the game", _quit),
}
_SHORT = {"?": "help", "exit": "quit", "q": "quit"}
