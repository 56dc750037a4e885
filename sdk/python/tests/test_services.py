"""Health, schemas and threads: the small parts."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import grpc
import pytest

from foster_plugin import Schema
from foster_plugin.health import Health
from foster_plugin.schema import unary
from foster_plugin.threads import DaemonExecutor
from foster_plugin.wire import HEALTH, HealthCheckRequest, HealthCheckResponse


@pytest.fixture
def health() -> Any:
    subject = Health()
    server = grpc.server(DaemonExecutor("test"))  # type: ignore[arg-type]
    subject.register(server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield subject, channel
    server.stop(None).wait()


def test_health_can_be_changed(health: Any) -> None:
    """[S5]"""
    subject, channel = health
    check = HEALTH.caller(channel, "Health/Check", HealthCheckResponse)
    assert check(HealthCheckRequest(service="plugin"), timeout=20).status == 1
    subject.set(False)
    assert check(HealthCheckRequest(service="plugin"), timeout=20).status == 2
    assert check(HealthCheckRequest(), timeout=20).status == 2


def test_health_of_an_unknown_service_is_not_found(health: Any) -> None:
    """[S5]"""
    _, channel = health
    with pytest.raises(grpc.RpcError) as refused:
        HEALTH.caller(channel, "Health/Check", HealthCheckResponse)(HealthCheckRequest(service="other"), timeout=20)
    assert refused.value.code() == grpc.StatusCode.NOT_FOUND


def test_health_can_be_watched_until_the_end(health: Any) -> None:
    """[S5]"""
    subject, channel = health
    watch = channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=HealthCheckResponse.FromString,
    )(HealthCheckRequest(service="plugin"), timeout=20)
    assert next(watch).status == 1
    subject.set(False)
    assert next(watch).status == 2
    subject.set(True)
    assert next(watch).status == 1
    subject.close()
    assert [reply.status for reply in watch] == [2]


def test_a_schema_has_the_bytes_of_protobuf() -> None:
    schema = Schema("test")
    inner = schema.message("Inner", flag="bool")
    outer = schema.message("Outer", name="string", numbers=["uint32"], inner=inner, many=[inner])
    message = outer(name="a", numbers=[1, 300], inner=inner(flag=True), many=[inner(), inner(flag=True)])
    assert message.SerializeToString() == bytes.fromhex("0a0161" "120301ac02" "1a020801" "2200" "22020801")
    assert outer.FromString(message.SerializeToString()) == message


def test_two_schemas_may_use_the_same_names() -> None:
    assert Schema("test").message("Same", a="string") is not Schema("test").message("Same", b="bytes")


def test_any_number_of_calls_run_at_once() -> None:
    executor = DaemonExecutor("test")
    together = threading.Barrier(50)
    for _ in range(2):
        assert all(future.result(20) >= 0 for future in [executor.submit(together.wait, 20) for _ in range(50)])
    assert executor._started <= 100


def test_a_failure_is_that_of_its_future_alone() -> None:
    executor = DaemonExecutor("test")
    with pytest.raises(ZeroDivisionError):
        executor.submit(lambda: 1 // 0).result(20)
    assert executor.submit(lambda: 1).result(20) == 1


def test_a_call_that_never_ends_does_not_keep_the_process_alive() -> None:
    code = "import threading\nfrom foster_plugin.threads import *\nDaemonExecutor('x').submit(threading.Event().wait)"
    assert subprocess.run([sys.executable, "-c", code], timeout=20).returncode == 0


def test_the_installed_package_is_complete() -> None:
    # -I: without the path to the sources.
    code = "import foster_plugin, pathlib; print(pathlib.Path(foster_plugin.__file__).with_name('py.typed').exists())"
    assert subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True).stdout == "True\n"


def test_a_service_is_added_to_a_server() -> None:
    schema = Schema("test")
    text = schema.message("Text", text="string")
    server = grpc.server(DaemonExecutor("test"))  # type: ignore[arg-type]
    schema.service("Echo", Say=unary(text, lambda request, _: text(text=request.text * 2)))(server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        assert schema.caller(channel, "Echo/Say", text)(text(text="ab"), timeout=20).text == "abab"
    server.stop(None).wait()
