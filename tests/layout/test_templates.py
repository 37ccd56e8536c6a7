"""Templates that build on one another, the places of their faults, and the sandbox."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from generator.catalog.load import load_game
from generator.catalog.problems import Problems
from generator.catalog.words import Words
from generator.layout.faces import FaceRenderer
from generator.layout.template_code import TemplateCode
from generator.layout.templates import Templates

from .conftest import LayOut, words

CARD = "g/layouts/card.xml.j2"
HELLO = '<text width="60">{{ name }} {{ 1 + 1 }}</text>'


def test_an_included_template_sees_the_card(lay_out: LayOut) -> None:
    found = lay_out('{% include "parts/hello.j2" %}', files={"layouts/parts/hello.j2": HELLO})
    assert words(found.block) == ["Knight 2"]


def test_a_macro_is_imported(lay_out: LayOut) -> None:
    macro = '{% macro box(text, width=60) %}<text width="{{ width }}">{{ text }}</text>{% endmacro %}'
    found = lay_out('{% from "m.j2" import box %}{{ box("<Ho>") }}', files={"layouts/m.j2": macro})
    assert words(found.block) == ["<Ho>"]


SHOW = '<text width="60">{{ name }}{{ show(%s) }}</text>'
TWO_CARDS = [{"name": "a"}, {"name": "b"}]


def faces_with(lay_out: LayOut, macros: str, line: str, names: str = "show") -> list[list[str]]:
    """What two cards say that import ``names`` from a template with these ``macros``."""
    front = '{% from "m.j2" import ' + names + " %}<card>" + line + "</card>"
    found = lay_out(front=front, cards=TWO_CARDS, files={"layouts/m.j2": macros})
    assert found.problems == []
    return [words(face.root.children[0].block) for face in found.faces]


def test_an_imported_macro_tells_arguments_apart_that_are_equal(lay_out: LayOut) -> None:
    macro = "{% macro show(value) %}{{ value }}{{ value|upper }}{% endmacro %}"
    shown = '{{ show(1) }} {{ show(1.0) }} {{ show(true) }} {{ show("<b>") }} {{ show(value="1") }}'
    line = f'<text width="60">{shown}</text>'
    assert faces_with(lay_out, macro, line) == [["11 1.01.0 TrueTRUE <b><B> 11"]] * 2


def test_a_macro_that_counts_goes_on_counting(lay_out: LayOut) -> None:
    counter = "{% set seen = namespace(count=0) %}"
    bump = "{% macro show(step) %}{% set seen.count = seen.count + step %}{{ seen.count }}{% endmacro %}"
    assert faces_with(lay_out, counter + bump, SHOW % 1) == [["a1"], ["b2"]]


def test_a_macro_reads_what_another_template_counts(lay_out: LayOut) -> None:
    front = (
        '{% from "count.j2" import seen %}{% from "m.j2" import show %}{% set seen.count = seen.count + 1 %}'
        f"<card>{SHOW % 7}</card>"
    )
    files = {
        "layouts/count.j2": "{% set seen = namespace(count=0) %}",
        "layouts/m.j2": '{% from "count.j2" import seen %}'
        "{% macro show(x) %}{{ x }}{{ seen.count }}{% endmacro %}",
    }
    found = lay_out(front=front, cards=TWO_CARDS, files=files)
    assert [words(face.root.children[0].block) for face in found.faces] == [["a71"], ["b72"]]


def test_a_macro_of_the_card_itself_sees_the_card(lay_out: LayOut) -> None:
    front = "{% macro show(x) %}{{ x }}{{ name }}{% endmacro %}<card>" + SHOW % 1 + "</card>"
    found = lay_out(front=front, cards=TWO_CARDS)
    assert [words(face.root.children[0].block) for face in found.faces] == [["a1a"], ["b1b"]]


def test_a_macro_imported_with_the_context_sees_the_card(lay_out: LayOut) -> None:
    macro = "{% macro show(x) %}{{ x }}{{ name }}{% endmacro %}"
    assert faces_with(lay_out, macro, SHOW % 1, "show with context") == [["a1a"], ["b1b"]]


def test_a_macro_takes_as_much_of_the_budget_each_time(lay_out: LayOut) -> None:
    """The limit is that of the card's work, whatever another card's work was."""
    macro = "{% macro show(x) %}{% for i in range(30000) %}{% endfor %}{{ x }}{% endmacro %}"
    line = '<text width="60">' + "{{ show(1) }}" * 6 + "{% if name == 'b' %}{{ show(1) }}{% endif %}</text>"
    front = '{% from "m.j2" import show %}<card>' + line + "</card>"
    (told,) = lay_out(front=front, cards=TWO_CARDS, files={"layouts/m.j2": macro}).problems
    assert "more than 200,000 steps" in told
    assert "(card b)" in told


def test_a_template_asks_for_the_cards_of_any_component(lay_out: LayOut) -> None:
    names = '<text width="60">{% for other in cards("cards") %}{{ other.name }} {% endfor %}</text>'
    assert words(lay_out(names).block) == ["Knight"]
    (told,) = lay_out('{{ cards("card") }}').problems
    assert "unknown component 'card' (card knight); did you mean `cards`?" in told


def test_a_layout_extends_another(lay_out: LayOut) -> None:
    found = lay_out(
        front='{% extends "base.j2" %}{% block body %}<text width="60">mine</text>{% endblock %}',
        files={"layouts/base.j2": "<card>{% block body %}<g/>{% endblock %}</card>"},
    )
    assert words(found.block) == ["mine"]


def test_a_template_may_be_missing_where_the_layout_says_so(lay_out: LayOut) -> None:
    line = '{% include "no.j2" ignore missing %}{% include ["no.j2", "hello.j2"] %}'
    assert words(lay_out(line, files={"layouts/hello.j2": HELLO}).block) == ["Knight 2"]


def test_of_several_templates_one_must_exist(lay_out: LayOut) -> None:
    (told,) = lay_out('{% include ["no.j2", "nope.j2"] %}').problems
    assert told.startswith(f"{CARD}:2: error: no template named 'no.j2'")


def test_the_games_own_layouts_go_before_those_beside_cards_and_the_shared_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    front = (
        '<card>{% include "own.j2" %}{% include "beside.j2" %}'
        '{% from "plaques.xml.j2" import plaque %}<path d="{{ plaque(0, 0, 9, 9) }}"/></card>'
    )
    beside = tmp_path / "layouts" / "tiny"
    beside.mkdir(parents=True)
    (beside / "own.j2").write_text('<text width="9">no</text>')
    (beside / "beside.j2").write_text('<text width="9">beside</text>')
    folder = write_game(
        tmp_path / "cards" / "tiny", front=front, files={"layouts/own.j2": '<text width="9">own</text>'}
    )
    problems = Problems()
    game = load_game(folder, problems)
    assert game is not None
    renderer = FaceRenderer.of(game, problems)
    (component,) = game.components
    face = renderer.face(component, component.sets[0], component.sets[0].cards[0], "front", 1)
    assert [str(problem) for problem in problems] == []
    assert face is not None
    own, from_beside, path = face.root.children
    assert words(own.block) == ["own"]  # type: ignore[attr-defined]
    assert words(from_beside.block) == ["beside"]  # type: ignore[attr-defined]
    assert path.outline().box().width == 9


@pytest.mark.parametrize(
    ("front", "part", "told"),
    [
        pytest.param(
            '<card>{% include "part.j2" %}</card>',
            "\n\n{{ nmae.first }}",
            "g/layouts/part.j2:3: error: `nmae` is not defined here",
            id="a name in an include",
        ),
        pytest.param(
            '<card>\n\n{% include "part.j2" %}</card>',
            "\n<g>\n  <circel/></g>",
            "g/layouts/part.j2:3:3: error: unknown element <circel>",
            id="an element in an include",
        ),
        pytest.param(
            '<card>{% from "part.j2" import m %}\n\n{{ m() }}</card>',
            "{% macro m() %}\n{{ 1 // 0 }}\n{% endmacro %}",
            "g/layouts/part.j2:2: error: the template can't be evaluated: integer division",
            id="arithmetic in a macro",
        ),
        pytest.param(
            '<card>{% from "part.j2" import m %}\n\n{{ m() }}</card>',
            '{% macro m() %}\n\n<rect width="1" height="1" fill="blu"/>{% endmacro %}',
            "g/layouts/part.j2:3:1: error: <rect fill>: no colour 'blu'",
            id="an attribute in a macro",
        ),
        pytest.param(
            '{% extends "part.j2" %}\n{% block body %}\n <g><circel/></g>{% endblock %}',
            "<card>{% block body %}{% endblock %}</card>",
            f"{CARD}:3:5: error: unknown element <circel>",
            id="an element in a block",
        ),
        pytest.param(
            '<card>\n{% include "part.j2" %}</card>',
            "{% if %}",
            "g/layouts/part.j2:1: error: the template is wrong",
            id="the syntax of an include",
        ),
        pytest.param(
            '<card>\n{% include "part.j2" %}\n</card>',
            "\n<g>\n",
            "g/layouts/part.j2:2:1: error: the layout is not well-formed XML: <g> is not closed",
            id="an open tag in an include",
        ),
        pytest.param(
            "<card>\n{# <a> #}{% set x = '<b>' %}<!-- <c> -->\n  <g/><circel/>\n</card>",
            "",
            f"{CARD}:3:7: error: unknown element <circel>",
            id="tags inside code and comments",
        ),
    ],
)
def test_a_fault_is_told_where_it_stands(lay_out: LayOut, front: str, part: str, told: str) -> None:
    (found,) = lay_out(front=front, files={"layouts/part.j2": part}).problems
    assert found.startswith(told)


@pytest.mark.parametrize(
    "expression",
    [
        "name.__class__",
        "name|attr('__class__')",
        "''.__class__.__mro__[1].__subclasses__()",
        "'{0.__class__}'.format(name)",
        "cycler.__init__.__globals__",
        "self._TemplateReference__context",
        "range.__self__",
        "card.update({})",
        "card.pop('name')",
        "card.clear()",
        "deck.cards.append(1)",
        "deck.cards.sort()",
        "game.rules.setdefault('a', 1)",
        "theme.__dict__",
    ],
)
def test_a_template_can_not_reach_out_nor_change_the_data(lay_out: LayOut, expression: str) -> None:
    (told,) = lay_out("{{ " + expression + " }}").problems
    assert told.startswith(f"{CARD}:2: error: ")
    assert "templates may not do this" in told or "is not defined here" in told


def test_what_one_card_does_does_not_reach_the_next(lay_out: LayOut) -> None:
    found = lay_out(
        '{% if seen is defined %}<circel/>{% endif %}{% set seen = 1 %}<text width="60">{{ seen }}</text>',
        cards=[{"name": "a"}, {"name": "b"}],
    )
    assert found.problems == []


@pytest.mark.parametrize(
    ("line", "told"),
    [("{{ [1, 2]|random }}", "no filter named 'random'"), ("{{ lipsum() }}", "`lipsum` is not defined here")],
)
def test_nothing_differs_from_build_to_build(lay_out: LayOut, line: str, told: str) -> None:
    (found,) = lay_out(line).problems
    assert told in found


def test_picked_is_steady_and_spreads() -> None:
    from generator.layout.sandbox import picked

    assert [picked("Knight", 10), picked("Queen", 10), picked("Tower", 10)] == [
        picked(name, 10) for name in ("Knight", "Queen", "Tower")
    ]
    assert {picked(number, 4) for number in range(100)} == {0, 1, 2, 3}


def test_numbers_are_written_in_words(lay_out: LayOut) -> None:
    told = "{{ 5|spelled }} {{ 13|spelled }} {{ 2|ordinal }} {{ 21|ordinal }} {{ 113|ordinal }}"
    found = lay_out(
        f'<text width="60">{told} {{{{ 1|pluralize("card") }}}} {{{{ 2|pluralize("card") }}}}</text>'
    )
    assert words(found.block) == ["five 13 second 21st 113th 1 card 2 cards"]
    (problem,) = lay_out("{{ 'x'|ordinal }}").problems
    assert "`ordinal` needs a whole number, got 'x'" in problem


def test_what_one_language_printed_is_not_printed_in_another(tmp_path: Path) -> None:
    source = "<card>{{ 3|spelled }} {{ 2|ordinal }} {{ 2|pluralize('card') }} {{ _('Yes') }}</card>"
    (tmp_path / "card.xml.j2").write_text(source)
    german = {"three": "drei", "second": "zweite", "{n} card": "{n} Karten", "Yes": "Ja"}
    shown, asked = [], []
    for known in ({}, german, {}):
        said = Words("de" if known else "en", known, is_translation=bool(known))
        card = Templates.of([tmp_path], said).environment.get_template("card.xml.j2").render()
        shown.append(re.sub("<[^>]*>", "", card))
        asked.append(set(said.asked))
    assert shown == ["three second 2 cards Yes", "drei zweite 2 Karten Ja", "three second 2 cards Yes"]
    assert asked[1] == set(german)


def test_a_cards_field_goes_before_the_mappings_methods(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="60">{{ card.items }} {{ card["items"] }}</text>',
        cards=[{"name": "a", "items": "sword"}],
    )
    assert words(found.block) == ["sword sword"]


def test_what_is_not_given_prints_as_nothing(lay_out: LayOut) -> None:
    found = lay_out(
        '<text width="60">a{{ power }}b</text>', component={"fields": {"name": "text", "power": "whole"}}
    )
    assert words(found.block) == ["ab"]


def test_a_name_is_not_suggested_for_itself(lay_out: LayOut) -> None:
    (told,) = lay_out("{{ name }}", cards=[{"power": 1}]).problems
    assert "did you mean `name`" not in told


@pytest.mark.parametrize("filter_", ["spelled", "ordinal", 'pluralize("card")'])
def test_what_is_not_there_is_named_also_where_words_are_made_of_it(lay_out: LayOut, filter_: str) -> None:
    (told,) = lay_out(f'<text width="60">{{{{ game.rules.hand|{filter_} }}}}</text>').problems
    assert "`hand` is not defined here" in told


# What is not given

GIVEN_TO_ONE = [{"name": "Knight"}, {"name": "Ogre", "power": 5, "tags": ["big"]}]


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("{{ power }}", ""),
        ("{{ card.power }}", ""),
        ('{{ card["power"] }}', ""),
        ("{% if power %}yes{% else %}no{% endif %}", "no"),
        ("{% if power is defined %}yes{% else %}no{% endif %}", "no"),
        ("{{ power|default(3) }}", "3"),
        ("{{ power or 4 }}", "4"),
        ("{{ power|upper }}{{ power|rich }}{{ power|spelled }}{{ power|round }}", ""),
        ('{{ "power " ~ power }}.', "power ."),
        ("{% for tag in tags %}{{ tag }}{% endfor %}{{ tags|join(', ') }}{{ tags|length }}", "0"),
        ('{% if "big" in tags %}yes{% else %}no{% endif %}', "no"),
        ("{% if power == 5 %}yes{% else %}no{% endif %}", "no"),
        ("{{ deck.cards|map(attribute='power')|select|join }}", "5"),
    ],
)
@pytest.mark.parametrize(
    "described",
    [
        {"cards": GIVEN_TO_ONE},
        {"cards": GIVEN_TO_ONE, "component": {"fields": {"name": "text", "power": "whole", "tags": "list"}}},
        {"component": {"cards": "t.csv"}, "files": {"t.csv": "name,power,tags\nKnight,,\nOgre,5,big\n"}},
    ],
    ids=["undeclared", "declared", "blank"],
)
def test_what_one_card_has_and_another_has_not_is_nothing(
    lay_out: LayOut, template: str, printed: str, described: dict[str, Any]
) -> None:
    found = lay_out(f'<text width="60">{template}</text>', **described)
    assert found.problems == []
    assert "".join(words(found.faces[0].root.children[0].block)) == printed


def test_a_name_that_no_card_has_is_told_once_and_prints_nothing(tmp_path: Path) -> None:
    cards = [{"name": f"Card {number}"} for number in range(60)]
    front = '<card>\n<text width="60">{{ nmae }}{{ card.nmae|upper }}{% if nmae %}!{% endif %}</text></card>'
    write_game(tmp_path / "g", cards=cards, front=front)
    for _ in range(2):  # also where the sheets are found finished
        done = run_here("build", tmp_path / "g", "--out", tmp_path / "out")
        (told,) = done.problems
        assert done.code == 0
        assert told.endswith(
            "card.xml.j2:2: warning: no card of cards has `nmae`, so nothing is printed for it; "
            "did you mean `name`?"
        )


@pytest.mark.parametrize(
    "template", ["{% if nmae is defined %}x{% endif %}", "{{ nmae|default('x') }}", "{{ nmae|d }}"]
)
def test_who_asks_whether_a_name_is_there_is_not_warned(lay_out: LayOut, template: str) -> None:
    assert lay_out(f'<text width="60">{template}</text>').problems == []


def test_a_blank_value_is_not_reckoned_with(lay_out: LayOut) -> None:
    (told,) = lay_out('<text width="60">{{ power + 1 }}</text>', cards=GIVEN_TO_ONE).problems
    assert told == (
        f"{CARD}:2: error: a value here is not given, and there is no reckoning or comparing with that "
        "(card knight); give it one, for example by `power|default(0)`"
    )


@pytest.mark.parametrize(
    "template",
    [
        "{{ Card_No }}",
        "{{ card.Card_No }}",
        '{{ card["Card No"] }}',
        "{% for one in deck.cards %}{{ one.Card_No }}{% endfor %}",
        "{{ deck.cards|map(attribute='Card_No')|first }}",
    ],
)
def test_a_heading_with_blanks_is_reached_with_underscores(lay_out: LayOut, template: str) -> None:
    files = {"t.csv": "name,Card No\nKnight,12\n"}
    found = lay_out(f'<text width="60">{template}</text>', component={"cards": "t.csv"}, files=files)
    assert found.problems == []
    assert words(found.block) == ["12"]


def test_a_template_that_is_edited_all_day_leaves_the_memory_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "card.xml.j2"
    for number in range(20):
        path.write_text(f"<card>{number}</card>")
        assert f">{number}<" in Templates.of([tmp_path]).environment.get_template(path.name).render()
    gc.collect()
    kept = [one for one in gc.get_objects() if isinstance(one, TemplateCode) and one.key[1] == str(path)]
    assert len(kept) <= 5
