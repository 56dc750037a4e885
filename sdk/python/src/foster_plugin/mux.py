"""Brokered connections as streams of the first connection."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Callable, Deque, Dict, Optional, Set

from .handshake import Address
from .relay import Opener, Relays, Streams, connecting, serve_at
from .wire import ConnInfo, Knock
from .yamux import Session, Stream

_KNOCK_SECONDS = 5.0


class Multiplexer:
    """Routes streams: who wants one for a number knocks on the broker's stream first, and the next stream is it.

    Every server of the plugin listens at a private socket, and each stream is relayed to the one it is for.
    """

    def __init__(self, relays: Relays) -> None:
        self._relays = relays
        self._main: Optional[Address] = None
        self._session: Optional[Session] = None
        self._listeners: Dict[int, Address] = {}
        self._early: Set[int] = set()
        self._expected: Deque[int] = deque()
        self._acks: Dict[int, "asyncio.Future[Any]"] = {}
        self._dialling: Optional[asyncio.Lock] = None
        #: Sends a message on the broker's stream.
        self.send: Callable[[Any], None] = lambda _: None

    def start(self, public: Address, main: Address) -> None:
        """Waits at the public address for the one connection of the host."""
        self._main = main
        self._relays.run(serve_at(public, None, self._connected))

    def accept(self, service_id: int, address: Address) -> None:
        """From now on streams for this number go to the server at this address."""

        async def add() -> None:
            self._listeners[service_id] = address
            if service_id in self._early:
                self._early.discard(service_id)
                self._admit(service_id)

        self._relays.run(add())

    def forget(self, service_id: int) -> None:
        async def remove() -> None:
            self._listeners.pop(service_id, None)

        self._relays.run(remove())

    def opener(self, service_id: int) -> Opener:
        """Opens streams for a number of the host, each after a knock of its own."""

        async def open_stream() -> Streams:
            if self._session is None:
                raise ConnectionError("the host has not connected yet")
            if self._dialling is None:
                self._dialling = asyncio.Lock()
            # One at a time: the host cannot tell two streams apart that come after two knocks.
            async with self._dialling:
                ack = self._acks[service_id] = asyncio.get_running_loop().create_future()
                try:
                    self.send(ConnInfo(service_id=service_id, knock=Knock(knock=True)))
                    answer = await asyncio.wait_for(ack, _KNOCK_SECONDS)
                finally:
                    del self._acks[service_id]
                if answer.error:
                    raise ConnectionError(f"cannot dial {service_id}: the host said {answer.error!r}")
                stream = self._session.open()
                return stream, stream

        return open_stream

    def received(self, info: Any) -> None:
        """A knock, or the answer to one, arrived; called by the thread that reads the broker's stream."""

        async def handle() -> None:
            if info.knock.ack:
                ack = self._acks.get(info.service_id)
                if ack is not None and not ack.done():
                    ack.set_result(info.knock)
            elif info.service_id in self._listeners:
                self._admit(info.service_id)
            else:
                self._early.add(info.service_id)
                asyncio.get_running_loop().call_later(_KNOCK_SECONDS, self._turn_away, info.service_id)

        self._relays.run(handle())

    def _admit(self, service_id: int) -> None:
        self._expected.append(service_id)
        self.send(ConnInfo(service_id=service_id, knock=Knock(knock=True, ack=True)))

    def _turn_away(self, service_id: int) -> None:
        if service_id in self._early:
            self._early.discard(service_id)
            error = f"no listener for id {service_id}"
            self.send(ConnInfo(service_id=service_id, knock=Knock(knock=True, ack=True, error=error)))

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._session is not None:
            writer.close()
            return
        self._session = Session(reader, writer, self._began)
        await self._session.run()

    def _began(self, stream: Stream) -> None:
        address = self._listeners.get(self._expected.popleft()) if self._expected else self._main
        if address is None:
            stream.close()
        else:
            self._relays.keep(self._route(stream, address))

    async def _route(self, stream: Stream, address: Address) -> None:
        try:
            peer = await connecting(address, None)()
        except OSError:
            stream.close()
            return
        await self._relays.join((stream, stream), peer)
