"""A plugin with relative imports only."""

import json

from . import questions
from .questions import QUESTIONS


class TriviaPlugin:
    """Answers rosey.command.trivia.start; its first argument has a name of its own."""

    def __init__(self, connection, *, config=None):
        self.connection = connection
        assert questions.QUESTIONS is QUESTIONS

    async def initialize(self):
        await self.connection.subscribe("rosey.command.trivia.start", cb=self.on_start)

    async def on_start(self, message):
        question = next(iter(QUESTIONS))
        await message.respond(json.dumps({"success": True, "result": {"formatted": question}}).encode())
