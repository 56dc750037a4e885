"""Connects to the bus within a time, and tells how the connection fares."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any, Callable, Dict, Optional

from .client import BusClient
from .environment import Settings
from .failures import Failure, Stage, text_of

_LOG = logging.getLogger("foster")
# A server that restarts finds its plugins back within a second; the spread keeps them from coming all at once.
_RECONNECT_SECONDS = (0.15, 0.25)
_PING_SECONDS = 20


class Connection:
    """The connection of one run: made within a time, then kept for ever."""

    def __init__(self, settings: Settings, lost: Callable[[], None]) -> None:
        self.client = _new_client(settings)
        self._settings = settings
        self._lost = lost
        self._refused: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()
        self._made = False
        self._last_error: Optional[BaseException] = None

    async def make(self) -> None:
        """Connects; the client would try for minutes, but the host waits for an answer."""
        options = self._options()
        work = asyncio.ensure_future(self._try(options))
        try:
            seconds = self._settings.connect_seconds
            await asyncio.wait({work, self._refused}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
                self._made = True
        except Exception as error:
            self._remember(error)
        finally:
            work.cancel()
        if not self._made:
            raise self._failure()

    async def _try(self, options: Dict[str, Any]) -> None:
        while True:
            try:
                return await self.client.connect(**options)
            except OSError as error:
                # A server that refuses a password may hang up so fast that its reason is lost, and then this client
                # gives up instead of trying again.
                self._remember(error)
            await asyncio.sleep(options["reconnect_time_wait"])
            self.client = _new_client(self._settings)

    def _remember(self, error: BaseException) -> None:
        # Behind a refusal the server hangs up, and that is told as well: not what its user needs to know.
        if not self._refused.done():
            self._last_error = error

    async def close(self) -> None:
        """Sends what is left to send, and closes."""
        self._lost = _nothing
        if self._made and not self.client.is_closed:
            if self.client.is_connected:
                await self.client.flush()
            await self.client.close()

    def _options(self) -> Dict[str, Any]:
        settings = self._settings
        options: Dict[str, Any] = {
            "servers": settings.servers,
            "name": settings.plugin,
            "inbox_prefix": settings.inbox,
            "connect_timeout": max(0.25, settings.connect_seconds / len(settings.servers)),
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": random.uniform(*_RECONNECT_SECONDS),
            "ping_interval": _PING_SECONDS,
            "error_cb": self._on_error,
            "disconnected_cb": self._on_disconnected,
            "reconnected_cb": self._on_reconnected,
            "closed_cb": self._on_closed,
        }
        if settings.user is not None:
            options.update(user=settings.user, password=settings.password or "")
        if settings.token is not None:
            options["token"] = settings.token
        if settings.credentials is not None:
            options["user_credentials"] = settings.credentials
        if settings.authority is not None:
            options["tls"] = _trust(settings.authority)
        return options

    async def _on_error(self, error: Exception) -> None:
        if not self._made:
            self._remember(error)
            # To ask again with the same password is of no use, and servers count it.
            if _is_refusal(error) and not self._refused.done():
                self._refused.set_result(None)
        elif error.__traceback__ is None:
            # Nothing was raised: the client reports what the server said, or what happened to the connection.
            _LOG.warning("%s", error)
        elif self.client.is_connected or not isinstance(error, OSError):
            _LOG.error("a handler of messages failed: %s", text_of(error), exc_info=error)
        else:
            _LOG.debug("still no bus: %s", text_of(error))

    async def _on_disconnected(self) -> None:
        if self._made and not self.client.is_closed:
            _LOG.warning("the bus is gone; trying to reach it again")

    async def _on_reconnected(self) -> None:
        _LOG.info("the bus is back")

    async def _on_closed(self) -> None:
        self._lost()

    def _failure(self) -> Failure:
        # Not the whole address: it may carry a password after all.
        where = ", ".join(server.rpartition("@")[2].rpartition("/")[2] for server in self._settings.servers)
        what = f"connect to the bus at {where}"
        error = self._last_error
        if error is None or isinstance(error, asyncio.TimeoutError):
            why = f"no answer within {self._settings.connect_seconds:g} s"
            return Failure(Stage.CONNECT, what, why, "check that a NATS server is listening there", error)
        return Failure(Stage.CONNECT, what, text_of(error), _remedy(error), error)


def _new_client(settings: Settings) -> BusClient:
    return BusClient(settings.queue, settings.inbox)


def _nothing() -> None:
    pass


def _trust(authority: str) -> Any:
    import ssl

    try:
        return ssl.create_default_context(cafile=authority)
    except (OSError, ValueError) as error:
        remedy = "name a PEM file with the certificate of the authority"
        raise Failure(Stage.USAGE, f"read FOSTER_BUS_CA {authority}", text_of(error), remedy) from error


def _is_refusal(error: BaseException) -> bool:
    text = str(error).lower()
    # Who was too slow to say who it is was not refused: the next attempt may be in time.
    return "authorization" in text or ("authentication" in text and "timeout" not in text)


def _remedy(error: BaseException) -> str:
    if _is_refusal(error):
        return "check the user and password, or the token, of the bus"
    if isinstance(error, ImportError):
        return "add nats-py[nkeys] to the plugin's requirements"
    if isinstance(error, ConnectionRefusedError):
        return "start the bus, or correct its address"
    return "see the trace above"
