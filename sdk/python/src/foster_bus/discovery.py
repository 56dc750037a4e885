"""Finds the class of a plugin in its module."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any, List, Optional, Type

from .failures import Failure, Stage


def find_class(module: ModuleType, called: str, name: Optional[str] = None) -> Type[Any]:
    """The class that was named, or else the only one that can be meant.

    That is a class which is defined in this module and not just imported, not abstract, whose name ends in Plugin, and
    which no other such class extends. One called just Plugin counts only when there is nothing else.

    :param called: what the host calls the module
    :param name: the class that the manifest names
    """
    found = _named(module, called, name) if name else _only(module, called)
    if not callable(getattr(found, "initialize", None)):
        why = f"{found.__name__} has no method initialize"
        raise Failure(Stage.DISCOVER, f"use {called}", why, "write async def initialize(self)")
    return found


def _named(module: ModuleType, called: str, name: str) -> Type[Any]:
    what = f"use the class {name} of {called}"
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise Failure(Stage.DISCOVER, what, "there is no such class", "correct its name in the manifest")
    if inspect.isabstract(found):
        missing = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise Failure(Stage.DISCOVER, what, f"it is abstract, {missing} missing", "name a class that is complete")
    return found


def _only(module: ModuleType, called: str) -> Type[Any]:
    plugins = [value for value in dict.fromkeys(_classes(module)) if value.__name__.endswith("Plugin")]
    own = [plugin for plugin in plugins if plugin.__module__ == module.__name__ and not inspect.isabstract(plugin)]
    candidates = [plugin for plugin in own if not any(other is not plugin and issubclass(other, plugin) for other in own)]
    if len(candidates) > 1:
        candidates = [plugin for plugin in candidates if plugin.__name__ != "Plugin"]
    if len(candidates) == 1:
        return candidates[0]
    what = f"find the plugin's class in {called}"
    if candidates:
        names = ", ".join(sorted(plugin.__name__ for plugin in candidates))
        raise Failure(Stage.DISCOVER, what, f"{names} could be meant", "name one of them as class in the manifest")
    raise Failure(Stage.DISCOVER, what, _nothing(plugins, module), "define one there, or name it as class in the manifest")


def _classes(module: ModuleType) -> List[Type[Any]]:
    return [value for value in vars(module).values() if isinstance(value, type)]


def _nothing(plugins: List[Type[Any]], module: ModuleType) -> str:
    why = "no class whose name ends in Plugin is defined there"
    imported = sorted(plugin.__name__ for plugin in plugins if plugin.__module__ != module.__name__)
    abstract = sorted(plugin.__name__ for plugin in plugins if plugin.__module__ == module.__name__)
    if abstract:
        return f"{', '.join(abstract)} is abstract"
    return f"{why}, {', '.join(imported)} is only imported" if imported else why
