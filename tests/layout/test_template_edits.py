"""Templates changed span by span: only what was changed is another, and what is not certain is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import PROJECT

from generator.catalog.problems import InputError
from generator.layout.template_edits import Source, Tag, with_text
from generator.layout.xml import LAST_MARK, mark_tags

TEMPLATES = sorted([*(PROJECT / "layouts").rglob("*.j2"), *(PROJECT / "generator").rglob("*.j2")])
TEMPLATES = [path for path in TEMPLATES if "studio" not in path.parts]
TEMPLATE = """\
\ufeff<!-- <rect x="9"/> -->\r
<card>\r
  {# <rect x="8"/> #}\r
  <rect  x = '1' y="{{ "2" if "}}" else '%}' }}" width="50%" height='a&amp;"b'\r
         {% if low_ink %}stroke="none"{% endif %}/>\r
  {% for n in (1, 2) %}<circle cx="{{ n }}" r="2"/>{% endfor %}\r
  <g id="sun">\r
    {% if a %}<g>{% else %}<g x="1">{% endif %}</g>\r
    <text x="1" width="9">{{ "<b>" }} <b>x</b></text>\r
  </g>\r
</card>\r
""".encode()


def source(content: bytes = TEMPLATE) -> Source:
    return Source.of(content, "card.xml.j2")


def tag(name: str, content: bytes = TEMPLATE) -> Tag:
    return next(one for one in source(content).tags.values() if one.name == name)


def test_tags_are_where_marks_say_and_say_what_is_worked_out() -> None:
    found = source()
    marked = LAST_MARK.findall(mark_tags(found.text, 1))
    assert [f"1:{line}:{column}" for line, column in found.tags] == marked
    rect = tag("rect")
    said = {name: (one.text, one.state) for name, one in rect.attributes.items()}
    assert said == {
        "x": ("1", "plain"),
        "y": ('{{ "2" if "}}" else \'%}\' }}', "computed"),
        "width": ("50%", "plain"),
        "height": ('a&"b', "plain"),
        "stroke": ("none", "conditional"),
    }
    assert not rect.is_clear
    assert tag("circle").around == ["for n in (1, 2)"]
    branches = source(b"{% if a %}<a/>{% elif b %}<b/>{% else %}<c/>{% endif %}<d/>").tags.values()
    assert [one.around for one in branches] == [["if a"], ["elif b"], ["else of elif b"], []]


@pytest.mark.parametrize(
    ("name", "values", "before", "after"),
    [
        ("rect", {"x": "12.5"}, b"x = '1'", b"x = '12.5'"),
        ("rect", {"height": "it's <1>"}, b"height='a&amp;\"b'", b"height='it&apos;s &lt;1>'"),
        ("circle", {"r": "3", "fill": 'a"b'}, b'r="2"/>', b'r="3" fill="a&quot;b"/>'),
        ("g", {"id": None}, b'<g id="sun">', b"<g>"),
        ("text", {"x": None, "y": "4"}, b'<text x="1" width="9">', b'<text width="9" y="4">'),
        ("card", {"columns": "12"}, b"<card>", b'<card columns="12">'),
    ],
)
def test_only_what_is_set_changes(
    name: str, values: dict[str, str | None], before: bytes, after: bytes
) -> None:
    assert TEMPLATE.count(before) == 1
    assert source().with_attributes(tag(name), values) == TEMPLATE.replace(before, after)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rect", {"y": "1"}),
        ("rect", {"stroke": "ink"}),
        ("rect", {"fill": "ink"}),
        ("text", {"x": "{{ 1 }}"}),
    ],
)
def test_what_is_worked_out_is_never_written_over(name: str, values: dict[str, str | None]) -> None:
    with pytest.raises(InputError):
        source().with_attributes(tag(name), values)


def test_elements_come_and_go_with_their_lines() -> None:
    text = tag("text")
    line = b'    <text x="1" width="9">{{ "<b>" }} <b>x</b></text>\r\n'
    assert source().without(text) == TEMPLATE.replace(line, b"")
    assert source().without(tag("circle")) == TEMPLATE.replace(b'<circle cx="{{ n }}" r="2"/>', b"")
    assert source().with_element("<line/>", text) == TEMPLATE.replace(line, line + b"    <line/>\r\n")
    # Where the group ends follows from which branch is taken.
    for one in (tag("g"), tag("card")):
        with pytest.raises(InputError, match="depends on the card"):
            source().without(one)
    plain = b"<card><rect/></card>\n"
    assert source(plain).with_element("<line/>") == b"<card><rect/>\n  <line/>\n</card>\n"
    plain = b"{% set a = 1 %}\n<card>\n</card>"
    assert source(plain).with_element("<line/>") == plain.replace(b"</card>", b"  <line/>\n</card>")


def test_lines_of_a_text_keep_their_ends() -> None:
    page = TEMPLATE.decode("utf-8-sig").replace("\r\n", "\n")
    assert with_text(TEMPLATE, page) == TEMPLATE
    changed = page.replace('r="2"', 'r="3"').replace("</card>\n", "  <line/>\n</card>\n")
    expected = TEMPLATE.replace(b'r="2"', b'r="3"').replace(b"</card>", b"  <line/>\r\n</card>")
    assert with_text(TEMPLATE, changed) == expected
    assert with_text(b"a\r\nb\nc\r\n", "a\nb\nc\nd\n") == b"a\r\nb\nc\r\nd\r\n"


@pytest.mark.slow
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_each_attribute_of_each_template_is_changed_and_changed_back(path: Path) -> None:
    content = path.read_bytes()
    before = source(content)
    marks = LAST_MARK.findall(mark_tags(before.text, 1))
    assert [f"1:{line}:{column}" for line, column in before.tags] == marks
    for place, one in before.tags.items():
        for name, given in one.attributes.items():
            if given.state != "plain":
                with pytest.raises(InputError):
                    before.with_attributes(one, {name: "7"})
                continue
            changed = before.with_attributes(one, {name: "another"})
            assert len(changed) - len(content) == len("another") - len(given.text.encode())
            after = source(changed)
            assert after.with_attributes(after.tags[place], {name: given.text}) == content
        if one.is_clear:
            added = source(before.with_attributes(one, {"zz": "1"}))
            assert added.with_attributes(added.tags[place], {"zz": None}) == content
