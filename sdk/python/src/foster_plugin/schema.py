"""Protobuf messages and gRPC services written in Python, for those who would rather not generate code."""

from __future__ import annotations

from typing import Any, Callable, Iterator, List, Type, Union

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message

#: A scalar of protobuf by name ("string", "uint32"), a message, or a list of one such type for a repeated field.
FieldType = Union[str, Type[Message], List[Union[str, Type[Message]]]]

_Field = descriptor_pb2.FieldDescriptorProto


class Schema:
    """One protobuf package. Its messages live in a pool of their own, so they never clash with generated ones."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._pool = descriptor_pool.DescriptorPool()

    def message(self, name: str, /, **fields: FieldType) -> Any:
        """Defines a message; its fields are numbered 1, 2, 3 in the order given. The class comes back."""
        file = descriptor_pb2.FileDescriptorProto(
            name=f"{self.package}/{name}.proto", package=self.package, syntax="proto3"
        )
        message = file.message_type.add(name=name)
        for number, (field, kind) in enumerate(fields.items(), start=1):
            described = message.field.add(name=field, number=number, label=_Field.LABEL_OPTIONAL)
            if isinstance(kind, list):
                described.label = _Field.LABEL_REPEATED
                kind = kind[0]
            if isinstance(kind, str):
                described.type = _Field.Type.Value("TYPE_" + kind.upper())
            else:
                described.type = _Field.TYPE_MESSAGE
                described.type_name = "." + kind.DESCRIPTOR.full_name
                file.dependency.append(kind.DESCRIPTOR.file.name)
        self._pool.AddSerializedFile(file.SerializeToString())
        return message_factory.GetMessageClass(self._pool.FindMessageTypeByName(f"{self.package}.{name}"))

    def service(self, name: str, /, **methods: grpc.RpcMethodHandler[Any, Any]) -> Callable[[grpc.Server], None]:
        """Collects methods into a service; what comes back adds it to a server."""
        full_name = f"{self.package}.{name}"

        def register(server: grpc.Server) -> None:
            server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(full_name, methods),))

        return register

    def caller(self, channel: grpc.Channel, path: str, response: Any) -> Callable[..., Any]:
        """Makes a unary call of a channel: ``caller(channel, "KV/Get", GetResponse)(request, timeout=1)``."""
        return channel.unary_unary(
            f"/{self.package}.{path}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=response.FromString,
        )


def unary(request: Any, answer: Callable[[Any, grpc.ServicerContext], Any]) -> grpc.RpcMethodHandler[Any, Any]:
    """A method with one request and one response."""
    return grpc.unary_unary_rpc_method_handler(answer, request.FromString, _serialized)


def server_stream(
    request: Any, answer: Callable[[Any, grpc.ServicerContext], Iterator[Any]]
) -> grpc.RpcMethodHandler[Any, Any]:
    """A method with one request and many responses."""
    return grpc.unary_stream_rpc_method_handler(answer, request.FromString, _serialized)


def client_stream(
    request: Any, answer: Callable[[Iterator[Any], grpc.ServicerContext], Any]
) -> grpc.RpcMethodHandler[Any, Any]:
    """A method with many requests and one response."""
    return grpc.stream_unary_rpc_method_handler(answer, request.FromString, _serialized)


def both_streams(
    request: Any, answer: Callable[[Iterator[Any], grpc.ServicerContext], Iterator[Any]]
) -> grpc.RpcMethodHandler[Any, Any]:
    """A method with many requests and many responses."""
    return grpc.stream_stream_rpc_method_handler(answer, request.FromString, _serialized)


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


