"""Slow headers: a connection whose headers do not come in time is cut off, so that nobody holds the server so.

The time runs from the first byte of a request, and of a new connection from its beginning; further bytes do not prolong
it. What comes after the headers is the guard's matter.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from namesakes.server.problems import PROBLEM, ProblemError


def protocol_with(seconds: float) -> type[asyncio.Protocol]:
    """The protocol of connections whose headers may take so long."""
    return type("TimedHeaders", (_TimedHeaders,), {"seconds": seconds})


class _TimedHeaders(H11Protocol):
    """HTTP/1.1 with an alarm for headers."""

    seconds: float
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request from now on."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._alarm = self.loop.call_later(self.seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes, and see whether headers are still to come."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """See whether the next request has begun already."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._look()

    def _look(self) -> None:
        """Set the alarm where a request has begun whose headers are not there, and rest where they are."""
        if self.conn.their_state is not h11.IDLE or not self.conn.trailing_data[0]:
            self._rest()
        elif self._alarm is None:
            self._alarm = self.loop.call_later(self.seconds, self._late)

    def _rest(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _late(self) -> None:
        """Close the connection; where a request has begun, say why."""
        self._alarm = None
        if self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            content = ProblemError(408, "the headers of the request did not come to their end", "Ask again.").content
            headers = [("content-type", PROBLEM), ("content-length", str(len(content))), ("connection", "close")]
            for event in (h11.Response(status_code=408, headers=headers), h11.Data(content), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
