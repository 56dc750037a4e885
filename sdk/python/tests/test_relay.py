"""The relays, in a process of their own: what asyncio complains about comes when the interpreter ends."""

from __future__ import annotations

import subprocess
import sys

from conftest import SOURCES

_BUSY = """
import asyncio
import socket
import sys
import tempfile
from foster_plugin.handshake import Address
from foster_plugin.relay import Relays, connecting

with tempfile.TemporaryDirectory(prefix="kv") as folder:
    relays = Relays()
    there = Address("unix", folder + "/there")
    silent = socket.socket(socket.AF_UNIX)
    silent.bind(there.text)
    silent.listen()
    here = Address("unix", folder + "/here")
    relays.listen(here, None, connecting(there, None))
    client = socket.socket(socket.AF_UNIX)
    client.connect(here.text)
    peer, _ = silent.accept()
    client.send(b"x")
    assert peer.recv(1) == b"x"
    relays.close()
    print("closed")
"""


def test_connections_that_are_open_at_the_end_are_ended_without_a_complaint() -> None:
    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore::ResourceWarning", "-c", _BUSY],
        env={"PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.stdout, ended.stderr) == ("closed\n", "")
