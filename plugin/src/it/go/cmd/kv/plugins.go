package main

import (
	"context"
	"errors"
	"math"
	"net/rpc"
	"os"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"dev.foster/it/internal/wire"
)

// state is what all services of one plugin share.
type state struct {
	logger hclog.Logger
	broker *plugin.GRPCBroker
	down   atomic.Bool

	lock   sync.Mutex
	values map[string][]byte
	sums   map[string]int64
}

// newServer makes the gRPC server; what go-plugin itself serves (health, shutdown) can only be made to misbehave here.
func (s *state) newServer(options []grpc.ServerOption) *grpc.Server {
	misbehave := func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		switch info.FullMethod {
		case "/plugin.GRPCController/Shutdown":
			if os.Getenv("KV_SHUTDOWN") == "hang" {
				select {}
			}
		case "/grpc.health.v1.Health/Check":
			if s.down.Load() {
				return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_NOT_SERVING}, nil
			}
		}
		return next(ctx, request)
	}
	return grpc.NewServer(append(options, grpc.UnaryInterceptor(misbehave), grpc.MaxRecvMsgSize(math.MaxInt32))...)
}

type grpcPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	state *state
}

func (p *grpcPlugin) GRPCServer(broker *plugin.GRPCBroker, server *grpc.Server) error {
	p.state.broker = broker
	for _, service := range []*grpc.ServiceDesc{p.state.kv(), p.state.counter(), streamer(), p.state.trouble()} {
		server.RegisterService(service, nil)
	}
	return nil
}

func (p *grpcPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("cannot be a host: this program is a plugin")
}

type netPlugin struct{ state *state }

func (p *netPlugin) Server(*plugin.MuxBroker) (any, error) { return &netKV{p.state}, nil }

func (p *netPlugin) Client(*plugin.MuxBroker, *rpc.Client) (any, error) {
	return nil, errors.New("cannot be a host: this program is a plugin")
}

// netKV is KV over net/rpc, whose methods are found by their shape.
type netKV struct{ state *state }

func (k *netKV) Get(key string, value *[]byte) error {
	reply, err := k.state.get(context.Background(), &wire.GetRequest{Key: key})
	if err == nil {
		*value = reply.Value
	}
	return err
}

func (k *netKV) Put(arguments map[string][]byte, _ *struct{}) error {
	for key, value := range arguments {
		if _, err := k.state.put(context.Background(), &wire.PutRequest{Key: key, Value: value}); err != nil {
			return err
		}
	}
	return nil
}
