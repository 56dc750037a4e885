"""Threads that never keep the process alive."""

from __future__ import annotations

import queue
import threading
from concurrent import futures
from typing import Any, Callable


class DaemonExecutor(futures.Executor):
    """Runs calls on daemon threads, one more whenever all are busy.

    Python's own pool joins its threads at exit: a single call that hangs would keep the process alive until the host
    loses its patience and kills it. And it has a limit: streams that stay open for hours would use it up.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._work: "queue.SimpleQueue[Callable[[], None]]" = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        self._started = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "futures.Future[Any]":
        future: "futures.Future[Any]" = futures.Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as failure:  # The future carries it, whatever it is.
                future.set_exception(failure)

        with self._lock:
            self._work.put(run)
            if self._idle > 0:
                self._idle -= 1
                return future
            self._started += 1
            name = f"{self._name}-{self._started}"
        threading.Thread(target=self._loop, name=name, daemon=True).start()
        return future

    def _loop(self) -> None:
        while True:
            self._work.get()()
            with self._lock:
                self._idle += 1


def spawn(name: str, target: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Starts a daemon thread."""
    thread = threading.Thread(target=target, name=name, args=arguments, daemon=True)
    thread.start()
    return thread
