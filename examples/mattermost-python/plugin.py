"""A plugin in the manner of Mattermost's Python plugins: plain grpcio, and a handshake of five fields over TCP.

It uses nothing of Foster, to show that plugins which were written for another host run as they are.
"""

import os
import signal
import sys
import threading
from concurrent import futures

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import ListValue
from google.protobuf.wrappers_pb2 import StringValue
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

HOOKS = ["OnActivate", "OnDeactivate", "MessageWillBePosted"]


def implemented(request, context):
    names = ListValue()
    names.extend(HOOKS)
    return names


def on_activate(request, context):
    target = os.environ.get("MATTERMOST_PLUGIN_API_TARGET", "nowhere")
    print(f"activated; the API of the server is at {target}", file=sys.stderr, flush=True)
    return Empty()


def on_deactivate(request, context):
    print("deactivated", file=sys.stderr, flush=True)
    return Empty()


def message_will_be_posted(request, context):
    text = request.value.strip()
    if not text:
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "there is nothing in this post")
    return StringValue(value=text.capitalize() if text.isupper() else text)


def unary(request, answer):
    return grpc.unary_unary_rpc_method_handler(answer, request.FromString, lambda reply: reply.SerializeToString())


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
    hooks = {
        "Implemented": unary(Empty, implemented),
        "OnActivate": unary(Empty, on_activate),
        "OnDeactivate": unary(Empty, on_deactivate),
        "MessageWillBePosted": unary(StringValue, message_will_be_posted),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("polite.v1.Hooks", hooks),))
    well = health.HealthServicer()
    for service in ("plugin", ""):
        well.set(service, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(well, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()

    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    print(f"1|1|tcp|127.0.0.1:{port}|grpc", flush=True)
    ended.wait()
    server.stop(grace=2).wait()


if __name__ == "__main__":
    main()
