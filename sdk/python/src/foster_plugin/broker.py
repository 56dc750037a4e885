"""Further connections between host and plugin, either way, known to both sides by a number."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterator, Optional, Tuple

import grpc

from .endpoints import Endpoints
from .handshake import Address
from .mux import Multiplexer
from .relay import Listening
from .schema import both_streams
from .threads import spawn
from .wire import PLUGIN, ConnInfo

_PENDING_SECONDS = 5.0


class Accepted:
    """A server that the host may dial, until it is stopped."""

    def __init__(self, server: grpc.Server, released: Callable[[], None]) -> None:
        self._server = server
        self._released = released

    def stop(self, grace: Optional[float] = None) -> None:
        self._server.stop(grace).wait()
        self._released()


class Broker:
    """Announces servers of this plugin to the host and dials those of the host."""

    def __init__(self, endpoints: Endpoints, multiplexer: Optional[Multiplexer]) -> None:
        self._endpoints = endpoints
        self._multiplexer = multiplexer
        self._changed = threading.Condition()
        self._last_id = 0
        self._outbox: Deque[Any] = deque()
        self._pending: Dict[int, Tuple[Address, float]] = {}
        self._accepted: Dict[int, Accepted] = {}
        self._stream: Optional[object] = None
        self._closed = False
        self.register = PLUGIN.service("GRPCBroker", StartStream=both_streams(ConnInfo, self._start_stream))
        if multiplexer is not None:
            multiplexer.send = self._send

    def next_id(self) -> int:
        """A number that this plugin has not used yet; tell it to the host in a message of your own."""
        with self._changed:
            self._last_id = self._last_id % 0xFFFFFFFF + 1
            return self._last_id

    def accept(self, service_id: int, *register: Callable[[grpc.Server], None]) -> Accepted:
        """Serves on a connection that the host makes by dialling this number."""
        server = self._endpoints.new_server()
        for add in register:
            add(server)
        places = self._endpoints.places
        address = places.private() if self._multiplexer is not None else places.public()
        listening = self._endpoints.bind(server, address)
        server.start()
        if self._multiplexer is not None:
            self._multiplexer.accept(service_id, address)
        else:
            places.share(address)
            self._send(ConnInfo(service_id=service_id, network=address.network, address=address.text))
        accepted = Accepted(server, lambda: self._release(service_id, address, listening))
        with self._changed:
            self._accepted[service_id] = accepted
        return accepted

    def dial(self, service_id: int, timeout: float = _PENDING_SECONDS) -> grpc.Channel:
        """A channel to the server that the host serves under this number. Close it after use."""
        if self._multiplexer is not None:
            return self._endpoints.channel_through(self._multiplexer.opener(service_id))
        with self._changed:
            if not self._changed.wait_for(lambda: service_id in self._pending or self._closed, timeout):
                raise TimeoutError(
                    f"cannot dial {service_id}: the host did not announce it within {timeout} s; "
                    "it must accept before or soon after the call that names the number"
                )
            if self._closed:
                raise ConnectionError(f"cannot dial {service_id}: the host is gone")
            address, _ = self._pending.pop(service_id)
        return self._endpoints.channel(address)

    def close(self) -> None:
        """Ends the stream to the host and every server that was accepted."""
        with self._changed:
            self._closed = True
            accepted = list(self._accepted.values())
            self._changed.notify_all()
        for one in accepted:
            one.stop()

    def _release(self, service_id: int, address: Address, listening: Optional[Listening]) -> None:
        if self._multiplexer is not None:
            self._multiplexer.forget(service_id)
        if listening is not None:
            listening.close()
        self._endpoints.places.release(address)
        with self._changed:
            self._accepted.pop(service_id, None)

    def _send(self, info: Any) -> None:
        with self._changed:
            self._outbox.append(info)
            self._changed.notify_all()

    def _start_stream(self, requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        # The latest stream wins: the earlier one is of a host that is gone.
        me = object()
        with self._changed:
            self._stream = me
            self._changed.notify_all()
        spawn("foster-broker", self._receive, requests, me)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._outbox or self._closed or self._stream is not me)
                if self._closed or self._stream is not me:
                    return
                info = self._outbox.popleft()
            yield info

    def _receive(self, requests: Iterator[Any], me: object) -> None:
        try:
            for info in requests:
                self._received(info)
        except Exception:
            # gRPC says in many ways that the host is gone.
            pass
        with self._changed:
            if self._stream is me:
                self._stream = None
            self._changed.notify_all()

    def _received(self, info: Any) -> None:
        if info.HasField("knock"):
            if self._multiplexer is not None:
                self._multiplexer.received(info)
            return
        now = time.monotonic()
        with self._changed:
            expired = [key for key, (_, arrived) in self._pending.items() if now - arrived > _PENDING_SECONDS]
            for key in expired:
                del self._pending[key]
            self._pending.setdefault(info.service_id, (Address(info.network, info.address), now))
            self._changed.notify_all()
