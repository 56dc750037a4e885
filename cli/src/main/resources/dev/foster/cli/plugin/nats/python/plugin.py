"""A plugin that talks NATS: greets whoever asks."""

import json
import logging


class GreeterPlugin:
    VERSION = "0.1.0"
    DESCRIPTION = "Greets whoever asks."

    def __init__(self, nats_client, config=None):
        self.bus = nats_client
        self.greeting = (config or {}).get("greeting", "Hello")

    async def initialize(self):
        await self.bus.subscribe("foster.command.{{id}}.hello", cb=self.hello)

    async def hello(self, message):
        request = json.loads(message.data or b"{}")
        name = (request.get("args") or "").strip() or request.get("user") or "stranger"
        logging.info("greeting %s", name)
        answer = {"success": True, "result": {"formatted": f"{self.greeting}, {name}!"}}
        await message.respond(json.dumps(answer).encode())
        await self.bus.publish("foster.event.{{id}}.greeted", json.dumps({"name": name}).encode())

    async def shutdown(self):
        """What has arrived is answered by now, and the connection is still open."""
