"""The narrator: each line "next" on its input begins a chapter, and most chapters break something."""

import sys
from typing import NamedTuple

import control


class Chapter(NamedTuple):
    title: str
    fault: str
    text: str


STORY = (
    Chapter("A quiet morning", "", """\
Customers order, the workload delivers about
a hundred orders a second, and the monitor
learns what is usual."""),
    Chapter("The slow afternoon", "slow", """\
From now on every order takes a fifth of a
second longer. Below half of the usual the
curve of the workload turns red. The monitor
raises the alarm, the agent restarts."""),
    Chapter("The bad release", "errors", """\
A new version answers half of the orders with
"sorry". A new process would be no better; the
agent knows, and rolls the version back."""),
    Chapter("The leak", "leak", """\
As fast as ever, but it never lets go of
anything: see its memory in the overview (o).
The agent acts before it hurts."""),
    Chapter("The crash", "crash", """\
It is gone. Nobody has to do anything: Foster
starts it again, and the agent says so."""),
    Chapter("The long sleep", "hang", """\
It neither answers nor listens to SIGTERM. The
agent asks Foster for a restart; Foster asks
politely, waits a second, and kills it."""),
)


def title(text: str) -> None:
    print(f"\n\033[1m{text}\033[0m")


def tell(number: int) -> None:
    chapter = STORY[number]
    title(f"{number + 1} of {len(STORY)}: {chapter.title}")
    print(chapter.text)
    if chapter.fault:
        control.send("workload", chapter.fault)
        print(f"(told the workload: {chapter.fault})")


def end() -> None:
    workload = control.process("workload")
    title("The end")
    print(f"The workload is {workload['state']}, as process {workload.get('pid', 'none')}.")
    print("The next one begins the story again.")


def main() -> None:
    print("Press SPACE for the first chapter.")
    chapter = 0
    for line in sys.stdin:
        if line.strip() != "next":
            print(f'I only know "next", not "{line.strip()}".')
            continue
        try:
            if chapter < len(STORY):
                tell(chapter)
            else:
                end()
            chapter = (chapter + 1) % (len(STORY) + 1)
        except RuntimeError as problem:
            print(f"Not now: {problem}")


if __name__ == "__main__":
    main()
