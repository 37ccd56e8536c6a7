"""Who may ask what of the studio: it answers to its own page alone, however a request comes in.

A page of another site may send requests to any address on this machine. It can't read the answers, but for a
name that leads here (DNS rebinding), and it knows no token. So the Host of every request is checked, and
whatever changes something needs the token that only the studio's own pages hold.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "x-gatepress-token"
TOKEN_QUERY = "token"
SAFE_METHODS = frozenset({"GET", "HEAD"})
MAX_BODY = 20 * 1024 * 1024
"""Bytes of a request: a picture of a card, and no more."""
MAX_LENGTH_DIGITS = 12
"""Of the length that a request says it has."""
MAX_HEAD_TARGET = 4096
"""Letters of an address."""
BODY_PATIENCE = 60.0
"""Seconds in which all of a request must be there."""
HTTP_PORT = 80
"""The port that browsers leave out of an address."""
HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
LOCAL_HEADERS: Mapping[str, str] = {"cross-origin-opener-policy": "same-origin"}
"""What browsers heed from this machine alone, and complain of elsewhere."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine for itself, as they stand in an address."""
OPEN_FIRST = "open the address with the token that the studio printed when it started"
OUTDATED = "the studio has been restarted since this page was loaded; reload the page"


@dataclass(frozen=True, slots=True)
class Keys:
    """What the studio lets in. ``token`` is made anew with each start."""

    port: int
    hosts: tuple[str, ...] = LOOPBACK
    """Names that a request may call this machine by."""
    is_open: bool = True
    """Whether pages may be read without the token: on this machine alone, where only its user asks."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    @property
    def names(self) -> frozenset[str]:
        """What a request of this studio may name as its Host."""
        named = frozenset(f"{host}:{self.port}" for host in self.hosts)
        return named | frozenset(self.hosts) if self.port == HTTP_PORT else named

    @property
    def origins(self) -> frozenset[str]:
        """Where a request of this studio's pages may say it comes from."""
        return frozenset(f"http://{name}" for name in self.names)

    @property
    def headers(self) -> Mapping[str, str]:
        """What every answer says of what a page may do."""
        return {**HEADERS, **LOCAL_HEADERS} if self.is_open else HEADERS

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; ports of a machine share their cookies."""
        return f"gatepress-{self.port}"

    def is_token(self, given: str | None) -> bool:
        """Compared in the same time, however much of it is right."""
        return given is not None and hmac.compare_digest(given.encode(), self.token.encode())

    def is_host(self, given: str) -> bool:
        return given.lower() in self.names


class BodyError(Exception):
    """Raised while a body is read that is too large, or that does not come; with the answer to that."""

    def __init__(self, answer: PlainTextResponse) -> None:
        super().__init__("the body is not read any further")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuses what does not come from the studio's own pages, and what is too large."""

    app: ASGIApp
    keys: Keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"the studio does not speak {scope['type']}")
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        body = _Body(receive, is_whole=refusal is None and not _has_body(headers))
        sender = _with_headers(send, body, self.keys.headers)
        if refusal is not None:
            await refusal(scope, receive, sender)
            return
        try:
            await self.app(scope, body, sender)
        except BodyError as error:
            await error.answer(scope, receive, sender)
        except ClientDisconnect:
            return  # Nobody is there any more to be answered.

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        """The answer to a request that is not let in; None to one that is."""
        if not self.keys.is_host(headers.get("host", "")):
            return _refused("this is not the address of the studio", 421)
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > MAX_HEAD_TARGET:
            return _refused("the address is too long", 414)
        if headers.get("origin", next(iter(self.keys.origins))) not in self.keys.origins:
            return _refused("another site may not ask anything here", 403)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return _refused("the length of the request is not a number", 400)
        if len(length) > MAX_LENGTH_DIGITS or int(length) > MAX_BODY:
            return _too_large()
        if scope["method"] in SAFE_METHODS:
            return self._reading_refusal(scope, headers)
        return self._writing_refusal(headers)

    def _reading_refusal(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        if not _is_own(headers) and headers.get("sec-fetch-dest") != "document":
            return _refused("another site may not show the studio", 403)
        if self.keys.is_open or self._has_cookie(headers):
            return None
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        if not any(name == TOKEN_QUERY and self.keys.is_token(value) for name, value in query):
            return _refused(OPEN_FIRST, 403)
        # From here on the cookie has it, and the address bar does not.
        rest = urlencode([(name, value) for name, value in query if name != TOKEN_QUERY])
        # An address that begins with two slashes would lead to another host.
        path = "/" + quote(scope["path"].lstrip("/"))
        answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
        answer.set_cookie(self.keys.cookie, self.keys.token, httponly=True, samesite="strict")
        return answer

    def _writing_refusal(self, headers: Mapping[str, str]) -> Response | None:
        if not _is_own(headers):
            return _refused("another site may not change anything here", 403)
        if not self.keys.is_open and not self._has_cookie(headers):
            return _refused(OPEN_FIRST, 403)
        if not self.keys.is_token(headers.get(TOKEN_HEADER)):
            return _refused(OUTDATED, 403)
        return None

    def _has_cookie(self, headers: Mapping[str, str]) -> bool:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        return self.keys.cookie in cookies and self.keys.is_token(cookies[self.keys.cookie].value)


def _is_own(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from the studio's pages or its user, as far as the browser says."""
    return headers.get("sec-fetch-site", "none") in {"same-origin", "none"}


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by name; of one that is there twice nothing is believed."""
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        found[name] = "," if name in found else value.decode("latin-1")
    return found


def _refused(message: str, status: int) -> PlainTextResponse:
    return PlainTextResponse(f"{message}\n", status)


def _too_large() -> PlainTextResponse:
    return _refused(f"that is too large: {MAX_BODY // 2**20} MB at most", 413)


@dataclass(slots=True)
class _Body:
    """The body of a request, which is read neither beyond the bound nor for ever."""

    receive: Receive
    is_whole: bool
    """Whether there is no more of it."""
    read: int = 0
    until: float | None = None

    async def __call__(self) -> Message:
        if self.is_whole:
            return await self.receive()
        now = asyncio.get_running_loop().time()
        self.until = now + BODY_PATIENCE if self.until is None else self.until
        try:
            message = await asyncio.wait_for(self.receive(), self.until - now)
        except TimeoutError:
            raise BodyError(_refused("the request stopped halfway", 408)) from None
        self.read += len(message.get("body", b""))
        self.is_whole = not message.get("more_body", False)
        if self.read > MAX_BODY:
            raise BodyError(_too_large())
        return message


def _has_body(headers: Mapping[str, str]) -> bool:
    return "transfer-encoding" in headers or int(headers.get("content-length", "0")) > 0


def _with_headers(send: Send, body: _Body, headers: Mapping[str, str]) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower(): value for name, value in message["headers"]}
            added = {name.encode(): value.encode() for name, value in headers.items()}
            if not body.is_whole:
                # What is left of a request that was answered already is not read.
                added[b"connection"] = b"close"
            message["headers"] = [*message["headers"], *((n, v) for n, v in added.items() if n not in given)]
        await send(message)

    return sender
