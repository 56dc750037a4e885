"""Message plugins under way: replaced, asked how they are, and left by their broker."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List

import pytest
from bus_host import PLUGINS, Broker, Host, bot, eventually, guarded, story
from nats.aio.msg import Msg
from nats.errors import TimeoutError as BusTimeoutError

WORKER = """
    async def initialize(self):
        await self.nc.subscribe("tested.work", cb=self.work)
    async def work(self, message):
        await self.nc.publish("tested.done", message.data)
        await message.respond(str(os.getpid()).encode())
"""
PER_SECOND = 500
SECONDS = 3


@story
async def test_a_run_hands_over_to_the_next_without_a_request_lost_or_doubled(broker: Broker, tmp_path: Path) -> None:
    done: "Counter[bytes]" = Counter()
    pids: List[bytes] = []

    async def count(message: Msg) -> None:
        done[message.data] += 1

    async def request(host: Host, number: int) -> None:
        # One that is lost is never answered.
        pids.append((await host.client.request("tested.work", b"%d" % number, timeout=20)).data)

    async with Host(broker) as host:
        await host.client.subscribe("tested.done", cb=count)
        file = bot(tmp_path, WORKER)
        old = await host.started(file, FOSTER_PLUGIN_QUEUE="tested")
        requests: List["asyncio.Task[None]"] = []
        loop = asyncio.get_running_loop()
        start = loop.time()
        total = PER_SECOND * SECONDS
        swap = asyncio.ensure_future(replace(host, old, file))
        # Until the new one has taken over, however long it takes to start.
        while len(requests) < total or not swap.done():
            # No more at once than the old one can still answer when it is to go.
            due = min(int((loop.time() - start) * PER_SECOND) + 1, len(pids) + 200)
            requests += [asyncio.ensure_future(request(host, number)) for number in range(len(requests), due)]
            await asyncio.sleep(0.001)
        new = await swap
        total = len(requests) + 50
        requests += [asyncio.ensure_future(request(host, number)) for number in range(len(requests), total)]
        await asyncio.gather(*requests)
        await host.client.flush()
        await eventually(lambda: len(done) == total)
        assert set(done.values()) == {1}
        assert set(pids) == {str(old.process.pid).encode(), str(new.process.pid).encode()}
        assert (await new.stop()).code == 0


async def replace(host: Host, old: Any, file: Path) -> Any:
    new = await host.started(file, FOSTER_PLUGIN_QUEUE="tested")
    assert (await old.stop()).code == 0
    return new


@story
async def test_a_broker_that_restarts_finds_its_plugin_back() -> None:
    server = Broker()
    try:
        async with Host(server) as host:
            running = await host.started(PLUGINS / "dice-roller" / "plugin.py", FOSTER_PLUGIN_QUEUE="dice")
            for _ in range(2):
                server.stop()
                lines = [await running.line()]
                while lines[-1] != "WARNING foster: the bus is gone; trying to reach it again":
                    lines.append(await running.line())
                server.start()
                while lines[-1] != "INFO foster: the bus is back":
                    lines.append(await running.line())
                # An outage is told in a few lines, not in one for each attempt.
                assert len(lines) < 6
                await eventually(lambda: host.client.is_connected)
                answer = await host.request("rosey.command.dice.roll", user="ada", args="1")
                assert answer["success"]
                assert await host.ask(running) == {"ok": True}
            assert (await running.stop()).code == 0
    finally:
        server.stop()


@story
async def test_a_plugin_without_its_broker_stops_all_the_same() -> None:
    server = Broker()
    try:
        async with Host(server) as host:
            running = await host.started(PLUGINS / "dice-roller" / "plugin.py")
            server.stop()
            while await running.line() != "WARNING foster: the bus is gone; trying to reach it again":
                pass
            end = await running.stop()
            assert (end.code, end.last_line) == (0, "INFO foster: stopping: asked by SIGTERM")
    finally:
        server.stop()


@story
async def test_what_is_published_while_the_broker_is_away_is_sent_later(tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.buffered", cb=self.hear)
            self.task = asyncio.get_running_loop().create_task(self.wait())
        async def hear(self, message):
            logging.info("heard")
        async def wait(self):
            while self.nc.is_connected:
                await asyncio.sleep(0.01)
            await self.nc.publish("tested.buffered", b"")
            logging.info("published")
    """
    server = Broker()
    try:
        async with Host(server) as host:
            running = await host.started(bot(tmp_path, body))
            server.stop()
            while await running.line() != "INFO root: published":
                pass
            server.start()
            # By itself, as only its own subscription is sure to be back before its message.
            while await running.line() != "INFO root: heard":
                pass
    finally:
        server.stop()


@story
async def test_a_plugin_that_closes_its_connection_has_lost_the_bus_for_good(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.close", cb=self.close)
        async def close(self, message):
            asyncio.get_running_loop().create_task(self.nc.close())
        def shutdown(self):
            logging.info("shut down")
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body))
        await host.client.publish("tested.close", b"")
        end = await running.end()
        assert end.code == 16
        assert "INFO root: shut down" in end.errors
        assert end.last_line.startswith("cannot stay on the bus as tested: ")


@story
async def test_a_plugin_that_does_not_wait_for_a_flush_still_hears(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            flush = asyncio.get_running_loop().create_task(self.nc.flush())
            await asyncio.sleep(0)
            flush.cancel()
            answer = await self.nc.request(f"foster.run.{os.environ['FOSTER_PLUGIN_RUN']}.ask", timeout=20)
            logging.info("heard %s", json.loads(answer.data)["why"])
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body))
        assert await running.line() == "INFO root: heard it is still being initialized"


HEALTH = [
    ("health = 7", {"ok": True}),
    ("def health(self, details): return False", {"ok": True}),
    ("def health(self): return True", {"ok": True}),
    ("def health(self, details=False): return details", {"ok": False, "why": "health() says no"}),
    ("async def health(self): return None", {"ok": True}),
    ("async def health(self): return {'healthy': 0}", {"ok": True}),
    ("async def health(self): return False", {"ok": False, "why": "health() says no"}),
    ("def health(self): raise ValueError('no database')", {"ok": False, "why": "ValueError: no database"}),
    ("async def health(self): raise KeyError", {"ok": False, "why": "KeyError"}),
]


@pytest.mark.parametrize(("health", "answer"), HEALTH)
@story
async def test_it_is_asked_how_it_is(broker: Broker, tmp_path: Path, health: str, answer: Dict[str, Any]) -> None:
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, f"{health}\ndef initialize(self): pass"))
        for _ in range(2):
            assert await host.ask(running) == answer


@story
async def test_a_plugin_that_blocks_its_loop_does_not_answer_until_it_goes_on(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.block", cb=self.block)
        async def block(self, message):
            await message.respond(b"")
            await self.nc.flush()
            sys.stdin.readline()
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body))
        await host.client.request("tested.block", b"", timeout=20)
        with pytest.raises(BusTimeoutError):
            await host.ask(running, timeout=0.5)
        assert running.process.stdin is not None
        running.process.stdin.write(b"go on\n")
        assert await host.ask(running) == {"ok": True}


@story
async def test_a_subscription_that_the_bus_refuses_is_said(tmp_path: Path) -> None:
    permissions = {
        "publish": {"allow": ["foster.run.>"]},
        "subscribe": {"allow": ["foster.run.>", "tested.ok"]},
        "allow_responses": True,
    }
    users = [
        {"user": "host", "password": "h"},
        {"user": "bot", "password": "b", "permissions": permissions},
    ]
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.ok")
            await self.nc.subscribe("tested.forbidden")
    """
    server = guarded(tmp_path, users=users)
    try:
        async with Host(server, user="host", password="h") as host:
            running = await host.started(bot(tmp_path, body), FOSTER_BUS_USER="bot", FOSTER_BUS_PASSWORD="b")
            said = (await running.line()).lower()
            assert said.startswith("warning foster: nats: ")
            assert 'permissions violation for subscription to "tested.forbidden"' in said
            assert await host.ask(running) == {"ok": True}
    finally:
        server.stop()


@story
async def test_a_task_that_dies_in_the_background_is_said_at_once(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            loop = asyncio.get_running_loop()
            self.awaited = loop.create_task(self.fail("awaited"))
            try:
                await self.awaited
            except RuntimeError:
                pass
            # Kept, so that Python itself never tells of it.
            self.kept = loop.create_task(self.fail("no more quotes"))
        async def fail(self, why):
            raise RuntimeError(why)
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body))
        line = await running.line()
        assert line.startswith("ERROR foster: a task in the background died: Task-")
        assert line.endswith(": RuntimeError: no more quotes")
        end = await running.stop()
        assert end.code == 0
        assert "awaited" not in end.errors
