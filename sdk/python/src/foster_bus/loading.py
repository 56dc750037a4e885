"""Imports a plugin's module: by its dotted path, or by its file."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType
from typing import NamedTuple, Optional

from .failures import Failure, Stage, stage_of, text_of

# With dashes, so that no import statement can mean it, and no module of anybody else is hidden by it.
_FAMILY = "foster-plugins"


class Target(NamedTuple):
    """What to run: a module or a file below a root, and a class of it if there are several."""

    root: str
    module: Optional[str] = None
    file: Optional[str] = None
    class_name: Optional[str] = None

    @property
    def name(self) -> str:
        """What the host called it."""
        return self.module or self.file or ""


def load(target: Target) -> ModuleType:
    """Imports the module."""
    root = os.path.abspath(target.root)
    sys.path.insert(0, root)
    try:
        if target.module is not None:
            # Unlike the statement, this does not mind dashes.
            return importlib.import_module(target.module)
        return _load_file(_existing(os.path.join(root, target.file or ""), target))
    except Failure:
        raise
    except (Exception, SystemExit) as error:
        # What its own code raises, such as for a service that is not there yet, may go better next time.
        stage = stage_of(error, Stage.RAISED)
        raise Failure(stage, f"import {target.name}", _why(error), _remedy(error, target), error) from error


def _existing(file: str, target: Target) -> str:
    if os.path.isfile(file):
        return file
    raise Failure(Stage.IMPORT, f"import {target.name}", f"there is no file {file}", "check main in the plugin's manifest")


def _load_file(file: str) -> ModuleType:
    """Imports a file as a module of the package that its folder is.

    So ``from .dice import roll`` works, although nobody imported the folder; and as the folder is on the path as well,
    so does ``from dice import roll``.
    """
    folder = os.path.dirname(file)
    if folder not in sys.path:
        sys.path.insert(1, folder)
    _package(_FAMILY, os.path.dirname(folder), None)
    package = f"{_FAMILY}.{_word(os.path.basename(folder))}"
    start = os.path.join(folder, "__init__.py")
    _package(package, folder, start if os.path.isfile(start) else None)
    return _execute(f"{package}.{_word(os.path.basename(file)[:-3])}", file, None)


def _package(name: str, folder: str, start: Optional[str]) -> None:
    if start is not None:
        _execute(name, start, folder)
        return
    spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = [folder]
    sys.modules[name] = importlib.util.module_from_spec(spec)


def _execute(name: str, file: str, folder: Optional[str]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[folder] if folder else None)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _word(name: str) -> str:
    return name.replace(".", "_")


def _why(error: BaseException) -> str:
    # Its text names the module that is missing; the type would only repeat it.
    return str(error) if isinstance(error, ModuleNotFoundError) else text_of(error)


def _remedy(error: BaseException, target: Target) -> str:
    if isinstance(error, ModuleNotFoundError):
        missing = error.name or ""
        if target.module is not None and f"{target.module}.".startswith(f"{missing}."):
            return f"check the module's path, and that it lies below {target.root}"
        return f"add what provides {missing} to the plugin's requirements"
    return "see the trace above"
