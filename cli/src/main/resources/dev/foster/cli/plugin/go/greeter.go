package main

import (
	"context"

	"google.golang.org/grpc"
)

// What protoc would make of
//
//	package greeter;
//	service Greeter { rpc Greet(GreetRequest) returns (GreetReply); }
//
// It is written by hand, so that a beginning needs nothing but Go.

type message struct{}

func (*message) Reset()         {}
func (*message) String() string { return "" }
func (*message) ProtoMessage()  {}

type GreetRequest struct {
	message
	Name string `protobuf:"bytes,1,opt,name=name,proto3"`
}

type GreetReply struct {
	message
	Text string `protobuf:"bytes,1,opt,name=text,proto3"`
}

type Greeter interface {
	Greet(context.Context, *GreetRequest) (*GreetReply, error)
}

func RegisterGreeter(server *grpc.Server, greeter Greeter) {
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "greeter.Greeter",
		HandlerType: (*Greeter)(nil),
		Methods: []grpc.MethodDesc{{
			MethodName: "Greet",
			Handler: func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
				request := new(GreetRequest)
				if err := decode(request); err != nil {
					return nil, err
				}
				return greeter.Greet(ctx, request)
			},
		}},
	}, greeter)
}
