"""Message plugins as a host sees them, from the start to the first answers."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
from pathlib import Path
from typing import List, Tuple

import pytest
from bus_host import PLUGINS, RUNNER, Broker, Host, bot, guarded, story
from nats.aio.msg import Msg

COMMANDS = [
    ("dice-roller", "rosey.command.dice.roll"),
    ("trivia", "rosey.command.trivia.start"),
    ("quote-of-day", "rosey.command.quote.get"),
]


@pytest.mark.parametrize(("name", "subject"), COMMANDS)
@story
async def test_a_plugin_is_imported_by_its_dotted_path_dashes_or_not(broker: Broker, name: str, subject: str) -> None:
    async with Host(broker) as host:
        running = await host.spawn("--root", str(PLUGINS.parent), "--module", f"plugins.{name}.plugin")
        assert (await running.ready())["subjects"] == [subject]
        answer = await host.request(subject, channel="lobby", user="ada", args="")
        assert answer["success"] and answer["result"]["formatted"]
        assert (await running.stop()).code == 0


@pytest.mark.parametrize(("name", "subject"), COMMANDS)
@story
async def test_a_plugin_is_imported_by_its_file_whichever_way_it_imports(broker: Broker, name: str, subject: str) -> None:
    async with Host(broker) as host:
        running = await host.started(PLUGINS / name / "plugin.py")
        answer = await host.request(subject, channel="lobby", user="ada", args="")
        assert answer["success"] and answer["result"]["formatted"]
        assert (await running.stop()).code == 0


@story
async def test_absolute_and_relative_imports_of_a_file_work_and_so_do_odd_names(broker: Broker, tmp_path: Path) -> None:
    folder = tmp_path / "dice-1.0"
    folder.mkdir()
    (tmp_path / "shared.py").write_text("WORD = 'shared'\n")
    (folder / "words.py").write_text("WORD = 'own'\n")
    head = "from words import WORD as absolute\nfrom .words import WORD as relative\nfrom ..shared import WORD as parent\n"
    body = """
        VERSION = " ".join([absolute, relative, parent])
        def initialize(self): pass
    """
    async with Host(broker) as host:
        assert (await (await host.spawn_file(bot(folder, body, head))).ready())["version"] == "own own shared"


@story
async def test_ready_says_who_and_what(broker: Broker) -> None:
    async with Host(broker) as host:
        running = await host.spawn_file(PLUGINS / "dice-roller" / "plugin.py", FOSTER_PLUGIN_ID="dice-roller")
        assert await running.ready() == {
            "plugin": "dice-roller",
            "run": running.run,
            "pid": running.process.pid,
            "subjects": ["rosey.command.dice.roll"],
            "description": "Rolls dice",
            "version": "1.2.3",
            "runner": "python 0.1.0",
        }


@story
async def test_when_ready_is_heard_the_server_knows_the_subscriptions(broker: Broker) -> None:
    async with Host(broker) as host:
        for _ in range(10):
            running = await host.started(PLUGINS / "dice-roller" / "plugin.py")
            # One without a subscriber would be answered at once, by the server.
            assert (await host.request("rosey.command.dice.roll", user="ada", args="1"))["success"]
            assert (await running.stop()).code == 0


@story
async def test_configuration_reaches_the_plugin_and_its_events_the_bus(broker: Broker) -> None:
    async with Host(broker) as host:
        heard = await host.client.subscribe("rosey.event.dice.rolled")
        await host.started(PLUGINS / "dice-roller" / "plugin.py", FOSTER_PLUGIN_CONFIG='{"sides": 1}')
        answer = await host.request("rosey.command.dice.roll", user="ada", args="3")
        assert answer["result"] == {"rolls": [1, 1, 1], "total": 3, "formatted": "🎲 3"}
        assert json.loads((await heard.next_msg(20)).data) == {"user": "ada", "total": 3}
        refused = await host.request("rosey.command.dice.roll", user="ada", args="many")
        assert refused == {"success": False, "error": "no number: many"}


@story
async def test_the_plugin_gets_a_client_like_any_other(broker: Broker, tmp_path: Path) -> None:
    head = "from nats.aio.client import Client"
    body = """
        async def initialize(self):
            assert isinstance(self.nc, Client) and self.nc.is_connected
            assert self.config == {}
            await self.nc.subscribe("tested.echo", cb=self.echo)
            answer = await self.nc.request("tested.echo", b"self", timeout=20)
            assert answer.data == b"self"
            assert answer.subject.startswith("_INBOX.tested."), answer.subject
            old = await self.nc.request("tested.echo", b"old", timeout=20, old_style=True)
            assert old.data == b"old"
        async def echo(self, message):
            await message.respond(message.data)
    """
    variables = {"FOSTER_BUS_INBOX": "_INBOX.tested", "FOSTER_PLUGIN_QUEUE": "tested"}
    async with Host(broker) as host:
        running = await host.spawn_file(bot(tmp_path, body, head), **variables)
        # Neither its inboxes nor what the runner listens to.
        assert (await running.ready())["subjects"] == ["tested.echo"]


@story
async def test_subscriptions_join_the_queue_unless_they_have_one_of_their_own(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            subjects = {"queue.none": "", "queue.own": "mine", "$SRV.PING": ""}
            made = [await self.nc.subscribe(subject, queue, self.count) for subject, queue in subjects.items()]
            made.append(await self.nc.subscribe(self.nc.new_inbox(), cb=self.count))
            logging.info("queues %s", [subscription.queue for subscription in made])
        async def count(self, message):
            pass
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body), FOSTER_PLUGIN_QUEUE="shared", FOSTER_BUS_INBOX="_INBOX.x")
        assert await running.line() == "INFO root: queues ['shared.queue.none', 'mine', '', '']"


@story
async def test_a_message_that_two_subscriptions_ask_for_reaches_both(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            for subject in ("a.>", "a.b", "a.b"):
                await self.nc.subscribe(subject, cb=self.heard)

        async def heard(self, message):
            logging.info("heard %s", message.subject)
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body), FOSTER_PLUGIN_QUEUE="shared")
        await host.client.publish("a.b")
        assert [await running.line() for _ in range(3)] == ["INFO root: heard a.b"] * 3


@story
async def test_without_a_queue_every_run_hears_everything(broker: Broker) -> None:
    async with Host(broker) as host:
        for _ in range(2):
            await host.started(PLUGINS / "dice-roller" / "plugin.py")
        heard: List[Msg] = []

        async def hear(message: Msg) -> None:
            heard.append(message)

        await host.client.subscribe("rosey.event.dice.rolled", cb=hear)
        await host.request("rosey.command.dice.roll", user="ada", args="1")
        while len(heard) < 2:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("level", "lines"),
    [
        ("", ["INFO dice: rolled\\nERROR dice: not really", "WARNING root: 7"]),
        ("debug", ["DEBUG dice: details", "INFO dice: rolled\\nERROR dice: not really", "WARNING root: 7"]),
        ("ERROR", []),
        ("30", ["WARNING root: 7"]),
    ],
)
@story
async def test_a_record_is_a_line_with_its_level(broker: Broker, tmp_path: Path, level: str, lines: List[str]) -> None:
    body = """
        def initialize(self):
            logger = logging.getLogger("dice")
            logger.debug("details")
            logger.info("rolled\\nERROR dice: not really")
            logging.warning("%d", 7)
            print("printed")
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body), FOSTER_LOG_LEVEL=level)
        # What it prints is not kept back, although a pipe is no terminal.
        assert running.process.stdout is not None
        assert await running.process.stdout.readline() == b"printed\n"
        errors = (await running.stop()).errors.splitlines()
        assert [line for line in errors if " foster: " not in line and " asyncio: " not in line] == lines


@story
async def test_a_handler_that_raises_is_logged_with_its_trace_and_the_plugin_goes_on(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.divide", cb=self.divide)
        async def divide(self, message):
            await message.respond(str(6 / int(message.data)).encode())
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body))
        await host.client.publish("tested.divide", b"0")
        assert (await host.client.request("tested.divide", b"2", timeout=20)).data == b"3.0"
        end = await running.stop()
        assert "ERROR foster: a handler of messages failed: ZeroDivisionError: division by zero\nTraceback" in end.errors
        assert 'in divide\n' in end.errors
        assert end.code == 0


def credentials() -> List[Tuple[dict[str, str], dict[str, str]]]:
    user = {"user": "ada", "password": "s3cret"}
    return [
        (user, {"FOSTER_BUS_USER": "ada", "FOSTER_BUS_PASSWORD": "s3cret"}),
        ({"token": "t0ken"}, {"FOSTER_BUS_TOKEN": "t0ken"}),
    ]


@pytest.mark.parametrize(("own", "variables"), credentials())
def test_it_proves_who_it_is(tmp_path: Path, own: "dict[str, str]", variables: "dict[str, str]") -> None:
    # Server and client have the same names for them.
    server = guarded(tmp_path, **own)

    @story
    async def told() -> None:
        async with Host(server, **own) as host:
            running = await host.started(PLUGINS / "dice-roller" / "plugin.py", **variables)
            assert (await running.stop()).code == 0

    try:
        told()
    finally:
        server.stop()


@pytest.mark.parametrize("scheme", ["tls", "nats"])
def test_it_trusts_the_authority_that_it_is_told_and_no_other(tmp_path: Path, scheme: str) -> None:
    for name in ("right", "wrong"):
        make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=bus"
        files = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{name}.key", "-out", f"{name}.pem"]
        subprocess.run([*make.split(), *files], cwd=tmp_path, check=True, capture_output=True)
    server = Broker("--tls", f"--tlscert={tmp_path / 'right.pem'}", f"--tlskey={tmp_path / 'right.key'}")
    address = server.url.replace("nats", scheme, 1)

    @story
    async def told() -> None:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "right.pem"))
        async with Host(server, tls=trusted) as host:
            variables = {"FOSTER_BUS_SERVERS": address, "FOSTER_BUS_CONNECT_TIMEOUT": "20"}
            file = PLUGINS / "trivia" / "plugin.py"
            running = await host.started(file, FOSTER_BUS_CA=str(tmp_path / "right.pem"), **variables)
            assert (await running.stop()).code == 0
            variables["FOSTER_BUS_CONNECT_TIMEOUT"] = "5"
            end = await (await host.spawn_file(file, FOSTER_BUS_CA=str(tmp_path / "wrong.pem"), **variables)).end()
            assert end.code == 12
            assert "CERTIFICATE_VERIFY_FAILED" in end.last_line

    try:
        told()
    finally:
        server.stop()


@story
async def test_modules_of_the_runner_hide_none_of_the_plugin(broker: Broker, tmp_path: Path) -> None:
    names = sorted(file.stem for file in Path(RUNNER).glob("*.py") if not file.stem.startswith("__"))
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"OWN = {name!r}\n")
    head = "".join(f"import {name}\n" for name in names)
    body = f"""
        def initialize(self):
            assert [module.OWN for module in ({", ".join(names)})] == {names}
            assert sys.path[0] == {str(tmp_path)!r}
            assert not any(os.path.isdir(os.path.join(place, "foster_bus")) for place in sys.path[:2])
    """
    async with Host(broker) as host:
        assert (await (await host.started(bot(tmp_path, body, head))).stop()).code == 0
