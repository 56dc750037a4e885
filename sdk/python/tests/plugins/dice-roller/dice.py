"""Rolls dice."""

import random


def roll(count, sides):
    return [random.randint(1, sides) for _ in range(count)]
