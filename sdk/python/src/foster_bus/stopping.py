"""Hears that the plugin is to stop, from whoever says so."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading

_LOG = logging.getLogger("foster")
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopRequest:
    """Whether the plugin is to stop, and whether that is because the bus is lost."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._signals = 0
        self.bus_lost = False

    @property
    def asked(self) -> bool:
        return self._asked.is_set()

    async def wait(self) -> None:
        await self._asked.wait()

    def ask(self, by: str) -> None:
        """Asks the plugin to stop; whoever asks again changes nothing."""
        if not self.asked:
            _LOG.info("stopping: asked by %s", by)
            self._asked.set()

    def lose_bus(self) -> None:
        if not self.asked:
            self.bus_lost = True
            self._asked.set()

    def listen(self, at_end_of_input: bool) -> None:
        """Hears signals from now on. They wake the loop: what ``signal.signal`` sets, a sleeping loop does not see."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            try:
                loop.add_signal_handler(number, self._on_signal, number)
            except NotImplementedError:
                signal.signal(number, lambda caught, _: loop.call_soon_threadsafe(self._on_signal, caught) and None)
        if at_end_of_input:
            threading.Thread(target=self._read_input, args=(loop,), name="foster-input", daemon=True).start()

    def _on_signal(self, number: int) -> None:
        self._signals += 1
        if self._signals > 1:
            print("cannot wait for the plugin's end: a second signal came; it ends at once", file=sys.stderr, flush=True)
            os._exit(128 + number)
        self.ask(signal.Signals(number).name)

    def _read_input(self, loop: asyncio.AbstractEventLoop) -> None:
        # Below Python's streams: their locks are not to be held by a thread when the interpreter ends.
        try:
            while os.read(0, 4096):
                pass
        except OSError:
            pass
        try:
            loop.call_soon_threadsafe(self.ask, "the end of its input")
        except RuntimeError:
            # The loop is closed already.
            pass


def hold_signals() -> None:
    """Lets nothing interrupt the last steps: without a loop a signal would end the process as if it had crashed."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
