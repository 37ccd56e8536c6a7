"""The studio as its user has it: started, stopped, started anew, over games that are broken."""

from __future__ import annotations

import http.server
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from games import run, run_here, write_game
from playwright.sync_api import Browser, expect

from generator.studio.guard import OUTDATED
from studio.browser import PATIENCE, Pages, Served, Troubles, serving
from studio.noting import NOTE, noting

KILLED = 128


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_pages_that_listen_do_not_keep_it_from_ending(studio: Served, number: signal.Signals) -> None:
    with httpx.stream("GET", f"{studio.address}/tiny/events", timeout=PATIENCE) as events:
        lines = events.iter_lines()
        assert "retry: 500" in next(lines)
        studio.process.send_signal(number)
        studio.process.send_signal(number)
        # The stream comes to its end; it is not torn.
        assert "event: hello" in list(lines)
    assert studio.process.wait(PATIENCE) == KILLED + number
    studio.stop()
    told = sorted(line for line in studio.lines if line != "stopped\n")
    assert told == ["press Ctrl-C to stop it\n", f"the studio is at {studio.opening}\n"]


@pytest.mark.slow
def test_two_studios_at_once_choose_different_ports(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    with serving(tmp_path, [game], anew=True) as one, serving(tmp_path, [game], anew=True) as two:
        assert one.port != two.port
        for studio in (one, two):
            assert httpx.get(f"{studio.address}/tiny/gallery", timeout=PATIENCE).status_code == 200
        assert httpx.get(two.address, headers={"host": f"127.0.0.1:{one.port}"}).status_code == 421


@pytest.mark.slow
def test_rules_of_ones_own_are_played_by_from_the_first_page_on(tmp_path: Path) -> None:
    assert run("new", "my-game", "--rules", cwd=tmp_path).code == 0
    with serving(tmp_path, [tmp_path / "my-game"], anew=True) as studio:
        shown = httpx.get(f"{studio.address}/my-game/play", timeout=PATIENCE).text
    assert "A new game" in shown
    assert "can’t be played" not in unescape(shown)


@pytest.mark.slow
def test_a_port_that_is_in_use_is_told(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("studio", game, "--no-browser", "--port", str(port), cwd=tmp_path)
    assert done.code == 1
    assert done.problems == [
        f"error: can't listen at 127.0.0.1, port {port}: Address already in use; choose another with --port"
    ]


def test_a_game_that_is_none_is_told_as_by_other_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run_here("studio", "battle-gat", "--no-browser")
    assert told.code == 1
    assert told.output == run_here("check", "battle-gat").output


def test_a_game_called_as_the_studio_s_own_pages_is_told(tmp_path: Path) -> None:
    done = run_here("studio", write_game(tmp_path / "static"), "--no-browser")
    assert done.code == 1
    assert done.problems == ["error: the studio has pages of its own called static; rename the game's folder"]


def _replaced(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda game: (game / name).write_bytes(content) and None


def _missing(name: str) -> Callable[[Path], None]:
    return lambda game: (game / name).unlink()


def _pipe(game: Path) -> None:
    (game / "cards.yaml").unlink()
    os.mkfifo(game / "cards.yaml")


def _folder(game: Path) -> None:
    (game / "cards.yaml").unlink()
    (game / "cards.yaml").mkdir()


ENDLESS = b"{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}"
BROKEN = {
    "yaml": (_replaced("game.yaml", b"title: [\n  x: {"), "yaml/game.yaml:3:1: error: a value is missing"),
    "binary": (
        _replaced("game.yaml", b"\0\xff\xfe"),
        "binary/game.yaml: error: the file is binary, not text",
    ),
    "no-cards": (_missing("cards.yaml"), "no file named 'cards.yaml'"),
    "no-layout": (_missing("layouts/card.xml.j2"), "card.xml.j2"),
    "endless": (_replaced("layouts/card.xml.j2", ENDLESS), "takes more than 200,000 steps for one card"),
    "pipe": (_pipe, "pipe/cards.yaml: error: this is not a regular file"),
    "folder": (_folder, "'cards.yaml' is a folder, a file is needed"),
}


@pytest.mark.slow
def test_broken_games_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    games = [write_game(tmp_path / kind) for kind in BROKEN]
    for game in games:
        BROKEN[game.name][0](game)
    # Leaving the studio checks that the terminal has seen no traceback.
    with serving(tmp_path, games, "--port", "0", anew=True) as studio:
        for kind, (_, told) in BROKEN.items():
            page = httpx.get(f"{studio.address}/{kind}/gallery", timeout=PATIENCE)
            assert page.status_code == 200, kind
            assert told in unescape(page.text), kind
            assert "The game can’t be shown before these errors are mended" in page.text, kind
            answer = httpx.get(f"{studio.address}/{kind}/face/a/b/c/front.png", timeout=PATIENCE)
            assert answer.status_code == 409, kind


@pytest.mark.slow
def test_a_studio_over_one_broken_game_alone_begins(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    _missing("cards.yaml")(game)
    with serving(tmp_path, [game], "--port", "0", anew=True) as studio:
        page = httpx.get(studio.address, follow_redirects=True, timeout=PATIENCE)
        assert "no file named 'cards.yaml'" in unescape(page.text)


@pytest.mark.browser
@pytest.mark.slow
def test_pages_outlive_a_studio_that_is_started_anew(
    tmp_path: Path, browser: Browser, troubles: Troubles
) -> None:
    troubles.expect(
        "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|status of 403"
    )
    game = write_game(tmp_path / "tiny")
    with serving(tmp_path, [game], "--port", "0", anew=True) as first:
        troubles.own.add(first.address)
        page = Pages(browser, troubles)()
        page.goto(first.opening)
        page.evaluate("document.querySelector('main').append(document.createElement('textarea'))")
        page.locator("textarea").fill("what was not saved yet")
    banner = page.locator("#connection")
    expect(banner).to_contain_text("The studio does not answer. Nothing on this page is lost")
    with serving(tmp_path, [game], "--port", str(first.port), anew=True):
        expect(banner).to_contain_text("The studio has been restarted since this page was loaded.")
        told = page.evaluate(
            "import('/static/studio.js').then(({ send }) => send('/tiny/gallery', {})).catch(String)"
        )
        assert told == f"Error: {OUTDATED}"
        expect(page.locator("textarea")).to_have_value("what was not saved yet")
        page.get_by_role("button", name="Reload the page").click()
        expect(banner).to_have_text("", use_inner_text=True)
    page.context.close()


@pytest.mark.browser
@pytest.mark.slow
def test_what_is_asked_of_a_studio_that_is_gone_says_so(
    tmp_path: Path, browser: Browser, troubles: Troubles
) -> None:
    troubles.expect("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET")
    game = write_game(tmp_path / "tiny")
    with serving(tmp_path, [game], "--port", "0", anew=True) as gone:
        troubles.own.add(gone.address)
        page = Pages(browser, troubles)()
        page.goto(f"{gone.address}/tiny/table")
        expect(page.locator("#tabletop")).to_have_attribute("data-kept", "yes")
    page.get_by_role("button", name="Open…").click()
    expect(page.get_by_role("dialog")).to_contain_text("the studio does not answer; is it still running?")
    page.context.close()


ATTACK = """<!DOCTYPE html><title>evil</title>
<img src="{target}/tiny/face/cards/cards/knight/front.png" onload="reached.push('img')">
<script>var reached = []</script>
<script src="{target}/static/studio.js" onload="reached.push('script')"></script>
<link rel="stylesheet" href="{target}/static/studio.css" onload="reached.push('style')">
<iframe name="inner"></iframe>
<form method="post" enctype="text/plain" action="{target}{note}" target="inner">
<input name='{{"a":"' value='"}}'></form>
<script type="module">
const tries = [
  fetch("{target}{note}", {{ method: "POST", mode: "no-cors", body: "x" }}),
  fetch("{target}{note}", {{ method: "POST", body: new URLSearchParams("a=b") }}),
  fetch("{target}{note}", {{ method: "POST", headers: {{ "x-gatepress-token": "x" }}, body: "x" }}),
  fetch("{target}{note}", {{ method: "DELETE" }}),
  fetch("{target}/tiny/gallery").then((answer) => answer.text()).then((text) => reached.push(text)),
  fetch("{target}/tiny/gallery", {{ credentials: "include" }}).then(() => reached.push("with cookies")),
];
navigator.sendBeacon("{target}{note}", "x");
document.forms[0].submit();
const events = new EventSource("{target}/tiny/events");
events.onopen = () => reached.push("events");
await Promise.allSettled(tries);
document.title = "done";
</script>"""


@pytest.fixture
def evil() -> Iterator[Callable[[str], str]]:
    """Serves a page of another site; returns its address."""
    content = b""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content if self.path == "/" else b"")

        def log_message(self, *_: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(page: str) -> str:
        nonlocal content
        content = page.encode()
        return f"http://localhost:{server.server_address[1]}/"

    yield serve
    server.shutdown()
    server.server_close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"], ids=["another site", "another port"])
@pytest.mark.slow
def test_a_page_of_another_site_reaches_nothing(
    tmp_path: Path, browser: Browser, evil: Callable[[str], str], name: str
) -> None:
    with noting(tmp_path) as told:
        address = evil(ATTACK.format(target=f"http://{name}:{told.port}", note=NOTE))
        page = browser.new_page()
        page.goto(address)
        expect(page).to_have_title("done")
        page.wait_for_timeout(500)
        assert page.evaluate("reached") == []
        assert told.noted == []
        # The studio's own page is answered; so it was for its site that the other was refused.
        page.goto(told.address)
        written = page.evaluate(
            f"import('/static/studio.js').then(({{ send }}) => send('{NOTE}', {{ a: 1 }}))"
        )
        assert written == "noted\n"
        assert told.noted == [b'{"a":1}']
        page.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_of_the_network_opens_with_its_token_alone(
    tmp_path: Path, browser: Browser, troubles: Troubles
) -> None:
    game = write_game(tmp_path / "tiny")
    with serving(tmp_path, [game], "--port", "0", "--host", "0.0.0.0", anew=True) as studio:
        assert re.search(r"/\?token=[\w-]{32,}$", studio.opening)
        assert httpx.get(studio.address).status_code == 403
        troubles.own.add(studio.address)
        pages = Pages(browser, troubles)
        page = pages()
        page.goto(studio.opening)
        expect(page.get_by_role("img", name="Knight")).to_be_visible()
        assert "token" not in page.url
        assert page.evaluate("document.cookie") == ""
        pages.close()
