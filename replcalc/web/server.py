"""uvicorn with manners: a connection that never asks is closed, and who asks while the server ends is answered."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from replcalc.web.pool import Pool

#: Seconds within which the head of a request must be there, from the connection or from its first byte.
HEAD = 10.0


class Impatient(H11Protocol):
    """uvicorn's own protocol, which waits for ever for the rest of a head."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._between():
            self._watch()
        else:
            self._unwatch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _between(self) -> bool:
        """No request is under way: what came is not yet the whole head of one."""
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD, self._close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        if self._between() and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Before uvicorn waits for what is under way, the pool is told that it ends."""

    def __init__(self, app: Any, pool: Pool) -> None:
        config = uvicorn.Config(
            app, http=Impatient, log_level="warning", access_log=False, server_header=False, date_header=False,
            lifespan="on", h11_max_incomplete_event_size=32_768, timeout_keep_alive=10, timeout_graceful_shutdown=10,
            proxy_headers=False,
        )  # fmt: skip
        super().__init__(config)
        self.pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.pool.close()
        await super().shutdown(sockets)
