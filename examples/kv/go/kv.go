package main

import (
	"context"

	"google.golang.org/grpc"
)

// What follows is what protoc would make of
//
//	package proto;
//	service KV {
//	  rpc Get(GetRequest) returns (GetResponse);
//	  rpc Put(PutRequest) returns (Empty);
//	}
//
// It is written by hand here, so that the example needs nothing but Go.

type message struct{}

func (*message) Reset()         {}
func (*message) String() string { return "" }
func (*message) ProtoMessage()  {}

type Empty struct{ message }

type GetRequest struct {
	message
	Key string `protobuf:"bytes,1,opt,name=key,proto3"`
}

type GetResponse struct {
	message
	Value []byte `protobuf:"bytes,1,opt,name=value,proto3"`
}

type PutRequest struct {
	message
	Key   string `protobuf:"bytes,1,opt,name=key,proto3"`
	Value []byte `protobuf:"bytes,2,opt,name=value,proto3"`
}

type KVServer interface {
	Get(context.Context, *GetRequest) (*GetResponse, error)
	Put(context.Context, *PutRequest) (*Empty, error)
}

func RegisterKVServer(server *grpc.Server, kv KVServer) {
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "proto.KV",
		HandlerType: (*KVServer)(nil),
		Methods: []grpc.MethodDesc{
			{MethodName: "Get", Handler: unary(kv.Get)},
			{MethodName: "Put", Handler: unary(kv.Put)},
		},
	}, kv)
}

func unary[Q, R any](answer func(context.Context, *Q) (*R, error)) grpc.MethodHandler {
	return func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		request := new(Q)
		if err := decode(request); err != nil {
			return nil, err
		}
		return answer(ctx, request)
	}
}
