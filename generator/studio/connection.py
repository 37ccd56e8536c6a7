"""A connection of the studio: one that says nothing, or that says it very slowly, is not kept."""

from __future__ import annotations

from asyncio import TimerHandle, Transport

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_PATIENCE = 10.0
"""Seconds in which the head of a request must be there."""


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
