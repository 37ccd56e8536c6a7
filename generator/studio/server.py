"""Serving the studio on this machine until somebody stops it."""

from __future__ import annotations

import ipaddress
import socket
import sys
from asyncio import TimerHandle, Transport
from collections.abc import Callable
from contextlib import closing
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.catalog.problems import InputError
from generator.studio.app import create_app
from generator.studio.guard import LOOPBACK, TOKEN_QUERY, Keys
from generator.studio.view import Studio

USUAL_PORT = 8642
TRIED = 20
"""Ports that are tried one after the other where none is asked for."""
WAITING = 256
"""Connections that wait to be taken up."""
MAX_CONNECTIONS = 600
"""At a time; those beyond are asked to come again. Systems give a process 1,024 files, sockets included."""
HEAD_PATIENCE = 10.0
"""Seconds in which the head of a request must be there."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine, to see which of this machine's own would lead out of it."""


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens, at the usual port or one near it where none is asked for. Raises InputError."""
    ports = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + TRIED)
    for number in ports:
        bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        # Elsewhere than on Windows it takes over a port that was left a moment ago, there one that is in use.
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, number))
            # Two may be bound to a port; only one of them may listen.
            bound.listen(WAITING)
        except OSError as error:
            bound.close()
            reason = error.strerror or str(error)
            last = InputError(
                f"can't listen at {host}, port {number}: {reason}", hint="choose another with --port"
            )
        else:
            return bound
    raise last


def keys_for(host: str, port: int) -> Keys:
    """Who is let in: on this machine alone all who ask its own pages, elsewhere who has the token."""
    written = f"[{host.lower()}]" if ":" in host else host.lower()
    address = _ip_address(host)
    if host.lower() == "localhost" or (address is not None and address.is_loopback):
        return Keys(port, tuple(dict.fromkeys((written, *LOOPBACK))))
    is_everywhere = address is not None and address.is_unspecified
    names = _own_addresses() if is_everywhere else [written]
    return Keys(port, tuple(dict.fromkeys((*names, *LOOPBACK))), is_open=False)


def _ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _own_addresses() -> list[str]:
    """The addresses that others may call this machine by; first the one that others most likely reach."""
    name = socket.gethostname().lower()
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)}
    except OSError:
        found = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            looking.connect(ELSEWHERE)
            outward = [str(looking.getsockname()[0])]
        except OSError:
            outward = []
    return [*outward, *sorted(found), name, f"{name}.local"]


def address_of(keys: Keys) -> str:
    token = "" if keys.is_open else f"?{TOKEN_QUERY}={keys.token}"
    return f"http://{keys.hosts[0]}:{keys.port}/{token}"


class Connection(H11Protocol):
    """Closes where no whole head of a request comes for so long; uvicorn alone would wait for ever."""

    patience: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_patience()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_waiting:
            if self.patience is None:
                self._start_patience()
        else:
            self._stop_patience()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_patience()
        super().connection_lost(exc)

    @property
    def _is_waiting(self) -> bool:
        """Whether the head of a request is to come."""
        return self.conn.their_state is h11.IDLE

    def _start_patience(self) -> None:
        self.patience = self.loop.call_later(HEAD_PATIENCE, self._lose_patience)

    def _stop_patience(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def _lose_patience(self) -> None:
        self.patience = None
        if self._is_waiting and not self.transport.is_closing():
            self.transport.close()


def server_of(studio: Studio, ready: Callable[[], None]) -> uvicorn.Server:
    """What answers for a studio; ``ready`` is called as soon as it does."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            # It ends at once as it is; whoever presses Ctrl-C twice need not see it torn.
            self.force_exit = False

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Pages that listen would otherwise keep it from ending.
            studio.events.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        create_app(studio),
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=WAITING,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    return Server(config)


def serve(studio: Studio, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Answers until Ctrl-C; ``ready`` is called when it does."""
    with closing(bound):
        server_of(studio, ready).run([bound])
