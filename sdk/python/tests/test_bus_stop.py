"""How a message plugin ends: nothing that it was given stays unanswered."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from typing import List

import pytest
from bus_host import PLUGINS, Broker, Host, Running, bot, eventually, story
from nats.aio.msg import Msg

SLOW = """
    async def initialize(self):
        self.subscription = await self.nc.subscribe("tested.slow", cb=self.answer)
    async def answer(self, message):
        await self.nc.publish("tested.begun", message.data)
        await asyncio.sleep(0.2)
        await message.respond(message.data)
    async def shutdown(self):
        await self.subscription.unsubscribe()
        logging.info("shut down")
"""


async def ask_to_stop(host: Host, running: Running, how: str) -> None:
    if how == "the stop subject":
        await host.client.publish(f"foster.run.{running.run}.stop", b"")
    elif how == "the end of its input":
        assert running.process.stdin is not None
        running.process.stdin.close()
    else:
        running.process.send_signal(signal.Signals[how])


HOW = ["SIGTERM", "SIGINT", "the stop subject", "the end of its input"]


@pytest.mark.parametrize("how", HOW)
@story
async def test_what_was_delivered_is_answered_before_the_end(broker: Broker, tmp_path: Path, how: str) -> None:
    async with Host(broker) as host:
        begun = await host.client.subscribe("tested.begun")
        agreed = "1" if how == "the end of its input" else "0"
        running = await host.started(bot(tmp_path, SLOW), FOSTER_STOP_ON_EOF=agreed, FOSTER_PLUGIN_QUEUE="q")
        requests = [asyncio.ensure_future(host.client.request("tested.slow", b"%d" % number, timeout=20)) for number in range(5)]
        await begun.next_msg(20)
        await ask_to_stop(host, running, how)
        end = await running.end()
        assert [(await request).data for request in requests] == [b"0", b"1", b"2", b"3", b"4"]
        assert end.code == 0
        by = "the host" if how == "the stop subject" else how
        assert end.errors.splitlines() == [f"INFO foster: stopping: asked by {by}", "INFO root: shut down"]


@story
async def test_the_end_of_input_means_nothing_unless_that_was_agreed(broker: Broker) -> None:
    async with Host(broker) as host:
        running = await host.started(PLUGINS / "trivia" / "plugin.py")
        await ask_to_stop(host, running, "the end of its input")
        for _ in range(20):
            assert await host.ask(running) == {"ok": True}
        assert (await running.stop()).code == 0


@story
async def test_a_signal_right_after_ready_always_ends_with_zero(broker: Broker) -> None:
    async with Host(broker) as host:
        for number in range(50):
            running = await host.started(PLUGINS / "quote-of-day" / "plugin.py")
            chosen = signal.SIGTERM if number % 2 else signal.SIGINT
            running.process.send_signal(chosen)
            end = await running.end()
            assert (end.code, end.errors) == (0, f"INFO foster: stopping: asked by {chosen.name}\n")


@story
async def test_a_signal_before_ready_ends_the_start(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.publish("tested.initializing", b"")
            await asyncio.sleep(3600)
        async def shutdown(self):
            logging.error("never initialized, and yet shut down")
    """
    async with Host(broker) as host:
        initializing = await host.client.subscribe("tested.initializing")
        running = await host.spawn_file(bot(tmp_path, body))
        await initializing.next_msg(20)
        assert await host.ask(running) == {"ok": False, "why": "it is still being initialized"}
        end = await running.stop()
        assert (end.code, end.errors) == (0, "INFO foster: stopping: asked by SIGTERM\n")
        assert not running.was_ready


@story
async def test_a_signal_while_it_connects_ends_the_start(broker: Broker) -> None:
    arrived = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.set()
        await reader.read()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    address = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with Host(broker) as host:
        patience = {"FOSTER_BUS_SERVERS": address, "FOSTER_BUS_CONNECT_TIMEOUT": "600"}
        running = await host.spawn_file(PLUGINS / "trivia" / "plugin.py", **patience)
        await arrived.wait()
        assert (await running.stop()).code == 0
    server.close()


@story
async def test_the_stop_subject_and_then_a_signal_is_no_second_signal(broker: Broker, tmp_path: Path) -> None:
    async with Host(broker) as host:
        begun = await host.client.subscribe("tested.begun")
        running = await host.started(bot(tmp_path, SLOW))
        request = asyncio.ensure_future(host.client.request("tested.slow", b"x", timeout=20))
        await begun.next_msg(20)
        await ask_to_stop(host, running, "the stop subject")
        assert await running.line() == "INFO foster: stopping: asked by the host"
        assert (await running.stop()).code == 0
        assert (await request).data == b"x"


@pytest.mark.parametrize(("second", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@story
async def test_a_second_signal_ends_it_at_once(broker: Broker, tmp_path: Path, second: signal.Signals, code: int) -> None:
    body = """
        def initialize(self): pass
        async def shutdown(self):
            await asyncio.sleep(3600)
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body), FOSTER_PLUGIN_DRAIN="600")
        running.process.terminate()
        assert await running.line() == "INFO foster: stopping: asked by SIGTERM"
        running.process.send_signal(second)
        assert (await running.end()).code == code


@pytest.mark.parametrize(
    ("shutdown", "drain", "last_line"),
    [
        ("await asyncio.sleep(3600)", "2", r"its shutdown\(\) took more than 1\.\d s; let it wait for less"),
        # Takes all of its time, whatever that is.
        ("time.sleep(3600)", "1", r"it did not finish within 1 s; see what its shutdown\(\) waits for"),
        ("raise OSError('disk full')", "10", "OSError: disk full; see the trace above"),
        ("sys.exit(9)", "10", "SystemExit: 9; see the trace above"),
    ],
)
@story
async def test_a_shutdown_that_fails_is_said(broker: Broker, tmp_path: Path, shutdown: str, drain: str, last_line: str) -> None:
    body = f"""
        def initialize(self): pass
        async def shutdown(self):
            {shutdown}
    """
    async with Host(broker) as host:
        end = await (await host.started(bot(tmp_path, body), FOSTER_PLUGIN_DRAIN=drain)).stop()
        assert end.code == 1
        assert re.fullmatch(f"cannot stop tested: {last_line}", end.last_line)


@story
async def test_a_shutdown_has_all_the_time_that_handlers_leave(broker: Broker, tmp_path: Path) -> None:
    body = """
        def initialize(self): pass
        async def shutdown(self):
            await asyncio.sleep(3)
            print("tidied up")
    """
    async with Host(broker) as host:
        end = await (await host.started(bot(tmp_path, body), FOSTER_PLUGIN_DRAIN="6")).stop()
        assert (end.code, end.output) == (0, "tidied up\n")


@pytest.mark.parametrize(
    "left",
    [
        "__import__('threading').Thread(target=time.sleep, args=(3600,)).start()",
        "asyncio.get_running_loop().run_in_executor(None, time.sleep, 3600)",
        "self.task = asyncio.get_running_loop().create_task(self.stubborn())",
    ],
)
@story
async def test_what_a_plugin_leaves_behind_does_not_keep_it_from_ending_well(broker: Broker, tmp_path: Path, left: str) -> None:
    body = f"""
        def initialize(self):
            {left}
        async def stubborn(self):
            while True:
                try:
                    await asyncio.sleep(3600)
                except asyncio.CancelledError:
                    pass
    """
    async with Host(broker) as host:
        # It has to be done by itself before its time is over, and then takes all of it.
        end = await (await host.started(bot(tmp_path, body), FOSTER_PLUGIN_DRAIN="4")).stop()
        # On a busy machine even having nothing to answer may take longer than its share of that.
        late = "WARNING foster: its handlers are not done after 2.8 s; some messages stay unanswered"
        told = [line for line in end.errors.splitlines() if line != late]
        assert (end.code, told) == (0, ["INFO foster: stopping: asked by SIGTERM"])


@story
async def test_a_handler_that_never_ends_costs_its_message_and_not_the_exit_code(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.stuck", cb=self.stick)
        async def stick(self, message):
            await message.respond(b"")
            await asyncio.sleep(3600)
        def shutdown(self):
            logging.info("shut down")
    """
    async with Host(broker) as host:
        running = await host.started(bot(tmp_path, body), FOSTER_PLUGIN_DRAIN="10")
        await host.client.request("tested.stuck", b"", timeout=20)
        end = await running.stop()
        assert end.code == 0
        assert end.errors.splitlines()[1:] == [
            "WARNING foster: its handlers are not done after 7 s; some messages stay unanswered",
            "INFO root: shut down",
        ]


@pytest.mark.parametrize("shutdown", ["self.subscription.drain()", "self.nc.drain()", "self.nc.close()", "self.nc.flush()"])
@story
async def test_a_plugin_may_clean_up_as_it_would_by_itself(broker: Broker, tmp_path: Path, shutdown: str) -> None:
    body = f"""
        async def initialize(self):
            self.subscription = await self.nc.subscribe("tested.any")
        async def shutdown(self):
            await self.nc.publish("tested.bye", b"bye")
            await {shutdown}
    """
    async with Host(broker) as host:
        bye = await host.client.subscribe("tested.bye")
        running = await host.started(bot(tmp_path, body))
        end = await running.stop()
        assert (end.code, end.errors) == (0, "INFO foster: stopping: asked by SIGTERM\n")
        assert (await bye.next_msg(20)).data == b"bye"


@story
async def test_a_loop_over_messages_finishes_the_last_one(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            self.subscription = await self.nc.subscribe("tested.loop")
            self.task = asyncio.get_running_loop().create_task(self.answer())
        async def answer(self):
            async for message in self.subscription.messages:
                await self.nc.publish("tested.begun", message.data)
                await asyncio.sleep(0.2)
                await message.respond(message.data)
        async def shutdown(self):
            self.task.cancel()
    """
    async with Host(broker) as host:
        begun = await host.client.subscribe("tested.begun")
        running = await host.started(bot(tmp_path, body))
        requests = [asyncio.ensure_future(host.client.request("tested.loop", b"%d" % number, timeout=20)) for number in range(3)]
        await begun.next_msg(20)
        assert (await running.stop()).code == 0
        assert [(await request).data for request in requests] == [b"0", b"1", b"2"]


@story
async def test_a_handler_may_still_ask_others_while_it_is_drained(broker: Broker, tmp_path: Path) -> None:
    body = """
        async def initialize(self):
            await self.nc.subscribe("tested.relay", cb=self.relay)
        async def relay(self, message):
            answer = await self.nc.request("tested.elsewhere", message.data, timeout=20)
            await message.respond(answer.data)
    """
    asked: List[Msg] = []

    async def hear(message: Msg) -> None:
        asked.append(message)

    async with Host(broker) as host:
        await host.client.subscribe("tested.elsewhere", cb=hear)
        running = await host.started(bot(tmp_path, body), FOSTER_PLUGIN_QUEUE="q")
        request = asyncio.ensure_future(host.client.request("tested.relay", b"", timeout=20))
        await eventually(lambda: len(asked) == 1)
        running.process.terminate()
        assert await running.line() == "INFO foster: stopping: asked by SIGTERM"
        await asked[0].respond(b"from elsewhere")
        assert (await request).data == b"from elsewhere"
        assert (await running.end()).code == 0
