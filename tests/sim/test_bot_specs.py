"""The word that names a bot: read once, told back, and refused where it names nothing."""

from __future__ import annotations

import pickle

import pytest

from generator.catalog.problems import InputError
from generator.rules import load
from generator.sim.bots import BotSpec, Budget, make_bot, parse_bot_spec


@pytest.mark.parametrize(
    ("text", "name", "budget", "strategies"),
    [
        ("greedy", "greedy", None, ()),
        ("search:200", "search", Budget(iterations=200), ()),
        ("search:50ms+pacifist", "search", Budget(milliseconds=50), ("pacifist",)),
        ("random+a+b-2", "random", None, ("a", "b-2")),
    ],
)
def test_bots_that_come_along(
    text: str, name: str, budget: Budget | None, strategies: tuple[str, ...]
) -> None:
    spec = parse_bot_spec(text)
    assert spec == BotSpec(name, budget, strategies=strategies)
    assert str(spec) == text
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("text", "file", "class_name", "told"),
    [
        ("my_bot.py", "my_bot.py", "Bot", "my_bot.py:Bot"),
        ("bots/my.py:Clever+pacifist", "bots/my.py", "Clever", "bots/my.py:Clever+pacifist"),
        ("/a+b/my_bot.py:Bot", "/a+b/my_bot.py", "Bot", "/a+b/my_bot.py:Bot"),
    ],
)
def test_bots_of_a_users_own(text: str, file: str, class_name: str, told: str) -> None:
    spec = parse_bot_spec(text)
    assert spec.file is not None
    assert (spec.file.as_posix(), spec.class_name) == (file, class_name)
    assert str(spec) == told
    assert parse_bot_spec(told) == spec


def test_only_a_budget_in_time_is_timed() -> None:
    assert [parse_bot_spec(text).is_timed for text in ("greedy", "search:9", "search:9ms")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a bot, got ''"),
        ("+pacifist", "expected a bot"),
        ("greedy+", "the name of a strategy is missing after `+`"),
        ("greedy+a+a", "the strategy 'a' is given twice"),
        ("search:", "'' is not a budget"),
        ("search:-5", "'-5' is not a budget"),
        ("search:5s", "'5s' is not a budget"),
        ("search:0", "a budget is 1 to 10,000,000 iterations, got 0"),
        ("search:600001ms", "a budget is 1 to 600,000 milliseconds, got 600,001"),
        ("search:5:6", "expected a bot"),
        ("my_bot.py:", "'' is not a class name"),
        ("my_bot.py:two words", "'two words' is not a class name"),
    ],
)
def test_what_is_no_bot_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_bot_spec(text)
    assert message in error.value.message


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_a_bot_without_a_budget_takes_none(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' takes no budget, got '5ms'") as error:
        make_bot(f"{name}:5ms", load("battle-gate"), 1, 0)
    assert error.value.hint == f"write `{name}`"
