"""Dice as players write them: ``2d6+1`` is the sum of two dice with six sides, and one."""

import random
import re
from typing import List, NamedTuple

_NOTATION = re.compile(r"(?P<count>\d*)d(?P<sides>\d+)(?P<bonus>[+-]\d+)?", re.IGNORECASE | re.ASCII)
MOST_DICE = 100
MOST_SIDES = 1000


class Roll(NamedTuple):
    """What was rolled."""

    notation: str
    dice: List[int]
    bonus: int

    @property
    def total(self) -> int:
        return sum(self.dice) + self.bonus

    @property
    def formatted(self) -> str:
        """One line, with the single dice when there is something to add up."""
        if len(self.dice) == 1 and not self.bonus:
            return f"🎲 {self.notation}: {self.total}"
        bonus = f" {'+' if self.bonus > 0 else '-'} {abs(self.bonus)}" if self.bonus else ""
        return f"🎲 {self.notation}: {' + '.join(map(str, self.dice))}{bonus} = {self.total}"


def roll(text: str, chance: random.Random) -> Roll:
    """Rolls what the text asks for, one die with six sides when it asks for nothing.

    :raises ValueError: says what is wrong with the text, in words for whoever wrote it
    """
    notation = "".join(text.split()).lower() or "1d6"
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise ValueError(f"cannot roll {notation}: these are no dice; write them as in 2d6+1")
    # Lengths first: a number of a million digits takes long to read.
    if any(len(part or "") > 5 for part in match.groups()):
        raise ValueError(f"cannot roll {notation[:20]}…: these numbers are too large; use smaller ones")
    count, sides = int(match["count"] or 1), int(match["sides"])
    if not 1 <= count <= MOST_DICE:
        raise ValueError(f"cannot roll {notation}: {count} dice; use 1 to {MOST_DICE}")
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"cannot roll {notation}: a die with {sides} sides; use 2 to {MOST_SIDES}")
    return Roll(notation, [chance.randint(1, sides) for _ in range(count)], int(match["bonus"] or 0))
