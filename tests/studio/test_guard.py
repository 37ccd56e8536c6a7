"""Who is let in: every request is refused that does not come from the studio's own pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from games import write_game
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from generator.studio.app import create_app
from generator.studio.guard import HEADERS, MAX_BODY, OUTDATED, TOKEN_HEADER, Keys
from generator.studio.project import Project
from generator.studio.server import address_of, keys_for
from generator.studio.view import Studio

PORT = 8642
OWN = f"http://127.0.0.1:{PORT}"
EVIL = "http://evil.example"


async def _note(request: Request) -> Response:
    """Stands for all that changes something."""
    request.app.state.noted.append(await request.body())
    return PlainTextResponse("noted\n")


def _client(folder: Path, keys: Keys, address: str = OWN) -> TestClient:
    game = write_game(folder / "tiny")
    app = create_app(Studio({"tiny": Project(game)}, folder, keys), is_watching=False)
    app.state.noted = []
    app.routes.append(Route("/tiny/note", _note, methods=["POST", "PUT", "DELETE"]))
    return TestClient(app, base_url=address, follow_redirects=False)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with _client(tmp_path, Keys(PORT)) as opened:
        yield opened


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[TestClient]:
    """A studio for the local network."""
    keys = Keys(PORT, ("192.168.1.5", "127.0.0.1"), is_open=False)
    with _client(tmp_path, keys, f"http://192.168.1.5:{PORT}") as opened:
        yield opened


def _token(client: TestClient) -> str:
    return client.app.state.studio.keys.token  # type: ignore[attr-defined]


def _noted(client: TestClient) -> list[bytes]:
    return client.app.state.noted  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        f"127.0.0.1:{PORT + 1}",
        "127.0.0.1",
        "localhost",
        f"user@127.0.0.1:{PORT}",
        f"127.0.0.1:{PORT}@evil.example",
        f"127.0.0.1.evil.example:{PORT}",
        f"127.0.0.1:{PORT}:{PORT}",
        f"127.0.0.2:{PORT}",
        f"0.0.0.0:{PORT}",
        f"[::1%25eth0]:{PORT}",
        f"[::]:{PORT}",
        f"::1:{PORT}",
        f"2130706433:{PORT}",
        f"localhost.:{PORT}",
        f" 127.0.0.1:{PORT}",
        f"127.0.0.1:{PORT},evil.example",
        "",
    ],
)
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/tiny/gallery", headers={"host": host})
    assert answer.status_code == 421
    assert answer.text == "this is not the address of the studio\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_the_machine_s_own_names_are_let_in(client: TestClient, host: str) -> None:
    assert client.get("/tiny/gallery", headers={"host": f"{host}:{PORT}"}).status_code == 200


def test_a_host_that_is_named_twice_is_refused(client: TestClient) -> None:
    twice = [("host", f"127.0.0.1:{PORT}"), ("host", f"127.0.0.1:{PORT}")]
    assert client.get("/tiny/gallery", headers=twice).status_code == 421


def test_browsers_leave_out_the_port_80() -> None:
    assert Keys(80).is_host("127.0.0.1")
    assert Keys(80).is_host("127.0.0.1:80")
    assert "http://localhost" in Keys(80).origins


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "MKCOL"])
@pytest.mark.parametrize("token", [None, "", "wrong", "token", "é"])
def test_without_the_token_nothing_changes(client: TestClient, method: str, token: str | None) -> None:
    headers = {} if token is None else {TOKEN_HEADER: token.encode()}
    answer = client.request(method, "/tiny/note", headers=headers, content=b"x")
    assert answer.status_code == 403
    assert answer.text == OUTDATED + "\n"
    assert not _noted(client)


def test_the_token_is_taken_from_its_header_alone(client: TestClient) -> None:
    token = _token(client)
    client.cookies.set(Keys(PORT).cookie, token)
    answer = client.post(f"/tiny/note?token={token}&{TOKEN_HEADER}={token}", data={"token": token})
    assert answer.status_code == 403
    assert not _noted(client)


def test_with_the_token_the_studio_s_own_pages_change_what_they_want(client: TestClient) -> None:
    own = {TOKEN_HEADER: _token(client), "origin": OWN, "sec-fetch-site": "same-origin"}
    assert client.post("/tiny/note", headers=own, content=b"one").status_code == 200
    assert _noted(client) == [b"one"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": EVIL},
        {"origin": "null"},
        {"origin": ""},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"{OWN}.evil.example"},
        {"origin": OWN, "sec-fetch-site": "cross-site"},
        {"origin": OWN, "sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "nonsense"},
    ],
)
def test_another_site_changes_nothing_even_with_the_token(
    client: TestClient, headers: dict[str, str]
) -> None:
    answer = client.post("/tiny/note", headers={TOKEN_HEADER: _token(client), **headers}, content=b"x")
    assert answer.status_code == 403
    assert not _noted(client)


@pytest.mark.parametrize("kind", ["image", "script", "style", "iframe", "empty", "object"])
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nothing_is_shown_inside_of_another_site(client: TestClient, kind: str, site: str) -> None:
    asked = {"sec-fetch-site": site, "sec-fetch-dest": kind}
    assert client.get("/tiny/face/cards/cards/knight/front.png", headers=asked).status_code == 403
    assert client.get("/tiny/gallery", headers=asked).status_code == 403


def test_a_link_from_elsewhere_leads_to_the_studio(client: TestClient) -> None:
    asked = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate"}
    assert client.get("/tiny/gallery", headers=asked).status_code == 200


@pytest.mark.parametrize("path", ["/", "/tiny/gallery", "/nope", "/static/studio.css", "/tiny/events?x"])
def test_every_answer_says_what_a_page_may_do(client: TestClient, path: str) -> None:
    method = "HEAD" if "events" not in path else "POST"
    answer = client.request(method, path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "access-control-allow-origin" not in answer.headers


def test_no_page_has_script_or_style_of_its_own_in_it(client: TestClient) -> None:
    page = client.get("/tiny/gallery").text
    assert "style=" not in page
    assert "<style" not in page
    assert all(" src=" in script for script in page.split("<script")[1:])


@pytest.mark.parametrize("length", [str(MAX_BODY + 1), "9" * 30, "-1", "1e9", "٣"])
def test_what_says_it_is_too_large_is_not_read(client: TestClient, length: str) -> None:
    own = {TOKEN_HEADER: _token(client), "content-length": length.encode()}
    answer = client.post("/tiny/note", headers=own, content=b"x")
    assert answer.status_code in {400, 413}
    assert answer.headers["connection"] == "close"
    assert not _noted(client)


def test_what_does_not_say_how_large_it_is_is_read_to_the_limit(client: TestClient) -> None:
    read = 0

    def parts() -> Iterator[bytes]:
        nonlocal read
        for _ in range(64):
            read += 1
            yield b"x" * 2**20

    answer = client.post("/tiny/note", headers={TOKEN_HEADER: _token(client)}, content=parts())
    assert answer.status_code == 413
    assert answer.text == "that is too large: 20 MB at most\n"
    assert not _noted(client)


def test_an_address_that_is_too_long_is_refused(client: TestClient) -> None:
    assert client.get("/" + "a" * 5000).status_code == 414
    assert client.get("/tiny/gallery?q=" + "a" * 5000).status_code == 414


# For the local network


def test_on_the_network_nothing_is_read_without_the_token(shared: TestClient) -> None:
    for path in ["/", "/tiny/gallery", "/static/studio.css", "/tiny/events", "/tiny/gallery?token=wrong"]:
        answer = shared.get(path)
        assert answer.status_code == 403
        assert answer.text == "open the address with the token that the studio printed when it started\n"
    assert _token(shared) not in answer.text


def test_the_address_with_the_token_opens_it_and_loses_the_token(shared: TestClient) -> None:
    answer = shared.get(f"/tiny/gallery?seat=2&token={_token(shared)}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/tiny/gallery?seat=2"
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"gatepress-{PORT}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert shared.get("/tiny/gallery").status_code == 200


def test_on_the_network_writing_needs_cookie_and_header(shared: TestClient) -> None:
    own = {TOKEN_HEADER: _token(shared)}
    assert shared.post("/tiny/note", headers=own).status_code == 403
    shared.get(f"/?token={_token(shared)}")
    assert shared.post("/tiny/note").status_code == 403
    assert shared.post("/tiny/note", headers=own).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/%5cevil.example/", "/%0d%0aset-cookie:a=b"])
def test_the_way_in_leads_to_no_other_host(shared: TestClient, path: str) -> None:
    answer = shared.get(f"http://192.168.1.5:{PORT}{path}?token={_token(shared)}")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith(("//", "/\\"))
    assert "a" not in answer.cookies


@pytest.mark.parametrize(
    "cookie", ["gatepress-8642", "gatepress-8642=", "=;;=", 'gatepress-8642="\\777"', "[]=x"]
)
def test_spoilt_cookies_let_nobody_in(shared: TestClient, cookie: str) -> None:
    assert shared.get("/tiny/gallery", headers={"cookie": cookie}).status_code == 403


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:9000/"),
        ("localhost", "http://localhost:9000/"),
        ("::1", "http://[::1]:9000/"),
    ],
)
def test_on_this_machine_alone_no_token_is_needed_to_read(host: str, address: str) -> None:
    keys = keys_for(host, 9000)
    assert keys.is_open
    assert address_of(keys) == address
    assert keys.is_host(address.removeprefix("http://").removesuffix("/"))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "my-machine", "fe80::1"])
def test_wherever_others_may_ask_the_token_is_needed(host: str) -> None:
    keys = keys_for(host, 9000)
    assert not keys.is_open
    assert address_of(keys).endswith(f"/?token={keys.token}")
    assert not keys.is_host("0.0.0.0:9000")
    assert len(keys.token) >= 32
    assert keys.token != keys_for(host, 9000).token
