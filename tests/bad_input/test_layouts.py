"""Wrong templates, wrong XML, and elements and attributes that do not exist."""

from __future__ import annotations

import pytest

from .conftest import Refuse

CARD = "g/layouts/card.xml.j2"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{% if %}", "2: error: the template is wrong: expected an expression, got 'end of statement block'"),
        (
            "{{ name name }}",
            "2: error: the template is wrong: expected token 'end of print statement', got 'name'",
        ),
        ("{% nope %}", "2: error: the template is wrong: encountered unknown tag 'nope'"),
        ("{{ name|nope }}", "2: error: the template is wrong: no filter named 'nope'"),
        ("{{ nmae() }}", "2: error: `nmae` is not defined here (card knight); did you mean `name`?"),
        ("{{ nmae + 1 }}", "2: error: `nmae` is not defined here (card knight); did you mean `name`?"),
        ("{{ game.titel }}", "2: error: `titel` is not defined here (card knight); did you mean `title`?"),
        (
            "{{ nmae.first.second }}",
            "2: error: `nmae` is not defined here (card knight); did you mean `name`?",
        ),
        (
            "{{ [1][5] }}",
            "2: error: the template can't be evaluated: list object has no element 5 (card knight)",
        ),
        (
            "{{ 1 // 0 }}",
            "2: error: the template can't be evaluated: integer division or modulo by zero (card knight)",
        ),
        (
            "{{ name() }}",
            "2: error: the template can't be evaluated: 'str' object is not callable (card knight)",
        ),
        (
            "{{ name|picked(0) }}",
            "2: error: `picked` needs a whole number of 1 or more, got 0 (card knight)",
        ),
        (
            "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}",
            "2: error: the template can't be evaluated: macro 'm' takes not more than 1 "
            "argument(s) (card knight)",
        ),
    ],
)
def test_wrong_jinja(refuse: Refuse, line: str, told: str) -> None:
    assert refuse(front=f"<card>\n{line}\n</card>") == [f"{CARD}:{told}"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<g>{{ name }</g>", "2:4: `{{` is closed by `}`; write `}}`"),
        ("{{ name } {{ name }}", "2:1: `{{` is closed by `}`; write `}}`"),
        ("<text>{{ name </text>\n{{ name }}", "2:7: `{{` is not closed before `{{`; write `}}`"),
        ("{{ name", "2:1: `{{` is not closed; write `}}`"),
        ("{{ {'a': (1}} }}", "2:10: `(` is not closed before `}}`; write `)`"),
        ("{{ [1, 2 }}", "2:4: `[` is not closed before `}}`; write `]`"),
        ("{{ {'a': 1 }}", "2:1: `{{` is closed by `}`; write `}}`"),
        ("{{ name) }}", "2:1: `{{` is closed by `)`; write `}}`"),
        ("{{ 'name }}", "2:4: the text after `'` is not closed; write `'`"),
        ("{{ name }}{# name }}", "2:11: `{#` is not closed; write `#}`"),
        ("{% if name }}{% endif %}", "2:1: `{%` is closed by `}}`; write `%}`"),
        ("{% if name\n{{ name }}{% endif %}", "2:1: `{%` is not closed before `{{`; write `%}`"),
        ("{# {% for #}\n {% for x in name %}", "3:2: `{% for %}` is not closed; write `{% endfor %}`"),
        (
            "{% if name %}{% if name %}{% endif %}\n{% for x in name %}{% endif %}{% endfor %}",
            "3:1: `{% for %}` is not closed before `{% endif %}`; write `{% endfor %}`",
        ),
    ],
)
def test_what_is_open_in_a_template_is_named_with_its_place(refuse: Refuse, line: str, told: str) -> None:
    place, _, reason = told.partition(": ")
    assert refuse(front=f"<card>\n{line}\n</card>") == [
        f"{CARD}:{place}: error: the template is wrong: {reason}"
    ]


def test_braces_and_quotes_that_are_closed_are_not_what_is_wrong(refuse: Refuse) -> None:
    closed = "{% raw %}{{ ({% endraw %}{# it's {{ #}{{ {'a': {'}}': \"it's\"}}['a'] }}"
    (told,) = refuse(front=f"<card>\n{closed}\n{{{{ name name }}}}\n</card>")
    assert (
        told == f"{CARD}:3: error: the template is wrong: expected token 'end of print statement', got 'name'"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "<g><rect width='1' height='1'/>",
            "3:1: <g> is not closed before </card> (card knight); "
            "write </g> after what is inside, or <g …/> if nothing is",
            id="a tag that is not closed",
        ),
        pytest.param(
            "<text width='9'>a</txet>",
            "3:1: <text> is closed by </txet> (card knight); write </text>, or leave </txet> out",
            id="a tag that is closed by another",
        ),
        pytest.param(
            "<rect width='1' height='1'\n<g/>",
            "3:1: <rect> has no > at its end (card knight)",
            id="a tag without an end",
        ),
        pytest.param(
            "<rect width='1 height=2 />\n<g/>",
            "3:1: a quotation mark in <rect> is not closed (card knight); "
            'each value stands between two, as in fill="red"',
            id="a quotation mark without another",
        ),
        pytest.param(
            "<text width='9'>a < b</text>",
            "3:1: not well-formed (invalid token) (card knight); at or after this tag: "
            "write &amp; for & and &lt; for <",
            id="a bare sign for less",
        ),
        pytest.param(
            "<text width='9'>a & b</text>",
            "3:1: not well-formed (invalid token) (card knight); at or after this tag: "
            "write &amp; for & and &lt; for <",
            id="a bare ampersand",
        ),
        pytest.param(
            "<text width='9'>a&nbsp;b</text>",
            "3:1: undefined entity (card knight); at or after this tag: &lt; &gt; &amp; &quot; and &apos; "
            "have names; write &#160; for a fixed space",
            id="an entity of HTML",
        ),
        pytest.param(
            "<rect width='1' width='2' height='1'/>",
            "3:1: duplicate attribute (card knight); at or after this tag: each is given once",
            id="an attribute given twice",
        ),
    ],
)
def test_xml_that_is_not_well_formed(refuse: Refuse, line: str, told: str) -> None:
    place, _, reason = told.partition(": ")
    assert refuse(front=f"<card>\n\n{line}\n</card>") == [
        f"{CARD}:{place}: error: the layout is not well-formed XML: {reason}"
    ]


def test_the_layout_itself_that_is_not_closed(refuse: Refuse) -> None:
    assert refuse(front="{# Front #}\n<card>\n<rect width='1' height='1'/>\n") == [
        f"{CARD}:2:1: error: the layout is not well-formed XML: <card> is not closed (card knight); "
        "write </card> after what is inside, or <card …/> if nothing is"
    ]


def test_a_document_type_with_a_bomb_of_entities(refuse: Refuse) -> None:
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(20))
    told = refuse(front=f"<!DOCTYPE card [{entities}]>\n<card><text width='9'>&a20;</text></card>")
    assert told == [f"{CARD}: error: a layout has no <!DOCTYPE> (card knight); remove the line"]


@pytest.mark.parametrize(
    ("front", "told"),
    [
        ("  \n", ": error: the template draws nothing (card knight)"),
        (
            "<rect width='1' height='1'/>",
            ":1:1: error: a layout begins with <card>, not with <rect> (card knight)",
        ),
        (
            "<card>\nhello\n</card>",
            ":1:1: error: text is not allowed in <card>: 'hello' (card knight); put it into "
            '<text width="…">',
        ),
        (
            "<card>\n" + "<g>" * 200 + "</g>" * 200 + "</card>",
            ":2:301: error: elements are nested more than 100 deep (card knight)",
        ),
    ],
)
def test_layouts_of_the_wrong_shape(refuse: Refuse, front: str, told: str) -> None:
    assert refuse(front=front) == [CARD + told]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<circel r='3'/>", "unknown element <circel> (card knight); did you mean `circle`?"),
        (
            "<rect widht='3' height='1'/>",
            "<rect> has no attribute `widht` (card knight); did you mean `width`?",
        ),
        ("<rect width='3'/>", "<rect> needs the attribute `height` (card knight)"),
        ("<text width='9'><blink>a</blink></text>", "<blink> is not allowed inside a text (card knight)"),
        (
            "<text width='9' font='tilte'>a</text>",
            "<text font>: no font role 'tilte' in the theme (card knight); did you mean `title`?",
        ),
        (
            "<use href='#star'/>",
            "nothing before this has the id 'star' (card knight); define it first; display=\"none\" hides it",
        ),
        (
            "<path d='M0 0 A1e200 1e200 0 0 0 5 5'/>",
            "<path d>: the path data reaches too far away (card knight)",
        ),
        (
            "<path d='hello'/>",
            "<path d>: the path data can't be read at 'hello' (card knight)",
        ),
        (
            "<rect width='1' height='1' transform='rotate(1e999)'/>",
            "<rect transform>: expected numbers such as '90 10 10', got '1e999' (card knight)",
        ),
        (
            "<rect width='1' height='1' opacity='nan'/>",
            "<rect opacity>: expected a number from 0 to 1, got 'nan' (card knight)",
        ),
    ],
)
def test_elements_and_attributes_that_do_not_exist(refuse: Refuse, line: str, told: str) -> None:
    (found,) = refuse(front=f"<card>\n{line}\n</card>")
    if not told.endswith("?"):
        found = found[: len(f"{CARD}:2:1: error: {told}")]
    assert found == f"{CARD}:2:1: error: {told}"


INSTEAD = "; a marked box is printed instead (card knight)"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "<icon name='swrod' width='1' height='1'/>",
            f"1: warning: <icon name>: no icon 'swrod' in the pack mdi6{INSTEAD}; did you mean `sword`?",
        ),
        (
            "<icon name='zz.sword' width='1' height='1'/>",
            f"1: warning: <icon name>: no icon pack 'zz'{INSTEAD}; "
            "the packs are mdi6, fa6s, fa6, fa6b, ph, ri",
        ),
        (
            "<text width='9'>a <icon name='swrod'/></text>",
            f"19: warning: no icon 'swrod' in the pack mdi6{INSTEAD}; did you mean `sword`?",
        ),
        (
            "<stack width='9'><list icon='swrod'><item>a</item></list></stack>",
            f"18: warning: no icon 'swrod' in the pack mdi6{INSTEAD}; did you mean `sword`?",
        ),
        (
            "<stack width='50'><text>a <icon name='swrod'/></text></stack>",
            f"27: warning: no icon 'swrod' in the pack mdi6{INSTEAD}; did you mean `sword`?",
        ),
    ],
)
def test_icons_that_are_missing_are_warnings(refuse: Refuse, line: str, told: str) -> None:
    (found,) = refuse(front=f"<card>\n{line}\n</card>", arguments=("--strict",))
    assert found == f"{CARD}:2:{told}"


def test_a_layout_for_another_size(refuse: Refuse) -> None:
    (told,) = refuse(front='<card width="50" height="88.9"><text width="9" size="2">a</text></card>')
    assert told.startswith(
        f"{CARD}:1:1: error: the layout is made for a width of 50 mm, but the component cards has 63.5 mm"
    )


def test_a_template_that_is_not_utf_8(refuse: Refuse) -> None:
    latin = '<card>\n<text width="9">\xe9</text></card>'.encode("latin-1")
    assert refuse(files={"layouts/card.xml.j2": latin}) == [
        f"{CARD}:2:17: error: the file is not UTF-8 text: byte 0xE9 here; save it as UTF-8"
    ]
    front = "<card>{% set part = 'part' %}{% include part ~ '.j2' %}</card>"
    assert refuse(front=front, files={"layouts/part.j2": latin[7:]}) == [
        "g/layouts/part.j2:1:17: error: the file is not UTF-8 text: byte 0xE9 here (card knight); "
        "save it as UTF-8"
    ]
    assert refuse(files={"layouts/card.xml.j2": "<card/>".encode("utf-16")}) == [
        f"{CARD}: error: the file is UTF-16 text; save it as UTF-8"
    ]


@pytest.mark.parametrize("character", ["\\ud800", "\\x01"])
def test_characters_that_no_xml_can_hold(refuse: Refuse, character: str) -> None:
    (told,) = refuse(front=f'<card>\n<text width="9">{{{{ "{character}" }}}}</text></card>')
    assert told.startswith(CARD)


@pytest.mark.parametrize("mark", ["99:1:1", "x", "0:0", "-1:1:1", ""])
def test_a_mark_that_is_not_ours_leads_nowhere(refuse: Refuse, mark: str) -> None:
    """Tags carry their place in an attribute; a template that writes it itself must not confuse us."""
    (told,) = refuse(front=f"<card>\n<{{{{ 'circel' }}}} _at='{mark}'/></card>")
    assert told.startswith(CARD)
    assert "unknown element <circel>" in told


@pytest.mark.parametrize(
    "line",
    [
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "{% if name == 1 %}" + "{% elif name == 2 %}" * 3000 + "{% endif %}",
        "{{ " + "+".join(["1"] * 3000) + " }}",
    ],
    ids=["loops", "brackets", "elif", "sum"],
)
def test_a_template_nested_too_deeply(refuse: Refuse, line: str) -> None:
    (told,) = refuse(front=f"<card>{line}</card>")
    assert "the template is nested too deeply" in told


def test_a_circle_of_includes(refuse: Refuse) -> None:
    told = refuse(
        front='<card>{% include "a.j2" %}</card>',
        files={"layouts/a.j2": '\n{% include "b.j2" %}', "layouts/b.j2": '\n\n{% include "a.j2" %}'},
    )
    assert told == [
        "g/layouts/b.j2:3: error: the templates include one another in a circle: a.j2 → b.j2 → a.j2"
    ]


def test_a_circle_of_includes_whose_names_are_worked_out(refuse: Refuse) -> None:
    (told,) = refuse(front='<card>\n{% set n = "card.xml.j2" %}{% include n %}</card>')
    assert told == f"{CARD}:2: error: a macro or template calls itself without end (card knight)"


def test_a_macro_without_end(refuse: Refuse) -> None:
    told = refuse(front="<card>\n{% macro m() %}\n{{ m() }}\n{% endmacro %}\n{{ m() }}</card>")
    assert told == [f"{CARD}:3: error: a macro or template calls itself without end (card knight)"]


def test_a_colour_that_yaml_takes_for_a_comment(refuse: Refuse) -> None:
    (told,) = refuse(theme="palette:\n  ink: #222222\n")
    assert told.startswith("g/layouts/theme.yaml:2:")
    assert 'there is not a colour; put it in quotes, "#222222": a bare # begins a comment' in told
