"""The end of the process: which code, which last line, and that it comes."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import NoReturn, Optional


class Ending:
    """How the process would end if its time were up now.

    A plugin can block its event loop, leave a thread behind, or ignore that its tasks are cancelled. So a thread keeps
    the deadline, and it ends the process hard when that has passed.
    """

    def __init__(self) -> None:
        self._code = 0
        self._last_line: Optional[str] = None
        self._deadline: Optional[float] = None

    def expect(self, code: int, last_line: Optional[str] = None) -> None:
        """Decides, until somebody decides otherwise."""
        self._code = code
        self._last_line = last_line

    def within(self, seconds: float) -> None:
        """Sets the deadline; a second one can only be earlier."""
        deadline = time.monotonic() + seconds
        if self._deadline is None:
            self._deadline = deadline
            threading.Thread(target=self._keep, name="foster-deadline", daemon=True).start()
        else:
            self._deadline = min(self._deadline, deadline)

    def leave(self) -> NoReturn:
        """Ends the process as decided; threads that the plugin left behind get what is left of the time."""
        self._say()
        # Nobody else may say something after the last line.
        self._last_line = None
        sys.exit(self._code)

    def _keep(self) -> None:
        while self._deadline is not None and time.monotonic() < self._deadline:
            time.sleep(min(0.1, max(0.0, self._deadline - time.monotonic())))
        self._say()
        os._exit(self._code)

    def _say(self) -> None:
        try:
            sys.stdout.flush()
            if self._last_line is not None:
                print(self._last_line, file=sys.stderr)
            sys.stderr.flush()
        except (OSError, ValueError):
            # Nobody reads any more, or the streams are closed: that must not keep the process.
            pass
