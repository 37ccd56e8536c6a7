"""Studies in the studio: reports and studies that are listed, sweeps and balance studies that are played."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run_here, write_game
from own_leduc import line_of, write_leduc
from playwright.sync_api import Page, expect

from generator.rules import supervisor
from generator.studio import studying
from generator.studio import workspace as searched
from generator.studio.forms import Refused
from generator.studio.runs import Line
from generator.studio.study_forms import in_form, read_study
from generator.studio.studying import play
from studio.asking import Asking, asking
from studio.browser import Served, serving

GAME = "hold-the-gates"
SWEEP = {
    "kind": "sweep",
    "bots": "random",
    "games": "20",
    "seed": "1",
    "workers": "1",
    "set": [{"path": "rules.hand", "values": "4,5"}],
}
PATIENCE = 60_000
"""Milliseconds; many tests may run beside this one."""
BALANCE = {"kind": "balance", "bots": "random", "games": "20", "measure": ["seats"]}
TUNE = {
    "kind": "tune",
    "bots": "random",
    "games": "20",
    "check_games": "40",
    "target": ["seat0=0.5±0.1"],
    "free": [{"path": "rules.hand", "values": "4..5"}],
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the game and its layouts, for all tests: none changes the game."""
    workspace = tmp_path_factory.mktemp("workspace")
    shutil.copytree(PROJECT / "cards" / GAME, workspace / GAME)
    shutil.copytree(PROJECT / "layouts" / GAME, workspace / GAME / "layouts", dirs_exist_ok=True)
    return workspace


@pytest.fixture(scope="module")
def here(workspace: Path) -> Iterator[Asking]:
    with asking(workspace, [workspace / GAME]) as found:
        assert found.studio.projects[GAME].edition is not None, found.studio.projects[GAME].problems
        yield found


@pytest.fixture(scope="module")
def swept(here: Asking) -> Mapping[str, Any]:
    """What came of a sweep."""
    told = here.run(f"/{GAME}/studies/begin", SWEEP)
    assert told["state"] == "done", told
    return told


@pytest.fixture
def studio(tmp_path: Path, workspace: Path) -> Iterator[Served]:
    """A studio in a process of its own."""
    with serving(tmp_path, [workspace / GAME], "--port", "0") as served:
        yield served


@pytest.mark.slow
def test_a_sweep_shows_what_the_command_prints(
    swept: Mapping[str, Any], workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert swept["done"] == swept["total"]
    monkeypatch.chdir(workspace)
    done = run_here("sweep", GAME, "--set", "rules.hand=4,5", "--bots", "random", "--games", "20")
    assert done.code == 0, done.output
    assert swept["result"]["rows"]
    for row in swept["result"]["rows"]:
        line = next(line for line in done.stdout.splitlines() if line.split()[:1] == [row[0]])
        assert line.split() == " ".join(row[:-1]).split()
        assert row[-1] == "20"


def test_a_sweep_is_kept_as_a_report_in_a_frame(
    here: Asking, swept: Mapping[str, Any], workspace: Path
) -> None:
    report, table = swept["result"]["files"]
    assert (workspace / table).read_text("utf-8").startswith("rules.hand,own,seat0_share")
    listing = here.get(f"/{GAME}/studies").text
    assert f"/{GAME}/studies/read/{report}" in listing
    frame = here.get(f"/{GAME}/studies/read/{report}").text
    assert re.search(r"<iframe [^>]*sandbox ", frame)
    shown = here.get(f"/{GAME}/studies/report/{report}")
    policy = shown.headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script-src" not in policy
    assert shown.content == (workspace / report).read_bytes()


@pytest.mark.slow
def test_a_balance_study_keeps_its_games(here: Asking) -> None:
    told = here.run(f"/{GAME}/studies/begin", BALANCE)
    assert told["state"] == "done", told
    assert told["result"]["rows"][0][:2] == ["seats-random", "20"]
    said = " ".join(finding["text"] for finding in told["result"]["findings"])
    assert "--" not in said
    listing = here.get(f"/{GAME}/studies").text
    (study,) = re.findall(rf'href="(/{GAME}/studies/study/[^"]+/seats-random/[^"]+)"', listing)
    page = here.get(study).text
    assert "20 of 20" in page
    assert "seat 1" in page


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_rules_that_hang_in_c_end_a_study_with_their_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setenv("GATEPRESS_CALL_LIMIT", "0.5")
    monkeypatch.setattr(supervisor, "CALL_LIMIT", 0.5)
    raises = "            self.raises += 1\n"
    folder = write_leduc(tmp_path / "leduc", {raises: f"{raises}            n = 9; n**n**n\n"})
    with asking(tmp_path, [folder]) as here:
        told = here.run("/leduc/studies/begin", {**BALANCE, "workers": workers})
    assert told["state"] == "failed", told
    assert f"leduc/rules.py:{line_of(folder, 'n**n**n')}: error: " in told["message"]
    assert "it does not end: stopped after 0.5 seconds, while seat" in told["message"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"games": "1"}, "games"),
        ({"games": "many"}, "games"),
        ({"workers": "0"}, "workers"),
        ({"bots": "my_bot.py:Bot"}, "bots"),
        ({"set": []}, "set"),
        ({"set": [{"path": "rules.hand", "values": ""}]}, "set"),
        ({"set": [{}] * 9}, "set"),
        ({"kind": "guess", "games": "20"}, "kind"),
        ({"game": 7}, "game"),
        ({"players": 0}, "players"),
        ({"kind": "balance", "measure": ["seats", "luck"]}, "measure"),
        ({"kind": "balance", "set": ["rules.hand=" + "9" * 999], "measure": ["seats"]}, "set"),
        ({**TUNE, "free": []}, "free"),
        ({**TUNE, "set": []}, "set"),
    ],
)
def test_a_wrong_form_is_told_at_once(here: Asking, change: dict[str, object], field: str) -> None:
    answer = here.post(f"/{GAME}/studies/begin", {**({} if "kind" in change else SWEEP), **change})
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.json()["problems"]] == [field]


@pytest.mark.parametrize("empty", ["", "  ", None, []])
def test_an_emptied_field_is_what_the_form_began_with(empty: object) -> None:
    emptied = {"games": empty, "bots": empty, "players": empty}
    asked = read_study({**SWEEP, **emptied}, Path(), GAME, Path())
    values = asked.values
    assert (values["games"], values["bots"], "players" in values) == (200, "greedy", False)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"bots": "grredy"}, "bots"),
        ({"set": [{"path": "rules.hnad", "values": "4,5"}]}, "set"),
        ({"set": [{"path": "rules.hand", "values": "4,lots"}]}, "set"),
    ],
)
def test_what_only_the_rules_know_is_told_beside_its_field(
    here: Asking, change: dict[str, object], field: str
) -> None:
    told = here.run(f"/{GAME}/studies/begin", {**({} if "kind" in change else SWEEP), **change})
    assert told["state"] == "failed"
    assert {problem["field"] for problem in told["problems"]} == {field}


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ({**SWEEP, "deck": ["long-siege"]}, "deck", "is not played with decks"),
        ({**TUNE, "target": ["seat9=0.5±0.1"]}, "target", "there is no seat9"),
        ({**TUNE, "free": [{"path": "rules.hand", "values": "5..4"}]}, "free", "the range 5..4 is empty"),
        ({**BALANCE, "set": ["rulez=4"]}, "set", "has no option 'rulez'"),
        ({**BALANCE, "until": "width<many"}, "until", "many"),
        ({**BALANCE, "assert": ["seat7 in 0.4..0.6"]}, "assert", "there is no seat7"),
        ({**BALANCE, "measure": ["decks"]}, "measure", "is not played with decks"),
    ],
)
def test_a_form_is_refused_in_the_words_of_the_command(
    workspace: Path, asked: dict[str, object], field: str, words: str
) -> None:
    study = read_study(asked, workspace / GAME, GAME, workspace)
    with pytest.raises(Refused) as refused:
        play(Line(lambda *_: None), study, workspace / "output" / GAME / "studies", "refused")
    assert [problem.field for problem in refused.value.problems] == [field]
    assert words in refused.value.problems[0].message
    assert not (workspace / "output" / GAME / "studies" / "refused.json").exists()


def play_here(
    workspace: Path, name: str, asked: Mapping[str, object] = BALANCE, *, is_halted: bool = False
) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
    """Plays a study in this process: what came of it, and what it has shown until then.

    ``is_halted``: stopped as soon as it has shown something.
    """
    shown = []

    def hear(kind: str, values: Any) -> None:
        if kind == "shown":
            shown.append(values["result"])
            if is_halted:
                line.stopped.add(line.run)

    line = Line(hear, "here")
    study = read_study(asked, workspace / GAME, GAME, workspace)
    return play(line, study, workspace / "output" / GAME / "studies", name), shown


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "LOOK_SECONDS", 0)
    monkeypatch.setattr(studying, "LOOK_SHARE", 0)


@pytest.fixture
def folder(tmp_path: Path, workspace: Path) -> Path:
    """A folder with a game that a test may change."""
    shutil.copytree(workspace / GAME, tmp_path / GAME)
    return tmp_path


def set_hand(workspace: Path, hand: int) -> None:
    path = workspace / GAME / "game.yaml"
    text, count = re.subn(r"(\n  hand: )\d+", rf"\g<1>{hand}", path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("said", "on_the_page"),
    [
        (
            "About 400 games would say (`--check-games 400`).",
            "About 400 games would say (“Check games: 400”).",
        ),
        ("`--bots greedy,random` compares", "“Bots: greedy,random” compares"),
        ("write all values behind one `--set`", "write all values behind one “Settings”"),
        ("counted by `--measure bots`", "counted by “Does skill count?”"),
    ],
)
def test_options_are_called_as_their_fields_are(said: str, on_the_page: str) -> None:
    assert in_form(said) == on_the_page


@pytest.mark.slow
@pytest.mark.usefixtures("looking_often")
def test_first_answers_come_while_games_are_played(folder: Path) -> None:
    result, (first, *_) = play_here(folder, "early", {**BALANCE, "games": "400"})
    assert first["preliminary"]
    assert int(first["rows"][0][1]) < 400
    assert re.search(r"it could be [\d.]+ to [\d.]+", first["findings"][0]["text"])
    assert not result["preliminary"]


@pytest.mark.slow
@pytest.mark.usefixtures("looking_often")
@pytest.mark.parametrize("asked", [BALANCE, SWEEP, TUNE], ids=["balance", "sweep", "tune"])
def test_what_was_stopped_is_gone_on_with(folder: Path, asked: Mapping[str, object]) -> None:
    asked = {**asked, "games": "400"}
    stopped, _ = play_here(folder, "mine", asked, is_halted=True)
    assert stopped["stopped"]
    with asking(folder, [folder / GAME]) as found:
        (run,) = found.get(f"/{GAME}/studies/runs").json()["runs"]
        assert (run["name"], run["state"], run["result"]["rows"]) == ("mine", "stopped", stopped["rows"])
        assert 0 < run["done"] < run["total"]
        told = found.run(f"/{GAME}/studies/begin", {"go_on": "mine"})
    assert told["state"] == "done", told
    whole, _ = play_here(folder, "other", asked)
    assert told["result"]["rows"] == whole["rows"]
    assert [file.replace("other", "mine") for file in whole["files"]] == told["result"]["files"]


def test_a_study_that_ended_with_its_studio_is_there_again(here: Asking, workspace: Path) -> None:
    kept = {"kind": "balance", "title": "seats", "given": BALANCE, "state": "running", "done": 3, "total": 9}
    path = workspace / "output" / GAME / "studies" / "cut-off.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**kept, "result": {}}), "utf-8")
    runs = here.get(f"/{GAME}/studies/runs").json()["runs"]
    (found,) = (run for run in runs if run["name"] == "cut-off")
    assert (found["state"], found["done"], found["total"]) == ("interrupted", 3, 9)
    assert here.post(f"/{GAME}/studies/begin", {"go_on": "../cut-off"}).status_code == 404


@pytest.mark.slow
def test_a_search_for_numbers_writes_the_patch_of_the_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = play_here(folder, "mine", {**TUNE, "free": [{"path": "militia.strength", "values": "6..7"}]})
    monkeypatch.chdir(folder)
    options = ("--target", "seat0=0.5±0.1", "--free", "militia.strength=6..7", "--bots", "random")
    done = run_here("tune", GAME, *options, "--games", "20", "--check-games", "40", "--patch", "its.patch")
    assert result["patch"] == (folder / "its.patch").read_text("utf-8"), done.output
    (file,) = result["files"]
    assert (folder / file).read_text("utf-8") == result["patch"]
    assert result["findings"][0]["text"] in " ".join(done.stdout.split())


@pytest.mark.slow
@pytest.mark.usefixtures("looking_often")
def test_two_studies_are_compared_with_what_changed_between_them(folder: Path) -> None:
    play_here(folder, "before", {**BALANCE, "games": "200"}, is_halted=True)
    set_hand(folder, 3)
    with pytest.raises(Refused, match=r"were played with other cards: rules\.hand; play a new study"):
        play_here(folder, "before")
    play_here(folder, "after", {**BALANCE, "games": "200"})
    runs = [f"output/{GAME}/studies/{name}" for name in ("before", "after")]
    with asking(folder, [folder / GAME]) as found:
        listed = found.get(f"/{GAME}/studies").text
        assert all(f'value="{run}"' in listed for run in runs)
        page = found.get(f"/{GAME}/studies/compare?first={runs[0]}&second={runs[1]}").text
        assert found.get(f"/{GAME}/studies/compare?first={runs[0]}&second=..").status_code == 404
    cells = re.sub(r"<[^>]+>|\s+", " ", page)
    assert re.search(r"rules\.hand +5 +3", cells)
    assert re.search(r"seat 0 wins +[\d.]+ % \([\d.]+ to [\d.]+\) +[\d.]+ % \(.*?\) +[+-]\d", cells)
    assert "deals of the same seed, compared one by one" in cells


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": 3}', '{"kind": "sweep", "title": null}', "\0"])
def test_files_that_say_nothing_of_a_study_are_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.json").write_text(text, "utf-8")
    assert studying.kept_studies(tmp_path) == []


@pytest.mark.slow
def test_one_study_is_played_at_a_time(here: Asking) -> None:
    long = {**SWEEP, "games": "100000"}
    first = here.post(f"/{GAME}/studies/begin", long).json()
    second = here.post(f"/{GAME}/studies/begin", long).json()
    assert (second["state"], second["before"]) == ("waiting", 1)
    stopped = here.post(f"/{GAME}/studies/run/{second['id']}", {}).json()
    assert stopped["state"] == "stopped"
    here.post(f"/{GAME}/studies/run/{first['id']}", {})
    assert here.ended(f"/{GAME}/studies", first["id"])["state"] == "stopped"
    runs = here.get(f"/{GAME}/studies/runs").json()["runs"]
    assert {run["id"] for run in runs} >= {first["id"], second["id"]}, "a page that is opened again sees them"


@pytest.mark.parametrize(
    "path", ["../secret.html", "..%2Fsecret.html", "%2e%2e/secret.html", "page.html", "link.html", "x.db"]
)
def test_only_reports_of_the_workspace_are_shown(here: Asking, workspace: Path, path: str) -> None:
    (workspace.parent / "secret.html").write_text("secret", "utf-8")
    (workspace / "page.html").write_text("<p>somebody's page", "utf-8")
    (workspace / "link.html").unlink(missing_ok=True)
    (workspace / "link.html").symlink_to(workspace.parent / "secret.html")
    (workspace / "x.db").write_bytes(b"SQLite format 3\0" + bytes(200))
    for kind in ("report", "read", "study"):
        answer = here.get(f"/{GAME}/studies/{kind}/{path}")
        assert answer.status_code == 404
        assert "secret" not in answer.text


def test_a_game_without_rules_has_no_studies(tmp_path: Path) -> None:
    with asking(tmp_path, [write_game(tmp_path / "tiny")]) as found:
        assert "/tiny/studies" not in found.get("/tiny/sheets").text
        assert found.post("/tiny/studies/begin", SWEEP).status_code == 409


@pytest.mark.browser
@pytest.mark.slow
def test_a_sweep_is_begun_watched_and_stopped_in_a_browser(studio: Served, page: Page) -> None:
    page.goto(f"{studio.address}/{GAME}/studies")
    sweep = page.locator("#sweep")
    sweep.get_by_label("Number", exact=True).fill("rules.hand")
    sweep.get_by_label("Values").fill("4, 5")
    sweep.get_by_label("Bots").fill("random")
    sweep.get_by_label("Games").fill("500000")
    sweep.get_by_role("button", name="Play the sweep").click()
    runs = page.locator("#runs")
    expect(runs.get_by_text(re.compile(r"of 1,[05]00,000 games"))).to_be_visible(timeout=PATIENCE)
    rows = runs.get_by_role("row").filter(has_text=re.compile(r"^[45]"))
    # Both hands have games when the first look falls due, which on a busy machine is late.
    expect(rows).to_have_count(2, timeout=3 * PATIENCE)
    page.reload()
    expect(rows).to_have_count(2, timeout=PATIENCE)
    runs.get_by_role("button", name="Stop").click()
    expect(runs.get_by_text(re.compile(r"Stopped\. .* games are kept"))).to_be_visible(timeout=PATIENCE)
    runs.get_by_role("button", name="Go on").click()
    expect(runs.get_by_text("Preliminary.")).to_be_visible(timeout=PATIENCE)
    expect(runs.get_by_text(re.compile(r"of 1,[05]00,000 games, about .* left"))).to_be_visible(
        timeout=PATIENCE
    )
    runs.get_by_role("button", name="Stop").click()
    expect(runs.get_by_role("button", name="Go on")).to_be_visible(timeout=PATIENCE)
    runs.get_by_role("link", name="Open the report").click()
    report = page.frame_locator("iframe")
    expect(report.get_by_text("What each combination does").first).to_be_visible(timeout=PATIENCE)
    expect(report.get_by_text("It was stopped")).to_be_visible()


def test_of_very_many_folders_those_that_lie_near_are_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "MAX_FOLDERS", 3)
    for name in ("a/deep/far.html", "b/near.html"):
        report = tmp_path / name
        report.parent.mkdir(parents=True)
        report.write_text(f"<title>It</title>{searched.REPORT_MARK.decode()} {searched.REPORT_POLICY}")
    assert [found.path for found in searched.look_through(tmp_path).reports] == ["b/near.html"]
