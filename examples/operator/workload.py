"""The service: it takes orders on a unix socket, and says four times a second how it does.

It can be broken: "slow", "errors", "leak", "crash" and "hang" on its standard input. "rollback" mends what a
process can mend by itself.
"""

import asyncio
import os
import random
import signal
import sys
import time
from collections import deque

import control

BEAT = 0.25
WINDOW = 4  # beats: a second
MEGABYTE = 1024 * 1024


class Workload:
    def __init__(self) -> None:
        self.done = self.failed = 0
        self.over = asyncio.Event()
        self.rollback()

    def rollback(self) -> None:
        self.delay, self.error_share, self.leaking = 0.0, 0.0, False
        self.kept = []

    async def customer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.readline():
                await asyncio.sleep(self.delay)
                fails = random.random() < self.error_share
                self.failed += fails
                self.done += not fails
                writer.write(b"sorry\n" if fails else b"done\n")
                await writer.drain()
        except ConnectionError:
            pass  # it left without its answer
        finally:
            writer.close()

    def told(self) -> None:
        told = os.read(sys.stdin.fileno(), 4096)
        if not told:
            self.over.set()  # the end of the input: Foster is stopping us
        for word in told.decode().split():
            print(f"told: {word}")
            self.obey(word)

    def obey(self, word: str) -> None:
        if word == "slow":
            self.delay = 0.2
        elif word == "errors":
            self.error_share = 0.5
        elif word == "leak":
            self.leaking = True
        elif word == "rollback":
            self.rollback()
        elif word == "crash":
            print("fatal: out of paper", file=sys.stderr)
            os._exit(1)
        elif word == "hang":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(3600)

    async def report(self) -> None:
        beats = deque([(time.monotonic(), 0, 0)], maxlen=WINDOW + 1)
        while True:
            await asyncio.sleep(BEAT)
            if self.leaking:
                self.kept.append(b"x" * 2 * MEGABYTE)
            beats.append((time.monotonic(), self.done, self.failed))
            seconds, done, failed = (new - old for new, old in zip(beats[-1], beats[0]))
            kept = sum(map(len, self.kept)) // MEGABYTE
            print(f"rate={done / seconds:.0f} errors={100 * failed / max(1, done + failed):.0f}% kept={kept}MB")

    async def serve(self) -> None:
        address = os.path.join(control.folder(), "orders")
        if os.path.exists(address):
            os.remove(address)  # of a run that crashed
        await asyncio.start_unix_server(self.customer, address)
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin, self.told)
        loop.add_signal_handler(signal.SIGTERM, self.over.set)
        print("open for orders")
        reporting = asyncio.create_task(self.report())
        await self.over.wait()
        reporting.cancel()
        os.remove(address)
        print("closed")


async def main() -> None:
    await Workload().serve()


if __name__ == "__main__":
    asyncio.run(main())
