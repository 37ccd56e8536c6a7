"""The forms of studies: what they ask for is what the commands ask for, in the same words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.keys import simple
from generator.catalog.models import Game
from generator.catalog.press_settings import Setting, key_of
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import quote
from generator.sim.study.options import BALANCE, QUESTIONS, SWEEP, TUNE
from generator.studio.deck_workshop import has_decks
from generator.studio.forms import NAMES, Field, field_of, label_of, read_values, refuse_form, text_of

MAX_AXES, MAX_LETTERS = 4, 400
SOME_BOTS = ("greedy", "random", "search:200", "greedy,random")
BOTS_EXAMPLE = " For example greedy, or search:200,random."
BESIDE = ("deck", "variant", "set", "budget", "until", "assert", "trials", "check_games", "seed", "workers")
"""Fields that stand behind the others, unless a study can't do without them."""


def _parse_bots(text: str) -> str:
    bots = [bot.strip() for bot in text.split(",") if bot.strip()]
    if not bots:
        raise InputError("name a bot", hint="write for example `greedy`")
    if any(":" in bot and ".py" in bot for bot in bots):
        raise InputError("a form names no files", hint="play with a bot of your own on the command line")
    return ",".join(bots)


def _parse_axes(given: object) -> tuple[str, ...]:
    """Each ``PATH=VALUES``, of those that are filled in."""
    if not isinstance(given, list) or len(given) > MAX_AXES:
        raise InputError(f"at most {MAX_AXES} numbers are tried at a time")
    axes = []
    for axis in given:
        pair = [axis.get(key, "") for key in ("path", "values")] if isinstance(axis, dict) else [None]
        if not all(isinstance(part, str) and len(part) <= MAX_LETTERS for part in pair):
            raise InputError("expected a number's name and its values")
        path, values = (str(part).strip() for part in pair)
        if bool(path) != bool(values):
            raise InputError(f"{path}: name values for it" if path else f"which number is to be {values}?")
        axes += [f"{path}={values}"] if path else []
    return tuple(axes)


def _parse_lines(given: object) -> tuple[str, ...]:
    lines = NAMES.parse(given)
    if any(len(line) > MAX_LETTERS for line in lines):
        raise InputError(f"more than {MAX_LETTERS} letters")
    return lines


def _parse_measures(given: object) -> tuple[str, ...]:
    chosen = NAMES.parse(given)
    for name in chosen:
        if name not in QUESTIONS:
            raise InputError(f"{quote(name)} is not measured")
    return tuple(name for name in QUESTIONS if name in chosen)


AXES, LINES = simple(_parse_axes), simple(_parse_lines)
_OWN: Mapping[str, Setting] = {
    "measure": Setting(simple(_parse_measures), ""),
    "variant": Setting(NAMES, ""),
}
_USUAL = {"bots": "greedy", "seed": "1", "workers": "1"}


class StudyForm(NamedTuple):
    """What is asked for a kind of study."""

    settings: Mapping[str, Setting]
    """By the names of the options, which are those of the fields."""
    usual: Mapping[str, str]
    """What it is filled in with at first, and what is taken for a field that is emptied."""
    needs: Mapping[str, InputError]
    """Fields that must be filled in, each with what is said where it is not."""


def _form(
    options: Mapping[str, Setting],
    usual: Mapping[str, str],
    needs: Mapping[str, InputError],
    more: Iterable[str] = (),
) -> StudyForm:
    kinds = {
        "bots": text_of(_parse_bots),
        "until": text_of(str),
        "set": AXES if "set" in needs else LINES,
        "free": AXES,
        **dict.fromkeys(("deck", "assert", "target"), LINES),
    }
    given = {name.replace("-", "_"): setting for name, setting in options.items()}
    settings = {
        name: setting._replace(kind=kinds.get(name, setting.kind))
        for name, setting in {**{name: _OWN[name] for name in more}, **given}.items()
    }
    return StudyForm(settings, {**_USUAL, **usual}, needs)


FORMS: Mapping[str, StudyForm] = {
    "sweep": _form(
        SWEEP,
        {"games": "200"},
        {"set": InputError("name a number and values for it", hint="for example rules.hand: 4,5,6")},
        ["variant"],
    ),
    "balance": _form(
        BALANCE,
        {"games": "100", "budget": "100"},
        {"measure": InputError("choose what to measure")},
        ["measure", "variant"],
    ),
    "tune": _form(
        {name: setting for name, setting in TUNE.items() if name != "set"},
        {"games": "400", "trials": "40"},
        {
            "target": InputError("name one", hint="for example seat0=0.5±0.03"),
            "free": InputError("name a number and its range", hint="for example rules.hand: 3..7"),
        },
        ["variant"],
    ),
}


class Sheet(NamedTuple):
    """A form as a page shows it: the fields that everybody fills in, and the others."""

    first: Sequence[Field]
    more: Sequence[Field]


def sheet_of(kind: str, game: Game) -> Sheet:
    """All but the numbers, which have a row each."""
    form = FORMS[kind]
    has = {"deck": has_decks(game), "variant": bool(game.variants)}
    fields = [
        _field(name, form, game)
        for name in sorted(form.settings, key=lambda name: name not in form.needs)
        if form.settings[name].kind is not AXES and has.get(name, True)
    ]
    return Sheet(
        [field for field in fields if field.name not in BESIDE],
        [field for field in fields if field.name in BESIDE],
    )


def _field(name: str, form: StudyForm, game: Game) -> Field:
    setting, value = form.settings[name], form.usual.get(name, "")
    if name == "measure":
        questions = tuple(QUESTIONS.items())
        return Field(name, "What is measured", shape="ticks", choices=questions, value=("seats",))
    if name == "variant":
        names = [(word, word) for word in game.variants]
        return Field(name, "Variants", shape="ticks", choices=names)
    # What is usual on the command line is not where the form has a value of its own.
    field = field_of(name, setting._replace(default_help="") if value else setting, value=value)
    if name == "bots":
        return field._replace(choices=[(names, names) for names in SOME_BOTS], help=field.help + BOTS_EXAMPLE)
    if setting.kind is LINES:
        words = _HELP.get(name, field.help.replace("; may be repeated.", ".")) + " One a line."
        return field._replace(shape="lines", usual="", help=words, label=_LABELS.get(name, field.label))
    return field


_HELP = {"assert": "What the games should confirm: 'seat0 in 0.45..0.55'."}
"""Of options that do for a command what a page does otherwise."""
_OPTION = re.compile(r"`--(?P<name>[a-z-]+)(?: (?P<value>[^`]+))?`")
_LABELS = {"set": "Settings", "deck": "Decks", "assert": "Claims", "target": "Targets"}


def in_form(text: str) -> str:
    """A sentence of the commands in the words of the forms: `` `--games 1300` `` as ``“Games: 1300”``."""
    return _OPTION.sub(_label_and_value, text)


def _label_and_value(option: re.Match[str]) -> str:
    name, value = option["name"].replace("-", "_"), option["value"] or ""
    if name == "measure":
        return f"“{QUESTIONS.get(value, value)}”"
    label = _LABELS.get(name, label_of(name))
    return f"“{label}: {value}”" if value else f"“{label}”"


class StudyAsked(NamedTuple):
    """What a form asks for. It can be pickled."""

    kind: str
    folder: Path
    game: str
    workspace: Path
    values: Mapping[str, Any]
    """By the names of the options; those that are left empty and have nothing usual are missing."""
    given: Mapping[str, Any]
    """As the page has sent it, from which it can be read anew."""

    @property
    def title(self) -> str:
        """What the study is about."""
        about = {"sweep": ("set",), "balance": ("measure",), "tune": ("target", "free")}[self.kind]
        return "; ".join(", ".join(self.values[name]) for name in about)

    @property
    def command(self) -> str:
        words = ["gatepress", self.kind, self.game]
        for name, value in self.values.items():
            if name == "measure":
                words += ["--measure", ",".join(value)]
            elif name != "workers":
                for one in value if isinstance(value, tuple) else [value]:
                    words += [f"--{key_of(name)}", str(one)]
        return shlex.join(words)


def read_study(given: Mapping[str, Any], folder: Path, game: str, workspace: Path) -> StudyAsked:
    """What a page asks for. Raises :class:`Refused` with all that is wrong, each with its field."""
    fields, problems = dict(given), Problems()
    kind = fields.pop("kind", None)
    form = FORMS.get(kind) if isinstance(kind, str) else None
    if form is None or not isinstance(kind, str):
        problems.error("expected a sweep, a balance study or a search for numbers", field="kind")
        refuse_form(problems)
        raise AssertionError("that is refused")
    settings = form.settings
    values = {**read_values(form.usual, settings, problems), **read_values(fields, settings, problems)}
    if not problems.has_errors:
        problems.extend(form.needs[name].at(None, field=name) for name in form.needs if not values.get(name))
    refuse_form(problems)
    ordered = {name: values[name] for name in settings if name in values}
    return StudyAsked(kind, folder, game, workspace, ordered, dict(given))
