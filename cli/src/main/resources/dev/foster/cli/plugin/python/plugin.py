"""A plugin: greets whoever asks."""

import logging

from foster_plugin import Schema, serve
from foster_plugin.schema import unary

# What protoc would make of a greeter.proto; fields are numbered in the order they are written.
schema = Schema("greeter")
GreetRequest = schema.message("GreetRequest", name="string")
GreetReply = schema.message("GreetReply", text="string")


def greet(request, context):
    logging.info("greeting", extra={"name": request.name})
    return GreetReply(text=f"Hello, {request.name}!")


greeter = schema.service("Greeter", Greet=unary(GreetRequest, greet))

# Print nothing before this: the first line on standard output belongs to the protocol.
if __name__ == "__main__":
    serve(lambda plugin: greeter(plugin.server), cookie=("FOSTER_PLUGIN", "hosted"))
