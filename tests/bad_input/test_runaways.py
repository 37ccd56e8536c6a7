"""Templates that would run for ever or fill the memory: each ends soon, with a clear error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from effort import effort
from games import PROJECT, run_here, write_game

from .conftest import Refuse, contents

MEGABYTES = 500
BYTES = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system tells a peak."""
WATCH = """\
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""
"""A small process between, for a child's peak counts what its parent took when it was started."""
LONG = "'a' * 90000"


def repeated(first: str, following: str, last: str = "{{ ns.a }}") -> str:
    """A value that is made of itself sixty times over."""
    rounds = "{% for i in range(60) %}{% set ns.a = " + following + " %}{% endfor %}"
    return "{% set ns = namespace(a=" + first + ") %}" + rounds + last


RUNAWAYS = {
    "loops in loops": "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "a loop without body": "{% for i in range(10**9) %}{% endfor %}",
    "a macro that calls itself twice": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}"
    ),
    "a text joined to itself by ~": repeated("'x'", "ns.a ~ ns.a"),
    "a text joined to itself by +": repeated("'x'", "ns.a + ns.a"),
    "a text multiplied": repeated("'x'", "ns.a * 9"),
    "a list joined to itself": repeated("[1]", "ns.a + ns.a"),
    "a list multiplied": "{{ [0] * 10**12 }}",
    "a text multiplied in a mapping": "{{ {'a': 'x' * 10**12} }}",
    "a block that holds itself twice": (
        "{% set ns = namespace(a='xxxxxxxxxx') %}{% for i in range(60) %}"
        "{% set b %}{{ ns.a }}{{ ns.a }}{% endset %}{% set ns.a = b %}{% endfor %}"
    ),
    "a macro's long text in a loop": (
        "{% macro m() %}" + "lorem ipsum " * 5000 + "{% endmacro %}"
        "{% for i in range(99999) %}{% set x = m() %}{% endfor %}"
    ),
    "a long text in a loop": "{% for i in range(99999) %}" + "lorem ipsum " * 5000 + "{% endfor %}",
    "center": "{{ 'x'.center(10**9) }}",
    "center as a filter": "{{ 'x'|center(10**9) }}",
    "center of a whole list": "{{ range(99999)|map('center', 99999)|list|length }}",
    "a wide format": "{{ '%1000000000d'|format(1) }}",
    "a wide format behind much text": "{{ (' ' * 2000 + '%1000000000d') % 1 }}",
    "a wide format of braces": "{{ (' ' * 2000 + '{:1000000000d}').format(1) }}",
    "many wide formats": "{{ ('{0:99999}' * 9000).format(1) }}",
    "a format whose width is an argument": "{{ '%*d' % (10**9, 1) }}",
    "a format whose width is nested": "{{ '{:{}}'.format(1, 10**9) }}",
    "a power of powers": "{{ 9**9**9 }}",
    "a number squared sixty times": repeated("10", "ns.a * ns.a", "done"),
    "replace": "{{ (%s)|replace('a', %s)|length }}" % (LONG, LONG),  # noqa: UP031 - braces are Jinja's
    "replace as a method": "{{ (%s).replace('a', %s)|length }}" % (LONG, LONG),  # noqa: UP031
    "join": "{{ (%s).join(%s)|length }}" % (LONG, LONG),  # noqa: UP031
    "expandtabs": "{{ ('\\t' * 90000).expandtabs(90000)|length }}",
    "indent": "{{ ('a\\n' * 90000)|indent(90000)|length }}",
    "a sum of lists": "{{ ([[1, 2, 3]] * 90000)|sum(start=[])|length }}",
    "sorting in a loop": "{% for i in range(9999) %}{% set x = range(99999)|sort %}{% endfor %}",
    "a list twice in a list, sixty deep": repeated("[1]", "[ns.a, ns.a]"),
    "such a list as JSON": repeated("[1]", "[ns.a, ns.a]", "{{ ns.a|tojson|length }}"),
    "such a list joined to a text": repeated("[1]", "[ns.a, ns.a]", "{{ (ns.a ~ '')|length }}"),
    "such a list formatted": repeated("[1]", "[ns.a, ns.a]", "{{ '%s' % [ns.a] }}"),
    "two such lists compared": (
        "{% set ns = namespace(a=[1], b=[1]) %}{% for i in range(60) %}"
        "{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}"
    ),
    "a tuple of tuples as a key": repeated("(1,)", "(ns.a, ns.a)", "{{ {ns.a: 1}|length }}"),
    "slices of a long list": (
        "{% set a = range(99999)|list %}{% for i in range(99999) %}{% set b = a[:] %}{% endfor %}"
    ),
    "more elements than anyone draws": (
        "{% for i in range(60000) %}<rect width='{{ i }}' height='1'/>{% endfor %}"
    ),
    "use of two use of two use": (
        "<g id='a0'><rect width='1' height='1'/></g>{% for i in range(60) %}"
        "<g id='a{{ i + 1 }}'><use href='#a{{ i }}'/><use href='#a{{ i }}'/></g>{% endfor %}"
    ),
    "use of use of use, three thousand deep": (
        "<g id='a0'><rect width='1' height='1'/></g>{% for i in range(3000) %}"
        "<g id='a{{ i + 1 }}' display='none'><use href='#a{{ i }}'/></g>{% endfor %}<use href='#a3000'/>"
    ),
    "an endless path": "<path d='M0 0 {{ \"L1 1 \" * 300000 }}'/>",
}


@pytest.mark.parametrize("line", RUNAWAYS.values(), ids=RUNAWAYS)
def test_a_template_without_measure_is_stopped(refuse: Refuse, line: str) -> None:
    with effort(30_000_000):
        told = refuse(front=f"<card>{line}</card>")
    assert told
    assert all(problem.startswith("g/layouts/card.xml.j2") for problem in told)


@pytest.mark.parametrize(
    "joined", ["ns.a ~ ns.a", "{'a': ns.a ~ ns.a}['a']", "[ns.a ~ ns.a][0]", "(ns.a ~ ns.a)[:]"]
)
def test_a_text_is_measured_wherever_it_grows(refuse: Refuse, joined: str) -> None:
    (told,) = refuse(
        front=f"<card>{repeated(LONG, joined, '{{ ns.a|length }}').replace('(60)', '(9)')}</card>"
    )
    assert "characters" in told


def test_it_is_told_once_for_all_cards(refuse: Refuse) -> None:
    told = refuse(
        front="<card>\n{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}</card>",
        cards=[{"name": f"Knight {number}"} for number in range(500)],
    )
    assert told == [
        "g/layouts/card.xml.j2:2: error: the template takes more than 200,000 steps for one "
        "card (card knight-0)"
    ]


@pytest.mark.parametrize(
    "name",
    [
        "replace",
        "many wide formats",
        "a long text in a loop",
        "such a list as JSON",
        "use of two use of two use",
    ],
)
def test_the_memory_stays_bounded(tmp_path: Path, out: Path, name: str) -> None:
    write_game(tmp_path / "g", front=f"<card>{RUNAWAYS[name]}</card>")
    before = contents(out)
    done = subprocess.run(
        [sys.executable, "-c", WATCH, sys.executable, "-m", "generator", "build", "g", "--out", "out"],
        env={"PYTHONPATH": str(PROJECT), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert int(done.stdout.split()[-1]) * BYTES < MEGABYTES * 2**20
    assert contents(out) == before


@pytest.mark.slow
def test_ordinary_work_stays_within_the_bounds(tmp_path: Path) -> None:
    """The guards must not stand in the way of what layouts do every day."""
    front = """\
{% set ns = namespace(all=[]) %}
{% for other in deck.cards|sort(attribute='name') %}{% set ns.all = ns.all + [other] %}{% endfor %}
<card>
  {% for row in range(40) %}{% for column in range(40) %}
  <rect x="{{ row }}" y="{{ column }}" width="{{ '%.2f'|format(0.5) }}" height="0.5"/>
  {% endfor %}{% endfor %}
  <text width="60">{{ deck.cards|map(attribute='name')|join(', ')|truncate(200) }}
    {{ '{:,}'.format(1234567) }} {{ 2500000|string }} {{ '%d gold'|format(1500000) }}
    {{ ns.all|length }} {{ deck.cards|selectattr('name', 'eq', name)|list|length }}
    {{ [3, 1, 2]|sum }} {{ []|first|default('none') }} {{ [1, 2, 3, 4][1:3]|join('-') }}
    {{ deck.cards|sum(attribute='copies') }} {{ card in deck.cards }}</text>
</card>
"""
    cards = [{"name": f"Knight {number}", "text": "A long story. " * 30} for number in range(60)]
    folder = write_game(tmp_path / "g", front=front, cards=cards)
    result = run_here("build", folder, "--out", tmp_path / "out")
    assert result.problems == []
    assert result.code == 0
