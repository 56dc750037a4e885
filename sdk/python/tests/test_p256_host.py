"""A plugin and a host with P-256 certificates, as Foster makes them: gRPC's own TLS serves both ways."""

from __future__ import annotations

import base64
import queue
import ssl
from typing import Any, Iterator

import grpc
import kv_plugin as kv
import pytest
from conftest import GoHost

from foster_plugin.schema import unary
from foster_plugin.security import Identity, make_certificate
from foster_plugin.threads import DaemonExecutor
from foster_plugin.wire import ConnInfo

NAMED = [("grpc.ssl_target_name_override", "localhost")]


@pytest.fixture
def connected(go: GoHost) -> Iterator[Any]:
    certificate, key = make_certificate()
    with go.started(BASIC_PLUGIN="hello", PLUGIN_CLIENT_CERT=certificate.decode()) as process:
        assert process.stdout is not None
        fields = process.stdout.readline().strip().split("|")
        der = base64.b64decode(fields[5] + "=" * (-len(fields[5]) % 4))
        identity = Identity(certificate, key, ssl.DER_cert_to_PEM_cert(der).encode())
        target = f"unix:{fields[3]}"
        with grpc.secure_channel(target, identity.channel_credentials(), NAMED) as channel:
            yield go, identity, channel, target
        process.terminate()
        assert process.wait(20) == 0


def test_calls_are_answered(connected: Any) -> None:
    """[S4]"""
    _, _, channel, _ = connected
    kv.PROTO.caller(channel, "KV/Put", kv.Empty)(kv.PutRequest(key="a", value=b"b"), timeout=20)
    reply = kv.PROTO.caller(channel, "KV/Get", kv.GetResponse)(kv.GetRequest(key="a"), timeout=20)
    assert reply.value == b"b"


def test_a_stranger_with_another_certificate_is_turned_away(connected: Any) -> None:
    """[S4]"""
    _, identity, _, target = connected
    certificate, key = make_certificate()
    stranger = Identity(certificate, key, identity.trusted)
    with grpc.secure_channel(target, stranger.channel_credentials(), NAMED) as channel:
        with pytest.raises(grpc.RpcError) as refused:
            kv.PROTO.caller(channel, "KV/Get", kv.GetResponse)(kv.GetRequest(key="a"), timeout=20)
        assert refused.value.code() == grpc.StatusCode.UNAVAILABLE


def test_the_broker_works_both_ways(connected: Any) -> None:
    """[S8] [24.26]"""
    go, identity, channel, _ = connected
    server = grpc.server(DaemonExecutor("test"))  # type: ignore[arg-type]
    add = unary(kv.SumRequest, lambda request, _: kv.SumResponse(r=request.a + request.b))
    kv.PROTO.service("AddHelper", Sum=add)(server)
    address = str(go.folder / "add")
    server.add_secure_port(f"unix:{address}", identity.server_credentials())
    server.start()
    sent: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
    broker = channel.stream_stream(
        "/plugin.GRPCBroker/StartStream",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=ConnInfo.FromString,
    )(iter(sent.get, None), timeout=20)
    sent.put(ConnInfo(service_id=5, network="unix", address=address))
    put = kv.PROTO.caller(channel, "Counter/Put", kv.Empty)
    put(kv.CounterPutRequest(add_server=5, key="a", value=3), timeout=20)
    total = kv.PROTO.caller(channel, "Counter/Get", kv.CounterGetResponse)(kv.GetRequest(key="a"), timeout=20)
    assert total.value == 3

    announced = kv.PROTO.caller(channel, "Trouble/Announce", kv.AnnounceResponse)(kv.Empty(), timeout=20)
    info = next(broker)
    assert info.service_id == announced.id
    target = f"unix:{info.address}"
    with grpc.secure_channel(target, identity.channel_credentials(), NAMED) as further:
        reply = kv.PROTO.caller(further, "AddHelper/Sum", kv.SumResponse)(kv.SumRequest(a=1, b=2), timeout=20)
    assert reply.r == 3
    sent.put(None)
    server.stop(None).wait()


def test_a_number_that_nobody_announced_is_an_error(connected: Any) -> None:
    """[24.50]"""
    _, _, channel, _ = connected
    with pytest.raises(grpc.RpcError) as failed:
        put = kv.PROTO.caller(channel, "Counter/Put", kv.Empty)
        put(kv.CounterPutRequest(add_server=99, key="a", value=3), timeout=20)
    assert "cannot dial 99: the host did not announce it within 5.0 s" in str(failed.value.details())
