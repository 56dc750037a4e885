"""What the host tells a plugin's process, in environment variables."""

from __future__ import annotations

import json
import os
import string
from typing import Any, Dict, List, Mapping, NamedTuple, Optional

from .failures import Failure, Stage

_TOKEN_CHARACTERS = frozenset(string.ascii_letters + string.digits + "-_")


class Settings(NamedTuple):
    """Who the plugin is, where its bus is, and how long things may take."""

    plugin: str
    run: str
    servers: List[str]
    user: Optional[str]
    password: Optional[str]
    token: Optional[str]
    credentials: Optional[str]
    authority: Optional[str]
    inbox: str
    queue: str
    config: Dict[str, Any]
    connect_seconds: float
    drain_seconds: float
    stop_at_end_of_input: bool
    log_level: str

    def __repr__(self) -> str:
        # Passwords and tokens have no business in a log.
        return f"Settings({self.plugin})"

    @staticmethod
    def read(environment: Mapping[str, str] = os.environ) -> "Settings":
        """Reads the variables; what is missing or wrong is a failure that names the variable."""

        def given(name: str) -> Optional[str]:
            return environment.get(name) or None

        return Settings(
            plugin=_token(environment, "FOSTER_PLUGIN_ID"),
            run=_token(environment, "FOSTER_PLUGIN_RUN"),
            servers=_servers(environment),
            user=given("FOSTER_BUS_USER"),
            password=given("FOSTER_BUS_PASSWORD"),
            token=given("FOSTER_BUS_TOKEN"),
            credentials=given("FOSTER_BUS_CREDS"),
            authority=given("FOSTER_BUS_CA"),
            inbox=given("FOSTER_BUS_INBOX") or "_INBOX",
            queue=given("FOSTER_PLUGIN_QUEUE") or "",
            config=_config(environment),
            connect_seconds=_seconds(environment, "FOSTER_BUS_CONNECT_TIMEOUT", 2.0),
            drain_seconds=_seconds(environment, "FOSTER_PLUGIN_DRAIN", 8.0),
            stop_at_end_of_input=environment.get("FOSTER_STOP_ON_EOF") == "1",
            log_level=(given("FOSTER_LOG_LEVEL") or "INFO").upper(),
        )


def _wrong(name: str, why: str, remedy: str = "let Foster start this plugin, or set it") -> Failure:
    return Failure(Stage.USAGE, f"read {name}", why, remedy)


def _token(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "")
    if not value:
        raise _wrong(name, "it is not set")
    if not _TOKEN_CHARACTERS.issuperset(value):
        raise _wrong(name, f"{value!r} is no token of a subject", "use letters, digits, - and _")
    return value


def _servers(environment: Mapping[str, str]) -> List[str]:
    name = "FOSTER_BUS_SERVERS"
    servers = [server.strip() for server in environment.get(name, "").split(",") if server.strip()]
    if not servers:
        raise _wrong(name, "it is not set")
    return servers


def _config(environment: Mapping[str, str]) -> Dict[str, Any]:
    name = "FOSTER_PLUGIN_CONFIG"
    try:
        config = json.loads(environment.get(name) or "{}")
    except ValueError as error:
        raise _wrong(name, f"it is not JSON: {error}", "correct it") from None
    if not isinstance(config, dict):
        raise _wrong(name, "it is JSON, but no object", "write {…}")
    return config


def _seconds(environment: Mapping[str, str], name: str, otherwise: float) -> float:
    text = environment.get(name)
    if not text:
        return otherwise
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    # Not a number is neither more nor less than anything.
    if not 0.0 < seconds < float("inf"):
        raise _wrong(name, f"{text!r} is no number of seconds", "write one above 0, such as 2.5")
    return seconds
