"""Asks questions: ``!trivia``, ``!answer Saturn``, ``!score``."""

import json
import random
from typing import Any, Callable, Dict, Optional

from nats.aio.client import Client
from nats.aio.msg import Msg

from .game import Game
from .questions import QUESTIONS

Request = Dict[str, Any]
Result = Dict[str, Any]


class TriviaPlugin:
    """A game for each channel; they last as long as the process."""

    def __init__(self, nats_client: Client, config: Optional[Dict[str, Any]] = None) -> None:
        self.bus = nats_client
        self.chance = random.Random((config or {}).get("seed"))
        self.games: Dict[str, Game] = {}

    async def initialize(self) -> None:
        for command, action in (("start", self.start), ("answer", self.answer), ("score", self.score)):
            await self.bus.subscribe(f"foster.command.trivia.{command}", cb=self._handler(action))

    def start(self, game: Game, request: Request) -> Result:
        question = game.ask()
        return {"question": question.text, "formatted": f"❓ {question.text}"}

    def answer(self, game: Game, request: Request) -> Result:
        user = str(request.get("user") or "somebody")
        solved = game.answer(user, str(request.get("args") or ""))
        if solved is None:
            return {"right": False, "formatted": f"❌ That is not it, {user}."}
        points = game.score()[user]
        text = f"✅ {solved.answers[0]} it is. {user} has {points} point{'s' if points != 1 else ''}."
        return {"right": True, "points": points, "formatted": text}

    def score(self, game: Game, request: Request) -> Result:
        points = game.score()
        listed = ", ".join(f"{user} {count}" for user, count in points.items())
        return {"points": points, "formatted": f"🏆 {listed}" if listed else "🏆 Nobody has a point yet."}

    def _handler(self, action: Callable[[Game, Request], Result]) -> Any:
        async def handle(message: Msg) -> None:
            request = json.loads(message.data or b"{}")
            channel = str(request.get("channel") or "")
            game = self.games.setdefault(channel, Game(QUESTIONS, self.chance))
            try:
                result = action(game, request)
            except LookupError as error:
                await self._respond(message, {"success": False, "error": str(error)})
                return
            await self._respond(message, {"success": True, "result": result})
            if result.get("right"):
                event = {"channel": channel, "user": request.get("user"), "points": result["points"]}
                await self.bus.publish("foster.event.trivia.solved", json.dumps(event).encode())

        return handle

    async def _respond(self, message: Msg, answer: Dict[str, Any]) -> None:
        if message.reply:
            await message.respond(json.dumps(answer).encode())
