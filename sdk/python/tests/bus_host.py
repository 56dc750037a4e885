"""Plays the host of message plugins, on a real broker."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import secrets
import shutil
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Awaitable, Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Type

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

RUNNER = str(Path(__file__).parents[1] / "src" / "foster_bus")
PLUGINS = Path(__file__).with_name("plugins")


def story(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Makes a test of a coroutine; one that hangs fails."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 120))

    return run


def free_port() -> int:
    """A port that was free a moment ago; none that the system gives to clients, one of which could have it by then."""
    for _ in range(1000):
        port = random.randrange(25001, 32768)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


class Broker:
    """A nats-server for these tests, which can be taken away and brought back."""

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self._options = options
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self.start()

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        # Debian keeps it where only root's PATH leads. Another program that takes its options can stand in for it.
        wanted = os.environ.get("FOSTER_NATS_SERVER", "nats-server")
        program = shutil.which(wanted, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/bin")
        assert program is not None, "cannot find nats-server: it is not installed; run .ci/setup"
        command = [program, "-a", "127.0.0.1", "-p", str(self.port), *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    assert connection.recv(4) == b"INFO"
                    return
            except OSError:
                assert time.monotonic() < deadline and self._process.poll() is None, "nats-server does not start"

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def guarded(folder: Path, **whom: Any) -> Broker:
    """One that lets in only those; it waits longer than by itself for them to say who they are."""
    rules = folder / "rules.conf"
    rules.write_text(json.dumps({"authorization": {"timeout": 20, **whom}}))
    return Broker("-c", str(rules))


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    server = Broker()
    yield server
    server.stop()


class End(NamedTuple):
    """How a run ended."""

    code: int
    errors: str
    output: str

    @property
    def last_line(self) -> str:
        return self.errors.splitlines()[-1]


class Running:
    """One run of a plugin."""

    def __init__(self, process: asyncio.subprocess.Process, run: str, ready: "asyncio.Future[Dict[str, Any]]") -> None:
        self.process = process
        self.run = run
        self._ready = ready

    async def ready(self) -> Dict[str, Any]:
        """What it said when it was ready."""
        end: "asyncio.Future[Any]" = asyncio.ensure_future(self.process.wait())
        news: Set["asyncio.Future[Any]"] = {self._ready, end}
        await asyncio.wait(news, return_when=asyncio.FIRST_COMPLETED)
        if not self._ready.done():
            pytest.fail(f"ended before it was ready: {await self.end()}")
        end.cancel()
        return self._ready.result()

    @property
    def was_ready(self) -> bool:
        return self._ready.done()

    async def end(self) -> End:
        output, errors = await self.process.communicate()
        assert self.process.returncode is not None
        return End(self.process.returncode, errors.decode(), output.decode())

    async def stop(self) -> End:
        self.process.terminate()
        return await self.end()

    async def line(self) -> str:
        """The next line on standard error."""
        assert self.process.stderr is not None
        return (await self.process.stderr.readline()).decode().rstrip("\n")


class Host:
    """Starts plugins and talks to them; at the end none of them is left."""

    def __init__(self, broker: Broker, **credentials: Any) -> None:
        self._broker = broker
        self._credentials = credentials
        self._runs: List[Running] = []
        self.client = Client()

    async def __aenter__(self) -> "Host":
        options: Dict[str, Any] = {"reconnect_time_wait": 0.05, "max_reconnect_attempts": -1, "error_cb": _ignore}
        self.client = await nats.connect(self._broker.url, **options, **self._credentials)
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Any, trace: Optional[TracebackType]) -> None:
        for run in self._runs:
            if run.process.returncode is None:
                run.process.kill()
                await run.process.communicate()
        await self.client.close()

    async def spawn(self, *arguments: str, **variables: str) -> Running:
        """Starts a run; what it says is heard from the first word on."""
        run = secrets.token_hex(8)
        ready: "asyncio.Future[Dict[str, Any]]" = asyncio.get_running_loop().create_future()

        async def hear(message: Msg) -> None:
            if not ready.done():
                ready.set_result(json.loads(message.data))

        await self.client.subscribe(f"foster.run.{run}.ready", cb=hear)
        await self.client.flush()
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "FOSTER_BUS_SERVERS": self._broker.url,
            # Longer than it is given by itself: few tests are about that.
            "FOSTER_BUS_CONNECT_TIMEOUT": "20",
            "FOSTER_PLUGIN_ID": "tested",
            "FOSTER_PLUGIN_RUN": run,
            **variables,
        }
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, RUNNER, *arguments, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
        )
        running = Running(process, run, ready)
        self._runs.append(running)
        return running

    async def spawn_file(self, file: Path, **variables: str) -> Running:
        return await self.spawn("--root", str(file.parent), "--file", file.name, **variables)

    async def started(self, file: Path, **variables: str) -> Running:
        running = await self.spawn_file(file, **variables)
        await running.ready()
        return running

    async def request(self, subject: str, **content: Any) -> Any:
        answer = await self.client.request(subject, json.dumps(content).encode(), timeout=20)
        return json.loads(answer.data)

    async def ask(self, running: Running, timeout: float = 20) -> Any:
        answer = await self.client.request(f"foster.run.{running.run}.ask", b"{}", timeout=timeout)
        return json.loads(answer.data)


async def _ignore(error: Exception) -> None:
    """Tests see what matters; the client would only log it."""


async def eventually(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Waits until something holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never held"
        await asyncio.sleep(0.01)


def bot(folder: Path, body: str, head: str = "") -> Path:
    """Writes a plugin whose class has this body, with a constructor that keeps the client as ``nc``."""
    file = folder / "plugin.py"
    lines = ["import asyncio, json, logging, os, sys, time", head, "class TestedPlugin:"]
    if "def __init__" not in body:
        lines += ["    def __init__(self, nc, config=None):", "        self.nc, self.config = nc, config"]
    lines += ["    " + line for line in textwrap.dedent(body).strip("\n").splitlines()]
    file.write_text("\n".join(lines) + "\n")
    return file
