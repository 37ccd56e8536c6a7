"""Hostile input over real connections: the studio says no, stays small, and goes on answering."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from generator.studio import guard, server
from studio.noting import NOTE, PATIENCE, Noting, noting

GIGABYTE = 2**30
MEGABYTE = 2**20


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Noting]:
    """A studio that notes down what it is told."""
    with noting(tmp_path) as opened:
        yield opened


def _opened(told: Noting, head: str) -> socket.socket:
    """A connection on which a head was sent, or a part of one."""
    opened = socket.create_connection((guard.LOOPBACK[0], told.port), PATIENCE)
    opened.sendall(head.replace("\n", "\r\n").encode("latin-1"))
    return opened


def _answer(opened: socket.socket) -> str:
    """All that comes until the studio closes."""
    parts = []
    try:
        while part := opened.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts).decode("latin-1")


def _is_answering(told: Noting) -> bool:
    return httpx.get(f"{told.address}/tiny/gallery", timeout=PATIENCE).status_code == 200


def _post(told: Noting, length: str) -> str:
    return (
        f"POST {NOTE} HTTP/1.1\nHost: 127.0.0.1:{told.port}\n{guard.TOKEN_HEADER}: {told.token}\n{length}\n\n"
    )


@pytest.mark.parametrize(
    ("head", "chunk", "most"),
    [
        (f"Content-Length: {GIGABYTE}", b"x" * MEGABYTE, 16 * MEGABYTE),
        ("Transfer-Encoding: chunked", b"100000\r\n" + b"x" * MEGABYTE + b"\r\n", 40 * MEGABYTE),
    ],
    ids=["said", "chunked"],
)
def test_a_gigabyte_is_cut_off_at_the_limit(told: Noting, head: str, chunk: bytes, most: int) -> None:
    assert _is_answering(told)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sent = 0
    with _opened(told, _post(told, head)) as upload:
        try:
            while sent < GIGABYTE:
                upload.sendall(chunk)
                sent += len(chunk)
        except (BrokenPipeError, ConnectionResetError):
            pass
    assert sent <= most
    assert not told.noted
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 100, f"{grown:.0f} MB"
    assert _is_answering(told)


def test_who_sends_too_much_is_told_how_much_may_be(told: Noting) -> None:
    with _opened(told, _post(told, f"Content-Length: {GIGABYTE}")) as upload:
        answer = _answer(upload)
    assert answer.startswith("HTTP/1.1 413 ")
    assert answer.endswith("that is too large: 20 MB at most\n")


def test_what_nobody_reads_is_not_waited_for(told: Noting) -> None:
    head = _post(told, "Transfer-Encoding: chunked").replace(NOTE, "/tiny/nothing")
    with _opened(told, head) as upload:
        answer = _answer(upload)
    assert answer.startswith("HTTP/1.1 404 ")
    assert "connection: close" in answer.lower()


def test_heads_that_come_slowly_are_not_waited_for(told: Noting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEAD_PATIENCE", 0.5)
    parts = ("", "GET", "GET / HTTP/1.1\nHost: 127", "GET / HTTP/1.1\nHost: x\nX-A: b\n")
    slow = [_opened(told, parts[number % len(parts)]) for number in range(100)]
    assert _is_answering(told)
    assert {_answer(opened) for opened in slow} == {""}
    for opened in slow:
        opened.close()


def test_a_second_head_on_a_connection_is_not_waited_for_either(
    told: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_PATIENCE", 0.5)
    with _opened(told, f"HEAD /static/icon.svg HTTP/1.1\nHost: 127.0.0.1:{told.port}\n\n") as opened:
        assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
        opened.sendall(b"GET / HTTP/1.1\r\nHos")
        assert _answer(opened) == ""


def test_a_body_that_comes_slowly_is_not_waited_for(told: Noting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_PATIENCE", 0.3)
    with _opened(told, _post(told, "Content-Length: 100") + "half of it") as upload:
        assert _is_answering(told)
        answer = _answer(upload)
    assert answer.startswith("HTTP/1.1 408 ")
    assert answer.endswith("the request stopped halfway\n")
    assert not told.noted


def test_who_leaves_in_the_middle_is_forgotten(
    told: Noting, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(20):
        _opened(told, _post(told, "Content-Length: 100") + "half of it").close()
    assert _is_answering(told)
    assert not told.noted
    assert not caplog.records
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\n\n",
        "GET / HTTP/1.0\n\n",
        "GET / HTTP/1.1\nHost: 127.0.0.1:{port}\nHost: evil.example\n\n",
        "GET http://evil.example/ HTTP/1.1\nHost: evil.example\n\n",
        "CONNECT evil.example:443 HTTP/1.1\nHost: evil.example:443\n\n",
        "POST /tiny/note HTTP/1.1\nHost: 127.0.0.1:{port}\nContent-Length: 3\nContent-Length: 4\n\nabcd",
        "POST /tiny/note HTTP/1.1\nHost: 127.0.0.1:{port}\nContent-Length: -3\n\nabcd",
        "POST /tiny/note HTTP/1.1\nHost: 127.0.0.1:{port}\nTransfer-Encoding: chunked\n\nzz\n",
        "GET /\x00 HTTP/1.1\nHost: 127.0.0.1:{port}\n\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\n",
        "GET /tiny/events HTTP/1.1\nHost: evil\nUpgrade: websocket\nConnection: Upgrade\n\n",
    ],
)
def test_what_is_no_request_of_a_browser_is_refused(told: Noting, head: str) -> None:
    with _opened(told, head.replace("{port}", str(told.port))) as opened:
        opened.shutdown(socket.SHUT_WR)
        answer = _answer(opened)
    assert answer.split(" ")[1] in {"400", "403", "421"}
    assert not told.noted
    assert _is_answering(told)


@pytest.mark.slow
def test_two_hundred_requests_at_once_and_the_page_still_answers(told: Noting) -> None:
    assert _is_answering(told)
    # On a busy machine all may be answered before the page is asked for: then there are as many once more.
    rounds = (_waiting_behind_the_page(told, range(start, start + 200)) for start in range(100, 2100, 200))
    assert any(rounds), "the page was answered only after all the others"


def _waiting_behind_the_page(told: Noting, widths: range) -> int:
    """How many of the pictures that were asked for before the page were not there when it was."""
    faces = [f"{told.address}/tiny/face/cards/cards/knight/front.png?w={width}" for width in widths]
    limits = httpx.Limits(max_connections=len(faces))
    with httpx.Client(timeout=PATIENCE, limits=limits) as client, ThreadPoolExecutor(len(faces)) as pool:
        answers = [pool.submit(client.get, face) for face in faces]
        assert _is_answering(told)
        waiting = sum(not answer.done() for answer in answers)
        assert {answer.result().status_code for answer in answers} == {200}
    return waiting


def test_it_listens_on_this_machine_alone(told: Noting) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", told.port), PATIENCE)
