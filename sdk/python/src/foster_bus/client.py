"""The client of the bus that a plugin gets."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, List, Set

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

_IDLE_SECONDS = 1.0


class BusClient(Client):
    """A client of nats-py whose subscriptions share their work with those of the plugin's other runs.

    While a plugin is replaced, the old and the new run are both subscribed; as members of one queue group each request
    reaches exactly one of them.
    """

    def __init__(self, queue: str, inbox: str) -> None:
        super().__init__()
        self._plugin_queue = queue
        self._plugin_inboxes = f"{inbox}."
        self._runner_subscriptions: Set[Subscription] = set()

    async def subscribe(self, subject: str, queue: str = "", *args: Any, **kwargs: Any) -> Subscription:
        return await super().subscribe(subject, queue or self._queue_of(subject), *args, **kwargs)

    async def subscribe_for_runner(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> None:
        """Subscribes outside the plugin: without its queue, and not drained with it."""
        self._runner_subscriptions.add(await super().subscribe(subject, cb=cb))

    def served(self) -> List[Subscription]:
        """What the plugin is subscribed to, without the inboxes that its own requests are answered in."""
        return [
            subscription
            for subscription in self._subs.values()
            if not self._is_inbox(subscription.subject) and subscription not in self._runner_subscriptions
        ]

    async def drain_served(self) -> None:
        """Takes no more messages, and returns when the handlers are done with those that were delivered.

        Not the drain of nats-py: after that, a plugin that unsubscribes in its own shutdown is told that this is an
        error. And inboxes stay, as a handler may wait for an answer.
        """
        served = self.served()
        if self.is_connected:
            for subscription in served:
                await self._send_unsubscribe(subscription._id)
            # When the answer is here, so is everything that the server sent before it.
            await self.flush()
        await asyncio.gather(*(self._handled(subscription) for subscription in served))

    async def _process_pong(self) -> None:
        # The client would stop reading for good when whoever waited for this has given up, or was cancelled.
        if self._pongs and self._pongs[0].done():
            self._pongs.pop(0)
            self._pings_outstanding = 0
        else:
            await super()._process_pong()

    async def _handled(self, subscription: Subscription) -> None:
        queue = subscription._pending_queue
        await queue.join()
        if subscription._cb is not None:
            return
        # A loop over messages counts as done when it has taken the last one; it is done when it waits for the next.
        for _ in range(int(_IDLE_SECONDS / 0.01)):
            if queue._getters:  # type: ignore[attr-defined]
                return
            await asyncio.sleep(0.01)

    def _queue_of(self, subject: str) -> str:
        # What a server or a standard defines, such as $SRV.PING, every run answers for itself.
        if not self._plugin_queue or self._is_inbox(subject) or subject.startswith("$"):
            return ""
        # A group for each subscription: in one for all, a message that two of them ask for would reach only one. The
        # other run subscribes in the same order, so its second subscription to a subject meets this run's second.
        number = sum(each.subject == subject for each in self.served())
        return f"{self._plugin_queue}.{subject}" + (f"#{number + 1}" if number else "")

    def _is_inbox(self, subject: str) -> bool:
        return subject.startswith((self._plugin_inboxes, "_INBOX."))
