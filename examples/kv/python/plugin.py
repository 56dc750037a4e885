"""A plugin in Python: a store of bytes by name."""

import logging

import grpc

from foster_plugin import Schema, serve
from foster_plugin.schema import unary

proto = Schema("proto")
Empty = proto.message("Empty")
GetRequest = proto.message("GetRequest", key="string")
GetResponse = proto.message("GetResponse", value="bytes")
PutRequest = proto.message("PutRequest", key="string", value="bytes")

values = {}


def get(request, context):
    if request.key not in values:
        context.abort(grpc.StatusCode.NOT_FOUND, f"no value for {request.key!r}")
    return GetResponse(value=values[request.key])


def put(request, context):
    values[request.key] = request.value
    logging.info("put", extra={"key": request.key, "bytes": len(request.value)})
    return Empty()


kv = proto.service("KV", Get=unary(GetRequest, get), Put=unary(PutRequest, put))

if __name__ == "__main__":
    serve(lambda plugin: kv(plugin.server), cookie=("BASIC_PLUGIN", "hello"))
