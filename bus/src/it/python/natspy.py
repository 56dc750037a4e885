"""Talks to a NATS server through nats-py, one scenario at a time: natspy.py SCENARIO URL LIMITED_URL.

It ends with 0 when everything was as it should be. In the scenario reconnect it says "restart" and waits for a line: whoever
started it restarts the server in between.
"""

import asyncio
import sys

import nats
from nats.errors import NoRespondersError

SOON = 20


async def connect(url, **options):
    """Connects, also to a server that has much else to do: what the client tries twice, it tells as an error."""
    return await nats.connect(url, connect_timeout=SOON, **options)


async def two(url):
    """Connects twice, for those who speak and those who listen."""
    return await connect(url), await connect(url)


async def settle(connection):
    """Waits until the server has done everything so far.

    Twice: nats-py writes the PING of a flush ahead of what waits to be written, so one PONG may come too early.
    """
    await connection.flush()
    await connection.flush()


async def pubsub(url, _):
    speaker, listener = await two(url)
    numbers = await listener.subscribe("ok.numbers.>")
    await settle(listener)
    for number in range(1000):
        await speaker.publish(f"ok.numbers.{number % 7}", str(number).encode())
    for number in range(1000):
        message = await numbers.next_msg(SOON)
        assert message.data == str(number).encode(), message
    await speaker.close()
    await listener.close()


async def request(url, _):
    asker, answerer = await two(url)

    async def echo(message):
        await message.respond(b"re: " + message.data)

    await answerer.subscribe("ok.echo", cb=echo)
    await settle(answerer)
    for number in range(100):
        answer = await asker.request("ok.echo", str(number).encode(), timeout=SOON)
        assert answer.data == f"re: {number}".encode(), answer
    await asker.close()
    await answerer.close()


async def queue(url, _):
    speaker, listener = await two(url)
    shares = [0, 0, 0]
    done = asyncio.Event()

    def member(index):
        async def work(_):
            shares[index] += 1
            if sum(shares) == 900:
                done.set()

        return work

    for index in range(3):
        await listener.subscribe("ok.work", queue="team", cb=member(index))
    await settle(listener)
    for _ in range(900):
        await speaker.publish("ok.work", b"")
    await asyncio.wait_for(done.wait(), SOON)
    await settle(listener)
    assert sum(shares) == 900 and min(shares) >= 90, shares
    await speaker.close()
    await listener.close()


async def headers(url, _):
    connection = await connect(url)
    subscription = await connection.subscribe("ok.headers")
    await connection.publish("ok.headers", b"body", headers={"Colour": "red", "Size": "9"})
    message = await subscription.next_msg(SOON)
    assert message.data == b"body" and message.headers == {"Colour": "red", "Size": "9"}, message
    await connection.close()


async def noresponders(url, _):
    connection = await connect(url)
    try:
        await connection.request("ok.nobody", b"", timeout=SOON)
    except NoRespondersError:
        await connection.close()
        return
    raise AssertionError("somebody answered")


async def drain(url, _):
    speaker, listener = await two(url)
    begin = asyncio.Event()
    done = []

    async def work(message):
        await begin.wait()
        done.append(message)

    await listener.subscribe("ok.drain", cb=work)
    await settle(listener)
    for _ in range(200):
        await speaker.publish("ok.drain", b"")
    await settle(speaker)
    # What the server has sent is with the client once this is answered.
    await settle(listener)
    draining = asyncio.create_task(listener.drain())
    begin.set()
    await asyncio.wait_for(draining, SOON)
    assert len(done) == 200 and listener.is_closed, len(done)
    await speaker.close()


async def reconnect(url, _):
    back = asyncio.Event()

    async def found():
        back.set()

    connection = await connect(
        url, max_reconnect_attempts=-1, reconnect_time_wait=0.05, reconnected_cb=found
    )
    subscription = await connection.subscribe("ok.after")
    await settle(connection)
    print("restart", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await asyncio.wait_for(back.wait(), SOON)
    await connection.publish("ok.after", b"still here")
    assert (await subscription.next_msg(SOON)).data == b"still here"
    await connection.close()


async def permissions(_, limited):
    refused = asyncio.Queue()

    async def error(why):
        await refused.put(str(why).lower())

    connection = await connect(limited, error_cb=error)
    await connection.publish("secret.a", b"")
    await settle(connection)
    assert 'publish to "secret.a"' in await asyncio.wait_for(refused.get(), SOON)
    await connection.subscribe("secret.b")
    await settle(connection)
    assert 'subscription to "secret.b"' in await asyncio.wait_for(refused.get(), SOON)
    subscription = await connection.subscribe("ok.still")
    await connection.publish("ok.still", b"")
    await subscription.next_msg(SOON)
    await connection.close()


SCENARIOS = {
    each.__name__: each
    for each in (pubsub, request, queue, headers, noresponders, drain, reconnect, permissions)
}

if __name__ == "__main__":
    asyncio.run(SCENARIOS[sys.argv[1]](sys.argv[2], sys.argv[3]))
