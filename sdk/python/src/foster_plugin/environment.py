"""What a host asks of its plugin, in environment variables."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Mapping, NamedTuple, NoReturn, Optional, Tuple


class Cookie(NamedTuple):
    """The variable by which a plugin knows that a host started it. It is no secret."""

    key: str
    value: str

    def require(self, environment: Mapping[str, str]) -> None:
        """Ends the process, as go-plugin does, when no host started it."""
        if not self.key or not self.value:
            _refuse("cannot serve: the cookie of this plugin is empty; give serve() a cookie with a key and a value")
        if environment.get(self.key) != self.value:
            _refuse(
                "This program is a plugin: it is not meant to be run by hand.\n"
                "Run the program that uses it, which starts its plugins itself.\n"
                f"(A host of this plugin sets the variable {self.key}.)"
            )


def _refuse(notice: str) -> NoReturn:
    # Standard output belongs to the handshake, even for those who never shake hands.
    print(notice, file=sys.stderr, flush=True)
    sys.exit(1)


@dataclass(frozen=True)
class Request:
    """What the host asked for."""

    versions: Tuple[int, ...] = ()
    client_certificate: str = ""
    multiplexed: bool = False
    socket_folder: str = ""
    socket_group: str = ""
    ports: Optional[Tuple[int, int]] = None

    @staticmethod
    def read(environment: Mapping[str, str] = os.environ) -> "Request":
        """Reads the variables; what cannot be read is said on standard error and left out."""
        return Request(
            versions=_versions(environment.get("PLUGIN_PROTOCOL_VERSIONS", "")),
            client_certificate=environment.get("PLUGIN_CLIENT_CERT", ""),
            multiplexed=environment.get("PLUGIN_MULTIPLEX_GRPC", "") != "",
            socket_folder=environment.get("PLUGIN_UNIX_SOCKET_DIR", ""),
            socket_group=environment.get("PLUGIN_UNIX_SOCKET_GROUP", ""),
            ports=_ports(environment.get("PLUGIN_MIN_PORT", ""), environment.get("PLUGIN_MAX_PORT", "")),
        )


def _versions(text: str) -> Tuple[int, ...]:
    versions = []
    for item in filter(None, text.split(",")):
        try:
            versions.append(int(item))
        except ValueError:
            print(f"cannot read version {item!r} of the host: not a number; it is left out", file=sys.stderr)
    return tuple(versions)


def _ports(first: str, last: str) -> Optional[Tuple[int, int]]:
    if not first and not last:
        return None
    try:
        lowest, highest = int(first or 0), int(last or 65535)
    except ValueError:
        raise ValueError(f"cannot read the port range {first!r} to {last!r}: not numbers; correct PLUGIN_MIN_PORT") from None
    if lowest > highest:
        raise ValueError(f"cannot use the port range {lowest} to {highest}: it is empty; correct PLUGIN_MIN_PORT")
    return lowest, highest
