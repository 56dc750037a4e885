package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"dev.foster/it/internal/wire"
)

func (s *state) kv() *grpc.ServiceDesc {
	return wire.Service("proto.KV", wire.Unary("Get", s.get), wire.Unary("Put", s.put))
}

func (s *state) get(_ context.Context, request *wire.GetRequest) (*wire.GetResponse, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	value, found := s.values[request.Key]
	if !found {
		return nil, status.Errorf(codes.NotFound, "no value for %q", request.Key)
	}
	return &wire.GetResponse{Value: value}, nil
}

func (s *state) put(_ context.Context, request *wire.PutRequest) (*wire.Empty, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.values[request.Key] = request.Value
	return &wire.Empty{}, nil
}

func (s *state) counter() *grpc.ServiceDesc {
	get := func(_ context.Context, request *wire.GetRequest) (*wire.CounterGetResponse, error) {
		s.lock.Lock()
		defer s.lock.Unlock()
		return &wire.CounterGetResponse{Value: s.sums[request.Key]}, nil
	}
	return wire.Service("proto.Counter", wire.Unary("Get", get), wire.Unary("Put", s.add))
}

// add asks the host for the sum, on a connection that the broker makes for this one call.
func (s *state) add(ctx context.Context, request *wire.CounterPutRequest) (*wire.Empty, error) {
	connection, err := s.broker.Dial(request.AddServer)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	s.lock.Lock()
	defer s.lock.Unlock()
	sum := &wire.SumRequest{A: s.sums[request.Key], B: request.Value}
	reply, err := wire.Invoke[wire.SumResponse](ctx, connection, "/proto.AddHelper/Sum", sum)
	if err != nil {
		return nil, err
	}
	s.sums[request.Key] = reply.R
	return &wire.Empty{}, nil
}

func streamer() *grpc.ServiceDesc {
	var prefix atomic.Value
	prefix.Store("chunk")
	configure := func(_ context.Context, request *wire.ConfigureRequest) (*wire.Empty, error) {
		prefix.Store(request.Name)
		return &wire.Empty{}, nil
	}
	read := func(stream grpc.ServerStream) error {
		request := new(wire.ReadRequest)
		if err := stream.RecvMsg(request); err != nil {
			return err
		}
		for i := range request.Count {
			if err := stream.SendMsg(&wire.Chunk{Data: fmt.Appendf(nil, "%s %d", prefix.Load(), i)}); err != nil {
				return err
			}
		}
		return nil
	}
	return wire.Service("proto.StreamerService",
		wire.Unary("Configure", configure),
		wire.Streaming("Read", true, false, read),
		wire.Streaming("Write", false, true, count),
		wire.Streaming("Echo", true, true, echo))
}

func count(stream grpc.ServerStream) error {
	total := &wire.WriteResponse{}
	for {
		chunk := new(wire.Chunk)
		if err := stream.RecvMsg(chunk); errors.Is(err, io.EOF) {
			return stream.SendMsg(total)
		} else if err != nil {
			return err
		}
		total.Chunks++
		total.Bytes += uint64(len(chunk.Data))
	}
}

func echo(stream grpc.ServerStream) error {
	for {
		chunk := new(wire.Chunk)
		if err := stream.RecvMsg(chunk); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := stream.SendMsg(chunk); err != nil {
			return err
		}
	}
}
