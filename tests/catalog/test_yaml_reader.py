"""The YAML reader: values, places, and every way a file can be wrong."""

from __future__ import annotations

import math
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.yaml_reader import MarkedDict, MarkedList, parse_yaml, read_yaml, resolve

Write = Callable[[str | bytes], Path]


def read(text: str) -> MarkedDict:
    problems = Problems()
    document = parse_yaml(text, "f.yaml", problems)
    assert [str(problem) for problem in problems] == []
    assert isinstance(document, MarkedDict)
    return document


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("5", 5),
        ("-5", -5),
        ("+5", 5),
        ("0", 0),
        ("0x1F", 31),
        ("0o17", 15),
        ("2.5", 2.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        (".inf", math.inf),
        ("-.inf", -math.inf),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("n", "n"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2015-03-01", "2015-03-01"),
        ("007", "007"),
        ("1.2.3", "1.2.3"),
        ("2-4", "2-4"),
        ("'5'", "5"),
        ('"true"', "true"),
        ("'~'", "~"),
        ("Größe ⚔ 😀", "Größe ⚔ 😀"),
    ],
)
def test_scalar(written: str, value: object) -> None:
    found = read(f"key: {written}")
    assert found["key"] == value
    assert type(found["key"]) is type(value)


def test_not_a_number() -> None:
    assert math.isnan(read("key: .nan")["key"])  # type: ignore[arg-type]


@given(st.integers(-(10**15), 10**15) | st.floats(-1e15, 1e15) | st.booleans() | st.none())
def test_a_plain_scalar_comes_back_as_written(value: object) -> None:
    words = {"True": "true", "False": "false", "None": "null"}
    written = words.get(repr(value), repr(value))
    assert resolve(written) == value


@given(st.text(st.characters(exclude_categories=["C", "Z"]), max_size=40))
def test_quoted_text_stays_text(text: str) -> None:
    quoted = text.replace("'", "''")
    assert read(f"key: '{quoted}'")["key"] == text


@given(st.text(max_size=20))
def test_no_plain_text_breaks_the_resolver(text: str) -> None:
    # Numbers beyond all measure are refused, and nothing else is.
    with suppress(InputError):
        assert resolve(text) is None or isinstance(resolve(text), str | int | float)


def test_places_of_keys_values_and_items() -> None:
    document = read("a: 1\nlist:\n  - x\n  - {deep: y}\n")
    assert document.place == Place("f.yaml", 1, 1)
    assert document.place_of("a") == Place("f.yaml", 1, 4)
    assert document.place_of_key("list") == Place("f.yaml", 2, 1)
    items = document["list"]
    assert isinstance(items, MarkedList)
    assert items.place_of(0) == Place("f.yaml", 3, 5)
    inner = items[1]
    assert isinstance(inner, MarkedDict)
    assert inner.place_of("deep") == Place("f.yaml", 4, 12)
    assert inner.place_of("missing") == inner.place == Place("f.yaml", 4, 5)
    assert items.place_of(7) == items.place


def test_columns_count_letters_not_bytes() -> None:
    assert read("é: {ü: 1}").place_of("é") == Place("f.yaml", 1, 4)


def test_marks_survive_pickling() -> None:
    document = read("a: {b: 1}")
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert again["a"].place_of("b") == Place("f.yaml", 1, 8)


def test_keys_are_text() -> None:
    assert list(read("1: a\ntrue: b\n2.5: c\nno: d\n")) == ["1", "true", "2.5", "no"]


def test_an_alias_repeats_a_value() -> None:
    document = read("a: &x [1, 2]\nb: *x\n")
    assert document["b"] == [1, 2]
    assert document.place_of("b") == Place("f.yaml", 2, 4)


def test_a_byte_order_mark_is_no_part_of_the_text(file: Write) -> None:
    assert read_yaml(file(b"\xef\xbb\xbfa: 1\n"), Problems(), "f.yaml") == {"a": 1}


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]")
    return "\n".join(lines)


def alias_ladder(steps: int) -> str:
    return "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, steps))


WRONG = [
    ("a: 1\n\tb: 2", "f:2:1: error: YAML does not allow tabs for indentation; use spaces instead"),
    ("a:\n\tb: 2", "f:2:1: error: YAML does not allow tabs for indentation; use spaces instead"),
    ("a: |\n\ttext", "f:2:1: error: YAML does not allow tabs for indentation; use spaces instead"),
    (
        "a: b: c",
        "f:1:5: error: a colon is not allowed here; put the text in quotes if the colon belongs to it; "
        "otherwise check the indentation",
    ),
    ("a: [1, 2\nb: 3\n", "f:1:4: error: the `[` is not closed, or a comma is missing"),
    ("a: {b: 1", "f:1:4: error: the `{` is not closed, or a comma is missing"),
    ("a: [1,\n", "f:2:1: error: a value is missing here, or a bracket is not closed"),
    ("a: 'text", "f:1:4: error: the quotes are not closed"),
    ("a: @x", "f:1:4: error: text cannot begin with `@`; put the text in quotes"),
    ("a: %x", "f:1:4: error: text cannot begin with `%`; put the text in quotes"),
    (
        'a: "\\q"',
        "f:1:5: error: a backslash in double quotes needs a letter that YAML knows after it; "
        "use single quotes, "
        "or write `\\\\` for a backslash",
    ),
    (
        "a:\n  - b\n c: d",
        "f:3:2: error: this does not fit the lines above; check the indentation, colons and quotes here "
        "and just above",
    ),
    ("%YAML 9.9\n---\na: 1", "f:1:1: error: this is not YAML: found incompatible YAML document"),
    ("a: 1\na: 2", "f:2:1: error: the key `a` is given twice; first in line 1, column 1"),
    ("a: {b: 1, b: 2}", "f:1:11: error: the key `b` is given twice; first in line 1, column 5"),
    (
        "a: &x {}\nb: {<<: *x}",
        "f:2:5: error: the merge key `<<` is not supported; use `extends` or `defaults` instead",
    ),
    ("'': 1", "f:1:1: error: a key is missing before the colon"),
    (
        "a: {b: {{name}}}",
        "f:1:9: error: a key must be text, not a list or a mapping; put text that begins with "
        "`{` or `[` in quotes",
    ),
    ("? *x\n: 1", "f:1:3: error: nothing is marked `&x` above; put text that begins with `*` in quotes"),
    ("a: &x 1\n? *x\n: 1", "f:2:3: error: a key must be text, not an alias"),
    (
        "a: !!python/object/apply:os.system ['true']",
        "f:1:4: error: the tag `!!python/object/apply:os.system` is not allowed; put the text in quotes "
        "if the `!` belongs to it",
    ),
    ("a: !x b", "f:1:4: error: the tag `!x` is not allowed; put the text in quotes if the `!` belongs to it"),
    (
        "a: *nothing",
        "f:1:4: error: nothing is marked `&nothing` above; put text that begins with `*` in quotes",
    ),
    ("a: &x [1, *x]", "f:1:11: error: `*x` is inside the value it repeats"),
    (
        "a: 1\n---\nb: 2",
        "f:2:1: error: a file holds one YAML document, this is a second one; remove the `---`",
    ),
    (
        "a: 9" + "9" * 5000,
        "f:1:4: error: the number '" + "9" * 39 + "…' is too large; put it in quotes if it is text",
    ),
    ("a: 1e999", "f:1:4: error: the number '1e999' is too large; put it in quotes if it is text"),
    ("[" * 300, "f:1:101: error: values are nested more than 100 deep"),
    ("a: " + "{a: " * 300, "f:1:400: error: values are nested more than 100 deep"),
    (alias_ladder(200), "f:100:12: error: values are nested more than 100 deep"),
    (
        bomb(9),
        "f:6:45: error: the file holds more than 1,000,000 values; aliases count as often as they are used",
    ),
    ("", "f: error: the file is empty"),
    ("# only a comment\n", "f: error: the file is empty"),
    ("hello", "f:1:1: error: expected keys and values or a list, got 'hello'"),
    (b"a: caf\xe9\n", "f:1:7: error: the file is not UTF-8 text: byte 0xE9 here; save it as UTF-8"),
    (b"\xef\xbb\xbfa: \xe9", "f:1:4: error: the file is not UTF-8 text: byte 0xE9 here; save it as UTF-8"),
    ("a: 1".encode("utf-16"), "f: error: the file is UTF-16 text; save it as UTF-8"),
    (b"%PDF-1.4\n\x00\x01", "f: error: the file is binary, not text"),
    ("a: 1\nb: x\x07y", "f:2:5: error: the character U+0007 cannot be used in a text file"),
    (b"#" * (16 * 1024 * 1024 + 1), "f: error: the file is larger than 16 MiB"),
]


@pytest.mark.parametrize(("content", "sentence"), WRONG, ids=range(len(WRONG)))
def test_wrong_file(file: Write, content: str | bytes, sentence: str) -> None:
    problems = Problems()
    read_yaml(file(content), problems, "f")
    assert [str(problem) for problem in problems] == [sentence]


def test_missing_file_and_folder(tmp_path: Path) -> None:
    problems = Problems()
    assert read_yaml(tmp_path / "none.yaml", problems, "none.yaml") is None
    assert read_yaml(tmp_path, problems, "folder") is None
    assert [str(problem) for problem in problems] == [
        "folder: error: this is a folder, a file is needed",
        "none.yaml: error: the file does not exist",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    problems = Problems()
    assert read_yaml(tmp_path / "pipe", problems, "pipe") is None
    assert [str(problem) for problem in problems] == ["pipe: error: this is not a regular file"]


def test_duplicate_keys_tags_and_merge_keys_are_all_told_at_once(file: Write) -> None:
    problems = Problems()
    document = read_yaml(file("a: 1\na: 2\nb: !x 3\n<<: {c: 1}\nd: 4\n"), problems, "f")
    assert document == {"a": 1, "b": "3", "d": 4}
    assert [problem.place for problem in problems] == [Place("f", 2, 1), Place("f", 3, 4), Place("f", 4, 1)]


@given(st.text(st.sampled_from("ab:-[]{}&*!|>'\"%@`#,? \n\t1"), max_size=60))
def test_no_text_ends_in_anything_but_a_value_or_a_problem(text: str) -> None:
    problems = Problems()
    try:
        parse_yaml(text, "f", problems)
    except InputError as error:
        problems.extend([error.at(None)])
    assert all(problem.place is not None and problem.place.file == "f" for problem in problems)


def test_a_hopeless_file_is_not_read_to_its_end(file: Write) -> None:
    problems = Problems()
    assert read_yaml(file("a: 1\n" * 200_000), problems, "f") is None
    assert len(problems.found) == 10_001
    assert problems.found[-1].message == "the rest was not read: there are too many problems above"
