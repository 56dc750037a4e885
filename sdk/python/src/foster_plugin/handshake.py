"""The one line that a plugin says on its standard output, and the version in it."""

from __future__ import annotations

import os
from typing import Collection, NamedTuple

#: The version of the handshake itself; there has only ever been one.
CORE_VERSION = 1


class Address(NamedTuple):
    """Where a server listens: "unix" and a path, or "tcp" and host:port."""

    network: str
    text: str

    @property
    def target(self) -> str:
        """The address as gRPC writes it."""
        return f"unix:{self.text}" if self.network == "unix" else self.text


def choose_version(own: Collection[int], accepted: Collection[int]) -> int:
    """The highest version that both sides know. Without one, the lowest of ours: the host says best what is wrong."""
    common = set(own) & set(accepted)
    return max(common) if common else min(own)


def handshake_line(version: int, address: Address, certificate: str, multiplexed: bool) -> str:
    """The line, without its end. The last field is only for hosts that asked, because older ones count the fields."""
    fields = [str(CORE_VERSION), str(version), address.network, address.text, "grpc", certificate]
    if multiplexed:
        fields.append("true")
    return "|".join(fields)


def say(line: str, descriptor: int = 1) -> None:
    """Writes the line past Python's buffer.

    What the plugin printed earlier is most often still in that buffer, and it must not come first: a host takes the
    first line for the handshake, whatever it is.
    """
    remaining = (line + "\n").encode()
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]
