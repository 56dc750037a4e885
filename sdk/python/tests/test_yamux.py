"""Many streams on one connection."""

from __future__ import annotations

import asyncio
import random
import socket
from typing import Any, Awaitable, Callable, List, Tuple

import pytest

from foster_plugin.yamux import Session, Stream

Pair = Tuple[Session, Session, List[Stream]]


def connected(check: Callable[[Pair], Awaitable[None]]) -> None:
    """Runs a check with two sessions that are connected to each other."""

    async def run() -> None:
        one, other = socket.socketpair()
        accepted: List[Stream] = []
        here = Session(*await asyncio.open_connection(sock=one), accept=accepted.append, dialled=True)
        there = Session(*await asyncio.open_connection(sock=other), accept=accepted.append)
        running = [asyncio.ensure_future(here.run()), asyncio.ensure_future(there.run())]
        await asyncio.wait_for(check((here, there, accepted)), 20)
        here.close()
        there.close()
        await asyncio.wait_for(asyncio.gather(*running), 20)

    asyncio.run(run())


async def peer_of(pair: Pair) -> Stream:
    while not pair[2]:
        await asyncio.sleep(0.001)
    return pair[2].pop()


async def everything(stream: Stream) -> bytes:
    content = b""
    while True:
        data = await stream.read(10_000)
        if not data:
            return content
        content += data


@pytest.mark.parametrize("dialler", [0, 1], ids=["by the host", "by the plugin"])
def test_more_than_a_window_passes_both_ways_at_once(dialler: int) -> None:
    """[S9] [24.58]"""

    async def check(pair: Pair) -> None:
        near = (pair[0], pair[1])[dialler].open()
        far = await peer_of(pair)
        content = random.Random(1).randbytes(1_000_000)

        async def send(stream: Stream) -> None:
            for start in range(0, len(content), 70_000):
                stream.write(content[start : start + 70_000])
                await stream.drain()
            stream.close()

        _, _, heard, answered = await asyncio.gather(send(near), send(far), everything(near), everything(far))
        assert heard == content
        assert answered == content

    connected(check)


def test_the_end_of_one_side_is_the_end_of_the_other() -> None:
    """[24.58]"""

    async def check(pair: Pair) -> None:
        near = pair[0].open()
        far = await peer_of(pair)
        near.write(b"last words")
        await near.drain()
        near.close()
        assert await everything(far) == b"last words"
        far.close()
        while pair[0]._streams or pair[1]._streams:
            await asyncio.sleep(0.001)

    connected(check)


def test_a_stream_that_is_closed_twice_is_given_up() -> None:
    """[24.58]"""

    async def check(pair: Pair) -> None:
        near = pair[0].open()
        far = await peer_of(pair)
        near.close()
        near.close()
        assert await everything(far) == b""
        far.write(b"x" * 300_000)
        with pytest.raises(ConnectionResetError):
            await far.drain()
        assert not pair[0]._streams and not pair[1]._streams

    connected(check)


def test_the_numbers_of_both_sides_never_meet() -> None:
    """[24.58]"""

    async def check(pair: Pair) -> None:
        for _ in range(3):
            pair[0].open()
            pair[1].open()
        while len(pair[2]) < 6:
            await asyncio.sleep(0.001)
        assert sorted(pair[0]._streams) == [1, 2, 3, 4, 5, 6]
        assert sorted(pair[1]._streams) == [1, 2, 3, 4, 5, 6]

    connected(check)


def exchange(sent: bytes) -> bytes:
    """What a session says to these bytes, until it or they end."""

    async def run() -> bytes:
        one, other = socket.socketpair()
        session = Session(*await asyncio.open_connection(sock=one), accept=lambda _: None)
        reader, writer = await asyncio.open_connection(sock=other)
        writer.write(sent)
        writer.write_eof()
        await asyncio.wait_for(session.run(), 20)
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        return answer

    return asyncio.run(run())


def header(kind: int, flags: int, number: int, length: int, version: int = 0) -> bytes:
    return bytes([version, kind, 0, flags]) + number.to_bytes(4, "big") + length.to_bytes(4, "big")


GO_AWAY = header(3, 0, 0, 1)


def test_a_ping_is_answered_with_its_value() -> None:
    """[24.58]"""
    assert exchange(header(2, 1, 0, 77)) == header(2, 2, 0, 77)


WRONG: "dict[str, Any]" = {
    "another version": header(0, 0, 1, 0, version=1),
    "an unknown type": header(9, 0, 1, 0),
    "a stream that begins twice": header(1, 1, 1, 0) * 2,
    "a stream with a number of ours": header(1, 1, 2, 0),
    "more than a window": header(1, 1, 1, 0) + (header(0, 0, 1, 200_000) + b"x" * 200_000) * 2,
    "a frame larger than any window": header(1, 1, 1, 0) + header(0, 0, 1, 0x7FFFFFFF),
}


@pytest.mark.parametrize("sent", WRONG.values(), ids=WRONG.keys())
def test_what_is_forbidden_ends_the_connection(sent: bytes) -> None:
    """[24.58]"""
    assert exchange(sent).endswith(GO_AWAY)


def test_frames_of_an_unknown_stream_are_ignored() -> None:
    """[24.58]"""
    assert exchange(header(0, 0, 9, 3) + b"abc" + header(2, 1, 0, 5)) == header(2, 2, 0, 5)


@pytest.mark.parametrize("seed", range(20))
def test_no_bytes_whatever_hang_or_break_it(seed: int) -> None:
    """[24.58]"""
    chance = random.Random(seed)
    frames = b"".join(
        header(chance.choice([0, 1, 1, 2, 3]), chance.randrange(16), chance.randrange(6), chance.randrange(4)) + b"xyz"
        for _ in range(200)
    )
    exchange(frames)
    exchange(chance.randbytes(5_000))
