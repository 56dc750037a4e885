"""A plugin in the way of Rosey's: it works inside a package, and also when its folder is on the path."""

import json
import logging

try:
    from .dice import roll
except ImportError:
    from dice import roll

logger = logging.getLogger(__name__)


class DiceRollerPlugin:
    """Answers rosey.command.dice.roll."""

    NAMESPACE = "dice"
    VERSION = "1.2.3"
    DESCRIPTION = "Rolls dice"

    def __init__(self, nats_client, config=None):
        self.nats = nats_client
        self.sides = (config or {}).get("sides", 6)
        self.subscriptions = []

    async def initialize(self):
        self.subscriptions.append(await self.nats.subscribe("rosey.command.dice.roll", cb=self.on_roll))
        logger.info("rolls dice with %d sides", self.sides)

    async def shutdown(self):
        for subscription in self.subscriptions:
            await subscription.unsubscribe()
        self.subscriptions.clear()

    async def on_roll(self, message):
        request = json.loads(message.data)
        try:
            rolls = roll(int(request.get("args") or 1), self.sides)
        except ValueError:
            answer = {"success": False, "error": f"no number: {request['args']}"}
        else:
            total = sum(rolls)
            answer = {"success": True, "result": {"rolls": rolls, "total": total, "formatted": f"🎲 {total}"}}
            event = {"user": request["user"], "total": total}
            await self.nats.publish("rosey.event.dice.rolled", json.dumps(event).encode())
        await self.nats.publish(message.reply, json.dumps(answer).encode())
