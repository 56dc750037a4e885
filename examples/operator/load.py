"""The customers: five of them, each with twenty orders a second if it is served at once."""

import asyncio
import os
import time
from typing import List

import control

CUSTOMERS = 5
PAUSE = 0.05
PATIENCE = 1.0


class Tally:
    def __init__(self) -> None:
        self.answered = self.failed = 0
        self.waits: List[float] = []


async def customer(address: str, tally: Tally) -> None:
    """Orders without end; when the service is away, it comes back."""
    while True:
        try:
            reader, writer = await asyncio.open_unix_connection(address)
            try:
                await order(reader, writer, tally)
            finally:
                writer.close()
        except (OSError, asyncio.TimeoutError):
            tally.failed += 1
            await asyncio.sleep(0.2)


async def order(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, tally: Tally) -> None:
    while True:
        begun = time.monotonic()
        writer.write(b"order\n")
        answer = await asyncio.wait_for(reader.readline(), PATIENCE)
        if not answer:
            raise ConnectionResetError
        wait = time.monotonic() - begun
        tally.waits.append(wait)
        tally.answered += answer == b"done\n"
        tally.failed += answer != b"done\n"
        await asyncio.sleep(max(0, PAUSE - wait))


async def main() -> None:
    address = os.path.join(control.folder(), "orders")
    tally = Tally()
    customers = [asyncio.create_task(customer(address, tally)) for _ in range(CUSTOMERS)]
    while not any(one.done() for one in customers):
        await asyncio.sleep(1)
        waits = sorted(tally.waits)
        usual = f"{1000 * waits[len(waits) // 2]:.0f}ms" if waits else "none came"
        print(f"answered={tally.answered} failed={tally.failed} wait={usual}")
        tally.answered = tally.failed = 0
        tally.waits.clear()


if __name__ == "__main__":
    asyncio.run(main())
