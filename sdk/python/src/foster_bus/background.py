"""Says when a task that runs in the background has died.

Python tells it when the task is forgotten, which for one that its plugin keeps is never: a plugin that does nothing any
more would look well.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from .failures import text_of

_LOG = logging.getLogger("foster")
# Whoever waits for a task asks for its result as soon as it is done.
_PATIENCE_SECONDS = 1.0


def watch_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Watches over all tasks that are made from now on."""

    def make(the_loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> "asyncio.Task[Any]":
        task = asyncio.Task(work, loop=the_loop, **options)
        task.add_done_callback(_done)
        return task

    def _done(task: "asyncio.Task[Any]") -> None:
        if _is_untold(task):
            loop.call_later(_PATIENCE_SECONDS, _tell, task)

    loop.set_task_factory(make)


def _is_untold(task: "asyncio.Task[Any]") -> bool:
    # What Python itself goes by when it tells of an exception that nobody has asked for.
    return not task.cancelled() and bool(getattr(task, "_log_traceback", False))


def _tell(task: "asyncio.Task[Any]") -> None:
    if _is_untold(task):
        error = task.exception()
        if error is not None:
            _LOG.error("a task in the background died: %s: %s", task.get_name(), text_of(error), exc_info=error)
