"""What host and runner say to each other over the bus."""

from __future__ import annotations

import inspect
import json
import logging
import os
from typing import Any, Callable, Dict

from nats.aio.msg import Msg
from nats.errors import TimeoutError as BusTimeoutError

from . import __version__
from .client import BusClient
from .environment import Settings
from .failures import text_of

_LOG = logging.getLogger("foster")


async def finished(result: Any) -> Any:
    """What a method returned, whether it is async or plain."""
    return await result if inspect.isawaitable(result) else result


class Control:
    """The subjects of one run: it says ready, is asked how it is, and is told to stop."""

    def __init__(self, client: BusClient, settings: Settings, stop: Callable[[str], None]) -> None:
        self._client = client
        self._settings = settings
        self._stop = stop
        self._subject = f"foster.run.{settings.run}"
        self._plugin: Any = None

    async def listen(self) -> None:
        await self._client.subscribe_for_runner(f"{self._subject}.ask", self._on_ask)
        await self._client.subscribe_for_runner(f"{self._subject}.stop", self._on_stop)

    async def announce(self, plugin: Any) -> None:
        """Says that the plugin is ready, once the server knows of all its subscriptions."""
        self._plugin = plugin
        message = json.dumps(self._description(plugin)).encode()
        while True:
            try:
                await self._client.flush(timeout=2)
                await self._client.publish(f"{self._subject}.ready", message)
                await self._client.flush(timeout=2)
                return
            except BusTimeoutError:
                # The bus went away meanwhile. To say it twice does no harm; not to say it would.
                _LOG.warning("the bus does not answer; saying ready again")

    def _description(self, plugin: Any) -> Dict[str, Any]:
        description: Dict[str, Any] = {
            "plugin": self._settings.plugin,
            "run": self._settings.run,
            "pid": os.getpid(),
            "subjects": list(dict.fromkeys(each.subject for each in self._client.served())),
            "runner": f"python {__version__}",
        }
        for key, attribute in (("description", "DESCRIPTION"), ("version", "VERSION")):
            value = getattr(plugin, attribute, None)
            if isinstance(value, str):
                description[key] = value
        return description

    async def _on_ask(self, message: Msg) -> None:
        answer = await self._health()
        if message.reply:
            await message.respond(json.dumps(answer).encode())

    async def _on_stop(self, message: Msg) -> None:
        self._stop("the host")

    async def _health(self) -> Dict[str, Any]:
        if self._plugin is None:
            return {"ok": False, "why": "it is still being initialized"}
        health = getattr(self._plugin, "health", None)
        if health is None or not _callable_without_arguments(health):
            return {"ok": True}
        try:
            # Nothing but False is bad news: many methods return nothing.
            if await finished(health()) is False:
                return {"ok": False, "why": "health() says no"}
        except Exception as error:
            return {"ok": False, "why": text_of(error)}
        return {"ok": True}


def _callable_without_arguments(method: Any) -> bool:
    try:
        inspect.signature(method).bind()
    except (TypeError, ValueError):
        return False
    return True
