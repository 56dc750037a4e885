"""Serves a plugin from Python to Foster or to any other host that speaks the go-plugin protocol."""

from .broker import Accepted, Broker
from .environment import Cookie
from .logs import TRACE, HostLogHandler
from .schema import Schema
from .security import Identity
from .serving import Plugin, Registrar, serve

__all__ = [
    "TRACE",
    "Accepted",
    "Broker",
    "Cookie",
    "HostLogHandler",
    "Identity",
    "Plugin",
    "Registrar",
    "Schema",
    "serve",
]
