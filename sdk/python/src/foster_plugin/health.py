"""grpc.health.v1: how a host asks whether its plugin is well."""

from __future__ import annotations

import threading
from typing import Any, Iterator

import grpc

from .schema import server_stream, unary
from .wire import HEALTH, NOT_SERVING, SERVICE_UNKNOWN, SERVING, HealthCheckRequest, HealthCheckResponse

# The first is the name that go-plugin hosts ask for, the second stands for the whole server.
_SERVICES = ("plugin", "")


class Health:
    """The state of this plugin, for those who ask once and for those who watch."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._status = SERVING
        self._closed = False
        self.register = HEALTH.service(
            "Health",
            Check=unary(HealthCheckRequest, self._check),
            Watch=server_stream(HealthCheckRequest, self._watch),
        )

    def set(self, serving: bool) -> None:
        """From now on the plugin says this of itself."""
        with self._changed:
            self._status = SERVING if serving else NOT_SERVING
            self._changed.notify_all()

    def close(self) -> None:
        """Says NOT_SERVING to everybody and lets the watchers go."""
        with self._changed:
            self._status = NOT_SERVING
            self._closed = True
            self._changed.notify_all()

    def _check(self, request: Any, context: grpc.ServicerContext) -> Any:
        if request.service not in _SERVICES:
            context.abort(grpc.StatusCode.NOT_FOUND, f"no service {request.service!r}")
        return HealthCheckResponse(status=self._status)

    def _watch(self, request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        def wake() -> None:
            with self._changed:
                self._changed.notify_all()

        context.add_callback(wake)
        if request.service not in _SERVICES:
            yield HealthCheckResponse(status=SERVICE_UNKNOWN)
            with self._changed:
                self._changed.wait_for(lambda: self._closed or not context.is_active())
            return
        said = None
        while context.is_active():
            with self._changed:
                self._changed.wait_for(lambda: self._status != said or self._closed or not context.is_active())
                status, closed = self._status, self._closed
            if status != said:
                yield HealthCheckResponse(status=status)
                said = status
            if closed:
                return
