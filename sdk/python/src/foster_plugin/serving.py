"""The whole life of a plugin process."""

from __future__ import annotations

import json
import logging
import os
import queue
import signal
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Tuple, Union

import grpc

from .broker import Broker
from .endpoints import Endpoints
from .environment import Cookie, Request
from .handshake import Address, choose_version, handshake_line, say
from .health import Health
from .logs import HostLogHandler
from .mux import Multiplexer
from .relay import Relays
from .schema import unary
from .security import Identity, identity_for
from .sockets import Places
from .stdio import Stdio
from .threads import spawn
from .wire import PLUGIN, Empty

# Go's hosts kill a plugin two seconds after they asked it to shut down.
_SHUTDOWN_GRACE_SECONDS = 1.5
_PARENT_PERIOD_SECONDS = 1.0


@dataclass
class Plugin:
    """What a registrar gets: the server to add services to, and what these services may need."""

    server: grpc.Server
    broker: Broker
    health: Health
    #: The version of the application's protocol that host and plugin agreed on.
    version: int
    # Not an event: a signal handler that sets one can wait forever for the lock of the thread that it interrupted.
    _ends: "queue.SimpleQueue[float]" = field(default_factory=queue.SimpleQueue)

    def stop(self, grace: float = _SHUTDOWN_GRACE_SECONDS) -> None:
        """Lets ``serve`` end: calls in flight get the grace, in seconds, to finish."""
        self._ends.put(grace)


#: Adds services to a plugin: a function, or the pair of a generated ``add_XServicer_to_server`` and its servicer.
Registrar = Union[Callable[[Plugin], None], Tuple[Callable[[Any, grpc.Server], None], Any]]


def serve(
    *services: Registrar,
    cookie: Tuple[str, str],
    versions: Union[Iterable[int], Mapping[int, Sequence[Registrar]]] = (1,),
    network: Optional[str] = None,
    identity: Optional[Identity] = None,
    grace: float = 5.0,
    log_level: Optional[int] = logging.INFO,
    leave_with_parent: bool = False,
    reattach_file: Optional[str] = None,
) -> None:
    """Serves services to the host that started this process, and returns when the host is done with them.

    :param services: registrars; those of ``versions`` come on top of them
    :param cookie: key and value of the variable that the host sets; without it the process ends with code 1
    :param versions: versions of the application's protocol, or registrars for each of them
    :param network: "unix" or "tcp"; by default tcp on Windows only
    :param identity: a certificate of your own for mutual TLS, instead of the one made for hosts that ask for it
    :param grace: seconds that calls in flight get after SIGTERM
    :param log_level: records from this level on go to the host, if nothing else is configured; None leaves logging alone
    :param leave_with_parent: end when the process that started this one is gone
    :param reattach_file: test mode: no cookie, no handshake; how to attach is written to this file as JSON
    """
    if reattach_file is None:
        Cookie(*cookie).require(os.environ)
    if log_level is not None and not logging.getLogger().handlers:
        logging.basicConfig(level=log_level, handlers=[HostLogHandler()])
    own = versions if isinstance(versions, Mapping) else {version: () for version in versions}
    life: Optional[_Life] = None
    try:
        request = Request.read()
        version = choose_version(own, request.versions)
        life = _Life(request, network or ("tcp" if os.name == "nt" else "unix"), identity)
        plugin = life.prepare(version, [*services, *own[version]], request.multiplexed and reattach_file is None)
    except (OSError, ValueError, RuntimeError) as failure:
        if life is not None:
            life.close()
        print(failure, file=sys.stderr, flush=True)
        sys.exit(1)
    try:
        life.run(plugin, grace, leave_with_parent, reattach_file)
    finally:
        life.close()


class _Life:
    """The parts of one plugin, from the first socket to the last."""

    def __init__(self, request: Request, network: str, identity: Optional[Identity]) -> None:
        self._request = request
        self._identity = identity
        self._places = Places(request, network)
        self._relays = Relays()
        self._stdio = Stdio()
        self._multiplexed = False
        self._address = Address(network, "")

    def prepare(self, version: int, services: Sequence[Registrar], multiplexed: bool) -> Plugin:
        """Binds, so that the host can connect as soon as it is told where."""
        if self._identity is None and self._request.client_certificate:
            self._identity = identity_for(self._request.client_certificate)
        endpoints = Endpoints(self._places, self._relays, self._identity)
        multiplexer = Multiplexer(self._relays) if multiplexed else None
        self._multiplexed = multiplexed
        server = endpoints.new_server()
        plugin = Plugin(server, Broker(endpoints, multiplexer), Health(), version)

        def shutdown(*_: Any) -> Any:
            plugin.stop()
            return Empty()

        controller = PLUGIN.service("GRPCController", Shutdown=unary(Empty, shutdown))
        for register in (plugin.health.register, plugin.broker.register, self._stdio.register, controller):
            register(server)
        for registrar in services:
            _register(registrar, plugin)
        self._address = self._places.public()
        if multiplexer is None:
            endpoints.bind(server, self._address)
            server.start()
        else:
            main = self._places.private()
            endpoints.bind(server, main)
            server.start()
            multiplexer.start(self._address, main)
        self._places.share(self._address)
        return plugin

    def run(self, plugin: Plugin, grace: float, leave_with_parent: bool, reattach_file: Optional[str]) -> None:
        """Shakes hands and waits for the end."""
        certificate = self._identity.handshake_field if self._identity is not None else ""
        # Before the handshake: a host may end a plugin as soon as it has heard of it.
        _handle_signals(plugin, grace, interruptible=reattach_file is not None)
        if leave_with_parent:
            spawn("foster-parent", _watch_parent, plugin, os.getppid())
        if reattach_file is None:
            say(handshake_line(plugin.version, self._address, certificate, self._multiplexed))
            self._stdio.capture()
        else:
            _write_reattach(reattach_file, plugin.version, self._address)
        end = plugin._ends.get()
        plugin.health.close()
        self._stdio.close()
        plugin.broker.close()
        plugin.server.stop(end).wait()
        self._relays.settle(0.5)

    def close(self) -> None:
        self._stdio.close()
        self._relays.close()
        self._places.close()


def _register(registrar: Registrar, plugin: Plugin) -> None:
    if isinstance(registrar, tuple):
        add, servicer = registrar
        add(servicer, plugin.server)
    else:
        registrar(plugin)


def _handle_signals(plugin: Plugin, grace: float, interruptible: bool) -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    signal.signal(signal.SIGTERM, lambda *_: plugin.stop(grace))
    if not interruptible:
        # Ctrl-C goes to the whole group of processes, but only the host decides when its plugins end. Not SIG_IGN:
        # programs that this plugin starts would inherit that.
        signal.signal(signal.SIGINT, lambda *_: None)


def _watch_parent(plugin: Plugin, parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_PERIOD_SECONDS)
    plugin.stop()


def _write_reattach(file: str, version: int, address: Address) -> None:
    content = {
        "plugin": {
            "Protocol": "grpc",
            "ProtocolVersion": version,
            "Pid": os.getpid(),
            "Test": True,
            "Addr": {"Network": address.network, "String": address.text},
        }
    }
    # A name of its own first: whoever waits for the file must not read half of it.
    with open(file + ".part", "w", encoding="utf-8") as out:
        json.dump(content, out)
    os.replace(file + ".part", file)
