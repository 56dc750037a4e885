"""The bots among the examples, run as Foster runs them."""

from __future__ import annotations

import importlib
import json
import random
import re
import sys
from pathlib import Path
from typing import Any, Iterator, List

import pytest
from bus_host import Broker, Host, story

BOTS = Path(__file__).parents[3] / "examples" / "bots"


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BOTS / "dice-roller"))
    yield importlib.import_module("dice")
    del sys.modules["dice"]


@pytest.fixture
def trivia(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BOTS))
    yield importlib.import_module("trivia.questions")
    for name in [name for name in sys.modules if name.partition(".")[0] == "trivia"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "count", "sides", "bonus"),
    [("2d6+1", 2, 6, 1), (" 3D8 - 2 ", 3, 8, -2), ("d20", 1, 20, 0), ("", 1, 6, 0), ("100d1000", 100, 1000, 0)],
)
def test_dice_are_rolled_as_they_are_written(dice: Any, text: str, count: int, sides: int, bonus: int) -> None:
    seen = set()
    for seed in range(200):
        rolled = dice.roll(text, random.Random(seed))
        assert len(rolled.dice) == count
        assert set(rolled.dice) <= set(range(1, sides + 1))
        assert rolled.total == sum(rolled.dice) + bonus
        seen.update(rolled.dice)
    # Both ends are possible.
    assert sides > 20 or {1, sides} <= seen


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("two dice", "cannot roll twodice: these are no dice; write them as in 2d6+1"),
        ("2d6+", "these are no dice"),
        ("٢d٦", "these are no dice"),
        ("0d6", "0 dice; use 1 to 100"),
        ("101d6", "101 dice; use 1 to 100"),
        ("1d1", "a die with 1 sides; use 2 to 1000"),
        ("1d1001", "a die with 1001 sides"),
        ("9" * 5000 + "d6", "these numbers are too large"),
    ],
)
def test_what_are_no_dice_is_said(dice: Any, text: str, why: str) -> None:
    with pytest.raises(ValueError) as error:
        dice.roll(text, random.Random(0))
    assert why in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("dice_and_bonus", "formatted"),
    [
        (("d6", [4], 0), "🎲 d6: 4"),
        (("d6+2", [4], 2), "🎲 d6+2: 4 + 2 = 6"),
        (("2d6-1", [4, 3], -1), "🎲 2d6-1: 4 + 3 - 1 = 6"),
    ],
)
def test_a_roll_reads_well(dice: Any, dice_and_bonus: Any, formatted: str) -> None:
    assert dice.Roll(*dice_and_bonus).formatted == formatted


@story
async def test_the_dice_roller_answers_and_tells(broker: Broker) -> None:
    async with Host(broker) as host:
        told = await host.client.subscribe("foster.event.dice.>")
        running = await host.spawn_file(BOTS / "dice-roller" / "plugin.py", FOSTER_PLUGIN_CONFIG='{"seed": 1}')
        assert (await running.ready())["subjects"] == ["foster.command.dice.roll", "foster.command.dice.flip"]
        rolled = await host.request("foster.command.dice.roll", channel="lobby", user="ada", args="2d6+1")
        result = rolled["result"]
        assert rolled["success"] and result["total"] == sum(result["dice"]) + 1
        assert result["formatted"].startswith("🎲 2d6+1: ")
        event = await told.next_msg(20)
        assert event.subject == "foster.event.dice.rolled"
        assert json.loads(event.data) == {"channel": "lobby", "user": "ada", "notation": "2d6+1", "total": result["total"]}
        flipped = await host.request("foster.command.dice.flip", channel="lobby", user="ada", args="")
        assert flipped["result"]["formatted"] in ("🪙 heads", "🪙 tails")
        refused = await host.request("foster.command.dice.roll", args="nothing")
        assert refused == {"success": False, "error": "cannot roll nothing: these are no dice; write them as in 2d6+1"}
        assert (await running.stop()).code == 0


def test_every_question_is_asked_once_before_any_is_asked_again(trivia: Any) -> None:
    game = sys.modules["trivia.game"].Game(trivia.QUESTIONS, random.Random(0))
    for _ in range(2):
        asked = []
        for _ in trivia.QUESTIONS:
            asked.append(game.ask())
            assert game.ask() is asked[-1]
            assert game.answer("ada", "surely wrong") is None
            assert game.answer("ada", asked[-1].answers[-1]) is asked[-1]
        assert sorted(asked) == sorted(trivia.QUESTIONS)
    assert len(trivia.QUESTIONS) >= 12


@pytest.mark.parametrize("answer", ["Saturn", "saturn!", " The  SATURN "])
def test_an_answer_need_not_be_spelled_exactly(trivia: Any, answer: str) -> None:
    assert trivia.QUESTIONS[0].accepts(answer)


@pytest.mark.parametrize("answer", ["", "the", "Saturnus", "not Saturn"])
def test_a_wrong_answer_is_wrong(trivia: Any, answer: str) -> None:
    assert not trivia.QUESTIONS[0].accepts(answer)


def test_the_best_come_first(trivia: Any) -> None:
    game = sys.modules["trivia.game"].Game(trivia.QUESTIONS, random.Random(0))
    for user in ["grace", "ada", "ada", "alan"]:
        game.answer(user, game.ask().answers[0])
    assert list(game.score().items()) == [("ada", 2), ("alan", 1), ("grace", 1)]


@story
async def test_trivia_is_played_in_each_channel_by_itself(broker: Broker, trivia: Any) -> None:
    questions = {each.text: each for each in trivia.QUESTIONS}
    async with Host(broker) as host:
        solved = await host.client.subscribe("foster.event.trivia.solved")
        running = await host.started(BOTS / "trivia" / "plugin.py")

        async def say(command: str, channel: str = "lobby", args: str = "") -> Any:
            return await host.request(f"foster.command.trivia.{command}", channel=channel, user="ada", args=args)

        assert (await say("answer", args="7"))["error"].startswith("cannot answer: there is no open question;")
        assert (await say("score"))["result"]["formatted"] == "🏆 Nobody has a point yet."
        question = (await say("start"))["result"]["question"]
        assert (await say("start"))["result"]["formatted"] == f"❓ {question}"
        assert not (await say("answer", "elsewhere", "7"))["success"]
        assert (await say("answer", args="surely wrong"))["result"]["formatted"] == "❌ That is not it, ada."
        right = questions[question].answers[0]
        assert (await say("answer", args=right))["result"]["formatted"] == f"✅ {right} it is. ada has 1 point."
        assert json.loads((await solved.next_msg(20)).data) == {"channel": "lobby", "user": "ada", "points": 1}
        assert (await say("score"))["result"]["formatted"] == "🏆 ada 1"
        assert (await say("score", "elsewhere"))["result"]["points"] == {}
        assert (await running.stop()).code == 0


def tutorial() -> List[str]:
    """The Python that the tutorial shows, piece by piece."""
    text = (BOTS.parents[1] / "docs" / "tutorial-bot-plugin.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@story
async def test_the_bot_of_the_tutorial_does_what_the_tutorial_says(broker: Broker, tmp_path: Path) -> None:
    plugin, better = tutorial()
    file = tmp_path / "plugin.py"
    file.write_text(plugin)
    async with Host(broker) as host:
        running = await host.started(file, FOSTER_PLUGIN_QUEUE="dice")
        result = (await host.request("foster.command.dice.roll", user="ada", args="2d6"))["result"]
        assert re.fullmatch(rf"\d \+ \d = {result['total']}", result["formatted"])
        assert await running.line() == f"INFO root: ada rolled {result['total']}"
        await host.client.publish("foster.command.dice.roll", b'{"user": "ada", "args": "many"}')
        reason = "ValueError: invalid literal for int() with base 10: 'many'"
        assert await running.line() == f"ERROR foster: a handler of messages failed: {reason}"
        refused = await host.request("foster.command.dice.roll", user="ada", args="50d6")
        assert refused["error"] == "cannot roll 50 dice: I have only 10; use fewer"

        line = '        count, sides = map(int, request["args"].split("d"))\n'
        assert plugin.count(line) == 1
        file.write_text(plugin.replace(line, better))
        await host.started(file, FOSTER_PLUGIN_QUEUE="dice", FOSTER_PLUGIN_CONFIG='{"max_dice": 100}')
        assert (await running.stop()).code == 0
        refused = await host.request("foster.command.dice.roll", user="ada", args="many")
        assert refused["error"] == "cannot roll that: these are no dice; write them as in 2d6"
        assert (await host.request("foster.command.dice.roll", user="ada", args="50d6"))["success"]
