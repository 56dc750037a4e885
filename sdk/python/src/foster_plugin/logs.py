"""Log records in the form that go-plugin hosts read levels and fields from."""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime, timezone
from typing import Any, Dict, Optional, TextIO

#: Below DEBUG, as hosts know it.
TRACE = 5

# What every record has; whatever else it carries came from the caller's ``extra`` and is a field.
_STANDARD = frozenset(vars(logging.LogRecord("", 0, "", 0, "", None, None))) | {"message", "asctime", "taskName"}


class HostLogHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes each record as one JSON line to the standard error that the host reads.

    Fields go into ``extra``: ``logging.getLogger("dice").info("rolled", extra={"sides": 6})``.
    """

    def __init__(self, stream: Optional[TextIO] = None) -> None:
        # Not sys.stderr: that one is replaced, and its text reaches the host as mere output.
        super().__init__(stream if stream is not None else sys.__stderr__)

    def format(self, record: logging.LogRecord) -> str:
        line: Dict[str, Any] = {
            "@level": _level(record.levelno),
            "@message": record.getMessage(),
            "@module": record.name,
            # The reader insists on six digits of the second.
            "@timestamp": datetime.fromtimestamp(record.created, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        }
        for name, value in vars(record).items():
            if name not in _STANDARD:
                line.setdefault(name, value)
        if record.exc_info and record.exc_info[1] is not None:
            line.setdefault("error", repr(record.exc_info[1]))
            line["stacktrace"] = logging.Formatter().formatException(record.exc_info)
        return json.dumps(line, default=str)


def _level(number: int) -> str:
    for floor, name in ((logging.ERROR, "error"), (logging.WARNING, "warn"), (logging.INFO, "info"), (logging.DEBUG, "debug")):
        if number >= floor:
            return name
    return "trace"
