"""Every way in which a message plugin fails to start: its exit code, its trace, and its last line."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

import pytest
from bus_host import PLUGINS, RUNNER, Broker, Host, bot, free_port, guarded, story

INITIALIZE = "def initialize(self): pass"

#: What stands in plugin.py, the exit code, a part of the trace ("" for none), the last line.
FAILURES = {
    "a missing dependency": (
        "import no_such_library\n",
        11,
        "import no_such_library",
        "cannot import plugin.py: No module named 'no_such_library'; "
        "add what provides no_such_library to the plugin's requirements",
    ),
    "wrong syntax": (
        "class TestedPlugin\n",
        11,
        "SyntaxError",
        r"cannot import plugin.py: SyntaxError: .*\(plugin.py, line 1\); see the trace above",
    ),
    "a module that raises": (
        "raise ValueError('two\\nlines')\n",
        17,
        "raise ValueError",
        "cannot import plugin.py: ValueError: two lines; see the trace above",
    ),
    "a module that exits": (
        "import sys\nsys.exit(0)\n",
        17,
        "sys.exit(0)",
        "cannot import plugin.py: SystemExit: 0; see the trace above",
    ),
    "no class": (
        "class Dice:\n    def initialize(self): pass\n",
        13,
        "",
        "cannot find the plugin's class in plugin.py: no class whose name ends in Plugin is defined there; "
        "define one there, or name it as class in the manifest",
    ),
    "several classes": (
        f"class TwoPlugin:\n    {INITIALIZE}\nclass OnePlugin:\n    {INITIALIZE}\n",
        13,
        "",
        "cannot find the plugin's class in plugin.py: OnePlugin, TwoPlugin could be meant; "
        "name one of them as class in the manifest",
    ),
    "no initialize": (
        "class TestedPlugin:\n    def __init__(self, nc): pass\n",
        13,
        "",
        r"cannot use plugin.py: TestedPlugin has no method initialize; write async def initialize\(self\)",
    ),
    "a constructor that raises": (
        f"class TestedPlugin:\n    def __init__(self, nc): open('/nowhere')\n    {INITIALIZE}\n",
        14,
        "in __init__",
        "cannot construct TestedPlugin: FileNotFoundError: .*'/nowhere'; see the trace above",
    ),
    "a constructor that raises what a wrong call would": (
        f"class TestedPlugin:\n    def __init__(self, nc): int()()\n    {INITIALIZE}\n",
        14,
        "in __init__",
        "cannot construct TestedPlugin: TypeError: 'int' object is not callable; see the trace above",
    ),
    "a constructor that asks for more": (
        f"class TestedPlugin:\n    def __init__(self, nc, database, *, cache): pass\n    {INITIALIZE}\n",
        13,
        "",
        "cannot construct TestedPlugin: it asks for database, cache, which nobody gives it; "
        "give that a default, or take it from config",
    ),
    "an initialize that imports what is not there": (
        "class TestedPlugin:\n    def __init__(self, nc): pass\n    def initialize(self): import no_such_library\n",
        11,
        "in initialize",
        "cannot initialize tested: ModuleNotFoundError: No module named 'no_such_library'; see the trace above",
    ),
    "an initialize that raises": (
        "class TestedPlugin:\n    def __init__(self, nc): pass\n    async def initialize(self): {}['key']\n",
        15,
        "in initialize",
        "cannot initialize tested: KeyError: 'key'; see the trace above",
    ),
    "a plain initialize that raises": (
        "class TestedPlugin:\n    def __init__(self, nc): pass\n    def initialize(self): raise SystemExit(3)\n",
        15,
        "in initialize",
        "cannot initialize tested: SystemExit: 3; see the trace above",
    ),
    "an initialize that asks a service nobody offers": (
        "class TestedPlugin:\n    def __init__(self, nc): self.nc = nc\n"
        "    async def initialize(self): await self.nc.request('nobody.offers.this', b'', timeout=30)\n",
        15,
        "in initialize",
        "cannot initialize tested: NoRespondersError: nats: no responders available for request; see the trace above",
    ),
}


@pytest.mark.parametrize("case", FAILURES)
@story
async def test_a_failure_has_its_code_its_trace_and_a_last_line(broker: Broker, tmp_path: Path, case: str) -> None:
    source, code, trace, last_line = FAILURES[case]
    (tmp_path / "plugin.py").write_text(source)
    async with Host(broker) as host:
        running = await host.spawn_file(tmp_path / "plugin.py")
        end = await running.end()
        assert re.fullmatch(last_line, end.last_line)
        assert end.code == code
        assert ("Traceback" in end.errors or "SyntaxError" in end.errors) == (trace != "")
        assert trace in end.errors
        await host.client.flush()
        assert not running.was_ready


@pytest.mark.parametrize(
    ("module", "last_line"),
    [
        ("plugins.none.plugin", "No module named 'plugins.none'; check the module's path, and that it lies below /"),
        ("plugins.quote-of-day.other", "No module named 'plugins.quote-of-day.other'; check the module's path"),
    ],
)
@story
async def test_a_module_that_does_not_exist_is_not_taken_for_a_dependency(broker: Broker, module: str, last_line: str) -> None:
    async with Host(broker) as host:
        end = await (await host.spawn("--root", str(PLUGINS.parent), "--module", module)).end()
        assert end.code == 11
        assert end.last_line.startswith(f"cannot import {module}: {last_line}")


@story
async def test_a_file_that_does_not_exist_is_said(broker: Broker, tmp_path: Path) -> None:
    async with Host(broker) as host:
        end = await (await host.spawn_file(tmp_path / "plugin.py")).end()
        assert end.code == 11
        assert end.last_line.endswith(f"there is no file {tmp_path / 'plugin.py'}; check main in the plugin's manifest")


@story
async def test_a_class_that_the_manifest_names_wrongly_is_said(broker: Broker) -> None:
    folder = str(PLUGINS / "quote-of-day")
    async with Host(broker) as host:
        for name, why in [("Quote", "there is no such class"), ("BasePlugin", "it is abstract, say missing")]:
            end = await (await host.spawn("--root", folder, "--file", "plugin.py", "--class", name)).end()
            assert end.code == 13
            assert end.last_line.startswith(f"cannot use the class {name} of plugin.py: {why};")


@story
async def test_a_broker_that_is_not_there_fails_the_start_in_time(broker: Broker) -> None:
    port = free_port()
    variables = {"FOSTER_BUS_SERVERS": f"nats://127.0.0.1:{port}", "FOSTER_BUS_CONNECT_TIMEOUT": "3"}
    async with Host(broker) as host:
        end = await (await host.spawn_file(PLUGINS / "trivia" / "plugin.py", **variables)).end()
        assert end.code == 12
        assert end.last_line.startswith(f"cannot connect to the bus at 127.0.0.1:{port}: ConnectionRefusedError:")
        assert end.last_line.endswith("; start the bus, or correct its address")
        assert "Traceback" in end.errors


@story
async def test_a_broker_that_comes_late_is_still_in_time(broker: Broker) -> None:
    variables = {"FOSTER_BUS_CONNECT_TIMEOUT": "30", "FOSTER_LOG_LEVEL": "DEBUG"}
    late = Broker()
    late.stop()
    try:
        async with Host(broker) as host:
            running = await host.spawn_file(PLUGINS / "trivia" / "plugin.py", FOSTER_BUS_SERVERS=late.url, **variables)
            assert await running.line() == "DEBUG asyncio: Using selector: EpollSelector"
            late.start()
            async with Host(late) as there:
                while not await answers(there, "rosey.command.trivia.start"):
                    await asyncio.sleep(0.01)
                assert (await running.stop()).code == 0
    finally:
        late.stop()


async def answers(host: Host, subject: str) -> bool:
    try:
        return bool(await host.request(subject))
    except Exception:
        return False


@story
async def test_a_broker_that_never_speaks_fails_the_start_in_time(broker: Broker) -> None:
    guests: List[asyncio.StreamWriter] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guests.append(writer)

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    variables = {"FOSTER_BUS_SERVERS": f"nats://127.0.0.1:{port}", "FOSTER_BUS_CONNECT_TIMEOUT": "3"}
    async with Host(broker) as host:
        end = await (await host.spawn_file(PLUGINS / "trivia" / "plugin.py", **variables)).end()
    for guest in guests:
        guest.close()
    server.close()
    assert guests
    assert end.code == 12
    assert end.last_line == (
        f"cannot connect to the bus at 127.0.0.1:{port}: no answer within 3 s; check that a NATS server is listening there"
    )


WRONG = [
    {"FOSTER_BUS_USER": "ada", "FOSTER_BUS_PASSWORD": "wr0ng"},
    {"FOSTER_BUS_TOKEN": "wr0ng"},
    {},
]


@pytest.mark.parametrize("variables", WRONG)
def test_a_password_that_is_wrong_is_said_at_once_and_not_repeated(
    broker: Broker, tmp_path: Path, variables: Dict[str, str]
) -> None:
    server = guarded(tmp_path, user="ada", password="s3cret")

    @story
    async def told() -> None:
        async with Host(broker) as host:
            # So long that to try until the end would be seen.
            patience = {"FOSTER_BUS_SERVERS": server.url, "FOSTER_BUS_CONNECT_TIMEOUT": "600"}
            end = await (await host.spawn_file(PLUGINS / "trivia" / "plugin.py", **patience, **variables)).end()
            assert end.code == 12
            assert "Authorization Violation" in end.last_line
            assert end.last_line.endswith("; check the user and password, or the token, of the bus")
            assert "wr0ng" not in end.errors

    try:
        told()
    finally:
        server.stop()


@story
async def test_credentials_that_need_a_library_say_which(broker: Broker, tmp_path: Path) -> None:
    async with Host(broker) as host:
        end = await (await host.spawn_file(PLUGINS / "trivia" / "plugin.py", FOSTER_BUS_CREDS=str(tmp_path / "x.creds"))).end()
        assert end.code == 12
        assert end.last_line.endswith("No module named 'nkeys'; add nats-py[nkeys] to the plugin's requirements")


USAGE = [
    (["--root", "."], {}, "cannot run a plugin: it takes either --module or --file; use python foster_bus"),
    (["--file", "plugin.py"], {}, "cannot run a plugin: --root is missing; use"),
    (["--root"], {}, "cannot run a plugin: --root has no value; use"),
    (["--root", ".", "--root=."], {}, "cannot run a plugin: --root is given twice; use"),
    (["plugin.py"], {}, "cannot run a plugin: 'plugin.py' is none of its options; use"),
    ([], {"FOSTER_BUS_SERVERS": ""}, "cannot read FOSTER_BUS_SERVERS: it is not set; let Foster start"),
    ([], {"FOSTER_PLUGIN_ID": ""}, "cannot read FOSTER_PLUGIN_ID: it is not set; let Foster start"),
    ([], {"FOSTER_PLUGIN_ID": "a.b"}, "cannot read FOSTER_PLUGIN_ID: 'a.b' is no token of a subject; use letters"),
    ([], {"FOSTER_PLUGIN_RUN": "*"}, "cannot read FOSTER_PLUGIN_RUN: '*' is no token of a subject; use letters"),
    ([], {"FOSTER_PLUGIN_CONFIG": "[1]"}, "cannot read FOSTER_PLUGIN_CONFIG: it is JSON, but no object; write {…}"),
    ([], {"FOSTER_PLUGIN_CONFIG": "{"}, "cannot read FOSTER_PLUGIN_CONFIG: it is not JSON: "),
    ([], {"FOSTER_PLUGIN_DRAIN": "nan"}, "cannot read FOSTER_PLUGIN_DRAIN: 'nan' is no number of seconds; write one"),
    ([], {"FOSTER_BUS_CONNECT_TIMEOUT": "0"}, "cannot read FOSTER_BUS_CONNECT_TIMEOUT: '0' is no number of seconds"),
    ([], {"FOSTER_LOG_LEVEL": "loud"}, "cannot read FOSTER_LOG_LEVEL: 'LOUD' is no level; use DEBUG"),
    ([], {"FOSTER_BUS_CA": "/nowhere.pem"}, "cannot read FOSTER_BUS_CA /nowhere.pem: FileNotFoundError"),
]


@pytest.mark.parametrize(("arguments", "variables", "last_line"), USAGE)
@story
async def test_what_the_host_got_wrong_is_said(
    broker: Broker, arguments: List[str], variables: Dict[str, str], last_line: str
) -> None:
    arguments = arguments or ["--root", str(PLUGINS / "trivia"), "--file", "plugin.py"]
    async with Host(broker) as host:
        end = await (await host.spawn(*arguments, **variables)).end()
        assert end.code == 10
        assert end.last_line.startswith(last_line)


def test_without_nats_py_it_says_what_to_install(broker: Broker) -> None:
    variables = {"FOSTER_BUS_SERVERS": broker.url, "FOSTER_PLUGIN_ID": "x", "FOSTER_PLUGIN_RUN": "x"}
    # Without its site, Python knows the standard library only.
    command = [sys.executable, "-I", "-S", RUNNER, "--root", str(PLUGINS / "trivia"), "--file", "plugin.py"]
    end = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60)
    assert end.returncode == 11
    assert end.stderr.splitlines()[-1] == (
        "cannot import nats: ModuleNotFoundError: No module named 'nats'; "
        "install nats-py 2.6 or newer in the plugin's environment"
    )


@story
async def test_a_plugin_that_fails_after_it_subscribed_answers_what_it_took(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            self.asked = asyncio.Event()
            await self.nc.subscribe("tested.late", cb=self.answer)
            await self.nc.flush()
            await self.nc.publish("tested.subscribed", b"")
            await asyncio.wait_for(self.asked.wait(), 20)
            raise RuntimeError("changed my mind")
        async def answer(self, message):
            self.asked.set()
            await asyncio.sleep(0.2)
            await message.respond(b"here you are")
    """
    async with Host(broker) as host:
        subscribed = await host.client.subscribe("tested.subscribed")
        running = await host.spawn_file(bot(tmp_path, body))
        await subscribed.next_msg(20)
        assert (await host.client.request("tested.late", b"", timeout=20)).data == b"here you are"
        assert (await running.end()).code == 15


@story
async def test_a_failed_plugin_ends_although_a_thread_of_it_does_not(broker: Broker, tmp_path: Path) -> None:
    body = """
        def initialize(self):
            import threading
            threading.Thread(target=time.sleep, args=(3600,)).start()
            raise RuntimeError("left a thread behind")
    """
    async with Host(broker) as host:
        end = await (await host.spawn_file(bot(tmp_path, body))).end()
        assert end.code == 15
        assert end.last_line == "cannot initialize tested: RuntimeError: left a thread behind; see the trace above"
