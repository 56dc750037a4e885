// Command kv is a plugin in Go: a store of bytes by name, served with hashicorp/go-plugin.
package main

import (
	"context"
	"sync"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type store struct {
	plugin.NetRPCUnsupportedPlugin
	lock   sync.RWMutex
	values map[string][]byte
}

func (s *store) Get(_ context.Context, request *GetRequest) (*GetResponse, error) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	value, found := s.values[request.Key]
	if !found {
		return nil, status.Errorf(codes.NotFound, "no value for %q", request.Key)
	}
	return &GetResponse{Value: value}, nil
}

func (s *store) Put(_ context.Context, request *PutRequest) (*Empty, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.values[request.Key] = request.Value
	return &Empty{}, nil
}

func (s *store) GRPCServer(_ *plugin.GRPCBroker, server *grpc.Server) error {
	RegisterKVServer(server, s)
	return nil
}

// GRPCClient is for hosts in Go; this program is only ever a plugin.
func (s *store) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  1,
			MagicCookieKey:   "BASIC_PLUGIN",
			MagicCookieValue: "hello",
		},
		Plugins:    plugin.PluginSet{"kv": &store{values: map[string][]byte{}}},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}
