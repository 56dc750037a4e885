"""Log records on standard error, one line each, level first."""

from __future__ import annotations

import logging
import sys

from .failures import Failure, Stage


class LineFormatter(logging.Formatter):
    """Writes ``LEVEL logger: message``; only the trace of an exception takes further lines."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        # A reader that takes levels from lines must not be told another one by a message.
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")


def configure(level: str) -> None:
    """Sends the records of plugin and runner to standard error, and prints at the end of each line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter())
    try:
        logging.basicConfig(level=int(level) if level.isdigit() else level, handlers=[handler])
    except ValueError:
        remedy = "use DEBUG, INFO, WARNING or ERROR"
        raise Failure(Stage.USAGE, "read FOSTER_LOG_LEVEL", f"{level!r} is no level", remedy) from None
    # A pipe would otherwise keep what a plugin prints until there is a lot of it.
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(line_buffering=True, errors="backslashreplace")
