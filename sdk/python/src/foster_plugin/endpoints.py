"""Servers and channels with the host's kind of security, over whatever carries them."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

import grpc

from .handshake import Address
from .relay import Listening, Opener, Relays, connecting
from .security import SERVER_NAME, Identity
from .sockets import Places
from .threads import DaemonExecutor

# A limit belongs to the application, not to the transport.
_UNLIMITED: List[Tuple[str, Any]] = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
]


class Endpoints:
    """Makes the servers and the channels of one plugin.

    Where gRPC's own TLS cannot verify the host's certificate, Python's does the TLS in front of it: the server then
    listens at a private socket, and a relay stands at the public address.
    """

    def __init__(self, places: Places, relays: Relays, identity: Optional[Identity]) -> None:
        self.places = places
        self.relays = relays
        self._identity = identity
        self._executor = DaemonExecutor("foster-call")

    def new_server(self) -> grpc.Server:
        return grpc.server(self._executor, options=[*_UNLIMITED, ("grpc.so_reuseport", 0)])  # type: ignore[arg-type]

    def bind(self, server: grpc.Server, address: Address) -> Optional[Listening]:
        """Lets a server listen at an address; what comes back, if anything, must be closed with it."""
        identity = self._identity
        if identity is None:
            _check(server.add_insecure_port(address.target), address)
        elif identity.native:
            _check(server.add_secure_port(address.target, identity.server_credentials()), address)
        else:
            behind = self.places.private()
            _check(server.add_insecure_port(behind.target), behind)
            return self.relays.listen(address, identity.server_context(), connecting(behind, None))
        return None

    def channel(self, address: Address) -> grpc.Channel:
        """A channel to a server of the host."""
        identity = self._identity
        options = [*_UNLIMITED, ("grpc.default_authority", SERVER_NAME)]
        if identity is None:
            return grpc.insecure_channel(address.target, options)
        if identity.native:
            named = [*options, ("grpc.ssl_target_name_override", SERVER_NAME)]
            return grpc.secure_channel(address.target, identity.channel_credentials(), named)
        return self._relayed(connecting(address, identity.client_context()), options)

    def channel_through(self, opener: Opener) -> grpc.Channel:
        """A channel over connections that are made in another way than by connecting to an address."""
        identity = self._identity
        options = [*_UNLIMITED, ("grpc.default_authority", SERVER_NAME)]
        if identity is None:
            return self._relayed(opener, options)
        here = self.places.private()
        listening = self.relays.listen(here, None, opener)
        return RelayedChannel(self.channel(here), lambda: self._forget(here, listening))

    def _relayed(self, opener: Opener, options: List[Tuple[str, Any]]) -> grpc.Channel:
        here = self.places.private()
        listening = self.relays.listen(here, None, opener)
        return RelayedChannel(grpc.insecure_channel(here.target, options), lambda: self._forget(here, listening))

    def _forget(self, address: Address, listening: Listening) -> None:
        listening.close()
        self.places.release(address)


class RelayedChannel(grpc.Channel):
    """A channel that ends its relay when it is closed."""

    def __init__(self, channel: grpc.Channel, ended: Callable[[], None]) -> None:
        self._channel = channel
        self._ended = ended
        for name in ("subscribe", "unsubscribe", "unary_unary", "unary_stream", "stream_unary", "stream_stream"):
            setattr(self, name, getattr(channel, name))

    def close(self) -> None:
        self._channel.close()
        ended, self._ended = self._ended, _nothing
        ended()

    def __enter__(self) -> "RelayedChannel":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _delegated(self, *_: Any, **__: Any) -> Any:
        """Never called: every object carries the methods of its channel, and these only make the class whole."""
        raise NotImplementedError

    subscribe = unsubscribe = _delegated
    unary_unary = unary_stream = stream_unary = stream_stream = _delegated


def _nothing() -> None:
    pass


def _check(port: int, address: Address) -> None:
    # Older versions of gRPC say so with a zero instead of an exception.
    if port == 0:
        raise OSError(f"cannot listen at {address.text}: gRPC could not bind it; see its message above")
