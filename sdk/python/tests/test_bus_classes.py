"""Which class of a module is the plugin, and what its constructor is given."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import Any, Dict

import pytest
from foster_bus.construction import construct
from foster_bus.discovery import find_class
from foster_bus.failures import Failure, Stage

METHODS = "\n    def initialize(self): pass"
ABSTRACT = "from abc import ABC, abstractmethod\nclass APlugin(ABC):\n    @abstractmethod\n    def f(self): pass"


def module(source: str, **imported: Any) -> ModuleType:
    made = ModuleType("dice")
    vars(made).update(imported)
    exec(source.replace(": …", f":{METHODS}"), vars(made))
    return made


class ImportedPlugin:
    """One that a plugin's module imports."""

    def initialize(self) -> None:
        pass


FOUND = {
    "the only one": ("class DicePlugin: …", "DicePlugin"),
    "the most derived": ("class APlugin: …\nclass BPlugin(APlugin): …\nclass CPlugin(BPlugin): …", "CPlugin"),
    "not a base of its own module": ("class BasePlugin: …\nclass ZPlugin(BasePlugin): …", "ZPlugin"),
    "not an abstract one": (
        ABSTRACT + "\nclass BPlugin: …",
        "BPlugin",
    ),
    "not an imported one": ("class DicePlugin: …", "DicePlugin"),
    "one that extends an imported one": ("class DicePlugin(ImportedPlugin): …", "DicePlugin"),
    "not one of another name": ("class Dice: …\nclass PluginOfDice: …\nclass DicePlugin: …", "DicePlugin"),
    "just Plugin, if there is nothing else": ("class Plugin: …\nclass Dice: …", "Plugin"),
    "not just Plugin, if there is something else": ("class Plugin: …\nclass DicePlugin: …", "DicePlugin"),
    "one class of two names": ("class DicePlugin: …\nAliasPlugin = DicePlugin", "DicePlugin"),
    "one whose initialize is inherited": ("class Base: …\nclass DicePlugin(Base):\n    pass", "DicePlugin"),
}


@pytest.mark.parametrize("case", FOUND)
def test_the_class_is_found(case: str) -> None:
    source, name = FOUND[case]
    assert find_class(module(source, ImportedPlugin=ImportedPlugin), "dice").__name__ == name


NOT_FOUND = {
    "class APlugin: …\nclass BPlugin: …": "APlugin, BPlugin could be meant",
    "class BasePlugin: …\nclass APlugin(BasePlugin): …\nclass BPlugin(BasePlugin): …": "APlugin, BPlugin could be meant",
    "": "no class whose name ends in Plugin is defined there, ImportedPlugin is only imported",
    ABSTRACT: "APlugin is abstract",
    "class APlugin:\n    initialize = None": "APlugin has no method initialize",
}


@pytest.mark.parametrize("source", NOT_FOUND)
def test_what_cannot_be_decided_is_said(source: str) -> None:
    with pytest.raises(Failure) as failure:
        find_class(module(source, ImportedPlugin=ImportedPlugin), "dice")
    assert failure.value.stage is Stage.DISCOVER
    assert f": {NOT_FOUND[source]};" in str(failure.value)


def test_a_named_class_may_be_any() -> None:
    made = module("class APlugin: …\nclass Dice: …", ImportedPlugin=ImportedPlugin)
    assert [find_class(made, "dice", name).__name__ for name in ("APlugin", "Dice", "ImportedPlugin")] == [
        "APlugin",
        "Dice",
        "ImportedPlugin",
    ]


CLIENT = object()
CONFIG: Dict[str, Any] = {"sides": 6}

SIGNATURES = {
    "self, nc, config=None": {"nc": CLIENT, "config": CONFIG},
    "self, nats_client, config": {"nats_client": CLIENT, "config": CONFIG},
    "self, nc": {"nc": CLIENT},
    "self, connection": {"connection": CLIENT},
    "self, connection, verbose=False, config=None": {"connection": CLIENT, "verbose": False, "config": CONFIG},
    "self, config, bus": {"config": CONFIG, "bus": CLIENT},
    "self, config=None, *, client": {"config": CONFIG, "client": CLIENT},
    "self, name='x', nats=None": {"name": "x", "nats": CLIENT},
    "self, connection, config, /": {"connection": CLIENT, "config": CONFIG},
    "self, nc, **rest": {"nc": CLIENT, "rest": {"config": CONFIG}},
    "self, *args, **kwargs": {"args": (CLIENT,), "kwargs": {"config": CONFIG}},
    "self, **kwargs": {"kwargs": {"nats_client": CLIENT, "config": CONFIG}},
    "self, *args": {"args": (CLIENT,)},
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_constructor_is_given_what_it_asks_for(signature: str) -> None:
    scope: Dict[str, Any] = {}
    body = "self.given = {name: value for name, value in locals().items() if name != 'self'}"
    exec(f"class DicePlugin:\n    def __init__({signature}):\n        {body}", scope)
    assert construct(scope["DicePlugin"], CLIENT, CONFIG).given == SIGNATURES[signature]


def test_an_inherited_constructor_counts() -> None:
    class Base:
        def __init__(self, nats_client: object) -> None:
            self.given = nats_client

    class DicePlugin(Base):
        pass

    assert construct(DicePlugin, CLIENT, CONFIG).given is CLIENT


@pytest.mark.parametrize("signature", ["self", "self, config=None", "self, nc, other", "self, nc, *, other"])
def test_a_constructor_that_cannot_be_called_is_not_tried(signature: str) -> None:
    scope: Dict[str, Any] = {}
    exec(f"class DicePlugin:\n    def __init__({signature}): raise AssertionError('it was tried')", scope)
    with pytest.raises(Failure) as failure:
        construct(scope["DicePlugin"], CLIENT, CONFIG)
    assert failure.value.stage is Stage.DISCOVER
    assert failure.value.cause is None


def test_the_runner_needs_nothing_of_the_other_package() -> None:
    unwanted = ("grpc", "google", "foster_plugin", "argparse")
    code = f"import sys, foster_bus.command, foster_bus.running; print([name for name in {unwanted} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
