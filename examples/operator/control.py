"""Foster's control API, as far as this example uses it: HTTP and JSON on a unix socket."""

import glob
import hashlib
import http.client
import json
import os
import socket
from typing import Any, Dict, Iterator, Optional, Tuple


def folder() -> str:
    """The folder of the daemon's socket, which only its user may enter.

    It is named after the folder of the project, in which all these programs run.
    """
    runtime = os.environ.get("FOSTER_RUNTIME_DIR", "")
    if not runtime:
        standard = os.environ.get("XDG_RUNTIME_DIR", "")
        runtime = os.path.join(standard, "foster") if standard else f"/tmp/foster-{os.getuid()}"
    name = hashlib.sha256(os.path.realpath(".").encode()).hexdigest()[:12]
    found = glob.glob(os.path.join(glob.escape(runtime), f"*-{name}"))
    if not found:
        raise SystemExit(f"cannot find Foster: no daemon of this folder in {runtime}; start it with: foster up")
    return found[0]


class _Connection(http.client.HTTPConnection):
    def __init__(self) -> None:
        super().__init__("localhost")

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(os.path.join(folder(), "socket"))


def _ask(method: str, path: str, body: Optional[bytes] = None) -> bytes:
    connection = _Connection()
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(json.loads(text)["message"])
        return text
    finally:
        connection.close()


def process(name: str) -> Dict[str, Any]:
    """How a process is: its state, its pid, how often it was restarted, and more."""
    return json.loads(_ask("GET", f"/v1/processes/{name}"))


def restart(name: str) -> None:
    _ask("POST", "/v1/restart", json.dumps({"names": [name]}).encode())


def send(name: str, line: str) -> None:
    """Writes a line to the standard input of a process."""
    _ask("POST", f"/v1/processes/{name}/input", (line + "\n").encode())


def lines(*names: str) -> Iterator[Tuple[str, str]]:
    """What processes print from now on: who, and what. It ends when Foster does."""
    query = "&".join(f"name={name}" for name in names)
    connection = _Connection()
    connection.request("GET", f"/v1/logs?tail=0&{query}", headers={"Accept": "text/event-stream"})
    kind = ""
    for raw in connection.getresponse():
        field, _, value = raw.decode().rstrip("\n").partition(": ")
        if field == "event":
            kind = value
        elif field == "data" and kind == "line":
            line = json.loads(value)
            if line["stream"] != "foster":
                yield line["process"], line["text"]
