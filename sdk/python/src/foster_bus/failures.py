"""Why a plugin does not run, in one sentence and one exit code."""

from __future__ import annotations

import enum
import sys
from typing import Optional


class Stage(enum.IntEnum):
    """How far a plugin came; the number is the exit code that tells the host.

    USAGE, IMPORT and DISCOVER say that no attempt will come further until somebody changes something.
    """

    OTHER = 1
    USAGE = 10
    IMPORT = 11
    CONNECT = 12
    DISCOVER = 13
    CONSTRUCT = 14
    INITIALIZE = 15
    LOST = 16
    RAISED = 17


class Failure(Exception):
    """The end of a plugin that cannot run; the sentence says ``cannot <verb> <thing>: <why>; <what to do>``."""

    def __init__(self, stage: Stage, what: str, why: str, remedy: str, cause: Optional[BaseException] = None) -> None:
        super().__init__(f"cannot {what}: {' '.join(why.split())}; {remedy}")
        self.stage = stage
        self.cause = cause

    def show_trace(self) -> None:
        """Prints where it happened, if it happened in code."""
        if self.cause is not None:
            # Only here, as a plugin that runs has no need of it.
            import traceback

            traceback.print_exception(type(self.cause), self.cause, self.cause.__traceback__, file=sys.stderr)


def stage_of(error: BaseException, otherwise: Stage) -> Stage:
    """What is missing or cannot be read stays so, wherever the plugin meets it."""
    return Stage.IMPORT if isinstance(error, (ImportError, SyntaxError)) else otherwise


def text_of(error: BaseException) -> str:
    """What an exception says, with its type, because many say nothing without it."""
    name = type(error).__name__
    return f"{name}: {error}" if str(error) else name
