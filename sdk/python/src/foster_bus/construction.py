"""Constructs a plugin with what its constructor asks for."""

from __future__ import annotations

import inspect
from typing import Any, Dict, List, Optional, Type

from .failures import Failure, Stage, stage_of, text_of

_CLIENT_NAMES = ("nats_client", "nc", "nats", "client", "bus")
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def construct(plugin_class: Type[Any], client: object, config: Dict[str, Any]) -> Any:
    """Calls the constructor with the client, and with the configuration if it takes one.

    What it takes is read from its signature. To try one call after the other would run half a constructor again, and
    would take a mistake inside of it for a wrong call.
    """
    what = f"construct {plugin_class.__name__}"
    try:
        signature: Optional[inspect.Signature] = inspect.signature(plugin_class)
    except (TypeError, ValueError):
        signature = None
    arguments = _arguments(signature, client, config, what) if signature is not None else None
    try:
        if arguments is None:
            return plugin_class(client, config=config)
        return plugin_class(*arguments.args, **arguments.kwargs)
    except (Exception, SystemExit) as error:
        stage = stage_of(error, Stage.CONSTRUCT)
        raise Failure(stage, what, text_of(error), "see the trace above", error) from error


def _arguments(
    signature: inspect.Signature, client: object, config: Dict[str, Any], what: str
) -> inspect.BoundArguments:
    parameters = list(signature.parameters.values())
    taker = _client_taker(parameters)
    if taker is None:
        remedy = "write def __init__(self, nats_client, config=None)"
        raise Failure(Stage.DISCOVER, what, "it takes no client of the bus", remedy)
    values: Dict[str, Any] = {}
    for parameter in parameters:
        if parameter is taker:
            values[parameter.name] = _given(parameter, client)
        elif parameter.name == "config" and parameter.kind not in _VARIADIC:
            values["config"] = config
    rest = next((each for each in parameters if each.kind is inspect.Parameter.VAR_KEYWORD), None)
    if rest is not None and "config" not in values:
        values[rest.name] = {**values.get(rest.name, {}), "config": config}
    missing = [each.name for each in parameters if each.name not in values and _is_required(each)]
    if missing:
        why = f"it asks for {', '.join(missing)}, which nobody gives it"
        raise Failure(Stage.DISCOVER, what, why, "give that a default, or take it from config")
    ordered = {each.name: values[each.name] for each in parameters if each.name in values}
    return inspect.BoundArguments(signature, ordered)


def _client_taker(parameters: List[inspect.Parameter]) -> Optional[inspect.Parameter]:
    """A parameter with a telling name, or else the first one, or else whatever takes anything."""
    for name in _CLIENT_NAMES:
        for parameter in parameters:
            if parameter.name == name and parameter.kind not in _VARIADIC:
                return parameter
    for kinds in (_POSITIONAL, _VARIADIC):
        for parameter in parameters:
            if parameter.kind in kinds and parameter.name != "config":
                return parameter
    return None


def _given(taker: inspect.Parameter, client: object) -> Any:
    if taker.kind is inspect.Parameter.VAR_POSITIONAL:
        return (client,)
    if taker.kind is inspect.Parameter.VAR_KEYWORD:
        return {"nats_client": client}
    return client


def _is_required(parameter: inspect.Parameter) -> bool:
    return parameter.default is inspect.Parameter.empty and parameter.kind not in _VARIADIC
