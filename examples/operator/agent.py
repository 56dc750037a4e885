"""The agent: it reads what the monitor prints, and takes measures."""

import os
import re
import time
from typing import Callable

import control

PATIENCE = float(os.environ.get("PATIENCE", "4"))


def repair(problem: str) -> None:
    if problem == "errors":
        act("the new version is bad: rolling it back", lambda: control.send("workload", "rollback"))
    elif problem == "silence" and control.process("workload")["state"] != "running":
        print("it crashed, and Foster is starting it again: nothing to do")
    elif problem == "silence":
        act("it hangs: restarting it, by force if need be", lambda: control.restart("workload"))
    else:
        act("a new process will do: restarting it", lambda: control.restart("workload"))


def act(why: str, measure: Callable[[], None]) -> None:
    print(why)
    measure()
    print(f"REPAIRING: the workload is {control.process('workload')['state']}")


def main() -> None:
    print("waiting for the monitor's word")
    begun = 0.0
    for _, line in control.lines("monitor"):
        detected = re.match(r"DETECTED (\w+): (.*)", line)
        if detected:
            begun = time.monotonic()
            print(f"alarm: {detected[2]}")
            # A crash is Foster's own affair and over soon, so that one is looked at right away.
            if detected[1] != "silence":
                print(f"looking at it for {PATIENCE:g} s")
                time.sleep(PATIENCE)
            repair(detected[1])
        elif line.startswith("RECOVERED"):
            print(f"REPAIRED: all clear {time.monotonic() - begun:.1f} s after the alarm")


if __name__ == "__main__":
    main()
