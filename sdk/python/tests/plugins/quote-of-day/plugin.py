"""A plugin whose base class stands in the same module, and would be first in the alphabet."""

import json
from abc import ABC, abstractmethod


class BasePlugin(ABC):
    """Subscribes to one subject."""

    subject = ""

    def __init__(self, nc, config=None):
        self.nc = nc

    async def initialize(self):
        await self.nc.subscribe(self.subject, cb=self.on_message)

    async def on_message(self, message):
        await message.respond(json.dumps({"success": True, "result": {"formatted": self.say()}}).encode())

    @abstractmethod
    def say(self):
        """What to answer."""


class QuotePlugin(BasePlugin):
    """Quotes."""

    subject = "rosey.command.quote.get"

    def say(self):
        return "“Less, but better.”"
