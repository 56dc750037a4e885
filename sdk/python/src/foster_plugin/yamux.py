"""yamux: many streams on one connection, as hashicorp/yamux speaks it."""

from __future__ import annotations

import asyncio
import struct
from typing import Callable, Dict, Optional

_DATA, _WINDOW, _PING, _GO_AWAY = range(4)
_SYN, _ACK, _FIN, _RST = 1, 2, 4, 8
_HEADER = struct.Struct(">BBHII")
_INITIAL_WINDOW = 256 * 1024
_LARGEST_FRAME = 64 * 1024
_PING_EVERY_SECONDS = 30.0
_PING_LIMIT_SECONDS = 10.0


class ProtocolError(Exception):
    """The peer did what yamux forbids."""


class Stream:
    """One of the streams: reads and writes like those of asyncio."""

    def __init__(self, session: "Session", number: int) -> None:
        self._session = session
        self._number = number
        self._incoming = bytearray()
        self._receivable = _INITIAL_WINDOW
        self._outgoing = bytearray()
        self._sendable = _INITIAL_WINDOW
        self._changed = asyncio.Event()
        self._ended_by_us = False
        self._ended_by_peer = False
        self._reset = False

    async def read(self, n: int = -1, /) -> bytes:
        """The next bytes, none at the end."""
        while not self._incoming:
            if self._ended_by_peer or self._reset:
                return b""
            await self._wait()
        size = len(self._incoming) if n < 0 else n
        data = bytes(self._incoming[:size])
        del self._incoming[:size]
        consumed = _INITIAL_WINDOW - self._receivable - len(self._incoming)
        if consumed >= _INITIAL_WINDOW // 2 and not self._reset:
            self._receivable += consumed
            self._session.send(_WINDOW, 0, self._number, consumed)
        return data

    def write(self, data: bytes, /) -> None:
        self._outgoing += data

    async def drain(self) -> None:
        """Sends what was written, as fast as the peer's window lets it."""
        while self._outgoing:
            if self._reset or self._ended_by_us:
                raise ConnectionResetError("the stream is closed")
            size = min(len(self._outgoing), self._sendable, _LARGEST_FRAME)
            if size == 0:
                await self._wait()
                continue
            data = bytes(self._outgoing[:size])
            del self._outgoing[:size]
            self._sendable -= size
            self._session.send(_DATA, 0, self._number, size, data)
            await self._session.drain()

    def close(self) -> None:
        """Ends the writing; once more, and the rest of the reading is given up, too."""
        if self._reset:
            return
        if self._ended_by_us:
            if not self._ended_by_peer:
                self._session.send(_WINDOW, _RST, self._number, 0)
                self._session.forget(self._number)
                self.reset()
            return
        self._ended_by_us = True
        self._session.send(_WINDOW, _FIN, self._number, 0)
        self._changed.set()
        if self._ended_by_peer:
            self._session.forget(self._number)

    def received(self, kind: int, flags: int, length: int, data: bytes) -> None:
        """A frame of this stream arrived."""
        if kind == _WINDOW:
            self._sendable += length
        elif len(data) > self._receivable:
            raise ProtocolError(f"stream {self._number} sent more than its window")
        else:
            self._receivable -= len(data)
            self._incoming += data
        if flags & _FIN:
            self._ended_by_peer = True
            if self._ended_by_us:
                self._session.forget(self._number)
        if flags & _RST:
            self.reset()
            self._session.forget(self._number)
        self._changed.set()

    def reset(self) -> None:
        self._reset = True
        self._changed.set()

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class Session:
    """The accepting or the dialling end of a connection that carries streams."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        accept: Callable[[Stream], None],
        dialled: bool = False,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._accept = accept
        self._streams: Dict[int, Stream] = {}
        self._next_number = 1 if dialled else 2
        self._ping_answered: Optional["asyncio.Future[None]"] = None
        self._closed = False

    def open(self) -> Stream:
        if self._closed:
            raise ConnectionError("the connection that carries the streams is closed")
        number, self._next_number = self._next_number, self._next_number + 2
        stream = self._streams[number] = Stream(self, number)
        self.send(_WINDOW, _SYN, number, 0)
        return stream

    async def run(self) -> None:
        """Reads frames until the connection ends."""
        keeping_alive = asyncio.ensure_future(self._keep_alive())
        try:
            while True:
                version, kind, flags, number, length = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
                if version != 0 or kind > _GO_AWAY:
                    raise ProtocolError(f"version {version}, type {kind}")
                await self._received(kind, flags, number, length)
        except ProtocolError:
            self.send(_GO_AWAY, 0, 0, 1)
        except (EOFError, OSError):
            pass
        finally:
            keeping_alive.cancel()
            self.close()

    def close(self) -> None:
        self._closed = True
        for stream in list(self._streams.values()):
            stream.reset()
        self._streams.clear()
        self._writer.close()

    def send(self, kind: int, flags: int, number: int, length: int, data: bytes = b"") -> None:
        if not self._writer.is_closing():
            self._writer.write(_HEADER.pack(0, kind, flags, number, length) + data)

    async def drain(self) -> None:
        await self._writer.drain()

    def forget(self, number: int) -> None:
        self._streams.pop(number, None)

    async def _received(self, kind: int, flags: int, number: int, length: int) -> None:
        if kind == _PING:
            if flags & _SYN:
                self.send(_PING, _ACK, 0, length)
            elif self._ping_answered is not None and not self._ping_answered.done():
                self._ping_answered.set_result(None)
            return
        if kind == _GO_AWAY:
            return
        if kind == _DATA and length > _INITIAL_WINDOW:
            raise ProtocolError(f"a frame of {length} bytes")
        data = await self._reader.readexactly(length) if kind == _DATA else b""
        if flags & _SYN:
            self._begin(number)
        stream = self._streams.get(number)
        # Frames of a stream that has ended here are still on their way; they mean nothing.
        if stream is not None:
            stream.received(kind, flags, length, data)

    def _begin(self, number: int) -> None:
        if number in self._streams or number == 0 or number % 2 == self._next_number % 2:
            raise ProtocolError(f"a second stream {number}")
        stream = self._streams[number] = Stream(self, number)
        self.send(_WINDOW, _ACK, number, 0)
        self._accept(stream)

    async def _keep_alive(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(_PING_EVERY_SECONDS)
            self._ping_answered = asyncio.get_running_loop().create_future()
            self.send(_PING, _SYN, 0, count)
            count += 1
            try:
                await asyncio.wait_for(self._ping_answered, _PING_LIMIT_SECONDS)
            except asyncio.TimeoutError:
                self.close()
                return
