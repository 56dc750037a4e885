package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"time"

	"google.golang.org/grpc"

	"dev.foster/it/internal/wire"
)

// Kept from before go-plugin puts pipes of its own into the variables.
var realStdout, realStderr = os.Stdout, os.Stderr

func (s *state) trouble() *grpc.ServiceDesc {
	return wire.Service("proto.Trouble",
		wire.Unary("Blob", blob),
		wire.Unary("Crash", crash),
		wire.Unary("Panic", panicking),
		wire.Unary("Print", print),
		wire.Unary("Log", s.log),
		wire.Unary("Sleep", sleep),
		wire.Unary("Announce", s.announce),
		wire.Unary("Health", s.health),
		wire.Unary("Environment", environment),
		wire.Unary("Fork", fork))
}

func blob(_ context.Context, request *wire.BlobRequest) (*wire.Chunk, error) {
	return &wire.Chunk{Data: bytes.Repeat([]byte{'x'}, int(request.Size))}, nil
}

func crash(_ context.Context, request *wire.CrashRequest) (*wire.Empty, error) {
	os.Exit(int(request.Code))
	return nil, nil
}

// panicking does so on a goroutine of its own: nothing recovers there, whatever the server does for its handlers.
func panicking(ctx context.Context, request *wire.PanicRequest) (*wire.Empty, error) {
	go panic(request.Message)
	<-ctx.Done()
	return nil, ctx.Err()
}

func print(_ context.Context, request *wire.PrintRequest) (*wire.Empty, error) {
	// Asked for at the time of the call: go-plugin replaces both variables after the handshake.
	out := os.Stdout
	if request.Stderr {
		out = os.Stderr
	}
	for range request.Count {
		if _, err := fmt.Fprint(out, request.Text); err != nil {
			return nil, err
		}
	}
	return &wire.Empty{}, nil
}

func (s *state) log(_ context.Context, request *wire.LogRequest) (*wire.Empty, error) {
	s.logger.Trace(request.Message, "number", 1)
	s.logger.Debug(request.Message, "text", "two words")
	s.logger.Info(request.Message, "list", []string{"a", "b"})
	s.logger.Warn(request.Message, "truth", true)
	s.logger.Named("deep").Error(request.Message, "error", fmt.Errorf("some failure"))
	return &wire.Empty{}, nil
}

func sleep(ctx context.Context, request *wire.SleepRequest) (*wire.Empty, error) {
	select {
	case <-time.After(time.Duration(request.Milliseconds) * time.Millisecond):
		return &wire.Empty{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *state) announce(context.Context, *wire.Empty) (*wire.AnnounceResponse, error) {
	id := s.broker.NextId()
	sum := func(_ context.Context, request *wire.SumRequest) (*wire.SumResponse, error) {
		return &wire.SumResponse{R: request.A + request.B}, nil
	}
	go s.broker.AcceptAndServe(id, func(options []grpc.ServerOption) *grpc.Server {
		server := grpc.NewServer(append(options, grpc.MaxRecvMsgSize(math.MaxInt32))...)
		server.RegisterService(wire.Service("proto.AddHelper", wire.Unary("Sum", sum)), nil)
		return server
	})
	return &wire.AnnounceResponse{ID: id}, nil
}

func (s *state) health(_ context.Context, request *wire.HealthRequest) (*wire.Empty, error) {
	s.down.Store(!request.Serving)
	return &wire.Empty{}, nil
}

func environment(context.Context, *wire.Empty) (*wire.EnvironmentResponse, error) {
	return &wire.EnvironmentResponse{Variables: os.Environ()}, nil
}

func fork(_ context.Context, request *wire.ForkRequest) (*wire.ForkResponse, error) {
	child := exec.Command("sleep", fmt.Sprint(request.Seconds))
	child.Stdout, child.Stderr = realStdout, realStderr
	if err := child.Start(); err != nil {
		return nil, err
	}
	go child.Wait()
	return &wire.ForkResponse{PID: int32(child.Process.Pid)}, nil
}
