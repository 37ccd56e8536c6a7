"""Mistakes that are easily made in a rules file: each is told where it was made, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from games import Result, run_here, write_game

from generator.rules import RulesError, check_game
from generator.rules.kit import ALL, NOBODY, OTHERS, OWNER, SEAT, Counter, From, Rules, Zone
from generator.rules.kit.cards import Card
from generator.rules.notation import Notation
from rules.kit.conftest import SUITS, ZONES, Open, card_game

Change = Callable[[Any, Any], object]
MOVE_THEM = "and its cards would lie in two places; move them with `give_all`"


def played(tiny: Open, change: Change, **changes: Any) -> Any:
    """A game in which somebody may break something with a card of their hand, before that is done."""
    rules = card_game(**changes)

    @rules.move("break {card}", card=From("hand"))
    def break_it(table: Any, card: Any) -> None:
        change(table, card)

    return tiny(rules).start(seed=3)


def told(tiny: Open, change: Change, **changes: Any) -> RulesError:
    """What is told of such a change, at the latest when the state is looked at after it."""
    state = played(tiny, change, **changes)
    text = next(state.text(move) for move in state.legal() if state.text(move).startswith("break"))
    with pytest.raises(RulesError) as error:
        _play(state, text)
    return error.value


def _play(state: Any, text: str) -> None:
    state.play(text)
    state.check_cards()


# Cards in two places


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda table, card: table.won.__setitem__(0, table.heap),  # noqa: ARG005
            f"the pile `heap` was put in the place of a pile of `won`, {MOVE_THEM}",
        ),
        (
            lambda table, card: setattr(table, "heap", table.deck),  # noqa: ARG005
            f"the pile `deck` was put in the place of a pile of `heap`, {MOVE_THEM}",
        ),
        (
            lambda table, card: table.won.__setitem__(0, [card]),
            "something else was put in the place of a pile of `won`; change the pile itself",
        ),
        (
            lambda table, card: table.heap.append(str(card)),
            "'blue-1' lies in `heap`, and is not a card",
        ),
        (
            lambda table, card: table.heap.insert(0, None),  # noqa: ARG005
            "None lies in `heap`, and is not a card",
        ),
        (
            lambda table, card: table.heap.extend([table.cards["red-2"]] * 2),  # noqa: ARG005
            "4 copies of red-2, and the game has 2: a card lies in two places",
        ),
    ],
)
def test_cards_must_not_lie_in_two_places(tiny: Open, change: Change, message: str) -> None:
    assert told(tiny, change).message == message


def test_two_seats_can_not_have_one_pile(tiny: Open) -> None:
    def share(table: Any, _: Any) -> None:
        table.hand[0] = table.hand[1]

    assert "a card lies in two places" in told(tiny, share).message


def test_seats_may_trade_their_piles(tiny: Open) -> None:
    def trade(table: Any, _: Any) -> None:
        table.hand[0], table.hand[1] = table.hand[1], table.hand[0]
        table.won.append(table.won.pop(0))

    state = played(tiny, trade)
    before = [held["hand"] for held in state.to_dict()["seats"]]
    state.play(state.text(state.legal()[-1]))
    state.check_cards()
    assert [held["hand"] for held in state.clone().to_dict()["seats"]] == before[::-1]


def test_a_position_of_a_game_without_mistakes_is_right(tiny: Open) -> None:
    state = tiny(card_game()).start(seed=1)
    while state.player is not None:
        state.check_cards()
        state.apply(state.legal()[0])
    state.check_cards()


# What is left out


@pytest.mark.parametrize(
    "change",
    [
        lambda table, card: table.hand[0].give(card, table.won),
        lambda table, card: table.hand[0].give_all(table.won),  # noqa: ARG005
        lambda table, card: table.deck.deal(1, table.won),  # noqa: ARG005
        lambda table, card: table.won.append(card),
        lambda table, card: table.won.draw(),  # noqa: ARG005
        lambda table, card: table.won.clear(),  # noqa: ARG005
        lambda table, card: card in table.won,
    ],
)
def test_a_seat_that_is_left_out_is_asked_for(tiny: Open, change: Change) -> None:
    error = told(tiny, change)
    assert error.message == "`won` has a pile for each seat: say whose, `table.won[seat]`"


def test_a_place_that_is_left_out_is_asked_for(tiny: Open) -> None:
    error = told(tiny, lambda table, card: table.lane.append(card), zones=[*ZONES, Zone("lane", places=2)])
    assert error.message == "`lane` has a pile for each place: say which, as in `lane[0]`"


def test_a_card_is_not_several(tiny: Open) -> None:
    def add(table: Any, card: Any) -> None:
        table.won[0] += card

    assert "is one card, and not several: a pile takes one by `append`" in told(tiny, add).message
    card = Card({"id": "kid", "rank": 1}, "cards")
    with pytest.raises(RulesError, match=r"`kid\[0\]`: what stands in the brackets is a name"):
        card[0]  # type: ignore[index]
    assert card["rank"] == 1


def test_a_card_is_not_changed(tiny: Open) -> None:
    error = told(tiny, lambda table, card: setattr(card, "rank", 3))  # noqa: ARG005
    assert "`rank` of the card " in error.message
    assert "can't be changed: declare a counter" in error.message


# What there is not


@pytest.mark.parametrize(
    ("name", "meant"),
    [("end", "over"), ("count", "scored"), ("winner", "winners"), ("deal", "setup"), ("setpu", "setup")],
)
def test_a_decorator_that_there_is_none_of_is_told(name: str, meant: str) -> None:
    with pytest.raises(RulesError, match=rf"there is no `rules\.{name}`; did you mean `{meant}`\?"):
        getattr(card_game(), name)


def test_no_other_decorator_comes_near() -> None:
    with pytest.raises(RulesError, match=r"there is no `rules\.xyz`; there are `setup`, `move`, `over`"):
        card_game().xyz  # noqa: B018


def test_a_function_is_not_put_in_the_place_of_a_decorator() -> None:
    rules: Any = card_game()
    with pytest.raises(AttributeError):
        rules.over = print
    with pytest.raises(AttributeError):
        rules.end = print


def test_methods_of_the_table_are_among_what_is_suggested(tiny: Open) -> None:
    assert told(tiny, lambda table, card: table.role(6)).message == (  # noqa: ARG005
        "the table has no `role`; did you mean `roll`?"
    )
    assert told(tiny, lambda table, card: table.pass_trun()).message == (  # noqa: ARG005
        "the table has no `pass_trun`; did you mean `pass_turn`?"
    )


def test_a_phase_that_there_is_none_of_is_told_with_those_that_there_are(tiny: Open) -> None:
    for phase in ("by", None):
        error = told(
            tiny,
            lambda table, card, phase=phase: setattr(table, "phase", phase),  # type: ignore[misc]  # noqa: ARG005
            phases=("draft", "fight"),
        )
        assert error.message.startswith("there is no phase ")
        assert error.message.endswith("; there are draft and fight")
        assert error.move is not None


def test_numbers_of_the_game_are_named_from_below_rules(tiny: Open) -> None:
    with pytest.raises(
        AssertionError, match=r"there is no number `rules\.rules\.sides` in game\.yaml; write 'sides'"
    ):
        tiny(card_game(counters=[Counter("die", max="rules.sides")]), SUITS, sides=6)


# What does not fit


@pytest.mark.parametrize(
    ("unless", "message"),
    [
        (
            lambda table: None,  # noqa: ARG005
            "the function in `unless` must be a function of (table, card), as the move chooses",
        ),
        ([print, "never"], "`unless` is 'never', and not a function"),
        ("never", "`unless` is 'never', and not a function"),
    ],
)
def test_unless_is_given_what_the_move_chooses(unless: Any, message: str) -> None:
    with pytest.raises(RulesError) as error:
        card_game().move("lay {card}", card=From("hand"), unless=unless)
    assert error.value.message == message


def test_an_unless_of_a_name_is_told_by_it() -> None:
    def too_small(table: Any) -> None:
        """Lacks the card."""

    with pytest.raises(RulesError, match="`too_small`, given as `unless`, must be a function of"):
        card_game().move("lay {card}", card=From("hand"), unless=too_small)


def test_an_unless_may_take_whatever_is_chosen() -> None:
    def never(table: Any, *chosen: Any) -> str:  # noqa: ARG001
        return "never"

    card_game().move("lay {card}", card=From("hand"), unless=[never, lambda table, one: None])  # noqa: ARG005


def test_cards_can_not_begin_in_two_zones(tiny: Open) -> None:
    with pytest.raises(
        AssertionError, match="`deck` and `stock` are both `full`: red-1 would begin in both; let one of them"
    ):
        tiny(card_game(zones=[*ZONES, Zone("stock", full=True)]))


def test_zones_of_other_cards_may_all_be_full(tiny: Open) -> None:
    def is_of(suit: str) -> Callable[[Any, int], bool]:
        return lambda card, seat: card.suit == suit  # noqa: ARG005

    zones = [
        Zone("deck", full=True, ordered=True, holds=is_of("red")),
        Zone("stock", of=SEAT, full=True, holds=is_of("blue")),
        *ZONES[1:],
    ]
    position = tiny(card_game(zones=zones)).start().to_dict()
    assert [len(held["stock"]) for held in position["seats"]] == [6, 6]


# What the suite says


@pytest.mark.parametrize("seen", [ALL, OTHERS, NOBODY, OWNER])
def test_a_hand_may_be_seen_by_anybody(tiny: Open, seen: Any) -> None:
    zones = [*ZONES[:1], Zone("hand", of=SEAT, seen=seen), *ZONES[2:]]
    report = check_game(tiny(card_game(zones=zones)), 25, only=["openings"])
    assert report.findings == []


def test_what_can_be_worked_out_is_told_so(tiny: Open) -> None:
    rules = card_game(
        zones=[
            Zone("deck", seen=NOBODY, ordered=True, full=True, cards="cards"),
            Zone("hand", of=SEAT, seen=OWNER, cards="cards"),
            Zone("heap", ordered=True, cards="cards"),
            Zone("purse", of=SEAT, full=True, cards="coins"),
            Zone("bid", of=SEAT, seen=OWNER, cards="coins"),
        ]
    )

    @rules.setup
    def deal(table: Any) -> None:
        table.shuffle(table.deck)
        table.deck.deal(3, *table.hand)
        for purse, bid in zip(table.purse, table.bid, strict=True):
            bid.append(purse.draw())

    coins = [{"id": f"coin-{value}", "name": f"Coin {value}", "points": value} for value in (1, 2, 3)]
    report = check_game(tiny(rules, {"cards": SUITS, "coins": coins}), 20, only=["worlds"])
    found = [finding.message for finding in report.findings]
    assert any(
        message.startswith("seats[1].bid in worlds determinized for seat 0 could differ") for message in found
    )
    assert all(
        "and never does; it is not dealt again, or it can be worked out" in message for message in found
    )


# Played


RULES = """\
from generator.rules.kit import NOBODY, OWNER, SEAT, From, Rules, Zone

rules = Rules(
    seats=2,
    zones=[
        Zone("deck", seen=NOBODY, ordered=True, full=True),
        Zone("hand", of=SEAT, seen=OWNER),
        Zone("heap"),
        Zone("grave", seen=NOBODY, ordered=True),
        Zone("won", of=SEAT),
    ],
    phases=("laying", "taking"),
)


@rules.setup
def deal(table):
    table.shuffle(table.deck)
    table.deck.deal(3, *table.hand)


@rules.move("lay {card}", phase="laying", card=From("hand"))
def lay(table, card):
    table.hand[table.seat].give(card, table.heap)
    table.phase = "taking"


@rules.move("take the heap", phase="taking", unless=lambda table: None if table.heap else "nothing is there")
def take(table):
    table.heap.give_all(table.won[table.seat])
    table.phase = "laying"
    table.pass_turn()


@rules.over
def over(table):
    return None if any(table.hand) else "all cards are laid"


@rules.winners
def winners(table):
    return [0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game with rules of its own, in the current folder."""
    monkeypatch.chdir(tmp_path)
    cards = {
        "size": "poker",
        "front": "card.xml.j2",
        "press": {"backs": "none"},
        "fields": {"name": "text", "suit": "text", "rank": "whole"},
        "cards": list(SUITS),
    }
    made = write_game(Path("tiny"), game={"title": "Tiny", "components": {"cards": cards}})
    (made / "rules.py").write_text(RULES)
    return made


def changed(folder: Path, right: str, wrong: str) -> int:
    """Writes the rules with something else in them; the line where that begins."""
    assert right in RULES
    text = RULES.replace(right, wrong)
    (folder / "rules.py").write_text(text)
    return text[: text.index(wrong)].count("\n") + 1


def refused(done: Result) -> str:
    assert done.code == 1, done.output
    assert "Traceback" not in done.output
    return done.stderr


def test_forced_moves_are_told(folder: Path) -> None:
    del folder
    lines = run_here("play", "tiny", "--watch").stdout.splitlines()
    assert lines[0].startswith("Seat 0 lays ")
    assert lines[1] == "Seat 0 takes the heap."
    assert lines[2].startswith("Seat 1 lays ")


def test_forced_moves_before_the_first_decision_are_told(folder: Path) -> None:
    del folder
    Path("late.yaml").write_text("seats: [{hand: [red-1]}, {hand: [red-2, blue-2]}]\n")
    lines = run_here("play", "tiny", "--from", "late.yaml", "--watch").stdout.splitlines()
    assert lines[:2] == ["Seat 0 lays red 1.", "Seat 0 takes the heap."]


def test_a_secret_forced_move_is_told_to_its_seat_alone(folder: Path) -> None:
    bury = """\
@rules.move("bury {card}", phase="taking", secret=True, card=From("heap"))
def bury(table, card):
    table.heap.give(card, table.grave)
    table.phase = "laying"
    table.pass_turn()


@rules.over
"""
    changed(folder, "@rules.over\n", bury)
    text = (folder / "rules.py").read_text().replace('phase="taking", unless', 'phase="laying", unless')
    (folder / "rules.py").write_text(text)
    watched = {seat: run_here("play", "tiny", "--watch", "--seat", str(seat)).stdout for seat in (0, 1)}
    for seat, other in ((0, 1), (1, 0)):
        assert "You bury " in watched[seat]
        assert f"Seat {other} buries" not in watched[seat]
    assert "Seat 1 buries " in run_here("play", "tiny", "--watch").stdout


@pytest.mark.slow
def test_what_the_rules_tell_is_told_to_all(folder: Path) -> None:
    taken = "table.heap.give_all(table.won[table.seat])"
    told = f'{taken}; table.tell("win a trick", table.seat); table.tell("the heap is gone")'
    changed(folder, taken, told)
    lines = run_here("play", "tiny", "--watch").stdout.splitlines()
    assert lines[1:4] == ["Seat 0 takes the heap.", "Seat 0 wins a trick.", "The heap is gone."]
    seen = run_here("play", "tiny", "--watch", "--seat", "0").stdout
    assert "You win a trick." in seen
    assert "Seat 1 wins a trick." in seen
    # What was told once is not told again, and is no part of a position.
    assert seen.count("The heap is gone.") == seen.count("wins a trick.") + seen.count("You win a trick.")
    assert run_here("rules", "check", "tiny", "--games", "20").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("3", "`tell` needs words, not 3"),
        ('" "', "`tell` needs words, not "),
        ('"fall", 7', "`tell` speaks of seat 7: there are seats 0 to 1"),
    ],
)
def test_what_can_not_be_told(folder: Path, words: str, message: str) -> None:
    taken = "table.heap.give_all(table.won[table.seat])"
    line = changed(folder, taken, f"{taken}; table.tell({words})")
    assert f"tiny/rules.py:{line}: error: {message}" in refused(run_here("play", "tiny", "--watch"))


def test_a_pile_in_anothers_place_ends_in_a_sentence(folder: Path) -> None:
    line = changed(folder, "table.heap.give_all(table.won[table.seat])", "table.won[table.seat] = table.heap")
    error = refused(run_here("play", "tiny", "--watch"))
    assert f"tiny/rules.py:{line}: error: the pile `heap` was put in the place of a pile of `won`" in error
    assert "while seat 0 made `lay " in error
    assert "in a position that a bot imagined\n" in error


@pytest.mark.parametrize("opponent", ["greedy", "random"])
def test_a_card_that_is_not_taken_ends_in_a_sentence(folder: Path, opponent: str) -> None:
    changed(folder, "table.heap.give_all(", "table.won[1].extend(table.heap or ")
    line = 1 + RULES[: RULES.index('@rules.move("take the heap"')].count("\n")
    error = refused(run_here("play", "tiny", "--watch", "--opponent", opponent))
    assert f"tiny/rules.py:{line}: error: " in error
    assert "and the game has 2: a card lies in two places, while seat " in error
    assert ("in a position that a bot imagined" in error) == (opponent == "greedy")


@pytest.mark.slow
def test_one_fault_does_not_flood_the_report(folder: Path) -> None:
    changed(folder, "table.heap.give_all(", "table.won[1].extend(table.heap or ")
    done = run_here("rules", "check", "tiny", "--games", "20")
    assert done.code == 1
    assert "Tiny: 0 games" not in done.stdout
    found = done.stdout.partition("what holds")[2].splitlines()
    named = [line.split(":")[0] for line in found if line.startswith("  ") and ":" in line and line[2] != " "]
    assert named
    assert all(named.count(name) <= 2 for name in named)
    assert any(line.startswith("      … and ") and line.endswith(" more like it") for line in found)
    assert all(line.startswith("  ") for line in found if line)


def test_a_position_need_not_name_the_game_that_is_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("late.yaml").write_text("seats: [{hand: [red-1, red-2]}, {hand: [red-2, blue-2]}]\n")
    done = run_here("play", "tiny", "--from", "late.yaml", "--watch", "--log", "game.json")
    assert done.code == 0, done.output
    again = run_here("play", "tiny", "--replay", "game.json")
    assert again.code == 0, again.output
    assert "such as" not in refused(run_here("play", "--from", "late.yaml"))
    Path("wrong.yaml").write_text("game: 3\n")
    error = refused(run_here("play", "tiny", "--from", "wrong.yaml"))
    assert "a position names its game, for example `game: tiny`" in error
    monkeypatch.chdir(folder)
    assert run_here("play", "--from", "../late.yaml", "--watch").code == 0


def test_rules_of_one_game_are_not_those_of_another() -> None:
    assert card_game().functions is not card_game().functions
    assert isinstance(card_game(), Rules)


@pytest.mark.parametrize("given", [None, 3, [1], [1, 2, 3], ["1", "2"]])
def test_points_are_a_number_for_each_seat(tiny: Open, given: object) -> None:
    rules = card_game(seats=2)
    rules.functions.choose_winners = None
    rules.scored(lambda table: given)  # noqa: ARG005
    over = tiny(rules).from_dict({"player": None, "seats": [{}, {}]})
    with pytest.raises(RulesError, match="points are 2 whole numbers, one for each seat, not"):
        over.result()


@pytest.mark.parametrize("given", [None, 1, [2], ["1"], [[0]], [True]])
def test_winners_are_seats(tiny: Open, given: object) -> None:
    rules = card_game(seats=2)
    rules.winners(lambda table: given)  # noqa: ARG005
    over = tiny(rules).from_dict({"player": None, "seats": [{}, {}]})
    with pytest.raises(RulesError, match=r"`winners` gave .*: give the winning seats"):
        over.result()


def test_a_misspelt_word_of_a_move_is_not_taken_for_a_choice() -> None:
    rules = card_game()
    with pytest.raises(RulesError, match="did you mean `unless`"):

        @rules.move("wait", unles=print)  # type: ignore[arg-type]
        def wait(table: Any) -> None: ...


def test_a_move_is_suggested_for_a_misspelling_and_never_for_another_number_or_card() -> None:
    texts = ["bid 8 hearts", "bid 8 spades", "play red-scout", "play red-scouts", "play blue-scout"]
    notation = Notation(texts, {"bid": texts[0], "play": texts[2]})
    told = {words: notation.hint(words) for words in ("bid 3 hearts", "bid 8 haerts", "play blue-scuot")}
    assert "did you mean" not in told["bid 3 hearts"]
    assert told["bid 8 haerts"] == "did you mean `bid 8 hearts`?"
    assert told["play blue-scuot"] == "did you mean `play blue-scout`?"
