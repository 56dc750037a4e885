"""Places to listen at."""

from __future__ import annotations

import os
import random
import shutil
import socket
import tempfile
from typing import List, Optional

from .environment import Request
from .handshake import Address

# The kernel's limit for the path of a unix socket, with the zero at its end.
_LONGEST_PATH = 108


class Places:
    """Finds addresses for servers and forgets none: ``close`` removes every file that was made for one."""

    def __init__(self, request: Request, network: str) -> None:
        self._request = request
        self._network = network
        self._paths: List[str] = []
        self._private: Optional[str] = None

    def public(self) -> Address:
        """An address that the host can reach."""
        if self._network == "tcp":
            return Address("tcp", f"127.0.0.1:{self._free_port()}")
        folder = self._request.socket_folder or tempfile.gettempdir()
        return Address("unix", self._new_path(folder))

    def private(self) -> Address:
        """A unix socket that only this user can reach, for one half of this process to talk to the other."""
        if self._private is None:
            self._private = tempfile.mkdtemp(prefix="foster-plugin-")
        return Address("unix", self._new_path(self._private))

    def share(self, address: Address) -> None:
        """Opens a bound socket to the group that the host named."""
        group = self._request.socket_group
        if not group or address.network != "unix":
            return
        try:
            number = int(group)
        except ValueError:
            import grp

            try:
                number = grp.getgrnam(group).gr_gid
            except KeyError:
                raise ValueError(f"cannot share the socket: there is no group {group!r}; create it") from None
        os.chown(address.text, -1, number)
        os.chmod(address.text, 0o660)

    def release(self, address: Address) -> None:
        """Removes the file of an address that is no longer used; gRPC itself may have done so."""
        if address.text in self._paths:
            self._paths.remove(address.text)
            try:
                os.unlink(address.text)
            except FileNotFoundError:
                pass

    def close(self) -> None:
        for path in list(self._paths):
            self.release(Address("unix", path))
        if self._private is not None:
            shutil.rmtree(self._private, ignore_errors=True)
            self._private = None

    def _new_path(self, folder: str) -> str:
        while True:
            path = os.path.join(folder, f"plugin{random.SystemRandom().getrandbits(32)}")
            if len(os.fsencode(path)) >= _LONGEST_PATH:
                raise ValueError(f"cannot listen at {path}: the path is too long for a socket; set a shorter TMPDIR")
            if not os.path.exists(path):
                self._paths.append(path)
                return path

    def _free_port(self) -> int:
        ports = self._request.ports
        candidates = range(ports[0], ports[1] + 1) if ports else range(0, 1)
        # Not in order: plugins that start at the same time would all find the same port.
        for port in random.sample(candidates, len(candidates)):
            with socket.socket() as probe:
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
                return int(probe.getsockname()[1])
        raise OSError(f"cannot listen: no port from {candidates[0]} to {candidates[-1]} is free; widen the range")
