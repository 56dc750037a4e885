"""Standard output and standard error as streams to the host."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections import deque
from typing import Any, Deque, Iterator, Optional, TextIO, Tuple

import grpc

from .schema import server_stream
from .wire import PLUGIN, Empty, StdioData

STDOUT, STDERR = 1, 2
_LARGEST_CHUNK = 1024
# As much as a pipe would hold.
_CAPACITY = 64 * 1024
# A host opens the stream right after the handshake; one that has not done so by then never will.
_PATIENCE_SECONDS = 5.0


class Stdio:
    """Carries what the plugin prints to the host that reads it.

    While a host reads, a plugin that prints faster has to wait. Without a host the oldest output is dropped: a plugin
    must not hang because nobody listens.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._chunks: Deque[Tuple[int, bytes]] = deque()
        self._size = 0
        self._reader: Optional[object] = None
        self._closed = False
        self._patient_until = time.monotonic() + _PATIENCE_SECONDS
        self._replaced: Optional[Tuple[TextIO, TextIO]] = None
        self.register = PLUGIN.service("GRPCStdio", StreamStdio=server_stream(Empty, self._stream))

    def capture(self) -> None:
        """Puts streams to the host into sys.stdout and sys.stderr."""
        self._replaced = sys.stdout, sys.stderr
        sys.stdout = _text(_Channel(self, STDOUT))
        sys.stderr = _text(_Channel(self, STDERR))

    def close(self) -> None:
        """Puts the real streams back; the host still gets what was printed before."""
        if self._replaced is not None:
            sys.stdout.flush()
            sys.stderr.flush()
            sys.stdout, sys.stderr = self._replaced
            self._replaced = None
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def write(self, channel: int, data: bytes) -> None:
        for start in range(0, len(data), _LARGEST_CHUNK):
            self._put(channel, data[start : start + _LARGEST_CHUNK])

    def _put(self, channel: int, chunk: bytes) -> None:
        with self._changed:
            while self._size + len(chunk) > _CAPACITY and not self._closed:
                patience = self._patient_until - time.monotonic()
                if self._reader is None and patience <= 0:
                    break
                self._changed.wait(None if self._reader is not None else patience)
            self._size += len(chunk)
            # Many small prints travel as few chunks.
            if self._chunks and self._chunks[-1][0] == channel and len(self._chunks[-1][1]) + len(chunk) <= _LARGEST_CHUNK:
                chunk = self._chunks.pop()[1] + chunk
            self._chunks.append((channel, chunk))
            while self._size > _CAPACITY and self._reader is None:
                self._size -= len(self._chunks.popleft()[1])
            self._changed.notify_all()

    def _stream(self, _: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        # The latest reader wins: the earlier one is a host that is gone.
        me = object()
        with self._changed:
            self._reader = me
            self._changed.notify_all()

        def gone() -> None:
            with self._changed:
                if self._reader is me:
                    self._reader = None
                self._changed.notify_all()

        if not context.add_callback(gone):
            gone()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._chunks or self._closed or self._reader is not me)
                if self._reader is not me or not self._chunks:
                    return
                channel, chunk = self._chunks.popleft()
                self._size -= len(chunk)
                self._changed.notify_all()
            yield StdioData(channel=channel, data=chunk)


class _Channel(io.RawIOBase):
    """The bytes of one of the two streams."""

    def __init__(self, stdio: Stdio, number: int) -> None:
        self._stdio = stdio
        self._number = number

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        copied = bytes(data)
        self._stdio.write(self._number, copied)
        return len(copied)


def _text(channel: _Channel) -> TextIO:
    # Whole lines: a chunk for each print, not for each of its pieces.
    return io.TextIOWrapper(
        io.BufferedWriter(channel, _LARGEST_CHUNK), encoding="utf-8", errors="backslashreplace", line_buffering=True
    )
