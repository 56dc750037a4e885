"""The command line of the runner."""

from __future__ import annotations

import asyncio
from typing import Dict, List, NoReturn

from .ending import Ending
from .environment import Settings
from .failures import Failure, Stage, text_of
from .loading import Target

_USAGE = "python foster_bus --root DIR (--module DOTTED | --file FILE.py) [--class NAME]"
_OPTIONS = ("--root", "--module", "--file", "--class")


def main(arguments: List[str]) -> NoReturn:
    """Runs a plugin, and ends the process."""
    ending = Ending()
    try:
        target = parse(arguments)
        settings = Settings.read()
        _run(settings, target, ending)
    except Failure as failure:
        failure.show_trace()
        ending.expect(failure.stage, str(failure))
    ending.leave()


def parse(arguments: List[str]) -> Target:
    """Reads the command line. By hand: to load argparse takes longer than the rest of this."""
    given: Dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if option not in _OPTIONS:
            raise _usage(f"{word!r} is none of its options")
        value = value if equals else next(words, "")
        if not value:
            raise _usage(f"{option} has no value")
        if option in given:
            raise _usage(f"{option} is given twice")
        given[option] = value
    if "--root" not in given:
        raise _usage("--root is missing")
    if ("--module" in given) == ("--file" in given):
        raise _usage("it takes either --module or --file")
    return Target(given["--root"], given.get("--module"), given.get("--file"), given.get("--class"))


def _usage(why: str) -> Failure:
    return Failure(Stage.USAGE, "run a plugin", why, f"use {_USAGE}")


def _run(settings: Settings, target: Target, ending: Ending) -> None:
    # Late, for a command line that is wrong needs none of it.
    from . import logs

    logs.configure(settings.log_level)
    try:
        from .running import Run
    except ImportError as error:
        remedy = "install nats-py 2.6 or newer in the plugin's environment"
        raise Failure(Stage.IMPORT, "import nats", text_of(error), remedy, error) from error

    async def live() -> None:
        await Run(settings, target, ending).live()

    asyncio.run(live())
