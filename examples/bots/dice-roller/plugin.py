"""Rolls dice and flips coins: ``!roll 2d6+1``, ``!flip``."""

import json
import random
from typing import Any, Dict, Optional

from nats.aio.client import Client
from nats.aio.msg import Msg

from .dice import roll

Answer = Dict[str, Any]


class DiceRollerPlugin:
    """Answers the two commands, and tells everybody what was rolled."""

    def __init__(self, nats_client: Client, config: Optional[Dict[str, Any]] = None) -> None:
        self.bus = nats_client
        # With a seed it always rolls the same, for tests and for demonstrations.
        self.chance = random.Random((config or {}).get("seed"))

    async def initialize(self) -> None:
        await self.bus.subscribe("foster.command.dice.roll", cb=self.on_roll)
        await self.bus.subscribe("foster.command.dice.flip", cb=self.on_flip)

    async def on_roll(self, message: Msg) -> None:
        request = json.loads(message.data or b"{}")
        try:
            rolled = roll(request.get("args") or "", self.chance)
        except ValueError as error:
            await self._answer(message, {"success": False, "error": str(error)})
            return
        result = {"dice": rolled.dice, "bonus": rolled.bonus, "total": rolled.total, "formatted": rolled.formatted}
        await self._answer(message, {"success": True, "result": result})
        await self._tell("rolled", request, {"notation": rolled.notation, "total": rolled.total})

    async def on_flip(self, message: Msg) -> None:
        request = json.loads(message.data or b"{}")
        side = self.chance.choice(["heads", "tails"])
        await self._answer(message, {"success": True, "result": {"side": side, "formatted": f"🪙 {side}"}})
        await self._tell("flipped", request, {"side": side})

    async def _answer(self, message: Msg, answer: Answer) -> None:
        if message.reply:
            await message.respond(json.dumps(answer).encode())

    async def _tell(self, what: str, request: Dict[str, Any], facts: Dict[str, Any]) -> None:
        event = {"channel": request.get("channel"), "user": request.get("user"), **facts}
        await self.bus.publish(f"foster.event.dice.{what}", json.dumps(event).encode())
