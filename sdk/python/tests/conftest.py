"""What the tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, List, Sequence

import pytest

pytest_plugins = ["bus_host"]

PLUGIN = [sys.executable, str(Path(__file__).with_name("kv_plugin.py"))]
SOURCES = str(Path(__file__).parents[1] / "src")


class GoHost:
    """The program that launches plugins with the real go-plugin library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = os.path.join(os.environ["FOSTER_GO"], "host")

    def environment(self, **variables: str) -> Dict[str, str]:
        # Buffered, as Python is when nobody asks for something else.
        fixed = {"TMPDIR": str(self.folder), "PYTHONPATH": SOURCES, "PYTHONUNBUFFERED": ""}
        return {**os.environ, **fixed, **variables}

    @contextmanager
    def started(self, **variables: str) -> Iterator["subprocess.Popen[str]"]:
        """A plugin without a host; it is gone at the end, whatever the test found."""
        process = subprocess.Popen(PLUGIN, env=self.environment(**variables), stdout=subprocess.PIPE, text=True)
        with process:
            try:
                yield process
            finally:
                process.kill()

    def attempt(self, *arguments: str, plugin: Sequence[str] = PLUGIN, **variables: str) -> List[Dict[str, Any]]:
        """Runs steps and gives what the host said of each."""
        command = [self.host, *arguments, *plugin]
        result = subprocess.run(command, env=self.environment(**variables), capture_output=True, text=True, timeout=60)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def run(self, *arguments: str, plugin: Sequence[str] = PLUGIN, **variables: str) -> Dict[str, Dict[str, Any]]:
        """Runs steps that must all succeed, and gives what the host said by the name of the step."""
        steps = self.attempt(*arguments, plugin=plugin, **variables)
        assert steps
        assert [step for step in steps if not step["ok"]] == []
        return {step["step"]: step for step in steps}

    def sockets(self) -> List[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def go() -> Iterator[GoHost]:
    # Not pytest's own folder: its path may be too long for a socket.
    with tempfile.TemporaryDirectory(prefix="kv") as folder:
        yield GoHost(Path(folder))
