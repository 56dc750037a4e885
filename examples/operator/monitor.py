"""The monitor: it reads what the workload prints, knows what is usual, and tells when it is not.

It prints DETECTED when some readings in a row are bad, and RECOVERED when as many in a row are good again.
"""

import os
import queue
import re
import statistics
import threading
import time
from collections import deque
from typing import Deque, NamedTuple, Optional, Tuple

import control

IN_A_ROW = int(os.environ.get("IN_A_ROW", "3"))
# More than a restart takes, less than the pause after a crash.
SILENCE = float(os.environ.get("SILENCE", "1.5"))
LEAST_HISTORY = 8


class Reading(NamedTuple):
    """What one line of the workload tells."""

    rate: float
    errors: float
    kept: float

    @staticmethod
    def of(line: str) -> "Optional[Reading]":
        found = re.fullmatch(r"rate=([\d.]+) errors=([\d.]+)% kept=([\d.]+)MB", line)
        return Reading(*map(float, found.groups())) if found else None


def listen(readings: "queue.Queue[Reading]") -> None:
    for _, line in control.lines("workload"):
        reading = Reading.of(line)
        if reading:
            readings.put(reading)


class Judge:
    """Knows what is usual and what is wrong at present."""

    def __init__(self) -> None:
        self.history: Deque[float] = deque(maxlen=40)
        self.problem = ""
        self.suspected = ""
        self.times = 0
        self.begun = 0.0

    def baseline(self) -> float:
        return statistics.median(self.history) if self.history else 0.0

    def finding(self, reading: Optional[Reading]) -> Tuple[str, str]:
        """What is wrong, in a word, and the reason; an empty word for nothing."""
        if reading is None:
            return "silence", f"nothing was heard for {SILENCE:g} s"
        if reading.errors >= 20:
            return "errors", f"{reading.errors:.0f}% of the orders fail"
        if reading.kept >= 16:
            return "leak", f"{reading.kept:.0f} MB are kept, and more each second"
        if len(self.history) >= LEAST_HISTORY and reading.rate < self.baseline() / 2:
            return "slow", f"{reading.rate:.0f} orders/s, {self.baseline():.0f} are usual"
        return "", ""

    def hear(self, reading: Optional[Reading]) -> None:
        problem, reason = self.finding(reading)
        # Before the first customers come, nothing tells what is usual.
        if reading and reading.rate and not problem and not self.problem:
            self.history.append(reading.rate)
        if problem != self.suspected:
            self.suspected, self.times = problem, 0
        # Silence has lasted long enough by itself.
        self.times += 1 if reading else IN_A_ROW
        if problem == self.problem or self.times < IN_A_ROW:
            return
        if not self.problem:
            self.begun = time.monotonic()
        self.problem = problem
        if problem:
            print(f"DETECTED {problem}: {reason}")
        else:
            print(f"RECOVERED after {time.monotonic() - self.begun:.1f} s")


def main() -> None:
    readings: "queue.Queue[Reading]" = queue.Queue()
    listener = threading.Thread(target=listen, args=(readings,), daemon=True)
    listener.start()
    judge = Judge()
    print("watching the workload")
    heard = 0
    while listener.is_alive():
        try:
            reading: Optional[Reading] = readings.get(timeout=SILENCE)
        except queue.Empty:
            reading = None
        judge.hear(reading)
        heard += 1
        if heard % 8 == 0 and not judge.problem:
            print(f"all is well: {judge.baseline():.0f} orders/s are usual")


if __name__ == "__main__":
    main()
