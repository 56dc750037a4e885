"""Byte streams that are passed on, in one thread, for what gRPC cannot do by itself."""

from __future__ import annotations

import asyncio
import ssl
import threading
from concurrent import futures
from typing import Any, Awaitable, Callable, Coroutine, Optional, Protocol, Set, Tuple

from .handshake import Address
from .security import SERVER_NAME
from .threads import spawn

_PIECE = 64 * 1024
_LIMIT_SECONDS = 10.0
_END_SECONDS = 1.0


class Reader(Protocol):
    async def read(self, n: int = -1, /) -> bytes: ...


class Writer(Protocol):
    def write(self, data: bytes, /) -> None: ...

    async def drain(self) -> None: ...

    def close(self) -> None: ...


Streams = Tuple[Reader, Writer]
Opener = Callable[[], Awaitable[Streams]]


class Relays:
    """Passes connections on. Everything happens on one event loop in a thread of its own, started when needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread: Optional[threading.Thread] = None
        self._tasks: Set["asyncio.Task[Any]"] = set()
        self._open = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs a coroutine on the loop and waits for its result; for other threads only."""
        return asyncio.run_coroutine_threadsafe(work, self._started()).result(_LIMIT_SECONDS)

    def keep(self, work: Coroutine[Any, Any, Any]) -> None:
        """Starts a coroutine from the loop itself and keeps it from being collected while it runs."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def listen(self, address: Address, tls: Optional[ssl.SSLContext], opener: Opener) -> "Listening":
        """Accepts connections at an address and passes each on to one that the opener opens."""

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                peer = await opener()
            except Exception:
                # The one who connected sees a closed connection, as if there were no relay between.
                writer.close()
                return
            await self.join((reader, writer), peer)

        return Listening(self, self.run(serve_at(address, tls, accept)))

    async def join(self, one: Streams, other: Streams) -> None:
        """Passes bytes on both ways until either side ends."""
        ways = [asyncio.ensure_future(_pass_on(one[0], other[1])), asyncio.ensure_future(_pass_on(other[0], one[1]))]
        self._open += 1
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._open -= 1
        # HTTP/2 has no use for half a connection. The rest of the other way gets a moment to arrive.
        await asyncio.wait(ways, timeout=1.0)
        for way in ways:
            way.cancel()
        one[1].close()
        other[1].close()

    def settle(self, seconds: float) -> None:
        """Waits until the last bytes of connections that have ended were passed on, at most for so long."""
        if self._loop is None:
            return

        async def wait() -> None:
            deadline = asyncio.get_running_loop().time() + seconds
            while self._open > 0 and asyncio.get_running_loop().time() < deadline:
                await asyncio.sleep(0.005)

        self.run(wait())

    def close(self) -> None:
        """Ends everything that still passes bytes on, and the loop: what is left of a task at exit is complained about."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is None or self._thread is None:
            return
        ending = asyncio.run_coroutine_threadsafe(_end_others(), loop)
        try:
            ending.result(_END_SECONDS)
        except (futures.TimeoutError, futures.CancelledError):
            pass  # The process ends all the same.
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join(_END_SECONDS)
        if not loop.is_running():
            loop.close()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = spawn("foster-relays", _forever, self._loop)
            return self._loop


class Listening:
    """One address at which connections are accepted, until it is closed."""

    def __init__(self, relays: Relays, server: asyncio.AbstractServer) -> None:
        self._relays = relays
        self._server = server

    def close(self) -> None:
        async def stop() -> None:
            self._server.close()

        self._relays.run(stop())


async def serve_at(
    address: Address,
    tls: Optional[ssl.SSLContext],
    accept: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> asyncio.AbstractServer:
    async def accept_until_the_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await accept(reader, writer)
        except asyncio.CancelledError:
            # By the end of the relays. asyncio before Python 3.12 would complain of it.
            writer.close()

    if address.network == "unix":
        return await asyncio.start_unix_server(accept_until_the_end, address.text, ssl=tls)
    host, port = address.text.rsplit(":", 1)
    return await asyncio.start_server(accept_until_the_end, host, int(port), ssl=tls)


def connecting(address: Address, tls: Optional[ssl.SSLContext]) -> Opener:
    """Opens connections to an address."""
    name = SERVER_NAME if tls is not None else None

    async def connect() -> Streams:
        if address.network == "unix":
            return await asyncio.open_unix_connection(address.text, ssl=tls, server_hostname=name)
        host, port = address.text.rsplit(":", 1)
        return await asyncio.open_connection(host, int(port), ssl=tls, server_hostname=name)

    return connect


async def _end_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def _pass_on(reader: Reader, writer: Writer) -> None:
    try:
        while True:
            data = await reader.read(_PIECE)
            if not data:
                break
            writer.write(data)
            await writer.drain()
    except (OSError, EOFError):
        pass
    finally:
        writer.close()


def _forever(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
