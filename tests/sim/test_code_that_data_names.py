"""Files that somebody else wrote name code, and none of it runs unless the user names it too."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from games import run_here
from own_leduc import write_leduc

import generator
from generator.catalog.problems import Problems
from generator.cli.commands.rate import _results_of
from generator.sim.matches.again import own_bots
from generator.sim.study.store import Store
from tests.sim.studies import plan, played

RAN = "from pathlib import Path\nPath({mark!r}).write_text('ran')\n"
BOT = """from pathlib import Path
class Bot:
    def choose(self, view, legal):
        Path({mark!r}).write_text("ran")
        return legal[0]
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed_in(output: str) -> list[str]:
    """The words of the command that a message says to type, without the program."""
    (command,) = set(re.findall(r"name it: `gatepress (.*)`", output))
    return shlex.split(command)


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """A file that is there when code has run."""
    return tmp_path / "mark"


class TestBot:
    @pytest.fixture
    def study(self, tmp_path: Path, mark: Path) -> Path:
        """A study in which a bot played that leaves a mark."""
        (tmp_path / "evil.py").write_text(BOT.format(mark=str(mark)))
        played(plan(4, "random", "evil.py:Bot", game="hold-the-line"), tmp_path / "study")
        mark.unlink()
        return tmp_path / "study"

    def test_it_runs_only_when_it_is_named(self, study: Path, mark: Path) -> None:
        for words in (["replay", study, "1"], ["replay", study, "1", "--json"]):
            done = run_here(*words)
            assert done.code == 1
            assert not mark.exists()
        assert "a bot of somebody's own played in this study: 'evil.py:Bot'" in run_here(*words[:3]).stderr
        again = run_here(*typed_in(run_here(*words[:3]).stderr))
        assert again.code == 0, again.output
        assert mark.exists()

    def test_another_file_of_that_name_is_not_the_one_that_played(
        self, study: Path, tmp_path: Path, mark: Path
    ) -> None:
        (tmp_path / "other").mkdir()
        shutil.copy("evil.py", "other/evil.py")
        assert run_here("replay", study, "1", "--opponent", "other/evil.py:Bot").code == 0
        mark.unlink()
        (tmp_path / "other" / "evil.py").write_text((tmp_path / "evil.py").read_text() + "\n")
        for bot, told in (
            ("other/evil.py:Bot", "need not be the one that played"),
            ("evil.py:Other", "no bot 'evil.py:Other' of anybody's own played"),
            ("greedy", "no bot 'greedy' of anybody's own played"),
        ):
            done = run_here("replay", study, "1", "--opponent", bot)
            assert done.code == 1
            assert told in done.stderr
            assert not mark.exists()

    def test_the_other_readers_of_a_study_run_nothing(self, study: Path, mark: Path) -> None:
        problems = Problems()
        assert _results_of(study, problems)
        assert not problems
        with Store.open(study) as store:
            assert own_bots(store.plan) == ["evil.py:Bot"]
        done = run_here("simulate", "hold-the-line", "--games", "6", "--bots", "random", "--out", study)
        assert done.code == 1
        assert "the study there is another one" in done.stderr
        assert not mark.exists()


class TestGame:
    @pytest.fixture
    def folder(self, tmp_path: Path, mark: Path) -> Path:
        """A game whose rules leave a mark."""
        folder = write_leduc(tmp_path / "leduc")
        with (folder / "rules.py").open("a", encoding="utf-8") as rules:
            rules.write(RAN.format(mark=str(mark)))
        return folder

    def test_of_a_study(self, folder: Path, mark: Path) -> None:
        assert run_here("simulate", folder, "--games", "2", "--bots", "random", "--out", "study").code == 0
        mark.unlink()
        done = run_here("replay", "study", "1")
        assert done.code == 1
        assert "the game of this study, 'leduc', is not a bundled one" in done.stderr
        assert not mark.exists()
        wrong = run_here("replay", "study", "1", "--game", "hold-the-line")
        assert wrong.code == 1
        assert "this is a study of 'leduc', not of 'hold-the-line'" in wrong.stderr
        assert run_here(*typed_in(done.stderr)).code == 0

    def test_who_stands_in_its_folder_has_named_it(
        self, folder: Path, mark: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert run_here("simulate", folder, "--games", "2", "--bots", "random", "--out", "study").code == 0
        assert run_here("replay", "study", "1", "--game", folder, "--out", "game.json").code == 0
        readers = (["replay", "../study", "1"], ["play", "--replay", "../game.json"])
        for place, code in ((folder, 0), (write_leduc(folder.parent / "another"), 1)):
            monkeypatch.chdir(place)
            for words in readers:
                mark.unlink(missing_ok=True)
                done = run_here(*words)
                assert done.code == code, done.output
                assert mark.exists() == (code == 0)

    @pytest.mark.parametrize("option", ["--replay", "--from"])
    def test_of_a_record(self, folder: Path, mark: Path, option: str) -> None:
        record = run_here("play", folder, "--watch", "--log", "game.json")
        assert record.code == 0, record.output
        mark.unlink()
        more = ["--watch"] if option == "--from" else []
        done = run_here("play", option, "game.json", *more)
        assert done.code == 1
        assert "game.json:2:10: error: game: the game 'leduc' is not a bundled one" in done.stderr
        assert not mark.exists()
        assert run_here(*typed_in(done.stderr), *more).code == 0
        for name in (str(folder), f"{folder}/game.yaml", "./leduc"):
            Path("game.json").write_text(json.dumps({"game": name, "setup": {}, "moves": []}))
            mark.unlink(missing_ok=True)
            assert run_here("play", option, "game.json", *more).code == 1
            assert not mark.exists()

    def test_of_a_folder_that_is_called_like_a_bundled_one(self, folder: Path, mark: Path) -> None:
        played(plan(2, game="hold-the-line"), Path("study"))
        assert run_here("play", "hold-the-line", "--watch", "--log", "game.json").code == 0
        folder.rename("hold-the-line")
        assert run_here("replay", "study", "1").code == 0
        assert run_here("play", "--replay", "game.json").code == 0
        assert not mark.exists()

    def test_what_a_study_says_of_its_place(self, folder: Path, mark: Path) -> None:
        """A stranger's study says that a bundled game is to be opened at a folder."""
        played(plan(2, game="hold-the-line"), Path("study"))
        with closing(sqlite3.connect("study/study.db")) as file, file:
            place = json.dumps(str(folder))
            query = """UPDATE study SET value = json_set(value, '$.place', json(?)) WHERE key = 'plan'"""
            file.execute(query, [place])
        done = run_here("replay", "study", "1")
        assert done.code == 1
        assert "name it" in done.stderr
        assert not mark.exists()


DOCSTRING = re.compile(r'""".*?"""', re.DOTALL)
READERS = {
    "catalog/plugins.py": "modules of the house, by names from its own folders",
    "export/crew.py": "functions of the house, and answers of a process that this one began",
    "layout/pixel_formats.py": "Pillow's readers, by names from a table of the house",
    "layout/template_code.py": "what this user has compiled, by a signature with a key of the user's",
    "rules/own_code.py": "the rules and bots that the command line names",
    "rules/own_rules.py": "the folder of a game that is opened",
    "rules/conformance/other_process.py": "a game of the process that began this one",
    "rules/fields.py": "the fields that classes of the house, or of rules that run anyway, declare",
    "rules/kit/written.py": "names that a rules file declares, which runs anyway",
    "rules/apart.py": "functions of the house, and answers of a process that this one began",
}


def test_nowhere_else_is_code_made_of_data() -> None:
    """Whoever adds such a place has to say here where the names come from."""
    home = Path(generator.__file__).parent
    making = re.compile(
        r"\b(import_module|spec_from_file_location|__import__|runpy)\b"
        r"|(?<![.\w])(?<!def )(eval|exec|compile)\("
        r"|\b(pickle|marshal|shelve|dill)\.|^\s*(import|from) (pickle|marshal|shelve|dill)\b"
        r"|load_extension|yaml\.(unsafe_|full_)?load\b|\bUnsafeLoader\b",
        re.MULTILINE,
    )
    found = {
        file.relative_to(home).as_posix()
        for file in home.rglob("*.py")
        if making.search(text := file.read_text("utf-8")) and making.search(DOCSTRING.sub("", text))
    }
    assert found == set(READERS)
