"""The game: one question at a time in each channel, a point for whoever answers it first."""

import random
from collections import Counter
from typing import Dict, List, NamedTuple, Optional, Sequence


class Question(NamedTuple):
    """What is asked, and every answer that is right; the first of them is shown."""

    text: str
    answers: Sequence[str]

    def accepts(self, answer: str) -> bool:
        return plain(answer) in {plain(right) for right in self.answers}


def plain(text: str) -> str:
    """The text without what people write differently: case, punctuation, and articles."""
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))


class Game:
    """The game in one channel."""

    def __init__(self, questions: Sequence[Question], chance: random.Random) -> None:
        self._questions = questions
        self._chance = chance
        self._left: List[Question] = []
        self._open: Optional[Question] = None
        self._points: Dict[str, int] = Counter()

    def ask(self) -> Question:
        """The question that is open, or else a new one; each comes once before any comes again."""
        if self._open is None:
            if not self._left:
                self._left = list(self._questions)
                self._chance.shuffle(self._left)
            self._open = self._left.pop()
        return self._open

    def answer(self, user: str, text: str) -> Optional[Question]:
        """The question that this solved, or none if it is wrong.

        :raises LookupError: when nothing was asked
        """
        if self._open is None:
            raise LookupError("cannot answer: there is no open question; ask for one with !trivia")
        if not self._open.accepts(text):
            return None
        solved, self._open = self._open, None
        self._points[user] += 1
        return solved

    def score(self) -> Dict[str, int]:
        """Points by user, the best first; among equals the order of the alphabet."""
        return dict(sorted(self._points.items(), key=lambda entry: (-entry[1], entry[0])))
