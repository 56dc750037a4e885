"""One run of one plugin, from its import to its end."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Awaitable, Optional

from .background import watch_tasks
from .connection import Connection
from .construction import construct
from .control import Control, finished
from .discovery import find_class
from .ending import Ending
from .environment import Settings
from .failures import Failure, Stage, stage_of, text_of
from .loading import Target, load
from .stopping import StopRequest, hold_signals

_LOG = logging.getLogger("foster")
# Shares of the time to stop: handlers may use most of it, and shutdown() what they leave; at the end it must be told that
# it took too long.
_DRAIN_SHARE = 0.7
_LAST_SHARE = 0.05
# A plugin that never was ready has little to finish, and its host is waiting for the reason.
_FAILED_START_SECONDS = 2.0
_CANCEL_SECONDS = 0.5
_CLOSE_SECONDS = 1.0


class Run:
    """The plugin and all that belongs to this run of it."""

    def __init__(self, settings: Settings, target: Target, ending: Ending) -> None:
        self._settings = settings
        self._target = target
        self._ending = ending
        self._stop = StopRequest()
        self._connection = Connection(settings, self._stop.lose_bus)
        self._plugin: Any = None
        self._initialized = False

    async def live(self) -> None:
        """Starts the plugin, lets it run until it is to stop, and stops it."""
        # First of all: a host may end a plugin as soon as it has heard of it.
        self._stop.listen(self._settings.stop_at_end_of_input)
        watch_tasks(asyncio.get_running_loop())
        failure: Optional[Failure] = None
        try:
            await self._unless_stopped(self._start())
            await self._stop.wait()
            if self._stop.bus_lost:
                failure = self._lost_bus()
        except Failure as caught:
            failure = caught
        except Exception as error:
            failure = Failure(Stage.OTHER, f"run {self._settings.plugin}", text_of(error), "see the trace above", error)
        await self._finish(failure)
        hold_signals()

    async def _start(self) -> None:
        plugin_class = find_class(load(self._target), self._target.name, self._target.class_name)
        await self._connection.make()
        client = self._connection.client
        control = Control(client, self._settings, self._stop.ask)
        await control.listen()
        self._plugin = construct(plugin_class, client, self._settings.config)
        try:
            await finished(self._plugin.initialize())
        except (Exception, SystemExit) as error:
            what = f"initialize {self._settings.plugin}"
            stage = stage_of(error, Stage.INITIALIZE)
            raise Failure(stage, what, text_of(error), "see the trace above", error) from error
        self._initialized = True
        await control.announce(self._plugin)

    async def _unless_stopped(self, work: Awaitable[None]) -> None:
        """Works, but drops the work when the plugin is to stop."""
        task = asyncio.ensure_future(work)
        stop = asyncio.ensure_future(self._stop.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_CANCEL_SECONDS)
        elif not self._stop.bus_lost:
            task.result()
        # What a plugin says that was interrupted, or whose connection is gone, is not why it ends.
        if task.done() and not task.cancelled():
            task.exception()

    async def _finish(self, failure: Optional[Failure]) -> None:
        """Answers what was delivered, then lets the plugin clean up, then leaves the bus; all within the time for it."""
        seconds = self._settings.drain_seconds
        if not self._initialized:
            seconds = min(seconds, _FAILED_START_SECONDS)
        if failure is not None:
            failure.show_trace()
            self._ending.expect(failure.stage, str(failure))
        else:
            why = f"it did not finish within {seconds:g} s"
            self._ending.expect(Stage.OTHER, f"cannot stop {self._settings.plugin}: {why}; see what its shutdown() waits for")
        self._ending.within(seconds)
        shut_down_by = time.monotonic() + seconds * (1 - _LAST_SHARE)
        # Even for a plugin that failed: it may have taken requests that now nobody else answers.
        await self._drain(seconds * _DRAIN_SHARE)
        stopped = await self._shut_down(shut_down_by - time.monotonic())
        if failure is None and stopped is not None:
            self._ending.expect(Stage.OTHER, str(stopped))
        elif failure is None:
            self._ending.expect(0)
        try:
            await _within(_CLOSE_SECONDS, self._connection.close())
        except Exception as error:
            _LOG.warning("the connection was not closed in order: %s", text_of(error))

    async def _drain(self, seconds: float) -> None:
        try:
            if not await _within(seconds, self._connection.client.drain_served()):
                _LOG.warning("its handlers are not done after %g s; some messages stay unanswered", seconds)
        except Exception as error:
            _LOG.warning("some messages may stay unanswered: %s", text_of(error))

    async def _shut_down(self, seconds: float) -> Optional[Failure]:
        shutdown = getattr(self._plugin, "shutdown", None)
        if not self._initialized or not callable(shutdown):
            return None
        what = f"stop {self._settings.plugin}"

        async def attempt() -> None:
            try:
                await finished(shutdown())
            except (Exception, SystemExit) as error:
                raise Failure(Stage.OTHER, what, text_of(error), "see the trace above", error) from error

        try:
            if await _within(seconds, attempt()):
                return None
            return Failure(Stage.OTHER, what, f"its shutdown() took more than {seconds:.1f} s", "let it wait for less")
        except Failure as failure:
            failure.show_trace()
            return failure

    def _lost_bus(self) -> Failure:
        error = self._connection.client.last_error
        why = text_of(error) if error is not None else "the connection was closed"
        return Failure(Stage.LOST, f"stay on the bus as {self._settings.plugin}", why, "see what the server says about it")


async def _within(seconds: float, work: Awaitable[Any]) -> bool:
    """Whether the work was done in time; its exceptions are its own, and it is not waited for after it was cancelled."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        return False
    task.result()
    return True
