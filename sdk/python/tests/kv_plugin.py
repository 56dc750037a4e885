"""A plugin with every service of kv.proto, for the Go host to try; variables make it one of several kinds."""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Any, Dict, Iterator, Optional

import grpc

from foster_plugin import TRACE, Identity, Plugin, Schema, serve
from foster_plugin.schema import both_streams, client_stream, server_stream, unary

PROTO = Schema("proto")
Empty = PROTO.message("Empty")
GetRequest = PROTO.message("GetRequest", key="string")
GetResponse = PROTO.message("GetResponse", value="bytes")
PutRequest = PROTO.message("PutRequest", key="string", value="bytes")
CounterGetResponse = PROTO.message("CounterGetResponse", value="int64")
CounterPutRequest = PROTO.message("CounterPutRequest", add_server="uint32", key="string", value="int64")
SumRequest = PROTO.message("SumRequest", a="int64", b="int64")
SumResponse = PROTO.message("SumResponse", r="int64")
ConfigureRequest = PROTO.message("ConfigureRequest", name="string")
ReadRequest = PROTO.message("ReadRequest", count="uint32")
Chunk = PROTO.message("Chunk", data="bytes")
WriteResponse = PROTO.message("WriteResponse", chunks="uint32", bytes="uint64")
BlobRequest = PROTO.message("BlobRequest", size="uint32")
CrashRequest = PROTO.message("CrashRequest", code="uint32")
PrintRequest = PROTO.message("PrintRequest", count="uint32", text="string", stderr="bool")
LogRequest = PROTO.message("LogRequest", message="string")
SleepRequest = PROTO.message("SleepRequest", milliseconds="uint32")
AnnounceResponse = PROTO.message("AnnounceResponse", id="uint32")
HealthRequest = PROTO.message("HealthRequest", serving="bool")


def key_value(plugin: Plugin) -> None:
    values: Dict[str, bytes] = {}

    def get(request: Any, context: grpc.ServicerContext) -> Any:
        if request.key not in values:
            context.abort(grpc.StatusCode.NOT_FOUND, f"no value for {request.key}")
        return GetResponse(value=values[request.key])

    def put(request: Any, _: grpc.ServicerContext) -> Any:
        values[request.key] = request.value
        return Empty()

    PROTO.service("KV", Get=unary(GetRequest, get), Put=unary(PutRequest, put))(plugin.server)


def counter(plugin: Plugin) -> None:
    sums: Dict[str, int] = {}

    def get(request: Any, _: grpc.ServicerContext) -> Any:
        return CounterGetResponse(value=sums.get(request.key, 0))

    def put(request: Any, _: grpc.ServicerContext) -> Any:
        with plugin.broker.dial(request.add_server) as channel:
            add = PROTO.caller(channel, "AddHelper/Sum", SumResponse)
            reply = add(SumRequest(a=sums.get(request.key, 0), b=request.value), timeout=10)
        sums[request.key] = reply.r
        return Empty()

    PROTO.service("Counter", Get=unary(GetRequest, get), Put=unary(CounterPutRequest, put))(plugin.server)


def streamer(plugin: Plugin) -> None:
    prefix = ["chunk"]

    def configure(request: Any, _: grpc.ServicerContext) -> Any:
        prefix[0] = request.name
        return Empty()

    def read(request: Any, _: grpc.ServicerContext) -> Iterator[Any]:
        for number in range(request.count):
            yield Chunk(data=f"{prefix[0]} {number}".encode())

    def write(chunks: Iterator[Any], _: grpc.ServicerContext) -> Any:
        sizes = [len(chunk.data) for chunk in chunks]
        return WriteResponse(chunks=len(sizes), bytes=sum(sizes))

    def echo(chunks: Iterator[Any], _: grpc.ServicerContext) -> Iterator[Any]:
        yield from chunks

    PROTO.service(
        "StreamerService",
        Configure=unary(ConfigureRequest, configure),
        Read=server_stream(ReadRequest, read),
        Write=client_stream(Chunk, write),
        Echo=both_streams(Chunk, echo),
    )(plugin.server)


def trouble(plugin: Plugin) -> None:
    def blob(request: Any, _: grpc.ServicerContext) -> Any:
        return Chunk(data=b"x" * request.size)

    def crash(request: Any, _: grpc.ServicerContext) -> Any:
        os._exit(request.code)

    def print_text(request: Any, _: grpc.ServicerContext) -> Any:
        for _number in range(request.count):
            print(request.text, end="", file=sys.stderr if request.stderr else sys.stdout)
        return Empty()

    def log(request: Any, _: grpc.ServicerContext) -> Any:
        logger = logging.getLogger("kv")
        for level in (TRACE, logging.DEBUG, logging.INFO, logging.WARNING):
            logger.log(level, request.message, extra={"number": 1})
        try:
            raise ValueError("some failure")
        except ValueError:
            logger.exception(request.message)
        return Empty()

    def sleep(request: Any, _: grpc.ServicerContext) -> Any:
        time.sleep(request.milliseconds / 1000)
        return Empty()

    def announce(_: Any, __: grpc.ServicerContext) -> Any:
        number = plugin.broker.next_id()
        add = unary(SumRequest, lambda request, _: SumResponse(r=request.a + request.b))
        plugin.broker.accept(number, PROTO.service("AddHelper", Sum=add))
        return AnnounceResponse(id=number)

    def health(request: Any, _: grpc.ServicerContext) -> Any:
        plugin.health.set(request.serving)
        return Empty()

    PROTO.service(
        "Trouble",
        Blob=unary(BlobRequest, blob),
        Crash=unary(CrashRequest, crash),
        Print=unary(PrintRequest, print_text),
        Log=unary(LogRequest, log),
        Sleep=unary(SleepRequest, sleep),
        Announce=unary(Empty, announce),
        Health=unary(HealthRequest, health),
    )(plugin.server)


def identity() -> Optional[Identity]:
    """An identity of its own, from the files that KV_TLS names."""
    if "KV_TLS" not in os.environ:
        return None
    contents = []
    for name in os.environ["KV_TLS"].split(","):
        with open(name, "rb") as file:
            contents.append(file.read())
    certificate, key, trusted = contents
    return Identity(certificate, key, trusted)


if __name__ == "__main__":
    if "KV_NOISE" in os.environ:
        print("printed before the handshake")
    serve(
        key_value,
        counter,
        streamer,
        trouble,
        cookie=("BASIC_PLUGIN", "hello"),
        versions=[int(version) for version in os.environ.get("KV_VERSIONS", "1").split(",")],
        network=os.environ.get("KV_NETWORK"),
        identity=identity(),
        log_level=TRACE,
        leave_with_parent="KV_LEAVE" in os.environ,
        reattach_file=os.environ.get("KV_TEST"),
    )
    if "KV_CLEANUP" in os.environ:
        with open(os.environ["KV_CLEANUP"], "w", encoding="utf-8") as file:
            file.write("cleaned up\n")
