"""Runs a plugin that talks NATS: connects it, starts it, says when it is ready, and ends it without losing a message.

The host runs this folder: ``python foster_bus --root DIR (--module DOTTED | --file FILE.py) [--class NAME]``. A plugin
needs nothing of this package: it is given a client of nats-py and its configuration.
"""

__version__ = "0.1.0"
