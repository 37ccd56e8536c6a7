"""What did not change is not built again, what did is, and a damaged cache does no harm."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest
from games import read_game, write_game
from PIL import Image

from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.layout.caches import clear_caches
from generator.layout.fonts import built_in_family
from generator.press.build import Written, build
from generator.press.cache import Cache
from generator.press.job import Digests, Sheets, file_digest
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from generator.press.sheet_job import SheetJob

from .pdf_games import replaced, request_of


def png(width: int, height: int) -> bytes:
    """A plain picture; its size tells one from another."""
    file = BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "PNG")
    return file.getvalue()


FRONT = """\
{% include "frame.xml.j2" %}{# a whole card cannot be included, so the frame is empty #}
<card>
  <image href="{{ art }}" x="5" y="30" width="0.5" height="0.5"/>
  <icon name="own" x="40" y="30" width="8" height="8" fill="ink"/>
  {% include "extra.xml.j2" ignore missing %}
  {% include kind ~ ".xml.j2" %}
  <text id="name" x="4" y="4" width="55" height="9" font="title">{{ name }}</text>
</card>
"""
TOKEN = (
    '<card><circle cx="10" cy="12" r="5" fill="ink"/>'
    '<text x="3" y="3" width="14" font="title">{{ name }}</text>'
    '<figure x="3" y="8" width="5" height="4" thing="post" style="inked" sky="none" ground="none"/></card>'
)
ICON = '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
GAME = {
    "title": "Kept",
    "theme": "theme.yaml",
    "components": {
        "cards": {
            "size": "poker",
            "cards": "cards.yaml",
            "front": "card.xml.j2",
            "press": {"backs": "none"},
        },
        "tokens": {
            "size": "20 x 20 mm",
            "cards": [{"name": "Gold"}],
            "front": "token.xml.j2",
            "safe": 1,
            "press": {"backs": "none"},
        },
    },
}


def game_folder(tmp_path: Path) -> Path:
    cards = [
        {"name": "Knight", "art": "a.png", "kind": "plain", "copies": 2},
        {"name": "Dragon", "art": "a.png", "kind": "plain"},
    ]
    return write_game(
        tmp_path / "kept",
        game=write_as_yaml(GAME),
        cards=cards,
        front=FRONT,
        files={
            "layouts/token.xml.j2": TOKEN,
            "layouts/frame.xml.j2": "",
            "layouts/figures/things/post.xml": '<part><path fill="wood" d="M-4 0 V-40 H4 V0Z"/></part>',
            "layouts/figures/styles/inked.yaml": "extends: plain\nline: {colour: ink, width: 1}\n",
            "layouts/plain.xml.j2": "<rect width='3' height='3' fill='ink'/>",
            "layouts/theme.yaml": 'palette: {ink: "#203040"}\nfonts: {title: own.ttf}\n',
            "art/a.png": png(4, 4),
            "art/unused.png": png(3, 3),
            "icons/own.svg": ICON,
            "fonts/own.ttf": built_in_family("source-sans").regular.read_bytes(),
        },
    )


def write_as_yaml(value: object) -> str:
    import yaml

    return str(yaml.safe_dump(value, sort_keys=False))


def built(game: Path, cache: Path | None, out: Path | None = None, **given: object) -> list[Written]:
    """Builds as a run of its own does, with nothing read before.

    There is nothing to warn of: sheets with a finding in game.yaml would follow from all of that file.
    """
    clear_caches()
    problems = Problems()
    loaded = read_game(game, problems)
    jobs = plan_jobs(loaded, request_of(paper("a4"), **given))  # type: ignore[arg-type]
    kept = None if cache is None else Cache(cache)
    written = build(jobs, out or game.parent / "output", problems, lambda _: None, kept)
    assert [str(problem) for problem in problems] == []
    return written


def jobs_of(game: Path, *papers: str) -> list[SheetJob]:
    """With nothing read before; on A4, if no paper is named."""
    clear_caches()
    loaded = read_game(game)
    return [job for name in papers or ("a4",) for job in plan_jobs(loaded, request_of(paper(name)))]


def printed(jobs: Sequence[SheetJob], folder: Path, cache: Cache) -> list[Written]:
    return build(jobs, folder / "output", Problems(), lambda _: None, cache)


def fresh(written: list[Written]) -> set[str]:
    """The components that were printed anew."""
    return {file.component for file in written if not file.kept}


def contents(written: list[Written]) -> dict[str, bytes]:
    return {file.path.name: file.path.read_bytes() for file in written}


def put(path: str, content: str | bytes) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        (game / path).parent.mkdir(parents=True, exist_ok=True)
        (game / path).write_bytes(content if isinstance(content, bytes) else content.encode())

    return change


def removed(path: str) -> Callable[[Path], None]:
    return lambda game: (game / path).unlink()


def test_what_did_not_change_is_not_built_again(tmp_path: Path) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    first = built(game, cache)
    assert fresh(first) == {"cards", "tokens"}
    times = {file.path: file.path.stat().st_mtime_ns for file in first}
    again = built(game, cache)
    assert fresh(again) == set()
    assert {file.path: file.path.stat().st_mtime_ns for file in again} == times, "right files stay untouched"
    assert [(file.pages, file.cards, file.content) for file in again] == [
        (file.pages, file.cards, file.content) for file in first
    ]


BOTH = {"cards", "tokens"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (replaced("cards.yaml", "Knight", "Night"), {"cards"}),
        (replaced("cards.yaml", "copies: 2", "copies: 3"), {"cards"}),
        (replaced("cards.yaml", "- name", "# a comment\n- name"), set()),
        (replaced("game.yaml", "title: Kept", "title: Changed"), BOTH),
        (replaced("game.yaml", "name: Gold", "name: Silver"), {"tokens"}),
        (replaced("game.yaml", "safe: 1", "safe: 2"), {"tokens"}),
        (replaced("layouts/card.xml.j2", 'y="4"', 'y="5"'), {"cards"}),
        (replaced("layouts/token.xml.j2", 'r="5"', 'r="6"'), {"tokens"}),
        (put("layouts/frame.xml.j2", "\n"), {"cards"}),
        (replaced("layouts/figures/things/post.xml", "-40", "-50"), {"tokens"}),
        (replaced("layouts/figures/styles/inked.yaml", "width: 1", "width: 2"), {"tokens"}),
        (
            put("layouts/figures/things/mast.xml", '<part><path fill="wood" d="M-4 0 V-40 H4 V0Z"/></part>'),
            {"tokens"},
        ),
        (
            put("art/figures/things/post.xml", '<part><path fill="wood" d="M-4 0 V-50 H4 V0Z"/></part>'),
            {"tokens"},
        ),
        (replaced("layouts/plain.xml.j2", "3", "4"), {"cards"}),
        (put("layouts/extra.xml.j2", "<rect y='45' width='9' height='9'/>"), {"cards"}),
        (put("layouts/unused.xml.j2", "<card/>"), set()),
        (replaced("layouts/theme.yaml", "#203040", "#203041"), BOTH),
        (put("art/a.png", png(5, 5)), {"cards"}),
        (put("a.png", png(5, 5)), {"cards"}),
        (put("art/unused.png", png(5, 5)), set()),
        (removed("art/unused.png"), set()),
        (put("icons/own.svg", ICON.replace("h8v8z", "h7v7z")), BOTH),
        (put("layouts/icons/own.svg", ICON), BOTH),
        (put("fonts/own.ttf", built_in_family("source-serif").regular.read_bytes()), BOTH),
    ],
    ids=lambda value: (
        value.__qualname__.split(".")[0] if callable(value) else "-".join(sorted(value)) or "none"
    ),
)
def test_what_changed_is_built_again_and_like_from_scratch(
    tmp_path: Path, change: Callable[[Path], None], expected: set[str]
) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    (game / "layouts" / "icons").mkdir()
    built(game, cache)
    change(game)
    again = built(game, cache)
    assert fresh(again) == expected
    assert contents(again) == contents(built(game, None, tmp_path / "scratch"))
    assert fresh(built(game, cache)) == set()


def test_layouts_that_come_along_are_known_without_a_look_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.press.job._bundled_layouts", lambda: f"{tmp_path / 'shared'}{os.sep}")
    inside, outside = tmp_path / "shared" / "a.xml", tmp_path / "b.xml"
    inside.parent.mkdir()
    for file in (inside, outside):
        file.write_text("before")
    read: list[str] = []
    digest = file_digest
    monkeypatch.setattr("generator.press.job.file_digest", lambda *of: read.append(of[0]) or digest(*of))
    before = [Digests().found(file) for file in (inside, outside)]
    assert read == [str(outside)]
    os.utime(inside, ns=(1, 1))
    outside.write_text("behind")
    after = [Digests().found(file) for file in (inside, outside)]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_other_options_are_other_sheets(tmp_path: Path) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    built(game, cache)
    assert fresh(built(game, cache, gap=3.0)) == BOTH
    assert fresh(built(game, cache, select=("Dragon",))) == {"cards"}
    assert fresh(built(game, cache)) == set(), "what was kept before is still there"


def test_another_version_builds_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    built(game, cache)
    monkeypatch.setattr("generator.press.job.program_digest", lambda: "another")
    assert fresh(built(game, cache)) == BOTH


def test_a_lost_or_altered_sheet_is_written_again(tmp_path: Path) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    first = built(game, cache)
    before = contents(first)
    first[0].path.unlink()
    first[1].path.write_bytes(b"scribbled over")
    again = built(game, cache)
    assert fresh(again) == set()
    assert contents(again) == before


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "empty": lambda path: path.write_bytes(b""),
    "one bit": flip,
    "garbage": lambda path: path.write_bytes(os.urandom(500)),
    "gone": lambda path: path.unlink(),
    "other text": lambda path: path.write_text("5f\n{}"),
    "a list": lambda path: path.write_text("[1]"),
}


@pytest.mark.parametrize("suffix", ["pdf", "json"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_cache_is_rebuilt_never_trusted(tmp_path: Path, damage: str, suffix: str) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    before = contents(built(game, cache))
    files = sorted(cache.glob(f"*.{suffix}"))
    assert len(files) == 2
    for file in files:
        DAMAGE[damage](file)
    again = built(game, cache, tmp_path / "elsewhere")
    assert fresh(again) == BOTH
    assert contents(again) == before
    assert fresh(built(game, cache)) == set(), "the damage is mended"


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    cache.write_text("not a folder")
    assert fresh(built(game, cache)) == BOTH
    assert fresh(built(game, cache)) == BOTH


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    built(game, cache, only=("cards",))
    built(game, cache, only=("tokens",))
    for age, note in enumerate(sorted(cache.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)):
        os.utime(note, (1_000_000 + age, 1_000_000 + age))
    built(game, cache, only=("cards",))
    others = {cache / "mine.json", cache / "mine.pdf"}
    for other in others:
        other.write_bytes(bytes(200_000))
    broken_off = cache / f".{'0' * 40}-left"
    broken_off.write_bytes(bytes(200_000))
    os.utime(broken_off, (1_000_000, 1_000_000))
    (pdf,) = (path for path in cache.glob("*.pdf") if path.stem == newest(cache).stem)
    monkeypatch.setattr("generator.press.cache.MAX_BYTES", pdf.stat().st_size + newest(cache).stat().st_size)
    pdf.unlink()
    built(game, cache, tmp_path / "elsewhere", only=("cards",))
    assert set(cache.iterdir()) == {pdf, pdf.with_suffix(".json"), *others}, "only its own files go"
    assert fresh(built(game, cache)) == {"tokens"}


def newest(cache: Path) -> Path:
    notes = (path for path in cache.glob("*.json") if path.stem != "mine")
    return max(notes, key=lambda path: path.stat().st_mtime_ns)


OVERFULL = {"front": '<card><text id="name" width="9" height="4" min-size="8">{{ name }}</text></card>'}


def told(game: Path, cache: Path, papers: str = "a4") -> list[str]:
    clear_caches()
    problems = Problems()
    loaded = read_game(game, problems)
    jobs = plan_jobs(loaded, PrintRequest(paper(papers)))
    build(jobs, game.parent / "output", problems, lambda _: None, Cache(cache))
    return [str(problem) for problem in problems]


def test_findings_are_told_again_with_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game, cache = write_game(tmp_path / "full", cards=[{"name": "far too long"}], **OVERFULL), tmp_path / "c"
    first = told(game, cache)
    assert len(first) == 1
    assert first[0].startswith("full/layouts/card.xml.j2:1:7: warning: name: the text is ")
    assert told(game, cache) == first
    monkeypatch.chdir(game)
    assert told(game, cache)[0].startswith("layouts/card.xml.j2:1:7: warning: name: the text is ")


def test_a_finding_moves_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment in game.yaml changes no sheet, but where the finding stands."""
    monkeypatch.chdir(tmp_path)
    game, cache = write_game(tmp_path / "bare", component={"press": {}}), tmp_path / "c"
    (before,) = told(game, cache)
    assert before.startswith("bare/game.yaml:4:5: warning: components.cards: the cards have no back; ")
    replaced("game.yaml", "title: ", "# a comment\ntitle: ")(game)
    (after,) = told(game, cache)
    assert after == before.replace(":4:", ":5:")


def test_findings_belong_to_every_paper(tmp_path: Path) -> None:
    game, cache = write_game(tmp_path / "full", cards=[{"name": "far too long"}], **OVERFULL), tmp_path / "c"
    both = Problems()
    loaded = read_game(game, both)
    jobs = [job for size in ("a4", "letter") for job in plan_jobs(loaded, PrintRequest(paper(size)))]
    build(jobs, tmp_path / "output", both, lambda _: None, Cache(cache))
    assert len(both) == 1
    assert len(told(game, cache, "letter")) == 1


def test_what_is_saved_while_it_is_printed_is_not_kept(tmp_path: Path) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    jobs, kept = jobs_of(game), Cache(cache)
    later = time.time_ns() + 10**9
    os.utime(game / "art" / "a.png", ns=(later, later))
    printed(jobs, tmp_path, kept)
    assert "cards" in fresh(built(game, cache))


def test_what_is_moved_in_while_it_is_printed_is_not_kept(tmp_path: Path) -> None:
    """A file that is copied with its times, or unpacked, looks older than it came."""
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    other = tmp_path / "b.png"
    other.write_bytes(png(5, 5))
    os.utime(other, (1_000_000, 1_000_000))
    jobs, kept = jobs_of(game), Cache(cache)
    time.sleep(0.02)  # clocks of file systems are coarse
    # As if the old one had been read just before.
    other.replace(game / "art" / "a.png")
    printed(jobs, tmp_path, kept)
    assert "cards" in fresh(built(game, cache))


def test_what_was_looked_at_before_it_changed_is_not_kept(tmp_path: Path) -> None:
    """Or it would be taken for sheets of the file as it was, when that is back."""
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    built(game, cache)
    kept, (job, *_) = Cache(cache), jobs_of(game)
    assert kept.find(job, kept.key(job)) is not None
    put("art/a.png", png(5, 5))(game)
    printed(jobs_of(game, "letter"), tmp_path, kept)
    put("art/a.png", png(4, 4))(game)
    assert "cards" in fresh(printed(jobs_of(game, "letter"), tmp_path, Cache(cache)))


def test_an_unchanged_build_looks_for_each_file_once_and_reads_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    jobs = jobs_of(game, "a4", "letter", "a3")
    printed(jobs, tmp_path, Cache(cache))
    looks: Counter[object] = Counter()

    def counted(look: Callable[..., object]) -> Callable[..., object]:
        def look_and_count(*asked: object) -> object:
            looks[look.__name__, *map(str, asked)] += 1
            return look(*asked)

        return look_and_count

    for name in ("sheet_job.find_file", "sheet_job.find_template", "sheet_job.own_icons", "job.file_digest"):
        module, _, function = name.partition(".")
        path = f"generator.press.{name}"
        monkeypatch.setattr(path, counted(getattr(import_module(f"generator.press.{module}"), function)))
    assert fresh(printed(jobs, tmp_path, Cache(cache))) == set()
    assert {what for what, times in looks.items() if times > 1} == set()
    assert {name for name, *_ in looks} >= {"find_file", "find_template", "own_icons", "file_digest"}


def test_sheets_that_another_run_removes_meanwhile_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, cache = game_folder(tmp_path), tmp_path / "cache"
    before = contents(built(game, cache))
    find = Cache.find

    def find_and_lose(self: Cache, job: SheetJob, key: str, there: Path | None) -> Sheets | None:
        found = find(self, job, key, there)
        if found is not None:
            found.path.unlink()
        return found

    monkeypatch.setattr(Cache, "find", find_and_lose)
    again = built(game, cache, tmp_path / "elsewhere")
    assert fresh(again) == BOTH
    assert contents(again) == before


def test_cards_printed_with_fewer_copies_are_other_sheets(tmp_path: Path) -> None:
    job = jobs_of(game_folder(tmp_path))[0]
    (whole,) = job.lists
    fewer = tuple(numbered._replace(card=replace(numbered.card, copies=1)) for numbered in whole.printed)
    cache = Cache(tmp_path / "cache")
    assert cache.key(job) == cache.key(replace(job))
    assert cache.key(job) != cache.key(replace(job, lists=(replace(whole, printed=fewer),)))


def test_what_has_errors_is_not_kept(tmp_path: Path) -> None:
    game = write_game(tmp_path / "wrong", front="<card><rect wdth='9'/></card>")
    assert len(told(game, tmp_path / "c")) == len(told(game, tmp_path / "c")) > 0
    assert not (tmp_path / "c").exists()


def test_a_table_of_the_game_is_part_of_what_is_printed(tmp_path: Path) -> None:
    game = write_game(
        tmp_path / "kept",
        game={
            "title": "Kept",
            "data": {"pips": "pips.csv"},
            "components": {
                "cards": {
                    "size": "poker",
                    "safe": 0,
                    "front": "card.xml.j2",
                    "press": {"backs": "none"},
                    "cards": {"product": {"n": [1, 2]}},
                }
            },
        },
        front="<card>{% for p in data.pips %}<rect x='{{ p.x }}' width='1' height='1'/>{% endfor %}</card>",
        files={"pips.csv": "x\n1\n"},
    )
    cache = tmp_path / "cache"
    assert fresh(built(game, cache)) == {"cards"}
    assert fresh(built(game, cache)) == set()
    (game / "pips.csv").write_text("x\n2\n", encoding="utf-8")
    assert fresh(built(game, cache)) == {"cards"}


@pytest.mark.parametrize(
    "front", ["card.xml.j2", "{% extends 'card.xml.j2' %}", "{% include 'ca' ~ 'rd.xml.j2' %}"]
)
def test_cards_that_a_layout_tells_of_are_part_of_what_is_printed(tmp_path: Path, front: str) -> None:
    """Those of another component."""
    of = {"size": "poker", "safe": 0, "front": "card.xml.j2", "press": {"backs": "none"}}
    first = {**of, "cards": "a.yaml"}
    files = {"a.yaml": "[{name: Ann}]", "b.yaml": "[{name: Bob}]"}
    if front != "card.xml.j2":
        files["layouts/own.xml.j2"] = front
        first["front"] = "own.xml.j2"
    game = write_game(
        tmp_path / "kept",
        game={
            "title": "Kept",
            "components": {"ours": first, "theirs": {**of, "front": "plain.xml.j2", "cards": "b.yaml"}},
        },
        front="<card><text width='60'>{{ cards('theirs')[0].name }}</text></card>",
        files={**files, "layouts/plain.xml.j2": "<card/>"},
    )
    cache = tmp_path / "cache"
    assert fresh(built(game, cache)) == {"ours", "theirs"}
    assert fresh(built(game, cache)) == set()
    (game / "b.yaml").write_text("[{name: Rob}]", encoding="utf-8")
    assert fresh(built(game, cache)) == {"ours", "theirs"}


def test_cards_that_are_not_chosen_may_print_into(tmp_path: Path) -> None:
    front = "<card><text width='60'>{{ deck.cards | map(attribute='name') | join(', ') }}</text></card>"
    game = write_game(tmp_path / "kept", front=front, cards=[{"name": "Ann"}, {"name": "Eve"}])
    cache = tmp_path / "cache"
    assert fresh(built(game, cache, select=("Ann",))) == {"cards"}
    replaced("cards.yaml", "Eve", "Eva")(game)
    assert fresh(built(game, cache, select=("Ann",))) == {"cards"}


def test_merged_sheets_are_kept_until_one_of_their_lists_changes(tmp_path: Path) -> None:
    files = {"a.yaml": "[{name: Ann}]", "b.yaml": "[{name: Bob}]"}
    game = write_game(tmp_path / "kept", component={"cards": ["a.yaml", "b.yaml"]}, files=files)
    cache = tmp_path / "cache"
    assert [file.path.name for file in built(game, cache, merge=True)] == ["cards-a4.pdf"]
    assert fresh(built(game, cache, merge=True)) == set()
    (game / "b.yaml").write_text("[{name: Rob}]", encoding="utf-8")
    assert fresh(built(game, cache, merge=True)) == {"cards"}
