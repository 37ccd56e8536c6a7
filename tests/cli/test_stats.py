"""``gatepress stats`` as it is printed, its JSON and its pages; docs/card-stats.md keeps its word."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest
from games import PROJECT, run_here, write_game

DOCS = (PROJECT / "docs" / "card-stats.md").read_text("utf-8")
FILES = re.findall(r"^`(\S+)`\n\n```\w+\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ gatepress ([^\n]*)\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
EXCERPTS = re.findall(r"^```text\n\$ gatepress ([^\n]*)\n…\n(.*?)…\n```", DOCS, re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(*arguments: str) -> dict[str, Any]:
    done = run_here("stats", *arguments, "--json")
    assert done.code == 0, done.output
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def lines(*arguments: str) -> list[str]:
    done = run_here("stats", *arguments)
    assert (done.code, done.stderr) == (0, "")
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


class TestDocs:
    @pytest.fixture(autouse=True)
    def _files(self) -> None:
        assert [name for name, _ in FILES] == ["game.yaml", "cards.csv"]
        for name, text in FILES:
            Path(name).write_text(text, "utf-8")

    @pytest.mark.parametrize(("command", "output"), SHOWN)
    def test_a_command_prints_what_is_shown(self, command: str, output: str) -> None:
        done = run_here(*shlex.split(command))
        assert done.code == 0
        assert done.stdout == output or not output

    @pytest.mark.parametrize(("command", "output"), EXCERPTS)
    def test_an_excerpt_is_from_what_is_printed(self, command: str, output: str) -> None:
        assert output in run_here(*shlex.split(command)).stdout

    def test_there_is_something_to_hold_it_to(self) -> None:
        assert (len(SHOWN), len(EXCERPTS)) == (2, 1)

    def test_every_option_is_told(self) -> None:
        helped = re.findall(r"^ +(--[a-z-]+) ", run_here("stats", "--help").stdout, re.MULTILINE)
        assert sorted(re.findall(r"^\| `(--[a-z-]+)` \|", DOCS, re.MULTILINE)) == sorted(helped)

    def test_every_key_of_the_json_is_told(self) -> None:
        section = DOCS.partition("## JSON")[2]

        def keys(value: Any) -> set[str]:
            if isinstance(value, dict):
                return set(value).union(*map(keys, value.values()))
            return set().union(*map(keys, value)) if isinstance(value, list) else set()

        assert {key for key in keys(told()) if f"`{key}`" not in section} == set()


class TestScreen:
    def test_a_bundled_game(self) -> None:
        shown = lines("gateway", "--component", "city")
        assert shown[0] == "Gateway: City cards (city)"
        assert shown[1] == "20 different cards, 100 with copies; each counts as often as it has copies"
        assert "cost 100 - 2 3.75 4 5 6 4.35" in shown
        assert "type 100 - 2 insurgent 70, asset 30" in shown
        assert "Most cards cost 4 or 5" in shown
        assert "attack + defence against cost: taken by their names, --against takes others" in shown
        assert "Spellbones 6 5 7.49 -1.32" in shown
        assert "No gaps" in shown

    def test_a_number_that_no_card_has(self) -> None:
        assert "no card at all of attack 4" in lines("gateway", "--component", "horde")

    def test_every_list_of_a_game_and_no_boards_boxes_and_tokens(self) -> None:
        answer = told("gateway")
        assert [one["component"] for one in answer["components"]] == [
            "base", "city", "runestones", "guards", "horde", "events", "randomizers", "districts",
        ]  # fmt: skip

    def test_components_in_the_games_order(self) -> None:
        answer = told("gateway", "--component", "gold", "--component", "city")
        assert [one["component"] for one in answer["components"]] == ["city", "gold"]

    def test_the_game_of_this_folder(self) -> None:
        write_game(Path(), cards="- {name: A, cost: 1}\n- {name: B, cost: 2}\n")
        assert lines()[1] == "2 different cards, 2 with copies; each counts as often as it has copies"

    def test_without_an_automatic_choice_it_says_so(self) -> None:
        shown = " ".join(lines("hold-the-gates"))
        assert "no line of cost and strength: it is not clear from their names" in shown
        assert "--against" in shown

    def test_a_list_without_the_fields_that_were_named_has_no_line(self) -> None:
        shown = "\n".join(lines("gateway", "--against", "defence~cost"))
        assert "it is not clear from their names" not in shown
        assert shown.count("R²") == 2

    def test_each_card_once(self) -> None:
        (one,) = told("gateway", "--component", "base", "--different")["components"]
        assert (one["counted"], one["different"], one["copies"]) == ("different", 4, 83)
        assert next(field for field in one["fields"] if field["field"] == "cost")["cards"] == 4

    def test_a_list_without_numbers(self) -> None:
        write_game(Path("g"), cards="- {name: A, kind: red}\n- {name: B, kind: red}\n")
        assert "no field has numbers" in lines("g")

    def test_many_rows_are_left_out_and_it_says_so(self) -> None:
        cards = "".join(
            f"- {{name: C{n}, text: 'Draw w{chr(97 + n % 26) * 3} and gain x'}}\n" for n in range(60)
        )
        write_game(Path("g"), cards=cards)
        assert any(re.fullmatch(r"… and \d+ more words; --json lists all", line) for line in lines("g"))

    def test_names_do_not_act_on_the_terminal(self) -> None:
        cards = '- {name: "\\e[31mRed\\u202e", "b\\e[2Jad": 2}\n- {name: B, "b\\e[2Jad": 4}\n'
        write_game(Path("g"), cards=cards)
        shown = run_here("stats", "g").stdout
        assert not any(sign in shown for sign in ("\x1b", "\u202e"))


class TestJson:
    def test_numbers_are_numpys(self) -> None:
        costs, copies = [1, 2, 2.5, 7, 7.5], [3, 1, 2, 1, 2]
        rows = zip(costs, copies, strict=True)
        cards = "".join(f"- {{id: c{n}, cost: {c}, copies: {k}}}\n" for n, (c, k) in enumerate(rows))
        write_game(Path("g"), cards=cards)
        (field,) = told("g")["components"][0]["fields"]
        out = numpy.repeat(costs, copies)
        expected = [out.min(), *numpy.quantile(out, [0.25, 0.5, 0.75]), out.max(), out.mean()]
        names = ("min", "lower_quartile", "median", "upper_quartile", "max", "mean")
        assert [field[name] for name in names] == pytest.approx(expected)

    def test_several_pairs_and_sums(self) -> None:
        pairs = ["attack~cost", "attack+defence~cost", " defence ~ power + cost "]
        options = [word for pair in pairs for word in ("--against", pair)]
        fits = told("gateway", "--component", "city", *options)["components"][0]["against"]
        assert [(one["strength"], one["cost"]) for one in fits] == [
            (["attack"], ["cost"]),
            (["attack", "defence"], ["cost"]),
            (["defence"], ["power", "cost"]),
        ]
        assert not any(one["chosen_by_name"] for one in fits)
        x = numpy.array([point["cost"] for point in fits[1]["points"] for _ in range(point["copies"])])
        y = numpy.array([point["strength"] for point in fits[1]["points"] for _ in range(point["copies"])])
        assert [fits[1]["slope"], fits[1]["intercept"]] == pytest.approx(numpy.polyfit(x, y, 1))

    def test_fields_with_signs_in_their_names(self) -> None:
        cards = "".join(f"- {{id: c{n}, 'Price (guilders)': {n}, Weight/crate: {n * n}}}\n" for n in range(4))
        write_game(Path("g"), cards=cards)
        fits = told("g", "--against", "Weight/crate~Price (guilders)")["components"][0]["against"]
        assert fits[0]["slope"] == pytest.approx(3)

    def test_alike(self) -> None:
        write_game(
            Path("g"), cards="- {name: A, text: Draw two cards.}\n- {name: B, text: Draw three cards.}\n"
        )

        def pairs(*options: str) -> int:
            return len(told("g", *options)["components"][0]["near_duplicates"]["texts_alike"])

        assert [pairs(), pairs("--alike", "0.8"), pairs("--alike", "1")] == [0, 1, 0]


class TestPlots:
    def test_a_pdf(self) -> None:
        done = run_here("stats", "gateway", "--component", "city", "--plots", "out/city.pdf")
        assert done.stdout.endswith("\nwrote out/city.pdf\n")
        document = pypdfium2.PdfDocument("out/city.pdf")
        shown = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())
        for words in (
            "Gateway",
            "City cards",
            "Most cards cost 4 or 5",
            "Attack + defence rises by 1.37 with each point of cost",
            "Bridge Warden",
            "Most frequent type: insurgent, 70 %",
        ):
            assert words in shown
        before = Path("out/city.pdf").read_bytes()
        assert told("gateway", "--component", "city", "--plots", "out/city.pdf")["files"] == ["out/city.pdf"]
        assert Path("out/city.pdf").read_bytes() == before

    @pytest.mark.slow
    def test_pictures(self) -> None:
        files = told("hold-the-gates", "--plots", "charts.png")["files"]
        assert files == ["charts-1.png", "charts-2.png"]
        assert all(Path(file).read_bytes().startswith(b"\x89PNG") for file in files)

    def test_gaps_are_crossed(self) -> None:
        cards = [{"id": f"a{n}", "cost": cost, "colour": "red"} for n, cost in enumerate([1, 2, 4, 5])]
        cards += [{"id": f"b{n}", "cost": cost, "colour": "blue"} for n, cost in enumerate([1, 2, 3, 4])]
        write_game(Path("g"), cards=cards)
        run_here("stats", "g", "--plots", "g.pdf")
        shown = pypdfium2.PdfDocument("g.pdf")[0].get_textpage().get_text_bounded()
        assert "No card of cost 3 in red" in shown
        assert "crossed: a gap" in shown
