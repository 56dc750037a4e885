package wire

import (
	"context"

	"google.golang.org/grpc"
)

// Service collects the calls of one service, for grpc.Server.RegisterService.
func Service(name string, calls ...Call) *grpc.ServiceDesc {
	service := &grpc.ServiceDesc{ServiceName: name, Metadata: "kv.proto"}
	for _, call := range calls {
		call(service)
	}
	return service
}

// Call adds itself to the service it belongs to.
type Call func(*grpc.ServiceDesc)

// Unary is a call with one request and one reply.
func Unary[Q, R any](method string, answer func(context.Context, *Q) (*R, error)) Call {
	return func(service *grpc.ServiceDesc) {
		full := "/" + service.ServiceName + "/" + method
		handler := func(_ any, ctx context.Context, decode func(any) error, around grpc.UnaryServerInterceptor) (any, error) {
			request := new(Q)
			if err := decode(request); err != nil {
				return nil, err
			}
			if around == nil {
				return answer(ctx, request)
			}
			info := &grpc.UnaryServerInfo{FullMethod: full}
			return around(ctx, request, info, func(ctx context.Context, request any) (any, error) {
				return answer(ctx, request.(*Q))
			})
		}
		service.Methods = append(service.Methods, grpc.MethodDesc{MethodName: method, Handler: handler})
	}
}

// Streaming is a call in which the server, the client or both send many messages.
func Streaming(method string, server, client bool, answer func(grpc.ServerStream) error) Call {
	return func(service *grpc.ServiceDesc) {
		service.Streams = append(service.Streams, grpc.StreamDesc{
			StreamName:    method,
			ServerStreams: server,
			ClientStreams: client,
			Handler:       func(_ any, stream grpc.ServerStream) error { return answer(stream) },
		})
	}
}

// Invoke makes a unary call.
func Invoke[R any](ctx context.Context, connection grpc.ClientConnInterface, method string, request any) (*R, error) {
	reply := new(R)
	if err := connection.Invoke(ctx, method, request, reply); err != nil {
		return nil, err
	}
	return reply, nil
}
